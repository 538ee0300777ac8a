//! The page of rules, row by row, in the game's own language and through one door.
//!
//! `check("pagdi 2 keep", "S{15,1,1,1} h", "S throws 3, S moves 1 by 3", "to throw: E; owed: 0")`: the preset, the
//! number of players and words that change fields; the position; what is done; what is then true.

mod board;
mod notation;
mod ruleset;

// Rows stay rows.
#[rustfmt::skip]
mod cases;
#[rustfmt::skip]
mod collect;
#[rustfmt::skip]
mod fields;
#[rustfmt::skip]
mod leaving;
#[rustfmt::skip]
mod presets;
#[rustfmt::skip]
mod turns;

use super::*;
use crate::{Drawn, Fate, Game};

/// Sets the table, does all of `actions` and compares each fact. The side named first has the turn. All actions but
/// the last must be accepted; after a refused one nothing may have changed.
fn check(table: &str, position: &str, actions: &str, facts: &str) {
    let row = format!("{table} | {position} | {actions} | {facts}");
    let (rules, players) = table_of(table);
    let first = actions
        .chars()
        .next()
        .and_then(Side::from_letter)
        .unwrap_or(Side::South);
    let game = Match::parse(rules, players, position, first).unwrap_or_else(|fault| panic!("{row}: {fault}"));
    let mut seen = Seen {
        game,
        events: Vec::new(),
        refused: None,
    };
    for action in actions.split(", ").filter(|action| !action.is_empty()) {
        assert_eq!(seen.refused, None, "{row}: before {action}");
        seen.act(action);
    }
    for fact in facts.split("; ") {
        let (name, expected) = fact.split_once(": ").unwrap_or(("position", fact));
        assert_eq!(seen.tell(name, expected), expected, "{row}: {name}\n{:?}", seen.events);
    }
    assert!(
        facts.contains("refused: ") || seen.refused.is_none(),
        "{row}: refused {:?}",
        seen.refused
    );
}

/// What the table looks like after the last action, and what that one caused.
struct Seen {
    game: Match,
    events: Vec<Event>,
    refused: Option<Illegal>,
}

impl Seen {
    fn act(&mut self, action: &str) {
        let words: Vec<&str> = action.split(' ').collect();
        let side = Side::from_letter(words[0].chars().next().unwrap()).unwrap();
        let number = |at: usize| words[at].parse::<u8>().unwrap();
        let mut fate = Told {
            mouths_up: 0,
            pick: None,
        };
        let action = match words[1] {
            "throws" => {
                let rules = self.game.rules();
                fate.mouths_up = (0..=rules.shells).find(|&up| rules.value_of(up) == number(2)).unwrap();
                Action::Throw
            }
            "moves" => {
                fate.pick = words.get(6).map(|_| u32::from(number(6)));
                let from = self.game.pawns(side).iter().position(|&index| index == number(2));
                Action::Move {
                    pawn: from.unwrap() as u8,
                    value: number(4),
                }
            }
            "pawn" => Action::Move {
                pawn: number(2),
                value: number(4),
            },
            "resigns" => Action::Leave(LeaveWhy::Resigned),
            "abandons" => Action::Abandon,
            other => panic!("{other} is no action"),
        };
        match self.game.decide(side, &action, &mut fate) {
            Ok(events) => {
                events.iter().for_each(|event| self.game.evolve(event));
                self.events = events;
            }
            Err(illegal) => self.refused = Some(illegal),
        }
    }

    fn tell(&self, name: &str, expected: &str) -> String {
        let game = &self.game;
        let turn = game.turn();
        let hand = |hand: &[u8]| join(hand.iter(), " ");
        match name {
            "position" => {
                let side = expected.chars().next().and_then(Side::from_letter).unwrap();
                let right = if game.has_right(side) { 'H' } else { 'h' };
                format!("{}{{{}}} {right}", side.letter(), join(game.pawns(side).iter(), ","))
            }
            "to throw" | "to move" => turn.map_or("nobody".to_owned(), |turn| {
                let asked = if turn.phase == Phase::Throw {
                    "to throw"
                } else {
                    "to move"
                };
                if asked == name {
                    turn.side.letter().to_string()
                } else {
                    asked.to_owned()
                }
            }),
            "may move" => {
                let mut from: Vec<u8> = game.legal().iter().map(|legal| legal.from).collect();
                from.sort_unstable();
                from.dedup();
                if from.is_empty() {
                    "none".to_owned()
                } else {
                    hand(&from)
                }
            }
            "choices" => {
                let choices = game.legal();
                let distinct: std::collections::BTreeSet<_> = choices.iter().map(|c| (c.from, c.value)).collect();
                join(distinct.iter().map(|(from, value)| format!("{from}+{value}")), " ")
            }
            "why" => {
                let (from, value) = expected.split_once(' ').unwrap().0.split_once('+').unwrap();
                let side = turn.unwrap().side;
                let pawn = game
                    .pawns(side)
                    .iter()
                    .position(|index| index.to_string() == from)
                    .unwrap();
                let blocked = game.blocked();
                let this = |blocked: &&Blocked| usize::from(blocked.pawn) == pawn && blocked.value.to_string() == value;
                let why = blocked.iter().find(this).map_or("legal", |blocked| blocked.why.code());
                format!("{from}+{value} {why}")
            }
            "would hit" => {
                let from = expected.split(' ').next().unwrap();
                let legal = game
                    .legal()
                    .into_iter()
                    .find(|legal| legal.from.to_string() == from)
                    .unwrap();
                let one_of = if legal.hits_drawn { " one of" } else { "" };
                format!("{from}{one_of} {}", victims(&legal.hits)).trim_end().to_owned()
            }
            "hits" => {
                let hits = self.events.iter().find_map(|event| match event {
                    Event::Moved { hits, .. } => Some(hits),
                    Event::Thrown { .. } | Event::Passed { .. } | Event::Left { .. } | Event::Ended { .. } => None,
                });
                hits.filter(|hits| !hits.is_empty())
                    .map_or("none".to_owned(), |hits| victims(hits))
            }
            "lost" => {
                let lost = self.events.iter().filter_map(|event| match event {
                    Event::Passed { value, why, .. } => Some(format!("{value} {}", why.code())),
                    Event::Thrown { .. } | Event::Moved { .. } | Event::Left { .. } | Event::Ended { .. } => None,
                });
                let lost: Vec<String> = lost.collect();
                if lost.is_empty() {
                    "nothing".to_owned()
                } else {
                    lost.join(", ")
                }
            }
            "owed" => turn.unwrap().owed.to_string(),
            "hand" => hand(turn.unwrap().hand),
            "forced" => game
                .forced()
                .map_or("no".to_owned(), |(pawn, value)| format!("#{pawn} by {value}")),
            "refused" => self.refused.map_or("no", Illegal::code).to_owned(),
            "over" => game.result().map_or("no".to_owned(), |outcome| {
                let ranks = outcome
                    .ranks
                    .iter()
                    .map(|rank| join(rank.iter().map(|side| side.letter()), "="));
                format!("{} {}", outcome.why.code(), join(ranks, " "))
            }),
            "ranks" => join(game.sides().map(|side| game.rank(side)), " "),
            other => panic!("{other} is no fact"),
        }
    }
}

/// A fate that is told what comes.
struct Told {
    mouths_up: u8,
    pick: Option<u32>,
}

impl Fate for Told {
    fn cast(&mut self, shells: u8, _mouth_up_256: u8) -> Drawn<Shells> {
        Drawn {
            t: 0,
            value: Shells::showing(self.mouths_up, shells),
        }
    }

    fn pick(&mut self, of: u32) -> Drawn<u32> {
        let value = self.pick.expect("a draw that the row does not expect");
        assert!(value < of);
        Drawn { t: 0, value }
    }
}

/// A preset, the number of players, and words that change one field each.
fn table_of(table: &str) -> (RuleSet, u8) {
    let mut words = table.split(' ');
    let mut rules = preset(words.next().unwrap()).unwrap().rules();
    let players = words.next().unwrap().parse().unwrap();
    for word in words {
        match word {
            "open" => rules.gate = Gate::Open,
            "permanent" => rules.hit_right = HitRight::Permanent,
            "random" => rules.victims = Victims::Random,
            "all" => rules.victims = Victims::All,
            "keep" => rules.grace_without_move = GraceWithoutMove::Keep,
            "adds" => rules.hit_grace_adds = true,
            "collect" => rules.throws = Throws::Collect,
            "needs-1" => rules.entry = Entry::Needs(Values::of(&[1])),
            "needs-4-8" => rules.entry = Entry::Needs(Values::of(&[4, 8])),
            "stack" => rules.outer_stack = OuterStack::Allowed,
            "corners" => rules.safe = Safe::HomesAndCorners,
            "homes" => rules.safe = Safe::Homes,
            "centre" => rules.centre_grace = true,
            "burns" => rules.triple_grace_burns = true,
            "first" => rules.end = End::FirstFinisher,
            "open-gate" => rules.dead_end = DeadEnd::OpenGate,
            "no-grace" => rules.grace = Values::default(),
            "two-pawns" => rules.pawns = 2,
            "three-pawns" => rules.pawns = 3,
            "none-up-12" => (rules.none_up, rules.grace) = (12, Values::of(&[4, 12])),
            other => panic!("{other} changes no field"),
        }
    }
    rules.check().unwrap();
    (rules, players)
}

fn victims(hits: &[Victim]) -> String {
    join(
        hits.iter()
            .map(|hit| format!("{}{}#{}", hit.side.letter(), hit.from, hit.pawn)),
        " ",
    )
}

fn join<T: ToString>(items: impl Iterator<Item = T>, between: &str) -> String {
    items.map(|item| item.to_string()).collect::<Vec<_>>().join(between)
}
