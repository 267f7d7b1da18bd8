//! The request reader for EVM chains: [`effects`] of transactions, batches, typed data and messages.

pub mod allowance_risk;
pub mod carried;
pub mod control;
pub mod descriptor;
pub mod effects;
pub mod intents;
mod nfts;
pub mod orders;
pub mod router;
mod typed_fields;
pub mod unread;
mod venues;

use super::holdings;
use crate::caip::Namespace;
use crate::entities::Network;
use crate::flow::{Cx, Flow};
use crate::namespaces::effects::{Effect, EffectKind, Reading, Risk, Says, many_receivers};
use crate::namespaces::request_readers::{self, HostRequest, Named, Reads};
use crate::namespaces::terms::{Terms, TokenWords};
use crate::ports::Local;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

struct Eip155Requests;

/// The feature's entry: provides the namespace's reader.
pub fn run(cx: Cx, _: String, _: Value) -> Flow {
    request_readers::provide(&cx, Namespace::Eip155, &Eip155Requests)
}

impl Reads for Eip155Requests {
    fn effects(&self, asked: &HostRequest, site: &dyn Says) -> Reading {
        let read = unread::read_of(&asked.method, &asked.params);
        let mut effects = effects::read(&asked.method, read.as_ref().unwrap_or(&asked.params), site);
        effects.extend(unread::effects(&asked.method, &asked.params));
        // an unreadable request can still have effects
        if effects.is_empty() {
            effects.push(Effect::of(EffectKind::Unread, Risk::Warning));
        }
        many_receivers(&mut effects);
        Reading { effects, is_batch: asked.method == "wallet_sendCalls" }
    }

    fn weighed(
        &self,
        cx: Cx,
        network: Network,
        asked: HostRequest,
        effects: Vec<Effect>,
    ) -> Local<Vec<Effect>> {
        Box::pin(async move { allowance_risk::weighed(&cx, &network, &asked.from, effects).await })
    }

    fn token(&self, cx: Cx, network: Network, token: String) -> Local<Option<Named>> {
        Box::pin(async move {
            let TokenWords { decimals, symbol } = holdings::words(&cx, &network, &token).await;
            Some(Named { decimals: decimals?, symbol: None, terms: Terms { symbol, ..Terms::default() } })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::caip::ChainId;
    use crate::namespaces::effects::SaysNothing;
    use serde_json::json;

    const ALICE: &str = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
    const PERMIT2: &str = "0x000000000022D473030F116dDEE9F6B43aC78BA3";

    // req: 10.12
    #[test]
    fn reports_a_request_without_readable_effects_as_unread() {
        let data = json!({
            "types": { "PermitBatch": [{ "name": "details", "type": "D[]" }, { "name": "spender", "type": "address" }] },
            "primaryType": "PermitBatch", "domain": { "verifyingContract": PERMIT2 },
            "message": { "details": [], "spender": ALICE },
        });
        let asked = HostRequest {
            method: "eth_signTypedData_v4".into(),
            from: ALICE.into(),
            own: Vec::new(),
            are_named: false,
            chain: ChainId::evm(1),
            params: json!([ALICE, data]),
        };
        let read: Vec<_> = Eip155Requests.effects(&asked, &SaysNothing).effects;
        let read: Vec<_> = read.iter().map(|effect| (effect.kind, effect.risk)).collect();
        assert_eq!(read, [(EffectKind::Unread, Risk::Warning)]);
    }
}
