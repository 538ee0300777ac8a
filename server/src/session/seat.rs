//! A session's place in a room: whatever becomes of the session, the room hears of it.

use crate::room::{Body, Caller, Letter, NotTaken, RoomHandle};

/// The way to the room that a socket is in. Dropped without a word, as when its task panics, it still tells the room
/// that the socket is gone.
#[derive(Debug)]
pub(super) struct Seat {
    room: Option<RoomHandle>,
    caller: Caller,
    /// Whether the room was told that the socket is silent.
    silent: bool,
}

impl Seat {
    pub(super) fn new(room: RoomHandle, caller: Caller) -> Self {
        Self {
            room: Some(room),
            caller,
            silent: false,
        }
    }

    /// The socket has not answered the last ping, or something came: the room is told when that changes.
    pub(super) fn is_silent(&mut self, silent: bool, at: u64) {
        if self.silent != silent && self.write(Body::Silent(silent), at).is_ok() {
            self.silent = silent;
        }
    }

    /// Writes a letter to the room, with its stamp.
    pub(super) fn write(&self, body: Body, at: u64) -> Result<(), NotTaken> {
        let letter = Letter {
            from: self.caller,
            at,
            body,
        };
        self.room
            .as_ref()
            .map_or(Err(NotTaken::Gone), |room| room.send_now(letter))
    }

    /// The socket is gone. This letter waits for its place in the mailbox, since it must not be lost.
    pub(super) async fn leave(mut self, at: u64) {
        if let Some(room) = self.room.take() {
            // A room that has ended needs no telling.
            let _ = room
                .send(Letter {
                    from: self.caller,
                    at,
                    body: Body::Closed,
                })
                .await;
        }
    }

    /// The room knows already that this session is not in it.
    pub(super) fn forget(mut self) {
        self.room = None;
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        if let (Some(room), Ok(runtime)) = (self.room.take(), tokio::runtime::Handle::try_current()) {
            // Without a stamp of its own: the room takes a moment that has passed as now.
            let letter = Letter {
                from: self.caller,
                at: 0,
                body: Body::Closed,
            };
            runtime.spawn(async move { room.send(letter).await });
        }
    }
}
