//! One-click sign-in: `wc_sessionAuthenticate` together with a proposal on the same pairing (docs/spec/walletconnect.md
//! section 5.10).

use super::Client;
use super::metadata::Metadata;
use super::record::{Proposal, Secret};
use crate::cacao::{self, AuthRequest, Cacao};
use crate::crypto::{self, Key};
use crate::error::{self, PeerError};
use crate::ids::Id;
use crate::json::Read as _;
use crate::json::object;
use crate::map::SortedMap;
use crate::message::{self, Method};
use crate::namespaces::{self, Granted, ProposalNamespace, Proposed};
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

/// The expiry. Official wallets reject a shorter one.
const AUTHENTICATE_S: u64 = 3_600;

impl Client {
    /// The request, if this proposal has one.
    pub(super) fn one_click_text(&self, proposal: &Proposal) -> Option<String> {
        let (id, auth) = (proposal.authenticate?, proposal.auth.as_ref()?);
        let requester = object([
            ("publicKey", crypto::hex(&proposal.public).into()),
            ("metadata", self.config.metadata.value()),
        ]);
        let params = object([
            ("authPayload", auth.payload(true)),
            ("requester", requester),
            ("expiryTimestamp", (self.now_ms / 1_000).saturating_add(AUTHENTICATE_S).into()),
        ]);
        Some(message::request(&Id::of(id), Method::SessionAuthenticate.as_str(), &params))
    }

    /// Handles a response on the pairing, where wallets only send rejections.
    pub(super) fn on_one_click_refusal(&mut self, proposal: u64, answer: Result<Value, PeerError>) {
        match answer {
            // the wallet doesn't support the method, and responds to the proposal instead (10.35)
            Err(error) if error.code == error::WC_METHOD_UNSUPPORTED.code => {
                if let Some(proposal) = self.proposal_mut(proposal) {
                    proposal.authenticate = None;
                }
            }
            Err(error) if self.proposal(proposal).is_some_and(Proposal::is_answerable_at_once) => {
                self.reject(proposal, error);
            }
            _ => self.unexpected(),
        }
    }

    /// Handles a response on the topic of our public key, encrypted by `sender`.
    pub(super) fn on_one_click_answer(
        &mut self,
        proposal: u64,
        sender: &Key,
        id: &Id,
        answer: Result<Value, PeerError>,
    ) {
        let Some(found) = self.proposal(proposal) else { return };
        if found.authenticate.is_none_or(|authenticate| *id != Id::of(authenticate)) {
            return self.unexpected();
        }
        let Ok(result) = answer else { return self.on_one_click_refusal(proposal, answer) };
        match self.read_one_click(found, sender, &result) {
            Ok((session, cacaos)) => self.sign(proposal, session, cacaos, Vec::new()),
            Err(error) => self.reject(proposal, error),
        }
    }

    fn read_one_click(
        &self,
        proposal: &Proposal,
        sender: &Key,
        result: &Value,
    ) -> Result<(super::Session, Vec<Cacao>), PeerError> {
        let failed = |why: &str| error::SESSION_SETTLEMENT_FAILED.because(why);
        let auth = proposal.auth.as_ref().ok_or_else(|| failed("nothing was asked"))?;
        let responder = result.field("responder").ok_or_else(|| failed("no responder"))?;
        if responder.text("publicKey").and_then(crypto::unhex32) != Some(*sender) {
            return Err(failed("responder"));
        }
        let key = crypto::derive(&proposal.private.0, sender).ok_or_else(|| failed("responder"))?;
        let cacaos = self.read_checked_cacaos(auth, result.list("cacaos"))?;
        let mut grants = grant(&cacaos);
        let request = asked_with(&proposal.asked, auth);
        namespaces::within(&mut grants, &request);
        // without permissions, the signature is valid but the session can't do anything
        if grants.values().all(|namespace| namespace.methods.is_empty()) {
            return Err(failed("no permissions"));
        }
        let peer = Metadata::read(responder.field("metadata").unwrap_or(&Value::Null));
        let topic = crypto::topic_of(&key);
        let mut session = self.session_of(proposal, &topic, &Secret(key), sender, peer, grants);
        session.asked = request;
        self.has_room(&session)?;
        Ok((session, cacaos))
    }
}

/// The methods of the permissions, on the chain of the signature and those of the permissions.
fn grant(cacaos: &[Cacao]) -> Granted {
    let (mut methods, mut accounts) = (SortedMap::new(), Vec::new());
    for cacao in cacaos {
        let recap = cacao::granted(&cacao.resources);
        for chain in core::iter::once(&cacao.chain).chain(&recap.chains) {
            accounts.push([chain.as_str(), ":", &cacao.address].concat());
        }
        methods.extend(recap.methods.into_iter().map(|method| (method, ())));
    }
    let methods: Vec<String> = methods.keys().cloned().collect();
    namespaces::from_auth(&methods, &accounts)
}

/// The limits of the session: the proposal's chains and those of the sign-in.
fn asked_with(proposed: &Proposed, auth: &AuthRequest) -> Proposed {
    let chains = ProposalNamespace {
        chains: auth.chains.clone(),
        methods: auth.methods.clone(),
        events: ["chainChanged", "accountsChanged"].map(String::from).into(),
        ..ProposalNamespace::default()
    };
    namespaces::merge(proposed, &Proposed::from([("eip155".into(), chains)]))
}
