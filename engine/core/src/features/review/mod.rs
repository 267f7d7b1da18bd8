//! A host's request is said in words before an external wallet is asked (option `reviewRequests`, 10.12, 10.27). The embedded wallet says
//! it in its own frame.

pub mod model;
pub mod said;

use crate::api::rpc;
use crate::caip::ChainId;
use crate::command::{needed, unknown_action};
use crate::error::{Error, Result};
use crate::features::account::model::tokens::TokenItem;
use crate::features::review::model::{Named, Pending, ReviewPhase};
use crate::features::shell::router::{self, CloseReason, View};
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::json::Read;
use crate::namespaces::eip155::deeds::{self, Deed, Nobody};
use crate::namespaces::eip155::descriptor::Shown;
use crate::namespaces::eip155::transfer::DECIMALS;
use crate::namespaces::money;
use crate::store::State;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use futures_util::future::join;
use serde_json::{Value, json};

/// Lines that are read; a batch of more is nobody's to read.
const DEEDS_MAX: usize = 100;
/// Amounts in the words of a site whose token is asked for its decimals; of the others base units are shown.
const SAID_TOKENS_MAX: usize = 8;
/// Of the request, as it is shown under "Details".
const RAW_CHARS_MAX: usize = 20_000;

/// Commands about the request on the screen.
#[cfg(test)]
#[derive(ts_rs::TS)]
#[ts(tag = "type")]
#[allow(dead_code)]
pub enum ReviewCommand {
    /// The wallet may be asked.
    #[ts(rename = "review.confirm")]
    Confirm { id: u32 },
    /// It may not.
    #[ts(rename = "review.cancel")]
    Cancel {},
}

/// Whether a request may be one to be read first: decided without the part that reads it.
#[must_use]
pub fn may_concern(state: &State, method: &str, params: &Value) -> bool {
    let is_of = |methods: &[&str]| methods.contains(&method);
    match state.options.rest.get("reviewRequests").and_then(Value::as_str) {
        Some("never") => false,
        Some("always") => {
            is_of(&["eth_sendTransaction", "wallet_sendCalls", "eth_signTypedData_v4", "personal_sign"])
        }
        _ if method == "eth_sendTransaction" => {
            let data = params.get(0).and_then(|call| call.text("data").or_else(|| call.text("input")));
            let is_plain = data.is_none_or(|data| data.len() <= 2);
            !is_plain || params.get(0).is_some_and(|call| call.field("to").is_none())
        }
        _ => is_of(&["wallet_sendCalls", "eth_signTypedData_v4"]),
    }
}

/// Runs a command; `ask`, `done` and `differs` are the engine's own.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        cx.draw(|drawers| &mut drawers.review, |state| crate::snapshot::text(&model::slice(state)));
        match action.as_str() {
            "ask" => return ask(&cx, &command).await,
            "confirm" => {
                let id = command.whole("id");
                cx.update(|s| {
                    let is_read = s.review.phase == ReviewPhase::Review;
                    let first =
                        s.review.list.first_mut().filter(|first| is_read && id == Some(first.id.into()));
                    if let Some(first) = first {
                        first.decided = first.decided.or(Some(true));
                    }
                });
            }
            "cancel" => cancel(&cx),
            "done" => {
                let id = command.whole("id").unwrap_or_default();
                leave(&cx, |pending| u64::from(pending.id) == id);
            }
            "differs" => differs(&cx, needed(&command, "link").ok()),
            _ => return Err(unknown_action("review", &action)),
        }
        Ok(Reply::Done)
    })
}

/// The person says no, or has seen what the network has instead.
fn cancel(cx: &Cx) {
    let is_seen = cx.update(|s| {
        let is_seen = core::mem::take(&mut s.review.phase) == ReviewPhase::Differs;
        s.review.link = None;
        if !is_seen && let Some(first) = s.review.list.first_mut() {
            first.decided = first.decided.or(Some(false));
        }
        is_seen
    });
    if is_seen {
        leave(cx, |_| false);
    }
}

/// A call that nobody knows: of one network, since the same address is another contract elsewhere.
fn call_key(chain: &ChainId, to: &str, selector: &str) -> (String, String) {
    (alloc::format!("{chain}:{to}"), selector.to_string())
}

/// Asks the person; resolves with the id of what was reviewed, or with nothing where it need not be.
async fn ask(cx: &Cx, command: &Value) -> Result<Reply> {
    let (method, from) = (needed(command, "method")?, needed(command, "from")?);
    let chain = ChainId::parse(needed(command, "chain")?).ok_or(Error::NoNetwork)?;
    let params = command.field("params").cloned().unwrap_or_default();
    let mut found = deeds::read(method, &params, &Nobody);
    let is_always =
        cx.read(|s| s.options.rest.get("reviewRequests").and_then(Value::as_str) == Some("always"));
    let is_news = |deed: &Deed| match deed {
        Deed::Call { to, selector, .. } => {
            cx.read(|s| !s.review.known.contains(&call_key(&chain, to, selector)))
        }
        deed => deed.is_risky(),
    };
    let is_due = is_always || method == "wallet_sendCalls" || found.iter().any(is_news);
    if !is_due || found.is_empty() {
        return Ok(Reply::Done);
    }
    if let Some(said) = said::read(cx, &found, command).await {
        found = said;
    }
    found.truncate(DEEDS_MAX);
    let moved = async {
        let network =
            cx.read(|s| s.networks.find(&chain).cloned()).filter(|_| method == "eth_sendTransaction")?;
        money::load(cx, network.chain_namespace).await;
        money::changes(cx, &network, &params).await
    };
    let (tokens, changes) = join(tokens(cx, &chain, &found), moved).await;
    let raw: String = crate::json::text(&params).chars().take(RAW_CHARS_MAX).collect();
    let id = cx.update(|s| {
        s.review.last_id += 1;
        let id = s.review.last_id;
        s.review.list.push(Pending {
            id,
            method: method.to_string(),
            chain,
            from: from.to_string(),
            deeds: found,
            tokens,
            changes: changes.unwrap_or_default(),
            raw,
            decided: None,
        });
        if s.review.phase == ReviewPhase::Differs {
            s.review.phase = ReviewPhase::Review;
        }
        if !s.router.open {
            s.review.opened = true;
            router::open(s, Some(View::ReviewRequest));
        } else {
            router::push(s, View::ReviewRequest);
        }
        id
    });
    // nobody may wait for it any more (the account is gone): then nothing of it stays
    let mut asked = Asked { cx: cx.clone(), id, is_over: false };
    let yes = cx
        .until(|s| {
            let pending = s.review.list.iter().find(|pending| pending.id == id);
            let is_shown = s.router.open && s.router.stack.contains(&View::ReviewRequest);
            match pending.map(|pending| pending.decided) {
                Some(Some(decided)) => Some(decided),
                Some(None) if is_shown => None,
                _ => Some(false), // closed, or left by going back
            }
        })
        .await;
    if !yes {
        return Err(Error::UserRejected);
    }
    asked.is_over = true;
    cx.update(|s| {
        let read = s.review.list.iter().find(|pending| pending.id == id).into_iter();
        let known: Vec<(String, String)> = read
            .flat_map(|pending| pending.deeds.iter().map(|deed| (&pending.chain, deed)))
            .filter_map(|(chain, deed)| match deed {
                Deed::Call { to, selector, .. } if !to.is_empty() => Some(call_key(chain, to, selector)),
                _ => None,
            })
            .collect();
        s.review.known.extend(known);
        s.review.phase = ReviewPhase::Waiting;
    });
    Ok(Reply::Json(crate::json::text(&json!({ "id": id }))))
}

/// A request that waits for a decision.
struct Asked {
    cx: Cx,
    id: u32,
    is_over: bool,
}

impl Drop for Asked {
    fn drop(&mut self) {
        if !self.is_over {
            let (cx, id) = (self.cx.clone(), self.id);
            self.cx.background(ScopeId::App, async move {
                leave(&cx, |pending| pending.id == id);
                Ok(Reply::Done)
            });
        }
    }
}

/// The tokens of which a deed says how much.
fn tokens_of(deed: &Deed) -> Vec<&String> {
    match deed {
        Deed::Transfer { token, .. }
        | Deed::Approve { token, .. }
        | Deed::Permit { token, .. }
        | Deed::Move { token, .. } => alloc::vec![token],
        Deed::Call { said: Some(said), .. } | Deed::Typed { said: Some(said), .. } => {
            let shown = said.facts.iter().map(|fact| &fact.shown);
            let of = shown
                .filter_map(|shown| if let Shown::Token { token, .. } = shown { Some(token) } else { None });
            of.take(SAID_TOKENS_MAX).collect()
        }
        _ => Vec::new(),
    }
}

/// What is known of the tokens of a request: a symbol where the account's list has the contract, decimals by its own word.
async fn tokens(cx: &Cx, chain: &ChainId, deeds: &[Deed]) -> Vec<Named> {
    let mut all: Vec<Named> = Vec::new();
    let network = cx.read(|s| s.networks.find(chain).cloned());
    for token in deeds.iter().flat_map(tokens_of) {
        if all.iter().any(|named| named.address == *token) {
            continue;
        }
        let id = alloc::format!("{chain}:{token}");
        let is_it = |item: &&TokenItem| item.id == id && !item.unverified;
        let symbol = cx.read(|s| s.tokens.list.iter().find(is_it).map(|item| item.symbol.clone()));
        let decimals = match &network {
            Some(network) => {
                let params = json!([{ "to": token, "data": DECIMALS }, "latest"]);
                let answer = rpc::quantity(cx, network, "eth_call", &params).await.ok();
                answer
                    .and_then(|units| u8::try_from(units).ok())
                    .filter(|d| *d <= crate::amount::DECIMALS_MAX)
            }
            None => None,
        };
        all.push(Named { address: token.clone(), decimals, symbol });
    }
    all
}

/// A request is over: the next one is shown, or the modal as it was before.
fn leave(cx: &Cx, is_it: impl Fn(&Pending) -> bool) {
    let closes = cx.update(|s| {
        let first = s.review.list.first().map(|pending| pending.id);
        s.review.list.retain(|pending| !is_it(pending));
        let is_next = s.review.list.first().map(|pending| pending.id) != first;
        if is_next && s.review.phase != ReviewPhase::Differs {
            s.review.phase = ReviewPhase::Review;
        }
        let is_over = s.review.list.is_empty() && s.review.phase != ReviewPhase::Differs;
        let is_here = s.router.open && s.router.view() == Some(View::ReviewRequest);
        if !is_over || !is_here {
            s.review.opened &= !is_over || is_here;
            return false;
        }
        let closes = core::mem::take(&mut s.review.opened) || s.router.stack.len() <= 1;
        if !closes {
            router::drop_view(s, View::ReviewRequest);
        }
        closes
    });
    if closes {
        router::close(cx, CloseReason::Success);
    }
}

/// The network has something else than what was shown: said where it was shown (10.27).
fn differs(cx: &Cx, link: Option<&str>) {
    cx.update(|s| {
        s.review.phase = ReviewPhase::Differs;
        s.review.link = link.map(Into::into);
        if !s.router.open {
            s.review.opened = true;
            router::open(s, Some(View::ReviewRequest));
        } else {
            router::push(s, View::ReviewRequest);
        }
    });
}
