//! A seat in a test's hand: the client core of `chowk` on a bare socket, so that a test can play, cut, come back, and
//! say what no client would say.

use std::{
    collections::VecDeque,
    net::{IpAddr, SocketAddr},
    time::{Duration, Instant},
};

use anyhow::{Context as _, bail};
use chowk_cli::{
    brain::{AnyBrain, AnyPlayer},
    chance,
    client::{Client, Happening, Identity, Intent, NewRoom, Output, Reason, Settings},
};
use chowk_protocol::{ClientKind, ClockKind, GameKind, RoomCode, Stage};
use serde_json::Value;

pub mod court;
mod say;
mod table;

pub use table::{all_ended, at_a_throw, hear_any, hear_on, level, play_on};

use crate::wire::{Heard, Wire};

/// A seat.
#[derive(Debug)]
pub struct Seat {
    at: SocketAddr,
    cid: String,
    /// The address of this machine that it comes from, if that matters.
    from: Option<IpAddr>,
    client: Client,
    player: AnyPlayer,
    wire: Option<Wire>,
    started: Instant,
    /// What happened and was not looked at.
    told: VecDeque<Happening>,
    /// Every text frame that was sent, and that came, in order.
    pub traffic: Vec<Frame>,
    /// The code of the last close.
    pub closed: Option<u16>,
    ended: Option<Reason>,
    /// When the command was sent that waits for its answer.
    sent_at: Option<Instant>,
    /// How long each command's answer took.
    pub waits: Vec<Duration>,
}

/// A text frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Frame {
    /// From the client.
    Sent(String),
    /// From the server.
    Came(String),
}

/// A room to open: pagdi, private, no clock.
pub fn room(chairs: u8) -> NewRoom {
    NewRoom {
        name: "Asha".into(),
        game: GameKind::Chowka,
        preset: Some("pagdi".into()),
        rules: None,
        chairs,
        clock: Some(ClockKind::None),
        listed: false,
        watch: true,
        best_of: None,
        fill: false,
        step: None,
        still: false,
    }
}

/// To sit down in a room.
pub fn join(code: RoomCode) -> Intent {
    Intent::Join {
        code,
        name: "Ravi".into(),
        chair: None,
    }
}

impl Seat {
    /// A seat that is not connected yet.
    ///
    /// # Errors
    /// If the system gives no random bytes.
    pub fn new(at: SocketAddr, intent: Intent) -> anyhow::Result<Self> {
        Ok(Self::of(at, chance::identity()?, intent))
    }

    /// The same for a client that somebody is already.
    pub fn of(at: SocketAddr, identity: Identity, intent: Intent) -> Self {
        Self {
            at,
            cid: identity.cid.to_string(),
            from: None,
            client: Client::new(identity, intent, Settings::new(ClientKind::Bot, 7)),
            player: AnyPlayer::new(AnyBrain::usual(GameKind::Chowka), 7),
            wire: None,
            started: Instant::now(),
            told: VecDeque::new(),
            traffic: Vec::new(),
            closed: None,
            ended: None,
            sent_at: None,
            waits: Vec::new(),
        }
    }

    /// A seat, or a watcher's place, that is held, with a fresh view.
    ///
    /// # Errors
    /// If it is not let in.
    pub async fn entered(at: SocketAddr, intent: Intent) -> anyhow::Result<Self> {
        Self::entered_from(at, None, intent).await
    }

    /// The same from an address of this machine.
    ///
    /// # Errors
    /// If it is not let in.
    pub async fn entered_from(at: SocketAddr, from: Option<IpAddr>, intent: Intent) -> anyhow::Result<Self> {
        let mut seat = Self::new(at, intent)?;
        seat.from = from;
        seat.connect().await?;
        seat.until("a place", Client::is_fresh).await?;
        Ok(seat)
    }

    /// The client.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// The client, to wish something; [`Seat::flush`] sends it.
    pub fn client_mut(&mut self) -> &mut Client {
        &mut self.client
    }

    /// The room's code.
    ///
    /// # Errors
    /// If it is not known yet.
    pub fn code(&self) -> anyhow::Result<RoomCode> {
        self.client.room().context("no room is known")
    }

    /// The client id, as frames tell it.
    pub fn cid(&self) -> String {
        self.cid.clone()
    }

    /// Whether a socket is open.
    pub fn is_connected(&self) -> bool {
        self.wire.is_some()
    }

    /// The newest version known; 0 if none is.
    pub fn v(&self) -> u64 {
        self.client.table().map_or(0, |table| table.v)
    }

    /// The view known; null if none is.
    pub fn view(&self) -> Value {
        self.client.table().map_or(Value::Null, |table| table.view.clone())
    }

    /// Whether the open question is this seat's.
    pub fn is_asked(&self) -> bool {
        self.client.my_turn().is_some()
    }

    /// Opens a socket, also in place of the one that is open.
    ///
    /// # Errors
    /// If no server answers.
    pub async fn connect(&mut self) -> anyhow::Result<()> {
        self.wire = Some(Wire::open_from(self.at, self.from, "/ws", &[]).await?);
        self.client.connected(self.now());
        self.flush().await
    }

    /// Breaks the socket by a reset.
    ///
    /// # Errors
    /// If there is none.
    pub fn cut(&mut self) -> anyhow::Result<()> {
        self.let_go()?.reset()
    }

    /// Gives the socket away, open as it is; the client takes it for gone.
    ///
    /// # Errors
    /// If there is none.
    pub fn let_go(&mut self) -> anyhow::Result<Wire> {
        let wire = self.wire.take().context("no socket")?;
        self.client.disconnected(self.now(), None);
        Ok(wire)
    }

    /// The bare socket, to say anything.
    ///
    /// # Errors
    /// If there is none.
    pub fn wire(&mut self) -> anyhow::Result<&mut Wire> {
        self.wire.as_mut().context("no socket")
    }

    /// Sends what the client wants to send.
    ///
    /// # Errors
    /// If the socket is gone.
    pub async fn flush(&mut self) -> anyhow::Result<()> {
        while let Some(output) = self.client.poll() {
            match output {
                Output::Send(text) => {
                    self.traffic.push(Frame::Sent(text.clone()));
                    self.wire()?.text(text).await?;
                }
                Output::Told(happening) => self.told.push_back(happening),
                // Tests come back when they choose to.
                Output::Reconnect { .. } => {}
                Output::HangUp => self.wire = None,
                Output::End(reason) => self.ended = Some(reason),
            }
        }
        if self.client.unanswered() > 0 {
            self.sent_at.get_or_insert_with(Instant::now);
        }
        Ok(())
    }

    /// Takes in what came.
    async fn take(&mut self, heard: Heard) -> anyhow::Result<()> {
        let now = self.now();
        match heard {
            Heard::Text(text) => {
                self.client.received(&text, now);
                if self.client.unanswered() == 0
                    && let Some(sent_at) = self.sent_at.take()
                {
                    self.waits.push(sent_at.elapsed());
                }
                self.traffic.push(Frame::Came(text));
            }
            Heard::Closed(code) => {
                self.wire = None;
                self.closed = code;
                self.client.disconnected(now, code);
            }
        }
        self.flush().await
    }

    /// Hears one frame.
    ///
    /// # Errors
    /// If none comes.
    pub async fn hear(&mut self) -> anyhow::Result<()> {
        let heard = self.wire()?.next().await?;
        self.take(heard).await
    }

    /// Hears one frame, and makes the client hear another in its place.
    ///
    /// # Errors
    /// If none comes.
    pub async fn mishear(&mut self, change: impl FnOnce(String) -> String) -> anyhow::Result<()> {
        let heard = match self.wire()?.next().await? {
            Heard::Text(text) => Heard::Text(change(text)),
            closed @ Heard::Closed(_) => closed,
        };
        self.take(heard).await
    }

    /// Comes back on a new socket, until the view is fresh.
    ///
    /// # Errors
    /// If the seat is not held any more.
    pub async fn back(&mut self) -> anyhow::Result<()> {
        self.connect().await?;
        self.until("the seat again", Client::is_fresh).await
    }

    /// Hears until something holds.
    ///
    /// # Errors
    /// If it does not come to hold.
    pub async fn until(&mut self, what: &str, mut holds: impl FnMut(&Client) -> bool) -> anyhow::Result<()> {
        while !holds(&self.client) {
            if let Some(reason) = &self.ended {
                bail!("it ended ({reason}) before {what}");
            }
            self.hear().await.with_context(|| format!("waiting for {what}"))?;
        }
        Ok(())
    }

    /// Hears until the client has been told something, and gives it.
    ///
    /// # Errors
    /// If it is not told.
    pub async fn told<T>(&mut self, what: &str, find: impl Fn(&Happening) -> Option<T>) -> anyhow::Result<T> {
        loop {
            while let Some(happening) = self.told.pop_front() {
                if let Some(found) = find(&happening) {
                    return Ok(found);
                }
            }
            self.hear().await.with_context(|| format!("waiting for {what}"))?;
        }
    }

    /// Forgets what it was told so far.
    pub fn forget_told(&mut self) {
        self.told.clear();
    }

    /// Why it ended, if it did.
    pub fn ended(&self) -> Option<&Reason> {
        self.ended.as_ref()
    }

    /// From now on this seat plays so.
    pub fn plays(&mut self, brain: AnyBrain, seed: u64) {
        self.player = AnyPlayer::new(brain, seed);
    }

    /// Lets the client do what has fallen due, as saying again what was refused for the moment.
    ///
    /// # Errors
    /// If the socket is gone.
    pub async fn tick(&mut self) -> anyhow::Result<()> {
        self.client.tick(self.now());
        self.flush().await
    }

    /// Says ready where the table is full and this seat is not.
    ///
    /// # Errors
    /// If the socket is gone.
    pub async fn ready_if_due(&mut self) -> anyhow::Result<()> {
        if self.player.ready_if_due(&mut self.client) {
            self.flush().await?;
        }
        Ok(())
    }

    /// Answers the open question, or the newest tick, as a bot would, if it is this seat's.
    ///
    /// # Errors
    /// If the socket is gone.
    pub async fn answer(&mut self) -> anyhow::Result<()> {
        match &mut self.player {
            // What cannot be said now is said after the next frame.
            AnyPlayer::Board(player) => drop(player.answer(&mut self.client)),
            AnyPlayer::Court(player) => drop(player.play(&mut self.client)),
        }
        self.flush().await
    }

    fn now(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

/// The stage that a client knows of.
pub fn stage(client: &Client) -> Option<Stage> {
    client.table()?.stage()
}
