//! Bitcoin, what reads requests: [`super::deeds`] over documents, with what the network's node says of the transactions before.

use super::amounts::Previous;
use super::deeds::{self, Own};
use super::{SEND, SIGN_PSBT, signed, transaction, words};
use crate::api::rest;
use crate::caip::Namespace;
use crate::constants::PREVIOUS_MS;
use crate::entities::Network;
use crate::flow::{Cx, Flow};
use crate::namespaces::checked_address::is_bitcoin;
use crate::namespaces::deeds::{Deed, DeedKind, Reading, Says, Weight};
use crate::namespaces::request_readers::{self, Asked, Named, Reads};
use crate::ports::Local;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use futures_util::future::join_all;
use serde_json::Value;

struct Bip122Requests;

/// The row of the family's reader in the table of features.
pub fn run(cx: Cx, _: String, _: Value) -> Flow {
    request_readers::provide(&cx, Namespace::Bip122, &Bip122Requests)
}

fn read(asked: &Asked, previous: &Previous) -> Vec<Deed> {
    let own = Own { accounts: &asked.own, are_named: asked.are_named, chain: &asked.chain };
    let params = &asked.params;
    let is_here =
        is_bitcoin(&asked.chain.reference, &asked.from) && super::is_for(params, &asked.from, &asked.chain);
    let deeds = match asked.method.as_str() {
        _ if !is_here => None,
        SIGN_PSBT => deeds::read(params, &own, previous),
        SEND => words::transfer(params, &own),
        _ => words::message(params, &own),
    };
    deeds.unwrap_or_else(|| [Deed::of(DeedKind::Unread, Weight::Refused)].into())
}

/// The transactions before, as far as the network's node tells of them and what it tells is what was asked for.
async fn previous(cx: &Cx, network: &Network, params: &Value) -> Previous {
    let wanted = deeds::bare(params);
    let one = async |txid: &transaction::Txid| {
        let path = ["/tx/", &transaction::name(txid)].concat();
        let told = cx.within(PREVIOUS_MS, rest::get(cx, network, &path)).await?.ok()?;
        transaction::told(&told).filter(|told| told.txid() == *txid)
    };
    let told = join_all(wanted.iter().map(one)).await;
    wanted.iter().zip(told).filter_map(|(txid, told)| Some((*txid, told?))).collect()
}

impl Reads for Bip122Requests {
    fn deeds(&self, asked: &Asked, _: &dyn Says) -> Reading {
        Reading { deeds: read(asked, &Previous::new()), is_batch: false }
    }

    fn is_answer(&self, params: &Value, answer: &Value) -> bool {
        signed::is_answer(params, answer)
    }

    /// Read again, by what the node says of the transactions before.
    fn weighed(&self, cx: Cx, network: Network, asked: Asked, deeds: Vec<Deed>) -> Local<Vec<Deed>> {
        let is_doubtful = |deed: &Deed| {
            deed.kind == DeedKind::Unproven || deed.kind == DeedKind::Joint && deed.weight >= Weight::Risky
        };
        Box::pin(async move {
            match asked.method.as_str() {
                SIGN_PSBT if deeds.iter().any(is_doubtful) => {
                    let previous = previous(&cx, &network, &asked.params).await;
                    read(&asked, &previous)
                }
                _ => deeds,
            }
        })
    }

    /// There are no tokens.
    fn token(&self, _: Cx, _: Network, _: String) -> Local<Option<Named>> {
        Box::pin(async { None })
    }
}
