//! `chowk verify`: a stranger's check of a record, without the server.

use std::{fs, path::PathBuf, process::ExitCode};

use anyhow::Context as _;
use chowk_record::verify;
use clap::Args;

use crate::out;

/// Check the record of a match: every throw, every move, the result.
#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES)]
pub struct VerifyArgs {
    /// The record: MATCH.chowk.ndjson, from /api/v1/records/MATCH of the server
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The server's public log of seals, from /fair/log.ndjson: checks that the seal was published before the start and
    /// that this is the record that was logged
    #[arg(long, value_name = "LOG")]
    log: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  curl -O http://127.0.0.1:8080/api/v1/records/MATCH
  curl -o seals.ndjson http://127.0.0.1:8080/fair/log.ndjson
  chowk verify MATCH --log seals.ndjson

One line a check, ✔ or ✘ with the first line of the file where it fails. Exit code 0 if all hold, 1 if not.";

/// Prints one line a check.
pub fn run(args: &VerifyArgs) -> anyhow::Result<ExitCode> {
    let read = |path: &PathBuf| fs::read(path).with_context(|| format!("cannot read {}", path.display()));
    let record = read(&args.file)?;
    let log = args.log.as_ref().map(read).transpose()?;
    let report = verify::verify_bytes(&record, log.as_deref());
    out::line(report.to_string().trim_end());
    Ok(if report.holds() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
