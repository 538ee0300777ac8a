//! The first simulation: the server's own gates and rooms, the journal's twin in memory and the CLI's own client core,
//! in simulated time, over a network that loses, delays and half-closes, with a server that dies between any two steps.
//! Everything follows from a seed; after each step the laws are asked.
//!
//! ```text
//! cargo test -p chowk-tests --test sim                       200 worlds
//! CHOWK_SIM_SEEDS=5000 CHOWK_SIM_FROM=1 cargo test …         more of them
//! CHOWK_SIM_SEEDS=1 CHOWK_SIM_FROM=17 CHOWK_SIM_TRACE=1 …    all that happens in the world of seed 17
//! ```

mod actor;
mod chaos;
mod dice;
mod laws;
mod lobby;
mod network;
mod plan;
mod player;
mod server;
mod tab;
mod timeline;
mod trace;
mod world;
mod writer;

use std::{
    env,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::Instant,
};

use trace::Trace;
use world::{Summary, World};

/// Lines of a broken world's trace that are printed.
const TAIL: usize = 60;

/// What became of the world of a seed: what it was like, or what was wrong with it.
fn live(seed: u64, trace: Trace) -> (Result<Summary, String>, Trace) {
    let mut world = World::new(seed, trace);
    let lived = catch_unwind(AssertUnwindSafe(|| world.live()));
    let trace = std::mem::take(&mut world.trace);
    let result = match lived {
        Ok(Ok(summary)) => Ok(summary),
        Ok(Err(broken)) => Err(format!("at {} ms: {} — {}", broken.at, broken.law, broken.why)),
        Err(panic) => {
            let why = panic
                .downcast_ref::<String>()
                .cloned()
                .or_else(|| panic.downcast_ref::<&str>().map(|why| (*why).to_owned()));
            Err(format!("a bug: {}", why.unwrap_or_default()))
        }
    };
    (result, trace)
}

/// The finding of a broken world, with the end of its trace and the command that shows it again.
fn report(seed: u64, finding: &str) -> String {
    let (_, trace) = live(seed, Trace::on(false));
    format!(
        "{}\nseed {seed}: {finding}\nagain: CHOWK_SIM_SEEDS=1 CHOWK_SIM_FROM={seed} CHOWK_SIM_TRACE=1 \
         cargo test -p chowk-tests --test sim worlds -- --nocapture",
        trace.tail(TAIL)
    )
}

fn setting(name: &str, otherwise: u64) -> u64 {
    env::var(name)
        .ok()
        .and_then(|value| value.parse().ok())
        .unwrap_or(otherwise)
}

/// The first broken world of these seeds, and all that was seen before it.
fn search(from: u64, seeds: u64, plant: impl Fn() + Sync) -> (Summary, Option<(u64, String)>) {
    let next = AtomicU64::new(from);
    let first: Mutex<(Summary, Option<(u64, String)>)> = Mutex::default();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let aloud = setting("CHOWK_SIM_TRACE", 0) > 0;
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                plant();
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= from + seeds {
                        return;
                    }
                    let trace = if aloud { Trace::on(true) } else { Trace::off() };
                    let (result, _) = live(seed, trace);
                    let Ok(mut first) = first.lock() else { return };
                    match result {
                        Ok(summary) => first.0.add(&summary),
                        Err(why) => {
                            if first.1.as_ref().is_none_or(|(earlier, _)| seed < *earlier) {
                                first.1 = Some((seed, why));
                            }
                            // Seeds below it may still be under way; none above it is begun.
                            next.fetch_max(from + seeds, Ordering::Relaxed);
                        }
                    }
                }
            });
        }
    });
    first.into_inner().unwrap_or_default()
}

#[test]
fn worlds_keep_the_laws() {
    let (from, seeds) = (setting("CHOWK_SIM_FROM", 1), setting("CHOWK_SIM_SEEDS", 200));
    let began = Instant::now();
    let (seen, broken) = search(from, seeds, || {});
    if let Some((seed, why)) = broken {
        panic!("{}", report(seed, &why));
    }
    eprintln!(
        "{seeds} worlds from seed {from} in {:.1} s: {seen}",
        began.elapsed().as_secs_f32()
    );
}

#[test]
fn the_same_seed_is_the_same_world() {
    for seed in 1..4 {
        let digest = || live(seed, Trace::on(false)).1.digest();
        assert_eq!(digest(), digest(), "seed {seed}");
    }
}

/// The simulation bites: each fault that can be planted in the server is found.
#[cfg(feature = "planted-faults")]
mod planted {
    use chowk_server::fault::{Fault, plant};

    use super::{report_planted, search, setting};

    /// Seeds within which a fault must be found.
    const SEEDS: u64 = 500;

    fn is_found(fault: Fault) {
        let from = setting("CHOWK_SIM_FROM", 1);
        let (_, broken) = search(from, SEEDS, || plant(Some(fault)));
        match broken {
            Some((seed, why)) => report_planted(fault, seed - from + 1, &why),
            None => panic!("{fault:?} is not found within {SEEDS} seeds"),
        }
    }

    #[test]
    fn ack_before_commit_is_found() {
        is_found(Fault::AckBeforeCommit);
    }

    #[test]
    fn a_generation_ignored_is_found() {
        is_found(Fault::GenerationIgnored);
    }

    #[test]
    fn a_link_reused_is_found() {
        is_found(Fault::LinkReused);
    }

    #[test]
    fn an_answer_not_stored_is_found() {
        is_found(Fault::AnswerNotStored);
    }

    #[test]
    fn a_deadline_before_a_letter_is_found() {
        is_found(Fault::DeadlineBeforeLetter);
    }
}

#[cfg(feature = "planted-faults")]
fn report_planted(fault: chowk_server::fault::Fault, seeds: u64, why: &str) {
    eprintln!("{fault:?}: found by world {seeds}, {why}");
}
