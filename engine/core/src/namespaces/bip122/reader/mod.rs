//! Bitcoin, the request reader: [`effects`] of documents, with the previous transactions from the network's node.

pub mod amounts;
pub mod effects;
pub mod signed;
pub(crate) mod words;

use self::amounts::Previous;
use self::effects::Own;
use super::{SEND, SIGN_PSBT};
use crate::api::rest;
use crate::caip::Namespace;
use crate::constants::PREVIOUS_MS;
use crate::entities::Network;
use crate::flow::{Cx, Flow};
use crate::namespaces::bip122::codec::transaction;
use crate::namespaces::checked_address::is_bitcoin;
use crate::namespaces::clauses::Clause;
use crate::namespaces::effects::{Effect, EffectKind, Reading, Risk, Says};
use crate::namespaces::request_readers::{self, HostRequest, Named, Reads};
use crate::ports::Local;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use futures_util::future::join_all;
use serde_json::Value;

struct Bip122Requests;

/// The feature's entry: provides the namespace's reader.
pub fn run(cx: Cx, _: String, _: Value) -> Flow {
    request_readers::provide(&cx, Namespace::Bip122, &Bip122Requests)
}

fn read(asked: &HostRequest, previous: &Previous) -> Vec<Effect> {
    let own = Own { accounts: &asked.own, are_named: asked.are_named, chain: &asked.chain };
    let params = &asked.params;
    let is_here =
        is_bitcoin(&asked.chain.reference, &asked.from) && super::is_for(params, &asked.from, &asked.chain);
    let effects = match asked.method.as_str() {
        _ if !is_here => None,
        SIGN_PSBT => effects::read(params, &own, previous),
        SEND => words::transfer(params, &own),
        _ => words::message(params, &own),
    };
    effects.unwrap_or_else(|| [Effect::of(EffectKind::Unread, Risk::Blocked)].into())
}

/// The previous transactions whose data from the node matches the requested hashes.
async fn previous(cx: &Cx, network: &Network, params: &Value) -> Previous {
    let wanted = effects::bare(params);
    let one = async |txid: &transaction::Txid| {
        let path = ["/tx/", &transaction::name(txid)].concat();
        let told = cx.within(PREVIOUS_MS, rest::get(cx, network, &path)).await?.ok()?;
        transaction::told(&told).filter(|told| told.txid() == *txid)
    };
    let told = join_all(wanted.iter().map(one)).await;
    wanted.iter().zip(told).filter_map(|(txid, told)| Some((*txid, told?))).collect()
}

impl Reads for Bip122Requests {
    fn effects(&self, asked: &HostRequest, _: &dyn Says) -> Reading {
        Reading { effects: read(asked, &Previous::new()), is_batch: false }
    }

    fn is_answer(&self, params: &Value, answer: &Value) -> bool {
        signed::is_answer(params, answer)
    }

    /// Reads the request again, with the previous transactions from the node.
    fn weighed(
        &self,
        cx: Cx,
        network: Network,
        asked: HostRequest,
        effects: Vec<Effect>,
    ) -> Local<Vec<Effect>> {
        let is_doubtful = |effect: &Effect| effect.is(Clause::Unproven) || effect.is(Clause::JointUnproven);
        Box::pin(async move {
            match asked.method.as_str() {
                SIGN_PSBT if effects.iter().any(is_doubtful) => {
                    let previous = previous(&cx, &network, &asked.params).await;
                    read(&asked, &previous)
                }
                _ => effects,
            }
        })
    }

    /// The engine supports no tokens on Bitcoin.
    fn token(&self, _: Cx, _: Network, _: String) -> Local<Option<Named>> {
        Box::pin(async { None })
    }
}
