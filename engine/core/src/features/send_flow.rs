//! The flows of [`super::send`]: open, review, confirm. What is shown is read back from the request that is sent.

use super::send::{self, LoadPhase, Send, SendCheck, SendPhase};
use super::{needed, unknown_action};
use crate::amount::Amount;
use crate::api::rpc;
use crate::caip::{ChainId, Namespace};
use crate::connectors;
use crate::constants::{WALLET_PROMPT_MS, WALLET_SILENT_MS};
use crate::entities::{Network, Status};
use crate::error::{Error, Result};
use crate::event::Event;
use crate::features::balances;
use crate::features::router::{self, View};
use crate::features::toasts::{self, Text, ToastVariant};
use crate::features::transactions::{self, TransactionItem, TransactionStatus};
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::json::Read;
use crate::namespaces::eip155_transfer::Transfer;
use crate::namespaces::{self, eip155};
use crate::ports::Local;
use crate::ports::provider::WalletHandle;
use crate::store::State;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloy_primitives::{U256, hex};
use futures_util::future::join;
use serde_json::{Value, json};

/// Runs a command of the send form.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        match action.as_str() {
            "open" => open(&cx, &command)?,
            "amount" => {
                let value = send::typed(needed(&command, "value")?);
                edit(&cx, |send| send.amount = value);
            }
            "receiver" => {
                let value = send::typed(needed(&command, "value")?);
                edit(&cx, |send| send.receiver = value);
            }
            "max" => edit(&cx, |send| {
                if let Some(max) = send.max() {
                    send.amount = max.to_decimal();
                }
            }),
            "reload" => load(&cx),
            "fee" => {
                let flow_cx = cx.clone();
                return cx.single(ScopeId::Send, "send fee", async move { again(&flow_cx).await }).await;
            }
            "review" => {
                let flow_cx = cx.clone();
                return cx.single(ScopeId::Send, "send review", async move { review(&flow_cx).await }).await;
            }
            "confirm" => {
                let flow_cx = cx.clone();
                return cx.single(ScopeId::App, "send confirm", async move { confirm(&flow_cx).await }).await;
            }
            "cancel" => {
                if cx.read(|s| s.router.view()) == Some(View::SendPreview) {
                    router::back(&cx);
                }
            }
            _ => return Err(unknown_action("send", &action)),
        }
        Ok(Reply::Done)
    })
}

fn edit(cx: &Cx, change: impl FnOnce(&mut Send)) {
    cx.update(|state| {
        if !send::is_busy(state) {
            change(&mut state.send);
            state.send.fee = None; // it was of another amount
            state.send.error = None;
            if state.send.phase == SendPhase::Preparing {
                state.send.phase = SendPhase::Editing; // the review that runs is of another amount too
            }
        }
    });
}

/// The connected wallet and the network it stands on.
fn ready(cx: &Cx) -> Result<(Network, String, WalletHandle)> {
    cx.read(|s| {
        let network = s.networks.active_network().ok_or(Error::TokenRequired)?;
        if network.chain_namespace != Namespace::Eip155 {
            return Err(Error::UnsupportedChain);
        }
        let account = s.accounts.by.get(&network.chain_namespace).ok_or(Error::NoNetworkOrAccount)?;
        let handle = account.handle.filter(|_| account.status == Status::Connected);
        let from = send::sender(s).ok_or(Error::NoNetworkOrAccount)?;
        Ok((network.clone(), from, handle.ok_or(Error::Unauthorized)?))
    })
}

fn open(cx: &Cx, command: &Value) -> Result<()> {
    if cx.read(|s| s.networks.active_namespace() != Some(Namespace::Eip155)) {
        return Err(Error::UnsupportedChain);
    }
    ready(cx)?;
    let busy = cx.update(|state| {
        let busy = send::is_busy(state);
        if !busy {
            let text = |name| command.text(name).map(send::typed).unwrap_or_default();
            *state.send = Send { amount: text("amount"), receiver: text("to"), ..Send::default() };
        }
        router::push(state, View::Send);
        if busy {
            router::push(state, View::SendPreview);
        }
        state.tell(Event::track("OPEN_SEND", &[]));
        busy
    });
    if !busy {
        cx.close_scope(ScopeId::Send, &Error::Aborted);
        load(cx);
    }
    Ok(())
}

/// Balance and gas price from the node: what the form is checked against.
fn load(cx: &Cx) {
    let Ok((network, from, _)) = ready(cx) else { return };
    let flow_cx = cx.clone();
    let key = alloc::format!("send load {} {from}", network.caip_network_id);
    drop(cx.single(ScopeId::Send, &key, async move {
        let cx = flow_cx;
        cx.update(|s| s.send.load = LoadPhase::Loading);
        let none = json!([]);
        let price = rpc::quantity(&cx, &network, "eth_gasPrice", &none);
        let (balance, price) = join(balances::of_node(&cx, &from, &network), price).await;
        let is_current = ready(&cx).is_ok_and(|(now, account, _)| now == network && account == from);
        if !is_current {
            return Ok(Reply::Done); // of another account or network by now (R22)
        }
        cx.update(|state| {
            let both = balance.is_ok() && price.is_ok();
            state.send.load = if both { LoadPhase::Ready } else { LoadPhase::Failed };
            state.send.balance = balance.ok();
            state.send.gas_price = price.ok();
        });
        Ok(Reply::Done)
    }));
}

/// The form as a transfer, or the first thing that is wrong with it (5.26-5.28).
fn transfer(cx: &Cx, network: &Network, from: String) -> Result<Transfer> {
    let (amount, receiver, parsed) =
        cx.read(|s| (s.send.amount.clone(), s.send.receiver.clone(), s.send.parsed(network)));
    if amount.trim().is_empty() || receiver.trim().is_empty() {
        return Err(Error::AmountAndReceiverRequired);
    }
    let amount =
        parsed.ok().filter(|amount| !amount.is_zero()).ok_or(Error::BadParams { field: "amount".into() })?;
    let rules = namespaces::of(network.chain_namespace).ok_or(Error::UnsupportedChain)?;
    let to = rules.address(receiver.trim()).map_err(|_| Error::BadParams { field: "receiver".into() })?;
    let chain = network.chain().ok_or(Error::NoNetwork)?;
    Ok(Transfer { from, to, amount, chain })
}

async fn review(cx: &Cx) -> Result<Reply> {
    let (network, from, _) = ready(cx)?;
    if cx.read(send::is_busy) {
        return Ok(Reply::Done);
    }
    let meant = transfer(cx, &network, from)?;
    let request = meant.request();
    let shown = Transfer::read(&request, network.native_currency.decimals)?;
    if shown != meant {
        return Err(Error::NotWhatWasShown);
    }
    let preparing = cx.phase(|state| state.send.phase = SendPhase::Editing);
    cx.update(|s| s.send.phase = SendPhase::Preparing);
    let fee = match fee(cx, &network, &request).await {
        Err(Error::Rpc { code, message }) => {
            let details = Some(alloc::format!("{message} ({code})"));
            let error = Error::EstimateFailed { details };
            cx.update(|s| s.send.error = Some(error.data()));
            return Err(error);
        }
        other => other.ok(),
    };
    let unchanged = cx.read(|s| s.send.phase == SendPhase::Preparing);
    if !unchanged || transfer(cx, &network, meant.from.clone()).as_ref() != Ok(&meant) {
        return Ok(Reply::Done); // edited meanwhile: the form says what is meant now
    }
    let fits = cx.update(|state| {
        state.send.fee = fee;
        state.send.fee_load = if fee.is_some() { LoadPhase::Ready } else { LoadPhase::Failed };
        send::check(state) == SendCheck::Ready
    });
    if !fits {
        return Err(Error::BadParams { field: "amount".into() });
    }
    preparing.done();
    cx.update(|state| {
        state.send.phase = SendPhase::Review;
        state.send.error = None;
        state.send.transaction_id = None;
        state.send.shown = Some(shown);
        state.send.request = Some(request);
        router::push(state, View::SendPreview);
    });
    Ok(Reply::Done)
}

/// The fee of the preview once more.
async fn again(cx: &Cx) -> Result<Reply> {
    let (network, _, _) = ready(cx)?;
    let request = cx.read(|s| s.send.request.clone()).ok_or(Error::AmountAndReceiverRequired)?;
    cx.update(|s| s.send.fee_load = LoadPhase::Loading);
    let fee = fee(cx, &network, &request).await.ok();
    cx.update(|state| {
        if state.send.request.as_ref() == Some(&request) {
            state.send.fee = fee;
            state.send.fee_load = if fee.is_some() { LoadPhase::Ready } else { LoadPhase::Failed };
        }
    });
    Ok(Reply::Done)
}

/// Gas of this very request times the price of now.
async fn fee(cx: &Cx, network: &Network, request: &Value) -> Result<Amount> {
    let call = request.as_array().and_then(|list| list.first()).cloned().unwrap_or_default();
    let params =
        json!([{ "from": call.field("from"), "to": call.field("to"), "value": call.field("value") }]);
    let none = json!([]);
    let gas = rpc::quantity(cx, network, "eth_estimateGas", &params);
    let (gas, price) = join(gas, rpc::quantity(cx, network, "eth_gasPrice", &none)).await;
    let units: Option<U256> = gas?.checked_mul(price?);
    units
        .map(|units| Amount::new(units, network.native_currency.decimals))
        .ok_or(Error::EstimateFailed { details: None })
}

/// Asks the wallet, once. Ends with the wallet's answer: what follows a hash runs on its own, so that a transaction that
/// is still watched never stands in the way of the next one.
async fn confirm(cx: &Cx) -> Result<Reply> {
    let (network, from, handle) = ready(cx)?;
    let (phase, prepared) = cx.read(|s| (send::phase(s), s.send.shown.clone().zip(s.send.request.clone())));
    let (shown, request) = match (phase, prepared) {
        (SendPhase::Review | SendPhase::Failed, Some(prepared)) => prepared,
        // reverted: a fresh fee and a fresh look before it is tried again
        (SendPhase::Failed, None) => return review(cx).await,
        (SendPhase::Unknown, _) => return Err(Error::WalletSilent),
        _ => return Err(Error::AmountAndReceiverRequired),
    };
    let same = Transfer::read(&request, network.native_currency.decimals).as_ref() == Ok(&shown);
    if !same || shown.from != from || Some(&shown.chain) != network.chain().as_ref() {
        return Err(fail(cx, None, Error::NotWhatWasShown).await);
    }
    cx.update(|state| {
        state.send.phase = SendPhase::Waiting;
        state.send.asked = false;
        state.send.error = None;
        state.tell(Event::track("SEND_INITIATED", &[]));
    });
    // the chain is asked, not remembered: it may have changed without an event
    let none = json!([]);
    let asked = connectors::request(cx, handle, "eth_chainId", &none);
    let stands_on = cx.within(WALLET_SILENT_MS, asked).await.unwrap_or(Err(Error::WalletSilent));
    match stands_on.map(|value| ChainId::of_wallet_value(&value)) {
        Ok(Some(chain)) if chain == shown.chain => {}
        Ok(_) => return Err(fail(cx, None, Error::WrongChain).await),
        Err(error) => return Err(fail(cx, None, error).await),
    }
    let id = attempt(cx, &shown, &network).await;
    // the last look before it is out of our hands: nobody cancelled, let go or changed the account meanwhile
    let same =
        ready(cx).is_ok_and(|(now, account, wallet)| (now, account, wallet) == (network, from, handle));
    let wanted = cx.update(|state| {
        state.send.asked = same && state.send.phase == SendPhase::Waiting && is_shown(state, Some(&id));
        state.send.asked
    });
    if !wanted {
        return Err(fail(cx, Some(&id), Error::Aborted).await);
    }
    let wallet_cx = cx.clone();
    let mut answer: Local<Result<Value>> =
        Box::pin(
            async move { connectors::request(&wallet_cx, handle, "eth_sendTransaction", &request).await },
        );
    match cx.within(WALLET_PROMPT_MS, &mut answer).await {
        Some(answered) => take(cx, &id, answered).await,
        None => {
            unknown(cx, &id, &Error::WalletSilent);
            // a late hash is still recorded; nothing is sent again
            let late_cx = cx.clone();
            cx.background(ScopeId::App, async move { take(&late_cx, &id, answer.await).await });
            Err(Error::WalletSilent)
        }
    }
}

/// The wallet's answer to one attempt, in time or late.
async fn take(cx: &Cx, id: &str, answered: Result<Value>) -> Result<Reply> {
    match answered.map(|value| value.as_str().and_then(eip155::transaction_hash)) {
        Ok(Some(hash)) => {
            sent(cx, id, &hash).await;
            Ok(Reply::Json(json!({ "hash": hash }).to_string()))
        }
        Ok(None) => {
            let error = Error::Unreadable { from: "the wallet".into() };
            unknown(cx, id, &error);
            Err(error)
        }
        // it did answer, and nobody can read it: it may have been sent
        Err(error @ Error::Unreadable { .. }) => {
            unknown(cx, id, &error);
            Err(error)
        }
        Err(error) => Err(fail(cx, Some(id), error).await),
    }
}

/// Stores that the wallet is about to be asked: after a crash the person is told, and nothing is sent again (R8).
async fn attempt(cx: &Cx, shown: &Transfer, network: &Network) -> String {
    let mut bytes = [0u8; 16];
    cx.ports().random.fill(&mut bytes);
    let id = hex::encode(bytes);
    let item = TransactionItem {
        id: id.clone(),
        hash: None,
        chain: shown.chain.to_string(),
        kind: "send",
        status: TransactionStatus::Unknown,
        amount: shown.amount.to_decimal(),
        symbol: network.native_currency.symbol.clone(),
        to: shown.to.clone(),
        explorer_url: None,
        created_at: cx.ports().clock.now_ms(),
    };
    cx.commit(|state| {
        state.send.transaction_id = Some(item.id.clone());
        transactions::add(state, item);
    })
    .await;
    id
}

/// Whether the form still shows this attempt: a late answer never touches a form that was filled in since.
fn is_shown(state: &State, id: Option<&str>) -> bool {
    id.is_none() || state.send.transaction_id.as_deref() == id
}

/// Nothing was sent: the entry goes, the preview says why. The person's own "no" is quiet.
async fn fail(cx: &Cx, id: Option<&str>, error: Error) -> Error {
    let refused = error.is_refusal();
    cx.commit(|state| {
        if is_shown(state, id) {
            state.send.transaction_id = None;
            // cancelled before the wallet was asked: the form is open already
            let back =
                if state.send.phase == SendPhase::Editing { SendPhase::Editing } else { SendPhase::Review };
            state.send.phase = if refused { back } else { SendPhase::Failed };
            state.send.error = (!refused).then(|| error.data());
        }
        if let Some(id) = id {
            transactions::remove(state, id);
        }
        let event = if refused { "SEND_REJECTED" } else { "SEND_ERROR" };
        state.tell(Event::track(event, &[("message", &error.to_string())]));
    })
    .await;
    if refused {
        toasts::dismiss_loading(cx);
    } else {
        let failed = Text { key: "toast.send_failed", message: "The transaction failed".into(), args: &[] };
        toasts::show_text(cx, &failed, ToastVariant::Error, None);
    }
    error
}

/// Nobody knows whether it was sent.
fn unknown(cx: &Cx, id: &str, error: &Error) {
    cx.update(|state| {
        if is_shown(state, Some(id)) {
            state.send.phase = SendPhase::Unknown;
            state.send.error = Some(error.data());
        }
    });
    transactions::toast(cx, id, "toast.send_unknown");
}

/// The wallet gave a hash: it is stored, and followed from here on by itself.
async fn sent(cx: &Cx, id: &str, hash: &str) {
    cx.commit(|state| {
        transactions::sent(state, id, hash);
        if is_shown(state, Some(id)) {
            state.send.phase = SendPhase::Confirming;
            state.send.error = None;
        }
        state.tell(Event::track("SEND_SUCCESS", &[("hash", hash)]));
    })
    .await;
    transactions::toast(cx, id, "toast.send_sent");
    let (follow_cx, id) = (cx.clone(), id.to_string());
    cx.background(ScopeId::App, async move {
        transactions::watch(&follow_cx, &id).await?;
        follow_cx.update(|state| settled(state, &id));
        Ok(Reply::Done)
    });
}

/// In a block: on success the form is empty and the account is shown (2.31, 4.44).
fn settled(state: &mut State, id: &str) {
    if !is_shown(state, Some(id)) {
        return;
    }
    match state.transactions.get(id).map(|item| item.status) {
        Some(TransactionStatus::Confirmed) => {
            *state.send = Send::default();
            if matches!(state.router.view(), Some(View::Send | View::SendPreview)) {
                router::reset(state, View::Account);
            }
        }
        Some(TransactionStatus::Failed) => {
            state.send.phase = SendPhase::Failed;
            state.send.error = Some(Error::Reverted.data());
            state.send.request = None; // its fee is paid and its place is taken: it is reviewed again
        }
        _ => {}
    }
}
