//! Messages of a provider's window, and its return address. Only those of the secure origin and of this login are accepted.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| wallet_engine::features::embedded::fuzz::popup_result(text));
