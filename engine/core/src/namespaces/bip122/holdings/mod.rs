//! The balance of an address from the network's indexer: confirmed funds minus pending spends, and separately the pending incoming amount
//! (decision 101, "Sending on Bitcoin").

pub(crate) mod node;

use self::node::{sats, unreadable};
use crate::caip::Namespace;
use crate::entities::Network;
use crate::error::Result;
use crate::flow::{Cx, Flow};
use crate::namespaces::holdings::{self, Balances, Holds};
use crate::ports::Local;
use alloc::boxed::Box;
use alloc::string::String;
use serde_json::Value;

struct BitcoinHoldings;

/// The feature's entry: provides the balances of the namespace.
pub fn run(cx: Cx, _: String, _: Value) -> Flow {
    holdings::provide(&cx, Namespace::Bip122, &BitcoinHoldings)
}

impl Holds for BitcoinHoldings {
    fn held(&self, cx: Cx, network: Network, address: String) -> Local<Result<Balances>> {
        Box::pin(async move {
            let chain = network.chain().ok_or_else(|| unreadable(&network))?;
            let held = node::held(&cx, &network, &address).await?;
            let arriving = Some(held.arriving()).filter(|units| *units > 0);
            let arriving = arriving.map(|units| sats(units, &network));
            Ok(Balances { arriving, ..holdings::of_coin(&network, &chain, sats(held.settled(), &network)) })
        })
    }
}
