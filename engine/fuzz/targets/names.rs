//! Responses of a name registry (a record, the names of an address, suggestions, an error), and typed names.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| wallet_engine::features::names::fuzz::answer(text));
