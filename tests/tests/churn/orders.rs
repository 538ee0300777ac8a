//! A hundred returns in a row, and every order of {new hello, old close, old time-out} on real sockets.

use chowk_tests::{
    programs::Programs,
    record,
    seat::{Seat, all_ended, hear_on, level, play_on, room},
};

use super::{connected, generation, open};

const RETURNS: u64 = 100;

/// After a reset, and over a socket that is still open: each return is one generation more, and nothing is lost.
#[tokio::test]
async fn a_hundred_resumes_in_a_row() {
    let (house, _folder) = open(&["--requests", "1000", "--pace", "0ms"]);
    let mut seats = Seat::playing(house.at(), room(2)).await.unwrap();
    for turn in 0..RETURNS {
        let v = level(&mut seats).await.unwrap();
        let before = generation(&seats[1], 0);
        let old = seats[0].let_go().unwrap();
        // Of two returns one comes while the old socket is still open: the new one takes its place.
        let still_open = if turn.is_multiple_of(2) {
            old.reset().unwrap();
            None
        } else {
            Some(old)
        };
        seats[0].back().await.unwrap();
        drop(still_open);
        assert_eq!(seats[0].client().chair(), Some(0));
        assert!(seats[0].v() > v);
        level(&mut seats).await.unwrap();
        assert_eq!(generation(&seats[1], 0), before + 1, "return {turn}");
        if turn.is_multiple_of(5) {
            let v = seats[0].v();
            play_on(&mut seats, "some moves", |seats| {
                all_ended(seats) || seats.iter().all(|seat| seat.v() > v + 3)
            })
            .await
            .unwrap();
        }
    }
    play_on(&mut seats, "the end", all_ended).await.unwrap();
    assert!(seats.iter().all(|seat| seat.client().counts().mismatches == 0));
    record::verified(&Programs::find().unwrap(), house.at(), &seats[1])
        .await
        .unwrap();
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Comes {
    NewHello,
    OldClose,
    OldTimeOut,
}

/// A socket times out when three pings are unanswered: who does not read answers none. That the time has passed is seen by
/// a witness who does not read either.
#[tokio::test]
async fn every_order_of_new_hello_old_close_and_old_time_out_case_a1_a2_a24() {
    use Comes::{NewHello, OldClose, OldTimeOut};
    for order in [
        [NewHello, OldClose, OldTimeOut],
        [NewHello, OldTimeOut, OldClose],
        [OldClose, NewHello, OldTimeOut],
        [OldTimeOut, NewHello, OldClose],
        [OldClose, OldTimeOut, NewHello],
        [OldTimeOut, OldClose, NewHello],
    ] {
        let (house, _folder) = open(&["--ping", "300ms", "--pace", "0ms"]);
        let mut seats = Seat::playing(house.at(), room(3)).await.unwrap();
        let before = generation(&seats[1], 0);
        let mut host = seats.remove(0);
        // The third at the table is the witness: from now on it does not read.
        let _witness = seats.pop().unwrap();
        let mut old = Some(host.let_go().unwrap());
        for comes in order {
            match comes {
                NewHello => {
                    host.back().await.unwrap();
                    seats.push(host);
                    host = Seat::new(house.at(), chowk_tests::seat::join(seats[0].code().unwrap())).unwrap();
                }
                OldClose => old.take().unwrap().reset().unwrap(),
                // Whoever is at the table by then reads on and answers pings meanwhile.
                OldTimeOut => hear_on(&mut seats, "both are gone", |seats| {
                    let old_is = seats.len() == 1 && connected(&seats[0], 0) == Some(true);
                    connected(&seats[0], 2) == Some(false) && !old_is
                })
                .await
                .unwrap(),
            }
        }
        let v = level(&mut seats).await.unwrap();
        for seat in &mut seats {
            assert!(seat.settled().await.unwrap() >= v, "{order:?}");
        }
        assert_eq!(
            connected(&seats[0], 0),
            Some(true),
            "{order:?}: the late end took the chair"
        );
        assert_eq!(seats[1].client().chair(), Some(0), "{order:?}");
        assert_eq!(generation(&seats[0], 0), before + 1, "{order:?}");
        let told = seats[0]
            .came("around")
            .filter_map(|around| around["chairs"]["0"].as_bool());
        let told: Vec<bool> = told.collect();
        let back = told.iter().rposition(|is_there| !is_there).map_or(0, |at| at + 1);
        assert!(told[back..].iter().all(|is_there| *is_there), "{order:?}: {told:?}");
        // The one who came back has the seat: what it says is applied.
        seats[1]
            .client_mut()
            .command(chowk_cli::client::Wish::Say {
                phrase: "back_soon".into(),
            })
            .unwrap();
        seats[1].flush().await.unwrap();
        hear_on(&mut seats, "its answer", |seats| seats[1].client().unanswered() == 0)
            .await
            .unwrap();
        assert_eq!(
            (seats[1].closed, seats[1].came("refused").count()),
            (None, 0),
            "{order:?}"
        );
    }
}
