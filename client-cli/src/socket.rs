//! The thin shell around a [`Client`]: a real socket, a real clock, and the waits that the client asks for.
//!
//! One call, [`Session::next`], gives what happens next, for as long as the client lives; it may be dropped at any
//! point and called again, so it fits into a `select!` beside standard input or a timer.

use std::{
    future::{Future, poll_fn},
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use futures_util::{Sink, Stream};
use tokio::time::{Instant, Sleep, sleep_until, timeout};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{Error, Message},
};

use crate::{
    address::Address,
    client::{Client, Happening, Output, Reason},
};

mod opening;

pub use opening::socket_config;
use opening::{open, sentence};

/// What happened next.
#[derive(Debug)]
pub enum Next {
    /// A frame as it came, where [`Session::echo`] was asked for; what it meant follows.
    Frame(String),
    /// Something happened.
    Told(Happening),
    /// It is over; there is no next.
    End(Reason),
}

type Socket = WebSocketStream<crate::cable::Cable>;

/// Where the line is.
enum Line {
    /// No socket, and none wanted before the client says so.
    Down,
    /// Waiting to try again.
    Waiting(Instant),
    /// A socket is being opened.
    Opening(Pin<Box<dyn Future<Output = Result<Socket, Error>> + Send>>),
    /// A socket is open; whether something was written and not flushed.
    Open(Box<Socket>, bool),
    /// Over.
    Ended,
}

/// What went over the line, in frames and in bytes of their text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Text frames that came.
    pub heard: u64,
    /// Their bytes.
    pub heard_bytes: u64,
    /// Text frames that were handed to the socket.
    pub sent: u64,
    /// Their bytes.
    pub sent_bytes: u64,
}

impl Traffic {
    /// Adds another line's traffic.
    pub fn add(&mut self, other: &Self) {
        let Self {
            heard,
            heard_bytes,
            sent,
            sent_bytes,
        } = other;
        self.heard += heard;
        self.heard_bytes += heard_bytes;
        self.sent += sent;
        self.sent_bytes += sent_bytes;
    }
}

/// A client and its line to the server.
pub struct Session {
    client: Client,
    address: Address,
    line: Line,
    started: Instant,
    alarm: Pin<Box<Sleep>>,
    echo: bool,
    traffic: Traffic,
    trouble: Option<String>,
}

impl Session {
    /// A session that connects as soon as it is asked for what happens next.
    pub fn new(client: Client, address: Address) -> Self {
        let started = Instant::now();
        Self {
            client,
            line: Line::Opening(Box::pin(open(address.clone()))),
            address,
            started,
            alarm: Box::pin(sleep_until(started)),
            echo: false,
            traffic: Traffic::default(),
            trouble: None,
        }
    }

    /// The same, giving each frame as it came as well.
    pub fn echo(mut self) -> Self {
        self.echo = true;
        self
    }

    /// The client.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// The client, to wish something; it goes out with the next [`Session::next`].
    pub fn client_mut(&mut self) -> &mut Client {
        let now = self.now();
        self.client.at(now)
    }

    /// Milliseconds since the session began: the client's clock.
    pub fn now(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// What went over the line so far.
    pub fn traffic(&self) -> &Traffic {
        &self.traffic
    }

    /// Whether a socket is open.
    pub fn is_open(&self) -> bool {
        matches!(self.line, Line::Open(..))
    }

    /// Why the last socket could not be opened.
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// Drops the socket without a word, as a tunnel does; the client comes back by itself.
    pub fn cut(&mut self) {
        if self.is_open() {
            self.drop_socket(None);
        }
    }

    /// Closes politely; the seat is kept.
    pub async fn close(mut self) {
        if let Line::Open(socket, _) = &mut self.line {
            // Whoever does not answer a close within a second need not be waited for.
            let _ = timeout(Duration::from_secs(1), socket.close(None)).await;
        }
    }

    /// What happens next. Dropping the future loses nothing.
    pub async fn next(&mut self) -> Next {
        poll_fn(|cx| self.poll_next(cx)).await
    }

    fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Next> {
        loop {
            if let Some(next) = self.carry_out(cx) {
                self.flush(cx);
                return Poll::Ready(next);
            }
            self.flush(cx);
            if self
                .client
                .peek()
                .is_some_and(|output| !matches!(output, Output::Send(_)))
            {
                continue;
            }
            match self.hear(cx) {
                Poll::Ready(Some(next)) => return Poll::Ready(next),
                Poll::Ready(None) => continue,
                Poll::Pending => {}
            }
            if !self.time_passed(cx) {
                return Poll::Pending;
            }
        }
    }

    /// Does what the client wants, until there is something to tell, nothing to do, or no room in the socket.
    fn carry_out(&mut self, cx: &mut Context<'_>) -> Option<Next> {
        while let Some(output) = self.client.peek() {
            if matches!(output, Output::Send(_))
                && let Line::Open(socket, _) = &mut self.line
            {
                match Pin::new(&mut **socket).poll_ready(cx) {
                    Poll::Ready(Ok(())) => {}
                    Poll::Ready(Err(_)) => {
                        self.drop_socket(None);
                        continue;
                    }
                    Poll::Pending => return None,
                }
            }
            match self.client.poll()? {
                Output::Send(text) => self.write(text),
                Output::Told(happening) => return Some(Next::Told(happening)),
                Output::HangUp => self.cut(),
                Output::Reconnect { after_ms } => {
                    self.line = Line::Waiting(Instant::now() + Duration::from_millis(after_ms));
                }
                Output::End(reason) => {
                    if !self.is_open() {
                        self.line = Line::Ended;
                    }
                    return Some(Next::End(reason));
                }
            }
        }
        None
    }

    fn write(&mut self, text: String) {
        // Without a socket the frame is lost, as it would be on the way: the client sends it again.
        if let Line::Open(socket, dirty) = &mut self.line {
            *dirty = true;
            self.traffic.sent += 1;
            self.traffic.sent_bytes += text.len() as u64;
            if Pin::new(&mut **socket).start_send(Message::text(text)).is_err() {
                self.drop_socket(None);
            }
        }
    }

    fn flush(&mut self, cx: &mut Context<'_>) {
        if let Line::Open(socket, dirty @ true) = &mut self.line {
            match Pin::new(&mut **socket).poll_flush(cx) {
                Poll::Ready(Ok(())) => *dirty = false,
                Poll::Ready(Err(_)) => self.drop_socket(None),
                Poll::Pending => {}
            }
        }
    }

    /// Takes in what the line brings: `Ready(None)` where the client has something new to say.
    fn hear(&mut self, cx: &mut Context<'_>) -> Poll<Option<Next>> {
        let now = self.now();
        match &mut self.line {
            Line::Down | Line::Waiting(_) | Line::Ended => Poll::Pending,
            Line::Opening(opening) => match opening.as_mut().poll(cx) {
                Poll::Ready(Ok(socket)) => {
                    self.trouble = None;
                    self.line = Line::Open(Box::new(socket), false);
                    self.client.connected(now);
                    Poll::Ready(None)
                }
                Poll::Ready(Err(error)) => {
                    self.trouble = Some(sentence(&error));
                    self.drop_socket(None);
                    Poll::Ready(None)
                }
                Poll::Pending => Poll::Pending,
            },
            Line::Open(socket, dirty) => match Pin::new(&mut **socket).poll_next(cx) {
                Poll::Ready(Some(Ok(Message::Text(text)))) => {
                    self.traffic.heard += 1;
                    self.traffic.heard_bytes += text.len() as u64;
                    self.client.received(&text, now);
                    Poll::Ready(self.echo.then(|| Next::Frame(text.to_string())))
                }
                Poll::Ready(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => {
                    // The answer to a ping lies in the socket and goes out with the next flush.
                    *dirty = true;
                    self.client.alive(now);
                    Poll::Ready(None)
                }
                Poll::Ready(Some(Ok(Message::Binary(_) | Message::Frame(_)))) => {
                    self.client.received("", now);
                    Poll::Ready(None)
                }
                Poll::Ready(Some(Ok(Message::Close(frame)))) => {
                    // The answer to a close, as far as it can be written without waiting.
                    let _ = Pin::new(&mut **socket).poll_flush(cx);
                    self.drop_socket(frame.map(|frame| frame.code.into()));
                    Poll::Ready(None)
                }
                Poll::Ready(Some(Err(_)) | None) => {
                    self.drop_socket(None);
                    Poll::Ready(None)
                }
                Poll::Pending => Poll::Pending,
            },
        }
    }

    /// Sets the alarm for what is due next; true if something was due already.
    fn time_passed(&mut self, cx: &mut Context<'_>) -> bool {
        let due = match &self.line {
            Line::Waiting(until) => Some(*until),
            Line::Open(..) => self.client.due().map(|at| self.started + Duration::from_millis(at)),
            Line::Down | Line::Opening(_) | Line::Ended => None,
        };
        let Some(due) = due else { return false };
        // Moving an alarm costs more than looking at it: it is moved only when it would ring too late or has rung.
        if self.alarm.deadline() > due || self.alarm.is_elapsed() {
            self.alarm.as_mut().reset(due);
        }
        if self.alarm.as_mut().poll(cx).is_pending() {
            return false;
        }
        if due > Instant::now() {
            self.alarm.as_mut().reset(due);
            return self.alarm.as_mut().poll(cx).is_ready();
        }
        match self.line {
            Line::Waiting(_) => self.line = Line::Opening(Box::pin(open(self.address.clone()))),
            Line::Open(..) => self.client.tick(self.now()),
            Line::Down | Line::Opening(_) | Line::Ended => {}
        }
        true
    }

    fn drop_socket(&mut self, close: Option<u16>) {
        self.line = Line::Down;
        let now = self.now();
        self.client.disconnected(now, close);
    }
}
