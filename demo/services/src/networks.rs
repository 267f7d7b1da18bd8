//! The local chains in the shape of the public `Network` type, as the demo's page and wallets are configured with them.

use serde_json::{Value, json};

use crate::{
    chain::{Chain, Currency},
    ports,
    world::World,
};

/// How many of the chains the demo wallet knows from the start.
const WALLET_KNOWS: usize = 2;
/// Chain id of the network that only the demo wallet knows.
const ELSEWHERE: u64 = 31_337;

/// Every local chain.
pub fn all(world: &World) -> Value {
    world.chains.iter().map(|chain| network(world, chain)).collect()
}

/// A local network of another family.
struct Other {
    family: &'static str,
    /// What its node is known by: the first network of a family by the family's name.
    node: &'static str,
    reference: &'static str,
    name: &'static str,
    coin: (&'static str, &'static str, u8),
}

/// That of solana has the name that wallets have for a cluster on this machine; the reference of polkadot's is how the hash of their first block
/// begins (demo/polkadot/networks.mjs); that of bip122 is `regtest`, that of cosmos
/// its own name (demo/cosmos/layout.mjs).
const OTHERS: [Other; 5] = [
    Other {
        family: "solana",
        node: "solana",
        reference: "localnet",
        name: "Demo Solana",
        coin: ("Solana", "SOL", 9),
    },
    Other {
        family: "polkadot",
        node: "polkadot",
        reference: "64656d6f2d706f6c6b61646f742d3031",
        name: "Demo Polkadot",
        coin: ("Demo Dot", "DDOT", 12),
    },
    Other {
        family: "polkadot",
        node: "polkadot-relay",
        reference: "64656d6f2d706f6c6b61646f742d3032",
        name: "Demo Relay",
        coin: ("Demo Relay Dot", "RDOT", 10),
    },
    Other {
        family: "bip122",
        node: "bip122",
        reference: "0f9188f13cb7b2c71f2a335e3a4fc328",
        name: "Demo Bitcoin",
        coin: ("Bitcoin", "BTC", 8),
    },
    Other {
        family: "cosmos",
        node: "cosmos",
        reference: "demo-cosmos-1",
        name: "Demo Cosmos",
        coin: ("Demo Atom", "DATOM", 6),
    },
];

/// The local networks of a family, for pages that want them.
pub fn of_family(world: &World, family: &str) -> Value {
    let network = |other: &Other| {
        let (name, symbol, decimals) = other.coin;
        let node = world.node_of(other.node)?;
        let mut network = json!({
            "id": other.reference,
            "chainNamespace": family,
            "caipNetworkId": format!("{family}:{}", other.reference),
            "name": other.name,
            "nativeCurrency": { "name": name, "symbol": symbol, "decimals": decimals },
            "rpcUrls": { "default": { "http": [node] } },
            "testnet": false,
        });
        // What a wallet has to be told of it, and where its REST is.
        if let (Value::Object(fields), "cosmos") = (&mut network, family) {
            let fee = json!({ "coinDenom": symbol, "coinMinimalDenom": "udatom", "coinDecimals": decimals });
            let chain =
                json!({ "bech32Prefix": "demo", "coinType": 118, "rest": node, "feeCurrencies": [fee] });
            fields.insert("cosmos".to_owned(), chain);
        }
        Some(network)
    };
    OTHERS.iter().filter(|other| other.family == family).filter_map(network).collect()
}

/// The networks the demo wallet comes with: the first two chains. A third has to be added to it first. The last one it knows and
/// no page configures, so that "unsupported network" can be seen; its reads are the first chain's, and what it signs no chain takes.
pub fn of_demo_wallet(world: &World) -> Value {
    let mut networks: Vec<Value> =
        world.chains.iter().take(WALLET_KNOWS).map(|chain| network(world, chain)).collect();
    if let Some(first) = world.chains.first() {
        networks.push(network_called(world, ELSEWHERE, "Elsewhere", first));
    }
    Value::from(networks)
}

fn network(world: &World, chain: &Chain) -> Value {
    network_called(world, chain.id(), chain.name(), chain)
}

fn network_called(world: &World, id: u64, name: &str, chain: &Chain) -> Value {
    let Currency { name: currency, symbol } = chain.currency();
    let explorer = world.origins.of(ports::EXPLORER);
    json!({
        "id": id,
        "chainNamespace": "eip155",
        "caipNetworkId": format!("eip155:{id}"),
        "name": name,
        "nativeCurrency": { "name": currency, "symbol": symbol, "decimals": 18 },
        "rpcUrls": { "default": { "http": [chain.origin()] } },
        "blockExplorers": { "default": { "name": "Demo Explorer", "url": explorer } },
        "testnet": false,
    })
}
