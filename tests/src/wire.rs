//! A bare socket to a server: it says what a test wants, word for word, and hears what comes.

use std::{
    net::{IpAddr, SocketAddr},
    time::Duration,
};

use anyhow::{Context as _, bail};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
    time::timeout,
};
use tokio_tungstenite::{
    WebSocketStream, client_async_with_config,
    tungstenite::{Error, Message, client::IntoClientRequest as _, protocol::WebSocketConfig},
};

/// How long a test waits for a fact before it fails.
pub const PATIENCE: Duration = Duration::from_secs(20);
/// As in the server and in `chowk`.
const READ_BUFFER: usize = 4096;

/// What came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Heard {
    /// A text frame.
    Text(String),
    /// The socket was closed with this code; `None` without one.
    Closed(Option<u16>),
}

/// A socket.
#[derive(Debug)]
pub struct Wire {
    socket: WebSocketStream<TcpStream>,
}

impl Wire {
    /// Opens a socket.
    ///
    /// # Errors
    /// If the server does not take it.
    pub async fn open(at: SocketAddr) -> anyhow::Result<Self> {
        Self::open_from(at, None, "/ws", &[]).await
    }

    /// The same from an address of this machine, at a path, with headers of one's own.
    ///
    /// # Errors
    /// If the server, or a proxy before it, does not take it.
    pub async fn open_from(
        at: SocketAddr,
        from: Option<IpAddr>,
        path: &str,
        headers: &[(&'static str, &str)],
    ) -> anyhow::Result<Self> {
        let socket = TcpSocket::new_v4()?;
        if let Some(from) = from {
            socket.bind((from, 0).into())?;
        }
        let stream = socket.connect(at).await.context("no server answers there")?;
        stream.set_nodelay(true)?;
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER)
            .write_buffer_size(0);
        let mut request = format!("ws://{at}{path}").into_client_request()?;
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse()?);
        }
        let opening = client_async_with_config(request, stream, Some(config));
        let (socket, _) = timeout(PATIENCE, opening).await.context("no answer in time")??;
        Ok(Self { socket })
    }

    /// Opens a socket and says hello; what the server greets with is passed over.
    ///
    /// # Errors
    /// If there is no welcome.
    pub async fn greeted(at: SocketAddr, cid: &str) -> anyhow::Result<Self> {
        let mut wire = Self::open(at).await?;
        wire.say(&hello(cid)).await?;
        wire.wait_for("welcome").await?;
        Ok(wire)
    }

    /// Sends a message.
    ///
    /// # Errors
    /// If the socket is gone.
    pub async fn say(&mut self, message: &Value) -> anyhow::Result<()> {
        self.text(message.to_string()).await
    }

    /// Sends a text frame.
    ///
    /// # Errors
    /// If the socket is gone.
    pub async fn text(&mut self, text: impl Into<String>) -> anyhow::Result<()> {
        Ok(self.socket.send(Message::text(text.into())).await?)
    }

    /// Sends a frame of bytes.
    ///
    /// # Errors
    /// If the socket is gone.
    pub async fn bytes(&mut self, bytes: Vec<u8>) -> anyhow::Result<()> {
        Ok(self.socket.send(Message::binary(bytes)).await?)
    }

    /// Writes bytes below the WebSocket: a frame that no library would make.
    ///
    /// # Errors
    /// If the socket is gone.
    pub async fn raw(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        Ok(self.socket.get_mut().write_all(bytes).await?)
    }

    /// What comes next. Dropping the future loses nothing.
    ///
    /// # Errors
    /// If nothing comes in time, or what no server sends.
    pub async fn next(&mut self) -> anyhow::Result<Heard> {
        let hearing = async {
            loop {
                match self.socket.next().await {
                    Some(Ok(Message::Text(text))) => return Ok(Heard::Text(text.to_string())),
                    Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
                    Some(Ok(Message::Binary(_))) => bail!("the server sent bytes"),
                    Some(Ok(Message::Close(frame))) => return Ok(Heard::Closed(frame.map(|frame| frame.code.into()))),
                    Some(Err(Error::ConnectionClosed | Error::Io(_) | Error::Protocol(_))) | None => {
                        return Ok(Heard::Closed(None));
                    }
                    Some(Err(error)) => bail!(error),
                }
            }
        };
        timeout(PATIENCE, hearing).await.context("nothing came in time")?
    }

    /// The next message called `name`; others are passed over.
    ///
    /// # Errors
    /// If it does not come.
    pub async fn wait_for(&mut self, name: &str) -> anyhow::Result<Value> {
        self.wait_until(name, |message| message["t"] == name).await
    }

    /// The next message of which something holds; others are passed over.
    ///
    /// # Errors
    /// If it does not come.
    pub async fn wait_until(&mut self, what: &str, holds: impl Fn(&Value) -> bool) -> anyhow::Result<Value> {
        loop {
            match self.next().await.with_context(|| format!("waiting for {what}"))? {
                Heard::Text(text) => {
                    let message: Value = serde_json::from_str(&text)?;
                    if holds(&message) {
                        return Ok(message);
                    }
                }
                Heard::Closed(code) => bail!("closed with {code:?} while waiting for {what}"),
            }
        }
    }

    /// Says something that must be refused, and gives the refusal.
    ///
    /// # Errors
    /// If there is no refusal.
    pub async fn refusal(&mut self, message: &Value) -> anyhow::Result<Value> {
        self.say(message).await?;
        self.wait_for("refused").await
    }

    /// Waits until the server closes, and gives the code; messages are passed over.
    ///
    /// # Errors
    /// If it does not.
    pub async fn closed(&mut self) -> anyhow::Result<Option<u16>> {
        loop {
            if let Heard::Closed(code) = self.next().await.context("waiting for the close")? {
                return Ok(code);
            }
        }
    }

    /// Drops the connection without a word.
    pub fn cut(self) {
        drop(self);
    }

    /// Breaks the connection by a reset, as a machine does that was restarted.
    ///
    /// # Errors
    /// If the system does not permit it.
    pub fn reset(self) -> anyhow::Result<()> {
        self.socket.get_ref().set_zero_linger()?;
        Ok(())
    }
}

/// A hello with this client id.
pub fn hello(cid: &str) -> Value {
    json!({ "t": "hello", "protocols": [1], "kind": "bot", "client": "chowk-tests/1", "cid": cid })
}

/// The status and the body of a GET.
///
/// # Errors
/// If there is no answer.
pub async fn get(at: SocketAddr, path: &str) -> anyhow::Result<(u16, String)> {
    let asking = async {
        let mut stream = TcpStream::connect(at).await?;
        let request = format!("GET {path} HTTP/1.0\r\nhost: {at}\r\n\r\n");
        stream.write_all(request.as_bytes()).await?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await?;
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let (head, body) = answer.split_once("\r\n\r\n").context("no answer")?;
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        anyhow::Ok((status.context("no status")?, body.to_owned()))
    };
    timeout(PATIENCE, asking).await.context("no answer in time")?
}
