//! Sockets read through a small buffer: tungstenite fills its whole read buffer with zeros at each read, and with its
//! default of 128 KiB a server costs six times as much (workbench, "Speed" 1).

use super::{Fault, Source};

/// The largest read buffer that a socket may have, in bytes.
pub const READ_BUFFER_MAX: u64 = 4096;

/// Ways to open a WebSocket that leave its buffers as they are.
const BARE: [&str; 6] = [
    "connect_async(",
    "client_async(",
    "accept_async(",
    "accept_hdr_async(",
    "WebSocketStream::from_raw_socket(",
    "WebSocketConfig::default();",
];

/// Files that open WebSockets with a read buffer that is too large or not set.
pub fn read_buffers(source: &Source) -> Vec<Fault> {
    if !source.is_rust() {
        return Vec::new();
    }
    let mut faults = Vec::new();
    for (at, line) in source.code.lines().enumerate() {
        for bare in BARE {
            if line.contains(bare) {
                let name = bare.trim_end_matches(['(', ';']);
                faults.push(source.fault(at + 1, format!("{name} leaves the read buffer at 128 KiB")));
            }
        }
    }
    // What a crate's own way sets up has its buffer from there.
    let code = without_own_ways(&source.code);
    // A name that is imported or mentioned is not a socket that is opened.
    let opens = ["WebSocketConfig::", ".on_upgrade("];
    let opening = code
        .lines()
        .position(|line| opens.iter().any(|name| line.contains(name)));
    if let Some(at) = opening {
        match buffer_of(&source.code) {
            Some(bytes) if bytes <= READ_BUFFER_MAX => {}
            Some(bytes) => faults.push(source.fault(at + 1, format!("a read buffer of {bytes} bytes"))),
            None => faults.push(source.fault(at + 1, "a WebSocket without .read_buffer_size(4096)")),
        }
    }
    faults
}

/// Folders whose crate must have a socket of its own with its buffer set, and has none.
pub fn missing(sources: &[Source]) -> Vec<Fault> {
    let has = |folder: &str| {
        sources
            .iter()
            .filter(|source| source.path.starts_with(folder) && source.is_rust())
            .any(|source| buffer_of(&source.code).is_some())
    };
    ["server/src", "client-cli/src"]
        .into_iter()
        .filter(|folder| !has(folder))
        .map(|folder| Fault {
            path: folder.into(),
            line: 1,
            why: "no socket here sets its read buffer".into(),
        })
        .collect()
}

/// The code without the openings that `chowk_server` and `chowk_cli` set up themselves.
fn without_own_ways(code: &str) -> String {
    if code.contains("http::socket_config(upgrade)") {
        code.replacen(".on_upgrade(", "", 1)
    } else {
        code.to_owned()
    }
}

/// What `.read_buffer_size(…)` is given, a number or a constant of the same file.
fn buffer_of(code: &str) -> Option<u64> {
    let (_, after) = code.split_once(".read_buffer_size(")?;
    let given = after.split(')').next()?.trim();
    number(given).or_else(|| {
        let (_, after) = code.split_once(&format!("const {given}: usize = "))?;
        number(after.split(';').next()?)
    })
}

fn number(text: &str) -> Option<u64> {
    text.trim().replace('_', "").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        let source = Source::new("server/src/session.rs", text);
        read_buffers(&source).into_iter().map(|fault| fault.why).collect()
    }

    #[test]
    fn a_socket_with_a_large_read_buffer_is_found() {
        assert_eq!(found("upgrade.read_buffer_size(4096).on_upgrade(f)"), [""; 0]);
        assert_eq!(
            found("const B: usize = 4_096;\nWebSocketConfig::default().read_buffer_size(B)"),
            [""; 0]
        );
        assert_eq!(
            found("upgrade.on_upgrade(f)"),
            ["a WebSocket without .read_buffer_size(4096)"]
        );
        assert_eq!(
            found("const B: usize = 131072;\nWebSocketConfig::default().read_buffer_size(B)"),
            ["a read buffer of 131072 bytes"]
        );
        let own = "chowk_server::http::socket_config(upgrade)\n.on_upgrade(f)";
        assert_eq!(found(own), [""; 0]);
        assert_eq!(
            found(&format!("{own}\nupgrade.on_upgrade(f)")),
            ["a WebSocket without .read_buffer_size(4096)"]
        );
        assert_eq!(
            found("connect_async(url)"),
            ["connect_async leaves the read buffer at 128 KiB"]
        );
    }

    #[test]
    fn a_crate_without_a_socket_is_found() {
        let with = Source::new("server/src/http.rs", "x.read_buffer_size(4096)");
        assert_eq!(missing(&[with])[0].path, "client-cli/src");
    }
}
