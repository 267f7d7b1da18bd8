//! A restored client, and messages of a relay and its wallets: raw frames, and any text sealed with the right keys.
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
