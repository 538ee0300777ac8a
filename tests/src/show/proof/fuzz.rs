//! The fuzzer's hours as they were written down, and all that it kept or found, read once more.

use std::path::Path;

use super::super::{Part, Setting};
use crate::decoders::{
    TARGETS,
    inputs::{Kind, hours, read_all},
};

/// CPU-hours in all (issue 5).
const HOURS_MIN: f64 = 10.0;

pub(super) fn run(_: &Setting, _: &Path) -> anyhow::Result<Part> {
    let mut part = Part::new();
    let (mut cpu_s, mut executions, mut crashes, mut kept, mut found) = (0.0, 0, 0, 0, 0);
    let mut tried = 0;
    let mut faults = Vec::new();
    for target in TARGETS {
        let hours = hours(target.name)?;
        part.figure(&format!("{}: CPU s", target.name), hours.cpu_s.round())?;
        part.figure(&format!("{}: executions", target.name), hours.executions)?;
        part.figure(&format!("{}: edges", target.name), hours.edges)?;
        part.figure(&format!("{}: features", target.name), hours.features)?;
        tried += usize::from(hours.executions > 0);
        cpu_s += hours.cpu_s;
        executions += hours.executions;
        crashes += hours.crashes;
        for (kind, count) in [(Kind::Kept, &mut kept), (Kind::Found, &mut found)] {
            match read_all(kind, target) {
                Ok(read) => *count += read,
                Err(fault) => faults.push(fault.to_string()),
            }
        }
    }
    part.figure("executions in all", executions)?;
    part.figure("inputs on which a run ended", crashes)?;
    part.demand(
        "CPU-hours of fuzzing, all decoders",
        format!("at least {HOURS_MIN}"),
        format!("{:.2}", cpu_s / 3600.0),
        cpu_s >= HOURS_MIN * 3600.0,
    );
    let all = TARGETS.len();
    part.demand("decoders that were fuzzed", all, tried, tried == all);
    let told = if faults.is_empty() {
        format!("{kept} and {found} pass")
    } else {
        faults.join("; ")
    };
    part.demand(
        "inputs that were kept, and that once were faults",
        "all pass",
        told,
        faults.is_empty() && kept > 0,
    );
    Ok(part)
}
