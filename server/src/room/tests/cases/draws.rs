//! I6, I7: where chance comes from, and what the public can foretell of it.

use std::collections::BTreeSet;

use chowk_protocol::{Hex, RefusalCode};
use chowk_record::fair::{self, Digest, FairFate, Fate as _, Seed};
use chowk_rules::chowka::Shells;
use serde_json::Value;

use super::{
    super::{
        super::{Body, Post},
        seat::{Counting, Seat},
        table::Bench,
    },
    lines, resume,
};

/// A throw as a record tells it.
#[derive(Debug, Clone, PartialEq)]
struct Throw {
    t: u64,
    link: Option<Digest>,
    shells: Shells,
}

fn throws(record: &[Value]) -> Vec<Throw> {
    let throw = |line: &Value| {
        let faces: Vec<u8> = serde_json::from_value(line["shells"].clone()).unwrap();
        Throw {
            t: line["t"].as_u64().unwrap(),
            link: line["link"].as_str().map(|link| link.parse().unwrap()),
            shells: Shells::from_faces(&faces).unwrap(),
        }
    };
    record
        .iter()
        .filter(|line| line["kind"] == "thrown")
        .map(throw)
        .collect()
}

/// How many of these throws follow from a seed, with all else that a header tells.
fn foretold(seed: [u8; 32], header: &Value, throws: &[Throw]) -> usize {
    let chairs = header["chairs"].as_array().unwrap().iter();
    let reveals: Vec<Option<Digest>> = chairs
        .map(|chair| Some(chair["reveal"].as_str()?.parse().unwrap()))
        .collect();
    let rules_hash: Digest = header["rules_hash"].as_str().unwrap().parse().unwrap();
    let key = fair::key(
        &Seed::from_bytes(seed),
        header["match"].as_str().unwrap(),
        &rules_hash,
        &reveals,
    );
    let follows = |throw: &&Throw| {
        let mut fate = FairFate::new(&key, throw.t, throw.link);
        fate.cast(4, 128).value == throw.shells
    };
    throws.iter().filter(follows).count()
}

/// Taken for the seed, nothing that anybody is told before the first throw foretells the throws; the sealed seed does.
#[test]
fn nothing_that_is_published_foretells_a_throw_case_i7_i9() {
    let mut bench = Bench::open(2, "pagdi");
    let mut seats = [Seat::host(), Seat::new(2)];
    let watcher = bench.new_session();
    bench.letter(watcher, Hex([9; 8]), Body::Watch { name: None });
    bench.join(&mut seats[1]);
    let [host, guest] = &mut seats;
    bench.start(&mut [host, guest]);
    let told = serde_json::to_string(&bench.inbox(watcher)).unwrap();
    bench.play_on(&mut seats, |_, _| {});
    let record = lines(&bench.record());
    let (header, throws) = (&record[0], throws(&record));
    assert!(throws.len() > 40, "{} throws", throws.len());
    let seed = bench.view().result.unwrap().server_seed.to_string();
    assert!(!told.contains(&seed), "the seed is told before the first throw");
    let as_bytes = |word: &str| <[u8; 32]>::try_from(hex::decode(word).ok()?).ok();
    let mut public: BTreeSet<[u8; 32]> = told.split('"').filter_map(as_bytes).collect();
    assert!(public.len() >= 6, "commitment, rules, tips and links");
    let hashes: Vec<[u8; 32]> = public
        .iter()
        .map(|word| *fair::next_link(&Digest::from_bytes(*word)).as_bytes())
        .collect();
    public.extend(hashes);
    for word in public {
        let agree = foretold(word, header, &throws);
        assert!(
            agree < throws.len() / 2,
            "{} foretells {agree} of {}",
            hex::encode(word),
            throws.len()
        );
    }
    assert_eq!(
        foretold(as_bytes(&seed).unwrap(), header, &throws),
        throws.len(),
        "the sealed one"
    );
}

/// Two tables that begin in the same millisecond and play alike draw unlike throws; and what is drawn at one moment is
/// not the same each time.
#[test]
fn equal_moments_draw_unlike_throws_case_i6() {
    let play = |entropy: u64| {
        let mut bench = Bench::open(2, "pagdi");
        bench.entropy = Counting(entropy);
        let mut seats = [Seat::host(), Seat::new(2)];
        bench.join(&mut seats[1]);
        bench.play_to_the_end(&mut seats);
        let shells = throws(&lines(&bench.record())).into_iter().map(|throw| throw.shells);
        shells.take(40).collect::<Vec<_>>()
    };
    let one = play(1);
    assert_eq!(one, play(1), "chance has no other source than the bytes of the system");
    let same = one.iter().zip(play(2)).filter(|(a, b)| *a == b).count();
    assert!(same < one.len() / 2, "{same} of {} throws are alike", one.len());
    let key = fair::key(
        &Seed::from_bytes([5; 32]),
        &"0a".repeat(16),
        &Digest::from_bytes([6; 32]),
        &[],
    );
    let at = |t: u64, link: Option<Digest>| FairFate::new(&key, t, link).cast(6, 128).value;
    let numbers: BTreeSet<String> = (0..200).map(|t| format!("{:?}", at(t, None))).collect();
    assert!(numbers.len() > 40, "of 64 casts {} come in 200 draws", numbers.len());
    let link = Some(Digest::from_bytes([7; 32]));
    let alike = (0..200).filter(|t| at(*t, None) == at(*t, link)).count();
    assert!(alike < 20, "a link changes the throw: {alike} of 200 are the same");
}

/// A seat that comes back in the middle draws what it would have drawn: a repeated wish is no second throw.
#[test]
fn a_return_draws_nothing_anew_case_d9() {
    let (mut bench, [mut mover, _]) = Bench::playing();
    let throw = mover.throw(&bench.view());
    bench.wish(&mover, throw.clone());
    let first = bench.ack(mover.session);
    let rows = bench.rows.len();
    for _ in 0..3 {
        bench.letter(mover.session, mover.cid, Body::Closed);
        assert_eq!(resume(&mut bench, &mut mover), Post::Welcome { resumed: Ok(()) });
        let before = bench.rows.len();
        bench.wish(&mover, throw.clone());
        assert_eq!(bench.ack(mover.session), first);
        assert_eq!(bench.rows.len(), before);
    }
    let drawn = bench.rows[rows - 1..].iter();
    let drawn = drawn
        .filter(|row| String::from_utf8_lossy(&row.body).contains("\"kind\":\"thrown\""))
        .count();
    assert_eq!(drawn, 1);
    // Another number under the same question is another wish, and comes too late.
    mover.next_n();
    let n = mover.peek_n() - 1;
    let chowk_protocol::ClientMsg::Throw { v, link, .. } = throw else {
        panic!("{throw:?}")
    };
    bench.wish(&mover, chowk_protocol::ClientMsg::Throw { n, v, link });
    assert_eq!(bench.refusal(mover.session).code, RefusalCode::Answered);
}
