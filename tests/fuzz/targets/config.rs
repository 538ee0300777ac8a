//! Settings: config.toml, variables, flags.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| chowk_tests::decoders::read("config", bytes));
