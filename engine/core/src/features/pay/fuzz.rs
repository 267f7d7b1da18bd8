//! Invariants for any response about exchanges, any options of a payment, and any stored payments, for the fuzz targets (engine/fuzz). The
//! checks are a second implementation, independent of the parsers.

#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "what stops it is a finding")]

use super::model::{PaymentRequest, Session};
use crate::amount::Amount;
use crate::api::exchanges::{EXCHANGES_MAX, Status, read_list, read_status, read_url};
use crate::caip::ChainId;
use crate::entities::Network;
use crate::error::{Code, Error};
use crate::json;
use crate::options;
use crate::text;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::{Value, json};

const CODES: [&str; 6] = [
    "INVALID_PAYMENT_CONFIG",
    "INVALID_RECIPIENT",
    "INVALID_ASSET",
    "INVALID_AMOUNT",
    "INVALID_CHAIN_NAMESPACE",
    "ASSET_NOT_SUPPORTED",
];

fn is_fit(given: &str, longest: usize) {
    assert!(!given.is_empty() && !given.contains(text::hidden), "{given:?}");
    assert!(given.chars().count() <= longest * 3, "{given:?}");
}

fn is_plain_url(url: &str) {
    let rest = url.strip_prefix("https://").or_else(|| {
        let rest = url.strip_prefix("http://").expect("a page");
        let host = rest.split(['/', '?', '#']).next().expect("a host");
        let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
        assert!(matches!(name, "localhost" | "127.0.0.1" | "[::1]") || name.ends_with(".localhost"), "{url}");
        Some(rest)
    });
    let host = rest.expect("a page").split(['/', '?', '#']).next().expect("a host");
    assert!(!host.is_empty() && !host.contains('@') && url.is_ascii() && !url.contains(['<', '>', '"', ' ']));
}

/// Passes one response of the service to each of the three readers, and to the reader of a stored line.
pub fn answer(text: &str) {
    if let Some(session) = Session::read(text) {
        is_fit(&session.name, 64);
        is_fit(&session.amount, 100);
        assert!((1..=256).contains(&session.id.len()) && session.id.is_ascii());
    }
    let Ok(answer) = json::parse(text, 1 << 20) else { return };
    let only = Some(Vec::from(["harbour".to_string(), "a".into()]));
    for named in [[("includeOnly", &None), ("exclude", &None)], [("includeOnly", &only), ("exclude", &None)]]
    {
        let Ok(list) = read_list(&answer, named) else { continue };
        assert!(list.len() <= EXCHANGES_MAX);
        let mut ids: Vec<&String> = list.iter().map(|one| &one.id).collect();
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), list.len(), "one of them twice");
        for one in &list {
            is_fit(&one.name, 64);
            assert!(one.id.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b)));
            one.image_url.iter().for_each(|url| is_plain_url(url));
            assert!(named[0].1.is_none() || ["harbour", "a"].contains(&&*one.id));
        }
    }
    let hosts: Vec<String> = answer["url"].as_str().and_then(crate::urls::host).into_iter().collect();
    assert!(read_url(&answer, &[]).is_err(), "a page of no host that is named");
    if let Ok((url, id)) = read_url(&answer, &hosts) {
        is_plain_url(&url);
        assert!(answer["url"] == *url && answer["sessionId"] == *id && !id.is_empty());
    }
    match read_status(&answer, &ChainId::evm(1)) {
        Ok(Status::Success(hash)) => end(&answer, "SUCCESS", hash),
        Ok(Status::Failed(hash)) => end(&answer, "FAILED", hash),
        Ok(Status::Open) => assert!(answer["status"] == "UNKNOWN" || answer["status"] == "IN_PROGRESS"),
        Err(_) => {}
    }
}

fn end(answer: &Value, status: &str, hash: Option<String>) {
    assert_eq!(answer["status"], status);
    if let Some(hash) = hash {
        assert!(answer["txHash"] == *hash && hash.len() == 66 && hash.starts_with("0x"));
    }
}

fn network(chain: &ChainId) -> Option<Network> {
    let number = chain.evm_number().filter(|number| [1, 1337].contains(number))?;
    let given = json!({"id": number, "chainNamespace": "eip155", "caipNetworkId": chain.to_string(), "name": "N",
        "nativeCurrency": {"name": "Ether", "symbol": "ETH", "decimals": 18}, "rpcUrls": {}});
    options::read_network(&given, false).ok()
}

/// Passes the options of a payment, as JSON.
pub fn options(text: &str) {
    let Ok(given) = json::parse(text, 1 << 16) else { return };
    let wanted = match PaymentRequest::read(&given, network) {
        Ok(wanted) => wanted,
        Err(error @ Error::Payment { .. }) => {
            let Code::Word(code) = error.code() else { panic!("no word") };
            return assert!(CODES.contains(&code), "{code}");
        }
        Err(other) => panic!("{other:?}"),
    };
    assert!(!wanted.amount.is_zero() && wanted.asset.chain.evm_number().is_some());
    let asset = &given["paymentAsset"];
    assert_eq!(asset["network"], *wanted.asset.chain.to_string());
    assert_eq!(asset["metadata"]["decimals"], wanted.amount.decimals);
    is_fit(&wanted.asset.symbol, 12);
    let is_said = |said: &Value, address: &str| {
        let said = said.as_str().expect("a text").to_ascii_lowercase();
        said.ends_with(&address.to_ascii_lowercase()[2..])
    };
    assert!(is_said(&given["recipient"], &wanted.recipient));
    assert_ne!(Some(&wanted.recipient), wanted.asset.address.as_ref());
    match &wanted.asset.address {
        Some(address) => assert!(is_said(&asset["asset"], address)),
        None => assert_eq!(asset["asset"], "native"),
    }
    for address in wanted.asset.address.iter().chain([&wanted.recipient]) {
        assert!(address.len() == 42 && address[2..].bytes().any(|b| b != b'0'));
    }
    // serialized again, the amount is the same
    let again = Amount::parse(&wanted.amount.to_decimal(), wanted.amount.decimals);
    assert_eq!(again, Ok(wanted.amount));
    let written = given["amount"].as_str().map_or_else(|| given["amount"].to_string(), Into::into);
    if !written.contains(['e', 'E']) {
        assert_eq!(Amount::parse(&written, wanted.amount.decimals), Ok(wanted.amount));
    }
    assert!(!written.contains('-') || written.contains(['e', 'E']));
    for (_, page) in wanted.redirect.iter().flat_map(|pages| pages.as_object().expect("an object")) {
        let page = page.as_str().expect("a text");
        assert!(page.starts_with("http://") || page.starts_with("https://"));
    }
}
