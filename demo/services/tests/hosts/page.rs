//! The page host: its files, its policy, its configuration.

use crate::support::host;

#[tokio::test]
async fn sends_the_strict_policy_with_every_response() {
    let page = host("page").await;
    for (path, status) in [("/", 200), ("/page.js", 200), ("/nothing.js", 404), ("/demo-config.json", 200)] {
        let answer = page.get(path).await;
        assert_eq!(answer.status(), status, "{path}");
        let policy = answer.headers()["content-security-policy"].to_str().unwrap();
        for part in [
            "default-src 'none';",
            "script-src 'self' 'wasm-unsafe-eval';",
            "connect-src 'self' http://localhost:4001 http://localhost:4002",
            "frame-src http://localhost:4004;",
            "trusted-types 'none'",
        ] {
            assert!(policy.contains(part), "{path}: {part}");
        }
        assert!(!policy.contains("unsafe-inline"));
        assert_eq!(answer.headers()["x-content-type-options"], "nosniff");
    }
}

#[tokio::test]
async fn allows_framing_as_a_safe_app_only_under_its_other_name() {
    let page = host("page").await;
    for (path, ancestors) in [
        ("/", "frame-ancestors 'self';"),
        ("/?unsafe=1", "frame-ancestors 'self';"),
        ("/?nowallet&safe=127.0.0.1:4000", "frame-ancestors 'self' http://127.0.0.1:4000;"),
        ("/safe", "frame-ancestors 'none';"),
    ] {
        let answer = page.get(path).await;
        assert_eq!(answer.status(), 200, "{path}");
        let policy = answer.headers()["content-security-policy"].to_str().unwrap();
        assert!(policy.contains(ancestors), "{path}: {policy}");
        assert!(policy.contains("trusted-types 'none'"), "{path}");
    }
}

#[tokio::test]
async fn sends_files_with_media_types_and_tags() {
    let page = host("page").await;
    let script = page.get("/dist/announce.js").await;
    assert_eq!(script.headers()["content-type"], "text/javascript; charset=utf-8");
    assert_eq!(script.headers()["cache-control"], "no-cache");
    let tag = script.headers()["etag"].clone();
    let again = page
        .http
        .get(format!("{}/dist/announce.js", page.url))
        .header("if-none-match", tag)
        .send()
        .await
        .unwrap();
    assert_eq!(again.status(), 304);
}

#[tokio::test]
async fn does_not_serve_sources_and_other_folders() {
    let page = host("page").await;
    for path in [
        "/services%2FCargo.toml",
        "/dist/..%2Findex.html",
        "/dist/%2Fetc%2Fhosts.txt",
        "/wallets/confirm%2Fconfirm.html",
        "/wallets/confirm/confirm.ts",
        "/effects/bitcoin.ts",
        "/effects/..%2Feffects.js",
        "/dist/",
    ] {
        assert_eq!(page.get(path).await.status(), 404, "{path}");
    }
}

#[tokio::test]
async fn configuration_names_every_service_and_the_chain() {
    let (_, config) = host("page").await.json("/demo-config.json").await;
    assert_eq!(config["services"]["data"], "http://localhost:4002");
    assert_eq!(
        config["services"]["relay"],
        serde_json::json!(["ws://localhost:4005", "ws://localhost:4009"])
    );
    assert_eq!(config["pocketWallet"], "http://localhost:4010");
    let network = &config["networks"][0];
    assert_eq!(network["caipNetworkId"], "eip155:1337");
    assert_eq!(network["blockExplorers"]["default"]["url"], "http://localhost:4007");
    let router = demo_services::swaps::router().unwrap().checksummed();
    assert_eq!(config["swapRouters"], serde_json::json!({ "eip155:1337": [router] }));
}
