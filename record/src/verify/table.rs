//! What the header and the opened seed give to the checks: each part for itself, or why it cannot be used.

use super::entry::{Entry, Kind, UNREADABLE};
use crate::canonical::canonical;
use crate::fair::{self, Digest, Key, Seed};
use crate::fields::{FieldFault, Fields};
use crate::line::{self, Sitter};
use crate::moment::Moment;
use crate::rules::{Game, Rules};
use crate::words::quoted;

/// The parts of a header as the checks need them; a part that cannot be used is the sentence that says why.
pub(super) struct Table {
    /// Faults of the header that belong to the seal's check.
    pub(super) header: Result<(), String>,
    game: Result<Game, String>,
    /// The rules, if they can be played and the game is known.
    pub(super) rules: Result<Rules, String>,
    /// Who sits on each chair, as many as the game has, each with what belongs to it.
    pub(super) sitters: Result<Vec<Sitter>, String>,
    /// For each chair whether a house bot sits there; known also where a tip or a reveal is wrong.
    pub(super) houses: Result<Vec<bool>, String>,
    pub(super) server_commit: Option<Digest>,
    pub(super) started: Option<Moment>,
    pub(super) match_id: Option<String>,
    /// The opened seed, on the last line.
    pub(super) seed: Result<Seed, String>,
    /// What all is drawn from; without a seed it cannot be known.
    pub(super) key: Result<Option<Key>, String>,
}

impl Table {
    /// Reads the first and the last line; either may be missing or anything.
    pub(super) fn read(first: Option<&Entry<'_>>, last: Option<&Entry<'_>>) -> Table {
        let Some(header) = first.and_then(|entry| entry.fields()) else {
            return Table::unreadable(seed(last));
        };
        let game = game(header);
        let mut table = Table {
            header: Ok(()),
            rules: game.clone().and_then(|game| rules(game, header)),
            sitters: game.clone().and_then(|game| sitters(game, header)),
            houses: game.clone().and_then(|game| houses(game, header)),
            game,
            server_commit: header.digest("server_commit").ok(),
            started: header.parsed("started", "").ok(),
            match_id: header.text("match").ok().map(str::to_owned),
            seed: seed(last),
            key: Ok(None),
        };
        table.header = super::seal::header_faults(header, &table);
        table.key = table.key_of(header);
        table
    }

    fn unreadable(seed: Result<Seed, String>) -> Table {
        let unreadable = || UNREADABLE.to_owned();
        Table {
            header: Err(unreadable()),
            game: Err(unreadable()),
            rules: Err(unreadable()),
            sitters: Err(unreadable()),
            houses: Err(unreadable()),
            server_commit: None,
            started: None,
            match_id: None,
            seed,
            key: Err(unreadable()),
        }
    }

    /// The game, as far as it is known to record.md.
    pub(super) fn game(&self) -> Option<Game> {
        self.game.clone().ok()
    }

    /// The game, or the sentence about it.
    pub(super) fn game_or_why(&self) -> Result<Game, String> {
        self.game.clone()
    }

    fn key_of(&self, header: Fields<'_>) -> Result<Option<Key>, String> {
        let match_id = header.text("match").map_err(|fault| fault.to_string())?;
        if match_id.len() > HASHED_BYTES_MAX {
            return Err("`match` is too long to be hashed".to_owned());
        }
        let rules_hash = rules_hash(header)?;
        let sitters = self.sitters.as_ref().map_err(Clone::clone)?;
        let reveals: Vec<Option<Digest>> = sitters
            .iter()
            .map(|sitter| sitter.committed().map(|c| c.reveal))
            .collect();
        Ok(self
            .seed
            .as_ref()
            .ok()
            .map(|seed| fair::key(seed, match_id, &rules_hash, &reveals)))
    }
}

/// The longest text that [`fair`] can hash.
const HASHED_BYTES_MAX: usize = 65_535;

/// The hash of the header's `rules` as they stand there, playable or not.
pub(super) fn rules_hash(header: Fields<'_>) -> Result<Digest, String> {
    let text = canonical(header.get("rules").map_err(|fault| fault.to_string())?);
    if text.len() > HASHED_BYTES_MAX {
        return Err("`rules` is too long to be hashed".to_owned());
    }
    Ok(fair::rules_hash(&text))
}

fn game(header: Fields<'_>) -> Result<Game, String> {
    line::game(header).map_err(|fault| fault.to_string())
}

fn rules(game: Game, header: Fields<'_>) -> Result<Rules, String> {
    let value = header.get("rules").map_err(|fault| fault.to_string())?;
    Rules::from_value(game, value).map_err(|refusal| format!("the rules cannot be played: {refusal}"))
}

fn chairs<'a, T>(
    game: Game,
    header: Fields<'a>,
    read: impl Fn(Fields<'a>) -> Result<T, FieldFault>,
) -> Result<Vec<T>, String> {
    let chairs = header.list("chairs").map_err(|fault| fault.to_string())?;
    if !game.chairs().contains(&chairs.len()) {
        let many = match game {
            Game::Chowka => "two to four",
            Game::Stones => "five",
        };
        return Err(format!("`chairs` must list {many}"));
    }
    let one = |(number, chair)| {
        Fields::of(chair, "it")
            .and_then(&read)
            .map_err(|fault| format!("chair {number}: {fault}"))
    };
    chairs.iter().enumerate().map(one).collect()
}

fn sitters(game: Game, header: Fields<'_>) -> Result<Vec<Sitter>, String> {
    chairs(game, header, Sitter::from_fields)
}

fn houses(game: Game, header: Fields<'_>) -> Result<Vec<bool>, String> {
    chairs(game, header, |chair| match chair.text("kind")? {
        "person" | "bot" => Ok(false),
        "house" => Ok(true),
        other => Err(FieldFault(format!("no chair is of kind {}", quoted(other)))),
    })
}

fn seed(last: Option<&Entry<'_>>) -> Result<Seed, String> {
    let missing = || "the record does not end with the opened seed".to_owned();
    let last = last
        .filter(|entry| entry.kind() == Some(Kind::Opened))
        .and_then(|entry| entry.fields());
    let text = last
        .ok_or_else(missing)?
        .parsed("server_seed", "be 64 lower-case hex digits");
    text.map_err(|fault| fault.to_string())
}
