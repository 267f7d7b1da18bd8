//! Cosmos, the request reader: [`effects`], with denominations from the page's own network data. Unknown ones (`ibc/..`,
//! `factory/..`) are shown in full, in base units.

mod acts;
mod contracts;
pub mod effects;
mod node;
pub(crate) mod signed;
mod table;

use crate::namespaces::cosmos::codec::denoms::listed;

use crate::amount::Amount;
use crate::caip::Namespace;
use crate::entities::Network;
use crate::flow::{Cx, Flow};
use crate::json::Read;
use crate::namespaces::effects::{Asset, Effect, EffectKind, HowMuch, Reading, Risk, Says};
use crate::namespaces::request_readers::{self, HostRequest, Named, Reads};
use crate::ports::Local;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

struct CosmosRequests;

/// The feature's entry: provides the namespace's reader.
pub fn run(cx: Cx, _: String, _: Value) -> Flow {
    request_readers::provide(&cx, Namespace::Cosmos, &CosmosRequests)
}

/// Names the network's coin with its symbol. A fee above one coin is a warning. So is a fee in an unlisted coin,
/// because its value is unknown and a network takes the whole fee.
fn named(network: &Network, mut effect: Effect) -> Effect {
    let own = &network.native_currency;
    let found = effect.token().and_then(|denom| listed(network, denom));
    if effect.kind == EffectKind::Fee && effect.token().is_some() {
        let one = found.as_ref().and_then(|(_, decimals)| Amount::parse("1", *decimals).ok());
        let risk = match (one, effect.amount) {
            (None, _) => Risk::Review,
            (Some(one), Some(HowMuch::Units(units))) if units > one.units => Risk::Warning,
            _ => Risk::Normal,
        };
        effect.risk = effect.risk.max(risk);
    }
    if found.is_some_and(|(symbol, decimals)| symbol == own.symbol && decimals == own.decimals) {
        effect.asset = Some(Asset::Coin);
    }
    effect
}

impl Reads for CosmosRequests {
    fn effects(&self, asked: &HostRequest, _: &dyn Says) -> Reading {
        effects::read(&asked.method, &asked.params, &asked.from, &asked.chain)
    }

    fn is_answer(&self, params: &Value, answer: &Value) -> bool {
        signed::is_answer(params, answer)
    }

    fn weighed(
        &self,
        cx: Cx,
        network: Network,
        asked: HostRequest,
        effects: Vec<Effect>,
    ) -> Local<Vec<Effect>> {
        Box::pin(async move {
            if asked.method == "cosmos_signArbitrary" {
                return effects;
            }
            let effects: Vec<Effect> = effects.into_iter().map(|effect| named(&network, effect)).collect();
            match asked.params.field("signDoc") {
                Some(document) => node::told(&cx, &network, &asked.from, document, effects).await,
                None => effects,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entities::{NativeCurrency, NetworkId};
    use crate::map::Map;
    use alloy_primitives::U256;
    use serde_json::json;

    fn network() -> Network {
        Network {
            id: NetworkId::Text("cosmoshub-4".into()),
            chain_namespace: Namespace::Cosmos,
            caip_network_id: "cosmos:cosmoshub-4".into(),
            name: "Cosmos Hub".into(),
            native_currency: NativeCurrency { name: "Atom".into(), symbol: "ATOM".into(), decimals: 6 },
            rpc_urls: Map::default(),
            block_explorers: Map::default(),
            testnet: false,
            deprecated_caip_network_id: None,
            cosmos: Some(json!({ "feeCurrencies": [
                { "coinDenom": "ATOM", "coinMinimalDenom": "uatom", "coinDecimals": 6 },
                { "coinDenom": "STARS", "coinMinimalDenom": "ustars", "coinDecimals": 0 },
                { "coinDenom": "WIDE", "coinMinimalDenom": "awide", "coinDecimals": 36 },
            ]})),
        }
    }

    fn risk(kind: EffectKind, denom: &str, units: u128, before: Risk) -> Risk {
        let asset = Some(Asset::Token(denom.into()));
        let amount = Some(HowMuch::Units(U256::from(units)));
        named(&network(), Effect { asset, amount, ..Effect::of(kind, before) }).risk
    }

    // req: 10.44
    #[test]
    fn reviews_a_fee_in_an_unlisted_coin_or_above_one_coin() {
        let plain = |denom, units| risk(EffectKind::Fee, denom, units, Risk::Normal);
        for (denom, units, is) in [
            ("uatom", 500, Risk::Normal),
            ("uatom", 1_000_000, Risk::Normal),
            ("uatom", 1_000_001, Risk::Warning),
            ("ustars", 1, Risk::Normal),
            ("ustars", 2, Risk::Warning),
            ("awide", 10u128.pow(36) + 1, Risk::Warning),
            // any amount, because the value of the coin is unknown
            ("ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2", 1, Risk::Review),
            ("factory/cosmos1x/uatom", u128::MAX, Risk::Review),
            // not the coin in the list
            ("UATOM", 500, Risk::Review),
            ("atom", 500, Risk::Review),
        ] {
            assert_eq!(plain(denom, units), is, "{units} {denom}");
        }
        // never lowers a higher risk, and only applies to fees
        assert_eq!(risk(EffectKind::Fee, "uatom", 1, Risk::Warning), Risk::Warning);
        assert_eq!(risk(EffectKind::Fee, "ibc/X", 1, Risk::Critical), Risk::Critical);
        assert_eq!(risk(EffectKind::Send, "ibc/X", 1, Risk::Normal), Risk::Normal);
    }

    // req: 10.44
    #[test]
    fn reviews_an_unlisted_fee_coin_in_a_whole_document() {
        let own = "cosmos1vqpjljwsynsn58dugz0w8ut7kun7t8ls2qkmsq";
        let read = |denom: &str| {
            let document = json!({ "chain_id": "cosmoshub-4", "account_number": "7", "sequence": "3", "memo": "",
                "fee": { "amount": [{ "denom": denom, "amount": "500" }], "gas": "200000" },
                "msgs": [{ "type": "cosmos-sdk/MsgSend", "value": { "from_address": own, "to_address": own,
                    "amount": [{ "denom": "uatom", "amount": "1" }] } }] });
            let params = json!({ "signerAddress": own, "signDoc": document });
            let chain = crate::caip::ChainId::parse("cosmos:cosmoshub-4").unwrap();
            let effects = effects::read("cosmos_signAmino", &params, own, &chain).effects;
            let fee = effects.into_iter().find(|effect| effect.kind == EffectKind::Fee);
            named(&network(), fee.expect("a fee is said")).risk
        };
        assert_eq!((read("uatom"), read("ibc/USDC")), (Risk::Normal, Risk::Review));
    }
}
