//! `chowk bot`: a brain of the house at the end of a wire, as a guest at anybody's table.

use std::{process::ExitCode, time::Duration};

use anyhow::anyhow;
use chowk_protocol::{ClientKind, Event, SideName, Stage};
use clap::Args;
use tokio::time::{Instant, sleep_until};

use crate::{
    address::{Address, Invitation},
    brain::{self, AnyBrain, AnyPlayer},
    chance,
    client::{Client, Happening, Intent, Settings, Verdict, Wish},
    out,
    password::PasswordArgs,
    socket::{Next, Session},
    typing::{Typed, Typing},
    wanted::{Game, RoomWanted},
};

/// Let a bot sit down and play.
#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES)]
pub struct BotArgs {
    /// The code of the room, or its link
    #[arg(value_name = "CODE", required_unless_present = "create", conflicts_with = "create")]
    table: Option<Invitation>,
    /// Open a new room, print its code and sit down in it
    #[arg(long)]
    create: bool,
    /// Where the server is
    #[arg(long, value_name = "URL", env = "CHOWK_SERVER", default_value = crate::SERVER)]
    server: Address,
    /// How it plays: random, bold, careful (the usual) or steady; four stones: chaser, thief, hunter (the usual) or fox
    #[arg(long, value_name = "BRAIN", value_parser = brain::by_name)]
    brain: Option<AnyBrain>,
    /// What it is called; its brain unless told otherwise
    #[arg(long)]
    name: Option<String>,
    /// What decides where the brain leaves something to luck: the same seed plays the same
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How long it thinks before each answer, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 0)]
    think: u64,
    /// How many matches it plays at this table before it leaves; 0 for as many as others ask for
    #[arg(long, value_name = "N", default_value_t = 1)]
    matches: u64,
    #[command(flatten)]
    password: PasswordArgs,
    #[command(flatten)]
    room: RoomWanted,
}

const EXAMPLES: &str = "\
Examples:
  A bot opens a table and waits for you:
    chowk bot --create --brain bold
  Two more join a table of three:
    chowk bot 7Q4K-M2XD --brain careful & chowk bot 7Q4K-M2XD --brain random --seed 7 &
  Four stones, with a bot that plays well:
    chowk bot --create --game stones --brain fox

It says ready by itself, comes back after a lost connection or a restart of the server, and checks every throw. The
first line it prints with --create is the code of the room.";

/// Plays until its matches are over.
pub async fn run(mut args: BotArgs) -> anyhow::Result<ExitCode> {
    let game = args.room.game.map(Game::kind);
    let brain = AnyBrain::wanted(game, args.brain).map_err(|why| anyhow!("{why}"))?;
    args.room.game.get_or_insert(Game::of(brain.game()));
    let name = args.name.clone().unwrap_or_else(|| brain.name().to_owned());
    let server = args.table.as_ref().and_then(|table| table.server.clone());
    let server = server.unwrap_or_else(|| args.server.clone());
    let intent = match args.table {
        Some(Invitation { code, .. }) => Intent::Join {
            code,
            name: name.clone(),
            chair: None,
        },
        None => Intent::Create(args.room.for_player(&name)?),
    };
    let client = Client::new(
        chance::identity()?,
        intent,
        Settings {
            password: args.password.read()?,
            ..Settings::new(ClientKind::Bot, chance::seed()?)
        },
    );
    let guest = Guest {
        session: Session::new(client, server),
        player: AnyPlayer::new(brain, args.seed),
        left: (args.matches > 0).then_some(args.matches),
        prints_code: args.create,
        think: Duration::from_millis(args.think),
        think_until: None,
        fair: true,
    };
    guest.play(Typing::for_signals()?).await
}

/// Refusals of answers that crossed with what the server, or another player, did meanwhile.
const NO_FAULT: [&str; 12] = [
    "already_played",
    "answered",
    "not_now",
    "not_your_turn",
    "not_playing",
    "no_stone",
    "out_of_reach",
    "too_soon",
    "nothing_to_give",
    "last_stone",
    "not_together",
    "has_stone",
];

struct Guest {
    session: Session,
    player: AnyPlayer,
    /// Matches that it still plays; absent for any number.
    left: Option<u64>,
    prints_code: bool,
    think: Duration,
    think_until: Option<Instant>,
    /// Whether every check held so far.
    fair: bool,
}

impl Guest {
    async fn play(mut self, mut signals: Typing) -> anyhow::Result<ExitCode> {
        loop {
            self.decide();
            tokio::select! {
                next = self.session.next() => match next {
                    Next::Told(happening) => {
                        self.heard(&happening);
                        self.leave_if_lost();
                    }
                    Next::Frame(_) => {}
                    Next::End(reason) => {
                        out::note(match self.session.trouble() {
                            Some(trouble) => format!("{reason} At the last try {trouble}."),
                            None => reason.to_string(),
                        });
                        self.session.close().await;
                        return Ok(if reason.is_fine() && self.fair { ExitCode::SUCCESS } else { ExitCode::FAILURE });
                    }
                },
                () = sleep_until(self.think_until.unwrap_or_else(Instant::now)), if self.think_until.is_some() => {}
                typed = signals.next() => if typed == Typed::Stop {
                    self.session.close().await;
                    return Ok(ExitCode::SUCCESS);
                },
            }
        }
    }

    /// Gives the chair up where another game is played than this bot knows.
    fn leave_if_lost(&mut self) {
        let client = self.session.client_mut();
        let lost = client.table().is_some_and(|table| self.player.is_lost_at(table));
        // Said before anything else is, and once: what is on its way then is this.
        if lost && client.unanswered() == 0 && client.command(Wish::Leave).is_ok() {
            self.fair = false;
            out::note("Another game is played at this table; --game says which one a bot plays.");
        }
    }

    fn decide(&mut self) {
        if self.player.ready_if_due(self.session.client_mut()) {
            return;
        }
        let player = match &mut self.player {
            AnyPlayer::Board(player) => player,
            AnyPlayer::Court(player) => {
                player.play(self.session.client_mut());
                return;
            }
        };
        if !player.is_asked(self.session.client()) {
            self.think_until = None;
            return;
        }
        let now = Instant::now();
        if *self.think_until.get_or_insert(now + self.think) <= now {
            self.think_until = None;
            // What cannot be said now is asked again with the next view.
            let _ = player.answer(self.session.client_mut());
        }
    }

    fn heard(&mut self, happening: &Happening) {
        match happening {
            Happening::Seated {
                room,
                chair: Some(chair),
                again: false,
            } => {
                if self.prints_code {
                    out::line(room.as_str());
                }
                out::note(format!("Chair {} in room {room}.", chair + 1));
            }
            Happening::Checked(verdict) => self.checked(verdict),
            Happening::Changed { events, .. } => {
                for event in events {
                    if let Event::Ended { ranks, seats, .. } = event {
                        out::note(format!("The match has ended: {}.", ranked(ranks, seats)));
                    }
                }
            }
            Happening::Refused { code, text, .. } if !NO_FAULT.contains(&code.as_str()) => {
                out::note(format!("{text} ({code})"));
            }
            Happening::Refused { .. } => {}
            Happening::Dropped { text, tries: 1, .. } => {
                out::note(format!(
                    "{} Coming back.",
                    text.as_deref().unwrap_or("The connection is lost.")
                ));
            }
            Happening::Unfair(fault) => {
                self.fair = false;
                out::note(format!("Careful: {fault}."));
            }
            Happening::Healing | Happening::Garbage(_) => self.fair = false,
            Happening::Seated { .. }
            | Happening::Dropped { .. }
            | Happening::Welcome { .. }
            | Happening::Notice(_)
            | Happening::Aside { .. }
            | Happening::Acked { .. }
            | Happening::Around
            | Happening::Motion { .. }
            | Happening::Film { .. } => {}
        }
    }

    /// A match is over: another one, or goodbye.
    fn checked(&mut self, verdict: &Verdict) {
        out::note(verdict.to_string());
        self.fair &= verdict.is_good();
        let Some(left) = &mut self.left else { return };
        *left = left.saturating_sub(1);
        let wish = if *left == 0 { Wish::Leave } else { Wish::Again };
        let ended = self
            .session
            .client()
            .table()
            .is_some_and(|table| table.stage() == Some(Stage::Ended));
        if ended || wish == Wish::Leave {
            // There is room for one command: nothing else waits at the end of a match.
            let _ = self.session.client_mut().command(wish);
        }
    }
}

/// Who came where: sides by letter, or chairs by number.
fn ranked(ranks: &[Vec<SideName>], seats: &[Vec<u8>]) -> String {
    let sides = ranks
        .iter()
        .map(|rank| rank.iter().map(|side| side.letter()).collect::<String>());
    let chairs = seats.iter().map(|rank| {
        let chairs: Vec<String> = rank.iter().map(|chair| (chair + 1).to_string()).collect();
        let word = if chairs.len() == 1 { "chair" } else { "chairs" };
        format!("{word} {}", chairs.join(" and "))
    });
    sides.chain(chairs).collect::<Vec<String>>().join(", ")
}
