//! Responses of the exchanges' service: the list, the page, the status of a payment; or a line of the stored payments.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| wallet_engine::features::pay::fuzz::answer(text));
