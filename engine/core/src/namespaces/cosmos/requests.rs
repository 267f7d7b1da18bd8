//! Cosmos, what reads requests: [`super::deeds`], with denominations as the page's own list of the network names them. What is not in it
//! (`ibc/..`, `factory/..`) is shown whole and in base units.

use super::denoms::listed;
use super::{deeds, node, signed};
use crate::caip::Namespace;
use crate::entities::Network;
use crate::flow::{Cx, Flow};
use crate::json::Read;
use crate::namespaces::deeds::{Asset, Deed, DeedKind, HowMuch, Reading, Says, Weight};
use crate::namespaces::request_readers::{self, Asked, Named, Reads};
use crate::ports::Local;
use crate::signing::sign_in;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::U256;
use serde_json::Value;

struct CosmosRequests;

/// The row of the family's reader in the table of features.
pub fn run(cx: Cx, _: String, _: Value) -> Flow {
    request_readers::provide(&cx, Namespace::Cosmos, &CosmosRequests)
}

/// The network's own coin is said as such. A fee of more than one of a coin is nobody's, and one in a coin that the network's list lacks is
/// looked at: nobody knows what it is worth, and a network takes all that a document offers.
fn named(network: &Network, mut deed: Deed) -> Deed {
    let own = &network.native_currency;
    let found = deed.token().and_then(|denom| listed(network, denom));
    if deed.kind == DeedKind::Fee && deed.token().is_some() {
        let one = found.as_ref().map(|(_, decimals)| U256::from(10u8).checked_pow(U256::from(*decimals)));
        let is_much = |one: Option<U256>| match deed.amount {
            Some(HowMuch::Units(units)) => units > one.unwrap_or(U256::MAX),
            _ => false,
        };
        let weight = match one {
            None => Weight::Look,
            Some(one) if is_much(one) => Weight::Risky,
            Some(_) => Weight::Plain,
        };
        deed.weight = deed.weight.max(weight);
    }
    if found.is_some_and(|(symbol, decimals)| symbol == own.symbol && decimals == own.decimals) {
        deed.asset = Some(Asset::Coin);
    }
    deed
}

impl Reads for CosmosRequests {
    fn deeds(&self, asked: &Asked, _: &dyn Says) -> Reading {
        deeds::read(&asked.method, &asked.params, &asked.from, &asked.chain)
    }

    fn is_answer(&self, params: &Value, answer: &Value) -> bool {
        signed::is_answer(params, answer)
    }

    fn weighed(&self, cx: Cx, network: Network, asked: Asked, deeds: Vec<Deed>) -> Local<Vec<Deed>> {
        Box::pin(async move {
            if asked.method == "cosmos_signArbitrary" {
                return sign_in::weighed(&cx, deeds);
            }
            let deeds: Vec<Deed> = deeds.into_iter().map(|deed| named(&network, deed)).collect();
            match asked.params.field("signDoc") {
                Some(document) => node::told(&cx, &network, &asked.from, document, deeds).await,
                None => deeds,
            }
        })
    }

    fn token(&self, _: Cx, network: Network, token: String) -> Local<Option<Named>> {
        Box::pin(async move {
            let (symbol, decimals) = listed(&network, &token)?;
            Some(Named { decimals, symbol: Some(symbol), ..Named::default() })
        })
    }
}
