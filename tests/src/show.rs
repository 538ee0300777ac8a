//! `tests/show NAME`: all that can be measured of what an order demands, each demand met or not, as a table and as JSON.
//!
//! A show consists of parts. A part is a function from a [`Setting`] and a folder to a [`Part`]: what was demanded, what
//! was found, and figures that nobody demands. Each can be run alone: `tests/show heart kills swarm`.

mod figures;
mod kills;
mod mutations;
mod opening;
mod order;
mod page;
mod perft;
mod proof;
mod seen;
mod stones;
mod swarm;
mod table;
mod transcript;

use std::{
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use anyhow::{Context as _, bail};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::programs::Programs;

/// What a part runs in.
#[derive(Debug, Clone)]
pub struct Setting {
    /// The programs that are shown.
    pub programs: Programs,
    /// Where results go. Each part has a folder of its own in it, which is kept if a demand is not met.
    pub out: PathBuf,
    /// What decides all that is left to luck.
    pub seed: u64,
}

impl Setting {
    /// The folder of a part, empty.
    fn folder(&self, name: &str) -> anyhow::Result<PathBuf> {
        let folder = self.out.join(name);
        match fs::remove_dir_all(&folder) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error.into()),
            Ok(()) | Err(_) => {}
        }
        fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        Ok(folder)
    }
}

/// One demand of the order.
#[derive(Debug, Clone, Serialize)]
pub struct Demand {
    /// What is demanded.
    pub what: String,
    /// What it must be.
    pub wanted: String,
    /// What was found.
    pub found: String,
    /// Whether it is met.
    pub met: bool,
}

/// What a part found.
#[derive(Debug, Clone, Serialize)]
pub struct Part {
    /// Its demands.
    pub demands: Vec<Demand>,
    /// Figures that nobody demands.
    pub figures: Map<String, Value>,
}

impl Part {
    /// Nothing yet.
    fn new() -> Self {
        Self {
            demands: Vec::new(),
            figures: Map::new(),
        }
    }

    fn demand(&mut self, what: impl Into<String>, wanted: impl ToString, found: impl ToString, met: bool) {
        self.demands.push(Demand {
            what: what.into(),
            wanted: wanted.to_string(),
            found: found.to_string(),
            met,
        });
    }

    fn figure(&mut self, name: &str, value: impl Serialize) -> anyhow::Result<()> {
        self.figures.insert(name.to_owned(), serde_json::to_value(value)?);
        Ok(())
    }

    fn met(&self) -> bool {
        !self.demands.is_empty() && self.demands.iter().all(|demand| demand.met)
    }
}

type Run = fn(&Setting, &Path) -> anyhow::Result<Part>;

/// A show: its name, and its parts in the order in which they run.
#[derive(Debug, Clone, Copy)]
pub struct Show {
    /// Its name.
    pub name: &'static str,
    parts: &'static [(&'static str, Run)],
}

/// All shows.
pub const SHOWS: [Show; 5] = [
    Show {
        name: "heart",
        parts: &[
            ("perft", perft::run),
            ("figures", figures::run),
            ("mutations", mutations::run),
            ("transcript", transcript::run),
            ("order", order::run),
            ("swarm", swarm::run),
            ("kills", kills::run),
        ],
    },
    Show {
        name: "opening",
        parts: &opening::PARTS,
    },
    Show {
        name: "stones",
        parts: &stones::PARTS,
    },
    Show {
        name: "proof",
        parts: proof::PARTS,
    },
    Show {
        name: "page",
        parts: page::PARTS,
    },
];

impl Show {
    /// The show of this name.
    ///
    /// # Errors
    /// If there is none.
    pub fn named(name: &str) -> anyhow::Result<Self> {
        let found = SHOWS.into_iter().find(|show| show.name == name);
        found.with_context(|| {
            let names = SHOWS.map(|show| show.name);
            format!("there is no show {name}; there are {}", names.join(", "))
        })
    }

    /// The names of its parts.
    pub fn names(&self) -> Vec<&'static str> {
        self.parts.iter().map(|(name, _)| *name).collect()
    }
}

/// Runs the parts of these names, all if none is named, prints the table and writes `NAME.json`. True if all is met.
///
/// # Errors
/// If a name is no part's, or the results cannot be written.
pub fn run(show: Show, setting: &Setting, named: &[String]) -> anyhow::Result<bool> {
    let names = show.names();
    if let Some(stranger) = named.iter().find(|name| !names.contains(&name.as_str())) {
        bail!("{stranger} is no part; there are {}", names.join(", "));
    }
    fs::create_dir_all(&setting.out).with_context(|| format!("cannot make {}", setting.out.display()))?;
    let began = Instant::now();
    let mut results = Map::new();
    let mut all_met = true;
    for (name, run) in show.parts {
        let name = *name;
        if !named.is_empty() && !named.iter().any(|wanted| wanted == name) {
            continue;
        }
        let began = Instant::now();
        table::begins(name);
        let folder = setting.folder(name)?;
        let part = run(setting, &folder).unwrap_or_else(|error| {
            let mut part = Part::new();
            part.demand("the part runs to its end", "yes", format!("{error:#}"), false);
            part
        });
        let took = began.elapsed();
        table::ends(&part, took);
        if part.met() {
            fs::remove_dir_all(&folder)?;
        } else {
            table::note(&format!("what it left is in {}", folder.display()));
        }
        all_met &= part.met();
        results.insert(
            name.to_owned(),
            json!({ "met": part.met(), "seconds": seconds(took), "demands": part.demands, "figures": part.figures }),
        );
    }
    let report = json!({
        "show": show.name,
        "met": all_met,
        "seconds": seconds(began.elapsed()),
        "seed": setting.seed,
        "machine": machine(),
        "parts": results,
    });
    let path = setting.out.join(format!("{}.json", show.name));
    keep(&path, &format!("{report:#}\n"))?;
    table::verdict(all_met, began.elapsed(), &path);
    Ok(all_met)
}

fn keep(path: &Path, text: &str) -> anyhow::Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

fn seconds(took: Duration) -> f64 {
    (took.as_secs_f64() * 10.0).round() / 10.0
}

/// What was measured on.
fn machine() -> Value {
    let cores = std::thread::available_parallelism().map_or(0, std::num::NonZero::get);
    let cpu = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpu
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    json!({ "cores": cores, "cpu": model.map_or("unknown", |(_, name)| name.trim()) })
}
