//! Solana, what reads requests: [`super::deeds`] over messages and transactions, with what the network's node says of their accounts.

use super::instructions::Facts;
use super::{deeds, node, tried};
use crate::caip::Namespace;
use crate::constants::SIMULATION_MS;
use crate::entities::Network;
use crate::flow::{Cx, Flow};
use crate::namespaces::deeds::{Deed, Reading, Says, Tried};
use crate::namespaces::request_readers::{self, Asked, Reads};
use crate::ports::Local;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

struct SolanaRequests;

/// The row of the family's reader in the table of features.
pub fn run(cx: Cx, _: String, _: Value) -> Flow {
    request_readers::provide(&cx, Namespace::Solana, &SolanaRequests)
}

fn read(asked: &Asked, facts: &Facts) -> Reading {
    deeds::read(&asked.method, &asked.params, &asked.from, &asked.chain, facts)
}

impl Reads for SolanaRequests {
    fn deeds(&self, asked: &Asked, _: &dyn Says) -> Reading {
        read(asked, &Facts::default())
    }

    /// Read again: an address that stands in a table, and the token of an account, are known by the network alone.
    fn weighed(&self, cx: Cx, network: Network, asked: Asked, deeds: Vec<Deed>) -> Local<Vec<Deed>> {
        Box::pin(async move {
            let facts = node::facts(&cx, &network, &asked.method, &asked.params).await;
            if facts.tables.is_empty() && facts.holdings.is_empty() {
                return deeds;
            }
            read(&asked, &facts).deeds
        })
    }

    fn tried(
        &self,
        cx: Cx,
        network: Network,
        asked: Asked,
        mut deeds: Vec<Deed>,
    ) -> Local<(Vec<Deed>, Option<Tried>)> {
        Box::pin(async move {
            let tried = cx.within(SIMULATION_MS, tried::tried(&cx, &network, &asked)).await.flatten();
            let Some((more, tried)) = tried else { return (deeds, None) };
            // what an instruction says is said already: as heavy, and of the very account or of as much of the same
            let is_said = |deed: &Deed| {
                deeds.iter().any(|of| {
                    let is_it = of.kind == deed.kind && of.party == deed.party && of.power == deed.power;
                    let is_as_much = of.on.is_none() && of.asset == deed.asset && of.amount == deed.amount;
                    is_it && of.weight >= deed.weight && (of.on == deed.on || is_as_much)
                })
            };
            let more: Vec<Deed> = more.into_iter().filter(|deed| !is_said(deed)).collect();
            deeds.extend(more);
            (deeds, tried)
        })
    }

    fn decimals(&self, cx: Cx, network: Network, token: String) -> Local<Option<u8>> {
        Box::pin(async move { node::decimals(&cx, &network, &token).await })
    }
}
