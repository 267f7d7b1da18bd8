//! Balance and tokens: what is asked, what is kept for how long, and what is said when it cannot be had.

use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::ports::clock::Clock;
use wallet_engine::ports::http::HttpRequest;
use wallet_engine::ports::provider::WalletEvent;

fn line(symbol: &str, last: &str, decimals: u8, numeric: &str, price: &str) -> Value {
    let address = format!("eip155:1337:0x{}{last}", "0".repeat(40 - last.len()));
    json!({"name": symbol, "symbol": symbol, "chainId": "eip155:1337", "address": address, "price": price,
        "quantity": {"decimals": decimals.to_string(), "numeric": numeric}, "iconUrl": format!("http://localhost:4002/{symbol}.png")})
}

fn symbols(world: &World) -> Vec<String> {
    let list = world.slice("tokens")["list"].clone();
    list.as_array().unwrap().iter().map(|item| item["symbol"].as_str().unwrap().to_owned()).collect()
}

fn refresh(world: &World) {
    world.dispatch(json!({"type": "balances.refresh"}));
}

fn is_balance(request: &HttpRequest) -> bool {
    request.url.contains("/balance?")
}

// req: 1.15, 3.9, 5.33, 7.13, 9.20
#[test]
fn loads_the_native_balance_and_tokens_in_one_call() {
    let world = World::with_chain(|chain| {
        *chain.tokens.borrow_mut() = vec![
            line("NFT", "1", 0, "3", "9"),
            line("LOW", "2", 18, "1", "0.5"),
            line("HIGH", "3", 6, "12.3456789", "100.005"),
            json!({"name": "Broken"}),
        ];
    });
    assert_eq!(world.requests("/balance?").len(), 1);
    assert_eq!(world.asked("eth_getBalance"), 0);
    assert_eq!(
        symbols(&world),
        ["ETH", "HIGH", "LOW"],
        "native first, then by value; nothing without decimals"
    );
    let slice = world.slice("tokens");
    assert_eq!(slice["phase"], "ready");
    assert_eq!(slice["total"], "$31,235.12", "30,000 + 12.345678 x 100.005 + 0.5, cut off");
    let high = &slice["list"][1];
    assert_eq!(high["address"], format!("eip155:1337:0x{}3", "0".repeat(39)));
    assert_eq!((&high["chainId"], &high["name"]), (&json!("eip155:1337"), &json!("HIGH")));
    assert_eq!(high["quantity"], json!({"decimals": "6", "numeric": "12.345678"}));
    assert_eq!((high["price"].as_str(), high["amount"].as_str()), (Some("100.005"), Some("12.345")));
    assert_eq!(high["worth"], "$1,234.62");
    let account = world.slice("accounts")["list"][0].clone();
    assert_eq!(account["tokenBalance"], slice["list"]);
    assert_eq!((account["balance"].as_str(), account["balanceSymbol"].as_str()), (Some("10"), Some("ETH")));
}

// A contract bears the symbol of the coin: it is marked, and a host that names the coin by its symbol gets the coin.
// req: 10.12
#[test]
fn marks_a_contract_that_copies_the_coins_symbol() {
    let world = World::with_chain(|chain| {
        *chain.tokens.borrow_mut() = vec![line("ETH", "5", 18, "7", "9")];
    });
    let list = world.slice("tokens")["list"].clone();
    assert_eq!((&list[1]["symbol"], &list[1]["unverified"]), (&json!("ETH"), &json!(true)));
    assert!(world.settled(&world.dispatch(json!({"type": "send.open", "token": "ETH"}))).is_ok());
    assert_eq!(world.slice("send")["token"]["id"], "native");
}

// req: 9.2, 3.24
#[test]
fn caches_balances_for_30_seconds_across_a_reload() {
    let world = World::with_token(6, "12.5");
    world.pass(29_999);
    refresh(&world);
    world.open("Account");
    world.pass(1);
    refresh(&world);
    assert_eq!(world.requests("/balance?").len(), 1, "at exactly 30,000 ms it still is fresh");
    world.pass(1);
    refresh(&world);
    assert_eq!(world.requests("/balance?").len(), 2);
    for (later, asked) in [(10_000, 0), (30_001, 1)] {
        let world = World::with_token(6, "12.5").reload_after(later);
        world.returns();
        assert_eq!(world.requests("/balance?").len(), asked, "{later}");
        assert_eq!(symbols(&world), ["ETH", "USDC"]);
        assert_eq!(world.slice("account")["balance"]["amount"], "10.000");
    }
    let kept = world.record("portfolio_cache").unwrap();
    let id = format!("eip155:1337:{ALICE}");
    assert_eq!((&kept[&id]["caipAddress"], kept.as_object().unwrap().len()), (&json!(id), 1));
    assert_eq!(world.record("native_balance_cache").unwrap()[&id]["balance"], "10");
}

// req: 3.24
#[test]
fn never_shows_balances_of_another_account() {
    let world = World::with_token(6, "12.5");
    world.chain.balance.set(ETHER);
    world.chain.tokens.borrow_mut().clear();
    let (open, gate) = Gate::new();
    let chain = world.chain.clone();
    world.served(move |request| {
        let answer = respond(&chain, request);
        is_balance(request).then(|| gate.hold(Box::pin(async move { answer })))
    });
    world.wallets.tell(1, &WalletEvent::Accounts(json!([BOB])));
    world.run();
    assert_eq!(symbols(&world), Vec::<String>::new(), "nothing of Alice while Bob is read");
    assert_eq!(world.slice("account")["balance"]["phase"], "loading");
    world.wallets.tell(1, &WalletEvent::Accounts(json!([ALICE])));
    world.run();
    assert_eq!(symbols(&world), ["ETH", "USDC"], "Alice's own, from the cache");
    open.send(()).unwrap();
    world.run();
    assert_eq!(symbols(&world), ["ETH", "USDC"], "Bob's late answer is nothing to her");
    assert_eq!(world.slice("account")["balance"]["amount"], "10.000");
    let urls: Vec<String> = world.requests("/balance?").into_iter().map(|request| request.url).collect();
    assert!(urls[0].contains(ALICE) && urls[1].contains(BOB));
}

// req: 3.24
#[test]
fn clears_cached_balances_when_it_starts_disconnected() {
    let world = World::with_token(6, "12.5");
    world.dispatch(json!({"type": "accounts.disconnect"}));
    let world = world.reload();
    world.dispatch(json!({"type": "options.update", "options": {"debug": true}}));
    for key in ["portfolio_cache", "native_balance_cache", "ens_cache", "identity_cache"] {
        assert_eq!(world.record(key), None, "{key}");
    }
}

// req: 8.15, 7.2
#[test]
fn shows_an_unserved_network_in_the_view_without_a_toast() {
    let world = World::with_chain(|chain| chain.supported.borrow_mut().clear());
    assert_eq!(world.toasts(), [""; 0], "what the node knows is shown");
    assert_eq!(world.slice("tokens")["phase"], "failed");
    assert_eq!(world.slice("account")["balance"]["amount"], "10.000", "the node knows");
    for _ in 0..5 {
        world.pass(31_000);
        world.open("Account");
        world.dispatch(json!({"type": "router.close"}));
    }
    assert_eq!(world.requests("/balance?").len(), 0, "skipped");
    assert_eq!(world.toasts(), [""; 0]);
}

// req: 8.15, 8.16
#[test]
fn tolerates_a_404_for_a_network_when_its_node_responds() {
    for (says, toasts) in [(404, &[][..]), (500, &["Token Balance Unavailable"][..])] {
        let world = World::new();
        world.served(move |request| is_balance(request).then(|| status(says, "")));
        world.join();
        assert_eq!(world.toasts(), toasts, "{says}");
        let (tokens, balance) = (world.slice("tokens"), world.slice("account")["balance"].clone());
        assert_eq!((&tokens["phase"], &balance["amount"]), (&json!("failed"), &json!("10.000")), "{says}");
        assert_eq!(tokens["retryAt"], balance["retryAt"], "{says}");
        assert!(tokens["retryAt"].is_u64(), "{says}: it is left alone for a while all the same");
    }
}

// req: 8.15
#[test]
fn shows_a_toast_when_both_service_and_node_fail() {
    let world = World::with_chain(|chain| {
        chain.supported.borrow_mut().clear();
        chain.node_down.set(true);
    });
    assert_eq!(world.toasts(), ["Token Balance Unavailable"]);
    assert_eq!(world.slice("account")["balance"]["phase"], "failed");
}

// req: 8.15, 8.16, 9.4
#[test]
fn pauses_a_failed_service_for_exactly_30_seconds() {
    let world = World::with_token(6, "12.5");
    world.pass(30_001);
    world.chain.data_status.set(500);
    refresh(&world);
    assert_eq!(world.toasts(), ["Token Balance Unavailable"]);
    let slice = world.slice("tokens");
    assert_eq!(
        (slice["phase"].as_str(), symbols(&world).len()),
        (Some("old"), 2),
        "the last known ones, marked"
    );
    let at = world.clock.now_ms() + 30_000;
    assert_eq!((&slice["retryAt"], &world.slice("account")["balance"]["retryAt"]), (&json!(at), &json!(at)));
    world.chain.data_status.set(200);
    let before = world.requests("/balance?").len();
    world.pass(29_999);
    for _ in 0..3 {
        refresh(&world);
        world.open("Account");
    }
    assert_eq!(world.requests("/balance?").len(), before);
    world.pass(1);
    refresh(&world);
    assert_eq!(world.requests("/balance?").len(), before + 1);
    let slice = world.slice("tokens");
    assert_eq!((slice["phase"].as_str(), &slice["retryAt"]), (Some("ready"), &Value::Null));
    assert_eq!(world.toasts().len(), 1);
}

// req: 8.16
#[test]
fn keeps_the_pause_after_a_reload() {
    let world = World::new();
    world.served(|request| is_balance(request).then(|| status(500, "")));
    world.join();
    assert_eq!(world.toasts(), ["Token Balance Unavailable"]);
    let world = world.reload_after(10_000);
    world.returns();
    world.open("Account");
    // fault 6
    assert_eq!(world.requests("/balance?").len(), 0, "docs/spec/security.md R23");
    world.pass(20_000);
    refresh(&world);
    assert_eq!(world.requests("/balance?").len(), 1);
}

// req: 9.25
#[test]
fn calls_no_service_for_a_testnet() {
    let mut options = options();
    options["networks"][1]["testnet"] = json!(true);
    let world = World::with(options, Default::default());
    world.join();
    world.open("Networks"); // what the project allows is asked once
    let before = world.http.seen.borrow().len();
    world.wanders(1338);
    world.open("Account");
    refresh(&world);
    let balance = world.slice("account")["balance"].clone();
    assert_eq!((balance["phase"].as_str(), balance["amount"].as_str()), (Some("testnet"), Some("0.00")));
    assert_eq!(symbols(&world), Vec::<String>::new(), "nothing of the main network");
    assert_eq!(world.http.seen.borrow().len(), before);
    assert_eq!(world.toasts(), Vec::<String>::new());
}

#[test]
fn reads_balances_from_the_node_without_a_project() {
    let mut options = options();
    options["projectId"] = json!(null);
    let world = World::with(options, Default::default());
    world.join();
    assert!(world.http.seen.borrow().iter().all(|request| request.url.starts_with("http://localhost:8545")));
    assert_eq!(world.slice("account")["balance"]["amount"], "10.000");
    assert_eq!((&world.slice("tokens")["phase"], world.toasts().len()), (&json!("ready"), 0));
}

// req: 3.10
#[test]
fn prefers_assets_from_the_wallet_over_any_service() {
    let list = json!({"0x539": [
        {"address": "native", "balance": "0x1bc16d674ec80000", "type": "NATIVE", "metadata": {"name": "Ether", "symbol": "ETH", "decimals": 18}},
        {"address": USDC.to_lowercase(), "balance": "0xbebc20", "type": "erc20", "metadata": {"name": "USD Coin", "symbol": "USDC", "decimals": 6, "price": 1}},
        {"address": "nonsense", "balance": "0x1", "type": "ERC20", "metadata": {"name": "X", "symbol": "X", "decimals": 6}},
    ]});
    for key in ["0x539", "0x0"] {
        let world = World::new();
        let list = list.clone();
        world.but(1, move |method, _| match method {
            "wallet_getCapabilities" => Some(ok(json!({key: {"assetDiscovery": {"supported": true}}}))),
            "wallet_getAssets" => Some(ok(list.clone())),
            _ => None,
        });
        world.announce(1, "Demo Wallet", Some("dev.demo"));
        world.dispatch(json!({"type": "connect.start", "connectorId": "dev.demo"}));
        // fault 7: "0x0" is every chain (docs/spec/page-wallets.md 1.4)
        assert_eq!(symbols(&world), ["ETH", "USDC"], "{key}");
        assert_eq!(world.slice("account")["balance"]["amount"], "2.000");
        assert_eq!(world.slice("tokens")["list"][1]["value"], "12.5", "price x amount");
        assert_eq!(world.requests("/balance?").len(), 0);
        assert_eq!(
            world.wallets.last("wallet_getAssets"),
            Some(json!([{"account": ALICE, "chainFilter": ["0x539"]}]))
        );
    }
}

// docs/spec/services.md A11
#[test]
fn prefers_the_value_that_a_wallet_gives_over_its_price() {
    for (about, value, total) in [
        (json!({"price": 1, "value": 99.5}), json!("99.5"), json!("$99.50")),
        (json!({"value": "99.5"}), json!("99.5"), json!("$99.50")),
        (json!({"price": 2}), json!("25"), json!("$25.00")),
        (json!({"price": 2, "value": "much"}), json!("25"), json!("$25.00")),
        (json!({"price": 2, "value": null}), json!("25"), json!("$25.00")),
        (json!({"price": 2, "value": 0}), json!("0"), json!("$0.00")),
        (json!({}), Value::Null, Value::Null),
    ] {
        let mut usdc = json!({"name": "USD Coin", "symbol": "USDC", "decimals": 6});
        usdc.as_object_mut().unwrap().extend(about.as_object().unwrap().clone());
        let list =
            json!({"0x539": [{"address": USDC, "balance": "0xbebc20", "type": "ERC20", "metadata": usdc}]});
        let world = World::new();
        world.but(1, move |method, _| match method {
            "wallet_getCapabilities" => Some(ok(json!({"0x539": {"assetDiscovery": {"supported": true}}}))),
            "wallet_getAssets" => Some(ok(list.clone())),
            _ => None,
        });
        world.announce(1, "Demo Wallet", Some("dev.demo"));
        world.dispatch(json!({"type": "connect.start", "connectorId": "dev.demo"}));
        let slice = world.slice("tokens");
        assert_eq!((&slice["list"][0]["value"], &slice["total"]), (&value, &total), "{about}");
    }
}

// req: 3.10
#[test]
fn falls_back_to_the_service_when_the_wallet_cant_list_assets() {
    let answers: [fn() -> Answer; 4] =
        [never, || ok(json!("nonsense")), || refuse(4001, "no"), || ok(json!({}))];
    for answer in answers {
        let world = World::new();
        world.but(1, move |method, _| (method == "wallet_getCapabilities").then(answer));
        world.announce(1, "Demo Wallet", Some("dev.demo"));
        world.dispatch(json!({"type": "connect.start", "connectorId": "dev.demo"}));
        world.pass(1_000);
        assert_eq!(world.slice("account")["balance"]["amount"], "10.000");
        world.pass(31_000);
        refresh(&world);
        assert_eq!(world.wallets.count("wallet_getCapabilities"), 1);
        assert_eq!(world.requests("/balance?").len(), 2);
    }
}

#[test]
fn shows_no_total_when_it_overflows() {
    let world = World::with_chain(|chain| {
        let huge = format!("9{}", "0".repeat(58));
        *chain.tokens.borrow_mut() = vec![
            line("A", "1", 18, "1", &huge),
            line("B", "2", 18, "1", &huge),
            line("C", "3", 18, "1", "5"),
        ];
    });
    // fault 8
    assert_eq!(world.slice("tokens")["total"], Value::Null);
}

/// It takes the place of the one of before, which is gone meanwhile: no token is missing, all are on their way.
#[test]
fn shows_a_token_as_pending_while_a_long_list_reloads() {
    let world = World::with_chain(|chain| {
        *chain.tokens.borrow_mut() =
            (1..=2_100u32).map(|n| line("TOKEN", &format!("{n:x}"), 18, "1", "1")).collect();
        // of two coins neither counts, so the node is asked
        chain.tokens.borrow_mut().push(json!({"name": "Ether", "symbol": "ETH", "chainId": "eip155:1337",
            "price": 1, "quantity": {"decimals": "18", "numeric": "1"}}));
    });
    world.open("Account");
    assert_eq!(symbols(&world).len(), 100);
    let (open, gate) = Gate::new();
    let chain = world.chain.clone();
    world.served(move |request| {
        let is_it = request.body.as_ref().is_some_and(|body| body.text.contains("eth_getBalance"));
        let answer = respond(&chain, request);
        is_it.then(|| gate.hold(Box::pin(async move { answer })))
    });
    world.pass(31_000);
    refresh(&world);
    assert_eq!(world.slice("tokens")["phase"], "loading");
    let arguments = json!({"token": format!("0x{:040x}", 1)});
    let opened = world.dispatch(json!({"type": "router.open", "view": "Send", "arguments": arguments}));
    assert_eq!(world.slice("send")["error"], Value::Null, "the token is not unknown");
    open.send(()).unwrap();
    world.pass(100);
    assert!(world.settled(&opened).is_ok());
    assert_eq!(world.slice("send")["token"]["symbol"], "TOKEN");
    assert_eq!(world.slice("tokens")["phase"], "ready");
}

#[test]
fn keeps_the_cache_record_readable_for_a_long_list() {
    let world = World::with_chain(|chain| {
        let mut list = Vec::new();
        for n in 0..150u32 {
            let mut token = line("TOKEN", &format!("{n:x}"), 18, "1", "1");
            token["iconUrl"] = json!(format!("https://pictures.example/{}", "x".repeat(2_000)));
            list.push(token);
        }
        *chain.tokens.borrow_mut() = list;
    });
    for account in [BOB, USDC] {
        world.wallets.tell(1, &WalletEvent::Accounts(json!([account])));
        world.run();
    }
    assert_eq!(symbols(&world).len(), 100, "bounded");
    let record = world.storage.records.borrow().get("portfolio_cache").cloned().unwrap_or_default();
    // fault 9: R30, and storage::RECORD_BYTES_MAX
    assert!(record.len() <= 256 * 1024, "{} bytes are written and never read again", record.len());
}

// B13
#[test]
fn marks_tokens_that_copy_known_names_and_excludes_their_value() {
    let other = "0x1111111111111111111111111111111111111111";
    let usdt = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
    let line = |name: &str, symbol: &str, address: &str| {
        json!({"name": name, "symbol": symbol, "chainId": "eip155:1337", "address": format!("eip155:1337:{address}"),
            "price": 3000, "value": 3_000_000, "quantity": {"decimals": "18", "numeric": "1000"}})
    };
    let held = |tokens: Vec<Value>| {
        let world = World::with_chain(|chain| *chain.tokens.borrow_mut() = tokens.clone());
        world.open("Account");
        world
    };
    for (name, symbol) in [
        ("Ether", "ETH"),
        ("Anything", "ETH"),
        ("Anything", "eth"),
        ("Anything", "E T H"),
        ("Anything", "\u{415}\u{422}\u{41d}"), // Cyrillic
        ("Ether", "XYZ"),
        ("\u{395}ther", "XYZ"), // a Greek letter
        ("Ethereum", "XYZ"),
        ("E\u{301}ther", "XYZ"),
    ] {
        let world = held(vec![line(name, symbol, other)]);
        let slice = world.slice("tokens");
        let fake = &slice["list"][1];
        assert_eq!(
            (&fake["unverified"], &fake["price"], &fake["value"], &fake["worth"]),
            (&json!(true), &Value::Null, &Value::Null, &Value::Null),
            "{name} {symbol}"
        );
        assert_eq!(slice["list"][0]["unverified"], false);
        assert_eq!(slice["total"], "$30,000.00", "ten ETH, and nothing of the other");
        // nor is it worth anything in the form
        let id = fake["id"].clone();
        world.dispatch(json!({"type": "send.open", "token": id, "amount": "1", "to": BOB}));
        assert_eq!(world.slice("send")["worth"], Value::Null);
        let row =
            world.slice("send")["tokens"].as_array().unwrap().iter().find(|row| row["id"] == id).cloned();
        assert_eq!(row.unwrap()["unverified"], true);
    }
    // next to a token known by its address one that looks like it is none
    let world = held(vec![line("Tether USD", "USDT", usdt), line("Tether USD", "USDT", other)]);
    let marks: Vec<Value> = world.slice("tokens")["list"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| json!([row["address"], row["unverified"]]))
        .collect();
    assert!(marks.contains(&json!([format!("eip155:1337:{usdt}"), false])), "{marks:?}");
    assert!(marks.contains(&json!([format!("eip155:1337:{other}"), true])), "{marks:?}");
    // names of its own are its own
    for (name, symbol) in [
        ("Wrapped Ether", "WETH"),
        ("Lido Staked Ether", "stETH"),
        ("USD Coin", "USDC"),
        ("Tether USD", "USDT"),
    ] {
        let world = held(vec![line(name, symbol, other)]);
        let rows = world.slice("tokens")["list"].clone();
        assert!(rows.as_array().unwrap().iter().all(|row| row["unverified"] == false), "{symbol}");
    }
}

/// `n` tokens no one would miss, then a million of one.
fn rich_behind_dust(n: usize) -> Vec<Value> {
    let dust = (0..n).map(|at| line(&format!("DUST{at}"), &format!("{:x}", at + 0x1000), 18, "1", "0.01"));
    let mut all: Vec<Value> = dust.collect();
    let mut free = line("FREE", "a1", 18, "5", "1");
    free.as_object_mut().unwrap().remove("price");
    let mut fake = line("FAKE", "a2", 18, "7", "9");
    fake["symbol"] = json!("ETH");
    all.extend([fake, free, line("USDC", "a3", 6, "1000000", "1")]);
    all
}

// req: 1.15, 3.9
#[test]
fn totals_and_searches_all_tokens() {
    let world = World::with_chain(|chain| {
        let mut all = rich_behind_dust(150);
        all.push(chain.tokens.borrow().first().cloned().unwrap_or(json!(null)));
        *chain.tokens.borrow_mut() = all;
    });
    let slice = world.slice("tokens");
    assert_eq!(slice["total"], "$1,030,001.50", "10 ETH, a million USDC and 150 cents");
    let shown = symbols(&world);
    assert_eq!((shown.len(), &shown[..2]), (100, &["ETH".to_owned(), "USDC".to_owned()][..]));
    assert_eq!(slice["more"], "54", "what is not drawn is counted");
    let account = world.slice("accounts")["list"][0].clone();
    assert_eq!(account["tokenCount"], 154);
    assert_eq!(account["tokenBalance"].as_array().unwrap().len(), 100);
    world.open("Send");
    let found = |text: &str| -> Vec<String> {
        world.dispatch(json!({"type": "send.search", "text": text}));
        let list = world.slice("send")["tokens"].clone();
        list.as_array().unwrap().iter().map(|item| item["symbol"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(found("dust149"), ["DUST149"]);
    assert_eq!(world.slice("send")["more"], Value::Null);
    let last: Vec<String> = found("").into_iter().chain(found("fake")).chain(found("free")).collect();
    assert_eq!(&last[100..], ["ETH", "FREE"], "{last:?}");
    assert_eq!(found("")[..2], ["ETH", "USDC"]);
    assert_eq!(world.slice("send")["more"], "54");
}

// req: 3.9
#[test]
fn lists_priced_tokens_first_and_lookalikes_last() {
    let world = World::with_chain(|chain| *chain.tokens.borrow_mut() = rich_behind_dust(2));
    assert_eq!(symbols(&world), ["ETH", "USDC", "DUST0", "DUST1", "FREE", "ETH"]);
    assert_eq!(world.slice("tokens")["list"][5]["unverified"], true);
}

// req: 8.15
#[test]
fn shows_that_a_response_was_too_long() {
    let world = World::with_chain(|chain| chain.tokens.borrow_mut().clear());
    world.served(|request| {
        let is_balance = is_balance(request);
        is_balance.then(|| -> wallet_engine::ports::Local<_> {
            Box::pin(async { Err(wallet_engine::ports::http::HttpFault::TooLarge) })
        })
    });
    world.pass(31_000);
    refresh(&world);
    let slice = world.slice("tokens");
    assert_eq!((&slice["tooLong"], &slice["phase"]), (&json!(true), &json!("old")));
}

// req: 8.16
#[test]
fn restores_the_retry_time_when_its_account_returns() {
    let world = World::with_token(6, "12.5");
    world.pass(30_001);
    world.chain.data_status.set(500);
    refresh(&world);
    let at = world.slice("tokens")["retryAt"].clone();
    assert!(at.is_number());
    world.chain.data_status.set(200);
    for (network, expected) in [("eip155:1338", &Value::Null), ("eip155:1337", &at)] {
        let switched = world.dispatch(json!({"type": "networks.switch", "network": network}));
        assert!(world.settled(&switched).is_ok());
        world.open("Account");
        assert_eq!(&world.slice("account")["balance"]["retryAt"], expected, "{network}");
    }
}
