//! A Polkadot transaction that signs a hash of the network's metadata (RFC-78): the hash is compared with the metadata by which the node has the call
//! read (decision 192, "The metadata hash of a Polkadot network").

use super::polkadot::*;
use serde_json::{Value, json};
use wallet_engine::error::Error;

fn vectors() -> Value {
    serde_json::from_str(include_str!("../../vectors/polkadot-hash.json")).unwrap()
}

/// As `Metadata_metadata_at_version` returns it: there is some, its length, its bytes.
fn returned(metadata: &Value) -> Option<Value> {
    let digits = metadata.as_str().unwrap().strip_prefix("0x").unwrap();
    let count = u32::try_from(digits.len() / 2).unwrap() << 2 | 2;
    let head: String = count.to_le_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    Some(format!("0x01{head}{digits}").into())
}

/// A request of an honest page: it signs the hash of the network's own metadata.
fn hashed(method: Value) -> Value {
    let mut payload = payload(method);
    payload["mode"] = json!(1);
    payload["metadataHash"] = vectors()["hash"].clone();
    payload["signedExtensions"] = vectors()["extensions"].clone();
    payload
}

fn honest() -> Node {
    Node { hashed: returned(&vectors()["metadata"]), ..node() }
}

/// How the line of the hash reads.
fn last(node: &Node, payload: Value) -> (String, String) {
    let world = page(Some(node));
    sign(&world, payload);
    lines(&world).pop().unwrap()
}

fn pair(words: &str, risk: &str) -> (String, String) {
    pairs(&[(words, risk)]).remove(0)
}

// req: 10.44
#[test]
fn proves_the_metadata_hash_and_loads_it_once() {
    let node = honest();
    let world = page(Some(&node));
    for (list, what, line) in
        [("drains", "any proxy", ("control", "critical")), ("cases", "a transfer", ("send", "review"))]
    {
        let asked = sign(&world, hashed(call(list, what)));
        assert_eq!(lines(&world), pairs(&[line, ("proven", "review")]), "{what}");
        assert_eq!(world.slice("review")["lines"][1]["text"], vectors()["hash"]);
        press(&world, "review.cancel");
        assert_eq!(world.settled(&asked), Err(Error::UserRejected));
    }
    let count = |method: &str| node.asked.borrow().iter().filter(|of| *of == method).count();
    assert_eq!((count("state_call"), count("state_getMetadata")), (1, 0));
    // without the hash, metadata of any version will do
    sign(&world, payload(call("cases", "a transfer")));
    assert_eq!(lines(&world), pairs(&[("send", "review")]));
    assert_eq!((count("state_call"), count("state_getMetadata")), (1, 1));
}

// req: 10.44
#[test]
fn requires_a_tick_when_the_nodes_metadata_doesnt_match_the_hash() {
    let node = Node { hashed: returned(&vectors()["lies"]["renamed"]["metadata"]), ..node() };
    let world = page(Some(&node));
    for _ in 0..2 {
        // adds a proxy, and reads as a remark
        let asked = sign(&world, hashed(call("drains", "any proxy")));
        let found = lines(&world);
        assert!(found.contains(&pair("differs", "critical")), "{found:?}");
        assert!(!found.iter().any(|(words, _)| words == "control"), "{found:?}");
        press(&world, "review.confirm");
        assert_eq!(world.wallets.count("polkadot_signTransaction"), 0, "not without the tick");
        press(&world, "review.cancel");
        assert_eq!(world.settled(&asked), Err(Error::UserRejected));
    }
}

// req: 10.44
#[test]
fn forwards_an_uncomputable_hash_as_unchecked() {
    let lie = returned(&vectors()["lies"]["pallets"]["metadata"]);
    for hashed_by in [None, Some(json!("0x00")), Some(json!("0x0108ffff")), Some(json!(7)), lie] {
        let node = Node { hashed: hashed_by.clone(), ..node() };
        let found = last(&node, hashed(call("cases", "a transfer")));
        assert_eq!(found, pair("checked", "review"), "{hashed_by:?}");
    }
}

// req: 10.44
#[test]
fn proves_nothing_when_no_extension_signs_the_hash() {
    for list in [json!([]), json!(["CheckMetadataHash"]), Value::Null] {
        let mut given = hashed(call("cases", "a transfer"));
        given["signedExtensions"] = list.clone();
        let world = page(Some(&honest()));
        sign(&world, given);
        assert!(lines(&world).contains(&pair("checked", "review")), "{list}");
        assert!(!lines(&world).iter().any(|(words, _)| words == "proven"), "{list}");
    }
}

// req: 10.44
#[test]
fn detects_wrong_decimals_by_the_hash_for_any_known_symbol() {
    let proven = pair("proven", "review");
    let differs = pair("differs", "critical");
    for (coin, found) in [(("DOT", 10), &proven), (("New DOT", 10), &proven), (("DOT", 12), &differs)] {
        let world = page(Some(&Node { coin, ..honest() }));
        sign(&world, hashed(call("cases", "a transfer")));
        assert!(lines(&world).contains(found), "{coin:?}");
    }
}

/// Its hash can be of the coin's other symbol: nothing is known to differ, and the next request asks again.
// req: 10.44
#[test]
fn leaves_the_hash_unchecked_when_the_node_omits_its_coin() {
    let node = Node { coin: ("New DOT", 10), ..honest() };
    node.is_coin_unsaid.set(true);
    let world = page(Some(&node));
    for (is_unsaid, words) in [(true, "checked"), (false, "proven")] {
        node.is_coin_unsaid.set(is_unsaid);
        let asked = sign(&world, hashed(call("cases", "a transfer")));
        assert_eq!(lines(&world), pairs(&[("send", "review"), (words, "review")]));
        press(&world, "review.cancel");
        assert_eq!(world.settled(&asked), Err(Error::UserRejected));
    }
}
