//! Whole sets between bots on rules alone: no clocks, no sockets.

use std::collections::VecDeque;

use chowk_rules::stones::{Event, Lots, Outcome, Phase, RuleSet, Seat, Set, Wish};

use super::{Bot, LATE_TICKS, Patwar, Runner, Sight};
use crate::arena::Luck;

/// Who plays a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Player {
    /// How it chases.
    pub patwar: Patwar,
    /// How it runs.
    pub runner: Runner,
    /// How many ticks late it sees the court while it chases.
    pub late_chasing: u32,
    /// How many ticks late it sees the court while it runs.
    pub late_running: u32,
}

/// An innings that was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Inning {
    /// Who chased.
    pub patwar: Seat,
    /// Who was caught.
    pub caught: Option<Seat>,
    /// Whether a clock did it.
    pub by_clock: bool,
    /// The phase in which it ended.
    pub phase: Phase,
    /// How long it lasted after its break, in ticks.
    pub ticks: u32,
}

/// A set that was played to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedSet {
    /// Its innings.
    pub innings: Vec<Inning>,
    /// Who came where.
    pub outcome: Outcome,
}

impl Player {
    /// Someone who plays well and sees as late as a house bot.
    pub const GOOD: Player = Player {
        patwar: Patwar::Hunter,
        runner: Runner::Fox,
        late_chasing: LATE_TICKS,
        late_running: LATE_TICKS,
    };

    /// Someone who plays simply.
    pub const SIMPLE: Player = Player {
        patwar: Patwar::Chaser,
        runner: Runner::Thief,
        late_chasing: LATE_TICKS,
        late_running: LATE_TICKS,
    };
}

/// Plays one set. The same seed gives the same set.
///
/// # Panics
/// If the rules were not checked.
pub fn play(rules: RuleSet, players: [Player; 5], seed: u64) -> PlayedSet {
    let mut luck = Luck::new(seed);
    let lots = Lots::draw(&mut luck).value;
    let mut set = Set::new(rules, lots);
    let mut seeds = fastrand::Rng::with_seed(seed ^ 0x5eed);
    let mut bots = Seat::ALL.map(|seat| {
        let player = players[seat.index()];
        Bot::new(seat, player.patwar, player.runner, seeds.u64(..))
    });
    let lates = players
        .iter()
        .map(|player| player.late_chasing.max(player.late_running));
    let latest = lates.max().unwrap_or(0) as usize;
    let mut past = VecDeque::from([Sight::of(&set)]);
    let mut innings = Vec::new();
    let mut asked: Vec<(Seat, Wish)> = Vec::new();
    while !set.is_over() {
        asked.clear();
        for (bot, seat) in bots.iter_mut().zip(Seat::ALL) {
            let player = &players[seat.index()];
            let late = if seat == set.patwar() {
                player.late_chasing
            } else {
                player.late_running
            };
            let sight = past[past.len().saturating_sub(1 + late as usize)];
            let wishes = bot.wishes(set.tick() + 1, sight);
            asked.extend(wishes.into_iter().map(|wish| (seat, wish)));
        }
        let (patwar, phase, since) = (set.patwar(), set.phase(), first_tick(&innings, &set));
        let beat = set.advance(&asked, &mut luck);
        past.push_back(Sight::of(&set));
        if past.len() > latest + 1 {
            past.pop_front();
        }
        let by_clock = beat.events.iter().any(|event| matches!(event, Event::ClockOut { .. }));
        for event in &beat.events {
            if let Event::InningsEnd { caught } = event {
                innings.push(Inning {
                    patwar,
                    caught: *caught,
                    by_clock,
                    phase,
                    ticks: beat.tick - since,
                });
            }
        }
    }
    let outcome = set.result().expect("a set that is over has a result").clone();
    PlayedSet { innings, outcome }
}

/// The tick in which the break of the innings that goes on is over.
fn first_tick(innings: &[Inning], set: &Set) -> u32 {
    let breaks = set.rules().ticks(set.rules().break_s);
    let before: u32 = innings.iter().map(|inning| inning.ticks + breaks).sum();
    before + breaks
}
