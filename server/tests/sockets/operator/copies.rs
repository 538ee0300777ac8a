//! Backups made under load, restored on another folder (story O9), and exports.

use std::{collections::BTreeMap, fs, path::Path};

use serde_json::{Value, json};
use tempfile::tempdir;

use super::{admin, command, refused, told};
use crate::{
    client::{Client, create, get, resume},
    fair::thrown_in,
    player::{Player, QUICK},
    process::Running,
};

/// The records of an export, by match.
fn records(folder: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder.join("records")).map(|entries| entries.map(Result::unwrap).collect());
    let entries: Vec<fs::DirEntry> = entries.unwrap_or_default();
    let read = |entry: &fs::DirEntry| {
        let name = entry.file_name().into_string().unwrap();
        (name, fs::read_to_string(entry.path()).unwrap())
    };
    entries.iter().map(read).collect()
}

fn log(folder: &Path) -> String {
    fs::read_to_string(folder.join("log.ndjson")).unwrap()
}

/// Two tables play matches one after the other, for ever.
async fn play_on(address: std::net::SocketAddr, n: u8) {
    loop {
        let mut host = Player::host(address, n, json!({})).await;
        let mut guest = Player::guest(address, &host.code(), n + 1).await;
        tokio::join!(host.play(), guest.play());
        host.client.say(&json!({"t": "leave", "n": 1_000_000})).await;
        drop((host, guest));
    }
}

/// Plays until so many throws were made at this table.
async fn throws(host: &mut Player, guest: &mut Player, count: u64) {
    while host.throws + guest.throws < count {
        tokio::select! {
            message = host.client.hear() => host.take(&message),
            message = guest.client.hear() => guest.take(&message),
        }
        host.act().await;
        guest.act().await;
    }
}

/// Story O9: a backup under load, restored elsewhere: records, bans and the log are what they were, rooms have another
/// epoch, and what ran is abandoned and opened.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn last_nights_backup_is_restored_on_another_machine() {
    let (data, other, kept) = (tempdir().unwrap(), tempdir().unwrap(), tempdir().unwrap());
    let server = Running::start(data.path(), &["--max-per-addr", "100", "--max-rooms-per-addr", "100"]);
    let address = server.address;
    told(
        data.path(),
        &["ban", "203.0.113.0/24", "--for", "7d", "--reason", "rude"],
    );
    // A match that has ended, whose table is still there.
    let mut ended = Player::host(address, 1, json!({})).await;
    let mut partner = Player::guest(address, &ended.code(), 2).await;
    let (over, _) = tokio::join!(ended.play(), partner.play());
    // One that runs, and a table that is sealed.
    let mut host = Player::host(address, 3, json!({})).await;
    let mut guest = Player::guest(address, &host.code(), 4).await;
    throws(&mut host, &mut guest, 8).await;
    let (_sealed, sealed) = Client::host(address, 5).await;
    let _full = Client::guest(address, &sealed, 6).await;
    let load = tokio::spawn(async move { tokio::join!(play_on(address, 20), play_on(address, 30)) });

    let file = kept.path().join("backup.chowk");
    let name = file.to_str().unwrap();
    let without = kept.path().join("without.chowk");
    let answer = told(data.path(), &["backup", name, "--with-seeds"]);
    told(data.path(), &["backup", without.to_str().unwrap()]);
    load.abort();
    assert_eq!(answer["bans"], 1);
    // The server as it is a little later: the backup is its past.
    let export = kept.path().join("now");
    told(data.path(), &["export", export.to_str().unwrap()]);

    for (file, seeds) in [(&file, true), (&without, false)] {
        let data = other.path().join(seeds.to_string());
        let restored = told(&data, &["restore", file.to_str().unwrap()]);
        let abandoned = restored["abandoned"].as_array().unwrap().len();
        let given_up = restored["given_up"].as_array().unwrap().len();
        assert_eq!((abandoned > 0, given_up > 0), (seeds, !seeds), "{restored}");
        assert_eq!(restored["not_started"].as_array().unwrap().is_empty(), !seeds);
        let there = kept.path().join(format!("there-{seeds}"));
        let again = Running::start(&data, &QUICK);
        told(&data, &["export", there.to_str().unwrap()]);

        // The log begins with the log of the backup, which is the past of the server that went on.
        let (now, then) = (log(&export), log(&there));
        let lines = restored["backup"]["seals"].as_u64().unwrap() as usize;
        let first = |text: &str| text.lines().take(lines).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(first(&now), first(&then));
        assert!(
            then.lines().count() > lines,
            "what was opened, and tables that are sealed anew"
        );
        // Records are what they were; those of matches that ran are new; all verify.
        let (now, then_records) = (records(&export), records(&there));
        let old = restored["backup"]["records"].as_u64().unwrap() as usize;
        assert_eq!(then_records.len(), old + abandoned);
        let same = then_records
            .iter()
            .filter(|(name, text)| now.get(*name) == Some(text))
            .count();
        assert!(same >= old, "{same} of {old}");
        // What was counted for all time is in the backup, and what ran is counted with its end.
        let thrown = get(again.address, "/fair/throws.json").await.json();
        assert_eq!(thrown["models"], thrown_in(then_records.values().map(String::as_str)));
        for text in then_records.values() {
            let report = chowk_record::verify::verify(text, Some(&then));
            assert!(report.holds(), "{report:?}");
        }
        let bans = told(&data, &["bans"]);
        assert_eq!(
            (&bans["bans"][0]["address"], &bans["bans"][0]["reason"]),
            (&json!("203.0.113.0/24"), &json!("rude"))
        );

        // Seats are still theirs, epochs are not what they were.
        let known = json!({"epoch": host.epoch, "v": host.v});
        let mut back = Client::connect(again.address).await;
        back.say(&resume(&host.code(), 3, &known)).await;
        assert_eq!(back.hear().await["resumed"], true);
        let snapshot = back.until("snapshot").await;
        assert_ne!(snapshot["epoch"], host.epoch);
        let view = &snapshot["view"];
        if seeds {
            assert_eq!(
                (&view["stage"], &view["result"]["why"]),
                (&json!("ended"), &json!("abandoned"))
            );
        } else {
            assert_eq!(view["stage"], "readying");
            assert_ne!(view["match"], host.view["match"], "nothing that was sealed goes on");
        }
        // Who creates with the token of a room comes back to it.
        let mut creator = Client::greeted(again.address).await;
        creator.say(&create(1)).await;
        assert_eq!(creator.until("seated").await["room"], over["code"]);
        let view = creator.until("snapshot").await["view"].clone();
        assert_eq!(view["result"], over["result"], "an opened seed stays open");
        let mut sealed_table = Client::greeted(again.address).await;
        sealed_table.say(&create(5)).await;
        assert_eq!(sealed_table.until("seated").await["room"], sealed);
    }
}

/// The seeds of matches that are not over: in no byte of a backup, unless they are asked for.
#[tokio::test]
async fn seeds_are_in_a_backup_only_if_asked_for() {
    let (data, kept) = (tempdir().unwrap(), tempdir().unwrap());
    let server = Running::start(data.path(), &QUICK);
    let mut host = Player::host(server.address, 1, json!({})).await;
    let mut guest = Player::guest(server.address, &host.code(), 2).await;
    throws(&mut host, &mut guest, 4).await;
    let code = host.code();
    let file = |name: &str| kept.path().join(name).to_str().unwrap().to_owned();
    told(data.path(), &["export", &file("raw"), "--room", &code, "--with-seeds"]);
    let rows = fs::read_to_string(kept.path().join(format!("raw/rooms/{code}.ndjson"))).unwrap();
    let sealed = rows
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .find_map(|line| {
            let facts = line["row"]["facts"].as_array()?.clone();
            facts.iter().find_map(|fact| fact["seed"].as_str().map(str::to_owned))
        });
    let seed = sealed.unwrap();
    told(data.path(), &["backup", &file("with"), "--with-seeds"]);
    told(data.path(), &["backup", &file("without")]);
    told(data.path(), &["export", &file("plain"), "--room", &code]);
    let raw = hex::decode(&seed).unwrap();
    for (name, expected) in [
        ("with", true),
        ("without", false),
        (&format!("plain/rooms/{code}.ndjson"), false),
    ] {
        let bytes = fs::read(kept.path().join(name)).unwrap();
        let found = bytes.windows(64).any(|part| part == seed.as_bytes()) || bytes.windows(32).any(|part| part == raw);
        assert_eq!(found, expected, "{name}");
    }
    // Whole on standard output too, with nothing else there; and without a server.
    let poured = command(data.path(), &["backup", "-"]).output().unwrap();
    fs::write(kept.path().join("poured"), &poured.stdout).unwrap();
    assert!(
        poured.status.success()
            && String::from_utf8(poured.stderr)
                .unwrap()
                .starts_with("Backed up and checked")
    );
    let tar = command(data.path(), &["export", "-"]).output().unwrap();
    assert!(tar.status.success() && tar.stdout.ends_with(&[0; 1_024]));
    server.signal("-TERM");
    drop(server);
    told(data.path(), &["backup", &file("alone")]);
    for name in ["poured", "alone", "without"] {
        let folder = kept.path().join(format!("restored-{name}"));
        assert_eq!(told(&folder, &["restore", &file(name)])["now"]["rooms"], 1, "{name}");
        let names: Vec<_> = fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        assert_eq!(names.len(), 2, "{names:?}");
    }
    let left: Vec<_> = fs::read_dir(data.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert!(
        left.iter().all(|name| !name.to_string_lossy().contains("new")),
        "{left:?}"
    );
}

/// A room that failed is kept: it can be exported and backed up, and it is kept after a restore.
#[tokio::test]
async fn a_room_that_failed_is_exported_and_kept() {
    let (data, kept) = (tempdir().unwrap(), tempdir().unwrap());
    let server = Running::start(data.path(), &[]);
    let (_host, code) = Client::host(server.address, 1).await;
    let (_fine, fine) = Client::host(server.address, 2).await;
    server.signal("-KILL");
    drop(server);
    let db = rusqlite::Connection::open(data.path().join("chowk.db")).unwrap();
    db.execute(
        "UPDATE rows SET body = CAST('no row' AS BLOB) WHERE id = (1 << 32) | 1",
        [],
    )
    .unwrap();
    drop(db);
    let server = Running::start(data.path(), &[]);
    assert_eq!(
        refused(data.path(), &["room", &code]),
        "no_such_room",
        "it is just being read"
    );
    while told(data.path(), &["status"])["rooms"]["failed"] != 1 {}
    assert_eq!(refused(data.path(), &["room", &code]), "room_failed");
    let file = |name: &str| kept.path().join(name).to_str().unwrap().to_owned();
    told(data.path(), &["export", &file("out")]);
    let rows = fs::read_to_string(kept.path().join(format!("out/rooms/{code}.ndjson"))).unwrap();
    assert!(rows.contains("\"row\":\"no row\""), "{rows}");
    assert_eq!(
        refused(data.path(), &["export", &file("none"), "--room", "22222222"]),
        "no_such_room"
    );
    told(data.path(), &["backup", &file("backup")]);
    drop(server);
    let there = kept.path().join("there");
    let restored = told(&there, &["restore", &file("backup")]);
    assert_eq!((&restored["failed"], &restored["now"]["rooms"]), (&json!(1), &json!(2)));
    let server = Running::start(&there, &[]);
    let rooms = admin(&there, &["rooms"]).out;
    assert!(
        rooms.contains("failed") && rooms.contains("asleep") && rooms.contains(&fine),
        "{rooms}"
    );
    assert_eq!(get(server.address, "/readyz").await.status, 200);
}
