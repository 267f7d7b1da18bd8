//! EIP-1193 requests of the page (7.36, docs/spec/public-api.md section 5). The engine checks the method against the list of allowed
//! ones. Then the engine, a node or the wallet responds (6.3, 6.4).

use super::chain::Standing;
use super::{calls, local};
use crate::api::rpc;
use crate::caip::{ChainId, Namespace};
use crate::command::needed;
use crate::connectors;
use crate::constants::{WALLET_REQUEST_MS, WALLET_SILENT_MS};
use crate::entities::{Status, WalletHandle};
use crate::error::{Code, Error, Result};
use crate::event::Event;
use crate::features::money::{
    self, OF_HOST, Outcome, SentRequest, StandOfHost, TransactionKind, TransactionStatus, transactions,
};
use crate::features::networks;
use crate::features::permissions;
use crate::features::review;
use crate::features::shell::{View, router};
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::json::json;
use crate::json::{self, Read};
use crate::namespaces::{self, Answered, MethodClass, eip155, request_readers};
use crate::signing;
use crate::store::State;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};
use serde_json::Value;

/// A wallet's word for what it can't do (EIP-1193).
const UNSUPPORTED: i64 = 4200;

/// Runs a request: `{type: "requests.<namespace>", method, params}`.
pub fn run(cx: Cx, namespace: String, mut request: Value) -> Flow {
    Box::pin(async move {
        let namespace = Namespace::parse(&namespace).ok_or(Error::AdapterNotFound)?;
        let method = needed(&request, "method")?.to_string();
        let params = request.get_mut("params").map(Value::take).filter(|params| !params.is_null());
        let params = params.unwrap_or_else(|| json!([]));
        let class = match cx.read(|s| is_embedded(s, namespace)) {
            true => match namespaces::embedded_class(namespace, &method) {
                // no method of anything: the embedded wallet says so to the user, too
                Err(_) => MethodClass::Wallet,
                Ok(MethodClass::ReadOnly) if namespaces::is_of_bundler(&method) => MethodClass::Wallet,
                Ok(class) => class,
            },
            false => namespaces::method_class(namespace, &method)?,
        };
        if let Some(reply) = local::answer(&cx, namespace, &method, &params).await? {
            return Ok(reply);
        }
        match class {
            MethodClass::Answered(what) => answered(&cx, namespace, what).await,
            MethodClass::ReadOnly => {
                let network = cx.read(|s| s.networks.readable(&chain_of(s, namespace)?).cloned());
                let network = network.ok_or(Error::NoNetwork)?;
                let named = BY_HASH.iter().find(|(of, _)| *of == method);
                let proposal = match named {
                    Some((_, field)) => {
                        of_proposal(&cx, namespace, &params).await.map(|found| (found, *field))
                    }
                    None => None,
                };
                let Some(((asked, became), field)) = proposal else {
                    return rpc::read_by_host(&cx, &network, &method, &params).await.map(Reply::Json);
                };
                let mut answer = rpc::call(&cx, &network, &method, &json!([became])).await?;
                // the page knows it under the hash of its proposal
                if let Some(found) = answer.as_object_mut() {
                    found.insert(field.into(), asked.into());
                }
                Ok(Reply::Json(crate::json::text(&answer)))
            }
            MethodClass::Approval | MethodClass::Wallet if method == calls::STATUS => {
                let answer = wallet(&cx, namespace, method, params.clone()).await;
                calls::whole(&cx, &params, answer).await
            }
            MethodClass::Approval | MethodClass::Wallet => wallet(&cx, namespace, method, params).await,
        }
    })
}

/// Methods that look up a transaction from its hash, each with the field of the response that contains the hash.
const BY_HASH: [(&str, &str); 2] =
    [("eth_getTransactionReceipt", "transactionHash"), ("eth_getTransactionByHash", "hash")];

/// The hash of a proposal and the hash of the resulting transaction, as reported by a wallet whose owners approve proposals. No other hash
/// is mapped, because the network doesn't know the hashes of proposals.
async fn of_proposal(cx: &Cx, namespace: Namespace, params: &Value) -> Option<(String, String)> {
    let wallet = cx.read(|s| {
        let account = s.accounts.by.get(&namespace).filter(|account| account.status == Status::Connected)?;
        account.handle.filter(|handle| s.wallets.proposes(*handle))
    })?;
    let rules = namespaces::of(namespace);
    let asked = params.get(0)?.as_str()?;
    let params = json!([rules.transaction_id(asked)?]);
    let said = connectors::request(cx, wallet, "wallet_getCallsStatus", &params);
    let said = cx.within(WALLET_SILENT_MS, said).await?.ok()?;
    let became = rules.transaction_id(said.list("receipts").last()?.text("transactionHash")?)?;
    Some((asked.to_string(), became))
}

pub(super) fn is_embedded(state: &State, namespace: Namespace) -> bool {
    let account = state.accounts.by.get(&namespace);
    account.is_some_and(|account| matches!(account.handle, Some(WalletHandle::Embedded(_))))
}

pub(super) fn addresses(cx: &Cx, namespace: Namespace) -> Option<Vec<String>> {
    cx.read(|s| {
        let account = s.accounts.by.get(&namespace).filter(|account| account.status == Status::Connected)?;
        Some(account.entries.iter().map(|entry| entry.address.clone()).collect())
    })
}

/// Answers a method locally.
async fn answered(cx: &Cx, namespace: Namespace, what: Answered) -> Result<Reply> {
    let answer = match what {
        Answered::Accounts => namespaces::accounts(namespace, &addresses(cx, namespace).unwrap_or_default()),
        Answered::RequestAccounts => namespaces::accounts(namespace, &request_accounts(cx, namespace).await?),
        Answered::Chain | Answered::ChainNumber => {
            let chain = cx.read(|s| chain_of(s, namespace));
            chain.and_then(|chain| namespaces::written_chain(&chain, what)).ok_or(Error::NoNetwork)?
        }
    };
    Ok(Reply::Json(crate::json::text(&answer)))
}

/// The accounts, if necessary after connecting; closing the modal rejects.
pub(super) async fn request_accounts(cx: &Cx, namespace: Namespace) -> Result<Vec<String>> {
    // a stored connection that is being restored is awaited, not requested again
    cx.until(|s| {
        let settled = s
            .accounts
            .by
            .get(&namespace)
            .is_none_or(|account| matches!(account.status, Status::Connected | Status::Disconnected));
        (s.lifecycle.initialized && settled).then_some(())
    })
    .await;
    if addresses(cx, namespace).is_none() {
        cx.update(|s| router::open(s, Some(View::Connect)));
        cx.until(|s| {
            let account = s.accounts.by.get(&namespace);
            let connected = account.is_some_and(|account| account.status == Status::Connected);
            let gave_up = !s.router.open && !s.connect.is_running();
            (connected || gave_up).then_some(())
        })
        .await;
    }
    addresses(cx, namespace).ok_or(Error::UserRejected)
}

/// The network for requests of a namespace: the active network, or the network of its account while the page shows another namespace.
pub(super) fn chain_of(state: &State, namespace: Namespace) -> Option<ChainId> {
    let stands = || state.accounts.by.get(&namespace)?.native.chain.clone();
    let is_of_it = |chain: &ChainId| chain.namespace == namespace;
    let shown = state.networks.shown_chain().filter(is_of_it);
    shown.or_else(|| stands().filter(is_of_it)).or_else(|| networks::home_of(state, namespace))
}

/// The account, wallet and network that a request is for. They must be unchanged when the wallet gets the request.
struct Of<'a> {
    namespace: Namespace,
    handle: WalletHandle,
    address: &'a str,
    shown: Option<ChainId>,
}

impl Of<'_> {
    fn is_same(&self, cx: &Cx) -> bool {
        cx.read(|s| {
            let account = s.accounts.by.get(&self.namespace).filter(|of| of.status == Status::Connected);
            account.is_some_and(|account| {
                account.handle == Some(self.handle)
                    && account.current().is_some_and(|entry| entry.address == self.address)
            }) && chain_of(s, self.namespace) == self.shown
        })
    }
}

/// Lets the user review a request before a wallet gets it (10.12). For the embedded wallet only dangerous requests are reviewed. Returns
/// the id of the review. The wallet, its account and its network must be unchanged afterwards.
async fn review(
    cx: &Cx,
    of: &Of<'_>,
    standing: Option<&Standing>,
    other: Option<&ChainId>,
    method: &str,
    params: &Value,
) -> Result<Option<u64>> {
    let Of { namespace, handle, address, .. } = *of;
    let is_embedded = matches!(handle, WalletHandle::Embedded(_));
    let chain = standing.map(|standing| standing.chain().clone()).or_else(|| of.shown.clone());
    let chain = other.cloned().or(chain);
    let is_elsewhere = chain != of.shown || other.is_some();
    let is_due = cx.read(|s| review::may_concern(s, namespace, method, params, is_elsewhere));
    // the embedded wallet's frame shows a grant itself; the modal shows it again after it was granted
    let is_due = is_due && !(is_embedded && method == permissions::GRANT);
    let (true, Some(chain)) = (is_due, chain) else { return Ok(None) };
    let at = review::At { chain: &chain, is_elsewhere, is_other: other.is_some() };
    let read = review::read_first(cx, method, params, (address, is_embedded), at);
    // if the user disconnects meanwhile, that isn't an approval
    let read = cx.start(ScopeId::Connection(namespace), read);
    let answer = match standing {
        Some(standing) => standing.beside(read).await?,
        None => read.await?,
    };
    let id = match answer {
        Reply::Json(text) => json::parse(&text, usize::MAX).ok().and_then(|answer| answer.whole("id")),
        Reply::Done => None,
    };
    let stands = match (standing, of.is_same(cx)) {
        (_, false) => Err(Error::UserRejected),
        (Some(standing), true) => standing.check().await,
        (None, true) => Ok(()),
    };
    if let Err(error) = stands.and_then(|()| of.is_same(cx).then_some(()).ok_or(Error::UserRejected)) {
        reviewed(cx, id);
        return Err(error);
    }
    Ok(id)
}

/// Rejects a request that the browser wallet can't receive in full, before the review. Only this check counts here; the reader reports
/// errors in the request itself.
///
/// # Errors
/// As the modal's half of that wallet says it.
async fn takes(cx: &Cx, of: &Of<'_>, chain: Option<&ChainId>, method: &str, params: &Value) -> Result<()> {
    let is_asked =
        matches!(of.handle, WalletHandle::Page(_)) && namespaces::is_told_in_parts(of.namespace, method);
    let Some(chain) = chain.filter(|_| is_asked) else { return Ok(()) };
    let asked = namespaces::in_page(of.namespace, method, params.clone(), chain, of.address);
    let Some(asked) = asked else { return Ok(()) };
    let said = connectors::request(cx, of.handle, connectors::TAKES, &asked);
    match cx.within(WALLET_SILENT_MS, said).await {
        Some(Err(error)) if matches!(error.code(), Code::Number(UNSUPPORTED)) => Err(error),
        _ => Ok(()),
    }
}

/// Ends the review, whatever its result.
fn reviewed(cx: &Cx, id: Option<u64>) {
    if let Some(id) = id {
        cx.background(ScopeId::App, review::done(cx, id));
    }
}

/// Whether the wallet returned the payload that it signed, so that the engine can compare it.
///
/// # Errors
/// [`Error::SignedElse`]: another transaction might have been broadcast. [`Error::PartNotLoaded`].
async fn is_what_was_asked(cx: &Cx, namespace: Namespace, asked: &Value, answer: &Value) -> Result<()> {
    let id = || answer.text("txid").map(Into::into);
    let checked = request_readers::check_answer(cx, namespace, asked, answer).await;
    checked.map_err(|error| match error {
        Error::NotWhatWasShown => Error::SignedElse { id: id() },
        error => error,
    })
}

/// Compares a signed transaction with the request, then has the wallet broadcast it in a second call. Without a match the second call is
/// never made. It is made only once.
async fn push(
    cx: &Cx,
    namespace: Namespace,
    wallet: WalletHandle,
    asked: &Value,
    signed: &Value,
    token: &str,
) -> Result<Value> {
    is_what_was_asked(cx, namespace, asked, signed).await?;
    let params = json!({ "psbt": signed["psbt"], "chain": asked["chain"] });
    money::kept(cx, token, asked.text("chain").unwrap_or_default()).await?;
    let said = connectors::send(cx, wallet, connectors::PUSH, &params, token).await?;
    Ok(json!({ "psbt": signed["psbt"], "txid": said.field("txid") }))
}

/// Sends the request to the connected wallet.
async fn wallet(cx: &Cx, namespace: Namespace, method: String, params: Value) -> Result<Reply> {
    let account = cx.read(|s| {
        let account = s.accounts.by.get(&namespace).filter(|account| account.status == Status::Connected)?;
        account.handle.zip(account.current().map(|entry| entry.address.clone()))
    });
    let (handle, address) = account.ok_or(Error::Unauthorized)?;
    let shown = cx.read(|s| chain_of(s, namespace));
    let of = Of { namespace, handle, address: &address, shown };
    let params = signing::params::put_right(&method, params);
    // an unknown method is rejected as such, whatever its parameters are (6.6)
    let is_embedded = matches!(handle, WalletHandle::Embedded(_));
    let is_known = match is_embedded {
        true => namespaces::embedded_class(namespace, &method).is_ok(),
        false => namespaces::method_class(namespace, &method).is_ok(),
    };
    // viem tries this name next; if the wallet doesn't support it, viem reports the first error
    let is_second_name = method != eip155::SEND && eip155::is_send(&method);
    let has_not = |error: Error| match error {
        Error::Unauthorized | Error::MethodNotAllowed | Error::Rpc { code: 4100 | 4200, .. }
            if is_second_name =>
        {
            Error::rpc(-32601, "The wallet doesn't support this method")
        }
        error => error,
    };
    if is_second_name && is_embedded {
        return Err(has_not(Error::MethodNotAllowed));
    }
    let is_of_table = namespaces::session_methods(namespace).contains(&method.as_str());
    if !is_of_table && !connectors::grants(cx, handle, &method).await {
        return Err(has_not(Error::Unauthorized));
    }
    let now_s = cx.ports().clock.now_ms() / 1_000;
    let check = |chain: Option<&ChainId>| {
        // the embedded wallet's frame describes its requests itself, and has no text for this one
        let delegates = match (chain, handle) {
            (None, _) | (_, WalletHandle::Embedded(_)) => Vec::new(),
            (Some(chain), _) => {
                cx.read(|s| signing::delegates::named(s.options.rest.get("accountDelegates"), chain))
            }
        };
        let rest = signing::delegates::without(&method, &params, chain, &delegates)?;
        signing::check_request(&method, rest.as_ref().unwrap_or(&params), &address, chain, now_s)
    };
    let standing = match is_known {
        true => {
            check(of.shown.as_ref())?;
            Standing::ask(cx, namespace, handle, &method).await?
        }
        false => None,
    };
    if !of.is_same(cx) {
        return Err(Error::UserRejected);
    }
    let chain = standing.as_ref().map(|standing| standing.chain().clone()).or_else(|| of.shown.clone());
    if standing.is_some() {
        check(chain.as_ref())?;
    }
    // a batch and typed data name their own chain: the review shows it, and the user sees a note
    let named_chain = namespaces::named_chain(namespace, &method, &params);
    let other = named_chain.filter(|named| is_known && Some(named) != chain.as_ref());
    if other.is_some() && is_embedded && namespaces::moves_money(namespace, &method, &params) {
        return Err(Error::BadParams { field: "chainId".into() });
    }
    let chain = other.clone().or(chain);
    let params = match &chain {
        Some(chain) => namespaces::on_chain(namespace, &method, params, chain),
        None => params,
    };
    takes(cx, &of, chain.as_ref(), &method, &params).await?;
    let moves = namespaces::moves_money(namespace, &method, &params);
    // the form for browser wallets, which includes the account and the chain, whatever wallet gets it
    let named = chain.as_ref().filter(|_| moves);
    let named =
        named.and_then(|chain| namespaces::in_page(namespace, &method, params.clone(), chain, &address));
    let named = named.unwrap_or_else(|| params.clone());
    // queried during the review, so the result is from before the wallet gets the request
    let stand = match &chain {
        Some(chain) if moves => StandOfHost::ask(cx, chain, &named),
        _ => StandOfHost::default(),
    };
    // the embedded wallet itself rejects unknown methods, without a review
    let read = match is_known {
        true => review(cx, &of, standing.as_ref(), other.as_ref(), &method, &params).await?,
        false => None,
    };
    let params = match (&chain, handle) {
        (Some(chain), WalletHandle::Page(_)) => {
            let asked = namespaces::in_page(namespace, &method, params, chain, &address);
            let Some(asked) = asked else {
                reviewed(cx, read);
                return Err(Error::BadParams { field: "chain".into() });
            };
            asked
        }
        _ => params,
    };
    let mut bytes = [0u8; 4];
    cx.ports().random.fill(&mut bytes);
    let id = u64::from(u32::from_be_bytes(bytes));
    let phase = |phase| Event::Request { id, namespace, method: method.clone(), phase, verified: None };
    let checked: Rc<RefCell<Option<Value>>> = Rc::default();
    let is_checked = checked.clone();
    cx.update(|s| s.emit(phase("pending")));
    let (asked, sent) = (method.clone(), params.clone());
    // the chain of the broadcast, wherever the wallet is now
    let chain = chain.map(|chain| chain.to_string()).unwrap_or_default();
    let token = alloc::format!("{OF_HOST}{chain}#{id}");
    // users can take their time; a request that can move money is followed beyond this limit and beyond its connection
    let scope = if moves { ScopeId::App } else { ScopeId::Connection(namespace) };
    let (flow_cx, of_chain) = (cx.clone(), chain.clone());
    let waits = Rc::new(Cell::new(true));
    let (is_awaited, of_stand, request) = (waits.clone(), stand.clone(), named.clone());
    let of_token = token.clone();
    // a transaction that might have been broadcast, with a wallet that reports nothing more
    let doubt = Rc::new(Cell::new(false));
    let doubted = doubt.clone();
    let told: Rc<Cell<bool>> = Rc::default();
    let is_sent_told = told.clone();
    let asking = cx.start(scope, async move {
        let before = of_stand.now();
        let answer = match moves {
            true => connectors::send(&flow_cx, handle, &asked, &sent, &of_token),
            false => Box::pin({
                let (cx, asked, sent) = (flow_cx.clone(), asked.clone(), sent.clone());
                async move { connectors::request(&cx, handle, &asked, &sent).await }
            }),
        };
        let answer = match answer.await {
            Ok(signed)
                if moves
                    && matches!(handle, WalletHandle::Page(_))
                    && signed.flag("unsent") == Some(true) =>
            {
                push(&flow_cx, namespace, handle, &sent, &signed, &of_token).await
            }
            answer => answer,
        };
        // the wallet has responded; the node's data can arrive later and needs no confirmation (10.58)
        reviewed(&flow_cx, read);
        let answer = match answer {
            Err(error) if moves => {
                let request = SentRequest { chain: of_chain.clone(), request: request.clone(), before };
                match money::outcome_of(&flow_cx, error, &request).await {
                    Outcome::NotSent(error) => {
                        // also drops the record that was stored before the broadcast
                        if !is_awaited.get() || !namespaces::sends_transaction(namespace, &asked) {
                            money::dropped(&flow_cx, &of_token);
                        }
                        return Err(error);
                    }
                    Outcome::Altered(error, hash) => {
                        let (token, chain, request) = (of_token.clone(), of_chain.clone(), request.request);
                        let of = money::Compare { token, chain, hash, request, ..money::Compare::default() };
                        money::altered(&flow_cx, of);
                        return Err(error);
                    }
                    Outcome::Unknown(error) => {
                        doubted.set(true);
                        return Err(error);
                    }
                }
            }
            answer => answer.map_err(|error| match asked.as_str() {
                // the user rejected it, with the text of 8.19; the code stays 4001
                "personal_sign" | "eth_sign" | "solana_signMessage" if error.is_refusal() => {
                    Error::SignatureDeclined
                }
                asked if eip155::is_typed(asked) && error.is_refusal() => Error::SignatureDeclined,
                _ => error,
            })?,
        };
        let sends = namespaces::sends_transaction(namespace, &asked);
        let hash = transactions::id_of(&of_chain, &answer).filter(|_| sends);
        // the page gets the "sent" event before the result; if the wallet returned the signed payload, that is verified first
        is_sent_told.set(hash.is_some() && !namespaces::returns_signed_payload(namespace));
        if moves && (!is_awaited.get() || is_sent_told.get()) {
            flow_cx.update(|s| s.emit(transactions::of_host(&of_chain, &answer)));
        }
        if sends {
            // follows the transaction on the network, even if this connection ends (10.27)
            let (token, chain, is_reviewed) = (of_token.clone(), of_chain.clone(), read.is_some());
            let is_proposed = flow_cx.read(|s| s.wallets.proposes(handle));
            let request = request.clone();
            let of = money::Compare { token, chain, hash, request, stood: before, is_reviewed, is_proposed };
            money::follow(&flow_cx, of);
        }
        signing::check_answer(&asked, &answer)?;
        let mut answer = answer;
        if namespace == Namespace::Polkadot
            && let Some(fields) = answer.as_object_mut()
        {
            // nothing to compare it with, and the user reviewed exactly the signed data
            fields.remove("signedTransaction");
        }
        if let Err(error) = is_what_was_asked(&flow_cx, namespace, &sent, &answer).await {
            if let Error::SignedElse { id: hash } = &error
                && moves
            {
                let (token, chain, hash) = (of_token.clone(), of_chain.clone(), hash.clone());
                let of = money::Compare { token, chain, hash, request, ..money::Compare::default() };
                money::altered(&flow_cx, of);
            }
            return Err(error);
        }
        if moves
            && !namespaces::sends_transaction(namespace, &asked)
            && let Some(id) = answer.text("txid")
        {
            money::followed(&flow_cx, &of_token, &of_chain, id, &sent);
        }
        permissions::changed(&flow_cx, &asked);
        if asked == "personal_sign" {
            let said =
                crate::features::sign_in::check_personal(&flow_cx, &of_chain, &sent, &answer, &address)
                    .await?;
            let is_true = matches!(&said, Reply::Json(text) if text == "true");
            *is_checked.borrow_mut() = Some(if is_true { json!(true) } else { Value::Null });
        }
        Ok(Reply::Json(crate::json::text(&answer)))
    });
    let flow_cx = cx.clone();
    let answer = cx.start(ScopeId::Connection(namespace), async move {
        flow_cx.within(WALLET_REQUEST_MS, asking).await.unwrap_or(Err(Error::WalletSilent))
    });
    let answer = answer.await;
    waits.set(false);
    reviewed(cx, read);
    cx.update(|s| {
        let mut end = phase(if answer.is_ok() { "done" } else { "failed" });
        if let Event::Request { verified, .. } = &mut end
            && answer.is_ok()
        {
            *verified = checked.take();
        }
        s.emit(end);
        let status = match &answer {
            Ok(_) if told.get() => return,
            Ok(_) => TransactionStatus::Sent,
            // the wallet has not refused: it may still be sent
            Err(Error::WalletSilent | Error::Unreadable { .. }) => TransactionStatus::Unknown,
            Err(_) if doubt.get() => TransactionStatus::Unknown,
            Err(_) => return,
        };
        let chain = chain.clone();
        if namespaces::sends_transaction(namespace, &method) {
            let hash = match &answer {
                Ok(Reply::Json(text)) => {
                    json::parse(text, usize::MAX).ok().and_then(|answer| transactions::id_of(&chain, &answer))
                }
                _ => None,
            };
            s.emit(Event::Transaction { hash, chain, status, kind: TransactionKind::Request });
        }
    });
    // the page that sent a batch follows it itself (EIP-5792)
    let is_followed =
        namespaces::is_own_history(namespace) || namespaces::sends_transaction(namespace, &method);
    let is_unknown =
        doubt.get() || matches!(answer, Err(Error::WalletSilent | Error::Unreadable { .. })) && moves;
    if is_unknown && is_followed {
        let is_reviewed = read.is_some();
        let of = money::Compare { token, chain, request: named, is_reviewed, ..money::Compare::default() };
        stand.find(cx, of);
    }
    answer.map_err(has_not)
}
