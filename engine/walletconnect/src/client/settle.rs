//! From a wallet's approval to a session (docs/spec/walletconnect.md sections 5.2, 5.9).

use super::metadata::Metadata;
use super::record::{Phase, Proposal, Secret, Session, Settling};
use super::{Client, Event, SESSIONS_MAX};
use crate::cacao::{self, Cacao};
use crate::crypto::{self, Key};
use crate::error::{self, PeerError};
use crate::ids::Id;
use crate::json::Read as _;
use crate::message::Method;
use crate::namespaces::{self, Granted};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

/// The maximum expiry of a session. The next constant tolerates a wallet's clock that is fast.
pub(super) const SESSION_MS: u64 = 604_800_000;
pub(super) const SKEW_MS: u64 = 300_000;
/// The maximum number of messages that wait for the session of a proposal. The next constant limits the bytes of all
/// proposals.
const EARLY_MAX: usize = 16;
const EARLY_BYTES_MAX: usize = 32_768;
/// The maximum number of sign-ins in one session, one per chain.
const CACAOS_MAX: usize = 20;
/// The maximum size of these sign-ins, which are stored until their signatures are verified.
const CACAOS_BYTES_MAX: usize = 65_536;
/// The maximum size of a session's namespaces, and of each kind of properties, because all sessions are stored
/// together.
const NAMESPACES_BYTES_MAX: usize = 32_768;
const PROPERTIES_BYTES_MAX: usize = 16_384;
/// The maximum size of all stored sessions.
const SESSIONS_BYTES_MAX: usize = 262_144;

impl Client {
    /// Handles a wallet's request on the topic of a future session.
    pub(super) fn on_settling_request(
        &mut self,
        proposal: u64,
        id: &Id,
        method: &str,
        params: &Value,
        message: &str,
    ) {
        match Method::parse(method) {
            Some(Method::SessionSettle) => self.on_settle(proposal, id, params),
            Some(Method::SessionDelete) => self.reject(proposal, PeerError::read(params)),
            // an update that arrived before its settle is applied after it
            _ => {
                let waiting = self.records.proposals.iter().flat_map(|proposal| proposal.phase.early());
                let bytes: usize = waiting.map(String::len).sum();
                let fits = bytes.saturating_add(message.len()) <= EARLY_BYTES_MAX;
                let early = match self.proposal_mut(proposal).map(|proposal| &mut proposal.phase) {
                    Some(Phase::Approved { early, .. }) => early,
                    Some(Phase::Signed(settling)) => &mut settling.early,
                    _ => return,
                };
                if fits && early.len() < EARLY_MAX {
                    early.push(message.into());
                } else {
                    self.unexpected();
                }
            }
        }
    }

    fn on_settle(&mut self, proposal: u64, id: &Id, params: &Value) {
        let Some(found) = self.proposal(proposal) else { return };
        let Phase::Approved { topic, key, responder, early } = &found.phase else { return self.unexpected() };
        let (topic, key, responder, early) = (topic.clone(), key.clone(), *responder, early.clone());
        let read = self.read_settle(found, &topic, &key, &responder, id, params);
        match read {
            Ok((session, cacaos)) if cacaos.is_empty() => {
                self.reply(&topic, &key, Method::SessionSettle.response(), id, Ok(()));
                self.install(proposal, session, Vec::new(), &early);
            }
            Ok((session, cacaos)) => self.sign(proposal, session, cacaos, early),
            Err(error) => {
                self.reply(&topic, &key, Method::SessionSettle.response(), id, Err(error.clone()));
                self.reject(proposal, error);
            }
        }
    }

    /// Holds the session back until the caller has verified its signatures ([`Client::accept`], [`Client::refuse`]).
    pub(super) fn sign(&mut self, proposal: u64, session: Session, cacaos: Vec<Cacao>, early: Vec<String>) {
        let raw = cacaos.iter().map(|cacao| cacao.raw.clone()).collect();
        if let Some(found) = self.proposal_mut(proposal) {
            found.phase = Phase::Signed(Box::new(Settling { session, cacaos: raw, early }));
            if found.ended {
                return self.end_late(proposal);
            }
            self.events.push(Event::Signed { proposal, cacaos });
        }
    }

    fn read_settle(
        &self,
        proposal: &Proposal,
        topic: &str,
        key: &Secret,
        responder: &Key,
        id: &Id,
        params: &Value,
    ) -> Result<(Session, Vec<Cacao>), PeerError> {
        let invalid = |what: &str| error::INVALID_SESSION_SETTLE_REQUEST.because(what);
        params.field("relay").and_then(|relay| relay.filled("protocol")).ok_or_else(|| invalid("relay"))?;
        let controller = params.field("controller").ok_or_else(|| invalid("controller"))?;
        // only from the wallet that approved, not from another one with the URI
        if controller.text("publicKey").and_then(crypto::unhex32) != Some(*responder) {
            return Err(invalid("controller"));
        }
        if self.records.sessions.len() >= SESSIONS_MAX {
            return Err(error::SESSION_SETTLEMENT_FAILED.because("too many sessions"));
        }
        let value =
            params.field("namespaces").ok_or_else(|| error::MISSING_OR_INVALID.because("namespaces"))?;
        let namespaces = granted_within(value, &proposal.asked, "onSessionSettleRequest()")?;
        let expires_ms = params.whole("expiry").unwrap_or(0).saturating_mul(1_000);
        if expires_ms <= self.now_ms {
            return Err(invalid("expiry"));
        }
        let cacaos = self.read_cacaos(proposal, params)?;
        if !cacaos.iter().all(|cacao| holds(&namespaces, cacao)) {
            return Err(
                error::SESSION_SETTLEMENT_FAILED.because("signed by an account outside of the session")
            );
        }
        let peer = Metadata::read(controller.field("metadata").unwrap_or(&Value::Null));
        let mut session = self.session_of(proposal, topic, key, responder, peer, namespaces);
        session.expires_ms = expires_ms.min(self.now_ms.saturating_add(SESSION_MS + SKEW_MS));
        session.session_properties = super::store::read_properties(small(params.field("sessionProperties")));
        session.scoped_properties = super::store::read_properties(small(params.field("scopedProperties")));
        let config = params.field("sessionConfig");
        session.deep_link_disabled =
            config.and_then(|config| config.flag("disableDeepLink")).unwrap_or(false);
        session.settle = Some(id.clone());
        self.has_room(&session)?;
        Ok((session, cacaos))
    }

    /// Checks that a session can be stored together with all others. A record that can't be read back would lose all of
    /// them.
    pub(super) fn has_room(&self, session: &Session) -> Result<(), PeerError> {
        let others = self.records.sessions.iter().filter(|other| other.topic != session.topic);
        let bytes: usize = others.chain([session]).map(super::store::session_bytes).sum();
        if bytes > SESSIONS_BYTES_MAX {
            return Err(error::SESSION_SETTLEMENT_FAILED.because("too large to be stored"));
        }
        Ok(())
    }

    /// Builds a session from the proposal and the wallet's settle.
    pub(super) fn session_of(
        &self,
        proposal: &Proposal,
        topic: &str,
        key: &Secret,
        responder: &Key,
        peer: Metadata,
        granted: Granted,
    ) -> Session {
        Session {
            topic: topic.into(),
            pairing_topic: proposal.topic.clone(),
            expires_ms: self.now_ms.saturating_add(SESSION_MS),
            controller: crypto::hex(responder),
            self_public: crypto::hex(&proposal.public),
            peer,
            namespaces: granted,
            session_properties: crate::map::SortedMap::new(),
            scoped_properties: crate::map::SortedMap::new(),
            links: Vec::new(),
            deep_link_disabled: false,
            key: key.clone(),
            asked: proposal.asked.clone(),
            settle: None,
            last_update: None,
            last_events: Vec::new(),
        }
    }

    /// The sign-ins of a settle, each compared with the request. Empty if none was requested.
    fn read_cacaos(&self, proposal: &Proposal, params: &Value) -> Result<Vec<Cacao>, PeerError> {
        let Some(asked) = &proposal.auth else { return Ok(Vec::new()) };
        let list = params
            .field("proposalRequestsResponses")
            .map_or(&[][..], |answers| answers.list("authentication"));
        self.read_checked_cacaos(asked, list)
    }

    /// Reads CACAOs. The first one that doesn't match the request rejects all of them. Their signatures aren't verified
    /// here.
    pub(super) fn read_checked_cacaos(
        &self,
        asked: &cacao::AuthRequest,
        list: &[Value],
    ) -> Result<Vec<Cacao>, PeerError> {
        let bytes: usize = list.iter().map(|value| crate::json::text(value).len()).sum();
        if list.len() > CACAOS_MAX || bytes > CACAOS_BYTES_MAX {
            return Err(error::SESSION_SETTLEMENT_FAILED.because("too many signatures"));
        }
        let mut cacaos = Vec::new();
        for value in list {
            let cacao = cacao::read_cacao(value);
            let cacao =
                cacao.ok_or_else(|| error::SESSION_SETTLEMENT_FAILED.because("malformed signature"))?;
            cacao::check_claims(asked, &cacao, self.now_ms)?;
            cacaos.push(cacao);
        }
        Ok(cacaos)
    }

    /// Accepts the session of [`Event::Signed`], because its signatures are valid.
    pub fn accept(&mut self, now_ms: u64, proposal: u64) {
        self.enter(now_ms);
        if let Some(Phase::Signed(settling)) = self.proposal(proposal).map(|proposal| &proposal.phase) {
            let Settling { session, cacaos, early } = (**settling).clone();
            if let Some(id) = &session.settle {
                self.reply(&session.topic, &session.key, Method::SessionSettle.response(), id, Ok(()));
            }
            let cacaos = cacaos.iter().filter_map(cacao::read_cacao).collect();
            self.install(proposal, session, cacaos, &early);
        }
        self.leave();
    }

    /// Rejects the session of [`Event::Signed`], because its signatures are invalid.
    pub fn refuse(&mut self, now_ms: u64, proposal: u64, why: &str) {
        self.enter(now_ms);
        let error = error::SESSION_SETTLEMENT_FAILED.because(why);
        if self.refuse_signed(proposal, &error) {
            self.reject(proposal, error);
        }
        self.leave();
    }

    /// Rejects the session of a wallet. Returns false if the proposal waits for no signature.
    pub(super) fn refuse_signed(&mut self, proposal: u64, error: &PeerError) -> bool {
        let Some(Phase::Signed(settling)) = self.proposal(proposal).map(|proposal| &proposal.phase) else {
            return false;
        };
        let Session { topic, key, settle, .. } = settling.session.clone();
        match settle {
            Some(id) => self.reply(&topic, &key, Method::SessionSettle.response(), &id, Err(error.clone())),
            // after a one-click sign-in, the wallet already has its session
            None => self.write_delete(&topic, &key, Method::SessionDelete, error),
        }
        true
    }

    /// Turns the proposal into a session, and removes its pairing and keys.
    fn install(&mut self, proposal: u64, session: Session, cacaos: Vec<Cacao>, early: &[String]) {
        self.drop_proposal(proposal);
        let topic = session.topic.clone();
        self.records.sessions.push(session);
        self.events.push(Event::Settled { proposal, topic: topic.clone(), cacaos });
        self.receive_early(&topic, early);
    }

    /// After a restart, emits the pending events again.
    pub(super) fn tell_again(&mut self) {
        for proposal in &self.records.proposals {
            if let Phase::Signed(settling) = &proposal.phase {
                let cacaos = settling.cacaos.iter().filter_map(cacao::read_cacao).collect();
                self.events.push(Event::Signed { proposal: proposal.id, cacaos });
            }
        }
        for waiting in &self.records.waiting {
            if let Some(result) = waiting.outcome.clone() {
                self.events.push(Event::Answered { id: waiting.id, topic: waiting.topic.clone(), result });
            }
        }
    }
}

/// The properties, if their size is acceptable.
fn small(value: Option<&Value>) -> Option<&Value> {
    value.filter(|value| alloc::string::ToString::to_string(value).len() <= PROPERTIES_BYTES_MAX)
}

/// Whether a sign-in belongs to an account of the session. The chain of its signature isn't compared.
fn holds(granted: &Granted, cacao: &Cacao) -> bool {
    let (family, _) = cacao.chain.split_once(':').unwrap_or_default();
    granted.values().flat_map(|namespace| &namespace.accounts).any(|account| {
        let of = account.split_once(':').is_some_and(|(of, _)| of == family);
        let address = account.rsplit_once(':').map(|(_, address)| address).unwrap_or_default();
        of && (address == cacao.address || family == "eip155" && address.eq_ignore_ascii_case(&cacao.address))
    })
}

/// Reads the namespaces that a wallet approved, with the rules of section 6: within the request, with at least one
/// account.
pub(super) fn granted_within(
    value: &Value,
    asked: &namespaces::Proposed,
    context: &str,
) -> Result<Granted, PeerError> {
    let mut namespaces = namespaces::read_granted(value, context)?;
    namespaces::within(&mut namespaces, asked);
    let small = alloc::string::ToString::to_string(&super::store::granted_value(&namespaces)).len()
        <= NAMESPACES_BYTES_MAX;
    if !small || namespaces::chains(&namespaces).is_empty() {
        return Err(error::UNSUPPORTED_ACCOUNTS.because("no account on a chain that was asked for"));
    }
    Ok(namespaces)
}
