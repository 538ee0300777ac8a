//! What anybody was told of a court, to be found again in its record: everything that happened, and every command that
//! was acknowledged.

use std::collections::{BTreeMap, BTreeSet};

use chowk_protocol::Event;
use chowk_record::canonical::canonical;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::client::Wish;

/// What was told, match by match.
#[derive(Debug, Default)]
pub(super) struct Facts(BTreeMap<String, Told>);

/// What was told of one match.
#[derive(Debug, Default)]
struct Told {
    /// What happened: each as the canonical text of its tick, name and fields.
    happened: BTreeSet<String>,
    /// How often a command was acknowledged: its seat, name and fields.
    acked: BTreeMap<String, u64>,
}

/// What was compared with the records.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Compared {
    /// Things that happened, as they were told to somebody.
    pub told: u64,
    /// Those of them that the record does not have.
    pub told_missing: u64,
    /// Takes, gifts and words that were acknowledged.
    pub acked: u64,
    /// Those of them that the record does not have.
    pub acked_missing: u64,
    /// Some of what is missing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
}

/// So much of what is missing is told.
const EXAMPLES_MAX: usize = 10;

impl Facts {
    /// Somebody was told of these events; those of other games and tables are passed over.
    pub(super) fn told(&mut self, r#match: &str, events: &[Event]) {
        for event in events {
            if let Some(fact) = fact_of(event) {
                self.0.entry(r#match.to_owned()).or_default().happened.insert(fact);
            }
        }
    }

    /// A seat's command was acknowledged.
    pub(super) fn acked(&mut self, r#match: &str, seat: u8, wish: &Wish) {
        if let Some(wish) = wish_of(seat, wish) {
            let told = self.0.entry(r#match.to_owned()).or_default();
            *told.acked.entry(wish).or_default() += 1;
        }
    }

    /// Looks for all that was told of a match in its record.
    pub(super) fn compare(&self, r#match: &str, record: &str, compared: &mut Compared) {
        let Some(told) = self.0.get(r#match) else { return };
        let mut happened = BTreeSet::new();
        let mut wished: BTreeMap<String, u64> = BTreeMap::new();
        for line in record.lines() {
            match recorded(line) {
                Some(Recorded::Fact(fact)) => {
                    happened.insert(fact);
                }
                Some(Recorded::Wish(wish)) => *wished.entry(wish).or_default() += 1,
                None => {}
            }
        }
        compared.told += told.happened.len() as u64;
        for fact in told.happened.difference(&happened) {
            compared.told_missing += 1;
            compared.note(r#match, fact);
        }
        for (wish, count) in &told.acked {
            compared.acked += count;
            let missing = count.saturating_sub(wished.get(wish).copied().unwrap_or(0));
            if missing > 0 {
                compared.acked_missing += missing;
                compared.note(r#match, wish);
            }
        }
    }
}

impl Compared {
    fn note(&mut self, r#match: &str, what: &str) {
        if self.missing.len() < EXAMPLES_MAX {
            self.missing.push(format!("{match}: {what}"));
        }
    }
}

/// A line of a record, as far as somebody may have been told of it.
enum Recorded {
    Fact(String),
    Wish(String),
}

fn fact_of(event: &Event) -> Option<String> {
    if let Event::Court { .. } = event {
        let mut fields = object(serde_json::to_value(event).ok()?)?;
        fields.remove("e");
        return Some(text(fields));
    }
    if let Event::Ended { seats, why, .. } = event
        && !seats.is_empty()
    {
        return Some(text(object(json!({"what": "ended", "ranks": seats, "why": why}))?));
    }
    None
}

fn wish_of(seat: u8, wish: &Wish) -> Option<String> {
    let fields = if let Wish::Take = wish {
        json!({"what": "take", "seat": seat})
    } else if let Wish::Give { to } = wish {
        json!({"what": "give", "seat": seat, "to": to})
    } else if let Wish::Choose { word, place, .. } = wish {
        json!({"what": "choice", "seat": seat, "word": word, "box": place})
    } else {
        return None;
    };
    Some(text(object(fields)?))
}

fn recorded(line: &str) -> Option<Recorded> {
    let mut fields = object(serde_json::from_str(line).ok()?)?;
    let kind = fields.remove("kind")?;
    for frame in ["line", "ms", "h"] {
        fields.remove(frame);
    }
    match kind.as_str()? {
        "header" | "opened" | "inputs" | "away" => return None,
        "take" | "give" | "choice" => {
            // An acknowledgement tells no tick.
            fields.remove("tick");
            fields.insert("what".into(), kind);
            return Some(Recorded::Wish(text(fields)));
        }
        // The wire tells the lots of a set with its tick, and its end without.
        "lots" => {
            fields.insert("tick".into(), 0.into());
        }
        "ended" => {
            fields.remove("tick");
        }
        _ => {}
    }
    fields.insert("what".into(), kind);
    Some(Recorded::Fact(text(fields)))
}

/// What is absent on the wire is nothing in a record.
fn text(mut fields: Map<String, Value>) -> String {
    fields.retain(|_, value| !value.is_null());
    canonical(&Value::Object(fields))
}

fn object(value: Value) -> Option<Map<String, Value>> {
    if let Value::Object(fields) = value {
        Some(fields)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use chowk_protocol::{BoxName, Word};

    use super::*;

    const RECORD: &str = r#"{"kind":"header","record":"chowk-record/1"}
{"chairs":[3,0,1,2,4],"h":"00","kind":"lots","line":1,"ms":0,"t":0}
{"h":"00","inputs":[[1,0,127,0]],"kind":"inputs","line":2,"ms":33}
{"h":"00","kind":"take","line":3,"ms":5000,"seat":1,"tick":150}
{"h":"00","kind":"taken","left":3,"line":4,"ms":5000,"seat":1,"tick":150}
{"box":"NE","h":"00","kind":"choice","line":5,"ms":5000,"seat":3,"tick":512,"word":"gumpu"}
{"caught":null,"h":"00","kind":"innings_end","line":6,"ms":9000,"tick":900}
{"h":"00","kind":"ended","line":7,"ms":9000,"ranks":[[4],[0,1],[2,3]],"tick":900,"why":"finished"}
{"h":"00","kind":"opened","line":8,"ms":9000,"server_seed":"00"}"#;

    fn events() -> Vec<Event> {
        let seed = "00".repeat(32);
        [
            json!({"e": "court", "tick": 0, "what": "lots", "t": 0, "chairs": [3, 0, 1, 2, 4]}),
            json!({"e": "court", "tick": 150, "what": "taken", "seat": 1, "left": 3}),
            json!({"e": "court", "tick": 900, "what": "innings_end"}),
            json!({"e": "ended", "seats": [[4], [0, 1], [2, 3]], "why": "finished", "server_seed": seed}),
            json!({"e": "left", "chair": 1}),
        ]
        .map(|event| serde_json::from_value(event).unwrap())
        .into()
    }

    fn gumpu(place: BoxName) -> Wish {
        Wish::Choose {
            asked: 90,
            word: Word::Gumpu,
            place: Some(place),
        }
    }

    fn compared(facts: &Facts) -> (u64, u64, u64, u64) {
        let mut compared = Compared::default();
        facts.compare("m", RECORD, &mut compared);
        facts.compare("another", RECORD, &mut compared);
        let Compared {
            told,
            told_missing,
            acked,
            acked_missing,
            missing,
        } = compared;
        assert_eq!(missing.len() as u64, told_missing + acked_missing);
        (told, told_missing, acked, acked_missing)
    }

    #[test]
    fn what_was_told_is_found_in_the_record() {
        let mut facts = Facts::default();
        facts.told("m", &events());
        facts.told("m", &events());
        facts.acked("m", 1, &Wish::Take);
        facts.acked("m", 3, &gumpu(BoxName::NE));
        facts.acked("m", 3, &Wish::Ready);
        assert_eq!(compared(&facts), (4, 0, 2, 0));
    }

    #[test]
    fn what_the_record_does_not_have_is_missed() {
        let mut facts = Facts::default();
        let later = json!({"e": "court", "tick": 151, "what": "taken", "seat": 1, "left": 3});
        let other = json!({"e": "court", "tick": 150, "what": "taken", "seat": 1, "left": 2});
        facts.told("m", &[later, other].map(|event| serde_json::from_value(event).unwrap()));
        facts.acked("m", 1, &Wish::Take);
        facts.acked("m", 1, &Wish::Take);
        facts.acked("m", 3, &gumpu(BoxName::SW));
        assert_eq!(compared(&facts), (2, 2, 3, 2));
    }
}
