//! Figures of many sets: how innings end, how long they last, and who is caught (section 6 of the page).

mod rows;
mod twins;

use chowk_rules::stones::{Phase, RuleSet, Seat};

use super::arena::{self, PlayedSet, Player};

pub use rows::{EQUALS, Ought, Row, judge, rows, sensitivities};
pub use twins::{Compared, TWINS, Twins};

/// What is counted over sets; counts of several runs can be put together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Sets played.
    pub sets: u32,
    /// Tags in steal, gumpu and chhuttu.
    pub tags: [u32; 3],
    /// Catches by a clock in steal, gumpu and chhuttu.
    pub clocks: [u32; 3],
    /// Innings that reached gumpu or chhuttu.
    pub reached: u32,
    /// The length of each innings in ticks, without its break.
    pub lengths: Vec<u32>,
    /// By seat: innings as a runner, and catches in them.
    pub runs: [(u32, u32); 5],
    /// By seat: innings as the patwar, and catches made by tag in them.
    pub chases: [(u32, u32); 5],
    /// By seat: sets won.
    pub won: [u32; 5],
    /// The squares of the catches of each set, summed.
    pub squares: u32,
}

impl Tally {
    /// Plays `sets` sets between these five from this seed.
    pub fn of(rules: RuleSet, players: [Player; 5], sets: u32, seed: u64) -> Tally {
        let mut seeds = fastrand::Rng::with_seed(seed);
        let mut tally = Tally::default();
        for _ in 0..sets {
            tally.count(&arena::play(rules, players, seeds.u64(..)));
        }
        tally
    }

    /// Counts one set.
    pub fn count(&mut self, played: &PlayedSet) {
        self.sets += 1;
        let caught = played.innings.iter().filter(|inning| inning.caught.is_some()).count() as u32;
        self.squares += caught * caught;
        for inning in &played.innings {
            let phase = match inning.phase {
                Phase::Break | Phase::Steal | Phase::Choice | Phase::Over => 0,
                Phase::Gumpu(_) => 1,
                Phase::Chhuttu => 2,
            };
            self.reached += u32::from(phase > 0);
            self.lengths.push(inning.ticks);
            let ended = if inning.by_clock {
                &mut self.clocks
            } else {
                &mut self.tags
            };
            ended[phase] += u32::from(inning.caught.is_some());
            for seat in Seat::ALL.into_iter().filter(|&seat| seat != inning.patwar) {
                self.runs[seat.index()].0 += 1;
                self.runs[seat.index()].1 += u32::from(inning.caught == Some(seat));
            }
            let chases = &mut self.chases[inning.patwar.index()];
            chases.0 += 1;
            chases.1 += u32::from(inning.caught.is_some() && !inning.by_clock);
        }
        for seat in &played.outcome.ranks[0] {
            self.won[seat.index()] += 1;
        }
    }

    /// Puts another tally's counts to these.
    pub fn add(&mut self, other: &Tally) {
        self.sets += other.sets;
        self.reached += other.reached;
        self.squares += other.squares;
        self.lengths.extend(&other.lengths);
        for at in 0..3 {
            self.tags[at] += other.tags[at];
            self.clocks[at] += other.clocks[at];
        }
        for at in 0..5 {
            self.runs[at].0 += other.runs[at].0;
            self.runs[at].1 += other.runs[at].1;
            self.chases[at].0 += other.chases[at].0;
            self.chases[at].1 += other.chases[at].1;
            self.won[at] += other.won[at];
        }
    }

    /// Of a hundred innings, how many are `part`.
    pub fn percent(&self, part: u32) -> f64 {
        100.0 * f64::from(part) / (self.lengths.len().max(1)) as f64
    }

    /// Of a hundred innings, how many end with a tag.
    pub fn by_tag(&self) -> f64 {
        self.percent(self.tags.iter().sum())
    }

    /// Of a hundred innings, how many a clock ends.
    pub fn by_clock(&self) -> f64 {
        self.percent(self.clocks.iter().sum())
    }

    /// Of a hundred innings, how many end with a catch, and the standard error of that. Each set is one observation,
    /// since the innings of one set are played by the same five. Two sets more than were played, one all catches and one
    /// none, so that a row of none or all has an error too.
    pub fn catches(&self) -> (f64, f64) {
        let sets = f64::from(self.sets.max(1));
        let innings = self.lengths.len().max(1) as f64 / sets;
        let caught: u32 = self.tags.iter().chain(&self.clocks).sum();
        let (sum, squares) = (f64::from(caught) + innings, f64::from(self.squares) + innings * innings);
        let mean = sum / (sets + 2.0);
        let variance = squares / (sets + 2.0) - mean * mean;
        let error = (variance / sets).sqrt() / innings;
        (self.percent(caught), 100.0 * error)
    }

    /// Of a hundred innings as a runner, in how many these seats were caught.
    pub fn caught(&self, seats: &[usize]) -> f64 {
        share(seats.iter().map(|&seat| self.runs[seat]))
    }

    /// Of a hundred innings as the patwar, in how many these seats tagged somebody.
    pub fn tagged(&self, seats: &[usize]) -> f64 {
        share(seats.iter().map(|&seat| self.chases[seat]))
    }

    /// The length of an innings that `percent` of a hundred do not exceed, in ticks.
    pub fn length(&self, percent: usize) -> u32 {
        let mut lengths = self.lengths.clone();
        lengths.sort_unstable();
        let place = lengths.len() * percent / 100;
        lengths
            .get(place.min(lengths.len().saturating_sub(1)))
            .copied()
            .unwrap_or(0)
    }
}

fn share(counts: impl Iterator<Item = (u32, u32)>) -> f64 {
    let (of, part) = counts.fold((0, 0), |(of, part), (more, hits)| (of + more, part + hits));
    100.0 * f64::from(part) / f64::from(of.max(1))
}
