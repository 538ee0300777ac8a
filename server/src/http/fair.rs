//! `/fair/log.ndjson`: the public log of seals, read and sent page by page, so that nobody waits for a slow reader.

use std::sync::Arc;

use axum::{
    body::Body,
    extract::{Query, State},
    http::header,
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use futures_util::stream;
use serde::Deserialize;

use super::House;
use crate::journal::{Journal, StoreError};

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
