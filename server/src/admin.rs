//! The operator's tools: a socket file in the data folder, one request a connection, and the command that speaks to it.
//!
//! Whoever may open the file may do all that is here; it belongs to the server's user and to nobody else. A request is
//! one line of JSON with the number of this little protocol ([`request`]), the answer is one line too, and a backup or
//! an export follows it as bytes. Nothing that is asked here holds up a room, the lobby or the journal's writer.

mod backup;
pub mod client;
mod command;
mod doors;
mod evening;
mod export;
mod keep;
mod people;
pub mod request;
mod restore;
mod rooms;
mod socket;
mod status;
mod words;

use std::{
    path::PathBuf,
    sync::{Arc, Mutex},
    time::Duration,
};

use serde_json::{Map, Value};
use tokio::time::{Instant, sleep_until};

use self::request::{No, Request};
pub use self::{evening::Evening, socket::AdminSocket};
use crate::{
    config,
    http::House,
    lobby::directory::Located,
    room::{Report, RoomHandle},
};

/// The socket file in the data folder.
pub const FILE: &str = "admin.sock";
/// How long a room may take to answer. It has mail to read before.
const ROOM_ANSWERS: Duration = Duration::from_secs(3);
/// How soon a room is looked at again whose rows are on their way to disk.
const LOOK_AGAIN: Duration = Duration::from_millis(5);

/// What an answer tells, beside that all is well.
pub(crate) type Told = Map<String, Value>;

/// Does what the operator asks.
pub(crate) struct Steward {
    house: Arc<House>,
    /// The data folder.
    folder: PathBuf,
    /// Held while a backup is made: one at a time.
    backing_up: Mutex<()>,
}

impl Steward {
    /// Does what is asked, and tells what there is to tell.
    async fn obey(&self, request: Request) -> Result<Told, No> {
        match request {
            Request::Status => Ok(self.status().await),
            Request::Rooms => Ok(self.rooms().await),
            Request::Room { room } => self.room(&room).await,
            Request::Say { room, text } => self.say(room.as_deref(), &text).await,
            Request::Kick { room, whom } => self.kick(&room, &whom).await,
            Request::Ban {
                whom,
                for_s,
                reason,
                force,
            } => self.ban(&whom, for_s, reason, force).await,
            Request::Unban { address } => self.unban(&address).await,
            Request::Bans => Ok(self.bans()),
            Request::End { room, reason } => self.end(&room, reason).await,
            Request::Reload => self.reload().await,
            Request::Drain(drain) => self.drain(drain).await,
            Request::Backup { .. } | Request::Export { .. } => Err(No::new("failed", "Its bytes go another way.")),
        }
    }

    /// Reads the settings and the bans anew.
    async fn reload(&self) -> Result<Told, No> {
        let read = self.change_bans(|house| {
            let now = house.lobby.world().clock.now().wall;
            let bans = house.bans.read_again(now).map_err(std::io::Error::other);
            bans.map(|bans| (bans, config::reload(house)))
        });
        let (bans, reloaded) = read
            .await
            .map_err(|no| No::new("bad_bans", format!("{}; all stays as it was", no.error)))?;
        let reloaded = reloaded.map_err(|error| No::new("bad_settings", error.to_string()))?;
        let mut told = Told::new();
        put(&mut told, "bans_before", bans.0);
        put(&mut told, "bans", bans.1);
        put(&mut told, "now", reloaded.now);
        put(&mut told, "after_restart", reloaded.after_restart);
        put(&mut told, "warnings", reloaded.warnings);
        Ok(told)
    }

    /// Milliseconds since 1970.
    fn wall(&self) -> u64 {
        self.house.lobby.world().clock.now().wall
    }

    /// The way to a room, woken if it sleeps.
    fn find(&self, code: &str) -> Result<RoomHandle, No> {
        let code = code
            .parse()
            .map_err(|_| No::new("bad_code", "A room's code is eight letters and digits, like 7KQM-3FXP."))?;
        match self.house.lobby.look_up(code) {
            Located::Here(handle) => Ok(handle),
            Located::Failed => Err(No::new(
                "room_failed",
                "This room has failed and is kept as it is; `export --room` gives out its rows.",
            )),
            Located::Elsewhere(_) | Located::Nowhere => Err(No::new("no_such_room", "There is no room of this code.")),
        }
    }

    /// What a room looks like, after all that it was told before is on disk.
    async fn look(&self, handle: &RoomHandle) -> Result<Report, No> {
        let looking = async {
            let first = handle.look().await?;
            let mut report = first.clone();
            while report.durable_v < first.v {
                sleep_until(Instant::now() + LOOK_AGAIN).await;
                report = handle.look().await?;
            }
            Some(report)
        };
        match tokio::time::timeout(ROOM_ANSWERS, looking).await {
            Ok(Some(report)) => Ok(report),
            Ok(None) => Err(No::new(
                "no_such_room",
                "The room has just ended, or is being read: try again.",
            )),
            Err(_) => Err(No::new(
                "busy",
                "The room does not answer at present; see `status` for the health of the journal.",
            )),
        }
    }
}

/// An answer's field.
fn put(told: &mut Told, name: &str, value: impl Into<Value>) {
    told.insert(name.to_owned(), value.into());
}
