//! A namespace with as little as one with send can have (`namespaces/bare/`): it connects, shows a balance and sends like any other.

use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::caip::Namespace;
use wallet_engine::ports::provider::{Announced, PageWallet, WalletKind};

const ANNA: &str = "bare-10000000000000000001";
const BEN: &str = "bare-98765432109876543210";
const ID: &str = "bare-tx-00000007";

fn wallet(method: &str, _: &Value) -> Answer {
    match method {
        "wm_connect" => ok(json!({"accounts": [{"chain": "bare:one", "address": ANNA}], "chain": null})),
        "bare_send" => ok(json!(ID)),
        "wm_disconnect" => ok(json!(null)),
        _ => refuse(4200, "unsupported"),
    }
}

/// A page with one network, its node and its wallet, connected.
fn connected() -> World {
    let options = json!({"projectId": "demo", "reviewRequests": "always", "networks": [{
        "id": "one", "caipNetworkId": "bare:one", "chainNamespace": "bare", "name": "Bare One",
        "nativeCurrency": {"name": "Bare", "symbol": "BARE", "decimals": 6},
        "rpcUrls": {"default": {"http": ["http://localhost:9001"]}}}],
        "services": {"data": "http://localhost:4002", "wallet": "http://localhost:4001"}});
    let world = World::over(options, Default::default(), Chain::default());
    let wallets = world.wallets.clone();
    world.served(move |request| {
        let answer = match request.url.strip_prefix("http://localhost:9001")? {
            "/fee" => json!({"units": "1000"}),
            path if path.starts_with("/units/") => json!({"units": "10000000"}),
            path if path.starts_with("/sent/") => wallets.last("bare_send")?,
            _ => return Some(status(404, "{}")),
        };
        Some(status(200, &answer.to_string()))
    });
    world.wallets.answer(1, wallet);
    world.engine.announce(Announced {
        kind: WalletKind::default(),
        handle: PageWallet(1),
        id: "bare-wallet".into(),
        name: "Bare Wallet".into(),
        icon: None,
        picture: None,
        rdns: Some("dev.bare".into()),
        namespaces: vec![Namespace::Bare],
    });
    world.run();
    let joined = world.dispatch(json!({"type": "connect.start", "connectorId": "dev.bare"}));
    world.celebrated();
    assert!(world.settled(&joined).is_ok());
    world
}

// req: 4.6, 10.31
#[test]
fn sends_in_a_namespace_with_every_default() {
    let world = connected();
    world.open("Account");
    world.pass(3_000);
    assert_eq!(world.slice("account")["balance"]["amount"], "10.000");
    world.form("1.5", BEN);
    let reviewed = world.dispatch(json!({"type": "send.review"}));
    assert!(world.settled(&reviewed).is_ok(), "{:?}", world.settled(&reviewed));
    let preview = world.slice("send")["preview"].clone();
    assert_eq!((&preview["amount"], &preview["to"]["address"]), (&json!("1.5"), &json!(BEN)));
    let sent = world.dispatch(json!({"type": "send.confirm"}));
    let asked = world.wallets.last("bare_send").unwrap();
    assert_eq!(asked, json!({"from": ANNA, "to": BEN, "units": "1500000", "chain": "bare:one"}));
    world.pass(60_000);
    assert_eq!(world.json(&sent)["hash"], ID);
    let told = world.host.details("wallet-transaction");
    let statuses: Vec<_> = told.iter().map(|told| &told["status"]).collect();
    assert_eq!(statuses, ["sent", "confirmed"]);
}

// req: 10.12
#[test]
fn reviews_a_transfer_of_the_page_before_the_wallet_gets_it() {
    let world = connected();
    let params = json!({"from": ANNA, "to": BEN, "units": "7", "chain": "bare:one"});
    let _asked = world.engine.request("bare", "bare_send", params);
    world.run();
    assert_eq!((world.view().as_str(), world.wallets.count("bare_send")), ("ReviewRequest", 0));
    assert_eq!(world.slice("review")["lines"][0]["effect"], "send");
}
