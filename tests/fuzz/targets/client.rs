//! What a client hears: a server's frames, on a player's screen and by a bot.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| chowk_tests::decoders::read("client", bytes));
