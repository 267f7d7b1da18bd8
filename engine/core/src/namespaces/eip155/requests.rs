//! EVM chains, what reads requests: [`super::deeds`] over transactions, batches, typed data and messages.

use super::{deeds, node, unread, weights};
use crate::caip::Namespace;
use crate::entities::Network;
use crate::flow::{Cx, Flow};
use crate::namespaces::deeds::{Deed, Reading, Says, many_receivers};
use crate::namespaces::request_readers::{self, Asked, Named, Reads};
use crate::namespaces::terms::{Terms, TokenWords};
use crate::ports::Local;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

struct Eip155Requests;

/// The row of the family's reader in the table of features.
pub fn run(cx: Cx, _: String, _: Value) -> Flow {
    request_readers::provide(&cx, Namespace::Eip155, &Eip155Requests)
}

impl Reads for Eip155Requests {
    fn deeds(&self, asked: &Asked, site: &dyn Says) -> Reading {
        let read = unread::read_of(&asked.method, &asked.params);
        let mut deeds = deeds::read(&asked.method, read.as_ref().unwrap_or(&asked.params), site);
        deeds.extend(unread::deeds(&asked.method, &asked.params));
        many_receivers(&mut deeds);
        Reading { deeds, is_batch: asked.method == "wallet_sendCalls" }
    }

    fn weighed(&self, cx: Cx, network: Network, asked: Asked, deeds: Vec<Deed>) -> Local<Vec<Deed>> {
        Box::pin(async move { weights::weighed(&cx, &network, &asked.from, deeds).await })
    }

    fn token(&self, cx: Cx, network: Network, token: String) -> Local<Option<Named>> {
        Box::pin(async move {
            let TokenWords { decimals, symbol } = node::words(&cx, &network, &token).await;
            Some(Named { decimals: decimals?, symbol: None, terms: Terms { symbol, ..Terms::default() } })
        })
    }
}
