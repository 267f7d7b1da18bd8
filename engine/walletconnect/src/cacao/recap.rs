//! ReCaps (EIP-5573): permissions in the last resource of a sign-in, and as a sentence in its statement.

use crate::base64;
use crate::json;
use crate::map::SortedMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt::Write as _;
use serde_json::Value;

const PREFIX: &str = "urn:recap:";
const SENTENCE: &str = "I further authorize the stated URI to perform the following actions on my behalf:";
/// The maximum length. Real ReCaps have about 2,000 bytes.
const RECAP_BYTES_MAX: usize = 16_384;
const CHAINS_MAX: usize = 100;

/// The permissions of a session.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recap {
    /// The names of methods.
    pub methods: Vec<String>,
    /// The chain IDs (CAIP-2), without duplicates. Empty if the permissions name none.
    pub chains: Vec<String>,
}

/// The conditions by resource and ability.
type Abilities = SortedMap<String, SortedMap<String, Value>>;

/// The resource that requests methods on EVM chains.
#[must_use]
pub fn recap(methods: &[String], chains: &[String]) -> String {
    let mut limits = serde_json::Map::new();
    if !chains.is_empty() {
        limits.insert("chains".into(), chains.into());
    }
    let limits = Value::Array([Value::Object(limits)].into());
    let abilities = methods.iter().map(|method| (["request/", method].concat(), limits.clone())).collect();
    encode(&Abilities::from([("eip155".into(), abilities)]))
}

/// Merges two ReCaps. `None` if one is invalid. If both limit an ability, the second one's conditions apply.
#[must_use]
pub fn merge(first: &str, second: &str) -> Option<String> {
    let mut merged = decode(first)?;
    for (resource, abilities) in decode(second)? {
        merged.or_insert_with(resource, SortedMap::new).extend(abilities);
    }
    Some(encode(&merged))
}

/// The permissions of the last resource on EVM chains. Empty if it isn't a ReCap.
#[must_use]
pub fn granted(resources: &[String]) -> Recap {
    let mut recap = Recap::default();
    let abilities = resources.last().and_then(|last| decode(last)?.remove("eip155"));
    for (ability, limits) in abilities.unwrap_or_default() {
        let Some(method) = ability.strip_prefix("request/").filter(|method| !method.is_empty()) else {
            continue;
        };
        recap.methods.push(method.into());
        for limit in limits.as_array().map_or(&[][..], |limits| limits) {
            for chain in json::texts(limit.get("chains")).unwrap_or_default() {
                if recap.chains.len() < CHAINS_MAX && !recap.chains.contains(&chain) {
                    recap.chains.push(chain);
                }
            }
        }
    }
    recap
}

/// Adds the sentence for the last resource's permissions to a statement, once.
#[must_use]
pub fn statement(statement: &str, resources: &[String]) -> String {
    let Some(all) = resources.last().and_then(|last| decode(last)).filter(|_| !statement.contains(SENTENCE))
    else {
        return statement.into();
    };
    let mut text = String::from(statement);
    text.push_str(if statement.is_empty() { "" } else { " " });
    text.push_str(SENTENCE);
    let mut count = 0;
    for (resource, abilities) in ordered(&all) {
        let mut actions: SortedMap<&str, Vec<&str>> = SortedMap::new();
        for (ability, _) in ordered(abilities) {
            let (kind, action) = ability.split_once('/').unwrap_or((ability, ""));
            actions.or_insert_with(kind, Vec::new).push(action);
        }
        for (kind, actions) in actions {
            count += 1;
            // writing to a String never fails
            let _ = write!(text, " ({count}) '{kind}': '{}' for '{resource}'.", actions.join("', '"));
        }
    }
    text
}

fn decode(resource: &str) -> Option<Abilities> {
    let encoded = resource.strip_prefix(PREFIX).filter(|encoded| encoded.len() <= RECAP_BYTES_MAX)?;
    let text = String::from_utf8(base64::decode(encoded)?).ok()?;
    let value = json::message(&text)?;
    let read = |(resource, abilities): (&String, &Value)| {
        let abilities = abilities.as_object()?.iter().map(|(name, limits)| (name.clone(), limits.clone()));
        Some((resource.clone(), abilities.collect()))
    };
    value.get("att")?.as_object()?.iter().map(read).collect()
}

/// Encoded without a library, because the keys must be in the order of [`collate`], which peers have signed.
fn encode(all: &Abilities) -> String {
    let listed = |abilities: &SortedMap<String, Value>| {
        let fields: Vec<_> = ordered(abilities)
            .map(|(ability, limits)| format!("{}:{limits}", json::quoted(ability)))
            .collect();
        fields.join(",")
    };
    let fields: Vec<_> = ordered(all)
        .map(|(resource, abilities)| format!("{}:{{{}}}", json::quoted(resource), listed(abilities)))
        .collect();
    let all = format!("{{\"att\":{{{}}}}}", fields.join(","));
    [PREFIX, &base64::encode_unpadded(all.as_bytes())].concat()
}

fn ordered<T>(map: &SortedMap<String, T>) -> impl Iterator<Item = (&String, &T)> {
    let names = sorted(map.keys().collect());
    names.into_iter().filter_map(|name| Some((name, map.get(name)?)))
}

/// Insertion sort, because the list is short and the library's sort is 6 kB of WebAssembly.
fn sorted(names: Vec<&String>) -> Vec<&String> {
    let mut all: Vec<&String> = Vec::with_capacity(names.len());
    for name in names {
        let at = all.partition_point(|known| collate(known, name).is_le());
        all.insert(at, name);
    }
    all
}

/// The order of `localeCompare` for ASCII, in which official clients write the keys: punctuation first, and lowercase
/// before uppercase only if nothing else differs.
fn collate(left: &str, right: &str) -> Ordering {
    const SIGNS: &[u8] = b" _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789";
    let weight = |byte: &u8| match SIGNS.iter().position(|sign| sign == byte) {
        Some(position) => position,
        None => 0x100 + usize::from(byte.to_ascii_lowercase()),
    };
    // skips the common beginning
    let same = left.bytes().zip(right.bytes()).take_while(|(left, right)| left == right).count();
    let [left, right] = [left, right].map(|text| text.as_bytes().get(same..).unwrap_or_default());
    let capitals = || left.iter().map(u8::is_ascii_uppercase).cmp(right.iter().map(u8::is_ascii_uppercase));
    left.iter().map(weight).cmp(right.iter().map(weight)).then_with(capitals)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_keys_as_browsers_do() {
        // generated with Node: Array.sort with localeCompare
        let sorted =
            ["eth_sign", "eth_sign_b", "eth_signa", "eth_signA", "eth_signB", "eth_signba", "eth_signTx"];
        let mut shuffled = sorted;
        shuffled.reverse();
        shuffled.sort_by(|left, right| collate(left, right));
        assert_eq!(shuffled, sorted);
    }

    #[test]
    fn reads_a_recap_only_from_the_last_resource() {
        let ours = recap(&["personal_sign".into()], &["eip155:1".into()]);
        let expected = Recap { methods: ["personal_sign".into()].into(), chains: ["eip155:1".into()].into() };
        assert_eq!(granted(&["x".into(), ours.clone()]), expected);
        assert_eq!(granted(&[ours.clone(), "x".into()]), Recap::default());
        assert_eq!(granted(&[]), Recap::default());
        assert_eq!(statement("Hi.", &[ours.clone(), "x".into()]), "Hi.");
        let once = statement("Hi.", &["x".into(), ours.clone()]);
        assert_eq!(statement(&once, &[ours]), once, "not appended twice");
    }

    #[test]
    fn a_malformed_recap_grants_nothing() {
        let of = |text: &str| [PREFIX, &base64::encode(text.as_bytes())].concat();
        for odd in [
            String::from("urn:recap:"),
            String::from("urn:recap:*"),
            of("[]"),
            of("{\"att\":[]}"),
            of("{\"att\":{\"eip155\":1}}"),
            of("{\"att\":{\"eip155\":{\"crud/read\":[{}],\"request/\":[{}]}}}"),
            of("{\"att\":{\"solana\":{\"request/x\":[{}]}}}"),
            of(&["{\"att\":", &"[".repeat(99)].concat()),
            recap(&["x".repeat(RECAP_BYTES_MAX)], &[]),
        ] {
            assert_eq!(granted(core::slice::from_ref(&odd)), Recap::default(), "{odd}");
        }
        let loose = of(
            "{\"att\":{\"eip155\":{\"request/x\":[{\"chains\":[1]},5,{\"chains\":[\"a\",\"a\"]}],\"request/y\":0}}}",
        );
        let expected = Recap { methods: ["x".into(), "y".into()].into(), chains: ["a".into()].into() };
        assert_eq!(granted(&[loose]), expected);
    }
}
