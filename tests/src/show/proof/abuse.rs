//! Slow and hostile clients beside people at tables: what the abusers were answered, and how long a command of those who
//! behave takes with them and without them in the same run.

use std::{
    collections::BTreeMap,
    env,
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use anyhow::Context as _;
use serde_json::json;

use super::super::{Part, Setting, table};
use crate::{
    abuse::{
        self, Abuse, Answers, Target,
        attack::Attackers,
        beside::{Played, Tables, Watched},
        bounds, trial,
    },
    house::Plan,
    process,
};

/// Tables of two beside the abusers.
const TABLES: u8 = 8;
/// Pairs of measurements, one without and one with abusers; the middle one counts.
const PAIRS: usize = 5;
/// How long each is measured.
const MEASURED: Duration = Duration::from_secs(15);
/// How much longer a command may take.
const RATIO_MOST: f64 = 2.0;
/// Those whose end is told by a limit of a minute, or who come in crowds that hold all places, are tried, and not
/// measured: beside a full house nobody new is let in, and that is as stated.
const NOT_MEASURED: [Abuse; 2] = [Abuse::Crowd, Abuse::CrowdOfOne];

pub(super) fn run(setting: &Setting, folder: &Path) -> anyhow::Result<Part> {
    let mut part = Part::new();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()?;
    tried(&mut part, setting, folder, &runtime)?;
    measured(&mut part, setting, folder, &runtime)?;
    Ok(part)
}

/// All of them, each group at once, with the default limits.
fn tried(part: &mut Part, setting: &Setting, folder: &Path, runtime: &tokio::runtime::Runtime) -> anyhow::Result<()> {
    for (place, group) in groups().iter().enumerate() {
        let names = group.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        table::note(&format!("at once: {names}"));
        let folder = folder.join(format!("tried-{place}"));
        std::fs::create_dir_all(&folder)?;
        let outcome = runtime.block_on(trial::run(&setting.programs, &folder, group, &[], 2))?;
        let wrong = outcome.wrong();
        let [before, peak, more] = outcome.memory.map(|bytes| bytes / 1024);
        part.demand(
            format!("{names}: each gets its answer, {} matches beside them", outcome.matches),
            "as stated; bounded memory, files back, nobody else refused",
            if wrong.is_empty() {
                "as stated".into()
            } else {
                wrong.join("; ")
            },
            wrong.is_empty(),
        );
        part.figure(
            &format!("tried_{place}"),
            json!({
                "answers": outcome.answers.iter().map(|(abuse, answers)| (abuse.to_string(), answers)).collect::<BTreeMap<_, _>>(),
                "memory_kb": { "before": before, "at_most": peak, "bound": before + more },
                "files": outcome.files,
            }),
        )?;
    }
    Ok(())
}

fn groups() -> [Vec<Abuse>; 5] {
    use Abuse::{
        Codes, Connections, Crowd, CrowdOfOne, NeverReads, Requests, SlowFrames, SlowHeads, SlowHellos, Tokens,
        UnreadAnswers,
    };
    let named = [
        vec![SlowHeads, SlowHellos, SlowFrames, Connections],
        vec![NeverReads, UnreadAnswers],
        vec![Crowd, CrowdOfOne],
        vec![Codes, Tokens, Requests],
    ];
    let others = Abuse::all()
        .iter()
        .copied()
        .filter(|abuse| !named.iter().flatten().any(|known| known == abuse));
    let [slow, deaf, crowds, keys] = named.clone();
    [slow, deaf, crowds, keys, others.collect()]
}

/// With and without, in turn, on one server.
fn measured(
    part: &mut Part,
    setting: &Setting,
    folder: &Path,
    runtime: &tokio::runtime::Runtime,
) -> anyhow::Result<()> {
    let house = Plan::new(setting.programs.server(), &folder.join("measured"))
        .with(&["--pace", "0ms"])
        .open()?;
    let me = env::current_exe()?;
    let abuses: Vec<Abuse> = Abuse::all()
        .iter()
        .copied()
        .filter(|abuse| !NOT_MEASURED.contains(abuse))
        .collect();
    let (mut tables, mut watched) = runtime
        .block_on(async { anyhow::Ok((Tables::sit(house.at(), TABLES).await?, Watched::sit(house.at()).await?)) })?;
    let target = Target {
        at: house.at(),
        room: watched.code()?,
    };
    let mut pairs = Vec::new();
    let mut answers: BTreeMap<String, Answers> = BTreeMap::new();
    let mut rounds = 0;
    for pair in 1..=PAIRS {
        let without = runtime.block_on(play(&mut tables, &mut watched))?;
        let attackers = Attackers::at(&me, target, &abuses)?;
        let with = runtime.block_on(play(&mut tables, &mut watched));
        for (abuse, told) in attackers.end()? {
            rounds += 1;
            abuse::add(answers.entry(abuse.to_string()).or_default(), told);
        }
        let (without, with) = (Waits::of(&without)?, Waits::of(&with?)?);
        table::note(&format!(
            "pair {pair}: p99 {:.1} ms without, {:.1} ms with",
            without.p99, with.p99
        ));
        pairs.push((without, with));
    }
    let memory = process::memory_most(house.pid()?)?;
    let mut ratios: Vec<f64> = pairs.iter().map(|(without, with)| with.p99 / without.p99).collect();
    ratios.sort_by(f64::total_cmp);
    let middle = ratios[PAIRS / 2];
    let commands: usize = pairs.iter().map(|(_, with)| with.commands).sum();
    part.demand(
        format!(
            "p99 of {commands} commands beside {} kinds of abuse, to that without in the same run",
            abuses.len()
        ),
        format!("at most {RATIO_MOST} times, the median of {PAIRS}"),
        format!("{middle:.2} times"),
        middle <= RATIO_MOST && rounds > 20,
    );
    let told = |waits: &Waits| json!({ "commands": waits.commands, "p50_ms": waits.p50, "p99_ms": waits.p99 });
    part.figure("ratios", &ratios)?;
    part.figure(
        "pairs",
        pairs
            .iter()
            .map(|(without, with)| json!({ "without": told(without), "with": told(with) }))
            .collect::<Vec<_>>(),
    )?;
    part.figure("rounds_of_abuse", rounds)?;
    part.figure("answers_meanwhile", answers)?;
    part.figure("memory_most_kb", memory / 1024)?;
    part.figure("memory_bound_more_kb", bounds::memory_most(&abuses) / 1024)?;
    Ok(())
}

/// The tables play for so long, and to the end of the match that they are at.
async fn play(tables: &mut Tables, watched: &mut Watched) -> anyhow::Result<Played> {
    let over = AtomicBool::new(false);
    let clock = async {
        // The time that is measured, and not a wait for something to become true.
        let stayed = tokio::time::timeout(MEASURED, watched.stay()).await;
        over.store(true, Ordering::Relaxed);
        stayed.unwrap_or(Ok(()))
    };
    let (stayed, played) = tokio::join!(clock, tables.play(&over));
    stayed?;
    let played = played?;
    tables.again().await?;
    Ok(played)
}

/// How long commands took.
struct Waits {
    commands: usize,
    p50: f64,
    p99: f64,
}

impl Waits {
    fn of(played: &Played) -> anyhow::Result<Self> {
        let mut waits = played.waits.clone();
        waits.sort_unstable();
        let at = |percent: usize| {
            waits
                .get(waits.len() * percent / 100)
                .map(|wait| wait.as_secs_f64() * 1_000.0)
        };
        Ok(Self {
            commands: waits.len(),
            p50: at(50).context("no commands")?,
            p99: at(99).context("no commands")?,
        })
    }
}
