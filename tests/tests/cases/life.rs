//! E2, F, G and K: how matches and servers end, and bots as network clients.

use std::time::{Duration, Instant};

use chowk_cli::client::{Intent, Wish};
use chowk_protocol::Stage;
use chowk_tests::{
    people::People,
    programs::Programs,
    seat::{Seat, all_ended, hear_on, level, play_on, room, stage},
    wire,
};
use serde_json::{Value, json};

use super::open;

/// Who resigns on his turn, or on another's, loses; nobody wins by waiting. The end says why, the same to all.
#[tokio::test]
async fn case_e2_the_reason_of_an_end() {
    let (house, _folder) = open(&[]);
    for asked_resigns in [true, false] {
        let mut seats = Seat::playing(house.at(), room(2)).await.unwrap();
        play_on(&mut seats, "a question", |seats| seats.iter().any(Seat::is_asked))
            .await
            .unwrap();
        level(&mut seats).await.unwrap();
        let asked = seats.iter().position(Seat::is_asked).unwrap();
        let loser = if asked_resigns { asked } else { 1 - asked };
        assert!(seats[loser].client_mut().command(Wish::Resign).is_ok());
        seats[loser].flush().await.unwrap();
        let ended = |seats: &[Seat]| seats.iter().all(|seat| stage(seat.client()) == Some(Stage::Ended));
        hear_on(&mut seats, "the end", ended).await.unwrap();
        let view = seats[0].view();
        let side = |seat: usize| view["chairs"][seat.to_string()]["side"].clone();
        assert_eq!(
            view["result"]["why"], "finished",
            "a match that ends because others left is finished"
        );
        assert_eq!(view["result"]["ranks"], json!([[side(1 - loser)], [side(loser)]]));
        assert_eq!(seats[1].view()["result"], view["result"]);
    }
}

/// SIGTERM, also twice: no new rooms, everybody is told, what was acknowledged is there, and it is over in time.
#[tokio::test]
async fn case_g2_g4_g7_a_stop_is_short_and_complete() {
    let (mut house, _folder) = open(&[]);
    let mut tables = Vec::new();
    for _ in 0..4 {
        tables.push(Seat::playing(house.at(), room(2)).await.unwrap());
    }
    let idle = wire::Wire::open(house.at()).await.unwrap();
    let began = Instant::now();
    house.signal("TERM").unwrap();
    let _ = house.signal("TERM");
    assert!(house.wait().unwrap().success());
    assert!(began.elapsed() < Duration::from_secs(3), "{:?}", began.elapsed());
    drop(idle);
    let mut versions = Vec::new();
    for seat in tables.iter_mut().flatten() {
        while seat.closed.is_none() {
            seat.hear().await.unwrap();
        }
        assert_eq!(seat.closed, Some(1012));
        versions.push(seat.v());
    }
    house.start_again().unwrap();
    for (seat, v) in tables.iter_mut().flatten().zip(versions) {
        seat.back().await.unwrap();
        assert!(seat.v() >= v);
    }
}

/// The counts of a server are what is there: sockets go back to none when all have gone.
#[tokio::test]
async fn case_f1_f3_counts_come_back_to_nothing() {
    let (house, _folder) = open(&["--requests", "1000"]);
    let mut host = Seat::entered(house.at(), Intent::Create(room(2))).await.unwrap();
    let code = host.code().unwrap();
    for _ in 0..15 {
        let mut watcher = Seat::entered(house.at(), Intent::Watch { code, name: None })
            .await
            .unwrap();
        watcher.cut().unwrap();
    }
    host.comes("nobody who watches", |message| {
        message["t"] == "around" && message["watchers"] == 0
    })
    .await
    .unwrap();
    let info = async || {
        let (_, info) = wire::get(house.at(), "/api/v1/info").await.unwrap();
        serde_json::from_str::<Value>(&info).unwrap()
    };
    // The room knows before the socket's task has ended; each question is a round trip, not a wait.
    while info().await["sockets"] != 1 {
        host.settled().await.unwrap();
    }
    let told = info().await;
    assert_eq!(
        (&told["watchers"], &told["bots"], &told["persons"]),
        (&json!(0), &json!(1), &json!(0))
    );
}

/// A bot is a network client first: two of them, strangers to this server, play a match by the command line.
#[test]
fn case_k1_bots_play_remote_matches() {
    let (house, folder) = open(&[]);
    let (programs, at) = (Programs::find().unwrap(), house.address());
    let mut bots = People::new();
    let create = ["bot", "--create", "--chairs", "2", "--brain", "bold"];
    bots.come(&programs, &at, folder.path(), "Bold", &create).unwrap();
    let (_, line) = bots.hear().unwrap().unwrap();
    // The line of standard output is the code alone, that of standard error a sentence.
    let words = line.split(|letter: char| !letter.is_ascii_alphanumeric());
    let code = words.rev().find(|word| word.len() == 8).unwrap().to_owned();
    bots.come(
        &programs,
        &at,
        folder.path(),
        "Careful",
        &["bot", &code, "--brain", "careful"],
    )
    .unwrap();
    while bots.hear().unwrap().is_some() {}
    assert!(bots.all_go().unwrap(), "{}", bots.transcript);
}

/// What a process holds in memory, in kilobytes.
fn resident(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

/// Round after round of tables that are filled, played at and left: after the first rounds the server holds no more than
/// before, and no room or socket is left. (A day of it is a measurement, and no test.)
#[tokio::test]
async fn case_f9_memory_does_not_grow_with_what_is_over() {
    const FLAGS: [&str; 8] = [
        "--requests",
        "100000",
        "--max-per-addr",
        "200",
        "--max-rooms-per-addr",
        "200",
        "--room-idle",
        "50ms",
    ];
    let (house, _folder) = open(&FLAGS);
    let mut held = Vec::new();
    for _ in 0..12 {
        let mut tables = Vec::new();
        for _ in 0..12 {
            tables.push(Seat::playing(house.at(), room(2)).await.unwrap());
        }
        for seat in tables.iter_mut().flatten() {
            seat.cut().unwrap();
        }
        for seats in &mut tables {
            seats[0].back().await.unwrap();
            assert!(seats[0].client_mut().command(Wish::Resign).is_ok());
            seats[0].flush().await.unwrap();
            hear_on(&mut seats[..1], "the end", all_ended).await.unwrap();
            seats[0].cut().unwrap();
        }
        loop {
            let (_, info) = wire::get(house.at(), "/api/v1/info").await.unwrap();
            let info: Value = serde_json::from_str(&info).unwrap();
            if info["rooms"]["awake"] == 0 && info["rooms"]["asleep"] == 0 && info["sockets"] == 0 {
                break;
            }
        }
        held.push(resident(house.pid().unwrap()));
    }
    let (settled, last) = (held[3..6].iter().max().unwrap(), held[9..].iter().min().unwrap());
    assert!(*last < settled + 1_500, "kilobytes by round: {held:?}");
}
