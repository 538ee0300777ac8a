//! What a room says is carried out, in order: rows go to the writer, words to sockets; what is lost is read again.

use chowk_protocol::RoomCode;
use chowk_server::{
    games::record_of,
    journal::{Append, Outcome, Store as _, Stored},
    room::{Guests, Out, Room},
};

use crate::sim::{
    laws::{Law, SessionKey},
    world::{Step, World},
    writer::Job,
};

impl World {
    /// Does to the world what the room says, in order. The server may die between any two of these.
    pub(crate) fn carry_out(&mut self, code: RoomCode, out: Vec<Out>, author: Option<SessionKey>) {
        for out in out {
            if self.crashes_now() {
                return;
            }
            match out {
                Out::Append { append, record } => {
                    self.say(|_| {
                        let body = String::from_utf8_lossy(&append.row.body);
                        format!("room {} row {}: {body}", append.room, append.row.v)
                    });
                    let now = self.time.now();
                    self.laws.made(&append, author, now);
                    if let Some(actor) = self.actor(code) {
                        actor.unsent.push_back((append, record));
                    }
                    self.hand_over(code);
                }
                Out::Tell { to, post } => {
                    self.is_said(code, &post);
                    self.tell(to, code, post);
                }
                Out::Answered { to, direction } => {
                    if let Some(socket) = self.socket(to.n) {
                        socket.outbox.answered(direction);
                    }
                }
                Out::Summary(_) | Out::Reported { .. } => {}
                Out::Gone => return self.forget_room(code),
                Out::Lost => self.lose(code),
                Out::Stopped => self.room_stopped(code),
            }
        }
    }

    /// Gives rows to the writer, in order. The row that ends a match takes its record along, made of the rows on disk.
    pub(super) fn hand_over(&mut self, code: RoomCode) {
        loop {
            let Some(server) = &mut self.server else { return };
            let Some(actor) = server.actors.get_mut(&code) else {
                return;
            };
            let waits = |(_, record): &(Append, Option<_>)| record.is_some() && actor.flying > 0;
            if actor.unsent.front().is_none_or(waits) {
                return;
            }
            let Some((mut append, record)) = actor.unsent.pop_front() else {
                return;
            };
            actor.flying += 1;
            let life = actor.life;
            if let Some((match_id, first_v)) = record {
                let rows = server.writer.store.rows_from(append.room, first_v);
                let Ok(mut rows) = rows else {
                    self.answer(code, life, Outcome::Unknown);
                    continue;
                };
                rows.push(append.row.clone());
                match record_of(&rows) {
                    Ok(kept) => append.besides.push(kept.beside(match_id)),
                    Err(why) => self
                        .laws
                        .break_now(Law::Records, format!("no record can be made: {why}")),
                }
            }
            self.ask_writer(Job::Append { code, life, append });
        }
    }

    /// Rows may be lost: the room is read again as soon as the disk works.
    fn lose(&mut self, code: RoomCode) {
        let Some(server) = &mut self.server else { return };
        let (works, life) = (server.writer.works(), server.next_life());
        let Some(actor) = server.actors.get_mut(&code) else {
            return;
        };
        actor.life = life;
        actor.flying = 0;
        actor.heard.clear();
        actor.unsent.clear();
        actor.is_lost = true;
        actor.is_asked_for = false;
        self.say(|_| format!("room {code} has lost rows"));
        self.laws.see("room lost rows");
        if works {
            self.ask_for_room(code);
        }
    }

    /// Asks for the rows of a room, unless they are on their way.
    pub(crate) fn ask_for_room(&mut self, code: RoomCode) {
        let Some(actor) = self.actor(code) else { return };
        let life = actor.life;
        if !std::mem::replace(&mut actor.is_asked_for, true) {
            self.ask_writer(Job::Open { code, life });
        }
    }

    /// The room's rows are read: it begins, or goes on from there.
    pub(crate) fn room_is_read(&mut self, code: RoomCode, stored: Stored) {
        let now = self.moment();
        let up = self.time.now();
        self.laws.read(&stored, up);
        let (stored, stored_is_rotten) = self.rots(stored);
        let limits = self.plan.limits;
        let Some(server) = &mut self.server else { return };
        let Some(actor) = server.actors.get_mut(&code) else {
            return;
        };
        let mut out = Vec::new();
        let guests = Guests {
            now,
            entropy: &mut server.entropy,
        };
        let v = stored.v();
        let read = match &mut actor.room {
            Some(room) => room.refold(stored, guests, &mut out),
            none @ None => Room::fold(code, stored, limits, guests, &mut out).map(|room| *none = Some(room)),
        };
        actor.is_lost = false;
        actor.read_at_v = Some(v);
        self.say(|_| format!("room {code} is read at {v}"));
        self.laws.see("room read");
        if let Err(why) = read {
            if stored_is_rotten {
                return self.fails(code);
            }
            return self.laws.break_now(Law::Fold, why.to_string());
        }
        self.carry_out(code, out, None);
        self.plan_wake(code);
        self.plan_run(code);
    }

    fn room_stopped(&mut self, code: RoomCode) {
        let Some(server) = &mut self.server else { return };
        server.actors.remove(&code);
        if server.stopping && server.actors.is_empty() {
            self.time.after(0, Step::Stopped(server.era));
        }
    }
}
