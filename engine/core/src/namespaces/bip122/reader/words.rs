//! The other requests of the namespace: signing a text, and a transfer that the wallet builds itself (docs/spec/rpc.md
//! section 3).

use super::effects::{Own, coins, others};
use crate::json::Read;
use crate::namespaces::bip122::codec::script;
use crate::namespaces::bip122::codec::transaction::SATS_MAX;
use crate::namespaces::checked_address::is_bitcoin;
use crate::namespaces::effects::{Effect, EffectKind, EffectText, Risk};
use crate::text;
use alloc::vec::Vec;
use serde_json::Value;

/// The maximum length of a readable message. A longer one is displayed as unread.
const MESSAGE_CHARS_MAX: usize = 65_536;

/// Whether an optional address is missing or one of the user's own.
fn is_own_or_absent(params: &Value, name: &str, own: &Own<'_>) -> bool {
    params.field(name).is_none_or(|given| given.as_str().is_some_and(|address| own.has(address)))
}

/// The effects of signing a message. Its signature can't move coins, because a special prefix precedes the message
/// (BIP-137, BIP-322).
pub fn message(params: &Value, own: &Own<'_>) -> Option<Vec<Effect>> {
    is_own_or_absent(params, "address", own).then_some(())?;
    let protocol = params.field("protocol").map(Value::as_str);
    matches!(protocol, None | Some(Some("ecdsa" | "bip322"))).then_some(())?;
    let message = params.text("message")?;
    let mut effects: Vec<Effect> = match message.len() > MESSAGE_CHARS_MAX {
        true => [Effect::of(EffectKind::Unread, Risk::Warning)].into(),
        false => {
            let words = Some(EffectText::Text(text::in_boxes(message)));
            [Effect { words, ..Effect::of(EffectKind::Sign, Risk::Normal) }].into()
        }
    };
    effects.extend(others(params, &["account", "chain", "chainId", "address", "message", "protocol"]));
    Some(effects)
}

/// Parses an integer of satoshis.
fn sats(text: &str) -> Option<u64> {
    let is_number = !text.is_empty() && text.len() <= 16 && text.bytes().all(|digit| digit.is_ascii_digit());
    let sats = text.parse().ok().filter(|_| is_number)?;
    (1..=SATS_MAX).contains(&sats).then_some(sats)
}

/// The effects of a transfer, whose fee the wallet sets.
pub fn transfer(params: &Value, own: &Own<'_>) -> Option<Vec<Effect>> {
    let to = params.text("recipientAddress")?;
    (is_bitcoin(&own.chain.reference, to) && script::of_address(to).is_some()).then_some(())?;
    let amount = sats(params.text("amount")?)?;
    let mut effects: Vec<Effect> =
        [Effect { party: Some(to.into()), ..coins(EffectKind::Send, Risk::Normal, amount) }].into();
    // browser wallets support neither field, and would sign something else
    (params.field("memo").is_none() && is_own_or_absent(params, "changeAddress", own)).then_some(())?;
    effects.extend(others(
        params,
        &["account", "chain", "chainId", "recipientAddress", "amount", "changeAddress"],
    ));
    Some(effects)
}
