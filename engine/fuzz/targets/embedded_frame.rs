//! Messages of the embedded wallet's frame: dropped, or exactly what the protocol says, with the reader of every call over the payload.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| wallet_engine::features::embedded::fuzz::frame_message(text));
