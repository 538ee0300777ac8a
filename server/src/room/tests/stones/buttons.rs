//! Buttons that wait for their tick are answered whatever becomes of the tick, the seat's socket or the set.

use chowk_protocol::{ClientMsg, ClockKind, CourtPhase, RefusalCode as Code, ServerMsg, Stage, Word};
use chowk_rules::stones::RuleSet;

use super::{
    super::{super::Body, super::Out, seat::Seat, table::Bench},
    begun, short,
};

/// What became of each command that the session was answered: its number, and the refusal if it was one.
fn answers(bench: &mut Bench, seat: &Seat) -> Vec<(u64, Option<Code>)> {
    let mut found = Vec::new();
    for message in bench.inbox(seat.session) {
        if let ServerMsg::Ack { n, .. } = message {
            found.push((n, None));
        } else if let ServerMsg::Refused(refusal) = message
            && let Some(n) = refusal.n
        {
            found.push((n, Some(refusal.code)));
        }
    }
    found
}

/// Found by the simulation: nobody answered them any more.
#[test]
fn what_waits_when_the_set_ends_is_answered() {
    let brief = RuleSet {
        innings: 1,
        steal_s: 1,
        idle_s: 1,
        ..short()
    };
    // A button is heard a tick, and what follows it one later: of two sets one ends in between.
    let mut waited = 0;
    for first in [0, 1] {
        let (mut bench, host) = begun(brief, |_| {});
        (0..first).for_each(|_| bench.sleep_to_next_wake());
        bench.forget_what_was_told();
        let (n, phrase) = (host.peek_n(), "hello".to_owned());
        let mut open = 0;
        while bench.view().stage != Stage::Ended {
            if open == 0 {
                bench.wish(&host, ClientMsg::Take { n });
                let phrase = phrase.clone();
                bench.wish(&host, ClientMsg::Say { n: n + 1, phrase });
                open = 2;
            }
            bench.sleep_to_next_wake();
            waited += usize::from(open == 2 && bench.view().stage == Stage::Ended);
            let answered = answers(&mut bench, &host);
            assert!(answered.iter().all(|(_, refused)| refused.is_some()), "{answered:?}");
            open -= answered.len();
        }
        assert_eq!(open, 0, "all are answered");
        bench.the_rows_fold_to_the_same_state();
    }
    assert!(waited > 0, "some waited when a set ended");
}

/// Found by the simulation: what an older socket had left there stood in the way of the same command on the new one.
#[test]
fn a_button_is_answered_on_the_socket_that_has_taken_over() {
    let (mut bench, mut host) = begun(short(), |opening| opening.step = Some(15));
    while bench.view().court.unwrap().phase == CourtPhase::Break {
        bench.sleep_to_next_wake();
    }
    let n = host.next_n();
    bench.wish(&host, ClientMsg::Take { n });
    host.session = bench.new_session();
    let resume = Body::Resume {
        token: host.token(),
        epoch: bench.room.state.epoch,
        v: bench.room.v(),
    };
    bench.letter(host.session, host.cid, resume);
    bench.wish(&host, ClientMsg::Take { n });
    bench.wish(&host, ClientMsg::Input { i: 1, dx: 0, dy: 0 });
    bench.forget_what_was_told();
    bench.sleep_to_next_wake();
    assert_eq!(answers(&mut bench, &host), [(n, Some(Code::OutOfReach))]);
    let again = ClientMsg::Take { n };
    bench.wish(&host, again.clone());
    bench.wish(&host, again);
    bench.wish(&host, ClientMsg::Input { i: 2, dx: 0, dy: 0 });
    bench.sleep_to_next_wake();
    assert_eq!(
        answers(&mut bench, &host).len(),
        1,
        "the same command twice in a step is one"
    );
}

/// Contract 21: what answers what was asked meets no limit. A program that plays in steps is as fast as its server.
#[test]
fn a_direction_that_answers_a_step_is_no_frame_of_a_flood() {
    let (mut bench, host) = begun(short(), |opening| opening.step = Some(15));
    while bench.view().court.unwrap().phase == CourtPhase::Break {
        bench.sleep_to_next_wake();
    }
    for (i, expected) in [(1, 1), (2, 0)] {
        bench.outs.clear();
        bench.wish(&host, ClientMsg::Input { i, dx: 0, dy: 0 });
        let answers = |out: &&Out| matches!(out, Out::Answered { to, direction: true } if *to == host.session);
        assert_eq!(
            bench.outs.iter().filter(answers).count(),
            expected,
            "it has answered once"
        );
    }
}

/// Found by the simulation: without a clock the step at Choice waits for the patwar's word, his button waited for the step,
/// and his client sends one command at a time.
#[test]
fn no_button_stands_before_the_word_that_a_step_waits_for() {
    // Everything is quick, so that who stands still comes to the word.
    let brief = RuleSet {
        hz: 10,
        take_ticks: 6,
        lead_ticks: 5,
        cut_s: 2,
        credit_s: 2,
        guard_s: 4,
        visit_s: 4,
        steal_s: 12,
        idle_s: 3,
        choice_s: 4,
        rounds: 1,
        innings: 3,
        ..short()
    };
    let (mut bench, mut host) = begun(brief, |opening| {
        opening.step = Some(5);
        opening.clock = ClockKind::None;
    });
    let (mut i, mut sets) = (0, 0);
    let asked = loop {
        let court = bench.view().court.expect("the set goes on");
        let asks = court.step.is_some_and(|step| step.asks.contains_key(&0));
        match (court.phase, asks) {
            (CourtPhase::Choice, true) => break court.asked.expect("a word is asked for"),
            (_, true) => {
                i += 1;
                let (dx, dy) = [(127, 0), (0, 127), (-127, 0), (0, -127)][(i / 5 % 4) as usize];
                bench.wish(&host, ClientMsg::Input { i, dx, dy });
                bench.sleep_to_next_wake();
            }
            (_, false) => bench.sleep_to_next_wake(),
        }
        // Lots say who chases first; a few sets, and it is the host.
        if bench.view().stage == Stage::Ended {
            sets += 1;
            assert!(sets < 20, "the host never comes to the word");
            let n = host.next_n();
            bench.wish(&host, ClientMsg::Again { n });
            bench.start(&mut [&mut host]);
            i = 0;
        }
    };
    bench.forget_what_was_told();
    let n = host.next_n();
    bench.wish(&host, ClientMsg::Take { n });
    assert_eq!(answers(&mut bench, &host), [(n, Some(Code::NotNow))], "at once");
    let (v, word) = (asked, Word::Chhuttu);
    bench.wish(
        &host,
        ClientMsg::Choose {
            n,
            v,
            word,
            r#box: None,
        },
    );
    bench.sleep_to_next_wake();
    assert_eq!(answers(&mut bench, &host), [(n, None)]);
    assert_eq!(bench.view().court.map(|court| court.phase), Some(CourtPhase::Chhuttu));
}

/// What only waited behind a button is answered with it, and not when the next step is taken.
#[test]
fn what_waits_behind_a_button_does_not_wait_for_another_step() {
    let (mut bench, host) = begun(short(), |opening| opening.step = Some(15));
    while bench.view().court.unwrap().phase == CourtPhase::Break {
        bench.sleep_to_next_wake();
    }
    bench.forget_what_was_told();
    let n = host.peek_n();
    bench.wish(&host, ClientMsg::Take { n });
    let phrase = "hello".to_owned();
    bench.wish(&host, ClientMsg::Say { n: n + 1, phrase });
    bench.wish(&host, ClientMsg::Input { i: 1, dx: 0, dy: 0 });
    bench.sleep_to_next_wake();
    assert_eq!(answers(&mut bench, &host).len(), 2);
}
