//! Moments as records tell them: RFC 3339 in UTC, with or without a fraction of a second.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A moment from 1970 to 9999, exact to a nanosecond; a moment outside becomes the nearest inside.
///
/// Text and JSON: `2030-01-02T03:04:05Z`, with as many digits of a fraction as it needs. `+00:00` is read as `Z`; any
/// other offset is refused, for a record tells UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment(SystemTime);

/// A text that is no moment in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a moment in UTC as RFC 3339 writes it")]
pub struct NotAMoment;

/// The last moment that a four-digit year can write, in seconds since 1970.
const LAST_SECOND: u64 = 253_402_300_799;

impl Moment {
    /// A moment of the system's clock, to the millisecond below.
    pub fn from_system(time: SystemTime) -> Self {
        let since = time.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
        let millis = u64::try_from(since.as_millis())
            .unwrap_or(u64::MAX)
            .min(LAST_SECOND * 1000);
        Moment(UNIX_EPOCH + Duration::from_millis(millis))
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        humantime::format_rfc3339(self.0).fmt(f)
    }
}

impl FromStr for Moment {
    type Err = NotAMoment;

    fn from_str(text: &str) -> Result<Self, NotAMoment> {
        if !ends_in_utc(text) {
            return Err(NotAMoment);
        }
        humantime::parse_rfc3339(text).map(Moment).map_err(|_| NotAMoment)
    }
}

/// Whether what follows the seconds is what RFC 3339 allows there; the library is lax about it.
fn ends_in_utc(text: &str) -> bool {
    let tail = text.get("2030-01-02T03:04:05".len()..).unwrap_or("");
    let Some(fraction) = tail.strip_suffix('Z').or_else(|| tail.strip_suffix("+00:00")) else {
        return false;
    };
    match fraction.strip_prefix('.') {
        Some(digits) => !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()),
        None => fraction.is_empty(),
    }
}

impl Serialize for Moment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Moment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_rfc_3339_allows_in_utc() {
        for text in [
            "2030-01-02T03:04:05Z",
            "2030-01-02T03:04:05.250Z",
            "2030-01-02T03:04:05+00:00",
            "2028-02-29T23:59:60Z",
        ] {
            assert!(text.parse::<Moment>().is_ok(), "{text}");
        }
        for text in [
            "",
            "2030-01-02",
            "2030-01-02T03:04:05",
            "2030-01-02 03:04:05Z",
            "2030-01-02T03:04:05+05:30",
            "2030-13-02T03:04:05Z",
            "2030-02-29T03:04:05Z",
            "2030-01-02T03:04:05.Z",
            "2030-01-02T03:04:05.2.3Z",
            "२०३०-01-02T03:04:05Z",
            "2030-01-02T03:04:05ZZ",
        ] {
            assert!(text.parse::<Moment>().is_err(), "{text}");
        }
    }

    #[test]
    fn compares_with_fractions() {
        let at = |text: &str| text.parse::<Moment>().unwrap();
        assert!(at("2030-01-02T03:04:05Z") < at("2030-01-02T03:04:05.001Z"));
        assert_eq!(at("2030-01-02T03:04:05.5Z"), at("2030-01-02T03:04:05.500+00:00"));
        assert_eq!(
            at("2030-01-02T03:04:05.5Z").to_string(),
            "2030-01-02T03:04:05.500000000Z"
        );
        assert_eq!(at("2030-01-02T03:04:05Z").to_string(), "2030-01-02T03:04:05Z");
    }
}
