//! The pairing wallet's origin: its page by both addresses, and what it may connect to.

use crate::support::{host, real};

#[tokio::test]
async fn serves_the_page_at_the_address_of_links() {
    let wallet = host("pocket wallet").await;
    for path in ["/", "/wc?uri=wc%3Aab%402", "/pocket.css"] {
        let answer = wallet.get(path).await;
        assert_eq!(answer.status(), 200, "{path}");
        let policy = answer.headers()["content-security-policy"].to_str().unwrap();
        assert!(
            policy.contains("connect-src 'self' ws://localhost:4005 ws://localhost:4009 http://"),
            "{policy}"
        );
        assert!(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe"), "{policy}");
    }
    for path in ["/pocket.ts", "/wallet.ts", "/wc/x"] {
        assert_eq!(wallet.get(path).await.status(), 404, "{path}");
    }
}

#[tokio::test]
async fn knows_the_relay_and_every_chain() {
    let (_, config) = real("pocket wallet").await.json("/wallet-config.json").await;
    assert_eq!(config["relay"], "ws://localhost:4005");
    let ids: Vec<u64> =
        config["networks"].as_array().unwrap().iter().filter_map(|network| network["id"].as_u64()).collect();
    assert_eq!(ids, [1337, 1338]);
}
