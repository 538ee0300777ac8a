//! What operators, proxies and people write: requests on the operator's socket, the file of bans, ranges of addresses,
//! forwarding headers, addresses of servers, links to rooms, codes and names.

use std::{cell::RefCell, fs, net::IpAddr};

use axum::http::{HeaderMap, HeaderValue};
use chowk_cli::address::{Address, Invitation};
use chowk_protocol::{RoomCode, clean_name};
use chowk_server::{
    admin::request::{self, ADMIN, Asked},
    bans::{self, Bans},
    http::{Address as Household, Range, address_of, whole_address_of},
};
use tempfile::TempDir;

/// A moment in 2026, in milliseconds since 1970.
const NOW: u64 = 1_790_000_000_000;

/// The first byte says what the rest is.
pub(super) fn read(bytes: &[u8]) {
    match bytes.split_first() {
        Some((b'b', rest)) => file_of_bans(rest),
        Some((b'r', rest)) => as_text(rest, ranges),
        Some((b'h', rest)) => headers(rest),
        Some((b'a', rest)) => as_text(rest, addresses),
        Some((b'n', rest)) => as_text(rest, names),
        // A request, which may have blanks before it, or nothing that anybody means.
        Some(_) | None => asked(bytes),
    }
}

fn as_text(bytes: &[u8], read: fn(&str)) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        read(text);
    }
}

fn asked(bytes: &[u8]) {
    match request::read(bytes) {
        Ok(request) => {
            let asked = Asked { admin: ADMIN, request };
            let line = serde_json::to_vec(&asked).expect("a request is plain data");
            assert_eq!(request::read(&line), Ok(asked.request));
        }
        Err(no) => {
            assert!(["bad_request", "version"].contains(&no.code), "{}", no.code);
            assert!(!no.error.is_empty());
        }
    }
}

fn file_of_bans(bytes: &[u8]) {
    thread_local! {
        static FOLDER: RefCell<Option<TempDir>> = const { RefCell::new(None) };
    }
    FOLDER.with_borrow_mut(|folder| {
        let folder = folder
            .get_or_insert_with(|| tempfile::tempdir().expect("a folder"))
            .path();
        let there = Bans::of_folder(&folder.join("none"));
        assert!(there.list(NOW).is_empty());
        fs::write(folder.join(bans::FILE), bytes).expect("a file is written");
        let read = Bans::of_folder(folder);
        let on = read.list(NOW);
        for ban in &on {
            assert!(ban.is_on(NOW) && read.hold(ban.address.first(), NOW), "{ban:?}");
        }
        // A file that cannot be read was put aside.
        assert_eq!(read.read_again(NOW), Ok((on.len(), on.len())));
        // What is on is written as it is read.
        if let Ok(text) = serde_json::to_string(&serde_json::json!({ "bans": on })) {
            fs::write(folder.join(bans::FILE), text).expect("a file is written");
            assert_eq!(read.read_again(NOW), Ok((on.len(), on.len())));
            let seconds = |list: &[bans::Ban]| -> Vec<(Range, Option<u64>)> {
                list.iter()
                    .map(|ban| (ban.address, ban.until.map(|until| until / 1000)))
                    .collect()
            };
            assert_eq!(seconds(&read.list(0)), seconds(&on));
        }
    });
}

/// Ranges, one a line: each is the same after its own text, and all agree about what lies in what.
fn ranges(text: &str) {
    let ranges: Vec<Range> = text.lines().take(20).filter_map(|line| line.parse().ok()).collect();
    for range in &ranges {
        assert_eq!(range.to_string().parse(), Ok(*range));
        assert!(range.holds(range.first()) && range.covers(range) && range.meets(range));
        let household = Range::household(range.first());
        assert!(household.holds(range.first()) && household.meets(range));
        for other in &ranges {
            assert_eq!(range.meets(other), other.meets(range));
            assert!(!range.covers(other) || (range.meets(other) && range.holds(other.first())));
            assert!(!range.covers(other) || !other.covers(range) || range == other);
        }
    }
}

/// The first line is the peer, the second trusted ranges, all others are headers of a request.
fn headers(bytes: &[u8]) {
    let mut lines = super::lines(bytes);
    let mut text = || {
        lines
            .next()
            .and_then(|line| std::str::from_utf8(line).ok())
            .unwrap_or_default()
    };
    let Ok(peer) = text().parse::<IpAddr>() else { return };
    let trusted: Vec<Range> = text().split(' ').filter_map(|range| range.parse().ok()).collect();
    let mut headers = HeaderMap::new();
    for line in lines.take(20) {
        if let Ok(value) = HeaderValue::from_bytes(line) {
            headers.append("x-forwarded-for", value);
        }
    }
    let whole = whole_address_of(peer, &headers, &trusted);
    assert_eq!(address_of(peer, &headers, &trusted), Household::of(whole));
    assert_eq!(whole, whole.to_canonical());
    let is_trusted = |address: IpAddr| trusted.iter().any(|range| range.holds(address));
    if !is_trusted(peer) {
        assert_eq!(whole, peer.to_canonical(), "only a proxy's word counts");
    }
    let named = |address: IpAddr| {
        let lines = headers
            .get_all("x-forwarded-for")
            .iter()
            .filter_map(|line| line.to_str().ok());
        let mut hops = lines
            .flat_map(|line| line.split(','))
            .filter_map(|hop| hop.trim().parse::<IpAddr>().ok());
        hops.any(|hop| hop.to_canonical() == address)
    };
    assert!(whole == peer.to_canonical() || named(whole), "nobody is made up");
}

fn addresses(text: &str) {
    if let Ok(address) = text.parse::<Address>() {
        assert_eq!(address.to_string().parse(), Ok(address.clone()));
        assert_eq!(address.page("").parse(), Ok(address));
    }
    if let Ok(invitation) = text.parse::<Invitation>()
        && let Some(server) = &invitation.server
    {
        assert_eq!(Invitation::link(server, invitation.code).parse(), Ok(invitation));
    }
}

fn names(text: &str) {
    if let Ok(name) = clean_name(text) {
        assert_eq!(clean_name(&name).as_ref(), Ok(&name), "a clean name stays as it is");
    }
    if let Ok(code) = text.parse::<RoomCode>() {
        assert_eq!(code.to_string().parse(), Ok(code));
    }
}
