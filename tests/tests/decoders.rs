//! Every input that the fuzzer kept, and each that once was a fault, through the decoders (`tests/fuzz`).
#![allow(clippy::unwrap_used, reason = "a test may, and its helpers are tests as well")]

use std::fs;

use chowk_tests::decoders::{
    TARGETS, Target,
    inputs::{Kind, files, read_all},
    seeds,
};

/// Most bytes of all corpora.
const BYTES_MAX: u64 = 1_500_000;
/// Most inputs of a target.
const FILES_MAX: usize = 400;

fn kept(name: &str) {
    let target = Target::named(name).unwrap();
    assert!(
        read_all(Kind::Kept, target).unwrap() > 0,
        "no corpus is kept for {name}"
    );
    read_all(Kind::Found, target).unwrap();
}

macro_rules! every_kept_input {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            kept(stringify!($name));
        })*

        /// A target that nobody listed here would not be tried.
        #[test]
        fn all_targets_are_tried() {
            let listed = [$(stringify!($name)),*];
            assert_eq!(listed, TARGETS.map(|target| target.name));
        }
    };
}

every_kept_input!(session client record seals rows positions rules config admin journal);

/// What the corpora began with passes too, and still is what the decoders read today.
#[test]
fn seeds_pass() {
    for target in TARGETS {
        let seeds = seeds::of(target.name);
        assert!(seeds.len() > 3, "{} seeds for {}", seeds.len(), target.name);
        for seed in seeds.into_iter().filter(|seed| seed.len() < 6_000) {
            let read = std::panic::catch_unwind(|| (target.read)(&seed));
            let shown = String::from_utf8_lossy(&seed);
            assert!(read.is_ok(), "a seed of {} is a fault: {shown}", target.name);
        }
    }
}

/// A repository is no place for what a fuzzer piles up.
#[test]
fn corpora_are_small_and_belong_to_targets() {
    let mut bytes = 0;
    for kind in [Kind::Kept, Kind::Found] {
        for folder in files(&kind.folder("")).unwrap() {
            let name = folder.file_name().unwrap().to_str().unwrap();
            assert!(
                Target::named(name).is_some(),
                "{} belongs to no target",
                folder.display()
            );
            let files = files(&folder).unwrap();
            assert!(
                files.len() <= FILES_MAX,
                "{} has {} files",
                folder.display(),
                files.len()
            );
            bytes += files.iter().map(|file| fs::metadata(file).unwrap().len()).sum::<u64>();
        }
    }
    assert!(bytes <= BYTES_MAX, "{bytes} bytes of inputs");
}
