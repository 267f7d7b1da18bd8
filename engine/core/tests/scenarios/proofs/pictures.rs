//! Pictures of services that send something else (docs/spec/security.md B15, T9): what isn't a picture is a letter, and never an address on
//! a slice.

use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::constants::IMAGE_BYTES_MAX;

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n....";

/// TABLE: what comes instead, and whether the host can tell a picture by it.
fn answers() -> Vec<(&'static str, Option<Vec<u8>>, bool)> {
    let of = |bytes: &[u8]| Some(bytes.to_vec());
    let sized = |len: usize| Some([PNG, &vec![0; len - PNG.len()]].concat());
    vec![
        ("a picture", of(PNG), true),
        ("the largest", sized(IMAGE_BYTES_MAX), true),
        ("one byte more", sized(IMAGE_BYTES_MAX + 1), false),
        ("nothing", None, false),
        ("no bytes", of(b""), false),
        ("a page", of(b"<!doctype html><script>alert(1)</script>"), false),
        ("a script", of(b"alert(1)"), false),
        ("JSON", of(b"{\"url\":\"https://evil.example\"}"), false),
        ("half a mark", of(b"\x89PN"), false),
        ("zeros", Some(vec![0; 1_000]), false),
        ("text beyond UTF-8", of(b"\xff\xfe\xfd\x80"), false),
    ]
}

/// Addresses of pictures on a slice: those that views draw.
fn drawn(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, inner) in fields {
                match inner {
                    Value::String(url)
                        if matches!(
                            name.as_str(),
                            "image" | "icon" | "avatar" | "networkIcon" | "walletIcon"
                        ) =>
                    {
                        found.push(url.clone());
                    }
                    _ => drawn(inner, found),
                }
            }
        }
        Value::Array(list) => list.iter().for_each(|inner| drawn(inner, found)),
        _ => {}
    }
}

// req: 7.29
#[test]
fn shows_only_valid_images_under_blob_urls() {
    for (what, bytes, is_one) in answers() {
        let chain = Chain::default();
        chain.tokens.borrow_mut().push(json!({"name": "A", "symbol": "A", "chainId": "eip155:1337", "price": 1,
            "address": format!("eip155:1337:{USDC}"), "quantity": {"decimals": "6", "numeric": "1"}, "iconUrl": "http://localhost:4002/a.png"}));
        *chain.identity.borrow_mut() =
            json!({"name": "alice.reown.id", "avatar": "http://localhost:4002/me.png"});
        chain.leads.borrow_mut().push(("alice.reown.id", ALICE));
        *chain.listings.borrow_mut() =
            json!({"count": 1, "data": [{"id": format!("{:064x}", 1), "name": "W", "image_id": "w"}]});
        let mut options = options();
        options["networks"][0]["assets"] = json!({"imageId": "n"});
        let world = World::over(options, Default::default(), chain);
        *world.http.files.borrow_mut() = Box::new(move |_| bytes.clone());
        world.open("Connect");
        world.open("AllWallets");
        world.pass(3_000);
        world.join();
        world.open("Account");
        world.pass(3_000);
        let mut found = Vec::new();
        for name in wallet_engine::snapshot::slices_of(u64::MAX) {
            drawn(&world.slice(name), &mut found);
        }
        assert!(found.iter().all(|url| url.starts_with("blob:")), "{what}: {found:?}");
        assert_eq!(!found.is_empty(), is_one, "{what}: {found:?}");
        assert_eq!(world.slice("account")["balance"]["amount"], "10.000", "{what}");
    }
}
