//! What a contract is told (CosmWasm): tokens of cw20 and collections of cw721 by the form of their messages, anything else as its JSON.

use super::acts::Act;
use crate::json::{self, Read};
use crate::namespaces::deeds::{Asset, Deed, DeedKind, HowMuch, Power, Until, Weight, Words};
use crate::text;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::U256;
use serde_json::Value;

/// Bytes of a contract's message that are read.
const MESSAGE_BYTES_MAX: usize = 65_536;
/// Characters of the name of a call.
const NAME_CHARS: usize = 64;
/// From here on an allowance of a cw20 token is one for everything: half of what its 128 bits hold.
const ENDLESS_BITS: usize = 127;

/// The JSON of a message; nothing where it is none, or where two readers could read two things in it.
#[must_use]
pub fn message(bytes: &[u8]) -> Option<Value> {
    let text = core::str::from_utf8(bytes).ok()?;
    let value = json::parse(text, MESSAGE_BYTES_MAX).ok()?;
    (value.is_object() && keys(text) == count(&value)).then_some(value)
}

/// How many keys a JSON text has: a colon outside of its texts.
fn keys(text: &str) -> usize {
    let (mut keys, mut in_text, mut escaped) = (0, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => in_text = !in_text,
            b':' if !in_text => keys += 1,
            _ => {}
        }
    }
    keys
}

/// How many of them are left in what was read: of two with one name one is.
fn count(value: &Value) -> usize {
    match value {
        Value::Object(fields) => fields.len() + fields.values().map(count).sum::<usize>(),
        Value::Array(items) => items.iter().map(count).sum(),
        _ => 0,
    }
}

fn whole(value: &Value, name: &str) -> Option<U256> {
    let digits = value.text(name)?;
    let is_whole = !digits.is_empty() && digits.len() <= 39 && digits.bytes().all(|of| of.is_ascii_digit());
    is_whole.then(|| U256::from_str_radix(digits, 10).ok())?
}

/// Only fields of this form: one more would be another contract's.
fn only(value: &Value, names: &[&str]) -> Option<()> {
    value.as_object()?.keys().all(|key| names.contains(&key.as_str())).then_some(())
}

/// When an allowance ends; the height of a block is no time.
fn until(value: &Value) -> Option<Until> {
    match value.field("expires") {
        None => Some(Until::Never),
        Some(of) if of.field("never").is_some() => Some(Until::Never),
        Some(of) => {
            let nanos: u64 = of.text("at_time")?.parse().ok()?;
            Some(Until::Second(nanos / 1_000_000_000))
        }
    }
}

fn piece(told: &Value) -> Option<(Option<HowMuch>, Option<Words>)> {
    let id = told.text("token_id")?;
    // "07" is another piece than "7"
    let is_plain = id.len() == 1 || !id.starts_with('0');
    Some(match whole(told, "token_id").filter(|_| is_plain) {
        Some(number) => (Some(HowMuch::Piece(number, U256::from(1u8))), None),
        None => (None, Some(Words::Name(text::label(id, NAME_CHARS)?))),
    })
}

/// A message of cw20 or cw721; nothing for any other.
fn known(name: &str, told: &Value, act: &Act<'_>, contract: &str) -> Option<Vec<Deed>> {
    let token = || Some(Asset::Token(contract.into()));
    let party = |name: &str| told.text(name).map(String::from);
    let deed = |kind, weight| Deed { asset: token(), ..act.of(kind, weight) };
    let units = || whole(told, "amount").map(HowMuch::Units);
    let spent = || {
        let units = whole(told, "amount")?;
        Some(match units.bit_len() > ENDLESS_BITS {
            true => (HowMuch::Any, Weight::Grave),
            false => (HowMuch::Units(units), Weight::Risky),
        })
    };
    Some(match name {
        "transfer" => {
            only(told, &["recipient", "amount"])?;
            let party = Some(party("recipient")?);
            alloc::vec![Deed { party, amount: Some(units()?), ..deed(DeedKind::Send, Weight::Plain) }]
        }
        "send" => {
            only(told, &["contract", "amount", "msg"])?;
            let party = Some(party("contract")?);
            let sent =
                Deed { party: party.clone(), amount: Some(units()?), ..deed(DeedKind::Send, Weight::Risky) };
            alloc::vec![sent, Deed { party, ..act.of(DeedKind::Call, Weight::Risky) }]
        }
        "burn" if told.field("token_id").is_none() => {
            only(told, &["amount"])?;
            alloc::vec![Deed { amount: Some(units()?), ..deed(DeedKind::Burn, Weight::Risky) }]
        }
        "increase_allowance" => {
            only(told, &["spender", "amount", "expires"])?;
            let (amount, weight) = spent()?;
            let party = Some(party("spender")?);
            alloc::vec![Deed {
                party,
                amount: Some(amount),
                until: until(told),
                ..deed(DeedKind::Raise, weight)
            }]
        }
        "transfer_from" => {
            only(told, &["owner", "recipient", "amount"])?;
            let (party, owner) = (Some(party("recipient")?), Some(party("owner")?));
            alloc::vec![Deed { party, owner, amount: Some(units()?), ..deed(DeedKind::Move, Weight::Look) }]
        }
        "mint" if told.field("token_id").is_none() => {
            only(told, &["recipient", "amount"])?;
            let party = Some(party("recipient")?);
            alloc::vec![Deed { party, amount: Some(units()?), ..deed(DeedKind::Mint, Weight::Risky) }]
        }
        "update_minter" => {
            only(told, &["new_minter"])?;
            let power = Some(Power::Issuer);
            let on = Some(contract.into());
            alloc::vec![Deed {
                party: party("new_minter"),
                power,
                on,
                ..act.of(DeedKind::Control, Weight::Grave)
            }]
        }
        "transfer_nft" | "send_nft" => {
            only(told, &["recipient", "contract", "token_id", "msg"])?;
            let party = Some(party("recipient").or(party("contract"))?);
            let (amount, words) = piece(told)?;
            let weight = if name == "send_nft" { Weight::Risky } else { Weight::Look };
            let sent = Deed { party: party.clone(), amount, words, ..deed(DeedKind::Send, weight) };
            match name {
                "send_nft" => alloc::vec![sent, Deed { party, ..act.of(DeedKind::Call, Weight::Risky) }],
                _ => alloc::vec![sent],
            }
        }
        "approve" => {
            only(told, &["spender", "token_id", "expires"])?;
            let (amount, words) = piece(told)?;
            let party = Some(party("spender")?);
            alloc::vec![Deed {
                party,
                amount,
                words,
                until: until(told),
                ..deed(DeedKind::Allow, Weight::Risky)
            }]
        }
        "approve_all" => {
            only(told, &["operator", "expires"])?;
            let party = Some(party("operator")?);
            let amount = Some(HowMuch::Any);
            alloc::vec![Deed { party, amount, until: until(told), ..deed(DeedKind::AllowAll, Weight::Grave) }]
        }
        "revoke_all" => {
            only(told, &["operator"])?;
            let amount = Some(HowMuch::Units(U256::ZERO));
            let party = Some(party("operator")?);
            alloc::vec![Deed { party, amount, ..deed(DeedKind::AllowAll, Weight::Plain) }]
        }
        _ => return None,
    })
}

/// What a contract is told to do; `told` is nothing where it cannot be read.
#[must_use]
pub(super) fn told(told: Option<&Value>, act: &Act<'_>, contract: &str) -> Vec<Deed> {
    let called = |name: Option<String>| Deed {
        party: Some(contract.into()),
        words: name.map(Words::Name),
        ..act.of(DeedKind::Call, Weight::Risky)
    };
    let Some(fields) = told.and_then(Value::as_object) else {
        let unread = Deed { on: Some(contract.into()), ..act.of(DeedKind::Unread, Weight::Risky) };
        return alloc::vec![called(None), unread];
    };
    let mut each = fields.iter();
    if let (Some((name, value)), None) = (each.next(), each.next())
        && let Some(deeds) = known(name, value, act, contract)
    {
        return deeds;
    }
    let name = fields.keys().next().and_then(|name| text::label(name, NAME_CHARS));
    alloc::vec![called(name), written(told, act)]
}

/// A message of a contract as it is: everybody can read it.
pub(super) fn written(told: Option<&Value>, act: &Act<'_>) -> Deed {
    let words = told.map(|told| Words::Text(text::in_boxes(&json::text(told))));
    Deed { words, ..act.of(DeedKind::Note, Weight::Look) }
}

#[cfg(test)]
mod tests {
    use super::*;

    // req: 10.44
    #[test]
    fn json_that_says_one_thing_twice_is_not_read() {
        for text in [r#"{"a":{"b":1}}"#, r#"{"a":"x:y\"::"}"#, r#"{"a":[{"b":1},{"b":2}]}"#, "{}"] {
            assert!(message(text.as_bytes()).is_some(), "{text}");
        }
        for text in
            [r#"{"a":1,"a":2}"#, r#"{"a":{"b":1,"b":1}}"#, r#"{"a":[{"b":1,"\u0062":2}]}"#, "[]", "1", ""]
        {
            assert!(message(text.as_bytes()).is_none(), "{text}");
        }
        assert!(message(&[0xff]).is_none());
    }
}
