//! Story O2: SIGTERM and SIGKILL at random points, two hundred times, while twenty matches are played.

use std::{path::Path, time::Duration};

use super::super::{Part, Setting, table};
use crate::kills::{self, Game, Orders};

/// How long bots think: long enough for some match to outlast all ends of their server.
const THINK_MS: u64 = 300;

pub(in crate::show) fn run(setting: &Setting, folder: &Path) -> anyhow::Result<Part> {
    let orders = Orders {
        kills: 200,
        gently: true,
        rooms: 20,
        game: Game::Chowka {
            seats: 4,
            think_ms: THINK_MS,
        },
        between: (Duration::from_millis(50), Duration::from_millis(1_500)),
        seed: setting.seed,
    };
    table::note(&format!("seed {}", orders.seed));
    let outcome = kills::run(&setting.programs, folder, &orders)?;
    let mut part = Part::new();
    part.demand(
        "O2: ends of the server at random moments, while 20 matches are played",
        format!("{}, by SIGTERM and by SIGKILL", orders.kills),
        format!(
            "{} by SIGTERM, {} by SIGKILL",
            outcome.stops,
            outcome.kills - outcome.stops
        ),
        outcome.kills == orders.kills && outcome.stops > 50 && outcome.kills - outcome.stops > 50,
    );
    part.demand(
        "the slowest end by SIGTERM",
        "less than 3 s, exit code 0",
        format!("{:.2} s", outcome.slowest_stop.as_secs_f64()),
        outcome.slowest_stop < Duration::from_secs(3),
    );
    for wrong in outcome.wrong.iter().take(5) {
        table::note(wrong);
    }
    part.demand(
        format!("{} answers, each looked for after every later end", outcome.answers),
        "found, equal",
        format!("{:?}, wrong: {}", outcome.found, outcome.wrong.len()),
        outcome.wrong.is_empty() && outcome.answers > 1_000,
    );
    let (ended, good) = (
        outcome.swarm.count("/matches_ended"),
        outcome.swarm.count("/records/good"),
    );
    part.demand(
        "the matches",
        "all 20 go on to their end, every record verified, nothing wrong",
        format!("{ended} ended, {good} verified, wrong: {}", outcome.swarm.wrong()),
        ended == 20 && good == 20 && outcome.swarm.ok(),
    );
    part.figure("matches that outlast all ends", outcome.running_at_last)?;
    part.figure("reconnects", outcome.swarm.count("/reconnects"))?;
    part.figure("slowest_start_ms", outcome.slowest_start.as_millis())?;
    Ok(part)
}
