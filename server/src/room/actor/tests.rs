//! A room's task when its room has a bug, and what the people in it notice.

use std::sync::Arc;

use bytes::Bytes;
use chowk_protocol::{
    ClientKind, ClientMsg, ClockKind, CloseCode, Epoch, GameKind, Hex, RefusalCode, ServerMsg, Token,
};
use tokio::sync::Notify;

use super::*;
use crate::{
    clock::MachineClock,
    journal::{Disk, MemoryStore, Store as _},
    lobby::directory::{Located, Reserved, RoomsMost},
    outbox::Outbox,
    room::Letter,
};

fn world(disk: &Disk) -> Arc<World> {
    let clock = Arc::new(MachineClock::new(0));
    Arc::new(World {
        journal: Journal::start(MemoryStore::open(disk), clock.clone()).unwrap(),
        outboxes: Outboxes::default(),
        directory: Directory::default(),
        clock,
        limits: RoomLimits::default(),
        draining: false.into(),
    })
}

fn token(n: u8) -> Token {
    Token(Hex([n; 32]))
}

fn caller(n: u64) -> Caller {
    Caller {
        session: SessionId { gateway: 0, n },
        kind: ClientKind::Bot,
        cid: Hex([7; 8]),
    }
}

/// A room opened by session `n` with token `n`, and what that session hears.
fn open(world: &Arc<World>, n: u8) -> (RoomHandle, Arc<Outbox>) {
    let host = caller(n.into());
    let outbox = world.outboxes.open(host.session, 64);
    let new = NewRoom {
        game: GameKind::Chowka,
        preset: None,
        rules: chowk_record::rules::Rules::Chowka(chowk_rules::chowka::presets()[0].rules()),
        chairs: 2,
        clock: ClockKind::Casual,
        listed: false,
        watch: true,
        best_of: 1,
        fill: false,
        step: None,
        still: false,
        name: "Asha".into(),
        token: token(n),
    };
    let address = crate::http::Address::of([10, 0, 0, n].into());
    let most = RoomsMost { server: 9, address: 9 };
    let start = |code| start(world, code, Birth::New(Box::new(new), host));
    let code = || RoomCode::from_digits([n; 8]).unwrap();
    match world.directory.reserve([n; 32], address, false, most, code, start) {
        Ok(Reserved::New(handle)) => (handle, outbox),
        other => panic!("{other:?}"),
    }
}

fn letter(from: Caller, body: Body) -> Letter {
    Letter { from, at: 0, body }
}

/// The next thing a session is told: a frame's name, or what else it is.
async fn told(outbox: &Outbox) -> String {
    let rings = Arc::new(Notify::new());
    struct Ring(Arc<Notify>);
    impl std::task::Wake for Ring {
        fn wake(self: Arc<Self>) {
            self.0.notify_one();
        }
    }
    outbox.register(&Arc::new(Ring(Arc::clone(&rings))).into());
    loop {
        match outbox.take() {
            Some(Post::Frame(frame) | Post::Motion(frame)) => return name(&frame),
            Some(Post::Welcome { resumed }) => return format!("welcome {:?}", resumed.map_err(RefusalCode::code)),
            Some(other @ (Post::Close(_) | Post::Detached)) => return format!("{other:?}"),
            None => {}
        }
        if let Some(end) = outbox.end() {
            return format!("close {}", end.code.number());
        }
        rings.notified().await;
    }
}

fn name(frame: &Bytes) -> String {
    let message: ServerMsg = serde_json::from_slice(frame).unwrap();
    let value = serde_json::to_value(&message).unwrap();
    value["t"].as_str().unwrap().to_owned()
}

/// What a session is told until it is told this.
async fn until(outbox: &Outbox, expected: &str) {
    while told(outbox).await != expected {}
}

async fn come_back(world: &World, room: &RoomHandle, n: u8, session: u64) -> Arc<Outbox> {
    let outbox = world.outboxes.open(caller(session).session, 64);
    let body = Body::Resume {
        token: token(n),
        epoch: Epoch::from(Hex([0; 8])),
        v: 0,
    };
    room.send(letter(caller(session), body)).await.unwrap();
    outbox
}

/// Case E8: the room is read again from its rows; its people come back a little later, the others notice nothing.
#[tokio::test]
async fn a_bug_sends_everybody_home_and_the_room_is_read_again_case_e8() {
    let world = world(&Disk::new());
    let (room, host) = open(&world, 1);
    let (_other, neighbour) = open(&world, 2);
    until(&host, "snapshot").await;
    until(&neighbour, "around").await;
    room.plant_bug().await;
    until(&host, "close 1012").await;
    let back = come_back(&world, &room, 1, 11).await;
    assert_eq!(told(&back).await, "welcome Ok(())");
    until(&back, "snapshot").await;
    assert!(neighbour.is_empty() && neighbour.end().is_none());
}

/// Contract 10: who opened a room that the disk did not take opens it again, whenever he asked.
#[tokio::test]
async fn a_room_that_never_came_to_disk_is_not_told_as_ended() {
    let disk = Disk::new();
    let world = world(&disk);
    disk.set_fault(Some(crate::journal::CommitFault::NextLost));
    let (room, host) = open(&world, 1);
    let again = world.outboxes.open(caller(11).session, 64);
    let body = Body::Join {
        token: token(1),
        name: "Asha".into(),
        chair: None,
    };
    room.send(letter(caller(11), body)).await.unwrap();
    assert_eq!(told(&host).await, "close 1012");
    assert_eq!(told(&again).await, "close 1012");
}

/// Contract 25: a room that panics twice at one version is quarantined, and told as failed from then on.
#[tokio::test]
async fn two_bugs_at_one_version_quarantine_case_g3() {
    let disk = Disk::new();
    let world = world(&disk);
    let (room, host) = open(&world, 1);
    until(&host, "snapshot").await;
    room.plant_bug().await;
    let late = world.outboxes.open(caller(12).session, 64);
    room.plant_bug().await;
    room.send(letter(caller(12), Body::Watch { name: None })).await.unwrap();
    until(&host, "close 1012").await;
    assert_eq!(told(&late).await, "refused");
    assert_eq!(told(&late).await, "Detached");
    room.gone().await;
    let located = world
        .directory
        .locate(room.code(), |_| panic!("a failed room is not woken"));
    assert!(matches!(located, Located::Failed));
    world.journal.stop().await;
    assert!(MemoryStore::open(&disk).directory().unwrap()[0].quarantined);
}

/// A room that comes further each time is read again, but not for ever.
#[tokio::test]
async fn bugs_at_different_versions_are_borne_a_few_times() {
    let world = world(&Disk::new());
    let (room, host) = open(&world, 1);
    until(&host, "snapshot").await;
    for session in 20..20 + u64::from(PANICS_MAX) - 1 {
        room.plant_bug().await;
        let back = come_back(&world, &room, 1, session).await;
        until(&back, "snapshot").await;
    }
    let last = come_back(&world, &room, 1, 99).await;
    until(&last, "snapshot").await;
    room.plant_bug().await;
    until(&last, &format!("close {}", CloseCode::RoomFailed.number())).await;
}

/// A wish in the mailbox of a room that has ended is answered.
#[tokio::test]
async fn whoever_writes_to_a_room_that_has_ended_is_told() {
    let world = world(&Disk::new());
    let (room, host) = open(&world, 1);
    until(&host, "around").await;
    room.stop().await;
    let late = world.outboxes.open(caller(12).session, 64);
    // It may find the mailbox open or closed; in both cases somebody answers.
    let wish = ClientMsg::Ping { c: 1 };
    if room.send_now(letter(caller(12), Body::Wish(wish))).is_ok() {
        room.gone().await;
        assert_eq!(told(&late).await, "close 1012");
    }
    until(&host, "close 1012").await;
}
