//! Whole matches on both boards, played by keys: full screens of two sizes, and lines.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    time::Instant,
};

use anyhow::{bail, ensure};
use chowk_cli::address::Address;

use super::{
    super::{Part, Setting, keep, seen::Seen, table},
    fingers::{asked_by_lines, asked_by_screen},
    seen,
};
use crate::{house::Plan, programs::Programs, screen::Screen};

/// Forced moves and house bots are so quick, for the sake of who waits for the show.
pub(super) const QUICK: [&str; 4] = ["--pace", "30ms", "--house-pace", "30ms"];
/// Most matches at one terminal until all was seen that luck has to bring.
const MATCHES_MAX: u32 = 4;
/// Most questions of a match before it counts as endless.
const QUESTIONS_MAX: usize = 4_000;

/// A terminal to play at.
#[derive(Debug, Clone, Copy)]
pub(super) struct Terminal {
    /// Its name, for files.
    pub name: &'static str,
    /// Columns and rows.
    pub size: (u16, u16),
    /// The rules.
    pub preset: &'static str,
    /// Words beyond those of every terminal.
    pub words: &'static [&'static str],
    /// Columns and rows that its board must have.
    board: Option<(usize, usize)>,
}

const TERMINALS: [Terminal; 6] = [
    Terminal::full("5x5-80x24", (80, 24), "pagdi", Some((46, 16))),
    Terminal::full("7x7-80x24", (80, 24), "ashte-kashte", Some((43, 15))),
    Terminal::full("5x5-200x60", (200, 60), "pagdi", None),
    Terminal::full("7x7-200x60", (200, 60), "ashte-kashte", None),
    Terminal::plain("5x5-plain", "pagdi"),
    Terminal::plain("7x7-plain", "ashte-kashte"),
];

impl Terminal {
    pub(super) const fn full(
        name: &'static str,
        size: (u16, u16),
        preset: &'static str,
        board: Option<(usize, usize)>,
    ) -> Self {
        Self {
            name,
            size,
            preset,
            words: &[],
            board,
        }
    }

    const fn plain(name: &'static str, preset: &'static str) -> Self {
        Self {
            name,
            size: (80, 24),
            preset,
            words: &["--plain"],
            board: None,
        }
    }

    /// Opens it, with somebody who plays against a house bot.
    pub(super) fn open(
        &self,
        programs: &Programs,
        server: &Address,
        folder: &Path,
        variables: &[(&str, &str)],
    ) -> anyhow::Result<Screen> {
        let (cli, server) = (programs.cli(), server.to_string());
        let cli = cli.to_string_lossy();
        let mut words = vec![
            &*cli, "play", "--server", &server, "--name", "Asha", "--create", "--ready",
        ];
        words.extend(["--bot", "careful", "--preset", self.preset]);
        words.extend(self.words);
        let words: Vec<String> = words.into_iter().map(str::to_owned).collect();
        let folder = folder.join(self.name);
        let state = folder.join("state");
        let state = state.to_string_lossy();
        let variables: Vec<_> = [("CHOWK_STATE", &*state)].iter().chain(variables).copied().collect();
        Screen::open(&folder, self.size, &words, &variables)
    }
}

/// What became of a match.
struct Played {
    terminal: Terminal,
    matches: u32,
    questions: usize,
    match_on: Seen,
    end: Seen,
    /// How often the board had how many columns and rows: a screen may be read while it is being drawn.
    sizes: BTreeMap<(usize, usize), usize>,
    seconds: f64,
    files: Vec<PathBuf>,
}

pub(in crate::show) fn run(setting: &Setting, folder: &Path) -> anyhow::Result<Part> {
    let mut house = Plan::new(setting.programs.server(), &folder.join("data"))
        .with(&QUICK)
        .open()?;
    let server = house.address();
    let mut part = Part::new();
    // Two at a time: most of a match is waiting.
    for pair in TERMINALS.chunks(2) {
        let played = std::thread::scope(|scope| {
            let playing: Vec<_> = pair
                .iter()
                .map(|terminal| scope.spawn(|| play(setting, &server, folder, *terminal)))
                .collect();
            playing.into_iter().map(|one| one.join()).collect::<Vec<_>>()
        });
        for (terminal, played) in pair.iter().zip(played) {
            match played {
                Ok(Ok(played)) => tell(&mut part, &played)?,
                Ok(Err(error)) => part.demand(terminal.name, "a whole match by keys", format!("{error:#}"), false),
                Err(_) => part.demand(terminal.name, "a whole match by keys", "a panic", false),
            }
        }
    }
    house.stop()?;
    Ok(part)
}

fn tell(part: &mut Part, played: &Played) -> anyhow::Result<()> {
    let name = played.terminal.name;
    part.demand(
        format!("{name}: a whole match by keys"),
        "played to its end",
        format!(
            "{} played, {} questions answered in {:.0} s",
            played.matches, played.questions, played.seconds
        ),
        played.questions > 20,
    );
    for (what, seen) in [("the match shows", &played.match_on), ("its end shows", &played.end)] {
        seen.demand(part, format!("{name}: {what}"));
    }
    let all: usize = played.sizes.values().sum();
    if let Some((size, times)) = played.sizes.iter().max_by_key(|(_, times)| **times) {
        let wanted = played.terminal.board;
        part.demand(
            format!("{name}: columns and rows of the board"),
            wanted.map_or("larger than at 80x24".into(), |wanted| format!("{wanted:?}")),
            format!("{size:?} on {times} of {all} screens"),
            times * 10 > all * 9 && wanted.map_or(size.0 > 46 && size.1 > 16, |wanted| wanted == *size),
        );
    }
    part.figure(&format!("captures of {name}"), &played.files)
}

/// Plays until all was seen: what is left to luck, such as a hit, need not happen in one match.
fn play(setting: &Setting, server: &Address, folder: &Path, terminal: Terminal) -> anyhow::Result<Played> {
    let began = Instant::now();
    let mut captures = Captures {
        out: setting.out.clone(),
        name: terminal.name,
        files: Vec::new(),
    };
    let lines = !terminal.words.is_empty();
    let (match_on, end) = if lines { seen::of_lines() } else { seen::of_screens() };
    let mut played = Played {
        terminal,
        matches: 0,
        questions: 0,
        match_on,
        end,
        sizes: BTreeMap::new(),
        seconds: 0.0,
        files: Vec::new(),
    };
    while played.matches == 0 || (played.matches < MATCHES_MAX && played.match_on.missing().is_some()) {
        let folder = folder.join(format!("match-{}", played.matches));
        let screen = terminal.open(&setting.programs, server, &folder, &[])?;
        captures.files.clear();
        played.questions += if lines {
            by_lines(&screen, &mut captures, &mut played)?
        } else {
            by_keys(&screen, &mut captures, &mut played)?
        };
        played.matches += 1;
    }
    played.seconds = began.elapsed().as_secs_f64();
    played.files = captures.files;
    table::note(&format!("{} has ended, {:.0} s", terminal.name, played.seconds));
    Ok(played)
}

/// Answers by keys until a match has ended, each screen looked at; gives the number of questions.
pub(super) fn play_on(screen: &Screen, mut look: impl FnMut(usize, &str)) -> anyhow::Result<usize> {
    let mut last = None;
    for question in 0..QUESTIONS_MAX {
        let text = screen.until("a question or the end", |text| {
            look(question, text);
            has_ended(text) || asked_by_screen(text).is_some_and(|asked| last.as_ref() != Some(&asked))
        })?;
        let Some(asked) = asked_by_screen(&text).filter(|_| !has_ended(&text)) else {
            return Ok(question);
        };
        screen.press(&[&asked.answer])?;
        last = Some(asked);
    }
    bail!("the match has no end")
}

fn has_ended(text: &str) -> bool {
    text.contains("The match has ended: ")
}

/// Plays on the full screen, reads the statistics, and leaves.
fn by_keys(screen: &Screen, captures: &mut Captures, played: &mut Played) -> anyhow::Result<usize> {
    let mut choice = None;
    let questions = play_on(screen, |question, text| {
        played.match_on.look(text);
        if let Some(size) = seen::size(text) {
            *played.sizes.entry(size).or_default() += 1;
        }
        if question > 30 && choice.is_none() && text.contains("Choose a pawn") {
            choice = Some(text.to_owned());
        }
    })?;
    captures.keep("choice", &choice.unwrap_or_default())?;
    let at_the_end = screen.until("the envelope opened", |text| text.contains("Throws checked"))?;
    played.end.look(&at_the_end);
    captures.keep("end", &at_the_end)?;
    screen.press(&["q"])?;
    let text = screen.until("a question before one leaves", |text| text != at_the_end)?;
    captures.keep("leave", &text)?;
    screen.press(&["Enter"])?;
    ensure!(screen.end()? == 0, "it does not end well");
    Ok(questions)
}

/// Plays by lines, asks what can be asked, and leaves.
fn by_lines(screen: &Screen, captures: &mut Captures, played: &mut Played) -> anyhow::Result<usize> {
    let says = |line: &str| {
        screen.types(line)?;
        screen.press(&["Enter"])
    };
    let mut asides = vec!["board", "who", "time", "pawns", "rules"];
    for question in 0..QUESTIONS_MAX {
        let text = screen.until_written("a question or the end", |text| {
            text.contains("See this match again: ") || asked_by_lines(text, question).is_some()
        })?;
        let Some(answer) = asked_by_lines(&text, question) else {
            captures.keep("whole", &text)?;
            played.match_on.look(&text);
            played.end.look(&text);
            says("leave")?;
            ensure!(screen.end()? == 0, "it does not end well");
            return Ok(question);
        };
        // Why a pawn may not go is asked until there is one.
        let chooses = text
            .trim_end()
            .lines()
            .next_back()
            .is_some_and(|line| line.contains("Which pawn? "));
        let aside = match question {
            0..10 => None,
            _ if chooses && !text.contains(" cannot move ") => Some("why"),
            _ => asides.pop(),
        };
        if let Some(aside) = aside {
            says(aside)?;
            let long = text.trim_end().len() + aside.len() + 1;
            screen.until_written("an answer", |now| now.trim_end().len() > long)?;
        }
        says(&answer)?;
    }
    bail!("the match has no end")
}

/// What screens held, in files.
struct Captures {
    out: PathBuf,
    name: &'static str,
    files: Vec<PathBuf>,
}

impl Captures {
    fn keep(&mut self, what: &str, text: &str) -> anyhow::Result<()> {
        let file = self.out.join(format!("opening-{}-{what}.txt", self.name));
        keep(&file, text)?;
        self.files.push(file);
        Ok(())
    }
}
