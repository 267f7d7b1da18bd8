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

/// The local network of solana, for pages that want it. Its id is the name that wallets have for a cluster on this machine.
pub fn of_solana(world: &World) -> Value {
    let network = |origin: &String| {
        json!({
            "id": "localnet",
            "chainNamespace": "solana",
            "caipNetworkId": "solana:localnet",
            "name": "Demo Solana",
            "nativeCurrency": { "name": "Solana", "symbol": "SOL", "decimals": 9 },
            "rpcUrls": { "default": { "http": [origin] } },
            "testnet": false,
        })
    };
    world.solana.iter().map(network).collect()
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
