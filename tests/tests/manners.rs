//! An evening at a real server, by the programs that people start: friends come by a link, strangers by quick play, a
//! host keeps order, and a match is seen again.

use std::{fs, process::Command};

use anyhow::{Context as _, bail};
use chowk_tests::{
    house::{House, Plan},
    people::People,
    programs::Programs,
};

/// A server, programs, and a folder for the seats of people.
struct Evening {
    programs: Programs,
    house: House,
    people: People,
    folder: tempfile::TempDir,
    /// What was said and not asked for yet.
    said: Vec<(usize, String)>,
}

impl Evening {
    fn begin() -> anyhow::Result<Self> {
        let folder = tempfile::tempdir()?;
        let programs = Programs::find()?;
        let house = Plan::new(programs.server(), &folder.path().join("data"))
            .with(&["--pace", "50ms"])
            .open()?;
        Ok(Self {
            programs,
            house,
            people: People::new(),
            folder,
            said: Vec::new(),
        })
    }

    fn come(&mut self, name: &str, words: &[&str]) -> anyhow::Result<usize> {
        let state = self.folder.path().join(name);
        let at = self.house.address();
        self.people.come(&self.programs, &at, &state, name, words)
    }

    /// The first line with these words that this person's program says after the one that was heard last.
    fn hears(&mut self, who: usize, words: &str) -> anyhow::Result<String> {
        loop {
            let waiting = self
                .said
                .iter()
                .position(|(number, line)| *number == who && line.contains(words));
            if let Some(at) = waiting {
                let line = self.said[at].1.clone();
                let rest = self.said.split_off(at);
                self.said.retain(|(number, _)| *number != who);
                self.said.extend(rest.into_iter().skip(1));
                return Ok(line);
            }
            let Some(said) = self.people.hear()? else {
                bail!("nobody ever says {words:?} to {who}: {}", self.people.transcript);
            };
            self.said.push(said);
        }
    }

    /// What `chowk` prints with these words.
    fn chowk(&self, words: &[&str]) -> anyhow::Result<String> {
        let output = Command::new(self.programs.cli()).args(words).output()?;
        let said = String::from_utf8(output.stderr)?;
        anyhow::ensure!(output.status.success(), "chowk {words:?}: {said}");
        Ok(String::from_utf8(output.stdout)?)
    }
}

#[test]
fn friends_by_a_link_one_is_put_off_and_a_seat_is_handed_over() {
    let mut evening = Evening::begin().unwrap();
    let create = [
        "play",
        "--plain",
        "--create",
        "--chairs",
        "3",
        "--preset",
        "quick",
        "--best-of",
        "3",
    ];
    let asha = evening.come("Asha", &create).unwrap();
    let line = evening.hears(asha, "The link to this table: ").unwrap();
    let link = line.split(": ").nth(1).unwrap().to_owned();
    let ravi = evening.come("Ravi", &["join", "--plain", &link]).unwrap();
    evening.hears(ravi, "You have chair 2").unwrap();
    let mina = evening.come("Mina", &["join", "--plain", &link]).unwrap();
    evening.hears(mina, "You have chair 3").unwrap();
    evening.people.types(asha, "kick mina").unwrap();
    evening
        .hears(mina, "The host has asked you to leave this table.")
        .unwrap();
    evening.hears(asha, "Mina leaves chair 3").unwrap();
    evening.people.types(asha, "bots careful").unwrap();
    evening.hears(asha, "The table is full again").unwrap();
    evening.people.types(ravi, "ready").unwrap();
    evening.people.types(ravi, "say good luck").unwrap();
    evening.hears(asha, "Ravi says: Good luck!").unwrap();
    evening.people.types(asha, "ready").unwrap();
    evening.hears(ravi, "Lots are drawn").unwrap();
    evening.people.types(ravi, "quit").unwrap();
    evening.hears(ravi, &format!("chowk join {link} --name Ravi")).unwrap();
    // How soon the server sees that a line is gone is its own affair: until then the seat plays for itself.
    loop {
        evening.people.types(asha, "hand ravi bold").unwrap();
        let answer = evening.hears(asha, "lay").unwrap();
        if answer.contains("The house bot bold plays for Ravi meanwhile.") {
            break;
        }
        evening.people.types(asha, "who").unwrap();
        evening.hears(asha, "Best of 3").unwrap();
    }
    let back = evening.come("Ravi", &["join", "--plain", &link]).unwrap();
    evening.hears(back, "You have chair 2").unwrap();
    evening.hears(back, "Best of 3: Asha 0, you 0").unwrap();
    for who in [asha, back] {
        evening.people.types(who, "quit").unwrap();
    }
    evening.house.stop().unwrap();
}

#[test]
fn strangers_by_quick_play_and_their_match_seen_again() {
    let mut evening = Evening::begin().unwrap();
    let at = evening.house.address().to_string();
    let asha = evening
        .come("Asha", &["play", "--plain", "--quick", "Isto", "--people-only"])
        .unwrap();
    let line = evening.hears(asha, "You have chair 1 in room ").unwrap();
    let code = line.rsplit(' ').next().unwrap().trim_end_matches('.').to_owned();
    let listed = evening
        .chowk(&["rooms", "--once", "--find", "kavidi", "--server", &at])
        .unwrap();
    assert!(listed.contains(&code) && listed.contains("1 of 2 free"), "{listed}");
    let ravi = evening.come("Ravi", &["play", "--plain", "--quick"]).unwrap();
    evening
        .hears(ravi, &format!("You have chair 2 in room {code}"))
        .unwrap();
    // Both said ready without being asked.
    evening.hears(asha, "Lots are drawn").unwrap();
    evening.people.types(ravi, "resign").unwrap();
    let line = evening.hears(asha, "chowk replay ").unwrap();
    let record = line
        .split("chowk replay ")
        .nth(1)
        .and_then(|rest| rest.split(' ').next());
    let record = record.context("no address of a record").unwrap().to_owned();
    let seen = evening.chowk(&["replay", &record]).unwrap();
    for told in [
        "Verified:",
        "Ravi gives the match up.",
        "The match has ended: 1. Asha, 2. Ravi.",
    ] {
        assert!(seen.contains(told), "{told}: {seen}");
    }
    for who in [asha, ravi] {
        evening.people.types(who, "leave").unwrap();
        evening.hears(who, "You have left the room.").unwrap();
    }
    assert!(evening.people.all_go().unwrap());
    evening.house.stop().unwrap();
}

#[test]
fn twice_the_time_a_word_to_the_operator_and_talk_among_watchers() {
    let mut evening = Evening::begin().unwrap();
    let create = ["play", "--plain", "--create", "--chairs", "2", "--preset", "pagdi"];
    let asha = evening.come("Asha", &create).unwrap();
    let line = evening.hears(asha, "The link to this table: ").unwrap();
    let link = line.split(": ").nth(1).unwrap().to_owned();
    let ravi = evening.come("Ravi", &["join", "--plain", &link]).unwrap();
    let watchers = ["Mina", "Tara"].map(|name| evening.come(name, &["watch", "--plain", &link]).unwrap());
    for watcher in watchers {
        evening.hears(watcher, "You watch room").unwrap();
    }
    for who in [asha, ravi] {
        evening.hears(who, "Type ready when you are.").unwrap();
        evening.people.types(who, "ready").unwrap();
    }
    for who in [asha, ravi] {
        evening.hears(who, "Lots are drawn").unwrap();
    }
    evening.people.types(ravi, "more time").unwrap();
    evening.hears(ravi, "You have twice the time").unwrap();
    evening.hears(asha, "Ravi has twice the time").unwrap();
    evening.people.types(ravi, "more time").unwrap();
    evening
        .hears(ravi, "more_time: You have twice the time already")
        .unwrap();
    evening.people.types(asha, "report ravi stalling").unwrap();
    evening
        .hears(asha, "The operator of this server is told of Ravi")
        .unwrap();
    // Who watches talks with who watches.
    evening.people.types(watchers[0], "say nice throw").unwrap();
    for watcher in watchers {
        evening.hears(watcher, "Mina, watching, says: Nice throw!").unwrap();
    }
    evening.people.types(ravi, "say hello").unwrap();
    evening.hears(watchers[1], "Ravi says: Hello!").unwrap();
    evening.hears(asha, "Ravi says: Hello!").unwrap();
    // The log names no player; by the room's number the operator finds the table.
    let data = evening.house.data().to_owned();
    let rooms = Command::new(evening.programs.server())
        .args(["admin", "rooms", "--data"])
        .arg(&data)
        .output()
        .unwrap();
    let rooms = String::from_utf8(rooms.stdout).unwrap();
    let mut words = rooms.lines().nth(1).unwrap().split_whitespace();
    let (code, number) = (words.next().unwrap(), words.next().unwrap());
    assert!(link.ends_with(code) && number == "1", "{rooms}");
    for who in [asha, ravi, watchers[0], watchers[1]] {
        evening.people.types(who, "quit").unwrap();
    }
    assert!(evening.people.all_go().unwrap());
    evening.house.stop().unwrap();
    let transcript = &evening.people.transcript;
    assert_eq!(transcript.matches("watching, says").count(), 2, "{transcript}");
    assert!(!transcript.contains("Ravi: The operator"), "{transcript}");
    let log = fs::read_to_string(evening.house.log()).unwrap();
    let told: Vec<&str> = log.lines().filter(|line| line.contains("tells the operator")).collect();
    assert_eq!(told.len(), 1, "{log}");
    assert!(
        told[0].contains(r#""room":1,"by":0,"whom":1,"about":"stalling""#) && !told[0].contains("Ravi"),
        "{told:?}"
    );
}
