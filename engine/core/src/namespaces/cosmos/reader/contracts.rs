//! Messages for contracts (CosmWasm): cw20 tokens and cw721 collections in their standard form, others as JSON.

use super::acts::Act;
use crate::json::{self, Read};
use crate::namespaces::clauses::Clause;
use crate::namespaces::cosmos::codec::denoms;
use crate::namespaces::effects::{Effect, EffectKind, EffectText, HowMuch, Power, Risk, Until};
use crate::text;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::U256;
use serde_json::Value;

/// The maximum size of a contract's message.
const MESSAGE_BYTES_MAX: usize = 65_536;
/// The maximum length of a call's name.
const NAME_CHARS: usize = 64;
/// The maximum number of digits of an amount with 128 bits.
const DIGITS_MAX: usize = 39;
/// A cw20 approval of this many bits or more is unlimited: half of the maximum of 128 bits.
const ENDLESS_BITS: usize = 127;

/// Parses the JSON of a message. `None` if it is invalid or ambiguous.
#[must_use]
pub fn message(bytes: &[u8]) -> Option<Value> {
    let text = core::str::from_utf8(bytes).ok()?;
    let value = json::parse(text, MESSAGE_BYTES_MAX).ok()?;
    (value.is_object() && keys(text) == count(&value)).then_some(value)
}

/// The number of keys in a JSON text, which is the number of colons outside strings.
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

/// The number of fields in a parsed value. It is lower than the number of keys if a name is repeated.
fn count(value: &Value) -> usize {
    match value {
        Value::Object(fields) => fields.len() + fields.values().map(count).sum::<usize>(),
        Value::Array(items) => items.iter().map(count).sum(),
        _ => 0,
    }
}

fn whole(value: &Value, name: &str) -> Option<U256> {
    denoms::units(value.text(name).filter(|digits| digits.len() <= DIGITS_MAX)?)
}

/// The expiry of an approval. A block height isn't a time.
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

/// What a cw20 or cw721 message is about.
enum Of {
    /// An amount in base units.
    Units,
    /// An amount of an approval, which is unlimited from half of the maximum on.
    Spent,
    /// One NFT of a collection.
    Piece,
    /// All of them.
    Any,
    /// Zero: the approval ends.
    Zero,
    /// No amount: an authority.
    Issuer,
}

/// TABLE of the standard messages: the name, the fields (with any other field, the message isn't standard), how many of
/// the first fields name the recipient, the effect with its risk, and the amount.
type Form = (&'static str, &'static str, usize, EffectKind, Risk, Of);

const FORMS: [Form; 12] = [
    ("transfer", "recipient amount", 1, EffectKind::Send, Risk::Normal, Of::Units),
    ("send", "contract amount msg", 1, EffectKind::Send, Risk::Warning, Of::Units),
    ("burn", "amount", 0, EffectKind::Burn, Risk::Warning, Of::Units),
    (
        "increase_allowance",
        "spender amount expires",
        1,
        EffectKind::Clause(Clause::Raise),
        Risk::Warning,
        Of::Spent,
    ),
    ("transfer_from", "recipient owner amount", 1, EffectKind::Move, Risk::Review, Of::Units),
    ("mint", "recipient amount", 1, EffectKind::Clause(Clause::Mint), Risk::Warning, Of::Units),
    ("update_minter", "new_minter", 1, EffectKind::Control, Risk::Critical, Of::Issuer),
    ("transfer_nft", "recipient contract token_id msg", 2, EffectKind::Send, Risk::Review, Of::Piece),
    ("send_nft", "recipient contract token_id msg", 2, EffectKind::Send, Risk::Warning, Of::Piece),
    ("approve", "spender token_id expires", 1, EffectKind::Allow, Risk::Warning, Of::Piece),
    ("approve_all", "operator expires", 1, EffectKind::AllowAll, Risk::Critical, Of::Any),
    ("revoke_all", "operator", 1, EffectKind::AllowAll, Risk::Normal, Of::Zero),
];

/// The effect of a cw20 or cw721 message. `None` for any other.
fn known(effects: &mut Vec<Effect>, name: &str, told: &Value, act: &Act<'_>, contract: &str) -> Option<()> {
    let (_, fields, parties, kind, risk, of) = FORMS.iter().find(|form| form.0 == name)?;
    let mut risk = *risk;
    let fields = || fields.split(' ');
    told.as_object()?.keys().all(|key| fields().any(|of| of == key)).then_some(())?;
    let party = fields().take(*parties).find_map(|of| told.text(of));
    // the minter can be missing
    (party.is_some() || *parties == 0 || matches!(of, Of::Issuer)).then_some(())?;
    let mut words = None;
    let amount = match of {
        Of::Issuer => {
            let effect = act.adds(effects, *kind, risk).with_party(party).with_on(Some(contract));
            effect.power = Some(Power::Issuer);
            return Some(());
        }
        Of::Units => HowMuch::Units(whole(told, "amount")?),
        Of::Spent => match whole(told, "amount")? {
            units if units.bit_len() > ENDLESS_BITS => {
                risk = Risk::Critical;
                HowMuch::Any
            }
            units => HowMuch::Units(units),
        },
        Of::Any => HowMuch::Any,
        Of::Zero => HowMuch::Units(U256::ZERO),
        Of::Piece => {
            let id = told.text("token_id")?;
            // "07" isn't the same NFT as "7"
            let is_plain = id.len() == 1 || !id.starts_with('0');
            match whole(told, "token_id").filter(|_| is_plain) {
                Some(number) => HowMuch::Piece(number, U256::from(1u8)),
                None => {
                    words = Some(EffectText::Name(text::label(id, NAME_CHARS)?));
                    HowMuch::Any
                }
            }
        }
    };
    let until = if fields().any(|of| of == "expires") { until(told) } else { None };
    let owner = told.text("owner");
    let takes_owner = name == "transfer_from";
    (owner.is_some() || !takes_owner).then_some(())?;
    let effect = act.adds(effects, *kind, risk).with_party(party).with_token(contract, amount);
    effect.until = until;
    if takes_owner {
        effect.owner = owner.map(String::from);
    }
    if words.is_some() {
        (effect.amount, effect.words) = (None, words);
    }
    // a transfer to a contract also calls it
    if name.starts_with("send") {
        act.adds(effects, EffectKind::Call, Risk::Warning).with_party(party);
    }
    Some(())
}

/// The effects of a contract's message. `told` is `None` if it is unreadable.
pub(crate) fn told(effects: &mut Vec<Effect>, told: Option<&Value>, act: &Act<'_>, contract: &str) {
    let fields = told.and_then(Value::as_object);
    let first = fields.and_then(|fields| fields.iter().next());
    if let (Some((name, value)), Some(1)) = (first, fields.map(serde_json::Map::len))
        && known(effects, name, value, act, contract).is_some()
    {
        return;
    }
    let called = act.adds(effects, EffectKind::Call, Risk::Warning).with_party(Some(contract));
    called.words = first.and_then(|(name, _)| text::label(name, NAME_CHARS)).map(EffectText::Name);
    match fields {
        Some(_) => written(effects, told, act),
        None => {
            act.adds(effects, EffectKind::Unread, Risk::Warning).with_on(Some(contract));
        }
    }
}

/// Adds the unknown message of a contract as text, which everyone can read.
pub(crate) fn written(effects: &mut Vec<Effect>, told: Option<&Value>, act: &Act<'_>) {
    let words = told.map(|told| EffectText::Text(text::in_boxes(&json::text(told))));
    act.adds(effects, Clause::Note.into(), Risk::Review).words = words;
}

#[cfg(test)]
mod tests {
    use super::*;

    // req: 10.44
    #[test]
    fn rejects_json_with_duplicate_keys() {
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
