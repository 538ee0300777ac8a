//! The simulation in every run of the tests: kept seeds, so many worlds, what must be seen in them, planted faults.

use std::time::Instant;

use chowk_tests::sim::{Hunt, WORLDS, command::broken_kept, digest, seen::MUST_BE_SEEN};

#[test]
fn worlds_that_once_broke_a_law_keep_it() {
    let broken = broken_kept().expect("the file of kept seeds can be read");
    if let Some(finding) = broken {
        panic!("{}", finding.report(None));
    }
}

#[test]
fn worlds_keep_the_laws() {
    let began = Instant::now();
    let (seen, finding) = Hunt::new(1, WORLDS).search();
    if let Some(finding) = finding {
        panic!("{}", finding.report(None));
    }
    eprintln!("{:.1} s: {seen}", began.elapsed().as_secs_f32());
    for what in MUST_BE_SEEN {
        assert!(seen.count(what) > 0, "in {WORLDS} worlds there was no “{what}”");
    }
}

#[test]
fn the_same_seed_is_the_same_world() {
    for seed in 1..4 {
        assert_eq!(digest(seed), digest(seed), "seed {seed}");
    }
}

/// The simulation bites: each fault that can be planted in the server is found, as a breach of the law that it breaks.
#[cfg(feature = "planted-faults")]
mod planted {
    use chowk_server::fault::Fault;
    use chowk_tests::sim::planted::{WORLDS, find, law_of};

    fn is_found(fault: Fault) {
        let finding = find(fault);
        let finding = finding.unwrap_or_else(|| {
            let law = law_of(fault);
            panic!("{fault:?} is not found within {WORLDS} worlds as what it is: “{law}”")
        });
        eprintln!("{fault:?} is found by world {}: {}", finding.seed, finding.text);
    }

    macro_rules! faults {
        ($($test:ident $fault:ident)*) => {
            $(#[test] fn $test() { is_found(Fault::$fault); })*
        };
    }

    faults! {
        ack_before_commit AckBeforeCommit
        generation_ignored GenerationIgnored
        link_reused LinkReused
        answer_not_stored AnswerNotStored
        deadline_before_letter DeadlineBeforeLetter
        queue_unbounded QueueUnbounded
        diff_left_out DiffLeftOut
        epoch_kept EpochKept
        downtime_charged DowntimeCharged
        motion_ahead_of_facts MotionAheadOfFacts
        quarantine_spreads QuarantineSpreads
        answers_of_another AnswersOfAnother
        fence_ignored FenceIgnored
        right_shown_to_all RightShownToAll
    }
}
