//! Refusals: answers to a player. A stable code for programs, a sentence for people.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A refusal as it travels (`refused`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Refusal {
    /// The number of the command that was refused; refused commands do not use it up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub n: Option<u64>,
    /// The stable code.
    pub code: RefusalCode,
    /// A sentence for people.
    pub text: String,
    /// The room's version that this refusal depends on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub v: Option<u64>,
    /// Present where trying again helps: after how many milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_ms: Option<u64>,
    /// The field that was wrong, where one was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
}

impl Refusal {
    /// A refusal with the code's own sentence.
    pub fn new(code: RefusalCode) -> Self {
        Self {
            n: None,
            code,
            text: code.text().to_owned(),
            v: None,
            retry_ms: None,
            field: None,
        }
    }

    /// The same, for the command `n`.
    pub fn to(mut self, n: Option<u64>) -> Self {
        self.n = n;
        self
    }

    /// The same, with another sentence.
    pub fn saying(mut self, text: impl Into<String>) -> Self {
        self.text = text.into();
        self
    }

    /// The same, naming the field that was wrong.
    pub fn in_field(mut self, field: impl Into<String>) -> Self {
        self.field = Some(field.into());
        self
    }

    /// The same, with the wait after which trying again helps.
    pub fn retry_in(mut self, ms: u64) -> Self {
        self.retry_ms = Some(ms);
        self
    }
}

impl From<RefusalCode> for Refusal {
    fn from(code: RefusalCode) -> Self {
        Self::new(code)
    }
}

/// Writes the enum, its codes and its sentences once.
macro_rules! refusals {
    ($($(#[$doc:meta])* $name:ident $code:literal $text:literal;)*) => {
        /// Why something was refused. The codes are stable; new ones may be added.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
        pub enum RefusalCode {
            $(#[doc = $text] #[serde(rename = $code)] $name,)*
        }

        impl RefusalCode {
            /// All codes, in the order of the documentation.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// The stable code.
            pub fn code(self) -> &'static str {
                match self { $(Self::$name => $code,)* }
            }

            /// The sentence for people.
            pub fn text(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }
        }
    };
}

refusals! {
    Malformed "malformed" "This message could not be read.";
    UnknownMessage "unknown_message" "There is no message of this name.";
    NotAWish "not_a_wish" "A client sends wishes; places, speeds and times are for the server to say.";
    HelloFirst "hello_first" "The first message of a socket is hello.";
    HelloTwice "hello_twice" "This socket has said hello already.";
    VersionNotSpoken "version_not_spoken" "This server speaks version 1 of the protocol only.";
    TooFast "too_fast" "Too many messages at once; wait a little.";
    TooManyTries "too_many_tries" "Too many wrong room codes from this address; wait a little.";
    Stopping "stopping" "The server is stopping and takes no new rooms; matches go on after the restart.";
    RoomsFull "rooms_full" "This server has as many rooms as it may hold.";
    NoSuchRoom "no_such_room" "There is no room of this code; perhaps it has ended.";
    ElsewhereRoom "elsewhere" "This socket is in a room already; one socket serves one room.";
    NotInRoom "not_in_room" "Create, join or watch a room first.";
    RoomFull "room_full" "Every chair of this room is taken; you may watch.";
    ChairTaken "chair_taken" "This chair is taken.";
    NoSuchChair "no_such_chair" "This room has no such chair.";
    ForeignToken "foreign_token" "This token belongs to no seat of this room.";
    NoWatching "no_watching" "This room is closed to watchers.";
    WatchersFull "watchers_full" "This room has as many watchers as it may hold.";
    WatchersOnlySee "watchers_only_see" "A watcher sees and does not play.";
    BadName "bad_name" "A name has 1 to 20 characters, without control, direction or invisible ones.";
    UnknownPreset "unknown_preset" "There is no preset of this name.";
    ImpossibleRules "impossible_rules" "This rule set cannot be played.";
    NotYet "not_yet" "This is planned and not built yet.";
    BadChairs "bad_chairs" "Chowka-bara has two to four chairs, four stones has five.";
    NotHost "not_host" "Only the host may do this.";
    NoSuchBrain "no_such_brain" "There is no house bot of this name.";
    NotNow "not_now" "This cannot be done at this stage of the room.";
    Locked "locked" "The table is locked: seats and rules stand until the match has ended.";
    BadTip "bad_tip" "A chain has 1 to 65536 links.";
    TipSeen "tip_seen" "This tip was shown before; make a new chain for each match.";
    WrongLink "wrong_link" "This link does not fit the one shown before; nothing was drawn.";
    LinkMissing "link_missing" "This seat has links left: a throw must carry the next one, or say no_chain first.";
    NoLinksLeft "no_links_left" "This seat throws without links now; send the throw without one.";
    Gap "gap" "A command number was left out; number them one by one.";
    TooOld "too_old" "This command is older than the answers that are kept.";
    Answered "answered" "This question has been answered already.";
    AlreadyPlayed "already_played" "The only move there was has been played for you.";
    NotYourTurn "not_your_turn" "It is somebody else's turn.";
    NothingThrown "nothing_thrown" "Throw first.";
    AlreadyThrown "already_thrown" "You have thrown; choose a pawn.";
    NoSuchPawn "no_such_pawn" "You have no pawn of this number.";
    NotInHand "not_in_hand" "You have no such value to spend.";
    Finished "finished" "This pawn is in the centre already.";
    NoEntry "no_entry" "This value does not bring a pawn onto the board.";
    Overshoot "overshoot" "The centre needs an exact throw.";
    NoHitRight "no_hit_right" "You must hit somebody before you may enter the inner rim.";
    OwnPawn "own_pawn" "Your own pawn is on that square.";
    NotPlaying "not_playing" "You are not playing this match any more.";
    WrongGame "wrong_game" "This message belongs to another game.";
    NotYours "not_yours" "That is not yours to do.";
    NoStone "no_stone" "No stone lies in the circle.";
    OutOfReach "out_of_reach" "The circle is out of your reach.";
    TooSoon "too_soon" "You are still picking up a stone.";
    NothingToGive "nothing_to_give" "You hold no stone.";
    LastStone "last_stone" "You hold only one stone.";
    NotTogether "not_together" "You are not in the same box.";
    HasStone "has_stone" "That runner has a stone already.";
    BadChoice "bad_choice" "Gumpu needs a box: SW, SE, NE or NW.";
    BadDirection "bad_direction" "Each part of a direction is -127 to 127.";
    BadStep "bad_step" "A step has 5 to 60 ticks, and only four stones has steps.";
    NoTag "no_tag" "Nobody has been tagged here yet.";
    NoSuchPhrase "no_such_phrase" "There is no phrase of this key.";
    Busy "busy" "The room is waiting for its disk; try again in a moment.";
    Paused "paused" "The room is paused; try again in a moment.";
    BadSeries "bad_series" "A series is the best of 1, 3 or 5 matches.";
    Removed "removed" "The host has asked you to leave this table.";
    NotAway "not_away" "This seat plays for itself; only an absent one is handed to a bot.";
    Draining "draining" "The server closes for the evening: no new match starts, running ones are played to their end.";
    PasswordNeeded "password_needed" "This server wants a password.";
    WrongPassword "wrong_password" "This is not the server's password.";
    Kicked "kicked" "The operator has closed this connection.";
    Banned "banned" "The operator has closed this server to your address.";
    RoomFailed "room_failed" "This room has failed and is kept for the operator to look at; other rooms go on.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_on_the_wire_is_the_code() {
        for &code in RefusalCode::ALL {
            assert_eq!(serde_json::to_value(code).unwrap(), code.code());
            assert!(code.text().ends_with('.'), "{code:?} is a sentence");
        }
    }
}
