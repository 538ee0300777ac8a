//! What came of the check of a match's throws, in words.

use std::fmt;

use chowk_protocol::ChairNo;

/// How many faults a sentence names.
const FAULTS_SAID_MAX: usize = 3;

/// Something that a fair server does not do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fault {
    /// The commitment of a match changed after it was shown.
    SealChanged,
    /// The hash of the rules is not that of the rules shown.
    OtherRules,
    /// The opened seed does not fit the commitment.
    Seed,
    /// A draw does not follow from the seed and the links.
    Draw {
        /// Its number.
        t: u64,
    },
    /// One number was given to two draws.
    DrawnTwice {
        /// The number.
        t: u64,
    },
    /// A number was left out.
    DrawLeftOut {
        /// The number.
        t: u64,
    },
    /// The value of a throw is not what its shells show.
    Value {
        /// The number of the draw.
        t: u64,
    },
    /// Another tip than ours is shown for our seat.
    OwnTip,
    /// A link is shown for our seat that we did not send.
    OwnLink,
    /// A link does not lead to the one that its seat showed before.
    LinkOf {
        /// The seat's chair.
        chair: ChairNo,
    },
    /// A throw that a seat asked for was made without the link that it must carry.
    LinkLeftOut {
        /// The number of the draw.
        t: u64,
    },
    /// The clock threw for our seat although our link was there in time.
    ClockDespiteLink {
        /// The number of the draw.
        t: u64,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SealChanged => f.write_str("the seal of this match was exchanged after it had been shown"),
            Self::OtherRules => f.write_str("the hash of the rules is not that of the rules shown"),
            Self::Seed => f.write_str("the opened seed is not the one that was sealed"),
            Self::Draw { t } => write!(f, "draw {t} does not follow from the sealed seed"),
            Self::DrawnTwice { t } => write!(f, "draw {t} was told with two results"),
            Self::DrawLeftOut { t } => write!(f, "the draws do not go on one by one at {t}"),
            Self::Value { t } => write!(f, "draw {t} counts something else than its shells show"),
            Self::OwnTip => f.write_str("the tip shown for your seat is not yours"),
            Self::OwnLink => f.write_str("a link shown for your seat is not yours"),
            Self::LinkOf { chair } => write!(f, "a link of chair {chair} does not fit the one before"),
            Self::LinkLeftOut { t } => write!(f, "draw {t} was made without the link that it must carry"),
            Self::ClockDespiteLink { t } => {
                write!(f, "draw {t} was made by the clock although your link was sent in time")
            }
        }
    }
}

/// What this client found when the seed of a match was opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// The match.
    pub match_id: String,
    /// Whether this client saw the seal before the lock.
    pub from_the_start: bool,
    /// Draws that were seen and follow from the seed.
    pub draws_checked: u32,
    /// Whether these are all draws of the match.
    pub all_draws: bool,
    /// Throws that carried a link of this client.
    pub own_links: u32,
    /// What was wrong.
    pub faults: Vec<Fault>,
}

impl Verdict {
    /// Whether nothing was wrong.
    pub fn is_good(&self) -> bool {
        self.faults.is_empty()
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_good() {
            f.write_str("Throws checked ✘ ")?;
            for (at, fault) in self.faults.iter().take(FAULTS_SAID_MAX).enumerate() {
                write!(f, "{}{fault}", if at == 0 { "" } else { "; " })?;
            }
            return match self.faults.len().saturating_sub(FAULTS_SAID_MAX) {
                0 => f.write_str("."),
                more => write!(f, "; and {more} more."),
            };
        }
        let draws = self.draws_checked;
        if draws == 0 {
            return f.write_str("Throws not checked: you saw none of them whole. The record has them all.");
        }
        let plural = if draws == 1 { "" } else { "s" };
        if let (true, true, 1) = (self.from_the_start, self.all_draws, draws) {
            return f.write_str(
                "Throws checked ✔ the envelope opened now is the one sealed before the start, and the one draw follows from it.",
            );
        }
        match (self.from_the_start, self.all_draws) {
            (true, true) => write!(
                f,
                "Throws checked ✔ the envelope opened now is the one sealed before the start, and all {draws} draw{plural} follow from it"
            )?,
            (true, false) => write!(
                f,
                "Throws checked ✔ the envelope opened now is the one sealed before the start, and the {draws} draw{plural} that you saw follow from it"
            )?,
            (false, _) => write!(
                f,
                "Throws checked ✔ the {draws} draw{plural} that you saw follow from the opened envelope; you came after the start, so the rest is in the record"
            )?,
        }
        if self.own_links > 0 {
            write!(f, "; {} carried a link of yours", self.own_links)?;
        }
        f.write_str(".")
    }
}
