//! The room that somebody wants to open, from the command line.

use std::{fs, path::PathBuf};

use anyhow::{Context as _, bail};
use chowk_protocol::{ClockKind, GameKind};
use clap::{Args, ValueEnum};

use crate::{address::Address, client::NewRoom, presets};

/// The turn clocks by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Clock {
    /// 12 s to throw, 20 s to choose and a bank of 60 s a match.
    Casual,
    /// 6 s to throw, 8 s to choose and a bank of 20 s a match.
    Quick,
    /// 60 s to throw, 3 minutes to choose.
    Relaxed,
    /// No clock.
    None,
}

impl From<Clock> for ClockKind {
    fn from(clock: Clock) -> Self {
        match clock {
            Clock::Casual => Self::Casual,
            Clock::Quick => Self::Quick,
            Clock::Relaxed => Self::Relaxed,
            Clock::None => Self::None,
        }
    }
}

/// What a new room is to be.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "A new room (with --create)")]
pub struct RoomWanted {
    /// The rules by name, or by what they are called at your home: pagdi, ashte-kashte, ashte-kashte-4, karnataka, ashta-chamma, thaayam, quick; four-stones
    #[arg(long, value_name = "NAME", default_value = PRESET)]
    pub preset: String,
    /// A whole rule set of your own instead of a preset: a file of JSON
    #[arg(long, value_name = "FILE")]
    pub rules: Option<PathBuf>,
    /// Which game: Chowka-bara on a board, or four stones on a court for five; opens a new room
    #[arg(long, value_enum)]
    pub game: Option<Game>,
    /// How many sit at the table: 2, 3 or 4 in Chowka-bara, 5 in four stones [default: 2, or 5]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=5))]
    pub chairs: Option<u8>,
    /// Four stones: the ticks of a step, 5 to 60, of which 30 are a second; 0 for real time [default: 10]
    #[arg(long, value_name = "TICKS", value_parser = step)]
    pub step: Option<u8>,
    /// Four stones in real time instead of steps
    #[arg(long, conflicts_with = "step")]
    pub live: bool,
    /// Four stones: who is away stands still, instead of being played by a house bot
    #[arg(long)]
    pub still: bool,
    /// How long a turn, or a step, may take [default: casual]
    #[arg(long, value_enum)]
    pub clock: Option<Clock>,
    /// Show the room in the server's public list (chowk rooms)
    #[arg(long)]
    pub listed: bool,
    /// Play a series: the best of 3 or of 5 matches
    #[arg(long, value_name = "N", value_parser = best_of)]
    pub best_of: Option<u8>,
    /// Let house bots take the chairs that are still free after 20 seconds; they are always marked as bots
    #[arg(long)]
    pub fill: bool,
    /// Close the room to watchers
    #[arg(long)]
    pub no_watch: bool,
}

/// The usual rules.
pub const PRESET: &str = "pagdi";
/// The rules of four stones.
pub const STONES: &str = "four-stones";
/// Ticks of a step where a person sits at a terminal: a third of a second. With steps of 15 runners are caught too often (in
/// 72 of 100 innings between bots of the house), with 10 in 30.
const STEP: u8 = 10;

/// A game by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Game {
    /// Chowka-bara.
    Chowka,
    /// Four stones, Nalugu Rallu Aata.
    #[value(alias = "four-stones")]
    Stones,
}

impl Game {
    /// The protocol's word for it.
    pub fn kind(self) -> GameKind {
        match self {
            Self::Chowka => GameKind::Chowka,
            Self::Stones => GameKind::Stones,
        }
    }

    /// The game of the protocol's word.
    pub fn of(kind: GameKind) -> Self {
        match kind {
            GameKind::Chowka => Self::Chowka,
            GameKind::Stones => Self::Stones,
        }
    }
}

/// The ticks of a step; 0 is real time.
fn step(typed: &str) -> Result<u8, String> {
    match typed.trim().parse() {
        Ok(ticks @ (0 | 5..=60)) => Ok(ticks),
        Ok(_) | Err(_) => Err("a step has 5 to 60 ticks; 0 is real time".into()),
    }
}

/// The preset that somebody means: by its own name, or by one of those it has in other languages, as the server knows
/// them. Where the server does not tell, it judges the name itself later.
pub async fn preset_called(server: &Address, typed: &str) -> anyhow::Result<String> {
    if typed == PRESET || typed == STONES {
        return Ok(typed.to_owned());
    }
    let Ok(found) = presets::called(server, typed).await else {
        return Ok(typed.to_owned());
    };
    match presets::meant(&found, typed) {
        [only] => Ok(only.name.clone()),
        [] => bail!("no rules are called “{typed}”; chowk rooms --find NAME looks for them"),
        several => {
            let names: Vec<&str> = several.iter().map(|preset| preset.name.as_str()).collect();
            bail!("“{typed}” may be {}; say which", names.join(" or "))
        }
    }
}

/// The length of a series.
fn best_of(typed: &str) -> Result<u8, String> {
    match typed.trim() {
        "1" => Ok(1),
        "3" => Ok(3),
        "5" => Ok(5),
        _ => Err("a series is the best of 1, 3 or 5 matches".into()),
    }
}

impl RoomWanted {
    /// Which game it is: as named, or as its preset says.
    pub fn game(&self) -> Game {
        let by_preset = if self.rules.is_none() && self.preset == STONES {
            Game::Stones
        } else {
            Game::Chowka
        };
        self.game.unwrap_or(by_preset)
    }

    /// The preset; each game has its usual one.
    pub fn preset(&self) -> &str {
        match self.game() {
            Game::Stones => STONES,
            Game::Chowka => &self.preset,
        }
    }

    /// How many chairs.
    pub fn chairs(&self) -> u8 {
        self.chairs.unwrap_or(match self.game() {
            Game::Chowka => 2,
            Game::Stones => 5,
        })
    }

    /// House brains for so many chairs, where none were named.
    pub fn brains(&self, count: usize) -> Vec<String> {
        let brains: &[&str] = match self.game() {
            Game::Chowka => &["careful"],
            Game::Stones => &["hunter", "fox"],
        };
        brains
            .iter()
            .cycle()
            .take(count)
            .map(|brain| (*brain).to_owned())
            .collect()
    }

    /// The room as the protocol asks for it.
    pub fn for_player(&self, name: &str) -> anyhow::Result<NewRoom> {
        let rules = match &self.rules {
            None => None,
            Some(path) => {
                let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
                let rules: serde_json::Value =
                    serde_json::from_str(&text).with_context(|| format!("{} is no JSON", path.display()))?;
                if !rules.is_object() {
                    bail!(
                        "{} holds no rule set: a JSON object with all its fields",
                        path.display()
                    );
                }
                Some(rules)
            }
        };
        Ok(NewRoom {
            name: name.to_owned(),
            game: self.game().kind(),
            preset: rules.is_none().then(|| self.preset().to_owned()),
            rules,
            chairs: self.chairs(),
            clock: self.clock.map(Into::into),
            listed: self.listed,
            watch: !self.no_watch,
            best_of: self.best_of,
            fill: self.fill,
            step: match (self.game(), self.live) {
                (Game::Stones, false) => Some(self.step.unwrap_or(STEP)).filter(|ticks| *ticks > 0),
                (Game::Stones, true) | (Game::Chowka, _) => None,
            },
            still: self.still && self.game() == Game::Stones,
        })
    }
}
