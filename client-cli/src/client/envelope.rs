//! The sealed envelope of one match, as one client sees it: what was promised, and whether it was kept (`fairness.md`).
//!
//! Nobody has to ask: the commitment, the links and every draw that this client sees are kept and, when the seed is
//! opened, checked. Nothing here judges a move.

use std::collections::BTreeMap;

use chowk_protocol::{ChairNo, SideName, patch};
use chowk_record::fair::{self, Chain, Digest};
use serde_json::Value;

use super::identity::Sk;

mod chain;
mod draws;
mod opening;
mod seen;
mod verdict;

pub(super) use chain::NextLink;
use draws::{Cast, Draw};
pub(super) use draws::{Pick, picks_of};
pub use verdict::{Fault, Verdict};

/// Most links a chain may have (refusal `bad_tip`).
const LINKS_MAX: u32 = 65_536;

/// What a seat showed of its chain.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Shown {
    tip: Option<Digest>,
    last: Option<Digest>,
    reveal: Option<Digest>,
    left: u64,
    house: bool,
}

/// One match from its seal to its opened seed.
#[derive(Debug, Clone)]
pub struct Envelope {
    match_id: String,
    /// The commitment as it was shown first.
    commit: Digest,
    rules_hash: Digest,
    cast: Cast,
    /// Whether the seal was seen before the lock.
    from_the_start: bool,
    /// The room's version when the envelope was taken up: answers of earlier versions may be of an earlier match.
    since_v: u64,
    /// Whether a whole view was read.
    looked: bool,
    seats: BTreeMap<ChairNo, Shown>,
    sides: BTreeMap<SideName, ChairNo>,
    /// How many play on a court; nought at a board.
    on_court: usize,
    draws: BTreeMap<u64, Draw>,
    /// The number of the next draw; absent where a snapshot left a hole.
    next_t: Option<u64>,
    chain: Option<Chain>,
    /// The tip that this client said it was ready with.
    my_tip: Option<Digest>,
    /// The link that this client sent last.
    my_link: Option<Digest>,
    no_chain_said: bool,
    own_links: u32,
    /// What the room answered to own throws: the value of each draw.
    answers: BTreeMap<u64, u8>,
    faults: Vec<Fault>,
    closed: bool,
}

impl Envelope {
    /// The envelope that the view of version `v` shows, if one is sealed.
    pub(super) fn sealed_in(view: &Value, v: u64) -> Option<Self> {
        let word = |key: &str| view.get(key).and_then(Value::as_str);
        let stage = word("stage").unwrap_or_default();
        let mut faults = Vec::new();
        let rules_hash = fair::rules_hash(&patch::canonical(view.get("rules")?));
        if word("rules_hash") != Some(rules_hash.to_string().as_str()) {
            faults.push(Fault::OtherRules);
        }
        Some(Self {
            match_id: word("match")?.to_owned(),
            commit: word("server_commit")?.parse().ok()?,
            rules_hash,
            cast: Cast::of_rules(view.get("rules")?),
            from_the_start: ["gathering", "readying", "revealing"].contains(&stage),
            since_v: v,
            looked: false,
            seats: BTreeMap::new(),
            sides: BTreeMap::new(),
            on_court: 0,
            draws: BTreeMap::new(),
            next_t: None,
            chain: None,
            my_tip: None,
            my_link: None,
            no_chain_said: false,
            own_links: 0,
            answers: BTreeMap::new(),
            faults,
            closed: false,
        })
    }

    /// The match.
    pub fn match_id(&self) -> &str {
        &self.match_id
    }

    /// The commitment that this client was shown first; it is what the opened seed must fit.
    pub fn commit(&self) -> Digest {
        self.commit
    }

    /// What was wrong so far.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// Reads a new view of the same match: tips, links, sides, and whether the seal still is what it was. Where a diff
    /// led to it, `patch` names what there is to read.
    pub(super) fn look(&mut self, view: &Value, patch: Option<&Value>, me: Option<ChairNo>, sk: &Sk) {
        let patch = patch.filter(|_| std::mem::replace(&mut self.looked, true));
        let changed = |key: &str| patch.is_none_or(|patch| patch.get(key).is_some());
        if changed("server_commit") {
            let commit = view.get("server_commit").and_then(digest_in);
            if commit.is_some_and(|commit| commit != self.commit) {
                self.find(Fault::SealChanged);
            }
        }
        if let Some(chairs) = view.get("chairs").and_then(Value::as_object) {
            let patched = patch.map(|patch| patch.get("chairs").and_then(Value::as_object));
            let touched = patched.map_or(Some(chairs), |patched| patched);
            for no in touched.into_iter().flat_map(|chairs| chairs.keys()) {
                if let (Ok(number), Some(chair)) = (no.parse(), chairs.get(no)) {
                    self.look_at_chair(number, chair, me, sk);
                }
            }
        }
        if changed("sides") && (patch.is_none() || self.sides.is_empty()) {
            self.sides.extend(
                view.get("sides")
                    .and_then(Value::as_object)
                    .into_iter()
                    .flatten()
                    .filter_map(side_in),
            );
        }
        let runners = view.get("court").and_then(|court| court.get("runners")?.as_object());
        self.on_court = runners.map_or(self.on_court, |runners| runners.len() + 1);
        if let Some(t) = view.get("turn").and_then(|turn| turn.get("t")).and_then(Value::as_u64) {
            if let Some(next) = self.next_t.filter(|next| *next != t) {
                self.find(Fault::DrawLeftOut { t: next });
            }
            self.next_t = Some(t);
        }
    }

    fn look_at_chair(&mut self, no: ChairNo, chair: &Value, me: Option<ChairNo>, sk: &Sk) {
        let kind = chair.get("kind").and_then(Value::as_str).unwrap_or_default();
        if kind == "empty" {
            // Who left keeps what he showed: the key of a running match holds it.
            return;
        }
        let seat = self.seats.entry(no).or_default();
        seat.house = kind == "house";
        seat.tip = chair.get("tip").and_then(digest_in).or(seat.tip);
        seat.left = chair.get("links_left").and_then(Value::as_u64).unwrap_or(0);
        let link = chair.get("link").and_then(digest_in);
        if me == Some(no) {
            self.check_own(no, link, sk);
        }
        let seat = self.seats.entry(no).or_default();
        seat.last = link.or(seat.last);
    }

    /// A snapshot came instead of diffs: what happened in between is not known.
    pub(super) fn skipped(&mut self) {
        self.next_t = None;
    }

    /// From now on this seat throws without links.
    pub(super) fn say_no_chain(&mut self) {
        self.no_chain_said = true;
    }

    /// The room did not take that word: the chain stands as it did.
    pub(super) fn no_chain_was_refused(&mut self) {
        self.no_chain_said = false;
    }

    /// Whether this throw of the own seat was made without the link that was sent in time; noted as a fault.
    pub(super) fn clock_despite_link(&mut self, t: u64) {
        self.find(Fault::ClockDespiteLink { t });
    }

    fn find(&mut self, fault: Fault) {
        if !self.faults.contains(&fault) {
            self.faults.push(fault);
        }
    }
}

fn digest_in(value: &Value) -> Option<Digest> {
    value.as_str()?.parse().ok()
}

/// A side of a view, and its chair.
fn side_in((side, seat): (&String, &Value)) -> Option<(SideName, ChairNo)> {
    let side = serde_json::from_value(Value::from(side.as_str())).ok()?;
    Some((side, ChairNo::try_from(seat.get("chair")?.as_u64()?).ok()?))
}
