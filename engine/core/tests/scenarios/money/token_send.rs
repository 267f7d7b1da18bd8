//! Sending a token: the journey, what the contract says against what a list says, and how contracts can answer.

use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::error::Error;
use wallet_engine::flow::Join;

/// The form with the token in it.
fn form(world: &World, amount: &str, to: &str) {
    let opened = world.dispatch(
        json!({"type": "send.open", "token": format!("eip155:1337:{USDC}"), "amount": amount, "to": to}),
    );
    assert!(world.settled(&opened).is_ok());
}

fn review(world: &World) -> Join {
    world.dispatch(json!({"type": "send.review"}))
}

fn previewed() -> World {
    let world = World::with_token(6, "12.5");
    world.open("Account");
    form(&world, "2.5", BOB);
    assert!(world.settled(&review(&world)).is_ok());
    world
}

fn transfer_data(to: &str, units: u64) -> String {
    format!("0xa9059cbb{:0>64}{units:064x}", to.trim_start_matches("0x").to_lowercase())
}

fn select(selector: &'static str, returned: Value) -> impl Fn(&World) {
    move |world| {
        let mut contract = world.chain.contract.borrow_mut();
        contract.retain(|(known, _)| *known != selector);
        contract.push((selector, returned.clone()));
    }
}

fn word(units: u64) -> Value {
    json!(format!("0x{units:064x}"))
}

// req: 1.20, 2.21, 2.31, 3.13, 4.43, 4.44
#[test]
fn sends_a_token_from_the_list_to_confirmation() {
    let world = World::with_token(6, "12.5");
    world.open("Account");
    world.form("", "");
    assert_eq!(world.slice("send")["token"]["id"], "native");
    let pushed = world.dispatch(json!({"type": "router.push", "view": "SendSelectToken"}));
    assert!(world.settled(&pushed).is_ok());
    assert_eq!(world.view(), "SendSelectToken");
    let rows = world.slice("send")["tokens"].clone();
    let ids: Vec<&str> = rows.as_array().unwrap().iter().map(|row| row["testId"].as_str().unwrap()).collect();
    assert_eq!(ids, ["wm-send-token-ETH", "wm-send-token-USDC"]);
    world.dispatch(json!({"type": "send.token", "id": rows[1]["id"]}));
    assert_eq!(world.view(), "Send");
    let token = world.slice("send")["token"].clone();
    assert_eq!(
        (&token["symbol"], &token["decimals"], &token["address"]),
        (&json!("USDC"), &json!(6), &json!(USDC))
    );
    assert_eq!((&token["balance"], world.slice("send")["max"].as_str()), (&json!("12.500"), Some("12.5")));
    world.dispatch(json!({"type": "send.amount", "value": "2.5"}));
    world.dispatch(json!({"type": "send.receiver", "value": BOB}));
    assert_eq!(world.slice("send")["worth"], "$2.50");
    assert_eq!(world.slice("send")["networkBalanceInUSD"], "$30,000.00"); // fault 13
    assert!(world.settled(&review(&world)).is_ok());
    let preview = world.slice("send")["preview"].clone();
    assert_eq!((preview["amount"].as_str(), preview["symbol"].as_str()), (Some("2.5"), Some("USDC")));
    assert_eq!((&preview["to"]["address"], &preview["from"]["address"]), (&json!(BOB), &json!(ALICE)));
    assert_eq!(preview["token"], USDC, "the contract is shown whole");
    assert_eq!((preview["fee"].as_str(), &preview["total"]), (Some("0.000021 ETH, $0.07"), &Value::Null));
    world.chain.receipt.set(None);
    world.chain.tokens.borrow_mut()[0]["quantity"]["numeric"] = json!("10");
    let sent = world.dispatch(json!({"type": "send.confirm"}));
    assert_eq!(
        world.wallets.last("eth_sendTransaction"),
        Some(
            json!([{"from": ALICE, "to": USDC, "value": "0x0", "data": transfer_data(BOB, 2_500_000), "chainId": "0x539"}])
        )
    );
    assert_eq!(world.json(&sent)["hash"], hash());
    let stored = world.record("transactions").unwrap()[0].clone();
    assert_eq!(
        (&stored["token"], &stored["to"], &stored["amount"], &stored["symbol"]),
        (&json!(format!("eip155:1337:{USDC}")), &json!(BOB), &json!("2.5"), &json!("USDC"))
    );
    let before = world.requests("/balance?").len();
    world.chain.receipt.set(Some("0x1"));
    world.pass(1_000);
    world.celebrated();
    assert_eq!((world.view().as_str(), world.slice("router")["depth"].as_u64()), ("Account", Some(1)));
    let asked = world.requests("/balance?");
    assert_eq!(asked.len(), before + 1, "although the last answer is fresh");
    assert!(
        asked[before].url.ends_with(&format!("&forceUpdate=eip155:1337:{USDC}")),
        "{}",
        asked[before].url
    );
    assert_eq!(world.slice("tokens")["list"][1]["amount"], "10.000");
    let send = world.slice("send");
    assert_eq!((&send["token"]["id"], &send["sendTokenAmount"]), (&json!("native"), &json!("")), "reset");
    world.pass(150);
    assert!(world.toasts().iter().any(|text| text == "2.5 USDC sent"));
}

// req: 3.13
/// Refused by name, and the wallet hears nothing of it.
fn cannot_be_sent(world: &World, why: &str) {
    let slice = world.slice("send");
    assert_eq!((slice["check"].as_str(), slice["tokenError"].as_str()), (Some("token_refused"), Some(why)));
    assert_eq!((&slice["max"], &slice["token"]["balance"]), (&Value::Null, &Value::Null));
    assert!(world.settled(&review(world)).is_err());
    assert_eq!(world.view(), "Send");
    world.dispatch(json!({"type": "send.confirm"}));
    assert_eq!(world.wallets.count("eth_sendTransaction"), 0);
}

// T7
#[test]
fn blocks_a_token_whose_listed_decimals_are_wrong() {
    for of_contract in [0, 2, 5, 7, 8, 18, 77] {
        let world = World::with_token(6, "12.5");
        select("0x313ce567", word(of_contract))(&world);
        world.open("Account");
        form(&world, "2.5", BOB);
        cannot_be_sent(&world, "decimals");
        for typed in ["0", "", "99999999"] {
            world.dispatch(json!({"type": "send.amount", "value": typed}));
            cannot_be_sent(&world, "decimals");
        }
        // asked again it still is; the native coin is another matter
        world.dispatch(json!({"type": "send.amount", "value": "2.5"}));
        world.dispatch(json!({"type": "send.reload"}));
        cannot_be_sent(&world, "decimals");
        world.dispatch(json!({"type": "send.token", "id": "native"}));
        world.dispatch(json!({"type": "send.amount", "value": "1"}));
        assert_eq!(world.slice("send")["tokenError"], Value::Null);
        assert!(world.settled(&review(&world)).is_ok());
    }
    // a node that had a bad moment
    let world = World::with_token(6, "12.5");
    select("0x313ce567", word(8))(&world);
    world.open("Account");
    form(&world, "2.5", BOB);
    cannot_be_sent(&world, "decimals");
    select("0x313ce567", word(6))(&world);
    world.dispatch(json!({"type": "send.reload"}));
    assert!(world.settled(&review(&world)).is_ok());
}

/// A page on the main network with these nodes of its own, and a token the data service lists.
fn with_nodes(own: &[&str], custom: &[&str]) -> World {
    let mut main = network(1, "Main");
    main["rpcUrls"] = json!({"default": {"http": own}});
    let mut options = options();
    options["networks"] = json!([main]);
    options["customRpcUrls"] =
        json!({"eip155:1": custom.iter().map(|url| json!({"url": url})).collect::<Vec<_>>()});
    let chain = Chain::default();
    chain.stands.set(1);
    *chain.supported.borrow_mut() = vec!["eip155:1".into()];
    chain
        .tokens
        .borrow_mut()
        .push(json!({"name": "USD Coin", "symbol": "USDC", "chainId": "eip155:1", "price": 1,
        "address": format!("eip155:1:{USDC}"), "quantity": {"decimals": "6", "numeric": "12.5"}}));
    *chain.contract.borrow_mut() =
        vec![("0x70a08231", word(12_500_000)), ("0x313ce567", word(6)), ("0xa9059cbb", word(1))];
    let world = World::over(options, Default::default(), chain);
    world.join();
    world.open("Account");
    world
}

fn open_token(world: &World) {
    let token = format!("eip155:1:{USDC}");
    world.dispatch(json!({"type": "send.open", "token": token, "amount": "2.5", "to": BOB}));
}

/// Where the node was asked, of the service and elsewhere, since the form was opened.
fn nodes(world: &World) -> (usize, usize) {
    let seen = world.http.seen.borrow();
    let calls = seen.iter().filter(|r| r.body.as_ref().is_some_and(|body| body.text.contains("jsonrpc")));
    let (service, own): (Vec<_>, Vec<_>) = calls.partition(|r| r.url.contains("/v1?chainId"));
    (service.len(), own.len())
}

// T7, decision 29, "Which node confirms an amount"
#[test]
fn verifies_tokens_at_the_networks_own_node_only() {
    for (own, custom) in [
        (&["http://localhost:8545"][..], &[][..]),
        (&[], &["http://localhost:8545"]),
        (&["http://localhost:8546"], &["http://localhost:8545"]),
    ] {
        let world = with_nodes(own, custom);
        open_token(&world);
        assert!(world.settled(&review(&world)).is_ok());
        world.dispatch(json!({"type": "send.confirm"}));
        world.pass(2_000);
        let (service, asked) = nodes(&world);
        assert!(
            service == 0 && asked >= 6,
            "{service} {asked}: balance, decimals, trial, gas, price, receipt"
        );
        // and not when it is away either
        let world = with_nodes(own, custom);
        world.chain.node_down.set(true);
        open_token(&world);
        assert!(world.settled(&review(&world)).is_err());
        assert_eq!(nodes(&world).0, 0);
    }
}

#[test]
fn never_verifies_a_token_with_the_service_that_listed_it() {
    let same =
        ["http://localhost:4002/rpc", "http://LOCALHOST:4002", "http://localhost:4002/v1?chainId=eip155:1"];
    let own: Vec<Vec<&str>> = std::iter::once(vec![]).chain(same.iter().map(|url| vec![*url])).collect();
    for own in own {
        for custom in [false, true] {
            let world = if custom { with_nodes(&[], &own) } else { with_nodes(&own, &[]) };
            open_token(&world);
            cannot_be_sent(&world, "witness");
            // the native coin is not of its list: its decimals are the host's word
            world.dispatch(json!({"type": "send.token", "id": "native"}));
            world.dispatch(json!({"type": "send.amount", "value": "1"}));
            assert!(world.settled(&review(&world)).is_ok(), "{own:?}");
        }
    }
    // beside another one it is not asked at all
    let world = with_nodes(&["http://localhost:4002/rpc", "http://localhost:8545"], &[]);
    open_token(&world);
    assert!(world.settled(&review(&world)).is_ok());
    assert!(world.http.seen.borrow().iter().all(|request| !request.url.ends_with("/rpc")));
}

#[test]
fn blocks_a_token_whose_contract_reports_no_decimals() {
    let answers =
        [json!(null), json!("0x"), json!("nonsense"), word(78), json!(format!("0x{}", "f".repeat(64)))];
    for answer in answers {
        let world = World::with_token(6, "12.5");
        select("0x313ce567", answer.clone())(&world);
        world.open("Account");
        form(&world, "2.5", BOB);
        assert_eq!(world.slice("send")["maxPhase"], "failed", "{answer}");
        assert!(world.settled(&review(&world)).is_err(), "{answer}");
        assert_eq!(world.view(), "Send");
        select("0x313ce567", word(6))(&world);
        world.dispatch(json!({"type": "send.reload"}));
        assert!(world.settled(&review(&world)).is_ok(), "and again when it does");
    }
}

#[test]
fn blocks_a_token_preview_until_its_node_responds() {
    let world = World::with_token(6, "12.5");
    world.open("Account");
    world.chain.node_down.set(true);
    form(&world, "2.5", BOB);
    assert!(world.settled(&review(&world)).is_err());
    assert_eq!(world.view(), "Send");
    assert_ne!(world.slice("send")["error"], Value::Null, "a failure is never silent");
    world.chain.node_down.set(false);
    world.dispatch(json!({"type": "send.reload"}));
    assert!(world.settled(&review(&world)).is_ok());
    assert_eq!((world.view().as_str(), world.wallets.count("eth_sendTransaction")), ("SendPreview", 0));
}

// req: 9.30
#[test]
fn blocks_a_token_whose_transfer_returns_false() {
    for (returned, fits) in
        [(word(1), true), (json!("0x"), true), (word(0), false), (word(2), false), (json!(null), false)]
    {
        let world = World::with_token(6, "12.5");
        select("0xa9059cbb", returned.clone())(&world);
        world.open("Account");
        form(&world, "2.5", BOB);
        let reviewed = world.settled(&review(&world));
        assert_eq!(reviewed.is_ok(), fits, "{returned}");
        if !fits {
            assert_eq!(reviewed.unwrap_err().to_string(), "Failed to estimate gas");
            let slice = world.slice("send");
            assert_eq!((slice["phase"].as_str(), world.view().as_str()), (Some("editing"), "Send"));
            assert!(slice["error"]["details"].is_string(), "says what the contract said");
            assert_eq!(world.wallets.count("eth_sendTransaction"), 0);
        }
    }
}

// req: 9.30
#[test]
fn encodes_a_listed_token_without_a_return_value() {
    let usdt = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
    for returned in [json!("0x"), word(0)] {
        let world = World::with_token(6, "12.5");
        let list = json!([{"name": "Tether", "symbol": "USDT", "chainId": "eip155:1337", "price": 1,
            "address": format!("eip155:1337:{}", usdt.to_lowercase()), "quantity": {"decimals": "6", "numeric": "12.5"}}]);
        *world.chain.tokens.borrow_mut() = list.as_array().unwrap().clone();
        select("0xa9059cbb", returned)(&world);
        world.pass(30_001);
        world.open("Account");
        let opened = world.dispatch(json!({"type": "send.open", "token": usdt, "amount": "1", "to": BOB}));
        assert!(world.settled(&opened).is_ok(), "also by its plain address");
        assert!(world.settled(&review(&world)).is_ok());
        world.dispatch(json!({"type": "send.confirm"}));
        let asked = world.wallets.last("eth_sendTransaction").unwrap();
        assert_eq!(
            (asked[0]["to"].as_str(), asked[0]["data"].as_str()),
            (Some(usdt), Some(&*transfer_data(BOB, 1_000_000)))
        );
    }
}

#[test]
fn sends_the_full_token_balance_if_coins_cover_the_fee() {
    let world = World::with_token(6, "12.5");
    world.open("Account");
    form(&world, "", BOB);
    world.dispatch(json!({"type": "send.max"}));
    assert_eq!(world.slice("send")["sendTokenAmount"], "12.5");
    assert!(world.settled(&review(&world)).is_ok());
    world.dispatch(json!({"type": "send.cancel"}));
    world.dispatch(json!({"type": "send.amount", "value": "12.500001"}));
    assert_eq!(world.slice("send")["amountError"], "insufficient");
    world.dispatch(json!({"type": "send.amount", "value": "0.0000001"}));
    assert_eq!(world.slice("send")["amountError"], "too_many_decimals");
    world.chain.balance.set(20_999_999_999_999);
    form(&world, "1", BOB);
    assert_eq!(world.slice("send")["check"], "ready", "not known before the fee is");
    assert!(world.settled(&review(&world)).is_err());
    let slice = world.slice("send");
    assert_eq!(
        (slice["amountError"].as_str(), slice["check"].as_str()),
        (Some("insufficient_fee"), Some("insufficient_funds"))
    );
    assert_eq!((world.view().as_str(), slice["phase"].as_str()), ("Send", Some("editing")));
}

// req: 2.21
#[test]
fn searches_only_tokens_with_a_balance() {
    let world = World::with_chain(|chain| {
        let line = |symbol: &str, n: u8, numeric: &str| {
            json!({"name": format!("{symbol} Coin"), "symbol": symbol, "chainId": "eip155:1337", "address": format!("eip155:1337:0x{n:040x}"),
                "quantity": {"decimals": "6", "numeric": numeric}})
        };
        *chain.tokens.borrow_mut() =
            vec![line("AAA", 1, "1"), line("NONE", 2, "0"), line("BBB", 3, "0.0000001"), line("CCC", 4, "3")];
    });
    world.open("Account");
    world.form("", "");
    let found = |search: &str| -> Vec<String> {
        world.dispatch(json!({"type": "send.search", "text": search}));
        let rows = world.slice("send")["tokens"].clone();
        rows.as_array().unwrap().iter().map(|row| row["symbol"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(found(""), ["ETH", "AAA", "CCC"]);
    assert_eq!(found("aa"), ["AAA"]);
    assert_eq!(found(" coin"), ["AAA", "CCC"]);
    assert_eq!(found("0000000000000004"), ["CCC"], "by its contract");
    assert_eq!(found("nothing"), Vec::<String>::new());
    let chosen = world.dispatch(json!({"type": "send.token", "id": format!("eip155:1337:0x{:040x}", 4)}));
    assert!(world.settled(&chosen).is_ok());
    assert_eq!(world.slice("send")["search"], "", "a new list");
}

// req: 5.26, 5.27
#[test]
fn requires_amount_recipient_and_token_before_a_review() {
    let world = World::with_token(6, "12.5");
    world.open("Account");
    for (amount, to) in [("", BOB), ("1", ""), (" ", " ")] {
        form(&world, amount, to);
        assert_eq!(
            world.settled(&review(&world)).unwrap_err().to_string(),
            "An amount and receiver address are required"
        );
    }
    for bad in
        ["eip155:1337:0x0000000000000000000000000000000000000009", "eip155:1:nonsense", "PEPE", "<script>"]
    {
        let opened = world.dispatch(json!({"type": "send.open", "token": bad, "amount": "1", "to": BOB}));
        let unknown = format!("Unknown token: {bad}");
        assert_eq!(world.settled(&opened).unwrap_err().to_string(), unknown, "refused by name");
        assert_eq!(
            (world.view().as_str(), &world.slice("send")["error"]["message"]),
            ("Send", &json!(unknown))
        );
        let chosen = world.dispatch(json!({"type": "send.token", "id": bad}));
        assert_eq!(world.settled(&chosen).unwrap_err().to_string(), "A token is required", "{bad}");
    }
    assert_eq!(world.wallets.count("eth_sendTransaction"), 0);
}

#[test]
fn notes_a_recipient_that_is_a_token_self_or_zero() {
    let world = World::with_token(6, "12.5");
    world.open("Account");
    for (token, to, notice) in [
        (true, USDC, json!("token_contract")),
        (false, USDC, json!("token_contract")),
        (true, ALICE, json!("own_address")),
        (true, "0x0000000000000000000000000000000000000000", json!("zero_address")),
        (true, &BOB.to_lowercase(), json!("checksum_absent")),
        (true, BOB, Value::Null),
    ] {
        let token = if token { USDC } else { "native" };
        world.dispatch(json!({"type": "send.open", "token": token, "amount": "1", "to": to}));
        assert_eq!(world.slice("send")["notice"], notice, "{token} {to}");
    }
}

#[test]
fn reviews_without_a_price() {
    let world = World::new();
    world.served(|request| {
        let is_of_prices = request.url.contains("/fungible/price") || request.url.contains("/balance?");
        is_of_prices.then(|| status(500, ""))
    });
    world.join();
    world.open("Account");
    world.form("1", BOB);
    let slice = world.slice("send");
    assert_eq!((&slice["worth"], &slice["networkBalanceInUSD"]), (&Value::Null, &Value::Null));
    assert!(world.settled(&review(&world)).is_ok());
    assert_eq!(world.slice("send")["preview"]["worth"], Value::Null);
}

// req: 7.8, 7.31
#[test]
fn loads_a_price_from_the_service_if_no_list_has_it() {
    let world = World::new();
    world.served(|request| request.url.contains("/balance?").then(|| status(500, "")));
    world.join();
    world.open("Account");
    world.form("1.5", BOB);
    assert_eq!(world.slice("send")["worth"], "$4,500.00");
    let asked = world.requests("/v1/fungible/price").pop().unwrap().body.unwrap();
    assert_eq!(asked.content_type, "application/json");
    let body: Value = serde_json::from_str(&asked.text).unwrap();
    let native = "eip155:1337:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";
    assert_eq!(body, json!({"currency": "usd", "addresses": [native], "projectId": "demo"}));
}

// req: 3.13
#[test]
fn debounces_the_lookup_of_the_recipients_name() {
    let world = World::with_token(6, "12.5");
    world.open("Account");
    form(&world, "1", "");
    let before = world.requests("/v1/identity/").len();
    *world.chain.identity.borrow_mut() =
        json!({"name": "bobby.reown.id", "avatar": "http://localhost:4002/bob.png"});
    world.chain.leads.borrow_mut().push(("bobby.reown.id", BOB));
    *world.http.files.borrow_mut() = Box::new(|_| Some(b"\x89PNG\r\n\x1a\n....".to_vec()));
    for end in [10, 20, 30, 42] {
        world.dispatch(json!({"type": "send.receiver", "value": &BOB[..end]}));
        world.pass(100);
    }
    world.pass(399);
    assert_eq!(world.requests("/v1/identity/").len(), before);
    world.pass(1);
    assert_eq!(world.requests("/v1/identity/").len(), before + 1);
    let slice = world.slice("send");
    assert_eq!(slice["receiverProfileName"], "bobby.reown.id");
    assert!(slice["receiverProfileImageUrl"].as_str().unwrap().starts_with("blob:"));
    assert!(world.settled(&review(&world)).is_ok());
    let to = world.slice("send")["preview"]["to"].clone();
    assert_eq!(
        (&to["name"], &to["image"]),
        (&json!("bobby.reown.id"), &slice["receiverProfileImageUrl"]),
        "as the form"
    );
    world.dispatch(json!({"type": "router.back"}));
    world.dispatch(json!({"type": "send.receiver", "value": ALICE}));
    assert_ne!(world.slice("send")["receiverProfileName"], "bobby.reown.id", "of another address");
}

#[test]
fn keeps_the_form_of_a_reverted_send_for_a_new_review() {
    let world = previewed();
    world.chain.receipt.set(Some("0x0"));
    world.dispatch(json!({"type": "send.confirm"}));
    world.pass(1_000);
    let slice = world.slice("send");
    assert_eq!(
        (slice["phase"].as_str(), slice["error"]["message"].as_str()),
        (Some("failed"), Some("The transaction was reverted"))
    );
    world.chain.receipt.set(Some("0x1"));
    world.dispatch(json!({"type": "send.confirm"}));
    assert_eq!(
        (world.slice("send")["phase"].as_str(), world.wallets.count("eth_sendTransaction")),
        (Some("review"), 1)
    );
    let sent = world.dispatch(json!({"type": "send.confirm"}));
    assert!(world.settled(&sent).is_ok());
    assert_eq!(world.wallets.count("eth_sendTransaction"), 2);
    assert_ne!(world.settled(&sent), Err(Error::WalletSilent));
}

fn opened_with(world: &World, arguments: &Value) -> (std::result::Result<(), String>, Value, Value) {
    let opened = world.dispatch(json!({"type": "router.open", "view": "Send", "arguments": arguments}));
    let result = world.settled(&opened).map(|_| ()).map_err(|error| error.to_string());
    let slice = world.slice("send");
    (result, slice["token"]["symbol"].clone(), slice["sendTokenAmount"].clone())
}

// Decision 15, "Tokens as arguments"
#[test]
fn takes_token_amount_and_recipient_from_the_page() {
    let caip = format!("eip155:1337:{USDC}");
    for (arguments, symbol, amount) in [
        (json!({}), "ETH", ""),
        (json!({"token": "native", "amount": "0.5"}), "ETH", "0.5"),
        (json!({"token": caip, "amount": 2}), "USDC", "2"),
        (json!({"token": USDC.to_lowercase(), "amount": 2.5}), "USDC", "2.5"),
        (json!({"token": "USDC", "amount": "2.5", "to": BOB}), "USDC", "2.5"),
    ] {
        let world = World::with_token(6, "12.5");
        let found = opened_with(&world, &arguments);
        assert_eq!(found, (Ok(()), json!(symbol), json!(amount)), "{arguments}");
        assert_eq!(world.slice("send")["receiverAddress"], arguments["to"].as_str().unwrap_or_default());
    }
    // two call themselves so: neither is meant
    let world = World::with_chain(|chain| {
        for last in ["1", "2"] {
            chain.tokens.borrow_mut().push(json!({"name": "USD Coin", "symbol": "USDC", "chainId": "eip155:1337", "price": 1,
                "address": format!("eip155:1337:0x{}{last}", "0".repeat(39)), "quantity": {"decimals": "6", "numeric": "5"}, "iconUrl": ""}));
        }
    });
    let (result, symbol, _) = opened_with(&world, &json!({"token": "USDC", "amount": "2.5", "to": BOB}));
    assert_eq!((result, symbol), (Err("Unknown token: USDC".into()), Value::Null));
    // and the amount that was meant in it is none of the coin
    assert_eq!(world.slice("send")["check"], "select_token");
    assert!(world.settled(&world.dispatch(json!({"type": "send.review"}))).is_err());
    assert_eq!(world.view(), "Send");
    world.dispatch(json!({"type": "send.token", "id": "native"}));
    let slice = world.slice("send");
    let of = (&slice["token"]["symbol"], &slice["sendTokenAmount"], &slice["receiverAddress"]);
    assert_eq!(of, (&json!("ETH"), &json!(""), &json!(BOB)));
}

// A host opens the form in the moment the wallet is connected.
#[test]
fn selects_a_named_token_once_its_list_loads() {
    let named = |then: fn(&World)| {
        let chain = Chain::default();
        let world = World::over(options(), Default::default(), chain.clone());
        let (open, gate) = Gate::new();
        let of_chain = world.chain.clone();
        world.served(move |request| {
            let answer = respond(&of_chain, request);
            request.url.contains("/balance?").then(|| gate.hold(Box::pin(async move { answer })))
        });
        let usdc = json!({"name": "USD Coin", "symbol": "USDC", "chainId": "eip155:1337", "price": 1,
            "address": format!("eip155:1337:{USDC}"), "quantity": {"decimals": "6", "numeric": "12.5"}, "iconUrl": ""});
        chain.tokens.borrow_mut().push(usdc);
        *chain.contract.borrow_mut() =
            vec![("0x70a08231", word(12_500_000)), ("0x313ce567", word(6)), ("0xa9059cbb", word(1))];
        world.join();
        let arguments = json!({"token": USDC, "amount": "2.5", "to": BOB});
        let opened = world.dispatch(json!({"type": "router.open", "view": "Send", "arguments": arguments}));
        assert!(!opened.is_settled());
        let slice = world.slice("send");
        assert_eq!(slice["error"], Value::Null, "nothing is wrong yet");
        // 2.5 of the coin would be another payment
        assert_eq!((&slice["token"], &slice["check"]), (&Value::Null, &json!("select_token")));
        assert!(world.settled(&world.dispatch(json!({"type": "send.review"}))).is_err());
        assert_eq!(world.view(), "Send");
        then(&world);
        open.send(()).unwrap();
        world.pass(100);
        assert!(world.settled(&opened).is_ok());
        let slice = world.slice("send");
        (slice["token"]["symbol"].clone(), slice["sendTokenAmount"].clone())
    };
    assert_eq!(named(|_| {}), (json!("USDC"), json!("2.5")));
    let typed = named(|world| {
        world.dispatch(json!({"type": "send.amount", "value": "3"}));
    });
    assert_eq!(typed, (json!("USDC"), json!("3")), "what was typed meanwhile stays");
    let turned = named(|world| {
        world.dispatch(json!({"type": "send.unit"}));
        assert_eq!(world.slice("send")["unit"], "token", "the coin's price is not the token's");
    });
    assert_eq!(turned, (json!("USDC"), json!("2.5")));
}

#[test]
fn reports_a_named_token_whose_list_never_loads() {
    let world = World::new();
    world.served(|request| {
        request.url.contains("/balance?").then(|| Box::pin(std::future::pending()) as Served)
    });
    world.join();
    let opened = world.dispatch(json!({"type": "router.open", "view": "Send", "arguments": {"token": USDC}}));
    world.pass(15_000);
    let unknown = format!("Unknown token: {USDC}");
    assert_eq!(world.settled(&opened).unwrap_err().to_string(), unknown);
    assert_eq!(world.slice("send")["error"]["message"], unknown);
}

#[test]
fn cuts_an_unknown_token_name_to_64_characters() {
    let world = World::connected();
    world.open("Account");
    for (letters, said) in [(64, 64), (65, 64), (1_000, 64)] {
        let opened = world.dispatch(json!({"type": "send.open", "token": "A".repeat(letters)}));
        world.pass(20_000);
        let unknown = Error::UnknownName { what: "token", name: "A".repeat(said) };
        assert_eq!(world.settled(&opened), Err(unknown), "{letters}");
    }
}

#[test]
fn reads_nothing_for_a_token_chosen_during_a_request() {
    let world = previewed();
    world.but(1, |method, _| (method == "eth_sendTransaction").then(never));
    world.dispatch(json!({"type": "send.confirm"}));
    let nodes = || world.requests("localhost:8545").len();
    let before = nodes();
    world.dispatch(json!({"type": "send.token", "id": "native"}));
    world.run();
    assert_eq!((nodes(), world.slice("send")["phase"].clone()), (before, json!("waiting")));
}

#[test]
fn reopens_the_pending_request_without_new_reads() {
    let world = previewed();
    world.but(1, |method, _| (method == "eth_sendTransaction").then(never));
    world.dispatch(json!({"type": "send.confirm"}));
    world.dispatch(json!({"type": "router.back"}));
    world.pass(1_000);
    let (nodes, balances) = (|| world.requests("localhost:8545").len(), || world.requests("/balance").len());
    let before = (nodes(), balances());
    let opened = world.dispatch(json!({"type": "send.open", "token": "native", "amount": "7", "to": ALICE}));
    world.run();
    assert!(world.settled(&opened).is_ok());
    let slice = world.slice("send");
    assert_eq!((world.view().as_str(), &slice["phase"]), ("SendPreview", &json!("waiting")));
    assert_eq!((&slice["sendTokenAmount"], &slice["receiverAddress"]), (&json!("2.5"), &json!(BOB)));
    assert_eq!((nodes(), balances()), before, "of what is out nothing is read again");
}

// req: 10.12
#[test]
fn sends_base_units_with_a_warning_when_the_contract_disagrees() {
    for (own, said) in [
        (string_of("DAI"), json!("DAI")),
        (json!(format!("0x{:0<64}", "444149")), json!("DAI")),
        (json!("0x"), Value::Null),
        (Value::Null, Value::Null),
        (json!(format!("0x{}", "f".repeat(192))), Value::Null),
    ] {
        let world = World::with_token(6, "12.5");
        select(SYMBOL, own.clone())(&world);
        world.open("Account");
        form(&world, "2.5", BOB);
        let doubt = world.slice("send")["doubt"].clone();
        assert_eq!((&doubt["listed"], &doubt["network"]), (&json!("USDC"), &said), "{own}");
        assert_eq!((&doubt["listedDecimals"], &doubt["networkDecimals"]), (&json!(6), &json!(6)));
        assert!(world.settled(&review(&world)).is_ok());
        let preview = world.slice("send")["preview"].clone();
        assert_eq!((&preview["amount"], &preview["symbol"]), (&json!("2,500,000"), &json!("units")), "{own}");
        assert_eq!((&preview["doubt"]["units"], &preview["worth"]), (&json!("2,500,000"), &Value::Null));
        world.dispatch(json!({"type": "send.confirm"}));
        world.pass(1_000);
        let entry = world.record("transactions").unwrap()[0].clone();
        assert_eq!((&entry["amount"], &entry["symbol"]), (&json!("2500000"), &json!("units")), "{own}");
    }
    // letter case says nothing, and where they agree there is nothing to say
    let world = World::with_token(6, "12.5");
    select(SYMBOL, string_of("usdc"))(&world);
    world.open("Account");
    form(&world, "2.5", BOB);
    assert_eq!(world.slice("send")["doubt"], Value::Null);
    // other decimals: both are shown, and it isn't sent at all
    let world = World::with_token(6, "12.5");
    select("0x313ce567", word(18))(&world);
    world.open("Account");
    form(&world, "2.5", BOB);
    let doubt = world.slice("send")["doubt"].clone();
    assert_eq!((&doubt["listedDecimals"], &doubt["networkDecimals"]), (&json!(6), &json!(18)));
    assert_eq!(world.slice("send")["tokenError"], "decimals");
}

#[test]
fn blocks_a_token_whose_symbol_no_node_returns() {
    let world = World::with_token(6, "12.5");
    world.served(|request| {
        let is_it = request.body.as_ref().is_some_and(|body| body.text.contains(SYMBOL));
        let error = json!({"id": 1, "error": {"code": -32005, "message": "too many requests"}});
        is_it.then(|| status(200, &error.to_string()))
    });
    world.open("Account");
    form(&world, "2.5", BOB);
    world.pass(20_000);
    assert_eq!(
        (&world.slice("send")["maxPhase"], world.settled(&review(&world)).is_err()),
        (&json!("failed"), true)
    );
}
