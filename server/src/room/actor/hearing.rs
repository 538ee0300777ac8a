//! What a room's task waits for beside its mailbox, and what it hears.

use std::{future::Future, pin::Pin};

use tokio::sync::watch;

use super::{Birth, append::Told};
use crate::{
    journal::{Fence, Health, RoomNo, StoreError, Stored},
    room::{Caller, handle::Mail},
    session::NewRoom,
};

/// What the task waits for beside its mailbox.
pub(super) enum Stage {
    /// Nothing: the room lives.
    Living,
    /// To be born, or read again, once the journal works.
    Waiting(Option<Birth>),
    /// A number for a new room.
    Numbering(Box<NewRoom>, Caller, Asking<(RoomNo, Fence)>),
    /// The rows.
    Reading(Asking<Stored>),
}

pub(super) type Asking<T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send>>;

/// What the task hears next.
pub(super) enum Heard {
    Mail(Option<Mail>),
    Told(Told),
    Numbered(Result<(RoomNo, Fence), StoreError>),
    Read(Result<Stored, StoreError>),
    DiskWorks,
    Alarm,
}

/// The answer to what was asked of the journal; never, while nothing is.
pub(super) async fn asked(stage: &mut Stage) -> Heard {
    match stage {
        Stage::Numbering(_, _, asking) => Heard::Numbered(asking.await),
        Stage::Reading(asking) => Heard::Read(asking.await),
        Stage::Living | Stage::Waiting(_) => std::future::pending().await,
    }
}

/// Waits until the journal works. If it is closed, the server stops, and this task is told so by mail.
pub(super) async fn works(health: &mut watch::Receiver<Health>) {
    if health.wait_for(|health| *health == Health::Works).await.is_err() {
        std::future::pending::<()>().await;
    }
}
