//! Names of things on the wire: fixed numbers of bytes as lower-case hex, and room codes that can be read aloud.

use std::{borrow::Cow, collections::BTreeMap, fmt, str::FromStr};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

/// `N` bytes that travel as 2·N lower-case hex digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex<const N: usize>(pub [u8; N]);

/// The client id (contract 11): 8 random bytes that a tab or process makes.
pub type Cid = Hex<8>;
/// 8 random bytes that change when what was told can no longer be relied on (contract 4).
pub type Epoch = Hex<8>;
/// The first 8 bytes of the SHA-256 of a view's canonical JSON (contract 20).
pub type ViewHash = Hex<8>;
/// A chair's number, from 0.
pub type ChairNo = u8;
/// A match's name: 16 random bytes, hashed as their 32 hex digits (`fairness.md`).
pub type MatchId = Hex<16>;

/// Text that is no id: wrong length or wrong letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BadId;

impl fmt::Display for BadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not an id of the expected form")
    }
}

impl std::error::Error for BadId {}

impl<const N: usize> FromStr for Hex<N> {
    type Err = BadId;

    /// Exactly 2·N lower-case hex digits, else [`BadId`].
    fn from_str(text: &str) -> Result<Self, BadId> {
        if text.bytes().any(|b| b.is_ascii_uppercase()) {
            return Err(BadId);
        }
        let mut bytes = [0; N];
        hex::decode_to_slice(text, &mut bytes).map_err(|_| BadId)?;
        Ok(Self(bytes))
    }
}

impl<const N: usize> fmt::Display for Hex<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl<const N: usize> fmt::Debug for Hex<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<const N: usize> Serialize for Hex<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&hex::encode(self.0))
    }
}

impl<'de, const N: usize> Deserialize<'de> for Hex<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        text.parse()
            .map_err(|_| D::Error::custom(format!("expected {} lower-case hex digits", 2 * N)))
    }
}

impl<const N: usize> JsonSchema for Hex<N> {
    fn schema_name() -> Cow<'static, str> {
        format!("Hex{}", 2 * N).into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": format!("^[0-9a-f]{{{}}}$", 2 * N) })
    }
}

/// What shows that a client holds a seat (contract 9). Its `Debug` shows nothing, and nothing broadcasts it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Token(pub Hex<32>);

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// A password as somebody typed it. Its `Debug` shows nothing.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Password(pub String);

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

/// A room's code: 8 characters of 31 that cannot be taken for one another (no 0 O 1 I L), about 40 bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RoomCode([u8; RoomCode::LEN]);

impl RoomCode {
    /// Characters in a code.
    pub const LEN: usize = 8;
    /// The 31 characters a code may have.
    pub const ALPHABET: &'static [u8; 31] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";

    /// The code that these numbers, each below 31, spell; `None` if one is not below 31.
    pub fn from_digits(digits: [u8; Self::LEN]) -> Option<Self> {
        let mut code = [0; Self::LEN];
        for (letter, digit) in code.iter_mut().zip(digits) {
            *letter = *Self::ALPHABET.get(usize::from(digit))?;
        }
        Some(Self(code))
    }

    /// The eight characters.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl FromStr for RoomCode {
    type Err = BadId;

    /// Reads a code as people write it: lower case, and a hyphen or blanks anywhere, are fine.
    fn from_str(text: &str) -> Result<Self, BadId> {
        let mut code = [0; Self::LEN];
        let mut letters = text
            .bytes()
            .filter(|b| !matches!(b, b'-' | b' '))
            .map(|b| b.to_ascii_uppercase());
        for place in &mut code {
            *place = letters.next().filter(|b| Self::ALPHABET.contains(b)).ok_or(BadId)?;
        }
        if letters.next().is_some() {
            Err(BadId)
        } else {
            Ok(Self(code))
        }
    }
}

impl fmt::Display for RoomCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for RoomCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for RoomCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for RoomCode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Cow::<str>::deserialize(deserializer)?
            .parse()
            .map_err(|_| D::Error::custom("expected a room code of 8 letters"))
    }
}

impl JsonSchema for RoomCode {
    fn schema_name() -> Cow<'static, str> {
        "RoomCode".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "description": "8 of 23456789ABCDEFGHJKMNPQRSTUVWXYZ; case, blanks and hyphens do not matter" })
    }
}

/// Reads a map by number. Inside a tagged message serde has read the keys as text already, and takes no numbers.
pub(crate) fn by_number<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<BTreeMap<u8, T>, D::Error> {
    let map = BTreeMap::<String, T>::deserialize(deserializer)?;
    map.into_iter()
        .map(|(key, value)| Ok((key.parse().map_err(D::Error::custom)?, value)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_as_people_write_it() {
        let code: RoomCode = "7q4k-m2xd".parse().unwrap();
        assert_eq!(code.to_string(), "7Q4KM2XD");
        for bad in ["", "7Q4KM2X", "7Q4KM2XDD", "0Q4KM2XD", "IQ4KM2XD", "ಅQ4KM2XD"] {
            assert_eq!(bad.parse::<RoomCode>(), Err(BadId), "{bad}");
        }
    }

    #[test]
    fn hex_is_lower_case_and_whole() {
        assert_eq!("00ff".parse::<Hex<2>>(), Ok(Hex([0, 255])));
        for bad in ["00FF", "00f", "00ff0", "zz00", ""] {
            assert_eq!(bad.parse::<Hex<2>>(), Err(BadId), "{bad}");
        }
    }

    #[test]
    fn a_token_shows_nothing() {
        assert_eq!(format!("{:?}", Token(Hex([7; 32]))), "Token(…)");
    }
}
