//! What each part of the server is told of the settings.

use super::{Bots, Settings, millis};
use crate::{
    http::ListenerLimits,
    lobby::{LobbyLimits, Upkeep},
    room::RoomLimits,
    session::gate::GateLimits,
};

impl Settings {
    /// What a room may do.
    pub fn room_limits(&self) -> RoomLimits {
        RoomLimits {
            rows_ahead: self.rows_ahead,
            watchers: self.max_spectators,
            room_idle: millis(self.room_idle),
            match_idle: millis(self.match_idle),
            chair_kept: millis(self.chair_kept),
            pace: millis(self.pace),
            house_pace: millis(self.house_pace),
            away_pace: millis(self.away_pace),
            reveal: millis(self.reveal),
            house_bots: self.bots == Bots::Host,
            ..RoomLimits::default()
        }
    }

    /// What the lobby permits.
    pub fn lobby_limits(&self) -> LobbyLimits {
        LobbyLimits {
            rooms: self.max_rooms,
            rooms_per_address: self.max_rooms_per_addr,
            wrong_codes_per_minute: self.wrong_codes,
        }
    }

    /// What the lobby keeps, and for how long.
    pub fn upkeep(&self) -> Upkeep {
        Upkeep {
            visit_after: millis(self.room_idle),
            records_for: millis(self.records_for),
            records_bytes: self.records_size,
        }
    }

    /// What a socket may do.
    pub fn gate_limits(&self) -> GateLimits {
        GateLimits {
            hello_ms: millis(self.hello),
            frames_per_s: self.frames,
            frames_per_s_close: self.frames_close,
            bad_per_10s: self.bad_messages,
        }
    }

    /// What the listener permits.
    pub fn listener_limits(&self) -> ListenerLimits {
        ListenerLimits {
            connections: self.max_connections,
            per_address: (self.max_connections / 4).max(self.max_per_addr),
            head_wait: self.hello,
            trusted_proxies: self.trusted_proxies.clone(),
        }
    }
}
