//! The data about a document from the network's own REST node: the origin of an IBC denomination, and the account's
//! number and sequence. It never lowers a risk.

use crate::api::rest;
use crate::constants::SIMULATION_MS;
use crate::entities::Network;
use crate::flow::{self, Cx};
use crate::json::Read;
use crate::namespaces::cosmos::codec::denoms::listed;
use crate::namespaces::cosmos::codec::wire::{self, Field};
use crate::namespaces::effects::{Asset, Effect, EffectKind, EffectText, Risk};
use crate::urls;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::hex;
use core::pin::Pin;
use serde_json::Value;
use sha2::{Digest, Sha256};
use walletconnect::base64;

/// The maximum number of denominations to query. Further ones are displayed unchanged.
const TRACES_MAX: usize = 8;
/// The maximum length of an IBC path.
const TRACE_CHARS_MAX: usize = 256;
/// The maximum nesting of accounts, because a vesting account contains another one.
const WRAPPED_MAX: usize = 4;

/// Whether the page configures a REST node.
pub fn is_there(network: &Network) -> bool {
    network.cosmos.as_ref().is_some_and(|of| of.filled("rest").is_some())
}

/// Adds the paths of denominations and the check of the numbers to effects, if the node responds in time.
pub async fn told(
    cx: &Cx,
    network: &Network,
    from: &str,
    document: &Value,
    mut effects: Vec<Effect>,
) -> Vec<Effect> {
    if !is_there(network) {
        return effects;
    }
    let mut hashes: Vec<String> = Vec::new();
    for hash in effects
        .iter()
        .filter_map(|effect| hash_of(effect.token().filter(|denom| listed(network, denom).is_none())?))
    {
        if !hashes.iter().any(|known| known == hash) && hashes.len() < TRACES_MAX {
            hashes.push(hash.into());
        }
    }
    let mut paths: Vec<String> =
        hashes.iter().map(|hash| ["/ibc/apps/transfer/v1/denom_traces/", hash].concat()).collect();
    paths.push(["/cosmos/auth/v1beta1/accounts/", &urls::encoded(from)].concat());
    let each: Vec<Asking<'_>> = paths.iter().map(|path| Box::pin(asked_of(cx, network, path)) as _).collect();
    let mut answers = flow::all(each).await;
    let account = answers.pop().flatten();
    for (hash, answer) in hashes.iter().zip(&answers) {
        let Some(way) = answer.as_ref().and_then(|answer| way(answer, hash)) else { continue };
        for effect in &mut effects {
            if effect.token().and_then(|denom| hash_of(denom)) == Some(hash) {
                effect.asset = Some(Asset::Token(way.clone()));
            }
        }
    }
    let known = account.and_then(|answer| numbers(&answer));
    if let Some((known, asked)) = known.zip(asked(document)) {
        for (name, known, asked) in [("account_number", known.0, asked.0), ("sequence", known.1, asked.1)] {
            if known != asked {
                let words = Some(EffectText::Name(name.into()));
                effects.push(Effect { words, ..Effect::of(EffectKind::Unread, Risk::Warning) });
            }
        }
    }
    effects
}

/// The hash of the path, for a denomination from another network.
fn hash_of(denom: &str) -> Option<&str> {
    let hash = denom.strip_prefix("ibc/")?;
    let is_hex = |of: u8| of.is_ascii_digit() || (b'A'..=b'F').contains(&of);
    (hash.len() == 64 && hash.bytes().all(is_hex)).then_some(hash)
}

/// The node's data, if it responds in time.
async fn asked_of(cx: &Cx, network: &Network, path: &str) -> Option<Value> {
    cx.within(SIMULATION_MS, rest::get(cx, network, path)).await?.ok()
}

type Asking<'a> = Pin<Box<dyn Future<Output = Option<Value>> + 'a>>;

/// The IBC path, such as "transfer/channel-7/uharbour". Its hash is in the denomination, so a node can't return a wrong
/// one.
fn way(answer: &Value, hash: &str) -> Option<String> {
    let trace = answer.field("denom_trace")?;
    let way = [trace.text("path")?, "/", trace.text("base_denom")?].concat();
    let is_plain = way.len() <= TRACE_CHARS_MAX && way.bytes().all(|of| of.is_ascii_graphic());
    (is_plain && hex::encode_upper(Sha256::digest(&way)) == hash).then_some(way)
}

/// The number and sequence of an account of any type. Some encoders omit zeros.
fn numbers(answer: &Value) -> Option<(u64, u64)> {
    let mut account = answer.field("account")?;
    for _ in 0..WRAPPED_MAX {
        match account.field("base_vesting_account").or(account.field("base_account")) {
            Some(inner) => account = inner,
            None => break,
        }
    }
    account.text("address")?;
    let number = |name: &str| account.text(name).map_or(Some(0), |text| text.parse().ok());
    Some((number("account_number")?, number("sequence")?))
}

/// The number and sequence in a document.
fn asked(document: &Value) -> Option<(u64, u64)> {
    let number = |name: &str| document.text(name)?.parse::<u64>().ok();
    if document.field("bodyBytes").is_none() {
        return Some((number("account_number")?, number("sequence")?));
    }
    let auth = base64::decode(document.text("authInfoBytes")?)?;
    let signers = wire::fields(&auth)?;
    let mut signers = signers.iter().filter(|(id, _)| *id == 1);
    // with several signers, it is unknown which one is the account
    let (Some((_, Field::Bytes(signer))), None) = (signers.next(), signers.next()) else { return None };
    let sequence = wire::fields(signer)?.into_iter().find_map(|field| match field {
        (3, Field::Number(sequence)) => Some(sequence),
        _ => None,
    });
    Some((number("accountNumber")?, sequence.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    // req: 10.44
    #[test]
    fn reads_the_numbers_of_any_account_type() {
        let base = json!({"address": "a", "account_number": "7", "sequence": "3"});
        for account in [
            base.clone(),
            json!({"base_account": base}),
            json!({"base_vesting_account": {"base_account": base}, "end_time": "1"}),
        ] {
            assert_eq!(numbers(&json!({ "account": account })), Some((7, 3)));
        }
        assert_eq!(numbers(&json!({"account": {"address": "a"}})), Some((0, 0)));
        for none in [json!({}), json!({"account": {}}), json!({"account": {"address": "a", "sequence": "x"}})]
        {
            assert_eq!(numbers(&none), None, "{none}");
        }
        let direct = |auth: &[u8]| {
            asked(&json!({"bodyBytes": "", "authInfoBytes": base64::encode(auth), "accountNumber": "7"}))
        };
        assert_eq!(direct(&[0x0a, 2, 0x18, 3]), Some((7, 3)));
        assert_eq!(direct(&[0x0a, 0]), Some((7, 0)));
        assert_eq!((direct(&[]), direct(&[0x0a, 0, 0x0a, 0]), direct(&[0xff])), (None, None, None));
    }
}
