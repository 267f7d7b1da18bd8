//! EVM chains, what reads requests: [`super::deeds`] over transactions, batches, typed data and messages.

use super::deeds;
use super::transfer::DECIMALS;
use crate::amount::DECIMALS_MAX;
use crate::api::rpc;
use crate::caip::Namespace;
use crate::entities::Network;
use crate::flow::{Cx, Flow};
use crate::namespaces::deeds::{Reading, Says};
use crate::namespaces::reading::{self, Reads};
use crate::ports::Local;
use alloc::boxed::Box;
use alloc::string::String;
use serde_json::{Value, json};

struct Eip155Requests;

/// The row of the family's reader in the table of features.
pub fn run(cx: Cx, _: String, _: Value) -> Flow {
    reading::provide(&cx, Namespace::Eip155, &Eip155Requests)
}

impl Reads for Eip155Requests {
    fn deeds(&self, method: &str, params: &Value, site: &dyn Says) -> Reading {
        Reading { deeds: deeds::read(method, params, site), is_batch: method == "wallet_sendCalls" }
    }

    fn decimals(&self, cx: Cx, network: Network, token: String) -> Local<Option<u8>> {
        Box::pin(async move {
            let params = json!([{ "to": token, "data": DECIMALS }, "latest"]);
            let answer = rpc::quantity(&cx, &network, "eth_call", &params).await.ok()?;
            u8::try_from(answer).ok().filter(|decimals| *decimals <= DECIMALS_MAX)
        })
    }
}
