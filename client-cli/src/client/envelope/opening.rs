//! The envelope is opened: the seed against the commitment, and every draw that was seen against the seed.

use chowk_protocol::ChairNo;
use chowk_record::fair::{self, Digest, Seed};

use super::{Draw, Envelope, Fault, LINKS_MAX, Shown, Verdict};

impl Envelope {
    /// The seed is opened: everything that was seen is checked. Once a match.
    pub(in crate::client) fn open(&mut self, seed: &str) -> Option<Verdict> {
        if std::mem::replace(&mut self.closed, true) {
            return None;
        }
        let fits = self.seed_fits(seed);
        if !fits {
            self.find(Fault::Seed);
        }
        let mut checked = 0;
        let key = seed.parse().ok().filter(|_| fits).zip(self.reveals());
        if let Some((seed, reveals)) = &key {
            let key = fair::key(seed, &self.match_id, &self.rules_hash, reveals);
            let chairs: Vec<ChairNo> = self.seats.keys().copied().collect();
            let (mut wrong, mut right) = (Vec::new(), 0);
            for (t, draw) in &self.draws {
                match draw.follows_from(&key, *t, &self.cast, &chairs) {
                    Some(true) => right += 1,
                    Some(false) => wrong.push(*t),
                    None => {}
                }
            }
            checked = right;
            wrong.into_iter().for_each(|t| self.find(Fault::Draw { t }));
        }
        let covered: u64 = self.draws.values().map(Draw::count).sum();
        let missed = self.next_t.is_none_or(|next| next > covered);
        Some(Verdict {
            match_id: self.match_id.clone(),
            from_the_start: self.from_the_start,
            draws_checked: checked,
            all_draws: !missed && checked as usize == self.draws.len(),
            own_links: self.own_links,
            faults: self.faults.clone(),
        })
    }

    pub(super) fn seed_fits(&self, seed: &str) -> bool {
        seed.parse()
            .is_ok_and(|seed: Seed| fair::server_commit(&self.match_id, &seed) == self.commit)
    }

    /// The links that the key is made of. One that was not seen is found by walking from a later link to the tip.
    fn reveals(&self) -> Option<Vec<Option<Digest>>> {
        let reveal = |seat: &Shown| {
            if seat.house {
                return Some(None);
            }
            if let Some(reveal) = seat.reveal {
                return Some(Some(reveal));
            }
            let tip = seat.tip?;
            let mut link = seat.last?;
            for _ in 0..LINKS_MAX {
                let next = fair::next_link(&link);
                if next == tip {
                    return Some(Some(link));
                }
                link = next;
            }
            None
        };
        // A chair that was given up before this client came is missing here, and the key with it.
        if self.seats.len() != self.sides.len().max(self.on_court) {
            return None;
        }
        self.seats.values().map(reveal).collect()
    }
}
