//! Matches played by the project's own client against the house of the session target: what was sent, said and written.

use std::fmt::Write as _;

use chowk_bots::Brain;
use chowk_cli::{
    brain::{AnyBrain, AnyPlayer},
    client::{Client, Happening, Output, Wish},
};
use chowk_protocol::{GameKind, Limits, ServerInfo, ServerMsg};
use chowk_server::journal::Append;

use super::{
    super::{client, session::House},
    Seeds,
};

/// A match: what it began with, what happened, and who saw it.
struct Match {
    words: &'static [u8],
    script: String,
    told: Vec<String>,
    house: House,
    client: Client,
    bot: AnyPlayer,
    heard: usize,
    over: bool,
}

/// How far matches are played: lines of the script.
const SHORT: usize = 60;
const LONG: usize = 260;

pub(super) fn sessions() -> Seeds {
    let mut seeds = Vec::new();
    for words in [&b"c"[..], b"s", b"t", b"q"] {
        for most in [12, SHORT, LONG] {
            seeds.push(Match::play(words, most).script.into_bytes());
        }
    }
    let hand = include_str!("session.txt");
    seeds.extend(hand.split("\n\n").map(|text| text.trim().as_bytes().to_vec()));
    seeds
}

pub(super) fn frames() -> Seeds {
    let mut seeds = Vec::new();
    for words in [&b"c"[..], b"s", b"t", b"q", b"ca"] {
        for most in [12, SHORT, LONG] {
            let played = Match::play(words, most);
            let mut text = String::from_utf8_lossy(words).into_owned();
            for frame in played.told.iter().take(80) {
                let _ = write!(text, "\n{frame}");
            }
            seeds.push(text.clone().into_bytes());
            // The same with hashes that are right whatever is changed.
            seeds.push(without_hashes(&text).into_bytes());
        }
    }
    let hand = include_str!("client.txt");
    seeds.extend(hand.split("\n\n").map(|text| text.trim().as_bytes().to_vec()));
    seeds
}

pub(super) fn rows() -> Seeds {
    let mut seeds = Vec::new();
    for words in [&b"c"[..], b"s", b"t", b"q"] {
        for most in [12, SHORT, LONG] {
            let house = Match::play(words, most).house;
            let bodies = |rows: &[chowk_server::journal::Row]| {
                let mut text = Vec::new();
                for row in rows {
                    text.extend_from_slice(&row.body);
                    text.push(b'\n');
                }
                text
            };
            seeds.push(bodies(&house.rows));
            seeds.push(bodies(&house.rows[..house.rows.len().min(6)]));
            if let Some(base) = house.bases.first() {
                let mut text = format!("={} ", base.v).into_bytes();
                text.extend_from_slice(&base.body);
                text.push(b'\n');
                let after: Vec<_> = house.rows.iter().filter(|row| row.v > base.v).cloned().collect();
                text.extend(bodies(&after));
                seeds.push(text);
            }
        }
    }
    seeds
}

pub(super) fn appends() -> Vec<Append> {
    Match::play(b"c", 2_000).house.appended
}

/// Every hash in the frames as the one that the client target puts right.
fn without_hashes(text: &str) -> String {
    let mut parts = text.split("\"hash\":\"");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain.push_str("\"hash\":\"0000000000000000");
        plain.push_str(part.get(16..).unwrap_or_default());
    }
    plain
}

impl Match {
    /// Plays a match against bots of the house, at most so many lines long.
    fn play(words: &'static [u8], most: usize) -> Self {
        let brain = match words.first() {
            Some(b's' | b't') => AnyBrain::usual(GameKind::Stones),
            Some(_) | None => AnyBrain::Board(Brain::Bold),
        };
        let mut game = Self {
            words,
            script: String::new(),
            told: Vec::new(),
            house: House::new(),
            client: Client::new(client::identity(), client::intent(words), client::settings()),
            bot: AnyPlayer::new(brain, 11),
            heard: 0,
            over: false,
        };
        game.client.connected(game.house.now());
        game.look();
        let welcome = ServerMsg::Welcome {
            protocol: chowk_protocol::PROTOCOL,
            server: ServerInfo {
                name: "Under the neem".into(),
                version: "0.1.0".into(),
                motd: None,
            },
            seal: String::new(),
            now: 0,
            limits: limits(),
            resumed: None,
            reason: None,
        };
        game.hear(&welcome.encode());
        while game.lines() < most && !game.over {
            if !game.look() {
                let wait = game
                    .house
                    .due()
                    .map_or(1_000, |due| due.saturating_sub(game.house.now()).max(1));
                game.happens(&format!("+{wait}"));
            }
        }
        game
    }

    fn lines(&self) -> usize {
        self.script.lines().count()
    }

    fn happens(&mut self, line: &str) {
        let _ = writeln!(self.script, "{line}");
        self.house.happens(line.as_bytes());
    }

    fn hear(&mut self, frame: &str) {
        self.told.push(frame.to_owned());
        self.client.received(frame, self.house.now());
    }

    /// Carries to and fro what there is; whether there was anything.
    fn look(&mut self) -> bool {
        let mut any = false;
        while let Some(output) = self.client.poll() {
            any = true;
            match output {
                Output::Send(text) => self.happens(&format!("0{text}")),
                Output::Told(happening) => self.answer(&happening),
                Output::End(_) => self.over = true,
                Output::HangUp | Output::Reconnect { .. } => {}
            }
        }
        while let Some(frame) = self.house.told.get(self.heard).cloned() {
            any = true;
            self.heard += 1;
            self.hear(&frame);
        }
        any
    }

    fn answer(&mut self, happening: &Happening) {
        if let Happening::Seated { again: false, .. } = happening {
            let chairs = if matches!(self.words.first(), Some(b's' | b't')) {
                5
            } else {
                2
            };
            for chair in 1..chairs {
                let brain = if chairs == 5 { "fox" } else { "careful" };
                let _ = self.client.command(Wish::AddBot {
                    chair,
                    brain: brain.into(),
                });
            }
        }
        if matches!(happening, Happening::Checked(_)) {
            self.over = true;
        }
        self.bot.ready_if_due(&mut self.client);
        match &mut self.bot {
            AnyPlayer::Board(player) => {
                let _ = player.answer(&mut self.client);
            }
            AnyPlayer::Court(player) => {
                player.play(&mut self.client);
            }
        }
    }
}

fn limits() -> Limits {
    Limits {
        frame_bytes: 16_384,
        frames_per_s: 60,
        frames_per_s_close: 300,
        bad_per_10s: 20,
        rows_ahead: 64,
        queue: 256,
        watchers: 20,
        name_graphemes: 20,
        room_idle_s: 1_800,
        match_idle_s: 86_400,
        ping_s: 20,
    }
}
