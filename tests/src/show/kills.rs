//! Fifty kills with -9 at random moments while twenty matches are played: nothing that anybody was answered is lost.

use std::{path::Path, time::Duration};

use super::{Part, Setting, table};
use crate::kills::{self, Game, Orders, Outcome};

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
    killed(&mut part, &orders, &outcome, "matches");
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
    ended(&mut part, &orders, &outcome, "matches")?;
    Ok(part)
}

/// Demands as many kills as were ordered, and that all games outlast them.
pub(super) fn killed(part: &mut Part, orders: &Orders, outcome: &Outcome, games: &str) {
    part.demand(
        "kill -9 at random moments",
        orders.kills,
        outcome.kills,
        outcome.kills == orders.kills,
    );
    part.demand(
        format!("{games} that outlast the kills"),
        orders.rooms,
        outcome.running_at_last,
        u32::try_from(outcome.running_at_last) == Ok(orders.rooms),
    );
}

/// Demands that all games end, with records that hold.
pub(super) fn ended(part: &mut Part, orders: &Orders, outcome: &Outcome, games: &str) -> anyhow::Result<()> {
    let (swarm, rooms) = (&outcome.swarm, u64::from(orders.rooms));
    let ended = swarm.count("/matches_ended");
    part.demand(format!("{games} that end"), rooms, ended, ended == rooms);
    let good = swarm.count("/records/good");
    part.demand("records verified, with the log of seals", rooms, good, good == rooms);
    part.demand("the swarm finds nothing wrong", "nothing", swarm.wrong(), swarm.ok());
    for (name, path) in [
        ("reconnects", "/reconnects"),
        ("resends", "/resends"),
        ("snapshots", "/snapshots"),
    ] {
        part.figure(name, swarm.count(path))?;
    }
    part.figure("slowest_start_ms", outcome.slowest_start.as_millis())
}
