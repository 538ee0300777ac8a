//! 32 bytes as 64 lower-case hex digits: what may be seen of a hash or a link, and the seed, which shows nothing.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A SHA-256 value or a link: 32 bytes. Text and JSON: 64 lower-case hex digits, nothing else.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

/// A text that is not 64 lower-case hex digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not 64 lower-case hex digits")]
pub struct NotADigest;

impl Digest {
    /// From the raw bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Digest(bytes)
    }

    /// The raw bytes, as they go into a hash.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = [0; 64];
        // The buffer has the right length by its type.
        hex::encode_to_slice(self.0, &mut text).map_err(|_| fmt::Error)?;
        f.write_str(std::str::from_utf8(&text).map_err(|_| fmt::Error)?)
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Digest {
    type Err = NotADigest;

    fn from_str(text: &str) -> Result<Self, NotADigest> {
        bytes_of(text).map(Digest)
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(serde::de::Error::custom)
    }
}

/// The server's secret of one match, 32 bytes from the operating system. Whoever holds it can draw, so nothing prints
/// it by accident: `Debug` shows nothing, and only [`Seed::open`] gives its text.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl Seed {
    /// From 32 bytes of the operating system's generator.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Seed(bytes)
    }

    /// The raw bytes, for a hash or for the journal.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The text that opens a match (fairness 8), to be called when it has ended and not before.
    pub fn open(&self) -> Digest {
        Digest(self.0)
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(..)")
    }
}

impl FromStr for Seed {
    type Err = NotADigest;

    fn from_str(text: &str) -> Result<Self, NotADigest> {
        bytes_of(text).map(Seed)
    }
}

fn bytes_of(text: &str) -> Result<[u8; 32], NotADigest> {
    if text.bytes().any(|b| b.is_ascii_uppercase()) {
        return Err(NotADigest);
    }
    let mut bytes = [0; 32];
    hex::decode_to_slice(text, &mut bytes).map_err(|_| NotADigest)?;
    Ok(bytes)
}
