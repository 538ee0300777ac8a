//! What is left out of a world that its seed would have: so a world that is broken is made simple, and named by flags.

use std::{fmt, str::FromStr};

use clap::Args;

use crate::sim::plan::Plan;

/// Kinds of trouble that a world can do without.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trouble {
    /// The server dies between two steps.
    Crashes,
    /// The network, and people, do what they like.
    Mischief,
    /// Connections break right after a command.
    Breaks,
    /// Frames take long.
    Delay,
    /// Commits are slow.
    Slow,
    /// Commits fail.
    Failed,
    /// A room's task does not get to run.
    Stalls,
    /// Players try what no client would send.
    Cheats,
    /// Players wait until a moment before their deadline.
    Brinks,
    /// Players fall silent.
    Silence,
    /// Somebody watches.
    Watchers,
    /// More than one match.
    Series,
    /// House bots take free chairs.
    Fill,
    /// Rooms panic.
    Bugs,
    /// Rows do not fold.
    Rot,
    /// A dead process writes on.
    Late,
    /// Rooms are played on in when all is done.
    Encore,
}

/// Each with its word.
const TROUBLES: [(Trouble, &str); 17] = [
    (Trouble::Crashes, "crashes"),
    (Trouble::Mischief, "mischief"),
    (Trouble::Breaks, "breaks"),
    (Trouble::Delay, "delay"),
    (Trouble::Slow, "slow"),
    (Trouble::Failed, "failed"),
    (Trouble::Stalls, "stalls"),
    (Trouble::Cheats, "cheats"),
    (Trouble::Brinks, "brinks"),
    (Trouble::Silence, "silence"),
    (Trouble::Watchers, "watchers"),
    (Trouble::Series, "series"),
    (Trouble::Fill, "fill"),
    (Trouble::Bugs, "bugs"),
    (Trouble::Rot, "rot"),
    (Trouble::Late, "late"),
    (Trouble::Encore, "encore"),
];

impl Trouble {
    /// All of them.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        TROUBLES.into_iter().map(|(trouble, _)| trouble)
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = TROUBLES.iter().find(|(trouble, _)| trouble == self);
        f.write_str(word.map_or("?", |(_, word)| word))
    }
}

impl FromStr for Trouble {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = TROUBLES.iter().find(|(_, word)| *word == text);
        known.map(|(trouble, _)| *trouble).ok_or_else(|| {
            let words: Vec<&str> = TROUBLES.iter().map(|(_, word)| *word).collect();
            format!("there is no trouble “{text}”, only {}", words.join(", "))
        })
    }
}

/// What is left out of a world.
#[derive(Debug, Clone, Default, PartialEq, Eq, Args)]
pub struct Overrides {
    /// Only these tables of the seed's world, from 0
    #[arg(long, value_delimiter = ',')]
    pub tables: Vec<usize>,
    /// Without these kinds of trouble
    #[arg(long, value_delimiter = ',')]
    pub without: Vec<Trouble>,
    /// Nothing goes wrong from this simulated millisecond on
    #[arg(long)]
    pub calm_at: Option<u64>,
}

impl Overrides {
    /// Leaves out of a plan what is to be left out.
    pub(crate) fn simplify(&self, plan: &mut Plan) {
        if !self.tables.is_empty() {
            let mut at = 0;
            plan.tables.retain(|_| {
                at += 1;
                self.tables.contains(&(at - 1))
            });
        }
        if let Some(calm_at) = self.calm_at {
            plan.calm_at = calm_at;
        }
        for trouble in &self.without {
            leave_out(plan, *trouble);
        }
    }
}

fn leave_out(plan: &mut Plan, trouble: Trouble) {
    match trouble {
        Trouble::Crashes => plan.crashes_max = 0,
        Trouble::Mischief => plan.mischief_ms = 1_000_000_000,
        Trouble::Breaks => plan.break_one_in = 0,
        Trouble::Delay => plan.delay_ms = (0, 3),
        Trouble::Slow => (plan.commit_ms, plan.slow_commit_one_in) = (0, 0),
        Trouble::Failed => plan.failed_commit_one_in = 0,
        Trouble::Stalls => plan.stall_one_in = 0,
        Trouble::Cheats => plan.cheat_one_in = 0,
        Trouble::Brinks => plan.brink_one_in = 0,
        Trouble::Silence => plan.silent_one_in = 0,
        Trouble::Watchers => plan.tables.iter_mut().for_each(|table| table.watchers = 0),
        Trouble::Series => plan.tables.iter_mut().for_each(|table| table.best_of = 1),
        Trouble::Bugs => plan.bug_one_in = 0,
        Trouble::Rot => plan.rot_one_in = 0,
        Trouble::Late => plan.late_one_in = 0,
        Trouble::Encore => plan.goes_on = false,
        Trouble::Fill => plan.tables.iter_mut().for_each(|table| table.fill = false),
    }
}

/// As flags of the command; nothing if nothing is left out.
impl fmt::Display for Overrides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.tables.is_empty() {
            let tables: Vec<String> = self.tables.iter().map(usize::to_string).collect();
            write!(f, " --tables {}", tables.join(","))?;
        }
        if !self.without.is_empty() {
            let without: Vec<String> = self.without.iter().map(Trouble::to_string).collect();
            write!(f, " --without {}", without.join(","))?;
        }
        match self.calm_at {
            Some(calm_at) => write!(f, " --calm-at {calm_at}"),
            None => Ok(()),
        }
    }
}
