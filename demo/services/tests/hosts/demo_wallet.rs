//! The demo wallet's origin: its window under a strict policy, and nothing of its sources.

use crate::support::{host, real};

#[tokio::test]
async fn serves_the_window_with_a_strict_policy() {
    let wallet = host("demo wallet").await;
    let window = wallet.get("/confirm.html").await;
    let policy = window.headers()["content-security-policy"].to_str().unwrap();
    for part in [
        "default-src 'none'; script-src 'self'; style-src 'self';",
        "frame-ancestors 'none'",
        "trusted-types 'none'",
    ] {
        assert!(policy.contains(part), "{part}");
    }
    assert_eq!(wallet.get("/confirm.css").await.headers()["content-type"], "text/css; charset=utf-8");
}

#[tokio::test]
async fn knows_two_chains_and_one_that_no_page_configures() {
    let ids = |networks: &serde_json::Value| -> Vec<u64> {
        networks.as_array().unwrap().iter().map(|network| network["id"].as_u64().unwrap()).collect()
    };
    let (_, own) = real("demo wallet").await.json("/wallet-config.json").await;
    assert_eq!(ids(&own["networks"]), [1337, 1338, 31_337]);
    let (_, page) = real("page").await.json("/demo-config.json").await;
    assert_eq!(ids(&page["demoWalletNetworks"]), [1337, 1338, 31_337]);
    assert_eq!(ids(&page["networks"]), [1337, 1338]);
    assert_eq!(page["tokens"].as_array().unwrap().len(), 5);
}

#[tokio::test]
async fn does_not_serve_sources() {
    let wallet = host("demo wallet").await;
    for path in ["/confirm.ts", "/rollup.entry.mjs", "/keys.ts", "/"] {
        assert_eq!(wallet.get(path).await.status(), 404, "{path}");
    }
}
