//! The page's own address after a login that it went away for: ours is taken out of it, the host's stays, and it counts once.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| wallet_engine::features::embedded::fuzz::returned(text));
