//! Connecting a wallet over a relay, from the choice to the settled session, and what its connector is asked afterwards:
//! "a URI is made and shown as QR code and link; the wallet answers; the session is settled, checked and kept".

use crate::api::wallet_services::Listing;
use crate::caip::{ChainId, Namespace};
use crate::connectors::wallet_connect::ID;
use crate::connectors::wallet_connect::Sinks;
use crate::constants::{DEEP_LINK_WATCH_MS, PAIRING_EXPIRY_GUARD_MS, PAIRING_EXPIRY_MS, SWITCH_VERIFY_MS};
use crate::device::Device;
use crate::entities::AccountEntry;
use crate::entities::WalletHandle;
use crate::error::{Error, Result, foreign_text};
use crate::event::Event;
use crate::features::account::connection as account_flow;
use crate::features::account::connection::Connected;
use crate::features::connect;
use crate::features::directory::model::list::configured;
use crate::features::needed;
use crate::features::relay as pairing;
use crate::features::relay::PairingLinks;
use crate::features::relay::PairingPhase;
use crate::features::relay::Platform;
use crate::features::relay::ask as pairing_ask;
use crate::features::relay::sessions;
use crate::features::relay::sessions::Sessions;
use crate::features::shell::router;
use crate::features::shell::router::View;
use crate::features::sign_in;
use crate::features::unknown_action;
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::json::Read;
use crate::ports::provider::WalletEvent;
use crate::store::State;
use crate::{links, namespaces, qr, text, time};
use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::RefCell;
use futures_util::StreamExt;
use futures_util::future::{Either, select};
use serde_json::{Value, json};
use walletconnect::client::{Event as Wire, Session};
use walletconnect::relay::RelayState;

/// Of the directory.
fn listing_of(state: &State, id: &str) -> Option<Listing> {
    state.directory.listing(id).cloned()
}

/// URIs that may still be answered. Dropped with the attempt: nothing that comes later becomes a session (T18).
struct Offers {
    sessions: Rc<Sessions>,
    open: RefCell<Vec<u64>>,
}

impl Drop for Offers {
    fn drop(&mut self) {
        for proposal in self.open.borrow().iter() {
            self.sessions.with(|client, now| client.cancel(now, *proposal));
        }
    }
}

/// One attempt: offers URIs, each in time before the last one is old, until a wallet answers. Runs in the scope of the
/// connecting view.
async fn offer(cx: Cx, settled: Rc<RefCell<Option<Session>>>) -> Result<Reply> {
    let attempt = cx.phase(|state| {
        reset(state);
        connect::leave(state);
    });
    let result = attend(&cx).await;
    attempt.done();
    match result {
        Ok(session) => {
            cx.update(reset);
            *settled.borrow_mut() = Some(session);
            Ok(Reply::Done)
        }
        Err(error) => {
            let refused = error.is_refusal();
            cx.update(|state| {
                state.pairing.phase = if refused { PairingPhase::Rejected } else { PairingPhase::Failed };
                state.pairing.error = Some(error.data());
                (state.pairing.uri, state.pairing.qr) = (None, None);
                connect::leave(state);
                let event = if refused { "USER_REJECTED" } else { "CONNECT_ERROR" };
                state.tell(Event::track(event, &[("message", &error.to_string())]));
            });
            Err(error)
        }
    }
}

/// Nothing is offered any more.
fn reset(state: &mut State) {
    let pairing = &mut *state.pairing;
    pairing.phase = PairingPhase::Idle;
    (pairing.uri, pairing.qr, pairing.error, pairing.relay) = (None, None, None, None);
    (pairing.links, pairing.href, pairing.not_opened) = (PairingLinks::default(), None, false);
}

/// On a phone some wallets open the page in their own browser: no relay, no code (10.36). They are not in this page, or they
/// would have been chosen as such.
fn browse_link(cx: &Cx, id: &str, device: &Device) -> Option<String> {
    let page = cx.ports().window.get()?.facts().url;
    let origin = cx.ports().host.page().origin;
    cx.read(|state| {
        let mut families = state.networks.active_namespace().into_iter().chain(configured(state));
        families.find_map(|namespace| links::browse_link(id, namespace, &page, &origin))
    })
    .filter(|_| device.mobile)
}

async fn attend(cx: &Cx) -> Result<Session> {
    if cx.read(|s| s.pairing.phase == PairingPhase::Ready) {
        // it is a link to this page in the wallet's browser, and nothing is offered: this attempt ends when the person leaves it
        return core::future::pending().await;
    }
    let sessions = sessions::soon(cx).await?;
    let offers = Offers { sessions: sessions.clone(), open: RefCell::default() };
    let mut wanted = sign_in::wanted(cx).await;
    let mut renews = false;
    loop {
        let mut events = sessions.events();
        // a message whose time is over before this URI is would be signed for nothing
        let end_ms = cx.ports().clock.now_ms() + PAIRING_EXPIRY_MS;
        let exp = wanted.as_ref().and_then(|auth| time::parse(auth.request.exp.as_ref()?));
        if exp.is_some_and(|exp_ms| exp_ms < end_ms) && renews {
            wanted = sign_in::wanted(cx).await;
        }
        renews = true;
        let mut ask = cx.read(pairing_ask::ask)?;
        ask.auth = wanted.clone().map(|mut auth| {
            let asked = ask.optional.get("eip155");
            auth.request.methods = asked.map(|asked| asked.methods.clone()).unwrap_or_default();
            // a wallet that takes it gives no other family
            auth.one_click &= asked.is_some() && ask.optional.len() == 1;
            auth
        });
        let made = sessions.with(|client, now| client.connect(now, ask)).ok_or(Error::Aborted)?;
        let made = made.map_err(|error| Error::ConnectFailed { details: Some(error.to_string()) })?;
        offers.open.borrow_mut().push(made.proposal);
        let mut shown = false;
        let old = core::pin::pin!(cx.ports().clock.sleep(PAIRING_EXPIRY_MS - PAIRING_EXPIRY_GUARD_MS));
        let mut old = old;
        // until this URI is old; the ones before it may still be answered
        while let Either::Left((event, _)) = select(events.next(), &mut old).await {
            let event = event.ok_or(Error::Aborted)?;
            if !sessions.leads() {
                // another tab is used, and what was offered here has been cancelled there
                return Err(Error::ConnectFailed { details: Some("Another tab is connecting".into()) });
            }
            let ours = |proposal: &u64| offers.open.borrow().contains(proposal);
            match event {
                Wire::Published { proposal } if proposal == made.proposal && !shown => {
                    shown = true;
                    show(cx, &made.uri, made.expires_ms);
                }
                Wire::Relay(RelayState::Unreachable { url, .. }) if !shown => cx.update(|s| {
                    s.pairing.phase = PairingPhase::Unreachable;
                    s.pairing.relay = Some(host_of(&url));
                }),
                Wire::Relay(RelayState::Connecting { .. }) if !shown => cx.update(|s| {
                    if s.pairing.phase != PairingPhase::Unreachable {
                        s.pairing.phase = PairingPhase::Preparing;
                    }
                }),
                Wire::Relay(RelayState::Refused { reason, .. }) => {
                    return Err(Error::ConnectFailed { details: Some(foreign_text(&reason)) });
                }
                Wire::Signed { proposal, cacaos } if ours(&proposal) => {
                    cx.update(|s| s.pairing.phase = PairingPhase::Approved);
                    let checked = sign_in::take(cx, &cacaos).await;
                    sessions.with(|client, now| match &checked {
                        Ok(()) => client.accept(now, proposal),
                        Err(error) => client.refuse(now, proposal, &error.to_string()),
                    });
                }
                Wire::Settled { proposal, topic, .. } if ours(&proposal) => {
                    offers.open.borrow_mut().retain(|open| *open != proposal);
                    sessions.keep_only(&topic);
                    return sessions.session().ok_or(Error::ConnectFailed { details: None });
                }
                Wire::Rejected { proposal, error } if ours(&proposal) => {
                    offers.open.borrow_mut().retain(|open| *open != proposal);
                    return Err(match sessions::peer_error(&error) {
                        Error::UserRejected => Error::ConnectionRejected,
                        _ => Error::ConnectFailed { details: Some(foreign_text(&error.message)) },
                    });
                }
                Wire::ProposalExpired { proposal } if ours(&proposal) => {
                    offers.open.borrow_mut().retain(|open| *open != proposal);
                    if proposal == made.proposal {
                        break;
                    }
                }
                _ => {}
            }
        }
    }
}

fn host_of(url: &str) -> String {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split(['/', '?']).next().unwrap_or_default().to_owned()
}

/// The URI is ready: everything a tap needs is made now, so that the tap itself runs no code of ours (1.3).
fn show(cx: &Cx, uri: &str, expires_ms: u64) {
    let device = Device::here(cx);
    cx.update(|state| {
        let prefers_universal = state.options.is_set("preferUniversalLinks");
        let listing = state.pairing.wallet_id.as_deref().and_then(|id| listing_of(state, id));
        let link = |base: Option<&String>| base.and_then(|base| links::wallet_link(base, uri, &device));
        let mobile = listing.as_ref().and_then(|it| links::mobile_link(it, uri, &device, prefers_universal));
        let web = link(listing.as_ref().and_then(|it| it.webapp_link.as_ref()));
        let desktop = link(listing.as_ref().and_then(|it| it.desktop_link.as_ref()));
        let pairing = &mut *state.pairing;
        pairing.phase = PairingPhase::Ready;
        pairing.relay = None;
        pairing.href = mobile.as_ref().map(|link| link.href.clone());
        pairing.target = mobile.as_ref().map_or("_self", |link| links::target(&device, &link.url));
        pairing.links = PairingLinks {
            mobile: mobile.map(|link| link.url),
            web: web.map(|link| link.url),
            desktop: desktop.map(|link| link.url),
        };
        pairing.uri = Some(uri.to_owned());
        pairing.qr = qr::encode(uri);
        let shown = state.options.is_set("manualPairing").then(|| uri.to_owned());
        state.tell(Event::Pairing { uri: shown, expiry: expires_ms / 1000 });
    });
}

/// Chosen: the list of tabs is known before the URI is (2.7, views.md section 4).
fn choose(state: &mut State, id: Option<String>, device: &Device, browse: Option<String>) {
    let listing = id.as_deref().and_then(|id| listing_of(state, id));
    let mut platforms = Vec::new();
    match &listing {
        None => platforms.push(Platform::Mobile),
        Some(_) if browse.is_some() => platforms.push(Platform::Mobile),
        Some(listing) => {
            if listing.mobile_link.is_some() || listing.link_mode.is_some() {
                platforms.push(Platform::Mobile);
            }
            if listing.webapp_link.is_some() {
                platforms.push(Platform::Web);
            }
            if listing.desktop_link.is_some() && !device.mobile {
                platforms.push(Platform::Desktop);
            }
            if platforms.is_empty() {
                // a wallet that can be paired is scanned, also without a link of its own
                platforms.push(if listing.supports_wc != Some(false) {
                    Platform::Mobile
                } else {
                    Platform::Unsupported
                });
            }
        }
    }
    reset(state);
    let pairing = &mut *state.pairing;
    pairing.phase = PairingPhase::Preparing;
    pairing.choice = None;
    pairing.wallet_id = id;
    let has_link =
        browse.is_some() || listing.is_some_and(|it| it.mobile_link.is_some() || it.link_mode.is_some());
    pairing.by_tap = device.mobile && has_link;
    pairing.platform = platforms.first().copied().unwrap_or_default();
    pairing.platforms = platforms;
    if let Some(link) = browse {
        pairing.phase = PairingPhase::Ready;
        pairing.target = links::target(device, &link);
        pairing.links.mobile = Some(link);
    }
}

/// Connects over a relay; a second call for the same wallet joins the first, one for another replaces it.
async fn start(cx: &Cx, id: Option<String>) -> Result<Reply> {
    let id = id.filter(|id| id != ID);
    let key = alloc::format!("connect {}", id.as_deref().unwrap_or(ID));
    if cx.runs(&key) {
        return cx.single(ScopeId::App, &key, async { Ok(Reply::Done) }).await;
    }
    if let Some(id) = &id {
        crate::features::directory::load_listing(cx, id).await?;
    }
    cx.close_scope(ScopeId::Connecting, &Error::Aborted);
    let device = Device::here(cx);
    let browse = id.as_deref().and_then(|id| browse_link(cx, id, &device));
    let view = cx.read(|s| match s.router.view() {
        Some(View::ConnectingWalletConnectBasic) => View::ConnectingWalletConnectBasic,
        _ if id.is_none() && s.options.is_set("manualPairing") => View::ConnectingWalletConnectBasic,
        _ => View::ConnectingWalletConnect,
    });
    cx.update(|state| {
        choose(state, id.clone(), &device, browse);
        connect::begin(state, id.as_deref().unwrap_or(ID));
        if state.router.open {
            router::push(state, view);
        }
    });
    let opening = cx.read(|s| s.router.openings);
    let flow_cx = cx.clone();
    cx.single(ScopeId::App, &key, async move {
        let cx = flow_cx;
        let settled = Rc::new(RefCell::new(None));
        cx.start(ScopeId::Connecting, offer(cx.clone(), settled.clone())).await?;
        let session = settled.borrow_mut().take().ok_or(Error::Internal { details: None })?;
        settle(&cx, &session, id).await?;
        let namespace = cx.read(|s| s.networks.active_namespace()).unwrap_or(Namespace::Eip155);
        sign_in::after_connect(&cx, namespace, opening).await?;
        Ok(cx.read(|s| crate::snapshot::account_reply(s, namespace)))
    })
    .await
}

/// The session is there: every family of it that this page serves is connected.
async fn settle(cx: &Cx, session: &Session, id: Option<String>) -> Result<()> {
    let method = match cx.read(|s| (s.pairing.platform, s.pairing.by_tap)) {
        (Platform::Web, _) => "web",
        (Platform::Desktop, _) => "desktop",
        (_, true) => "mobile",
        _ => "qrcode",
    };
    remember(cx, session, id);
    // of this session, or none: the app of another wallet is not opened for its requests
    let choice = cx.update(|s| s.pairing.choice.take());
    cx.ports().storage.share(links::CHOICE, choice.as_deref());
    let mut found = false;
    // the page's own family last: there it stays
    let own = cx.read(|s| s.networks.active_namespace());
    let others = Namespace::ALL.into_iter().filter(|namespace| Some(*namespace) != own);
    for namespace in others.chain(own) {
        let (entries, chain) = cx.read(|s| accounts(s, session, namespace));
        if entries.is_empty() {
            // what a wallet before this one had of the family went with its session
            Sinks::of(cx).tell(namespace, &WalletEvent::Accounts(json!([])));
            continue;
        }
        cx.update(|s| stand(s, chain.as_ref()));
        let connected = connected(cx, namespace, entries, chain);
        account_flow::settle(cx, connected, method, false).await;
        found = true;
    }
    cx.update(connect::leave);
    match found {
        true => Ok(()),
        false => {
            if let Ok(sessions) = sessions::of(cx).await {
                sessions.disconnect();
            }
            let error =
                Error::ConnectFailed { details: Some("The wallet gave no account for this page".into()) };
            cx.update(|s| {
                s.pairing.phase = PairingPhase::Failed;
                s.pairing.error = Some(error.data());
            });
            Err(error)
        }
    }
}

/// Where requests of a family go from now on.
fn stand(state: &mut State, chain: Option<&ChainId>) {
    if let Some(chain) = chain {
        state.session.chains.insert(chain.namespace, chain.clone());
    }
}

/// Whose session it is.
fn remember(cx: &Cx, session: &Session, id: Option<String>) {
    let name = text::label(&session.peer.name, crate::constants::NAME_CHARS_MAX);
    cx.update(|s| s.session.peer = Some((name.unwrap_or_else(|| "WalletConnect".into()), id)));
}

fn connected(cx: &Cx, namespace: Namespace, entries: Vec<AccountEntry>, chain: Option<ChainId>) -> Connected {
    let handle = WalletHandle::Relay(namespace);
    let (connector_id, wallet_name, icon) = cx
        .read(|s| connect::identity(s, handle))
        .unwrap_or_else(|| (ID.to_owned(), "WalletConnect".to_owned(), None));
    Connected { namespace, entries, chain, connector_id, wallet_name, icon, handle }
}

/// Accounts of a family, and the chain the page goes on with: the active one where the session has it.
fn accounts(state: &State, session: &Session, namespace: Namespace) -> (Vec<AccountEntry>, Option<ChainId>) {
    if !state.options.has_adapter(namespace) {
        return (Vec::new(), None);
    }
    let chains = walletconnect::namespaces::chains(&session.namespaces);
    let chains = chains.iter().filter_map(|chain| ChainId::parse(chain)).filter(|c| c.namespace == namespace);
    let chains: Vec<ChainId> = chains.collect();
    let own = state.options.rest.get("pairing").and_then(|own| own.field(namespace.as_str()));
    let own = own.and_then(|own| own.text("defaultChain")).and_then(ChainId::parse);
    let wished = [state.session.chains.get(&namespace).cloned(), state.networks.active.clone(), own];
    let active = wished.into_iter().flatten().find(|chain| chains.contains(chain));
    let stands = active.or_else(|| chains.first().cloned());
    let entries = sessions::accounts(session, namespace, stands.as_ref());
    let entries = entries.iter().filter_map(|address| namespaces::entry(namespace, address, None)).collect();
    (entries, stands)
}

/// The stored session, once it is proven: what a connector answers when it is asked for its accounts.
async fn proven(cx: &Cx, namespace: Namespace) -> Result<Reply> {
    let sessions = sessions::of(cx).await?;
    let session = sessions.proven().await;
    let Some(session) = session else {
        return match sessions.session() {
            None => Ok(Reply::Json(json!({ "accounts": [] }).to_string())), // gone: the wallet has let go
            Some(_) => Err(Error::WalletSilent),                            // nobody could say so far
        };
    };
    if cx.read(|s| s.session.peer.is_none()) {
        let id = cx.read(|s| s.wallets.recent.first().map(|recent| recent.id.clone()).filter(|id| id != ID));
        let named = cx.read(|s| s.wallets.recent.first().map(|recent| recent.name.clone()));
        remember(cx, &session, id.filter(|_| named.as_deref() == Some(session.peer.name.as_str())));
    }
    let (mut entries, chain) = cx.read(|s| accounts(s, &session, namespace));
    let stood = || {
        cx.read(|s| {
            let account = s.accounts.by.get(&namespace)?;
            let is_ours = account.connector_id.as_deref() == Some(ID);
            account.entries.first().filter(|_| is_ours).map(|entry| entry.address.clone())
        })
    };
    let first = sessions.chosen(namespace).or_else(stood);
    let at =
        first.and_then(|first| entries.iter().position(|entry| entry.address.eq_ignore_ascii_case(&first)));
    if let Some(before) = at.and_then(|at| entries.get_mut(..=at)) {
        before.rotate_right(1);
    }
    cx.update(|s| stand(s, chain.as_ref()));
    let list: Vec<&str> = entries.iter().map(|entry| entry.address.as_str()).collect();
    let chain = chain.map(|chain| chain.to_string());
    Ok(Reply::Json(json!({ "accounts": list, "chain": chain }).to_string()))
}

/// A request of the connector: what we know ourselves is answered here, the rest is the wallet's.
async fn request(cx: &Cx, namespace: Namespace, method: &str, params: Value) -> Result<Reply> {
    let sessions = sessions::soon(cx).await?;
    let session = sessions.session().ok_or(Error::Unauthorized)?;
    let chain = cx.read(|s| s.session.chains.get(&namespace).cloned());
    let chain = match chain {
        Some(chain) => chain,
        None => cx.read(|s| accounts(s, &session, namespace)).1.ok_or(Error::Unauthorized)?,
    };
    let answer = match method {
        "eth_chainId" => json!(alloc::format!("{:#x}", chain.evm_number().unwrap_or(0))),
        "eth_accounts" | "eth_requestAccounts" => {
            json!(sessions::accounts(&session, namespace, Some(&chain)))
        }
        "wallet_getCapabilities" => match pairing_ask::capabilities(&session, &params) {
            Some(known) => known,
            None => sessions.request(&chain.to_string(), method, params).await?,
        },
        _ => {
            // where the page stands, if the wallet has agreed to that chain
            let shown = cx.read(|s| s.networks.shown_chain()).filter(|shown| shown.namespace == namespace);
            let shown = shown.unwrap_or(chain).to_string();
            sessions.request(&shown, method, params).await?
        }
    };
    Ok(Reply::Json(answer.to_string()))
}

/// A chain the wallet has agreed to is switched to here; for another one the wallet is asked, over a chain it knows.
async fn switch(cx: &Cx, namespace: Namespace, chain: ChainId) -> Result<Reply> {
    let sessions = sessions::soon(cx).await?;
    let has = |session: &Session| {
        !walletconnect::namespaces::accounts_on(&session.namespaces, &chain.to_string()).is_empty()
    };
    let session = sessions.session().ok_or(Error::Unauthorized)?;
    if !has(&session) {
        let number = chain.evm_number().ok_or(Error::ChainNotSupported)?;
        let first = walletconnect::namespaces::chains(&session.namespaces)
            .into_iter()
            .find(|known| known.starts_with(namespace.as_str()))
            .ok_or(Error::ChainNotSupported)?;
        let mut events = sessions.events();
        let params = json!([{ "chainId": alloc::format!("{number:#x}") }]);
        match sessions.request(&first, "wallet_switchEthereumChain", params).await {
            Err(Error::Unauthorized) => return Err(Error::ChainNotSupported),
            answered => drop(answered?),
        }
        // the wallet said yes; its session follows in a moment
        let follows = async {
            while !sessions.session().is_some_and(|session| has(&session)) {
                if events.next().await.is_none() {
                    break;
                }
            }
        };
        cx.within(SWITCH_VERIFY_MS, follows).await.ok_or(Error::ChainNotSupported)?;
    }
    cx.update(|s| stand(s, Some(&chain)));
    sessions.tell_accounts(); // a wallet may grant others there
    Ok(Reply::Done)
}

/// A link was opened: the choice counts for later requests too, and the person is helped when the app did not come (10.16).
fn opened(cx: &Cx, platform: Platform) {
    let choice = cx.read(|s| {
        let href = s.pairing.href.clone().filter(|_| platform == Platform::Mobile)?;
        let id = s.pairing.wallet_id.as_deref()?;
        Some(json!({ "href": href, "name": listing_of(s, id)?.name }).to_string())
    });
    cx.update(|s| {
        s.pairing.choice = choice.or(s.pairing.choice.take());
        s.pairing.not_opened = false;
    });
    let flow_cx = cx.clone();
    cx.background(ScopeId::Connecting, async move {
        flow_cx.ports().clock.sleep(DEEP_LINK_WATCH_MS).await;
        if flow_cx.ports().window.get().is_none_or(|window| window.is_visible()) {
            flow_cx.update(|s| s.pairing.not_opened = s.pairing.phase == PairingPhase::Ready);
        }
        Ok(Reply::Done)
    });
}

/// Runs a command.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        cx.draw(|drawers| &mut drawers.pairing, |state| crate::snapshot::text(&pairing::slice(state)));
        let namespace = || {
            let named = Namespace::parse(command.text("namespace").unwrap_or_default());
            named.ok_or(Error::BadParams { field: "namespace".into() })
        };
        let platform = || match needed(&command, "platform")? {
            "mobile" => Ok(Platform::Mobile),
            "web" => Ok(Platform::Web),
            "desktop" => Ok(Platform::Desktop),
            _ => Err(Error::BadParams { field: "platform".into() }),
        };
        match action.as_str() {
            // any wallet; when the view came of a choice this joins it
            "enter" => return start(&cx, None).await,
            "start" => return start(&cx, command.text("id").map(ToOwned::to_owned)).await,
            "retry" => return start(&cx, cx.read(|s| s.pairing.wallet_id.clone())).await,
            "platform" => {
                let platform = platform()?;
                cx.update(|s| {
                    if s.pairing.platforms.contains(&platform) {
                        (s.pairing.platform, s.pairing.not_opened) = (platform, false);
                    }
                });
            }
            "opened" => opened(&cx, platform()?),
            "accounts" => return proven(&cx, namespace()?).await,
            "request" => {
                let method = needed(&command, "method")?.to_owned();
                let params = command.get("params").cloned().unwrap_or_default();
                return request(&cx, namespace()?, &method, params).await;
            }
            "switch" => {
                let chain = ChainId::parse(needed(&command, "chain")?);
                let chain = chain.ok_or(Error::BadParams { field: "chain".into() })?;
                return switch(&cx, namespace()?, chain).await;
            }
            "disconnect" => sessions::of(&cx).await?.disconnect(),
            _ => return Err(unknown_action("pairing", &action)),
        }
        Ok(Reply::Done)
    })
}
