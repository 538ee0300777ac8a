//! `chowk balance`: thousands of sets of four stones on rules alone, and whether its numbers make a good game.

mod report;

use std::num::NonZero;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use anyhow::{anyhow, bail};
use chowk_bots::stones::arena::Player;
use chowk_bots::stones::figures::{self, Tally, Twins};
use chowk_rules::stones::RuleSet;
use clap::Args;

use crate::out;
use report::{Bar, Report};

/// Play thousands of sets of four stones and print how they end.
#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES)]
pub struct BalanceArgs {
    /// Sets a row
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(1..))]
    sets: u32,
    /// Threads; all cores unless told otherwise
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<usize>>,
    /// Where the luck begins: the same seed prints the same table
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// A number of the rules to try instead of the shipped one; may be repeated
    #[arg(long = "rule", value_name = "FIELD=VALUE")]
    rules: Vec<String>,
    /// Only the rows that have this in their name
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Print what small changes of the numbers and unequal delays do, instead of the rows of players
    #[arg(long)]
    sensitivity: bool,
    /// Only the rows in which good players stand beside their simple twins, against the same others
    #[arg(long, conflicts_with_all = ["only", "sensitivity"])]
    twins: bool,
    /// The figures as JSON, once all rows are played
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  chowk balance
  chowk balance --sets 500 --rule tag_reach=800
  chowk balance --sensitivity
  chowk balance --twins

Of 100 innings: how many end with a catch, by tag (in steal, gumpu, chhuttu) and by clock, how many reach gumpu or
chhuttu, how long they last (p10/p50/p90), and in how many of theirs the odd runners and the others were caught. Then
what the page of rules asks of the numbers, and whether it holds: hunter and fox above their simple twins by more than
four standard errors. Exit code 1 if something does not.";

/// Sets that a thread plays at once.
const BATCH: u32 = 20;

/// A row to be played.
struct Task {
    name: String,
    rules: RuleSet,
    players: [Player; 5],
    odd: usize,
}

/// Plays and prints.
pub fn run(args: &BalanceArgs) -> anyhow::Result<ExitCode> {
    let rules = rules_of(&args.rules)?;
    let jobs = match args.jobs {
        Some(jobs) => jobs.get(),
        None => thread::available_parallelism().map_or(1, NonZero::get),
    };
    let rows = if args.twins { Twins::rows() } else { figures::rows() };
    let mut tasks: Vec<Task> = if args.sensitivity {
        let changed = figures::sensitivities(rules).into_iter();
        let changed = changed.map(|(name, rules, players)| Task {
            name,
            rules,
            players,
            odd: 0,
        });
        [task(figures::EQUALS, rules)].into_iter().chain(changed).collect()
    } else {
        rows.iter().map(|&row| task(row, rules)).collect()
    };
    tasks.retain(|task| args.only.as_ref().is_none_or(|only| task.name.contains(only.as_str())));
    if tasks.is_empty() {
        bail!("no row has that in its name");
    }
    let began = Instant::now();
    let tallies = play(&tasks, args, jobs);
    let mut report = Report::new(args, &tasks, &tallies, began.elapsed().as_secs_f64());
    if !args.sensitivity {
        report.judge(&rows, &tasks, &tallies, rules.hz);
    }
    if args.json {
        out::line(serde_json::to_string(&report)?);
    } else {
        report.demands().iter().for_each(|line| {
            out::line(line);
        });
    }
    Ok(if report.ok {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn task(row: figures::Row, rules: RuleSet) -> Task {
    Task {
        name: row.name.to_owned(),
        rules,
        players: row.players,
        odd: row.odd,
    }
}

fn rules_of(changes: &[String]) -> anyhow::Result<RuleSet> {
    let mut rules = RuleSet::default();
    for change in changes {
        let (field, value) = change
            .split_once('=')
            .ok_or_else(|| anyhow!("{change} is no FIELD=VALUE"))?;
        if field == "gumpu_reach_in" {
            rules.gumpu_reach_in = value.parse()?;
            continue;
        }
        let number = rules
            .number_mut(field)
            .ok_or_else(|| anyhow!("there is no number {field}; there are {}", RuleSet::NUMBERS.join(", ")))?;
        *number = value.parse().map_err(|_| anyhow!("{value} is no whole number"))?;
    }
    rules.check()?;
    Ok(rules)
}

/// Plays all rows on so many threads, and prints each line once it is whole.
fn play(tasks: &[Task], args: &BalanceArgs, jobs: usize) -> Vec<Tally> {
    if !args.json {
        out::line(report::heading(args.sets));
    }
    let mut bar = Bar::new(tasks.len() as u64 * u64::from(args.sets));
    let mut tallies = Vec::new();
    for (at, task) in tasks.iter().enumerate() {
        let before = at as u64 * u64::from(args.sets);
        let tally = play_row(task, args, jobs, &mut |done| bar.show(before + u64::from(done)));
        bar.clear();
        if !args.json {
            out::line(report::line(task, &tally));
        }
        tallies.push(tally);
    }
    tallies
}

/// One row. Batches have seeds of their own, so that the number of threads changes nothing.
fn play_row(task: &Task, args: &BalanceArgs, jobs: usize, shows: &mut (dyn FnMut(u32) + Send)) -> Tally {
    let batches = args.sets.div_ceil(BATCH);
    let next = AtomicU32::new(0);
    let whole = Mutex::new((Tally::default(), shows));
    let work = || {
        loop {
            let batch = next.fetch_add(1, Ordering::Relaxed);
            if batch >= batches {
                break;
            }
            let sets = BATCH.min(args.sets - batch * BATCH);
            let seed = args.seed.wrapping_mul(1_000_003).wrapping_add(u64::from(batch));
            let tally = Tally::of(task.rules, task.players, sets, seed);
            let mut whole = whole.lock().unwrap_or_else(PoisonError::into_inner);
            whole.0.add(&tally);
            let done = whole.0.sets;
            (whole.1)(done);
        }
    };
    thread::scope(|scope| {
        for _ in 0..jobs.min(batches as usize) {
            scope.spawn(work);
        }
    });
    whole.into_inner().unwrap_or_else(PoisonError::into_inner).0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args() -> BalanceArgs {
        BalanceArgs {
            sets: 50,
            jobs: None,
            seed: 3,
            rules: Vec::new(),
            only: None,
            sensitivity: false,
            twins: false,
            json: false,
        }
    }

    #[test]
    fn the_number_of_threads_changes_nothing() {
        let (task, args) = (
            task(figures::EQUALS, RuleSet::default()),
            BalanceArgs { sets: 6, ..args() },
        );
        let mut one = play_row(&task, &args, 1, &mut |_| ());
        let mut three = play_row(&task, &args, 3, &mut |_| ());
        one.lengths.sort_unstable();
        three.lengths.sort_unstable();
        assert_eq!(one, three);
        assert_eq!((one.sets, one.lengths.len()), (6, 18));
    }

    #[test]
    fn a_report_says_what_holds_and_what_does_not() {
        let args = BalanceArgs { sets: 10, ..args() };
        let rows = Twins::rows();
        let tasks: Vec<Task> = rows.iter().map(|&row| task(row, RuleSet::default())).collect();
        let mut tallies: Vec<Tally> = tasks.iter().map(|task| play_row(task, &args, 2, &mut |_| ())).collect();
        let told = |tallies: &[Tally]| {
            let mut report = Report::new(&args, &tasks, tallies, 1.0);
            report.judge(&rows, &tasks, tallies, 30);
            (report.ok, serde_json::to_value(&report).unwrap())
        };
        let (_, json) = told(&tallies);
        let names = |key: &str, name: &str| -> Vec<String> {
            let list = json[key].as_array().unwrap();
            list.iter().map(|one| one[name].as_str().unwrap().to_owned()).collect()
        };
        assert_eq!(names("twins", "good"), ["hunter", "foxes"]);
        assert_eq!(names("rows", "row").len(), 3);
        assert_eq!(json["rows"][1]["innings"], 30);
        assert!(json["twins"][0]["standard_errors"].as_f64().unwrap() > 4.0, "{json}");
        // The hunter's row in the chaser's place: nobody is better than himself.
        tallies[1] = tallies[0].clone();
        let (ok, json) = told(&tallies);
        assert_eq!((ok, &json["twins"][0]["holds"]), (false, &serde_json::json!(false)));
    }

    #[test]
    fn changed_numbers_are_read_and_checked() {
        let read = |change: &str| rules_of(&[change.to_owned()]).map_err(|error| error.to_string());
        assert_eq!(read("tag_reach=800").map(|rules| rules.tag_reach), Ok(800));
        assert_eq!(
            read("gumpu_reach_in=false").map(|rules| rules.gumpu_reach_in),
            Ok(false)
        );
        assert!(read("reach=800").is_err_and(|text| text.contains("there is no number reach")));
        assert!(read("runner=4051").is_err_and(|text| text.contains("multiple of `hz`")));
        assert!(read("tag_reach").is_err() && read("tag_reach=near").is_err());
    }
}
