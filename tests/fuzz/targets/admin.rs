//! The operator's requests, bans, ranges, forwarding headers, addresses, names.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| chowk_tests::decoders::read("admin", bytes));
