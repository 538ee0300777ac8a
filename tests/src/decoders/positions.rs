//! Positions: of Chowka-bara as `chowk perft` reads them, of four stones as a setup, and what can be played from them.

use chowk_record::rules_json;
use chowk_rules::{
    Drawn, Fate, Game as _,
    chowka::{self, Action, Match, Shells, Side},
    stones::{self, Arm, Lots, Phase, Point, Set, Setup, Wish},
};

/// The first byte says which game. `C`: a line "players side preset", or a rule set instead of the preset, then the
/// position. Anything else: a setup of four stones, and wishes tick by tick.
pub(super) fn read(bytes: &[u8]) {
    match bytes.split_first() {
        Some((b'C', rest)) => chowka(rest),
        Some((_, rest)) => court(rest),
        None => {}
    }
}

fn chowka(bytes: &[u8]) {
    let mut lines = super::lines(bytes);
    let (Some(head), Some(text)) = (lines.next(), lines.next()) else {
        return;
    };
    let (Ok(head), Ok(text)) = (std::str::from_utf8(head), std::str::from_utf8(text)) else {
        return;
    };
    let mut head = head.splitn(3, ' ');
    let (Some(players), Some(side), Some(rules)) = (head.next(), head.next(), head.next()) else {
        return;
    };
    let Some(players) = players.parse().ok().filter(|players| (2..=4).contains(players)) else {
        return;
    };
    let Some(side) = side.chars().next().and_then(Side::from_letter) else {
        return;
    };
    let rules = match chowka::preset(rules) {
        Some(preset) => preset.rules(),
        None => {
            let value = serde_json::from_str(rules).map(|value| rules_json::from_value(&value));
            let Ok(Ok(rules)) = value else { return };
            rules
        }
    };
    match Match::parse(rules, players, text, side) {
        Ok(game) => {
            let told = game.to_string();
            let again = Match::parse(rules, players, &told, side).expect("what is told can be read");
            assert_eq!(again, game, "{told}");
            play(game, lines.next().unwrap_or_default());
        }
        Err(fault) => assert!(!fault.to_string().is_empty()),
    }
}

/// Plays on: each byte is a throw's faces or one of the moves that are legal. What is legal is accepted.
fn play(mut game: Match, bytes: &[u8]) {
    let mut fate = Bytes { bytes, t: 0 };
    for step in 0..200_u8 {
        let Some(turn) = game.turn() else {
            assert!(game.is_over() && game.result().is_some());
            return;
        };
        let side = turn.side;
        let legal = game.legal();
        let action = match legal.len() {
            0 => Action::Throw,
            many => {
                let one = &legal[usize::from(fate.next(step)) % many];
                Action::Move {
                    pawn: one.pawn,
                    value: one.value,
                }
            }
        };
        let Ok(events) = game.decide(side, &action, &mut fate) else {
            let may_throw = game.decide(side, &Action::Throw, &mut fate).is_ok();
            assert!(
                may_throw && !matches!(action, Action::Throw),
                "a turn that nobody can take"
            );
            return;
        };
        assert!(!events.is_empty());
        for event in &events {
            game.evolve(event);
        }
        for side in game.sides() {
            let centre = game.rules().board.centre();
            assert!(game.pawns(side).iter().all(|pawn| *pawn <= centre));
        }
    }
}

/// Chance from the input; zeroes when it is used up.
struct Bytes<'a> {
    bytes: &'a [u8],
    t: u64,
}

impl Bytes<'_> {
    fn next(&mut self, or: u8) -> u8 {
        match self.bytes.split_first() {
            Some((first, rest)) => {
                self.bytes = rest;
                *first
            }
            None => or,
        }
    }

    fn drawn<T>(&mut self, value: T) -> Drawn<T> {
        self.t += 1;
        Drawn { t: self.t - 1, value }
    }
}

impl Fate for Bytes<'_> {
    fn cast(&mut self, shells: u8, _mouth_up_256: u8) -> Drawn<Shells> {
        let mouths = self.next(3) % (shells + 1);
        self.drawn(Shells::showing(mouths, shells))
    }

    fn pick(&mut self, of: u32) -> Drawn<u32> {
        let byte = self.next(0);
        self.drawn(u32::from(byte) % of)
    }
}

fn court(bytes: &[u8]) {
    let mut fate = Bytes { bytes, t: 0 };
    let hz = [30, 10, 60, 20][usize::from(fate.next(0) % 4)];
    let rules = stones::RuleSet::default().at_hz(hz);
    if rules.check().is_err() {
        return;
    }
    let lots = Lots::draw(&mut fate).value;
    let setup = setup(&mut fate);
    let mut set = match Set::placed(rules, lots, &setup) {
        Ok(set) => set,
        Err(fault) => {
            assert!(!fault.to_string().is_empty());
            return;
        }
    };
    for _ in 0..1_500 {
        if set.is_over() {
            assert!(set.result().is_some());
            return;
        }
        let asked = asked(&mut fate);
        let before = set.tick();
        let mut twin = set.clone();
        let mut same = Bytes { ..fate };
        let beat = set.advance(&asked, &mut fate);
        assert_eq!(twin.advance(&asked, &mut same), beat);
        assert_eq!((set.tick(), beat.answers.len()), (before + 1, asked.len()));
        let held: u32 = stones::Seat::ALL.iter().map(|seat| u32::from(set.stones(*seat))).sum();
        assert_eq!(held + u32::from(set.ground()), 4, "four stones are four stones");
        if fate.bytes.is_empty() && asked.is_empty() && beat.events.is_empty() && set.tick() > 900 {
            return;
        }
    }
}

fn corner(fate: &mut Bytes<'_>) -> stones::Corner {
    stones::Corner::ALL[usize::from(fate.next(0) % 4)]
}

fn setup(fate: &mut Bytes<'_>) -> Setup {
    let phase = match fate.next(0) % 6 {
        0 => Phase::Steal,
        1 => Phase::Choice,
        2 => Phase::Chhuttu,
        3 => Phase::Gumpu(corner(fate)),
        4 => Phase::Break,
        _ => Phase::Over,
    };
    let mut setup = Setup {
        phase,
        ..Setup::default()
    };
    let said = fate.next(0);
    for seat in 0..5 {
        if said >> seat & 1 == 1 {
            let mut axis = || i32::from(i16::from_be_bytes([fate.next(0), fate.next(0)]));
            let (x, y) = (axis(), axis());
            setup.at[seat] = Some(Point { x, y });
        }
        setup.stones[seat] = fate.next(0) % 5;
        setup.progress[seat] = i16::from(fate.next(0) as i8);
    }
    let more = fate.next(0);
    setup.cut = Arm::ALL
        .into_iter()
        .filter(|arm| more >> arm.index() & 1 == 1)
        .collect();
    setup.ground = (more >> 4 & 1 == 1).then_some(more >> 5);
    setup
}

fn asked(fate: &mut Bytes<'_>) -> Vec<(stones::Seat, Wish)> {
    let mut asked = Vec::new();
    while !fate.bytes.is_empty() && asked.len() < 6 {
        let what = fate.next(0);
        let Some(seat) = stones::Seat::ALL.get(usize::from(what >> 4) % 6).copied() else {
            break;
        };
        let wish = match what % 8 {
            0..=2 => {
                let mut axis = || i16::from(fate.next(0) as i8);
                let (dx, dy) = (axis(), axis());
                Wish::Steer { dx, dy }
            }
            3 => Wish::Away,
            4 => Wish::Take,
            5 => Wish::Give {
                to: stones::Seat::ALL[usize::from(fate.next(0) % 5)],
            },
            6 => Wish::Choose(stones::Word::Chhuttu),
            _ => {
                let place = fate.next(0);
                let place = (place < 200).then(|| stones::Corner::ALL[usize::from(place % 4)]);
                Wish::Choose(stones::Word::Gumpu(place))
            }
        };
        asked.push((seat, wish));
    }
    asked
}
