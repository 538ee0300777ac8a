//! `say` and `kick`: words for those who are here, and the door for one of them.

use bytes::Bytes;
use chowk_protocol::{ChairKind, ChairNo, CloseCode, RefusalCode, ServerMsg};

use super::{Steward, Told, put, request::No, status::stage_name};
use crate::room::{End, Order, Post, Report, SessionId, SessionReport};

/// Most letters of a notice.
const NOTICE_CHARS_MAX: usize = 400;

/// Whom a command means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Whom {
    /// Who sits there; the first chair is 0 here, as in the protocol, and 1 in what people read and type.
    Chair(ChairNo),
    /// A session.
    Session(u64),
}

impl Whom {
    /// Reads `2` or `s17`.
    pub(super) fn read(text: &str) -> Result<Self, No> {
        let session = text.strip_prefix(['s', 'S']).and_then(|number| number.parse().ok());
        let chair = text.parse().ok().and_then(|chair: ChairNo| chair.checked_sub(1));
        let read = session.map(Self::Session).or(chair.map(Self::Chair));
        read.ok_or_else(|| {
            let words = "Say whom by a chair, the first being 1, or by a session as `room` lists it (s17).";
            No::new("bad_request", words)
        })
    }

    /// The session that is meant, if it is in the room.
    pub(super) fn session(self, report: &Report) -> Option<&SessionReport> {
        report.sessions.iter().find(|session| match self {
            Self::Chair(chair) => session.chair == Some(chair),
            Self::Session(number) => session.id.n == number,
        })
    }
}

impl Steward {
    pub(super) async fn say(&self, room: Option<&str>, text: &str) -> Result<Told, No> {
        let text = clean_notice(text)?;
        let outboxes = &self.house.lobby.world().outboxes;
        let frame = Bytes::from(ServerMsg::Notice { text: text.clone() }.encode());
        let heard = match room {
            None => outboxes.notify(None, &frame),
            Some(code) => {
                let report = self.look(&self.find(code)?).await?;
                let those: Vec<SessionId> = report.sessions.iter().map(|session| session.id).collect();
                outboxes.notify(Some(&those), &frame)
            }
        };
        tracing::info!(heard, "the operator has said something");
        let mut told = Told::new();
        put(&mut told, "text", text);
        put(&mut told, "heard", heard);
        Ok(told)
    }

    pub(super) async fn kick(&self, code: &str, whom: &str) -> Result<Told, No> {
        let whom = Whom::read(whom)?;
        let handle = self.find(code)?;
        let report = self.look(&handle).await?;
        let chair = match whom {
            Whom::Chair(chair) => Some(chair),
            Whom::Session(_) => match whom.session(&report) {
                Some(session) => session.chair,
                None => return Err(No::new("nobody_there", "No such session is in this room; see `room`.")),
            },
        };
        let mut told = Told::new();
        put(&mut told, "room", report.code.to_string());
        match (chair, whom.session(&report)) {
            (None, Some(watcher)) => {
                let end = End::because(CloseCode::Policy, RefusalCode::Kicked);
                self.house.lobby.world().outboxes.tell(watcher.id, Post::Close(end));
                put(&mut told, "session", watcher.id.n);
                put(&mut told, "name", watcher.name.clone());
            }
            (None, None) => return Err(No::new("nobody_there", "No such session is in this room; see `room`.")),
            (Some(chair), _) => {
                let sitter = report.chairs.get(usize::from(chair));
                let Some(sitter) = sitter.filter(|sitter| sitter.kind != ChairKind::Empty) else {
                    return Err(No::new("nobody_there", "Nobody sits on this chair; see `room`."));
                };
                let stage = stage_name(&report.summary);
                if sitter.kind == ChairKind::House && stage == "playing" {
                    let words = "A bot of the house plays its match to the end; `end` ends the room.";
                    return Err(No::new("not_now", words));
                }
                if handle.order(Order::Kick { chair }).await.is_err() {
                    return Err(No::new("no_such_room", "The room has just ended."));
                }
                self.look(&handle).await?;
                put(&mut told, "chair", chair);
                put(&mut told, "name", sitter.name.clone());
                put(&mut told, "in_match", sitter.plays);
            }
        }
        tracing::info!(room = report.no, chair, "the operator has put somebody out");
        Ok(told)
    }
}

/// The words in one line, without what moves or hides letters.
fn clean_notice(text: &str) -> Result<String, No> {
    let hidden = |letter: char| {
        letter.is_control()
            || matches!(letter, '\u{200B}' | '\u{200E}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}')
    };
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text: String = line.chars().filter(|letter| !hidden(*letter)).collect();
    if text.trim().is_empty() {
        return Err(No::new("bad_request", "There are no words to say."));
    }
    if text.chars().count() > NOTICE_CHARS_MAX {
        let words = format!("A notice has at most {NOTICE_CHARS_MAX} letters.");
        return Err(No::new("bad_request", words));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_one_line_and_whom_is_read() {
        assert_eq!(clean_notice(" a \n b\u{202E}\u{1b}[2J ").unwrap(), "a b[2J");
        assert!(clean_notice("\n\u{200B}").is_err());
        assert!(clean_notice(&"x".repeat(401)).is_err());
        assert_eq!(Whom::read("2"), Ok(Whom::Chair(1)));
        assert_eq!(Whom::read("s17"), Ok(Whom::Session(17)));
        for bad in ["", "s", "0", "-1", "300", "two"] {
            assert!(Whom::read(bad).is_err(), "{bad}");
        }
    }
}
