//! Answers of a registry of names (a record, the names of an address, suggestions, an error), and what is typed as a name.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| wallet_engine::features::names::fuzz::answer(text));
