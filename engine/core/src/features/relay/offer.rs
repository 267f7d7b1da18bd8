//! Offers pairings until a wallet responds: creates a URI, displays it as QR code and links, and replaces it before it
//! expires.

use crate::caip::Namespace;
use crate::constants::{PAIRING_EXPIRY_GUARD_MS, PAIRING_EXPIRY_MS};
use crate::device::Device;
use crate::error::{Error, Result, foreign_text};
use crate::event::Event;
use crate::features::connect;
use crate::features::directory::configured;
use crate::features::networks;
use crate::features::relay::OFFERED;
use crate::features::relay::PairingLinks;
use crate::features::relay::PairingPhase;
use crate::features::relay::Platform;
use crate::features::relay::ask as pairing_ask;
use crate::features::relay::requests::accounts;
use crate::features::relay::sessions;
use crate::features::relay::sessions::Sessions;
use crate::features::sign_in;
use crate::flow::{Cx, Reply, ScopeId};
use crate::services::Listing;
use crate::store::State;
use crate::{links, qr, time};
use alloc::borrow::ToOwned;
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::RefCell;
use futures_util::StreamExt;
use futures_util::future::{Either, select};
use serde_json::Value;
use walletconnect::client::{Auth, Event as Wire, Pairing, Session};
use walletconnect::error::{UNSUPPORTED_ACCOUNTS, UNSUPPORTED_CHAINS, UNSUPPORTED_NAMESPACE_KEY};
use walletconnect::relay::RelayState;

/// A wallet's error if it has no account for the proposal, and the protocol's error for a session without one.
const HAS_NONE: [i64; 3] =
    [UNSUPPORTED_CHAINS.code, UNSUPPORTED_ACCOUNTS.code, UNSUPPORTED_NAMESPACE_KEY.code];

/// The listing in the directory.
pub(super) fn listing_of(state: &State, id: &str) -> Option<Listing> {
    state.directory.listing(id).cloned()
}

/// The proposals that a wallet can still answer. They are dropped with the attempt, so a later response never becomes a
/// session (T18).
pub(super) struct Offers {
    sessions: Rc<Sessions>,
    open: RefCell<Vec<u64>>,
}

impl Offers {
    fn of(sessions: &Rc<Sessions>) -> Self {
        sessions.offers(true);
        Self { sessions: sessions.clone(), open: RefCell::default() }
    }

    fn has(&self, proposal: u64) -> bool {
        self.open.borrow().contains(&proposal)
    }

    fn close(&self, proposal: u64) {
        self.open.borrow_mut().retain(|open| *open != proposal);
    }

    /// Handles a session from a proposal: the page uses it if the session supports the page.
    fn settle(&self, proposal: u64, topic: &str) -> Result<Session> {
        let (sessions, cx) = (&self.sessions, self.sessions.cx());
        self.close(proposal);
        let given = sessions.settled(topic).ok_or(Error::ConnectFailed { details: None })?;
        if !cx.read(|s| serves(s, &given)) {
            // the previous session stays
            sessions.with(|client, now| client.disconnect(now, topic));
            return Err(cx.update(shared_none));
        }
        sessions.keep_only(topic);
        sessions.session().ok_or(Error::ConnectFailed { details: None })
    }

    /// Handles a wallet that signed in with its session, which becomes valid after the signature is verified, or that
    /// rejected the proposal.
    async fn answered(&self, event: Wire) -> Result<()> {
        let cx = self.sessions.cx();
        match event {
            Wire::Signed { proposal, cacaos } if self.has(proposal) => {
                cx.update(|s| s.pairing.phase = PairingPhase::Approved);
                let checked = sign_in::take(cx, &cacaos).await;
                self.sessions.with(|client, now| match &checked {
                    Ok(()) => client.accept(now, proposal),
                    Err(error) => client.refuse(now, proposal, &error.to_string()),
                });
                Ok(())
            }
            Wire::Rejected { proposal, error } if self.has(proposal) => {
                self.close(proposal);
                Err(match sessions::peer_error(&error) {
                    _ if HAS_NONE.contains(&error.code) => cx.update(shared_none),
                    Error::UserRejected => Error::ConnectionRejected,
                    _ => Error::ConnectFailed { details: Some(foreign_text(&error.message)) },
                })
            }
            _ => Ok(()),
        }
    }
}

impl Drop for Offers {
    fn drop(&mut self) {
        self.sessions.offers(false);
        offered_until(self.sessions.cx(), None);
        for proposal in self.open.borrow().iter() {
            self.sessions.with(|client, now| client.cancel(now, *proposal));
        }
    }
}

/// Stores until when a wallet can approve, for the page after a reload.
fn offered_until(cx: &Cx, until_ms: Option<u64>) {
    let save_cx = cx.clone();
    cx.background(ScopeId::App, async move {
        let keep = |s: &mut State| {
            s.carried.remove(OFFERED);
            if let Some(until_ms) = until_ms {
                s.carried.insert(OFFERED, until_ms.into());
            }
        };
        save_cx.commit(keep).await;
        Ok(Reply::Done)
    });
}

/// Rejects a wallet's response to a QR code from before a reload. Otherwise the wallet would keep an unused session. If
/// another tab leads, that tab rejects it.
pub(super) async fn end_former(cx: &Cx) -> Result<Reply> {
    let now_ms = cx.ports().clock.now_ms();
    let former = cx.read(|s| s.carried.get(OFFERED).cloned());
    let left_ms = former.as_ref().and_then(Value::as_u64).unwrap_or(0).saturating_sub(now_ms);
    let ends = async {
        sessions::when_free(cx).await?;
        core::future::pending::<Result<()>>().await
    };
    if let Some(Err(error)) = cx.within(left_ms.min(PAIRING_EXPIRY_MS), ends).await {
        return Err(error);
    }
    if cx.read(|s| s.carried.get(OFFERED).cloned()) == former {
        cx.commit(|s| {
            s.carried.remove(OFFERED);
        })
        .await;
    }
    Ok(Reply::Done)
}

/// Runs one attempt: creates URIs until a wallet responds, and replaces each before it expires. Runs in the scope of
/// the connecting view.
pub(super) async fn offer(cx: Cx, settled: Rc<RefCell<Option<Session>>>) -> Result<Reply> {
    let attempt = cx.phase(|state| {
        reset(state);
        connect::leave(state);
    });
    let result = attend(&cx).await;
    attempt.done();
    match result {
        Ok(session) => {
            cx.update(reset);
            cx.answered();
            *settled.borrow_mut() = Some(session);
            Ok(Reply::Done)
        }
        Err(error) => {
            let refused = error.is_refusal();
            cx.update(|state| {
                state.pairing.phase = if refused { PairingPhase::Rejected } else { PairingPhase::Failed };
                state.pairing.error = Some(error.data());
                let app = state.pairing.wallet_id.as_deref().and_then(|id| state.directory.listing(id));
                let app = app.and_then(|app| Some((app.mobile_link.clone()?, app.name.clone())));
                (state.pairing.uri, state.pairing.qr) = (None, None);
                connect::leave(state);
                let event = if refused { "USER_REJECTED" } else { "CONNECT_ERROR" };
                let message = error.to_string();
                state.emit(Event::track(event, &[("message", &message)]));
                if let Some((link, name)) = app.filter(|_| !refused) {
                    let about = [("message", message.as_str()), ("mobile_link", &link), ("name", &name)];
                    state.emit(Event::track("CONNECT_PROXY_ERROR", &about));
                }
            });
            Err(error)
        }
    }
}

/// Clears the URI, its links and its errors: no proposal is pending.
pub(super) fn reset(state: &mut State) {
    let pairing = &mut *state.pairing;
    pairing.phase = PairingPhase::Idle;
    (pairing.uri, pairing.qr, pairing.error, pairing.relay) = (None, None, None, None);
    (pairing.links, pairing.href, pairing.not_opened) = (PairingLinks::default(), None, false);
    (pairing.missing, pairing.is_opened) = (None, false);
}

/// A link that opens the page in the wallet's own browser on a phone, for wallets that need it (10.36). They aren't on
/// this page, otherwise the user would have chosen them there.
pub(super) fn browse_link(cx: &Cx, id: &str, device: &Device) -> Option<String> {
    let page = cx.ports().window.get()?.facts().url;
    let origin = cx.ports().host.page().origin;
    cx.read(|state| {
        let mut families = state.networks.active_namespace().into_iter().chain(configured(state));
        families.find_map(|namespace| links::browse_link(id, namespace, &page, &origin))
    })
    .filter(|_| device.mobile)
}

pub(super) async fn attend(cx: &Cx) -> Result<Session> {
    if cx.read(|s| s.pairing.phase == PairingPhase::Ready) {
        // the link opens this page in the wallet's browser, so nothing is offered here; the attempt ends when the user
        // leaves the view
        return core::future::pending().await;
    }
    if let Some(hosts) = cx.read(|s| s.pairing.hosts.clone()) {
        show(cx, &hosts.uri);
        let left_ms = hosts.expires_ms.saturating_sub(cx.ports().clock.now_ms());
        cx.ports().clock.sleep(left_ms).await;
        return Err(Error::ConnectFailed { details: Some("This QR code has expired".into()) });
    }
    sign_in::ahead_at_once(cx);
    let sessions = sessions::soon(cx).await?;
    let offers = Offers::of(&sessions);
    // a wallet signs in during the connection only on EVM networks
    let signs_along = cx.read(meant).is_none_or(|family| family == Namespace::Eip155);
    let mut wanted = if signs_along { sign_in::wanted(cx).await } else { None };
    let mut renews = false;
    loop {
        let mut events = sessions.events();
        // a message that expires before this URI would be useless
        let end_ms = cx.ports().clock.now_ms() + PAIRING_EXPIRY_MS;
        let exp = wanted.as_ref().and_then(|auth| time::parse(auth.request.exp.as_ref()?));
        if exp.is_some_and(|exp_ms| exp_ms < end_ms) && renews {
            wanted = sign_in::wanted(cx).await;
        }
        renews = true;
        let made = propose(cx, &sessions, wanted.clone())?;
        offers.open.borrow_mut().push(made.proposal);
        let mut shown = false;
        let old = core::pin::pin!(cx.ports().clock.sleep(PAIRING_EXPIRY_MS - PAIRING_EXPIRY_GUARD_MS));
        let mut old = old;
        // waits until this URI expires; wallets can still respond to the earlier ones
        while let Either::Left((event, _)) = select(events.next(), &mut old).await {
            let event = event.ok_or(Error::Aborted)?;
            if !sessions.leads() {
                // another tab leads now, and has canceled this tab's proposals
                return Err(Error::ConnectFailed { details: Some("Another tab is connecting".into()) });
            }
            match event {
                Wire::Published { proposal } if proposal == made.proposal && !shown => {
                    shown = true;
                    publish(cx, &made);
                }
                Wire::Relay(state) => of_relay(cx, state, shown)?,
                Wire::Settled { proposal, topic, .. } if offers.has(proposal) => {
                    return offers.settle(proposal, &topic);
                }
                Wire::ProposalExpired { proposal } if offers.has(proposal) => {
                    offers.close(proposal);
                    if proposal == made.proposal {
                        break;
                    }
                }
                event => offers.answered(event).await?,
            }
        }
    }
}

/// Creates a URI. A wallet that signs in during the connection returns no other namespace.
fn propose(cx: &Cx, sessions: &Sessions, wanted: Option<Auth>) -> Result<Pairing> {
    let mut ask = cx.read(pairing_ask::ask)?;
    ask.auth = wanted.map(|mut auth| {
        let asked = ask.optional.get("eip155");
        auth.request.methods = asked.map(|asked| asked.methods.clone()).unwrap_or_default();
        auth.one_click &= asked.is_some() && ask.optional.len() == 1;
        auth
    });
    let made = sessions.with(|client, now| client.connect(now, ask)).ok_or(Error::Aborted)?;
    made.map_err(|error| Error::ConnectFailed { details: Some(error.to_string()) })
}

/// Displays a URI, because the relay has received its proposal.
fn publish(cx: &Cx, made: &Pairing) {
    show(cx, &made.uri);
    offered_until(cx, Some(made.expires_ms));
    cx.update(|state| {
        let uri = state.options.is_set("manualPairing").then(|| made.uri.clone());
        state.emit(Event::Pairing { uri, expiry: made.expires_ms / 1000 });
    });
}

/// Handles the state of the relay's connection, which the view displays until it has a URI.
fn of_relay(cx: &Cx, state: RelayState, shown: bool) -> Result<()> {
    match state {
        RelayState::Unreachable { url, .. } if !shown => cx.update(|s| {
            s.pairing.phase = PairingPhase::Unreachable;
            s.pairing.relay = Some(host_of(&url));
        }),
        RelayState::Connecting { .. } if !shown => cx.update(|s| {
            if s.pairing.phase != PairingPhase::Unreachable {
                s.pairing.phase = PairingPhase::Preparing;
            }
        }),
        RelayState::Refused { reason, .. } => {
            return Err(Error::ConnectFailed { details: Some(foreign_text(&reason)) });
        }
        _ => {}
    }
    Ok(())
}

/// The namespace that the user connects for, on a page with several: the page set it, or the user chose one of its
/// networks.
pub(super) fn meant(state: &State) -> Option<Namespace> {
    state.connect.family.or_else(|| networks::wanted(state).map(|to| to.namespace))
}

/// The namespace that a session must have: the one the user connects for, or the page's only one.
fn needed(state: &State) -> Option<Namespace> {
    meant(state).or_else(|| match *configured(state) {
        [only] => Some(only),
        _ => None,
    })
}

fn serves(state: &State, session: &Session) -> bool {
    let gives = |namespace: Namespace| !accounts(state, session, namespace).0.is_empty();
    match needed(state) {
        Some(family) => gives(family),
        None => Namespace::ALL.into_iter().any(gives),
    }
}

/// Handles a session without a usable account: the view names the missing namespace.
fn shared_none(state: &mut State) -> Error {
    state.pairing.missing = needed(state);
    let details = match state.pairing.missing {
        Some(family) => alloc::format!("This wallet didn't share any {} accounts", family.name()),
        None => "The wallet didn't share an account this page can use".into(),
    };
    Error::ConnectFailed { details: Some(details) }
}

pub(super) fn host_of(url: &str) -> String {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split(['/', '?']).next().unwrap_or_default().to_owned()
}

/// Displays a URI. Prepares all links now, so that the click runs none of our code (1.3).
pub(super) fn show(cx: &Cx, uri: &str) {
    let device = Device::here(cx.ports());
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
    });
}

/// Chooses a wallet. Its tabs are displayed before the URI is ready (2.7, docs/spec/views.md section 4).
pub(super) fn choose(state: &mut State, id: Option<String>, device: &Device, browse: Option<String>) {
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
                // a wallet that supports WalletConnect can scan the QR code, even without a link of its own
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
