//! `chowk-server health`: is the server ready? Asked as a stranger would ask, over HTTP on this machine, so that what
//! answers is what players reach. The container's health check is this, since its image holds nothing else to ask with.

use std::{
    io::{self, Read as _, Write as _},
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream},
    path::Path,
    time::{Duration, Instant},
};

use crate::{admin::client, http::CLOSING};

/// The answer is here by then, or the server is not well.
const PATIENCE: Duration = Duration::from_millis(2_500);
/// More than any answer has.
const ANSWER_BYTES_MAX: usize = 4096;

/// Asks the server that listens on this address: `Ok` with a line if it is well, `Err` with why not. One that listens on
/// any free port is asked through the socket file in its data folder, since only itself knows the port.
///
/// # Errors
/// One line.
pub fn ask(listen: SocketAddr, data: &Path) -> Result<String, String> {
    if listen.port() == 0 {
        return client::is_well(data);
    }
    let mut last = String::new();
    for address in doors(listen) {
        match get(address, "/readyz") {
            Ok((200, said)) => return Ok(said),
            // A server that plays its last matches must not be ended by whoever ends what is not well.
            Ok((503, said)) if said == CLOSING => return Ok(said),
            Ok((status, said)) => return Err(format!("not ready ({status}): {said}")),
            Err(error) => last = format!("no answer from http://{address}: {error}"),
        }
    }
    Err(last)
}

/// Where somebody on this machine knocks.
fn doors(listen: SocketAddr) -> Vec<SocketAddr> {
    let hosts: Vec<IpAddr> = match listen.ip() {
        IpAddr::V4(Ipv4Addr::UNSPECIFIED) => vec![Ipv4Addr::LOCALHOST.into()],
        IpAddr::V6(Ipv6Addr::UNSPECIFIED) => vec![Ipv6Addr::LOCALHOST.into(), Ipv4Addr::LOCALHOST.into()],
        one @ (IpAddr::V4(_) | IpAddr::V6(_)) => vec![one],
    };
    hosts
        .into_iter()
        .map(|host| SocketAddr::new(host, listen.port()))
        .collect()
}

/// The status and the first line of what a GET brings.
fn get(address: SocketAddr, path: &str) -> io::Result<(u16, String)> {
    let by = Instant::now() + PATIENCE;
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    // In one piece, so that whoever answers a part of it does not cut off the rest.
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    let mut answer = Vec::new();
    while answer.len() < ANSWER_BYTES_MAX {
        let left = by.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        stream.set_read_timeout(Some(left))?;
        let mut part = [0; 1024];
        match stream.read(&mut part)? {
            0 => break,
            read => answer.extend_from_slice(&part[..read]),
        }
    }
    let answer = String::from_utf8_lossy(&answer);
    let status = answer
        .strip_prefix("HTTP/1.1 ")
        .and_then(|rest| rest.get(..3))
        .and_then(|status| status.parse().ok());
    let status = status.ok_or_else(|| io::Error::other("what answers there is no chowk-server"))?;
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    Ok((status, body.lines().next().unwrap_or_default().to_owned()))
}

#[cfg(test)]
mod tests {
    use std::{net::TcpListener, thread};

    use super::*;

    /// A server that gives this answer to one request.
    fn answering(answer: &'static str) -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut asked = [0; 512];
            let read = stream.read(&mut asked).unwrap();
            assert!(asked[..read].starts_with(b"GET /readyz HTTP/1.1\r\n"));
            stream.write_all(answer.as_bytes()).unwrap();
        });
        address
    }

    #[test]
    fn what_the_server_says_is_passed_on() {
        for (answer, expected) in [
            ("HTTP/1.1 200 OK\r\n\r\nready\n", Ok("ready".to_owned())),
            (
                "HTTP/1.1 503 Service Unavailable\r\n\r\nstopping\n",
                Err("not ready (503): stopping".to_owned()),
            ),
            (
                "HTTP/1.1 503 Service Unavailable\r\n\r\nclosing for the evening: no new match starts\n",
                Ok(CLOSING.to_owned()),
            ),
        ] {
            assert_eq!(ask(answering(answer), Path::new(".")), expected);
        }
        assert!(
            ask(answering("SSH-2.0-x"), Path::new("."))
                .unwrap_err()
                .contains("no chowk-server")
        );
        let nobody = tempfile::tempdir().unwrap();
        assert!(ask("127.0.0.1:0".parse().unwrap(), nobody.path()).is_err());
    }

    #[test]
    fn doors_on_this_machine() {
        for (listen, expected) in [
            ("0.0.0.0:8080", &["127.0.0.1:8080"][..]),
            ("[::]:8080", &["[::1]:8080", "127.0.0.1:8080"]),
            ("10.0.0.7:80", &["10.0.0.7:80"]),
            ("[fd00::7]:80", &["[fd00::7]:80"]),
        ] {
            let told: Vec<String> = doors(listen.parse().unwrap()).iter().map(ToString::to_string).collect();
            assert_eq!(told, expected, "{listen}");
        }
    }
}
