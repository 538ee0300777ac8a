//! The records of the matches that ended: fetched, kept, and verified as a stranger would.

use std::{collections::BTreeMap, fs, path::Path, time::Duration};

use anyhow::Context as _;
use chowk_record::verify::{self, Verdict};
use futures_util::{StreamExt as _, stream};
use serde::Serialize;

use crate::{address::Address, http::get_through_restarts as fetch};

/// How many records are fetched at once.
const AT_ONCE: usize = 8;

/// What came of the records.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Verified {
    /// Records that pass every check, with the log of seals.
    pub good: usize,
    /// Those that do not, or could not be fetched: the match, and why.
    pub failed: BTreeMap<String, String>,
}

/// Fetches the record of each match into `folder`, then the log of seals, and verifies all. Gives the records by match.
/// A server that restarts meanwhile is waited for, as the seats did.
pub(super) async fn fetch_and_verify(
    server: &Address,
    folder: &Path,
    matches: &[String],
    patience: Duration,
) -> anyhow::Result<(Verified, BTreeMap<String, String>)> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let fetched = stream::iter(matches.to_vec()).map(|id| {
        let server = server.clone();
        async move { (fetch(&server, &format!("/api/v1/records/{id}"), patience).await, id) }
    });
    let fetched: Vec<_> = fetched.buffer_unordered(AT_ONCE).collect().await;
    // The log comes last: it tells of every match that has ended by then.
    let log = fetch(server, "/fair/log.ndjson", patience).await?;
    keep(&folder.join("seals.ndjson"), &log)?;
    let (mut verified, mut records) = (Verified::default(), BTreeMap::new());
    for (record, id) in fetched {
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                verified.failed.insert(id, format!("{error:#}"));
                continue;
            }
        };
        keep(&folder.join(format!("{id}.chowk.ndjson")), &record)?;
        let report = verify::verify(&record, Some(&log));
        let wrong = report.checks.iter().find_map(|check| match &check.result {
            Verdict::Ok => None,
            Verdict::Fail { line, why } => Some(format!("{}: line {line}: {why}", check.name)),
        });
        match wrong {
            None => verified.good += 1,
            Some(why) => {
                verified.failed.insert(id.clone(), why);
            }
        }
        records.insert(id, record);
    }
    Ok((verified, records))
}

fn keep(path: &Path, text: &str) -> anyhow::Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}
