//! A client that says exactly what a test tells it to, and a server to say it to. Waits end by themselves.

use std::{net::SocketAddr, time::Duration};

use chowk_protocol::{ClientMsg, RoomCode};
use chowk_server::{
    config::Settings,
    journal::{Append, Besides, DirectoryRow, Disk, MemoryStore, Outcome, RoomNo, Row, Store as _},
    life::Server,
};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
    runtime::Runtime,
    time::timeout,
};
use tokio_tungstenite::{
    WebSocketStream, client_async_with_config,
    tungstenite::{
        Message,
        client::IntoClientRequest as _,
        http::{HeaderValue, Request},
        protocol::WebSocketConfig,
    },
};

/// Longest wait for anything that must happen.
const PATIENCE: Duration = Duration::from_secs(10);

/// A server on a journal in memory, by these flags.
pub(crate) async fn server(flags: &[&str]) -> Server {
    server_on(&Disk::new(), flags).await
}

/// A server on this disk.
pub(crate) async fn server_on(disk: &Disk, flags: &[&str]) -> Server {
    let args = ["chowk-server", "--listen", "127.0.0.1:0"]
        .into_iter()
        .chain(flags.iter().copied());
    let settings = Settings::from_args(args).unwrap();
    Server::start(&settings, MemoryStore::open(disk)).await.unwrap()
}

/// The code of a room that no server wrote.
pub(crate) const FOREIGN: &str = "22223333";

/// A listed room on this disk whose only row says `body`, and what is written beside it. Its code is `FOREIGN`.
pub(crate) fn write_foreign(disk: &Disk, body: &'static str, besides: impl IntoIterator<Item = Besides>) -> RoomNo {
    let mut store = MemoryStore::open(disk);
    let (room, fence) = store.new_room().unwrap();
    let code: RoomCode = FOREIGN.parse().unwrap();
    let row = DirectoryRow {
        code,
        creator: [3; 32],
        listed: true,
    };
    let opening = Append {
        room,
        fence,
        expected_v: 0,
        row: Row {
            v: 1,
            body: body.into(),
        },
        besides: [Besides::Open(row)].into_iter().chain(besides).collect(),
    };
    assert_eq!(store.commit(&[opening]).unwrap(), [Outcome::Durable]);
    room
}

/// A server in a process of its own, as far as one can be had without: it can be lost from one moment to the next.
pub(crate) struct Machine {
    pub(crate) server: Server,
    runtime: Runtime,
}

impl Machine {
    pub(crate) async fn start(disk: &Disk, flags: &'static [&'static str]) -> Self {
        let runtime = Runtime::new().unwrap();
        let disk = disk.clone();
        let server = runtime
            .spawn(async move { server_on(&disk, flags).await })
            .await
            .unwrap();
        Self { server, runtime }
    }

    /// All that it did ends in the middle.
    pub(crate) fn crash(self) {
        self.runtime.shutdown_background();
    }

    pub(crate) async fn stop(self) {
        soon(self.server.stop()).await;
        self.runtime.shutdown_background();
    }
}

/// Waits for what must happen.
pub(crate) async fn soon<T>(what: impl Future<Output = T>) -> T {
    timeout(PATIENCE, what).await.expect("it takes too long")
}

pub(crate) fn token(n: u8) -> String {
    hex::encode([n; 32])
}

pub(crate) fn hello() -> Value {
    json!({"t": "hello", "protocols": [1], "kind": "bot", "client": "test/1", "cid": "0011223344556677"})
}

pub(crate) fn create(n: u8) -> Value {
    json!({"t": "create", "token": token(n), "name": "Asha", "game": "chowka", "preset": "pagdi", "chairs": 2})
}

pub(crate) fn join(code: &str, n: u8) -> Value {
    json!({"t": "join", "code": code, "token": token(n), "name": "Ravi"})
}

pub(crate) fn watch(code: &str) -> Value {
    json!({"t": "watch", "code": code})
}

/// A hello that returns to a seat.
pub(crate) fn resume(code: &str, n: u8, snapshot: &Value) -> Value {
    let mut hello = hello();
    hello["resume"] = json!({"room": code, "token": token(n), "epoch": snapshot["epoch"], "v": snapshot["v"]});
    hello
}

/// A socket.
pub(crate) struct Client {
    socket: WebSocketStream<TcpStream>,
}

impl Client {
    pub(crate) async fn connect(address: SocketAddr) -> Self {
        Self::try_connect(address, &[]).await.expect("the socket opens")
    }

    /// Opens a socket with more headers; else the status that was answered.
    pub(crate) async fn try_connect(address: SocketAddr, headers: &[(&'static str, &str)]) -> Result<Self, u16> {
        Self::upgrade(TcpStream::connect(address).await.unwrap(), address, headers).await
    }

    /// A socket that takes little before it must be read.
    pub(crate) async fn narrow(address: SocketAddr) -> Self {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(2048).unwrap();
        let stream = socket.connect(address).await.unwrap();
        Self::upgrade(stream, address, &[]).await.expect("the socket opens")
    }

    async fn upgrade(stream: TcpStream, address: SocketAddr, headers: &[(&'static str, &str)]) -> Result<Self, u16> {
        let mut request: Request<()> = format!("ws://{address}/ws").into_client_request().unwrap();
        for (name, value) in headers {
            request
                .headers_mut()
                .insert(*name, HeaderValue::from_str(value).unwrap());
        }
        let config = WebSocketConfig::default().read_buffer_size(4096);
        match soon(client_async_with_config(request, stream, Some(config))).await {
            Ok((socket, _)) => Ok(Self { socket }),
            Err(tokio_tungstenite::tungstenite::Error::Http(answer)) => Err(answer.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }

    /// A socket that has said hello and heard welcome.
    pub(crate) async fn greeted(address: SocketAddr) -> Self {
        let mut client = Self::connect(address).await;
        client.say(&hello()).await;
        assert_eq!(client.hear().await["t"], "welcome");
        client
    }

    /// A socket in a room that it opened; the room's code.
    pub(crate) async fn host(address: SocketAddr, n: u8) -> (Self, String) {
        let mut client = Self::greeted(address).await;
        client.say(&create(n)).await;
        let seated = client.until("seated").await;
        client.until("around").await;
        (client, seated["room"].as_str().unwrap().to_owned())
    }

    /// A socket that has sat down in a room, and the snapshot it got.
    pub(crate) async fn guest(address: SocketAddr, code: &str, n: u8) -> (Self, Value) {
        let mut client = Self::greeted(address).await;
        client.say(&join(code, n)).await;
        let snapshot = client.until("snapshot").await;
        (client, snapshot)
    }

    pub(crate) async fn say(&mut self, message: &Value) {
        self.send(Message::text(message.to_string())).await;
    }

    pub(crate) async fn say_message(&mut self, message: &ClientMsg) {
        self.send(Message::text(message.encode())).await;
    }

    pub(crate) async fn send(&mut self, message: Message) {
        soon(self.socket.send(message)).await.expect("it can be sent");
    }

    /// Sends what may no longer be heard.
    pub(crate) async fn send_maybe(&mut self, message: Message) -> bool {
        soon(self.socket.send(message)).await.is_ok()
    }

    /// The next text frame.
    pub(crate) async fn hear(&mut self) -> Value {
        match self.frame().await {
            Ok(message) => message,
            Err(code) => panic!("the socket is closed: {code:?}"),
        }
    }

    /// The next text frame, or the code of the close; `None` for a socket that broke.
    pub(crate) async fn frame(&mut self) -> Result<Value, Option<u16>> {
        loop {
            match soon(self.socket.next()).await {
                Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Close(frame))) => {
                    // The answer to it, which the library has ready.
                    let _ = soon(self.socket.flush()).await;
                    return Err(frame.map(|frame| frame.code.into()));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(None),
            }
        }
    }

    /// The next frame of this name; those before it are passed over.
    pub(crate) async fn until(&mut self, name: &str) -> Value {
        loop {
            let message = self.hear().await;
            if message["t"] == name {
                return message;
            }
            assert_ne!(message["t"], "refused", "{message}");
        }
    }

    /// The next refusal's code.
    pub(crate) async fn refusal(&mut self) -> String {
        loop {
            let message = self.hear().await;
            if message["t"] == "refused" {
                return message["code"].as_str().unwrap().to_owned();
            }
        }
    }

    /// Reads to the end: the code of the close, and the `bye` before it.
    pub(crate) async fn end(&mut self) -> (Option<u16>, Value) {
        let mut bye = Value::Null;
        loop {
            match self.frame().await {
                Ok(message) if message["t"] == "bye" => bye = message,
                Ok(_) => {}
                Err(code) => return (code, bye),
            }
        }
    }

    /// Breaks the connection without a word.
    pub(crate) fn cut(self) {
        drop(self);
    }
}

/// An answer over HTTP: status, head, body.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

/// Asks for a path, over a connection of its own.
pub(crate) async fn get(address: SocketAddr, path: &str) -> Answer {
    get_with(address, path, "").await
}

/// Asks with more headers, each with its line end.
pub(crate) async fn get_with(address: SocketAddr, path: &str, headers: &str) -> Answer {
    ask(address, path, &format!("Connection: close\r\n{headers}")).await
}

/// Asks with exactly these headers; the server is to close the connection.
pub(crate) async fn ask(address: SocketAddr, path: &str, headers: &str) -> Answer {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n{headers}\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut bytes = Vec::new();
    soon(stream.read_to_end(&mut bytes)).await.unwrap();
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").expect("a head");
    let head = String::from_utf8(bytes[..end].to_vec()).unwrap().to_lowercase();
    let status = head[9..12].parse().unwrap();
    let mut body = bytes[end + 4..].to_vec();
    if head.contains("transfer-encoding: chunked") {
        body = unchunk(&body);
    }
    Answer { status, head, body }
}

fn unchunk(mut rest: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    loop {
        let line = rest.windows(2).position(|two| two == b"\r\n").unwrap();
        let length = usize::from_str_radix(std::str::from_utf8(&rest[..line]).unwrap(), 16).unwrap();
        if length == 0 {
            return whole;
        }
        whole.extend_from_slice(&rest[line + 2..line + 2 + length]);
        rest = &rest[line + 2 + length + 2..];
    }
}
