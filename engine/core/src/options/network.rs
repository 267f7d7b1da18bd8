//! One network of the options (3.1), and the default network.

use super::read::{each, owned};
use crate::caip::{ChainId, Namespace};
use crate::constants::{NAME_CHARS_MAX, SDK_TYPE, SDK_VERSION};
use crate::entities::{BlockExplorer, NativeCurrency, Network, NetworkId, RpcUrls};
use crate::json::Read;
use crate::map::Map;
use crate::text;
use crate::urls::{is_node_url, refused_node};
use alloc::string::ToString;
use alloc::vec::Vec;
use serde_json::Value;

/// Reads one network (3.1). Returns the name of the invalid field otherwise. `reaches_private`: whether the page can
/// use nodes of a private network.
pub fn read(value: &Value, reaches_private: bool) -> Result<Network, &'static str> {
    let namespace = match value.text("chainNamespace") {
        Some(text) => Namespace::parse(text).ok_or("chainNamespace")?,
        None => {
            value.text("caipNetworkId").and_then(ChainId::parse).map_or(Namespace::Eip155, |c| c.namespace)
        }
    };
    let id = match value.field("id") {
        Some(Value::Number(number)) => NetworkId::Number(number.as_u64().ok_or("id")?),
        Some(Value::String(text)) => NetworkId::Text(text.clone()),
        _ => return Err("id"),
    };
    let chain = match (value.text("caipNetworkId"), &id) {
        (Some(text), _) => {
            ChainId::parse(text).filter(|c| c.namespace == namespace).ok_or("caipNetworkId")?
        }
        (None, NetworkId::Number(number)) => ChainId::of(namespace, &number.to_string()).ok_or("id")?,
        (None, NetworkId::Text(text)) => ChainId::of(namespace, text).ok_or("id")?,
    };
    let reference = match &id {
        NetworkId::Number(number) => number.to_string(),
        NetworkId::Text(text) => text.clone(),
    };
    if reference != chain.reference && reference != chain.to_string() {
        return Err("caipNetworkId"); // two fields that contradict each other
    }
    let currency = value.field("nativeCurrency").ok_or("nativeCurrency")?;
    let decimals = currency.whole("decimals").and_then(|d| u8::try_from(d).ok());
    let mut rpc_urls = Map::default();
    for (name, urls) in value.field("rpcUrls").and_then(Value::as_object).into_iter().flatten().take(16) {
        let http = each(urls.list("http"), &|url| owned(url).filter(|url| is_node_url(url, reaches_private)));
        let socket = each(urls.list("webSocket"), &owned);
        rpc_urls.insert(name.clone(), RpcUrls { http, web_socket: (!socket.is_empty()).then_some(socket) });
    }
    let mut block_explorers = Map::default();
    for (name, explorer) in
        value.field("blockExplorers").and_then(Value::as_object).into_iter().flatten().take(16)
    {
        let Some(url) = explorer.text("url").filter(|url| is_node_url(url, reaches_private)) else {
            continue;
        };
        let label =
            explorer.text("name").and_then(|name| text::label(name, NAME_CHARS_MAX)).unwrap_or_default();
        block_explorers
            .insert(name.clone(), BlockExplorer { name: label, url: url.trim_end_matches('/').into() });
    }
    Ok(Network {
        id,
        chain_namespace: namespace,
        caip_network_id: chain.to_string(),
        name: value.text("name").and_then(|name| text::label(name, NAME_CHARS_MAX)).ok_or("name")?,
        native_currency: NativeCurrency {
            name: currency
                .text("name")
                .and_then(|name| text::label(name, 32))
                .ok_or("nativeCurrency.name")?,
            symbol: currency
                .text("symbol")
                .and_then(|text| text::label(text, 12))
                .ok_or("nativeCurrency.symbol")?,
            decimals: decimals.filter(|d| *d <= 36).ok_or("nativeCurrency.decimals")?,
        },
        rpc_urls,
        block_explorers,
        testnet: value.flag("testnet").unwrap_or(false),
        deprecated_caip_network_id: value.text("deprecatedCaipNetworkId").map(ToString::to_string),
        cosmos: value.field("cosmos").cloned(),
    })
}

/// Reports ignored URLs. Otherwise, users would be the first to notice a network without a node.
pub fn say_lost(value: &Value, network: &Network, reaches_private: bool, say: &mut dyn FnMut(&str)) {
    let fields = |field| value.field(field).and_then(Value::as_object).into_iter().flatten().take(16);
    let given: usize = fields("rpcUrls").map(|(_, one)| one.list("http").len()).sum();
    let is_lost = |url: &&Value| !url.as_str().is_some_and(|url| is_node_url(url, reaches_private));
    let mut reasons: Vec<&str> = Vec::new();
    for url in fields("rpcUrls").flat_map(|(_, one)| one.list("http")).filter(is_lost) {
        let reason = refused_node(url.as_str().unwrap_or_default());
        if !reasons.contains(&reason) {
            reasons.push(reason);
            say(&["Ignoring an entry in networks[*].rpcUrls ", reason].concat());
        }
    }
    if value.field("readOnly").is_some_and(|given| !given.is_boolean()) {
        say("networks[*].readOnly must be true or false");
    }
    if given == 0 && value.field("rpcUrls").is_some() {
        say("networks[*].rpcUrls must be { default: { http: [url] } }");
    }
    if fields("blockExplorers").count() > network.block_explorers.iter().count() {
        say("Ignoring an entry in networks[*].blockExplorers that isn't an https URL");
    }
}

/// The default network of a page without networks (a bare `<wallet-button project-id>`): Ethereum, with the data
/// service's RPC URL.
pub fn mainnet(options: &super::Options) -> Network {
    let project_id = options.project_id.as_deref().unwrap_or_default();
    let rpc = alloc::format!(
        "{}/v1?chainId=eip155:1&projectId={}&st={SDK_TYPE}&sv={SDK_VERSION}",
        options.services.data,
        crate::urls::encoded(project_id)
    );
    let (mut rpc_urls, mut block_explorers) = (Map::default(), Map::default());
    rpc_urls.insert("default".into(), RpcUrls { http: alloc::vec![rpc], web_socket: None });
    let explorer = BlockExplorer { name: "Etherscan".into(), url: "https://etherscan.io".into() };
    block_explorers.insert("default".into(), explorer);
    Network {
        id: NetworkId::Number(1),
        chain_namespace: Namespace::Eip155,
        caip_network_id: "eip155:1".into(),
        name: "Ethereum".into(),
        native_currency: NativeCurrency { name: "Ether".into(), symbol: "ETH".into(), decimals: 18 },
        rpc_urls,
        block_explorers,
        testnet: false,
        deprecated_caip_network_id: None,
        cosmos: None,
    }
}
