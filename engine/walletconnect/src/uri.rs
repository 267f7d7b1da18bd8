//! The pairing URI, which a wallet scans or which opens it (docs/spec/walletconnect.md section 4). It contains the key,
//! so it is never logged.

use crate::base64;
use crate::crypto::{self, Key};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// The maximum length. Real URIs have about 200 bytes.
const URI_BYTES_MAX: usize = 4_096;

/// The parts of a pairing URI. `Display` writes it, and `Debug` hides the key.
#[derive(Clone, PartialEq, Eq)]
pub struct PairingUri {
    /// The topic on which the wallet listens and responds.
    pub topic: String,
    /// The key of that topic.
    pub sym_key: Key,
    /// When the URI expires, in Unix seconds.
    pub expiry_s: Option<u64>,
    /// The methods that follow, if they aren't just the usual proposal.
    pub methods: Vec<String>,
}

impl PairingUri {
    /// Parses `wc:…`, `wc://…` or its base64 form, with parameters in any order.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if text.len() > URI_BYTES_MAX {
            return None;
        }
        if let Some(rest) = text.strip_prefix("wc:") {
            return Self::parts(rest.strip_prefix("//").unwrap_or(rest));
        }
        let inner = String::from_utf8(base64::decode(text)?).ok()?;
        let rest = inner.strip_prefix("wc:")?;
        Self::parts(rest.strip_prefix("//").unwrap_or(rest))
    }

    fn parts(text: &str) -> Option<Self> {
        let (path, query) = text.split_once('?')?;
        let (topic, version) = path.split_once('@')?;
        crypto::unhex32(topic)?;
        let (mut sym_key, mut relay, mut expiry_s, mut methods) = (None, None, None, Vec::new());
        for (name, value) in query.split('&').filter_map(|pair| pair.split_once('=')) {
            match name {
                "symKey" => sym_key = crypto::unhex32(value),
                "relay-protocol" => relay = Some(value),
                "expiryTimestamp" => expiry_s = Some(value.parse().ok()?),
                "methods" => methods = self::methods(&unescape(value)?),
                _ => {}
            }
        }
        (version == "2" && relay == Some("irn")).then_some(())?;
        Some(Self { topic: topic.into(), sym_key: sym_key?, expiry_s, methods })
    }
}

/// Parses `a,b`, or `[a],[b,c]` as in the written specification.
fn methods(text: &str) -> Vec<String> {
    let names = text.split(',').map(|name| name.trim_matches(['[', ']']));
    names.filter(|name| !name.is_empty()).map(String::from).collect()
}

fn unescape(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    let digit = |rest: &mut core::str::Bytes<'_>| char::from(rest.next()?).to_digit(16);
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => u8::try_from(digit(&mut rest)? << 4 | digit(&mut rest)?).ok()?,
            _ => byte,
        });
    }
    String::from_utf8(bytes).ok()
}

impl fmt::Display for PairingUri {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "wc:{}@2?", self.topic)?;
        if let Some(expiry_s) = self.expiry_s {
            write!(f, "expiryTimestamp={expiry_s}&")?;
        }
        for (index, method) in self.methods.iter().enumerate() {
            // names of methods need no escapes: letters, digits, underscores
            write!(f, "{}{method}", if index == 0 { "methods=" } else { "%2C" })?;
        }
        if !self.methods.is_empty() {
            f.write_str("&")?;
        }
        write!(f, "relay-protocol=irn&symKey={}", crypto::hex(&self.sym_key))
    }
}

impl fmt::Debug for PairingUri {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PairingUri({})", self.topic)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::string::ToString;

    fn uri() -> PairingUri {
        let topic = "ab".repeat(32);
        PairingUri {
            topic,
            sym_key: [7; 32],
            expiry_s: Some(5),
            methods: Vec::from(["a".into(), "b".into()]),
        }
    }

    #[test]
    fn reads_parameters_in_any_order_and_encoding() {
        let text = uri().to_string();
        assert_eq!(PairingUri::parse(&text), Some(uri()));
        assert_eq!(PairingUri::parse(&text.replacen("wc:", "wc://", 1)), Some(uri()));
        assert_eq!(PairingUri::parse(&base64::encode(text.as_bytes())), Some(uri()));
        assert_eq!(PairingUri::parse(base64::encode(text.as_bytes()).trim_end_matches('=')), Some(uri()));
        let (path, query) = text.split_once('?').unwrap();
        let mut turned: Vec<_> = query.split('&').collect();
        turned.reverse();
        assert_eq!(PairingUri::parse(&format!("{path}?{}&x=1", turned.join("&"))), Some(uri()));
        assert_eq!(PairingUri::parse(&text.replace("a%2Cb", "[a],[b]")), Some(uri()));
    }

    #[test]
    fn rejects_text_that_is_not_a_version_2_uri() {
        let text = uri().to_string();
        for (from, to) in [
            ("@2", "@1"),
            ("@2", ""),
            ("=irn", "=waku"),
            ("relay-protocol=irn&", ""),
            ("symKey=07", "symKey=0"),
            ("symKey=07", "symKey=0G"),
            ("wc:ab", "wc:AB"),
            ("wc:ab", "wc:b"),
            ("wc:", "ws:"),
            ("Timestamp=5", "Timestamp=x"),
            ("a%2Cb", "a%2"),
            ("a%2Cb", "a%ff"),
        ] {
            let changed = text.replacen(from, to, 1);
            assert_ne!(changed, text);
            assert_eq!(PairingUri::parse(&changed), None, "{changed}");
        }
        assert_eq!(PairingUri::parse(""), None);
        assert_eq!(PairingUri::parse(&format!("{text}&x={}", "y".repeat(URI_BYTES_MAX))), None);
    }

    #[test]
    fn debug_output_hides_the_key() {
        assert!(!format!("{:?}", uri()).contains("0707"));
    }
}
