//! A journal's file, and a backup's, with bytes that nobody wrote.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| chowk_tests::decoders::read("journal", bytes));
