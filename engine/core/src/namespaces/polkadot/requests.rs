//! Polkadot, what reads requests: [`super::deeds`] over calls, by the metadata of the network's own node. Without it a call cannot be read.

use super::metadata::Metadata;
use super::payload::{bytes, message, named, transaction, whole};
use super::{SIGN_MESSAGE, is_for};
use crate::api::rpc;
use crate::caip::Namespace;
use crate::constants::METADATA_MS;
use crate::entities::Network;
use crate::flow::{Cx, Flow};
use crate::json::Read;
use crate::json::json;
use crate::namespaces::deeds::{Deed, DeedKind, Reading, Says, Weight};
use crate::namespaces::request_readers::{self, Asked, Named, Reads};
use crate::ports::Local;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::U256;
use core::cell::RefCell;
use futures_util::future::join;
use serde_json::Value;

/// Versions of networks that are kept for the page's life.
const KEPT_MAX: usize = 3;
struct PolkadotRequests;

/// The row of the family's reader in the table of features.
pub fn run(cx: Cx, _: String, _: Value) -> Flow {
    request_readers::provide(&cx, Namespace::Polkadot, &PolkadotRequests)
}

fn read(asked: &Asked, metadata: Option<&Metadata>) -> Option<Vec<Deed>> {
    is_for(&asked.params, &asked.from, &asked.chain).then_some(())?;
    let own = if asked.method == SIGN_MESSAGE { "message" } else { "transactionPayload" };
    let mut deeds = match own {
        "message" => [message(asked.params.text("message")?)].into(),
        _ => transaction(asked.params.field("transactionPayload")?, &asked.from, metadata)?,
    };
    let fields = asked.params.as_object()?.keys();
    deeds.extend(fields.filter(|name| *name != own && *name != "address").map(|name| named(name)));
    Some(deeds)
}

/// What a node said of a network, for as long as its version is the same.
#[derive(Default)]
struct Kept(RefCell<Vec<(String, u64, Rc<Metadata>)>>);

/// The version of a network that runs now, and its calls; nothing where its node does not say so, or is of another network.
async fn known(cx: &Cx, network: &Network, genesis: &str) -> Option<(u64, Rc<Metadata>)> {
    let none = Value::Array(Vec::new());
    let runs = rpc::of_money(cx, network, "state_getRuntimeVersion", &none).await.ok()?;
    let version = runs.whole("specVersion")?;
    let kept = cx.extension_or("metadata of polkadot", Kept::default);
    let found = kept.0.borrow().iter().find(|(of, is, _)| of == genesis && *is == version).cloned();
    if let Some((_, _, metadata)) = found {
        return Some((version, metadata));
    }
    let first = json!([0]);
    let (given, block) = join(
        rpc::of_money(cx, network, "state_getMetadata", &none),
        rpc::of_money(cx, network, "chain_getBlockHash", &first),
    )
    .await;
    block.ok()?.as_str().filter(|hash| hash.eq_ignore_ascii_case(genesis))?;
    let metadata = Rc::new(Metadata::read(bytes(&given.ok()?)?)?);
    let mut all = kept.0.borrow_mut();
    all.truncate(KEPT_MAX - 1);
    all.insert(0, (genesis.into(), version, metadata.clone()));
    Some((version, metadata))
}

impl Reads for PolkadotRequests {
    fn deeds(&self, asked: &Asked, _: &dyn Says) -> Reading {
        let refused = || [Deed::of(DeedKind::Unread, Weight::Refused)].into();
        Reading { deeds: read(asked, None).unwrap_or_else(refused), is_batch: false }
    }

    /// Read again, by the node's metadata.
    fn weighed(&self, cx: Cx, network: Network, asked: Asked, deeds: Vec<Deed>) -> Local<Vec<Deed>> {
        Box::pin(async move {
            let payload = asked.params.field("transactionPayload").filter(|_| asked.method != SIGN_MESSAGE);
            let Some((payload, genesis)) = payload.and_then(|of| Some((of, of.text("genesisHash")?))) else {
                // of words there is no payload
                return deeds;
            };
            let known = cx.within(METADATA_MS, known(&cx, &network, genesis)).await.flatten();
            let Some((version, metadata)) = known else { return deeds };
            let Some(mut deeds) = read(&asked, Some(&metadata)) else { return deeds };
            // only the node says what the call means: its word alone lets nothing pass unread
            deeds.iter_mut().for_each(|deed| deed.weight = deed.weight.max(Weight::Look));
            if payload.field("specVersion").and_then(whole) != Some(U256::from(version)) {
                // its bytes may mean something else in that version
                deeds.iter_mut().for_each(|deed| deed.weight = deed.weight.max(Weight::Risky));
                deeds.push(named("specVersion"));
            }
            deeds
        })
    }

    /// Its tokens have no word of their own here: their amounts are in base units.
    fn token(&self, _: Cx, _: Network, _: String) -> Local<Option<Named>> {
        Box::pin(async { None })
    }
}
