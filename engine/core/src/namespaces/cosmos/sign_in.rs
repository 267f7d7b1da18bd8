//! Verifies Cosmos signatures (ADR-36): the message in an amino document that chains reject. The key is part of the signature, and is only
//! accepted if it derives the account's address: the Cosmos way, or the way of chains with Ethereum keys, whose wallets hash the document
//! like Ethereum.

use super::Cosmos;
use crate::caip::Namespace;
use crate::error::Result;
use crate::flow::{Cx, Flow};
use crate::json::{self, Read, json};
use crate::ports::Local;
use crate::signing::sign_in::SignsIn;
use crate::signing::verify::{self, Signed, Verifies};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::keccak256;
use bech32::primitives::decode::CheckedHrpstring;
use k256::ecdsa::signature::hazmat::PrehashVerifier;
use k256::ecdsa::{Signature, VerifyingKey};
use ripemd::Ripemd160;
use serde_json::Value;
use sha2::{Digest, Sha256};
use walletconnect::base64;

/// The text in the form of ADR-36. Browser wallets have a method for it, and mobile wallets sign the document. The
/// response is stored with its key, because it can't be verified without.
impl SignsIn for Cosmos {
    fn request(text: &str, address: &str) -> Option<(&'static str, Value)> {
        let value = json!({ "data": base64::encode(text.as_bytes()), "signer": address });
        let document = json!({
            "account_number": "0", "chain_id": "", "fee": { "amount": [], "gas": "0" }, "memo": "",
            "msgs": [{ "type": "sign/MsgSignData", "value": value }], "sequence": "0",
        });
        Some(("cosmos_signAmino", json!({ "signerAddress": address, "signDoc": document })))
    }

    fn request_in_page(text: &str, address: &str) -> Option<(&'static str, Value)> {
        Some(("cosmos_signArbitrary", json!({ "signerAddress": address, "data": text })))
    }

    fn signature(answer: &Value) -> Option<String> {
        let of = answer.field("signature").filter(|of| of.is_object()).unwrap_or(answer);
        let (key, signature) = (of.field("pub_key")?, of.text("signature")?);
        let key = json!({ "type": key.text("type")?, "value": key.text("value")? });
        Some(crate::json::text(&json!({ "pub_key": key, "signature": signature })))
    }
}

/// The feature's entry: provides the verifier of Cosmos signatures.
pub fn run(cx: Cx, _: String, _: Value) -> Flow {
    verify::provide(&cx, Namespace::Cosmos, &Cosmos)
}

impl Verifies for Cosmos {
    fn signed(&self, _: Cx, of: Signed) -> Local<Result<bool>> {
        Box::pin(async move { Ok(signed(&of.address, &of.message, &of.signature)) })
    }
}

/// The maximum length of a signature with its key.
const SIGNATURE_CHARS_MAX: usize = 1_024;
/// The length of a compressed key.
const KEY_BYTES: usize = 33;
/// The type name of a Cosmos key. Wallets use it for Ethereum-style keys, too.
const OF_COSMOS: &str = "tendermint/PubKeySecp256k1";
/// The end of the type names of Ethereum-style keys, which have different prefixes: `os/`, `ethermint/`, `injective/`,
/// `cosmos/`.
const OF_ETHEREUM: &str = "/PubKeyEthSecp256k1";

/// The signed bytes. Base64 and bech32 need no escaping in amino's JSON.
fn document(address: &str, message: &str) -> String {
    let data = base64::encode(message.as_bytes());
    format!(
        r#"{{"account_number":"0","chain_id":"","fee":{{"amount":[],"gas":"0"}},"memo":"","msgs":[{{"type":"sign/MsgSignData","value":{{"data":"{data}","signer":"{address}"}}}}],"sequence":"0"}}"#
    )
}

/// Whether the key of an address signed this message. The signature is in the wallets' form, with its key (`{"pub_key":
/// {"type", "value"}, "signature"}`). The upper half of `s` is rejected, so a key has only one signature for a message.
#[must_use]
pub fn signed(address: &str, message: &str, signature: &str) -> bool {
    is_signed(address, message, signature).unwrap_or_default()
}

fn is_signed(address: &str, message: &str, signature: &str) -> Option<bool> {
    let whole = json::parse(signature, SIGNATURE_CHARS_MAX).ok()?;
    let key = whole.field("pub_key")?;
    let kind = key.text("type")?;
    let bytes = base64::decode(key.text("value")?).filter(|bytes| bytes.len() == KEY_BYTES)?;
    let key = VerifyingKey::from_sec1_bytes(&bytes).ok()?;
    let signature = Signature::from_slice(&base64::decode(whole.text("signature")?)?).ok()?;
    let read = CheckedHrpstring::new::<bech32::Bech32>(address).ok()?;
    let account: Vec<u8> = read.byte_iter().collect();
    let document = document(address, message);
    let is_of_ethereum = kind.ends_with(OF_ETHEREUM);
    let digest: [u8; 32] = if !is_of_ethereum && account == Ripemd160::digest(Sha256::digest(&bytes))[..] {
        Sha256::digest(&document).into()
    } else if (is_of_ethereum || kind == OF_COSMOS) && account == of_ethereum(&key)? {
        keccak256(&document).0
    } else {
        return None;
    };
    Some(key.verify_prehash(&digest, &signature).is_ok())
}

/// The Ethereum-style address: the last 20 bytes of the hash of the whole point.
fn of_ethereum(key: &VerifyingKey) -> Option<Vec<u8>> {
    let point = key.to_encoded_point(false);
    let hash = keccak256(point.as_bytes().get(1..)?).0;
    hash.get(12..).map(<[u8]>::to_vec)
}
