use super::*;
use crate::namespaces::effects::Says;
use serde_json::json;

const ALICE: &str = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const BOB: &str = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const USDC: &str = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
const POOL: &str = "0x5FbDB2315678afecb367f032d93F642f64180aa3";

fn word(address: &str) -> String {
    alloc::format!("{:0>64}", address.trim_start_matches("0x").to_lowercase())
}

fn units(number: u64) -> String {
    alloc::format!("{number:064x}")
}

fn file(key: &str, format: Value) -> Value {
    let mut formats = serde_json::Map::new();
    formats.insert(key.into(), format);
    json!({
        "context": {"contract": {"deployments": [{"chainId": 1337, "address": POOL}]}},
        "metadata": {
            "constants": {"usdc": USDC, "most": "1000"},
            "enums": {"mode": {"1": "Stable", "2": "Variable"}},
        },
        "display": {
            "definitions": {"given": {"label": "You give", "format": "tokenAmount", "params": {"token": "$.metadata.constants.usdc"}}},
            "formats": formats,
        },
    })
}

fn selector(key: &str) -> String {
    hex::encode(Function::parse(key).unwrap().selector())
}

/// The description of a call to the pool.
fn say(file: &Value, data: &str) -> Option<SiteDescription> {
    let chain = ChainId::evm(1337);
    let site = Site { descriptors: core::slice::from_ref(file), chain: Some(&chain), from: ALICE };
    site.of_call(POOL, U256::from(5u64), data)
}

fn texts(said: &SiteDescription) -> Vec<(String, String)> {
    let text = |shown: &FactValue| match shown {
        FactValue::Text(text) | FactValue::Address(text) => text.clone(),
        FactValue::Coin(units) => alloc::format!("{units} wei"),
        FactValue::Token { units, token, note } => alloc::format!("{units} of {token} {note:?}"),
    };
    said.facts.iter().map(|fact| (fact.label.clone(), text(&fact.shown))).collect()
}

const STAKE: &str = "stake(uint256 amount,address to,uint8 mode)";

fn stake() -> Value {
    json!({"intent": "Stake", "fields": [
        {"path": "amount", "$ref": "$.display.definitions.given"},
        {"path": "#.to", "label": "For", "format": "addressName"},
        {"path": "mode", "label": "Rate", "format": "enum", "params": {"$ref": "$.metadata.enums.mode"}},
        {"path": "@.value", "label": "Paid", "format": "amount"},
    ]})
}

fn staked(more: &str) -> String {
    [&selector(STAKE), &units(7), &word(BOB), &units(2), more].concat()
}

// req: 10.12
#[test]
fn describes_a_call_in_its_descriptors_words() {
    let said = say(&file(STAKE, stake()), &staked("")).unwrap();
    assert_eq!((said.intent.as_str(), said.left_out), ("Stake", 0));
    let expected = [
        ("You give", alloc::format!("7 of {USDC} None")),
        ("For", BOB.into()),
        ("Rate", "Variable".into()),
        ("Paid", "5 wei".into()),
    ];
    assert_eq!(texts(&said), expected.map(|(label, text)| (label.to_string(), text)));
    // the same with the selector of an ABI, and with a signature without names
    let abi = json!([{"type": "event", "name": "x"}, {"type": "function", "name": "stake", "inputs": [
        {"name": "amount", "type": "uint256"}, {"name": "to", "type": "address"}, {"name": "mode", "type": "uint8"}]}]);
    for key in ["0x".to_string() + &selector(STAKE), "stake(uint256,address,uint8)".into()] {
        let mut with_abi = file(&key, stake());
        with_abi["context"]["contract"]["abi"] = abi.clone();
        assert_eq!(say(&with_abi, &staked("")).unwrap(), said, "{key}");
        assert_eq!(say(&file(&key, stake()), &staked("")), None, "{key}: nobody says which is which");
    }
}

// req: 10.12
#[test]
fn describes_nothing_unless_the_call_data_is_read_completely() {
    let file = file(STAKE, stake());
    for data in [
        staked("00"),
        staked(&units(0)),
        staked("")[..staked("").len() - 2].to_string(),
        // a mode above its type, an address with higher bits, a number without a name
        [&selector(STAKE), &units(7), &word(BOB), &units(258), ""].concat(),
        [&selector(STAKE), &units(7), &"f".repeat(64), &units(2), ""].concat(),
        [&selector(STAKE), &units(7), &word(BOB), &units(3), ""].concat(),
        selector(STAKE),
        "0x".to_string() + &staked(""),
        "zz".into(),
        String::new(),
    ] {
        assert_eq!(say(&file, &data), None, "{data}");
    }
    assert!(say(&file, &staked("")).is_some());
}

#[test]
fn applies_a_descriptor_only_to_its_contract_and_network() {
    let file = file(STAKE, stake());
    let of = |chain: u64, to: &str| {
        let chain = ChainId::evm(chain);
        let site = Site { descriptors: core::slice::from_ref(&file), chain: Some(&chain), from: ALICE };
        site.of_call(to, U256::ZERO, &staked("")).is_some()
    };
    assert!(of(1337, POOL) && of(1337, &POOL.to_lowercase()));
    assert!(!of(1338, POOL) && !of(1337, BOB));
    assert_eq!(
        Site { descriptors: core::slice::from_ref(&file), ..Site::default() }.of_call(
            POOL,
            U256::ZERO,
            &staked("")
        ),
        None
    );
}

// req: 10.12
#[test]
fn never_lets_a_descriptor_describe_a_known_call() {
    for key in [
        "approve(address to,uint256 amount)",
        "transfer(address to,uint256 amount)",
        "increaseAllowance(address to,uint256 amount)",
    ] {
        let harmless = json!({"intent": "Claim your reward", "fields": [], "excluded": ["to", "amount"]});
        let file = file(key, harmless);
        assert_eq!(fault(&file), None);
        // also with trailing data, which a token ignores
        for more in [String::new(), units(1)] {
            assert_eq!(
                say(&file, &[&selector(key), &word(BOB), &units(7), more.as_str()].concat()),
                None,
                "{key}"
            );
        }
    }
}

#[test]
fn describes_a_call_only_if_each_value_is_shown_or_excluded() {
    let two = "put(uint256 a,uint256 b)";
    let data = [selector(two), units(1), units(2)].concat();
    let with = |more: Value| {
        let mut format = json!({"intent": "Put", "fields": [{"path": "a", "label": "A"}]});
        format.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        say(&file(two, format), &data).map(|said| said.left_out)
    };
    assert_eq!(with(json!({})), None, "b was forgotten");
    assert_eq!(with(json!({"excluded": ["b"]})), Some(1));
    assert_eq!(with(json!({"excluded": ["b", "c.[0]"], "required": ["a"]})), Some(1));
    assert_eq!(with(json!({"excluded": ["b"], "required": ["b"]})), None, "required, and not shown");
    assert_eq!(with(json!({"excluded": ["b"], "required": ["c"]})), None, "required, and not there");
    let never = json!({"fields": [{"path": "a", "label": "A"}, {"path": "b", "visible": "never"}]});
    assert_eq!(with(never), Some(1));
}

#[test]
fn follows_lists_tuples_and_slices() {
    let key = "fill((address token,uint256 amount)[] orders,bytes path,bytes32[2] ids,string note)";
    let order = |token: &str, amount: u64| [word(token), units(amount)].concat();
    let path = alloc::format!("{}000bb8{}", &USDC[2..].to_lowercase(), &BOB[2..].to_lowercase());
    let data = [
        selector(key),
        units(5 * 32),
        units(5 * 32 + 5 * 32),
        "11".repeat(32),
        "22".repeat(32),
        units(5 * 32 + 5 * 32 + 3 * 32),
        units(2),
        order(USDC, 7),
        order(BOB, 8),
        units(43),
        alloc::format!("{path:0<128}"),
        units(2),
        alloc::format!("{:0<64}", "6869"),
    ]
    .concat();
    let format = json!({"intent": {"Do": "Fill", "Now": "yes"}, "fields": [
        {"path": "orders.[]", "fields": [
            {"path": "amount", "label": "Amount", "format": "tokenAmount", "params": {"tokenPath": "token", "threshold": "8"}},
        ]},
        {"path": "orders.[].amount", "label": "Each", "format": "tokenAmount", "params": {"tokenPath": "#.orders.[].token"}},
        {"path": "orders.[-1].amount", "label": "Last"},
        {"path": "path.[0:20]", "label": "From", "format": "addressName"},
        {"path": "path.[-20:]", "label": "To", "format": "addressName"},
        {"path": "ids", "label": "Id"},
        {"path": "note", "label": "Note"},
    ]});
    let said = say(&file(key, format.clone()), &data).unwrap();
    assert_eq!((said.intent.as_str(), said.left_out), ("Do: Fill, Now: yes", 1), "the path is shown in part");
    let shown = texts(&said).into_iter().map(|(label, text)| alloc::format!("{label}: {text}"));
    let expected = [
        alloc::format!("Amount: 7 of {USDC} None"),
        alloc::format!("Amount: 8 of {BOB} Some(\"Unlimited\")"),
        alloc::format!("Each: 7 of {USDC} None"),
        alloc::format!("Each: 8 of {BOB} None"),
        "Last: 8".into(),
        alloc::format!("From: {USDC}"),
        alloc::format!("To: {BOB}"),
        alloc::format!("Id: 0x{}", "11".repeat(32)),
        alloc::format!("Id: 0x{}", "22".repeat(32)),
        "Note: hi".into(),
    ];
    assert_eq!(shown.collect::<Vec<_>>(), expected);
    // an offset that points back, or past the end: a contract might read it differently
    let moved = data.replacen(&units(5 * 32), &units(6 * 32), 1);
    assert_eq!(say(&file(key, format), &moved), None);
}

#[test]
fn formats_values_exactly_or_not_at_all() {
    let key = "set(uint256 a)";
    let show = |number: &str, format: &str, params: Value| {
        let format = json!({"intent": "Set", "fields": [{"path": "a", "label": "A", "format": format, "params": params}]});
        let said = say(&file(key, format), &[&selector(key), number].concat());
        said.map(|said| texts(&said).remove(0).1)
    };
    let all = "f".repeat(64);
    for (number, format, params, expected) in [
        (units(90_061), "duration", json!({}), Some("1 d 1 h 1 min 1 s")),
        (units(0), "duration", json!({}), Some("0 s")),
        (units(3_600), "duration", json!({}), Some("1 h")),
        (units(1_700_000_000), "date", json!({"encoding": "timestamp"}), Some("2023-11-14 22:13 UTC")),
        (units(u64::MAX), "date", json!({"encoding": "timestamp"}), Some("18446744073709551615")),
        (units(19), "date", json!({"encoding": "blockheight"}), Some("#19")),
        (units(125), "unit", json!({"base": "%", "decimals": 2}), Some("1.25%")),
        (units(12_000), "unit", json!({"base": "km"}), Some("12,000 km")),
        (units(1), "unit", json!({"base": "km", "decimals": 300}), None),
        (units(1), "unit", json!({}), None),
        (
            units(12),
            "nftName",
            json!({"collection": BOB}),
            Some("#12 · 0x70997970C51812dc3A010C7d01b50e0d17dc79C8"),
        ),
        (units(12), "nftName", json!({}), Some("#12")),
        (units(1), "enum", json!({"$ref": "$.metadata.enums.mode"}), Some("Stable")),
        (units(1), "enum", json!({"$ref": "$.metadata.enums.none"}), None),
        (units(1), "addressName", json!({}), None),
        (units(1), "tokenAmount", json!({}), Some("1 units")),
        (units(1), "tokenAmount", json!({"token": "0x12"}), None),
        (units(1), "tokenAmount", json!({"tokenPath": "b"}), None),
        (
            units(1),
            "tokenAmount",
            json!({"token": USDC, "nativeCurrencyAddress": ["$.metadata.constants.usdc"]}),
            Some("1 wei"),
        ),
        (
            units(1_000),
            "tokenAmount",
            json!({"token": USDC, "threshold": "$.metadata.constants.most", "message": "All"}),
            Some("1000 of 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48 Some(\"All\")"),
        ),
        (
            all.clone(),
            "raw",
            json!({}),
            Some("115792089237316195423570985008687907853269984665640564039457584007913129639935"),
        ),
    ] {
        assert_eq!(show(&number, format, params.clone()).as_deref(), expected, "{number} {format} {params}");
    }
    let signed = "set(int24 a)";
    let format = json!({"intent": "Set", "fields": [{"path": "a", "label": "A"}]});
    let of = |number: &str| say(&file(signed, format.clone()), &[&selector(signed), number].concat());
    assert_eq!(texts(&of(&all).unwrap())[0].1, "-1");
    assert_eq!(texts(&of(&["f".repeat(58).as_str(), "800000"].concat()).unwrap())[0].1, "-8388608");
    assert_eq!(of(&["f".repeat(58).as_str(), "7fffff"].concat()), None);
}

// req: 10.12
#[test]
fn describes_typed_data_by_its_signed_types() {
    let types = json!({"EIP712Domain": [], "Order": [{"name": "maker", "type": "Maker"}, {"name": "price", "type": "uint256"}],
        "Maker": [{"name": "owner", "type": "address"}]});
    let data = json!({"types": types, "primaryType": "Order", "domain": {"name": "Shop", "chainId": 1337, "verifyingContract": POOL},
        "message": {"maker": {"owner": BOB}, "price": "7"}});
    let format = json!({"intent": "Sell", "fields": [{"path": "maker.owner", "label": "Seller"}, {"path": "price", "label": "Price", "format": "amount"}]});
    let of = |key: &str, context: Value, data: &Value| {
        let mut file = file(key, format.clone());
        file["context"] = json!({ "eip712": context });
        assert_eq!(fault(&file), None);
        let chain = ChainId::evm(1337);
        Site { descriptors: &[file], chain: Some(&chain), from: ALICE }.of_typed(data)
    };
    let deployed = json!({"deployments": [{"chainId": 1337, "address": POOL}]});
    let written = "Order(Maker maker,uint256 price)Maker(address owner)";
    for key in [written, "Order"] {
        let said = of(key, deployed.clone(), &data).unwrap();
        assert_eq!(
            texts(&said),
            [("Seller".to_string(), BOB.to_string()), ("Price".to_string(), "7 wei".into())]
        );
    }
    assert_eq!(of("Order(uint256 price)", deployed.clone(), &data), None);
    let with = |name: &str, value: Value| {
        let mut context = deployed.clone();
        context[name] = value;
        of("Order", context, &data).is_some()
    };
    assert!(with(
        "domain",
        json!({"name": "Shop", "chainId": 1337, "verifyingContract": POOL.to_lowercase()})
    ));
    assert!(!with("domain", json!({"name": "Another"})) && !with("domain", json!({"version": "1"})));
    assert!(!with("domain", json!({"chainId": 1})) && !with("domain", json!({"verifyingContract": BOB})));
    assert!(with("schemas", json!(["https://example.com/schema", {"primaryType": "Order", "types": types}])));
    assert!(!with(
        "schemas",
        json!([{"primaryType": "Order", "types": {"Order": [{"name": "price", "type": "uint256"}]}}])
    ));
    for (place, value) in [
        ("/message/price", json!("-7")),
        ("/message/price", json!("1e3")),
        ("/message/price", json!(true)),
        ("/message/maker", json!({"owner": BOB, "more": 1})),
        ("/message/maker/owner", json!("0x12")),
        ("/domain/verifyingContract", json!(BOB)),
        ("/types/Maker", json!([{"name": "owner", "type": "Maker"}])),
        ("/types/Maker", json!([{"name": "owner", "type": "uint7"}])),
    ] {
        let mut wrong = data.clone();
        *wrong.pointer_mut(place).unwrap() = value;
        assert_eq!(of("Order", deployed.clone(), &wrong), None, "{place}");
    }
}

#[test]
fn names_the_error_of_an_invalid_descriptor() {
    let good = file(STAKE, stake());
    assert_eq!(fault(&good), None);
    let with = |place: &str, value: Value| {
        let mut file = good.clone();
        *file.pointer_mut(place).unwrap() = value;
        assert_eq!(say(&file, &staked("")), None, "one that is wrong is not used: {place}");
        fault(&file)
    };
    let deployments = "/context/contract/deployments";
    let key = "/display/formats/stake(uint256 amount,address to,uint8 mode)";
    let field = [key, "/fields/1"].concat();
    let deep = (0..20).fold(json!(1), |inner, _| json!([inner]));
    for (place, value, words) in [
        ("/metadata/constants", json!({"a": "x".repeat(70_000)}), "is larger"),
        ("/metadata/constants", deep, "nests too deeply"),
        ("/context", json!({}), "needs context"),
        ("/context", json!({"contract": {}, "eip712": {}}), "needs context"),
        (deployments, json!([]), "needs deployments"),
        (deployments, json!([{"chainId": "1337", "address": POOL}]), "needs deployments"),
        (deployments, json!([{"chainId": 1337, "address": "pool.eth"}]), "needs deployments"),
        ("/display/formats", json!({}), "needs display.formats"),
        ("/display/formats", json!({"stake(uint7 a)": stake()}), "has a format whose key isn't a function"),
        ("/display/formats", json!({"0x12345678": stake()}), "has a format whose key isn't a function"),
        (key, json!({"fields": []}), "without an intent"),
        (key, json!({"intent": "\u{202e}\u{200b}", "fields": []}), "without an intent"),
        (key, json!({"intent": "Stake"}), "without fields"),
        (&field, json!({"label": "A"}), "without a path"),
        (&field, json!({"path": "to"}), "without a label"),
        (&field, json!({"path": "to", "label": "A", "format": "calldata"}), "with an unsupported format"),
        (
            &field,
            json!({"path": "to", "$ref": "$.display.definitions.none"}),
            "a definition that doesn't exist",
        ),
        (&field, json!({"fields": vec![json!({"path": "to", "label": "A"}); 70]}), "too many fields"),
    ] {
        let fault = with(place, value.clone()).unwrap_or_default();
        assert!(fault.contains(words), "{place} {value}: {fault:?}");
    }
    let nested = |levels: usize| {
        let innermost = json!({"path": "to", "label": "A"});
        let field_of = (0..levels).fold(innermost, |inner, _| json!({"path": "#", "fields": [inner]}));
        let mut file = good.clone();
        *file.pointer_mut(&field).unwrap() = field_of;
        fault(&file)
    };
    assert_eq!(nested(5), None);
    assert!(nested(6).unwrap().contains("nests too deeply"));
    let mut more = good.clone();
    more["includes"] = json!("https://example.com/more.json");
    assert!(fault(&more).unwrap().contains("includes"));
    assert_eq!(faults(&[good.clone(), json!({}), good]).iter().map(|(at, _)| *at).collect::<Vec<_>>(), [1]);
}

// B12
#[test]
fn cleans_foreign_text() {
    let key = "say(string words)";
    let data = |words: &str| {
        let bytes = hex::encode(words);
        let length = bytes.len().div_ceil(64) * 64;
        alloc::format!("{}{}{}{bytes:0<length$}", selector(key), units(32), units(words.len() as u64))
    };
    let format = json!({"intent": "Pay\u{202e}<b>me</b>\u{200b}", "fields": [{"path": "words", "label": "\u{2066}To\u{0}"}]});
    let said = |words: &str| texts(&say(&file(key, format.clone()), &data(words)).unwrap()).remove(0);
    assert_eq!(say(&file(key, format.clone()), &data("x")).unwrap().intent, "Pay<b>me</b>", "markup is text");
    assert_eq!(said("a\u{202e}b"), ("To".into(), "ab".into()));
    assert_eq!(said(&"x".repeat(500)).1.chars().count(), 161, "and that it was cut is seen");
    assert_eq!(said("").1, "");
}

#[test]
fn parses_signatures_as_people_write_them() {
    let canonical = |text: &str| Function::parse(text).map(|function| function.canonical());
    for (text, expected) in [
        ("transfer(address,uint256)", "transfer(address,uint256)"),
        ("function transfer(address to, uint value)", "transfer(address,uint256)"),
        (
            " f ( ( uint8[2][] a , tuple(bytes b) c )[] d, string memory e ) ",
            "f((uint8[2][],(bytes))[],string)",
        ),
        ("claim()", "claim()"),
    ] {
        assert_eq!(canonical(text).as_deref(), Some(expected), "{text}");
    }
    assert_eq!(Function::parse("transfer(address,uint256)").unwrap().selector(), [0xa9, 0x05, 0x9c, 0xbb]);
    let deep = ["f", &"(".repeat(12), "uint8 a", &")".repeat(12)].concat();
    for bad in [
        "",
        "f",
        "f(",
        "(uint8)",
        "f(uint8",
        "f(uint8))",
        "f(uint8,)",
        "f(uint0)",
        "f(uint7)",
        "f(uint264)",
        "f(uint08)",
        "f(bytes0)",
        "f(bytes33)",
        "f(())",
        "f(uint8[0])",
        "f(uint8[-1])",
        "f(uint256[99999999999])",
        "f(fixed128x18)",
        "f(uint8) returns (bool)",
        &deep,
        &["f(", &"uint8,".repeat(200), "uint8)"].concat(),
        &["f(uint8", &"[1]".repeat(9), ")"].concat(),
    ] {
        assert_eq!(canonical(bad), None, "{bad}");
    }
}
