//! What a host wants paid.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| wallet_engine::features::pay::fuzz::options(text));
