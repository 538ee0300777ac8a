//! The lobby: rooms opened, found by code, listed and buried. Nothing in it waits: a room that must be read first
//! keeps the letters that come meanwhile in its mailbox.

mod card;
pub mod directory;
mod quick;
mod sweep;
mod tries;

use std::sync::{
    Arc, Mutex, PoisonError, RwLock,
    atomic::{AtomicBool, Ordering},
};

use chowk_protocol::{Password, Refusal, RefusalCode, RoomCode, Stage};
use futures_util::future::join_all;

pub use self::{
    card::Card,
    sweep::{Upkeep, sweep},
};
use self::{
    directory::{Located, NoPlace, Reserved, RoomsMost},
    tries::Tries,
};
use crate::{
    config::Secret,
    fate::Entropy,
    http::Address,
    pace::TooFast,
    room::{Birth, Caller, Order, RoomHandle, Summary, World, creator_of, start},
    session::NewRoom,
};

/// What the lobby permits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LobbyLimits {
    /// Most rooms.
    pub rooms: usize,
    /// Most rooms opened by one address.
    pub rooms_per_address: usize,
    /// Wrong codes a minute by one address.
    pub wrong_codes_per_minute: u32,
}

/// The lobby.
pub struct Lobby {
    world: Arc<World>,
    limits: RwLock<LobbyLimits>,
    tries: Tries,
    entropy: Mutex<Box<dyn Entropy>>,
    is_stopping: AtomicBool,
}

/// Where a wish for a new room has led.
#[derive(Debug, Clone)]
pub enum Created {
    /// Into a new room; it knows who opened it.
    New(RoomHandle),
    /// To the room that this token opened before; one sits down there like anybody else.
    Again(RoomHandle),
}

impl Lobby {
    /// A lobby for these rooms.
    pub fn new(world: Arc<World>, limits: LobbyLimits, entropy: impl Entropy + 'static) -> Self {
        let tries = Tries::new(limits.wrong_codes_per_minute, Arc::clone(&world.clock));
        Self {
            world,
            limits: RwLock::new(limits),
            tries,
            entropy: Mutex::new(Box::new(entropy)),
            is_stopping: AtomicBool::new(false),
        }
    }

    /// What it permits.
    pub fn limits(&self) -> LobbyLimits {
        *self.limits.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on it permits so many rooms; those that are there stay. Wrong codes are counted as they were.
    pub fn set_limits(&self, limits: LobbyLimits) {
        *self.limits.write().unwrap_or_else(PoisonError::into_inner) = limits;
    }

    /// What all rooms share.
    pub fn world(&self) -> &Arc<World> {
        &self.world
    }

    /// The room of this code, woken if it sleeps.
    ///
    /// # Errors
    /// `no_such_room`, `room_failed`, or `too_many_tries` for an address that guesses.
    pub fn visit(&self, code: RoomCode, from: Address) -> Result<RoomHandle, Refusal> {
        self.tries.may_try(from).map_err(too_many)?;
        match self.locate(code) {
            Located::Here(handle) => Ok(handle),
            Located::Failed => Err(Refusal::new(RefusalCode::RoomFailed)),
            Located::Elsewhere(_) | Located::Nowhere => {
                self.tries.was_wrong(from).map_err(too_many)?;
                Err(Refusal::new(RefusalCode::NoSuchRoom).in_field("code"))
            }
        }
    }

    /// Whether this is the password of the server. Wrong ones count like wrong codes.
    ///
    /// # Errors
    /// `password_needed`, `wrong_password`, or `too_many_tries` for an address that guesses.
    pub fn check_password(&self, own: &Secret, said: Option<Password>, from: Address) -> Result<(), Refusal> {
        let Some(Password(word)) = said else {
            return Err(Refusal::new(RefusalCode::PasswordNeeded).in_field("password"));
        };
        let barred =
            |fast| too_many(fast).saying("Too many wrong passwords or codes from this address; wait a little.");
        self.tries.may_try(from).map_err(barred)?;
        if own.is(&word) {
            return Ok(());
        }
        self.tries.was_wrong(from).map_err(barred)?;
        Err(Refusal::new(RefusalCode::WrongPassword).in_field("password"))
    }

    /// A new room, or the one that this token opened before (contract 10).
    ///
    /// # Errors
    /// `stopping`, `rooms_full`, or `room_failed`.
    pub fn create(&self, new: Box<NewRoom>, host: Caller, from: Address) -> Result<Created, Refusal> {
        let creator = creator_of(&new.token);
        if self.is_stopping() {
            return Err(Refusal::new(RefusalCode::Stopping));
        }
        if self.is_draining() {
            return Err(Refusal::new(RefusalCode::Draining));
        }
        let listed = new.listed;
        let most = RoomsMost {
            server: self.limits().rooms,
            address: self.limits().rooms_per_address,
        };
        let open = |code| start(&self.world, code, Birth::New(new, host));
        match self
            .world
            .directory
            .reserve(creator, from, listed, most, || self.draw_code(), open)
        {
            Ok(Reserved::New(handle)) => Ok(Created::New(handle)),
            Ok(Reserved::Known(code)) => match self.locate(code) {
                Located::Here(handle) => Ok(Created::Again(handle)),
                Located::Failed => Err(Refusal::new(RefusalCode::RoomFailed)),
                // It ended this very moment; the next try opens a new one.
                Located::Elsewhere(_) | Located::Nowhere => Err(Refusal::new(RefusalCode::Busy).retry_in(100)),
            },
            Err(NoPlace::Server) => Err(Refusal::new(RefusalCode::RoomsFull)),
            Err(NoPlace::Address) => {
                let text = "This address has opened as many rooms as it may.";
                Err(Refusal::new(RefusalCode::RoomsFull).saying(text))
            }
        }
    }

    /// The lines of the rooms that are listed. Those that sleep are woken to tell theirs, and are waited for by nobody
    /// longer than a moment.
    pub async fn list(&self) -> Vec<Summary> {
        for code in self.world.directory.asleep(true) {
            self.locate(code);
        }
        // Whoever has not told its line by then is in the next list.
        let _ = tokio::time::timeout(std::time::Duration::from_secs(1), self.world.directory.all_told()).await;
        self.world.directory.listed()
    }

    /// Whether the server stops.
    pub fn is_stopping(&self) -> bool {
        self.is_stopping.load(Ordering::Relaxed)
    }

    /// Whether the server closes for the evening: running matches go on, and no new one starts.
    pub fn is_draining(&self) -> bool {
        self.world.draining.load(Ordering::Relaxed)
    }

    /// Closes for the evening, or opens again. Rooms that sleep hear of it when they wake.
    pub async fn drain(&self, draining: bool) {
        self.world.draining.store(draining, Ordering::Relaxed);
        let rooms = self.world.directory.awake();
        // A room that has ended needs no telling.
        join_all(rooms.iter().map(|room| room.order(Order::Drain(draining)))).await;
    }

    /// Where the room of this code is, for the operator, who may try as often as he likes; it is woken if it sleeps.
    pub fn look_up(&self, code: RoomCode) -> Located {
        self.locate(code)
    }

    /// How many matches are played or about to be, as far as rooms are awake.
    pub fn matches_running(&self) -> usize {
        let runs = |line: &&Summary| matches!(line.stage, Stage::Revealing | Stage::Playing);
        self.world.directory.summaries().iter().filter(runs).count()
    }

    /// Takes no new rooms from now on.
    pub fn close(&self) {
        self.is_stopping.store(true, Ordering::Relaxed);
    }

    /// Tells all rooms that the server stops, and waits until each has said what it had to say.
    pub async fn stop_rooms(&self) {
        let rooms = self.world.directory.awake();
        join_all(rooms.iter().map(|room| async {
            room.stop().await;
            room.gone().await;
        }))
        .await;
    }

    /// Where the room of this code is; it is woken if it sleeps.
    fn locate(&self, code: RoomCode) -> Located {
        self.world
            .directory
            .locate(code, |no| start(&self.world, code, Birth::Known(no)))
    }

    /// A code that nobody can foresee: eight of 31 letters, each as likely as the others.
    fn draw_code(&self) -> RoomCode {
        let mut entropy = self.entropy.lock().unwrap_or_else(PoisonError::into_inner);
        let mut digit = || loop {
            // 248 is the greatest multiple of 31 in a byte; what is above it would make some letters likelier.
            let [byte] = crate::fate::draw(&mut **entropy);
            if byte < 248 {
                return byte % 31;
            }
        };
        let digits = std::array::from_fn(|_| digit());
        RoomCode::from_digits(digits).unwrap_or_else(|| unreachable!("each digit is below 31"))
    }
}

fn too_many(TooFast { retry_ms }: TooFast) -> Refusal {
    Refusal::new(RefusalCode::TooManyTries).retry_in(retry_ms)
}
