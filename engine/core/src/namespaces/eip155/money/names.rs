//! Names of the Ethereum Name Service, resolved with its Universal Resolver and Ethereum's node (docs/spec/services.md
//! A9).

use super::Eip155Money;
use crate::api::gateways::Gateways;
use crate::api::rpc::{self, Called};
use crate::caip::{AccountId, ChainId, Namespace};
use crate::constants::CCIP_ROUNDS_MAX;
use crate::entities::{NativeCurrency, Network, NetworkId};
use crate::error::{Error, Result};
use crate::flow::Cx;
use crate::map::Map;
use crate::namespaces::eip155::codec::offchain::OffchainLookup;
use crate::namespaces::eip155::codec::resolver::{self, UNIVERSAL};
use crate::namespaces::eip155::holdings;
use crate::namespaces::eip155::parse;
use crate::namespaces::eip155::rules::names::{ETHER, coin};
use crate::namespaces::money::Names;
use crate::namespaces::names::{Lead, Reach};
use crate::ports::Local;
use alloc::boxed::Box;
use alloc::string::{String, ToString};

/// The chain ID of Ethereum, where the registry is.
const MAINNET: u64 = 1;

impl Names for Eip155Money {
    /// The name's address for this network (ENSIP-11; its resolver falls back to a default address itself, ENSIP-19).
    /// Otherwise its address on Ethereum, if a key controls it: a key has the same address on every network, but a
    /// contract might not exist there.
    fn address(&self, cx: Cx, chain: ChainId, name: String, reach: Reach) -> Local<Result<Option<Lead>>> {
        Box::pin(async move {
            let network = mainnet(&cx);
            let gateways = (reach == Reach::Gateways).then(|| Gateways::new(&cx));
            let mut ask = Ask { cx: &cx, network: &network, gateways };
            let coin = coin(&chain);
            if let Some(coin) = coin
                && let Some(address) = ask.address(&name, coin).await?
            {
                return Ok(Some(ask.lead(address, false)));
            }
            if coin == Some(ETHER) {
                return Ok(None);
            }
            let Some(address) = ask.address(&name, ETHER).await? else { return Ok(None) };
            held_by_key(&cx, &network, &address).await?;
            Ok(Some(ask.lead(address, true)))
        })
    }

    fn name(&self, cx: Cx, account: AccountId, reach: Reach) -> Local<Result<Option<String>>> {
        Box::pin(async move {
            let network = mainnet(&cx);
            let gateways = (reach == Reach::Gateways).then(|| Gateways::new(&cx));
            let mut ask = Ask { cx: &cx, network: &network, gateways };
            let Ok(address) = parse(&account.address) else { return Ok(None) };
            let here = coin(&account.chain).filter(|coin| *coin != ETHER);
            for coin in here.into_iter().chain([ETHER]) {
                let Some(returned) = ask.call(resolver::name_of(&address, coin)).await? else { continue };
                if let Some(name) = resolver::name_in(&returned).ok_or_else(|| ask.unreadable())? {
                    return Ok(Some(name));
                }
            }
            Ok(None)
        })
    }

    fn is_held_by_key(&self, cx: Cx, address: String) -> Local<Result<()>> {
        Box::pin(async move { held_by_key(&cx, &mainnet(&cx), &address).await })
    }
}

async fn held_by_key(cx: &Cx, network: &Network, address: &str) -> Result<()> {
    match holdings::is_contract(cx, network, address).await {
        Some(false) => Ok(()),
        Some(true) => Err(Error::NameOfContract),
        None => Err(Error::Unreachable { host: network.name.clone() }),
    }
}

/// The network Ethereum from the page's options, otherwise with the data service's node.
fn mainnet(cx: &Cx) -> Network {
    let mainnet = ChainId::evm(MAINNET);
    cx.read(|s| s.networks.readable(&mainnet).cloned()).unwrap_or_else(|| Network {
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

/// A lookup with the Universal Resolver.
struct Ask<'a> {
    cx: &'a Cx,
    network: &'a Network,
    /// `None` if gateways can't be used.
    gateways: Option<Gateways>,
}

impl Ask<'_> {
    fn unreadable(&self) -> Error {
        Error::Unreadable { from: self.network.name.clone() }
    }

    fn lead(self, address: String, is_of_ethereum: bool) -> Lead {
        Lead { address, is_of_ethereum, through: self.gateways.map(|of| of.through).unwrap_or_default() }
    }

    async fn address(&mut self, name: &str, coin: u32) -> Result<Option<String>> {
        match self.call(resolver::address_of(name, coin)).await? {
            Some(returned) => resolver::address_in(&returned, coin).ok_or_else(|| self.unreadable()),
            None => Ok(None),
        }
    }

    /// The Universal Resolver's result. `None` if the name has no such record. The contract verifies the response of a
    /// gateway.
    async fn call(&mut self, mut data: String) -> Result<Option<String>> {
        let to = UNIVERSAL.to_checksum(None);
        for _ in 0..=CCIP_ROUNDS_MAX {
            let reverted = match rpc::called(self.cx, self.network, &to, &data).await {
                Ok(Called::Returned(text)) => return Ok(Some(text)),
                Ok(Called::Reverted(bytes)) => bytes,
                Err(Error::ClientUnset) => return Err(Error::NameWithoutNode),
                Err(error) => return Err(error),
            };
            if resolver::has_nothing(&reverted) {
                return Ok(None);
            }
            let lookup = OffchainLookup::read(&reverted)
                .filter(|lookup| lookup.question.sender == UNIVERSAL)
                .ok_or_else(|| self.unreadable())?;
            let gateways = self.gateways.as_mut().ok_or(Error::NameOutside)?;
            data = lookup.checked(&gateways.answer(self.cx, &lookup.question).await?);
        }
        Err(self.unreadable())
    }
}
