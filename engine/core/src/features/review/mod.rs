//! Shows a request of the page to the user in plain words before a wallet gets it (option `reviewRequests`, 10.12, 10.27). The embedded
//! wallet describes requests in its own frame. The modal also reviews those that are known to be dangerous.
//!
//! `host/wallet_request/review.rs` runs the part `review`. The namespace's reader (`namespaces/request_readers.rs`, a separate part such as
//! `eip155_requests`) turns the request into effects, each with a risk (`namespaces/effects.rs`): normal, review, warning, critical or
//! blocked. Without a reader the effect is "unread". A blocked effect rejects the request (`Error::ActionNotAllowed`). The user reviews
//! every batch, and every request with the risk `review` or higher. The approval is valid for this request, account and network. A critical
//! effect needs a separate confirmation first (`review.accept`). Both are real clicks of the user (`element/src/engine/trusted-click.ts`).
//! The review never omits anything silently: all warnings come first, and a request above [`REVIEW_LINES_MAX`] or [`REVIEW_BYTES_MAX`]
//! shows its size and can't be approved. Once approved, the same unknown call isn't reviewed again while the page lives, unless it carries
//! further calls that weren't all read (`namespaces/eip155/reader/carried.rs`).
//!
//! The page can describe its own contracts (option `clearSigning`). `namespaces/eip155/reader/descriptor/` reads the descriptors and `abi.rs`
//! the call data, completely or not. The review marks these texts as the site's. The readers are a separate part ([`said`]), which loads
//! for unknown calls on a page with descriptors. Without it the call stays unknown.

pub mod model;
pub mod said;
#[cfg(test)]
mod vectors;

use crate::caip::{ChainId, Namespace};
use crate::command::{needed, unknown_action};
use crate::constants::{REVIEW_BYTES_MAX, REVIEW_LINES_MAX, REVIEW_LINES_SHOWN, SIMULATION_MS};
use crate::error::{Error, Result};
use crate::features::account::Token;
use crate::features::review::model::{Pending, ReviewPhase, TokenInfo};
use crate::features::review::said::DescriptorsAction;
use crate::features::shell::{CloseReason, View, router};
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::json::Read;
use crate::json::json;
use crate::namespaces::clauses::Clause;
use crate::namespaces::effects::{
    Carries, Effect, EffectKind, EffectText, FactValue, HowMuch, Reading, Risk, SaysNothing, Tried,
    highest_risk_first,
};
use crate::namespaces::request_readers::{self, HostRequest, Named};
use crate::namespaces::terms::{self, OwnSymbol, Terms};
use crate::namespaces::{self, money};
use crate::signing::sign_in;
use crate::store::State;
use crate::text;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use futures_util::future::{join, join_all};
use serde_json::Value;

pub(crate) use said::check_host_descriptors;

/// Requests of the page's life that are remembered as read.
const KNOWN_MAX: usize = 20;
/// Maximum number of tokens in a site's description to fetch decimals for. Further amounts are shown in base units.
const SAID_TOKENS_MAX: usize = 8;
/// Maximum number of tokens from a simulation to fetch symbols and decimals for.
const MOVED_TOKENS_MAX: usize = 8;

crate::command::commands! {
    /// Commands about the request on the screen.
    pub enum ReviewCommand, ReviewAction {
        /// The user approves: send the request to the wallet.
        "confirm" Confirm { id: u32 },
        /// Sets or clears the separate confirmation of a critical effect.
        "accept" Accept { id: u32, accepted: bool },
        /// The user cancels.
        "cancel" Cancel {},
    }
    own {
        "ask" Ask,
        "done" Done,
        "differs" Differs,
    }
}

/// The chain that the request acts on.
#[derive(Clone, Copy)]
pub(crate) struct At<'a> {
    /// The network.
    pub(crate) chain: &'a ChainId,
    /// It is not the one that the page shows.
    pub(crate) is_elsewhere: bool,
    /// The chain that the request names, if the wallet is on another one.
    pub(crate) is_other: bool,
}

/// Lets the user review a request. Replies with the id of the review, or with nothing if none is needed.
pub(crate) fn read_first(
    cx: &Cx,
    method: &str,
    params: &Value,
    (from, is_embedded): (&str, bool),
    at: At<'_>,
) -> Flow {
    let chain = at.chain.to_string();
    let mut command = json!({ "method": method, "params": params, "from": from, "chain": chain, "elsewhere": at.is_elsewhere });
    if let Some(fields) = command.as_object_mut() {
        for (name, _) in [("embedded", is_embedded), ("other", at.is_other)].into_iter().filter(|(_, is)| *is)
        {
            fields.insert(name.into(), true.into());
        }
    }
    cx.run("review", ReviewAction::Ask, command)
}

/// Ends the review, whatever its result.
pub(crate) fn done(cx: &Cx, id: u64) -> Flow {
    cx.run("review", ReviewAction::Done, json!({ "id": id }))
}

/// The network has other data than the review showed. Shows that in the review.
pub(crate) fn show_differs(cx: &Cx, link: Option<String>) -> Flow {
    cx.run("review", ReviewAction::Differs, json!({ "link": link }))
}

/// Checks the descriptors that the page brings.
fn check_descriptors(cx: &Cx) -> Flow {
    cx.run("descriptors", DescriptorsAction::Check, Value::Null)
}

/// Reads a request with the page's descriptors: `asked` is the request and the ticket for the result.
fn read_descriptors(cx: &Cx, asked: Value) -> Flow {
    cx.run("descriptors", DescriptorsAction::Read, asked)
}

/// Whether a request can be one to be read first: decided without the part that reads it.
#[must_use]
pub fn may_concern(
    state: &State,
    namespace: Namespace,
    method: &str,
    params: &Value,
    is_elsewhere: bool,
) -> bool {
    let is_wanted = option(state) != Some("never");
    let is_always = is_elsewhere || option(state) == Some("always");
    is_wanted && namespaces::is_read_first(namespace, method, params, is_always)
}

/// The option `reviewRequests`, if it is not the default.
fn option(state: &State) -> Option<&str> {
    state.options.rest.get("reviewRequests").and_then(Value::as_str)
}

/// Runs a command; `ask`, `done` and `differs` are the engine's own.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        cx.draw("review", |state| crate::snapshot::text(&model::slice(state)));
        match action.as_str() {
            ReviewAction::Ask => return ask(&cx, &command).await,
            ReviewAction::Confirm => change_first(&cx, &command, |first| {
                if first.can_continue() {
                    first.decided = first.decided.or(Some(true));
                }
            }),
            ReviewAction::Accept => change_first(&cx, &command, |first| {
                first.is_accepted = command.flag("accepted") == Some(true);
            }),
            ReviewAction::Cancel => cancel(&cx),
            ReviewAction::Done => {
                let id = command.whole("id").unwrap_or_default();
                leave(&cx, |pending| u64::from(pending.id) == id);
            }
            ReviewAction::Differs => differs(&cx, needed(&command, "link").ok()),
            _ => return Err(unknown_action("review", &action)),
        }
        Ok(Reply::Done)
    })
}

/// The user's action on the visible review. An action for an earlier review has no effect.
fn change_first(cx: &Cx, command: &Value, change: impl FnOnce(&mut Pending)) {
    let id = command.whole("id");
    cx.update(|s| {
        let is_read = s.review.phase == ReviewPhase::Review;
        let first = s.review.list.first_mut().filter(|first| is_read && id == Some(first.id.into()));
        if let Some(first) = first {
            change(first);
        }
    });
}

/// The user says no, or has seen what the network has instead.
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

/// Whether the same request needs no second review: it calls an unknown contract and has no other effect that needs one.
fn is_repeatable(effects: &[Effect]) -> bool {
    let is_call = |effect: &Effect| {
        let is_read = !matches!(effect.carries, Carries::Unread | Carries::Part);
        effect.kind == EffectKind::Call && effect.risk < Risk::Critical && is_read
    };
    effects.iter().all(|effect| effect.risk < Risk::Review || is_call(effect))
}

/// Whether an effect is known to be dangerous. The embedded wallet's own frame shows the whole request, including unknown parts. The modal
/// reviews the dangerous ones too, because it can't rely on another site's frame.
fn is_known_danger(effect: &Effect) -> bool {
    let is_unknown = matches!(
        effect.kind,
        EffectKind::Call
            | EffectKind::Create
            | EffectKind::Sign
            | EffectKind::SignIn
            | EffectKind::Unread
            | EffectKind::Clause(Clause::Behind)
    );
    effect.risk >= Risk::Critical || effect.risk == Risk::Warning && !is_unknown
}

/// All of a request, its amounts with it: from this account on this network.
fn request_key(request: &HostRequest, raw: &str) -> String {
    [&request.from, " ", &request.chain.to_string(), " ", &request.method, " ", raw].concat()
}

/// A request of the host, as the command `review.ask` has it.
///
/// # Errors
/// [`Error::NoNetwork`] without a chain; as [`needed`].
pub(super) fn asked(cx: &Cx, command: &Value) -> Result<HostRequest> {
    let chain = ChainId::parse(needed(command, "chain")?).ok_or(Error::NoNetwork)?;
    let own =
        cx.read(|s| s.accounts.by.get(&chain.namespace).map(|of| (of.entries.clone(), of.is_confirmed())));
    let (own, are_named) = own.unwrap_or_default();
    Ok(HostRequest {
        method: needed(command, "method")?.into(),
        from: needed(command, "from")?.into(),
        own,
        are_named,
        chain,
        params: command.field("params").cloned().unwrap_or_default(),
    })
}

/// The effects and data of a request that the user has to review.
struct Due {
    effects: Vec<Effect>,
    is_batch: bool,
    raw: String,
    tried: Option<Tried>,
}

/// Shows the review. Resolves with its id, or with nothing if none is needed.
async fn ask(cx: &Cx, command: &Value) -> Result<Reply> {
    let request = asked(cx, command)?;
    let Some(due) = due(cx, &request, command).await? else { return Ok(Reply::Done) };
    let key = is_repeatable(&due.effects).then(|| request_key(&request, &due.raw));
    let id = show(cx, request, due).await;
    // the account can disconnect before the decision: then nothing of the request remains
    let mut asked = ReviewGuard { cx: cx.clone(), id, is_over: false };
    if !decided(cx, id).await {
        return Err(Error::UserRejected);
    }
    asked.is_over = true;
    confirmed(cx, key);
    Ok(Reply::Json(crate::json::text(&json!({ "id": id }))))
}

/// The effects of a request, if the user has to review it.
///
/// # Errors
/// [`Error::ActionNotAllowed`]: the request is blocked, and no wallet gets it.
async fn due(cx: &Cx, request: &HostRequest, command: &Value) -> Result<Option<Due>> {
    let HostRequest { chain, params, .. } = request;
    let Reading { mut effects, is_batch } = request_readers::effects(cx, request, &SaysNothing).await;
    let passed = |effects: &[Effect]| match effects.iter().any(|effect| effect.risk == Risk::Blocked) {
        true => Err(Error::ActionNotAllowed),
        false => Ok(()),
    };
    passed(&effects)?;
    if command.flag("other") == Some(true) {
        effects.push(Clause::Elsewhere.effect());
    }
    effects = sign_in::weighed(cx, effects);
    let mut tried = None;
    if let Some(network) = cx.read(|s| s.networks.find(chain).cloned()) {
        effects = request_readers::weighed(cx, &network, request, effects).await;
        (effects, tried) = request_readers::tried(cx, &network, request, effects).await;
        // the network reports that it is one
        passed(&effects)?;
    } else {
        // a network outside the page's configuration: the effects there are unknown
        for effect in &mut effects {
            effect.risk = effect.risk.max(Risk::Warning);
            if let (Some(number), Some(HowMuch::Units(_))) = (effect.number, effect.amount) {
                effect.amount = Some(HowMuch::Number(number));
            }
        }
    }
    let raw = crate::json::text(params);
    let is_known = || {
        let key = request_key(request, &raw);
        is_repeatable(&effects) && cx.read(|s| s.review.known.contains(&key))
    };
    if command.flag("embedded") == Some(true) && !effects.iter().any(is_known_danger) {
        return Ok(None);
    }
    let is_news = effects.iter().any(|effect| effect.risk >= Risk::Review) && !is_known();
    let is_elsewhere = command.flag("elsewhere") == Some(true);
    let is_due = is_batch || is_news || is_elsewhere || cx.read(|s| option(s) == Some("always"));
    if !is_due || effects.is_empty() {
        return Ok(None);
    }
    if let Some(said) = said::read(cx, &effects, command).await {
        effects = with_said(effects, said);
    }
    Ok(Some(Due { effects: riskiest_first(effects), is_batch, raw, tried }))
}

/// Adds the site's description to the effects. Its part of the binary reads the same effects.
fn with_said(effects: Vec<Effect>, said: Vec<Effect>) -> Vec<Effect> {
    let is_same = effects.len() == said.len();
    let both = effects.into_iter().zip(said.into_iter().map(Some).chain(core::iter::repeat(None)));
    both.map(|(effect, said)| Effect { said: said.filter(|_| is_same).and_then(|said| said.said), ..effect })
        .collect()
}

/// Sorts effects: critical first, then warnings, then the rest. Within a level the order of the request stays, with the largest amounts
/// first. If the list is folded, every effect with the risk `review` or higher stays visible, so that small transfers can't hide a large
/// one.
fn riskiest_first(mut effects: Vec<Effect>) -> Vec<Effect> {
    let least = if effects.len() > REVIEW_LINES_SHOWN { Risk::Normal } else { Risk::Review };
    highest_risk_first(&mut effects, least);
    effects
}

/// Adds a request to the queue, with its tokens and simulated changes.
async fn show(cx: &Cx, request: HostRequest, due: Due) -> u32 {
    let HostRequest { method, from, chain, params, .. } = request;
    let Due { mut effects, is_batch, mut raw, tried } = due;
    let is_too_large = raw.len() > REVIEW_BYTES_MAX || effects.len() > REVIEW_LINES_MAX;
    let left_out = effects.len().saturating_sub(REVIEW_LINES_MAX);
    effects.truncate(REVIEW_LINES_MAX);
    let raw_left_out = raw.len().saturating_sub(REVIEW_BYTES_MAX);
    raw = text::cut(raw, REVIEW_BYTES_MAX);
    for effect in &mut effects {
        // together they are not longer than the request
        if let Some(EffectText::Text(of)) = &mut effect.words {
            *of = text::cut(core::mem::take(of), REVIEW_BYTES_MAX);
        }
    }
    let moved = async {
        let network = cx.read(|s| s.networks.find(&chain).cloned());
        let network =
            network.filter(|_| tried.is_none() && namespaces::sends_transaction(chain.namespace, &method))?;
        // a part that fails to load must not block the review
        let asked = async {
            money::load(cx, network.chain_namespace).await;
            money::changes(cx, &network, &params).await
        };
        cx.within(SIMULATION_MS, asked).await.flatten()
    };
    let (tokens, changes) = join(tokens(cx, &chain, &effects, tried.as_ref()), moved).await;
    cx.update(|s| {
        s.review.last_id += 1;
        let id = s.review.last_id;
        s.review.list.push(Pending {
            id,
            method,
            chain,
            from,
            effects,
            is_batch,
            left_out,
            is_too_large,
            tokens,
            changes: changes.or(tried.as_ref().map(|tried| tried.changes.clone())).unwrap_or_default(),
            tried: tried.map(|tried| tried.fails),
            raw,
            raw_left_out,
            is_accepted: false,
            decided: None,
        });
        if s.review.phase == ReviewPhase::Differs {
            s.review.phase = ReviewPhase::Review;
        }
        open(s);
        id
    })
}

/// Shows the view, in the open modal or in one that is opened for it.
fn open(state: &mut State) {
    if !state.router.open {
        state.review.opened = true;
        router::open(state, Some(View::ReviewRequest));
    } else {
        router::push(state, View::ReviewRequest);
    }
}

/// Whether the user continues; closing, or leaving by going back, is a no.
async fn decided(cx: &Cx, id: u32) -> bool {
    cx.until(|s| {
        let pending = s.review.list.iter().find(|pending| pending.id == id);
        let is_shown = s.router.open && s.router.stack.contains(&View::ReviewRequest);
        match pending.map(|pending| pending.decided) {
            Some(Some(decided)) => Some(decided),
            Some(None) if is_shown => None,
            _ => Some(false),
        }
    })
    .await
}

/// The wallet gets the request next. Remembers it if a repetition needs no review.
fn confirmed(cx: &Cx, key: Option<String>) {
    cx.update(|s| {
        if let Some(key) = key.filter(|key| !s.review.known.contains(key)) {
            if s.review.known.len() >= KNOWN_MAX {
                s.review.known.remove(0);
            }
            s.review.known.push(key);
        }
        s.review.phase = ReviewPhase::Waiting;
    });
}

/// A request that waits for a decision.
struct ReviewGuard {
    cx: Cx,
    id: u32,
    is_over: bool,
}

impl Drop for ReviewGuard {
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

/// The tokens of which an effect says how much.
fn tokens_of(effect: &Effect) -> Vec<&String> {
    let named = effect.token().filter(|_| effect.kind != EffectKind::AllowAll);
    let shown = effect.said.iter().flat_map(|said| said.facts.iter()).filter_map(|fact| match &fact.shown {
        FactValue::Token { token, .. } => Some(token),
        _ => None,
    });
    named.into_iter().chain(shown.take(SAID_TOKENS_MAX)).collect()
}

/// Fetches the symbols and decimals of a request's tokens. The symbol comes from the account's token list, the rest from the contract.
/// Includes tokens of the simulation, because received tokens often appear in no effect.
async fn tokens(cx: &Cx, chain: &ChainId, effects: &[Effect], tried: Option<&Tried>) -> Vec<TokenInfo> {
    let network = cx.read(|s| s.networks.find(chain).cloned());
    let moved = tried.iter().flat_map(|tried| tried.changes.iter()).filter_map(|of| of.token.as_ref());
    let ruled = tried.iter().flat_map(|tried| tried.rules.iter()).map(|(token, _)| token);
    let mut tokens: Vec<&String> = Vec::new();
    for token in effects.iter().flat_map(tokens_of).chain(moved.chain(ruled).take(MOVED_TOKENS_MAX)) {
        if !tokens.contains(&token) {
            tokens.push(token);
        }
    }
    // a node that doesn't respond delays a request only once
    let named = join_all(tokens.iter().map(async |token| match &network {
        Some(network) => cx.within(SIMULATION_MS, request_readers::token(cx, network, token)).await.flatten(),
        None => None,
    }));
    let info = |(token, named): (&String, Option<Named>)| {
        let id = alloc::format!("{chain}:{token}");
        let is_it = |item: &&Token| item.id == id && item.is_known_by_name();
        let of_list = |item: &Token| (item.symbol.clone(), item.amount.decimals);
        let of_list = cx.read(|s| s.tokens.list.iter().find(is_it).map(of_list));
        let decimals = named.as_ref().map(|named| named.decimals);
        // without data from the network, the list's symbol isn't confirmed
        let silent =
            || Named { terms: Terms { symbol: OwnSymbol::Silent, ..Terms::default() }, ..Named::default() };
        let Named { symbol: listed, mut terms, .. } = named.unwrap_or_else(silent);
        let doubt = of_list
            .as_ref()
            .and_then(|(symbol, count)| terms::doubt((symbol, *count), &terms.symbol, decimals));
        let symbol = of_list.map(|(symbol, _)| symbol).or(listed).filter(|_| doubt.is_none());
        let of_effects = effects.iter().filter(|effect| effect.token() == Some(token));
        let of_effects =
            of_effects.filter_map(|effect| effect.of_token.as_ref()).flat_map(|of| of.rules.iter());
        let of_accounts = tried.iter().flat_map(|tried| tried.rules.iter());
        let of_accounts = of_accounts.filter(|(of, _)| of == token).map(|(_, rule)| rule);
        for rule in of_effects.chain(of_accounts) {
            if !terms.rules.contains(rule) {
                terms.rules.push(*rule);
            }
        }
        TokenInfo { address: token.clone(), decimals, symbol, terms, doubt }
    };
    let named = named.await;
    tokens.into_iter().zip(named).map(info).collect()
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

/// The network has other data than the review showed (10.27). Shows that in the review.
fn differs(cx: &Cx, link: Option<&str>) {
    cx.update(|s| {
        s.review.phase = ReviewPhase::Differs;
        s.review.link = link.map(Into::into);
        open(s);
    });
}
