//! What watchers say to each other, and what the operator is told of somebody: the players' page, 1.2.

use chowk_protocol::{ClientMsg, ClockKind, Hex, RefusalCode as Code, ReportAbout, ServerMsg};

use super::{
    super::{Body, Out},
    refusals::refused,
    seat::Seat,
    table::Bench,
};
use crate::journal::Outcome;

fn watcher(bench: &mut Bench, name: Option<&str>) -> Seat {
    let mut seat = Seat::new(9);
    (seat.session, seat.cid) = (bench.new_session(), Hex([9; 8]));
    let name = name.map(Into::into);
    bench.letter(seat.session, seat.cid, Body::Watch { name });
    seat
}

fn say(phrase: &str) -> ClientMsg {
    let phrase = phrase.into();
    ClientMsg::Say { n: 1, phrase }
}

fn report(n: u64, chair: u8) -> ClientMsg {
    let about = ReportAbout::Stalling;
    ClientMsg::Report { n, chair, about }
}

fn asides(bench: &mut Bench, seat: &Seat) -> Vec<(String, Option<String>)> {
    let mut found = Vec::new();
    for message in bench.inbox(seat.session) {
        if let ServerMsg::Aside { phrase, name } = message {
            found.push((phrase, name));
        }
    }
    found
}

#[test]
fn what_a_watcher_says_those_who_watch_hear_and_nobody_else() {
    let (mut bench, [host, guest]) = Bench::started(ClockKind::Casual);
    let (mina, other) = (watcher(&mut bench, Some("Mina")), watcher(&mut bench, None));
    let v = bench.room.v();
    bench.forget_what_was_told();
    bench.wish(&mina, say("wow"));
    bench.wish(&other, say("nice_hit"));
    let heard = [
        ("wow".to_owned(), Some("Mina".to_owned())),
        ("nice_hit".to_owned(), None),
    ];
    assert_eq!(asides(&mut bench, &mina), heard);
    assert_eq!(asides(&mut bench, &other), heard);
    assert!(bench.inbox(host.session).is_empty() && bench.inbox(guest.session).is_empty());
    assert_eq!(bench.room.v(), v, "it is no fact, and makes no row");
}

#[test]
fn a_watcher_says_one_phrase_a_second_and_only_phrases() {
    let mut bench = Bench::open(2, "pagdi");
    let mina = watcher(&mut bench, None);
    refused(&mut bench, &mina, say("buy my soap"), Code::NoSuchPhrase);
    bench.wish(&mina, say("hello"));
    bench.up += 400;
    bench.forget_what_was_told();
    bench.wish(&mina, say("hello"));
    let refusal = bench.refusal(mina.session);
    assert_eq!(
        (refusal.code, refusal.retry_ms, refusal.n),
        (Code::TooFast, Some(600), Some(1))
    );
    bench.up += 600;
    bench.forget_what_was_told();
    bench.wish(&mina, say("hello"));
    assert_eq!(asides(&mut bench, &mina).len(), 1);
}

#[test]
fn a_report_reaches_the_operator_once_it_is_on_disk_and_nobody_at_the_table() {
    let (mut bench, [mut host, guest]) = Bench::started(ClockKind::Casual);
    bench.forget_what_was_told();
    let before = bench.view();
    bench.disk_waits = true;
    let n = host.next_n();
    bench.wish(&host, report(n, guest.chair));
    let told = |bench: &Bench| {
        let reported = |out: &&Out| {
            matches!(
                out,
                Out::Reported {
                    by: 0,
                    whom: 1,
                    about: ReportAbout::Stalling
                }
            )
        };
        bench.outs.iter().filter(reported).count()
    };
    assert_eq!(told(&bench), 0, "nothing undurable leaves");
    bench.disk_waits = false;
    bench.handle(super::Input::Journal(Outcome::Durable));
    assert_eq!(told(&bench), 1);
    bench.ack(host.session);
    assert_eq!(bench.view(), before, "nothing is to be seen of it");
    for message in bench.inbox(guest.session) {
        if let ServerMsg::Diff(diff) = message {
            assert!(diff.events.is_empty(), "{diff:?}");
        }
    }
    // The same command again is the same report.
    bench.wish(&host, report(n, guest.chair));
    assert_eq!(told(&bench), 1);
    bench.the_rows_fold_to_the_same_state();
}

#[test]
fn one_report_of_a_player_until_the_next_match_and_none_of_nobody() {
    let mut bench = Bench::open(4, "pagdi");
    let (mut host, mut guest, mut third) = (Seat::host(), Seat::new(2), Seat::new(3));
    bench.join(&mut guest);
    let n = host.next_n();
    let brain = "steady".into();
    bench.wish(&host, ClientMsg::AddBot { n, chair: 2, brain });
    for (chair, code) in [
        (0, Code::NotNow),
        (2, Code::NotNow),
        (3, Code::NotNow),
        (4, Code::NoSuchChair),
    ] {
        refused(&mut bench, &host, report(host.peek_n(), chair), code);
    }
    let n = host.next_n();
    bench.wish(&host, report(n, 1));
    refused(&mut bench, &host, report(host.peek_n(), 1), Code::NotNow);
    // Another one on that chair is another one.
    let n = guest.next_n();
    bench.wish(&guest, ClientMsg::Leave { n });
    bench.join(&mut third);
    let n = host.next_n();
    bench.wish(&host, report(n, 1));
    assert_eq!(
        bench
            .outs
            .iter()
            .filter(|out| matches!(out, Out::Reported { .. }))
            .count(),
        2
    );
    bench.the_rows_fold_to_the_same_state();
}
