//! Whether the numbers of four stones make a good game (`four-stones.md` 6): 2,000 sets a row, good players beside their
//! simple twins.

use std::{path::Path, process::Command};

use anyhow::Context as _;
use serde_json::{Value, json};

use super::super::{Part, Setting, table};

/// Sets of a row.
const SETS: u32 = 2_000;
/// Where the luck begins; always there, since the page's figures were measured so.
const SEED: u32 = 1;
/// Standard errors by which a good player must be better than his twin.
const ERRORS_LEAST: f64 = 4.0;

pub(in crate::show) fn run(setting: &Setting, _: &Path) -> anyhow::Result<Part> {
    let mut part = Part::new();
    let rows = played(setting, &[])?;
    judge(&mut part, &rows);
    part.figure("of_100_innings", lines(&rows))?;
    let twins = played(setting, &["--twins"])?;
    for pair in list(&twins, "twins") {
        let errors = number(pair, "standard_errors");
        part.demand(
            format!(
                "{} beside {}, against {}",
                word(pair, "good"),
                word(pair, "simple"),
                word(pair, "against")
            ),
            format!("better by more than {ERRORS_LEAST} standard errors"),
            format!(
                "{}: {:.1} and {:.1}, by {errors:.1} standard errors",
                word(pair, "counted"),
                number(pair, "good_figure"),
                number(pair, "simple_figure"),
            ),
            errors > ERRORS_LEAST,
        );
    }
    let pairs = list(&twins, "twins").len();
    part.demand("pairs of twins", 2, pairs, pairs == 2);
    part.figure("seconds", json!([number(&rows, "seconds"), number(&twins, "seconds")]))?;
    Ok(part)
}

/// What `chowk balance` finds, good or not.
fn played(setting: &Setting, words: &[&str]) -> anyhow::Result<Value> {
    table::note(&format!(
        "chowk balance --sets {SETS} --seed {SEED} {}",
        words.join(" ")
    ));
    let out = Command::new(setting.programs.cli())
        .args([
            "balance",
            "--json",
            "--sets",
            &SETS.to_string(),
            "--seed",
            &SEED.to_string(),
        ])
        .args(words)
        .output()?;
    let said = String::from_utf8_lossy(&out.stdout);
    serde_json::from_str(&said).with_context(|| format!("{said}{}", String::from_utf8_lossy(&out.stderr)))
}

/// Every demand of the page, as the program judged it.
fn judge(part: &mut Part, report: &Value) {
    let demands = list(report, "demands");
    for demand in demands {
        let holds = demand["holds"] == true;
        part.demand(
            word(demand, "text"),
            "holds",
            if holds { "it does" } else { "it does not" },
            holds,
        );
    }
    let rows = list(report, "rows");
    let whole = rows.iter().all(|row| number(row, "innings") == f64::from(SETS) * 3.0);
    part.demand(
        format!("rows of {SETS} sets of three innings"),
        "at least 8, whole",
        rows.len(),
        rows.len() >= 8 && whole && demands.len() >= rows.len(),
    );
}

/// A line for each row, as the table has it.
fn lines(report: &Value) -> Value {
    let told = list(report, "rows").iter().map(|row| {
        let odd = row["odd"]
            .as_f64()
            .map_or(String::new(), |odd| format!(", odd ones caught in {odd:.1}, others in {:.1}", number(row, "others")));
        let text = format!(
            "caught {:.1} ± {:.1} (steal {:.1}, gumpu {:.1}, chhuttu {:.1}, clock {:.1}), reach {:.1}, {:.0}/{:.0}/{:.0} s{odd}",
            number(row, "caught"),
            number(row, "error"),
            number(row, "steal"),
            number(row, "gumpu"),
            number(row, "chhuttu"),
            number(row, "clock"),
            number(row, "reach"),
            number(row, "p10_s"),
            number(row, "p50_s"),
            number(row, "p90_s"),
        );
        (word(row, "row").to_owned(), Value::from(text))
    });
    Value::Object(told.collect())
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

fn number(value: &Value, key: &str) -> f64 {
    value[key].as_f64().unwrap_or(f64::NAN)
}

fn word<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}
