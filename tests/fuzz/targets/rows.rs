//! Rows of a room's journal: envelopes and bases, folded.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| chowk_tests::decoders::read("rows", bytes));
