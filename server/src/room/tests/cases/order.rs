//! E9: what comes in one tick has one order (tick, then receipt, then seat), and the record shows it.

use chowk_protocol::{ClientMsg, CourtEvent, CourtPhase};
use chowk_rules::{
    Drawn, Fate,
    chowka::Shells,
    stones::{Answer, Event, Lots, Point, RuleSet, Seat as Place, Set, Setup, Wish},
};

use super::{
    super::{
        super::{Body, Input, Order},
        seat::Seat,
        stones::{court_events, room, short},
        table::Bench,
    },
    lines,
};

/// Five people at a court on which every stone is in reach of everybody.
fn five() -> (Bench, Vec<Seat>) {
    let rules = RuleSet {
        pick_reach: 12_000,
        ..short()
    };
    let (mut bench, host) = room(rules, |_| {});
    let mut seats = vec![host];
    seats.extend((2..=5).map(Seat::new));
    for seat in &mut seats[1..] {
        bench.join(seat);
    }
    bench.start(&mut seats.iter_mut().collect::<Vec<_>>());
    while bench.view().court.unwrap().phase != CourtPhase::Steal {
        bench.sleep_to_next_wake();
    }
    (bench, seats)
}

#[test]
fn takes_of_one_tick_are_heard_as_they_came_case_e9() {
    for order in [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [2, 4, 0, 3, 1]] {
        let (mut bench, mut seats) = five();
        let patwar = bench.view().court.unwrap().patwar;
        bench.forget_what_was_told();
        for chair in order {
            let n = seats[chair].next_n();
            bench.wish(&seats[chair], ClientMsg::Take { n });
        }
        let host = seats[0].session;
        let mut taken = Vec::new();
        while taken.is_empty() {
            bench.sleep_to_next_wake();
            taken = court_events(&bench.inbox(host));
        }
        let expected: Vec<u8> = order
            .map(|chair| chair as u8)
            .into_iter()
            .filter(|chair| *chair != patwar)
            .collect();
        let of_one_tick = taken.iter().all(|(tick, _)| *tick == taken[0].0);
        assert!(of_one_tick, "{taken:?}");
        let told: Vec<u8> = taken
            .iter()
            .filter_map(|(_, event)| {
                if let CourtEvent::Taken { seat, .. } = event {
                    Some(*seat)
                } else {
                    None
                }
            })
            .collect();
        assert_eq!(told, expected, "{order:?}");
        bench.letter(host, seats[0].cid, Body::Closed);
        let why = "Enough.".to_owned();
        bench.handle(Input::Order(Order::End { why }));
        let record = bench.record();
        assert!(chowk_record::verify::verify(&record, None).holds());
        for kind in ["take", "taken"] {
            let lines = lines(&record);
            let seats = lines
                .iter()
                .filter(|line| line["kind"] == kind)
                .map(|line| line["seat"].as_u64().unwrap());
            let in_record: Vec<u64> = seats.collect();
            assert_eq!(
                in_record,
                expected.iter().map(|chair| u64::from(*chair)).collect::<Vec<_>>(),
                "{kind}"
            );
        }
    }
}

/// No draw comes into it.
struct Nothing;

impl Fate for Nothing {
    fn cast(&mut self, _: u8, _: u8) -> Drawn<Shells> {
        panic!("nothing is cast")
    }

    fn pick(&mut self, _: u32) -> Drawn<u32> {
        panic!("nothing is picked")
    }
}

/// A runner stands at the stones in reach of the patwar and takes one in the tick in which he is tagged: the tag comes
/// first, and ends the innings before the take is heard. Out of reach the same take is done.
#[test]
fn a_tag_comes_before_a_take_of_the_same_tick_case_e9() {
    let [patwar, runner] = [0, 1].map(|seat| Place::new(seat).unwrap());
    for (far, tagged) in [(700, true), (3_000, false)] {
        let setup = Setup::default()
            .with(patwar, Point::at(6_000, 6_000 - far))
            .with(runner, Point::at(6_000, 6_000));
        let lots = Lots::of(Place::ALL).unwrap();
        let mut set = Set::placed(RuleSet::default(), lots, &setup).unwrap();
        let beat = set.advance(&[(runner, Wish::Take)], &mut Nothing);
        assert_eq!(beat.answers, [if tagged { Answer::Lost } else { Answer::Done }]);
        let is_tag = matches!(beat.events[0], Event::Tagged { .. });
        let is_take = beat.events.iter().any(|event| matches!(event, Event::Taken { .. }));
        assert_eq!((is_tag, is_take), (tagged, !tagged), "{:?}", beat.events);
    }
}
