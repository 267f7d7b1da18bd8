//! Reads a page's wallet request, the heavy half: its effects in the terms of [`super::effects`]. Each namespace's
//! reader is a separate part of the binary, which loads before the review. Without a reader, or if its part fails to
//! load, the review displays the request as unreadable.

use super::effects::{Effect, EffectKind, Reading, Risk, Says, Tried};
use super::registry::Half;
use super::terms::Terms;
use crate::caip::{ChainId, Namespace};
use crate::entities::{AccountEntry, Network};
use crate::error::{Error, Result};
use crate::flow::{Cx, Flow};
use crate::ports::Local;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

/// A page's request for a wallet, with its account.
#[derive(Clone)]
pub struct HostRequest {
    /// The method.
    pub method: String,
    /// The parameters.
    pub params: Value,
    /// The account that the request is for.
    pub from: String,
    /// All accounts of the connection in this namespace.
    pub own: Vec<AccountEntry>,
    /// Whether the wallet has shared these accounts since the page loaded.
    pub are_named: bool,
    /// The chain that the request is for.
    pub chain: ChainId,
}

/// A token's own data.
#[derive(Clone, Debug, Default)]
pub struct Named {
    /// The decimals of its base units.
    pub decimals: u8,
    /// The symbol, if the page's own list of the network has it.
    pub symbol: Option<String>,
    /// The notes about it.
    pub terms: Terms,
}

/// Reads the requests of a namespace.
pub trait Reads {
    /// The effects of a request. `site` has descriptions for calls that the namespace doesn't know. It accepts any input and guesses
    /// nothing.
    fn effects(&self, asked: &HostRequest, site: &dyn Says) -> Reading;
    /// Adds the network's knowledge to the effects: an approval compared with the balance, the spender's kind, the addresses behind lookup
    /// tables. Without a response the risk never decreases.
    fn weighed(
        &self,
        cx: Cx,
        network: Network,
        asked: HostRequest,
        effects: Vec<Effect>,
    ) -> Local<Vec<Effect>>;
    /// Adds effects and balance changes that only a simulation shows. Without a node that supports it, the effects stay.
    fn tried(
        &self,
        _: Cx,
        _: Network,
        _: HostRequest,
        effects: Vec<Effect>,
    ) -> Local<(Vec<Effect>, Option<Tried>)> {
        Box::pin(async { (effects, None) })
    }
    /// Whether a wallet's signed payload matches the request.
    fn is_answer(&self, _params: &Value, _answer: &Value) -> bool {
        true
    }
    /// A token's own data from the network's node. `None` if no node responds.
    fn token(&self, cx: Cx, network: Network, token: String) -> Local<Option<Named>>;
}

pub(crate) static READERS: Half<dyn Reads> = Half::new("readers of requests", "Requests");

/// Registers the reader of a namespace, whose row is `<namespace>Requests`.
#[must_use]
pub fn provide(cx: &Cx, namespace: Namespace, reader: &'static dyn Reads) -> Flow {
    READERS.provide(cx, namespace, reader)
}

/// Calls [`Reads::effects`] after loading the namespace's reader. An unreadable request gets the effect "unread".
pub async fn effects(cx: &Cx, asked: &HostRequest, site: &dyn Says) -> Reading {
    let namespace = asked.chain.namespace;
    READERS.load(cx, namespace).await;
    match READERS.of(cx, namespace) {
        Some(reader) => reader.effects(asked, site),
        None => Reading { effects: [Effect::of(EffectKind::Unread, Risk::Warning)].into(), is_batch: false },
    }
}

/// Calls [`Reads::is_answer`], if the namespace's wallets return the signed payload.
///
/// # Errors
/// [`Error::NotWhatWasShown`]. [`Error::PartNotLoaded`] if it can't be checked.
pub async fn check_answer(cx: &Cx, namespace: Namespace, params: &Value, answer: &Value) -> Result<()> {
    if !super::returns_signed_payload(namespace) {
        return Ok(());
    }
    READERS.load(cx, namespace).await;
    match READERS.of(cx, namespace) {
        Some(reader) if reader.is_answer(params, answer) => Ok(()),
        Some(_) => Err(Error::NotWhatWasShown),
        None => Err(Error::PartNotLoaded),
    }
}

/// Calls [`Reads::effects`] of a loaded reader.
#[must_use]
pub fn effects_now(cx: &Cx, asked: &HostRequest, site: &dyn Says) -> Reading {
    READERS.of(cx, asked.chain.namespace).map(|reader| reader.effects(asked, site)).unwrap_or_default()
}

/// Calls [`Reads::weighed`].
#[must_use]
pub fn weighed(cx: &Cx, network: &Network, asked: &HostRequest, effects: Vec<Effect>) -> Local<Vec<Effect>> {
    match READERS.of(cx, network.chain_namespace) {
        Some(reader) => reader.weighed(cx.clone(), network.clone(), asked.clone(), effects),
        None => Box::pin(async { effects }),
    }
}

/// Calls [`Reads::tried`].
#[must_use]
pub fn tried(
    cx: &Cx,
    network: &Network,
    asked: &HostRequest,
    effects: Vec<Effect>,
) -> Local<(Vec<Effect>, Option<Tried>)> {
    match READERS.of(cx, network.chain_namespace) {
        Some(reader) => reader.tried(cx.clone(), network.clone(), asked.clone(), effects),
        None => Box::pin(async { (effects, None) }),
    }
}

/// Calls [`Reads::token`].
#[must_use]
pub fn token(cx: &Cx, network: &Network, token: &str) -> Local<Option<Named>> {
    match READERS.of(cx, network.chain_namespace) {
        Some(reader) => reader.token(cx.clone(), network.clone(), token.into()),
        None => Box::pin(async { None }),
    }
}
