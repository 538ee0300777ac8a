//! What `chowk play` and `chowk join` are asked for on the command line: which table, and how to sit there.

use std::path::PathBuf;

use chowk_protocol::RoomCode;
use clap::Args;

use crate::{
    address::{Address, Invitation},
    client::{AnyTable, Intent},
    password::PasswordArgs,
    tui::terminal::ScreenWanted,
    wanted::{Game, PRESET, RoomWanted, STONES, preset_called},
};

#[cfg(test)]
mod tests;

/// Play at a table.
#[derive(Debug, Clone, Args)]
#[command(after_help = PLAY_EXAMPLES)]
pub struct PlayArgs {
    /// The table: its code, as a friend told it (7Q4K-M2XD), or its link
    #[arg(value_name = "CODE", required_unless_present_any = ["create", "quick", "game"], conflicts_with_all = ["create", "quick"])]
    table: Option<Invitation>,
    /// Open a new room and sit down in it; its link and code for your friends are shown
    #[arg(long, conflicts_with = "quick")]
    create: bool,
    /// Sit down at the first public table of these rules with a free chair, else at a new one, where house bots (marked
    /// as such) take the chairs that are still free after 20 seconds; says ready at once
    #[arg(long, value_name = "PRESET", num_args = 0..=1, default_missing_value = PRESET)]
    quick: Option<String>,
    /// With --quick: only tables of people, however long that takes
    #[arg(long, requires = "quick", conflicts_with_all = ["create", "table"])]
    people_only: bool,
    /// Put a house bot on a free chair; may be given once for each chair (with --create)
    #[arg(long = "bot", value_name = "BRAIN", conflicts_with_all = ["json", "table", "quick"])]
    bots: Vec<String>,
    /// Put house bots on so many free chairs, on all of them without a number (with --create)
    #[arg(long = "bots", value_name = "N", num_args = 0..=1, conflicts_with_all = ["json", "table", "quick"])]
    bots_count: Option<Option<usize>>,
    #[command(flatten)]
    seat: SeatArgs,
    #[command(flatten)]
    room: RoomWanted,
}

/// Sit down at a table by its link.
#[derive(Debug, Clone, Args)]
#[command(after_help = JOIN_EXAMPLES)]
pub struct JoinArgs {
    /// The table: its link (http://HOST:PORT/r/CODE), or its code at --server
    #[arg(value_name = "LINK")]
    table: Invitation,
    #[command(flatten)]
    seat: SeatArgs,
}

/// How somebody sits at a table, whichever it is.
#[derive(Debug, Clone, Args)]
pub struct SeatArgs {
    /// Where the server is; a link says it itself
    #[arg(long, value_name = "URL", env = "CHOWK_SERVER", default_value = crate::SERVER)]
    pub(super) server: Address,
    /// What you are called at the table
    #[arg(long, env = "CHOWK_PLAYER")]
    pub(super) name: Option<String>,
    /// Lines of plain words, for screen readers and scripts (also where standard input or output is no terminal)
    #[arg(long, conflicts_with = "json")]
    pub(super) plain: bool,
    /// The protocol itself: server messages on stdout, client messages on stdin, one JSON object a line. `n`, `v`,
    /// `link`, `tip` and `links` are filled in where they are absent; hello, sitting down, revealing and coming back
    /// are done for you
    #[arg(long)]
    pub(super) json: bool,
    /// Say ready as soon as the table is full
    #[arg(long)]
    pub(super) ready: bool,
    /// Where the secrets of your seats are kept [default: $XDG_STATE_HOME/chowk or ~/.local/state/chowk]
    #[arg(long, value_name = "FOLDER", env = "CHOWK_STATE")]
    pub(super) state: Option<PathBuf>,
    #[command(flatten)]
    pub(super) password: PasswordArgs,
    #[command(flatten)]
    pub(super) screen: ScreenWanted,
}

const PLAY_EXAMPLES: &str = "\
Examples:
  A match against a house bot, at once:
    chowk play --create --bot careful --ready
  Four stones, in steps of a third of a second, with four house bots:
    chowk play --game stones --bots --ready
  With whoever is there; house bots fill free chairs after 20 seconds:
    chowk play --server http://chowk.example --quick ashta-chamma
  A table of three on the big board, best of 3; link and code for your friends are shown:
    chowk play --server http://192.168.1.5:8080 --create --preset ashte-kashte --chairs 3 --best-of 3 --name Asha
  Joining, by the link or by the code:
    chowk join http://192.168.1.5:8080/r/7Q4KM2XD --name Ravi
    chowk play --server http://192.168.1.5:8080 7Q4K-M2XD --name Ravi
  Back to your seat after a crash, a closed window or ctrl-C: join again, by the same name.

While you play, press ? (or type help with --plain). A bot of your own, in any language:
    chowk play --json 7Q4K-M2XD --name Robo";

const JOIN_EXAMPLES: &str = "\
Examples:
  chowk join http://192.168.1.5:8080/r/7Q4KM2XD --name Ravi
  chowk join https://chowk.example/r/7Q4K-M2XD
  chowk join 7Q4K-M2XD --server http://192.168.1.5:8080
  chowk join 7Q4K-M2XD            at this machine's own server

The same line brings you back to your seat later. Everything else is as with chowk play; to look on: chowk watch LINK.";

/// Which table somebody wants.
#[derive(Debug, Clone)]
pub(super) enum Goal {
    /// This one.
    Join(RoomCode),
    /// A new one, with these house bots.
    Create(Box<RoomWanted>, Vec<String>),
    /// Any of these rules.
    Quick {
        /// The rules by name.
        preset: String,
        /// Only among people.
        people_only: bool,
        /// How many chairs, and which clock, if that matters.
        room: Box<RoomWanted>,
    },
}

impl PlayArgs {
    /// The goal, and the seat at the server where it is.
    pub(super) fn goal(self) -> (Goal, SeatArgs) {
        let Self {
            table,
            create: _,
            quick,
            people_only,
            mut bots,
            bots_count,
            seat,
            room,
        } = self;
        if let Some(count) = bots_count {
            let free = usize::from(room.chairs().saturating_sub(1));
            let count = count.unwrap_or(free).min(free).saturating_sub(bots.len());
            bots.extend(room.brains(count));
        }
        match (table, quick) {
            (Some(table), _) => JoinArgs { table, seat }.goal(),
            (None, Some(preset)) => {
                let preset = if room.game == Some(Game::Stones) {
                    STONES.to_owned()
                } else {
                    preset
                };
                let quick = Goal::Quick {
                    preset,
                    people_only,
                    room: Box::new(room),
                };
                (quick, SeatArgs { ready: true, ..seat })
            }
            (None, None) => (Goal::Create(Box::new(room), bots), seat),
        }
    }
}

impl JoinArgs {
    /// The goal, and the seat at the server where it is.
    pub(super) fn goal(self) -> (Goal, SeatArgs) {
        let Self { table, seat } = self;
        let server = table.server.unwrap_or_else(|| seat.server.clone());
        (Goal::Join(table.code), SeatArgs { server, ..seat })
    }
}

impl SeatArgs {
    /// As if nothing else had been said.
    pub(super) fn at(server: Address, name: Option<String>) -> Self {
        Self {
            server,
            name,
            plain: false,
            json: false,
            ready: false,
            state: std::env::var_os("CHOWK_STATE").map(PathBuf::from),
            password: PasswordArgs::default(),
            screen: ScreenWanted::default(),
        }
    }

    /// Where the server is.
    pub(super) fn server(&self) -> &Address {
        &self.server
    }
}

impl Goal {
    /// Any table of these rules, or of the usual ones.
    pub(super) fn anywhere(preset: Option<String>) -> Self {
        Self::Quick {
            preset: preset.unwrap_or_else(|| PRESET.to_owned()),
            people_only: false,
            room: Box::default(),
        }
    }

    /// The house bots to be seated.
    pub(super) fn bots(&self) -> Vec<String> {
        match self {
            Self::Create(_, bots) => bots.clone(),
            Self::Join(_) | Self::Quick { .. } => Vec::new(),
        }
    }

    /// What is said before anything else.
    pub(super) fn first_words(&self) -> Vec<String> {
        let Self::Quick {
            preset, people_only, ..
        } = self
        else {
            return Vec::new();
        };
        let how = if *people_only {
            "Only people sit there; it begins when the table is full."
        } else {
            "House bots, marked as such, take the chairs that are still free after 20 seconds; --people-only keeps them away."
        };
        vec![format!(
            "Looking for a public table of {preset} with a free chair, or opening one. {how}"
        )]
    }

    /// What the client is to do for it. A preset may be called by any of its names, which the server knows.
    pub(super) async fn intent(&self, name: &str, server: &Address) -> anyhow::Result<Intent> {
        Ok(match self {
            Self::Join(code) => Intent::Join {
                code: *code,
                name: name.to_owned(),
                chair: None,
            },
            Self::Create(room, _) => {
                let mut new = room.for_player(name)?;
                if let Some(preset) = &mut new.preset {
                    *preset = preset_called(server, preset).await?;
                }
                Intent::Create(new)
            }
            Self::Quick {
                preset,
                people_only,
                room,
            } => Intent::Quick(AnyTable {
                name: name.to_owned(),
                preset: preset_called(server, preset).await?,
                // Four stones has five chairs in any case.
                chairs: room.chairs.or_else(|| (preset == STONES).then_some(5)),
                clock: room.clock.map(Into::into),
                people_only: *people_only,
            }),
        })
    }
}
