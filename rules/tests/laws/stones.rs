//! Four stones under the laws: sets of any numbers, played by five who mostly know what they want.

#[path = "stones/turned.rs"]
mod turned;

use chowk_rules::stones::*;
use proptest::prelude::*;

use super::Dice;

/// How many random sets each law is tried on; one has some thousand ticks.
const SETS: u32 = if cfg!(debug_assertions) { 100 } else { 1_000 };

/// Any numbers that can be played. Short clocks and short arms, so that all phases are seen.
pub(crate) fn any_rules() -> impl Strategy<Value = RuleSet> {
    let bodies = (10..40u32, 10..60u32, 0..1_200u32, 100..2_000u32, 0..30u32, 0..30u32);
    let clocks = (1..20u32, 1..3u32, 1..6u32, 1..6u32, 1..40u32, 1..12u32);
    let rest = (
        0..3_000u32,
        1..8u32,
        1..20u32,
        1..30u32,
        1..4u32,
        any::<bool>(),
        1..=100u32,
    );
    (bodies, clocks, rest).prop_map(|(bodies, clocks, rest)| {
        let hz = 30;
        let rules = RuleSet {
            hz,
            runner: bodies.0 * 10 * hz,
            patwar: bodies.1 * 10 * hz,
            tag_reach: bodies.2,
            pick_reach: bodies.3,
            take_ticks: bodies.4,
            lead_ticks: bodies.5,
            cut_s: clocks.0,
            credit_s: clocks.1,
            guard_s: clocks.2,
            visit_s: clocks.3,
            steal_s: clocks.4,
            idle_s: clocks.5,
            cut_near: rest.0,
            choice_s: rest.1,
            gumpu_s: rest.2,
            chhuttu_s: rest.3,
            rounds: rest.4,
            gumpu_reach_in: rest.5,
            instants: rest.6,
            break_s: 1,
            innings: 3,
        };
        assert_eq!(rules.check(), Ok(()));
        rules
    })
}

/// Five who choose a place now and then and go there, and press what they can.
pub(crate) struct Crowd {
    targets: [Point; 5],
}

impl Crowd {
    pub(crate) fn new() -> Crowd {
        Crowd { targets: [CENTRE; 5] }
    }

    pub(crate) fn wishes(&mut self, set: &Set, dice: &mut Dice) -> Vec<(Seat, Wish)> {
        let mut asked = Vec::new();
        for seat in Seat::ALL {
            if dice.below(12) == 0 {
                self.targets[seat.index()] = target(set, seat, dice);
            }
            if dice.below(3) == 0 {
                let (to, at) = (self.targets[seat.index()], set.place(seat));
                let part = |d: i32| d.clamp(-127, 127) as i16;
                asked.push((
                    seat,
                    Wish::Steer {
                        dx: part(to.x - at.x),
                        dy: part(to.y - at.y),
                    },
                ));
            }
            match dice.below(12) {
                0..4 => asked.push((seat, Wish::Take)),
                4..8 => asked.push((
                    seat,
                    Wish::Give {
                        to: Seat::ALL[dice.below(5) as usize],
                    },
                )),
                8 => asked.push((seat, Wish::Choose(word(dice)))),
                9 if dice.below(40) == 0 => asked.push((seat, Wish::Away)),
                _ => {}
            }
        }
        asked
    }
}

fn target(set: &Set, seat: Seat, dice: &mut Dice) -> Point {
    let anywhere = Point::at(dice.below(12_001) as i32, dice.below(12_001) as i32);
    let corner = match (set.phase(), set.home(seat)) {
        (Phase::Gumpu(corner), _) => Some(corner),
        (Phase::Chhuttu, Some(_)) if dice.below(4) > 0 => {
            let round = if set.rounds(seat).direction < 0 { 3 } else { 1 };
            Some(Corner::ALL[(set.last_box(seat).index() + round) % 4])
        }
        (_, home) => home,
    };
    match (dice.below(4), corner) {
        (0, _) => anywhere,
        (1, None) => Arm::ALL[dice.below(4) as usize].end(),
        (2, None) => set.place(Seat::ALL[dice.below(5) as usize]),
        (_, Some(corner)) if set.stones(seat) > 0 || set.phase() != Phase::Steal => corner.middle(),
        (..) => CENTRE,
    }
}

fn word(dice: &mut Dice) -> Word {
    match dice.below(6) {
        corner @ 0..4 => Word::Gumpu(Some(Corner::ALL[corner as usize])),
        4 => Word::Gumpu(None),
        _ => Word::Chhuttu,
    }
}

/// Plays a set to its end, with all the laws at every tick, and plays it again from what was wished.
fn obey(rules: RuleSet, seed: u64) {
    let mut dice = Dice::new(seed);
    let lots = Lots::draw(&mut dice).value;
    let start = Set::new(rules, lots);
    let (mut set, mut crowd) = (start.clone(), Crowd::new());
    let (mut heard, mut told) = (Vec::new(), Vec::new());
    let mut draws = Dice::new(seed ^ 1);
    let mut caught = 0;
    while !set.is_over() {
        let asked = crowd.wishes(&set, &mut dice);
        let before = set.clone();
        let beat = set.advance(&asked, &mut draws);
        assert_eq!((beat.tick, beat.answers.len()), (before.tick() + 1, asked.len()));
        assert_bodies(&before, &set, &beat);
        let held: u32 = Seat::ALL.iter().map(|&seat| u32::from(set.stones(seat))).sum();
        assert_eq!(held + u32::from(set.ground()), 4, "stones are conserved");
        assert_eq!(set.stones(set.patwar()), 0);
        assert_refused_leave_no_trace(&before, &set, &asked, &beat);
        for event in &beat.events {
            caught += u32::from(matches!(event, Event::Tagged { .. } | Event::ClockOut { .. }));
            if let Event::InningsEnd { caught: whom } = event {
                assert_eq!(caught, u32::from(whom.is_some()), "at most one is caught in an innings");
                caught = 0;
            }
        }
        let rules = set.rules();
        let innings_max = rules.break_s + rules.steal_s + rules.choice_s + rules.gumpu_s.max(rules.chhuttu_s);
        assert!(beat.tick <= 3 * rules.ticks(innings_max), "every set ends");
        heard.push(asked);
        told.push(beat);
    }
    assert_ranks(&set);
    let (mut again, mut draws) = (start, Dice::new(seed ^ 1));
    for (asked, beat) in heard.iter().zip(&told) {
        assert_eq!(again.advance(asked, &mut draws), *beat, "a replay tells the same");
    }
    assert_eq!(again, set, "a replay is the same bit for bit");
}

/// Nobody is where he may not be, nobody is faster than his speed, and who may not move does not.
fn assert_bodies(before: &Set, after: &Set, beat: &Beat) {
    let rules = after.rules();
    for seat in Seat::ALL {
        let (from, to) = (before.place(seat), after.place(seat));
        if seat == after.patwar() {
            assert!(to.is_in_tracks(), "the patwar at {to:?}");
        } else {
            assert!(to.is_on_court(), "a runner at {to:?}");
        }
        let put = beat
            .events
            .iter()
            .any(|event| matches!(event, Event::Innings { .. } | Event::Phase(Phase::Choice)));
        if put {
            continue;
        }
        let speed = if seat == before.patwar() {
            rules.patwar
        } else {
            rules.runner
        };
        assert!(from.is_within(speed / rules.hz, to), "{from:?} to {to:?} in a tick");
        if !before.may_move(seat, beat.tick) {
            assert_eq!(from, to, "who may not move does not");
        }
    }
    for event in &beat.events {
        if let Event::Tagged { distance, reach, .. } = event {
            assert!(distance <= reach && !before.is_void());
        }
    }
}

/// Without the wishes that were refused the tick would have been the same. (Also a refused wish brings an away seat
/// back, so those ticks are passed over.)
fn assert_refused_leave_no_trace(before: &Set, after: &Set, asked: &[(Seat, Wish)], beat: &Beat) {
    if Seat::ALL.iter().any(|&seat| before.is_away(seat)) || beat.events.iter().any(drawn) {
        return;
    }
    let all = asked.iter().zip(&beat.answers);
    let kept = all.filter(|(_, answer)| !matches!(answer, Answer::Refused(_)));
    let kept: Vec<(Seat, Wish)> = kept.map(|(&wish, _)| wish).collect();
    if kept.iter().any(|(_, wish)| *wish == Wish::Away) {
        return;
    }
    let mut without = before.clone();
    let same = without.advance(&kept, &mut Dice::new(0));
    assert_eq!(same.events, beat.events);
    assert_eq!(without, *after);
}

fn drawn(event: &Event) -> bool {
    matches!(event, Event::ClockOut { t: Some(_), .. })
}

/// At least one wins, winners were never caught and never patwar, and everybody has one rank.
fn assert_ranks(set: &Set) {
    let outcome = set.result().unwrap();
    let mut all: Vec<Seat> = outcome.ranks.concat();
    all.sort_unstable();
    assert_eq!(all, Seat::ALL);
    let winners: Vec<Seat> = Seat::ALL.into_iter().filter(|&seat| set.may_win(seat)).collect();
    assert!(!winners.is_empty());
    assert_eq!(outcome.ranks[0], winners);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: SETS, ..ProptestConfig::default() })]

    #[test]
    fn laws_hold_for_stones(rules in any_rules(), seed: u64) {
        obey(rules, seed);
    }

    #[test]
    fn laws_hold_for_the_shipped_numbers(seed: u64) {
        obey(RuleSet::default(), seed);
    }
}

#[test]
fn all_phases_are_seen_under_the_laws() {
    let (mut seen, mut throughs) = (std::collections::BTreeSet::new(), 0);
    for seed in 0..60 {
        let rules = RuleSet {
            tag_reach: 200,
            rounds: 1,
            ..RuleSet::default()
        };
        let mut dice = Dice::new(seed);
        let mut set = Set::new(rules, Lots::draw(&mut dice).value);
        let mut crowd = Crowd::new();
        while !set.is_over() {
            let asked = crowd.wishes(&set, &mut dice);
            for event in set.advance(&asked, &mut dice).events {
                throughs += u32::from(matches!(event, Event::Through { .. }));
                seen.insert(event.code());
            }
            seen.insert(set.phase().code());
        }
    }
    for word in [
        "break",
        "steal",
        "choice",
        "gumpu",
        "chhuttu",
        "over",
        "cut",
        "taken",
        "given",
        "crossed",
        "void",
        "tagged",
        "clock_out",
        "innings_end",
        "ended",
        "through",
    ] {
        assert!(seen.contains(word), "{word} was never seen");
    }
    assert!(throughs > 0);
}
