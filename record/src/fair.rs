//! Fair throws, chowk-fair/1: the hashes that seal a match, and what is drawn from them (`fairness.md`).
//!
//! `lp(x)` is the length of x in two bytes, big end first, then x; every hash begins with `lp("chowk-fair/1")`. Binary
//! values are raw bytes inside a hash and lower-case hex outside; a match id is hashed as its text.

mod digest;
mod draws;
mod links;

/// What [`FairFate`] is: with it whoever checks draws, a thin client too, can draw again without naming the rules.
pub use chowk_rules::Fate;
pub use digest::{Digest, NotADigest, Seed};
pub use draws::{FairFate, Key, key, lots, shuffle};
pub use links::{Chain, LinkRefusal, Shown};

use sha2::{Digest as _, Sha256};

/// The name of the scheme, in headers and in every hash.
pub const SCHEME: &str = "chowk-fair/1";

/// The commitment to a seed, shown before anybody says ready (fairness 1): `H(tag lp("server") lp(match_id) lp(S))`.
pub fn server_commit(match_id: &str, seed: &Seed) -> Digest {
    hash("server", &[match_id.as_bytes(), seed.as_bytes()])
}

/// What a seat shows when it joins (contract 9): `H(tag lp("seat") lp(sk))`, `sk` its 32 secret bytes.
pub fn token(sk: &[u8; 32]) -> Digest {
    hash("seat", &[sk])
}

/// c0, the secret start of a seat's chain for one match (contract 9): `H(tag lp("chain") lp(sk) lp(match_id))`.
pub fn chain_start(sk: &[u8; 32], match_id: &str) -> Digest {
    hash("chain", &[sk, match_id.as_bytes()])
}

/// The link that follows one in a chain (fairness 2): `c(k+1) = H(tag lp("link") lp(c(k)))`.
pub fn next_link(link: &Digest) -> Digest {
    hash("link", &[link.as_bytes()])
}

/// The hash of a rule set's canonical JSON (fairness 4): `H(tag lp("rules") lp(R))`.
///
/// # Panics
/// If the text is longer than 65,535 bytes; that of a rule set has about 500.
pub fn rules_hash(canonical: &str) -> Digest {
    hash("rules", &[canonical.as_bytes()])
}

/// Whether a text has the form of a match id: 16 bytes as 32 lower-case hex digits.
pub fn is_match_id(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
}

fn hash(word: &str, pieces: &[&[u8]]) -> Digest {
    let mut hasher = Sha256::new();
    lp(SCHEME.as_bytes(), |bytes| hasher.update(bytes));
    lp(word.as_bytes(), |bytes| hasher.update(bytes));
    for piece in pieces {
        lp(piece, |bytes| hasher.update(bytes));
    }
    Digest::from_bytes(hasher.finalize().into())
}

fn lp(piece: &[u8], mut into: impl FnMut(&[u8])) {
    let length = u16::try_from(piece.len()).expect("a hashed piece is shorter than 64 kB");
    into(&length.to_be_bytes());
    into(piece);
}

#[cfg(test)]
mod tests;
