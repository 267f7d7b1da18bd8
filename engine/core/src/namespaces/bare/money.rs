//! bare, moving money: a transfer is `{from, to, units, chain}`. The node's endpoints: `/units/{address}` has a balance, `/fee` the fee of a
//! transfer, `/sent/{id}` a transaction. It doesn't count an account's transactions, so a lost response stays unknown.

use super::Bare;
use super::rules::SEND;
use crate::amount::Amount;
use crate::api::rest;
use crate::caip::{ChainId, Namespace};
use crate::connectors;
use crate::entities::{Network, WalletHandle};
use crate::error::{Error, Result};
use crate::flow::{Cx, Flow};
use crate::json::Read;
use crate::json::json;
use crate::namespaces::NamespaceRules;
use crate::namespaces::money::{self, Added, Money, Next, OnChain, Receipt, Since, Stand, Submitted};
use crate::namespaces::transfer::Transfer;
use crate::ports::Local;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloy_primitives::U256;
use serde_json::Value;

/// The row of the namespace in the table of features.
pub fn run(cx: Cx, _: &'static str, _: String, _: Value) -> Flow {
    money::provide(&cx, Namespace::Bare, &Bare)
}

async fn units_of(cx: &Cx, network: &Network, path: &str) -> Result<Amount> {
    let answer = rest::get(cx, network, path).await?;
    let units = answer.text("units").and_then(|units| U256::from_str_radix(units, 10).ok());
    let units = units.ok_or_else(|| Error::Unreadable { from: network.name.clone() })?;
    Ok(Amount::new(units, network.native_currency.decimals))
}

async fn sent(cx: &Cx, network: &Network, id: &str) -> Option<Value> {
    rest::get(cx, network, &["/sent/", id].concat()).await.ok()
}

impl Money for Bare {
    fn prepare(&self, _: Cx, _: Network, transfer: Transfer) -> Local<Result<Value>> {
        Box::pin(async move {
            if transfer.token.is_some() || transfer.memo.is_some() {
                return Err(Error::UnsupportedChain);
            }
            Ok(json!({
                "from": transfer.from,
                "to": transfer.to,
                "units": transfer.amount.units.to_string(),
                "chain": transfer.chain.to_string(),
            }))
        })
    }

    fn read(&self, request: &Value, decimals: u8, token: Option<&str>) -> Result<Transfer> {
        let read = || {
            let address = |name| Bare.address(request.text(name)?).ok();
            (token.is_none() && request.as_object()?.len() == 4).then_some(())?;
            Some(Transfer {
                from: address("from")?,
                to: address("to")?,
                token: None,
                amount: Amount::new(U256::from_str_radix(request.text("units")?, 10).ok()?, decimals),
                memo: None,
                references: Vec::new(),
                chain: ChainId::parse(request.text("chain")?)?,
            })
        };
        read().ok_or(Error::NotWhatWasShown)
    }

    fn estimate(&self, cx: Cx, network: Network, _: Value) -> Local<Result<Amount>> {
        Box::pin(async move { units_of(&cx, &network, "/fee").await })
    }

    fn reserve(&self, cx: Cx, network: Network, _: String) -> Local<Result<Amount>> {
        Box::pin(async move { units_of(&cx, &network, "/fee").await })
    }

    fn native(&self, cx: Cx, network: Network, address: String) -> Local<Result<Amount>> {
        Box::pin(async move { units_of(&cx, &network, &["/units/", &address].concat()).await })
    }

    fn token(&self, _: Cx, _: Network, _: String, _: String) -> Local<Result<Amount>> {
        Box::pin(async { Err(Error::UnsupportedChain) })
    }

    fn submit(&self, cx: Cx, wallet: WalletHandle, request: Value, id: String) -> Local<Result<Submitted>> {
        Box::pin(async move {
            let answer = connectors::send(&cx, wallet, SEND, &request, &id).await?;
            money::submitted(&cx, Namespace::Bare, &request, &answer)
        })
    }

    fn submitted(&self, _: &Value, answer: &Value) -> Option<Result<Submitted>> {
        Bare.transaction_id(answer.as_str()?).map(|id| Ok(Submitted::Hash(id)))
    }

    fn carries(
        &self,
        cx: Cx,
        network: Network,
        id: String,
        request: Value,
        _: Since,
    ) -> Local<Option<OnChain>> {
        Box::pin(async move {
            let sent = sent(&cx, &network, &id).await?;
            let is_same = ["from", "to", "units"].iter().all(|name| sent.text(name) == request.text(name));
            Some(OnChain { is_same, is_read: true, place: None, added: Added::default() })
        })
    }

    /// It has no timestamps to compare.
    fn pays(&self, _: Cx, _: Network, _: String, _: Transfer, _: u64) -> Local<Option<bool>> {
        Box::pin(async { None })
    }

    fn receipt(&self, cx: Cx, network: Network, id: String) -> Local<Option<Receipt>> {
        Box::pin(async move { sent(&cx, &network, &id).await.map(|_| Receipt::Confirmed) })
    }

    fn is_refused(&self, _: &ChainId, _: &str) -> bool {
        false
    }

    fn stand(&self, _: Cx, _: Network, _: Value) -> Local<Option<Stand>> {
        Box::pin(async { None })
    }

    fn next(&self, _: Cx, _: Network, _: Value, _: Stand) -> Local<Option<Next>> {
        Box::pin(async { None })
    }
}
