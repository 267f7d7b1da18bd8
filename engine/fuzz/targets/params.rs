//! Params of every method, sealed by the right peer. One client handles many runs, so that a run doesn't pay for a start. It is dropped when its session
//! ends, and sometimes before.
#![no_main]

use core::cell::RefCell;
use fuzz::client::{MIDDLE, Stage};
use libfuzzer_sys::fuzz_target;

const RUNS_OF_ONE: u64 = 100;

thread_local! {
    static LASTING: RefCell<(u64, Stage)> = RefCell::new((0, Stage::restored(&MIDDLE.saved)));
}

fuzz_target!(|text: &str| {
    LASTING.with_borrow_mut(|(runs, stage)| {
        *runs += 1;
        if runs.is_multiple_of(RUNS_OF_ONE) || stage.client.sessions().is_empty() {
            *stage = Stage::restored(&MIDDLE.saved);
        }
        stage.hear(text, 1_795_000_100_000_000 + *runs);
    });
});
