//! Quick play: the first listed room of a preset that has a free chair, else a new one. Nothing is reserved: the room
//! itself says whether the chair is still free, and whoever comes too late asks again.

use chowk_protocol::{Refusal, RefusalCode, RoomCode, Stage};

use super::{Created, Lobby};
use crate::{
    http::Address,
    room::{Caller, RoomHandle, Summary, creator_of},
    session::QuickWish,
};

/// When to ask again, while rooms are still telling what they are.
const ASK_AGAIN_MS: u64 = 100;

impl Lobby {
    /// A place at a table: the one that this token has already (contract 10), one that is free, or a new one.
    ///
    /// # Errors
    /// `busy` while listed rooms wake or a new one opens; else as [`Lobby::create`].
    pub fn quick(&self, wish: QuickWish, caller: Caller, from: Address) -> Result<Created, Refusal> {
        let directory = &self.world().directory;
        for code in directory.asleep(true) {
            self.locate(code);
        }
        let holder = creator_of(&wish.room.token);
        if let Some(handle) = directory.seat_of(&holder).and_then(|code| self.awake(code)) {
            return Ok(Created::Again(handle));
        }
        if self.is_stopping() {
            return Err(Refusal::new(RefusalCode::Stopping));
        }
        if self.is_draining() {
            return Err(Refusal::new(RefusalCode::Draining));
        }
        // A room that is just being opened may be the very table that is looked for: two who come at the same moment
        // meet at one table.
        if directory.waking() > 0 {
            return Err(Refusal::new(RefusalCode::Busy).retry_in(ASK_AGAIN_MS));
        }
        let lines = directory.listed();
        let free = lines.iter().filter(|line| fits(line, &wish));
        if let Some(handle) = free.map(|line| line.code).find_map(|code| self.awake(code)) {
            return Ok(Created::Again(handle));
        }
        self.create(Box::new(wish.room), caller, from)
    }

    fn awake(&self, code: RoomCode) -> Option<RoomHandle> {
        match self.locate(code) {
            super::Located::Here(handle) => Some(handle),
            super::Located::Failed | super::Located::Elsewhere(_) | super::Located::Nowhere => None,
        }
    }
}

/// Whether somebody waits there for just such a guest.
fn fits(line: &Summary, wish: &QuickWish) -> bool {
    let among_people = !line.fill && line.house == 0 && line.bots == 0;
    line.stage == Stage::Gathering
        && line.free > 0
        && line.here > 0
        && line.game == wish.room.game
        && line.preset == wish.room.preset
        && line.step == wish.room.step
        && wish.chairs.is_none_or(|chairs| chairs == line.chairs)
        && wish.clock.is_none_or(|clock| clock == line.clock)
        && (wish.bots || among_people)
}
