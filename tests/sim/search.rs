//! Worlds by the hundred, on all processors, and the first that is broken.

use std::{
    env,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
    thread,
};

use crate::{laws::Law, summary::Summary, trace::Trace, world::World};

/// Lines of a broken world's trace that are printed.
const TAIL: usize = 60;

/// What was wrong with a world.
#[derive(Debug, Clone)]
pub(crate) struct Finding {
    pub(crate) seed: u64,
    /// The law that was broken; `None` for a panic of what was simulated.
    pub(crate) law: Option<Law>,
    pub(crate) text: String,
}

/// What became of the world of a seed.
pub(crate) fn live(seed: u64, trace: Trace) -> (Result<Summary, Finding>, Trace) {
    let mut world = World::new(seed, trace);
    let lived = catch_unwind(AssertUnwindSafe(|| world.live()));
    let trace = std::mem::take(&mut world.trace);
    let result = match lived {
        Ok(Ok(summary)) => Ok(summary),
        Ok(Err(broken)) => Err(Finding {
            seed,
            law: Some(broken.law),
            text: format!("at {} ms: {} — {}", broken.at, broken.law, broken.why),
        }),
        Err(panic) => {
            let why = panic
                .downcast_ref::<String>()
                .cloned()
                .or_else(|| panic.downcast_ref::<&str>().map(|why| (*why).to_owned()));
            Err(Finding {
                seed,
                law: None,
                text: format!("a bug: {}", why.unwrap_or_default()),
            })
        }
    };
    (result, trace)
}

/// The finding of a broken world, with the end of its trace and the command that shows it again.
pub(crate) fn report(finding: &Finding) -> String {
    let Finding { seed, law, text } = finding;
    let law = law.map_or_else(|| "a panic".to_owned(), |law| format!("{law:?}"));
    let (_, trace) = live(*seed, Trace::on(false));
    format!(
        "{}\nseed {seed}: {law}: {text}\nagain: CHOWK_SIM_SEEDS=1 CHOWK_SIM_FROM={seed} CHOWK_SIM_TRACE=1 \
         cargo test -p chowk-tests --test sim worlds -- --nocapture",
        trace.tail(TAIL)
    )
}

/// A number from the surroundings.
pub(crate) fn setting(name: &str, otherwise: u64) -> u64 {
    let value = env::var(name).ok();
    value.and_then(|value| value.parse().ok()).unwrap_or(otherwise)
}

/// The first broken world of these seeds, and all that was seen in those that are not. `plant` is called on each thread.
pub(crate) fn search(from: u64, seeds: u64, plant: impl Fn() + Sync) -> (Summary, Option<Finding>) {
    let next = AtomicU64::new(from);
    let found: Mutex<(Summary, Option<Finding>)> = Mutex::default();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let aloud = setting("CHOWK_SIM_TRACE", 0) > 0;
    let work = || {
        plant();
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= from + seeds {
                return;
            }
            let trace = if aloud { Trace::on(true) } else { Trace::off() };
            let (result, _) = live(seed, trace);
            let Ok(mut found) = found.lock() else { return };
            match result {
                Ok(summary) => found.0.add(&summary),
                Err(finding) => {
                    if found.1.as_ref().is_none_or(|earlier| finding.seed < earlier.seed) {
                        found.1 = Some(finding);
                    }
                    // Seeds below it may still be under way; none above it is begun.
                    next.fetch_max(from + seeds, Ordering::Relaxed);
                }
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    found.into_inner().unwrap_or_default()
}
