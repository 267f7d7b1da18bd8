//! Runs futures as microtasks.

use wallet_engine::ports::{Local, spawn::Spawn};

/// Runs futures in the page's microtask queue.
pub struct Microtasks;

impl Spawn for Microtasks {
    fn spawn(&self, future: Local<()>) {
        wasm_bindgen_futures::spawn_local(future);
    }
}
