//! One socket's life: hello, a room, and a farewell with a deadline.
//!
//! One task serves a socket. What it hears goes through the [`gate`] and on to a room's mailbox; what rooms say comes
//! through its outbox. It waits for nothing but its socket, its outbox and its own deadlines.

mod conduct;
mod flow;
pub mod gate;
mod line;
mod rates;
mod seat;
mod wish;

use std::sync::Arc;

use axum::extract::ws::{Message, WebSocket};
use bytes::Bytes;
use chowk_protocol::{ClientMsg, CloseCode, PROTOCOL, Password, Refusal, RefusalCode, Resume, ServerMsg, Token};

pub use self::{
    conduct::Conduct,
    wish::{NewRoom, QuickWish},
};
use self::{
    flow::Flow,
    gate::{Decision, Frame, Gate},
    line::{Line, Next},
    seat::Seat,
};
use crate::{
    http::{Address, Meter},
    lobby::{Created, Lobby},
    outbox::Outbox,
    room::{Body, Caller, End, NotTaken, Post, RoomHandle, SessionId},
    tally,
};

/// Pings that may stay unanswered.
const PINGS_SILENT: u64 = 3;
/// When to try again after a full mailbox, in milliseconds.
const RETRY_MS: u64 = 200;

/// Why a socket ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Finish {
    /// The client closed it, or it broke.
    Theirs,
    /// The server closes it.
    Ours(End),
    /// The server closes it, and nothing more can be read from it: a frame is too big.
    Deaf(End),
}

/// A socket's task.
struct Session {
    id: SessionId,
    from: Address,
    lobby: Arc<Lobby>,
    conduct: Arc<Conduct>,
    line: Line,
    gate: Gate,
    seat: Option<Seat>,
    connected: tally::Connected,
    heard_at: u64,
    ping_at: u64,
}

/// Serves a socket until it ends.
pub async fn serve(
    (socket, meter): (WebSocket, Meter),
    id: SessionId,
    from: Address,
    lobby: Arc<Lobby>,
    conduct: Arc<Conduct>,
) {
    let outbox = lobby.world().outboxes.open(id, conduct.queue);
    let line = Line::new(socket, outbox, Flow::new(meter, conduct.gate.frames_per_s_close));
    let known = Known {
        id,
        lobby: Arc::clone(&lobby),
    };
    tracing::debug!(session = id.n, ?from, "a socket is open");
    let mut session = Session::new(line, id, from, lobby, conduct);
    let finish = session.talk().await;
    // The seat is free before the socket is closed: a ghost would keep its player out (case A23).
    if let Some(seat) = session.seat.take() {
        seat.leave(session.now()).await;
    }
    tracing::debug!(session = id.n, ?finish, "a socket ends");
    if let Finish::Ours(end) | Finish::Deaf(end) = finish {
        tally::closed(end.code);
    }
    drop(known);
    session.line.farewell(finish).await;
}

/// Says goodbye to a socket that is not served at all.
pub async fn turn_away(socket: WebSocket, end: End) {
    let outbox = Arc::new(Outbox::new(1));
    let flow = Flow::new(Meter::default(), usize::MAX);
    Line::new(socket, outbox, flow).farewell(Finish::Ours(end)).await;
}

/// The session's entry among the outboxes, as long as it can be told anything.
struct Known {
    id: SessionId,
    lobby: Arc<Lobby>,
}

impl Drop for Known {
    fn drop(&mut self) {
        self.lobby.world().outboxes.close(self.id);
    }
}

impl Session {
    fn new(line: Line, id: SessionId, from: Address, lobby: Arc<Lobby>, conduct: Arc<Conduct>) -> Self {
        let now = lobby.world().clock.now().up;
        Self {
            id,
            from,
            gate: Gate::new(id, conduct.gate, now),
            line,
            seat: None,
            connected: tally::Connected::new(),
            heard_at: now,
            // Spread over the time between two pings, so that not all fall together.
            ping_at: now + conduct.ping_ms / 2 + id.n * 7_919 % (conduct.ping_ms / 2).max(1),
            lobby,
            conduct,
        }
    }

    async fn talk(&mut self) -> Finish {
        loop {
            let (now, due) = (self.now(), self.due());
            let finish = match self.line.next(now, due).await {
                Next::Heard(message) => self.hear(message),
                Next::Post(post) => {
                    self.open_post(post);
                    None
                }
                Next::Due => self.be_on_time(),
                Next::Ended(end) => Some(Finish::Ours(end)),
                Next::Broken => Some(Finish::Theirs),
                Next::Flood => Some(Finish::Ours(End::of(CloseCode::Policy))),
                Next::TooBig => Some(Finish::Deaf(End::of(CloseCode::TooBig))),
            };
            if let Some(finish) = finish {
                return finish;
            }
        }
    }

    fn now(&self) -> u64 {
        self.lobby.world().clock.now().up
    }

    /// The next moment at which something is due, in milliseconds of uptime.
    fn due(&self) -> u64 {
        let hello_by = self.gate.hello_by();
        let ping_at = if hello_by.is_none() { self.ping_at } else { u64::MAX };
        let write_by = self
            .line
            .blocked_since()
            .map(|since| since + self.conduct.write_wait_ms);
        let silent_at = self.heard_at + PINGS_SILENT * self.conduct.ping_ms;
        [ping_at, silent_at]
            .into_iter()
            .chain(hello_by)
            .chain(write_by)
            .min()
            .unwrap_or(u64::MAX)
    }

    fn be_on_time(&mut self) -> Option<Finish> {
        let now = self.now();
        if self.gate.hello_by().is_some_and(|by| now >= by) {
            return Some(Finish::Ours(End::of(CloseCode::Policy)));
        }
        if self
            .line
            .blocked_since()
            .is_some_and(|since| now >= since + self.conduct.write_wait_ms)
        {
            return Some(Finish::Ours(End::of(CloseCode::TooSlow)));
        }
        // Case J3: who answers no ping is gone, whatever the network says.
        if now >= self.heard_at + PINGS_SILENT * self.conduct.ping_ms {
            return Some(Finish::Ours(End::of(CloseCode::TooSlow)));
        }
        if now >= self.ping_at && self.gate.caller().is_some() {
            self.is_silent(now >= self.heard_at + self.conduct.ping_ms, now);
            self.ping_at = now + self.conduct.ping_ms;
            self.line.say(Message::Ping(Bytes::new()));
        }
        None
    }

    fn hear(&mut self, message: Message) -> Option<Finish> {
        let now = self.now();
        self.heard_at = now;
        self.is_silent(false, now);
        self.gate.answered(self.line.take_answered());
        let decision = match &message {
            Message::Text(text) => self.gate.hear(now, Frame::Text(text.as_str())),
            Message::Binary(_) => self.gate.hear(now, Frame::Binary),
            Message::Ping(_) | Message::Pong(_) => self.gate.hear(now, Frame::Control),
            Message::Close(_) => return Some(Finish::Theirs),
        };
        match (decision, self.gate.caller()) {
            (Decision::Nothing, _) => {}
            (Decision::Refuse(refusal), _) => self.refuse(refusal),
            (Decision::Close(refusal, code), _) => {
                if let Some(refusal) = refusal {
                    self.refuse(refusal);
                }
                return Some(Finish::Ours(End::of(code)));
            }
            (Decision::Pong(c), _) => {
                let now = self.lobby.world().clock.now().wall;
                self.tell(ServerMsg::Pong { c, v: 0, now });
            }
            (Decision::Greet { password, resume }, Some(caller)) => {
                return match self.check(password) {
                    Ok(()) => {
                        self.connected.is(caller.kind);
                        self.greet(caller, resume, now)
                    }
                    Err(refusal) => {
                        let end = End::because(CloseCode::Policy, refusal.code);
                        self.refuse(refusal);
                        Some(Finish::Ours(end))
                    }
                };
            }
            (Decision::Create(new), Some(caller)) => {
                let (token, name) = (new.token, new.name.clone());
                let created = self.lobby.create(new, caller, self.from);
                return self.sit_down(caller, created, token, name, now);
            }
            (Decision::Quick(wish), Some(caller)) => {
                let (token, name) = (wish.room.token, wish.room.name.clone());
                let found = self.lobby.quick(*wish, caller, self.from);
                return self.sit_down(caller, found, token, name, now);
            }
            (
                Decision::Join {
                    code,
                    token,
                    name,
                    chair,
                },
                Some(caller),
            ) => {
                return self.enter(caller, code, Body::Join { token, name, chair }, now);
            }
            (Decision::Watch { code, name }, Some(caller)) => {
                let finish = self.enter(caller, code, Body::Watch { name }, now);
                if self.seat.is_some() {
                    self.connected.watches();
                }
                return finish;
            }
            (Decision::Forward(message), Some(_)) => return self.forward(message, now),
            // The gate lets nobody so far who has not said hello.
            (
                Decision::Greet { .. }
                | Decision::Create(_)
                | Decision::Quick(_)
                | Decision::Join { .. }
                | Decision::Watch { .. }
                | Decision::Forward(_),
                None,
            ) => {}
        }
        None
    }

    fn is_silent(&mut self, silent: bool, now: u64) {
        if let Some(seat) = &mut self.seat {
            seat.is_silent(silent, now);
        }
    }

    /// Whether who says hello may come in.
    fn check(&self, password: Option<Password>) -> Result<(), Refusal> {
        match &self.conduct.password {
            Some(own) => self.lobby.check_password(own, password, self.from),
            None => Ok(()),
        }
    }

    fn greet(&mut self, caller: Caller, resume: Option<Resume>, now: u64) -> Option<Finish> {
        let Some(Resume { room, token, epoch, v }) = resume else {
            self.welcome(None);
            return None;
        };
        match self.lobby.visit(room, self.from) {
            Ok(handle) => self.knock(handle, caller, Body::Resume { token, epoch, v }, now),
            Err(refusal) => {
                self.welcome(Some(Err(refusal.code)));
                None
            }
        }
    }

    /// Where the lobby led: into a new room that knows its host, or to the door of one.
    fn sit_down(
        &mut self,
        caller: Caller,
        led: Result<Created, Refusal>,
        token: Token,
        name: String,
        now: u64,
    ) -> Option<Finish> {
        match led {
            Ok(Created::New(handle)) => {
                self.gate.entered();
                self.seat = Some(Seat::new(handle, caller));
                None
            }
            Ok(Created::Again(handle)) => self.knock(
                handle,
                caller,
                Body::Join {
                    token,
                    name,
                    chair: None,
                },
                now,
            ),
            Err(refusal) => {
                self.refuse(refusal);
                None
            }
        }
    }

    fn enter(&mut self, caller: Caller, code: chowk_protocol::RoomCode, body: Body, now: u64) -> Option<Finish> {
        match self.lobby.visit(code, self.from) {
            Ok(handle) => self.knock(handle, caller, body, now),
            Err(refusal) => {
                self.refuse(refusal);
                None
            }
        }
    }

    /// Writes to a room for the first time; from now on it answers.
    fn knock(&mut self, handle: RoomHandle, caller: Caller, body: Body, now: u64) -> Option<Finish> {
        let seat = Seat::new(handle, caller);
        match seat.write(body, now) {
            Ok(()) => {
                self.gate.entered();
                self.seat = Some(seat);
                None
            }
            // Nothing was said yet, so that to come again is all there is to do.
            Err(NotTaken::Full | NotTaken::Gone) => {
                seat.forget();
                Some(Finish::Ours(End::restart(RETRY_MS)))
            }
        }
    }

    fn forward(&mut self, message: ClientMsg, now: u64) -> Option<Finish> {
        let n = message.n();
        if matches!(message, ClientMsg::Resync {}) {
            tally::lost_the_view();
        }
        match self.seat.as_ref().map(|seat| seat.write(Body::Wish(message), now)) {
            Some(Ok(())) => None,
            Some(Err(NotTaken::Full)) => {
                self.refuse(Refusal::new(RefusalCode::Busy).to(n).retry_in(RETRY_MS));
                None
            }
            Some(Err(NotTaken::Gone)) | None => {
                // What the room said last is on its way; if it could say nothing, this socket comes back.
                self.line.end_after(End::restart(RETRY_MS));
                None
            }
        }
    }

    fn open_post(&mut self, post: Post) {
        match post {
            Post::Welcome { resumed } => {
                if resumed.is_ok() {
                    tally::came_back();
                }
                self.welcome(Some(resumed));
            }
            Post::Detached => {
                self.gate.left();
                if let Some(caller) = self.gate.caller() {
                    self.connected.is(caller.kind);
                }
                if let Some(seat) = self.seat.take() {
                    seat.forget();
                }
            }
            Post::Frame(_) | Post::Motion(_) | Post::Close(_) => {}
        }
    }

    fn welcome(&mut self, resumed: Option<Result<(), RefusalCode>>) {
        let world = self.lobby.world();
        let message = ServerMsg::Welcome {
            protocol: PROTOCOL,
            server: self.conduct.server.clone(),
            limits: self.conduct.limits.clone(),
            now: world.clock.now().wall,
            seal: world.journal.newest_seal_hash().map(hex::encode).unwrap_or_default(),
            resumed: resumed.map(|resumed| resumed.is_ok()),
            reason: resumed.and_then(Result::err),
        };
        self.line.say(Message::Text(message.encode().into()));
        self.line.welcomed();
    }

    fn refuse(&self, refusal: Refusal) {
        self.tell(ServerMsg::Refused(refusal));
    }

    /// Says something in its turn, after what rooms have said.
    fn tell(&self, message: ServerMsg) {
        self.lobby
            .world()
            .outboxes
            .tell(self.id, Post::Frame(Bytes::from(message.encode())));
    }
}
