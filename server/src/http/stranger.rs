//! A proxy that nobody has named: it is not believed, and the operator is told once, since everybody behind it then
//! counts as one address.

use std::{
    collections::BTreeSet,
    net::IpAddr,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use axum::http::HeaderMap;

use super::Range;

/// The headers by which proxies speak for others.
const FORWARDED: [&str; 3] = ["x-forwarded-for", "forwarded", "x-real-ip"];
/// Networks that are nobody's own, by the names that operators give them. A player's address is never told.
const NEAR: [(&str, &str); 6] = [
    ("127.0.0.0/8", "this machine"),
    ("::1", "this machine"),
    ("10.0.0.0/8", "a private network"),
    ("172.16.0.0/12", "a private network, like those of Docker"),
    ("192.168.0.0/16", "a private network"),
    ("fc00::/7", "a private network"),
];

/// Most addresses of such proxies that are remembered.
const MET_MAX: usize = 64;

/// Such proxies as were seen.
#[derive(Debug, Default)]
pub struct Stranger {
    was_told: AtomicBool,
    /// Those in a near network. Anybody further away may write such a header to pass for a proxy.
    met: Mutex<BTreeSet<IpAddr>>,
}

impl Stranger {
    /// A request came from this peer.
    pub(super) fn meets(&self, peer: IpAddr, headers: &HeaderMap, trusted: &[Range]) {
        let speaks_for_others = FORWARDED.iter().any(|name| headers.contains_key(*name));
        if !speaks_for_others || trusted.iter().any(|range| range.holds(peer)) {
            return;
        }
        if near(peer).is_some() {
            let mut met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
            if met.len() < MET_MAX {
                met.insert(peer.to_canonical());
            }
        }
        if self.was_told.swap(true, Ordering::Relaxed) {
            return;
        }
        let (place, cure) = match near(peer) {
            Some((range, place)) => (place, format!("--trusted-proxies {range}, or its address")),
            None => ("a public address", "--trusted-proxies with its address".to_owned()),
        };
        tracing::warn!(
            "a request from {place} carries a forwarding header and is not believed: all who come through one proxy \
             count as one address. If it is your proxy, name it: {cure}. If not, somebody tried to pass for another."
        );
    }

    /// A proxy in this range that nobody has named, if one was seen.
    pub fn met_in(&self, range: &Range) -> Option<IpAddr> {
        let met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
        met.iter().copied().find(|peer| range.holds(*peer))
    }
}

/// Whether it is an address of this machine or of a private network.
pub(super) fn is_near(address: IpAddr) -> bool {
    near(address).is_some()
}

fn near(peer: IpAddr) -> Option<(&'static str, &'static str)> {
    let holds = |range: &str| range.parse::<Range>().is_ok_and(|range| range.holds(peer));
    NEAR.into_iter().find(|(range, _)| holds(range))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_networks_have_a_name_and_players_have_none() {
        for (peer, expected) in [
            ("127.0.0.1", Some("127.0.0.0/8")),
            ("172.17.0.1", Some("172.16.0.0/12")),
            ("::ffff:10.1.2.3", Some("10.0.0.0/8")),
            ("fd00::1", Some("fc00::/7")),
            ("203.0.113.9", None),
            ("2001:db8::1", None),
        ] {
            assert_eq!(near(peer.parse().unwrap()).map(|(range, _)| range), expected, "{peer}");
        }
    }

    #[test]
    fn a_stranger_is_met_once() {
        let mut headers = HeaderMap::new();
        let (stranger, peer) = (Stranger::default(), "127.0.0.1".parse().unwrap());
        let was_met = |stranger: &Stranger| stranger.was_told.load(Ordering::Relaxed);
        stranger.meets(peer, &headers, &[]);
        assert!(!was_met(&stranger), "it speaks for nobody");
        headers.insert("x-forwarded-for", "203.0.113.9".parse().unwrap());
        stranger.meets(peer, &headers, &["127.0.0.1".parse().unwrap()]);
        assert!(!was_met(&stranger), "it is believed");
        assert_eq!(stranger.met_in(&"127.0.0.0/8".parse().unwrap()), None);
        stranger.meets(peer, &headers, &[]);
        assert!(was_met(&stranger));
        // Whoever bans it bans all who come through it; far away, anybody may write the header.
        assert_eq!(stranger.met_in(&"127.0.0.0/8".parse().unwrap()), Some(peer));
        stranger.meets("203.0.113.9".parse().unwrap(), &headers, &[]);
        assert_eq!(stranger.met_in(&"203.0.113.9".parse().unwrap()), None);
    }
}
