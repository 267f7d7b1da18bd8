//! Methods that a page asks the embedded wallet for: a family has a method exactly as it is written, or it is refused.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| wallet_engine::features::embedded::fuzz::method(text));
