//! Deploys: a server is drained, stopped and started, and everybody goes on where he was and pays for nothing; what a server
//! of another day left is read by this one, and what a newer one left is refused and not touched.
#![allow(clippy::unwrap_used, reason = "a test may, and its helpers are tests as well")]

use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Duration,
};

use chowk_cli::client::{NewRoom, Wish};
use chowk_protocol::{ClockKind, Stage};
use chowk_tests::{
    fixture::{Copied, admin},
    house::{House, Plan},
    programs::Programs,
    record,
    seat::{
        Seat, all_ended, at_a_throw,
        court::{brief, court},
        hear_on, level, play_on, room, stage,
    },
};
use tokio::time::{Instant, interval};

/// How long a server is away: more than a clock that went on would forgive.
const AWAY: Duration = Duration::from_secs(6);
/// What a turn's clock may lose over a deploy, in milliseconds: the moments before the stop and after the return.
const LOST_MOST: u64 = 5_000;

/// The folders that were kept, oldest first.
fn kept() -> Vec<PathBuf> {
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut folders: Vec<PathBuf> = std::fs::read_dir(all)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    folders.sort();
    assert!(!folders.is_empty());
    folders
}

/// Everybody is told 1012 and when to come back; then the server is away for a while, and starts anew.
async fn deploy(programs: &Programs, house: &mut House, seats: &mut [Seat]) {
    admin(programs, house, &["drain", "--wait", "1s"]).unwrap();
    for seat in seats.iter_mut() {
        while seat.closed.is_none() {
            seat.hear().await.unwrap();
        }
        assert_eq!(seat.closed.take(), Some(1012));
        assert!(seat.came("bye").next_back().unwrap()["retry_ms"].is_u64());
        assert!(seat.ended().is_none(), "1012 is to come back");
    }
    assert!(house.wait().unwrap().success());
    let (until, mut beat) = (Instant::now() + AWAY, interval(AWAY / 10));
    while Instant::now() < until {
        beat.tick().await;
    }
    house.start_again().unwrap();
    for seat in seats.iter_mut() {
        seat.back().await.unwrap();
    }
}

/// What is left of the open question's clock, in milliseconds.
fn left(seat: &Seat) -> u64 {
    let deadline = seat.view()["turn"]["deadline"].as_u64().unwrap();
    let (around, _) = seat.client().around().unwrap();
    deadline.saturating_sub(around.tick)
}

#[tokio::test]
async fn a_match_outlives_a_deploy_and_no_clock_is_charged() {
    let (programs, folder) = (Programs::find().unwrap(), tempfile::tempdir().unwrap());
    let plan = Plan::new(programs.server(), &folder.path().join("data")).with(&["--pace", "0ms"]);
    let mut house = plan.open().unwrap();
    let casual = NewRoom {
        clock: Some(ClockKind::Casual),
        ..room(2)
    };
    let mut seats = Seat::playing(house.at(), casual).await.unwrap();
    let asked = at_a_throw(&mut seats, 20).await.unwrap();
    let v = level(&mut seats).await.unwrap();
    let turn = seats[asked].view()["turn"].clone();
    let bank = seats[asked].view()["chairs"][asked.to_string()]["bank"].clone();
    let before = left(&seats[asked]);
    deploy(&programs, &mut house, &mut seats).await;
    let now = level(&mut seats).await.unwrap();
    assert!(now >= v, "the server took something back");
    let (told, view) = (&seats[asked].view()["turn"], seats[asked].view());
    for same in ["side", "phase", "asked", "t"] {
        assert_eq!(told[same], turn[same], "{same}");
    }
    assert_eq!(view["chairs"][asked.to_string()]["bank"], bank);
    assert_eq!(view["chairs"][asked.to_string()]["by_clock"], 0);
    let after = left(&seats[asked]);
    assert!(
        after + LOST_MOST >= before,
        "{before} ms were left, and {after} after a deploy of {AWAY:?}"
    );
    play_on(&mut seats, "the end", all_ended).await.unwrap();
    assert!(seats.iter().all(|seat| seat.client().counts().mismatches == 0));
    record::verified(&programs, house.at(), &seats[0]).await.unwrap();
}

/// The set goes on at the tick at which it stood, whose clocks are its own.
#[tokio::test]
async fn a_court_outlives_a_deploy_at_its_tick() {
    let (programs, folder) = (Programs::find().unwrap(), tempfile::tempdir().unwrap());
    let mut house = Plan::new(programs.server(), &folder.path().join("data"))
        .open()
        .unwrap();
    let mut seats = Seat::playing(house.at(), court(brief(), None)).await.unwrap();
    let tick = |seat: &Seat| seat.court().map_or(0, |court| court.tick);
    play_on(&mut seats, "some ticks", |seats| {
        seats.iter().all(|seat| tick(seat) > 45)
    })
    .await
    .unwrap();
    deploy(&programs, &mut house, &mut seats).await;
    let back = seats.iter().map(tick).max().unwrap();
    // A drain of a second, and the moments until all five are back: were the time away played, it would be 180 ticks more.
    assert!((45..45 + 30 * 6).contains(&back), "tick {back}");
    play_on(&mut seats, "the end", all_ended).await.unwrap();
    assert!(seats.iter().all(|seat| seat.client().counts().mismatches == 0));
    record::verified(&programs, house.at(), &seats[0]).await.unwrap();
}

/// Rooms, records, the log and bans are found as they were left, and every seat is come back to with the secret it had.
#[tokio::test]
async fn what_was_kept_is_read() {
    let programs = Programs::find().unwrap();
    for folder in kept() {
        let scratch = tempfile::tempdir().unwrap();
        let copied = Copied::of(&folder, &scratch.path().join("data")).unwrap();
        let house = copied.open(&programs).unwrap();
        let (rooms, records, seals) = (&copied.kept.rooms, &copied.kept.records, &copied.kept.seals);
        assert!(
            rooms.len() >= 9 && records.len() >= 3 && seals.len() >= 12,
            "it holds what is to be read"
        );
        let wrong = copied.kept.missing(&programs, &house).await.unwrap();
        assert_eq!(wrong, [""; 0], "{}", folder.display());
        for room in &copied.kept.rooms {
            let mut seats = Vec::new();
            for chair in &room.seats {
                let mut seat = chair.seat(&house, room.code).unwrap();
                seat.connect().await.unwrap();
                seat.until("the seat", |client| client.is_fresh()).await.unwrap();
                assert_eq!(seat.client().chair(), Some(chair.chair), "{}", room.what);
                assert!(seat.v() >= room.v);
                if room.view["game"] == "stones" {
                    seat.plays_stones(chowk_bots::stones::Brain::Hunter);
                }
                seats.push(seat);
            }
            goes_on(&programs, &house, &mut seats).await;
            let well = seats.iter().all(|seat| seat.client().counts().mismatches == 0);
            assert!(well, "{}", room.what);
        }
    }
}

/// Each room goes on from where it was: running matches to their end and their record, ended ones to the next.
async fn goes_on(programs: &Programs, house: &House, seats: &mut [Seat]) {
    match stage(seats[0].client()).unwrap() {
        Stage::Gathering => {
            seats[0].settled().await.unwrap();
        }
        Stage::Readying | Stage::Revealing => begins(seats).await,
        Stage::Playing => {
            play_on(seats, "the end", all_ended).await.unwrap();
            record::verified(programs, house.at(), &seats[0]).await.unwrap();
        }
        Stage::Ended => {
            seats[0].client_mut().command(Wish::Again).unwrap();
            seats[0].flush().await.unwrap();
            let readying = |seats: &[Seat]| seats.iter().all(|seat| stage(seat.client()) == Some(Stage::Readying));
            hear_on(seats, "the next match", readying).await.unwrap();
            begins(seats).await;
        }
    }
}

async fn begins(seats: &mut [Seat]) {
    for seat in seats.iter_mut() {
        seat.client_mut().ready().unwrap();
        seat.flush().await.unwrap();
    }
    let playing = |seats: &[Seat]| seats.iter().all(|seat| stage(seat.client()) == Some(Stage::Playing));
    hear_on(seats, "its beginning", playing).await.unwrap();
}

/// Every setting of the day is still one, and means what it meant.
#[test]
fn the_settings_of_the_day_are_still_settings() {
    let programs = Programs::find().unwrap();
    for folder in kept() {
        let out = Command::new(programs.server())
            .args(["config", "--json", "--data"])
            .arg(&folder)
            .env_clear()
            .output()
            .unwrap();
        assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
        let told: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap();
        let written = std::fs::read_to_string(folder.join("config.toml")).unwrap();
        let lines = written.lines().filter_map(|line| line.split_once(" = "));
        let mut known = 0;
        for (name, value) in lines {
            let setting = told["settings"]
                .as_array()
                .unwrap()
                .iter()
                .find(|setting| setting["name"] == name);
            let setting = setting.unwrap_or_else(|| panic!("{name} is no setting any more"));
            assert_eq!(setting["value"].as_str(), Some(value.trim_matches('"')), "{name}");
            assert_eq!(
                (&setting["source"], &setting["usable"]),
                (&"file".into(), &true.into()),
                "{setting}"
            );
            known += 1;
        }
        assert!(known > 25, "{known}");
        assert!(told["warnings"].as_array().is_none_or(Vec::is_empty), "{told}");
    }
}

/// One line, the documented code, and not a byte of the folder is changed.
#[test]
fn a_folder_of_a_newer_server_is_refused_and_not_touched() {
    let programs = Programs::find().unwrap();
    for folder in kept() {
        let scratch = tempfile::tempdir().unwrap();
        let copied = Copied::of(&folder, &scratch.path().join("data")).unwrap();
        copied.is_newer().unwrap();
        let before = copied.files().unwrap();
        let out = Command::new(programs.server())
            .args(["--listen", "127.0.0.1:0", "--no-wait", "--data"])
            .arg(&copied.data)
            .env_clear()
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&out.stderr);
        assert_eq!(out.status.code(), Some(65), "{said}");
        let lines: Vec<&str> = said.lines().filter(|line| line.starts_with("chowk-server:")).collect();
        assert!(
            matches!(&lines[..], [line] if line.contains("schema") && line.contains("newer")),
            "{said}"
        );
        assert!(out.stdout.is_empty());
        let after = copied.files().unwrap();
        assert!(
            before == after,
            "the folder was touched: {:?}",
            after.iter().map(|(path, _)| path).collect::<Vec<_>>()
        );
    }
}
