//! The explorer: what the chain says, escaped, in every state of a transaction.

use demo_services::chain::Chain;
use serde_json::json;

use crate::{
    anvil,
    support::{ALICE, CAROL, HASH, PENDING, host, real},
};

#[tokio::test]
async fn shows_the_state_of_a_transaction() {
    let explorer = host("explorer").await;
    let mined = explorer.get(&format!("/tx/{HASH}")).await;
    assert!(mined.headers().get("refresh").is_none());
    let text = mined.text().await.unwrap();
    for part in ["Confirmed", "1 ETH", "0.000021 ETH", "2026-01-01 00:00:00 UTC", ALICE] {
        assert!(text.contains(part), "{part}");
    }
    let waiting = explorer.get(&format!("/tx/{PENDING}")).await;
    assert_eq!(waiting.headers()["refresh"], "2");
    assert!(waiting.text().await.unwrap().contains("Waiting for a block"));
    let unknown = explorer.get(&format!("/tx/{}", HASH.replace('1', "3"))).await;
    assert_eq!(unknown.status(), 404);
}

#[tokio::test]
async fn shows_the_balance_of_an_account() {
    let explorer = host("explorer").await;
    let page = explorer.get(&format!("/address/{ALICE}")).await;
    assert!(
        page.headers()["content-security-policy"]
            .to_str()
            .unwrap()
            .contains("default-src 'none'; style-src 'self'")
    );
    let text = page.text().await.unwrap();
    assert!(text.contains("1.500000000000000001 ETH") && text.contains("eip155:1337"));
}

#[tokio::test]
async fn names_the_tokens_of_a_transfer() {
    let explorer = real("explorer").await;
    let chain = Chain::connect(&anvil::chains()[0], 0).await.unwrap();
    // Without a block time each transaction has a block: five that create, then the first that gives.
    let block = chain.call("eth_getBlockByNumber", json!(["0x6", true])).await.unwrap();
    let gift = &block["transactions"][0];
    let page = explorer.get(&format!("/tx/{}", gift["hash"].as_str().unwrap())).await.text().await.unwrap();
    assert!(page.contains("2500 DUSD") && page.contains(ALICE), "{page}");
    let account = explorer.get(&format!("/address/{CAROL}")).await.text().await.unwrap();
    assert!(account.contains("0.004 MDW") && account.contains("3 QGLD"));
}

#[tokio::test]
async fn rejects_malformed_ids_without_echoing_them() {
    let explorer = host("explorer").await;
    for path in
        ["/tx/%3Cscript%3E", "/address/%3Cscript%3E", "/address/0xF39Fd6e51aad88F6F4ce6aB8827279cffFb92266"]
    {
        let answer = explorer.get(path).await;
        assert_eq!(answer.status(), 400, "{path}");
        assert!(!answer.text().await.unwrap().contains("<script"));
    }
}
