//! What the relay does between clients (docs/spec/walletconnect.md sections 3 and 12).

use std::time::Duration;

use serde_json::{Value, json};

use crate::{
    relay_client::{Key, QUIET, connect, doors, doors_of, next_id, publication, report, steer, topic},
    support::hosts,
};

#[tokio::test]
async fn delivers_a_message_to_subscribers_but_not_to_its_sender() {
    let relay = doors().await.first;
    let (mut page, mut wallet) = (connect(&relay, &Key::new()).await, connect(&relay, &Key::new()).await);
    let topic = topic();
    for client in [&mut page, &mut wallet] {
        let id = client.call("irn_subscribe", json!({ "topic": topic })).await;
        assert_eq!(id.as_str().unwrap().len(), 64);
    }
    let published = json!({ "topic": topic, "message": "hello", "ttl": 300, "tag": 1100, "prompt": true,
        "attestation": "proof", "correlationId": 1, "chainId": "eip155:1" });
    assert_eq!(page.call("irn_publish", published).await, true);
    let delivery = wallet.delivery(Duration::from_secs(5)).await.unwrap();
    let data = &delivery["params"]["data"];
    assert_eq!(
        (&data["topic"], &data["message"], &data["tag"]),
        (&topic.into(), &"hello".into(), &1100.into())
    );
    assert_eq!(data["attestation"], "proof");
    assert!(data["publishedAt"].as_u64().unwrap() > 1_700_000_000_000);
    assert!(delivery["id"].as_u64().unwrap() > 1_000_000_000_000_000_000);
    page.hears_nothing().await;
}

#[tokio::test]
async fn keeps_a_message_until_a_client_acknowledges_it() {
    let relay = doors().await.first;
    let (mut page, wallet) = (connect(&relay, &Key::new()).await, Key::new());
    let topic = topic();
    for message in ["one", "two"] {
        page.call("irn_publish", publication(&topic, message)).await;
    }
    let mut late = connect(&relay, &wallet).await;
    late.call("irn_batchSubscribe", json!({ "topics": [topic] })).await;
    assert_eq!([late.hears().await, late.hears().await], ["one", "two"]);
    drop(late);
    // Both are acknowledged: neither comes again, to nobody.
    for key in [wallet, Key::new()] {
        let mut again = connect(&relay, &key).await;
        again.call("irn_subscribe", json!({ "topic": topic })).await;
        again.hears_nothing().await;
    }
}

#[tokio::test]
async fn redelivers_an_unacknowledged_message_on_this_socket_and_the_next() {
    let relay = doors().await.first;
    steer(&relay, json!({ "redeliverMs": 150 })).await;
    let (mut page, wallet) = (connect(&relay, &Key::new()).await, Key::new());
    let topic = topic();
    let mut first = connect(&relay, &wallet).await;
    first.acks = false;
    first.call("irn_subscribe", json!({ "topic": topic })).await;
    page.call("irn_publish", publication(&topic, "again")).await;
    let delivery = first.delivery(Duration::from_secs(5)).await.unwrap();
    assert_eq!(first.delivery(Duration::from_secs(5)).await.unwrap(), delivery);
    assert_eq!(report(&relay).await["unacked"], 1);
    drop(first);
    let mut second = connect(&relay, &wallet).await;
    second.call("irn_subscribe", json!({ "topic": topic })).await;
    assert_eq!(second.hears().await, "again");
    // Once acknowledged it is over.
    assert!(second.delivery(QUIET).await.is_none());
    let seen = report(&relay).await;
    assert_eq!((&seen["unacked"], &seen["messages"]), (&json!(0), &json!(0)));
    assert!(seen["counts"]["redelivered"].as_u64().unwrap() >= 1);
}

#[tokio::test]
async fn ignores_a_repeated_publish() {
    let relay = doors().await.first;
    let (mut page, mut wallet) = (connect(&relay, &Key::new()).await, connect(&relay, &Key::new()).await);
    let topic = topic();
    wallet.call("irn_subscribe", json!({ "topic": topic })).await;
    let id = Value::from(next_id());
    for _ in 0..3 {
        let answer = page.call_as(&id, "irn_publish", publication(&topic, "once")).await.unwrap();
        assert_eq!((&answer["id"], &answer["result"]), (&id, &json!(true)));
    }
    assert_eq!(wallet.hears().await, "once");
    wallet.hears_nothing().await;
    assert_eq!(report(&relay).await["counts"]["published"], 1);
}

#[tokio::test]
async fn expires_a_message_after_its_ttl() {
    let relay = doors().await.first;
    let mut page = connect(&relay, &Key::new()).await;
    let topic = topic();
    page.call("irn_publish", publication(&topic, "short")).await;
    let mut long = publication(&topic, "long");
    long["ttl"] = json!(86_400);
    page.call("irn_publish", long).await;
    steer(&relay, json!({ "clockMs": 301_000 })).await;
    let mut wallet = connect(&relay, &Key::new()).await;
    wallet.call("irn_subscribe", json!({ "topic": topic })).await;
    assert_eq!(wallet.hears().await, "long");
    wallet.hears_nothing().await;
}

#[tokio::test]
async fn keeps_messages_over_a_restart() {
    let file = std::env::temp_dir().join(format!("relay-{}.sqlite", std::process::id()));
    let path = file.to_str().unwrap();
    let topic = topic();
    {
        let relay = doors_of(hosts(&[], path).await).await.first;
        connect(&relay, &Key::new()).await.call("irn_publish", publication(&topic, "kept")).await;
    }
    let relay = doors_of(hosts(&[], path).await).await.first;
    let mut wallet = connect(&relay, &Key::new()).await;
    wallet.call("irn_subscribe", json!({ "topic": topic })).await;
    assert_eq!(wallet.hears().await, "kept");
    std::fs::remove_file(file).unwrap();
}

#[tokio::test]
async fn accepts_ids_as_numbers_or_text_and_responds_with_numbers() {
    let relay = doors().await.first;
    let mut client = connect(&relay, &Key::new()).await;
    for id in [json!(18_446_744_073_709_551_615_u64), json!("1795000000000000123")] {
        let answer = client.call_as(&id, "irn_subscribe", json!({ "topic": topic() })).await.unwrap();
        let expected: u64 = id.as_u64().unwrap_or_else(|| id.as_str().unwrap().parse().unwrap());
        assert_eq!(answer["id"].as_u64(), Some(expected));
    }
    for id in [json!(999_999_999), json!("nine"), json!(1.5e18), json!(-1)] {
        let answer = client.call_as(&id, "irn_subscribe", json!({ "topic": topic() })).await.unwrap();
        assert_eq!(answer["error"]["data"], "InvalidRequestId", "{id}");
    }
}

#[tokio::test]
async fn proposes_and_approves_a_session_in_one_call_each() {
    let relay = doors().await.first;
    let (mut page, mut wallet) = (connect(&relay, &Key::new()).await, connect(&relay, &Key::new()).await);
    let (pairing, session) = (topic(), topic());
    let proposal = json!({ "pairingTopic": pairing, "sessionProposal": "p", "ttl": 300, "correlationId": 1 });
    assert_eq!(page.call("wc_proposeSession", proposal).await, true);
    wallet.call("irn_subscribe", json!({ "topic": pairing })).await;
    let delivery = wallet.delivery(Duration::from_secs(5)).await.unwrap();
    assert_eq!(delivery["params"]["data"]["tag"], 1100);
    let approval = json!({ "pairingTopic": pairing, "sessionTopic": session, "sessionProposalResponse": "r",
        "sessionSettlementRequest": "s", "approvedChains": ["eip155:1"], "correlationId": 1, "ttl": 300 });
    assert_eq!(wallet.call("wc_approveSession", approval).await, true);
    // The page listens to the pairing since it has proposed; the settlement waits for it.
    assert_eq!(page.hears().await, "r");
    page.call("irn_subscribe", json!({ "topic": session })).await;
    let settled = page.delivery(Duration::from_secs(5)).await.unwrap();
    assert_eq!(
        (&settled["params"]["data"]["message"], &settled["params"]["data"]["tag"]),
        (&json!("s"), &json!(1102))
    );
    // The wallet listens to the session since it has approved.
    page.call("irn_publish", publication(&session, "ready")).await;
    assert_eq!(wallet.hears().await, "ready");
}

#[tokio::test]
async fn keeps_fetched_messages_until_their_receipt() {
    let relay = doors().await.first;
    let (mut page, mut wallet) = (connect(&relay, &Key::new()).await, connect(&relay, &Key::new()).await);
    let (one, two) = (topic(), topic());
    let messages = [publication(&one, "a"), publication(&two, "b")];
    assert_eq!(page.call("irn_batchPublish", json!({ "messages": messages })).await, true);
    let topics = json!({ "topics": [one, two] });
    for _ in 0..2 {
        let found = wallet.call("irn_batchFetchMessages", topics.clone()).await;
        assert_eq!((found["messages"].as_array().unwrap().len(), &found["hasMore"]), (2, &json!(false)));
    }
    // SHA-256 of "a".
    let id = "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb";
    let receipts = json!({ "receipts": [{ "topic": one, "messageId": id }] });
    assert_eq!(wallet.call("irn_batchReceive", receipts).await, true);
    let found = wallet.call("irn_batchFetchMessages", topics).await;
    assert_eq!(found["messages"].as_array().unwrap().len(), 1);
    assert_eq!(wallet.call("irn_fetchMessages", json!({ "topic": one })).await["messages"], json!([]));
}

#[tokio::test]
async fn delivers_nothing_after_an_unsubscribe() {
    let relay = doors().await.first;
    let (mut page, mut wallet) = (connect(&relay, &Key::new()).await, connect(&relay, &Key::new()).await);
    let (one, two) = (topic(), topic());
    let ids = wallet.call("irn_batchSubscribeBlocking", json!({ "topics": [one, two] })).await;
    assert_eq!(wallet.call("irn_unsubscribe", json!({ "topic": one, "id": ids[0] })).await, true);
    page.call("irn_publish", publication(&one, "a")).await;
    wallet.hears_nothing().await;
    let both = json!({ "subscriptions": [{ "topic": two, "id": ids[1] }] });
    assert_eq!(wallet.call("irn_batchUnsubscribe", both).await, true);
    assert_eq!(report(&relay).await["subscriptions"], 0);
    wallet.call("irn_subscribeBlocking", json!({ "topic": one })).await;
    assert_eq!(wallet.hears().await, "a");
}

#[tokio::test]
async fn rejects_calls_with_an_invalid_tag() {
    let relay = doors().await.first;
    let mut client = connect(&relay, &Key::new()).await;
    let with = |name: &str, value: Value| {
        let mut params = publication(&topic(), "m");
        params[name] = value;
        params
    };
    let topics: Vec<String> = (0..501).map(|_| topic()).collect();
    let cases = [
        ("irn_publish", with("topic", json!("AB".repeat(32))), -32600, "InvalidTopic"),
        ("irn_publish", with("message", json!("")), -32600, "InvalidParams"),
        ("irn_publish", with("tag", json!("x")), -32600, "InvalidParams"),
        ("irn_publish", with("ttl", json!(29)), -32000, "TtlTooShort"),
        ("irn_publish", with("ttl", json!(2_592_001)), -32000, "TtlTooLong"),
        ("irn_publish", with("message", json!("m".repeat(1024 * 1024))), -32600, "PayloadSizeExceeded"),
        ("irn_batchSubscribe", json!({ "topics": topics }), -32600, "BatchLimitExceeded"),
        ("irn_batchSubscribe", json!({ "topics": [] }), -32600, "BatchEmpty"),
        ("irn_unsubscribe", json!({ "topic": topic() }), -32600, "InvalidSubscriptionId"),
        ("irn_nothing", json!({}), -32601, "InvalidMethod"),
    ];
    for (method, params, code, tag) in cases {
        assert_eq!(client.refused(method, params).await, (code, tag.to_owned()), "{method}");
    }
    client.call("irn_batchSubscribe", json!({ "topics": &topics[1..] })).await;
}

#[tokio::test]
async fn rejects_messages_to_a_full_mailbox() {
    let relay = doors().await.first;
    let mut client = connect(&relay, &Key::new()).await;
    let topic = topic();
    for half in 0..2 {
        let messages: Vec<Value> =
            (0..500).map(|index| publication(&topic, &format!("{half}.{index}"))).collect();
        client.call("irn_batchPublish", json!({ "messages": messages })).await;
    }
    let refused = client.refused("irn_publish", publication(&topic, "more")).await;
    assert_eq!(refused, (-32000, "MailboxLimitExceeded".to_owned()));
    let mut reader = connect(&relay, &Key::new()).await;
    let found = reader.call("irn_fetchMessages", json!({ "topic": topic })).await;
    assert_eq!((found["messages"].as_array().unwrap().len(), &found["hasMore"]), (500, &json!(true)));
}
