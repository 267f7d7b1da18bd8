//! Frames of a relay: read whatever they are, acknowledged under their own ids, their faults without the relay's words.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| walletconnect::relay::fuzz(text));
