//! The sign-in requests of each namespace, and its possible signatures (decision 60, "Sign-in on solana").

use crate::caip::{ChainId, Namespace};
use crate::flow::Cx;
use crate::json::Read;
use crate::namespaces::Family;
use crate::namespaces::effects::{Effect, EffectKind, EffectText, Risk};
use crate::namespaces::family::family;
use crate::text::WANTS;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloy_primitives::hex;
use serde_json::{Map, Value};

/// Signs in with the wallets of a namespace.
pub trait SignsIn: Family {
    /// The method for connecting and signing in with one prompt, for browser wallets that support it. `None` if the
    /// namespace has no such method.
    const AT_ONCE: Option<&'static str> = None;

    /// The request for a signature of this text: method and params. `None` if accounts of the namespace can't sign in.
    fn request(_text: &str, _address: &str) -> Option<(&'static str, Value)> {
        None
    }

    /// The same for a browser wallet, if its request differs from a mobile wallet's.
    fn request_in_page(text: &str, address: &str) -> Option<(&'static str, Value)> {
        Self::request(text, address)
    }

    /// The signature in the wallet's response. `None` if it signed other bytes than requested.
    fn signature(_answer: &Value) -> Option<String> {
        None
    }

    /// Whether the chain in a signed text is this chain.
    fn is_chain(shown: &str, chain: &ChainId) -> bool {
        shown == chain.reference || shown == chain.to_string()
    }
}

/// The page's host with its port, like `location.host`.
#[must_use]
pub fn host(cx: &Cx) -> String {
    let origin = cx.ports().host.page().origin;
    origin.split_once("://").map_or("", |(_, host)| host).to_string()
}

/// The site in a line, if the line begins a sign-in (EIP-4361, and the forms of other namespaces).
fn site(line: &str) -> Option<&str> {
    let line = line.trim_end();
    // Polkadot wallets wrap a text like this, unless it is wrapped already
    let line = line.strip_prefix("<Bytes>").unwrap_or(line);
    let line = line.strip_prefix("https://").or(line.strip_prefix("http://")).unwrap_or(line);
    let (site, rest) = line.split_once(WANTS)?;
    rest.ends_with(" account:").then_some(site)
}

/// The host in the URI line of a sign-in. `None` without one, for example for a DID.
fn uri_host(line: &str) -> Option<&str> {
    let (_, rest) = line.trim_end().strip_prefix("URI: ")?.split_once("://")?;
    rest.split(['/', '?', '#', '\\']).next()?.rsplit('@').next()
}

/// Adds an effect for a sign-in message. If it names another site than the page or its parents, the signature gives its
/// holder the account there, which needs a separate confirmation. So does another site's URI. Some parsers skip text
/// before the first line of a sign-in, so every line is checked. Some wallets sign the decoded bytes of a hex message.
#[must_use]
pub fn weighed(cx: &Cx, mut effects: Vec<Effect>) -> Vec<Effect> {
    let host = host(cx);
    let is_here = |site: &str| {
        let is_part = || host.strip_suffix(site).is_some_and(|of| of.ends_with('.')) && site.contains('.');
        host == site || is_part()
    };
    // a URI can also belong to a subdomain of the page's site
    let is_own = |of: &str| is_here(of) || of.strip_suffix(&host).is_some_and(|part| part.ends_with('.'));
    for effect in effects.iter_mut().filter(|effect| effect.kind == EffectKind::Sign) {
        let Some(EffectText::Text(text)) = effect.words.as_ref() else { continue };
        let bytes = text.strip_prefix("0x").and_then(|digits| hex::decode(digits).ok());
        let inner = bytes.and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default();
        let lines = || text.lines().chain(inner.lines());
        if lines().any(|line| site(line).is_some()) {
            let is_all_here =
                lines().filter_map(site).all(is_here) && lines().filter_map(uri_host).all(is_own);
            let risk = if is_all_here { effect.risk } else { effect.risk.max(Risk::Critical) };
            (effect.kind, effect.risk) = (EffectKind::SignIn, risk);
        }
    }
    effects
}

/// Calls [`SignsIn::AT_ONCE`].
#[must_use]
pub fn connect_and_sign_method(namespace: Namespace) -> Option<&'static str> {
    family!(namespace, F => <F as SignsIn>::AT_ONCE)
}

/// Calls [`SignsIn::request`], or [`SignsIn::request_in_page`].
#[must_use]
pub fn request(
    namespace: Namespace,
    text: &str,
    address: &str,
    is_in_page: bool,
) -> Option<(&'static str, Value)> {
    family!(namespace, F => match is_in_page {
        true => <F as SignsIn>::request_in_page(text, address),
        false => <F as SignsIn>::request(text, address),
    })
}

/// Calls [`SignsIn::signature`].
#[must_use]
pub fn signature(namespace: Namespace, answer: &Value) -> Option<String> {
    family!(namespace, F => <F as SignsIn>::signature(answer))
}

/// Calls [`SignsIn::is_chain`].
#[must_use]
pub fn is_chain(shown: &str, chain: &ChainId) -> bool {
    family!(chain.namespace, F => <F as SignsIn>::is_chain(shown, chain))
}

/// The message's fields for a wallet that writes the text itself. They don't contain an account, because the user
/// chooses one in the wallet.
#[must_use]
pub fn fields(message: &Value, chain: &ChainId) -> Value {
    const FIELDS: [&str; 9] = [
        "domain",
        "statement",
        "uri",
        "version",
        "nonce",
        "issuedAt",
        "expirationTime",
        "notBefore",
        "requestId",
    ];
    let mut fields = Map::new();
    for name in FIELDS {
        if let Some(value) = message.filled(name) {
            fields.insert(name.into(), value.into());
        }
    }
    fields.insert("chainId".into(), chain.to_string().into());
    if !message.list("resources").is_empty() {
        fields.insert("resources".into(), message.list("resources").into());
    }
    Value::Object(fields)
}

/// The text that a wallet wrote and signed, from the bytes in its adapter's form.
#[must_use]
pub fn text(bytes: &str) -> Option<String> {
    String::from_utf8(bs58::decode(bytes).into_vec().ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::json;

    #[test]
    fn supports_sign_in_in_exactly_the_listed_namespaces() {
        for namespace in Namespace::ALL {
            for is_in_page in [true, false] {
                let asked = request(namespace, "text", "address", is_in_page).is_some();
                assert_eq!(asked, crate::namespaces::signs_in(namespace), "{namespace}");
            }
        }
    }

    // req: 10.34
    #[test]
    fn rejects_a_solana_signature_over_other_bytes() {
        let signature = |answer| signature(Namespace::Solana, &answer);
        assert_eq!(signature(json!({"signature": "s"})), Some("s".into()));
        assert_eq!(signature(json!({"signature": "s", "signedMessage": "other"})), None);
        assert_eq!(signature(json!("s")), None);
    }

    // req: 10.34
    #[test]
    fn writes_a_chain_as_its_namespaces_wallets_do() {
        let main = ChainId::parse("solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp").unwrap();
        let local = ChainId::parse("solana:localnet").unwrap();
        for shown in ["mainnet", "solana:mainnet", &main.reference, &main.to_string()] {
            assert!(is_chain(shown, &main), "{shown}");
            assert!(!is_chain(shown, &local), "{shown}");
        }
        assert!(is_chain("localnet", &local) && is_chain("solana:localnet", &local));
        for other in ["", "devnet", "solana:devnet", "1", "eip155:1", "solana:", "Mainnet"] {
            assert!(!is_chain(other, &main) && !is_chain(other, &local), "{other}");
        }
        let one = ChainId::parse("eip155:1").unwrap();
        assert!(is_chain("1", &one) && is_chain("eip155:1", &one) && !is_chain("solana:1", &one));
    }
}
