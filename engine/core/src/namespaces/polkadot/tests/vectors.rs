//! Calls that @polkadot/types builds (scripts/vectors.mjs polkadot), decoded with the metadata of their networks.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use crate::json::Read;
use crate::namespaces::clauses::Clause;
use crate::namespaces::effects::{Effect, EffectKind, EffectText, HowMuch, Risk};
use crate::namespaces::polkadot::codec::metadata::Metadata;
use crate::namespaces::polkadot::codec::{ss58, values};
use crate::namespaces::polkadot::reader::effects::Reader;
use crate::namespaces::polkadot::reader::payload::transaction;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloy_primitives::hex;
use serde_json::{Value, json};

const ALICE: &str = "5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY";

struct Vectors(Value);

impl Vectors {
    fn load() -> Self {
        Self(serde_json::from_str(include_str!("../../../../tests/vectors/polkadot.json")).unwrap())
    }

    fn metadata(&self, network: &str) -> Metadata {
        let given = self.0["metadata"][network].as_str().unwrap();
        Metadata::read(hex::decode(given).unwrap()).unwrap()
    }

    fn bytes(case: &Value) -> Vec<u8> {
        hex::decode(case["call"].as_str().unwrap()).unwrap()
    }

    /// The effects of each case.
    fn read(&self, list: &str) -> Vec<(Value, Vec<Effect>)> {
        let (_, me) = ss58::read(ALICE).unwrap();
        let all = self.0[list].as_array().unwrap();
        let read = |case: &Value| {
            let metadata = self.metadata(case["network"].as_str().unwrap());
            let call = values::call(&metadata, &Self::bytes(case));
            let call = call.unwrap_or_else(|| panic!("{} is read", case["what"]));
            (case.clone(), Reader { me, prefix: metadata.prefix }.effects(&call))
        };
        all.iter().map(read).collect()
    }
}

/// An effect in the form of the vectors, with only the fields that they name.
fn said(effect: &Effect, wanted: &Value) -> Value {
    let mut said = json!({
        "kind": effect.kind, "risk": effect.risk, "party": effect.party, "owner": effect.owner, "token": effect.token(),
    });
    said["amount"] = match effect.amount {
        Some(HowMuch::Units(units)) => units.to_string().into(),
        _ => Value::Null,
    };
    said["words"] = match &effect.words {
        Some(EffectText::Text(text) | EffectText::Name(text) | EffectText::Invoked(text)) => {
            text.as_str().into()
        }
        None => Value::Null,
    };
    said.as_object_mut().unwrap().retain(|name, _| wanted.field(name).is_some());
    said
}

// req: 10.44
#[test]
fn describes_each_call_of_the_vectors() {
    let vectors = Vectors::load();
    for (case, effects) in vectors.read("cases") {
        let wanted = case["effects"].as_array().unwrap();
        let found: Vec<Value> =
            effects.iter().zip(wanted).map(|(effect, wanted)| said(effect, wanted)).collect();
        assert_eq!((effects.len(), &found), (wanted.len(), wanted), "{}: {effects:#?}", case["what"]);
    }
}

// req: 10.44
#[test]
fn treats_each_drain_of_the_vectors_as_critical() {
    for (case, effects) in Vectors::load().read("drains") {
        let is_critical = effects.iter().any(|effect| effect.risk == Risk::Critical);
        assert!(is_critical, "{}: {effects:#?}", case["what"]);
    }
}

// req: 10.44
#[test]
fn rejects_a_truncated_or_overlong_call() {
    let vectors = Vectors::load();
    for list in ["cases", "drains"] {
        for case in vectors.0[list].as_array().unwrap() {
            let metadata = vectors.metadata(case["network"].as_str().unwrap());
            let mut bytes = Vectors::bytes(case);
            for length in 0..bytes.len().min(600) {
                let short = values::call(&metadata, bytes.get(..length).unwrap());
                assert_eq!(short, None, "{} of {length} bytes", case["what"]);
            }
            bytes.push(0);
            assert_eq!(values::call(&metadata, &bytes), None, "{} with a byte more", case["what"]);
        }
    }
}

// req: 10.44
#[test]
fn blocks_a_malformed_call_only_with_matching_metadata() {
    let vectors = Vectors::load();
    let read = |metadata: Option<&Metadata>, bytes: &[u8], is_of_version: bool| {
        let payload = json!({ "method": hex::encode_prefixed(bytes), "era": "0x2503", "tip": "0x00" });
        transaction(&payload, ALICE, metadata, is_of_version)
    };
    for list in ["cases", "drains"] {
        for case in vectors.0[list].as_array().unwrap() {
            let metadata = vectors.metadata(case["network"].as_str().unwrap());
            let bytes = Vectors::bytes(case);
            assert!(read(Some(&metadata), &bytes, true).is_some(), "{}", case["what"]);
            for torn in [&[][..], &bytes[..1], &bytes[..bytes.len() - 1], &[&bytes[..], &[0]].concat()] {
                assert!(read(Some(&metadata), torn, true).is_none(), "{} {}", case["what"], torn.len());
                // with the metadata of another version or without metadata, it is unknown
                for known in [Some(&metadata), None] {
                    let effects = read(known, torn, false).unwrap();
                    assert_eq!((effects[0].kind, effects[0].risk), (EffectKind::Unread, Risk::Warning));
                }
            }
        }
    }
    // a pallet that the network doesn't have is unread, but not torn
    let metadata = vectors.metadata("polkadot");
    assert_eq!(read(Some(&metadata), &[250, 1, 2, 3], true).unwrap()[0].kind, EffectKind::Unread);
}

#[test]
fn survives_truncated_or_altered_metadata() {
    let vectors = Vectors::load();
    let given = hex::decode(vectors.0["metadata"]["substrate"].as_str().unwrap()).unwrap();
    for length in (0..given.len()).step_by(37) {
        assert!(Metadata::read(given.get(..length).unwrap().to_vec()).is_none(), "{length}");
    }
    // and any byte can be a different one
    let case = &vectors.0["drains"].as_array().unwrap()[20];
    for at in (0..given.len()).step_by(11) {
        let mut other = given.clone();
        *other.get_mut(at).unwrap() ^= 0xff;
        if let Some(metadata) = Metadata::read(other) {
            let _ = values::call(&metadata, &Vectors::bytes(case));
        }
    }
}

fn payload(more: &Value) -> Value {
    let vectors = Vectors::load();
    let case = &vectors.0["cases"][0];
    let mut payload = json!({"method": case["call"], "era": "0x2503", "tip": "0x00"});
    for (name, value) in more.as_object().unwrap() {
        payload[name.as_str()] = value.clone();
    }
    payload
}

fn beside(more: &Value) -> Option<Vec<(EffectKind, Risk, Option<String>)>> {
    let metadata = Vectors::load().metadata("polkadot");
    let effects = transaction(&payload(more), ALICE, Some(&metadata), true)?;
    let of = |effect: &Effect| (effect.kind, effect.risk, effect.name().map(ToString::to_string));
    Some(effects.iter().map(of).collect())
}

// req: 10.44
#[test]
fn reports_unusual_fields_next_to_the_call() {
    let send = (EffectKind::Send, Risk::Normal, None);
    for (more, also) in [
        (json!({}), None),
        (json!({"era": "0x00"}), Some((EffectKind::OpenEnded, Risk::Warning, None))),
        // a hundredth of 12,345, and no more
        (json!({"tip": "0x7b"}), Some((EffectKind::Fee, Risk::Normal, None))),
        (json!({"tip": "124"}), Some((EffectKind::Fee, Risk::Warning, None))),
        (json!({"assetId": "0x"}), None),
        (json!({"assetId": null}), None),
        (json!({"assetId": "0x010203"}), Some((EffectKind::Unread, Risk::Warning, Some("assetId".into())))),
        (
            json!({"assetId": {"parents": 0}}),
            Some((EffectKind::Unread, Risk::Warning, Some("assetId".into()))),
        ),
        (json!({"mode": 0, "metadataHash": null}), None),
        (json!({"mode": null, "metadataHash": "0x"}), None),
        (
            json!({"mode": 1, "metadataHash": format!("0x{}", "5c".repeat(32))}),
            Some((Clause::Checked.into(), Risk::Normal, None)),
        ),
        (json!({"mode": 1}), Some((EffectKind::Unread, Risk::Warning, Some("metadataHash".into())))),
        (
            json!({"mode": 2, "metadataHash": null}),
            Some((EffectKind::Unread, Risk::Warning, Some("metadataHash".into()))),
        ),
        (
            json!({"mode": 0, "metadataHash": format!("0x{}", "5c".repeat(32))}),
            Some((EffectKind::Unread, Risk::Warning, Some("metadataHash".into()))),
        ),
        (
            json!({"mode": 1, "metadataHash": "0x5c"}),
            Some((EffectKind::Unread, Risk::Warning, Some("metadataHash".into()))),
        ),
        (json!({"nonce": "0xffffffff"}), None),
        (json!({"nonce": "0x0100000000"}), Some((EffectKind::Unread, Risk::Warning, Some("nonce".into())))),
        (json!({"nonce": "1_0"}), Some((EffectKind::Unread, Risk::Warning, Some("nonce".into())))),
        (json!({"callback": 1}), Some((EffectKind::Unread, Risk::Warning, Some("callback".into())))),
    ] {
        let wanted: Vec<_> = [send.clone()].into_iter().chain(also).collect();
        assert_eq!(beside(&more), Some(wanted), "{more}");
    }
    for bad in [
        json!({"tip": "much"}),
        json!({"tip": "1_000"}),
        json!({"method": "0x0"}),
        json!({"method": format!("0x{}", payload(&json!({}))["method"].as_str().unwrap())}),
        json!({"method": 7}),
        json!({"era": null}),
        // no expiry, according to libraries
        json!({"era": ""}),
        json!({"era": "0x"}),
        json!({"era": "0x0000"}),
        json!({"era": "0x00ff"}),
        json!({"era": "0x1003"}),
        json!({"era": "0x250300"}),
    ] {
        assert_eq!(beside(&bad), None, "{bad}");
    }
    // without the network's data, nothing is guessed
    let unread = transaction(&payload(&json!({})), ALICE, None, false).unwrap();
    assert_eq!((unread[0].kind, unread[0].risk), (EffectKind::Unread, Risk::Warning));
}

// req: 10.44
#[test]
fn checks_the_order_of_signed_extensions() {
    let vectors = Vectors::load();
    let given = hex::decode(vectors.0["metadata"]["polkadot"].as_str().unwrap()).unwrap();
    // after the pallets in metadata of version 15: the version, four types, names with two types each
    let names = ["CheckMortality", "CheckNonce", "ChargeTransactionPayment"];
    let mut whole = given.clone();
    whole.extend([4, 0, 0, 0, 0, 4 * names.len() as u8]);
    for name in names {
        whole.push(4 * name.len() as u8);
        whole.extend(name.bytes());
        whole.extend([0, 0]);
    }
    let metadata = Metadata::read(whole).unwrap();
    assert_eq!(metadata.extensions.as_deref(), Some(&names.map(String::from)[..]));
    let said = |metadata: &Metadata, list: Value| {
        let payload = payload(&json!({ "signedExtensions": list, "tip": "0x07", "nonce": "0x0f4240" }));
        let effects = transaction(&payload, ALICE, Some(metadata), true).unwrap();
        effects.iter().any(|effect| effect.name() == Some("signedExtensions") && effect.risk == Risk::Warning)
    };
    assert!(!said(&metadata, json!(names)));
    for other in [
        json!(["CheckMortality", "ChargeTransactionPayment", "CheckNonce"]),
        json!(["CheckMortality", "CheckNonce"]),
        json!([]),
        json!("CheckMortality"),
    ] {
        assert!(said(&metadata, other.clone()), "{other}");
    }
    // if the network's own metadata lacks it, the result is unknown
    let without = Metadata::read(given).unwrap();
    assert_eq!(without.extensions, None);
    assert!(!said(&without, json!([])));
}
