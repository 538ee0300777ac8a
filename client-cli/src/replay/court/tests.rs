//! A set again as it reads and as it looks.

use std::path::Path;

use chowk_protocol::{CourtEvent, CourtPhase, Event};

use super::*;
use crate::replay::record::Record;
use crate::replay::show::After;
use crate::replay::terminal::{
    Shown as _,
    bench::{press, screen},
};
use crate::tui::key::Key;

const RECORDS: [&str; 2] = ["stones-short", "stones-shipped"];

fn film(name: &str) -> Film {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../record/tests/golden/{name}.chowk.ndjson"));
    Film::of(Record::read(&std::fs::read(path).unwrap()).unwrap()).unwrap()
}

#[test]
fn a_set_is_played_again_to_the_end_that_its_record_tells() {
    for name in RECORDS {
        let film = film(name);
        let Some(Event::Ended { seats, why, .. }) = film.steps.last().map(|step| &step.told) else {
            panic!("{name} ends without an end");
        };
        let result = film.view(film.last()).result.unwrap();
        assert_eq!((&result.seats, result.why), (seats, *why), "{name}");
        assert!(film.view(film.last() - 1).result.is_none(), "{name}");
        for step in &film.steps {
            let court = film.court(step.tick);
            let Event::Court { tick, happened } = &step.told else {
                assert_eq!(step.tick, film.last());
                continue;
            };
            assert_eq!((*tick, court.tick), (step.tick, step.tick));
            if let CourtEvent::Cut { arm, .. } = happened
                && court.phase == CourtPhase::Steal
            {
                assert!(court.cut[arm], "{name} {tick}");
            } else if let CourtEvent::Void { void } = happened
                && court.phase != CourtPhase::Choice
            {
                assert_eq!(court.void, *void, "{name} {tick}");
            } else if let CourtEvent::InningsEnd { caught: Some(seat) } = happened {
                assert_eq!(court.caught.values().last(), Some(seat), "{name} {tick}");
            }
        }
    }
}

#[test]
fn a_set_reads_line_by_line_and_stands_at_any_tick() {
    let film = film("stones-shipped");
    let lines = whole(&film, None);
    assert!(
        lines[0].starts_with("Four stones, preset four-stones, played from "),
        "{}",
        lines[0]
    );
    assert!(lines[1].contains("Verified: the hash chain"), "{}", lines[1]);
    for told in [
        "Lots are drawn",
        "Innings 1: ",
        "Go! The stones",
        " takes a stone; ",
        "The set has ended: 1. ",
    ] {
        assert!(lines.iter().any(|line| line.contains(told)), "{told}: {lines:#?}");
    }
    let some = whole(&film, Some(200));
    assert!(lines.starts_with(&some) && some.len() < lines.len());
    let table = at(&film, 90).join("\n");
    for told in [
        "Tick 90 of ",
        "0:03.0",
        "in their own box SW",
        "the patwar, is ",
        "4 stones lie in the circle.",
    ] {
        assert!(table.contains(told), "{told}: {table}");
    }
}

#[test]
fn keys_step_jump_and_play() {
    let mut show = Show::new(film("stones-shipped"), 0);
    let last = show.film.last();
    press(&mut show, ">>><");
    assert_eq!(show.at, 2);
    press(&mut show, "j90\n");
    assert_eq!(show.at, 90);
    press(&mut show, "n");
    let next = show.at;
    assert!(next > 90 && show.film.steps.iter().any(|step| step.tick == next));
    press(&mut show, "N");
    assert_eq!(show.at, 90, "the steal begins in tick 90");
    assert_eq!(show.key(Key::PageDown), After::GoOn);
    assert_eq!(show.at, 120);
    press(&mut show, "j999999\n");
    assert!(show.at == 120 && show.scene().banner.unwrap().text.contains("no tick 999999"));
    // As fast as it was, then twice as fast, to the end.
    press(&mut show, "p");
    assert_eq!(show.waits().unwrap().as_millis(), 33);
    show.tick();
    assert_eq!(show.at, 121);
    press(&mut show, "+");
    show.tick();
    assert_eq!(show.at, 123);
    for _ in 0..last {
        show.tick();
    }
    assert_eq!((show.at, show.waits()), (last, None));
    press(&mut show, "^p");
    press(&mut show, ">");
    assert_eq!((show.at, show.waits()), (1, None), "a step by hand stops it");
    assert_eq!(show.key(Key::Letter('q')), After::Quit);
}

#[test]
fn the_last_second_and_a_half_before_a_tag_is_shown_slowly_and_stops_there() {
    let film = film("stones-shipped");
    let Some(tag) = film.tag_after(0) else {
        panic!("nobody is tagged in this set")
    };
    let mut show = Show::new(film, 0);
    press(&mut show, "t");
    assert_eq!((show.at, show.waits().unwrap().as_millis()), (tag - 45, 132));
    for _ in 0..100 {
        show.tick();
    }
    assert_eq!((show.at, show.waits()), (tag, None));
    assert!(
        screen(&show, (80, 24)).contains(" tagged "),
        "{}",
        screen(&show, (80, 24))
    );
    press(&mut show, "T");
    assert!(show.scene().banner.unwrap().text.contains("no tag on that side"));
}

#[test]
fn any_keys_on_any_set_at_any_size() {
    let keys: Vec<char> = "><nNtTj9\n^$p+-w?xj1".chars().collect();
    let mut dice = crate::client::Jitter::new(5);
    for name in RECORDS {
        let mut show = Show::new(film(name), 0);
        for _ in 0..60 {
            let key = keys[dice.below(keys.len() as u64) as usize];
            press(&mut show, &key.to_string());
            if show.waits().is_some() {
                show.tick();
            }
            screen(&show, (1 + dice.below(220) as u16, 1 + dice.below(70) as u16));
        }
    }
}
