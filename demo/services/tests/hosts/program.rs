//! The program as it is started: one line when ready, one sentence when it cannot run, no orphan.

use std::{
    io::{BufRead, BufReader, Read},
    net::TcpListener,
    process::{Command, Stdio},
};

use demo_services::ports;

use crate::anvil;

fn program(base_port: u16, chain: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_demo-services"));
    command.args(["--base-port", &base_port.to_string(), "--chain", chain]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A base port whose hosts are all free at this moment.
fn free_base() -> u16 {
    (20_000..60_000)
        .step_by(usize::from(ports::COUNT))
        .find(|base| {
            ports::ALL.iter().all(|port| TcpListener::bind(("127.0.0.1", base + port.offset)).is_ok())
        })
        .unwrap()
}

#[test]
fn prints_ready_and_ends_with_its_parent() {
    let (_leash, chain) = anvil::empty();
    let base = free_base();
    let mut running = program(base, chain.as_str()).arg("--stop-with-stdin").spawn().unwrap();
    let mut line = String::new();
    BufReader::new(running.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, format!("ready http://localhost:{base}/\n"));

    let mut second = program(base, chain.as_str()).spawn().unwrap();
    assert_eq!(second.wait().unwrap().code(), Some(2));
    let mut sentence = String::new();
    second.stderr.unwrap().read_to_string(&mut sentence).unwrap();
    assert!(sentence.contains(&format!("port {base} cannot be used")), "{sentence}");
    assert_eq!(sentence.lines().count(), 1);

    drop(running.stdin.take());
    assert!(running.wait().unwrap().success());
}

#[test]
fn requires_the_chain_of_names_to_report_ethereum() {
    let (_leash, chain) = anvil::empty();
    let output = program(free_base(), chain.as_str()).args(["--mainnet", chain.as_str()]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let sentence = String::from_utf8(output.stderr).unwrap();
    assert!(sentence.contains("--mainnet has the chain id 1337"), "{sentence}");
}

#[test]
fn reports_an_invalid_command_line_in_one_sentence() {
    let output = Command::new(env!("CARGO_BIN_EXE_demo-services")).arg("--nope").output().unwrap();
    assert_eq!(output.status.code(), Some(64));
    assert!(String::from_utf8(output.stderr).unwrap().contains("unknown option --nope"));
}
