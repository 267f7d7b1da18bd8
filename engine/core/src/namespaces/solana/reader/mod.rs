//! The request reader for Solana: [`effects`] of messages and transactions, with the network's data about their
//! accounts.

pub mod effects;
pub mod instructions;
pub mod signed;
mod token_rules;
mod tried;

use self::instructions::Facts;
use crate::caip::Namespace;
use crate::constants::SIMULATION_MS;
use crate::entities::Network;
use crate::flow::{Cx, Flow};
use crate::json::Read;
use crate::namespaces::effects::{Effect, EffectKind, Reading, Says, Tried};
use crate::namespaces::request_readers::{self, HostRequest, Named, Reads};
use crate::namespaces::solana::codec::wire::Transaction;
use crate::namespaces::solana::holdings::node;
use crate::namespaces::terms::TokenRule;
use crate::ports::Local;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloy_primitives::hex;
use serde_json::Value;
use walletconnect::base64;

struct SolanaRequests;

/// The feature's entry: provides the namespace's reader.
pub fn run(cx: Cx, _: String, _: Value) -> Flow {
    request_readers::provide(&cx, Namespace::Solana, &SolanaRequests)
}

fn read(asked: &HostRequest, facts: &Facts) -> Reading {
    effects::read(&asked.method, &asked.params, &asked.from, &asked.chain, facts)
}

/// The maximum size of a transaction, also as a list of bytes.
const BYTES_MAX: usize = 1_232;
/// The maximum length of a transaction as text, in the longest encoding.
const CHARS_MAX: usize = 2 * BYTES_MAX + 2;

/// The transactions anywhere in a response, in any encoding, because a page can read them from any field.
fn transactions(of: &Value) -> Vec<Transaction> {
    let read = |bytes: Option<Vec<u8>>| Transaction::read(&bytes?);
    let inner = || match of {
        Value::Array(list) => list.iter().flat_map(transactions).collect(),
        Value::Object(fields) => fields.values().flat_map(transactions).collect(),
        _ => Vec::new(),
    };
    let found = match of {
        Value::String(text) => {
            let text = plain(text);
            read(base64::decode(&text.replace('-', "+").replace('_', "/")))
                .or_else(|| read(hex::decode(&text).ok()))
                .or_else(|| read(bs58::decode(&text).into_vec().ok()))
        }
        Value::Array(list) => read(bytes(list.len(), |at| list.get(at))),
        Value::Object(fields) => read(bytes(fields.len(), |at| fields.get(&at.to_string()))),
        _ => None,
    };
    found.map_or_else(inner, |one| [one].into())
}

/// The characters of a text that base64 readers don't skip, up to the length of a transaction.
fn plain(text: &str) -> String {
    let is_letter = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '-' | '_');
    text.chars().take_while(|c| *c != '=').filter(is_letter).take(CHARS_MAX).collect()
}

/// Bytes from a JSON list, or from an object with indexes.
fn bytes<'a>(count: usize, of: impl Fn(usize) -> Option<&'a Value>) -> Option<Vec<u8>> {
    let byte = |at| u8::try_from(of(at)?.as_u64()?).ok();
    (1..=BYTES_MAX).contains(&count).then(|| (0..count).map(byte).collect())?
}

impl Reads for SolanaRequests {
    fn effects(&self, asked: &HostRequest, _: &dyn Says) -> Reading {
        read(asked, &Facts::default())
    }

    /// Reads the request again with the network's data, because only the network knows a table's addresses and a token
    /// account's mint.
    fn weighed(
        &self,
        cx: Cx,
        network: Network,
        asked: HostRequest,
        effects: Vec<Effect>,
    ) -> Local<Vec<Effect>> {
        Box::pin(async move {
            if asked.method == "solana_signMessage" {
                return effects;
            }
            let facts = node::facts(&cx, &network, &asked.method, &asked.params).await;
            let is_known = !facts.tables.is_empty() || !facts.holdings.is_empty();
            let effects = if is_known { read(&asked, &facts).effects } else { effects };
            token_rules::weighed(&cx, &network, effects).await
        })
    }

    /// The same message, with the wallet's permitted additions. Every transaction in the response must be a requested
    /// one, because a page can read it from any field.
    fn is_answer(&self, params: &Value, answer: &Value) -> bool {
        let each = |asked: &Value, given: &Value| {
            let read = |of: &Value| Transaction::read(&base64::decode(of.as_str()?)?);
            let both = read(asked).zip(read(given));
            // an unreadable transaction must return unchanged
            asked == given
                || both
                    .is_some_and(|(asked, given)| signed::compare(&asked.message, &given.message).is_some())
        };
        match (params.get("transaction"), answer.get("transaction")) {
            (Some(asked), Some(given)) if !each(asked, given) => return false,
            _ => {}
        }
        let (asked, given) = (params.list("transactions"), answer.list("transactions"));
        let all: Vec<&Value> = params.field("transaction").into_iter().chain(asked).collect();
        let is_asked = |given: &Transaction| {
            all.iter().any(|asked| {
                let asked = asked.as_str().and_then(|text| Transaction::read(&base64::decode(text)?));
                asked.is_some_and(|asked| signed::compare(&asked.message, &given.message).is_some())
            })
        };
        if !all.is_empty() && !transactions(answer).iter().all(is_asked) {
            return false;
        }
        given.is_empty() || asked.len() == given.len() && asked.iter().zip(given).all(|(a, b)| each(a, b))
    }

    fn tried(
        &self,
        cx: Cx,
        network: Network,
        asked: HostRequest,
        mut effects: Vec<Effect>,
    ) -> Local<(Vec<Effect>, Option<Tried>)> {
        Box::pin(async move {
            let tried = cx.within(SIMULATION_MS, tried::tried(&cx, &network, &asked)).await.flatten();
            let Some((more, mut tried)) = tried else { return (effects, None) };
            // a CPI guard isn't mentioned if no program needs access
            let has_call = effects.iter().any(|effect| effect.kind == EffectKind::Call);
            if let Some(tried) = tried.as_mut().filter(|_| !has_call) {
                tried.rules.retain(|(_, rule)| *rule != TokenRule::Guarded);
            }
            // drops an effect that an instruction already shows, with the same risk and the same account or amount
            let is_said = |effect: &Effect| {
                effects.iter().any(|of| {
                    let is_it =
                        of.kind == effect.kind && of.party == effect.party && of.power == effect.power;
                    let is_as_much =
                        of.on.is_none() && of.asset == effect.asset && of.amount == effect.amount;
                    is_it && of.risk >= effect.risk && (of.on == effect.on || is_as_much)
                })
            };
            let more: Vec<Effect> = more.into_iter().filter(|effect| !is_said(effect)).collect();
            effects.extend(more);
            (effects, tried)
        })
    }

    fn token(&self, cx: Cx, network: Network, token: String) -> Local<Option<Named>> {
        Box::pin(async move { token_rules::token(&cx, &network, &token).await })
    }
}
