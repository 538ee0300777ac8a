//! The gate: what a socket may say, and how fast. It does no I/O and reads no clock; the simulation uses the same one.
//!
//! It is given each frame with the moment of its arrival and says what is to be done about it. A hello comes first,
//! within a time limit; then a room is opened, entered or watched; then all else is for that room to judge.

use chowk_protocol::{
    ChairNo, ClientMsg, CloseCode, PROTOCOL, Password, Refusal, RefusalCode, Resume, RoomCode, Token, clean_name,
};

use super::{
    rates::{Rate, Rates},
    wish::{self, NewRoom, QuickWish},
};
use crate::{
    outbox::Answered,
    room::{Caller, SessionId},
};

/// What one socket may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GateLimits {
    /// The first frame comes within so many milliseconds.
    pub hello_ms: u64,
    /// Frames a second above which `too_fast` is answered; commands that answer what was asked do not count.
    pub frames_per_s: usize,
    /// Frames a second above which the socket is closed.
    pub frames_per_s_close: usize,
    /// Bad messages in ten seconds above which the socket is closed.
    pub bad_per_10s: usize,
}

impl Default for GateLimits {
    fn default() -> Self {
        Self {
            hello_ms: 10_000,
            frames_per_s: 60,
            frames_per_s_close: 300,
            bad_per_10s: 20,
        }
    }
}

/// A frame that came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Frame<'a> {
    /// Text.
    Text(&'a str),
    /// Bytes: nothing in this protocol.
    Binary,
    /// A ping or pong of the WebSocket layer, which answers by itself.
    Control,
}

/// What is to be done about a frame.
#[derive(Debug, Clone, PartialEq)]
pub enum Decision {
    /// Nothing.
    Nothing,
    /// Say no; the socket goes on.
    Refuse(Refusal),
    /// Say no, if there is something to say, and close.
    Close(Option<Refusal>, CloseCode),
    /// If the password is right or none is wanted, say welcome; with `resume`, lead back to that room, which says it.
    Greet {
        /// The password that was said.
        password: Option<Password>,
        /// The room, the seat and the version to come back to.
        resume: Option<Resume>,
    },
    /// Answer a ping outside a room.
    Pong(u64),
    /// Open a room.
    Create(Box<NewRoom>),
    /// Find a table, or open one.
    Quick(Box<QuickWish>),
    /// Sit down in a room.
    Join {
        /// The room's code.
        code: RoomCode,
        /// The token.
        token: Token,
        /// The name, clean.
        name: String,
        /// The chair asked for.
        chair: Option<ChairNo>,
    },
    /// Watch a room.
    Watch {
        /// The room's code.
        code: RoomCode,
        /// The name, clean.
        name: Option<String>,
    },
    /// Bring it to the room that this socket is in.
    Forward(ClientMsg),
}

/// The gate of one socket.
#[derive(Debug)]
pub struct Gate {
    session: SessionId,
    limits: GateLimits,
    opened_at: u64,
    caller: Option<Caller>,
    is_inside: bool,
    rates: Rates,
}

impl Gate {
    /// The gate of a socket that was opened at `now`, in milliseconds of uptime like all moments here.
    pub fn new(session: SessionId, limits: GateLimits, now: u64) -> Self {
        Self {
            session,
            limits,
            opened_at: now,
            caller: None,
            is_inside: false,
            rates: Rates::default(),
        }
    }

    /// Who is behind the socket, once it has said hello.
    pub fn caller(&self) -> Option<Caller> {
        self.caller
    }

    /// Whether the socket is in a room, or on its way into one.
    pub fn is_inside(&self) -> bool {
        self.is_inside
    }

    /// The socket is led to a room: from now on, what it says is for that room.
    pub fn entered(&mut self) {
        self.is_inside = true;
    }

    /// The room has turned the socket away; it may try another door.
    pub fn left(&mut self) {
        self.is_inside = false;
    }

    /// When the socket is to be closed unless it has said hello.
    pub fn hello_by(&self) -> Option<u64> {
        self.caller
            .is_none()
            .then(|| self.opened_at.saturating_add(self.limits.hello_ms))
    }

    /// So many of the frames that were heard last answered a question: they meet no limit (contract 21), since nobody is asked
    /// more often than he answers.
    pub fn answered(&mut self, answered: Answered) {
        self.rates.answered(answered);
    }

    /// What is to be done about a frame that came at `now`.
    pub fn hear(&mut self, now: u64, frame: Frame<'_>) -> Decision {
        if self.rates.frame(now) > self.limits.frames_per_s_close {
            return Decision::Close(None, CloseCode::Policy);
        }
        let message = match frame {
            Frame::Control => return Decision::Nothing,
            Frame::Binary => {
                let refusal = Refusal::new(RefusalCode::Malformed).saying("Only text frames carry messages.");
                return self.bad(now, refusal);
            }
            Frame::Text(text) => match ClientMsg::decode(text) {
                Ok(message) => message,
                Err(bad) => return self.bad(now, Refusal::new(bad.code).to(bad.n).saying(bad.text)),
            },
        };
        if !answers_a_question(&message)
            && let Rate::TooFast { retry_ms } = self.rates.message(now, self.limits.frames_per_s)
        {
            return Decision::Refuse(Refusal::new(RefusalCode::TooFast).to(message.n()).retry_in(retry_ms));
        }
        self.decide(now, message)
    }

    fn decide(&mut self, now: u64, message: ClientMsg) -> Decision {
        let n = message.n();
        match (message, self.caller) {
            (
                ClientMsg::Hello {
                    protocols,
                    kind,
                    cid,
                    resume,
                    client: _,
                    password,
                },
                None,
            ) => {
                if !protocols.contains(&PROTOCOL) {
                    let refusal = Refusal::new(RefusalCode::VersionNotSpoken).in_field("protocols");
                    return Decision::Close(Some(refusal), CloseCode::VersionNotSpoken);
                }
                self.caller = Some(Caller {
                    session: self.session,
                    kind,
                    cid,
                });
                Decision::Greet { password, resume }
            }
            (ClientMsg::Hello { .. }, Some(_)) => self.bad(now, Refusal::new(RefusalCode::HelloTwice)),
            (_, None) => self.bad(now, Refusal::new(RefusalCode::HelloFirst).to(n)),
            (message, Some(_)) if self.is_inside => inside(message),
            (message, Some(_)) => outside(message).unwrap_or_else(Decision::Refuse),
        }
    }

    /// Refuses what no client would send, and closes on one that goes on with it.
    fn bad(&mut self, now: u64, refusal: Refusal) -> Decision {
        if self.rates.bad(now) > self.limits.bad_per_10s {
            Decision::Close(Some(refusal), CloseCode::Policy)
        } else {
            Decision::Refuse(refusal)
        }
    }
}

/// Commands that may answer what was asked (contract 21). Whether they do the room says; those that do not count as frames.
fn answers_a_question(message: &ClientMsg) -> bool {
    match message {
        ClientMsg::Ready { .. }
        | ClientMsg::Reveal { .. }
        | ClientMsg::Throw { .. }
        | ClientMsg::Move { .. }
        | ClientMsg::Choose { .. } => true,
        ClientMsg::Hello { .. }
        | ClientMsg::Create { .. }
        | ClientMsg::Join { .. }
        | ClientMsg::Quick { .. }
        | ClientMsg::Watch { .. }
        | ClientMsg::AddBot { .. }
        | ClientMsg::Remove { .. }
        | ClientMsg::HandOver { .. }
        | ClientMsg::Unready { .. }
        | ClientMsg::NoChain { .. }
        | ClientMsg::Resign { .. }
        | ClientMsg::Again { .. }
        | ClientMsg::Leave { .. }
        | ClientMsg::MoreTime { .. }
        | ClientMsg::Report { .. }
        | ClientMsg::Say { .. }
        | ClientMsg::Input { .. }
        | ClientMsg::Take { .. }
        | ClientMsg::Give { .. }
        | ClientMsg::LookBack {}
        | ClientMsg::Resync {}
        | ClientMsg::Ping { .. } => false,
    }
}

/// One socket serves one room; what that room is told, it judges.
fn inside(message: ClientMsg) -> Decision {
    match message {
        ClientMsg::Create { .. }
        | ClientMsg::Join { .. }
        | ClientMsg::Quick { .. }
        | ClientMsg::Watch { .. }
        | ClientMsg::Hello { .. } => Decision::Refuse(Refusal::new(RefusalCode::ElsewhereRoom)),
        other @ (ClientMsg::AddBot { .. }
        | ClientMsg::Remove { .. }
        | ClientMsg::HandOver { .. }
        | ClientMsg::Ready { .. }
        | ClientMsg::Unready { .. }
        | ClientMsg::Reveal { .. }
        | ClientMsg::Throw { .. }
        | ClientMsg::Move { .. }
        | ClientMsg::NoChain { .. }
        | ClientMsg::Resign { .. }
        | ClientMsg::Again { .. }
        | ClientMsg::Leave { .. }
        | ClientMsg::MoreTime { .. }
        | ClientMsg::Report { .. }
        | ClientMsg::Say { .. }
        | ClientMsg::Input { .. }
        | ClientMsg::Take { .. }
        | ClientMsg::Give { .. }
        | ClientMsg::Choose { .. }
        | ClientMsg::LookBack {}
        | ClientMsg::Resync {}
        | ClientMsg::Ping { .. }) => Decision::Forward(other),
    }
}

/// The ways into a room, and what can be answered without one.
fn outside(message: ClientMsg) -> Result<Decision, Refusal> {
    let n = message.n();
    match message {
        ClientMsg::Create {
            token,
            name,
            game,
            preset,
            rules,
            chairs,
            clock,
            listed,
            watch,
            best_of,
            fill,
            step,
            still,
        } => {
            let asked = wish::Asked {
                token,
                name,
                game,
                preset,
                rules,
                chairs,
                clock,
                listed,
                watch,
                best_of,
                fill,
                step,
                still,
            };
            Ok(Decision::Create(Box::new(asked.check()?)))
        }
        ClientMsg::Join {
            code,
            token,
            name,
            chair,
        } => Ok(Decision::Join {
            code,
            token,
            name: clean(&name)?,
            chair,
        }),
        ClientMsg::Watch { code, name } => Ok(Decision::Watch {
            code,
            name: name.as_deref().map(clean).transpose()?,
        }),
        ClientMsg::Quick {
            token,
            name,
            preset,
            chairs,
            clock,
            bots,
        } => {
            let wish = wish::Asked::quickly(token, name, preset, chairs, clock, bots)?;
            Ok(Decision::Quick(Box::new(wish)))
        }
        ClientMsg::Ping { c } => Ok(Decision::Pong(c)),
        ClientMsg::Hello { .. } => Err(Refusal::new(RefusalCode::HelloTwice)),
        ClientMsg::AddBot { .. }
        | ClientMsg::Remove { .. }
        | ClientMsg::HandOver { .. }
        | ClientMsg::Ready { .. }
        | ClientMsg::Unready { .. }
        | ClientMsg::Reveal { .. }
        | ClientMsg::Throw { .. }
        | ClientMsg::Move { .. }
        | ClientMsg::NoChain { .. }
        | ClientMsg::Resign { .. }
        | ClientMsg::Again { .. }
        | ClientMsg::Leave { .. }
        | ClientMsg::MoreTime { .. }
        | ClientMsg::Report { .. }
        | ClientMsg::Say { .. }
        | ClientMsg::Input { .. }
        | ClientMsg::Take { .. }
        | ClientMsg::Give { .. }
        | ClientMsg::Choose { .. }
        | ClientMsg::LookBack {}
        | ClientMsg::Resync {} => Err(Refusal::new(RefusalCode::NotInRoom).to(n)),
    }
}

/// The name as it is kept.
pub(super) fn clean(name: &str) -> Result<String, Refusal> {
    clean_name(name).map_err(|_| Refusal::new(RefusalCode::BadName).in_field("name"))
}

#[cfg(test)]
mod tests;
