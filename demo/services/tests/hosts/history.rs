//! The history: indexed from real blocks, seen by each party in its own words, and the long past of one account in pages.

use std::{collections::HashSet, time::Duration};

use demo_services::{abi, chain::Chain, ids::Address, tokens::TOKENS};
use serde_json::{Value, json};

use crate::{
    anvil::{chains, mined},
    support::{COMMON, Running, hosts, real},
};

const ARCHIVE: &str = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";
const JSON: &str = "application/json";
const LEDGER: &str = "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65";

/// An account of one test alone, with Ether, for which the chain signs.
async fn account(chain: &Chain, name: &str) -> Address {
    let account = Address::of_word(name);
    chain.call("anvil_setBalance", json!([account.lower(), "0x8ac7230489e80000"])).await.unwrap();
    chain.call("anvil_impersonateAccount", json!([account.lower()])).await.unwrap();
    account
}

async fn send(chain: &Chain, from: &Address, to: &Address, value: &str, data: String) -> Value {
    let request = json!([{
        "from": from.lower(), "to": to.lower(), "value": value, "data": data, "gas": "0x186a0",
    }]);
    let hash = chain.call("eth_sendTransaction", request).await.unwrap();
    mined(chain, &hash).await
}

async fn history(data: &Running, account: &str, more: &str) -> (Vec<Value>, Option<String>) {
    let (status, body) = data.json(&format!("/v1/account/{account}/history?{COMMON}{more}")).await;
    assert_eq!(status, 200, "{body}");
    (body["data"].as_array().unwrap().clone(), body["next"].as_str().map(str::to_owned))
}

fn kinds(entries: &[Value]) -> Vec<&str> {
    entries.iter().map(|entry| entry["metadata"]["operationType"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn lists_a_native_send_for_both_parties() {
    let data = real("data").await;
    let chain = Chain::connect(&chains()[0], 0).await.unwrap();
    let (anna, ben) = (account(&chain, "anna").await, account(&chain, "ben").await);
    let receipt = send(&chain, &anna, &ben, "0xde0b6b3a7640000", String::from("0x")).await;
    let block = chain.call("eth_getBlockByNumber", json!([receipt["blockNumber"], false])).await.unwrap();
    let mined_at = demo_services::units::quantity(&block["timestamp"]).unwrap() as u64;

    let (sent, next) = history(&data, &anna.checksummed(), "&chainId=eip155:1337").await;
    assert_eq!(next, None);
    assert_eq!(
        sent,
        [json!({
            "id": format!("1337-{}", receipt["transactionHash"].as_str().unwrap()),
            "metadata": {
                "operationType": "send",
                "hash": receipt["transactionHash"],
                "chain": "eip155:1337",
                "minedAt": demo_services::units::iso_text(mined_at),
                "sentFrom": anna.checksummed(),
                "sentTo": ben.checksummed(),
                "status": "confirmed",
                "nonce": 0,
            },
            "transfers": [{
                "direction": "out",
                "quantity": { "numeric": "1" },
                "value": 3120.45,
                "price": 3120.45,
                "fungible_info": {
                    "name": "Ether", "symbol": "ETH", "icon": { "url": "http://localhost:4002/images/token/ETH" },
                },
            }],
        })]
    );
    let (received, _) = history(&data, &ben.lower(), "").await;
    assert_eq!(kinds(&received), ["receive"]);
    assert_eq!(received[0]["transfers"][0]["direction"], "in");
    assert_eq!(history(&data, &ben.lower(), "&chainId=eip155:1338").await.0, [Value::Null; 0]);
}

#[tokio::test]
async fn distinguishes_tokens_failures_and_other_calls() {
    let data = real("data").await;
    let chain = Chain::connect(&chains()[1], 1).await.unwrap();
    let (cleo, dan) = (account(&chain, "cleo").await, account(&chain, "dan").await);
    let dollar = TOKENS[0].address();
    let treasury = demo_services::tokens::treasury();
    chain.call("anvil_impersonateAccount", json!([treasury.lower()])).await.unwrap();
    send(&chain, &treasury, &dollar, "0x0", abi::transfer(&cleo, 7_500_000)).await;
    send(&chain, &cleo, &dollar, "0x0", abi::transfer(&dan, 2_500_000)).await;
    let approve = abi::transfer(&dan, 1).replacen(abi::TRANSFER, abi::APPROVE, 1);
    send(&chain, &cleo, &dollar, "0x0", approve).await;
    let failed = send(&chain, &cleo, &dollar, "0x0", abi::transfer(&dan, 99_000_000)).await;
    assert_eq!(failed["status"], "0x0");
    send(&chain, &cleo, &cleo, "0x1", String::from("0x")).await;

    let (entries, _) = history(&data, &cleo.lower(), "&chainId=eip155:1338").await;
    assert_eq!(kinds(&entries), ["send", "send", "approve", "send", "receive"]);
    assert_eq!(entries[0]["transfers"][0]["direction"], "self");
    assert_eq!(
        (&entries[1]["metadata"]["status"], &entries[1]["transfers"]),
        (&json!("failed"), &Value::Null)
    );
    assert_eq!(entries[2]["transfers"], json!([]));
    let transfer = &entries[3]["transfers"][0];
    assert_eq!(
        (&transfer["direction"], &transfer["quantity"]["numeric"], &transfer["fungible_info"]["symbol"]),
        (&json!("out"), &json!("2.5"), &json!("DUSD"))
    );
    // The other side sees what came, and nothing of what failed.
    assert_eq!(kinds(&history(&data, &dan.lower(), "").await.0), ["receive"]);
}

#[tokio::test]
async fn reads_a_chain_again_after_a_reset() {
    let (_leash, url) = crate::anvil::empty();
    let chain = crate::anvil::connect(&url, 0).await;
    let data = crate::support::start("data", std::slice::from_ref(&url)).await;
    let (eva, finn) = (account(&chain, "eva").await, account(&chain, "finn").await);
    let snapshot = chain.call("evm_snapshot", json!([])).await.unwrap();
    send(&chain, &eva, &finn, "0x1", String::from("0x")).await;
    assert_eq!(history(&data, &eva.lower(), "").await.0.len(), 1);
    chain.call("evm_revert", json!([snapshot])).await.unwrap();
    assert_eq!(history(&data, &eva.lower(), "").await.0.len(), 0);
    send(&chain, &eva, &finn, "0x2", String::from("0x")).await;
    assert_eq!(history(&data, &eva.lower(), "").await.0.len(), 1);
}

#[tokio::test]
async fn follows_chains_between_requests() {
    let file = std::env::temp_dir().join(format!("history-{}.sqlite", std::process::id()));
    let mut hosts = hosts(&chains(), file.to_str().unwrap()).await;
    let data = hosts.iter_mut().find(|host| host.port == demo_services::ports::DATA).unwrap();
    let follows = tokio::spawn(data.background.take().unwrap());
    let reader = rusqlite::Connection::open(&file).unwrap();
    let read = || reader.query_row("SELECT count(*) FROM indexed", [], |row| row.get::<_, usize>(0));
    let both = async {
        while read().unwrap_or_default() < 2 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), both).await.unwrap();
    follows.abort();
    std::fs::remove_file(file).unwrap();
}

#[tokio::test]
async fn pages_through_120_entries_of_three_years() {
    let data = real("data").await;
    let (mut entries, mut pages) = (Vec::new(), Vec::new());
    let mut cursor = String::new();
    loop {
        let (page, next) = history(&data, ARCHIVE, &format!("&chainId=eip155:1337{cursor}")).await;
        pages.push(page.len());
        entries.extend(page);
        match next {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    assert_eq!(pages, [50, 50, 20]);
    let ids: HashSet<&str> = entries.iter().map(|entry| entry["id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), 120);
    let times: Vec<&str> =
        entries.iter().map(|entry| entry["metadata"]["minedAt"].as_str().unwrap()).collect();
    assert!(times.is_sorted_by(|newer, older| newer >= older));
    let year = |text: &str| text[..4].parse::<u32>().unwrap();
    assert!((2..=3).contains(&(year(times[0]) - year(times[119]))));
    let different: HashSet<&str> = kinds(&entries).into_iter().collect();
    assert!(different.len() >= 15, "{different:?}");
    let nfts: Vec<&Value> = entries
        .iter()
        .flat_map(|entry| entry["transfers"].as_array().into_iter().flatten())
        .filter_map(|transfer| transfer.get("nft_info"))
        .collect();
    for spam in [true, false] {
        assert!(nfts.iter().any(|nft| nft["flags"]["is_spam"] == spam));
    }
    let picture = nfts[0]["content"]["preview"]["url"].as_str().unwrap();
    let path = picture.strip_prefix("http://localhost:4002").unwrap();
    assert_eq!(data.get(path).await.headers()["content-type"], "image/svg+xml");
    assert!(entries.iter().any(|entry| entry["metadata"]["status"] == "failed"));

    let (bought, _) = history(&data, ARCHIVE, "&onramp=coinbase").await;
    assert_eq!((bought.len(), kinds(&bought)[0]), (3, "receive"));
}

#[tokio::test]
async fn lists_ten_thousand_older_entries_after_the_chains_own() {
    let data = real("data").await;
    assert_eq!(data.post("/__history", JSON, r#"{"entries": 1001}"#).await.status(), 400);
    let (first, next) = history(&data, LEDGER, "&chainId=eip155:1337").await;
    assert_eq!((first.len(), next.is_some()), (50, true));
    assert_eq!(history(&data, LEDGER, "&chainId=eip155:1338").await.0, [Value::Null; 0]);
    assert_eq!(data.post("/__history", JSON, r#"{"entries": 1000}"#).await.status(), 204);
    let (mut ids, mut times, mut cursor) = (HashSet::new(), Vec::new(), String::new());
    loop {
        let (page, next) = history(&data, LEDGER, &format!("&chainId=eip155:1337{cursor}")).await;
        ids.extend(page.iter().map(|entry| entry["id"].as_str().unwrap().to_owned()));
        times.extend(page.iter().map(|entry| entry["metadata"]["minedAt"].as_str().unwrap().to_owned()));
        match next {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    assert_eq!((ids.len(), times.len()), (10_000, 10_000));
    assert!(times.is_sorted_by(|newer, older| newer >= older));
    // Whoever resumes gets the same again.
    let (again, _) = history(&data, LEDGER, &format!("&chainId=eip155:1337{cursor}")).await;
    assert!(again.iter().all(|entry| ids.contains(entry["id"].as_str().unwrap())));
    assert_eq!(data.post("/__reset", JSON, "").await.status(), 204);
    assert_eq!(history(&data, LEDGER, "&chainId=eip155:1337").await.0.len(), 50);
}

#[tokio::test]
async fn rejects_invalid_calls() {
    let data = real("data").await;
    for path in [
        format!("/v1/account/{ARCHIVE}/history?{COMMON}&cursor=x"),
        format!("/v1/account/{ARCHIVE}/history?{COMMON}&onramp=meld"),
        format!("/v1/account/{ARCHIVE}/history?{COMMON}&chainId=1337"),
        format!("/v1/account/{ARCHIVE}/history?{COMMON}&page=2"),
        format!("/v1/account/0x1/history?{COMMON}"),
        format!("/v1/account/{ARCHIVE}/history"),
    ] {
        assert_eq!(data.json(&path).await.0, 400, "{path}");
    }
}
