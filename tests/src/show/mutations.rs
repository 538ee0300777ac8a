//! Each value of each line of two records changed, the chain made anew: verify fails where the change first makes a
//! line false, by the check concerned; what only the log of seals catches is listed.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    num::NonZero,
    path::Path,
    thread,
};

use anyhow::{Context as _, anyhow};
use chowk_record::{
    mutate::{Expect, Mutants},
    verify::verify,
};

use super::{Part, Setting, table};

/// A match of two with links used up and throws by the clock, and one of three with drawn victims, a house bot and
/// rules of no preset.
const RECORDS: [&str; 2] = ["pagdi-2", "random-rules-3"];

/// What became of the mutants of one record.
#[derive(Default)]
struct Sum {
    values: BTreeSet<(u64, String)>,
    changes: usize,
    by_check: BTreeMap<String, usize>,
    only_log: BTreeMap<String, usize>,
    wrong: Vec<String>,
}

pub(super) fn run(_: &Setting, _: &Path) -> anyhow::Result<Part> {
    let mut part = Part::new();
    let mut whole = Sum::default();
    for name in RECORDS {
        let sum = judge(name)?;
        for wrong in sum.wrong.iter().take(5) {
            table::note(wrong);
        }
        part.demand(
            format!("{name}: {} changes of {} values", sum.changes, sum.values.len()),
            "each fails by its check at its first line, and by the log of seals",
            match sum.wrong.len() {
                0 => "each does".to_owned(),
                wrong => format!("{wrong} do not"),
            },
            sum.wrong.is_empty() && sum.values.len() > 500,
        );
        whole.add(sum);
    }
    part.figure("caught_by_check", whole.by_check)?;
    part.figure("caught_by_the_log_only", whole.only_log)?;
    part.figure(
        "caught_by_nothing",
        "none: every value stands under the last h, which the log has",
    )?;
    Ok(part)
}

fn judge(name: &str) -> anyhow::Result<Sum> {
    let read = |file: &str| {
        let path = format!("{}/vectors/records/{file}", env!("CARGO_MANIFEST_DIR"));
        fs::read_to_string(&path).context(path)
    };
    let (record, log) = (read(&format!("{name}.chowk.ndjson"))?, read("seals.ndjson")?);
    let mutants = Mutants::of(&record)?;
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let sums = thread::scope(|scope| {
        let part = |first: usize| {
            let (mutants, log) = (&mutants, &log);
            scope.spawn(move || judge_each(mutants, log, first, threads))
        };
        let parts: Vec<_> = (0..threads).map(part).collect();
        parts
            .into_iter()
            .map(thread::ScopedJoinHandle::join)
            .collect::<Vec<_>>()
    });
    let mut whole = Sum::default();
    for sum in sums {
        whole.add(sum.map_err(|_| anyhow!("a judge panicked"))?);
    }
    Ok(whole)
}

/// Every `step`th mutant, from the `first` on.
fn judge_each(mutants: &Mutants, log: &str, first: usize, step: usize) -> Sum {
    let mut sum = Sum::default();
    for mutant in (first..mutants.len()).step_by(step).filter_map(|n| mutants.get(n)) {
        sum.changes += 1;
        if let Err(why) = mutant.judge(&verify(&mutant.record, Some(log))) {
            sum.wrong.push(why);
        }
        sum.values.insert((mutant.line, mutant.pointer));
        match mutant.expect {
            Expect::OnlyLog => *sum.only_log.entry(mutant.place).or_default() += 1,
            Expect::Fails { checks, .. } => {
                let names: Vec<&str> = checks.iter().map(|check| check.as_str()).collect();
                *sum.by_check.entry(names.join(" or ")).or_default() += 1;
            }
        }
    }
    sum
}

impl Sum {
    fn add(&mut self, other: Self) {
        self.values.extend(other.values);
        self.changes += other.changes;
        self.wrong.extend(other.wrong);
        for (check, count) in other.by_check {
            *self.by_check.entry(check).or_default() += count;
        }
        for (place, count) in other.only_log {
            *self.only_log.entry(place).or_default() += count;
        }
    }
}
