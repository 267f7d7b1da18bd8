//! Names of the Ethereum Name Service, asked of its contracts (EIP-137, docs/spec/services.md A9).

use super::Eip155Money;
use crate::api::rpc;
use crate::caip::{ChainId, Namespace};
use crate::entities::{NativeCurrency, Network, NetworkId};
use crate::error::{Error, Result};
use crate::flow::Cx;
use crate::map::Map;
use crate::namespaces::eip155::names;
use crate::namespaces::money::Names;
use crate::ports::Local;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use serde_json::json;

/// Where the registry is.
const MAINNET: u64 = 1;

impl Names for Eip155Money {
    /// An account has the same address on every chain.
    fn address(&self, cx: Cx, _: ChainId, name: String) -> Local<Result<Option<String>>> {
        Box::pin(async move {
            let node = names::node(&name);
            let registry = names::REGISTRY.to_checksum(None);
            let Some(resolver) = ask(&cx, &registry, &names::resolver(node)).await? else { return Ok(None) };
            ask(&cx, &resolver, &names::addr(node)).await
        })
    }
}

/// Asks a contract of Ethereum for an address: by the node that this page has for it, else by the data service's.
async fn ask(cx: &Cx, contract: &str, data: &str) -> Result<Option<String>> {
    let mainnet = ChainId::evm(MAINNET);
    let network = cx.read(|s| s.networks.find(&mainnet).cloned()).unwrap_or_else(|| Network {
        id: NetworkId::Number(MAINNET),
        chain_namespace: Namespace::Eip155,
        caip_network_id: mainnet.to_string(),
        name: "Ethereum".into(),
        native_currency: NativeCurrency { name: "Ether".into(), symbol: "ETH".into(), decimals: 18 },
        rpc_urls: Map::default(),
        block_explorers: Map::default(),
        testnet: false,
        deprecated_caip_network_id: None,
        cosmos: None,
    });
    let params = json!([{ "to": contract, "data": data }, "latest"]);
    let answer = rpc::of_money(cx, &network, "eth_call", &params).await?;
    let address = answer
        .as_str()
        .and_then(names::answered)
        .ok_or_else(|| Error::Unreadable { from: network.name.clone() })?;
    Ok(address.map(|address| address.to_checksum(None)))
}
