//! The answer that is stated for each abuse, on the protocol's page, among the settings, and in the contract.

use std::collections::BTreeMap;

use super::{Abuse, Answers, CONNECTIONS, CROWD, REQUESTS, SOCKETS, TRIES};

/// What a server answers to an abuse, done once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stated {
    /// Where that is stated.
    pub page: &'static str,
    /// Each answer that may be given, with the least and the most of them.
    pub answers: Vec<(&'static str, u64, u64)>,
    /// Closes with this code that the server counts at least, where the abuser cannot hear them.
    pub closes: Option<(u16, u64)>,
}

const SETTINGS: &str = "SETTINGS.md, hello";
const TRIED: &str = "SETTINGS.md, wrong_codes";
const REFUSED: &str = "contract 21; close 1008";
const SLOW: &str = "contract 23; close 1013";
const BIG: &str = "close 1009";
const PACE: &str = "SETTINGS.md, requests, max_per_addr";

/// A thousand tries take a few seconds, in which wrong codes become free again: one each twelve seconds.
const CODES_MOST: u64 = 5 + 3;
/// Requests that are answered at once, and those of the seconds that so many of them take: who is too fast waits for each answer
/// a quarter of a second.
const PACED_MOST: u64 = 2 * REQUESTS as u64 / 3;

impl Abuse {
    /// What is stated.
    pub fn stated(self) -> Stated {
        let sockets = SOCKETS as u64;
        let (page, answers): (_, Vec<_>) = match self {
            Self::SlowHeads => (SETTINGS, vec![("cut", sockets, sockets)]),
            Self::UnreadAnswers => ("SETTINGS.md, write_wait", vec![("cut", sockets, sockets)]),
            Self::SlowHellos => (SETTINGS, vec![("close 1008", sockets, sockets)]),
            Self::SlowFrames => (SLOW, vec![("close 1013", sockets, sockets)]),
            Self::NeverReads => (SLOW, vec![("cut", sockets, sockets)]),
            // One address has 64 connections at once, and of them 20 sockets; it asks 60 times at once.
            Self::CrowdOfOne => (
                PACE,
                vec![
                    ("close 1008", 1, sockets),
                    ("status 429", 1, CROWD as u64),
                    ("cut", 0, CROWD as u64),
                ],
            ),
            // All have a socket for whom there is a place: there are a thousand, and other people have some of them.
            Self::Crowd => (
                SETTINGS,
                vec![
                    ("close 1008", CROWD as u64 * 9 / 10, CROWD as u64),
                    ("status 503", 0, CROWD as u64 / 10),
                    ("cut", 0, CROWD as u64 / 10),
                ],
            ),
            Self::Flood => (
                REFUSED,
                vec![
                    ("close 1008", sockets, sockets),
                    ("refused too_fast", sockets, sockets * 2_000),
                ],
            ),
            Self::Pings | Self::EmptyPieces => (REFUSED, vec![("close 1008", sockets, sockets)]),
            Self::Garbage | Self::Bytes | Self::DeepJson => (
                REFUSED,
                vec![
                    ("close 1008", sockets, sockets),
                    ("refused malformed", sockets * 21, sockets * 21),
                ],
            ),
            Self::Pieces | Self::BigFrames => (BIG, vec![("close 1009", sockets, sockets)]),
            Self::Codes => (
                TRIED,
                vec![
                    ("refused no_such_room", 1, CODES_MOST),
                    ("refused too_many_tries", TRIES as u64 / 2, TRIES as u64),
                    ("refused too_fast", 0, TRIES as u64),
                ],
            ),
            Self::Tokens => (
                PACE,
                vec![
                    ("resumed false: foreign_token", 1, PACED_MOST),
                    ("status 429", 1, TRIES as u64),
                    ("cut", 0, TRIES as u64),
                ],
            ),
            Self::Requests => (
                PACE,
                vec![
                    ("status 200", 1, PACED_MOST),
                    ("status 429", REQUESTS as u64 / 3, REQUESTS as u64),
                ],
            ),
            Self::Connections => (SETTINGS, vec![("cut", CONNECTIONS as u64, CONNECTIONS as u64)]),
        };
        Stated {
            page,
            answers,
            closes: (self == Self::NeverReads).then_some((1013, sockets)),
        }
    }

    /// What is answered otherwise than stated, when it was done so often.
    pub fn wrong(self, answers: &Answers, times: u64) -> Vec<String> {
        let stated = self.stated();
        let known: BTreeMap<_, _> = stated
            .answers
            .iter()
            .map(|(what, least, most)| (*what, (*least, *most)))
            .collect();
        let strange = answers.iter().filter(|(what, _)| !known.contains_key(what.as_str()));
        let mut wrong: Vec<String> = strange
            .map(|(what, count)| {
                format!(
                    "{self}: {count} times {what}, which is stated nowhere ({})",
                    stated.page
                )
            })
            .collect();
        for (what, (least, most)) in known {
            let count = answers.get(what).copied().unwrap_or(0);
            if count < least * times || count > most * times {
                wrong.push(format!(
                    "{self}: {count} times {what}, and not {least} to {most} ({})",
                    stated.page
                ));
            }
        }
        wrong
    }
}
