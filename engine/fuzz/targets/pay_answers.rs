//! An answer of the service about exchanges: the list, the page, what became of a payment; or a line of what is remembered.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| wallet_engine::features::pay::fuzz::answer(text));
