//! The way to a room: a bounded mailbox. Whoever holds a handle holds nothing else of the room.

use chowk_protocol::{RoomCode, Token};
use tokio::sync::{mpsc, oneshot};

use super::{
    letter::{Letter, Order},
    report::Report,
};

/// Letters that may wait in a room's mailbox. Beyond it a command is answered `busy`.
pub(super) const MAILBOX: usize = 256;

/// What a mailbox holds.
#[derive(Debug)]
pub(super) enum Mail {
    /// A letter.
    Letter(Letter),
    /// The operator orders something.
    Order(Order),
    /// The operator looks at the room.
    Look(oneshot::Sender<Report>),
    /// The server stops.
    Stop,
    /// A test plants a bug: the room panics.
    #[cfg(test)]
    Bug,
}

/// A letter that was not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotTaken {
    /// The mailbox is full.
    Full,
    /// The room has ended, or its task has.
    Gone,
}

/// The way to a room.
#[derive(Debug, Clone)]
pub struct RoomHandle {
    code: RoomCode,
    mailbox: mpsc::Sender<Mail>,
}

impl RoomHandle {
    /// A new mailbox, and the way to it.
    pub(super) fn new(code: RoomCode) -> (Self, mpsc::Receiver<Mail>) {
        let (mailbox, letters) = mpsc::channel(MAILBOX);
        (Self { code, mailbox }, letters)
    }

    /// The room's code.
    pub fn code(&self) -> RoomCode {
        self.code
    }

    /// Puts a letter into the mailbox, or says why not.
    pub fn send_now(&self, letter: Letter) -> Result<(), NotTaken> {
        self.mailbox
            .try_send(Mail::Letter(letter))
            .map_err(|error| match error {
                mpsc::error::TrySendError::Full(_) => NotTaken::Full,
                mpsc::error::TrySendError::Closed(_) => NotTaken::Gone,
            })
    }

    /// Puts a letter into the mailbox once there is a place.
    pub async fn send(&self, letter: Letter) -> Result<(), NotTaken> {
        self.mailbox
            .send(Mail::Letter(letter))
            .await
            .map_err(|_| NotTaken::Gone)
    }

    /// Orders something, as the operator. It is done once the room has come to it; nobody answers.
    pub async fn order(&self, order: Order) -> Result<(), NotTaken> {
        self.mailbox.send(Mail::Order(order)).await.map_err(|_| NotTaken::Gone)
    }

    /// What the operator may see of the room, after all that was sent before; `None` if it has ended, or is being read.
    pub async fn look(&self) -> Option<Report> {
        let (answer, told) = oneshot::channel();
        self.mailbox.send(Mail::Look(answer)).await.ok()?;
        told.await.ok()
    }

    /// Tells the room that the server stops.
    pub async fn stop(&self) {
        // A room that has ended needs no telling.
        let _ = self.mailbox.send(Mail::Stop).await;
    }

    /// Makes the room panic.
    #[cfg(test)]
    pub(super) async fn plant_bug(&self) {
        self.mailbox.send(Mail::Bug).await.expect("the room's task lives");
    }

    /// Whether the room's task has ended.
    pub fn is_gone(&self) -> bool {
        self.mailbox.is_closed()
    }

    /// Waits until the room's task has ended.
    pub async fn gone(&self) {
        self.mailbox.closed().await;
    }

    /// Whether both lead to the same mailbox.
    pub fn is_same(&self, other: &Self) -> bool {
        self.mailbox.same_channel(&other.mailbox)
    }
}

/// What the directory keeps of the token that opened a room, to find the room again by it.
pub(crate) fn creator_of(token: &Token) -> [u8; 32] {
    *super::door::token_hash(token).as_bytes()
}

#[cfg(test)]
mod tests {
    use chowk_protocol::{ClientKind, Hex};

    use super::*;
    use crate::room::{Body, Caller, SessionId};

    /// Case H9: the way into a room is bounded, and who does not find a place is told.
    #[tokio::test]
    async fn a_full_mailbox_is_told_and_so_is_one_that_is_gone_case_h9() {
        let (room, mut mailbox) = RoomHandle::new(RoomCode::from_digits([0; 8]).unwrap());
        let session = SessionId { gateway: 0, n: 1 };
        let from = Caller {
            session,
            kind: ClientKind::Bot,
            cid: Hex([0; 8]),
        };
        let letter = || Letter {
            from,
            at: 0,
            body: Body::Closed,
        };
        for _ in 0..MAILBOX {
            assert_eq!(room.send_now(letter()), Ok(()));
        }
        assert_eq!(room.send_now(letter()), Err(NotTaken::Full));
        assert!(mailbox.recv().await.is_some());
        assert_eq!(room.send_now(letter()), Ok(()));
        drop(mailbox);
        assert_eq!(room.send_now(letter()), Err(NotTaken::Gone));
        assert!(room.is_gone());
    }
}
