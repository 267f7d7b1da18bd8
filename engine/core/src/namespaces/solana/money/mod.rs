//! Moving money on Solana (decisions 65, "What a Solana wallet can add", 66, "A Solana transfer", and 67, "Signed by
//! the wallet, broadcast by the modal"). A request is a message without a blockhash, with its sender and recipient:
//! `{transaction, from, to, chain}`. The blockhash is fetched right before the wallet's request, because it is only
//! valid for a minute. The engine compares the signed transaction with the request, and broadcasts it repeatedly until
//! it is in a block or has expired. A wallet without a separate signing method broadcasts itself, and its transaction
//! is compared through its signature.

mod paid;
mod plan;
mod senders;
mod sent;
mod tokens;
pub mod transfer;
mod unsendable;

use self::transfer::{Moved, What};
use crate::amount::Amount;
use crate::api::rpc;
use crate::caip::{ChainId, Namespace};
use crate::entities::{Network, WalletHandle};
use crate::error::{Error, Result};
use crate::flow::{Cx, Flow};
use crate::json::Read;
use crate::json::json;
use crate::namespaces::money::{
    self, Age, Beside, Broadcast, Contracts, Deposits, End, Issued, Memo, Money, Next, OnChain, Receipt,
    Simulation, Since, Stand, Submitted,
};
use crate::namespaces::solana::codec::wire::{Key, Message, Transaction};
use crate::namespaces::solana::codec::written;
use crate::namespaces::solana::holdings::labels;
use crate::namespaces::solana::holdings::mint::{Mint, is_confidential};
use crate::namespaces::solana::holdings::node::{lamports, seconds, unreachable, unreadable};
use crate::namespaces::solana::reader::effects::{key, lamports_of};
use crate::namespaces::solana::reader::instructions::{TOKEN_2022, written as written_key};
use crate::namespaces::solana::reader::signed;
use crate::namespaces::terms::{Terms, TokenRule};
use crate::namespaces::transfer::{Change, RecipientKind, Transfer};
use crate::ports::Local;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloy_primitives::U256;
use serde_json::Value;
use walletconnect::base64;

/// The maximum size of a memo. With a longer one, a transfer might not fit into a packet.
const MEMO_BYTES_MAX: usize = 256;

/// The money functions of solana.
pub struct SolanaMoney;

/// The feature's entry: provides the namespace's money functions.
pub fn run(cx: Cx, _: String, _: Value) -> Flow {
    money::provide(&cx, Namespace::Solana, &SolanaMoney)
}

/// The transaction of a request.
fn asked(request: &Value) -> Option<Transaction> {
    Transaction::read(&base64::decode(request.text("transaction")?)?)
}

/// The transfer in a request, with its sender and recipient.
fn moved(request: &Value) -> Option<(Moved, &str, &str)> {
    let (from, to) = (request.text("from")?, request.text("to")?);
    let Transaction { message, signatures } = asked(request)?;
    let is_open = signatures.iter().all(|of| *of == [0; 64]) && message.blockhash == [0; 32];
    let moved = transfer::read(&message, &key(from)?, &key(to)?).filter(|_| is_open)?;
    Some((moved, from, to))
}

/// Whether a confirmed transaction is newer than the request: from its blockhash, from its slot, or, for a page's
/// request, from its block time. `None` if all are unknown.
fn age(request: &Value, given: &Message, found: &Value, since: Since) -> Option<Age> {
    let ours = asked(request)?.message.blockhash;
    if ours != [0; 32] && ours == given.blockhash {
        return Some(Age::New);
    }
    if let Some(slot) = request.whole("slot") {
        return Some(if found.whole("slot")? > slot { Age::New } else { Age::Old });
    }
    Some(since.age(found.whole("blockTime")?.saturating_mul(1_000)))
}

/// The differences between a signed transaction and its request.
fn compared(request: &Value, given: &Message) -> Option<Option<signed::Added>> {
    Some(signed::compare(&asked(request)?.message, given))
}

impl Money for SolanaMoney {
    fn prepare(&self, cx: Cx, network: Network, transfer: Transfer) -> Local<Result<Value>> {
        Box::pin(async move {
            let plan = plan::plan(&cx, &network, &transfer).await?;
            let message = transfer::message(&plan).ok_or(Error::Internal { details: None })?;
            let bytes = written::unsigned(&message);
            // an oversized transaction is invalid
            if Transaction::read(&bytes).is_none() {
                return Err(Error::MemoTooLong { bytes_max: MEMO_BYTES_MAX });
            }
            Ok(json!({
                "transaction": base64::encode(&bytes),
                "from": transfer.from,
                "to": transfer.to,
                "chain": transfer.chain.to_string(),
            }))
        })
    }

    fn read(&self, request: &Value, decimals: u8, token: Option<&str>) -> Result<Transfer> {
        let read = || {
            let (moved, from, to) = moved(request)?;
            let is_it = moved.token.as_deref() == token && moved.decimals.is_none_or(|of| of == decimals);
            is_it.then_some(Transfer {
                from: from.into(),
                to: to.into(),
                token: moved.token,
                amount: Amount::new(moved.units, decimals),
                memo: moved.memo,
                references: moved.references.iter().map(written_key).collect(),
                chain: ChainId::parse(request.text("chain")?)?,
            })
        };
        read().ok_or(Error::NotWhatWasShown)
    }

    /// Computes the fee from the transaction itself: the signature fees, and its compute unit price.
    fn estimate(&self, _: Cx, network: Network, request: Value) -> Local<Result<Amount>> {
        Box::pin(async move {
            let transaction = asked(&request).ok_or(Error::EstimateFailed { details: None })?;
            Ok(lamports(lamports_of(&transaction.message), &network))
        })
    }

    /// The exact fee of a coin transfer in lamports, so an account can be emptied.
    fn reserve(&self, cx: Cx, network: Network, _: String) -> Local<Result<Amount>> {
        Box::pin(async move {
            let price = Some(plan::ask_price(&cx, &network).await);
            let (from, to, what, memo, references) = ([1; 32], [2; 32], What::Coin(0), None, Vec::new());
            let message = transfer::message(&transfer::Plan { from, to, what, memo, references, price });
            Ok(lamports(message.map_or(0, |message| lamports_of(&message)), &network))
        })
    }

    fn native(&self, cx: Cx, network: Network, address: String) -> Local<Result<Amount>> {
        Box::pin(
            async move { crate::namespaces::solana::holdings::node::native(&cx, &network, &address).await },
        )
    }

    /// The balance of the account's largest token account, because a transfer uses only one.
    fn token(&self, cx: Cx, network: Network, address: String, token: String) -> Local<Result<Amount>> {
        Box::pin(async move {
            let mint = key(&token).ok_or(Error::TokenRequired)?;
            let decimals = crate::namespaces::solana::holdings::node::decimals(&cx, &network, &token).await;
            let decimals = decimals.ok_or_else(|| unreadable(&network))?;
            let held = tokens::largest(&cx, &network, &address, &mint).await?;
            let units = held.filter(|held| !held.is_frozen).map_or(0, |held| held.units);
            Ok(Amount::new(U256::from(units), decimals))
        })
    }

    fn of_now(&self, cx: Cx, network: Network, request: Value) -> Local<Result<Value>> {
        Box::pin(async move { sent::of_now(&cx, &network, request).await })
    }

    fn submit(&self, cx: Cx, wallet: WalletHandle, request: Value, id: String) -> Local<Result<Submitted>> {
        Box::pin(async move { sent::submit(&cx, wallet, &request, &id).await })
    }

    /// A late response can be for either method: if it contains the bytes, the transaction is only signed; without
    /// them, it was sent.
    fn submitted(&self, request: &Value, answer: &Value) -> Option<Result<Submitted>> {
        let message = asked(request)?.message;
        match answer.text("transaction") {
            Some(_) => Some(sent::signed(&message, answer).map(|signed| signed.submitted(None))),
            None => sent::signature(answer).map(|id| Ok(Submitted::Hash(id))),
        }
    }

    fn carries(
        &self,
        cx: Cx,
        network: Network,
        id: String,
        request: Value,
        since: Since,
    ) -> Local<Option<OnChain>> {
        Box::pin(async move {
            let (given, found) = senders::found(&cx, &network, &id).await?;
            let added = compared(&request, &given.message)?;
            let age = match added {
                Some(_) => age(&request, &given.message, &found, since)?,
                None => Age::Old,
            };
            if age == Age::Unclear {
                return Some(OnChain::unread());
            }
            let (is_same, added) = (age == Age::New, added.unwrap_or_default().said());
            Some(OnChain { is_same, is_read: true, place: None, added })
        })
    }

    fn pays(
        &self,
        cx: Cx,
        network: Network,
        id: String,
        wanted: Transfer,
        since_ms: u64,
    ) -> Local<Option<bool>> {
        Box::pin(async move { paid::pays(&cx, &network, &id, &wanted, since_ms).await })
    }

    fn receipt(&self, cx: Cx, network: Network, id: String) -> Local<Option<Receipt>> {
        Box::pin(async move {
            let status = senders::status(&cx, &network, &id).await?;
            let is_there = matches!(status.text("confirmationStatus"), Some("confirmed" | "finalized"));
            // a response without the error field doesn't prove success
            let receipt = if status.get("err")?.is_null() { Receipt::Confirmed } else { Receipt::Reverted };
            is_there.then_some(receipt)
        })
    }

    /// Always false: a node that rejects a transaction might have passed it to another one that accepted it, and
    /// pending transactions are invisible.
    fn is_refused(&self, _: &ChainId, _: &str) -> bool {
        false
    }

    fn stand(&self, cx: Cx, network: Network, request: Value) -> Local<Option<Stand>> {
        Box::pin(async move { senders::stand(&cx, &network, &request).await })
    }

    fn next(&self, cx: Cx, network: Network, request: Value, since: Stand) -> Local<Option<Next>> {
        Box::pin(async move { senders::next(&cx, &network, &request, since).await })
    }

    fn simulation(&self) -> Option<&dyn Simulation> {
        Some(self)
    }

    fn contracts(&self) -> Option<&dyn Contracts> {
        Some(self)
    }

    fn memo(&self) -> Option<Memo> {
        Some(Memo { bytes_max: MEMO_BYTES_MAX })
    }

    fn deposits(&self) -> Option<&dyn Deposits> {
        Some(self)
    }

    fn broadcast(&self) -> Option<&dyn Broadcast> {
        Some(self)
    }

    fn issued(&self) -> Option<&dyn Issued> {
        Some(self)
    }
}

impl Issued for SolanaMoney {
    /// A transfer usually takes from the owner's associated token account.
    fn terms(&self, cx: Cx, network: Network, owner: String, token: String) -> Local<Result<Terms>> {
        Box::pin(async move {
            let at = key(&token).ok_or(Error::TokenRequired)?;
            let own = key(&owner)
                .zip(key(TOKEN_2022))
                .and_then(|(of, program)| transfer::associated(&of, &program, &at));
            let beside = labels::place(&at).ok_or(Error::TokenRequired)?;
            let keys: Vec<Key> = [at, beside].into_iter().chain(own).collect();
            let found = crate::namespaces::solana::holdings::node::accounts(&cx, &network, &keys).await;
            let mut found = found.ok_or_else(|| unreachable(&network))?.into_iter();
            let mint = found.next().flatten().and_then(Mint::read).ok_or(Error::TokenRequired)?;
            let mut terms = mint.terms(seconds(&cx));
            terms.symbol = labels::symbol(&mint, &at, found.next().flatten().as_ref());
            if found.next().flatten().is_some_and(|account| is_confidential(&account)) {
                terms.rules.push(TokenRule::Confidential);
            }
            Ok(terms)
        })
    }
}

impl Contracts for SolanaMoney {
    fn place(&self, cx: Cx, network: Network, address: String) -> Local<Option<RecipientKind>> {
        Box::pin(async move {
            let at = key(&address)?;
            let found = crate::namespaces::solana::holdings::node::accounts(&cx, &network, &[at]).await?;
            plan::place(&at, found.first()?.as_ref())
        })
    }
}

impl Deposits for SolanaMoney {
    fn least(&self, cx: Cx, network: Network) -> Local<Result<Amount>> {
        Box::pin(async move { Ok(lamports(plan::least(&cx, &network, 0).await?, &network)) })
    }

    fn beside(&self, cx: Cx, network: Network, request: Value) -> Local<Result<Beside>> {
        Box::pin(async move {
            let Some((Moved { is_opened, units, withheld, token: Some(token), .. }, ..)) = moved(&request)
            else {
                return Ok(Beside::default());
            };
            if !is_opened && withheld.is_none() {
                return Ok(Beside::default());
            }
            let mint = plan::mint(&cx, &network, &token).await?;
            let opens = match is_opened {
                true => Some(lamports(plan::least(&cx, &network, mint.account_bytes()).await?, &network)),
                false => None,
            };
            let later = match withheld.and_then(|_| u64::try_from(units).ok()) {
                Some(units) => mint.later_fee(units, plan::epoch(&cx, &network).await?),
                None => None,
            };
            let withheld = withheld.filter(|kept| *kept > 0).map(U256::from);
            Ok(Beside { opens, withheld, withheld_later: later.map(U256::from) })
        })
    }
}

impl Broadcast for SolanaMoney {
    fn give(&self, cx: Cx, network: Network, signed: String) -> Local<()> {
        Box::pin(async move {
            let how = json!({ "encoding": "base64", "maxRetries": 0, "preflightCommitment": "confirmed" });
            // the result is ignored, because only a block decides
            drop(rpc::of_money(&cx, &network, "sendTransaction", &json!([signed, how])).await);
        })
    }

    fn end(&self, cx: Cx, network: Network, id: String, until: Option<u64>) -> Local<Option<End>> {
        Box::pin(async move {
            match until {
                // a wallet that used its own blockhash signed before now
                None => senders::until(&cx, &network).await.map(End::Block),
                Some(until) => senders::is_over(&cx, &network, &id, until).await.then_some(End::Over),
            }
        })
    }
}

impl Simulation for SolanaMoney {
    fn try_out(&self, cx: Cx, network: Network, _: Transfer, request: Value) -> Local<Result<()>> {
        Box::pin(async move {
            let how = json!({
                "encoding": "base64", "sigVerify": false, "replaceRecentBlockhash": true, "commitment": "confirmed",
            });
            let params = json!([request.field("transaction"), how]);
            // a node without simulation proves nothing
            let Ok(answer) = rpc::of_money(&cx, &network, "simulateTransaction", &params).await else {
                return Ok(());
            };
            match answer.field("value").and_then(|value| value.field("err")) {
                None => Ok(()),
                Some(err) => Err(Error::rpc(-32002, &sent::words(err))),
            }
        })
    }

    /// Only pages' requests need simulated changes (10.45), because the preview of a transfer displays them itself.
    fn changes(&self, _: Cx, _: Network, _: Value) -> Local<Option<Vec<Change>>> {
        Box::pin(async { None })
    }

    fn moved(&self, _: Cx, _: Network, _: String, _: String) -> Local<Option<Vec<Change>>> {
        Box::pin(async { None })
    }
}

/// The message of a request with a blockhash, which limits its lifetime.
fn dated(message: &Message, blockhash: [u8; 32]) -> Message {
    Message { blockhash, ..message.clone() }
}
