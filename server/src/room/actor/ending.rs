//! How a room's task ends: nobody is left waiting, and the directory knows.

use bytes::Bytes;
use chowk_protocol::{CloseCode, Refusal, RefusalCode, ServerMsg};

use super::{Actor, Ending, RETRY_MS, works};
use crate::{
    journal::StoreError,
    room::{Body, End, Letter, Post, SessionId, handle::Mail},
    tally,
};

impl Actor {
    /// Tells everybody, in the room and at its door, and lets the directory know.
    pub(super) async fn end(mut self, ending: Ending) {
        match ending {
            Ending::Gone => {
                self.world.directory.forget(&self.own_handle);
                self.close_all(CloseCode::RoomGone);
            }
            Ending::Failed => {
                tally::room_failed();
                self.world.directory.fail(&self.own_handle);
                self.close_all(CloseCode::RoomFailed);
            }
            Ending::Unborn => {
                self.world.directory.forget(&self.own_handle);
                self.send_home(RETRY_MS);
            }
            Ending::Stopped => self.send_home(RETRY_MS),
        }
        self.mailbox.close();
        while let Some(mail) = self.mailbox.recv().await {
            if let Mail::Letter(letter) = mail {
                self.turn_away(&letter, ending);
            }
        }
        tracing::info!(room = self.no.map(|no| no.0), ?ending, "a room's task has ended");
        if ending == Ending::Failed {
            self.quarantine().await;
        }
    }

    /// Everybody in the room comes back a little later, spread so that not all come in the same moment.
    pub(super) fn send_home(&mut self, retry_ms: u64) {
        for session in std::mem::take(&mut self.sessions) {
            let retry_ms = retry_ms + session.n * 37 % 500;
            self.world.outboxes.tell(session, Post::Close(End::restart(retry_ms)));
        }
    }

    fn close_all(&mut self, code: CloseCode) {
        for session in std::mem::take(&mut self.sessions) {
            self.world.outboxes.tell(session, Post::Close(End::of(code)));
        }
    }

    /// Answers a letter that no room will hear.
    pub(super) fn turn_away(&mut self, letter: &Letter, ending: Ending) {
        let session = letter.from.session;
        self.sessions.remove(&session);
        let code = match ending {
            Ending::Gone => RefusalCode::NoSuchRoom,
            Ending::Failed => RefusalCode::RoomFailed,
            Ending::Unborn | Ending::Stopped => {
                if !matches!(letter.body, Body::Closed) {
                    self.world.outboxes.tell(session, Post::Close(End::restart(RETRY_MS)));
                }
                return;
            }
        };
        match letter.body {
            Body::Closed | Body::Silent(_) => {}
            Body::Resume { .. } => {
                self.world.outboxes.tell(session, Post::Welcome { resumed: Err(code) });
                self.world.outboxes.tell(session, Post::Detached);
            }
            Body::Join { .. } | Body::Watch { .. } => self.refuse(session, code),
            Body::Wish(_) => {
                let code = if ending == Ending::Failed {
                    CloseCode::RoomFailed
                } else {
                    CloseCode::RoomGone
                };
                self.world.outboxes.tell(session, Post::Close(End::of(code)));
            }
        }
    }

    fn refuse(&self, session: SessionId, code: RefusalCode) {
        let refusal = ServerMsg::Refused(Refusal::new(code));
        self.world
            .outboxes
            .tell(session, Post::Frame(Bytes::from(refusal.encode())));
        self.world.outboxes.tell(session, Post::Detached);
    }

    /// Marks the room on disk, as soon as the disk takes it.
    async fn quarantine(&mut self) {
        let Some(no) = self.no else { return };
        loop {
            match self.world.journal.quarantine(no).await {
                Ok(()) | Err(StoreError::NoSuchRoom(_)) => return,
                Err(StoreError::Database { .. } | StoreError::Broken(_) | StoreError::Down) => {
                    works(&mut self.health).await;
                }
            }
        }
    }
}
