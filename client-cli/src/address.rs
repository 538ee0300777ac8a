//! Where a server is: what people type, as a place to connect to.

use std::{fmt, str::FromStr};

/// A server's address: `ws://HOST:PORT`, with or without a path; `http://…` and `HOST:PORT` are read as well.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Address {
    host: String,
    port: u16,
    /// What stands before `/ws` and `/api`, without a slash at its end.
    base: String,
}

/// Text that is no address of a server, as a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadAddress(String);

impl fmt::Display for BadAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadAddress {}

impl Address {
    /// The host, a name or a number; an IPv6 number without brackets.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// `HOST:PORT`, as a Host header and a connecting socket want it.
    pub fn authority(&self) -> String {
        if self.host.contains(':') {
            format!("[{}]:{}", self.host, self.port)
        } else {
            format!("{}:{}", self.host, self.port)
        }
    }

    /// Where the WebSocket is.
    pub fn socket_url(&self) -> String {
        format!("ws://{}{}/ws", self.authority(), self.base)
    }

    /// The path of something else that the server offers, as `/api/v1/rooms`.
    pub fn path(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ws://{}{}", self.authority(), self.base)
    }
}

impl FromStr for Address {
    type Err = BadAddress;

    fn from_str(text: &str) -> Result<Self, BadAddress> {
        let bad = |why: &str| {
            BadAddress(format!(
                "“{text}” is no address of a server: {why}; try ws://127.0.0.1:8080"
            ))
        };
        let (scheme, rest) = text.trim().split_once("://").unwrap_or(("ws", text.trim()));
        match scheme.to_ascii_lowercase().as_str() {
            "ws" | "http" => {}
            "wss" | "https" => return Err(bad("this client speaks no TLS, a proxy on this machine can do it")),
            _ => return Err(bad("it begins with ws:// or http://")),
        }
        let (authority, path) = rest.find('/').map_or((rest, ""), |slash| rest.split_at(slash));
        let (host, port) = match authority.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            Some((host, port)) => (host, port.strip_prefix(':')),
            None => authority
                .split_once(':')
                .map_or((authority, None), |(host, port)| (host, Some(port))),
        };
        let fine = |c: char| c.is_ascii_alphanumeric() || ".-_:%".contains(c);
        if host.is_empty() || !host.chars().all(fine) || authority.contains('@') {
            return Err(bad("the host is missing or has letters that no host has"));
        }
        let port = port
            .map_or(Ok(80), str::parse)
            .map_err(|_| bad("a port is a number up to 65535"))?;
        if !path.chars().all(|c| c.is_ascii_graphic() && c != '?' && c != '#') {
            return Err(bad("a path has no blanks, no question mark and no hash"));
        }
        let base = path.trim_end_matches('/');
        let base = base.strip_suffix("/ws").unwrap_or(base).trim_end_matches('/');
        Ok(Self {
            host: host.to_owned(),
            port,
            base: base.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_type_is_read() {
        for (typed, socket, rooms) in [
            ("ws://127.0.0.1:8080", "ws://127.0.0.1:8080/ws", "/api/v1/rooms"),
            ("http://chowk.example/", "ws://chowk.example:80/ws", "/api/v1/rooms"),
            ("localhost:9000", "ws://localhost:9000/ws", "/api/v1/rooms"),
            ("ws://host:1/games/ws", "ws://host:1/games/ws", "/games/api/v1/rooms"),
            (" http://[::1]:8080 ", "ws://[::1]:8080/ws", "/api/v1/rooms"),
        ] {
            let address: Address = typed.parse().unwrap();
            assert_eq!(
                (address.socket_url().as_str(), address.path("/api/v1/rooms").as_str()),
                (socket, rooms)
            );
            assert_eq!(address.to_string().parse(), Ok(address));
        }
    }

    #[test]
    fn what_is_no_address_gets_a_sentence() {
        for typed in [
            "",
            "wss://host",
            "ftp://host",
            "ws://",
            "ws://ho st:1",
            "ws://host:99999",
            "ws://host/a?b",
            "ws://me@host",
        ] {
            let sentence = typed.parse::<Address>().unwrap_err().to_string();
            assert!(sentence.contains("try ws://"), "{sentence}");
        }
    }
}
