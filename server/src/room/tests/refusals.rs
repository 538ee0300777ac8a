//! Every refusal of a room: typed, without a trace, and nobody else notices.

use chowk_protocol::{ClientMsg, ClockKind, Hex, RefusalCode, Stage, Token, TurnPhase};

use super::{
    super::{Body, Post},
    seat::Seat,
    table::Bench,
};
use RefusalCode as Code;

/// Sends the message; it must be refused, change nothing, and be heard of by nobody else.
pub(super) fn refused(bench: &mut Bench, seat: &Seat, message: ClientMsg, code: Code) {
    let before = (bench.room.v(), bench.room.state.clone());
    bench.forget_what_was_told();
    bench.wish(seat, message.clone());
    let refusal = bench.refusal(seat.session);
    assert_eq!(refusal.code, code, "{message:?}");
    assert_eq!(refusal.n, message.n());
    assert_eq!(refusal.v, Some(before.0));
    assert!(
        (bench.room.v(), bench.room.state.clone()) == before,
        "{message:?} left a trace"
    );
    assert_eq!(
        bench.told_sessions(),
        [seat.session],
        "{message:?} was heard of by others"
    );
}

#[test]
fn throws_and_moves_that_cannot_be_case_d4() {
    let (mut bench, [mut mover, mut other]) = Bench::playing();
    let asked = bench.view().turn.unwrap().asked;
    let link = mover.next_link(&bench.view());
    let n = mover.peek_n();
    let throw = |v, link| ClientMsg::Throw { n, v, link };
    refused(&mut bench, &mover, throw(asked, None), Code::LinkMissing);
    refused(&mut bench, &mover, throw(asked, Some(Hex([9; 32]))), Code::WrongLink);
    let shown = bench.view().chairs[&mover.chair].link;
    refused(&mut bench, &mover, throw(asked, shown), Code::WrongLink);
    refused(&mut bench, &mover, throw(asked + 1, link), Code::NotNow);
    refused(&mut bench, &mover, throw(asked - 1, link), Code::Answered);
    refused(
        &mut bench,
        &mover,
        ClientMsg::Move {
            n,
            v: asked,
            pawn: 0,
            value: 1,
        },
        Code::NothingThrown,
    );
    refused(
        &mut bench,
        &mover,
        ClientMsg::Throw {
            n: n + 1,
            v: asked,
            link,
        },
        Code::Gap,
    );
    refused(
        &mut bench,
        &mover,
        ClientMsg::Throw { n: 0, v: asked, link },
        Code::TooOld,
    );
    let foreign = other.next_link(&bench.view());
    let n_other = other.peek_n();
    refused(
        &mut bench,
        &other,
        ClientMsg::Throw {
            n: n_other,
            v: asked,
            link: foreign,
        },
        Code::NotYourTurn,
    );

    bench.throw_with(&mut mover);
    let turn = bench.view().turn.unwrap();
    assert_eq!(turn.phase, TurnPhase::Move);
    let (v, value, n) = (turn.asked, turn.value.unwrap(), mover.peek_n());
    let again = mover.next_link(&bench.view());
    refused(
        &mut bench,
        &mover,
        ClientMsg::Throw { n, v, link: again },
        Code::AlreadyThrown,
    );
    refused(
        &mut bench,
        &mover,
        ClientMsg::Throw {
            n,
            v: asked,
            link: again,
        },
        Code::Answered,
    );
    refused(
        &mut bench,
        &mover,
        ClientMsg::Move { n, v, pawn: 4, value },
        Code::NoSuchPawn,
    );
    refused(
        &mut bench,
        &mover,
        ClientMsg::Move {
            n,
            v,
            pawn: 0,
            value: value + 1,
        },
        Code::NotInHand,
    );
}

#[test]
fn a_pawn_that_may_not_move_gets_the_reason_that_the_view_gives() {
    let (mut bench, mut seats) = Bench::started(ClockKind::Casual);
    let mut reasons = std::collections::BTreeSet::new();
    bench.play_on(&mut seats, |bench, seat| {
        let turn = bench.view().turn.unwrap();
        if turn.phase == TurnPhase::Move {
            for (pawn, by_value) in &turn.blocked {
                for (value, reason) in by_value {
                    let n = seat.peek_n();
                    let message = ClientMsg::Move {
                        n,
                        v: turn.asked,
                        pawn: *pawn,
                        value: *value,
                    };
                    let code = Code::ALL.iter().find(|code| code.code() == reason).unwrap();
                    refused(bench, seat, message, *code);
                    reasons.insert(reason.clone());
                }
            }
        }
    });
    assert!(reasons.len() >= 4, "{reasons:?}");
}

#[test]
fn what_cannot_be_at_this_stage() {
    let (mut bench, [mover, _]) = Bench::playing();
    let n = mover.peek_n();
    let tip = Hex([5; 32]);
    refused(&mut bench, &mover, ClientMsg::Ready { n, tip, links: 5 }, Code::Locked);
    refused(&mut bench, &mover, ClientMsg::Unready { n }, Code::Locked);
    refused(&mut bench, &mover, ClientMsg::Reveal { n, link: tip }, Code::NotNow);
    refused(&mut bench, &mover, ClientMsg::Again { n }, Code::NotNow);
    refused(
        &mut bench,
        &mover,
        ClientMsg::Say {
            n,
            phrase: "<b>".into(),
        },
        Code::NoSuchPhrase,
    );
    refused(&mut bench, &mover, ClientMsg::Take { n }, Code::WrongGame);
    let mut bench = Bench::open(3, "pagdi");
    let host = Seat::host();
    for message in [
        ClientMsg::Throw { n: 1, v: 1, link: None },
        ClientMsg::Move {
            n: 1,
            v: 1,
            pawn: 0,
            value: 1,
        },
        ClientMsg::Resign { n: 1 },
        ClientMsg::NoChain { n: 1 },
        ClientMsg::Ready { n: 1, tip, links: 5 },
    ] {
        refused(&mut bench, &host, message, Code::NotNow);
    }
}

#[test]
fn tips_that_were_shown_and_chains_that_cannot_be() {
    let mut bench = Bench::open(2, "pagdi");
    let (mut host, mut guest) = (Seat::host(), Seat::new(2));
    bench.join(&mut guest);
    let first = host.ready_message(&bench.view());
    let ClientMsg::Ready { tip, links, .. } = first else {
        panic!()
    };
    bench.wish(&host, first);
    refused(&mut bench, &guest, ClientMsg::Ready { n: 1, tip, links }, Code::TipSeen);
    refused(
        &mut bench,
        &guest,
        ClientMsg::Ready {
            n: 1,
            tip: Hex([1; 32]),
            links: 0,
        },
        Code::BadTip,
    );
    refused(
        &mut bench,
        &guest,
        ClientMsg::Ready {
            n: 1,
            tip: Hex([1; 32]),
            links: 65_537,
        },
        Code::BadTip,
    );
    bench.ready(&mut guest);
    bench.up += 10_001;
    bench.handle(super::super::Input::Wake);
    assert_eq!(bench.view().not_started, 1);
    let n = host.peek_n();
    refused(&mut bench, &host, ClientMsg::Ready { n, tip, links }, Code::TipSeen);
}

#[test]
fn chairs_that_cannot_be_had() {
    let mut bench = Bench::open(3, "pagdi");
    let (host, mut guest) = (Seat::host(), Seat::new(2));
    bench.join(&mut guest);
    refused(
        &mut bench,
        &guest,
        ClientMsg::AddBot {
            n: 1,
            chair: 2,
            brain: "careful".into(),
        },
        Code::NotHost,
    );
    refused(
        &mut bench,
        &host,
        ClientMsg::AddBot {
            n: 1,
            chair: 2,
            brain: "genius".into(),
        },
        Code::NoSuchBrain,
    );
    refused(
        &mut bench,
        &host,
        ClientMsg::AddBot {
            n: 1,
            chair: 3,
            brain: "careful".into(),
        },
        Code::NoSuchChair,
    );
    refused(
        &mut bench,
        &host,
        ClientMsg::AddBot {
            n: 1,
            chair: 1,
            brain: "careful".into(),
        },
        Code::ChairTaken,
    );
    refused(&mut bench, &host, ClientMsg::Remove { n: 1, chair: 2 }, Code::NotNow);
    for (chair, code) in [(Some(1), Code::ChairTaken), (Some(7), Code::NoSuchChair)] {
        assert_eq!(
            turned_away(
                &mut bench,
                Body::Join {
                    token: token(77),
                    name: "Mina".into(),
                    chair
                }
            ),
            code
        );
    }
    bench.join(&mut Seat::new(3));
    let body = Body::Join {
        token: token(77),
        name: "Mina".into(),
        chair: None,
    };
    assert_eq!(turned_away(&mut bench, body), Code::RoomFull);
}

#[test]
fn a_foreign_token_returns_to_no_seat_case_a8() {
    let mut bench = Bench::open(2, "pagdi");
    let session = bench.new_session();
    let v = bench.room.v();
    let epoch = bench.room.state.epoch;
    bench.letter(
        session,
        Hex([9; 8]),
        Body::Resume {
            token: token(77),
            epoch,
            v,
        },
    );
    let posts = bench.posts(session);
    assert_eq!(
        posts,
        [
            Post::Welcome {
                resumed: Err(Code::ForeignToken)
            },
            Post::Detached
        ]
    );
    assert_eq!(bench.room.v(), v);
}

#[test]
fn watchers_are_counted_and_only_see_case_h10_i4() {
    let mut bench = Bench::open(2, "pagdi");
    for _ in 0..20 {
        let session = bench.new_session();
        bench.letter(
            session,
            Hex([9; 8]),
            Body::Watch {
                name: Some("Mina".into()),
            },
        );
    }
    assert_eq!(bench.around().watchers, 20);
    assert_eq!(turned_away(&mut bench, Body::Watch { name: None }), Code::WatchersFull);
    let mut watcher = Seat::new(11);
    watcher.cid = Hex([9; 8]);
    refused(&mut bench, &watcher, ClientMsg::Unready { n: 1 }, Code::WatchersOnlySee);
    assert_eq!(bench.view().stage, Stage::Gathering);
}

fn token(byte: u8) -> Token {
    Token(Hex([byte; 32]))
}

fn turned_away(bench: &mut Bench, body: Body) -> Code {
    let session = bench.new_session();
    let v = bench.room.v();
    bench.letter(session, Hex([8; 8]), body);
    assert_eq!(bench.room.v(), v);
    assert_eq!(
        bench.posts(session).last(),
        Some(&Post::Detached),
        "the socket may try another door"
    );
    bench.refusal(session).code
}

#[test]
fn who_comes_back_to_another_chair_may_show_the_tip_of_his_own_chain() {
    let mut bench = Bench::open(3, "pagdi");
    let (mut guest, mut other, mut third) = (Seat::new(2), Seat::new(3), Seat::new(4));
    bench.join(&mut guest);
    bench.join(&mut other);
    bench.ready(&mut guest);
    for seat in [&mut guest, &mut other] {
        let n = seat.next_n();
        bench.wish(seat, ClientMsg::Leave { n });
    }
    bench.join(&mut third);
    guest = Seat::new(2);
    guest.session = bench.new_session();
    bench.join(&mut guest);
    assert_eq!(bench.view().chairs[&2].tip, None, "the first free chair was taken");
    bench.ready(&mut guest);
    bench.ack(guest.session);
    assert!(bench.view().chairs[&2].ready);
}
