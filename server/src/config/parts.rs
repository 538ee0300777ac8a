//! What each part of the server is told of the settings.

use std::sync::Arc;

use chowk_protocol::{Limits, NAME_GRAPHEMES_MAX, ServerInfo};

use super::{Bots, Settings, millis};
use crate::{
    http::{FRAME_BYTES_MAX, Front, ListenerLimits},
    lobby::{LobbyLimits, Upkeep},
    room::RoomLimits,
    session::{Conduct, gate::GateLimits},
};

impl Settings {
    /// What a room may do.
    pub fn room_limits(&self) -> RoomLimits {
        RoomLimits {
            rows_ahead: self.rooms.rows_ahead,
            watchers: self.limits.max_spectators,
            room_idle: millis(self.rooms.room_idle),
            match_idle: millis(self.rooms.match_idle),
            chair_kept: millis(self.rooms.chair_kept),
            pace: millis(self.rooms.pace),
            house_pace: millis(self.rooms.house_pace),
            away_pace: millis(self.rooms.away_pace),
            reveal: millis(self.rooms.reveal),
            house_bots: self.rooms.bots == Bots::Host,
            fill: millis(self.rooms.fill_after),
        }
    }

    /// What the lobby permits.
    pub fn lobby_limits(&self) -> LobbyLimits {
        LobbyLimits {
            rooms: self.limits.max_rooms,
            rooms_per_address: self.limits.max_rooms_per_addr,
            wrong_codes_per_minute: small(self.limits.wrong_codes),
        }
    }

    /// What the lobby keeps, and for how long.
    pub fn upkeep(&self) -> Upkeep {
        Upkeep {
            visit_after: millis(self.rooms.room_idle),
            records_for: millis(self.records.records_for),
            records_bytes: self.records.records_size,
        }
    }

    /// What a socket may do.
    pub fn gate_limits(&self) -> GateLimits {
        GateLimits {
            hello_ms: millis(self.sockets.hello),
            frames_per_s: self.sockets.frames,
            frames_per_s_close: self.sockets.frames_close,
            bad_per_10s: self.sockets.bad_messages,
        }
    }

    /// What the server shows of itself, and whom it lets in.
    pub fn front(&self) -> Front {
        Front {
            conduct: Arc::new(self.conduct()),
            origins: self.origins(),
            trusted_proxies: self.door.trusted_proxies.clone(),
            public_url: self.place.public_url.clone(),
        }
    }

    /// How sockets are treated, and what they are told.
    fn conduct(&self) -> Conduct {
        Conduct {
            gate: self.gate_limits(),
            queue: self.sockets.queue,
            ping_ms: millis(self.sockets.ping),
            password: self.door.password.clone(),
            write_wait_ms: millis(self.sockets.write_wait),
            server: ServerInfo {
                name: self.place.name.clone(),
                version: env!("CARGO_PKG_VERSION").into(),
                motd: self.place.motd.clone().filter(|words| !words.is_empty()),
            },
            limits: Limits {
                frame_bytes: small(FRAME_BYTES_MAX),
                frames_per_s: small(self.sockets.frames),
                frames_per_s_close: small(self.sockets.frames_close),
                bad_per_10s: small(self.sockets.bad_messages),
                rows_ahead: small(self.rooms.rows_ahead),
                queue: small(self.sockets.queue),
                watchers: small(self.limits.max_spectators),
                name_graphemes: small(NAME_GRAPHEMES_MAX),
                room_idle_s: self.rooms.room_idle.as_secs(),
                match_idle_s: self.rooms.match_idle.as_secs(),
                ping_s: self.sockets.ping.as_secs(),
            },
        }
    }

    /// Pages that may open a socket: those that are listed, and those of the address that the operator gives.
    pub fn origins(&self) -> Vec<String> {
        let own = self.place.public_url.as_deref().map(origin_of);
        self.door.origins.iter().cloned().chain(own).collect()
    }

    /// Web requests a second of one address.
    pub fn requests_per_s(&self) -> u32 {
        small(self.limits.requests)
    }

    /// Most sockets.
    pub fn players_most(&self) -> u32 {
        small(self.limits.max_players)
    }

    /// What the listener permits.
    pub fn listener_limits(&self) -> ListenerLimits {
        ListenerLimits {
            connections: self.limits.max_connections,
            per_address: (self.limits.max_connections / 4).max(self.limits.max_per_addr),
            head_wait: self.sockets.hello,
            write_wait: self.sockets.write_wait,
        }
    }
}

/// The origin of an address: without its path.
fn origin_of(url: &str) -> String {
    let host = url.find("://").map_or(0, |at| at + 3);
    let end = url[host..].find('/').map_or(url.len(), |at| host + at);
    url[..end].to_owned()
}

/// A number of a small range, in the type that somebody wants it in.
fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
