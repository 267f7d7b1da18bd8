//! bare, the request reader: a transfer is all that a page can request.

use super::Bare;
use super::rules::SEND;
use crate::caip::Namespace;
use crate::entities::Network;
use crate::flow::{Cx, Flow};
use crate::json::Read;
use crate::namespaces::NamespaceRules;
use crate::namespaces::effects::{Asset, Effect, EffectKind, HowMuch, Reading, Risk, Says};
use crate::namespaces::request_readers::{self, HostRequest, Named, Reads};
use crate::ports::Local;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::U256;
use serde_json::Value;

/// The table's row for the namespace's reader.
pub fn run(cx: Cx, _: &'static str, _: String, _: Value) -> Flow {
    request_readers::provide(&cx, Namespace::Bare, &Bare)
}

fn transfer(asked: &HostRequest) -> Option<Effect> {
    (asked.method == SEND).then_some(())?;
    Some(Effect {
        asset: Some(Asset::Coin),
        amount: Some(HowMuch::Units(U256::from_str_radix(asked.params.text("units")?, 10).ok()?)),
        party: Some(Bare.address(asked.params.text("to")?).ok()?),
        ..Effect::of(EffectKind::Send, Risk::Normal)
    })
}

impl Reads for Bare {
    fn effects(&self, asked: &HostRequest, _: &dyn Says) -> Reading {
        let effect = transfer(asked).unwrap_or_else(|| Effect::of(EffectKind::Unread, Risk::Warning));
        Reading { effects: [effect].into(), is_batch: false }
    }

    fn weighed(&self, _: Cx, _: Network, _: HostRequest, effects: Vec<Effect>) -> Local<Vec<Effect>> {
        Box::pin(async { effects })
    }

    fn token(&self, _: Cx, _: Network, _: String) -> Local<Option<Named>> {
        Box::pin(async { None })
    }
}
