//! Screens of a player against a scripted server.

use chowk_protocol::Stage;
use proptest::prelude::*;
use ratatui::{Terminal, backend::TestBackend, buffer::Buffer};
use serde_json::{Value, json};

use super::{Effect, Screen};
use crate::client::tests::{Bench, Dealer, Said, Script};
use crate::play::court::tests as stones;
use crate::tui::key::Key;
use crate::tui::paint::{Colours, Paint};

mod court;
mod keys;
mod lines;
mod matches;
mod strange;

/// With nothing but ASCII and no colours.
const PLAIN: Paint = Paint {
    ascii: true,
    colours: Colours::None,
};
/// As most terminals are.
const PRETTY: Paint = Paint {
    ascii: false,
    colours: Colours::Sixteen,
};

/// A player before a full screen.
struct Player {
    bench: Bench,
    screen: Screen,
    effects: Vec<Effect>,
}

impl Player {
    fn new(paint: Paint) -> Self {
        let mut player = Self {
            bench: Bench::new(),
            screen: Screen::new("http://host:8080".parse().unwrap(), paint, Vec::new(), false),
            effects: Vec::new(),
        };
        let said = player.bench.sit_down();
        player.show(&said);
        player
    }

    /// On a court where a set of four stones runs.
    fn on_court(paint: Paint) -> Self {
        let mut player = Self {
            bench: Bench::new(),
            screen: Screen::new("http://host:8080".parse().unwrap(), paint, Vec::new(), false),
            effects: Vec::new(),
        };
        player.bench.server.view = stones::view();
        let said = player.bench.sit_down();
        player.show(&said);
        player.hear(
            &json!({"t": "around", "chairs": {"0": true, "1": true}, "watchers": 0, "tick": 8_000, "now": 0})
                .to_string(),
        );
        let places = stones::places();
        player.hear(&json!({"t": "motion", "tick": places.tick, "at": places.at}).to_string());
        player
    }

    /// At the table after the lots, Asha on South.
    fn playing(paint: Paint) -> (Self, Dealer) {
        let mut player = Self::new(paint);
        let mut dealer = Dealer::new(&player.bench.server);
        let mut bench = std::mem::replace(&mut player.bench, Bench::new());
        dealer.begin_and_tell(&mut bench, &mut |bench, said, _| {
            std::mem::swap(&mut player.bench, bench);
            player.show(said);
            std::mem::swap(&mut player.bench, bench);
        });
        player.bench = bench;
        player.hear(&around(1_000));
        (player, dealer)
    }

    fn show(&mut self, said: &Said) {
        for happening in &said.told {
            let effects = self.screen.told(&mut self.bench.client, happening, self.bench.now);
            self.effects.extend(effects);
        }
    }

    fn hear(&mut self, text: &str) {
        let said = self.bench.hear(text);
        self.show(&said);
    }

    fn change(&mut self, events: Value, change: impl FnOnce(&mut Value)) {
        let said = self.bench.change(events, change);
        self.show(&said);
    }

    /// Presses keys; gives the frames that they sent.
    fn press(&mut self, keys: &[Key]) -> Vec<Value> {
        let mut sent = Vec::new();
        for key in keys {
            let effects = self.screen.press(&mut self.bench.client, *key);
            self.effects.extend(effects);
            let said = self.bench.said();
            self.show(&said);
            sent.extend(said.sent);
        }
        sent
    }

    fn letters(&mut self, letters: &str) -> Vec<Value> {
        let keys: Vec<Key> = letters.chars().map(Key::Letter).collect();
        self.press(&keys)
    }

    /// It is this side's turn.
    fn turn(&mut self, turn: Value) -> u64 {
        let asked = self.bench.server.v + 1;
        self.change(json!([]), |view| {
            view["turn"] = turn;
            view["turn"]["asked"] = asked.into();
            view["turn"]["t"] = 7.into();
        });
        asked
    }

    /// The screen as text, through the backend that ratatui's own tests use.
    fn seen(&self, (width, height): (u16, u16)) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let draw = |frame: &mut ratatui::Frame<'_>| {
            self.screen
                .draw(&self.bench.client, self.bench.now, frame.area(), frame.buffer_mut());
        };
        terminal.draw(draw).unwrap();
        crate::tui::tests::scenes::rows(terminal.backend().buffer())
    }

    fn buffer(&self, width: u16, height: u16) -> Buffer {
        let area = ratatui::layout::Rect::new(0, 0, width, height);
        let mut buffer = Buffer::empty(area);
        self.screen.draw(&self.bench.client, self.bench.now, area, &mut buffer);
        buffer
    }
}

fn around(tick: u64) -> String {
    json!({"t": "around", "chairs": {"0": true, "1": true}, "watchers": 1, "names": ["Grandmother"], "tick": tick, "now": 0}).to_string()
}

/// A choice among four pawns.
fn choice(me: &str, other: &str) -> Value {
    json!({"side": me, "phase": "move", "deadline": 81_000, "owed": 1, "value": 8, "shells": [0, 0, 0, 0],
        "moves": {"0": {"8": {"from": 1, "to": 9}}, "1": {"8": {"from": 6, "to": 14, "hits": {other: 0}}},
            "3": {"8": {"from": 17, "to": 25}}},
        "blocked": {"2": {"8": "no_hit_right"}}})
}
