//! Chance: the key of a match, and the n-th cast or pick that follows from it (fairness 4 and 5).

use chowk_rules::chowka::Shells;
use chowk_rules::{Drawn, Fate};
use hmac::{Hmac, Mac};
use sha2::Sha256;

use super::{Digest, SCHEME, Seed, lp};

/// K, from which all chance of a match follows. As secret as the seed while the match runs: `Debug` shows nothing.
#[derive(Clone)]
pub struct Key([u8; 32]);

impl Key {
    /// The raw bytes, to compare with published values.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key(..)")
    }
}

/// The key of a match (fairness 4): `MAC(S, tag lp("match") lp(match_id) lp(rules_hash) [n] lp(reveal_1) … lp(reveal_n))`.
///
/// `reveals` are in the order of chairs in the lock; a house bot's is `None`, an empty piece.
///
/// # Panics
/// If there are more than 255 chairs.
pub fn key(seed: &Seed, match_id: &str, rules_hash: &Digest, reveals: &[Option<Digest>]) -> Key {
    let chairs = u8::try_from(reveals.len()).expect("a match has at most 255 chairs");
    let mut mac = mac(seed.as_bytes());
    for piece in [SCHEME.as_bytes(), b"match", match_id.as_bytes(), rules_hash.as_bytes()] {
        lp(piece, |bytes| mac.update(bytes));
    }
    mac.update(&[chairs]);
    for reveal in reveals {
        lp(reveal.as_ref().map_or(&[], |link| link.as_bytes()), |bytes| {
            mac.update(bytes)
        });
    }
    Key(mac.finalize().into_bytes().into())
}

/// Chance as the rules see it, drawn from the key: each draw takes the next `t` of the match's one counter, and all
/// draws of one command carry the link that came with it (fairness 5).
#[derive(Debug, Clone)]
pub struct FairFate {
    key: Key,
    t: u64,
    link: Option<Digest>,
}

impl FairFate {
    /// Chance from draw `t` on. `link` is what came with the throw; a move carries none.
    pub fn new(key: &Key, t: u64, link: Option<Digest>) -> Self {
        FairFate {
            key: key.clone(),
            t,
            link,
        }
    }

    /// The number of the next draw.
    pub fn next_t(&self) -> u64 {
        self.t
    }

    /// `MAC(K, lp(word) u64(t) lp(x) tail)`.
    fn block(&self, word: &[u8], tail: &[u8]) -> [u8; 32] {
        let mut mac = mac(&self.key.0);
        lp(word, |bytes| mac.update(bytes));
        mac.update(&self.t.to_be_bytes());
        lp(self.link.as_ref().map_or(&[], |link| link.as_bytes()), |bytes| {
            mac.update(bytes)
        });
        mac.update(tail);
        mac.finalize().into_bytes().into()
    }

    fn count(&mut self) -> u64 {
        let t = self.t;
        self.t += 1;
        t
    }
}

impl Fate for FairFate {
    fn cast(&mut self, shells: u8, mouth_up_256: u8) -> Drawn<Shells> {
        let bytes = self.block(b"throw", &[]);
        let faces: Vec<u8> = bytes
            .iter()
            .take(usize::from(shells))
            .map(|&b| u8::from(b < mouth_up_256))
            .collect();
        Drawn {
            t: self.count(),
            value: Shells::from_faces(&faces).expect("a rule set casts at most six shells"),
        }
    }

    fn pick(&mut self, of: u32) -> Drawn<u32> {
        assert!(of >= 1, "a pick needs something to pick from");
        // floor(2^32 / m) * m: words from here on would favour the low numbers.
        let fair_below = (1 << 32) / u64::from(of) * u64::from(of);
        let word = (0..=u32::MAX)
            .flat_map(|block| words(self.block(b"pick", &block.to_be_bytes())))
            .find(|&word| u64::from(word) < fair_below)
            .expect("of 2^35 words half are good: none was ever all bad");
        Drawn {
            t: self.count(),
            value: word % of,
        }
    }
}

/// A shuffle of 0..n (fairness 5): the number that ends on each place. It takes n - 1 draws, none if n is 0 or 1.
pub fn shuffle(fate: &mut dyn Fate, n: usize) -> Vec<usize> {
    let mut places: Vec<usize> = (0..n).collect();
    for i in (1..n).rev() {
        let of = u32::try_from(i + 1).expect("fewer than 2^32 places");
        places.swap(i, fate.pick(of).value as usize);
    }
    places
}

/// The lots for sides (fairness 5), drawn from t = 0 without a link: for each side in use, South first, its chair; and
/// the `t` of the next draw.
pub fn lots(key: &Key, chairs: usize) -> (Vec<usize>, u64) {
    let mut fate = FairFate::new(key, 0, None);
    let sides = shuffle(&mut fate, chairs);
    (sides, fate.next_t())
}

fn words(block: [u8; 32]) -> [u32; 8] {
    std::array::from_fn(|i| u32::from_be_bytes([block[4 * i], block[4 * i + 1], block[4 * i + 2], block[4 * i + 3]]))
}

fn mac(key: &[u8; 32]) -> Hmac<Sha256> {
    Hmac::new_from_slice(key).expect("HMAC takes a key of any length")
}
