//! Runs Binaryen's optimizer: 4.6 kB (brotli) less in all files, 1.2 kB in the first one.
//!
//! It runs last, on each finished file. Before the split, it would remove the relocations that the splitter needs. It keeps what two files share (imports,
//! exports, the table).

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;

/// The package of the lock that carries it, as a program for Node.
const WASM_OPT: &str = "node_modules/binaryen/bin/wasm-opt";

/// For size, until nothing changes any more. No trap is promised to stay: a panic traps by `unreachable`, which it keeps.
const GOAL: [&str; 2] = ["-Oz", "--converge"];

/// The features that the compiler can use. With all features, it could write code that browsers reject.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// Each of `files` as small as the optimiser makes it; `work` is a folder for its files.
pub fn optimize(root: &Path, work: &Path, files: Vec<&mut Vec<u8>>) -> Result<(), String> {
    let program = root.join(WASM_OPT);
    if !program.is_file() {
        return Err(format!("{} is missing: npm ci", program.display()));
    }
    let (left, failed) = (Mutex::new(files.into_iter().enumerate()), Mutex::new(Ok(())));
    let next = || left.lock().ok().and_then(|mut files| files.next());
    let run = || {
        while let Some((number, bytes)) = next() {
            match one(&program, &work.join(format!("optimize-{number}.wasm")), bytes) {
                Ok(small) => *bytes = small,
                Err(why) => failed.lock().map(|mut failed| *failed = Err(why)).unwrap_or_default(),
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(run);
        }
    });
    failed.into_inner().unwrap_or_else(|_| Err("optimize: a thread ended".to_owned()))
}

fn one(program: &Path, file: &Path, bytes: &[u8]) -> Result<Vec<u8>, String> {
    let said = |e: std::io::Error| format!("optimize: {e}");
    fs::write(file, bytes).map_err(said)?;
    let mut command = Command::new("node");
    command.arg(program).arg(file).arg("--output").arg(file).args(GOAL).args(FEATURES);
    let output = command.output().map_err(said)?;
    if !output.status.success() {
        return Err(format!("optimize: {}", String::from_utf8_lossy(&output.stderr)));
    }
    fs::read(file).map_err(said)
}
