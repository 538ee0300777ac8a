//! What clients say: each checks by itself all that it is told, and is never told that it did what it did not.

use chowk_cli::client::{Client, Counts, Fault, Happening, Reason, Wish};
use chowk_protocol::{CloseCode, RoomCode};
use chowk_server::room::Room;

use super::{Law, Laws};
use crate::sim::end::Surroundings;

/// What the server refuses only to a client that is wrong about what it was told.
const NEVER: [&str; 25] = [
    "malformed",
    "unknown_message",
    "hello_first",
    "hello_twice",
    "not_in_room",
    "elsewhere",
    "watchers_only_see",
    "bad_tip",
    "tip_seen",
    "wrong_link",
    "link_missing",
    "no_links_left",
    "gap",
    "too_old",
    "nothing_thrown",
    "already_thrown",
    "no_such_pawn",
    "not_in_hand",
    "no_entry",
    "overshoot",
    "no_hit_right",
    "own_pawn",
    "wrong_game",
    "bad_direction",
    "bad_choice",
];

impl Laws {
    /// A client says that something happened. `healthy` is whether its socket is.
    pub(crate) fn client_says(&mut self, tab: usize, client: &Client, happening: &Happening, healthy: bool) {
        self.ask(&[Law::Fair, Law::Honest]);
        match happening {
            Happening::Acked {
                n, v, answer, resent, ..
            } => {
                if *resent {
                    self.see("command sent again and acknowledged");
                }
                let all = client.room().and_then(|code| self.number(code)?.stored.get(v));
                let same_client = |stored: &&super::model::StoredAnswer| stored.cid == client.identity().cid;
                let stored = all.and_then(|all| all.iter().find(same_client)).copied();
                let same = stored.is_some_and(|stored| {
                    (Some(stored.chair), stored.cid) == (client.chair(), client.identity().cid)
                        && (stored.n, stored.answer) == (*n, *answer)
                });
                if !same {
                    let why = format!("tab {tab} heard that command {n} was applied at {v}, on disk is {stored:?}");
                    self.break_now(Law::ExactlyOnce, why);
                }
            }
            Happening::Refused {
                wish: Some(wish), code, ..
            } if NEVER.contains(&code.as_str()) && !matches!(wish, Wish::Raw(_)) => {
                if code != "tip_seen" || self.is_refused_again(tab, client) {
                    self.break_now(Law::Honest, format!("tab {tab}: {wish:?} is refused: {code}"));
                }
            }
            Happening::Unfair(fault) if is_serious(fault, healthy) => {
                self.break_now(Law::Fair, format!("tab {tab}: {fault}"));
            }
            Happening::Checked(verdict) if verdict.faults.iter().any(|fault| is_serious(fault, false)) => {
                self.break_now(Law::Fair, format!("tab {tab}: {verdict}"));
            }
            Happening::Healing => self.break_now(Law::Views, format!("tab {tab} must ask for a snapshot")),
            Happening::Garbage(what) => self.break_now(Law::Views, format!("tab {tab} hears no message: {what}")),
            Happening::Unfair(_)
            | Happening::Checked(_)
            | Happening::Refused { .. }
            | Happening::Welcome { .. }
            | Happening::Notice(_)
            | Happening::Aside { .. }
            | Happening::Seated { .. }
            | Happening::Changed { .. }
            | Happening::Around
            | Happening::Motion { .. }
            | Happening::Film { .. }
            | Happening::Dropped { .. } => {}
        }
    }

    /// A ready that was on its way when a socket broke is sent again as it was; its attempt may be over by then. The next
    /// one is for the attempt at hand.
    fn is_refused_again(&mut self, tab: usize, client: &Client) -> bool {
        let id = client.table().and_then(|table| table.match_id()).unwrap_or_default();
        !self.tips_refused.insert((tab, id.to_owned()))
    }

    /// What a client has counted: nothing of this may ever happen.
    pub(crate) fn client_counts(&mut self, tab: usize, client: &Client) {
        self.ask(&[Law::Healthy]);
        let counts: &Counts = client.counts();
        // With a seat that was given up go its answers.
        let forgotten = if counts.forgotten > 0 && self.has_given_up(client) {
            0
        } else {
            counts.forgotten
        };
        for (law, count, what) in [
            (Law::Views, counts.mismatches, "views were not the server's"),
            (Law::Versions, counts.gaps, "diffs did not follow"),
            (
                Law::Durable,
                counts.went_back,
                "snapshots were older than what was told",
            ),
            (Law::ExactlyOnce, forgotten, "acknowledged commands were forgotten"),
            (Law::Views, counts.garbage, "frames were no messages"),
        ] {
            if count > 0 {
                self.break_now(law, format!("tab {tab}: {count} {what}"));
            }
        }
    }

    /// A client has ended; `alone` is whether no other tab ever had its secret, `behaves`
    /// whether its player sent only what clients send.
    pub(crate) fn client_ends(&mut self, tab: usize, client: &Client, reason: &Reason, alone: bool, behaves: bool) {
        let buried = client
            .room()
            .and_then(|code| self.number(code))
            .is_some_and(|model| model.is_buried);
        let failed = client
            .room()
            .and_then(|code| self.number(code))
            .is_none_or(|model| model.has_failed);
        let removed = client
            .room()
            .and_then(|code| self.number(code))
            .is_some_and(|model| model.has_removed);
        let fine = match reason {
            Reason::Left => true,
            Reason::Closed { code, .. } => match code {
                CloseCode::Bye => true,
                CloseCode::RoomGone => buried,
                CloseCode::TakenOver => !alone,
                CloseCode::RoomFailed => failed,
                CloseCode::Policy => !behaves,
                CloseCode::TooBig | CloseCode::Restart | CloseCode::TooSlow | CloseCode::VersionNotSpoken => false,
            },
            Reason::Refused { code, .. } => match code.as_str() {
                "no_such_room" => buried,
                "removed" => removed,
                "room_failed" => failed,
                "foreign_token" | "room_full" | "locked" | "watchers_full" => true,
                _ => false,
            },
            Reason::GaveUp { .. } | Reason::Version(_) | Reason::OtherRoom { .. } | Reason::Garbage(_) => false,
        };
        if !fine {
            self.break_now(Law::Healthy, format!("tab {tab} ended: {reason}"));
        }
    }

    /// At the end: what a client sees is the room's view, who it believes to be there is there, and it was answered
    /// as many commands as were applied.
    pub(crate) fn sees(&mut self, tab: usize, client: &Client, room: &Room, around: &Surroundings) {
        let (view, _) = room.view();
        let same = client
            .table()
            .is_some_and(|table| table.v == room.v() && table.view == view);
        if !same {
            let seen = client.table().map(|table| table.v);
            let why = format!("tab {tab} sees version {seen:?} and not the room's {}", room.v());
            self.break_now(Law::Views, why);
        }
        self.ask(&[Law::Views, Law::Around, Law::ExactlyOnce]);
        self.is_surrounded_by(tab, client, around);
        self.was_answered(tab, client);
    }

    fn is_surrounded_by(&mut self, tab: usize, client: &Client, real: &Surroundings) {
        let told = client.around().map(|(around, _)| around.clone()).unwrap_or_default();
        let here = told.chairs.iter().filter(|(_, here)| **here).map(|(chair, _)| *chair);
        if here.ne(real.chairs.iter().copied()) || told.watchers as usize != real.watchers || told.paused.is_some() {
            self.break_now(Law::Around, format!("tab {tab} was told {told:?}, there are {real:?}"));
        }
    }

    fn was_answered(&mut self, tab: usize, client: &Client) {
        let cid = client.identity().cid;
        let models = self.models.values();
        let stored = models.flat_map(|model| model.stored.values().flatten());
        let applied = stored.filter(|stored| stored.cid == cid).count() as u64;
        let heard = client.counts().acked;
        if applied != heard && !self.has_given_up(client) {
            let why = format!("{applied} commands of tab {tab} were applied, and it heard of {heard}");
            self.break_now(Law::ExactlyOnce, why);
        }
    }

    /// Whether a seat that this client held was given up.
    fn has_given_up(&self, client: &Client) -> bool {
        let cid = client.identity().cid;
        self.models.values().any(|model| model.given_up.contains(&cid))
    }

    fn number(&self, code: RoomCode) -> Option<&super::Model> {
        self.models.get(self.numbers.get(&code)?)
    }
}

/// A client that sent its link in time cannot know that its socket swallowed it.
fn is_serious(fault: &Fault, healthy: bool) -> bool {
    healthy || !matches!(fault, Fault::ClockDespiteLink { .. })
}
