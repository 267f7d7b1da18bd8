//! toy, what reads requests: a transfer (`toy_send`), a new owner of the account (`toy_handOver`), words (`toy_signMessage`).

use super::Toy;
use crate::caip::Namespace;
use crate::entities::Network;
use crate::flow::{Cx, Flow};
use crate::json::Read;
use crate::namespaces::deeds::{Asset, Deed, DeedKind, HowMuch, Reading, Says, Weight, Words};
use crate::namespaces::request_readers::{self, Asked, Named, Reads};
use crate::namespaces::{Family, NamespaceRules};
use crate::ports::Local;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::U256;
use serde_json::Value;

struct ToyRequests;

/// The row of the family's reader in the table of features.
pub fn run(cx: Cx, _: &'static str, _: String, _: Value) -> Flow {
    request_readers::provide(&cx, Namespace::Toy, &ToyRequests)
}

fn read(method: &str, params: &Value) -> Option<Deed> {
    let to = || Toy.address(params.text("to")?).ok();
    match method {
        "toy_send" => Some(Deed {
            asset: Some(Asset::Coin),
            amount: Some(HowMuch::Units(U256::from_str_radix(params.text("units")?, 10).ok()?)),
            party: Some(to()?),
            ..Deed::of(DeedKind::Send, Weight::Plain)
        }),
        "toy_handOver" => {
            let to = to()?;
            let weight = if Toy::is_nobodys(&to) { Weight::Refused } else { Weight::Grave };
            Some(Deed { party: Some(to), ..Deed::of(DeedKind::Control, weight) })
        }
        "toy_signMessage" => Some(Deed {
            words: Some(Words::Text(params.text("message")?.into())),
            ..Deed::of(DeedKind::Sign, Weight::Plain)
        }),
        _ => None,
    }
}

impl Reads for ToyRequests {
    fn deeds(&self, asked: &Asked, _: &dyn Says) -> Reading {
        let deed =
            read(&asked.method, &asked.params).unwrap_or_else(|| Deed::of(DeedKind::Unread, Weight::Risky));
        Reading { deeds: [deed].into(), is_batch: false }
    }

    fn weighed(&self, _: Cx, _: Network, _: Asked, deeds: Vec<Deed>) -> Local<Vec<Deed>> {
        Box::pin(async { deeds })
    }

    fn token(&self, _: Cx, _: Network, _: String) -> Local<Option<Named>> {
        Box::pin(async { None })
    }
}
