//! What the writing side writes, the verifying side accepts: whole matches by any rule set, to the longest there can be.
#![allow(clippy::unwrap_used, reason = "a test may, and its helpers are tests as well")]

use std::time::Instant;

use chowk_record::line::{Header, Line};
use chowk_record::verify::{Report, verify};
use chowk_rules::chowka::{
    Board, DeadEnd, End, Entry, Gate, GraceWithoutMove, HitRight, OuterStack, RuleSet, Safe, THROWS_MAX, Throws,
    Values, Victims, preset, presets,
};
use proptest::prelude::*;

mod play;
use play::{Seat, Whim, Written, play};

#[track_caller]
fn holds(written: &Written) -> Report {
    let report = verify(&written.record, Some(&written.log));
    assert!(report.holds(), "{report}\n{}", written.record);
    report
}

#[test]
fn every_preset_for_two_to_four() {
    for (number, preset) in presets().iter().enumerate() {
        for players in 2..=4 {
            let seats = [Seat::Links(40), Seat::House, Seat::Links(1), Seat::Links(500)];
            holds(&play(preset.rules(), &seats[..players], [number as u8; 32], false));
        }
    }
}

/// Any rule set that can be played, field by field from the whim.
fn any_rules(whim: &mut Whim) -> RuleSet {
    loop {
        let pick = |whim: &mut Whim, of: usize| whim.below(of) as u8;
        let shells = [4, 6][whim.below(2)];
        let none_up = shells + 1 + pick(whim, usize::from(24 - shells));
        let falling: Vec<u8> = (1..=shells).chain([none_up]).collect();
        let mut some = |odds: usize| {
            let chosen: Vec<u8> = falling.iter().copied().filter(|_| whim.below(odds) == 0).collect();
            Values::ascending(&chosen).unwrap()
        };
        let (grace, needs) = (some(4), some(2));
        let rules = RuleSet {
            board: Board::ALL[whim.below(2)],
            pawns: 1 + pick(whim, 8),
            shells,
            mouth_up_256: 64 + pick(whim, 129),
            none_up,
            grace,
            gate: [Gate::Hit, Gate::Open][whim.below(2)],
            hit_right: [HitRight::LostWhenAllHome, HitRight::Permanent][whim.below(2)],
            victims: [Victims::MostAdvanced, Victims::Random, Victims::All][whim.below(3)],
            grace_without_move: [GraceWithoutMove::Pass, GraceWithoutMove::Keep][whim.below(2)],
            hit_grace_adds: whim.below(2) == 0,
            throws: [Throws::OneByOne, Throws::Collect][whim.below(2)],
            entry: [Entry::OnHome, Entry::Needs(needs)][whim.below(2)],
            outer_stack: [OuterStack::Forbidden, OuterStack::Allowed][whim.below(2)],
            safe: [Safe::Homes, Safe::HomesAndCorners][whim.below(2)],
            centre_grace: whim.below(2) == 0,
            triple_grace_burns: whim.below(2) == 0,
            end: [End::LastPlace, End::FirstFinisher][whim.below(2)],
            dead_end: [DeadEnd::Share, DeadEnd::OpenGate][whim.below(2)],
            partners: false,
            gatti: false,
        };
        if rules.check().is_ok() {
            return rules;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 24 } else { 400 }))]

    #[test]
    fn any_rule_set_with_leavers(seed: [u8; 32], players in 2usize..=4) {
        let mut whim = Whim(u64::from_le_bytes(seed[..8].try_into().unwrap()));
        let rules = any_rules(&mut whim);
        let seats: Vec<Seat> =
            (0..players).map(|_| if whim.below(3) == 0 { Seat::House } else { Seat::Links(1 + whim.below(300) as u32) }).collect();
        holds(&play(rules, &seats, seed, whim.below(3) > 0));
    }
}

#[test]
fn typed_lines_come_back_as_they_were_written() {
    let written = play(
        preset("karnataka").unwrap().rules(),
        &[Seat::Links(40), Seat::House],
        [3; 32],
        false,
    );
    let mut lines = written.record.lines();
    let fields = |line: &str| serde_json::from_str(line).unwrap();
    let header = Header::from_fields(&fields(lines.next().unwrap())).unwrap();
    let (mut chain, first) = chowk_record::chain::RecordChain::begin(&header);
    let mut again = first + "\n";
    for line in lines {
        let map: serde_json::Map<String, serde_json::Value> = fields(line);
        let ms = map["ms"].as_u64().unwrap();
        // A writer can stop after any line and go on from what it stored.
        chain = serde_json::from_str(&serde_json::to_string(&chain).unwrap()).unwrap();
        again += &(chain.push(ms, &Line::from_fields(&map).unwrap()) + "\n");
    }
    assert_eq!(again, written.record);
}

/// Pawns enter only by the rarest value, so nobody can be done before throw 20,000.
#[test]
fn the_longest_match_there_can_be() {
    let rules = RuleSet {
        pawns: 8,
        shells: 6,
        mouth_up_256: 192,
        none_up: 24,
        grace: Values::of(&[]),
        gate: Gate::Open,
        entry: Entry::Needs(Values::of(&[24])),
        ..preset("pagdi").unwrap().rules()
    };
    let written = play(rules, &[Seat::Links(30_000), Seat::House], [1; 32], false);
    assert_eq!(written.throws, THROWS_MAX);
    assert!(written.record.contains("\"exhausted\""));
    let began = Instant::now();
    holds(&written);
    eprintln!(
        "{} lines, {} bytes: {:?}",
        written.record.lines().count(),
        written.record.len(),
        began.elapsed()
    );
}
