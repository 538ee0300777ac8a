//! How much memory abuse may cost a server: the limits, times what each permits.

use super::{Abuse, CONNECTIONS, CROWD, SOCKETS};

const KIB: u64 = 1024;
/// Of one socket: what is read at once (4 KiB), the message that is put together (8 KiB, and as much while it grows), what
/// is collected before it is written (16 KiB), and its task, its timer, its counts.
const SOCKET: u64 = (4 + 2 * 8 + 16 + 12) * KIB;
/// Of a reader's way: 64 frames that wait (setting `queue`). A view of a table, with what happened lately, is the largest
/// that can be asked for so often.
const QUEUE: u64 = 64 * 24 * KIB;
/// Of a connection that is no socket: a head (16 KiB) and what it grew from, an answer that waits, and its task.
const CONNECTION: u64 = (2 * 16 + 2 * 65 + 12) * KIB;
/// Connections of one address that are no sockets, at once: a quarter of `max_connections`.
const PER_ADDRESS: u64 = 64;
/// The allocator takes memory in pieces and gives it back late; the counts of who comes from where.
const SLACK: u64 = 24 * KIB * KIB;

impl Abuse {
    /// The most that it costs while it goes on, in bytes.
    pub fn memory_most(self) -> u64 {
        let sockets = SOCKETS as u64;
        match self {
            Self::SlowHeads | Self::UnreadAnswers | Self::Requests => sockets * CONNECTION,
            Self::Connections => PER_ADDRESS.min(CONNECTIONS as u64) * CONNECTION,
            Self::Crowd => CROWD as u64 * SOCKET,
            Self::NeverReads | Self::Flood => sockets * (SOCKET + QUEUE),
            Self::SlowHellos
            | Self::SlowFrames
            | Self::CrowdOfOne
            | Self::Pings
            | Self::Garbage
            | Self::Bytes
            | Self::EmptyPieces
            | Self::Pieces
            | Self::BigFrames
            | Self::DeepJson
            | Self::Codes
            | Self::Tokens => sockets * (SOCKET + CONNECTION),
        }
    }
}

/// The most that all of these cost at once, in bytes.
pub fn memory_most(all: &[Abuse]) -> u64 {
    SLACK + all.iter().map(|abuse| abuse.memory_most()).sum::<u64>()
}
