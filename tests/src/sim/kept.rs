//! Seeds that have once found something, kept for ever in `tests/sim/kept`: they are lived first.

use std::{fs, path::PathBuf};

use anyhow::{Context as _, anyhow};
use clap::Parser;

use crate::sim::{overrides::Overrides, search::Finding};

/// The file as it was when this program was built.
const KEPT: &str = include_str!("../../sim/kept");

/// A kept world.
#[derive(Debug, Clone)]
pub struct Kept {
    /// Its seed.
    pub seed: u64,
    /// What is left out of it.
    pub overrides: Overrides,
    /// Since when it is kept, the law, and what was found.
    pub why: String,
}

/// The flags of a line.
#[derive(Debug, Parser)]
#[command(no_binary_name = true)]
struct Flags {
    seed: u64,
    #[command(flatten)]
    overrides: Overrides,
}

/// All kept worlds: each line is a seed with its flags, and after a semicolon why it is kept.
///
/// # Errors
/// If a line cannot be read.
pub fn all() -> anyhow::Result<Vec<Kept>> {
    let lines = KEPT.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let (flags, why) = line.split_once(';').ok_or_else(|| anyhow!("no reason: {line}"))?;
            let Flags { seed, overrides } =
                Flags::try_parse_from(flags.split_whitespace()).with_context(|| line.to_owned())?;
            Ok(Kept {
                seed,
                overrides,
                why: why.trim().to_owned(),
            })
        })
        .collect()
}

/// The line that keeps a finding.
pub(crate) fn line(finding: &Finding, day: &str) -> String {
    let law = finding.law_name();
    let why = finding.text.replace(['\n', ';'], " ");
    let why: String = why.chars().take(160).collect();
    format!("{}{} ; {day} ; {law} ; {why}", finding.seed, finding.overrides)
}

/// Keeps a finding, if this is where the sources are; returns whether it is.
pub(crate) fn keep(line: &str) -> bool {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "sim", "kept"].iter().collect();
    let Ok(text) = fs::read_to_string(&path) else {
        return false;
    };
    fs::write(&path, format!("{}\n{line}\n", text.trim_end())).is_ok()
}
