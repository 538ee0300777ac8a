//! A seat's chain from both sides: the owner, who can make every link, and everybody else, who can only check the next.

use serde::{Deserialize, Serialize};

use super::{Digest, next_link};

/// A seat's own chain of N links for one match, c(0) to c(N) (fairness 2). It is shown from the end: c(N) is the tip,
/// c(N-1) the link revealed at the lock, and each throw carries the one before the last shown.
#[derive(Clone)]
pub struct Chain {
    /// c(0) … c(N).
    links: Vec<Digest>,
    /// The index of the link shown last; N while only the tip is out.
    shown: usize,
}

impl Chain {
    /// The chain of `n` links that starts from the secret `c0` (see [`super::chain_start`]). It keeps 32 (n + 1) bytes.
    ///
    /// # Panics
    /// If `n` is 0: a chain has at least the link that is revealed.
    pub fn new(c0: Digest, n: u32) -> Self {
        assert!(n >= 1, "a chain has at least one link");
        let links: Vec<Digest> = std::iter::successors(Some(c0), |link| Some(next_link(link)))
            .take(n as usize + 1)
            .collect();
        Chain {
            shown: links.len() - 1,
            links,
        }
    }

    /// c(N), sent with Ready.
    pub fn tip(&self) -> Digest {
        self.links[self.links.len() - 1]
    }

    /// c(N-1), shown when all tips are out (fairness 3).
    pub fn reveal(&self) -> Digest {
        self.links[self.links.len() - 2]
    }

    /// The link that the next throw must carry, given the one the seat showed last (the view tells it); `None` when
    /// the links are used up or `last` is not of this chain. Asking again gives the same link, so a throw can be
    /// sent again.
    pub fn after(&mut self, last: &Digest) -> Option<Digest> {
        // A client moves down the chain; only one that lost its place searches the whole.
        if self.links[self.shown] != *last {
            self.shown = match self.links[..self.shown].iter().rposition(|link| link == last) {
                Some(place) => place,
                None => self.links.iter().rposition(|link| link == last)?,
            };
        }
        self.shown.checked_sub(1).map(|before| self.links[before])
    }

    /// How many links are left after the one shown last, as counted by [`Chain::after`].
    pub fn left(&self) -> usize {
        self.shown
    }
}

impl std::fmt::Debug for Chain {
    /// Shows the tip and how many links are left, and no link that is still secret.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Chain")
            .field("tip", &self.tip())
            .field("left", &self.left())
            .finish_non_exhaustive()
    }
}

/// What everybody knows of a seat's chain: the link it showed last, and how many are left (fairness 6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shown {
    /// The link shown last: the tip, then the reveal, then the links of throws.
    pub last: Digest,
    /// How many links are still to be shown; the tip is none.
    pub left: u64,
}

/// Why a link is refused; nothing is drawn then.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LinkRefusal {
    /// It is not the link before the one shown last.
    #[error("this link does not lead to the one this seat showed last")]
    Wrong,
    /// All links have been shown.
    #[error("this seat's links are used up")]
    UsedUp,
}

impl Shown {
    /// A seat that has shown its tip and says its chain has `n` links.
    pub fn tip(tip: Digest, n: u64) -> Self {
        Shown { last: tip, left: n }
    }

    /// Checks the next link, `H(link) == last`, and gives what is known once it is shown.
    ///
    /// # Errors
    /// [`LinkRefusal`] if no link is left or this is not the next.
    pub fn then(&self, link: &Digest) -> Result<Shown, LinkRefusal> {
        let left = self.left.checked_sub(1).ok_or(LinkRefusal::UsedUp)?;
        if next_link(link) == self.last {
            Ok(Shown { last: *link, left })
        } else {
            Err(LinkRefusal::Wrong)
        }
    }
}
