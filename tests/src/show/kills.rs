//! Fifty kills with -9 at random moments while twenty matches are played: nothing that anybody was answered is lost.

use std::{path::Path, time::Duration};

use super::{Part, Setting, table};
use crate::kills::{self, Game, Orders};

/// Bots think long enough for all matches to outlast the kills.
const THINK_MS: u64 = 130;

pub(super) fn run(setting: &Setting, folder: &Path) -> anyhow::Result<Part> {
    let orders = Orders {
        kills: 50,
        gently: false,
        rooms: 20,
        game: Game::Chowka {
            seats: 4,
            think_ms: THINK_MS,
        },
        between: (Duration::from_millis(50), Duration::from_millis(2_000)),
        seed: setting.seed,
    };
    table::note(&format!("seed {}", orders.seed));
    let outcome = kills::run(&setting.programs, folder, &orders)?;
    let mut part = Part::new();
    part.demand(
        "kill -9 at random moments",
        orders.kills,
        outcome.kills,
        outcome.kills == orders.kills,
    );
    let rooms = usize::try_from(orders.rooms)?;
    part.demand(
        "matches that outlast the kills",
        rooms,
        outcome.running_at_last,
        outcome.running_at_last == rooms,
    );
    for wrong in outcome.wrong.iter().take(5) {
        table::note(wrong);
    }
    part.demand(
        format!(
            "{} answers, each looked for while the server is down after every later kill",
            outcome.answers
        ),
        "found, equal, in its row or in the record of its match",
        match outcome.wrong.len() {
            0 => format!("found, equal: {:?}", outcome.found),
            wrong => format!("{wrong} are not"),
        },
        outcome.wrong.is_empty() && outcome.answers > 5_000,
    );
    part.demand(
        format!("{} draws in answers, rows and records", outcome.draws),
        "no t with two values",
        if outcome.wrong.is_empty() { "none" } else { "see above" },
        outcome.wrong.is_empty() && outcome.draws > 5_000,
    );
    let ended = outcome.swarm.count("/matches_ended");
    part.demand("matches that end", rooms, ended, ended == u64::from(orders.rooms));
    let good = outcome.swarm.count("/records/good");
    part.demand(
        "records verified, with the log of seals",
        rooms,
        good,
        good == u64::from(orders.rooms),
    );
    part.demand(
        "the swarm finds nothing wrong",
        "nothing",
        outcome.swarm.wrong(),
        outcome.swarm.ok(),
    );
    for (name, path) in [
        ("reconnects", "/reconnects"),
        ("resends", "/resends"),
        ("snapshots", "/snapshots"),
    ] {
        part.figure(name, outcome.swarm.count(path))?;
    }
    part.figure("slowest_start_ms", outcome.slowest_start.as_millis())?;
    Ok(part)
}
