//! `chowk-tests sim`: worlds by the thousand; a broken one is made as short as it can be, told, and kept for ever.

use std::{
    io::{self, Write as _},
    time::{Instant, SystemTime},
};

use anyhow::bail;
use chowk_record::moment::Moment;
use chowk_server::fault::Fault;
use clap::Args;

use crate::sim::{Finding, Hunt, Overrides, kept, search::live, seen::MUST_BE_SEEN, trace::Trace};

/// What is asked for.
#[derive(Debug, Args)]
pub struct Sim {
    /// How many worlds
    #[arg(long, default_value_t = 1_000)]
    seeds: u64,
    /// The first seed
    #[arg(long, default_value_t = 1)]
    from: u64,
    /// Threads; 0: as many as there are processors
    #[arg(long, default_value_t = 0)]
    jobs: usize,
    #[command(flatten)]
    overrides: Overrides,
    /// Plants a fault in the server (with the feature planted-faults)
    #[arg(long)]
    fault: Option<String>,
    /// Prints all that happens, and makes nothing shorter
    #[arg(long)]
    trace: bool,
    /// Prints all that was seen, and how often
    #[arg(long)]
    seen: bool,
    /// Lives the kept worlds, too, before all others
    #[arg(long)]
    kept: bool,
}

impl Sim {
    /// Lives the worlds; `true` if no law was broken.
    ///
    /// # Errors
    /// If there is no such fault, or nothing can be printed.
    pub fn run(&self) -> anyhow::Result<bool> {
        let hunt = Hunt {
            from: self.from,
            seeds: self.seeds,
            jobs: self.jobs,
            overrides: self.overrides.clone(),
            fault: self.fault()?,
            trace: self.trace,
            progress: !self.trace,
        };
        if self.kept
            && let Some(finding) = broken_kept()?
        {
            say(&finding.report(None))?;
            return Ok(false);
        }
        let began = Instant::now();
        let (summary, finding) = hunt.search();
        let took = began.elapsed().as_secs_f64();
        say(&format!("{took:.1} s from seed {}: {summary}", self.from))?;
        if self.seen {
            for (law, count) in &summary.asked {
                say(&format!("{count:>10}  asked: {law}"))?;
            }
            for (what, count) in &summary.seen {
                say(&format!("{count:>10}  {what}"))?;
            }
            for what in MUST_BE_SEEN.iter().filter(|what| summary.count(what) == 0) {
                say(&format!("there was no “{what}”"))?;
            }
        }
        match finding {
            None => Ok(true),
            Some(finding) => self.tell(&hunt, finding).map(|()| false),
        }
    }

    fn fault(&self) -> anyhow::Result<Option<Fault>> {
        let Some(name) = &self.fault else { return Ok(None) };
        if !cfg!(feature = "planted-faults") {
            bail!("this program was built without planted faults");
        }
        match Fault::ALL.into_iter().find(|fault| format!("{fault:?}") == *name) {
            Some(fault) => Ok(Some(fault)),
            None => bail!("there is no fault {name}, only {:?}", Fault::ALL),
        }
    }

    fn tell(&self, hunt: &Hunt, finding: Finding) -> anyhow::Result<()> {
        hunt.plant();
        let fault = hunt.fault;
        if self.trace {
            return say(&finding.report(fault));
        }
        say(&format!(
            "seed {} breaks a law after {} steps: {}",
            finding.seed, finding.steps, finding.text
        ))?;
        say(&format!("again: {}", finding.command(fault)))?;
        let short = hunt.shrink(finding);
        say(&format!("the shortest such world, of {} steps:\n", short.steps))?;
        say(&short.report(fault))?;
        if fault.is_none() {
            let today = Moment::from_system(SystemTime::now()).to_string();
            let line = kept::line(&short, today.get(..10).unwrap_or(&today));
            let kept = if kept::keep(&line) { "kept" } else { "to be kept" };
            say(&format!("{kept} in tests/sim/kept: {line}"))?;
        }
        Ok(())
    }
}

/// The first of the kept worlds that is broken.
///
/// # Errors
/// If the file of kept worlds cannot be read.
pub fn broken_kept() -> anyhow::Result<Option<Finding>> {
    let lived = kept::all()?
        .into_iter()
        .map(|kept| live(kept.seed, &kept.overrides, Trace::off()).0);
    Ok(lived.filter_map(Result::err).next().map(|finding| *finding))
}

fn say(text: &str) -> anyhow::Result<()> {
    writeln!(io::stdout(), "{text}")?;
    Ok(())
}
