//! Bitcoin, what reads requests: [`super::deeds`] over documents, with what the network's node says of the transactions before.

use super::amounts::Previous;
use super::deeds::{self, Own};
use super::{SEND, SIGN_MESSAGE, SIGN_PSBT, signed, words};
use crate::caip::Namespace;
use crate::entities::Network;
use crate::flow::{Cx, Flow};
use crate::namespaces::checked_address::is_bitcoin;
use crate::namespaces::deeds::{Deed, DeedKind, Reading, Says, Weight};
use crate::namespaces::request_readers::{self, Asked, Named, Reads};
use crate::ports::Local;
use crate::signing::sign_in;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

struct Bip122Requests;

/// The row of the family's reader in the table of features.
pub fn run(cx: Cx, _: String, _: Value) -> Flow {
    request_readers::provide(&cx, Namespace::Bip122, &Bip122Requests)
}

fn read(asked: &Asked, previous: &Previous) -> Vec<Deed> {
    let own = Own { accounts: &asked.own, chain: &asked.chain };
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

impl Reads for Bip122Requests {
    fn deeds(&self, asked: &Asked, _: &dyn Says) -> Reading {
        Reading { deeds: read(asked, &Previous::new()), is_batch: false }
    }

    fn is_answer(&self, params: &Value, answer: &Value) -> bool {
        signed::is_answer(params, answer)
    }

    /// Read again, by what the node says of the transactions before; words that sign in are said to be that.
    fn weighed(&self, cx: Cx, _: Network, asked: Asked, deeds: Vec<Deed>) -> Local<Vec<Deed>> {
        Box::pin(async move {
            match asked.method.as_str() {
                SIGN_MESSAGE => sign_in::weighed(&cx, deeds),
                _ => deeds,
            }
        })
    }

    /// There are no tokens.
    fn token(&self, _: Cx, _: Network, _: String) -> Local<Option<Named>> {
        Box::pin(async { None })
    }
}
