//! What `chowk balance` says: a table's lines as they come, what is asked of the numbers, and the same for programs.

use std::io::IsTerminal as _;

use chowk_bots::stones::figures::{self, Row, TWINS, Tally};
use serde::Serialize;

use super::{BalanceArgs, Task};
use crate::out;

/// All figures of a run, and whether what was asked holds.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    /// Whether every demand holds.
    pub(super) ok: bool,
    sets: u32,
    seed: u64,
    /// Numbers of the rules that were tried instead of the shipped ones.
    rules: Vec<String>,
    seconds: f64,
    rows: Vec<RowFigures>,
    twins: Vec<TwinFigures>,
    demands: Vec<Demand>,
}

/// One row, of 100 innings; lengths are in seconds and without the break.
#[derive(Debug, Serialize)]
struct RowFigures {
    row: String,
    innings: usize,
    /// Innings that end with a catch, and the standard error of that.
    caught: f64,
    error: f64,
    tag: f64,
    steal: f64,
    gumpu: f64,
    chhuttu: f64,
    clock: f64,
    /// Innings that reach gumpu or chhuttu.
    reach: f64,
    p10_s: f64,
    p50_s: f64,
    p90_s: f64,
    /// In how many of theirs the odd runners were caught, where there are any; and the others.
    #[serde(skip_serializing_if = "Option::is_none")]
    odd: Option<f64>,
    others: f64,
}

/// A good player beside its simple twin.
#[derive(Debug, Serialize)]
struct TwinFigures {
    good: &'static str,
    simple: &'static str,
    against: &'static str,
    counted: &'static str,
    good_figure: f64,
    simple_figure: f64,
    difference: f64,
    error: f64,
    standard_errors: f64,
    holds: bool,
}

/// Something that is asked of the numbers or of the players.
#[derive(Debug, Serialize)]
struct Demand {
    text: String,
    holds: bool,
}

impl Report {
    /// The figures, with nothing asked of them yet.
    pub(super) fn new(args: &BalanceArgs, tasks: &[Task], tallies: &[Tally], seconds: f64) -> Report {
        let rows = tasks.iter().zip(tallies);
        Report {
            ok: true,
            sets: args.sets,
            seed: args.seed,
            rules: args.rules.clone(),
            seconds,
            rows: rows.map(|(task, tally)| RowFigures::of(task, tally)).collect(),
            twins: Vec::new(),
            demands: Vec::new(),
        }
    }

    /// Asks what the page of rules asks, of those rows that were played.
    pub(super) fn judge(&mut self, rows: &[Row], tasks: &[Task], tallies: &[Tally], hz: u32) {
        let of = |name: &str| {
            let at = tasks.iter().position(|task| task.name == name);
            at.map(|at| &tallies[at])
        };
        if let Some(equals) = of(figures::EQUALS.name) {
            for row in rows {
                let Some(tally) = of(row.name) else { continue };
                let judged = figures::judge(row, tally, equals, hz).into_iter();
                self.demands.extend(judged.map(|(text, holds)| Demand { text, holds }));
            }
        }
        for twins in TWINS {
            let Some(compared) = twins.compare(of) else { continue };
            let (good, simple, error) = (compared.good, compared.simple, compared.error);
            let (sigmas, holds) = (compared.sigmas(), compared.is_better());
            let text = format!(
                "{} above {} against {}: {} {good:.1} and {simple:.1}, by {:.1} with an error of {error:.2}, {sigmas:.1} \
                 standard errors",
                twins.good,
                twins.simple,
                twins.against,
                twins.counted,
                good - simple,
            );
            self.demands.push(Demand { text, holds });
            self.twins.push(TwinFigures {
                good: twins.good,
                simple: twins.simple,
                against: twins.against,
                counted: twins.counted,
                good_figure: good,
                simple_figure: simple,
                difference: good - simple,
                error,
                standard_errors: sigmas,
                holds,
            });
        }
        self.ok = self.demands.iter().all(|demand| demand.holds);
    }

    /// What was asked, as lines below the table.
    pub(super) fn demands(&self) -> Vec<String> {
        let mark = |holds| if holds { '✔' } else { '✘' };
        let lines = self
            .demands
            .iter()
            .map(|demand| format!("{} {}", mark(demand.holds), demand.text));
        let gap = (!self.demands.is_empty()).then(String::new);
        gap.into_iter().chain(lines).collect()
    }
}

impl RowFigures {
    fn of(task: &Task, tally: &Tally) -> RowFigures {
        let seconds = |percent| f64::from(tally.length(percent)) / f64::from(task.rules.hz);
        let odd: Vec<usize> = (0..task.odd).collect();
        let rest: Vec<usize> = (task.odd..5).collect();
        let [steal, gumpu, chhuttu] = tally.tags.map(|tags| tally.percent(tags));
        let (caught, error) = tally.catches();
        RowFigures {
            row: task.name.clone(),
            innings: tally.lengths.len(),
            caught,
            error,
            tag: tally.by_tag(),
            steal,
            gumpu,
            chhuttu,
            clock: tally.by_clock(),
            reach: tally.percent(tally.reached),
            p10_s: seconds(10),
            p50_s: seconds(50),
            p90_s: seconds(90),
            odd: (!odd.is_empty()).then(|| tally.caught(&odd)),
            others: tally.caught(&rest),
        }
    }
}

/// What stands above the table.
pub(super) fn heading(sets: u32) -> String {
    format!(
        "{:<31} catch    tag  steal gumpu chhut  clock  reach  p10/p50/p90 s    odd  rest",
        format!("{sets} sets a row, of 100 innings")
    )
}

/// A row's line in the table.
pub(super) fn line(task: &Task, tally: &Tally) -> String {
    let row = RowFigures::of(task, tally);
    let odd = row.odd.map_or_else(|| " ".repeat(5), |odd| format!("{odd:5.1}"));
    format!(
        "{:<31} {:5.1}  {:5.1}  {:5.1} {:5.1} {:5.1}  {:5.1}  {:5.1}  {:3.0} /{:3.0} /{:3.0}   {odd} {:5.1}",
        row.row,
        row.caught,
        row.tag,
        row.steal,
        row.gumpu,
        row.chhuttu,
        row.clock,
        row.reach,
        row.p10_s,
        row.p50_s,
        row.p90_s,
        row.others,
    )
}

/// How far all rows are, on a terminal's last line.
pub(super) struct Bar {
    of: u64,
    shown: Option<u64>,
    tells: bool,
}

impl Bar {
    pub(super) fn new(of: u64) -> Bar {
        let tells = std::io::stderr().is_terminal();
        Bar { of, shown: None, tells }
    }

    pub(super) fn show(&mut self, done: u64) {
        let percent = 100 * done / self.of.max(1);
        if self.tells && self.shown != Some(percent) {
            self.shown = Some(percent);
            let full = percent as usize * 40 / 100;
            out::over(format!("[{}{}] {percent:3} %", "#".repeat(full), ".".repeat(40 - full)));
        }
    }

    pub(super) fn clear(&mut self) {
        if self.tells {
            out::over("");
        }
    }
}
