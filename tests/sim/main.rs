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
mod end;
mod laws;
mod lobby;
mod network;
mod plan;
mod player;
mod search;
mod server;
mod summary;
mod tab;
mod timeline;
mod trace;
mod world;
mod writer;

use std::time::Instant;

use search::{live, report, search, setting};
use trace::Trace;

/// Worlds that are lived unless told otherwise.
const WORLDS: u64 = 200;

/// What must have happened in so many worlds: a law that is never asked proves nothing.
const MUST_BE_SEEN: [&str; 64] = [
    // What goes wrong.
    "all processes die",
    "change of network",
    "commit fails",
    "cut",
    "nobody notices",
    "one way dies",
    "only the server notices",
    "process dies",
    "room gone",
    "room lost rows",
    "row kept by a commit that failed",
    "server ends",
    "server stops",
    // What rooms do about it, and about all else.
    "by away",
    "by clock",
    "by forced",
    "by house",
    "by no_chain",
    "bye 1012",
    "bye 1013",
    "bye 4001",
    "catch_up",
    "command sent again and acknowledged",
    "fact again",
    "fact away",
    "fact back",
    "fact banked",
    "fact closed",
    "fact dropped",
    "fact fill_at",
    "fact freed",
    "fact handed_over",
    "fact host",
    "fact leaving",
    "fact no_chain",
    "fact not_started",
    "fact paused",
    "fact removed",
    "fact resumed",
    "fact unready",
    "paused",
    "refused already_played",
    "refused answered",
    "refused busy",
    "refused locked",
    "refused paused",
    "refused wrong_link",
    "snapshot",
    "why abandoned",
    "why finished",
    "why resigned",
    // And of a court.
    "fact ticked",
    "film",
    "line away",
    "line clock_out",
    "line cut",
    "line inputs",
    "line tagged",
    "line taken",
    "motion",
    "refused bad_direction",
    "refused not_a_wish",
    "refused not_yours",
    "refused out_of_reach",
];

#[test]
fn worlds_keep_the_laws() {
    let (from, seeds) = (setting("CHOWK_SIM_FROM", 1), setting("CHOWK_SIM_SEEDS", WORLDS));
    let began = Instant::now();
    let (seen, finding) = search(from, seeds, || {});
    if let Some(finding) = finding {
        panic!("{}", report(&finding));
    }
    eprintln!("{:.1} s from seed {from}: {seen}", began.elapsed().as_secs_f32());
    if setting("CHOWK_SIM_SEEN", 0) > 0 {
        eprintln!("{:#?}", seen.seen);
    }
    if seeds >= WORLDS {
        for what in MUST_BE_SEEN {
            assert!(seen.count(what) > 0, "in {seeds} worlds there was no “{what}”");
        }
    }
}

#[test]
fn the_same_seed_is_the_same_world() {
    for seed in 1..4 {
        let digest = || live(seed, Trace::on(false)).1.digest();
        assert_eq!(digest(), digest(), "seed {seed}");
    }
}

/// The simulation bites: each fault that can be planted in the server is found, as a breach of the law that it breaks.
#[cfg(feature = "planted-faults")]
mod planted {
    use chowk_server::fault::{Fault, plant};

    use crate::{
        laws::Law,
        search::{search, setting},
    };

    /// Worlds within which a fault must be found.
    const WORLDS: u64 = 500;

    /// Finds the fault, as a breach of this law; that of another may be found before.
    fn breaks(fault: Fault, law: Law) {
        let first = setting("CHOWK_SIM_FROM", 1);
        let mut from = first;
        while from < first + WORLDS {
            let (_, finding) = search(from, first + WORLDS - from, || plant(Some(fault)));
            let Some(finding) = finding else { break };
            let world = finding.seed - first + 1;
            eprintln!("{fault:?} is found by world {world}: {}", finding.text);
            if finding.law == Some(law) {
                return;
            }
            from = finding.seed + 1;
        }
        panic!("{fault:?} is not found within {WORLDS} worlds as what it is: “{law}”");
    }

    #[test]
    fn ack_before_commit() {
        breaks(Fault::AckBeforeCommit, Law::Durable);
    }

    #[test]
    fn generation_ignored() {
        breaks(Fault::GenerationIgnored, Law::OneController);
    }

    #[test]
    fn link_reused() {
        breaks(Fault::LinkReused, Law::OneDraw);
    }

    #[test]
    fn answer_not_stored() {
        breaks(Fault::AnswerNotStored, Law::ExactlyOnce);
    }

    #[test]
    fn deadline_before_letter() {
        breaks(Fault::DeadlineBeforeLetter, Law::InTime);
    }
}
