//! Invariants for any descriptor and any call data, for the fuzz target (engine/fuzz) and the proofs of `npm run
//! prove`. The decoded call data is encoded again and must be equal: a second encoding of the same values would allow a
//! second reading.

#![allow(clippy::expect_used, clippy::panic, reason = "what stops it is a finding")]

use super::{FactValue, OURS, Site, SiteDescription, fault};
use crate::caip::ChainId;
use crate::json;
use crate::namespaces::effects::Says;
use crate::namespaces::eip155::codec::abi::{Function, Kind, Node, Param, Value, decode};
use crate::text;
use alloc::vec::Vec;
use alloy_primitives::{U256, hex};
use serde_json::Value as Json;

/// The contract of the tested descriptors, on network 1337.
pub const CONTRACT: &str = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const SIGNER: &str = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

/// Tests a descriptor in the first line with call data in the second, as a fuzzer writes them.
pub fn line(line: &str) {
    let (first, data) = line.split_once('\n').unwrap_or((line, ""));
    function(first, &hex::decode(data).unwrap_or_default());
    if let Ok(file) = json::parse(first, usize::MAX) {
        call(&file, data);
        typed(&file, &json::parse(data, usize::MAX).unwrap_or_default());
    }
}

/// The description of a call, if any.
pub fn call(file: &Json, data: &str) -> Option<SiteDescription> {
    let chain = ChainId::evm(1337);
    let site = Site { descriptors: core::slice::from_ref(file), chain: Some(&chain), from: SIGNER };
    let said = site.of_call(CONTRACT, U256::from(7u64), data)?;
    assert_eq!(fault(file), None, "a wrong one is used");
    let selector = hex::decode(data.get(..8).unwrap_or_default()).expect("hex");
    assert!(OURS.iter().all(|ours| ours.to_be_bytes() != *selector), "of what is known here");
    look(&said);
    Some(said)
}

/// The description of typed data, if any.
pub fn typed(file: &Json, data: &Json) -> Option<SiteDescription> {
    let chain = ChainId::evm(1337);
    let site = Site { descriptors: core::slice::from_ref(file), chain: Some(&chain), from: SIGNER };
    let said = site.of_typed(data)?;
    look(&said);
    Some(said)
}

fn look(said: &SiteDescription) {
    let is_fit = |given: &str, longest: usize| {
        assert!(!given.contains(text::hidden), "{given:?}");
        assert!(given.chars().count() <= longest * 3 + 40, "{given:?}");
    };
    assert!(!said.intent.is_empty() && said.facts.len() <= 32);
    is_fit(&said.intent, 64);
    for fact in &said.facts {
        assert!(!fact.label.is_empty());
        is_fit(&fact.label, 40);
        match &fact.shown {
            FactValue::Text(given) => is_fit(given, 160),
            FactValue::Address(address) | FactValue::Token { token: address, .. } => {
                assert_eq!(address.len(), 42)
            }
            FactValue::Coin(_) => {}
        }
    }
}

/// Tests a signature with call data after the selector: decoded and encoded again, it is the same.
pub fn function(signature: &str, data: &[u8]) -> bool {
    let Some(function) = Function::parse(signature) else { return false };
    let again = Function::parse(&function.canonical()).expect("what is written is read");
    assert_eq!(again.selector(), function.selector());
    let Some(root) = decode(&function.params, data) else { return false };
    let Value::Tuple(fields) = &root.value else { panic!("parameters have names") };
    let nodes: Vec<&Node> = fields.iter().map(|(_, node)| node).collect();
    assert_eq!(encode(&function.params, &nodes), data, "{signature}");
    true
}

/// Encodes the values as call data after the selector.
#[must_use]
pub fn encode(params: &[Param], nodes: &[&Node]) -> Vec<u8> {
    let kinds: Vec<&Kind> = params.iter().map(|param| &param.kind).collect();
    several(&kinds, nodes)
}

fn is_dynamic(kind: &Kind) -> bool {
    match kind {
        Kind::Text | Kind::Bytes(None) | Kind::List(_, None) => true,
        Kind::List(item, _) => is_dynamic(item),
        Kind::Tuple(params) => params.iter().any(|param| is_dynamic(&param.kind)),
        _ => false,
    }
}

fn word(number: usize) -> Vec<u8> {
    U256::from(number).to_be_bytes::<32>().to_vec()
}

fn several(kinds: &[&Kind], nodes: &[&Node]) -> Vec<u8> {
    let written: Vec<(bool, Vec<u8>)> =
        kinds.iter().zip(nodes).map(|(kind, node)| (is_dynamic(kind), one(kind, node))).collect();
    let heads: usize = written.iter().map(|(dynamic, bytes)| if *dynamic { 32 } else { bytes.len() }).sum();
    let (mut head, mut tail) = (Vec::new(), Vec::new());
    for (dynamic, bytes) in written {
        if dynamic {
            head.extend(word(heads + tail.len()));
            tail.extend(bytes);
        } else {
            head.extend(bytes);
        }
    }
    [head, tail].concat()
}

fn one(kind: &Kind, node: &Node) -> Vec<u8> {
    let padded = |bytes: &[u8]| {
        let mut bytes = bytes.to_vec();
        bytes.resize(bytes.len().next_multiple_of(32), 0);
        bytes
    };
    match (kind, &node.value) {
        (_, Value::Number(number)) => number.to_be_bytes::<32>().to_vec(),
        (_, Value::Negative(below)) => below.wrapping_neg().to_be_bytes::<32>().to_vec(),
        (_, Value::Address(address)) => [&[0u8; 12][..], address.as_slice()].concat(),
        (_, Value::Flag(flag)) => word(usize::from(*flag)),
        (Kind::Bytes(Some(_)), Value::Bytes(bytes)) => padded(bytes),
        (_, Value::Bytes(bytes)) => [word(bytes.len()), padded(bytes)].concat(),
        (_, Value::Text(text)) => [word(text.len()), padded(text.as_bytes())].concat(),
        (Kind::List(item, length), Value::List(list)) => {
            let inside = several(&alloc::vec![&**item; list.len()], &list.iter().collect::<Vec<_>>());
            if length.is_some() { inside } else { [word(list.len()), inside].concat() }
        }
        (Kind::Tuple(params), Value::Tuple(fields)) => {
            encode(params, &fields.iter().map(|(_, node)| node).collect::<Vec<_>>())
        }
        (kind, value) => panic!("{value:?} is no {kind:?}"),
    }
}
