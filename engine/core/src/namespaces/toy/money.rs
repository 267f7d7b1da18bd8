//! Moving money in toy: a transfer is `{from, to, units, chain}`, with an optional `memo`. The node's endpoints:
//! `/v1/accounts/{address}` has the balance and the number of transactions, `/v1/accounts/{address}/sent/{n}` the n-th
//! of them, `/v1/fee` the fee of a transfer, and `/v1/transactions/{id}` the status of one.

use super::Toy;
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
use alloy_primitives::U256;
use serde_json::Value;

/// The money functions of toy.
struct ToyMoney;

/// The feature's entry: provides the namespace's money functions.
pub fn run(cx: Cx, _: &'static str, _: String, _: Value) -> Flow {
    money::provide(&cx, Namespace::Toy, &ToyMoney)
}

/// Parses base units, which the node and the wallet write as digits.
fn units(text: &str) -> Option<U256> {
    let is_complete = !text.is_empty() && text.len() <= 30 && text.bytes().all(|b| b.is_ascii_digit());
    is_complete.then(|| U256::from_str_radix(text, 10).ok()).flatten()
}

async fn units_of(cx: &Cx, network: &Network, path: &str) -> Result<Amount> {
    let answer = rest::get(cx, network, path).await?;
    let units = answer.text("units").and_then(units);
    let units = units.ok_or_else(|| Error::Unreadable { from: network.name.clone() })?;
    Ok(Amount::new(units, network.native_currency.decimals))
}

/// Whether the node's transaction matches the request.
fn is_same(sent: &Value, request: &Value) -> bool {
    ["from", "to", "units", "memo"].into_iter().all(|name| sent.text(name) == request.text(name))
}

impl Money for ToyMoney {
    fn prepare(&self, _: Cx, _: Network, transfer: Transfer) -> Local<Result<Value>> {
        Box::pin(async move {
            if transfer.token.is_some() {
                return Err(Error::UnsupportedChain);
            }
            let mut request = json!({
                "from": transfer.from,
                "to": transfer.to,
                "units": transfer.amount.units.to_string(),
                "chain": transfer.chain.to_string(),
            });
            if let (Some(memo), Some(fields)) = (transfer.memo, request.as_object_mut()) {
                fields.insert("memo".into(), memo.into());
            }
            Ok(request)
        })
    }

    fn read(&self, request: &Value, decimals: u8, token: Option<&str>) -> Result<Transfer> {
        let read = || {
            let address = |name| Toy.address(request.text(name)?).ok();
            let memo = request.text("memo");
            let is_complete =
                token.is_none() && request.as_object()?.len() == 4 + usize::from(memo.is_some());
            is_complete.then_some(Transfer {
                from: address("from")?,
                to: address("to")?,
                token: None,
                amount: Amount::new(units(request.text("units")?)?, decimals),
                memo: memo.map(ToString::to_string),
                references: Vec::new(),
                chain: ChainId::parse(request.text("chain")?)?,
            })
        };
        read().ok_or(Error::NotWhatWasShown)
    }

    fn estimate(&self, cx: Cx, network: Network, _: Value) -> Local<Result<Amount>> {
        Box::pin(async move { units_of(&cx, &network, "/v1/fee").await })
    }

    fn reserve(&self, cx: Cx, network: Network, _: String) -> Local<Result<Amount>> {
        Box::pin(async move { units_of(&cx, &network, "/v1/fee").await })
    }

    fn native(&self, cx: Cx, network: Network, address: String) -> Local<Result<Amount>> {
        Box::pin(async move { units_of(&cx, &network, &["/v1/accounts/", &address].concat()).await })
    }

    fn token(&self, _: Cx, _: Network, _: String, _: String) -> Local<Result<Amount>> {
        Box::pin(async { Err(Error::UnsupportedChain) })
    }

    fn submit(&self, cx: Cx, wallet: WalletHandle, request: Value, id: String) -> Local<Result<Submitted>> {
        Box::pin(async move {
            let answer = connectors::send(&cx, wallet, "toy_send", &request, &id).await?;
            money::submitted(&cx, Namespace::Toy, &request, &answer)
        })
    }

    fn submitted(&self, _: &Value, answer: &Value) -> Option<Result<Submitted>> {
        Toy.transaction_id(answer.as_str()?).map(|id| Ok(Submitted::Hash(id)))
    }

    fn memo(&self) -> Option<money::Memo> {
        Some(money::Memo { bytes_max: 28 })
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
            let sent = rest::get(&cx, &network, &["/v1/transactions/", &id].concat()).await.ok()?;
            sent.text("from")?;
            Some(OnChain {
                is_same: is_same(&sent, &request),
                is_read: true,
                place: None,
                added: Added::default(),
            })
        })
    }

    /// The ledger has no timestamps, so a service's timestamp is used.
    fn pays(&self, cx: Cx, network: Network, id: String, wanted: Transfer, _: u64) -> Local<Option<bool>> {
        Box::pin(async move {
            let sent = rest::get(&cx, &network, &["/v1/transactions/", &id].concat()).await.ok()?;
            match sent.text("state")? {
                "done" => {
                    let units: U256 = sent.text("units")?.parse().ok()?;
                    let is_it =
                        sent.text("to") == Some(&wanted.to) && sent.text("memo") == wanted.memo.as_deref();
                    Some(wanted.token.is_none() && is_it && units >= wanted.amount.units)
                }
                "failed" => Some(false),
                _ => None,
            }
        })
    }

    fn receipt(&self, cx: Cx, network: Network, id: String) -> Local<Option<Receipt>> {
        Box::pin(async move {
            let sent = rest::get(&cx, &network, &["/v1/transactions/", &id].concat()).await.ok()?;
            match sent.text("state")? {
                "done" => Some(Receipt::Confirmed),
                "failed" => Some(Receipt::Reverted),
                _ => None,
            }
        })
    }

    fn is_refused(&self, _: &ChainId, words: &str) -> bool {
        matches!(words, "not enough units" | "the fee is too low")
    }

    fn stand(&self, cx: Cx, network: Network, request: Value) -> Local<Option<Stand>> {
        Box::pin(async move {
            let path = ["/v1/accounts/", request.text("from")?].concat();
            let count = rest::get(&cx, &network, &path).await.ok()?.whole("sent")?;
            Some(Stand { count, block: 0 })
        })
    }

    fn next(&self, cx: Cx, network: Network, request: Value, since: Stand) -> Local<Option<Next>> {
        Box::pin(async move {
            let path = alloc::format!("/v1/accounts/{}/sent/{}", request.text("from")?, since.count);
            let sent = rest::get(&cx, &network, &path).await.ok()?;
            let id = sent.text("id").and_then(|id| Toy.transaction_id(id))?;
            let stand = Stand { count: since.count + 1, ..since };
            Some(Next { id: Some(id).filter(|_| is_same(&sent, &request)), stand })
        })
    }
}
