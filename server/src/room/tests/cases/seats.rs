//! A: seats that are kept for those who hold them, and who may come back to them.

use std::collections::BTreeSet;

use chowk_protocol::{ChairKind, ClientMsg, ClockKind, Hex, RefusalCode as Code, ServerMsg, Token};
use sha2::{Digest as _, Sha256};

use super::{
    super::{
        super::{Body, Input, Post},
        seat::Seat,
        stones,
        table::Bench,
    },
    WELCOME, full_table, resume,
};

fn hello(n: u64) -> ClientMsg {
    let phrase = "hello".into();
    ClientMsg::Say { n, phrase }
}

/// Whether the room told the session that it is over.
fn was_closed(bench: &Bench, seat: &Seat) -> bool {
    let posts = bench.posts(seat.session);
    posts.iter().any(|post| matches!(post, Post::Close(_)))
}

/// What may come of one seat's two sockets, in any order.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Comes {
    NewHello,
    OldClose,
    OldTimeOut,
}

/// The close of the old socket, its ping that nobody answered, and the hello of the new one: in each order the seat is
/// the new socket's, once, and nobody is told of a drop that was none.
#[test]
fn every_order_of_new_hello_old_close_and_old_time_out_case_a1_a2_a24() {
    use Comes::{NewHello, OldClose, OldTimeOut};
    for order in [
        [NewHello, OldClose, OldTimeOut],
        [NewHello, OldTimeOut, OldClose],
        [OldClose, NewHello, OldTimeOut],
        [OldTimeOut, NewHello, OldClose],
        [OldClose, OldTimeOut, NewHello],
        [OldTimeOut, OldClose, NewHello],
    ] {
        for playing in [false, true] {
            let (mut bench, host, mut guest) = if playing {
                let (bench, [host, guest]) = Bench::started(ClockKind::None);
                (bench, host, guest)
            } else {
                full_table()
            };
            let old = guest.session;
            let generation = bench.view().chairs[&1].generation.unwrap();
            bench.forget_what_was_told();
            for comes in order {
                bench.up += 5;
                match comes {
                    NewHello => {
                        assert_eq!(resume(&mut bench, &mut guest), WELCOME, "{order:?}");
                        let v = bench.room.v();
                        bench.letter(old, guest.cid, Body::Wish(hello(1)));
                        assert_eq!(bench.room.v(), v, "{order:?}: the old socket is heard");
                    }
                    // A socket that answers no ping ends like any other: its task tells the room that it is gone.
                    OldClose | OldTimeOut => bench.letter(old, guest.cid, Body::Closed),
                }
            }
            let mut told: Vec<bool> = Vec::new();
            for message in bench.inbox(host.session) {
                if let ServerMsg::Around(around) = message {
                    told.push(around.chairs[&1]);
                }
            }
            told.dedup();
            let expected: &[bool] = if order[0] == NewHello { &[true] } else { &[false, true] };
            assert_eq!(told, expected, "{order:?}");
            // Longer than any wait for a seat that nobody holds.
            bench.up += 700_000;
            bench.handle(Input::Wake);
            let chair = bench.view().chairs[&1].clone();
            assert_eq!((chair.kind, chair.away), (ChairKind::Person, false), "{order:?}");
            assert_eq!(chair.generation, Some(generation + 1), "{order:?}");
            assert!(!was_closed(&bench, &guest), "{order:?}");
            let n = guest.next_n();
            bench.wish(&guest, hello(n));
            assert_eq!(bench.ack(guest.session).0, n, "{order:?}");
        }
    }
}

/// Before the lock a seat is kept for a minute, in a match as long as the match; a return asks for nothing anew.
#[test]
fn a_seat_is_kept_for_its_whole_time_case_a3() {
    let (mut bench, _, mut guest) = full_table();
    for _ in 0..5 {
        bench.letter(guest.session, guest.cid, Body::Closed);
        bench.up += 59_999;
        bench.handle(Input::Wake);
        assert_eq!(resume(&mut bench, &mut guest), WELCOME);
    }
    bench.letter(guest.session, guest.cid, Body::Closed);
    bench.up += 60_000;
    bench.handle(Input::Wake);
    let resumed = Err(Code::ForeignToken);
    assert_eq!(resume(&mut bench, &mut guest), Post::Welcome { resumed });
    let (mut bench, [_, mut guest]) = Bench::started(ClockKind::None);
    for _ in 0..3 {
        bench.letter(guest.session, guest.cid, Body::Closed);
        bench.up += 23 * 3_600_000;
        bench.handle(Input::Wake);
        assert_eq!(resume(&mut bench, &mut guest), WELCOME);
        let seated = bench.inbox(guest.session).remove(0);
        assert!(matches!(seated, ServerMsg::Seated { chair: Some(1), .. }), "{seated:?}");
    }
}

/// Whoever is back is waited for no more: what would have happened to the empty seat does not happen to him.
#[test]
fn a_return_ends_the_wait_for_the_seat_case_a4() {
    let (mut bench, _, mut guest) = full_table();
    bench.letter(guest.session, guest.cid, Body::Closed);
    bench.up += 59_000;
    resume(&mut bench, &mut guest);
    bench.up += 2_000;
    bench.handle(Input::Wake);
    assert_eq!(bench.view().chairs[&1].kind, ChairKind::Person, "before the lock");
    assert!(!was_closed(&bench, &guest));

    let (mut bench, [mut mover, _]) = Bench::playing();
    bench.letter(mover.session, mover.cid, Body::Closed);
    bench.up += 29_000;
    resume(&mut bench, &mut mover);
    bench.up += 2_000;
    bench.handle(Input::Wake);
    assert!(!bench.view().chairs[&mover.chair].away, "while his clock runs");

    let (mut bench, mut host) = stones::begun(chowk_rules::stones::RuleSet::default(), |_| {});
    bench.letter(host.session, host.cid, Body::Closed);
    bench.up += 9_900;
    bench.handle(Input::Wake);
    resume(&mut bench, &mut host);
    bench.up += 2_000;
    bench.handle(Input::Wake);
    assert!(!bench.view().chairs[&0].away, "while ticks run");

    let (mut bench, host, mut guest) = full_table();
    for seat in [&host, &guest] {
        bench.letter(seat.session, seat.cid, Body::Closed);
    }
    bench.up += 29 * 60_000;
    resume(&mut bench, &mut guest);
    bench.up += 2 * 60_000;
    bench.handle(Input::Wake);
    assert!(!was_closed(&bench, &guest), "in a room that was empty");
}

/// Nothing that everybody is told opens a seat: no tip, link, hash or id; and not the hash that the server keeps.
#[test]
fn what_everybody_is_told_opens_no_seat_case_a9() {
    let (mut bench, [mut mover, other]) = Bench::playing();
    let watcher = bench.new_session();
    bench.letter(watcher, Hex([9; 8]), Body::Watch { name: None });
    bench.throw_with(&mut mover);
    let told = serde_json::to_string(&bench.inbox(watcher)).unwrap();
    let is_whole = |word: &&str| word.len() == 64 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    let mut words: BTreeSet<[u8; 32]> = told
        .split('"')
        .filter(is_whole)
        .map(|word| hex::decode(word).unwrap().try_into().unwrap())
        .collect();
    assert!(words.len() >= 6, "commitment, rules, tips and links: {words:?}");
    words.extend([&mover, &other].map(|seat| <[u8; 32]>::from(Sha256::digest(seat.token().0.0))));
    let generations = |bench: &Bench| [0, 1].map(|chair| bench.view().chairs[&chair].generation);
    let before = generations(&bench);
    for word in words {
        let token = Token(Hex(word));
        let (epoch, v) = (bench.room.state.epoch, bench.room.v());
        let session = bench.new_session();
        // Under the client id of the seat as well: that is no secret.
        bench.letter(session, mover.cid, Body::Resume { token, epoch, v });
        let resumed = Err(Code::ForeignToken);
        assert_eq!(bench.posts(session)[0], Post::Welcome { resumed });
        let session = bench.new_session();
        let name = "Mina".into();
        bench.letter(
            session,
            mover.cid,
            Body::Join {
                token,
                name,
                chair: None,
            },
        );
        assert_eq!(bench.refusal(session).code, Code::Locked);
        assert!(
            bench
                .inbox(session)
                .iter()
                .all(|told| matches!(told, ServerMsg::Refused(_)))
        );
    }
    assert_eq!(generations(&bench), before);
}

/// The client id is the client's word: two who have the same are two all the same, each with its own count.
#[test]
fn two_of_one_client_id_have_two_seats_case_b5() {
    let mut bench = Bench::open(2, "pagdi");
    let (mut host, mut guest) = (Seat::host(), Seat::new(2));
    guest.cid = host.cid;
    bench.join(&mut guest);
    bench.start(&mut [&mut host, &mut guest]);
    for seat in [&mut host, &mut guest] {
        let n = seat.next_n();
        bench.wish(seat, hello(n));
        assert_eq!(bench.ack(seat.session).0, n);
    }
    bench.letter(guest.session, guest.cid, Body::Closed);
    assert_eq!(bench.around().chairs, [(0, true), (1, false)].into());
    assert!(!was_closed(&bench, &host));
}
