//! A restored client and whatever a relay and its wallets send: raw frames, and any text sealed under the right keys.
#![no_main]

use fuzz::client::{MIDDLE, Stage};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|script: &str| {
    let mut stage = Stage::restored(&MIDDLE.saved);
    stage.play(script);
    if script.len() % 8 == 0 {
        stage.survives();
    }
});
