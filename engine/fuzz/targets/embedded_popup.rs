//! What the window of a provider sends, and the address it comes back with: of the secure origin and of this login, or nothing.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| wallet_engine::features::embedded::fuzz::popup_result(text));
