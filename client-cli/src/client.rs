//! A client of one room: what it knows, what it wishes, and what the server told it. It does no I/O, reads no clock and
//! draws no random number: whoever drives it passes frames, milliseconds and seeds in, and carries its outputs out.
//!
//! ```text
//! connected(now) ─► Send(hello) ─► received(welcome) ─► Send(create | join | watch, or nothing after a resume)
//!   ─► received(seated) ─► received(snapshot | catch_up) ─► commands go out, one on its way at a time
//! disconnected(now) ─► Reconnect{after_ms} ─► connected(now) … or End
//! ```
//! Driver: call [`Client::poll`] until it is empty after every input, and [`Client::tick`] when [`Client::due`] says so.

use std::collections::VecDeque;

use chowk_protocol::{Around, ChairNo, ClientMsg, CloseCode, Epoch, Resume, RoomCode};
use serde_json::{Map, Value};

mod counts;
mod court;
mod end;
mod envelope;
mod follow;
mod hear;
mod heard;
mod identity;
mod knows;
mod outbox;
mod parts;
mod retry;
mod speak;
mod table;
#[cfg(test)]
pub(crate) mod tests;
mod told;
mod wish;

pub use counts::Counts;
pub use court::Places;
pub use end::Reason;
pub use envelope::{Envelope, Fault, Verdict};
pub use identity::{AnyTable, Identity, Intent, NewRoom, Settings, Sk};
pub use retry::{Jitter, Patience};
pub use table::Table;
pub use told::{Happening, How, Output, Unsaid};
pub use wish::Wish;

use court::Steering;
use outbox::Outbox;
use retry::Retry;

/// How far the conversation on the present socket has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Line {
    /// No socket.
    Down,
    /// Hello was said; with `resuming` the seat was asked for in it.
    Greeted { resuming: bool },
    /// A room was asked for.
    Entering,
    /// A refusal asked to ask again at this moment.
    EnterAgain { at: u64 },
    /// Seated; the view is not fresh yet.
    Seated,
    /// Seated, with a fresh view: commands may go.
    Fresh,
    /// Over for good.
    Ended,
}

/// A client of one room.
#[derive(Debug, Clone)]
pub struct Client {
    identity: Identity,
    intent: Intent,
    settings: Settings,
    line: Line,
    room: Option<RoomCode>,
    chair: Option<ChairNo>,
    table: Option<Table>,
    /// The newest version that this client was told, also when its view could not be relied on.
    newest: Option<(Epoch, u64)>,
    bad_snapshots: u32,
    /// How many tables that were found for this client filled up before it came.
    too_late: u32,
    /// A snapshot was asked for; diffs until then are passed over.
    healing: bool,
    outbox: Outbox,
    steering: Steering,
    envelope: Option<Envelope>,
    /// How many faults of the envelope were told.
    faults_told: usize,
    around: Option<(Around, u64)>,
    retry: Retry,
    /// What the server said when it closed: its code and its sentence.
    bye: Option<(u16, String)>,
    now: u64,
    last_heard: u64,
    pinged: bool,
    counts: Counts,
    out: VecDeque<Output>,
}

impl Client {
    /// A client that is not connected yet.
    pub fn new(identity: Identity, intent: Intent, settings: Settings) -> Self {
        let room = match &intent {
            Intent::Create(_) | Intent::Quick(_) => None,
            Intent::Join { code, .. } | Intent::Watch { code, .. } => Some(*code),
        };
        Self {
            retry: Retry::new(settings.patience, settings.seed),
            identity,
            intent,
            settings,
            line: Line::Down,
            room,
            chair: None,
            table: None,
            newest: None,
            bad_snapshots: 0,
            too_late: 0,
            healing: false,
            outbox: Outbox::default(),
            steering: Steering::default(),
            envelope: None,
            faults_told: 0,
            around: None,
            bye: None,
            now: 0,
            last_heard: 0,
            pinged: false,
            counts: Counts::default(),
            out: VecDeque::new(),
        }
    }

    /// A socket is open.
    pub fn connected(&mut self, now: u64) {
        if self.line == Line::Ended {
            return;
        }
        self.now = now;
        self.last_heard = now;
        self.pinged = false;
        self.bye = None;
        let resume = self.resume();
        self.line = Line::Greeted {
            resuming: resume.is_some(),
        };
        self.send(&ClientMsg::Hello {
            protocols: vec![chowk_protocol::PROTOCOL],
            kind: self.settings.kind,
            client: self.settings.program.clone(),
            cid: self.identity.cid,
            resume,
            password: self.settings.password.clone(),
        });
    }

    /// What to show to return to the seat, if one was held. A watcher has nothing to show and asks anew.
    fn resume(&self) -> Option<Resume> {
        let (Some(room), Some(table), Some(_)) = (self.room, &self.table, self.chair) else {
            return None;
        };
        Some(Resume {
            room,
            token: self.identity.sk.token(),
            epoch: table.epoch,
            v: table.v,
        })
    }

    /// The socket ended, or could not be opened; `close` is the code of its close frame, if there was one.
    pub fn disconnected(&mut self, now: u64, close: Option<u16>) {
        if self.line == Line::Ended {
            return;
        }
        self.now = now;
        self.line = Line::Down;
        self.healing = false;
        self.outbox.socket_ended();
        self.steering.socket_ended();
        let said = self.bye.take();
        let code = said
            .as_ref()
            .map(|(code, _)| *code)
            .or(close)
            .and_then(CloseCode::from_number);
        let text = said
            .map(|(_, text)| text)
            .or_else(|| code.map(|code| code.text().to_owned()));
        if let Some(code) = code.filter(|code| !code.come_back()) {
            return self.end(Reason::Closed {
                code,
                text: text.unwrap_or_default(),
                why: None,
            });
        }
        match self.retry.next(now) {
            Some((after_ms, tries)) => {
                if self.newest.is_some() && tries == 1 {
                    self.counts.reconnects += 1;
                }
                self.tell(Happening::Dropped { after_ms, tries, text });
                self.out.push_back(Output::Reconnect { after_ms });
            }
            None => self.end(Reason::GaveUp {
                tries: self.retry.tries(),
                seated: self.chair.is_some(),
            }),
        }
    }

    /// The driver heard a ping or pong of the socket itself.
    pub fn alive(&mut self, now: u64) {
        self.now = now;
        self.last_heard = now;
        self.pinged = false;
    }

    /// It is `now`: to be said before a wish, which otherwise counts as wished when something was heard last.
    pub fn at(&mut self, now: u64) -> &mut Self {
        self.now = self.now.max(now);
        self
    }

    /// The next output, in order.
    pub fn poll(&mut self) -> Option<Output> {
        self.out.pop_front()
    }

    /// The next output, left where it is.
    pub fn peek(&self) -> Option<&Output> {
        self.out.front()
    }

    /// Wishes something; the number, and links, are added when it goes out.
    pub fn command(&mut self, wish: Wish) -> Result<(), Unsaid> {
        if self.line == Line::Ended {
            return Err(Unsaid::Over);
        }
        if self.chair().is_none() && wish.name() == "say" && matches!(self.intent, Intent::Watch { .. }) {
            // Nobody counts what a watcher says, nor answers it.
            self.out.push_back(Output::Send(wish.encode(1, wish::Links::None)));
            return Ok(());
        }
        if !self.outbox.push(wish, false) {
            return Err(Unsaid::TooMany);
        }
        self.pump();
        Ok(())
    }

    /// Ready.
    pub fn ready(&mut self) -> Result<(), Unsaid> {
        self.command(Wish::Ready)
    }

    /// Throws, in answer to the open question.
    pub fn throw(&mut self) -> Result<(), Unsaid> {
        let asked = self.asked()?;
        self.command(Wish::Throw { asked })
    }

    /// Moves a pawn, in answer to the open question.
    pub fn move_pawn(&mut self, pawn: u8, value: u8) -> Result<(), Unsaid> {
        let asked = self.asked()?;
        self.command(Wish::Move { asked, pawn, value })
    }

    /// Sends a message that somebody else wrote. A command without `n`, an answer to a question without `v`, a throw or
    /// reveal without `link`, a ready without `tip` and an input without `i` are completed; what is no command goes as it is.
    pub fn raw(&mut self, mut message: Map<String, Value>) -> Result<(), Unsaid> {
        let name = message.get("t").and_then(Value::as_str).unwrap_or_default();
        let asked = match name {
            "throw" | "move" => self.asked().ok(),
            "choose" => self.table.as_ref().and_then(Table::word_asked),
            _ => None,
        };
        if let (Some(asked), false) = (asked, message.contains_key("v")) {
            message.insert("v".into(), asked.into());
        }
        self.number_input(&mut message);
        let text = Value::Object(message.clone()).to_string();
        let wish = Wish::Raw(message);
        if wish.is_numbered() {
            return self.command(wish);
        }
        if self.line == Line::Ended {
            return Err(Unsaid::Over);
        }
        self.out.push_back(Output::Send(text));
        Ok(())
    }

    fn asked(&self) -> Result<u64, Unsaid> {
        self.table.as_ref().and_then(Table::asked).ok_or(Unsaid::NoTurn)
    }

    fn send(&mut self, message: &ClientMsg) {
        self.out.push_back(Output::Send(message.encode()));
    }

    fn tell(&mut self, happening: Happening) {
        self.out.push_back(Output::Told(happening));
    }

    fn end(&mut self, reason: Reason) {
        if self.line != Line::Ended {
            self.line = Line::Ended;
            self.out.push_back(Output::End(reason));
        }
    }
}
