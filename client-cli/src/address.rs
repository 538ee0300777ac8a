//! Where a server is: what people type, as a place to connect to.
//!
//! A room's link, `http://HOST:PORT/r/CODE`, is an address as well: [`Invitation`].

use std::{fmt, str::FromStr};

use chowk_protocol::RoomCode;

/// A server's address: `ws://HOST:PORT`, with or without a path; `http://…` and `HOST:PORT` are read as well, and
/// `wss://…` and `https://…` for one behind TLS.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Address {
    /// Whether it is reached through TLS.
    secure: bool,
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

    /// Whether it is reached through TLS.
    pub fn is_secure(&self) -> bool {
        self.secure
    }

    /// Whether only this machine itself reaches it.
    pub fn is_this_machine(&self) -> bool {
        ["127.0.0.1", "localhost", "::1"].contains(&self.host.as_str())
    }

    /// The address of a page there, as `/r/7Q4KM2XD`, as a browser takes it.
    pub fn page(&self, path: &str) -> String {
        let scheme = if self.secure { "https" } else { "http" };
        let usual = if self.secure { ":443" } else { ":80" };
        let authority = self.authority();
        let authority = authority.strip_suffix(usual).unwrap_or(&authority);
        format!("{scheme}://{authority}{}{path}", self.base)
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
        format!("{self}/ws")
    }

    /// The path of something else that the server offers, as `/api/v1/rooms`.
    pub fn path(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.secure { "wss" } else { "ws" };
        write!(f, "{scheme}://{}{}", self.authority(), self.base)
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
        let secure = match scheme.to_ascii_lowercase().as_str() {
            "ws" | "http" => false,
            "wss" | "https" => true,
            _ => return Err(bad("it begins with ws://, wss://, http:// or https://")),
        };
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
            .map_or(Ok(if secure { 443 } else { 80 }), str::parse)
            .map_err(|_| bad("a port is a number up to 65535"))?;
        if !path.chars().all(|c| c.is_ascii_graphic() && c != '?' && c != '#') {
            return Err(bad("a path has no blanks, no question mark and no hash"));
        }
        let mut base = path.trim_end_matches('/');
        // No folder is called so: what this address tells of itself must lead back to it.
        while let Some(folder) = base.strip_suffix("/ws") {
            base = folder.trim_end_matches('/');
        }
        Ok(Self {
            secure,
            host: host.to_owned(),
            port,
            base: base.to_owned(),
        })
    }
}

/// A table that somebody was invited to: by its link, or by its code at a server that is known otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    /// The server; absent where only a code was told.
    pub server: Option<Address>,
    /// The room.
    pub code: RoomCode,
}

impl Invitation {
    /// The link to a room, ready to be copied.
    pub fn link(server: &Address, code: RoomCode) -> String {
        server.page(&format!("/r/{code}"))
    }
}

impl FromStr for Invitation {
    type Err = BadAddress;

    fn from_str(text: &str) -> Result<Self, BadAddress> {
        let bad = |why: &str| {
            BadAddress(format!(
                "“{text}” invites to no table: {why}; try http://127.0.0.1:8080/r/7Q4K-M2XD or a code like 7Q4K-M2XD"
            ))
        };
        // Links are copied out of sentences and chats, with what stood around them.
        let link = text.trim().trim_matches(['<', '>', '"', '\'', ',', '.', ';', '(', ')']);
        let link = link.split(['?', '#']).next().unwrap_or(link).trim_end_matches('/');
        if !link.contains('/') {
            let code = link.parse().map_err(|_| bad("a code has eight letters and digits"))?;
            return Ok(Self { server: None, code });
        }
        let (server, code) = link
            .rsplit_once("/r/")
            .ok_or_else(|| bad("a link to a table ends with /r/ and the code"))?;
        let code = code.parse().map_err(|_| bad("a code has eight letters and digits"))?;
        let server = server.parse().map_err(|error| bad(&inner(&error)))?;
        Ok(Self {
            server: Some(server),
            code,
        })
    }
}

/// The reason alone, out of a sentence about an address.
fn inner(error: &BadAddress) -> String {
    let after = error.0.split_once("no address of a server: ").map(|(_, why)| why);
    after
        .and_then(|why| why.split_once(';'))
        .map_or_else(|| error.0.clone(), |(why, _)| why.to_owned())
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
            ("https://chowk.example", "wss://chowk.example:443/ws", "/api/v1/rooms"),
            ("wss://host:8443", "wss://host:8443/ws", "/api/v1/rooms"),
            ("ws://host:1/a/ws//ws/", "ws://host:1/a/ws", "/a/api/v1/rooms"),
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

    #[test]
    fn a_link_leads_back_to_its_room() {
        for (server, link) in [
            ("ws://127.0.0.1:8080", "http://127.0.0.1:8080/r/7Q4KM2XD"),
            ("http://chowk.example", "http://chowk.example/r/7Q4KM2XD"),
            ("wss://chowk.example", "https://chowk.example/r/7Q4KM2XD"),
            ("https://host:8443/games", "https://host:8443/games/r/7Q4KM2XD"),
            ("ws://[::1]:80", "http://[::1]/r/7Q4KM2XD"),
        ] {
            let server: Address = server.parse().unwrap();
            let code: RoomCode = "7Q4KM2XD".parse().unwrap();
            assert_eq!(Invitation::link(&server, code), link);
            let invitation = Invitation {
                server: Some(server),
                code,
            };
            assert_eq!(link.parse(), Ok(invitation));
        }
    }

    #[test]
    fn an_invitation_is_read_however_it_was_passed_on() {
        let code: RoomCode = "7Q4KM2XD".parse().unwrap();
        for (typed, server) in [
            ("7Q4K-M2XD", None),
            ("7q4km2xd", None),
            ("host:8080/r/7Q4K-M2XD", Some("ws://host:8080")),
            ("ws://host:8080/r/7q4k-m2xd/", Some("ws://host:8080")),
            ("<http://host:8080/r/7Q4KM2XD>,", Some("ws://host:8080")),
            ("https://host/r/7Q4KM2XD?from=chat#top", Some("wss://host:443")),
            ("WSS://host/r/7Q4KM2XD", Some("wss://host:443")),
        ] {
            let server = server.map(|server| server.parse().unwrap());
            assert_eq!(typed.parse(), Ok(Invitation { server, code }), "{typed}");
        }
        for (typed, why) in [
            ("", "eight letters"),
            ("http://host:8080", "ends with /r/"),
            ("http://host:8080/r/", "ends with /r/"),
            ("http://host:8080/r/7Q4K", "eight letters"),
            ("http://host:8080/r/7Q4K-M2X0", "eight letters"),
            ("http://host:99999/r/7Q4KM2XD", "65535"),
            ("ftp://host/r/7Q4KM2XD", "begins with"),
            ("http:///r/7Q4KM2XD", "host is missing"),
        ] {
            let sentence = typed.parse::<Invitation>().unwrap_err().to_string();
            assert!(
                sentence.contains(why) && sentence.contains("try http://127.0.0.1:8080/r/"),
                "{typed}: {sentence}"
            );
        }
    }
}
