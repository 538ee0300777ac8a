//! Faults that tests plant to prove that the checks bite. Without the feature `planted-faults` none can be planted.

#[cfg(feature = "planted-faults")]
use std::cell::Cell;

/// A fault that can be planted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// What depends on a row is said before the row is durable.
    AckBeforeCommit,
    /// A socket of an older generation still acts.
    GenerationIgnored,
    /// A link that was shown before is taken again.
    LinkReused,
    /// A command's answer is not kept.
    AnswerNotStored,
    /// What fell due is done before a letter that arrived earlier is heard.
    DeadlineBeforeLetter,
    /// A reader that reads nothing is never let go: what waits for it grows.
    QueueUnbounded,
    /// Who comes back is not told the newest of what was missed.
    DiffLeftOut,
    /// The epoch stays, although motion that was shown is lost.
    EpochKept,
    /// The clock of a room that nobody has visited yet runs from the start of the server on.
    DowntimeCharged,
    /// Places are shown that only a fact explains which is not durable yet.
    MotionAheadOfFacts,
    /// A quarantine takes the right to write from all rooms.
    QuarantineSpreads,
    /// The answers of another client at the seat are taken for the caller's own.
    AnswersOfAnother,
    /// A writer with an older right is not refused.
    FenceIgnored,
    /// The view shows that all sides may enter the inner squares.
    RightShownToAll,
}

impl Fault {
    /// All faults.
    pub const ALL: [Self; 14] = [
        Self::AckBeforeCommit,
        Self::GenerationIgnored,
        Self::LinkReused,
        Self::AnswerNotStored,
        Self::DeadlineBeforeLetter,
        Self::QueueUnbounded,
        Self::DiffLeftOut,
        Self::EpochKept,
        Self::DowntimeCharged,
        Self::MotionAheadOfFacts,
        Self::QuarantineSpreads,
        Self::AnswersOfAnother,
        Self::FenceIgnored,
        Self::RightShownToAll,
    ];
}

#[cfg(feature = "planted-faults")]
thread_local! {
    static PLANTED: Cell<Option<Fault>> = const { Cell::new(None) };
}

/// Plants a fault, or none, in all rooms of this thread.
#[cfg(feature = "planted-faults")]
pub fn plant(fault: Option<Fault>) {
    PLANTED.set(fault);
}

/// Whether this fault is planted here.
#[cfg(feature = "planted-faults")]
pub(crate) fn is_planted(fault: Fault) -> bool {
    PLANTED.get() == Some(fault)
}

/// Whether this fault is planted here: never, in a server that is shipped.
#[cfg(not(feature = "planted-faults"))]
pub(crate) fn is_planted(_: Fault) -> bool {
    false
}
