//! Every lie that a test may ask for (`POST /__swap`) really is in the answer, and nothing else is changed.

use demo_services::{abi, ids::Address};
use serde_json::{Value, json};

use crate::{
    convert::{COIN, asked, build, build_approve, id, number, quote},
    exchange::alone,
    support::{ALICE, BOB, Running, real},
};

async fn tell(data: &Running, lie: Value) -> u16 {
    data.post("/__swap", "application/json", lie.to_string()).await.status().as_u16()
}

#[tokio::test]
async fn applies_lies_to_swap_transactions() {
    let _alone = alone().await;
    let data = real("data").await;
    let (dollar, meadow) = (id("DUSD"), id("MDW"));
    let body = asked(ALICE, &dollar, &meadow, 1_000_000);
    let tx = async || build(&data, &body).await.1["tx"].clone();
    let truth = tx().await;
    let with = |field: &str, value: Value| {
        let mut tx = truth.clone();
        tx[field] = value;
        tx
    };
    let words = |at: usize, value: String| {
        let text = truth["data"].as_str().unwrap();
        let start = 10 + at * 64;
        with("data", json!(format!("{}{value:0>64}{}", &text[..start], &text[start + 64..])))
    };
    let text = truth["data"].as_str().unwrap();
    let stranger = Address::of_word("a stranger to the demo's swaps");
    let digits = |address: &Address| address.lower()[2..].to_owned();
    let stranger_id = json!(format!("eip155:1337:{}", stranger.checksummed()));
    let minimum = number(&truth["data"], 6);
    let other_chain = |field: &str| truth[field].as_str().unwrap().replacen("eip155:1337", "eip155:1", 1);
    let much = json!("1000000000000000000000000");
    let mut valued = with("value", much.clone());
    valued["amount"] = much;
    let mut moved = with("from", json!(other_chain("from")));
    moved["to"] = json!(other_chain("to"));
    let mut turned = with("from", truth["to"].clone());
    turned["to"] = truth["from"].clone();
    for (lie, told) in [
        ("from", with("from", stranger_id.clone())),
        ("chain", moved),
        ("router", with("to", stranger_id)),
        ("selector", with("data", json!(text.replacen("07ed2379", abi::TRANSFER, 1)))),
        ("value", valued),
        ("recipient", words(4, digits(&stranger))),
        ("source", words(1, "ee".repeat(20))),
        ("target", words(2, "ee".repeat(20))),
        ("minimum", words(6, "1".into())),
        ("amount", words(5, format!("{:x}", 2_000_000))),
        ("flags", words(7, "1".into())),
        ("trailing", with("data", json!(format!("{text}{}", "5a".repeat(32))))),
        ("short", with("data", json!(text[..text.len() - 64]))),
        ("not-hex", with("data", json!(format!("{}zz", &text[..text.len() - 2])))),
        ("huge", with("data", json!(format!("{text}{}", "00".repeat(900_000))))),
        ("turned", turned),
        ("worse", words(6, format!("{:x}", minimum * 90 / 100))),
    ] {
        assert_eq!(tell(&data, json!({ "lie": lie, "times": 1 })).await, 204, "{lie}");
        assert!(tx().await == told, "{lie}");
        assert!(told != truth && tx().await == truth, "{lie}");
    }
}

#[tokio::test]
async fn applies_lies_to_approvals_and_quotes() {
    let _alone = alone().await;
    let data = real("data").await;
    let truth = build_approve(&data, ALICE).await;
    let text = truth["data"].as_str().unwrap();
    let stranger = Address::of_word("a stranger to the demo's swaps");
    let with = |field: &str, value: &str| {
        let mut tx = truth.clone();
        tx[field] = json!(value);
        tx
    };
    let mut moved = with("from", &format!("eip155:1:{ALICE}"));
    moved["to"] = json!(id("DUSD").replacen("1337", "1", 1));
    let mut turned = with("from", &id("DUSD"));
    turned["to"] = truth["from"].clone();
    for (lie, told) in [
        ("from", with("from", &format!("eip155:1337:{}", stranger.checksummed()))),
        ("chain", moved),
        ("selector", with("data", &text.replacen(abi::APPROVE, abi::TRANSFER, 1))),
        ("value", with("value", "1000000000000000000000000")),
        ("spender", with("data", &abi::approve_all(&stranger))),
        ("source", with("to", &format!("eip155:1337:{}", Address::of_bytes([0xee; 20]).checksummed()))),
        ("amount", with("data", &format!("{}{:064x}", &text[..74], 1))),
        ("trailing", with("data", &format!("{text}{}", "5a".repeat(32)))),
        ("short", with("data", &text[..74])),
        ("not-hex", with("data", &format!("{}zz", &text[..text.len() - 2]))),
        ("huge", with("data", &format!("{text}{}", "00".repeat(900_000)))),
        ("turned", turned),
    ] {
        assert_eq!(tell(&data, json!({ "lie": lie, "times": 1, "only": ALICE })).await, 204, "{lie}");
        assert!(build_approve(&data, BOB).await["data"] == truth["data"], "{lie}: for others");
        assert!(build_approve(&data, ALICE).await == told, "{lie}");
        assert!(told != truth && build_approve(&data, ALICE).await == truth, "{lie}");
    }

    let dollar = id("DUSD");
    let ask = async || quote(&data, ALICE, COIN, &dollar, 1_000_000_000_000).await[0].clone();
    let truth = ask().await;
    tell(&data, json!({ "lie": "zero" })).await;
    assert_eq!((&ask().await["toAmount"], &ask().await["toAmount"]), (&json!("0"), &json!("0")));
    tell(&data, json!({ "lie": "other-token", "times": 1 })).await;
    assert_eq!(ask().await["toAccount"], id("MDW"));
    data.post("/__reset", "application/json", "").await;
    assert_eq!(ask().await, truth);
    for wrong in [
        json!({}),
        json!({ "lie": "none" }),
        json!({ "lie": "from", "times": 0 }),
        json!({ "lie": "from", "only": "0x1" }),
        json!({ "lie": "from", "more": 1 }),
    ] {
        assert_eq!(tell(&data, wrong.clone()).await, 400, "{wrong}");
    }
}
