//! Terminals that are hard on a program: tiny ones, keys pressed all at once, no colours, nothing but ASCII, and a
//! server that dies.

use std::path::Path;

use super::{
    super::{Part, Setting, keep},
    fingers::asked_by_screen,
    screens::{QUICK, Terminal, play_on},
};
use crate::{
    house::{House, Plan},
    screen::Screen,
};

/// The words of a terminal that is too small.
const NEED: &str = "Need 80";

pub(in crate::show) fn run(setting: &Setting, folder: &Path) -> anyhow::Result<Part> {
    let mut house = Plan::new(setting.programs.server(), &folder.join("data"))
        .with(&QUICK)
        .open()?;
    let mut part = Part::new();
    type Try = fn(&Setting, &mut House, &Path, &mut Part) -> anyhow::Result<()>;
    let tries: [(&str, Try); 4] = [
        ("a terminal of 20x5", sizes),
        ("keys all at once", keys),
        ("NO_COLOR and --ascii", bare),
        ("a server that is killed", killed),
    ];
    for (what, one) in tries {
        if let Err(error) = one(setting, &mut house, folder, &mut part) {
            part.demand(what, "borne", format!("{error:#}"), false);
        }
    }
    house.stop()?;
    Ok(part)
}

fn open(setting: &Setting, house: &House, folder: &Path, terminal: Terminal) -> anyhow::Result<Screen> {
    terminal.open(&setting.programs, &house.address(), folder, &[])
}

/// Waits until the full screen asks for something.
fn asks(screen: &Screen) -> anyhow::Result<String> {
    screen.until("a question", |text| asked_by_screen(text).is_some())
}

fn sizes(setting: &Setting, house: &mut House, folder: &Path, part: &mut Part) -> anyhow::Result<()> {
    let screen = open(setting, house, folder, Terminal::full("tiny", (20, 5), "pagdi", None))?;
    let small = screen.until("a word about its size", |text| {
        text.contains(NEED) && text.contains("20")
    })?;
    keep(&setting.out.join("opening-20x5.txt"), &small)?;
    let mut told = Vec::new();
    for (columns, rows, fits) in [
        (80, 24, true),
        (79, 24, false),
        (80, 23, false),
        (1, 1, false),
        (200, 60, true),
    ] {
        screen.resize(columns, rows)?;
        // In one cell there is no room for a word.
        let is_so = |text: &str| match (fits, columns) {
            (true, _) => text.contains("HOME"),
            (false, 1) => !text.contains("HOME"),
            (false, _) => text.contains(NEED),
        };
        screen.until("another size", is_so)?;
        told.push(format!(
            "{columns}x{rows} {}",
            if fits { "drawn" } else { "too small, told" }
        ));
    }
    play_on(&screen, |_, _| {})?;
    part.demand(
        "a terminal of 20x5, then of other sizes",
        "the size it needs, the board where it fits, a match played to its end",
        told.join(", "),
        true,
    );
    Ok(())
}

fn keys(setting: &Setting, house: &mut House, folder: &Path, part: &mut Part) -> anyhow::Result<()> {
    let screen = open(setting, house, folder, Terminal::full("keys", (80, 24), "pagdi", None))?;
    asks(&screen)?;
    let burst = " 1234567890?lctmkbxaray\t \n12 34 ".repeat(40);
    for _ in 0..5 {
        screen.types(&burst)?;
    }
    screen.press(&["Escape", "Escape", "Escape"])?;
    let questions = play_on(&screen, |_, _| {})?;
    let end = screen.until("the envelope opened", |text| text.contains("Throws checked"))?;
    part.demand(
        format!("{} keys at once", burst.len() * 5),
        "no harm; the match goes on to its end",
        format!("{questions} more questions, then its end"),
        end.contains('✔') && screen.ended()?.is_none(),
    );
    Ok(())
}

fn bare(setting: &Setting, house: &mut House, folder: &Path, part: &mut Part) -> anyhow::Result<()> {
    let mut terminal = Terminal::full("bare", (80, 24), "pagdi", None);
    terminal.words = &["--ascii"];
    let screen = terminal.open(&setting.programs, &house.address(), folder, &[("NO_COLOR", "1")])?;
    let mut strange = String::new();
    let mut painted = 0;
    play_on(&screen, |_, text| {
        strange.extend(text.chars().filter(|letter| !letter.is_ascii()).take(20));
        painted += usize::from(screen.painted().is_ok_and(|text| has_colour(&text)));
    })?;
    keep(&setting.out.join("opening-ascii.txt"), &screen.text()?)?;
    part.demand(
        "--ascii: letters that are none of ASCII, in a whole match",
        "none",
        if strange.is_empty() { "none" } else { &strange },
        strange.is_empty(),
    );
    part.demand(
        "NO_COLOR=1: screens with a colour, in a whole match",
        0,
        painted,
        painted == 0,
    );
    let screen = open(
        setting,
        house,
        folder,
        Terminal::full("painted", (80, 24), "pagdi", None),
    )?;
    let text = asks(&screen)?;
    let (painted, lines) = (has_colour(&screen.painted()?), text.contains('┌'));
    part.demand(
        "the same without both",
        "colours and lines",
        format!("{painted}, {lines}"),
        painted && lines,
    );
    Ok(())
}

fn killed(setting: &Setting, house: &mut House, folder: &Path, part: &mut Part) -> anyhow::Result<()> {
    let screen = open(
        setting,
        house,
        folder,
        Terminal::full("killed", (80, 24), "pagdi", None),
    )?;
    for _ in 0..3 {
        let text = asks(&screen)?;
        if let Some(asked) = asked_by_screen(&text) {
            screen.press(&[&asked.answer])?;
        }
        house.kill()?;
        let lost = screen.until("a word about the connection", |text| text.contains("Reconnecting"))?;
        keep(&setting.out.join("opening-reconnecting.txt"), &lost)?;
        house.start_again()?;
        screen.until("the table again", |text| {
            !text.contains("Reconnecting") && asked_by_screen(text).is_some()
        })?;
    }
    play_on(&screen, |_, _| {})?;
    let end = screen.until("the envelope opened", |text| text.contains("Throws checked"))?;
    part.demand(
        "the server killed three times in the middle",
        "told, back by itself, no throw missed in the envelope",
        if end.contains('✔') {
            "so it is"
        } else {
            "the envelope is not whole"
        },
        end.contains('✔'),
    );
    Ok(())
}

/// Whether a text asks for a colour of letters or ground, by SGR.
fn has_colour(text: &str) -> bool {
    text.split("\u{1b}[").skip(1).any(|rest| {
        let Some((codes, _)) = rest.split_once('m') else {
            return false;
        };
        codes
            .split([';', ':'])
            .filter_map(|code| code.parse::<u32>().ok())
            .any(|code| matches!(code, 30..=38 | 40..=48 | 90..=107))
    })
}

#[cfg(test)]
mod tests {
    use super::has_colour;

    #[test]
    fn colours_are_found_and_bold_is_none() {
        assert!(has_colour("a \u{1b}[1;32mb"));
        assert!(has_colour("\u{1b}[38;5;9mb"));
        assert!(!has_colour("a \u{1b}[1mb\u{1b}[0;7m \u{1b}[39m"));
    }
}
