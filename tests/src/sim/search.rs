//! Worlds by the hundred, on all processors, and the first that is broken.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use chowk_server::fault::Fault;

use crate::sim::{laws::Law, overrides::Overrides, shrink::shrink, summary::Summary, trace::Trace, world::World};

/// Lines of a broken world's trace that are printed.
const TAIL: usize = 60;
/// How often it is told how far worlds have come.
const EVERY: Duration = Duration::from_secs(15);

/// Worlds to be lived.
#[derive(Debug, Clone)]
pub struct Hunt {
    /// The first seed.
    pub from: u64,
    /// How many.
    pub seeds: u64,
    /// On how many threads; 0: as many as there are processors.
    pub jobs: usize,
    /// What is left out of each world.
    pub overrides: Overrides,
    /// What is planted in the server.
    pub fault: Option<Fault>,
    /// All that happens is printed.
    pub trace: bool,
    /// How far it has come is printed now and then.
    pub progress: bool,
}

impl Hunt {
    /// So many worlds from a seed on, whole and without a fault.
    pub fn new(from: u64, seeds: u64) -> Self {
        Self {
            from,
            seeds,
            jobs: 0,
            overrides: Overrides::default(),
            fault: None,
            trace: false,
            progress: false,
        }
    }

    /// Plants the fault, or none, on this thread.
    pub(crate) fn plant(&self) {
        #[cfg(feature = "planted-faults")]
        chowk_server::fault::plant(self.fault);
    }

    /// Lives the worlds until one is broken: that with the lowest seed, and all that was seen in those that are not.
    pub fn search(&self) -> (Summary, Option<Finding>) {
        let end = self.from + self.seeds;
        let next = AtomicU64::new(self.from);
        let found: Mutex<(Summary, Option<Finding>)> = Mutex::default();
        let began = Instant::now();
        let told = Mutex::new(began);
        let work = || {
            self.plant();
            loop {
                let seed = next.fetch_add(1, Ordering::Relaxed);
                if seed >= end {
                    return;
                }
                let trace = if self.trace { Trace::on(true) } else { Trace::off() };
                let (result, _) = live(seed, &self.overrides, trace);
                let Ok(mut found) = found.lock() else { return };
                match result {
                    Ok(summary) => found.0.add(&summary),
                    Err(finding) => {
                        if found.1.as_ref().is_none_or(|earlier| finding.seed < earlier.seed) {
                            found.1 = Some(*finding);
                        }
                        // Seeds below it may still be under way; none above it is begun.
                        next.fetch_max(end, Ordering::Relaxed);
                    }
                }
                self.tell(&found.0, began, &told);
            }
        };
        let processors = || thread::available_parallelism().map_or(1, usize::from);
        let threads = if self.jobs > 0 { self.jobs } else { processors() };
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(work);
            }
        });
        found.into_inner().unwrap_or_default()
    }

    /// The shortest world that is broken as this one is.
    pub fn shrink(&self, finding: Finding) -> Finding {
        shrink(self, finding)
    }

    /// Says how far it has come, if that was not said just now.
    fn tell(&self, so_far: &Summary, began: Instant, told: &Mutex<Instant>) {
        if !self.progress {
            return;
        }
        let Ok(mut told) = told.lock() else { return };
        if told.elapsed() < EVERY {
            return;
        }
        *told = Instant::now();
        let rate = so_far.worlds as f64 / began.elapsed().as_secs_f64();
        let hours = so_far.simulated_ms as f64 / 3_600_000.0;
        eprintln!(
            "{} of {} worlds, {rate:.0} a second, {hours:.0} simulated hours, no law broken",
            so_far.worlds, self.seeds
        );
    }
}

/// What was wrong with a world.
#[derive(Debug, Clone)]
pub struct Finding {
    /// Its seed.
    pub seed: u64,
    /// What was left out of it.
    pub overrides: Overrides,
    /// The law that was broken; `None` for a panic of what was simulated.
    pub law: Option<Law>,
    /// How.
    pub text: String,
    /// After so many steps.
    pub steps: u64,
    /// At this simulated millisecond.
    pub(crate) at: u64,
    /// How many tables it has, and when it is calm.
    pub(crate) tables: usize,
    pub(crate) calm_at: u64,
}

impl Finding {
    /// The name of the law.
    pub fn law_name(&self) -> String {
        self.law.map_or_else(|| "a panic".to_owned(), |law| format!("{law:?}"))
    }

    /// The command that lives this world again.
    pub fn command(&self, fault: Option<Fault>) -> String {
        let (seed, overrides) = (self.seed, &self.overrides);
        match fault {
            None => format!("cargo run -p chowk-tests -- sim --from {seed} --seeds 1{overrides} --trace"),
            Some(fault) => format!(
                "cargo run -p chowk-tests --features planted-faults -- sim --from {seed} --seeds 1{overrides} \
                 --fault {fault:?} --trace"
            ),
        }
    }

    /// What is wrong, with the end of the world's trace and the command that lives it again. What is planted must be
    /// planted on this thread.
    pub fn report(&self, fault: Option<Fault>) -> String {
        let (_, trace) = live(self.seed, &self.overrides, Trace::on(false));
        format!(
            "{}\nseed {}: {}: {}\nagain: {}",
            trace.tail(TAIL),
            self.seed,
            self.law_name(),
            self.text,
            self.command(fault)
        )
    }
}

/// What became of the world of a seed.
pub(crate) fn live(seed: u64, overrides: &Overrides, trace: Trace) -> (Result<Summary, Box<Finding>>, Trace) {
    let mut world = World::new(seed, overrides, trace);
    let lived = catch_unwind(AssertUnwindSafe(|| world.live()));
    let trace = std::mem::take(&mut world.trace);
    let (law, text, at) = match lived {
        Ok(Ok(summary)) => return (Ok(summary), trace),
        Ok(Err(broken)) => {
            let text = format!("at {} ms: {} — {}", broken.at, broken.law, broken.why);
            (Some(broken.law), text, broken.at)
        }
        Err(panic) => {
            let why = panic
                .downcast_ref::<String>()
                .cloned()
                .or_else(|| panic.downcast_ref::<&str>().map(|why| (*why).to_owned()));
            (None, format!("a bug: {}", why.unwrap_or_default()), world.time.now())
        }
    };
    let finding = Finding {
        seed,
        overrides: overrides.clone(),
        law,
        text,
        steps: world.steps(),
        at,
        tables: world.plan.tables.len(),
        calm_at: world.plan.calm_at,
    };
    (Err(Box::new(finding)), trace)
}
