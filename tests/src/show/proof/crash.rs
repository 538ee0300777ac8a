//! Crashes by the thousand: kill -9 while both games are played, the power cut at each moment of traced servers, logs cut
//! at every frame and damaged. What clients were told is looked for after each; with a fault planted the same trials fail.

use std::{fs, path::Path, thread};

use anyhow::{Context as _, anyhow};
use chowk_cli::client::Jitter;
use hdrhistogram::Histogram;
use tokio::runtime::Builder;

use super::super::{Part, Setting, table};
use crate::{
    crash::{
        cut::Cuts,
        death,
        ledger::Counts,
        power::{Life, Outcome},
    },
    house::Plan,
    order::watched::{self, Played},
    seat::court::brief,
};

/// Trials that the order demands.
const TRIALS: u32 = 2_000;
/// As many servers live at once.
const AT_ONCE: u32 = 2;
/// Trials with answers before the commit planted.
const PLANTED_KILLS: u32 = 200;
/// Bits flipped in the last frames of a log.
const FLIPS: u32 = 1_000;
/// The frames that they are in.
const LAST: usize = 100;

pub(in crate::show) fn run(setting: &Setting, folder: &Path) -> anyhow::Result<Part> {
    let mut part = Part::new();
    table::note(&format!("seed {}", setting.seed));
    killed(&mut part, setting)?;
    let boards = lived(&mut part, setting, &folder.join("boards"), "boards", &Played::boards())?;
    lived(
        &mut part,
        setting,
        &folder.join("courts"),
        "courts",
        &Played::courts(brief()),
    )?;
    let failing = Played::board().failing("fdatasync:error=EIO:when=40+31");
    lived(
        &mut part,
        setting,
        &folder.join("failing"),
        "a board whose syncs fail now and then",
        &failing,
    )?;
    cut(&mut part, setting, &boards)?;
    planted(&mut part, setting, folder)?;
    Ok(part)
}

/// kill -9.
fn killed(part: &mut Part, setting: &Setting) -> anyhow::Result<()> {
    let server = setting.programs.server();
    let one = |n: u32| {
        let orders = death::Orders {
            trials: TRIALS / AT_ONCE,
            folder: 60,
            life_ms: (20, 180),
            seed: setting.seed.wrapping_add(u64::from(n)),
            until_found: false,
        };
        let runtime = Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(death::run(|data| Plan::new(server.clone(), data), &orders))
    };
    let outcomes: Vec<death::Outcome> = thread::scope(|scope| {
        let all: Vec<_> = (0..AT_ONCE).map(|n| scope.spawn(move || one(n))).collect();
        let join = |one: thread::ScopedJoinHandle<'_, anyhow::Result<death::Outcome>>| {
            one.join().map_err(|_| anyhow!("a bug in the trials"))?
        };
        all.into_iter().map(join).collect::<anyhow::Result<_>>()
    })?;
    let mut counts = Counts::default();
    let mut starts = Histogram::<u64>::new(3)?;
    for outcome in &outcomes {
        counts.add(outcome.ledger.counts);
        outcome.ledger.wrong.iter().for_each(|wrong| table::note(wrong));
        for start in &outcome.starts {
            starts.record(*start)?;
        }
    }
    let sum = |of: fn(&death::Outcome) -> usize| outcomes.iter().map(of).sum::<usize>();
    let trials: u32 = outcomes.iter().map(|outcome| outcome.trials).sum();
    table::note(&format!("{trials} trials by kill -9: {counts}"));
    let (answers, versions) = (sum(|one| one.ledger.answers), sum(|one| one.ledger.versions));
    part.demand(
        "kill -9 after which a new answer had been told, both games",
        format!("{TRIALS} at least"),
        format!("{trials} of {} kills", sum(|one| one.kills as usize)),
        trials >= TRIALS,
    );
    part.demand(
        format!("{answers} answers and {versions} versions told to seats and watchers, looked for after every death"),
        "lost 0, doubled 0, redrawn 0, shown then gone 0",
        counts,
        counts.all() == 0,
    );
    part.figure("kills_compared_versions", sum(|one| one.ledger.compared))?;
    part.figure("kills_looked_for_answers", sum(|one| one.ledger.looked_for))?;
    part.figure("kills_games_that_ended_between", sum(|one| one.ended as usize))?;
    for (q, label) in [(0.5, "p50"), (0.99, "p99"), (1.0, "max")] {
        let ms = starts.value_at_quantile(q) as f64 / 1_000.0;
        part.figure(&format!("start_after_a_kill_{label}_ms"), ms)?;
    }
    Ok(())
}

/// The life of a server, traced, in order, and the power cut at each of its moments.
fn lived(part: &mut Part, setting: &Setting, folder: &Path, what: &str, played: &Played) -> anyhow::Result<Life> {
    fs::create_dir_all(folder)?;
    let data = folder.join("data");
    let plan = Plan::new(setting.programs.server(), &data);
    let trace = watched::trace(&setting.programs, plan, folder, setting.seed, played)?;
    let life = Life::read(&trace, &data)?;
    let order = &life.order;
    order
        .early
        .iter()
        .take(5)
        .for_each(|early| table::note(&early.to_string()));
    part.demand(
        format!(
            "{what}: {} frames that depend on {} rows, by strace",
            order.compared(),
            order.rows
        ),
        "none leaves before the sync of its row",
        format!("{} leave too early", order.early.len()),
        order.early.is_empty() && order.compared() > 300,
    );
    let same = life.main_at_the_end() == fs::read(data.join("chowk.db"))?;
    let outcome = life.cut_power(setting.seed, 1)?;
    demand(part, &format!("{what}: power cut at each of"), &outcome, 1_000);
    part.demand(
        format!("{what}: the journal that the trace tells"),
        "is the one on disk, byte by byte",
        if same { "is" } else { "is not" },
        same,
    );
    Ok(life)
}

fn demand(part: &mut Part, what: &str, outcome: &Outcome, least: usize) {
    outcome.wrong.iter().for_each(|wrong| table::note(wrong));
    table::note(&format!("{what} {} moments", outcome.moments));
    part.demand(
        format!("{what} {} moments: {} trials", outcome.moments, outcome.trials),
        "all that had left is there, all folds",
        format!(
            "gone in {}, broken in {}; {} frames looked for",
            outcome.gone, outcome.broken, outcome.owed
        ),
        outcome.is_clean() && outcome.trials >= least,
    );
}

/// The log of the boards' journal, cut and damaged.
fn cut(part: &mut Part, setting: &Setting, life: &Life) -> anyhow::Result<()> {
    let journal = life.before_checkpoint();
    let mut chance = Jitter::new(setting.seed);
    let mut cuts = Cuts::of(&journal)?;
    let (frames, commits) = cuts.counts();
    cuts.at_every_frame(&mut chance, 1)?;
    let what = format!("log of {frames} frames, {commits} commits, cut at each and a byte beside:");
    demand(part, &what, &cuts.end(), 3 * frames);
    let mut flips = Cuts::of(&journal)?;
    flips.flipped(&mut chance, FLIPS, LAST)?;
    let outcome = flips.end();
    outcome.wrong.iter().for_each(|wrong| table::note(wrong));
    part.demand(
        format!("{FLIPS} bits flipped in its last {LAST} frames"),
        "the commits before it, and nothing else",
        format!("otherwise in {}", outcome.broken),
        outcome.is_clean() && outcome.trials == FLIPS as usize,
    );
    Ok(())
}

/// The same trials on servers with a fault planted.
fn planted(part: &mut Part, setting: &Setting, folder: &Path) -> anyhow::Result<()> {
    let program = setting.programs.own("planted-server")?;
    let early = ("CHOWK_PLANT_FAULT", "AckBeforeCommit");
    let plan = |data: &Path, (name, value): (&str, &str)| {
        let mut plan = Plan::new(program.clone(), data);
        plan.variables.push((name.to_owned(), value.to_owned()));
        plan
    };
    for (what, variable) in [
        ("synchronous=OFF", ("CHOWK_PLANT_SYNCHRONOUS_OFF", "1")),
        ("answers before the commit", early),
    ] {
        let folder = folder.join(variable.0);
        fs::create_dir_all(&folder)?;
        let data = folder.join("data");
        let played = Played::board();
        let trace = watched::trace(&setting.programs, plan(&data, variable), &folder, setting.seed, &played)?;
        let outcome = Life::read(&trace, &data)?.cut_power(setting.seed, 1)?;
        part.demand(
            format!("power cut at {} moments, with {what} planted", outcome.moments),
            "things that were told are gone",
            format!("in {} of {} trials", outcome.gone, outcome.trials),
            outcome.gone > 0,
        );
    }
    let orders = death::Orders {
        trials: PLANTED_KILLS,
        folder: 20,
        life_ms: (40, 250),
        seed: setting.seed,
        until_found: true,
    };
    let runtime = Builder::new_current_thread()
        .enable_all()
        .build()
        .context("a runtime")?;
    let killed = runtime.block_on(death::run(|data| death::slowly(plan(data, early)), &orders))?;
    part.demand(
        "kill -9 on a slow disk, with answers before the commit planted",
        format!("things that were told are lost and gone within {PLANTED_KILLS} trials"),
        format!("after {}: {}", killed.trials, killed.ledger.counts),
        killed.found(),
    );
    Ok(())
}
