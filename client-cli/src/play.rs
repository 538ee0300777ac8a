//! `chowk play`: a seat at a table, by typed lines or by the protocol itself. It lives on the view that the server
//! sends: it knows neither the rules nor the bots.

use std::{process::ExitCode, time::Duration};

use anyhow::{Context as _, bail};
use chowk_protocol::{ClientKind, RoomCode};
use tokio::time::{Instant, sleep_until};

use crate::{
    address::{Address, Invitation},
    chance,
    client::{Client, Happening, Identity, Reason, Settings, Wish},
    out,
    seats::Seats,
    socket::{Next, Session},
    tui::{
        screen::Screen,
        terminal::{self, ScreenWanted},
    },
    typing::{Typed, Typing},
};

mod args;
pub mod board;
pub(crate) mod court;
mod json;
pub(crate) mod names;
pub(crate) mod orders;
mod plain;
pub(crate) mod question;
pub(crate) mod rules;
pub(crate) mod stats;
#[cfg(test)]
mod tests;
mod typed;
pub(crate) mod words;

use args::Goal;
pub use args::{JoinArgs, PlayArgs, SeatArgs};
use plain::{After, Plain};

/// Plays until it is over.
pub async fn run(args: PlayArgs) -> anyhow::Result<ExitCode> {
    let (goal, seat) = args.goal();
    sit(goal, seat).await
}

/// Sits down by a link, and plays until it is over.
pub async fn join(args: JoinArgs) -> anyhow::Result<ExitCode> {
    let (goal, seat) = args.goal();
    sit(goal, seat).await
}

/// Sits down in a room of this server, and plays until it is over.
pub(crate) async fn sit_at(server: Address, code: RoomCode, name: Option<String>) -> anyhow::Result<ExitCode> {
    sit(Goal::Join(code), SeatArgs::at(server, name)).await
}

/// Sits down at any table of these rules, and plays until it is over.
pub(crate) async fn sit_anywhere(
    server: Address,
    preset: Option<String>,
    name: Option<String>,
) -> anyhow::Result<ExitCode> {
    let seat = SeatArgs {
        ready: true,
        ..SeatArgs::at(server, name)
    };
    sit(Goal::anywhere(preset), seat).await
}

async fn sit(goal: Goal, args: SeatArgs) -> anyhow::Result<ExitCode> {
    let server = args.server().clone();
    let seats = Seats::at(args.state.as_deref());
    let (identity, name) = identity(&goal, &args, seats.as_ref())?;
    let intent = goal.intent(&name, &server).await?;
    let kind = if args.json { ClientKind::Bot } else { ClientKind::Person };
    let full = !args.plain && !args.json && terminal::is_possible();
    let mut settings = Settings {
        password: args.password.read()?,
        ..Settings::new(kind, chance::seed()?)
    };
    if full {
        settings.patience = terminal::PATIENCE;
    }
    let client = Client::new(identity, intent, settings);
    let keeper = Keeper {
        seats,
        server: server.clone(),
        name,
    };
    let session = Session::new(client, server.clone());
    if full {
        let screen = Screen::new(server, args.screen.paint(), goal.bots(), args.ready).with_words(goal.first_words());
        return terminal::run(session, screen, &keeper, args.screen.no_bell).await;
    }
    let typing = Typing::begin().context("cannot read standard input")?;
    if args.json {
        return json::run(session.echo(), typing, &keeper).await;
    }
    say(&goal.first_words());
    let plain = Plain::new(server, goal.bots(), args.ready);
    by_lines(session, typing, plain, &keeper).await
}

/// Whose seat it is to be: the one kept for this room, if there is one.
fn identity(goal: &Goal, args: &SeatArgs, seats: Option<&Seats>) -> anyhow::Result<(Identity, String)> {
    let kept = match (goal, seats) {
        (Goal::Join(code), Some(seats)) => match &args.name {
            Some(name) => seats.find(args.server(), *code, name),
            None => match seats.in_room(args.server(), *code).as_slice() {
                [] => None,
                [only] => Some(only.clone()),
                several => {
                    let names: Vec<&str> = several.iter().map(|kept| kept.name.as_str()).collect();
                    bail!(
                        "several seats in this room are yours ({}); say which with --name",
                        names.join(", ")
                    );
                }
            },
        },
        _ => None,
    };
    if let Some((kept, sk)) = kept.and_then(|kept| kept.sk().map(|sk| (kept, sk))) {
        return Ok((chance::identity_of(sk)?, kept.name));
    }
    let user = || {
        std::env::var("USER")
            .ok()
            .filter(|name| chowk_protocol::clean_name(name).is_ok())
    };
    let name = args.name.clone().or_else(user).unwrap_or_else(|| "Guest".into());
    if chowk_protocol::clean_name(&name).is_err() {
        bail!("a name has 1 to 20 characters, none of them invisible; choose one with --name");
    }
    Ok((chance::identity()?, name))
}

/// Keeps the seat's secret where the player finds it again.
pub(crate) struct Keeper {
    seats: Option<Seats>,
    server: Address,
    name: String,
}

impl Keeper {
    /// Keeps, or forgets, the seat; what the player should know if that fails.
    pub(crate) fn heard(&self, client: &Client, happening: &Happening) -> Option<String> {
        let seats = self.seats.as_ref()?;
        if let Happening::Seated {
            room,
            chair: Some(_),
            again: false,
        } = happening
            && let Err(error) = seats.keep(&self.server, *room, &self.name, &client.identity().sk)
        {
            return Some(format!(
                "{error:#}. If this program ends, nobody can return to this seat."
            ));
        }
        if let Happening::Acked { wish, .. } = happening
            && wish.name() == Wish::Leave.name()
            && let Some(room) = client.room()
        {
            seats.forget(&self.server, room, &self.name);
        }
        None
    }

    /// How to come back.
    pub(crate) fn way_back(&self, client: &Client) -> Option<String> {
        let (room, _) = (client.room()?, client.chair()?);
        self.seats.as_ref()?;
        Some(format!(
            "Your seat is kept. Come back with: chowk join {} --name {}",
            Invitation::link(&self.server, room),
            quoted(&self.name)
        ))
    }
}

/// A name as a shell takes it.
fn quoted(name: &str) -> String {
    if name.chars().all(char::is_alphanumeric) {
        name.to_owned()
    } else {
        format!("'{}'", name.replace('\'', "'\\''"))
    }
}

/// A watcher, on the full screen.
pub(crate) async fn watch_on_screen(
    session: Session,
    server: &Address,
    wanted: ScreenWanted,
) -> anyhow::Result<ExitCode> {
    let screen = Screen::new(server.clone(), wanted.paint(), Vec::new(), false);
    terminal::run(session, screen, &watching(server), wanted.no_bell).await
}

/// A watcher has no seat to be kept.
fn watching(server: &Address) -> Keeper {
    Keeper {
        seats: None,
        server: server.clone(),
        name: String::new(),
    }
}

/// A watcher, by lines.
pub(crate) async fn watch_by_lines(session: Session, typing: Typing, server: &Address) -> anyhow::Result<ExitCode> {
    let keeper = watching(server);
    by_lines(session, typing, Plain::new(server.clone(), Vec::new(), false), &keeper).await
}

async fn by_lines(
    mut session: Session,
    mut typing: Typing,
    mut plain: Plain,
    keeper: &Keeper,
) -> anyhow::Result<ExitCode> {
    loop {
        let now = session.now();
        let due = plain
            .due(session.client(), now)
            .map(|at| Instant::now() + Duration::from_millis(at.saturating_sub(now)));
        let lines = tokio::select! {
            next = session.next() => match next {
                Next::Told(happening) => {
                    let now = session.now();
                    if let Some(words) = keeper.heard(session.client(), &happening) {
                        out::note(words);
                    }
                    plain.told(session.client_mut(), &happening, now)
                }
                Next::Frame(_) => Vec::new(),
                Next::End(reason) => {
                    let fine = reason.is_fine();
                    say(&[farewell(&reason, session.trouble())]);
                    session.close().await;
                    return Ok(if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE });
                }
            },
            typed = typing.next() => {
                let now = session.now();
                let (lines, after) = match typed {
                    Typed::Line(line) => plain.typed(session.client_mut(), &line, now),
                    Typed::Stop => (Vec::new(), After::Quit),
                };
                if after == After::Quit {
                    say(&lines);
                    say(keeper.way_back(session.client()).as_slice());
                    session.close().await;
                    return Ok(ExitCode::SUCCESS);
                }
                lines
            },
            () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => {
                let now = session.now();
                plain.time_passed(session.client(), now)
            }
        };
        if !say(&lines) {
            session.close().await;
            return Ok(ExitCode::SUCCESS);
        }
    }
}

/// Says lines; false once nobody listens any more.
fn say<S: AsRef<str>>(lines: &[S]) -> bool {
    lines.iter().all(out::words)
}

/// The last line.
pub(crate) fn farewell(reason: &Reason, trouble: Option<&str>) -> String {
    match trouble {
        Some(trouble) if matches!(reason, Reason::GaveUp { .. }) => format!("{reason} At the last try {trouble}."),
        Some(_) | None => reason.to_string(),
    }
}

/// The sentence of an end, on standard error, for programs.
fn note_end(reason: &Reason, trouble: Option<&str>) {
    out::note(match trouble {
        Some(trouble) => format!("{reason} ({trouble})"),
        None => reason.to_string(),
    });
}
