//! Bitcoin, moving money. The request is the wallet's own `sendTransfer` with its network: `{account, recipientAddress, amount, chain}`,
//! with the amount in sats. The wallet selects the inputs, builds, sets the fee, signs and broadcasts. Its reported transaction is loaded
//! from the network's indexer and compared through recipient and amount (decision 101, "Sending on Bitcoin").

mod sent;

use super::{SEND, transaction_id};
use crate::amount::Amount;
use crate::api::rest;
use crate::caip::{ChainId, Namespace};
use crate::connectors;
use crate::constants::BITCOIN_CONFIRMATION_MS;
use crate::entities::{Network, WalletHandle};
use crate::error::{Error, Result};
use crate::flow::{Cx, Flow};
use crate::json::Read;
use crate::json::json;
use crate::namespaces::bip122::holdings::node::{self, SATS_MAX, sats};
use crate::namespaces::checked_address::is_bitcoin;
use crate::namespaces::money::{self, Money, Next, OnChain, Receipt, Replacement, Since, Stand, Submitted};
use crate::namespaces::transfer::{Added, Elsewhere, Transfer};
use crate::ports::Local;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloy_primitives::U256;
use futures_util::future::join;
use serde_json::Value;

struct BitcoinMoney;

/// The feature's entry: provides the namespace's money functions.
pub fn run(cx: Cx, _: String, _: Value) -> Flow {
    money::provide(&cx, Namespace::Bip122, &BitcoinMoney)
}

/// The type of an address, for size estimates.
struct Kind {
    /// The minimum output that nodes relay, in sats.
    dust: u64,
    /// The virtual size of an input of this type.
    input: u64,
}

fn kind(address: &str) -> Kind {
    let segwit = ["bc1", "tb1", "bcrt1"].iter().find_map(|prefix| address.strip_prefix(prefix));
    let (dust, input) = match (segwit, address.as_bytes().first()) {
        (Some(program), _) if program.starts_with('p') => (330, 58),
        // a script hash
        (Some(program), _) if program.len() > 50 => (330, 105),
        (Some(_), _) => (294, 68),
        (None, Some(b'3' | b'2')) => (540, 91),
        _ => (546, 148),
    };
    Kind { dust, input }
}

/// The virtual size of a transaction without its inputs, with two outputs of the longest type.
const FRAME: u64 = 11 + 2 * 43;

fn units(text: &str) -> Option<u64> {
    let is_complete = (1..=16).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|units| is_complete && (1..=SATS_MAX).contains(units))
}

/// The sender, recipient and amount of a request.
fn asked(request: &Value) -> Option<(&str, &str, u64)> {
    let (from, to) = (request.text("account").unwrap_or_default(), request.text("recipientAddress")?);
    Some((from, to, units(request.text("amount")?)?))
}

impl Money for BitcoinMoney {
    fn prepare(&self, _: Cx, network: Network, transfer: Transfer) -> Local<Result<Value>> {
        Box::pin(async move {
            if transfer.token.is_some() {
                return Err(Error::UnsupportedChain);
            }
            let units = u64::try_from(transfer.amount.units).ok().filter(|units| *units <= SATS_MAX);
            let units = units.ok_or(Error::BadParams { field: "amount".into() })?;
            let dust = kind(&transfer.to).dust;
            if units < dust {
                let least = sats(dust, &network).to_decimal();
                let symbol = &network.native_currency.symbol;
                let why = alloc::format!("Send at least {least} {symbol} to this address");
                return Err(Error::Unsendable { why: why.into() });
            }
            Ok(json!({
                "account": transfer.from,
                "recipientAddress": transfer.to,
                "amount": units.to_string(),
                "chain": transfer.chain.to_string(),
            }))
        })
    }

    fn read(&self, request: &Value, decimals: u8, token: Option<&str>) -> Result<Transfer> {
        let read = || {
            let (from, to, units) = asked(request)?;
            let chain = ChainId::parse(request.text("chain")?)?;
            let is_here = |address| is_bitcoin(&chain.reference, address);
            let is_complete =
                token.is_none() && request.as_object()?.len() == 4 && is_here(from) && is_here(to);
            is_complete.then(|| Transfer {
                from: from.into(),
                to: to.into(),
                token: None,
                amount: Amount::new(U256::from(units), decimals),
                memo: None,
                references: Vec::new(),
                chain,
            })
        };
        read().ok_or(Error::NotWhatWasShown)
    }

    /// The wallet sets the fee, and only the wallet knows it.
    fn estimate(&self, _: Cx, _: Network, _: Value) -> Local<Result<Amount>> {
        Box::pin(async { Err(Error::EstimateFailed { details: None }) })
    }

    fn is_fee_of_wallet(&self) -> bool {
        true
    }

    /// The cost of a transaction with all inputs of this address at twice the current rate, because the wallet might
    /// choose a fast one.
    fn reserve(&self, cx: Cx, network: Network, address: String) -> Local<Result<Amount>> {
        Box::pin(async move {
            let pieces = node::pieces(&cx, &network, &address).await?;
            let bytes = FRAME.saturating_add(pieces.max(1).saturating_mul(kind(&address).input));
            let cost = bytes.saturating_mul(node::rate(&cx, &network).await?.saturating_mul(2));
            Ok(sats(cost.div_ceil(1_000), &network))
        })
    }

    fn native(&self, cx: Cx, network: Network, address: String) -> Local<Result<Amount>> {
        Box::pin(async move { Ok(sats(node::held(&cx, &network, &address).await?.settled(), &network)) })
    }

    fn token(&self, _: Cx, _: Network, _: String, _: String) -> Local<Result<Amount>> {
        Box::pin(async { Err(Error::UnsupportedChain) })
    }

    fn submit(&self, cx: Cx, wallet: WalletHandle, request: Value, id: String) -> Local<Result<Submitted>> {
        Box::pin(async move {
            let answer = connectors::send(&cx, wallet, SEND, &request, &id).await?;
            money::submitted(&cx, Namespace::Bip122, &request, &answer)
        })
    }

    fn submitted(&self, _: &Value, answer: &Value) -> Option<Result<Submitted>> {
        let id = answer.text("txid").or_else(|| answer.as_str())?;
        transaction_id(id).map(|id| Ok(Submitted::Hash(id)))
    }

    fn kept(&self, request: &Value) -> Option<Value> {
        sent::kept(request)
    }

    /// The place is how many transactions the sender had when this one was seen.
    fn carries(
        &self,
        cx: Cx,
        network: Network,
        id: String,
        request: Value,
        since: Since,
    ) -> Local<Option<OnChain>> {
        Box::pin(async move {
            if sent::is_kept(&request) {
                let told = rest::get(&cx, &network, &["/tx/", &id].concat()).await.ok()?;
                let is_same = sent::is_same(&request, &id, &told)?;
                return Some(OnChain { is_same, is_read: true, place: None, added: Added::default() });
            }
            let (from, to, units) = asked(&request)?;
            let found = node::transaction(&cx, &network, &id).await.ok()??;
            // only a transaction that spends from the requested account is its payment
            let is_its_own = found.from.iter().any(|who| who == from);
            let height = since.stood.map(|stood| stood.block);
            let (is_same, is_read) = match found.is_older(since.at_ms, height) {
                _ if !is_its_own || !found.pays(to, units) => (false, true),
                is_older => (is_older == Some(false), is_older.is_some()),
            };
            let place = match is_its_own {
                true => node::held(&cx, &network, from).await.ok().map(|held| held.transactions()),
                false => None,
            };
            let own: Vec<String> = cx.read(|s| {
                let account = s.accounts.by.get(&Namespace::Bip122);
                let known = account.iter().flat_map(|account| account.own());
                known.map(|entry| entry.address.clone()).chain([from.to_string()]).collect()
            });
            let beside = if is_same { found.beside(to, units, &own) } else { Vec::new() };
            let others = beside.into_iter().map(|(to, sum)| Elsewhere {
                to: to.map(Into::into),
                amount: sats(sum, &network).to_decimal(),
            });
            let added = Added { others: others.collect(), ..Added::default() };
            Some(OnChain { is_same, is_read, place, added })
        })
    }

    /// Pages request payments in this namespace with their own method.
    fn pays(&self, _: Cx, _: Network, _: String, _: Transfer, _: u64) -> Local<Option<bool>> {
        Box::pin(async { None })
    }

    fn receipt(&self, cx: Cx, network: Network, id: String) -> Local<Option<Receipt>> {
        Box::pin(async move {
            let is_there = node::is_in_block(&cx, &network, &id).await?;
            is_there.then_some(Receipt::Confirmed)
        })
    }

    fn confirmation_ms(&self) -> u64 {
        BITCOIN_CONFIRMATION_MS
    }

    /// Always false: after an error of its node, a wallet builds another transaction.
    fn is_refused(&self, _: &ChainId, _: &str) -> bool {
        false
    }

    /// The newest block with a transaction of the sender. An identical older payment can't be above it. `None` if the
    /// list is unreadable or incomplete.
    fn stand(&self, cx: Cx, network: Network, request: Value) -> Local<Option<Stand>> {
        Box::pin(async move {
            let from = asked(&request)?.0;
            let newest = node::newest(&cx, &network, from);
            let (held, list) = join(node::held(&cx, &network, from), newest).await;
            let (held, list) = (held.ok()?, list?);
            let block = list.iter().filter_map(|of| of.height).max();
            let is_complete = block.is_some() || !held.is_in_blocks();
            is_complete.then(|| Stand { count: held.transactions(), block: block.unwrap_or_default() })
        })
    }

    fn next(&self, cx: Cx, network: Network, request: Value, since: Stand) -> Local<Option<Next>> {
        Box::pin(async move {
            let (from, to, units) = asked(&request)?;
            let count = node::held(&cx, &network, from).await.ok()?.transactions();
            let new = usize::try_from(count.saturating_sub(since.count)).ok().filter(|new| *new > 0)?;
            let list = node::newest(&cx, &network, from).await?;
            // the search ends with the listed transactions
            let at = new.min(list.len()).checked_sub(1)?;
            let of = list.get(at)?;
            let is_it = of.pays(to, units) && of.from.iter().any(|who| who == from);
            let stand = Stand { count: count.saturating_sub(at as u64), block: since.block };
            Some(Next { id: is_it.then(|| of.id.clone()), stand })
        })
    }

    fn replacement(&self) -> Option<&dyn Replacement> {
        Some(self)
    }
}

/// The sender's transactions since the one at this place.
async fn made_since(
    cx: &Cx,
    network: &Network,
    id: &str,
    from: &str,
    place: u64,
) -> Option<Vec<node::Transaction>> {
    let count = node::held(cx, network, from).await.ok()?.transactions();
    let new = usize::try_from(count.saturating_add(1).checked_sub(place)?).ok()?;
    let list = node::newest(cx, network, from).await?;
    let is_own = |of: &node::Transaction| of.id != id && of.from.iter().any(|who| who == from);
    Some(list.into_iter().take(new).filter(is_own).collect())
}

impl Replacement for BitcoinMoney {
    /// Whether a newer transaction spends the same inputs: the user raised the fee or canceled the payment. If the
    /// transaction only disappeared, the count is lower.
    fn is_replaced(&self, cx: Cx, network: Network, id: String, request: Value, place: u64) -> Local<bool> {
        Box::pin(async move {
            let look = async {
                if node::transaction(&cx, &network, &id).await.ok()?.is_some() {
                    return Some(false);
                }
                let made = made_since(&cx, &network, &id, asked(&request)?.0, place).await?;
                Some(!made.is_empty())
            };
            look.await == Some(true)
        })
    }

    fn instead(
        &self,
        cx: Cx,
        network: Network,
        id: String,
        request: Value,
        at: Stand,
    ) -> Local<Option<Next>> {
        Box::pin(async move {
            let (from, to, units) = asked(&request)?;
            let made = made_since(&cx, &network, &id, from, at.count).await?;
            let same = made
                .into_iter()
                .find(|of| of.pays(to, units) && of.is_older(0, Some(at.block)) == Some(false));
            Some(Next { id: same.map(|of| of.id), stand: at })
        })
    }
}
