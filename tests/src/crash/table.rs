//! A table of seats and a watcher in one process, that plays through any number of deaths of its server: whoever is
//! missing sits down, whoever was cut comes back, and all play as fast as they are asked.

use std::{
    net::SocketAddr,
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};
use chowk_cli::client::{Intent, NewRoom};
use chowk_protocol::GameKind;
use tokio::time::timeout;

use super::ledger::Ledger;
use crate::seat::{Seat, all_ended, hear_any, join};

/// How long is waited for something that must come.
const PATIENCE: Duration = Duration::from_secs(60);
/// The longest wait before what has fallen due is done.
const TICK: Duration = Duration::from_millis(50);

/// A table.
#[derive(Debug)]
pub struct Table {
    at: SocketAddr,
    room: NewRoom,
    /// The host, the guests, and last of all a watcher.
    seats: Vec<Seat>,
}

impl Table {
    /// A table that nobody sits at yet.
    ///
    /// # Errors
    /// If the system gives no random bytes.
    pub fn new(at: SocketAddr, room: NewRoom) -> anyhow::Result<Self> {
        let mut table = Self {
            at,
            room,
            seats: Vec::new(),
        };
        table.add(Intent::Create(table.room.clone()))?;
        Ok(table)
    }

    fn add(&mut self, intent: Intent) -> anyhow::Result<()> {
        let mut seat = Seat::new(self.at, intent)?;
        if self.room.game == GameKind::Stones {
            seat.plays_stones(chowk_bots::stones::Brain::Hunter);
        }
        self.seats.push(seat);
        Ok(())
    }

    /// Whether the match has ended for all.
    pub fn has_ended(&self) -> bool {
        self.seats.len() > usize::from(self.room.chairs) && all_ended(&self.seats)
    }

    /// Connects all that are not.
    ///
    /// # Errors
    /// If no server answers.
    pub async fn connect(&mut self) -> anyhow::Result<()> {
        for seat in &mut self.seats {
            if !seat.is_connected() {
                seat.connect().await?;
            }
        }
        Ok(())
    }

    /// Plays until every socket is closed, or the match has ended for all. A server that dies is no error.
    ///
    /// # Errors
    /// If nothing comes any more.
    pub async fn play(&mut self) -> anyhow::Result<()> {
        let mut talks = true;
        while self.seats.iter().any(Seat::is_connected) && !self.has_ended() {
            if talks {
                talks = self.say().await.is_ok();
            }
            hear_any(&mut self.seats, "what comes next").await?;
        }
        Ok(())
    }

    /// Plays on until something holds of the seats and the watcher; what was refused for the moment is said again.
    ///
    /// # Errors
    /// If it does not come to hold in a long time, or the server is gone.
    pub async fn play_until(&mut self, what: &str, holds: impl Fn(&[Seat]) -> bool) -> anyhow::Result<()> {
        let began = Instant::now();
        while !holds(&self.seats) {
            ensure!(began.elapsed() < PATIENCE, "waited in vain for {what}");
            self.go_on(what).await?;
        }
        Ok(())
    }

    /// Plays for a while, whatever comes.
    ///
    /// # Errors
    /// If the server is gone.
    pub async fn play_for(&mut self, time: Duration) -> anyhow::Result<()> {
        let began = Instant::now();
        while began.elapsed() < time {
            self.go_on("what comes next").await?;
        }
        Ok(())
    }

    async fn go_on(&mut self, what: &str) -> anyhow::Result<()> {
        self.say().await?;
        // Where nothing comes, something may fall due.
        if let Ok(heard) = timeout(TICK, hear_any(&mut self.seats, what)).await {
            heard?;
        }
        for seat in &mut self.seats {
            if seat.is_connected() {
                seat.tick().await?;
            }
        }
        Ok(())
    }

    /// The seats, and the watcher last of all.
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// Hears until every socket is closed.
    ///
    /// # Errors
    /// If they stay open.
    pub async fn hear_out(&mut self) -> anyhow::Result<()> {
        while self.seats.iter().any(Seat::is_connected) {
            hear_any(&mut self.seats, "the close").await?;
        }
        Ok(())
    }

    /// Says what there is to say.
    async fn say(&mut self) -> anyhow::Result<()> {
        while self.seats.len() <= usize::from(self.room.chairs) {
            let Some(code) = self.seats[0].client().room() else {
                break;
            };
            let intent = if self.seats.len() < usize::from(self.room.chairs) {
                join(code)
            } else {
                Intent::Watch { code, name: None }
            };
            self.add(intent)?;
            self.seats.last_mut().context("nobody")?.connect().await?;
        }
        for seat in &mut self.seats {
            if seat.is_connected() {
                seat.ready_if_due().await?;
                seat.answer().await?;
            }
        }
        Ok(())
    }

    /// Writes down what all have heard.
    ///
    /// # Errors
    /// If a frame is none.
    pub fn tell(&mut self, ledger: &mut Ledger) -> anyhow::Result<()> {
        for seat in &mut self.seats {
            ledger.hear(seat)?;
            seat.forget_told();
        }
        Ok(())
    }
}
