//! I: secrets, seeds and draws, in every byte that anybody is told.

use std::{collections::HashSet, fs};

use chowk_cli::client::{Intent, Wish};
use chowk_protocol::Stage;
use chowk_record::fair;
use chowk_tests::seat::{Frame, Seat, all_ended, hear_on, play_on, room, stage};
use serde_json::Value;

use super::open;

/// All that came to a seat, as one text.
fn heard(seat: &Seat) -> String {
    let came = seat.traffic.iter().filter_map(|frame| match frame {
        Frame::Came(text) => Some(text.as_str()),
        Frame::Sent(_) => None,
    });
    came.collect::<Vec<_>>().join("\n")
}

fn events(seat: &Seat) -> Vec<Value> {
    let lists = seat
        .came("diff")
        .map(|diff| diff["events"].as_array().cloned().unwrap_or_default());
    lists.flatten().collect()
}

/// Neither a seat's secret nor what shows it, nor the seed before its time, is in any byte that anybody gets; and not
/// in the log.
#[tokio::test]
async fn case_i1_i9_nothing_secret_in_any_byte() {
    let (mut house, folder) = open(&["--log", "trace", "--pace", "1ms"]);
    let mut seats = Seat::playing(house.at(), room(2)).await.unwrap();
    let code = seats[0].code().unwrap();
    seats.push(
        Seat::entered(house.at(), Intent::Watch { code, name: None })
            .await
            .unwrap(),
    );
    play_on(&mut seats, "the end", all_ended).await.unwrap();
    let seed = seats[2].view()["result"]["server_seed"].as_str().unwrap().to_owned();
    house.stop().unwrap();
    let log = fs::read_to_string(folder.path().join("data.log")).unwrap();
    for seat in &seats[..2] {
        let identity = seat.client().identity();
        let token = fair::token(identity.sk.as_bytes()).to_string();
        let hashed = hex::encode(<sha2::Sha256 as sha2::Digest>::digest(hex::decode(&token).unwrap()));
        for secret in [identity.sk.open(), token, hashed] {
            assert!(
                seats.iter().all(|seat| !heard(seat).contains(&secret)),
                "a viewer was told a secret"
            );
            assert!(!log.contains(&secret), "the log tells a secret");
        }
    }
    assert!(!log.contains(&seed), "the log tells a seed");
    for private in ["Asha", "Ravi", code.as_str()] {
        assert!(!log.contains(private), "the log tells {private}");
    }
    for seat in &seats {
        let told = seat
            .traffic
            .iter()
            .filter(|frame| matches!(frame, Frame::Came(text) if text.contains(&seed)));
        let first = told.clone().next().unwrap();
        assert!(
            matches!(first, Frame::Came(text) if text.contains("\"e\":\"ended\"")),
            "the seed was told before the end"
        );
    }
}

/// The commitment is told before anybody shows a tip, so that no seed can be chosen against a chain; tips and reveals
/// before the first draw.
#[tokio::test]
async fn case_i7_i8_the_order_of_commitments() {
    let (house, _folder) = open(&[]);
    let seats = Seat::playing(house.at(), room(2)).await.unwrap();
    let text = heard(&seats[0]);
    let at = |what: &str| text.find(what).unwrap_or_else(|| panic!("{what} was not told"));
    let order = [
        "\"e\":\"sealed\"",
        "\"tip\":",
        "\"e\":\"locked\"",
        "\"e\":\"revealed\"",
        "\"e\":\"lots\"",
    ]
    .map(at);
    assert!(order.is_sorted(), "{order:?}");
    let sealed = events(&seats[0])
        .into_iter()
        .find(|event| event["e"] == "sealed")
        .unwrap();
    assert_eq!(sealed["server_commit"], seats[0].view()["server_commit"]);
}

/// Each match has a seed of its own, in one room as in many, and the opened one is the one that was sealed.
#[tokio::test]
async fn case_i5_i6_a_seed_for_each_match() {
    let (house, _folder) = open(&[]);
    let mut commits = HashSet::new();
    for _ in 0..3 {
        let mut seats = Seat::playing(house.at(), room(2)).await.unwrap();
        for again in 0..2 {
            let view = seats[0].view();
            let commit = view["server_commit"].as_str().unwrap().to_owned();
            assert!(commits.insert(commit), "a commitment came twice");
            let resign = usize::from(again == 1);
            assert!(seats[resign].client_mut().command(Wish::Resign).is_ok());
            seats[resign].flush().await.unwrap();
            hear_on(&mut seats, "the end", all_ended).await.unwrap();
            if again == 0 {
                assert!(seats[0].client_mut().command(Wish::Again).is_ok());
                seats[0].flush().await.unwrap();
                let ready = |seats: &[Seat]| seats.iter().all(|seat| stage(seat.client()) == Some(Stage::Readying));
                hear_on(&mut seats, "another match", ready).await.unwrap();
                for seat in &mut seats {
                    assert!(seat.client_mut().ready().is_ok());
                    seat.flush().await.unwrap();
                }
                let playing = |seats: &[Seat]| seats.iter().all(|seat| stage(seat.client()) == Some(Stage::Playing));
                hear_on(&mut seats, "the second match", playing).await.unwrap();
            }
        }
    }
    assert_eq!(commits.len(), 6);
}
