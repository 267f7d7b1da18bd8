//! Development only: the steps between the compiler and `dist/` that need a separate program.
//!
//! `cargo run -p xtask -- wasm [--quick] [--out DIR]` builds `engine/web` and leaves in `DIR` (default: `engine/` in the target
//! folder) the glue, the loader of the later parts, every `.wasm` under a name made from its bytes, and
//! `manifest.json`, from which `rollup.config.mjs` takes names and integrity.

#![cfg_attr(
    test,
    allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may stop at the first fault")
)]

mod compact;
mod glue;
mod imports;
mod join;
mod merge;
mod optimize;
mod parts;
mod shared_file;
mod wasm;

use std::path::PathBuf;
use std::process::ExitCode;

use crate::wasm::Build;

const USAGE: &str = "usage: cargo run -p xtask -- wasm [--quick] [--out DIR]";

fn main() -> ExitCode {
    match run(std::env::args().skip(1).collect()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("xtask: {why}");
            ExitCode::FAILURE
        }
    }
}

fn run(words: Vec<String>) -> Result<(), String> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["wasm"] => wasm::build(Build::Small, None),
        ["wasm", "--quick"] => wasm::build(Build::Quick, None),
        ["wasm", "--out", dir] => wasm::build(Build::Small, Some(PathBuf::from(dir))),
        ["wasm", "--quick", "--out", dir] => wasm::build(Build::Quick, Some(PathBuf::from(dir))),
        _ => Err(USAGE.to_owned()),
    }
}
