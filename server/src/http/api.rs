//! What anybody may know of the server: facts that are durable, and nothing that names a player or a private room.

use std::sync::{Arc, LazyLock};

use axum::{
    extract::{Path, Query, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Json, Response},
};
use bytes::Bytes;
use chowk_protocol::{MatchId, PROTOCOL};
use chowk_record::rules::{FOUR_STONES, Rules};
use chowk_rules::{
    chowka::{find_presets, is_called},
    stones,
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::House;
use crate::{journal::gunzip, lobby::directory::RoomCount};

/// The other game's only preset: its names, and what it is in a line.
const STONES_NAMES: &[&str] = &["Nalugu Rallu Aata", "Four stones", "Gumpu chhuttu"];
const STONES_SUMMARY: &str =
    "Five seats: four runners steal the stones, a patwar on the tracks of the cross may catch them.";
/// The ending of a record's name as a file.
const RECORD_ENDING: &str = ".chowk.ndjson";

/// `/api/v1/info`: who the server is, what it permits, how many are here.
pub(super) async fn info(State(house): State<Arc<House>>) -> Json<Value> {
    let (world, front) = (house.lobby.world(), house.front.now());
    let RoomCount { awake, asleep, failed } = world.directory.count();
    let seals = world.journal.seal_sum();
    let lines = world.directory.summaries();
    let sum = |count: fn(&crate::room::Summary) -> u64| lines.iter().map(count).sum::<u64>();
    let mut told = json!({
        "name": front.conduct.server.name,
        "motd": front.conduct.server.motd,
        "url": front.public_url,
        "password": front.conduct.password.is_some(),
        "version": front.conduct.server.version,
        "protocols": [PROTOCOL],
        "limits": front.conduct.limits,
        "now": world.clock.now().wall,
        "rooms": { "awake": awake, "asleep": asleep, "failed": failed, "most": house.lobby.limits().rooms },
        "sockets": house.sockets.open(),
        "persons": sum(|line| line.persons.into()),
        "bots": sum(|line| line.bots.into()),
        "house": sum(|line| line.house.into()),
        "watchers": sum(|line| line.watchers.into()),
        "seal": seals.newest.map(hex::encode).unwrap_or_default(),
        "seals": seals.lines,
        "not_started": seals.not_started,
        "stopping": house.lobby.is_stopping(),
    });
    if house.lobby.is_draining() {
        told["draining"] = json!(true);
    }
    Json(told)
}

/// What to look for.
#[derive(Debug, Deserialize)]
pub(super) struct Looking {
    #[serde(default)]
    q: String,
}

/// `/api/v1/presets`, or `/api/v1/presets?q=…` by a name, also a regional one.
pub(super) async fn presets(Query(looking): Query<Looking>) -> Json<Value> {
    let told = |name: &str, summary: &str, names: &[&str], rules: &Rules| {
        json!({
            "name": name,
            "game": rules.game().name(),
            "summary": summary,
            "names": names,
            "rules": rules.to_value(),
            "rules_hash": rules.hash(),
        })
    };
    let chowka = find_presets(&looking.q).into_iter().map(|preset| {
        told(
            preset.name,
            preset.summary,
            preset.names,
            &Rules::Chowka(preset.rules()),
        )
    });
    let mut presets: Vec<Value> = chowka.collect();
    if is_called(FOUR_STONES, STONES_NAMES, &looking.q) {
        let rules = Rules::Stones(stones::RuleSet::default());
        presets.push(told(FOUR_STONES, STONES_SUMMARY, STONES_NAMES, &rules));
    }
    Json(json!({ "presets": presets }))
}

/// `/api/v1/rooms`: those that are listed.
pub(super) async fn rooms(State(house): State<Arc<House>>) -> Json<Value> {
    Json(json!({ "rooms": house.lobby.list().await }))
}

/// `/api/v1/schema`: the JSON Schema of all messages.
pub(super) async fn schema() -> Response {
    static SCHEMA: LazyLock<Bytes> = LazyLock::new(|| chowk_protocol::schema::schema().to_string().into());
    let kind = HeaderValue::from_static("application/schema+json");
    ([(header::CONTENT_TYPE, kind)], SCHEMA.clone()).into_response()
}

/// `/api/v1/records/MATCH_ID`: the record of a match that has ended, as a file.
pub(super) async fn record(State(house): State<Arc<House>>, Path(name): Path<String>, headers: HeaderMap) -> Response {
    let name = name.strip_suffix(RECORD_ENDING).unwrap_or(&name);
    let Ok(match_id) = name.parse::<MatchId>() else {
        return say(StatusCode::NOT_FOUND, "A match is named by 32 hex digits.\n");
    };
    let packed = match house.lobby.world().journal.record(match_id).await {
        Ok(Some(packed)) => packed,
        Ok(None) => return say(StatusCode::NOT_FOUND, "There is no record of this match (any more).\n"),
        Err(error) => {
            tracing::warn!(%error, "a record could not be read");
            return unreadable();
        }
    };
    let file = format!("attachment; filename=\"{match_id}{RECORD_ENDING}\"");
    let told = [
        (header::CONTENT_TYPE, "application/x-ndjson".to_owned()),
        (header::CONTENT_DISPOSITION, file),
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable".to_owned()),
        (header::VARY, "accept-encoding".to_owned()),
    ];
    if takes_gzip(&headers) {
        return (told, [(header::CONTENT_ENCODING, "gzip")], packed).into_response();
    }
    match tokio::task::spawn_blocking(move || gunzip(&packed)).await {
        Ok(Ok(plain)) => (told, plain).into_response(),
        Ok(Err(_)) | Err(_) => say(StatusCode::INTERNAL_SERVER_ERROR, "This record is broken.\n"),
    }
}

pub(super) fn takes_gzip(headers: &HeaderMap) -> bool {
    let lines = headers
        .get_all(header::ACCEPT_ENCODING)
        .iter()
        .filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        name.trim().eq_ignore_ascii_case("gzip") && weight.trim().trim_start_matches("q=").parse() != Ok(0.0)
    })
}

fn say(status: StatusCode, text: &'static str) -> Response {
    (status, text).into_response()
}

/// The journal does not answer.
pub(super) fn unreadable() -> Response {
    say(
        StatusCode::SERVICE_UNAVAILABLE,
        "The journal cannot be read at present; try again.\n",
    )
}
