//! What a service has built is read and bounded before it is shown (docs/spec/security.md T8): every lie is blocked, and no one is asked.

use crate::support::market::*;
use crate::support::*;
use serde_json::{Value, json};

type Lie = fn(&mut Built);

fn blocked(world: &World) {
    let reviewed = world.dispatch(json!({"type": "swap.review"}));
    let error = world.settled(&reviewed).unwrap_err();
    assert_eq!(error.to_string(), "This swap can't be checked");
    let slice = world.slice("swap");
    assert_eq!((world.view().as_str(), &slice["preview"]), ("Swap", &Value::Null));
    assert_eq!(slice["error"]["message"], "This swap can't be checked");
    assert_eq!(world.wallets.count("eth_sendTransaction"), 0);
}

const LIES: &[(&str, Lie)] = &[
    ("somebody else sends", |built| built.from = BOB.into()),
    ("another network", |built| built.chain = "eip155:1338".into()),
    ("another router", |built| built.to = BOB.into()),
    ("the token is called", |built| built.to = USDC.into()),
    ("another source", |built| built.source = DAI.into()),
    ("another target", |built| built.target = DAI.into()),
    ("source and target are the same", |built| built.target = built.source.clone()),
    ("somebody else receives", |built| built.receiver = BOB.into()),
    ("the router itself receives", |built| built.receiver = ROUTER.into()),
    ("more is taken", |built| built.amount += 1),
    ("less is taken", |built| built.amount -= 1),
    ("less is promised", |built| built.minimum = built.minimum * 99 / 100),
    ("a hundredth less than promised", |built| built.minimum -= 1_000_000),
    ("nothing is promised", |built| built.minimum = 0),
    ("in part", |built| built.flags = 1),
    ("by permit", |built| built.flags = 4),
    ("unknown flags", |built| built.flags = 1 << 77),
    ("another call", |built| built.data = Some(built.data().replacen("07ed2379", "83800a8e", 1))),
    ("an approval", |built| {
        built.data = Some(format!("0x095ea7b3{}{:064x}", word_of(BOB), u128::MAX));
    }),
    ("bytes after the end", |built| built.data = Some(built.data() + &"00".repeat(32))),
    ("a byte after the end", |built| built.data = Some(built.data() + "00")),
    ("a byte short", |built| built.data = Some(built.data()[..built.data().len() - 2].into())),
    ("no data", |built| built.data = Some("0x".into())),
    ("no hex", |built| built.data = Some("0xzz".into())),
    ("no prefix", |built| built.data = Some(built.data()[2..].into())),
    ("the list of bytes begins elsewhere", |built| {
        let data = built.data();
        let at = 2 + 8 + 8 * 64;
        built.data = Some(format!("{}{:064x}{}", &data[..at], 10 * 32, &data[at + 64..]));
    }),
    ("something above an address", |built| {
        let data = built.data();
        let at = 2 + 8 + 4 * 64;
        built.data = Some(format!("{}1{}", &data[..at], &data[at + 1..]));
    }),
    ("something in the padding", |built| {
        let data = built.data();
        built.data = Some(format!("{}1", &data[..data.len() - 1]));
    }),
    ("a huge one", |built| built.data = Some(built.data() + &"ab".repeat(30_000))),
];

// req: 10.12
#[test]
fn blocks_a_built_swap_that_does_anything_else() {
    for (what, lie) in LIES {
        for (source, target, amount) in [("native", "USDC", "1"), ("USDC", "native", "250")] {
            let (world, market) = World::at_market();
            market.allowance.set(u128::MAX);
            *market.lie.borrow_mut() = Some(Box::new(lie));
            world.swap_form(source, target, amount);
            println!("{what}: {source}");
            blocked(&world);
        }
    }
}

#[test]
fn blocks_a_built_approval_for_anyone_else() {
    const OF_APPROVALS: &[(&str, Lie)] = &[
        ("somebody else may take it", |built| built.receiver = BOB.into()),
        ("another token", |built| (built.to, built.from) = (DAI.into(), BOB.into())),
        ("another network", |built| built.chain = "eip155:1338".into()),
        ("it transfers", |built| built.data = Some(format!("0xa9059cbb{}{:064x}", word_of(ROUTER), 1))),
        ("more than an approval", |built| {
            built.data = Some(format!("0x095ea7b3{}{:064x}{:064x}", word_of(ROUTER), 1, 1));
        }),
        ("no data", |built| built.data = Some("0x".into())),
    ];
    for (what, lie) in OF_APPROVALS {
        let (world, market) = World::at_market();
        *market.lie_of_approve.borrow_mut() = Some(Box::new(lie));
        world.swap_form("USDC", "native", "250");
        println!("{what}");
        blocked(&world);
    }
    // services differ in which end they call the token
    let (world, market) = World::at_market();
    *market.lie_of_approve.borrow_mut() =
        Some(Box::new(|built| core::mem::swap(&mut built.to, &mut built.from)));
    world.swap_previewed("USDC", "native", "250");
    // and the amount is ours
    assert!(world.settled(&world.swap_confirm()).is_ok());
    let asked = world.wallets.last("eth_sendTransaction").unwrap();
    assert_eq!(asked[0]["data"], format!("0x095ea7b3{}{:064x}", word_of(ROUTER), 250_000_000));
}

#[test]
fn offers_no_swap_on_a_network_without_a_pinned_router() {
    for (networks, routers) in [
        (json!([]), json!({"eip155:1337": [ROUTER]})),
        (json!(["eip155:1337"]), json!({})),
        (json!(["eip155:1337"]), json!({"eip155:1338": [ROUTER]})),
    ] {
        let mut options = options_of_market();
        options["experimentalSwapNetworks"] = networks;
        options["swapRouters"] = routers;
        let world = World::with(options, Default::default());
        world.join();
        world.open("Account");
        assert!(!world.slice("account")["actions"].as_array().unwrap().contains(&json!("swaps")));
        let opened = world.dispatch(json!({"type": "router.open", "view": "Swap"}));
        assert_eq!(world.settled(&opened).unwrap_err().to_string(), "Network not supported for Swaps");
        assert_eq!(world.view(), "Account");
    }
}

// 10.27: between the preview and the wallet nothing may change what is asked
#[test]
fn blocks_a_swap_transaction_with_another_value() {
    let ether = 1_000_000_000_000_000_000_u64;
    for (source, target, amount, value, is_taken) in [
        ("native", "USDC", "1", json!(null), true),
        ("native", "USDC", "1", json!("0"), true),
        ("native", "USDC", "1", json!("0x0"), true),
        ("native", "USDC", "1", json!(ether.to_string()), true),
        ("native", "USDC", "1", json!(format!("{ether:#x}")), true),
        ("native", "USDC", "1", json!(ether), true),
        ("native", "USDC", "1", json!((ether + 1).to_string()), false),
        ("native", "USDC", "1", json!((ether - 1).to_string()), false),
        ("native", "USDC", "1", json!("1"), false),
        ("native", "USDC", "1", json!("all"), false),
        ("native", "USDC", "1", json!("0xzz"), false),
        ("native", "USDC", "1", json!({}), false),
        ("native", "USDC", "1", json!(true), false),
        ("USDC", "native", "100", json!("0"), true),
        ("USDC", "native", "100", json!("100000000"), false),
        ("USDC", "native", "100", json!("0x1"), false),
    ] {
        let (world, market) = World::at_market();
        let what = format!("{source} {value}");
        *market.lie.borrow_mut() = Some(Box::new(move |built| built.value = Some(value.clone())));
        market.allowance.set(u128::MAX);
        world.swap_form(source, target, amount);
        if is_taken {
            let reviewed = world.dispatch(json!({"type": "swap.review"}));
            assert!(world.settled(&reviewed).is_ok(), "{what}");
            assert_eq!(world.view(), "SwapPreview", "{what}");
        } else {
            blocked(&world);
        }
    }
}

fn listed(address: &str, symbol: &str, name: &str, decimals: u8) -> Value {
    json!({"name": name, "symbol": symbol, "address": format!("eip155:1337:{address}"), "decimals": decimals, "logoUri": ""})
}

// The service calls the coin DAI, with other decimals: the form names it as the network does, also if the node is silent.
// req: 10.12
#[test]
fn names_the_coin_of_a_swap_by_its_network() {
    for is_silent in [false, true] {
        let (world, market) = World::at_market();
        let list = json!([listed(NATIVE, "DAI", "Dai", 16), listed(USDC, "USDC", "USD Coin", 6)]);
        market.bodies.borrow_mut().push(("/v1/convert/tokens", json!({ "tokens": list })));
        market.is_silent.set(is_silent);
        world.swap_form("native", "USDC", "1");
        let source = world.slice("swap")["source"].clone();
        assert_eq!(
            (&source["symbol"], &source["name"], &source["decimals"]),
            (&json!("ETH"), &json!("Ether"), &json!(18)),
            "{is_silent}"
        );
    }
}

// req: 10.12
#[test]
fn marks_a_contract_that_copies_the_coins_name() {
    let (world, market) = World::at_market();
    let list = json!([
        listed(DAI, "ETH", "Ether", 18),
        listed("0x00000000000000000000000000000000000000a1", "XYZ", "Ethereum", 18),
        listed(USDC, "USDC", "USD Coin", 6),
        listed(NATIVE, "ETH", "Ether", 18),
    ]);
    market.bodies.borrow_mut().push(("/v1/convert/tokens", json!({ "tokens": list })));
    world.swap_form("ETH", "USDC", "1");
    world.dispatch(json!({"type": "swap.select", "side": "toToken"}));
    let slice = world.slice("swap");
    assert_eq!(slice["source"]["id"], "native", "the symbol of the coin means the coin");
    let suggested: Vec<&Value> =
        slice["suggested"].as_array().unwrap().iter().map(|row| &row["id"]).collect();
    assert_eq!(suggested[0], "native", "the contract stands before it in the list");
    assert!(suggested.iter().all(|id| !id.as_str().unwrap().contains(DAI)));
    let marked: Vec<&Value> =
        slice["others"].as_array().unwrap().iter().map(|row| &row["unverified"]).collect();
    assert_eq!(marked, [&json!(true), &json!(true)]);
}

// A list of twelve thousand tokens: each part of it is drawn as far as its limit, and held ones have a separate part.
// req: 10.44
#[test]
fn caps_a_list_of_thousands_of_tokens() {
    let (world, market) = World::at_market();
    let many = (0..12_000).map(|n| listed(&format!("0x{n:040x}"), &format!("T{n}"), "Token", 18));
    let list: Vec<Value> = [listed(NATIVE, "ETH", "Ether", 18), listed(USDC, "USDC", "USD Coin", 6)]
        .into_iter()
        .chain(many)
        .collect();
    market.bodies.borrow_mut().push(("/v1/convert/tokens", json!({ "tokens": list })));
    world.swap_form("native", "USDC", "1");
    let count = |of: &str| world.slice("swap")[of].as_array().unwrap().len();
    assert_eq!((count("held"), count("others"), world.slice("swap")["isCut"].clone()), (2, 200, json!(true)));
    for (text, there) in [("T3997", 1), ("T3998", 0)] {
        world.dispatch(json!({"type": "swap.search", "text": text}));
        assert_eq!(count("others"), there, "{text}: 4,000 are taken, the coin and USDC among them");
    }
}

// req: 10.12
#[test]
fn shows_base_units_and_a_warning_for_swapped_labels() {
    let (world, market) = World::at_market();
    let says = |token: &str, symbol: &str| {
        let key = (token.to_lowercase(), SYMBOL.to_owned());
        market.contracts.borrow_mut().insert(key, string_of(symbol).as_str().unwrap().into());
    };
    says(USDC, "DAI");
    says(DAI, "USDC");
    world.swap_previewed(&format!("eip155:1337:{USDC}"), &format!("eip155:1337:{DAI}"), "50");
    let swap = world.slice("swap");
    let named = |doubt: &Value| (doubt["listed"].clone(), doubt["network"].clone());
    let expected = [(json!("USDC"), json!("DAI")), (json!("DAI"), json!("USDC"))];
    for doubts in [&swap["tokenDoubts"], &swap["preview"]["tokenDoubts"]] {
        let found: Vec<_> = doubts.as_array().unwrap().iter().map(named).collect();
        assert_eq!(found, expected);
    }
    let preview = &swap["preview"];
    assert_eq!((&preview["gives"], &preview["givesSymbol"]), (&json!("50,000,000"), &json!("units")));
    assert_eq!((&preview["getsSymbol"], &preview["getsWorth"]), (&json!("units"), &Value::Null));
    // a swap of 50 USDC for some 50 DAI: every digit of a base unit is shown
    let digits =
        |text: &str| preview[text].as_str().unwrap().split(' ').next().unwrap().replace(',', "").len();
    assert_eq!((digits("gets"), digits("expected"), &preview["getsWhole"]), (20, 20, &Value::Null));
    assert_eq!(preview["tokenDoubts"][0]["units"], "50,000,000");
}

// req: 10.12
#[test]
fn rejects_a_token_list_with_wrong_decimals() {
    let (world, market) = World::at_market();
    let token = json!({"name": "USD Coin", "symbol": "USDC", "address": format!("eip155:1337:{USDC}"), "decimals": 18, "logoUri": ""});
    let coin = json!({"name": "Ether", "symbol": "ETH", "address": format!("eip155:1337:{NATIVE}"), "decimals": 18, "logoUri": ""});
    market.bodies.borrow_mut().push(("/v1/convert/tokens", json!({ "tokens": [coin, token] })));
    world.swap_form("native", "USDC", "1");
    let slice = world.slice("swap");
    assert_eq!((&slice["check"], &slice["tokenError"]), (&json!("token_refused"), &json!("decimals")));
    assert_eq!(slice["refusedTokens"], json!(["USDC"]), "it is said which one");
    assert!(world.settled(&world.dispatch(json!({"type": "swap.review"}))).is_err());
}

// T7
#[test]
fn rejects_a_listed_token_that_no_other_source_confirms() {
    for (from, to, refused) in [("USDC", "native", vec!["USDC"]), ("USDC", "DAI", vec!["USDC", "DAI"])] {
        let (world, _market) = World::at_market();
        let mut alone = network(1337, "Demo Chain");
        alone["rpcUrls"] = json!({"default": {"http": ["http://localhost:4002/node"]}});
        world.dispatch(json!({"type": "options.update", "options": {"networks": [alone]}}));
        world.open("Account");
        world.swap_form(from, to, "1");
        let slice = world.slice("swap");
        assert_eq!((&slice["check"], &slice["tokenError"]), (&json!("token_refused"), &json!("witness")));
        assert_eq!(slice["refusedTokens"], json!(refused));
    }
}

// T7: decimals are the contract's; a list alone is one witness
#[test]
fn previews_only_after_the_contracts_report_their_decimals() {
    for (source, target) in [("USDC", "native"), ("native", "USDC")] {
        let (world, market) = World::at_market();
        world.chain.node_down.set(true);
        market.is_silent.set(true);
        world.swap_form(source, target, "1");
        world.pass(20_000);
        let reviewed = world.dispatch(json!({"type": "swap.review"}));
        assert!(world.settled(&reviewed).is_err(), "{source}");
        assert_eq!((world.view().as_str(), world.asked("build-transaction")), ("Swap", 0), "{source}");
        // and once they have, it goes on
        world.chain.node_down.set(false);
        market.is_silent.set(false);
        world.dispatch(json!({"type": "swap.reload"}));
        world.pass(1_000);
        assert!(world.settled(&world.dispatch(json!({"type": "swap.review"}))).is_ok(), "{source}");
    }
}

// a press that was made for what was on the screen before
#[test]
fn ignores_a_click_for_an_earlier_step_or_price() {
    let (world, market) = World::at_market();
    world.swap_previewed("native", "USDC", "1");
    let before = json!({"type": "swap.confirm", "step": 0, "revision": 0});
    market.price.set(2_000);
    world.pass(10_000);
    assert_eq!(world.slice("swap")["preview"]["gets"], "1,980");
    for press in
        [before, json!({"type": "swap.confirm", "step": 1, "revision": 1}), json!({"type": "swap.confirm"})]
    {
        world.dispatch(press.clone());
        assert_eq!(world.wallets.count("eth_sendTransaction"), 0, "{press}");
    }
    assert!(world.settled(&world.swap_confirm()).is_ok());
    assert_eq!(world.wallets.count("eth_sendTransaction"), 1);
}
