//! Whose a connection is: the address that limits are counted by, behind proxies too, and how many sockets each has.

use std::{
    fmt,
    hash::BuildHasher as _,
    net::{IpAddr, Ipv6Addr},
    str::FromStr,
    sync::{Arc, LazyLock},
};

use axum::http::HeaderMap;
use dashmap::{DashMap, Entry};

/// An address that limits are counted by: an IPv4 address, or the first half of an IPv6 address, which is what one
/// household or machine is given. It shows itself as a hash that is another one in each process.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Address(IpAddr);

impl Address {
    /// The address that counts for this one.
    pub fn of(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(four) => Self(four.into()),
            IpAddr::V6(six) => Self(Ipv6Addr::from_bits(six.to_bits() >> 64 << 64).into()),
        }
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        static SALT: LazyLock<std::hash::RandomState> = LazyLock::new(std::hash::RandomState::new);
        write!(f, "address-{:08x}", SALT.hash_one(self.0) >> 32)
    }
}

/// A range of addresses, as `10.0.0.0/8` or `::1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    first: u128,
    bits: u32,
}

/// Text that is no range of addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected an address or a range of addresses like 10.0.0.0/8")]
pub struct NotARange;

impl Range {
    /// Whether the address lies in the range.
    pub fn holds(&self, address: IpAddr) -> bool {
        let shift = 128 - self.bits;
        shift == 128 || number(address) >> shift == self.first >> shift
    }
}

impl Range {
    /// What one household or machine is given: this IPv4 address alone, or the first half of this IPv6 address.
    pub fn household(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(_) => Self {
                first: number(address),
                bits: 128,
            },
            IpAddr::V6(_) => Self {
                first: number(address) >> 64 << 64,
                bits: 64,
            },
        }
    }

    /// Whether any address lies in both ranges.
    pub fn meets(&self, other: &Self) -> bool {
        let shift = 128 - self.bits.min(other.bits);
        shift == 128 || self.first >> shift == other.first >> shift
    }

    /// Whether all of the other range lies in this one.
    pub fn covers(&self, other: &Self) -> bool {
        self.bits <= other.bits && self.meets(other)
    }

    /// Whether it is one IPv6 address and no more.
    pub fn is_one_of_six(&self) -> bool {
        self.bits == 128 && Ipv6Addr::from_bits(self.first).to_ipv4_mapped().is_none()
    }

    /// Its first address.
    pub fn first(&self) -> IpAddr {
        Ipv6Addr::from_bits(self.first).to_canonical()
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, most) = match Ipv6Addr::from_bits(self.first).to_ipv4_mapped() {
            Some(four) if self.bits >= 96 => (IpAddr::from(four), 32),
            Some(_) | None => (Ipv6Addr::from_bits(self.first).into(), 128),
        };
        let length = self.bits + most - 128;
        if length == most {
            write!(f, "{first}")
        } else {
            write!(f, "{first}/{length}")
        }
    }
}

impl FromStr for Range {
    type Err = NotARange;

    fn from_str(text: &str) -> Result<Self, NotARange> {
        let (address, length) = text
            .split_once('/')
            .map_or((text, None), |(address, length)| (address, Some(length)));
        let address: IpAddr = address.trim().parse().map_err(|_| NotARange)?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        let length = match length {
            None => most,
            Some(text) => text
                .trim()
                .parse()
                .ok()
                .filter(|length| *length <= most)
                .ok_or(NotARange)?,
        };
        let bits = 128 - most + length;
        let first = number(address).checked_shr(128 - bits).unwrap_or(0);
        Ok(Self {
            first: first.checked_shl(128 - bits).unwrap_or(0),
            bits,
        })
    }
}

/// All addresses as numbers of one kind: IPv4 as IPv6 maps it.
fn number(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(four) => four.to_ipv6_mapped().to_bits(),
        IpAddr::V6(six) => six.to_bits(),
    }
}

/// The address that counts: the peer's own, or, if the peer is a trusted proxy, the right-most forwarded one that is
/// none (case H14: what anybody else writes into that header is ignored).
pub fn address_of(peer: IpAddr, headers: &HeaderMap, trusted: &[Range]) -> Address {
    Address::of(whole_address_of(peer, headers, trusted))
}

/// The same, down to the last bit: what bans go by.
pub fn whole_address_of(peer: IpAddr, headers: &HeaderMap, trusted: &[Range]) -> IpAddr {
    let is_trusted = |address: IpAddr| trusted.iter().any(|range| range.holds(address));
    if !is_trusted(peer) {
        return peer.to_canonical();
    }
    let lines = headers
        .get_all("x-forwarded-for")
        .iter()
        .filter_map(|line| line.to_str().ok());
    let hops: Vec<&str> = lines.flat_map(|line| line.split(',')).map(str::trim).collect();
    let mut nearest = peer;
    for hop in hops.into_iter().rev() {
        match hop.parse() {
            Ok(address) if is_trusted(address) => nearest = address,
            Ok(address) => return address.to_canonical(),
            Err(_) => break,
        }
    }
    nearest.to_canonical()
}

/// How many of something each address has. What is counted is the guards that are alive.
#[derive(Debug, Clone, Default)]
pub struct PerAddress(Arc<DashMap<Address, usize>>);

/// One of an address's.
#[derive(Debug)]
pub struct Counted {
    all: PerAddress,
    address: Address,
}

impl PerAddress {
    /// One more of this address's, unless it has `most` already.
    pub fn count(&self, address: Address, most: usize) -> Option<Counted> {
        let mut count = self.0.entry(address).or_insert(0);
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(Counted {
            all: self.clone(),
            address,
        })
    }

    /// How many addresses have any.
    pub fn addresses(&self) -> usize {
        self.0.len()
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        if let Entry::Occupied(mut entry) = self.all.0.entry(self.address) {
            *entry.get_mut() -= 1;
            if *entry.get() == 0 {
                entry.remove();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    fn address(text: &str) -> Address {
        Address::of(ip(text))
    }

    #[test]
    fn one_household_is_one_address() {
        assert_eq!(address("::ffff:10.1.2.3"), address("10.1.2.3"));
        assert_eq!(address("2001:db8:1:2::1"), address("2001:db8:1:2:ffff::9"));
        assert_ne!(address("2001:db8:1:2::1"), address("2001:db8:1:3::1"));
        assert!(!format!("{:?}", address("10.1.2.3")).contains("10.1"));
    }

    #[test]
    fn ranges() {
        for (range, inside, outside) in [
            ("10.0.0.0/8", "10.9.9.9", "11.0.0.1"),
            ("192.168.1.7", "192.168.1.7", "192.168.1.8"),
            ("::1", "::1", "::2"),
            ("fd00::/8", "fd12::1", "fe80::1"),
            ("0.0.0.0/0", "1.2.3.4", "::1"),
            ("10.0.0.0/8", "::ffff:10.1.1.1", "::a01:101"),
        ] {
            let range: Range = range.parse().unwrap();
            assert!(range.holds(ip(inside)) && !range.holds(ip(outside)), "{range:?}");
        }
        assert!("::/0".parse::<Range>().unwrap().holds(ip("1.2.3.4")));
        for (range, shown) in [
            ("10.1.2.3/8", "10.0.0.0/8"),
            ("10.1.2.3/32", "10.1.2.3"),
            ("::ffff:10.1.2.3", "10.1.2.3"),
            ("0.0.0.0/0", "0.0.0.0/0"),
            ("2001:db8::7/64", "2001:db8::/64"),
            ("::1", "::1"),
            ("::/0", "::/0"),
        ] {
            assert_eq!(range.parse::<Range>().unwrap().to_string(), shown);
        }
        for (one, other, meet) in [
            ("10.0.0.0/8", "10.1.0.0/16", true),
            ("10.1.2.3", "10.0.0.0/8", true),
            ("10.0.0.0/8", "11.0.0.0/8", false),
            ("::/0", "127.0.0.0/8", true),
        ] {
            assert_eq!(
                one.parse::<Range>().unwrap().meets(&other.parse().unwrap()),
                meet,
                "{one} {other}"
            );
        }
        assert_eq!(Range::household(ip("2001:db8:1:2::9")).to_string(), "2001:db8:1:2::/64");
        assert_eq!(Range::household(ip("::ffff:10.0.0.9")).to_string(), "10.0.0.9");
        for bad in ["", "10.0.0.0/33", "ten", "10.0.0/8", "::1/129", "10.0.0.0/-1"] {
            assert_eq!(bad.parse::<Range>(), Err(NotARange), "{bad}");
        }
    }

    /// Case H14.
    #[test]
    fn only_a_trusted_proxy_is_believed_case_h14() {
        let trusted = ["10.0.0.0/8".parse().unwrap()];
        let headers = |lines: &[&str]| {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append("x-forwarded-for", line.parse().unwrap());
            }
            headers
        };
        for (peer, lines, expected) in [
            ("1.1.1.1", &["9.9.9.9"][..], "1.1.1.1"),
            ("10.0.0.1", &["9.9.9.9"], "9.9.9.9"),
            ("10.0.0.1", &["6.6.6.6, 9.9.9.9"], "9.9.9.9"),
            ("10.0.0.1", &["6.6.6.6, 9.9.9.9, 10.0.0.2"], "9.9.9.9"),
            ("10.0.0.1", &["6.6.6.6", "9.9.9.9"], "9.9.9.9"),
            ("10.0.0.1", &["9.9.9.9, rubbish"], "10.0.0.1"),
            ("10.0.0.1", &[], "10.0.0.1"),
        ] {
            assert_eq!(
                address_of(ip(peer), &headers(lines), &trusted),
                address(expected),
                "{lines:?}"
            );
        }
    }

    /// Case F1: nothing is kept of an address that has gone.
    #[test]
    fn counts_come_back_to_nothing_case_f1() {
        let all = PerAddress::default();
        let first = all.count(address("1.1.1.1"), 2).unwrap();
        let second = all.count(address("1.1.1.1"), 2).unwrap();
        assert!(all.count(address("1.1.1.1"), 2).is_none());
        assert!(all.count(address("1.1.1.2"), 2).is_some());
        drop(first);
        assert!(all.count(address("1.1.1.1"), 2).is_some());
        drop(second);
        assert_eq!(all.addresses(), 0);
    }
}
