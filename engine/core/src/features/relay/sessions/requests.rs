//! Requests to the wallet of a session, and its responses.

use super::Sessions;
use crate::caip::Namespace;
use crate::connectors;
use crate::constants::{
    LEAD_WAIT_MS, PREFETCH_MS, WALLET_ASIDE_MS, WALLET_ASIDE_OVER_MS, WALLET_CONNECT_ID, WALLET_REQUEST_MS,
    WALLET_SILENT_MS, WALLET_TURN_MS,
};
use crate::device::Device;
use crate::error::{Error, Result};
use crate::features::money::OF_HOST;
use crate::flow::{Reply, ScopeId};
use crate::json::json;
use crate::json::{self, Read};
use crate::ports::provider::ProviderFault;
use alloc::borrow::ToOwned;
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use futures_channel::oneshot;
use futures_util::StreamExt;
use serde_json::Value;
use walletconnect::client::{Client, RequestOptions, Session};
use walletconnect::error::PeerError;
use walletconnect::namespaces;

/// A pending request.
pub(super) struct Pending {
    /// The topic of its session.
    pub(super) topic: String,
    /// The token of a request that might move money. The record contains its result.
    pub(super) token: Option<String>,
    pub(super) answer: oneshot::Sender<super::Answer>,
}

impl Sessions {
    /// The current account that the wallet last reported, even before a subscription. After a reload, the page's last
    /// one until the wallet reports another.
    pub(crate) fn chosen(&self, namespace: Namespace) -> Option<String> {
        let stood = || {
            self.cx.read(|s| {
                let account = s.accounts.by.get(&namespace)?;
                let is_ours = account.connector_id.as_deref() == Some(WALLET_CONNECT_ID);
                account.entries.first().filter(|_| is_ours).map(|entry| entry.address.clone())
            })
        };
        self.chosen.borrow().get(&namespace).cloned().or_else(stood)
    }

    /// Waits until the session is proven: the relay has delivered all messages from the meantime, and none of them
    /// ended the session.
    pub(crate) async fn proven(&self) -> Option<Session> {
        let mut events = self.events();
        while !self.live.get() && self.known.borrow().is_some() {
            events.next().await?;
        }
        self.session()
    }

    /// Pings the wallet of a restored session in the background. A phone in a pocket doesn't respond, and the relay can be wrong about
    /// missing messages (docs/spec/security.md T16).
    pub(super) fn ping(self: &Rc<Self>) {
        let Some(topic) = self.session().map(|session| session.topic) else { return };
        if self.pinged.replace(topic.clone()) == topic {
            return;
        }
        let this = self.clone();
        let before = self.heard.get();
        self.cx.background(ScopeId::App, async move {
            this.cx.ports().clock.sleep(PREFETCH_MS).await; // the page's own requests come first
            this.with(|client, now| client.ping(now, &topic));
            this.cx.ports().clock.sleep(WALLET_SILENT_MS).await;
            this.in_vain(&topic, before);
            Ok(Reply::Done)
        });
    }

    /// Marks the wallet as offline: it was pinged, and hasn't responded since.
    fn in_vain(&self, topic: &str, before: u64) {
        if self.heard.get() == before && self.session().is_some_and(|session| session.topic == topic) {
            self.cx.update(|s| s.session.is_silent = true);
        }
    }

    /// Sends a request to the wallet. It stays pending for as long as the user needs. A request with a token moves
    /// money: once it might have reached the relay, only the wallet's own response ends it with an error other than
    /// [`Error::WalletSilent`]. A later response is recorded under the token (docs/spec/security.md R8).
    pub(crate) async fn request(
        self: &Rc<Self>,
        chain: &str,
        method: &str,
        params: Value,
        token: Option<String>,
    ) -> Result<Value> {
        let session = self.session().ok_or(Error::Unauthorized)?;
        let granted = namespaces::methods_for(&session.namespaces, chain);
        if !granted.contains(&method) {
            return Err(Error::Unauthorized);
        }
        // one request at a time, as wallets handle them; an app only opens within the click
        let is_opened = self.link(&session).is_some();
        let is_free = || !self.asking.get() && (is_opened || self.asides.get() == 0);
        let turn = self.cx.until(|_| is_free().then_some(()));
        let moves = token.is_some();
        let wait_ms = if moves { WALLET_TURN_MS } else { WALLET_REQUEST_MS };
        self.cx.within(wait_ms, turn).await.ok_or(Error::WalletBusy)?;
        self.asking.set(true);
        let _turn = Turn(self);
        // another tab might have become the leader during the wait
        self.cx.within(LEAD_WAIT_MS, self.clone().lead()).await.unwrap_or_else(|| Err(away()))?;
        if self.session().is_none_or(|now| now.topic != session.topic) {
            return Err(Error::Unauthorized);
        }
        let options = RequestOptions { expiry_s: None, token: token.clone() };
        let id = self.sent(&session.topic, chain, |client, now, chain| {
            client.request(now, &session.topic, chain, method, params, options)
        })?;
        let (sender, receiver) = oneshot::channel();
        let pending = Pending { topic: session.topic.clone(), token: token.clone(), answer: sender };
        self.answers.borrow_mut().insert(id, pending);
        let forget = Forget(self, id);
        self.open_wallet(&session, id);
        let before = self.heard.get();
        let answer = self.cx.within(WALLET_REQUEST_MS + LEAD_WAIT_MS, receiver).await;
        if !matches!(answer, Some(Ok(Ok(_)))) && self.leads() {
            self.in_vain(&session.topic, before);
        }
        // without this check, a request from a tab that doesn't lead would never end if the leading tab is stuck
        let is_unsent = self.with(|client, _| client.is_unsent(id)).unwrap_or(false);
        drop(forget);
        // keeps no token for an unsupported method: the same confirmation can use another method
        let has_not = matches!(&answer, Some(Ok(Err(Some(error)))) if matches!(error.code, 4200 | -32601));
        if has_not || token.is_some_and(|token| token.starts_with(OF_HOST)) {
            self.with(|client, _| client.forget(id)); // the page got the response, so nothing is left to do
        }
        match answer {
            Some(Ok(answer)) => {
                let read = match moves {
                    true => peer_error_of_money,
                    false if method.ends_with("EthereumChain") => peer_error_of_chain,
                    false => peer_error,
                };
                answer.map_err(|error| error.map_or(Error::WalletSilent, |error| read(&error)))
            }
            _ if is_unsent => Err(away()),
            _ => Err(Error::WalletSilent),
        }
    }

    /// Requests a method that the wallet handles without the user. It wakes no phone, opens no app, and delays no other
    /// request.
    pub(crate) async fn low_priority(
        self: &Rc<Self>,
        chain: &str,
        method: &str,
        params: Value,
    ) -> Result<Value> {
        let session = self.session().ok_or(Error::Unauthorized)?;
        if !namespaces::methods_for(&session.namespaces, chain).contains(&method) {
            return Err(Error::Unauthorized);
        }
        let id = self.sent(&session.topic, chain, |client, now, chain| {
            client.request_quietly(now, &session.topic, chain, method, params, WALLET_ASIDE_MS / 1_000)
        })?;
        let (sender, receiver) = oneshot::channel();
        let pending = Pending { topic: session.topic, token: None, answer: sender };
        self.answers.borrow_mut().insert(id, pending);
        let _forget = Forget(self, id);
        match self.cx.within(WALLET_ASIDE_MS, receiver).await {
            Some(Ok(answer)) => {
                answer.map_err(|error| error.map_or(Error::WalletSilent, |error| peer_error(&error)))
            }
            _ => Err(Error::WalletSilent),
        }
    }

    /// Like [`Self::low_priority`], for a query before other requests. A wallet that shows one request after another
    /// has finished with it: it responded, or the time limit passed (decision 159, "A wallet that never states the
    /// purpose of its addresses").
    pub(super) async fn aside_first(
        self: &Rc<Self>,
        chain: &str,
        method: &str,
        params: Value,
    ) -> Result<Value> {
        let since_ms = self.now();
        let first = First::of(self);
        let answer = self.low_priority(chain, method, params).await;
        if self.now().saturating_sub(since_ms) >= WALLET_ASIDE_MS {
            self.cx.ports().clock.sleep(WALLET_ASIDE_OVER_MS).await;
        }
        drop(first);
        answer
    }

    /// Passes a request to the protocol with the chain ID that the wallet knows. Returns the request's ID.
    fn sent(
        &self,
        topic: &str,
        chain: &str,
        send: impl FnOnce(&mut Client, u64, &str) -> core::result::Result<u64, walletconnect::error::Error>,
    ) -> Result<u64> {
        let renamed = self.renamed();
        self.with(|client, now| {
            let has = |chain: &str| {
                client
                    .session(topic)
                    .is_some_and(|of| !namespaces::accounts_on(&of.namespaces, chain).is_empty())
            };
            let old = renamed.iter().find(|(new, old)| new == chain && !has(new) && has(old));
            let chain = old.map_or(chain, |(_, old)| old.as_str()).to_owned();
            send(client, now, &chain)
        })
        .ok_or(Error::Aborted)?
        .map_err(|error| Error::rpc(4100, &error.to_string()))
    }

    /// The link of the wallet's app, if the user chose it. Any script of the page can write that choice, so it is only valid if it is a
    /// link of the session's own wallet: one known when it connected, or reported in the session.
    fn link(&self, session: &Session) -> Option<String> {
        let choice = self.cx.ports().storage.shared(crate::links::CHOICE)?;
        let choice = json::parse(&choice, 4096).ok()?;
        let href = choice.filled("href")?;
        let told = session.peer.redirect.as_ref();
        let told = told.into_iter().flat_map(|links| [&links.native, &links.universal]).flatten();
        let mut own = session.links.iter().chain(told);
        own.any(|own| crate::links::is_same(own, href)).then(|| href.to_owned())
    }

    /// Stores the links of the wallet's app with the new session.
    pub(crate) fn keep_links(&self, topic: &str, links: &[String]) {
        self.with(|client, now| client.keep_links(now, topic, links));
        let kept = self.with(|client, _| client.session(topic).cloned()).flatten();
        if let (Some(kept), Some(known)) = (kept, self.known.borrow_mut().as_mut())
            && known.topic == topic
        {
            known.links = kept.links;
        }
    }

    /// Opens the wallet's app if the user connected with its link (docs/spec/rpc.md section 7).
    fn open_wallet(&self, session: &Session, id: u64) {
        let ports = self.cx.ports();
        let Some(href) = self.link(session) else { return };
        let Some(window) = ports.window.get() else { return };
        if session.deep_link_disabled || !window.is_visible() {
            return;
        }
        if let Some(url) = crate::links::later_link(&href, id, &session.topic) {
            let target = crate::links::target(&Device::here(self.cx.ports()), &url);
            window.go(&url, target);
        }
    }

    /// Disconnects the session. The wallet is notified now, or once the relay can be reached.
    pub(crate) fn disconnect(&self) {
        let topics: Vec<String> = self
            .with(|client, _| client.sessions().iter().map(|s| s.topic.clone()).collect())
            .unwrap_or_default();
        let known = self.known.borrow().as_ref().map(|known| known.topic.clone());
        self.gone(&known.unwrap_or_default());
        self.cx.ports().storage.share(crate::links::CHOICE, None);
        for topic in topics {
            self.with(|client, now| client.disconnect(now, &topic));
            self.broadcast(&json!({ "wc": "gone", "topic": topic }));
        }
    }

    /// A settled session, with the chain IDs that the page uses.
    pub(crate) fn settled(&self, topic: &str) -> Option<Session> {
        let session = self.with(|client, _| client.session(topic).cloned()).flatten();
        session.map(|session| self.with_known_ids(session))
    }

    /// Disconnects all sessions except the new one.
    pub(crate) fn keep_only(&self, topic: &str) {
        let topics = self.with(|client, _| {
            let others = client.sessions().iter().filter(|session| session.topic != topic);
            others.map(|session| session.topic.clone()).collect::<Vec<_>>()
        });
        for old in topics.unwrap_or_default() {
            self.with(|client, now| client.disconnect(now, &old));
            self.broadcast(&json!({ "wc": "gone", "topic": old })); // other tabs might display it
        }
        let kept = self.with(|client, _| client.session(topic).cloned()).flatten();
        self.know(kept);
        self.live.set(true);
    }
}

/// Marks that the wallet has a request, until this value is dropped.
struct Turn<'a>(&'a Sessions);

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.0.asking.set(false);
        self.0.cx.wake();
    }
}

/// Marks that the wallet has a query before other requests, until this value is dropped.
struct First<'a>(&'a Sessions);

impl<'a> First<'a> {
    fn of(sessions: &'a Sessions) -> Self {
        sessions.asides.set(sessions.asides.get().saturating_add(1));
        Self(sessions)
    }
}

impl Drop for First<'_> {
    fn drop(&mut self) {
        self.0.asides.set(self.0.asides.get().saturating_sub(1));
        self.0.cx.wake();
    }
}

/// The error for a relay, or the tab with the socket, that can't be reached: the request wasn't sent.
pub(crate) fn away() -> Error {
    Error::Unreachable { host: "the relay".into() }
}

/// Drops a pending request when the caller stops waiting. A request with a token is only dropped if it hasn't been
/// sent.
struct Forget<'a>(&'a Sessions, u64);

impl Drop for Forget<'_> {
    fn drop(&mut self) {
        if self.0.answers.borrow_mut().remove(&self.1).is_some() {
            self.0.with(|client, _| client.forget(self.1));
        }
    }
}

fn peer_fault(error: &PeerError) -> ProviderFault {
    ProviderFault {
        code: error.code,
        message: error.message.clone(),
        original_code: None,
        answered: false,
        data: error.data.clone(),
    }
}

/// Maps a wallet's error to an error of our catalog.
pub(crate) fn peer_error(error: &PeerError) -> Error {
    match error.code {
        4001 | 5000 | 5002 => Error::UserRejected,
        6000 => Error::Aborted,
        _ => connectors::fault(peer_fault(error)),
    }
}

/// Like [`peer_error`], for switching to or adding a network.
fn peer_error_of_chain(error: &PeerError) -> Error {
    match connectors::is_unknown_chain(&error.message) {
        true => connectors::unknown_chain(&error.message),
        false => peer_error(error),
    }
}

/// Like [`peer_error`], for money requests: the end of a session says nothing about their result.
pub(super) fn peer_error_of_money(error: &PeerError) -> Error {
    connectors::fault_of_money(&peer_fault(error))
}
