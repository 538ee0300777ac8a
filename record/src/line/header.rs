//! The first line of a record: which match, by which rules, who sat where, and what was sealed before it began.

use serde_json::{Map, Value, json};

use super::{ENGINE, FORMAT, FieldFault, object};
use crate::fair::{Digest, SCHEME, is_match_id};
use crate::fields::Fields;
use crate::moment::Moment;
use crate::rules::{Game, Rules};
use crate::words::quoted;

/// The header of a match. What follows from these is written and not kept: `record`, `engine`, `game`,
/// `scheme`, `rules_hash`, and `preset`, which is told exactly if the rules are those of a preset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// 16 random bytes as 32 lower-case hex digits.
    pub match_id: String,
    /// The whole rule set; the game is the one it is of.
    pub rules: Rules,
    /// The commitment published before anybody said ready.
    pub server_commit: Digest,
    /// The moment of the lock.
    pub started: Moment,
    /// The program that wrote the record.
    pub server: ServerName,
    /// Who sat, in the order of chairs: two to four in Chowka-bara, five in four stones.
    pub chairs: Vec<Chair>,
}

/// The program that wrote a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerName {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// One chair as the lock found it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chair {
    /// The name shown at the table.
    pub name: String,
    /// Who sits there.
    pub sitter: Sitter,
}

/// Who sits on a chair: a seat with a chain of links, or a house bot without.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sitter {
    /// A person.
    Person(Committed),
    /// A program that plays over the wire like a person.
    Bot(Committed),
    /// A bot inside the server.
    House,
}

/// What a seat committed to (fairness 2 and 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Committed {
    /// c(N), sent with Ready.
    pub tip: Digest,
    /// c(N-1), shown after the lock.
    pub reveal: Digest,
    /// N, at least 1.
    pub links: u64,
}

impl Sitter {
    /// The word in `kind`.
    pub const fn kind(&self) -> &'static str {
        match self {
            Sitter::Person(_) => "person",
            Sitter::Bot(_) => "bot",
            Sitter::House => "house",
        }
    }

    /// What the seat committed to; `None` for a house bot.
    pub const fn committed(&self) -> Option<&Committed> {
        match self {
            Sitter::Person(committed) | Sitter::Bot(committed) => Some(committed),
            Sitter::House => None,
        }
    }
}

impl Header {
    /// The game.
    pub const fn game(&self) -> Game {
        self.rules.game()
    }

    /// The revealed links in the order of chairs, as [`crate::fair::key`] takes them.
    pub fn reveals(&self) -> Vec<Option<Digest>> {
        self.chairs
            .iter()
            .map(|chair| chair.sitter.committed().map(|committed| committed.reveal))
            .collect()
    }

    /// The fields of the line but `h`.
    pub fn to_fields(&self) -> Map<String, Value> {
        object(json!({
            "kind": "header",
            "record": FORMAT,
            "engine": ENGINE,
            "match": self.match_id,
            "game": self.game().name(),
            "rules": self.rules.to_value(),
            "preset": self.rules.preset(),
            "rules_hash": self.rules.hash(),
            "server_commit": self.server_commit,
            "scheme": SCHEME,
            "started": self.started,
            "server": { "name": self.server.name, "version": self.server.version },
            "chairs": self.chairs.iter().map(Chair::to_value).collect::<Vec<_>>(),
        }))
    }

    /// Reads a header; fields it does not know are ignored, and so are those that follow from others. Whether it is
    /// true is for [`crate::verify`] to say.
    ///
    /// # Errors
    /// [`FieldFault`] for an unknown game or format, or the first field that is missing or cannot be.
    pub fn from_fields(fields: &Map<String, Value>) -> Result<Header, FieldFault> {
        let read = Fields(fields);
        for (field, only) in [("kind", "header"), ("record", FORMAT), ("scheme", SCHEME)] {
            let told = read.text(field)?;
            if told != only {
                return Err(FieldFault(format!("`{field}` is {}, not {only:?}", quoted(told))));
            }
        }
        let game = game(read)?;
        let match_id = read.text("match")?;
        if !is_match_id(match_id) {
            return Err(FieldFault("`match` must be 32 lower-case hex digits".to_owned()));
        }
        let server = Fields::of(read.get("server")?, "`server`")?;
        Ok(Header {
            match_id: match_id.to_owned(),
            rules: Rules::from_value(game, read.get("rules")?)
                .map_err(|refusal| FieldFault(format!("`rules`: {refusal}")))?,
            server_commit: read.digest("server_commit")?,
            started: read.parsed("started", "be a moment in UTC as RFC 3339 writes it")?,
            server: ServerName {
                name: server.text("name")?.to_owned(),
                version: server.text("version")?.to_owned(),
            },
            chairs: read
                .list("chairs")?
                .iter()
                .map(Chair::from_value)
                .collect::<Result<_, _>>()?,
        })
    }
}

/// The game that a header names.
pub(crate) fn game(header: Fields<'_>) -> Result<Game, FieldFault> {
    let name = header.text("game")?;
    Game::from_name(name).ok_or_else(|| {
        FieldFault(format!(
            "`game` is {}; a record is of \"chowka\" or \"stones\"",
            quoted(name)
        ))
    })
}

impl Chair {
    fn to_value(&self) -> Value {
        let committed = self.sitter.committed();
        json!({
            "name": self.name,
            "kind": self.sitter.kind(),
            "tip": committed.map(|c| c.tip),
            "reveal": committed.map(|c| c.reveal),
            "links": committed.map_or(0, |c| c.links),
        })
    }

    /// One chair of the header's list. Also how the checks of a header read it.
    pub(crate) fn from_value(value: &Value) -> Result<Chair, FieldFault> {
        let read = Fields::of(value, "a chair")?;
        Ok(Chair {
            name: read.text("name")?.to_owned(),
            sitter: Sitter::from_fields(read)?,
        })
    }
}

impl Sitter {
    /// Reads `kind` and what belongs to it.
    pub(crate) fn from_fields(read: Fields<'_>) -> Result<Sitter, FieldFault> {
        let committed = || -> Result<Committed, FieldFault> {
            let links = read.number("links")?;
            if links == 0 {
                return Err(FieldFault(
                    "`links` must be at least 1 for a seat with a chain".to_owned(),
                ));
            }
            Ok(Committed {
                tip: read.digest("tip")?,
                reveal: read.digest("reveal")?,
                links,
            })
        };
        match read.text("kind")? {
            "person" => Ok(Sitter::Person(committed()?)),
            "bot" => Ok(Sitter::Bot(committed()?)),
            "house" => {
                let tipless = read.get("tip")?.is_null() && read.get("reveal")?.is_null();
                if tipless && read.number("links")? == 0 {
                    Ok(Sitter::House)
                } else {
                    Err(FieldFault(
                        "a house chair has `tip` and `reveal` null and `links` 0".to_owned(),
                    ))
                }
            }
            other => Err(FieldFault(format!("no chair is of kind {}", quoted(other)))),
        }
    }
}
