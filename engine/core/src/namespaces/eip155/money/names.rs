//! Names of the Ethereum Name Service, asked of its contracts (EIP-137, ENSIP-10, EIP-3668; docs/spec/services.md A9).

use super::Eip155Money;
use crate::api::gateways;
use crate::api::rpc::{self, Called};
use crate::caip::{ChainId, Namespace};
use crate::entities::{NativeCurrency, Network, NetworkId};
use crate::error::{Error, Result};
use crate::flow::Cx;
use crate::map::Map;
use crate::namespaces::eip155::names;
use crate::namespaces::eip155::offchain::{self, OffchainLookup};
use crate::namespaces::money::Names;
use crate::ports::Local;
use alloc::boxed::Box;
use alloc::string::{String, ToString};

/// Where the registry is.
const MAINNET: u64 = 1;

/// Gateways that one call may be sent to, one after the other (EIP-3668 recommends four).
const LOOKUPS_MAX: usize = 4;

impl Names for Eip155Money {
    /// An account has the same address on every chain. A name without a resolver of its own is answered by the one of the nearest name above
    /// it, if that answers for names below its own (ENSIP-10).
    fn address(&self, cx: Cx, _: ChainId, name: String) -> Local<Result<Option<String>>> {
        Box::pin(async move {
            let network = mainnet(&cx);
            let ask = Ask { cx: &cx, network: &network };
            let data = names::addr(names::node(&name));
            let mut above = name.as_str();
            let resolver = loop {
                let registry = names::REGISTRY.to_checksum(None);
                match ask.address(&registry, &names::resolver(names::node(above))).await? {
                    Some(resolver) => break resolver,
                    None => match above.split_once('.') {
                        Some((_, next)) => above = next,
                        None => return Ok(None),
                    },
                }
            };
            if ask.is_wildcard(&resolver).await? {
                let answer = ask.call(&resolver, &offchain::resolve(&name, &data)).await?;
                // a resolver that knows nothing of a name may answer with no bytes at all
                let inner = offchain::bytes_returned(&answer).ok_or_else(|| ask.unreadable())?;
                return if inner == "0x" { Ok(None) } else { ask.read(&inner) };
            }
            match above == name {
                true => ask.address(&resolver, &data).await,
                false => Ok(None),
            }
        })
    }
}

/// Ethereum, as this page has it, else as the data service serves it.
fn mainnet(cx: &Cx) -> Network {
    let mainnet = ChainId::evm(MAINNET);
    cx.read(|s| s.networks.find(&mainnet).cloned()).unwrap_or_else(|| Network {
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
    })
}

/// Contracts of one network are asked.
struct Ask<'a> {
    cx: &'a Cx,
    network: &'a Network,
}

impl Ask<'_> {
    fn unreadable(&self) -> Error {
        Error::Unreadable { from: self.network.name.clone() }
    }

    fn read(&self, returned: &str) -> Result<Option<String>> {
        let address = names::answered(returned).ok_or_else(|| self.unreadable())?;
        Ok(address.map(|address| address.to_checksum(None)))
    }

    async fn address(&self, contract: &str, data: &str) -> Result<Option<String>> {
        self.read(&self.call(contract, data).await?)
    }

    /// A contract that was made before there were wildcards reverts, or returns nothing: that is a no. A node that does not answer says nothing.
    async fn is_wildcard(&self, resolver: &str) -> Result<bool> {
        match rpc::called(self.cx, self.network, resolver, &offchain::supports_wildcard()).await {
            Ok(Called::Returned(text)) => Ok(offchain::is_true(&text)),
            Ok(Called::Reverted(_)) | Err(Error::Rpc { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// A call, and what a gateway has to say to it where the contract wants that; the contract itself checks what the gateway said.
    async fn call(&self, contract: &str, data: &str) -> Result<String> {
        let mut data = data.to_string();
        for _ in 0..=LOOKUPS_MAX {
            let reverted = match rpc::called(self.cx, self.network, contract, &data).await? {
                Called::Returned(text) => return Ok(text),
                Called::Reverted(bytes) => bytes,
            };
            let lookup = OffchainLookup::read(&reverted)
                .filter(|lookup| lookup.sender.to_checksum(None) == contract)
                .ok_or_else(|| self.unreadable())?;
            data = lookup.checked(&gateways::answer(self.cx, &lookup).await?);
        }
        Err(self.unreadable())
    }
}
