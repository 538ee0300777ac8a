//! Chairs: who sits where, what a seat has shown, and the answers it was given.

use std::collections::VecDeque;

use chowk_protocol::{Answer, ChairNo, Cid, ClientKind};
use chowk_record::fair::{Digest, Shown};
use serde::{Deserialize, Serialize};

use crate::fault::{Fault, is_planted};

/// Most client ids of a seat whose answers are kept (contract 11).
const CLIENTS_MAX: usize = 4;
/// Most answers kept of a client id.
const ANSWERS_MAX: usize = 16;

/// A chair of the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Chair {
    /// Nobody sits there.
    Empty,
    /// A bot of the house.
    House {
        /// The name shown.
        name: String,
        /// The brain, by name.
        brain: String,
    },
    /// A person or a bot over the network.
    Taken(Box<Seat>),
}

/// A seat: it belongs to whoever holds its secret (contract 9).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Seat {
    pub(crate) name: String,
    pub(crate) kind: ClientKind,
    /// The hash of the seat's token.
    pub(crate) token: Digest,
    pub(crate) generation: u32,
    pub(crate) away: bool,
    /// The house brain that plays while it is away, if the host chose one.
    #[serde(default)]
    pub(crate) stand_in: Option<String>,
    /// It leaves when the match has ended.
    pub(crate) leaving: bool,
    /// Decisions in a row that the clock took from it.
    pub(crate) misses: u8,
    /// What is left of its bank, in ticks.
    pub(crate) bank: u64,
    /// It dropped in this match before.
    pub(crate) dropped_before: bool,
    /// Throws that the clock made for it in this match.
    pub(crate) by_clock: u32,
    /// It has twice the time in this match.
    #[serde(default)]
    pub(crate) more_time: bool,
    /// The chairs whose sitters it has told the operator of, in the time from one match to the next.
    #[serde(default)]
    pub(crate) reported: Vec<ChairNo>,
    pub(crate) chain: ChainShown,
    pub(crate) answers: Answers,
}

/// What a seat has shown of the chain of this match.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ChainShown {
    /// Nothing: it is not ready.
    Nothing,
    /// Its tip: it is ready.
    Tip { tip: Digest, links: u32 },
    /// Links from the first on.
    Links {
        tip: Digest,
        links: u32,
        reveal: Digest,
        shown: Shown,
        lost: bool,
    },
}

impl ChainShown {
    pub(crate) fn tip(&self) -> Option<Digest> {
        match *self {
            Self::Nothing => None,
            Self::Tip { tip, .. } | Self::Links { tip, .. } => Some(tip),
        }
    }

    /// The links that throws may still carry.
    pub(crate) fn left(&self) -> Option<u64> {
        match *self {
            Self::Nothing | Self::Tip { .. } => None,
            Self::Links { lost: true, .. } => Some(0),
            Self::Links { shown, .. } => Some(shown.left),
        }
    }
}

impl Seat {
    pub(crate) fn new(name: String, kind: ClientKind, token: Digest) -> Self {
        Self {
            name,
            kind,
            token,
            generation: 1,
            away: false,
            stand_in: None,
            leaving: false,
            misses: 0,
            bank: 0,
            dropped_before: false,
            by_clock: 0,
            more_time: false,
            reported: Vec::new(),
            chain: ChainShown::Nothing,
            answers: Answers::default(),
        }
    }
}

impl Chair {
    pub(crate) fn seat(&self) -> Option<&Seat> {
        match self {
            Self::Taken(seat) => Some(seat),
            Self::Empty | Self::House { .. } => None,
        }
    }

    /// The name of who sits there.
    pub(crate) fn name(&self) -> Option<&str> {
        match self {
            Self::Empty => None,
            Self::House { name, .. } => Some(name),
            Self::Taken(seat) => Some(&seat.name),
        }
    }

    pub(crate) fn seat_mut(&mut self) -> Option<&mut Seat> {
        match self {
            Self::Taken(seat) => Some(seat),
            Self::Empty | Self::House { .. } => None,
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        match self {
            Self::Empty => true,
            Self::House { .. } | Self::Taken(_) => false,
        }
    }

    /// House bots always are.
    pub(crate) fn is_ready(&self) -> bool {
        match self {
            Self::Empty => false,
            Self::House { .. } => true,
            Self::Taken(seat) => seat.chain != ChainShown::Nothing,
        }
    }

    /// House bots have nothing to reveal.
    pub(crate) fn has_revealed(&self) -> bool {
        match self {
            Self::Empty => false,
            Self::House { .. } => true,
            Self::Taken(seat) => matches!(seat.chain, ChainShown::Links { .. }),
        }
    }
}

/// The answers that a seat was given, by client id, the client heard last at the end.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Answers(Vec<ClientAnswers>);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct ClientAnswers {
    cid: Cid,
    last_n: u64,
    kept: VecDeque<Kept>,
}

/// One answer: the version after the command, and what it brought.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct Kept {
    pub(crate) n: u64,
    pub(crate) v: u64,
    pub(crate) answer: Option<Answer>,
}

/// What a command's number says of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Numbered {
    /// It is the next one.
    New,
    /// It was applied: the stored answer.
    Repeated(Kept),
    /// A number was left out.
    Gap,
    /// It is older than the answers that are kept.
    TooOld,
}

impl Answers {
    pub(crate) fn look(&self, cid: Cid, n: u64) -> Numbered {
        let last_n = self.last_n(cid);
        if n == last_n + 1 {
            return Numbered::New;
        }
        if n > last_n {
            return Numbered::Gap;
        }
        let client = self.of(cid);
        client
            .and_then(|client| client.kept.iter().find(|kept| kept.n == n))
            .map_or(Numbered::TooOld, |kept| Numbered::Repeated(*kept))
    }

    /// The number of the client's last acknowledged command, 0 if there is none.
    pub(crate) fn last_n(&self, cid: Cid) -> u64 {
        self.of(cid).map_or(0, |client| client.last_n)
    }

    fn of(&self, cid: Cid) -> Option<&ClientAnswers> {
        let is_own = |client: &&ClientAnswers| client.cid == cid || is_planted(Fault::AnswersOfAnother);
        self.0.iter().find(is_own)
    }

    /// For how many clients answers are kept, and the most of one.
    pub(crate) fn lengths(&self) -> (usize, usize) {
        let most = self.0.iter().map(|client| client.kept.len()).max();
        (self.0.len(), most.unwrap_or(0))
    }

    pub(crate) fn keep(&mut self, cid: Cid, kept: Kept) {
        let mut client = match self.0.iter().position(|client| client.cid == cid) {
            Some(at) => self.0.remove(at),
            None => ClientAnswers {
                cid,
                last_n: 0,
                kept: VecDeque::new(),
            },
        };
        client.last_n = kept.n;
        client.kept.push_back(kept);
        if client.kept.len() > ANSWERS_MAX {
            client.kept.pop_front();
        }
        self.0.push(client);
        if self.0.len() > CLIENTS_MAX {
            self.0.remove(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use chowk_protocol::Hex;

    use super::*;

    fn kept(n: u64) -> Kept {
        Kept {
            n,
            v: 100 + n,
            answer: None,
        }
    }

    #[test]
    fn the_last_sixteen_answers_are_kept() {
        let mut answers = Answers::default();
        let cid = Hex([1; 8]);
        assert_eq!(answers.look(cid, 1), Numbered::New);
        assert_eq!(answers.look(cid, 2), Numbered::Gap);
        assert_eq!(answers.look(cid, 0), Numbered::TooOld);
        for n in 1..=20 {
            answers.keep(cid, kept(n));
        }
        assert_eq!(answers.look(cid, 21), Numbered::New);
        assert_eq!(answers.look(cid, 20), Numbered::Repeated(kept(20)));
        assert_eq!(answers.look(cid, 5), Numbered::Repeated(kept(5)));
        assert_eq!(answers.look(cid, 4), Numbered::TooOld);
    }

    #[test]
    fn the_client_unheard_for_longest_is_forgotten_first() {
        let mut answers = Answers::default();
        for id in 1..=4 {
            answers.keep(Hex([id; 8]), kept(1));
        }
        answers.keep(Hex([1; 8]), kept(2));
        answers.keep(Hex([5; 8]), kept(1));
        assert_eq!(answers.last_n(Hex([1; 8])), 2);
        assert_eq!(answers.last_n(Hex([2; 8])), 0);
        assert_eq!(answers.last_n(Hex([5; 8])), 1);
    }
}
