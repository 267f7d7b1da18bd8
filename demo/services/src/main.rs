//! The program around the library: read the arguments, run, turn a failure into one sentence and an exit code.

use std::process::ExitCode;

use demo_services::{args::Args, start};

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let args = match Args::read(std::env::args().skip(1)) {
        Ok(args) => args,
        Err(problem) => {
            eprintln!("demo-services: {problem}");
            return ExitCode::from(start::EXIT_USAGE);
        }
    };
    match start::run(args).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("demo-services: {problem}");
            ExitCode::from(problem.exit_code())
        }
    }
}
