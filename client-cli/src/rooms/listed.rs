//! One public room as the server tells it, and the list in columns.

use chowk_protocol::RoomCode;
use serde_json::Value;

use crate::play::names::{count, spoken_code};
use crate::tui::text::{cut, fit, width};

/// One room; what a newer server adds is left out, what an older one lacks too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Listed {
    pub(super) code: Option<RoomCode>,
    /// The code as it was told.
    told: String,
    pub(super) preset: Option<String>,
    stage: String,
    clock: String,
    chairs: u64,
    free: u64,
    persons: u64,
    bots: u64,
    house: u64,
    watchers: u64,
    watch: bool,
    best_of: u64,
    fill: bool,
}

/// The names of the columns.
const HEADS: [&str; 6] = ["CODE", "RULES", "CHAIRS", "STATE", "CLOCK", "WHO, AND WHAT ELSE"];

impl Listed {
    /// The rooms of the server's answer.
    ///
    /// # Errors
    /// If it is no list of rooms.
    pub(super) fn all(answer: &str) -> anyhow::Result<Vec<Self>> {
        let answer: Option<Value> = serde_json::from_str(answer).ok();
        let rooms = answer.as_ref().and_then(|answer| answer.get("rooms")?.as_array());
        let rooms =
            rooms.ok_or_else(|| anyhow::anyhow!("what answers there has no list of rooms; is it a chowk-server?"))?;
        Ok(rooms.iter().map(Self::of).collect())
    }

    fn of(room: &Value) -> Self {
        let word = |key: &str| room.get(key).and_then(Value::as_str);
        let number = |key: &str| room.get(key).and_then(Value::as_u64).unwrap_or(0);
        let yes = |key: &str| room.get(key).and_then(Value::as_bool);
        let told = word("code").unwrap_or("?");
        Self {
            code: told.parse().ok(),
            told: told.to_owned(),
            preset: word("preset").map(str::to_owned),
            stage: word("stage").unwrap_or("?").to_owned(),
            clock: word("clock").unwrap_or("?").to_owned(),
            chairs: number("chairs"),
            free: number("free"),
            persons: number("persons"),
            bots: number("bots"),
            house: number("house"),
            watchers: number("watchers"),
            watch: yes("watch").unwrap_or(true),
            best_of: number("best_of"),
            fill: yes("fill").unwrap_or(false),
        }
    }

    /// Whether somebody may sit down there now.
    pub(super) fn is_open(&self) -> bool {
        self.free > 0 && ["gathering", "ended"].contains(&self.stage.as_str())
    }

    /// Whether one may look on.
    pub(super) fn may_be_watched(&self) -> bool {
        self.watch
    }

    fn cells(&self) -> [String; 6] {
        let code = self.code.map_or_else(|| self.told.clone(), spoken_code);
        let chairs = match self.free {
            0 => format!("{} taken", self.chairs),
            free => format!("{free} of {} free", self.chairs),
        };
        let state = match self.stage.as_str() {
            "gathering" => "waiting",
            "readying" | "revealing" => "about to begin",
            other => other,
        };
        [
            code,
            self.preset.clone().unwrap_or_else(|| "own rules".into()),
            chairs,
            state.to_owned(),
            self.clock.clone(),
            self.who(),
        ]
    }

    fn who(&self) -> String {
        let some = |number: u64, one: &str, many: &str| (number > 0).then(|| count(number, one, many));
        let mut words: Vec<String> = [
            some(self.persons, "person", "people"),
            some(self.bots, "bot", "bots"),
            some(self.house, "house bot", "house bots"),
            some(self.watchers, "watcher", "watchers"),
        ]
        .into_iter()
        .flatten()
        .collect();
        if self.best_of > 1 {
            words.push(format!("best of {}", self.best_of));
        }
        if self.fill && self.free > 0 {
            words.push("house bots fill up".into());
        }
        if !self.watch {
            words.push("no watchers".into());
        }
        words.join(", ")
    }
}

/// The rooms in columns, each as wide as it must be: the head and one line a room.
pub(super) fn columns(rooms: &[Listed], room: usize) -> (String, Vec<String>) {
    let heads = HEADS.map(str::to_owned);
    let cells: Vec<[String; 6]> = rooms.iter().map(Listed::cells).collect();
    let mut widths = [0; 6];
    for row in std::iter::once(&heads).chain(&cells) {
        for (widest, cell) in widths.iter_mut().zip(row) {
            *widest = width(cell).max(*widest);
        }
    }
    let line = |row: &[String; 6]| {
        let parts = row.iter().zip(widths).map(|(cell, widest)| fit(cell, widest));
        cut(parts.collect::<Vec<_>>().join("  ").trim_end(), room)
    };
    (line(&heads), cells.iter().map(line).collect())
}

/// Those with a free chair first, each group as the server tells it.
pub(super) fn sorted(mut rooms: Vec<Listed>) -> Vec<Listed> {
    rooms.sort_by_key(|room| !room.is_open());
    rooms
}

#[cfg(test)]
pub(super) mod tests {
    use serde_json::json;

    use super::*;

    pub(crate) fn answer() -> String {
        json!({"rooms": [
            {"code": "7Q4KM2XD", "preset": "pagdi", "chairs": 3, "free": 0, "persons": 2, "house": 1, "watchers": 4,
                "stage": "playing", "clock": "casual", "watch": true, "best_of": 1, "fill": false, "new": []},
            {"code": "23456789", "chairs": 4, "free": 3, "persons": 1, "stage": "gathering", "clock": "relaxed",
                "watch": false, "best_of": 5, "fill": true},
            {"code": "ABCDEFGH", "preset": "ashta-chamma", "chairs": 2, "free": 1, "bots": 1, "stage": "gathering",
                "clock": "quick"},
            {"code": "ಅಆಇ"},
        ]})
        .to_string()
    }

    #[test]
    fn rooms_stand_in_columns_the_open_ones_first() {
        let rooms = sorted(Listed::all(&answer()).unwrap());
        let (head, lines) = columns(&rooms, 200);
        let table = format!("{head}\n{}", lines.join("\n"));
        assert_eq!(
            table,
            "\
CODE       RULES         CHAIRS       STATE    CLOCK    WHO, AND WHAT ELSE
2345-6789  own rules     3 of 4 free  waiting  relaxed  1 person, best of 5, house bots fill up, no watchers
ABCD-EFGH  ashta-chamma  1 of 2 free  waiting  quick    1 bot
7Q4K-M2XD  pagdi         3 taken      playing  casual   2 people, 1 house bot, 4 watchers
ಅಆಇ        own rules     0 taken      ?        ?"
        );
        let (_, narrow) = columns(&rooms, 60);
        assert!(narrow.iter().all(|line| width(line) <= 60), "{narrow:?}");
    }

    #[test]
    fn what_is_no_list_is_said_so() {
        for text in ["", "{}", "[]", "{\"rooms\":7}"] {
            assert!(Listed::all(text).is_err(), "{text}");
        }
        assert_eq!(Listed::all("{\"rooms\":[]}").unwrap(), []);
    }
}
