//! What everybody may check: `/fair/log.ndjson`, the public log of seals, read and sent page by page, so that nobody waits
//! for a slow reader; and `/fair/throws.json`, how often each throw has fallen here.

use std::sync::Arc;

use axum::{
    body::Body,
    extract::{Query, State},
    http::header,
    response::{IntoResponse, Json, Response},
};
use bytes::Bytes;
use futures_util::stream;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{House, api::unreadable};
use crate::journal::{AllThrows, Cast, Journal, StoreError};

/// Lines that are read at once.
const PAGE: u64 = 256;

/// Where to begin.
#[derive(Debug, Deserialize)]
pub(super) struct Begin {
    /// The number of the first line wanted, from 1.
    #[serde(default)]
    from: u64,
}

/// The whole log, or `?from=N` its lines from number N on, as far as it goes now.
pub(super) async fn log(State(house): State<Arc<House>>, Query(Begin { from }): Query<Begin>) -> Response {
    let journal = house.lobby.world().journal.clone();
    let last = journal.seal_sum().lines;
    let pages = stream::try_unfold((journal, from.max(1)), move |(journal, next)| page(journal, next, last));
    (
        [(header::CONTENT_TYPE, "application/x-ndjson")],
        Body::from_stream(pages),
    )
        .into_response()
}

async fn page(journal: Journal, next: u64, last: u64) -> Result<Option<(Bytes, (Journal, u64))>, StoreError> {
    if next > last {
        return Ok(None);
    }
    let most = usize::try_from((last - next + 1).min(PAGE)).unwrap_or(usize::MAX);
    let lines = journal.seals(next, most).await?;
    if lines.is_empty() {
        return Ok(None);
    }
    let read = lines.len() as u64;
    let mut text = lines.join("\n");
    text.push('\n');
    Ok(Some((text.into(), (journal, next + read))))
}

/// All throws of all matches that ended here, also of those whose records were dropped.
pub(super) async fn throws(State(house): State<Arc<House>>) -> Response {
    match house.lobby.world().journal.throws().await {
        Ok(all) => Json(told(&all)).into_response(),
        Err(error) => {
            tracing::warn!(%error, "the throws could not be read");
            unreadable()
        }
    }
}

/// `since`, absent before the first; `models`: for each kind of cast how often each value fell, also those that never did;
/// `casts`: what kind of cast that is, by the names of rule sets.
fn told(all: &AllThrows) -> Value {
    let (mut models, mut casts) = (Map::new(), Map::new());
    for (cast, mouths_up, times) in all.throws.each() {
        let name = name_of(cast);
        let never = || (0..=cast.shells).map(|up| (value_of(cast, up), json!(0))).collect();
        let model = models.entry(&name).or_insert_with(|| Value::Object(never()));
        model[value_of(cast, mouths_up)] = json!(times);
        casts.entry(name).or_insert_with(|| {
            json!({
                "shells": cast.shells,
                "mouth_up_256": cast.mouth_up_256,
                "none_up": none_up(cast),
            })
        });
    }
    let mut told = json!({ "models": models, "casts": casts });
    if let Some(since) = all.since {
        told["since"] = json!(since);
    }
    told
}

/// `four_shells`, `six_shells`; with shells that are bent, and how much: `four_shells_154`.
fn name_of(Cast { shells, mouth_up_256 }: Cast) -> String {
    let shells = match shells {
        4 => "four_shells".to_owned(),
        6 => "six_shells".to_owned(),
        other => format!("{other}_shells"),
    };
    match mouth_up_256 {
        128 => shells,
        bent => format!("{shells}_{bent}"),
    }
}

/// What a cast without any mouth up stands as: 8 of four shells and 12 of six, as in the presets, whatever it counted at its
/// table.
fn none_up(cast: Cast) -> u8 {
    cast.shells.saturating_mul(2)
}

fn value_of(cast: Cast, mouths_up: u8) -> String {
    let value = if mouths_up == 0 { none_up(cast) } else { mouths_up };
    value.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn throws_are_told_by_model_and_value() {
        let mut all = AllThrows::default();
        assert_eq!(told(&all), json!({"models": {}, "casts": {}}), "nothing was thrown yet");
        all.since = Some(1_900_000_000_000);
        for (shells, mouth_up_256, mouths_up, times) in [
            (4, 128, 0, 7),
            (4, 128, 2, 30),
            (4, 154, 4, 1),
            (6, 128, 0, 2),
            (6, 128, 6, 3),
        ] {
            all.throws.count(Cast { shells, mouth_up_256 }, mouths_up, times);
        }
        let expected = json!({
            "since": 1_900_000_000_000_u64,
            "models": {
                "four_shells": {"1": 0, "2": 30, "3": 0, "4": 0, "8": 7},
                "four_shells_154": {"1": 0, "2": 0, "3": 0, "4": 1, "8": 0},
                "six_shells": {"1": 0, "2": 0, "3": 0, "4": 0, "5": 0, "6": 3, "12": 2},
            },
            "casts": {
                "four_shells": {"shells": 4, "mouth_up_256": 128, "none_up": 8},
                "four_shells_154": {"shells": 4, "mouth_up_256": 154, "none_up": 8},
                "six_shells": {"shells": 6, "mouth_up_256": 128, "none_up": 12},
            },
        });
        assert_eq!(told(&all), expected);
    }

    #[test]
    fn a_cast_without_a_mouth_up_stands_as_the_presets_count_it() {
        for preset in chowk_rules::chowka::presets() {
            let rules = preset.rules();
            let (shells, mouth_up_256) = (rules.shells, rules.mouth_up_256);
            assert_eq!(none_up(Cast { shells, mouth_up_256 }), rules.none_up, "{}", preset.name);
        }
    }
}
