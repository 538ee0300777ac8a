//! kill -9 at random moments while bots play: whatever a client was answered is in the journal each time the server is
//! down, and everything goes on when it is up again. Of a court the bots compare all that anybody was told with the
//! records at the end.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    time::{Duration, Instant},
};

use anyhow::{Context as _, bail, ensure};
use chowk_cli::client::Jitter;
use chowk_record::rules::Rules;
use chowk_rules::stones::RuleSet;

use crate::{
    house::Plan,
    kept::{Answer, Kept, Place, answers},
    programs::Programs,
    swarm::{ROOMY, Report, Swarm},
};

/// What to do.
#[derive(Debug, Clone)]
pub struct Orders {
    /// How often the server is ended.
    pub kills: u32,
    /// Whether chance decides between SIGTERM and SIGKILL; else it is always SIGKILL.
    pub gently: bool,
    /// How many matches are played.
    pub rooms: u32,
    /// What is played.
    pub game: Game,
    /// Least and most time between a start and the next kill.
    pub between: (Duration, Duration),
    /// What decides the moments.
    pub seed: u64,
}

/// What the bots play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Game {
    /// Chowka-bara, by bots that think so long.
    Chowka {
        /// Seats of a room.
        seats: u32,
        /// Mean time that a bot thinks, in milliseconds.
        think_ms: u64,
    },
    /// Four stones in real time, by these rules instead of the shipped ones where there are some.
    Stones(Option<Box<RuleSet>>),
}

impl Game {
    /// A swarm that plays it. What it needs goes into `folder`.
    pub(crate) fn played(&self, swarm: Swarm, folder: &Path) -> anyhow::Result<Swarm> {
        Ok(match self {
            Self::Chowka { seats, think_ms } => swarm.with("--seats", seats).with("--think", think_ms),
            Self::Stones(None) => swarm.with("--game", "stones"),
            Self::Stones(Some(rules)) => {
                let file = folder.join("rules.json");
                fs::write(&file, Rules::Stones(**rules).canonical())?;
                swarm.with("--game", "stones").at("--rules", &file)
            }
        })
    }
}

/// What was found.
#[derive(Debug)]
pub struct Outcome {
    /// How often the server was ended.
    pub kills: u32,
    /// How many of these ends were by SIGTERM.
    pub stops: u32,
    /// The longest time from a SIGTERM to the end.
    pub slowest_stop: Duration,
    /// Matches that had not ended at the last kill.
    pub running_at_last: usize,
    /// Answers that clients wrote down, in all.
    pub answers: usize,
    /// How often an answer was looked for while the server was down, and found in its row or in its record.
    pub found: BTreeMap<&'static str, usize>,
    /// What is wrong: answers not found or found otherwise, draws with two values.
    pub wrong: BTreeSet<String>,
    /// Draws that were compared over all answers, rows and records.
    pub draws: usize,
    /// The longest time from a start to "listening".
    pub slowest_start: Duration,
    /// What the bots found.
    pub swarm: Report,
}

/// Kills, looks, starts anew, until all kills are done; then lets the matches end and looks once more.
///
/// # Errors
/// If the world fails, or the bots end before the kills do.
pub fn run(programs: &Programs, folder: &Path, orders: &Orders) -> anyhow::Result<Outcome> {
    let mut house = Plan::new(programs.server(), &folder.join("data")).with(&ROOMY).open()?;
    let file = folder.join("answers");
    let swarm = Swarm::on(programs, &house.address(), orders.seed)
        .with("--rooms", orders.rooms)
        .with("--patience", 60)
        .at("--answers", &file)
        .at("--records", &folder.join("records"));
    let mut swarm = orders.game.played(swarm, folder)?.start()?;
    let mut jitter = Jitter::new(orders.seed);
    let mut look = Look::default();
    let (least, most) = orders.between;
    let mut running_at_last = 0;
    let mut slowest_start = Duration::ZERO;
    let (mut kills, mut stops, mut slowest_stop) = (0, 0, Duration::ZERO);
    for kill in 0..orders.kills {
        let spread = u64::try_from((most - least).as_micros())?;
        let moment = least + Duration::from_micros(jitter.below(spread));
        if let Some(report) = swarm.ends_within(moment)? {
            bail!("the bots ended before kill {}: {}", kill + 1, report.wrong());
        }
        if orders.gently && jitter.below(2) == 0 {
            let began = Instant::now();
            let ended = house.stop()?;
            ensure!(ended.success(), "it ended by SIGTERM with {ended}");
            slowest_stop = slowest_stop.max(began.elapsed());
            stops += 1;
        } else {
            house.kill()?;
        }
        kills += 1;
        // What the dead server sent is still on its way to the file; it is looked for next time.
        let told = if file.exists() { answers(&file)? } else { Vec::new() };
        let kept = Kept::copied(house.data(), &folder.join("copy"), &told)?;
        look.compare(&kept, &told);
        running_at_last = usize::try_from(orders.rooms)?.saturating_sub(kept.ended());
        let began = Instant::now();
        house
            .start_again()
            .with_context(|| format!("after kill {}", kill + 1))?;
        slowest_start = slowest_start.max(began.elapsed());
    }
    let swarm = swarm.end()?;
    house.stop()?;
    let told = answers(&file)?;
    let kept = Kept::copied(house.data(), &folder.join("copy"), &told)?;
    look.compare(&kept, &told);
    Ok(Outcome {
        kills,
        stops,
        slowest_stop,
        running_at_last,
        answers: told.len(),
        found: look.found,
        wrong: look.wrong,
        draws: look.draws.len(),
        slowest_start,
        swarm,
    })
}

/// What was seen at all kills together.
#[derive(Debug, Default)]
struct Look {
    found: BTreeMap<&'static str, usize>,
    wrong: BTreeSet<String>,
    /// The value of each draw, by match and t, whoever told it first.
    draws: BTreeMap<(String, u64), u8>,
}

impl Look {
    fn compare(&mut self, kept: &Kept, told: &[Answer]) {
        for answer in told {
            match kept.find(answer) {
                Ok(Place::Row) => *self.found.entry("in its row").or_default() += 1,
                Ok(Place::Record) => *self.found.entry("in the record").or_default() += 1,
                Err(wrong) => drop(self.wrong.insert(wrong)),
            }
            self.draw(&answer.r#match, answer.t, answer.value);
        }
        for (of, t, value) in kept.draws() {
            self.draw(of, t, value);
        }
    }

    fn draw(&mut self, of: &str, t: u64, value: u8) {
        let first = *self.draws.entry((of.to_owned(), t)).or_insert(value);
        if first != value {
            self.wrong
                .insert(format!("draw {t} of match {of} has the values {first} and {value}"));
        }
    }
}
