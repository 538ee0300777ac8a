//! Two people at `chowk play --plain` and a watcher, on a real server, to the end of a match; all that they read and
//! typed is kept.

use std::{fs, path::Path, process::Command};

use anyhow::Context as _;

use super::{Part, Setting, keep};
use crate::{
    house::{House, Plan},
    people::{People, answer},
    wire,
};

/// Forced moves follow so fast, for the sake of who waits for the show.
const PACE: &str = "50ms";
/// Where the transcript goes.
const FILE: &str = "heart-transcript.txt";

pub(super) fn run(setting: &Setting, folder: &Path) -> anyhow::Result<Part> {
    let mut house = Plan::new(setting.programs.server(), &folder.join("data"))
        .with(&["--pace", PACE])
        .open()?;
    let mut people = People::new();
    let played = play(setting, folder, &house, &mut people);
    let verified = played
        .as_ref()
        .ok()
        .map(|record| verify(setting, folder, &house, &mut people, record))
        .transpose();
    house.stop()?;
    keep(&setting.out.join(FILE), &people.transcript)?;
    let (_, verified) = (played?, verified?.unwrap_or(false));
    let said = |text: &str| people.transcript.lines().filter(|line| line.contains(text)).count();
    let mut part = Part::new();
    part.demand(
        "a transcript of two people in --plain and a watcher",
        "a whole match, the envelope checked by all three",
        format!(
            "{} lines, checked by {}",
            people.transcript.lines().count(),
            said("Throws checked ✔")
        ),
        said("Throws checked ✔") == 3 && said("Throws checked ✘") == 0,
    );
    part.demand("all three programs", "end well", "they do", people.all_go()?);
    part.demand(
        "chowk verify of its record, with the log of seals",
        "holds",
        verified,
        verified,
    );
    part.figure("transcript", setting.out.join(FILE))?;
    Ok(part)
}

/// Plays a match; gives the path of its record.
fn play(setting: &Setting, folder: &Path, house: &House, people: &mut People) -> anyhow::Result<String> {
    let (programs, at) = (&setting.programs, house.address());
    let create = ["play", "--plain", "--create", "--chairs", "2", "--clock", "none"];
    let asha = people.come(programs, &at, &folder.join("asha"), "Asha", &create)?;
    let mut code = String::new();
    let mut ravi = None;
    let mut ajji = None;
    let mut record = String::new();
    // Things that people type once, beside their moves.
    let mut asides = vec![(asha, "rules"), (asha, "who")];
    while let Some((who, line)) = people.hear()? {
        if code.is_empty()
            && let Some((_, told)) = line.split_once("in room ")
        {
            told.trim_end_matches('.').clone_into(&mut code);
            ajji = Some(people.come(programs, &at, &folder.join("ajji"), "Ajji", &["watch", &code])?);
        }
        if Some(who) == ajji && ravi.is_none() && line.starts_with("Chair 2") {
            let number = people.come(programs, &at, &folder.join("ravi"), "Ravi", &["play", "--plain", &code])?;
            asides.extend([
                (number, "why"),
                (number, "board"),
                (number, "say hello"),
                (asha, "pawns"),
                (asha, "time"),
            ]);
            ravi = Some(number);
        }
        if line.starts_with("The table is full") && Some(who) != ajji {
            people.types(who, "ready")?;
        }
        if let Some(answer) = answer(&line) {
            if let Some(at) = asides.iter().position(|(whose, _)| *whose == who) {
                let (_, aside) = asides.remove(at);
                people.types(who, aside)?;
            }
            people.types(who, &answer)?;
        }
        if let Some((_, path)) = line.split_once("chowk replay ") {
            let path = path.split(' ').next().unwrap_or_default();
            let start = path.find("/api/").context("no path of a record")?;
            path[start..].clone_into(&mut record);
            people.types(who, "quit")?;
        }
    }
    anyhow::ensure!(!record.is_empty(), "no record was told");
    Ok(record)
}

/// Fetches the record and the log of seals, and verifies as a stranger would.
fn verify(setting: &Setting, folder: &Path, house: &House, people: &mut People, path: &str) -> anyhow::Result<bool> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let fetched = runtime.block_on(async {
        let record = wire::get(house.at(), path).await?;
        anyhow::Ok((record, wire::get(house.at(), "/fair/log.ndjson").await?))
    });
    let ((_, record), (_, log)) = fetched?;
    let (file, log_file) = (folder.join("match.chowk.ndjson"), folder.join("seals.ndjson"));
    fs::write(&file, record)?;
    fs::write(&log_file, log)?;
    let out = Command::new(setting.programs.cli())
        .arg("verify")
        .arg(&file)
        .arg("--log")
        .arg(&log_file)
        .output()?;
    people.note("Anyone", '$', "chowk verify match.chowk.ndjson --log seals.ndjson");
    for line in String::from_utf8_lossy(&out.stdout).lines() {
        people.note("Anyone", ' ', line);
    }
    Ok(out.status.success())
}
