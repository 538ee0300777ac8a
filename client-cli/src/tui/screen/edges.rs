//! What stands at the edges of a player's screen: the title, the banner, and the keys that do something now.

use chowk_protocol::{Stage, TurnPhase};

use super::{LOST_MS, Screen};
use crate::client::Client;
use crate::play::names::{counted, spoken_code};
use crate::tui::scene::{Said, Tone};

impl Screen {
    pub(super) fn title(&self) -> String {
        let mut title = if self.is_court() { "Four stones" } else { "Chowka-bara" }.to_owned();
        if let Some(board) = &self.board {
            title += &format!(" {0}x{0}", board.size());
        }
        if let Some(room) = self.room {
            title += &format!("  room {}", spoken_code(room));
        }
        if let Some(view) = &self.view {
            title += &format!("  {}", view.preset.as_deref().unwrap_or("own rules"));
            if let Some(series) = &view.series {
                title += &format!("  match {}, best of {}", series.number, series.best_of);
            }
        }
        if self.view.is_some() && !self.plays() {
            title += "  watching";
        }
        title
    }

    pub(super) fn corner(&self) -> String {
        let turn = self.view.as_ref().and_then(|view| view.turn.as_ref());
        let throw = turn.map(|turn| format!("throw {}", turn.t));
        let latency = self.latency_ms.map(|ms| format!("{ms} ms"));
        let parts: Vec<String> = throw.into_iter().chain(latency).collect();
        parts.join("   ")
    }

    /// What is most urgent to know: it is over, the line, a pause, the answer to a key, the operator.
    pub(super) fn banner(&self, client: &Client, now: u64) -> Option<Said> {
        if let Some(over) = &self.over {
            return Some(Said::new(format!("{over} Any of q, esc, enter leaves."), Tone::Bad));
        }
        if let Some(lost) = self
            .lost
            .as_ref()
            .filter(|lost| now.saturating_sub(lost.since) >= LOST_MS)
        {
            let kept = if self.plays() { ", your seat is kept" } else { "" };
            let why = lost.text.as_ref().map_or_else(String::new, |text| format!(" {text}"));
            let seconds = lost.again_at.saturating_sub(now).div_ceil(1000);
            let next = if seconds > 1 {
                format!(" Next try in {seconds} s.")
            } else {
                String::new()
            };
            return Some(Said::new(
                format!("Reconnecting{kept} (try {}).{why}{next}", lost.tries),
                Tone::Warning,
            ));
        }
        if let Some(why) = &self.paused {
            return Some(Said::new(
                format!("The room stands still and no clock runs: {why}"),
                Tone::Warning,
            ));
        }
        if self.flash.is_some() {
            return self.flash.clone();
        }
        if self.before.is_some() {
            let ready = if self.plays() { " r: ready," } else { "" };
            let words = format!("The table is set for another match.{ready} b: to the table.");
            return Some(Said::new(words, Tone::Good));
        }
        if self.answered.is_some() && !client.is_fresh() {
            return Some(Said::new("This goes out as soon as the line is back.", Tone::Warning));
        }
        let mine = client.chair().and_then(|chair| self.view.as_ref()?.chairs.get(&chair));
        if mine.is_some_and(|chair| chair.away || chair.stand_in.is_some()) && self.stage() == Some(Stage::Playing) {
            let words = if self.is_court() {
                "You are away and are played for, until you go somewhere or say something (t)."
            } else {
                "You are away and are played for, until you throw, move or say something (t)."
            };
            return Some(Said::new(words, Tone::Warning));
        }
        self.notice
            .as_ref()
            .map(|words| Said::new(format!("The operator says: {words}  (x takes it away)"), Tone::Good))
    }

    /// The keys that do something now, the most useful first.
    pub(super) fn keys_now(&self) -> Vec<(String, String)> {
        let mut keys: Vec<(&str, String)> = Vec::new();
        let word = |text: &str| text.to_owned();
        if self.over.is_some() {
            return vec![("q".into(), "leave".into())];
        }
        let view = self.view.as_ref();
        let me = view.and_then(|view| view.chairs.iter().find(|(no, _)| self.names.is_me(**no)));
        match view.map(|view| view.stage) {
            Some(Stage::Readying) if me.is_some() => {
                let ready = me.is_some_and(|(_, chair)| chair.ready);
                keys.push(("r", word(if ready { "not ready" } else { "ready" })));
                if self.before.is_some() {
                    keys.push(("b", word("table")));
                }
            }
            Some(Stage::Playing) => match self.asks_me() {
                Some(TurnPhase::Throw) => keys.push(("space", word("throw"))),
                Some(TurnPhase::Move) => {
                    let pawns = view.and_then(|view| view.turn.as_ref()).map_or(4, |turn| {
                        turn.moves
                            .keys()
                            .chain(turn.blocked.keys())
                            .max()
                            .map_or(4, |pawn| counted(*pawn))
                    });
                    keys.extend(match pawns {
                        6.. => [("1-6", word("pawn")), ("arrows enter", word("pick"))],
                        _ => [("1-4", word("pawn")), ("arrows enter", word("pick"))],
                    });
                }
                None => {}
            },
            Some(Stage::Ended) => {
                if me.is_some() {
                    keys.push(("a", word("play again")));
                }
                keys.push(("b", word(if self.page.is_some() { "board" } else { "numbers" })));
                if self.page.is_some() && self.pages() > 1 {
                    keys.push(("arrows", word("next")));
                }
            }
            Some(Stage::Gathering | Stage::Revealing | Stage::Readying) | None => {}
        }
        keys.push(("?", word("help")));
        keys.push(("q", word("leave")));
        if me.is_some_and(|(no, _)| view.is_some_and(|view| view.host == *no)) {
            keys.push(("k", word("host")));
        }
        if view.is_some() {
            keys.push(("c", word("link")));
        }
        if me.is_some() {
            keys.push(("t", word("say")));
        }
        if view.is_some() {
            keys.push(("l", word("log")));
        }
        if me.is_some() {
            keys.push(("m", word("mute")));
        }
        keys.into_iter().map(|(key, word)| (key.to_owned(), word)).collect()
    }
}
