//! Invariants for any Cosmos document: it has exactly one reading or is rejected, and a dangerous message is displayed
//! among any number of others. For the fuzz target, and for a test without a fuzzer.

#![allow(clippy::indexing_slicing, clippy::panic, reason = "what stops it is a finding")]

use crate::caip::ChainId;
use crate::namespaces::cosmos::codec::wire;
use crate::namespaces::cosmos::reader::{effects, signed};
use crate::namespaces::effects::{Effect, Risk};
use alloc::vec::Vec;
use serde_json::{Value, json};
use walletconnect::base64;

const ME: &str = "cosmos1vqpjljwsynsn58dugz0w8ut7kun7t8ls2qkmsq";
const THIEF: &str = "cosmos1zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3ejpezd";

/// Encodes a field of bytes, at most 16,383 long.
fn field(id: u8, bytes: &[u8]) -> Vec<u8> {
    let length = bytes.len();
    let mut all = alloc::vec![id << 3 | 2];
    match length {
        0..128 => all.push(length as u8),
        _ => all.extend([(length & 127) as u8 | 128, (length >> 7) as u8]),
    }
    all.extend_from_slice(bytes);
    all
}

fn any(url: &str, value: &[u8]) -> Vec<u8> {
    [field(1, url.as_bytes()), field(2, value)].concat()
}

/// A message that lets another account send everything, as a field of a body.
fn critical() -> Vec<u8> {
    let generic = field(1, b"/cosmos.bank.v1beta1.MsgSend");
    let grant = field(1, &any("/cosmos.authz.v1beta1.GenericAuthorization", &generic));
    let message = [field(1, ME.as_bytes()), field(2, THIEF.as_bytes()), field(3, &grant)].concat();
    field(1, &any("/cosmos.authz.v1beta1.MsgGrant", &message))
}

fn critical_amino() -> Value {
    let authorization = json!({ "type": "cosmos-sdk/GenericAuthorization", "value": { "msg": "/cosmos.bank.v1beta1.MsgSend" } });
    let grant = json!({ "authorization": authorization, "expiration": null });
    json!({ "type": "cosmos-sdk/MsgGrant", "value": { "granter": ME, "grantee": THIEF, "grant": grant } })
}

fn read(method: &str, params: &Value) -> Vec<Effect> {
    let Some(chain) = ChainId::parse("cosmos:cosmoshub-4") else { return Vec::new() };
    let effects = effects::read(method, params, ME, &chain).effects;
    assert!(!effects.is_empty(), "{params}");
    assert_eq!(effects, effects::read(method, params, ME, &chain).effects, "in one way");
    effects
}

fn direct(body: &[u8], auth: &[u8]) -> Value {
    let document = json!({ "bodyBytes": base64::encode(body), "authInfoBytes": base64::encode(auth),
        "chainId": "cosmoshub-4", "accountNumber": "7" });
    json!({ "signerAddress": ME, "signDoc": document })
}

fn is_critical(effects: &[Effect]) -> bool {
    effects.iter().any(|effect| effect.risk >= Risk::Critical)
}

/// Checks bytes as a body, as fee data, as a text, and as amino messages.
pub fn document(bytes: &[u8]) {
    let fee = field(2, &field(1, &[field(1, b"uatom"), field(2, b"500")].concat()));
    let params = direct(bytes, &fee);
    let alone = read("cosmos_signDirect", &params);
    let before = [critical(), bytes.to_vec()].concat();
    // bytes that end inside a field would swallow the next field
    let behind = wire::fields(bytes).map(|_| [bytes.to_vec(), critical()].concat());
    for body in [Some(before), behind].into_iter().flatten() {
        assert!(is_critical(&read("cosmos_signDirect", &direct(&body, &fee))), "{body:?}");
    }
    assert!(is_critical(&read("cosmos_signDirect", &direct(&critical(), bytes))), "{bytes:?}");
    if alone.iter().all(|effect| effect.risk != Risk::Blocked) {
        assert!(signed::is_answer(&params, &json!({ "signed": params["signDoc"] })), "{bytes:?}");
    }
    let Ok(text) = core::str::from_utf8(bytes) else { return };
    read("cosmos_signArbitrary", &json!({ "signerAddress": ME, "data": text }));
    let Ok(message) = crate::json::parse(text, 65_536) else { return };
    for msgs in [json!([critical_amino(), message]), json!([message, critical_amino()])] {
        let fee = json!({ "amount": [], "gas": "1" });
        let document = json!({ "chain_id": "cosmoshub-4", "account_number": "7", "sequence": "3", "fee": fee,
            "msgs": msgs, "memo": "" });
        let params = json!({ "signerAddress": ME, "signDoc": document });
        assert!(is_critical(&read("cosmos_signAmino", &params)), "{params}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // req: 10.44
    #[test]
    fn detects_a_critical_message_among_any_others() {
        let seeds = [
            critical(),
            field(1, &any("/cosmos.bank.v1beta1.MsgSend", &field(1, ME.as_bytes()))),
            field(2, b"a memo"),
            br#"{"type":"cosmos-sdk/MsgSend","value":{"from_address":"x","amount":[{"denom":"uatom","amount":"1"}]}}"#.to_vec(),
        ];
        let mut state = 7u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) as usize
        };
        for turn in 0..2_000 {
            let mut bytes = seeds[turn % seeds.len()].clone();
            for _ in 0..next() % 4 {
                let at = next() % bytes.len();
                bytes[at] = next() as u8;
            }
            bytes.truncate(bytes.len() - next() % 3);
            document(&bytes);
        }
    }
}
