//! A socket as its task sees it: it takes from the outbox as fast as the socket takes, and hands up what it hears.

use std::{
    collections::VecDeque,
    future::poll_fn,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use chowk_protocol::{CloseCode, ServerMsg};
use futures_util::{Sink, Stream};
use tokio::time::{Instant, Sleep, sleep_until, timeout};
use tokio_tungstenite::tungstenite::Error as WireError;

use super::{Finish, flow::Flow};
use crate::{
    outbox::{Answered, Outbox},
    room::{End, Post},
};

/// How long the farewell may take.
const FAREWELL: Duration = Duration::from_secs(2);
/// How long a client that cannot be heard any more is given to read its farewell.
const DEAF_FAREWELL: Duration = Duration::from_millis(500);

/// What happened on the line.
#[derive(Debug)]
pub(super) enum Next {
    /// A message came.
    Heard(Message),
    /// Something for the session itself was in the outbox.
    Post(Post),
    /// The moment asked for has come.
    Due,
    /// All was said, and the socket is to end.
    Ended(End),
    /// The socket is gone.
    Broken,
    /// A frame is over the limit.
    TooBig,
    /// Far too many frames came, whole messages or pieces.
    Flood,
}

/// The line.
pub(super) struct Line {
    socket: WebSocket,
    outbox: Arc<Outbox>,
    flow: Flow,
    /// What the session says itself, before what is in the outbox.
    own: VecDeque<Message>,
    ends: Option<End>,
    is_dirty: bool,
    /// Since when the socket takes nothing, in milliseconds of uptime.
    blocked_since: Option<u64>,
    alarm: Pin<Box<Sleep>>,
    /// When the alarm rings, in milliseconds of uptime.
    alarm_at: u64,
}

impl Line {
    pub(super) fn new(socket: WebSocket, outbox: Arc<Outbox>, flow: Flow) -> Self {
        Self {
            socket,
            outbox,
            flow,
            own: VecDeque::new(),
            ends: None,
            is_dirty: false,
            blocked_since: None,
            alarm: Box::pin(sleep_until(Instant::now())),
            alarm_at: 0,
        }
    }

    /// Says something before all that waits in the outbox.
    pub(super) fn say(&mut self, message: Message) {
        self.own.push_back(message);
    }

    /// The welcome is said: from now on the operator's words may come too.
    pub(super) fn welcomed(&self) {
        self.outbox.welcomed();
    }

    /// Ends once all that waits has been said, unless the outbox knows an end of its own.
    pub(super) fn end_after(&mut self, end: End) {
        self.ends = Some(end);
    }

    /// Since when the socket takes nothing, in milliseconds of uptime.
    pub(super) fn blocked_since(&self) -> Option<u64> {
        self.blocked_since
    }

    /// Writes what there is to write until something happens, or until `due`. It is `now`.
    pub(super) async fn next(&mut self, now: u64, due: u64) -> Next {
        // An alarm that rings early is answered with "due", and asked for anew: so it moves only when it must.
        if due < self.alarm_at || self.alarm.is_elapsed() {
            self.alarm_at = due;
            self.alarm
                .as_mut()
                .reset(Instant::now() + Duration::from_millis(due.saturating_sub(now)));
        }
        poll_fn(|context| self.poll(context, now)).await
    }

    /// How many words of the socket answered a question since this was asked last.
    pub(super) fn take_answered(&mut self) -> Answered {
        let answered = self.outbox.take_answered();
        self.flow.answered(answered.frames);
        answered
    }

    fn poll(&mut self, context: &mut Context<'_>, now: u64) -> Poll<Next> {
        self.outbox.register(context.waker());
        match self.poll_write(context, now) {
            Poll::Ready(Some(next)) => return Poll::Ready(next),
            Poll::Ready(None) | Poll::Pending => {}
        }
        match Pin::new(&mut self.socket).poll_next(context) {
            Poll::Ready(Some(Ok(message))) => return Poll::Ready(Next::Heard(message)),
            Poll::Ready(Some(Err(error))) => return Poll::Ready(fault(error)),
            Poll::Ready(None) => return Poll::Ready(Next::Broken),
            // Pieces that are no message yet were taken in.
            Poll::Pending if self.flow.floods() => return Poll::Ready(Next::Flood),
            Poll::Pending => {}
        }
        self.alarm.as_mut().poll(context).map(|()| Next::Due)
    }

    /// Writes all that waits, then flushes once. Pending while the socket takes nothing.
    fn poll_write(&mut self, context: &mut Context<'_>, now: u64) -> Poll<Option<Next>> {
        loop {
            match Pin::new(&mut self.socket).poll_ready(context) {
                Poll::Ready(Ok(())) => {}
                Poll::Ready(Err(_)) => return Poll::Ready(Some(Next::Broken)),
                Poll::Pending => return self.blocked(now),
            }
            let message = match self.own.pop_front() {
                Some(message) => message,
                None => match self.outbox.take() {
                    None => break,
                    Some(Post::Frame(frame) | Post::Motion(frame)) => match Utf8Bytes::try_from(frame) {
                        Ok(text) => Message::Text(text),
                        Err(_) => continue,
                    },
                    Some(post @ (Post::Welcome { .. } | Post::Detached | Post::Close(_))) => {
                        return Poll::Ready(Some(Next::Post(post)));
                    }
                },
            };
            self.is_dirty = true;
            if Pin::new(&mut self.socket).start_send(message).is_err() {
                return Poll::Ready(Some(Next::Broken));
            }
        }
        if self.is_dirty {
            match Pin::new(&mut self.socket).poll_flush(context) {
                Poll::Ready(Ok(())) => self.is_dirty = false,
                Poll::Ready(Err(_)) => return Poll::Ready(Some(Next::Broken)),
                Poll::Pending => return self.blocked(now),
            }
        }
        self.blocked_since = None;
        Poll::Ready(self.outbox.end().or(self.ends).map(Next::Ended))
    }

    /// The socket takes nothing. If its reader has been given up meanwhile, it ends now.
    fn blocked(&mut self, now: u64) -> Poll<Option<Next>> {
        self.blocked_since.get_or_insert(now);
        match self.outbox.end() {
            Some(end) if end.code == CloseCode::TooSlow => Poll::Ready(Some(Next::Ended(end))),
            Some(_) | None => Poll::Pending,
        }
    }

    /// Says goodbye and closes, within a deadline.
    pub(super) async fn farewell(mut self, finish: Finish) {
        match finish {
            Finish::Theirs => {
                // The answer to their close, if there is anybody to hear it.
                let _ = timeout(FAREWELL, poll_fn(|context| self.poll_drain(context))).await;
            }
            Finish::Ours(end) => {
                let closing = async {
                    self.say_bye(end).await;
                    poll_fn(|context| self.poll_drain(context)).await;
                };
                let _ = timeout(FAREWELL, closing).await;
            }
            Finish::Deaf(end) => {
                let closing = async {
                    self.say_bye(end).await;
                    // Closing at once, with bytes of theirs unread, would reset the connection and lose the farewell.
                    sleep_until(Instant::now() + DEAF_FAREWELL).await;
                };
                let _ = timeout(FAREWELL, closing).await;
            }
        }
    }

    async fn say_bye(&mut self, end: End) {
        let End { code, retry_ms, why } = end;
        // What waits for a reader that is too slow is not said any more; its last words are.
        while code != CloseCode::TooSlow
            && let Some(post) = self.outbox.take()
        {
            if let Post::Frame(frame) = post
                && let Ok(text) = Utf8Bytes::try_from(frame)
            {
                self.own.push_back(Message::Text(text));
            }
        }
        let bye = ServerMsg::Bye {
            code: code.number(),
            text: end.text().into(),
            why,
            retry_ms,
        };
        self.own.push_back(Message::Text(bye.encode().into()));
        let frame = CloseFrame {
            code: code.number(),
            reason: end.text().into(),
        };
        self.own.push_back(Message::Close(Some(frame)));
        // Whoever does not take it does not hear it.
        let _ = poll_fn(|context| self.poll_say_own(context)).await;
    }

    fn poll_say_own(&mut self, context: &mut Context<'_>) -> Poll<Result<(), axum::Error>> {
        while !self.own.is_empty() {
            std::task::ready!(Pin::new(&mut self.socket).poll_ready(context))?;
            if let Some(message) = self.own.pop_front() {
                Pin::new(&mut self.socket).start_send(message)?;
            }
        }
        Pin::new(&mut self.socket).poll_flush(context)
    }

    /// Reads on, and listens to nothing, until the other side has closed.
    fn poll_drain(&mut self, context: &mut Context<'_>) -> Poll<()> {
        loop {
            match std::task::ready!(Pin::new(&mut self.socket).poll_next(context)) {
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Poll::Ready(()),
            }
        }
    }
}

fn fault(error: axum::Error) -> Next {
    match error.into_inner().downcast_ref::<WireError>() {
        Some(WireError::Capacity(_)) => Next::TooBig,
        Some(_) | None => Next::Broken,
    }
}
