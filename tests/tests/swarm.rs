//! Case C4: swarms whose sockets are cut, every hash, link, seal and record checked; and the bare fan-out that a swarm's
//! figures are compared with. `tests/show heart swarm` does the same with 200 rooms.

use std::{process::Command, time::Duration};

use chowk_record::rules::Rules;
use chowk_tests::{
    fanout::{
        self, Profile,
        beat::{self, Beat},
    },
    house::Plan,
    programs::Programs,
    seat::{Seat, all_ended, court::brief, play_on, room},
    swarm::{ROOMY, Swarm},
};

#[test]
fn case_c4_c14_sockets_are_cut_and_every_hash_holds() {
    let programs = Programs::find().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let plan = Plan::new(programs.server(), &folder.path().join("data")).with(&ROOMY);
    let mut house = plan.open().unwrap();
    let records = folder.path().join("records");
    let report = Swarm::on(&programs, &house.address(), 1)
        .with("--rooms", 8)
        .with("--seats", 3)
        .with("--drop", 60)
        .with("--think", 2)
        .at("--records", &records)
        .run()
        .unwrap();
    assert!(report.ok(), "{}", report.wrong());
    assert!(
        report.count("/cuts") > 20 && report.count("/catch_ups") > 20,
        "{}",
        report.0
    );
    assert_eq!(report.count("/records/good"), 8);
    assert!(house.stop().unwrap().success());
    // The same by the command, as a stranger would.
    let log = records.join("seals.ndjson");
    for entry in std::fs::read_dir(&records).unwrap() {
        let file = entry.unwrap().path();
        if file != log {
            let out = Command::new(programs.cli())
                .arg("verify")
                .arg(&file)
                .arg("--log")
                .arg(&log)
                .output()
                .unwrap();
            assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stdout));
        }
    }
}

#[test]
fn whatever_was_told_of_a_court_is_in_its_record_while_sockets_are_cut() {
    let programs = Programs::find().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let plan = Plan::new(programs.server(), &folder.path().join("data")).with(&ROOMY);
    let mut house = plan.open().unwrap();
    // Steps go as fast as all answer: a set is over in a moment.
    let report = Swarm::on(&programs, &house.address(), 1)
        .with("--game", "stones")
        .with("--step", 5)
        .with("--rooms", 8)
        .with("--drop", 400)
        .at("--records", &folder.path().join("records"))
        .run()
        .unwrap();
    assert!(report.ok(), "{}", report.wrong());
    assert_eq!(report.count("/records/good"), 8);
    assert!(report.count("/cuts") > 0, "{}", report.0);
    let told = report.count("/court/compared/told");
    assert!(told > 8 * 10, "three innings begin, at the least: {}", report.0);
    assert!(report.count("/court/compared/acked") > 0, "{}", report.0);
    assert!(house.stop().unwrap().success());
}

#[tokio::test]
async fn the_bare_fan_out_sends_what_the_profile_says() {
    let programs = Programs::find().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let house = Plan::new(programs.server(), &folder.path().join("data"))
        .open()
        .unwrap();
    let mut seats = Seat::playing(house.at(), room(2)).await.unwrap();
    play_on(&mut seats, "the end", all_ended).await.unwrap();
    let profile = Profile::of(&seats).unwrap();
    assert_eq!(profile.seats, 2);
    assert!(profile.frames_per_command() > 3.0 && profile.bytes_per_command() > 500.0);
    let file = folder.path().join("profile.json");
    std::fs::write(&file, serde_json::to_vec(&profile).unwrap()).unwrap();
    let server = fanout::Server::start(env!("CARGO_BIN_EXE_fanout").as_ref(), &file).unwrap();
    // Every seat counts its frames: if one were missing this would not end.
    let commands = fanout::drive(server.at(), &profile, 3, || (), |()| ()).await.unwrap();
    assert_eq!(commands, 3 * profile.steps.len() as u64);
}

/// Real time as well: courts whose sockets are cut, all that was told compared with the records.
#[test]
fn case_c4_courts_are_cut_and_every_fact_is_recorded() {
    let programs = Programs::find().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let plan = Plan::new(programs.server(), &folder.path().join("data")).with(&ROOMY);
    let mut house = plan.open().unwrap();
    let rules = folder.path().join("rules.json");
    std::fs::write(&rules, Rules::Stones(brief()).canonical()).unwrap();
    let report = Swarm::on(&programs, &house.address(), 1)
        .with("--game", "stones")
        .with("--rooms", 4)
        .with("--drop", 15)
        .at("--rules", &rules)
        .at("--records", &folder.path().join("records"))
        .run()
        .unwrap();
    assert!(report.ok(), "{}", report.0);
    assert!(report.count("/cuts") > 10, "{}", report.0);
    assert_eq!(report.count("/records/good"), 4);
    // What goes over the wires: a frame a tick and a few diffs, a few kilobytes a second.
    let heard = report.figure("/traffic/heard_per_client_s").unwrap();
    let bytes = report.figure("/traffic/heard_bytes_per_client_s").unwrap();
    assert!(
        (5.0..60.0).contains(&heard) && bytes < 20_000.0,
        "{heard} frames, {bytes} bytes"
    );
    assert!(house.stop().unwrap().success());
}

#[tokio::test]
async fn the_bare_beat_sends_as_many_frames_as_it_should() {
    let folder = tempfile::tempdir().unwrap();
    let beat = Beat {
        seats: 5,
        heard_per_s: 30.0,
        heard_bytes: 100,
        said_per_s: 10.0,
        said_bytes: 40,
    };
    let file = folder.path().join("beat.json");
    std::fs::write(&file, serde_json::to_vec(&beat).unwrap()).unwrap();
    let server = fanout::Server::start_beat(env!("CARGO_BIN_EXE_fanout").as_ref(), &file).unwrap();
    let time = Duration::from_secs(1);
    let heard = beat::drive(server.at(), beat, 2, time, || (), |()| ()).await.unwrap();
    assert!((240..=330).contains(&heard), "{heard} frames of 300");
}
