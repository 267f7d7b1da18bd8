//! How grave single calls are, beside the vectors.

use super::deeds::Reader;
use super::values::{Call, Value};
use crate::namespaces::deeds::{DeedKind, Weight};
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

fn weights(pallet: &str, name: &str, arguments: Vec<(&str, Value)>) -> Vec<(DeedKind, Weight)> {
    let arguments = arguments.into_iter().map(|(name, value)| (name.to_string(), value)).collect();
    let call = Call { pallet: pallet.into(), name: name.into(), arguments };
    let reader = Reader { me: [7; 32], prefix: 42 };
    reader.deeds(&call).into_iter().map(|deed| (deed.kind, deed.weight)).collect()
}

// req: 10.44
#[test]
fn a_proxy_that_may_move_anything_is_grave() {
    let add = |kind: &str| {
        let kind = Value::Kind(kind.into(), Vec::new());
        weights("Proxy", "add_proxy", vec![("delegate", Value::Account([3; 32])), ("proxy_type", kind)])
    };
    for kind in ["Any", "NonFungible", "Staking", "NominationPools", "Auction", "a new one"] {
        assert_eq!(add(kind), [(DeedKind::Control, Weight::Grave)], "{kind}");
    }
    assert_eq!(add("Governance"), [(DeedKind::Control, Weight::Risky)]);
}

// req: 10.44
#[test]
fn what_is_carried_out_and_stands_as_bytes_is_grave() {
    let bytes = || Value::Bytes(vec![5, 0, 0]);
    for (pallet, name, field) in [
        ("Multisig", "as_multi", "call"),
        ("Multisig", "approve_as_multi", "call_hash"),
        ("XcmPallet", "execute", "message"),
        ("PolkadotXcm", "execute", "message"),
    ] {
        let read = weights(pallet, name, vec![(field, bytes())]);
        assert_eq!(read, [(DeedKind::Unread, Weight::Grave)], "{pallet}.{name}");
    }
}
