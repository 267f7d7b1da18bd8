//! The flows of [`crate::features::send`]: open, review, confirm. What is shown is read back from the request that is sent.

use crate::amount::{Amount, DECIMALS_MAX, of_number};
use crate::api::blockchain::{self, NATIVE_EVM};
use crate::api::rpc;
use crate::caip::{AccountId, ChainId, Namespace};
use crate::connectors;
use crate::constants::{RECEIVER_LOOKUP_MS, WALLET_PROMPT_MS, WALLET_SILENT_MS};
use crate::entities::WalletHandle;
use crate::entities::{Network, Status};
use crate::error::{Error, Result};
use crate::event::Event;
use crate::features::account::balances;
use crate::features::account::identity;
use crate::features::account::model::tokens::PRICE_DECIMALS;
use crate::features::money::model::send;
use crate::features::money::model::send::Chosen;
use crate::features::money::model::send::LoadPhase;
use crate::features::money::model::send::Send;
use crate::features::money::model::send::SendCheck;
use crate::features::money::model::send::SendPhase;
use crate::features::money::transactions;
use crate::features::money::transactions::TransactionItem;
use crate::features::money::transactions::TransactionStatus;
use crate::features::needed;
use crate::features::shell::alerts;
use crate::features::shell::router;
use crate::features::shell::router::View;
use crate::features::shell::toasts;
use crate::features::shell::toasts::Text;
use crate::features::shell::toasts::ToastVariant;
use crate::features::unknown_action;
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::json::Read;
use crate::namespaces::eip155_transfer::{DECIMALS, Transfer, TransferReturns, balance_of};
use crate::namespaces::{self, eip155};
use crate::ports::Local;
use crate::store::State;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloy_primitives::{U256, hex};
use futures_util::future::join;
use serde_json::{Value, json};

/// Runs a command of the send form.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        transactions::draw(&cx);
        cx.draw(|drawers| &mut drawers.send, |state| crate::snapshot::text(&send::slice(state)));
        match action.as_str() {
            "open" => open(&cx, &command)?,
            "amount" => {
                let value = send::typed(needed(&command, "value")?);
                edit(&cx, |send| send.amount = value);
            }
            "receiver" => {
                let value = send::typed(needed(&command, "value")?);
                edit(&cx, |send| send.receiver = value);
                look_up(&cx);
            }
            "token" => choose(&cx, needed(&command, "id")?)?,
            "search" => {
                let text = send::typed(needed(&command, "text")?);
                cx.update(|s| s.send.search = text);
            }
            "max" => edit(&cx, |send| {
                if let Some(max) = send.max() {
                    send.amount = max.to_decimal();
                }
            }),
            "reload" | "renew" => load(&cx),
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

/// Who the typed receiver is, half a second after the last key; only ever shown beside the whole address.
fn look_up(cx: &Cx) {
    let Ok((network, from, _)) = ready(cx) else { return };
    let Some(chain) = network.chain() else { return };
    let typed = cx.read(|s| s.send.receiver.clone());
    let Ok(address) = eip155::parse(typed.trim()) else { return };
    let flow_cx = cx.clone();
    cx.background(ScopeId::Send, async move {
        let cx = flow_cx;
        cx.ports().clock.sleep(RECEIVER_LOOKUP_MS).await;
        if cx.read(|s| s.send.receiver == typed) {
            let sender = AccountId { chain, address: from };
            identity::look(&cx, &sender, &address.to_checksum(None)).await;
        }
        Ok(Reply::Done)
    });
}

/// The token a host or a view names; the native coin has no contract.
fn chosen(cx: &Cx, id: &str) -> Result<Option<Chosen>> {
    if id == "native" || id.is_empty() {
        return Ok(None);
    }
    let item = cx.read(|s| send::find_token(s, id).cloned()).ok_or(Error::TokenRequired)?;
    let Some(address) = item.address.as_deref().and_then(AccountId::parse) else { return Ok(None) };
    let decimals = item.quantity.decimals.parse().map_err(|_| Error::TokenRequired)?;
    Ok(Some(Chosen { address: address.address, symbol: item.symbol, name: item.name, decimals }))
}

/// Another token: its balance is read, and an amount of the old one is nothing of the new one.
fn choose(cx: &Cx, id: &str) -> Result<()> {
    let token = chosen(cx, id)?;
    let changed = cx.update(|state| {
        if send::is_busy(state) {
            return false;
        }
        let changed = state.send.token != token;
        if changed {
            let (receiver, search) = (core::mem::take(&mut state.send.receiver), String::new());
            *state.send = Send { token, receiver, search, ..Send::default() };
        }
        router::back_to(state, View::Send);
        changed
    });
    if changed {
        load(cx);
    }
    Ok(())
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
    // a token that is not there is said in the form, where another one can be chosen
    let named = command.filled("token").map(|id| chosen(cx, id)).transpose();
    let busy = cx.update(|state| {
        let busy = send::is_busy(state);
        if !busy {
            let text = |name| command.text(name).map(send::typed).unwrap_or_default();
            let token = named.as_ref().ok().cloned().flatten().flatten();
            *state.send = Send { amount: text("amount"), receiver: text("to"), token, ..Send::default() };
            state.send.error = named.as_ref().err().map(Error::data);
        }
        if state.router.view() == Some(View::SendSelectToken) {
            router::replace(state, View::Send);
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
        balances::refresh(cx, Namespace::Eip155);
        look_up(cx);
    }
    named.map(|_| ())
}

/// What the node says of what is sent: its balance and, of a token, its decimals. A list may be wrong about them; an
/// amount must not be.
async fn holdings(cx: &Cx, network: &Network, from: &str, token: Option<&Chosen>) -> Result<Amount> {
    let Some(token) = token else { return balances::of_node(cx, from, network).await };
    let owner = eip155::parse(from).map_err(|_| Error::NoNetworkOrAccount)?;
    let call = |data: &str| json!([{ "to": token.address, "data": data }, "latest"]);
    let (units, decimals) = (call(&balance_of(owner)), call(DECIMALS));
    let units = rpc::quantity(cx, network, "eth_call", &units);
    let (units, decimals) = join(units, rpc::quantity(cx, network, "eth_call", &decimals)).await;
    let unreadable = || Error::Unreadable { from: network.name.clone() };
    let decimals = u8::try_from(decimals?).ok().filter(|d| *d <= DECIMALS_MAX).ok_or_else(unreadable)?;
    Ok(Amount::new(units?, decimals))
}

/// Balance and gas price from the node: what the form is checked against.
fn load(cx: &Cx) {
    let Ok((network, from, _)) = ready(cx) else { return };
    let token = cx.read(|s| s.send.token.clone());
    let of = token.as_ref().map_or("native", |token| token.address.as_str());
    let generation = generation(cx);
    let key = alloc::format!("send load {generation} {from} {of}");
    let flow_cx = cx.clone();
    drop(cx.single(ScopeId::Send, &key, async move {
        let cx = flow_cx;
        cx.update(|s| s.send.load = LoadPhase::Loading);
        let none = json!([]);
        let price = rpc::quantity(&cx, &network, "eth_gasPrice", &none);
        let native = async {
            match &token {
                Some(_) => balances::of_node(&cx, &from, &network).await.map(Some),
                None => Ok(None),
            }
        };
        let both = join(holdings(&cx, &network, &from, token.as_ref()), native);
        let ((balance, native), price) = join(both, price).await;
        let is_current = |cx: &Cx| {
            self::generation(cx) == generation
                && cx.read(|s| same_token(s.send.token.as_ref(), token.as_ref()))
        };
        if !is_current(&cx) {
            return Ok(Reply::Done); // of another account, network or token by now (R22)
        }
        cx.update(|state| {
            let all = balance.is_ok() && price.is_ok() && native.is_ok();
            let send = &mut *state.send;
            send.load = if all { LoadPhase::Ready } else { LoadPhase::Failed };
            if let (Some(token), Ok(balance)) = (&mut send.token, &balance) {
                token.decimals = balance.decimals;
            }
            send.balance = balance.ok();
            send.native_balance = native.ok().flatten().or(send.balance.filter(|_| send.token.is_none()));
            send.gas_price = price.ok();
        });
        let (own, native) = prices(&cx, &network, token.as_ref()).await;
        if is_current(&cx) {
            cx.update(|s| (s.send.price, s.send.native_price) = (own, native));
        }
        Ok(Reply::Done)
    }));
}

/// Of what the page shows.
fn generation(cx: &Cx) -> u32 {
    cx.read(|s| s.networks.active_namespace().map_or(0, |namespace| s.moves.generation(namespace)))
}

fn same_token(a: Option<&Chosen>, b: Option<&Chosen>) -> bool {
    a.map(|token| &token.address) == b.map(|token| &token.address)
}

/// What one is worth: as the list of tokens has it, else as the data service says (7.8). Only ever shown.
async fn prices(cx: &Cx, network: &Network, token: Option<&Chosen>) -> (Option<Amount>, Option<Amount>) {
    let native = price(cx, network, None).await;
    let own = match token {
        Some(token) => price(cx, network, Some(token)).await,
        None => native,
    };
    (own, native)
}

async fn price(cx: &Cx, network: &Network, token: Option<&Chosen>) -> Option<Amount> {
    let chain = network.chain()?;
    let address = token.map_or(NATIVE_EVM, |token| token.address.as_str());
    let id = AccountId { chain, address: address.into() };
    let listed = cx.read(|s| {
        let id = token.map_or_else(|| "native".into(), |_| id.to_string());
        s.tokens.list.iter().find(|item| item.id == id).and_then(|item| item.price.clone())
    });
    let text = match listed {
        Some(text) => text,
        None => alerts::of_service(cx, blockchain::price(cx, &id).await).ok()??,
    };
    of_number(&text, PRICE_DECIMALS)
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
    let rules = namespaces::of(network.chain_namespace);
    let to = rules.address(receiver.trim()).map_err(|_| Error::BadParams { field: "receiver".into() })?;
    let chain = network.chain().ok_or(Error::NoNetwork)?;
    let token = cx.read(|s| s.send.token.as_ref().map(|token| token.address.clone()));
    Ok(Transfer { from, to, token, amount, chain })
}

async fn review(cx: &Cx) -> Result<Reply> {
    let (network, from, _) = ready(cx)?;
    if cx.read(send::is_busy) {
        return Ok(Reply::Done);
    }
    // the decimals of a token are the contract's: nothing is previewed before it has said them
    if cx.read(|s| s.send.token.is_some() && s.send.balance.is_none()) {
        let error = Error::Unreachable { host: network.name.clone() };
        cx.update(|s| s.send.error = Some(error.data()));
        load(cx);
        return Err(error);
    }
    let meant = transfer(cx, &network, from)?;
    let request = meant.request();
    let shown = Transfer::read(&request, meant.amount.decimals, meant.token.as_deref())?;
    if shown != meant {
        return Err(Error::NotWhatWasShown);
    }
    let preparing = cx.phase(|state| state.send.phase = SendPhase::Editing);
    cx.update(|s| s.send.phase = SendPhase::Preparing);
    let generation = generation(cx);
    let tried = try_out(cx, &network, &meant, &request).await;
    if self::generation(cx) != generation {
        return Ok(Reply::Done); // another account or network: the form is reviewed again by hand
    }
    let fee = match tried {
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

/// The fee of this very request; a token is also asked whether it would let the transfer through (9.30).
async fn try_out(cx: &Cx, network: &Network, meant: &Transfer, request: &Value) -> Result<Amount> {
    if let Some(token) = &meant.token {
        let params = json!([simulated(request), "latest"]);
        let answer = rpc::call(cx, network, "eth_call", &params).await;
        // a node that cannot be reached says nothing about the token; a contract that reverts does
        let refused = match &answer {
            Ok(returned) => !TransferReturns::of(token).is_success(returned.as_str().unwrap_or_default()),
            Err(Error::Rpc { .. }) => return Err(answer.err().unwrap_or(Error::TokenRequired)),
            Err(_) => false,
        };
        if refused {
            return Err(Error::Rpc { code: 3, message: "The token refuses this transfer".into() });
        }
    }
    fee(cx, network, request).await
}

/// The request without what a node does not take.
fn simulated(request: &Value) -> Value {
    let mut call = request.as_array().and_then(|list| list.first()).cloned().unwrap_or_default();
    if let Some(fields) = call.as_object_mut() {
        fields.remove("chainId");
    }
    call
}

/// Gas of this very request times the price of now.
async fn fee(cx: &Cx, network: &Network, request: &Value) -> Result<Amount> {
    let params = json!([simulated(request)]);
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
    let same = Transfer::read(&request, shown.amount.decimals, shown.token.as_deref()).as_ref() == Ok(&shown);
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
        symbol: cx.read(|s| {
            let token = s.send.token.as_ref().map(|token| token.symbol.clone());
            token.unwrap_or_else(|| network.native_currency.symbol.clone())
        }),
        token: shown.token.as_ref().map(|token| alloc::format!("{}:{token}", shown.chain)),
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
    let is_stale = cx
        .commit(|state| {
            let mut is_stale = false;
            if is_shown(state, id) {
                state.send.transaction_id = None;
                // cancelled before the wallet was asked: the form is open already
                let back = if state.send.phase == SendPhase::Editing {
                    SendPhase::Editing
                } else {
                    SendPhase::Review
                };
                state.send.phase = if refused { back } else { SendPhase::Failed };
                state.send.error = (!refused).then(|| error.data());
                if !send::is_of_now(state) {
                    // the wallet has moved meanwhile: nothing that was prepared for before can be sent
                    send::forget_prepared(state);
                    is_stale = true;
                }
            }
            if let Some(id) = id {
                transactions::remove(state, id);
            }
            router::follow_support(state); // the network may have gone meanwhile
            let event = if refused { "SEND_REJECTED" } else { "SEND_ERROR" };
            state.tell(Event::track(event, &[("message", &error.to_string())]));
            is_stale
        })
        .await;
    if is_stale && cx.read(|s| s.router.view() == Some(View::Send)) {
        load(cx);
    }
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
            if !send::is_of_now(state) {
                send::forget_prepared(state); // the toast has said it; another account or network is shown by now
            }
        }
        _ => {}
    }
    router::follow_support(state); // the network may have gone meanwhile
}
