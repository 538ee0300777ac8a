//! A room's card: what somebody who was given its code may know before he sits down, and what nobody is told.

use chowk_protocol::View;
use chowk_server::journal::{CommitFault, Disk};
use serde_json::{Value, json};

use super::client::{
    Answer, Client, FOREIGN, Machine, create, get, get_with, join, resume, server, server_on, token, watch,
    write_foreign,
};

/// Asks for the card of this room.
async fn card(server: &chowk_server::life::Server, code: &str) -> Answer {
    get(server.address(), &format!("/api/v1/rooms/{code}")).await
}

/// Story: "which rules are these?", before a name is asked for.
#[tokio::test]
async fn whoever_has_the_code_knows_what_awaits_him() {
    let server = server(&[]).await;
    let (mut host, code) = Client::host(server.address(), 1).await;
    let lower = format!("{}-{}", &code[..4], &code[4..]).to_lowercase();
    let told = card(&server, &lower).await;
    assert!(told.head.contains("cache-control: no-store"), "{}", told.head);
    let told = told.json();
    let line = json!({
        "code": code, "listed": false, "game": "chowka", "preset": "pagdi", "clock": "casual", "stage": "gathering",
        "chairs": 2, "free": 1, "persons": 0, "bots": 1, "house": 0, "watchers": 0, "watch": true, "not_started": 0,
        "best_of": 1, "fill": false, "here": 1,
    });
    assert_eq!((&told["room"], &told["names"]), (&line, &json!({"0": "Asha"})));
    host.say(&json!({"t": "resync"})).await;
    let view: View = serde_json::from_value(host.until("snapshot").await["view"].clone()).unwrap();
    assert_eq!(
        (&told["rules"], &told["rules_hash"]),
        (&json!(view.rules), &json!(view.rules_hash)),
        "the rules are those of the table"
    );
    let (_guest, _) = Client::guest(server.address(), &code, 2).await;
    let full = card(&server, &code).await.json();
    assert_eq!(
        (&full["room"]["free"], &full["names"]),
        (&json!(0), &json!({"0": "Asha", "1": "Ravi"}))
    );
    for secret in [token(1), token(2)] {
        assert!(!full.to_string().contains(&secret), "case I1");
    }
    let listed = get(server.address(), "/api/v1/rooms").await.json();
    assert_eq!(listed, json!({"rooms": []}), "it is listed nowhere for that");
}

#[tokio::test]
async fn a_set_of_four_stones_is_told_with_its_steps_and_its_bots() {
    let server = server(&[]).await;
    let mut host = Client::greeted(server.address()).await;
    let mut wish = create(1);
    (wish["game"], wish["preset"], wish["chairs"]) = (json!("stones"), json!("four-stones"), json!(5));
    (wish["step"], wish["watch"], wish["clock"]) = (json!(15), json!(false), json!("none"));
    host.say(&wish).await;
    let seated = host.until("seated").await;
    host.say(&json!({"t": "add_bot", "n": 1, "chair": 2, "brain": "hunter"}))
        .await;
    host.until("ack").await;
    let told = card(&server, seated["room"].as_str().unwrap()).await.json();
    let (room, names) = (&told["room"], &told["names"]);
    assert_eq!((&room["game"], &room["step"]), (&json!("stones"), &json!(15)));
    assert_eq!((&room["watch"], &room["clock"]), (&json!(false), &json!("none")));
    assert_eq!((&room["house"], &room["free"]), (&json!(1), &json!(3)));
    assert_eq!((&names["0"], names["2"].is_string()), (&json!("Asha"), true));
    assert_eq!(told["rules"]["hz"], 30);
}

/// Cases A10 and F1: it is no way to try codes faster than at the door.
#[tokio::test]
async fn wrong_codes_count_as_at_the_door_case_a10_f1() {
    let server = server(&[]).await;
    let (_host, code) = Client::host(server.address(), 1).await;
    for rubbish in ["ludo", "7q4k-m2x", "7q4km2xd9", "%3Cscript%3E", "00000000"] {
        for _ in 0..3 {
            assert_eq!(
                card(&server, rubbish).await.status,
                400,
                "{rubbish} is no code, and no try"
            );
        }
    }
    for guess in ["22222222", "33333333", "44444444"] {
        let answer = card(&server, guess).await;
        let words = "There is no room of this code; perhaps it has ended.\n";
        assert_eq!((answer.status, answer.text()), (404, words));
    }
    let mut guesser = Client::greeted(server.address()).await;
    for guess in ["55555555", "66666666"] {
        guesser.say(&watch(guess)).await;
        assert_eq!(guesser.refusal().await, "no_such_room");
    }
    for guess in ["77777777", code.as_str()] {
        let answer = card(&server, guess).await;
        assert_eq!(
            answer.status, 429,
            "one limit for both doors, and then no code is right"
        );
        assert!(answer.head.contains("retry-after: "), "{}", answer.head);
    }
    guesser.say(&join(&code, 2)).await;
    assert_eq!(guesser.refusal().await, "too_many_tries");
}

/// Case H15: a stranger's page may not spend a visitor's tries, nor look for him.
#[tokio::test]
async fn pages_of_others_are_told_nothing_case_h15() {
    let server = server(&["--origins", "https://play.example"]).await;
    let (_host, code) = Client::host(server.address(), 1).await;
    let (there, nowhere) = (format!("/api/v1/rooms/{code}"), "/api/v1/rooms/22222222");
    for headers in ["Origin: https://evil.example\r\n", "Sec-Fetch-Site: cross-site\r\n"] {
        for path in [there.as_str(), nowhere].repeat(4) {
            assert_eq!(get_with(server.address(), path, headers).await.status, 403, "{headers}");
        }
    }
    for headers in [
        "Origin: https://play.example\r\n",
        "Sec-Fetch-Site: same-origin\r\n",
        "",
    ] {
        let answer = get_with(server.address(), &there, headers).await;
        assert_eq!(answer.status, 200, "{headers}, and nothing was counted");
    }
}

/// Cases A26 and G1: a room that nobody has visited since the start is read for it, and after its end it is gone.
#[tokio::test]
async fn a_room_that_sleeps_is_woken_and_one_that_ended_is_gone_case_a26_g1() {
    let disk = Disk::new();
    let first = Machine::start(&disk, &[]).await;
    let (_host, code) = Client::host(first.server.address(), 1).await;
    let (_guest, snapshot) = Client::guest(first.server.address(), &code, 2).await;
    let before = card(&first.server, &code).await.json();
    first.crash();
    let second = server_on(&disk, &[]).await;
    assert_eq!(second.house().lobby.world().directory.count().asleep, 1);
    let after = card(&second, &code).await.json();
    for part in ["rules", "rules_hash", "names"] {
        assert_eq!(after[part], before[part], "{part}");
    }
    assert_eq!((&after["room"]["here"], &after["room"]["bots"]), (&json!(0), &json!(2)));
    let mut guest = Client::connect(second.address()).await;
    guest.say(&resume(&code, 2, &snapshot)).await;
    assert_eq!(guest.hear().await["resumed"], true);
    let (mut host, _) = Client::guest(second.address(), &code, 1).await;
    for client in [&mut guest, &mut host] {
        client.say(&json!({"t": "leave", "n": 1})).await;
        assert_eq!(client.end().await.0, Some(1000));
    }
    let end = chowk_server::room::Order::End {
        why: "The evening is over.".into(),
    };
    let directory = &second.house().lobby.world().directory;
    let room = directory.awake().into_iter().next().unwrap();
    room.order(end).await.unwrap();
    room.gone().await;
    directory.until(|directory| directory.count().awake == 0).await;
    assert_eq!(card(&second, &code).await.status, 404);
}

/// Contract 5: what is not on disk is told to nobody, by no door.
#[tokio::test]
async fn a_card_shows_nothing_that_is_not_on_disk_case_d1() {
    let disk = Disk::new();
    let first = Machine::start(&disk, &[]).await;
    let (mut host, code) = Client::host(first.server.address(), 1).await;
    let path = format!("/api/v1/rooms/{code}");
    disk.set_fault(Some(CommitFault::All));
    let mut guest = Client::greeted(first.server.address()).await;
    guest.say(&join(&code, 2)).await;
    while !host.until("around").await["paused"].is_string() {}
    let told = get(first.server.address(), &path).await.json();
    assert_eq!(told["names"], json!({"0": "Asha"}));
    first.crash();
    disk.set_fault(None);
    let second = server_on(&disk, &[]).await;
    disk.set_fault(Some(CommitFault::All));
    // A room that cannot be read now is not told as gone.
    let answer = get(second.address(), &path).await;
    assert_eq!(answer.status, 503, "{}", answer.text());
    assert!(answer.head.contains("retry-after: "), "{}", answer.head);
}

/// Cases E8 and G3: a room that has failed says so, and nothing else.
#[tokio::test]
async fn a_room_that_has_failed_says_so_case_e8_g3() {
    let disk = Disk::new();
    write_foreign(&disk, "rubbish", []);
    let server = server_on(&disk, &[]).await;
    for _ in 0..2 {
        let answer = card(&server, FOREIGN).await;
        assert_eq!(answer.status, 503);
        assert!(answer.text().starts_with("This room has failed"), "{}", answer.text());
        assert!(serde_json::from_str::<Value>(answer.text()).is_err());
    }
}
