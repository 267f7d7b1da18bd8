//! Polkadot, the request reader: [`effects`] of calls, with the metadata of the network's own node. Without it a call is unreadable.
//! If the request signs a metadata hash, that is compared ([`crate::namespaces::polkadot::codec::digest`]).

pub mod effects;
pub mod payload;

use self::payload::{bytes, is_hashed, message, named, transaction, whole};
use super::{SIGN_MESSAGE, is_for};
use crate::api::rpc;
use crate::caip::Namespace;
use crate::constants::METADATA_MS;
use crate::entities::Network;
use crate::flow::{Cx, Flow};
use crate::json::Read;
use crate::json::json;
use crate::namespaces::effects::{Effect, EffectKind, Reading, Risk, Says};
use crate::namespaces::polkadot::codec::digest::Digest;
use crate::namespaces::polkadot::codec::metadata::Metadata;
use crate::namespaces::polkadot::codec::scale::Input;
use crate::namespaces::request_readers::{self, HostRequest, Named, Reads};
use crate::ports::Local;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::U256;
use core::cell::RefCell;
use futures_util::future::join;
use serde_json::Value;

/// The maximum number of networks whose metadata is cached for the page's life.
const KEPT_MAX: usize = 3;
/// The runtime's call that returns its metadata in a version, and that version.
const METADATA_AT: &str = "Metadata_metadata_at_version";
const VERSION_15: &str = "0x0f000000";

struct PolkadotRequests;

/// The feature's entry: provides the namespace's reader.
pub fn run(cx: Cx, _: String, _: Value) -> Flow {
    request_readers::provide(&cx, Namespace::Polkadot, &PolkadotRequests)
}

fn read(asked: &HostRequest, metadata: Option<(&Metadata, bool)>) -> Option<Vec<Effect>> {
    is_for(&asked.params, &asked.from, &asked.chain).then_some(())?;
    let own = if asked.method == SIGN_MESSAGE { "message" } else { "transactionPayload" };
    let mut effects = match own {
        "message" => [message(asked.params.text("message")?)].into(),
        _ => {
            let is_of_version = metadata.is_some_and(|(_, is_of_version)| is_of_version);
            let metadata = metadata.map(|(metadata, _)| metadata);
            transaction(asked.params.field("transactionPayload")?, &asked.from, metadata, is_of_version)?
        }
    };
    let fields = asked.params.as_object()?.keys();
    effects.extend(fields.filter(|name| *name != own && *name != "address").map(|name| named(name)));
    Some(effects)
}

/// The effects of a rejected request.
fn refused() -> Vec<Effect> {
    [Effect::of(EffectKind::Unread, Risk::Blocked)].into()
}

/// The network's genesis hash, its version, and whether its metadata hashes are known.
type Known = (String, u64, bool, Rc<Metadata>);

/// The cache of a network's metadata, valid until its version changes.
#[derive(Default)]
struct MetadataCache(RefCell<Vec<Known>>);

/// The metadata with a hash (version 15), and its valid hashes. `None` from a node without it.
async fn hashed(cx: &Cx, network: &Network) -> Option<Metadata> {
    let (none, of) = (Value::Array(Vec::new()), json!([METADATA_AT, VERSION_15]));
    let (given, properties) = join(
        rpc::of_money(cx, network, "state_call", &of),
        rpc::of_money(cx, network, "system_properties", &none),
    )
    .await;
    let given = bytes(&given.ok()?)?;
    let mut input = Input(&given);
    let inner = input.option(|input| {
        let count = input.count()?;
        input.take(count)
    })??;
    let mut metadata = Metadata::read(inner.to_vec())?;
    // without the node's data about the coin, nothing is compared, because the hash can have another symbol
    if let (Some(digest), Ok(properties)) = (Digest::of(&metadata), properties) {
        // amounts are displayed with the decimals of the network's entry, so other decimals aren't compared
        let coin = &network.native_currency;
        let symbol = properties.field("tokenSymbol").and_then(|given| {
            given.as_str().or_else(|| given.as_array()?.first()?.as_str()).map(String::from)
        });
        let symbols = [Some(coin.symbol.clone()), symbol];
        metadata.hashes = symbols.iter().flatten().filter_map(|of| digest.hash(coin.decimals, of)).collect();
    }
    Some(metadata)
}

/// A network's current version and its metadata. `None` if its node doesn't respond, or belongs to another network.
async fn known(cx: &Cx, network: &Network, genesis: &str, is_hashed: bool) -> Option<(u64, Rc<Metadata>)> {
    let none = Value::Array(Vec::new());
    let runs = rpc::of_money(cx, network, "state_getRuntimeVersion", &none).await.ok()?;
    let version = runs.whole("specVersion")?;
    let kept = cx.extension_or("metadata of polkadot", MetadataCache::default);
    let find = |hashed: bool| {
        let all = kept.0.borrow();
        let found = all.iter().find(|(of, is, with, _)| of == genesis && *is == version && *with == hashed);
        found.map(|(.., metadata)| (version, metadata.clone()))
    };
    if let Some(found) = find(is_hashed) {
        return Some(found);
    }
    let first = json!([0]);
    let block = rpc::of_money(cx, network, "chain_getBlockHash", &first);
    let (block, hashed) =
        join(block, async { if is_hashed { hashed(cx, network).await } else { None } }).await;
    block.ok()?.as_str().filter(|hash| hash.eq_ignore_ascii_case(genesis))?;
    let (is_hashed, metadata) = match hashed {
        Some(metadata) => (!metadata.hashes.is_empty(), metadata),
        None => {
            if let Some(found) = find(false) {
                return Some(found);
            }
            let given = rpc::of_money(cx, network, "state_getMetadata", &none).await.ok()?;
            (false, Metadata::read(bytes(&given)?)?)
        }
    };
    let metadata = Rc::new(metadata);
    let mut all = kept.0.borrow_mut();
    all.truncate(KEPT_MAX - 1);
    all.insert(0, (genesis.into(), version, is_hashed, metadata.clone()));
    Some((version, metadata))
}

impl Reads for PolkadotRequests {
    fn effects(&self, asked: &HostRequest, _: &dyn Says) -> Reading {
        Reading { effects: read(asked, None).unwrap_or_else(refused), is_batch: false }
    }

    /// Reads the request again with the node's metadata.
    fn weighed(
        &self,
        cx: Cx,
        network: Network,
        asked: HostRequest,
        effects: Vec<Effect>,
    ) -> Local<Vec<Effect>> {
        Box::pin(async move {
            let payload = asked.params.field("transactionPayload").filter(|_| asked.method != SIGN_MESSAGE);
            let Some((payload, genesis)) = payload.and_then(|of| Some((of, of.text("genesisHash")?))) else {
                // a message has no payload
                return effects;
            };
            let known = known(&cx, &network, genesis, is_hashed(payload));
            let known = cx.within(METADATA_MS, known).await.flatten();
            let Some((version, metadata)) = known else { return effects };
            let is_of_version = payload.field("specVersion").and_then(whole) == Some(U256::from(version));
            let Some(mut effects) = read(&asked, Some((&metadata, is_of_version))) else { return refused() };
            // the signer might not understand the call, so every transaction needs a review
            effects.iter_mut().for_each(|effect| effect.risk = effect.risk.max(Risk::Review));
            if !is_of_version {
                // the bytes might have another meaning in that version
                effects.iter_mut().for_each(|effect| effect.risk = effect.risk.max(Risk::Warning));
                effects.push(named("specVersion"));
            }
            effects
        })
    }

    /// Tokens of this namespace have no symbols here, so amounts are in base units.
    fn token(&self, _: Cx, _: Network, _: String) -> Local<Option<Named>> {
        Box::pin(async { None })
    }
}
