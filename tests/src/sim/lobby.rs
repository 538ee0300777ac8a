//! Rooms opened, and found by code: as little of a lobby as the rooms need.

use chowk_protocol::{CloseCode, Refusal, RefusalCode, RoomCode};
use chowk_server::{
    journal::{RoomNo, Store as _},
    room::{Body, Guests, Room},
    session::NewRoom,
};
use sha2::{Digest as _, Sha256};

use crate::sim::{actor::Actor, server::RETRY_MS, world::World};

impl World {
    /// Opens a room, or finds the one that the same token opened before (contract 10).
    pub(crate) fn create(&mut self, session: u64, new: NewRoom) {
        let creator: [u8; 32] = Sha256::digest(new.token.0.0).into();
        let Some(server) = &mut self.server else { return };
        let known = server.directory.iter().find(|(_, (_, hash))| *hash == creator);
        if let Some((code, _)) = known {
            let (code, token, name) = (*code, new.token, new.name);
            let body = Body::Join {
                token,
                name,
                chair: None,
            };
            if let Err(why) = self.enter(session, code, body) {
                self.refuse(session, Refusal::new(why));
            }
            return;
        }
        let given = if server.writer.works() {
            server.writer.store.new_room().ok()
        } else {
            None
        };
        let Some((no, fence)) = given else {
            self.writer_fails();
            return self.close_by_itself(session, CloseCode::Restart, Some(RETRY_MS));
        };
        let digits = self.dice.bytes().map(|byte: u8| byte % 31);
        let Some(code) = RoomCode::from_digits(digits) else {
            return;
        };
        self.open(session, no, code, creator, |code| new.opening(no, fence, code));
    }

    fn open(
        &mut self,
        session: u64,
        no: RoomNo,
        code: RoomCode,
        creator: [u8; 32],
        opening: impl FnOnce(RoomCode) -> chowk_server::room::Opening,
    ) {
        let now = self.moment();
        let key = self.key(session);
        let limits = self.plan.limits;
        let Some(server) = &mut self.server else { return };
        let Some(socket) = server.sockets.get_mut(&session) else {
            return;
        };
        let Some(host) = socket.gate.caller() else { return };
        socket.gate.entered();
        socket.room = Some(code);
        let mut out = Vec::new();
        let guests = Guests {
            now,
            entropy: &mut server.entropy,
        };
        let room = Room::open(opening(code), host, limits, guests, &mut out);
        let life = server.next_life();
        server.directory.insert(code, (no, creator));
        server.actors.insert(code, Actor::with(no, life, room));
        self.say(|_| format!("room {no} is opened: {code}"));
        let up = self.time.now();
        self.laws.opens(no, code, up);
        self.carry_out(code, out, Some(key));
        self.plan_wake(code);
    }

    /// Whether there is a room of this code; one that nobody has visited in this life is read from disk.
    pub(crate) fn finds_room(&mut self, code: RoomCode) -> Result<(), RefusalCode> {
        let server = self.server.as_mut().ok_or(RefusalCode::NoSuchRoom)?;
        if server.failed.contains(&code) {
            return Err(RefusalCode::RoomFailed);
        }
        if server.actors.contains_key(&code) {
            return Ok(());
        }
        let (no, _) = server.directory.get(&code).copied().ok_or(RefusalCode::NoSuchRoom)?;
        let life = server.next_life();
        server.actors.insert(code, Actor::unread(no, life));
        self.ask_for_room(code);
        Ok(())
    }

    /// A room is there no more. If it never came to disk, nobody was told of it: whoever opened it opens it again.
    pub(crate) fn forget_room(&mut self, code: RoomCode) {
        let Some(server) = &mut self.server else { return };
        server.directory.remove(&code);
        let room = server.actors.remove(&code).and_then(|actor| actor.room);
        let unborn = room.is_some_and(|room| room.durable_v() == 0);
        self.say(|_| format!("room {code} is gone"));
        self.laws.see("room gone");
        if unborn {
            self.close_all_in(code, CloseCode::Restart, Some(RETRY_MS));
        } else {
            self.close_all_in(code, CloseCode::RoomGone, None);
        }
    }
}
