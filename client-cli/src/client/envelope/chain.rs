//! The own chain of a match: made from the seat's secret, and made again by a client that came back (`fairness.md` 2).

use chowk_protocol::ChairNo;
use chowk_record::fair::{self, Chain, Digest};

use super::{Envelope, Fault, LINKS_MAX};
use crate::client::Sk;

/// What is next in this seat's chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::client) enum NextLink {
    /// This link.
    Link(Digest),
    /// No throw may carry a link any more.
    NoneLeft,
    /// There are links left, and this client cannot make them.
    Lost,
}

impl Envelope {
    /// A new chain for this match: its tip.
    pub(in crate::client) fn new_chain(&mut self, sk: &Sk, links: u32) -> (Digest, u32) {
        let links = links.clamp(1, LINKS_MAX);
        let chain = Chain::new(fair::chain_start(sk.as_bytes(), &self.match_id), links);
        let tip = chain.tip();
        self.my_tip = Some(tip);
        self.chain = Some(chain);
        (tip, links)
    }

    /// The link to be revealed at the lock.
    pub(in crate::client) fn reveal(&mut self, sk: &Sk, me: ChairNo) -> Option<Digest> {
        self.find_chain(sk, me);
        let link = self.chain.as_ref()?.reveal();
        self.my_link = Some(link);
        Some(link)
    }

    /// The link for the next throw.
    pub(in crate::client) fn next_link(&mut self, sk: &Sk, me: ChairNo) -> NextLink {
        let Some(seat) = self.seats.get(&me) else {
            return NextLink::NoneLeft;
        };
        let (Some(last), true) = (seat.last, seat.left > 0 && !self.no_chain_said) else {
            return NextLink::NoneLeft;
        };
        self.find_chain(sk, me);
        match self.chain.as_mut().and_then(|chain| chain.after(&last)) {
            Some(link) => {
                self.my_link = Some(link);
                NextLink::Link(link)
            }
            None => NextLink::Lost,
        }
    }

    /// The tip and the link shown for the own seat must be of a chain that its secret makes: what was not sent from here
    /// was sent by the same player from another window or device.
    pub(super) fn check_own(&mut self, me: ChairNo, link: Option<Digest>, sk: &Sk) {
        let (Some(mine), Some(link)) = (self.my_tip, link) else {
            return;
        };
        let Some(seat) = self.seats.get(&me) else { return };
        let (tip, known) = (seat.tip, seat.last);
        if tip != Some(mine) {
            self.find_chain(sk, me);
            if self.chain.as_ref().map(Chain::tip) != tip {
                return self.find(Fault::OwnTip);
            }
            self.my_tip = tip;
        }
        let is_known = Some(link) == known || Some(link) == self.my_link;
        if !is_known && !tip.is_some_and(|tip| leads_to(&link, &tip)) {
            self.find(Fault::OwnLink);
        }
    }

    /// A client that came back makes its chain again: as many links as lead to the tip that the view shows.
    fn find_chain(&mut self, sk: &Sk, me: ChairNo) {
        let Some(tip) = self.seats.get(&me).and_then(|seat| seat.tip) else {
            return;
        };
        if self.chain.as_ref().is_some_and(|chain| chain.tip() == tip) {
            return;
        }
        let start = fair::chain_start(sk.as_bytes(), &self.match_id);
        let mut link = start;
        for count in 1..=LINKS_MAX {
            link = fair::next_link(&link);
            if link == tip {
                self.chain = Some(Chain::new(start, count));
                return;
            }
        }
        self.chain = None;
    }
}

/// Whether a link is of the chain that ends with this tip.
fn leads_to(link: &Digest, tip: &Digest) -> bool {
    let chain = std::iter::successors(Some(*link), |link| Some(fair::next_link(link)));
    chain.take(LINKS_MAX as usize).any(|link| link == *tip)
}
