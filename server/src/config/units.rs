//! Numbers, times, sizes and texts as people write them; whoever writes another thing is told what is accepted.

use std::{net::SocketAddr, ops::RangeInclusive, time::Duration};

/// Longest name of a server, and longest words for everybody, in characters.
const SHORT_MAX: usize = 80;
const LONG_MAX: usize = 2_000;

/// Reads a whole number from this range.
pub(super) fn number(range: RangeInclusive<usize>) -> impl Fn(&str) -> Result<usize, String> + Clone + Send + Sync {
    move |text| match text.trim().parse() {
        Ok(number) if range.contains(&number) => Ok(number),
        Ok(_) | Err(_) => Err(format!(
            "expected a whole number from {} to {}",
            range.start(),
            range.end()
        )),
    }
}

/// Reads a time like `600ms`, `20s`, `30m`, `24h`, `365d`, or several of these, from `least` to `most`.
pub(super) fn span(
    least: &'static str,
    most: &'static str,
) -> impl Fn(&str) -> Result<Duration, String> + Clone + Send + Sync {
    let read = |text: &str| humantime::parse_duration(text).ok();
    move |text| {
        let time = read(text.trim()).filter(|time| read(least) <= Some(*time) && Some(*time) <= read(most));
        time.ok_or_else(|| format!("expected a time from {least} to {most}, like 600ms, 20s, 30m or 24h"))
    }
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

/// Yes or no.
pub(super) fn yes(text: &str) -> Result<bool, String> {
    match text.trim().to_lowercase().as_str() {
        "true" | "yes" | "on" | "1" => Ok(true),
        "false" | "no" | "off" | "0" => Ok(false),
        _ => Err("expected true or false".to_owned()),
    }
}

/// An address to listen on.
pub(super) fn address(text: &str) -> Result<SocketAddr, String> {
    let read = text.trim().parse();
    read.map_err(|_| "expected an address with its port, like 0.0.0.0:8080 or [::]:8080".to_owned())
}

/// One line that people read.
pub(super) fn short_text(text: &str) -> Result<String, String> {
    let text = text.trim();
    if text.is_empty() || text.chars().count() > SHORT_MAX || text.chars().any(char::is_control) {
        return Err(format!("expected one line of 1 to {SHORT_MAX} characters"));
    }
    Ok(text.to_owned())
}

/// A few lines that people read.
pub(super) fn long_text(text: &str) -> Result<String, String> {
    let text = text.trim().replace("\r\n", "\n");
    let is_odd = |letter: char| letter.is_control() && letter != '\n';
    if text.chars().count() > LONG_MAX || text.contains(is_odd) {
        return Err(format!("expected plain text of at most {LONG_MAX} characters"));
    }
    Ok(text)
}

/// The address of a web server, without a slash at its end.
pub(super) fn url(text: &str) -> Result<String, String> {
    let text = text.trim().trim_end_matches('/');
    let is_odd = |letter: char| letter.is_whitespace() || letter.is_control() || "?#\"<>@".contains(letter);
    match after_scheme(text) {
        Some(rest) if !rest.is_empty() && !rest.starts_with([':', '/']) && !rest.contains(is_odd) => {
            Ok(text.to_owned())
        }
        Some(_) | None => Err("expected an address like https://chowka.example.org".to_owned()),
    }
}

/// An origin as browsers say it: scheme, host, and a port that is not the usual one.
pub(super) fn origin(text: &str) -> Result<String, String> {
    let said = || "expected origins like https://example.org or http://10.0.0.7:8080".to_owned();
    let text = url(text).map_err(|_| said())?;
    match after_scheme(&text) {
        Some(host) if !host.contains('/') => Ok(text),
        Some(_) | None => Err(said()),
    }
}

fn after_scheme(text: &str) -> Option<&str> {
    text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"))
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
        let duration = span("1s", "2h");
        assert_eq!(duration("1h 30m"), Ok(Duration::from_secs(5400)));
        assert_eq!(duration("1s"), Ok(Duration::from_secs(1)));
        for bad in ["soon", "10", "", "999ms", "2h 1s", "-1s", "99999999999999999999d"] {
            assert!(duration(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn numbers_know_their_range() {
        let number = number(8..=64);
        assert_eq!(number(" 8 "), Ok(8));
        for bad in ["7", "65", "", "-8", "8.0", "many", "99999999999999999999999"] {
            assert_eq!(
                number(bad),
                Err("expected a whole number from 8 to 64".to_owned()),
                "{bad}"
            );
        }
    }

    #[test]
    fn addresses_of_pages() {
        assert_eq!(
            url("https://a.example/chowk/").as_deref(),
            Ok("https://a.example/chowk")
        );
        assert_eq!(origin("http://10.0.0.7:8080/").as_deref(), Ok("http://10.0.0.7:8080"));
        for bad in [
            "",
            "a.example",
            "ftp://a.example",
            "https://",
            "https:///x",
            "https://a b",
            "https://me:word@a.example",
            "https://a.example/?x",
        ] {
            assert!(url(bad).is_err() && origin(bad).is_err(), "{bad}");
        }
        assert!(origin("https://a.example/chowk").is_err(), "an origin has no path");
    }

    #[test]
    fn words_for_people_hold_nothing_odd() {
        assert_eq!(long_text("Welcome!\r\nBe kind.\n").as_deref(), Ok("Welcome!\nBe kind."));
        assert!(long_text("\u{1b}[31mred").is_err() && long_text(&"x".repeat(2_001)).is_err());
        assert_eq!(short_text(" Under the neem ").as_deref(), Ok("Under the neem"));
        for bad in ["", "  ", "two\nlines", "\0"] {
            assert!(short_text(bad).is_err(), "{bad:?}");
        }
    }
}
