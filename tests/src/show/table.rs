//! The table of a show, printed as it grows: a line for each demand, met or not.

use std::{
    io::{self, Write as _},
    path::Path,
    time::Duration,
};

use serde_json::Value;

use super::Part;

/// Widest column of what is demanded, in letters.
const WHAT_MAX: usize = 64;

/// A part begins.
pub(super) fn begins(name: &str) {
    print(&format!("\n== {name}"));
}

/// Something worth a line while a part runs.
pub(super) fn note(text: &str) {
    print(&format!("   {text}"));
}

/// A part has ended.
pub(super) fn ends(part: &Part, took: Duration) {
    let width = part
        .demands
        .iter()
        .map(|demand| demand.what.chars().count())
        .max()
        .unwrap_or(0)
        .min(WHAT_MAX);
    for demand in &part.demands {
        let mark = if demand.met { '✔' } else { '✘' };
        print(&format!(
            "{mark}  {:<width$}  {}  (wanted: {})",
            demand.what, demand.found, demand.wanted
        ));
    }
    for (name, value) in &part.figures {
        match value {
            Value::Object(fields) => {
                print(&format!("   {name}:"));
                for (field, value) in fields {
                    print(&format!("     {field}: {}", plain(value)));
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
                print(&format!("   {name}: {}", plain(value)));
            }
        }
    }
    print(&format!("   took {:.1} s", took.as_secs_f64()));
}

/// All has ended.
pub(super) fn verdict(met: bool, took: Duration, path: &Path) {
    let said = if met {
        "every demand is met"
    } else {
        "NOT every demand is met"
    };
    print(&format!(
        "\n{said}; {:.0} s; the figures are in {}",
        took.as_secs_f64(),
        path.display()
    ));
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Whole lines, at once; where nobody reads any more there is nobody to tell.
fn print(line: &str) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{line}");
    let _ = out.flush();
}
