//! How all sockets are treated, from the settings.

use chowk_protocol::{Limits, ServerInfo};

use super::gate::GateLimits;
use crate::config::Secret;

/// How all sockets are treated, from the settings.
#[derive(Debug, Clone)]
pub struct Conduct {
    /// What a client may do.
    pub gate: GateLimits,
    /// Frames that may wait for one reader.
    pub queue: usize,
    /// The server pings as often, in milliseconds.
    pub ping_ms: u64,
    /// A write may wait so long, in milliseconds.
    pub write_wait_ms: u64,
    /// Who the server is.
    pub server: ServerInfo,
    /// What it tells of its limits.
    pub limits: Limits,
    /// The password that a hello must carry.
    pub password: Option<Secret>,
}
