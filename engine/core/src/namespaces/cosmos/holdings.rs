//! The spendable coin balance of an account, from the network's own REST node (decision 96, "Provider and balance on Cosmos"): the bank entry,
//! without stakes.

use crate::amount::Amount;
use crate::api::rest;
use crate::caip::Namespace;
use crate::entities::Network;
use crate::error::{Error, Result};
use crate::flow::{Cx, Flow};
use crate::json::Read;
use crate::namespaces::cosmos::codec::denoms;
use crate::namespaces::holdings::{self, Balances, Holds};
use crate::ports::Local;
use crate::urls;
use alloc::boxed::Box;
use alloc::string::String;
use futures_util::future::join;
use serde_json::Value;

struct CosmosHoldings;

/// The feature's entry: provides the balances of the namespace.
pub fn run(cx: Cx, _: String, _: Value) -> Flow {
    holdings::provide(&cx, Namespace::Cosmos, &CosmosHoldings)
}

impl Holds for CosmosHoldings {
    fn held(&self, cx: Cx, network: Network, address: String) -> Local<Result<Balances>> {
        Box::pin(async move { held(&cx, &network, &address).await })
    }
}

/// The balance. A node of another network is rejected.
async fn held(cx: &Cx, network: &Network, address: &str) -> Result<Balances> {
    let unreadable = || Error::Unreadable { from: network.name.clone() };
    let chain = network.chain().ok_or_else(unreadable)?;
    let denom = denoms::own(network).ok_or(Error::ClientUnset)?;
    let path =
        ["/cosmos/bank/v1beta1/balances/", address, "/by_denom?denom=", &urls::encoded(denom)].concat();
    let (entry, node) = join(
        rest::get(cx, network, &path),
        rest::get(cx, network, "/cosmos/base/tendermint/v1beta1/node_info"),
    )
    .await;
    let (entry, node) = (entry?, node?);
    let name = node.field("default_node_info").and_then(|info| info.text("network"));
    let coin = entry.field("balance").filter(|coin| coin.text("denom") == Some(denom));
    let units = coin.and_then(|coin| denoms::units(coin.text("amount")?));
    match units.filter(|_| name == Some(&chain.reference)) {
        Some(units) => {
            Ok(holdings::of_coin(network, &chain, Amount::new(units, network.native_currency.decimals)))
        }
        None => Err(unreadable()),
    }
}
