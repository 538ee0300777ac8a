//! A replay as it reads and as it looks.

use super::film::{Film, tests::record};
use super::show::{After, Show};
use super::terminal::{
    Shown as _,
    bench::{press, screen},
};
use super::told::{Told, side_of};
use super::*;
use crate::tui::key::Key;

fn film(name: &str) -> (Film, Told) {
    let film = Film::read(&record(name)).unwrap();
    let told = Told::of(&film);
    (film, told)
}

fn show(name: &str) -> Show {
    let (film, told) = film(name);
    let bottom = *film.sides.keys().next().unwrap();
    Show::new(film, told, bottom, 0)
}

#[test]
fn a_whole_match_reads_well() {
    let (film, told) = film("quick-3-abandoned.chowk.ndjson");
    insta::assert_snapshot!(plain::whole(&film, &told, None).join("\n"));
}

#[test]
fn the_table_at_a_throw_tells_what_could_be_moved_and_what_was() {
    let (film, told) = film("pagdi-2.chowk.ndjson");
    let south = side_of(&told, &film, "S").unwrap();
    insta::assert_snapshot!(plain::table(&film, &told, 20, south).join("\n"));
}

#[test]
fn up_to_a_throw_means_with_what_followed_from_it() {
    let (film, told) = film("pagdi-2.chowk.ndjson");
    let some = plain::whole(&film, &told, Some(3));
    let all = plain::whole(&film, &told, None);
    assert!(all.starts_with(&some) && some.len() < all.len());
    let numbers = some
        .iter()
        .filter_map(|line| line.trim_start().split(' ').next()?.parse().ok());
    assert_eq!(numbers.collect::<Vec<u32>>(), [1, 2, 3]);
    assert!(some.last().unwrap().contains("moves"), "{some:?}");
}

#[test]
fn every_step_says_who_did_it_and_which_draw_it_was() {
    for name in super::film::tests::records() {
        let (film, told) = film(&name);
        for at in 1..=film.steps.len() {
            let lines = plain::step(&film, &told, at);
            let step = film.step(at).unwrap();
            let marked = Told::by(step).is_some_and(|by| lines[0].ends_with(&format!("  [{by}]")));
            let needs = matches!(
                step.line,
                chowk_record::line::Line::Thrown { .. } | chowk_record::line::Line::Moved { .. }
            );
            assert_eq!(marked, needs, "{name} {at}: {lines:?}");
        }
    }
}

#[test]
fn a_side_is_called_by_letter_word_or_name() {
    let (film, told) = film("pagdi-2.chowk.ndjson");
    for typed in ["S", "s", "south", " South "] {
        assert_eq!(side_of(&told, &film, typed), side_of(&told, &film, "S"), "{typed}");
    }
    assert_eq!(side_of(&told, &film, "seat 2"), side_of(&told, &film, "N"));
    assert_eq!((side_of(&told, &film, "E"), side_of(&told, &film, "")), (None, None));
}

#[test]
fn keys_step_jump_and_play() {
    let mut show = show("pagdi-2.chowk.ndjson");
    let corner = |show: &Show| show.scene().corner;
    assert!(corner(&show).starts_with("throw 0 of 63"));
    press(&mut show, "><");
    assert!(corner(&show).starts_with("throw 0 "));
    press(&mut show, "nn");
    assert!(corner(&show).starts_with("throw 2 "));
    press(&mut show, "j20\n");
    assert!(corner(&show).starts_with("throw 20 "));
    press(&mut show, ">N");
    assert!(corner(&show).starts_with("throw 20 "), "back to the throw itself");
    press(&mut show, "N");
    assert!(corner(&show).starts_with("throw 19 "));
    press(&mut show, "j64\n");
    assert!(corner(&show).starts_with("throw 19 "));
    assert!(show.scene().banner.unwrap().text.contains("no throw 64"));
    press(&mut show, "$>");
    assert!(show.scene().turn.is_none() && corner(&show).starts_with("throw 63 "));
    // Playing at the end begins anew, goes by itself and stops by itself or by hand.
    press(&mut show, "p++");
    assert!(corner(&show).starts_with("throw 0 "));
    let slower = show.waits().unwrap();
    press(&mut show, "+");
    assert!(show.waits().unwrap() < slower);
    for _ in 0..10_000 {
        if show.waits().is_none() {
            break;
        }
        show.tick();
    }
    assert!(show.waits().is_none() && corner(&show).starts_with("throw 63 "));
    press(&mut show, "^p");
    show.tick();
    press(&mut show, "<");
    assert_eq!((show.waits(), corner(&show).starts_with("throw 0 ")), (None, true));
    assert_eq!(show.key(Key::Letter('q')), After::Quit);
    assert_eq!(show.key(Key::Interrupt), After::Quit);
}

#[test]
fn the_screen_at_a_throw() {
    let mut show = show("pagdi-2.chowk.ndjson");
    press(&mut show, "j20\n");
    let table = screen(&show, (80, 24));
    for told in [
        "pagdi  match daa66d2c",
        "throw 20 of 63  0:28",
        "  S Seat 1",
        "gate open",
        "> N Seat 2 bot",
        "shells ( ) ( ) ( ) ( )  = 8",
        "1 N1 4 to 12",
        "2 N2 gate shut: hit first",
        "3 N3 1 to 9, safe",
        "By: seat with its link, draw 20.",
        "20  Seat 2 (bot) throws 8 = ( ) ( ) ( ) ( )",
        "q quit",
    ] {
        assert!(table.contains(told), "{told}:\n{table}");
    }
    assert!(
        table.find("S Seat 1") < table.find("N Seat 2"),
        "South is at the bottom, and first in the list"
    );
    press(&mut show, ">s");
    let table = screen(&show, (80, 24));
    assert!(
        table.contains("moves N3 from 1 to 9.") && table.contains("By: seat."),
        "{table}"
    );
    assert!(table.find("S Seat 1") > table.find("N Seat 2"), "{table}");
    for (key, told) in [("?", "go to a throw by its number"), ("i", "longest wait")] {
        press(&mut show, key);
        assert!(screen(&show, (80, 24)).contains(told), "{key}");
        press(&mut show, "\n");
        assert!(!screen(&show, (80, 24)).contains(told), "{key}");
    }
}

#[test]
fn any_keys_on_any_record_at_any_size() {
    let keys: Vec<char> = "><nNj9\n^$p+-si?xj1".chars().collect();
    let mut dice = crate::client::Jitter::new(5);
    for name in super::film::tests::records() {
        let mut show = show(&name);
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
