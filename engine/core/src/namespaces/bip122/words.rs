//! The other requests of the family: words that are signed, and a transfer that the wallet builds itself (docs/spec/rpc.md section 3).

use super::deeds::{Own, coins, others, shown, written};
use super::script;
use super::transaction::SATS_MAX;
use crate::json::Read;
use crate::namespaces::checked_address::is_bitcoin;
use crate::namespaces::deeds::{Deed, DeedKind, Weight, Words};
use crate::text;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::hex;
use serde_json::Value;

/// Characters of words that are read; longer ones are said to be unread.
const MESSAGE_CHARS_MAX: usize = 65_536;
/// Characters of a memo.
const MEMO_CHARS_MAX: usize = 8_192;

/// Whether an optional address is one of the person's own.
fn is_own_or_absent(params: &Value, name: &str, own: &Own<'_>) -> bool {
    params.field(name).is_none_or(|given| given.as_str().is_some_and(|address| own.has(address)))
}

/// Words: a signature of them moves no coins, for a text of its own stands before them (BIP-137, BIP-322).
pub fn message(params: &Value, own: &Own<'_>) -> Option<Vec<Deed>> {
    is_own_or_absent(params, "address", own).then_some(())?;
    let protocol = params.field("protocol").map(Value::as_str);
    matches!(protocol, None | Some(Some("ecdsa" | "bip322"))).then_some(())?;
    let message = params.text("message")?;
    let mut deeds: Vec<Deed> = match message.len() > MESSAGE_CHARS_MAX {
        true => [Deed::of(DeedKind::Unread, Weight::Risky)].into(),
        false => {
            let words = Some(Words::Text(text::in_boxes(message)));
            [Deed { words, ..Deed::of(DeedKind::Sign, Weight::Plain) }].into()
        }
    };
    deeds.extend(others(params, &["account", "chain", "chainId", "address", "message", "protocol"]));
    Some(deeds)
}

/// Whole satoshis.
fn sats(text: &str) -> Option<u64> {
    let is_number = !text.is_empty() && text.len() <= 16 && text.bytes().all(|digit| digit.is_ascii_digit());
    let sats = text.parse().ok().filter(|_| is_number)?;
    (1..=SATS_MAX).contains(&sats).then_some(sats)
}

/// A transfer: its fee is the wallet's matter.
pub fn transfer(params: &Value, own: &Own<'_>) -> Option<Vec<Deed>> {
    let to = params.text("recipientAddress")?;
    (is_bitcoin(&own.chain.reference, to) && script::of_address(to).is_some()).then_some(())?;
    let amount = sats(params.text("amount")?)?;
    let mut deeds: Vec<Deed> =
        [Deed { party: Some(to.into()), ..coins(DeedKind::Send, Weight::Plain, amount) }].into();
    if let Some(rest) = params.field("changeAddress") {
        let rest = rest.as_str().filter(|address| is_bitcoin(&own.chain.reference, address))?;
        if !own.has(rest) {
            // whoever has it gets all that the wallet takes beyond the amount
            deeds.push(Deed { party: Some(rest.into()), ..Deed::of(DeedKind::Rest, Weight::Grave) });
        }
    }
    if let Some(memo) = params.field("memo") {
        let memo = memo.as_str().filter(|memo| memo.len() <= MEMO_CHARS_MAX)?;
        deeds.push(noted(memo));
    }
    deeds.extend(others(
        params,
        &["account", "chain", "chainId", "recipientAddress", "amount", "changeAddress", "memo"],
    ));
    Some(deeds)
}

/// A memo is hex; what isn't is words as they are.
fn noted(memo: &str) -> Deed {
    let Ok(bytes) = hex::decode(memo.strip_prefix("0x").unwrap_or(memo)) else {
        return written(Words::Text(text::in_boxes(memo)));
    };
    let words = String::from_utf8(bytes.clone()).ok();
    match words.filter(|words| !words.chars().any(char::is_control)) {
        Some(words) => written(Words::Text(text::in_boxes(&words))),
        None => written(Words::Name(shown(&bytes))),
    }
}
