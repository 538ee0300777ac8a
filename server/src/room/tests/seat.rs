//! A seat of a player on the bench: its secret, its chain, its count; and bytes that are the same in each run.

use chowk_protocol::{ChairNo, Cid, ClientMsg, Hex, Token, View};
use chowk_record::fair::{self, Chain, Digest};

use crate::{fate::Entropy, room::SessionId};

/// Bytes that count up: unlike one another, and the same in each run.
pub(super) struct Counting(pub(super) u64);

impl Entropy for Counting {
    fn fill(&mut self, bytes: &mut [u8]) {
        for byte in bytes {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            *byte = (self.0 >> 56) as u8;
        }
    }
}

/// A seat of a player: its secret, its chain, its count.
pub(super) struct Seat {
    pub(super) session: SessionId,
    pub(super) cid: Cid,
    pub(super) chair: ChairNo,
    sk: [u8; 32],
    n: u64,
    pub(super) chain: Option<Chain>,
}

impl Seat {
    pub(super) fn host() -> Self {
        Self::new(1)
    }

    /// The seat of session `n`; chairs are taken in the order of sessions.
    pub(super) fn new(n: u64) -> Self {
        let byte = n as u8;
        Self {
            session: SessionId { gateway: 0, n },
            cid: Hex([byte; 8]),
            chair: byte - 1,
            sk: [byte; 32],
            n: 0,
            chain: None,
        }
    }

    pub(super) fn token(&self) -> Token {
        Token(Hex(*fair::token(&self.sk).as_bytes()))
    }

    pub(super) fn next_n(&mut self) -> u64 {
        self.n += 1;
        self.n
    }

    pub(super) fn ready_message(&mut self, view: &View) -> ClientMsg {
        let c0 = fair::chain_start(&self.sk, &view.r#match.unwrap().to_string());
        let chain = Chain::new(c0, 300);
        let tip = Hex(*chain.tip().as_bytes());
        self.chain = Some(chain);
        ClientMsg::Ready {
            n: self.next_n(),
            tip,
            links: 300,
        }
    }

    pub(super) fn peek_n(&self) -> u64 {
        self.n + 1
    }

    pub(super) fn next_link(&mut self, view: &View) -> Option<Hex<32>> {
        let last = Digest::from_bytes(view.chairs[&self.chair].link.unwrap().0);
        self.chain
            .as_mut()
            .unwrap()
            .after(&last)
            .map(|link| Hex(*link.as_bytes()))
    }

    pub(super) fn throw(&mut self, view: &View) -> ClientMsg {
        let link = self
            .next_link(view)
            .filter(|_| view.chairs[&self.chair].links_left != Some(0));
        let asked = view.turn.as_ref().unwrap().asked;
        ClientMsg::Throw {
            n: self.next_n(),
            v: asked,
            link,
        }
    }
}
