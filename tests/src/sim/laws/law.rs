//! What must hold in every world.

use std::fmt;

/// What must hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Law {
    /// Every viewer's view is the server's.
    Views,
    /// Versions come without holes, after the view they change.
    Versions,
    /// An acknowledged command is applied exactly once.
    ExactlyOnce,
    /// A seat has one controller.
    OneController,
    /// One draw has one number, and one link is shown once.
    OneDraw,
    /// What is told is what the rows say, by the rules alone.
    Rules,
    /// Folding the journal gives the state.
    Fold,
    /// Nothing leaves a room before its row is durable.
    Durable,
    /// A room has one writer: an older one is refused.
    OneWriter,
    /// The record of every ended match verifies.
    Records,
    /// A room's clock runs no faster than time, and stands while nobody can play.
    Clock,
    /// What was stamped before its deadline is not late.
    InTime,
    /// No motion shows what only a fact explains that is not durable.
    Motion,
    /// An epoch in which motion was shown that is lost is over.
    Relied,
    /// Clients find nothing unfair.
    Fair,
    /// An honest client is not told that it did what it could not do.
    Honest,
    /// No limit touches a client that behaves.
    Unharmed,
    /// Every queue stays under its length.
    Bounded,
    /// Nobody is left without an answer on a healthy socket, and nobody spins.
    Healthy,
    /// Who is told to be connected is connected, and nobody else.
    Around,
    /// One room's bug ends that room and nothing else, and the room is kept.
    OneRoom,
    /// Once the faults stop, every match ends and every command is answered.
    Ends,
    /// Every room has ended, or can be played on in.
    GoesOn,
}

impl Law {
    /// All of them.
    pub const ALL: [Self; 23] = [
        Self::Views,
        Self::Versions,
        Self::ExactlyOnce,
        Self::OneController,
        Self::OneDraw,
        Self::Rules,
        Self::Fold,
        Self::Durable,
        Self::OneWriter,
        Self::Records,
        Self::Clock,
        Self::InTime,
        Self::Motion,
        Self::Relied,
        Self::Fair,
        Self::Honest,
        Self::Unharmed,
        Self::Bounded,
        Self::Healthy,
        Self::Around,
        Self::OneRoom,
        Self::Ends,
        Self::GoesOn,
    ];
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Views => "every viewer's view is the server's",
            Self::Versions => "versions come without holes, after the view they change",
            Self::ExactlyOnce => "an acknowledged command is applied exactly once",
            Self::OneController => "a seat has one controller",
            Self::OneDraw => "one draw has one number, and one link is shown once",
            Self::Rules => "what is told is what the rows say, by the rules alone",
            Self::Fold => "folding the journal gives the state",
            Self::Durable => "nothing leaves a room before its row is durable",
            Self::OneWriter => "a room has one writer: an older one is refused",
            Self::Records => "the record of every ended match verifies",
            Self::Clock => "a room's clock runs no faster than time, and stands while nobody can play",
            Self::InTime => "what was stamped before its deadline is not late",
            Self::Motion => "no motion shows what only a fact explains that is not durable",
            Self::Relied => "an epoch in which motion was shown that is lost is over",
            Self::Fair => "clients find nothing unfair",
            Self::Honest => "an honest client is not told that it did what it could not do",
            Self::Unharmed => "no limit touches a client that behaves",
            Self::Bounded => "every queue stays under its length",
            Self::Healthy => "nobody is left without an answer on a healthy socket, and nobody spins",
            Self::Around => "who is told to be connected is connected, and nobody else",
            Self::OneRoom => "one room's bug ends that room and nothing else, and the room is kept",
            Self::Ends => "once the faults stop, every match ends and every command is answered",
            Self::GoesOn => "every room has ended, or can be played on in",
        })
    }
}
