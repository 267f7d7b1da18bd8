//! What the browser tests know of the hosts: `e2e/support/hosts.gen.mjs` is written from the table of hosts, and this test fails when
//! the committed file is stale. `WRITE_CONTRACT=1 cargo test -p demo-services --lib contract` writes it; `npm run build` does so.

use std::{fmt::Write, path::PathBuf, sync::Arc};

use crate::{
    chain::DEMO_CHAINS,
    hosts,
    ports::{self, Origins, Port},
    store::Store,
    swaps::{self, POOLS},
    world::{Folders, World},
};

/// The ports of all hosts that run, by offset.
fn served() -> Vec<Port> {
    let origins = Origins::new(4000);
    let store = Store::open(":memory:", &origins).unwrap();
    let world = World {
        origins,
        chains: Vec::new(),
        mainnet: None,
        nodes: Vec::new(),
        store,
        folders: Folders::default(),
    };
    let mut ports: Vec<Port> = hosts::open(&Arc::new(world)).unwrap().iter().map(|host| host.port).collect();
    ports.sort_by_key(|port| port.offset);
    ports
}

/// "demo wallet" as a name in JavaScript: demoWallet.
fn camel_case(name: &str) -> String {
    let mut words = name.split(' ');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |text, word| {
        let (initial, rest) = word.split_at(1);
        format!("{text}{}{rest}", initial.to_uppercase())
    })
}

fn contract() -> String {
    let mut text = String::from(
        "// GENERATED from the hosts of demo/services by `npm run build`; a unit test there fails when it is stale.\n\n\
         /** The port of each host is the base port plus this. */\nexport const OFFSETS = {\n",
    );
    for port in served() {
        let _ = writeln!(text, "  {}: {},", camel_case(port.name), port.offset);
    }
    let _ = write!(
        text,
        "}};\n\n/** How many ports a run takes from the base port on, reserved ones included. */\nexport const PORTS = {};\n\n\
         /** How many chains a run has. */\nexport const CHAINS = {};\n",
        ports::COUNT,
        DEMO_CHAINS.len(),
    );
    let mut swapping: Vec<&str> = POOLS.iter().map(|pool| pool.chain).collect();
    swapping.dedup();
    let _ = write!(
        text,
        "\n/** Where swaps go through, the same address on each chain that has them. */\nexport const SWAP_ROUTER = '{}';\n\n\
         /** The chains that have them. */\nexport const SWAP_CHAINS = ['{}'];\n",
        swaps::router().unwrap().checksummed(),
        swapping.join("', '"),
    );
    text
}

#[test]
fn committed_hosts_match_the_table() {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "../../e2e/support/hosts.gen.mjs"].iter().collect();
    let now = contract();
    if std::env::var_os("WRITE_CONTRACT").is_some() {
        std::fs::write(&path, &now).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == now, "e2e/support/hosts.gen.mjs is stale: run `npm run build` and commit it");
}

#[test]
fn gives_every_host_its_own_port_from_the_table() {
    let served = served();
    assert!(served.windows(2).all(|pair| pair[0].offset != pair[1].offset));
    assert!(served.iter().all(|port| ports::ALL.contains(port)));
}
