//! Rule sets of both games.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| chowk_tests::decoders::read("rules", bytes));
