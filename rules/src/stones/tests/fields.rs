//! The fields of a rule set, lots, and what cannot be set up.

use super::*;

fn fault(field: &str, value: u32) -> String {
    let mut rules = RuleSet::default();
    *rules.number_mut(field).unwrap() = value;
    rules
        .check()
        .map_or_else(|fault| fault.to_string(), |()| "fine".to_owned())
}

#[test]
fn the_shipped_numbers_are_those_of_the_page() {
    let rules = RuleSet::default();
    let shipped = RuleSet::NUMBERS.iter().map(|name| rules.number(name).unwrap());
    let page = [
        30, 4050, 5400, 750, 400, 17, 15, 64, 1000, 20, 2, 4, 4, 90, 15, 10, 30, 45, 3, 3, 3,
    ];
    assert_eq!(shipped.collect::<Vec<_>>(), page);
    assert!(rules.gumpu_reach_in);
    assert_eq!(rules.check(), Ok(()));
    assert_eq!(rules.number("nothing"), None);
}

#[test]
fn a_set_of_numbers_that_cannot_be_played_names_its_field() {
    for (field, value, says) in [
        ("hz", 0, "`hz` must be 1 to 240"),
        ("hz", 60, "`runner` must be a multiple of `hz`"),
        ("runner", 4051, "`runner` must be a multiple of `hz`"),
        ("patwar", 5401, "`patwar` must be a multiple of `hz`"),
        ("patwar", 0, "`patwar` must be 1 to 240000"),
        ("tag_reach", 12_001, "`tag_reach` must be 0 to 12000"),
        ("instants", 0, "`instants` must be 1 to 256"),
        ("cut_near", 6_000, "`cut_near` must be 0 to 5999"),
        ("rounds", 0, "`rounds` must be 1 to 30"),
        ("innings", 4, "`innings` must be 1 to 3"),
        ("innings", 0, "`innings` must be 1 to 3"),
        ("break_s", 0, "`break_s` must be 1 to 3600"),
        ("take_ticks", 0, "fine"),
        ("tag_reach", 0, "fine"),
    ] {
        assert_eq!(fault(field, value), says, "{field} = {value}");
    }
    let slow = RuleSet {
        hz: 1,
        runner: 12_001,
        ..RuleSet::default()
    };
    assert_eq!(slow.check().unwrap_err().why, RuleWhy::TooFast);
    assert_eq!(slow.check().unwrap_err().why.code(), "impossible");
}

#[test]
fn another_hz_restates_what_is_counted_in_ticks() {
    let rules = RuleSet::default().at_hz(50);
    assert_eq!((rules.hz, rules.take_ticks, rules.lead_ticks), (50, 28, 25));
    assert_eq!(rules.check(), Ok(()));
    let mut set = Set::new(rules, Lots::of(Seat::ALL).unwrap());
    let mut fate = Middle(0);
    while set.phase() == Phase::Break {
        set.advance(&[], &mut fate);
    }
    assert_eq!(set.tick(), 150);
    assert_eq!(set.deadline(), Some(150 + 90 * 50));
    set.advance(&[(Seat::ALL[1], Wish::Steer { dx: 127, dy: 0 })], &mut fate);
    assert_eq!(set.place(Seat::ALL[1]), Point::at(2_581, 2_500));
}

#[test]
fn lots_are_one_shuffle_of_the_chairs() {
    // Always the last of those that are left: nobody changes place.
    struct Last(u64);
    impl Fate for Last {
        fn cast(&mut self, _: u8, _: u8) -> Drawn<crate::chowka::Shells> {
            unreachable!()
        }
        fn pick(&mut self, of: u32) -> Drawn<u32> {
            self.0 += 1;
            Drawn {
                t: self.0 - 1,
                value: of - 1,
            }
        }
    }
    let mut last = Last(7);
    let drawn = Lots::draw(&mut last);
    assert_eq!((drawn.t, drawn.value.places(), last.0), (7, Seat::ALL, 11));
    let [a, b, c, d, e] = Seat::ALL;
    assert_eq!(Lots::of([a, b, c, d, d]), None);
    let set = Set::new(RuleSet::default(), Lots::of([e, d, c, b, a]).unwrap());
    assert_eq!(
        (set.patwar(), set.home(d), set.home(a)),
        (e, Some(Corner::SouthWest), Some(Corner::NorthWest))
    );
}

#[test]
fn what_cannot_be_cannot_be_set_up() {
    for (court, fault) in [
        ("steal, 0 at 4999 4999", "seat 0 may not be there"),
        ("steal, 1 at 12001 0", "seat 1 may not be there"),
        ("steal, 0 holds 1", "the patwar holds no stones"),
        ("steal, 1 holds 3, 2 holds 2", "hands and circle have four stones"),
        ("chhuttu, 1 made 13", "seat 1 cannot have made so many crossings"),
    ] {
        let told = Seen::at(court).err().map(|fault| fault.to_string());
        assert_eq!(told.as_deref(), Some(fault), "{court}");
    }
}

#[test]
#[should_panic(expected = "a set needs rules that were checked")]
fn a_set_needs_rules_that_were_checked() {
    let rules = RuleSet {
        innings: 4,
        ..RuleSet::default()
    };
    Set::new(rules, Lots::of(Seat::ALL).unwrap());
}

#[test]
fn clocks_can_be_read() {
    let seen = Seen::at("steal, cut S").unwrap();
    let set = seen.set;
    assert_eq!(set.deadline(), Some(2_700));
    assert_eq!(set.idle_deadline(), Some(450));
    assert_eq!(set.patrol_deadline(), Some(120));
    assert_eq!(set.patrol(), Some(Patrol::EndLine));
    assert_eq!(set.cut_deadline(), Some(600));
    assert!(set.is_cut(Arm::South) && !set.is_cut(Arm::East));
    assert!(set.may_win(Seat::ALL[1]) && !set.may_win(Seat::ALL[0]));
    assert!(set.may_move(Seat::ALL[0], 1) && set.may_move(Seat::ALL[1], 1));
}
