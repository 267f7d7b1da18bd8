//! The wallet registry over HTTP: 600 listings in pages, every filter, every picture.

use std::collections::HashSet;

use serde_json::Value;

use crate::support::{COMMON, Running, host};

async fn list(wallet: &Running, more: &str) -> (Vec<Value>, u64) {
    let (status, body) = wallet.json(&format!("/getWallets?{COMMON}{more}")).await;
    assert_eq!(status, 200, "{body}");
    (body["data"].as_array().unwrap().clone(), body["count"].as_u64().unwrap())
}

fn ids(listings: &[Value]) -> Vec<&str> {
    listings.iter().map(|listing| listing["id"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn has_each_listing_once_in_fifteen_pages_of_forty() {
    let wallet = host("wallets").await;
    let mut seen = HashSet::new();
    for page in 1..=15 {
        let (listings, count) = list(&wallet, &format!("&page={page}&entries=40")).await;
        assert_eq!((listings.len(), count), (40, 600));
        seen.extend(ids(&listings).into_iter().map(str::to_owned));
    }
    assert_eq!(seen.len(), 600);
    assert_eq!(list(&wallet, "&page=16&entries=40").await, (Vec::new(), 600));
    assert_eq!(list(&wallet, "").await, list(&host("wallets").await, "&page=1&entries=40").await);
}

#[tokio::test]
async fn listings_have_the_documented_fields() {
    let wallet = host("wallets").await;
    let (listings, count) =
        list(&wallet, "&include=c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96&entries=1")
            .await;
    assert_eq!(count, 1);
    let first = listings[0].as_object().unwrap();
    assert_eq!((&first["name"], &first["rdns"]), (&Value::from("MetaMask"), &Value::from("io.metamask")));
    let fields: Vec<&str> = first.keys().map(String::as_str).collect();
    let mut documented: Vec<&str> =
        "id name badge_type description chains homepage image_id image_url order rdns injected link_mode \
        mobile_link desktop_link webapp_link app_store play_store chrome_store display_index supports_wc"
            .split_whitespace()
            .collect();
    documented.sort_unstable();
    assert_eq!(fields, documented);
}

#[tokio::test]
async fn lists_the_demos_wallets_with_links_to_it() {
    let wallet = host("wallets").await;
    let (found, _) = list(&wallet, "&search=demo%20wallet").await;
    let by = |rdns: &str| found.iter().find(|listing| listing["rdns"] == rdns).unwrap();
    assert_eq!(by("dev.wallet-modal.demo")["supports_wc"], false);
    let pocket = by("dev.wallet-modal.pocket");
    for link in ["webapp_link", "mobile_link"] {
        assert_eq!(pocket[link], "http://localhost:4010");
    }
    assert_eq!(pocket["supports_wc"], true);
}

#[tokio::test]
async fn has_every_kind_of_link() {
    let wallet = host("wallets").await;
    let mut listings = Vec::new();
    for page in 1..=6 {
        listings.extend(list(&wallet, &format!("&page={page}&entries=100")).await.0);
    }
    let count = |field: &str, start: &str| {
        listings
            .iter()
            .filter(|wallet| wallet[field].as_str().is_some_and(|link| link.starts_with(start)))
            .count()
    };
    for field in
        ["link_mode", "webapp_link", "app_store", "play_store", "chrome_store", "homepage", "mobile_link"]
    {
        assert!(count(field, "https://") > 20, "{field}");
    }
    let native = count("mobile_link", "") - count("mobile_link", "http");
    assert!(native > 100 && count("desktop_link", "") > 50 && count("rdns", "") > 100);
    assert!(listings.iter().filter(|wallet| wallet["supports_wc"] == false).count() > 50);
}

#[tokio::test]
async fn applies_the_filters_of_the_query() {
    let wallet = host("wallets").await;
    let (first, _) = list(&wallet, "&entries=4").await;
    let four = ids(&first);
    let (next, count) = list(&wallet, &format!("&entries=4&exclude={}", four.join(","))).await;
    assert_eq!(count, 596);
    assert!(ids(&next).iter().all(|id| !four.contains(id)));
    let (found, count) = list(&wallet, "&search=amber%20&entries=100").await;
    assert!(
        count > 20 && found.iter().all(|listing| listing["name"].as_str().unwrap().starts_with("Amber "))
    );
    assert_eq!(list(&wallet, "&search=nobody%20has%20this").await, (Vec::new(), 0));
    let (certified, _) = list(&wallet, "&badge_type=certified&entries=100").await;
    assert!(certified.iter().all(|listing| listing["badge_type"] == "certified"));
    let (_, bitcoin) = list(&wallet, "&chains=bip122:000000000019d6689c085ae165831e93").await;
    let (_, local) = list(&wallet, "&chains=eip155:1337,eip155:1338").await;
    assert!(bitcoin < local && local < 600);
    assert_eq!(list(&wallet, "&include=dev.somebody,unknown").await.1, 0);
}

#[tokio::test]
async fn draws_a_picture_for_every_listing_and_published_id() {
    let wallet = host("wallets").await;
    let (listings, _) = list(&wallet, "&entries=100").await;
    let mut pictures = HashSet::new();
    let picture = async |path: &str| -> (u16, String) {
        let answer = wallet.get(&format!("{path}?{COMMON}")).await;
        let status = answer.status().as_u16();
        if status == 200 {
            assert_eq!(answer.headers()["content-type"], "image/svg+xml", "{path}");
        }
        (status, answer.text().await.unwrap())
    };
    for listing in &listings {
        let (status, svg) =
            picture(&format!("/getWalletImage/{}", listing["image_id"].as_str().unwrap())).await;
        assert!(status == 200 && svg.starts_with("<svg "));
        pictures.insert(svg);
    }
    assert_eq!(pictures.len(), 100);
    for path in [
        "/public/getAssetImage/ba0ba0cd-17c6-4806-ad93-f9d174f17900",
        "/public/getAssetImage/ef1a1fcf-7fe8-4d69-bd6d-fda1345b4400",
        "/public/getAssetImage/00000000-0000-4000-8000-000000001338",
        "/public/getCurrencyImage/usd",
        "/public/getCurrencyImage/card",
        "/public/getTokenImage/ETH",
    ] {
        assert_eq!(picture(path).await.0, 200, "{path}");
    }
    for path in [
        "/getWalletImage/x",
        "/public/getAssetImage/x",
        "/public/getCurrencyImage/xxx",
        "/public/getTokenImage/%3C",
    ] {
        assert_eq!(picture(path).await.0, 404, "{path}");
    }
}

#[tokio::test]
async fn fails_for_failing_projects_and_rejects_invalid_calls() {
    let wallet = host("wallets").await;
    for (project, expected) in
        [("demo-429", 429), ("demo-500", 500), ("demo-403", 403), ("nobody", 403), ("demo-off", 200)]
    {
        let query = COMMON.replace("projectId=demo", &format!("projectId={project}"));
        assert_eq!(wallet.json(&format!("/getWallets?{query}")).await.0, expected, "{project}");
    }
    for wrong in
        ["&page=0", "&entries=101", "&entries=0", "&chains=1337", "&badge_type=x", "&include=,", "&sort=name"]
    {
        assert_eq!(wallet.json(&format!("/getWallets?{COMMON}{wrong}")).await.0, 400, "{wrong}");
    }
    assert_eq!(wallet.get("/public/getTokenImage/ETH").await.status(), 400);
}
