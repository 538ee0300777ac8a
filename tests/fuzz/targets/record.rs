//! Records of both games, their lines and their packed form.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| chowk_tests::decoders::read("record", bytes));
