//! The simulation bites: each fault that can be planted in the server is found, as a breach of the law that it breaks.

use chowk_server::fault::Fault;

use crate::sim::{
    laws::Law,
    search::{Finding, Hunt},
};

/// Worlds within which a fault must be found.
pub const WORLDS: u64 = 500;

/// The law that a fault breaks.
pub fn law_of(fault: Fault) -> Law {
    match fault {
        Fault::AckBeforeCommit => Law::Durable,
        Fault::GenerationIgnored => Law::OneController,
        Fault::LinkReused => Law::OneDraw,
        Fault::AnswerNotStored => Law::ExactlyOnce,
        Fault::DeadlineBeforeLetter => Law::InTime,
        Fault::QueueUnbounded => Law::Bounded,
        Fault::DiffLeftOut => Law::Versions,
        Fault::EpochKept => Law::Relied,
        Fault::DowntimeCharged => Law::Clock,
        Fault::MotionAheadOfFacts => Law::Motion,
        Fault::QuarantineSpreads => Law::OneRoom,
        Fault::AnswersOfAnother => Law::ExactlyOnce,
        Fault::FenceIgnored => Law::OneWriter,
        Fault::RightShownToAll => Law::Rules,
    }
}

/// The first world in which the fault is found as a breach of the law that it breaks, within [`WORLDS`] worlds; that of
/// another law may be found before.
pub fn find(fault: Fault) -> Option<Finding> {
    let end = 1 + WORLDS;
    let mut from = 1;
    while from < end {
        let hunt = Hunt {
            fault: Some(fault),
            ..Hunt::new(from, end - from)
        };
        let (_, finding) = hunt.search();
        let finding = finding?;
        if finding.law == Some(law_of(fault)) {
            return Some(finding);
        }
        from = finding.seed + 1;
    }
    None
}
