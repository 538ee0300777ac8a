//! What a client hears: frames of a server that says anything, in the client core, on a player's screen, and by a bot.

use chowk_bots::Brain;
use chowk_cli::{
    address::Address,
    brain::{AnyBrain, AnyPlayer},
    client::{AnyTable, Client, Happening, Identity, Intent, NewRoom, Output, Settings, Sk, Wish},
    tui::{
        key::Key,
        paint::{Colours, Paint},
        screen::Screen,
    },
};
use chowk_protocol::{ClientKind, ClientMsg, GameKind, Hex, RoomCode, patch};
use ratatui::{buffer::Buffer, layout::Rect};
use serde_json::{Value, json};

/// How many frames a screen is drawn after.
const DRAWN_EVERY: usize = 12;
/// In place of a hash: the one that is right. A server may lie consistently.
const RIGHT: &str = "0000000000000000";

/// The first line says what the client came for; each other is a frame, or after `!` something else that happens: `c` and
/// `d` the socket comes and goes, `t` time passes, `w` a wish, `k` a key, `r` a message of somebody else's.
pub(super) fn read(bytes: &[u8]) {
    let mut lines = super::lines(bytes);
    let mut guest = Guest::new(lines.next().unwrap_or_default());
    for (no, line) in lines.take(300).enumerate() {
        match line.split_first() {
            Some((b'!', rest)) => guest.happens(rest),
            Some(_) | None => guest.hears(line),
        }
        if no % DRAWN_EVERY == 0 {
            guest.draw();
        }
    }
    guest.draw();
}

struct Guest {
    client: Client,
    screen: Screen,
    bot: AnyPlayer,
    now: u64,
    /// Whether something was sent as somebody else wrote it.
    raw: bool,
}

pub(super) fn identity() -> Identity {
    Identity {
        sk: Sk::from_bytes([7; 32]),
        cid: Hex([3; 8]),
    }
}

pub(super) fn settings() -> Settings {
    Settings {
        links: 40,
        ..Settings::new(ClientKind::Person, 5)
    }
}

pub(super) fn intent(words: &[u8]) -> Intent {
    let code: RoomCode = "7KQM3FXP".parse().expect("a code");
    let name = "Asha".to_owned();
    match words {
        [b'q', ..] => Intent::Quick(AnyTable {
            name,
            preset: "pagdi".into(),
            chairs: None,
            clock: None,
            people_only: false,
        }),
        [b'j', ..] => Intent::Join {
            code,
            name,
            chair: None,
        },
        [b'w', ..] => Intent::Watch { code, name: None },
        [first, ..] => {
            let court = *first == b's' || *first == b't';
            Intent::Create(NewRoom {
                name,
                game: if court { GameKind::Stones } else { GameKind::Chowka },
                preset: Some(if court { "four-stones" } else { "pagdi" }.into()),
                rules: None,
                chairs: if court { 5 } else { 2 },
                clock: None,
                listed: false,
                watch: true,
                best_of: None,
                fill: false,
                step: (*first == b't').then_some(10),
                still: false,
            })
        }
        [] => intent(b"j"),
    }
}

impl Guest {
    fn new(words: &[u8]) -> Self {
        let server: Address = chowk_cli::SERVER.parse().expect("an address");
        let paint = Paint {
            ascii: words.get(1) == Some(&b'a'),
            colours: Colours::None,
        };
        let brain = match words.first() {
            Some(b's' | b't') => AnyBrain::usual(GameKind::Stones),
            Some(_) | None => AnyBrain::Board(Brain::Careful),
        };
        let mut guest = Self {
            client: Client::new(identity(), intent(words), settings()),
            screen: Screen::new(server, paint, Vec::new(), true),
            bot: AnyPlayer::new(brain, 3),
            now: 1,
            raw: false,
        };
        guest.client.connected(1);
        guest.looks();
        guest
    }

    /// A frame comes.
    fn hears(&mut self, line: &[u8]) {
        let Ok(text) = std::str::from_utf8(line) else { return };
        let before = self.client.counts().mismatches;
        let (text, is_right) = self.made_right(text);
        self.now += 1;
        self.client.received(&text, self.now);
        if is_right {
            assert_eq!(
                self.client.counts().mismatches,
                before,
                "a right hash is found wrong: {text}"
            );
        }
        self.looks();
    }

    /// Something else happens.
    fn happens(&mut self, words: &[u8]) {
        let Some((first, rest)) = words.split_first() else {
            return;
        };
        let rest = std::str::from_utf8(rest).unwrap_or_default();
        self.now += 1;
        match first {
            b'c' => self.client.connected(self.now),
            b'd' => self.client.disconnected(self.now, rest.parse().ok()),
            b't' => {
                self.now += rest.parse::<u64>().unwrap_or(1_000).min(1_000_000);
                self.client.tick(self.now);
            }
            b'w' => self.wishes(rest),
            b'k' => {
                for letter in rest.chars().take(8) {
                    let key = match letter {
                        '<' => Key::Left,
                        '>' => Key::Right,
                        '^' => Key::Up,
                        '_' => Key::Down,
                        '=' => Key::Enter,
                        '~' => Key::Escape,
                        other => Key::Letter(other),
                    };
                    self.screen.press(&mut self.client, key);
                }
            }
            b'r' => {
                if let Ok(fields) = serde_json::from_str(rest) {
                    self.raw = true;
                    let _ = self.client.raw(fields);
                }
            }
            _ => {}
        }
        self.looks();
    }

    fn wishes(&mut self, word: &str) {
        // What cannot be wished now is said so; nobody listens here.
        let _ = match word {
            "ready" => self.client.ready(),
            "throw" => self.client.throw(),
            "move" => self.client.move_pawn(1, 3),
            "again" => self.client.command(Wish::Again),
            "leave" => self.client.command(Wish::Leave),
            "no_chain" => self.client.command(Wish::NoChain),
            "take" => self.client.command(Wish::Take),
            "look" => self.client.look_back(),
            "steer" => self.client.input(127, -5),
            _ => self.client.command(Wish::Unready),
        };
    }

    /// What the client says and tells, as a shell around it would take it.
    fn looks(&mut self) {
        for _ in 0..200 {
            let Some(output) = self.client.poll() else { return };
            match output {
                Output::Send(text) => {
                    let message = ClientMsg::decode(&text);
                    assert!(
                        self.raw || message.is_ok(),
                        "a client says what no server understands: {text}"
                    );
                }
                Output::Told(happening) => self.told(&happening),
                Output::HangUp => self.client.disconnected(self.now, None),
                Output::Reconnect { after_ms } => {
                    self.now = self.now.saturating_add(after_ms.min(60_000));
                    self.client.connected(self.now);
                }
                Output::End(reason) => {
                    let words = reason.to_string();
                    self.screen.ended(&reason, &words);
                }
            }
        }
        panic!("the client does not come to an end");
    }

    fn told(&mut self, happening: &Happening) {
        self.screen.told(&mut self.client, happening, self.now);
        if let Happening::Changed { .. } | Happening::Motion { .. } = happening {
            match &mut self.bot {
                AnyPlayer::Board(player) => {
                    let _ = player.answer(&mut self.client);
                }
                AnyPlayer::Court(player) => {
                    player.play(&mut self.client);
                }
            }
            self.bot.ready_if_due(&mut self.client);
        }
    }

    fn draw(&self) {
        for (width, height) in [(80, 24), (120, 40)] {
            let area = Rect::new(0, 0, width, height);
            self.screen.draw(&self.client, self.now, area, &mut Buffer::empty(area));
        }
        if let Some(table) = self.client.table()
            && let Ok(view) = table.typed()
        {
            let again = serde_json::to_value(&view).and_then(serde_json::from_value::<chowk_protocol::View>);
            assert_eq!(again.ok().as_ref(), Some(&view));
        }
    }

    /// The frame with hashes that are right where the input left that open, and whether one was put in. Law on the way:
    /// a merge patch from a view to another leads there.
    fn made_right(&self, text: &str) -> (String, bool) {
        let as_it_is = || (text.to_owned(), false);
        if !text.contains(RIGHT) {
            return as_it_is();
        }
        let Ok(mut frame) = serde_json::from_str::<Value>(text) else {
            return as_it_is();
        };
        let table = self.client.table();
        let (mut view, mut v) = table.map_or((Value::Null, 0), |table| (table.view.clone(), table.v));
        let mut is_plain = true;
        match frame.get("t").and_then(Value::as_str) {
            Some("snapshot") => {
                let Some(next) = frame.get("view") else {
                    return as_it_is();
                };
                leads(&view, next);
                is_plain = is_view(next);
                frame["hash"] = json!(patch::hash(next));
            }
            Some("diff") => follow(&mut frame, &mut view, &mut v, &mut is_plain),
            Some("catch_up") => {
                let Some(Value::Array(diffs)) = frame.get_mut("diffs") else {
                    return as_it_is();
                };
                for diff in diffs {
                    follow(diff, &mut view, &mut v, &mut is_plain);
                }
            }
            Some(_) | None => return as_it_is(),
        }
        (frame.to_string(), is_plain)
    }
}

/// Makes a diff the next one of this view.
fn follow(diff: &mut Value, view: &mut Value, v: &mut u64, is_plain: &mut bool) {
    let Value::Object(diff) = diff else { return };
    if diff.get("hash").and_then(Value::as_str) != Some(RIGHT) {
        return;
    }
    let Some(changes) = diff.get("patch") else { return };
    patch::apply(changes, view);
    *is_plain &= is_view(view);
    diff.insert("hash".into(), json!(patch::hash(view)));
    diff.insert("from".into(), json!(*v));
    *v += 1;
    diff.insert("v".into(), json!(*v));
}

/// Law: `apply(diff(a, b), a) == b` for values without null.
fn leads(a: &Value, b: &Value) {
    if plain(b) {
        let mut view = a.clone();
        patch::apply(&patch::diff(a, b), &mut view);
        assert_eq!(&view, b);
    }
}

/// What a key of a view is made of: nothing that would have to be escaped.
fn is_name(key: &str) -> bool {
    key.bytes()
        .all(|byte| byte.is_ascii_graphic() && byte != b'"' && byte != b'\\')
}

/// Whether both implementations of the canonical form are bound to agree: an object with such keys, whole numbers that a
/// double holds, and no null.
fn is_view(value: &Value) -> bool {
    value.is_object() && plain(value)
}

fn plain(view: &Value) -> bool {
    match view {
        Value::Null => false,
        Value::Bool(_) | Value::String(_) => true,
        Value::Number(number) => number.as_i64().is_some_and(|whole| whole.unsigned_abs() <= 1 << 53),
        Value::Array(list) => list.iter().all(plain),
        Value::Object(map) => map.iter().all(|(key, inner)| is_name(key) && plain(inner)),
    }
}
