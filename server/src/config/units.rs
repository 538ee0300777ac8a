//! Times and sizes as people write them.

use std::time::Duration;

/// A time like `600ms`, `20s`, `30m`, `24h`, `365d`, or several of these.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    humantime::parse_duration(text).map_err(|_| "expected a time like 600ms, 20s, 30m or 24h".to_owned())
}

/// A size like `4096`, `64M`, `1G`: bytes, or thousands of 1024.
pub(super) fn bytes(text: &str) -> Result<u64, String> {
    let text = text.trim();
    let (number, shift) = match text.char_indices().last() {
        Some((at, 'k' | 'K')) => (&text[..at], 10),
        Some((at, 'm' | 'M')) => (&text[..at], 20),
        Some((at, 'g' | 'G')) => (&text[..at], 30),
        Some(_) | None => (text, 0),
    };
    let number: u64 = number
        .trim()
        .parse()
        .map_err(|_| "expected a size like 64M or 1G".to_owned())?;
    number
        .checked_mul(1 << shift)
        .ok_or_else(|| "this size is too large".to_owned())
}

/// Milliseconds.
pub(crate) fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_times() {
        for (text, expected) in [
            ("0", Some(0)),
            ("4096", Some(4096)),
            ("1k", Some(1024)),
            ("64M", Some(64 << 20)),
            ("2 G", Some(2 << 30)),
            ("", None),
            ("G", None),
            ("-1", None),
            ("1T", None),
            ("99999999999999G", None),
        ] {
            assert_eq!(bytes(text).ok(), expected, "{text}");
        }
        assert_eq!(duration("1h 30m"), Ok(Duration::from_secs(5400)));
        assert_eq!(duration("600ms"), Ok(Duration::from_millis(600)));
        assert!(duration("soon").is_err() && duration("10").is_err());
    }
}
