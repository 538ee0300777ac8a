//! Settings read anew while the server runs: some hold at once for all who come, the others wait for the next start.

use std::sync::{Mutex, PoisonError};

use super::{Asked, Layers, Limits, Operation, Place, Settings, SettingsError};
use crate::{http::House, telemetry};

/// What holds at once. The others are built into what runs.
const AT_ONCE: [&str; 19] = [
    "name",
    "motd",
    "motd_file",
    "public_url",
    "password",
    "password_file",
    "origins",
    "trusted_proxies",
    "max_rooms",
    "max_per_addr",
    "max_rooms_per_addr",
    "hello",
    "ping",
    "write_wait",
    "queue",
    "frames",
    "frames_close",
    "bad_messages",
    "log",
];

/// The settings that hold: those of the start, and those that were read last.
#[derive(Debug, Default)]
pub struct InForce(Mutex<Option<(Layers, Layers)>>);

/// What reading anew has brought, by the keys of the settings.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reloaded {
    /// Changed, and it holds.
    pub now: Vec<String>,
    /// Changed since the start, and it will hold after the next.
    pub after_restart: Vec<String>,
    /// Names that look like settings and are none.
    pub warnings: Vec<String>,
}

impl InForce {
    /// The server has started with these.
    pub fn begin(&self, layers: &Layers) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((layers.clone(), layers.clone()));
    }
}

/// Reads the settings of this process anew: its flags and variables as they were, and its files as they are.
///
/// # Errors
/// [`SettingsError`]; then all stays as it was.
pub fn reload(house: &House) -> Result<Reloaded, SettingsError> {
    take(house, Asked::read()?.layers)
}

fn take(house: &House, fresh: Layers) -> Result<Reloaded, SettingsError> {
    let read = fresh.settings()?;
    let mut kept = house.in_force.0.lock().unwrap_or_else(PoisonError::into_inner);
    let Some((started, last)) = &mut *kept else {
        let line = "this server was started without a program around it, and reads no settings".to_owned();
        return Err(SettingsError { line, exit_code: 78 });
    };
    let holds = |key: &String| AT_ONCE.contains(&key.as_str());
    let (now, after_restart) = (fresh.changed(last), fresh.changed(started));
    let settings = merged(started.settings()?, read);
    house.front.exchange(settings.front());
    house.lobby.set_limits(settings.lobby_limits());
    house.sockets.set_per_address_most(settings.limits.max_per_addr);
    telemetry::listen_to(&settings.operation.log);
    let told = Reloaded {
        now: now.into_iter().filter(holds).collect(),
        after_restart: after_restart.into_iter().filter(|key| !holds(key)).collect(),
        warnings: fresh.warnings().to_vec(),
    };
    *last = fresh;
    Ok(told)
}

/// The settings of the start, with what holds at once as it is read now.
fn merged(started: Settings, read: Settings) -> Settings {
    Settings {
        place: Place {
            name: read.place.name,
            motd: read.place.motd,
            motd_file: read.place.motd_file,
            public_url: read.place.public_url,
            ..started.place
        },
        door: read.door,
        limits: Limits {
            max_rooms: read.limits.max_rooms,
            max_per_addr: read.limits.max_per_addr,
            max_rooms_per_addr: read.limits.max_rooms_per_addr,
            ..started.limits
        },
        sockets: read.sockets,
        operation: Operation {
            log: read.operation.log,
            ..started.operation
        },
        ..started
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_holds_at_once_is_a_setting_each() {
        let rows = Asked::of(["chowk-server"], []).unwrap().layers;
        for key in AT_ONCE {
            assert!(rows.rows().iter().any(|row| row.key == key), "{key}");
        }
    }
}
