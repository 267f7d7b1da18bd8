//! The demo wallet's origin: its window under a strict policy, and nothing of its sources.

use crate::support::host;

#[tokio::test]
async fn window_is_served_under_a_strict_policy() {
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
    assert_eq!(wallet.json("/wallet-config.json").await.1["networks"][0]["id"], 1337);
}

#[tokio::test]
async fn sources_are_not_served() {
    let wallet = host("demo wallet").await;
    for path in ["/confirm.ts", "/rollup.entry.mjs", "/keys.ts", "/"] {
        assert_eq!(wallet.get(path).await.status(), 404, "{path}");
    }
}
