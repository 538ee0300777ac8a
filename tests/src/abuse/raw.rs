//! A connection below HTTP and WebSocket: bytes as an abuser writes them, and what comes back, whoever reads it.

use std::{
    net::{IpAddr, SocketAddr},
    time::Duration,
};

use anyhow::{Context as _, bail};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
    time::{interval, timeout},
};

/// The request that opens a socket.
pub const UPGRADE: &str = "GET /ws HTTP/1.1\r\nhost: chowk\r\nupgrade: websocket\r\nconnection: upgrade\r\n\
    sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
/// A receive buffer as small as the system permits, for those who never read.
const NARROW: u32 = 2048;
/// How long an answer may take that is due at once.
const PATIENCE: Duration = Duration::from_secs(20);

/// Kinds of frames.
pub const CONTINUED: u8 = 0;
/// Text.
pub const TEXT: u8 = 1;
/// Bytes.
pub const BYTES: u8 = 2;
/// A ping of the WebSocket layer.
pub const PING: u8 = 9;

/// A connection.
#[derive(Debug)]
pub struct Raw {
    stream: TcpStream,
    /// What came and was not looked at.
    came: Vec<u8>,
}

/// What a frame from the server is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Frame {
    /// A text frame.
    Text(String),
    /// The close, with its code.
    Close(Option<u16>),
    /// A ping or pong.
    Control,
}

impl Raw {
    /// Connects from an address of this machine; `narrow` takes in as little as can be.
    ///
    /// # Errors
    /// If nobody listens there.
    pub async fn open(at: SocketAddr, from: IpAddr, narrow: bool) -> anyhow::Result<Self> {
        let socket = TcpSocket::new_v4()?;
        if narrow {
            socket.set_recv_buffer_size(NARROW)?;
        }
        socket.bind((from, 0).into())?;
        let stream = socket.connect(at).await?;
        stream.set_nodelay(true)?;
        Ok(Self {
            stream,
            came: Vec::new(),
        })
    }

    /// Connects and asks for a socket; what answers it is given, if it is not a socket: the status, 0 if it was cut.
    ///
    /// # Errors
    /// If nobody listens there.
    pub async fn socket(at: SocketAddr, from: IpAddr, narrow: bool) -> anyhow::Result<Result<Self, u16>> {
        let mut raw = Self::open(at, from, narrow).await?;
        if raw.write(UPGRADE.as_bytes()).await.is_err() {
            return Ok(Err(0));
        }
        Ok(match raw.status().await? {
            Some((101, _)) => Ok(raw),
            Some((status, _)) => Err(status),
            None => Err(0),
        })
    }

    /// The same, with a hello that was answered.
    ///
    /// # Errors
    /// If there is no socket, or no welcome.
    pub async fn greeted(at: SocketAddr, from: IpAddr, narrow: bool) -> anyhow::Result<Self> {
        let opened = Self::socket(at, from, narrow).await?;
        let Ok(mut raw) = opened else {
            bail!("no socket: status {:?}", opened.err());
        };
        let hello = crate::wire::hello("0123456789abcdef").to_string();
        raw.write(&frame(TEXT, true, hello.as_bytes())).await?;
        match raw.next().await? {
            Some(Frame::Text(text)) if text.contains("\"welcome\"") => Ok(raw),
            other => bail!("no welcome: {other:?}"),
        }
    }

    /// Writes bytes.
    ///
    /// # Errors
    /// If the connection is gone.
    pub async fn write(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        Ok(self.stream.write_all(bytes).await?)
    }

    /// Reads an HTTP answer's status, and whether it says when to try again; `None` if the connection was cut. The body,
    /// of the length that the head tells, is passed over.
    ///
    /// # Errors
    /// If nothing comes in time, or what no server says.
    pub async fn status(&mut self) -> anyhow::Result<Option<(u16, bool)>> {
        let end = loop {
            if let Some(at) = self.came.windows(4).position(|four| four == b"\r\n\r\n") {
                break at + 4;
            }
            if !timeout(PATIENCE, self.more()).await.context("no answer in time")? {
                return Ok(None);
            }
        };
        let head = String::from_utf8_lossy(&self.came[..end]).to_ascii_lowercase();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        let length = head
            .lines()
            .find_map(|line| line.strip_prefix("content-length:")?.trim().parse::<usize>().ok())
            .unwrap_or(0);
        while self.came.len() < end + length {
            if !timeout(PATIENCE, self.more())
                .await
                .context("no whole answer in time")?
            {
                return Ok(None);
            }
        }
        self.came.drain(..end + length);
        Ok(Some((status.context("no status")?, head.contains("retry-after:"))))
    }

    /// The next frame; `None` if the connection ended without a word. Dropping the future loses nothing.
    ///
    /// # Errors
    /// If what comes is no frame of a server.
    pub async fn next(&mut self) -> anyhow::Result<Option<Frame>> {
        loop {
            if let Some((frame, taken)) = parsed(&self.came)? {
                self.came.drain(..taken);
                return Ok(Some(frame));
            }
            if !self.more().await {
                return Ok(None);
            }
        }
    }

    /// Takes in what comes; false at the end.
    pub async fn more(&mut self) -> bool {
        matches!(self.stream.read_buf(&mut self.came).await, Ok(read) if read > 0)
    }

    /// Says this again and again, and reads nothing, until the connection is broken.
    ///
    /// # Errors
    /// If it is not.
    pub async fn say_until_broken(&mut self, bytes: &[u8], every: Duration) -> anyhow::Result<()> {
        let mut beat = interval(every);
        let breaking = async {
            while self.write(bytes).await.is_ok() {
                beat.tick().await;
            }
        };
        timeout(PATIENCE * 2, breaking).await.context("the connection is kept")
    }

    /// Writes all this and reads meanwhile: what was heard, and the close's code if there was one.
    ///
    /// # Errors
    /// If what comes is no frame of a server.
    pub async fn write_and_hear(&mut self, bytes: &[u8]) -> anyhow::Result<(Vec<String>, Option<u16>)> {
        let (mut read, mut write) = self.stream.split();
        let came = &mut self.came;
        let writing = async {
            // The server may hang up while these are written.
            let _ = write.write_all(bytes).await;
        };
        let reading = async { while matches!(read.read_buf(came).await, Ok(read) if read > 0) {} };
        timeout(PATIENCE, async { tokio::join!(writing, reading) })
            .await
            .context("the server does not hang up")?;
        let (mut texts, mut code) = (Vec::new(), None);
        while let Some((frame, taken)) = parsed(&self.came)? {
            self.came.drain(..taken);
            match frame {
                Frame::Text(text) => texts.push(text),
                Frame::Close(told) => code = code.or(told),
                Frame::Control => {}
            }
        }
        Ok((texts, code))
    }
}

/// A frame as a client sends it; the mask is all zeros, so that what is sent can be read.
pub fn frame(kind: u8, last: bool, payload: &[u8]) -> Vec<u8> {
    let mut bytes = head(kind, last, payload.len());
    bytes.extend_from_slice(payload);
    bytes
}

/// The head of a frame that is so long.
pub fn head(kind: u8, last: bool, length: usize) -> Vec<u8> {
    let mut bytes = vec![if last { 0x80 | kind } else { kind }];
    match (u8::try_from(length), u16::try_from(length)) {
        (Ok(short @ 0..=125), _) => bytes.push(0x80 | short),
        (_, Ok(middle)) => {
            bytes.push(0x80 | 126);
            bytes.extend(middle.to_be_bytes());
        }
        (_, Err(_)) => {
            bytes.push(0x80 | 127);
            bytes.extend((length as u64).to_be_bytes());
        }
    }
    bytes.extend([0; 4]);
    bytes
}

/// The first whole frame of a server in these bytes, and how long it is.
fn parsed(bytes: &[u8]) -> anyhow::Result<Option<(Frame, usize)>> {
    let [first, second, rest @ ..] = bytes else {
        return Ok(None);
    };
    let (length, start) = match second {
        126 => match rest.first_chunk::<2>() {
            Some(two) => (usize::from(u16::from_be_bytes(*two)), 4),
            None => return Ok(None),
        },
        127 => match rest.first_chunk::<8>() {
            Some(eight) => (usize::try_from(u64::from_be_bytes(*eight))?, 10),
            None => return Ok(None),
        },
        short => (usize::from(*short), 2),
    };
    let Some(payload) = bytes.get(start..start + length) else {
        return Ok(None);
    };
    let frame = match first {
        0x81 => Frame::Text(String::from_utf8(payload.to_vec())?),
        0x88 => Frame::Close(payload.first_chunk::<2>().map(|code| u16::from_be_bytes(*code))),
        0x89 | 0x8A => Frame::Control,
        other => bail!("the server sent a frame of kind {other:#x}"),
    };
    Ok(Some((frame, start + length)))
}
