//! What others say the same thing is: checksums (EIP-55), calldata and amounts, from the EIP, from ethers' test cases and from viem; Solana
//! transactions, from its libraries. The lists are written by scripts/vectors.mjs; their licences are in them.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may stop at the first fault"
)]

use serde_json::Value;
use wallet_engine::amount::{Amount, AmountFault, quantity};
use wallet_engine::caip::{ChainId, Namespace};
use wallet_engine::namespaces::clauses::Clause;
use wallet_engine::namespaces::effects::{Effect, EffectKind, EffectText, HowMuch};
use wallet_engine::namespaces::eip155;
use wallet_engine::namespaces::eip155::codec::offchain::{Batch, OffchainLookup, Question, failed};
use wallet_engine::namespaces::eip155::codec::transfer::{DECIMALS, balance_of, read, request};
use wallet_engine::namespaces::names::Written;
use wallet_engine::namespaces::solana;
use wallet_engine::namespaces::transfer::Transfer;
use wallet_engine::namespaces::{self, AddressFault};

fn viem() -> Value {
    serde_json::from_str(include_str!("vectors/viem.json")).unwrap()
}

fn ethers() -> Value {
    serde_json::from_str(include_str!("vectors/ethers.json")).unwrap()
}

fn list(value: &Value, name: &str) -> Vec<Value> {
    let list = value[name].as_array().unwrap().clone();
    assert!(!list.is_empty(), "{name}");
    list
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap()
}

fn amount(units: &str, decimals: u8) -> Amount {
    let whole = Amount::parse(units, 0).unwrap();
    Amount::new(whole.units, decimals)
}

fn decimals(value: &Value) -> u8 {
    u8::try_from(value["decimals"].as_u64().unwrap()).unwrap()
}

fn checksum(address: &str) -> Result<String, AddressFault> {
    namespaces::of(Namespace::Eip155).address(address)
}

fn transfer_of(to: &str, units: Amount, token: Option<&str>) -> Transfer {
    let token = token.map(ToString::to_string);
    let from = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed".into();
    Transfer {
        from,
        to: to.into(),
        token,
        amount: units,
        memo: None,
        references: Vec::new(),
        chain: ChainId::evm(1),
    }
}

/// The examples of the EIP: all caps, all lower, and normal ones.
const EIP_55: [&str; 8] = [
    "0x52908400098527886E0F7030069857D2E4169EE7",
    "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
    "0xde709f2102306220921060314715629080e2fb77",
    "0x27b1fdb04752bbc536007a920d24acb045561c26",
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
    "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
    "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
];

// req: 5.16
#[test]
fn checksums_the_examples_of_eip_55() {
    for address in EIP_55 {
        assert_eq!(checksum(address).as_deref(), Ok(address));
        assert_eq!(checksum(&address[2..]).as_deref(), Ok(address), "0x is optional");
        assert_eq!(checksum(&address.to_lowercase()).as_deref(), Ok(address));
        assert_eq!(checksum(&address[2..].to_uppercase()).as_deref(), Ok(address));
        assert_eq!(checksum(&format!("0X{}", &address[2..])), Err(AddressFault::Form), "lower-case x only");
        // one letter in the other case isn't a checksum any more
        for (at, letter) in address.char_indices().skip(2).filter(|(_, c)| c.is_ascii_alphabetic()) {
            let mut wrong = address.to_owned();
            let other = if letter.is_ascii_uppercase() {
                letter.to_ascii_lowercase()
            } else {
                letter.to_ascii_uppercase()
            };
            wrong.replace_range(at..=at, &other.to_string());
            let is_mixed = wrong[2..].chars().any(|c| c.is_ascii_lowercase())
                && wrong[2..].chars().any(|c| c.is_ascii_uppercase());
            if is_mixed {
                assert_eq!(checksum(&wrong), Err(AddressFault::Checksum), "{wrong}");
            }
        }
    }
}

// req: 5.16
#[test]
fn checksums_addresses_like_ethers_and_viem() {
    for item in list(&ethers(), "addresses").iter().chain(&list(&viem(), "addresses")) {
        let (plain, checksummed) = (text(item, "plain"), text(item, "checksummed"));
        assert_eq!(checksum(plain).as_deref(), Ok(checksummed));
        assert_eq!(checksum(checksummed).as_deref(), Ok(checksummed));
    }
}

#[test]
fn parses_and_formats_amounts_like_ethers() {
    for (name, decimals) in [("ether", 18), ("gwei", 9)] {
        let cases = list(&ethers(), if name == "ether" { "units" } else { "gwei" });
        for case in cases {
            let (given, wei) = (text(&case, name), text(&case, "wei"));
            if given.starts_with('-') {
                assert_eq!(Amount::parse(given, decimals), Err(AmountFault::NotANumber), "{given}");
                continue;
            }
            let parsed = Amount::parse(given, decimals).unwrap();
            assert_eq!(parsed.units.to_string(), wei, "{}", case["name"]);
            if let Some(format) = case.get("ether_format").and_then(Value::as_str) {
                assert_eq!(parsed.to_decimal(), format.strip_suffix(".0").unwrap_or(format));
            }
        }
    }
}

#[test]
fn formats_amounts_like_viem() {
    for item in list(&viem(), "formats") {
        let amount = amount(text(&item, "units"), decimals(&item));
        assert_eq!(amount.to_decimal(), text(&item, "text"), "{item}");
        assert_eq!(Amount::parse(text(&item, "text"), amount.decimals), Ok(amount));
    }
}

#[test]
fn parses_amounts_like_viem() {
    for item in list(&viem(), "parses") {
        let parsed = Amount::parse(text(&item, "text"), decimals(&item)).unwrap();
        assert_eq!(parsed.units.to_string(), text(&item, "units"), "{item}");
    }
}

// req: 1.20
#[test]
fn encodes_and_decodes_transfers_like_viem() {
    for item in list(&viem(), "transfers") {
        let (to, token) = (text(&item, "to"), text(&item, "token"));
        let meant = transfer_of(to, amount(text(&item, "units"), 6), Some(token));
        let asked = request(&meant);
        assert_eq!(asked[0]["data"], item["data"]);
        assert_eq!((asked[0]["to"].as_str(), asked[0]["value"].as_str()), (Some(token), Some("0x0")));
        assert_eq!(read(&asked, 6, Some(token)), Ok(meant));
        // the very data of viem says the same thing
        let mut foreign = asked.clone();
        foreign[0]["data"] = item["data"].clone();
        assert_eq!(read(&foreign, 6, Some(token)).unwrap().to, to);
        let native = request(&transfer_of(to, amount(text(&item, "units"), 18), None));
        assert_eq!(native[0]["value"], item["value"]);
        assert_eq!(native[0].get("data"), None);
    }
}

#[test]
fn encodes_balance_calls_like_viem() {
    let vectors = viem();
    assert_eq!(vectors["decimals"], DECIMALS);
    for item in list(&vectors, "balances") {
        let owner = eip155::parse(text(&item, "owner")).unwrap();
        assert_eq!(balance_of(owner), text(&item, "data"));
    }
}

#[test]
fn encodes_and_decodes_words_like_solidity() {
    let mut seen = [0; 3];
    for case in list(&ethers(), "abi") {
        let types: Vec<&str> =
            case["types"].as_array().unwrap().iter().map(|t| t.as_str().unwrap()).collect();
        let values: Vec<&str> =
            case["values"].as_array().unwrap().iter().map(|v| v.as_str().unwrap()).collect();
        let result = text(&case, "result");
        match types.as_slice() {
            ["uint"] => {
                assert_eq!(quantity(result).unwrap().to_string(), values[0], "{case}");
                seen[0] += 1;
            }
            ["address"] => {
                let owner = eip155::parse(values[0]).unwrap();
                assert_eq!(balance_of(owner), format!("0x70a08231{}", &result[2..]));
                seen[1] += 1;
            }
            ["address", "uint"] => {
                let to = checksum(values[0]).unwrap();
                let token = EIP_55[0];
                let asked = request(&transfer_of(&to, amount(values[1], 0), Some(token)));
                assert_eq!(asked[0]["data"], format!("0xa9059cbb{}", &result[2..]));
                seen[2] += 1;
            }
            other => panic!("{other:?}"),
        }
    }
    assert!(seen.iter().all(|count| *count >= 5), "{seen:?}");
}

/// ENSIP-15, as its library has it: a name of ASCII characters is what it makes of it, or is refused as it is there; all others are left to
/// the library. A name that is hashed from another text leads to someone else.
// req: 10.56
#[test]
fn normalizes_names_like_ensip_15() {
    let vectors: Value = serde_json::from_str(include_str!("vectors/names.json")).unwrap();
    let (mut taken, mut refused, mut lettered) = (0, 0, 0);
    for name in list(&vectors, "names") {
        let (typed, theirs) = (text(&name, "typed"), name["normalised"].as_str());
        match eip155::rules::names::read(typed) {
            Some(Written::Name(ours)) => {
                assert_eq!(Some(ours.as_str()), theirs, "{typed:?}");
                taken += 1;
            }
            Some(Written::Wrong(fault)) => {
                assert_eq!(theirs, None, "{typed:?} {fault:?}");
                refused += 1;
            }
            Some(Written::Lettered(_)) => {
                assert!(!typed.is_ascii());
                lettered += 1;
            }
            None => assert!(!typed.contains('.'), "{typed:?}"),
        }
    }
    assert!(taken > 300 && refused > 300 && lettered > 150, "{taken} {refused} {lettered}");
}

fn solana_facts(case: &Value) -> solana::reader::instructions::Facts {
    let key = |text: &Value| solana::reader::effects::key(text.as_str().unwrap()).unwrap();
    let table = |of: &Value| {
        let keys = of["addresses"].as_array().unwrap().iter().map(key).collect();
        (key(&of["key"]), solana::reader::instructions::Table { keys, is_closing: false })
    };
    let tables = case["tables"].as_array().unwrap().iter().map(table).collect();
    solana::reader::instructions::Facts { tables, ..Default::default() }
}

/// What an effect says, as the vectors have it; only what the expected one names.
fn said(effect: &Effect, expected: &Value) -> Value {
    let amount = match effect.amount {
        Some(HowMuch::Any) => "any".into(),
        Some(HowMuch::Units(units)) => units.to_string().into(),
        _ => Value::Null,
    };
    let words = match &effect.words {
        Some(EffectText::Name(text) | EffectText::Text(text) | EffectText::Invoked(text)) => {
            text.clone().into()
        }
        None => Value::Null,
    };
    let of = |name: &str| match name {
        "kind" => serde_json::to_value(effect.kind).unwrap(),
        "risk" => serde_json::to_value(effect.risk).unwrap(),
        "power" => serde_json::to_value(effect.power).unwrap(),
        "party" => serde_json::to_value(&effect.party).unwrap(),
        "token" => serde_json::to_value(effect.token()).unwrap(),
        "amount" => amount.clone(),
        "text" => words.clone(),
        name => panic!("{name}"),
    };
    expected.as_object().unwrap().keys().map(|name| (name.clone(), of(name))).collect()
}

// req: 10.44
#[test]
fn reads_solana_requests_as_their_libraries_built_them() {
    let vectors: Value = serde_json::from_str(include_str!("vectors/solana.json")).unwrap();
    let (from, chain) = (text(&vectors, "from"), ChainId::parse("solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"));
    let cases = list(&vectors, "cases");
    let mut by_table = 0;
    for case in &cases {
        let name = text(case, "name");
        let request = serde_json::json!({ "transaction": case["transaction"] });
        let read = |facts: &solana::reader::instructions::Facts| {
            let method = "solana_signTransaction";
            solana::reader::effects::read(method, &request, from, chain.as_ref().unwrap(), facts).effects
        };
        let effects = read(&solana_facts(case));
        let is_own =
            |effect: &&Effect| !matches!(effect.kind, EffectKind::Fee | EffectKind::Clause(Clause::Durable));
        let own: Vec<&Effect> = effects.iter().filter(is_own).collect();
        let steps: Vec<Value> =
            case["steps"].as_array().unwrap().iter().flat_map(|of| of.as_array().unwrap().clone()).collect();
        let mut receivers: Vec<_> = own.iter().filter(|effect| effect.kind == EffectKind::Send).collect();
        receivers.dedup_by_key(|effect| effect.party.clone());
        assert_eq!(own.len(), steps.len(), "{name}: {own:?}");
        for (effect, expected) in own.iter().zip(&steps) {
            let mut expected = expected.clone();
            if receivers.len() > 2 && expected["kind"] == "send" && expected["risk"] == "normal" {
                expected["risk"] = "review".into();
            }
            assert_eq!(said(effect, &expected), expected, "{name}");
        }
        let is_durable = effects.iter().any(|effect| effect.is(Clause::Durable));
        assert_eq!(is_durable, name.starts_with("nonce, advanced"), "{name}");
        // without its tables nothing is lighter, and it is said
        let unresolved = read(&solana::reader::instructions::Facts::default());
        if effects != unresolved {
            by_table += 1;
            assert!(unresolved.iter().any(|effect| effect.is(Clause::AddressTable)), "{name}");
            let highest = |effects: &[Effect]| effects.iter().map(|effect| effect.risk).max();
            assert!(highest(&unresolved) >= highest(&effects), "{name}");
        }
    }
    assert!(by_table > 50, "{by_table}");
}

// req: 10.27
#[test]
fn builds_and_reads_solana_transfers_like_their_libraries() {
    use solana::codec::{wire::Transaction, written::unsigned};
    use solana::money::transfer::{Plan, Tokens, What, associated, is_on_curve, message, read};
    use solana::reader::effects::key;
    let vectors: Value = serde_json::from_str(include_str!("vectors/solana-transfers.json")).unwrap();
    let mut referring = 0;
    for case in &list(&vectors, "cases") {
        let of = |name: &str| key(text(case, name)).unwrap();
        let number = |name: &str| -> u64 { text(case, name).parse().unwrap() };
        let (from, to, units) = (of("from"), of("to"), number("units"));
        let what = case.get("mint").map_or(What::Coin(units), |_| {
            What::Token(Tokens {
                program: of("program"),
                mint: of("mint"),
                source: of("source"),
                destination: associated(&to, &of("program"), &of("mint")).unwrap(),
                is_opened: case["isOpened"] == true,
                units,
                decimals: case["decimals"].as_u64().unwrap() as u8,
                withheld: case["withheld"].as_str().map(|kept| kept.parse().unwrap()),
            })
        });
        let memo = case["memo"].as_str().map(String::from);
        let references: Vec<_> = case["references"]
            .as_array()
            .unwrap()
            .iter()
            .map(|of| key(of.as_str().unwrap()).unwrap())
            .collect();
        referring += usize::from(!references.is_empty());
        let plan = Plan { from, to, what, memo, references, price: case["price"].as_u64() };
        let built = message(&plan).unwrap();
        assert_eq!(walletconnect::base64::encode(&unsigned(&built)), case["transaction"], "{case}");
        assert_eq!(is_on_curve(&to), case["isPerson"] == true, "{case}");
        let again = Transaction::read(&unsigned(&built)).unwrap().message;
        let moved = read(&again, &from, &to).unwrap();
        assert_eq!((moved.units.to_string(), moved.memo), (units.to_string(), plan.memo), "{case}");
        assert_eq!(moved.references, plan.references, "{case}");
        let token = case.get("mint").map(|mint| mint.as_str().unwrap().into());
        let decimals = case["decimals"].as_u64().map(|of| of as u8);
        assert_eq!((moved.token, moved.decimals), (token, decimals), "{case}");
        assert_eq!(moved.withheld.map(|of| of.to_string()).as_deref(), case["withheld"].as_str(), "{case}");
        assert_eq!(moved.is_opened, case["isOpened"] == true, "{case}");
        // of another sender, for another receiver
        assert_eq!((read(&again, &to, &to), read(&again, &from, &from)), (None, None), "{case}");
    }
    assert!(referring > 50, "{referring}");
}

fn cosmos() -> Value {
    serde_json::from_str(include_str!("vectors/cosmos.json")).unwrap()
}

// req: 10.34
#[test]
fn verifies_cosmjs_signatures_for_their_account_only() {
    use wallet_engine::namespaces::cosmos::sign_in::signed;
    let all = list(&cosmos(), "signed");
    for (place, case) in all.iter().enumerate() {
        let (address, words, answer) = (text(case, "address"), text(case, "text"), &case["answer"]);
        let with = |change: &dyn Fn(&mut Value)| {
            let mut answer = answer.clone();
            change(&mut answer);
            signed(address, words, &answer.to_string())
        };
        assert!(signed(address, words, &answer.to_string()), "{address} {words}");
        // wallets call a key of Ethereum so, too, and chains have their own names for it
        let is_of_ethereum = case["isOfEthereum"] == true;
        let named = |kind: &str| with(&|answer| answer["pub_key"]["type"] = kind.into());
        assert!(named("tendermint/PubKeySecp256k1"));
        assert_eq!(named("ethermint/PubKeyEthSecp256k1"), is_of_ethereum);
        assert_eq!(named("injective/PubKeyEthSecp256k1"), is_of_ethereum);
        // one message has one signature
        assert!(!with(&|answer| answer["signature"] = case["high"].clone()), "{address}");
        assert!(!signed(address, &format!("{words} "), &answer.to_string()));
        let other = &all[(place + 1) % all.len()];
        assert!(!signed(text(other, "address"), words, &answer.to_string()), "{address}");
        assert!(!with(&|answer| answer["pub_key"] = other["answer"]["pub_key"].clone()), "{address}");
        for bad in [Value::Null, "".into(), "AA==".into(), 7.into(), "A".repeat(4096).into()] {
            assert!(!with(&|answer| answer["signature"] = bad.clone()), "{bad}");
            assert!(!with(&|answer| answer["pub_key"]["value"] = bad.clone()), "{bad}");
        }
    }
    assert!(!signed("", "", "") && !signed("cosmos1", "x", "{}"));
}

// req: 1.13
#[test]
fn validates_cosmjs_accounts_for_their_network_only() {
    for case in list(&cosmos(), "accounts") {
        let (prefix, address) = (text(&case, "prefix"), text(&case, "address"));
        assert!(namespaces::of(Namespace::Cosmos).address(address).is_ok(), "{address}");
        let is_on = |chain: &str, address: &str| {
            namespaces::checked_address::is_address(&ChainId::parse(chain).unwrap(), None, address)
        };
        assert_eq!(is_on("cosmos:cosmoshub-4", address), prefix == "cosmos", "{address}");
        assert_eq!(is_on("cosmos:osmosis-1", address), prefix == "osmo", "{address}");
        // of a network that is not known here any prefix counts, and the sum does
        assert!(is_on("cosmos:elsewhere-1", address));
        let last = if address.ends_with('q') { "p" } else { "q" };
        let mistyped = format!("{}{last}", &address[..address.len() - 1]);
        assert!(!is_on("cosmos:elsewhere-1", &mistyped), "{mistyped}");
    }
}

// req: 10.44
#[test]
fn reads_cosmjs_documents_alike_in_both_encodings() {
    use wallet_engine::namespaces::cosmos::reader::effects::read;
    let chain = ChainId::parse("cosmos:cosmoshub-4").unwrap();
    let mut both = 0;
    for case in list(&cosmos(), "documents") {
        let from = text(&case, "from");
        let of = |method: &str, document: &Value| {
            let params = serde_json::json!({"signerAddress": from, "signDoc": document});
            read(method, &params, from, &chain).effects
        };
        let effects = of("cosmos_signDirect", &case["direct"]);
        let is_beside =
            |effect: &&Effect| matches!(effect.kind, EffectKind::Fee | EffectKind::Clause(Clause::Note));
        let found: Vec<Value> = effects
            .iter()
            .filter(|effect| !is_beside(effect))
            .map(|effect| {
                let Some(HowMuch::Units(units)) = effect.amount else { panic!("{effect:?}") };
                serde_json::json!([effect.kind, units.to_string(), effect.token(), effect.party])
            })
            .collect();
        assert_eq!(Value::Array(found), case["says"], "{case}");
        if !case["amino"].is_null() {
            both += 1;
            assert_eq!(of("cosmos_signAmino", &case["amino"]), effects, "{case}");
        }
    }
    assert!(both > 20, "{both}");
}

// req: 10.56
#[test]
fn encodes_and_decodes_universal_resolver_calls_like_viem() {
    let vectors: Value = serde_json::from_str(include_str!("vectors/ens.json")).unwrap();
    for call in list(&vectors, "calls") {
        let coin = u32::try_from(call["coin"].as_u64().unwrap()).unwrap();
        assert_eq!(
            eip155::codec::resolver::address_of(text(&call, "name"), coin),
            text(&call, "data"),
            "{call}"
        );
    }
    let account = alloy_primitives::Address::repeat_byte(0x11);
    assert_eq!(eip155::codec::resolver::name_of(&account, 0x8000_2105), text(&vectors, "reverse"));
    let hex = |value: &Value| alloy_primitives::hex::decode(value.as_str().unwrap()).unwrap();
    let lookup = OffchainLookup::read(&hex(&vectors["revert"])).unwrap();
    assert_eq!(lookup.question.sender, eip155::codec::resolver::UNIVERSAL);
    let batch = lookup.question.batch().unwrap();
    let theirs: Vec<Question> = list(&vectors, "queries")
        .iter()
        .map(|query| Question {
            sender: eip155::parse(text(query, "sender")).unwrap(),
            urls: list(query, "urls").iter().map(|url| url.as_str().unwrap().into()).collect(),
            data: hex(&query["data"]),
        })
        .collect();
    assert_eq!(batch.0, theirs);
    let answers: Vec<_> = list(&vectors, "answers")
        .iter()
        .map(|answer| match answer {
            Value::Null => Err(failed(404, "The name's gateway")),
            answer => Ok(hex(answer)),
        })
        .collect();
    let response = Batch::answered(&answers);
    assert_eq!(response, hex(&vectors["response"]));
    assert_eq!(lookup.checked(&response), text(&vectors, "checked"));
}
