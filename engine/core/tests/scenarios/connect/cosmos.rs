//! Wallets of cosmos in the page: `window.keplr` and those that speak as it does (docs/spec/page-wallets.md section 5).

use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::caip::Namespace;
use wallet_engine::constants::{WALLET_ANNOUNCE_MS, WALLET_PROMPT_MS};
use wallet_engine::error::Error;
use wallet_engine::ports::provider::WalletEvent;

const HUB: &str = "cosmos:cosmoshub-4";
const OSMOSIS: &str = "cosmos:osmosis-1";
const ANNA: &str = "cosmos1vqpjljwsynsn58dugz0w8ut7kun7t8ls2qkmsq";
const BERT: &str = "cosmos1yg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zcpgmch";
const KEPLR: &str = "cosmos:keplr";

fn cosmos(chain: &str, name: &str, own: Option<Value>) -> Value {
    let mut network = json!({"id": chain.split(':').nth(1), "caipNetworkId": chain, "chainNamespace": "cosmos",
        "name": name, "nativeCurrency": {"name": "Coin", "symbol": "ATOM", "decimals": 6},
        "rpcUrls": {"default": {"http": ["http://localhost:26657"]}}});
    if let Some(own) = own {
        network["cosmos"] = own;
    }
    network
}

fn own() -> Value {
    json!({"bech32Prefix": "cosmos", "coinType": 118, "rest": "http://localhost:1317",
        "feeCurrencies": [{"coinDenom": "ATOM", "coinMinimalDenom": "uatom", "coinDecimals": 6}]})
}

fn page_options() -> Value {
    json!({"networks": [cosmos(HUB, "Hub", Some(own())), network(1337, "Demo Chain")]})
}

fn accounts(addresses: &[&str]) -> Value {
    let all = addresses.iter().map(|address| json!({"chain": HUB, "address": address, "label": "Main"}));
    json!({ "accounts": all.collect::<Vec<_>>() })
}

fn signature() -> Value {
    json!({"pub_key": {"type": "tendermint/PubKeySecp256k1", "value": "A".repeat(44)}, "signature": "A".repeat(88)})
}

fn willing(world: &World, address: &'static str) {
    world.wallets.answer(1, move |method, params| match method {
        "wm_connect" => ok(accounts(&[address])),
        "cosmos_getAccounts" => ok(json!([{"algo": "secp256k1", "address": address, "pubkey": "A"}])),
        "cosmos_signArbitrary" => ok(signature()),
        "cosmos_signAmino" => ok(json!({"signed": params["signDoc"], "signature": signature()})),
        _ => ok(Value::Null),
    });
}

fn page() -> World {
    let world = World::with(page_options(), Default::default());
    world.announce_of(Namespace::Cosmos, 1, KEPLR, "Keplr", None);
    world
}

fn connected() -> World {
    let world = page();
    willing(&world, ANNA);
    world.connect(KEPLR);
    world
}

fn document() -> Value {
    let send = json!({"from_address": ANNA, "to_address": BERT, "amount": [{"denom": "uatom", "amount": "1500000"}]});
    json!({"chain_id": "cosmoshub-4", "account_number": "7", "sequence": "3", "memo": "",
        "fee": {"amount": [{"denom": "uatom", "amount": "500"}], "gas": "200000"},
        "msgs": [{"type": "cosmos-sdk/MsgSend", "value": send}]})
}

// req: 1.13, 4.15
#[test]
fn requests_all_networks_together_with_the_pages_details() {
    let world = World::with(
        json!({"networks": [cosmos(HUB, "Hub", Some(own())), cosmos(OSMOSIS, "Osmosis", None)]}),
        Default::default(),
    );
    world.announce_of(Namespace::Cosmos, 1, KEPLR, "Keplr", None);
    willing(&world, ANNA);
    world.connect(KEPLR);
    let asked = world.wallets.last("wm_connect").unwrap();
    assert_eq!(asked["chains"], json!([HUB, OSMOSIS]));
    let told = json!([{"chain": HUB, "name": "Hub", "symbol": "ATOM", "decimals": 6, "rpc": "http://localhost:26657", "cosmos": own()}]);
    assert_eq!(asked["networks"], told);
    assert_eq!(world.slice("account")["caipAddress"], format!("{HUB}:{ANNA}"));
}

// req: 2.29, 8.21
#[test]
fn names_the_network_that_the_wallet_doesnt_know() {
    let world = page();
    world.wallets.answer(1, |_, _| refuse(4901, "Network not found: Hub"));
    world.open("Connect");
    let asked = world.dispatch(json!({"type": "connect.select", "id": KEPLR}));
    let details = Some("Network not found: Hub (4901)".into());
    assert_eq!(world.settled(&asked), Err(Error::ConnectFailed { details }));
    assert_eq!(world.slice("connect")["phase"], "failed");
}

// req: 2.29, 8.21
#[test]
fn ends_a_rejected_or_unanswered_connection() {
    let world = page();
    world.wallets.answer(1, |_, _| refuse(4001, "Request rejected"));
    world.open("Connect");
    let asked = world.dispatch(json!({"type": "connect.select", "id": KEPLR}));
    assert_eq!(world.settled(&asked), Err(Error::ConnectionRejected));
    world.wallets.answer(1, |_, _| never());
    world.dispatch(json!({"type": "connect.retry"}));
    world.pass(WALLET_PROMPT_MS);
    assert_eq!(
        (world.slice("connect")["phase"].as_str(), world.status().as_str()),
        (Some("failed"), "disconnected")
    );
}

// req: 10.12, 10.44
#[test]
fn reviews_a_document_with_the_networks_coin_before_the_wallet() {
    let world = connected();
    let params = json!({"signerAddress": ANNA, "signDoc": document()});
    let mut critical = document();
    critical["msgs"][0] = json!({"type": "cosmos-sdk/MsgGrant", "value": {"granter": ANNA, "grantee": BERT, "grant": {
        "authorization": {"type": "cosmos-sdk/GenericAuthorization", "value": {"msg": "/cosmos.bank.v1beta1.MsgSend"}}}}});
    let asked = world.engine.request(
        "cosmos",
        "cosmos_signAmino",
        json!({"signerAddress": ANNA, "signDoc": critical}),
    );
    world.pass(100);
    let review = world.slice("review");
    assert_eq!(
        (review["critical"].as_bool(), review["lines"][0]["party"].as_str()),
        (Some(true), Some(BERT))
    );
    assert_eq!(review["lines"][0]["text"], "/cosmos.bank.v1beta1.MsgSend");
    assert_eq!(review["lines"][1]["amount"], "0.0005 ATOM");
    assert_eq!(world.wallets.count("cosmos_signAmino"), 0);
    world.dispatch(json!({"type": "review.cancel"}));
    world.pass(100);
    assert_eq!(world.settled(&asked), Err(Error::UserRejected));
    // what is not critical and of one receiver goes to the wallet, which is told which network it is
    let asked = world.engine.request("cosmos", "cosmos_signAmino", params.clone());
    world.pass(100);
    assert!(world.settled(&asked).is_ok());
    let sent = world.wallets.last("cosmos_signAmino").unwrap();
    assert_eq!((&sent["chainId"], &sent["signDoc"]), (&json!("cosmoshub-4"), &document()));
}

// req: 6.4, 10.44
#[test]
fn blocks_a_request_for_another_account_or_network() {
    let world = connected();
    let mut elsewhere = document();
    elsewhere["chain_id"] = json!("osmosis-1");
    for (method, params) in [
        ("cosmos_signAmino", json!({"signerAddress": BERT, "signDoc": document()})),
        ("cosmos_signAmino", json!({"signerAddress": ANNA, "signDoc": elsewhere})),
        ("cosmos_signAmino", json!({"signerAddress": ANNA, "signDoc": document(), "chainId": "osmosis-1"})),
        ("cosmos_signDirect", json!({"signerAddress": ANNA, "signDoc": {"chainId": "cosmoshub-4"}})),
        ("cosmos_signArbitrary", json!({"signerAddress": BERT, "data": "Hello"})),
        ("cosmos_suggestChain", json!({"chainId": "x"})),
    ] {
        let asked = world.engine.request("cosmos", method, params.clone());
        world.pass(100);
        assert!(world.settled(&asked).is_err(), "{method} {params}");
        assert_eq!(world.wallets.count(method), 0, "{method} {params}");
    }
}

// req: 10.27
#[test]
fn rejects_a_response_that_signed_another_document() {
    let world = connected();
    for (field, value, fits) in [
        ("memo", json!("hi"), true),
        ("sequence", json!("4"), false),
        ("msgs", json!([{"type": "x", "value": {}}]), false),
    ] {
        world.wallets.answer(1, move |_, params| {
            let mut signed = params["signDoc"].clone();
            signed[field] = value.clone();
            ok(json!({"signed": signed, "signature": signature()}))
        });
        let params = json!({"signerAddress": ANNA, "signDoc": document()});
        let asked = world.engine.request("cosmos", "cosmos_signAmino", params);
        world.pass(100);
        match fits {
            true => assert!(world.settled(&asked).is_ok(), "{field}"),
            false => assert_eq!(world.settled(&asked), Err(Error::SignedElse { id: None }), "{field}"),
        }
    }
}

// req: 1.13, 4.7
#[test]
fn signs_text_and_returns_accounts_with_their_keys() {
    let world = connected();
    let asked = world.engine.request(
        "cosmos",
        "cosmos_signArbitrary",
        json!({"signerAddress": ANNA, "data": "Hello"}),
    );
    world.pass(100);
    assert!(world.settled(&asked).is_ok());
    let sent = world.wallets.last("cosmos_signArbitrary").unwrap();
    assert_eq!(sent, json!({"signerAddress": ANNA, "data": "Hello", "chainId": "cosmoshub-4"}));
    let asked = world.engine.request("cosmos", "cosmos_getAccounts", json!({}));
    world.pass(100);
    assert_eq!(world.json(&asked)[0]["algo"], "secp256k1");
}

// req: 1.13, 4.6, 10.58
#[test]
fn restores_a_changed_account_and_remembers_a_disconnect() {
    let world = connected();
    world.wallets.tell(1, &WalletEvent::Accounts(accounts(&[BERT])));
    world.run();
    assert_eq!(world.slice("account")["address"], BERT);
    let world = world.reload_with(page_options());
    willing(&world, ANNA);
    world.announce_of(Namespace::Cosmos, 1, KEPLR, "Keplr", None);
    world.pass(WALLET_ANNOUNCE_MS);
    // these wallets share one key at a time
    assert_eq!(world.wallets.last("wm_connect").unwrap()["silent"], true);
    assert_eq!((world.status().as_str(), &world.slice("account")["address"]), ("connected", &json!(ANNA)));
    let left = world.dispatch(json!({"type": "accounts.disconnect"}));
    world.pass(100);
    assert!(world.settled(&left).is_ok());
    let world = world.reload_with(page_options());
    willing(&world, ANNA);
    world.announce_of(Namespace::Cosmos, 1, KEPLR, "Keplr", None);
    world.pass(WALLET_ANNOUNCE_MS);
    assert_eq!((world.status().as_str(), world.wallets.count("wm_connect")), ("disconnected", 0));
}

// req: 10.44, 10.46
#[test]
fn shows_the_origin_of_an_ibc_coin_and_flags_unread_fields() {
    const DENOM: &str = "ibc/";
    let way = "transfer/channel-7/uharbour";
    let hash = alloy_primitives::hex::encode_upper(wallet_engine::namespaces::bip122::sign_in::sha256(
        way.as_bytes(),
    ));
    let denom = format!("{DENOM}{hash}");
    for (base, number, sequence, said, others) in [
        ("uharbour", "7", "3", way.to_owned(), vec![]),
        // no node can say another way than the hash is of
        ("uatom", "7", "3", denom.clone(), vec![]),
        ("uharbour", "8", "3", way.to_owned(), vec!["account_number"]),
        ("uharbour", "7", "4", way.to_owned(), vec!["sequence"]),
    ] {
        let world = connected();
        world.served(move |request| {
            let path = request.url.strip_prefix("http://localhost:1317")?;
            let account =
                json!({"account": {"address": ANNA, "account_number": number, "sequence": sequence}});
            let trace = json!({"denom_trace": {"path": "transfer/channel-7", "base_denom": base}});
            match path {
                path if path.contains("/accounts/") => Some(status(200, &account.to_string())),
                path if path.contains("/denom_traces/") => Some(status(200, &trace.to_string())),
                _ => Some(status(404, "{}")),
            }
        });
        let mut foreign = document();
        foreign["msgs"][0]["value"]["amount"][0]["denom"] = json!(denom);
        foreign["memo"] = json!("hi");
        world.dispatch(json!({"type": "options.update", "options": {"reviewRequests": "always"}}));
        let params = json!({"signerAddress": ANNA, "signDoc": foreign});
        let _asked = world.engine.request("cosmos", "cosmos_signAmino", params);
        world.pass(500);
        let lines = world.slice("review")["lines"].as_array().unwrap().clone();
        let send = lines.iter().find(|line| line["effect"] == "send").unwrap();
        assert_eq!(send["token"], said, "{base}");
        let named: Vec<&str> = lines
            .iter()
            .filter(|line| line["effect"] == "unread")
            .filter_map(|line| line["text"].as_str())
            .collect();
        assert_eq!(named, others, "{lines:?}");
    }
}
