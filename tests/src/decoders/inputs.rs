//! What the fuzzer kept (`tests/fuzz/corpus`), what once was a fault (`tests/fuzz/found`), and how long it was at work
//! (`tests/fuzz/hours.csv`).

use std::{
    fmt, fs, io,
    panic::catch_unwind,
    path::{Path, PathBuf},
};

use super::Target;

/// Which inputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The corpora.
    Kept,
    /// Each once was a fault.
    Found,
}

/// An input that is a fault.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{} is a fault: cargo test -p chowk-tests --test decoders {target}", file.display())]
pub struct Fault {
    /// Whose.
    pub target: &'static str,
    /// The input.
    pub file: PathBuf,
}

/// All that the fuzzer did for one target, as it was written down.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Hours {
    /// Seconds of CPU time, really used.
    pub cpu_s: f64,
    /// Inputs that were tried.
    pub executions: u64,
    /// Most edges of the program that were reached in one run.
    pub edges: u64,
    /// Most features (edges with how often) likewise.
    pub features: u64,
    /// Inputs on which it ended.
    pub crashes: u64,
}

impl Kind {
    /// The folder of a target's inputs.
    pub fn folder(self, target: &str) -> PathBuf {
        let name = match self {
            Self::Kept => "corpus",
            Self::Found => "found",
        };
        fuzz().join(name).join(target)
    }
}

/// The files in a folder, in order; none if there is no folder.
///
/// # Errors
/// If it cannot be read.
pub fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut files = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    files.sort();
    Ok(files)
}

/// Reads all inputs of a kind and a target; returns how many there are.
///
/// # Errors
/// The first [`Fault`], or what kept the files from being read.
pub fn read_all(kind: Kind, target: Target) -> anyhow::Result<usize> {
    let files = files(&kind.folder(target.name))?;
    for file in &files {
        let bytes = fs::read(file)?;
        if catch_unwind(|| (target.read)(&bytes)).is_err() {
            let (target, file) = (target.name, file.clone());
            return Err(Fault { target, file }.into());
        }
    }
    Ok(files.len())
}

/// What was written down for a target: the sum of its lines.
///
/// # Errors
/// If it cannot be read, or a line is none.
pub fn hours(target: &str) -> anyhow::Result<Hours> {
    sum(&fs::read_to_string(fuzz().join("hours.csv"))?, target)
}

fn sum(text: &str, target: &str) -> anyhow::Result<Hours> {
    let mut sum = Hours::default();
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [_, name, cpu_s, executions, edges, features, _, crashes] = fields[..] else {
            anyhow::bail!("this is no line of hours.csv: {line}");
        };
        anyhow::ensure!(Target::named(name).is_some(), "there is no target {name}: {line}");
        if name == target {
            sum.cpu_s += cpu_s.parse::<f64>()?;
            sum.executions += executions.parse::<u64>()?;
            sum.edges = sum.edges.max(edges.parse()?);
            sum.features = sum.features.max(features.parse()?);
            sum.crashes += crashes.parse::<u64>()?;
        }
    }
    Ok(sum)
}

fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz")
}

impl fmt::Display for Hours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:.2} CPU-hours, {} executions, {} edges",
            self.cpu_s / 3600.0,
            self.executions,
            self.edges
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_summed_by_target() {
        let text = "ended,target,cpu_s,executions,edges,features,inputs,crashes\n\
                    2026-11-30T14:00:04Z,rows,24.5,11,40,90,7,0\n\
                    2026-11-30T15:00:04Z,rows,3600,9,50,80,7,1\n\
                    2026-11-30T15:00:05Z,rules,1,1,1,1,1,0\n";
        let rows = sum(text, "rows").unwrap();
        assert_eq!(
            (rows.cpu_s, rows.executions, rows.edges, rows.features, rows.crashes),
            (3624.5, 20, 50, 90, 1)
        );
        assert_eq!(sum(text, "client").unwrap(), Hours::default());
        assert!(sum(&text.replace("rules", "rulers"), "rows").is_err());
        assert!(sum(&text.replace(",0\n", "\n"), "rows").is_err());
    }
}
