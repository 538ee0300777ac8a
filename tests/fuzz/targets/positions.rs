//! Positions of both games, and what is played from them.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| chowk_tests::decoders::read("positions", bytes));
