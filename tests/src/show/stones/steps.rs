//! A whole set in step mode, one person and four house bots: by keys on a screen of 80x24, and by lines.

use std::{collections::BTreeMap, path::Path, time::Instant};

use anyhow::{bail, ensure};
use chowk_cli::address::Address;

use super::super::{Part, Setting, keep, seen::Seen, table};
use super::{
    fingers::{Asked, asked_by_lines, asked_by_screen},
    seen,
};
use crate::{house::Plan, screen::Screen};

/// House bots are so quick, for the sake of who waits for the show.
const QUICK: [&str; 2] = ["--house-pace", "30ms"];
/// Columns and rows of the terminal, and of the court in it (page on users, 5.4).
const SIZE: (u16, u16) = (80, 24);
const COURT: (usize, usize) = (38, 19);
/// Most sets at one terminal until all was seen that luck has to bring.
const SETS_MAX: u32 = 6;
/// Most questions of a set before it counts as endless.
const QUESTIONS_MAX: usize = 4_000;

/// What became of the sets at a terminal.
struct Played {
    sets: u32,
    questions: usize,
    on: Seen,
    end: Seen,
    sizes: BTreeMap<(usize, usize), usize>,
    captures: BTreeMap<&'static str, String>,
}

pub(in crate::show) fn run(setting: &Setting, folder: &Path) -> anyhow::Result<Part> {
    let mut house = Plan::new(setting.programs.server(), &folder.join("data"))
        .with(&QUICK)
        .open()?;
    let server = house.address();
    let mut part = Part::new();
    for (name, lines) in [("80x24", false), ("plain", true)] {
        let began = Instant::now();
        match play(setting, &server, &folder.join(name), lines) {
            Ok(played) => tell(setting, &mut part, name, &played, began)?,
            Err(error) => part.demand(name, "a whole set in step mode", format!("{error:#}"), false),
        }
    }
    house.stop()?;
    Ok(part)
}

fn tell(setting: &Setting, part: &mut Part, name: &str, played: &Played, began: Instant) -> anyhow::Result<()> {
    let seconds = began.elapsed().as_secs_f64();
    part.demand(
        format!("{name}: whole sets in step mode, with four house bots"),
        "played to the end",
        format!(
            "{} played, {} questions answered in {seconds:.0} s",
            played.sets, played.questions
        ),
        played.questions > 20,
    );
    for (what, seen) in [("the set shows", &played.on), ("its end shows", &played.end)] {
        seen.demand(part, format!("{name}: {what}"));
    }
    let all: usize = played.sizes.values().sum();
    if let Some((size, times)) = played.sizes.iter().max_by_key(|(_, times)| **times) {
        part.demand(
            format!("{name}: columns and rows of the court"),
            format!("{COURT:?}"),
            format!("{size:?} on {times} of {all} screens"),
            *size == COURT && times * 5 > all * 4,
        );
    }
    let mut files = Vec::new();
    for (what, text) in &played.captures {
        let file = setting.out.join(format!("stones-{name}-{what}.txt"));
        keep(&file, text)?;
        files.push(file);
    }
    part.figure(&format!("captures of {name}"), files)
}

/// Plays until all was seen: what is left to luck, such as a tag, need not happen in one set.
fn play(setting: &Setting, server: &Address, folder: &Path, lines: bool) -> anyhow::Result<Played> {
    let (on, end) = if lines { seen::of_lines() } else { seen::of_screens() };
    let mut played = Played {
        sets: 0,
        questions: 0,
        on,
        end,
        sizes: BTreeMap::new(),
        captures: BTreeMap::new(),
    };
    while played.sets == 0 || (played.sets < SETS_MAX && played.on.missing().is_some()) {
        let folder = folder.join(format!("set-{}", played.sets));
        let (cli, server) = (setting.programs.cli(), server.to_string());
        let mut words = vec![cli.to_string_lossy().into_owned()];
        let more = [
            "play", "--server", &server, "--name", "Asha", "--game", "stones", "--bots", "--ready",
        ];
        words.extend(more.map(str::to_owned));
        words.extend(lines.then(|| "--plain".to_owned()));
        let state = folder.join("state");
        let state = state.to_string_lossy();
        let screen = Screen::open(&folder, SIZE, &words, &[("CHOWK_STATE", &state)])?;
        if lines {
            by_lines(&screen, &mut played)?;
        } else {
            by_keys(&screen, &mut played)?;
        }
        played.sets += 1;
        let missing = played.on.missing().unwrap_or_else(|| "nothing".into());
        table::note(&format!("a set has ended; still to be seen: {missing}"));
    }
    Ok(played)
}

fn has_ended(text: &str) -> bool {
    text.contains("See this set again")
}

/// Plays on the full screen by what it advises, looks at the last tag again, and leaves.
fn by_keys(screen: &Screen, played: &mut Played) -> anyhow::Result<()> {
    let mut last: Option<Asked> = None;
    let mut films = 0;
    for question in 0..QUESTIONS_MAX {
        let text = screen.until("a question or the end", |text| {
            has_ended(text) || asked_by_screen(text).is_some_and(|asked| last.as_ref() != Some(&asked))
        })?;
        played.on.look(&text);
        if has_ended(&text) {
            played.questions += question;
            break;
        }
        if let Some(size) = seen::size(&text) {
            *played.sizes.entry(size).or_default() += 1;
        }
        let Some(asked) = asked_by_screen(&text) else { continue };
        if text.contains("r shows it") && films < 2 {
            films += 1;
            screen.press(&["r"])?;
            let film = screen.until("the film of the tag", |text| text.contains("The last tag, frame "))?;
            played.on.look(&film);
            played.captures.insert("film", film);
            screen.press(&["Escape"])?;
            screen.until("the court again", |text| !text.contains("The last tag, frame "))?;
        }
        if question == 12 || asked.is_word {
            played
                .captures
                .insert(if asked.is_word { "choice" } else { "steal" }, text);
        }
        let keys: Vec<&str> = asked.keys.iter().map(String::as_str).collect();
        screen.press(&keys)?;
        last = Some(asked);
        ensure!(question + 1 < QUESTIONS_MAX, "the set has no end");
    }
    let card = screen.until("the envelope opened", |text| text.contains("Lots checked"))?;
    played.end.look(&card);
    played.captures.insert("end", card.clone());
    screen.press(&["q"])?;
    screen.until("a question before one leaves", |text| text != card)?;
    screen.press(&["Enter"])?;
    ensure!(screen.end()? == 0, "it does not end well");
    Ok(())
}

/// Plays by lines, asks what can be asked, and leaves.
fn by_lines(screen: &Screen, played: &mut Played) -> anyhow::Result<()> {
    let says = |line: &str| {
        screen.types(line)?;
        screen.press(&["Enter"])
    };
    let mut asides = vec!["rules", "last", "time", "who", "why", "court", "where", "help"];
    for question in 0..QUESTIONS_MAX {
        let text = screen.until_written("a question or the end", |text| {
            text.contains("See this match again: ") || asked_by_lines(text, question).is_some()
        })?;
        let Some(answer) = asked_by_lines(&text, question) else {
            played.on.look(&text);
            played.end.look(&text);
            played.captures.insert("whole", text);
            played.questions += question;
            says("leave")?;
            ensure!(screen.end()? == 0, "it does not end well");
            return Ok(());
        };
        let aside = match question {
            0..4 => None,
            _ if text.contains(" tagged ") && !text.contains("half before the tag") => Some("film"),
            _ => asides.pop(),
        };
        if let Some(aside) = aside {
            says(aside)?;
            let long = text.trim_end().len() + aside.len() + 1;
            screen.until_written("an answer", |now| now.trim_end().len() > long)?;
        }
        for line in answer.split(';') {
            says(line)?;
        }
    }
    bail!("the set has no end")
}
