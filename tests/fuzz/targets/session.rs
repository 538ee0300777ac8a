//! What a server hears: frames through the gate, into a room.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| chowk_tests::decoders::read("session", bytes));
