//! Reading what a host asks of a wallet, the heavy half: what the request would do, in the words of [`super::effects`]. Each family's
//! reader is a part of the binary of its own, loaded before a request is shown. A family without one, or whose part does not come, cannot
//! be read, and that is what the user is told.

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

/// A request of the page for a wallet, and the account that it is for.
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

/// What a token says of itself.
#[derive(Clone, Debug, Default)]
pub struct Named {
    /// Of its base units.
    pub decimals: u8,
    /// By which people know it, if the page's own list of the network says so.
    pub symbol: Option<String>,
    /// What is said of it next to that.
    pub terms: Terms,
}

/// What reads the requests of a family.
pub trait Reads {
    /// What a request would do. `site` has words for what the family itself does not know. No foreign bytes stop it, and nothing is guessed.
    fn effects(&self, asked: &HostRequest, site: &dyn Says) -> Reading;
    /// The same effects by what only the network knows: what an allowance is to what the account has, who gets it, which addresses the request
    /// names by their places. Without an answer an effect is not lighter for it.
    fn weighed(
        &self,
        cx: Cx,
        network: Network,
        asked: HostRequest,
        effects: Vec<Effect>,
    ) -> Local<Vec<Effect>>;
    /// The same effects with those that show only when the network tries the request out, and what that would move; without a node that
    /// does, nothing more is known.
    fn tried(
        &self,
        _: Cx,
        _: Network,
        _: HostRequest,
        effects: Vec<Effect>,
    ) -> Local<(Vec<Effect>, Option<Tried>)> {
        Box::pin(async { (effects, None) })
    }
    /// Whether what a wallet says that it has signed is what it was asked for.
    fn is_answer(&self, _params: &Value, _answer: &Value) -> bool {
        true
    }
    /// A token, by its own word at the network's node; nothing if no node says so.
    fn token(&self, cx: Cx, network: Network, token: String) -> Local<Option<Named>>;
}

static READERS: Half<dyn Reads> = Half::new("readers of requests", "Requests");

/// Registers the reader of a family: its row is `<namespace>Requests`.
#[must_use]
pub fn provide(cx: &Cx, namespace: Namespace, reader: &'static dyn Reads) -> Flow {
    READERS.provide(cx, namespace, reader)
}

/// As [`Reads::effects`], once the family's reader has been loaded; what cannot be read is said to be so.
pub async fn effects(cx: &Cx, asked: &HostRequest, site: &dyn Says) -> Reading {
    let namespace = asked.chain.namespace;
    READERS.load(cx, namespace).await;
    match READERS.of(cx, namespace) {
        Some(reader) => reader.effects(asked, site),
        None => Reading { effects: [Effect::of(EffectKind::Unread, Risk::Warning)].into(), is_batch: false },
    }
}

/// As [`Reads::is_answer`], if the family's wallets say what they have signed.
///
/// # Errors
/// [`Error::NotWhatWasShown`]; [`Error::PartNotLoaded`]: no one can tell.
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

/// As [`Reads::effects`], of a reader that is there.
#[must_use]
pub fn effects_now(cx: &Cx, asked: &HostRequest, site: &dyn Says) -> Reading {
    READERS.of(cx, asked.chain.namespace).map(|reader| reader.effects(asked, site)).unwrap_or_default()
}

/// As [`Reads::weighed`].
#[must_use]
pub fn weighed(cx: &Cx, network: &Network, asked: &HostRequest, effects: Vec<Effect>) -> Local<Vec<Effect>> {
    match READERS.of(cx, network.chain_namespace) {
        Some(reader) => reader.weighed(cx.clone(), network.clone(), asked.clone(), effects),
        None => Box::pin(async { effects }),
    }
}

/// As [`Reads::tried`].
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

/// As [`Reads::token`].
#[must_use]
pub fn token(cx: &Cx, network: &Network, token: &str) -> Local<Option<Named>> {
    match READERS.of(cx, network.chain_namespace) {
        Some(reader) => reader.token(cx.clone(), network.clone(), token.into()),
        None => Box::pin(async { None }),
    }
}
