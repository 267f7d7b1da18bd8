//! The request reader for toy: a transfer (`toy_send`), a new owner of the account (`toy_handOver`), a message
//! (`toy_signMessage`).

use super::Toy;
use crate::caip::Namespace;
use crate::entities::Network;
use crate::flow::{Cx, Flow};
use crate::json::Read;
use crate::namespaces::effects::{Asset, Effect, EffectKind, EffectText, HowMuch, Reading, Risk, Says};
use crate::namespaces::request_readers::{self, HostRequest, Named, Reads};
use crate::namespaces::{Family, NamespaceRules};
use crate::ports::Local;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::U256;
use serde_json::Value;

struct ToyRequests;

/// The feature's entry: provides the namespace's reader.
pub fn run(cx: Cx, _: &'static str, _: String, _: Value) -> Flow {
    request_readers::provide(&cx, Namespace::Toy, &ToyRequests)
}

fn read(method: &str, params: &Value) -> Option<Effect> {
    let to = || Toy.address(params.text("to")?).ok();
    match method {
        "toy_send" => Some(Effect {
            asset: Some(Asset::Coin),
            amount: Some(HowMuch::Units(U256::from_str_radix(params.text("units")?, 10).ok()?)),
            party: Some(to()?),
            ..Effect::of(EffectKind::Send, Risk::Normal)
        }),
        "toy_handOver" => {
            let to = to()?;
            let risk = if Toy::is_burn_address(&to) { Risk::Blocked } else { Risk::Critical };
            Some(Effect { party: Some(to), ..Effect::of(EffectKind::Control, risk) })
        }
        "toy_signMessage" => Some(Effect {
            words: Some(EffectText::Text(params.text("message")?.into())),
            ..Effect::of(EffectKind::Sign, Risk::Normal)
        }),
        _ => None,
    }
}

impl Reads for ToyRequests {
    fn effects(&self, asked: &HostRequest, _: &dyn Says) -> Reading {
        let effect = read(&asked.method, &asked.params)
            .unwrap_or_else(|| Effect::of(EffectKind::Unread, Risk::Warning));
        Reading { effects: [effect].into(), is_batch: false }
    }

    fn weighed(&self, _: Cx, _: Network, _: HostRequest, effects: Vec<Effect>) -> Local<Vec<Effect>> {
        Box::pin(async { effects })
    }

    fn token(&self, _: Cx, _: Network, _: String) -> Local<Option<Named>> {
        Box::pin(async { None })
    }
}
