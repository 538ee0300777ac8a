//! `chowk balance`: thousands of sets of four stones on rules alone, and whether its numbers make a good game.

use std::io::IsTerminal as _;
use std::num::NonZero;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use anyhow::{anyhow, bail};
use chowk_bots::stones::arena::Player;
use chowk_bots::stones::figures::{self, Tally};
use chowk_rules::stones::RuleSet;
use clap::Args;

use crate::out;

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
}

const EXAMPLES: &str = "\
Examples:
  chowk balance
  chowk balance --sets 500 --rule tag_reach=800
  chowk balance --sensitivity

Of 100 innings: how many end with a catch, by tag (in steal, gumpu, chhuttu) and by clock, how many reach gumpu or
chhuttu, how long they last (p10/p50/p90), and in how many of theirs the odd runners and the others were caught. Then
what the page of rules asks of the numbers, and whether it holds. Exit code 1 if something does not.";

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
    let wanted = |name: &str| args.only.as_ref().is_none_or(|only| name.contains(only.as_str()));
    let jobs = match args.jobs {
        Some(jobs) => jobs.get(),
        None => thread::available_parallelism().map_or(1, NonZero::get),
    };
    if args.sensitivity {
        let equals = task(figures::EQUALS, rules);
        let changed = figures::sensitivities(rules)
            .into_iter()
            .map(|(name, rules, players)| Task {
                name,
                rules,
                players,
                odd: 0,
            });
        let mut tasks: Vec<Task> = vec![equals];
        tasks.extend(changed);
        tasks.retain(|task| wanted(&task.name));
        play(&tasks, args, jobs);
        return Ok(ExitCode::SUCCESS);
    }
    let mut rows = figures::rows();
    rows.retain(|row| wanted(row.name));
    let tasks: Vec<Task> = rows.iter().map(|&row| task(row, rules)).collect();
    if tasks.is_empty() {
        bail!("no row has that in its name");
    }
    let tallies = play(&tasks, args, jobs);
    Ok(judged(&rows, &tallies, rules.hz))
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
    out::line(format!(
        "{:<31} catch    tag  steal gumpu chhut  clock  reach  p10/p50/p90 s    odd  rest",
        format!("{} sets a row, of 100 innings", args.sets)
    ));
    let mut bar = Bar::new(tasks.len() as u32 * args.sets);
    let mut tallies = Vec::new();
    for (at, task) in tasks.iter().enumerate() {
        let before = at as u32 * args.sets;
        let tally = play_row(task, args, jobs, &mut |done| bar.show(before + done));
        bar.clear();
        out::line(line(task, &tally));
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

fn line(task: &Task, tally: &Tally) -> String {
    let seconds = |percent| f64::from(tally.length(percent)) / f64::from(task.rules.hz);
    let odd: Vec<usize> = (0..task.odd).collect();
    let rest: Vec<usize> = (task.odd..5).collect();
    let odd = if odd.is_empty() {
        "     ".to_owned()
    } else {
        format!("{:5.1}", tally.caught(&odd))
    };
    let [steal, gumpu, chhuttu] = tally.tags.map(|tags| tally.percent(tags));
    format!(
        "{:<31} {:5.1}  {:5.1}  {steal:5.1} {gumpu:5.1} {chhuttu:5.1}  {:5.1}  {:5.1}  {:3.0} /{:3.0} /{:3.0}   {odd} {:5.1}",
        task.name,
        tally.by_tag() + tally.by_clock(),
        tally.by_tag(),
        tally.by_clock(),
        tally.percent(tally.reached),
        seconds(10),
        seconds(50),
        seconds(90),
        tally.caught(&rest),
    )
}

/// Prints what the page asks, and whether it holds.
fn judged(rows: &[figures::Row], tallies: &[Tally], hz: u32) -> ExitCode {
    let of = |name: &str| rows.iter().position(|row| row.name == name).map(|at| &tallies[at]);
    let Some(equals) = of(figures::EQUALS.name) else {
        return ExitCode::SUCCESS;
    };
    let judge = |(row, tally)| figures::judge(row, tally, equals, hz);
    let mut all: Vec<(String, bool)> = rows.iter().zip(tallies).flat_map(judge).collect();
    for (good, simple, less, more) in [
        (
            "hunter",
            "chaser, against thieves",
            "chaser and thieves",
            "hunter and thieves",
        ),
        (
            "fox",
            "thief, against a chaser",
            "chaser and foxes",
            "chaser and thieves",
        ),
    ] {
        if let (Some(less), Some(more)) = (of(less), of(more)) {
            let sigmas = figures::sigmas(less, more);
            let text = format!("a {good} does better than a {simple}, by {sigmas:.1} standard errors");
            all.push((text, sigmas > 4.0));
        }
    }
    out::line("");
    for (text, holds) in &all {
        out::line(format!("{} {text}", if *holds { '✔' } else { '✘' }));
    }
    if all.iter().all(|(_, holds)| *holds) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// How far all rows are, on a terminal's last line.
struct Bar {
    of: u32,
    shown: Option<u32>,
    tells: bool,
}

impl Bar {
    fn new(of: u32) -> Bar {
        let tells = std::io::stderr().is_terminal();
        Bar { of, shown: None, tells }
    }

    fn show(&mut self, done: u32) {
        let percent = 100 * u64::from(done) / u64::from(self.of.max(1));
        if self.tells && self.shown != Some(percent as u32) {
            self.shown = Some(percent as u32);
            let full = percent as usize * 40 / 100;
            out::over(format!("[{}{}] {percent:3} %", "#".repeat(full), ".".repeat(40 - full)));
        }
    }

    fn clear(&mut self) {
        if self.tells {
            out::over("");
        }
    }
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
        }
    }

    #[test]
    fn the_number_of_threads_changes_nothing() {
        let task = task(figures::EQUALS, RuleSet::default());
        let mut one = play_row(&task, &args(), 1, &mut |_| ());
        let mut three = play_row(&task, &args(), 3, &mut |_| ());
        one.lengths.sort_unstable();
        three.lengths.sort_unstable();
        assert_eq!(one, three);
        assert_eq!((one.sets, one.lengths.len()), (50, 150));
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
