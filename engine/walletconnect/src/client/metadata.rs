//! The metadata of peers. Untrusted strings are limited when they arrive (docs/spec/security.md T4). The engine's core
//! sanitizes them again before a view displays them.

use crate::json::object;
use crate::json::{Read as _, texts};
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

const NAME_CHARS_MAX: usize = 64;
const DESCRIPTION_CHARS_MAX: usize = 300;
const LINK_CHARS_MAX: usize = 1_024;
const ICONS_MAX: usize = 4;
/// Schemes that run or read something instead of opening an app.
const BAD_SCHEMES: [&str; 8] = ["javascript", "data", "vbscript", "file", "blob", "about", "intent", "http"];

/// The metadata of a peer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    /// The displayed name.
    pub name: String,
    /// The displayed description.
    pub description: String,
    /// The URL of its site. For a wallet, https or empty.
    pub url: String,
    /// The URLs of its icons. For a wallet, at most 4, https.
    pub icons: Vec<String>,
    /// The links that open its app.
    pub redirect: Option<Redirect>,
}

/// Links that open an app.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Redirect {
    /// A link with the app's own scheme.
    pub native: Option<String>,
    /// An https link.
    pub universal: Option<String>,
    /// Whether the app supports messages over links.
    pub link_mode: bool,
}

impl Metadata {
    /// Converts the metadata to JSON for a message.
    #[must_use]
    pub fn value(&self) -> Value {
        let mut value = object([
            ("name", self.name.as_str().into()),
            ("description", self.description.as_str().into()),
            ("url", self.url.as_str().into()),
            ("icons", self.icons.iter().map(|icon| Value::from(icon.as_str())).collect()),
        ]);
        if let (Value::Object(map), Some(redirect)) = (&mut value, &self.redirect) {
            let mut links = object([("linkMode", redirect.link_mode.into())]);
            if let Value::Object(links) = &mut links {
                for (name, link) in [("native", &redirect.native), ("universal", &redirect.universal)] {
                    if let Some(link) = link {
                        links.insert(name.into(), link.as_str().into());
                    }
                }
            }
            map.insert("redirect".into(), links);
        }
        value
    }

    /// Reads a wallet's metadata. Never fails.
    #[must_use]
    pub fn read(value: &Value) -> Self {
        let icons = texts(value.field("icons")).unwrap_or_default();
        let redirect = value.field("redirect").map(|links| Redirect {
            native: links.text("native").and_then(native),
            universal: links.text("universal").and_then(https),
            link_mode: links.flag("linkMode").unwrap_or(false),
        });
        Self {
            name: clean(value.text("name").unwrap_or_default(), NAME_CHARS_MAX),
            description: clean(value.text("description").unwrap_or_default(), DESCRIPTION_CHARS_MAX),
            url: value.text("url").and_then(https).unwrap_or_default(),
            icons: icons.iter().filter_map(|icon| https(icon)).take(ICONS_MAX).collect(),
            redirect,
        }
    }
}

fn clean(text: &str, chars_max: usize) -> String {
    text.chars().filter(|c| !c.is_control()).take(chars_max).collect()
}

fn link(text: &str) -> Option<&str> {
    let fits = (1..=LINK_CHARS_MAX).contains(&text.len());
    (fits && !text.chars().any(|c| c.is_control() || c.is_whitespace())).then_some(text)
}

fn https(text: &str) -> Option<String> {
    let rest = link(text)?.strip_prefix("https://")?;
    (!rest.is_empty()).then(|| text.into())
}

fn native(text: &str) -> Option<String> {
    let (scheme, _) = link(text)?.split_once(':')?;
    let grammar = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b));
    let bad = BAD_SCHEMES.iter().any(|bad| scheme.eq_ignore_ascii_case(bad));
    (grammar && !bad).then(|| text.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn cuts_a_wallets_metadata_to_our_limits() {
        let wallet = Metadata::read(&json!({
            "name": "W\u{0}\n".to_owned() + &"é".repeat(99), "description": 5, "url": "javascript:alert(1)",
            "icons": ["https://a/1.png", "http://a", "data:image/png", "https://a/2", "https://3", "https://4", "https://5"],
            "redirect": {"native": "JavaScript:alert(1)", "universal": "https://w.example", "linkMode": true},
        }));
        assert_eq!(wallet.name.chars().count(), 64);
        assert!(wallet.name.starts_with("Wé"));
        assert_eq!((wallet.url.as_str(), wallet.icons.len()), ("", 4));
        let redirect = wallet.redirect.clone().unwrap();
        assert_eq!(
            redirect,
            Redirect { native: None, universal: Some("https://w.example".into()), link_mode: true }
        );
        assert_eq!(Metadata::read(&wallet.value()), wallet);
        assert_eq!(Metadata::read(&json!([])), Metadata::default());
        let redirect = Metadata::read(&json!({ "redirect": {} })).redirect.unwrap();
        assert!(!redirect.link_mode, "only who says so is written to by a link");
    }

    #[test]
    fn accepts_an_apps_own_scheme_and_rejects_dangerous_ones() {
        for good in ["rainbow://", "metamask:wc", "x.y+z-1://a"] {
            assert_eq!(native(good).as_deref(), Some(good));
        }
        for bad in
            ["", "rainbow", "data:text/html,x", "intent://x", "1a://", "a b://", "https\u{0}:x", "http://x"]
        {
            assert_eq!(native(bad), None, "{bad}");
        }
    }
}
