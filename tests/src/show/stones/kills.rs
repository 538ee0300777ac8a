//! Fifty kills with -9 in the middle of twenty sets: whatever anybody was told happened is in the record at the end, and
//! what was only shown vanishes for a quarter of a second at most.

use std::{path::Path, time::Duration};

use super::super::{
    Part, Setting,
    kills::{ended, killed},
    table,
};
use crate::kills::{self, Game, Orders};

/// Ticks of motion that a crash may take back: a row is made each quarter of a second (contract 3), and what was played
/// while it was on its way to the disk was shown as well.
const VANISHED_MAX: u64 = 8 + ON_ITS_WAY;
/// A tenth of a second for a disk that twenty rooms share.
const ON_ITS_WAY: u64 = 3;

pub(in crate::show) fn run(setting: &Setting, folder: &Path) -> anyhow::Result<Part> {
    let orders = Orders {
        kills: 50,
        gently: false,
        rooms: 20,
        game: Game::Stones(None),
        between: (Duration::from_millis(200), Duration::from_millis(1_500)),
        seed: setting.seed,
    };
    table::note(&format!("seed {}", orders.seed));
    let outcome = kills::run(&setting.programs, folder, &orders)?;
    let mut part = Part::new();
    killed(&mut part, &orders, &outcome, "sets");
    let swarm = &outcome.swarm;
    let compared = |what: &str| swarm.count(&format!("/court/compared/{what}"));
    for (what, count, missing, least) in [
        (
            "things that happened and were told to somebody",
            "told",
            "told_missing",
            2_000,
        ),
        (
            "takes, gifts and words that were acknowledged",
            "acked",
            "acked_missing",
            200,
        ),
    ] {
        part.demand(
            format!("{} {what}", compared(count)),
            "each in the record at the end",
            match compared(missing) {
                0 => "each is".into(),
                lost => format!("{lost} are not: {}", swarm.0["court"]["compared"]["missing"]),
            },
            compared(missing) == 0 && compared(count) > least,
        );
    }
    let (returns, most) = (swarm.count("/court/returns"), swarm.count("/court/vanished_ticks_max"));
    part.demand(
        format!("motion that {returns} returns found taken back"),
        format!("{VANISHED_MAX} ticks at most: 250 ms and what was on its way"),
        format!("{most} ticks at most"),
        most <= VANISHED_MAX && returns > 1_000,
    );
    ended(&mut part, &orders, &outcome, "sets")?;
    Ok(part)
}
