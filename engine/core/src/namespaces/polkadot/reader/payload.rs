//! The payload in the wallets' form: a message, or a transaction with its signed extensions.

use super::effects::Reader;
use crate::json::{self, Read};
use crate::namespaces::clauses::Clause;
use crate::namespaces::effects::{Asset, Effect, EffectKind, EffectText, HowMuch, Risk};
use crate::namespaces::polkadot::codec::metadata::Metadata;
use crate::namespaces::polkadot::codec::{ss58, values};
use crate::text;
use alloc::vec::Vec;
use alloy_primitives::{U256, hex};
use serde_json::Value;

/// The maximum length of a readable message. A longer one is displayed as unread.
const MESSAGE_CHARS_MAX: usize = 8_192;
/// The maximum length of a field name.
const NAME_CHARS: usize = 64;
/// A tip above this part of the outgoing amount is a warning.
const TIP_PART: u8 = 100;
/// Nonces from this number on are invalid, because networks don't count further.
const NONCE_MAX: U256 = U256::from_limbs([u32::MAX as u64, 0, 0, 0]);

/// The known fields of a transaction. A wallet might use any other field.
const FIELDS: [&str; 16] = [
    "address",
    "assetId",
    "blockHash",
    "blockNumber",
    "era",
    "genesisHash",
    "metadataHash",
    "method",
    "mode",
    "nonce",
    "signedExtensions",
    "specVersion",
    "tip",
    "transactionVersion",
    "version",
    "withSignedTransaction",
];

fn unread() -> Effect {
    Effect::of(EffectKind::Unread, Risk::Warning)
}

pub(crate) fn named(name: &str) -> Effect {
    let name = text::label(name, NAME_CHARS).unwrap_or_default();
    Effect { words: Some(EffectText::Name(name)), ..unread() }
}

/// An integer in the wallets' form. Only digits are accepted, because readers treat separators differently.
pub(crate) fn whole(value: &Value) -> Option<U256> {
    match value.as_str() {
        Some(text) => match text.strip_prefix("0x") {
            Some("") => Some(U256::ZERO),
            Some(digits) if digits.bytes().all(|of| of.is_ascii_hexdigit()) => {
                U256::from_str_radix(digits, 16).ok()
            }
            None if !text.is_empty() && text.bytes().all(|of| of.is_ascii_digit()) => {
                U256::from_str_radix(text, 10).ok()
            }
            _ => None,
        },
        None => value.as_u64().map(U256::from),
    }
}

pub(crate) fn bytes(value: &Value) -> Option<Vec<u8>> {
    let digits = value.as_str()?.strip_prefix("0x")?;
    digits.bytes().all(|of| of.is_ascii_hexdigit()).then(|| hex::decode(digits).ok())?
}

/// The effect of signing a message. Some mobile wallets treat hex-like text as bytes and sign them unchanged, so it
/// could be a transaction.
pub(crate) fn message(given: &str) -> Effect {
    if given.len() > MESSAGE_CHARS_MAX {
        return unread();
    }
    let is_hex = given.strip_prefix("0x").is_some_and(|digits| hex::decode(digits).is_ok());
    let words = Some(EffectText::Text(text::in_boxes(given)));
    let risk = if is_hex { Risk::Warning } else { Risk::Normal };
    Effect { words, ..Effect::of(EffectKind::Sign, risk) }
}

/// The extension that adds the metadata hash to the signature.
const HASH_EXTENSION: &str = "CheckMetadataHash";

/// Whether a wallet signs the metadata hash: the request and the network's metadata have the same extensions, including
/// the one for the hash.
fn is_hash_signed(payload: &Value, metadata: &Metadata) -> bool {
    let known = metadata.extensions.as_deref().unwrap_or_default();
    payload.field("signedExtensions").is_some()
        && is_in_order(payload, Some(metadata))
        && known.iter().filter(|name| *name == HASH_EXTENSION).count() == 1
}

/// Compares a signed metadata hash with that of the metadata that decodes the call.
fn compared(payload: &Value, hash: &[u8; 32], metadata: Option<&Metadata>) -> Effect {
    match metadata.filter(|metadata| !metadata.hashes.is_empty()) {
        Some(metadata) if !metadata.hashes.contains(hash) => Clause::Differs.effect(),
        Some(metadata) if is_hash_signed(payload, metadata) => Clause::Proven.effect(),
        _ => Clause::Checked.effect(),
    }
}

/// Whether a transaction is signed with a metadata hash.
pub(crate) fn is_hashed(payload: &Value) -> bool {
    payload.field("mode").and_then(whole) == Some(U256::from(1))
}

/// The effect of a metadata hash. A wallet displays the call only with that metadata, and the network accepts the
/// signature for no other.
fn checked(payload: &Value, metadata: Option<&Metadata>) -> Option<Effect> {
    let is_there = |value: &&Value| !value.is_null();
    let mode = payload.field("mode").filter(is_there).map_or(Some(U256::ZERO), whole);
    let hash = payload
        .field("metadataHash")
        .filter(is_there)
        .filter(|hash| !matches!(hash.as_str(), Some("" | "0x")));
    match (mode, hash) {
        (Some(mode), None) if mode.is_zero() => None,
        (Some(mode), Some(given)) if mode == U256::from(1) => {
            let Some(hash) = bytes(given).and_then(|hash| hash.try_into().ok()) else {
                return Some(named("metadataHash"));
            };
            let words = given.as_str().map(|hash| EffectText::Text(hash.into()));
            Some(Effect { words, ..compared(payload, &hash, metadata) })
        }
        // a wallet might sign with it or without
        _ => Some(named("metadataHash")),
    }
}

/// Whether the request's signed extensions equal the network's. A wallet follows the request, and in another order the
/// network would read the nonce as a tip.
fn is_in_order(payload: &Value, metadata: Option<&Metadata>) -> bool {
    let Some(given) = payload.field("signedExtensions") else { return true };
    let known = metadata.and_then(|metadata| metadata.extensions.as_deref());
    known.is_none_or(|known| json::texts(Some(given)).is_some_and(|given| given == known))
}

/// The effects of the signed extensions. `None` if a wallet couldn't sign them.
fn beside(payload: &Value, metadata: Option<&Metadata>) -> Option<Vec<Effect>> {
    let mut effects = Vec::new();
    match *bytes(payload.field("era")?)?.as_slice() {
        [0] => effects.push(Effect::of(EffectKind::OpenEnded, Risk::Warning)),
        // a transaction with an expiry: its lowest bits are never zero, and libraries treat a leading 0 as no expiry
        [first, _] if first & 0x0f != 0 => {}
        _ => return None,
    }
    if !is_in_order(payload, metadata) {
        effects.push(named("signedExtensions"));
    }
    let nonce = payload.field("nonce").map_or(Some(U256::ZERO), whole);
    if nonce.is_none_or(|nonce| nonce > NONCE_MAX) {
        effects.push(named("nonce"));
    }
    let is_paid_otherwise = payload
        .field("assetId")
        .is_some_and(|asset| !asset.is_null() && !matches!(asset.as_str(), Some("" | "0x" | "0x00")));
    if is_paid_otherwise {
        effects.push(named("assetId"));
    }
    effects.extend(checked(payload, metadata));
    let fields = payload.as_object()?.keys();
    effects.extend(fields.filter(|name| !FIELDS.contains(&name.as_str())).map(|name| named(name)));
    Some(effects)
}

/// The effect of the tip, compared with the outgoing amount.
fn tip(payload: &Value, effects: &[Effect]) -> Option<Effect> {
    let tip = payload.field("tip").map_or(Some(U256::ZERO), whole)?;
    let is_own = |effect: &&Effect| effect.kind == EffectKind::Send && effect.owner.is_none();
    let leaves = effects.iter().filter(is_own).filter(|effect| effect.asset == Some(Asset::Coin));
    let leaves = leaves.fold(U256::ZERO, |sum, effect| match effect.amount {
        Some(HowMuch::Units(units)) => sum.saturating_add(units),
        _ => sum,
    });
    let risk = match tip.saturating_mul(U256::from(TIP_PART)) > leaves {
        true => Risk::Warning,
        false => Risk::Normal,
    };
    let amount = Some(HowMuch::Units(tip));
    (!tip.is_zero()).then(|| Effect { asset: Some(Asset::Coin), amount, ..Effect::of(EffectKind::Fee, risk) })
}

/// The effects of a transaction, with the metadata of its network, which might have another version. `None` rejects the
/// request.
#[must_use]
pub fn transaction(
    payload: &Value,
    from: &str,
    metadata: Option<&Metadata>,
    is_of_version: bool,
) -> Option<Vec<Effect>> {
    let (_, me) = ss58::read(from)?;
    let method = bytes(payload.field("method")?)?;
    // in another version, the call can be complete
    let is_torn = metadata.is_some_and(|metadata| is_of_version && values::is_torn(metadata, &method));
    (!is_torn).then_some(())?;
    let call = metadata.and_then(|metadata| Some((metadata, values::call(metadata, &method)?)));
    let mut effects = match call {
        Some((metadata, call)) => Reader { me, prefix: metadata.prefix }.effects(&call),
        None => [unread()].into(),
    };
    effects.extend(beside(payload, metadata)?);
    // a wallet couldn't sign an invalid number
    payload.field("tip").map_or(Some(U256::ZERO), whole)?;
    effects.extend(tip(payload, &effects));
    Some(effects)
}
