//! Reading what a host asks of a wallet, the heavy half: what the request would do, in the words of [`super::deeds`]. Each family's reader is
//! a part of the binary of its own, loaded before a request is shown. A family without one, or whose part does not come, cannot be read,
//! and that is what the person is told.

use super::deeds::{Deed, DeedKind, Reading, Says, Weight};
use super::registry::Half;
use crate::caip::Namespace;
use crate::entities::Network;
use crate::flow::{Cx, Flow};
use crate::ports::Local;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

/// What reads the requests of a family.
pub trait Reads {
    /// What a request would do. `site` has words for what the family itself does not know. No foreign bytes stop it, and nothing is guessed.
    fn deeds(&self, method: &str, params: &Value, site: &dyn Says) -> Reading;
    /// The same deeds with the weights that only the network knows: what an allowance is to what the account has, and who gets it. Without
    /// an answer a deed is not lighter for it.
    fn weighed(&self, cx: Cx, network: Network, from: String, deeds: Vec<Deed>) -> Local<Vec<Deed>>;
    /// The decimals of a token, by its own word at the network's node; nothing where no node says so.
    fn decimals(&self, cx: Cx, network: Network, token: String) -> Local<Option<u8>>;
}

static READERS: Half<dyn Reads> = Half::new("readers of requests", "Requests");

/// Registers the reader of a family: its row is `<namespace>Requests`.
#[must_use]
pub fn provide(cx: &Cx, namespace: Namespace, reader: &'static dyn Reads) -> Flow {
    READERS.provide(cx, namespace, reader)
}

/// As [`Reads::deeds`], once the family's reader has been loaded; what cannot be read is said to be so.
pub async fn deeds(cx: &Cx, namespace: Namespace, method: &str, params: &Value, site: &dyn Says) -> Reading {
    READERS.load(cx, namespace).await;
    match READERS.of(cx, namespace) {
        Some(reader) => reader.deeds(method, params, site),
        None => Reading { deeds: [Deed::of(DeedKind::Unread, Weight::Risky)].into(), is_batch: false },
    }
}

/// As [`Reads::deeds`], of a reader that is there.
#[must_use]
pub fn deeds_now(cx: &Cx, namespace: Namespace, method: &str, params: &Value, site: &dyn Says) -> Reading {
    READERS.of(cx, namespace).map(|reader| reader.deeds(method, params, site)).unwrap_or_default()
}

/// As [`Reads::weighed`].
#[must_use]
pub fn weighed(cx: &Cx, network: &Network, from: &str, deeds: Vec<Deed>) -> Local<Vec<Deed>> {
    match READERS.of(cx, network.chain_namespace) {
        Some(reader) => reader.weighed(cx.clone(), network.clone(), from.into(), deeds),
        None => Box::pin(async { deeds }),
    }
}

/// As [`Reads::decimals`].
#[must_use]
pub fn decimals(cx: &Cx, network: &Network, token: &str) -> Local<Option<u8>> {
    match READERS.of(cx, network.chain_namespace) {
        Some(reader) => reader.decimals(cx.clone(), network.clone(), token.into()),
        None => Box::pin(async { None }),
    }
}
