//! One session, several families: what a wallet is asked for, what it grants, and requests of each family over the relay.

use crate::paired::Paired;
use crate::paired::wallet::{ADDRESS, Wallet};
use crate::support;
use crate::support::World;
use serde_json::{Value, json};
use wallet_engine::error::Error;
use wallet_engine::flow::Join;
use wallet_engine::namespaces::solana;

const SOLANA: &str = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp";
const BITCOIN: &str = "bip122:000000000019d6689c085ae165831e93";
const POLKADOT: &str = "polkadot:91b171bb158e2d3848fa23a9f1c25182";
const COSMOS: &str = "cosmos:cosmoshub-4";
const FAMILIES: [(&str, &str); 4] = [
    (SOLANA, "9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g"),
    (BITCOIN, "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"),
    (POLKADOT, "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5"),
    (COSMOS, "cosmos1vqpjljwsynsn58dugz0w8ut7kun7t8ls2qkmsq"),
];

fn family(chain: &str) -> &str {
    chain.split(':').next().unwrap()
}

fn address(chain: &str) -> &'static str {
    FAMILIES.iter().find(|(known, _)| *known == chain).unwrap().1
}

fn options() -> Value {
    let mut options = support::options();
    for (chain, _) in FAMILIES {
        let network = json!({"id": chain.split_once(':').unwrap().1, "caipNetworkId": chain, "chainNamespace": family(chain),
            "name": family(chain), "nativeCurrency": {"name": "Coin", "symbol": "COIN", "decimals": 9}, "testnet": true,
            "rpcUrls": {"default": {"http": ["http://localhost:9999"]}}});
        options["networks"].as_array_mut().unwrap().push(network);
    }
    options
}

/// A document that takes nothing from anyone.
fn rewards() -> Value {
    json!({"account_number": "7", "chain_id": COSMOS.split_once(':').unwrap().1, "fee": {"amount": [], "gas": "200000"},
        "memo": "", "sequence": "1", "msgs": [{"type": "cosmos-sdk/MsgWithdrawDelegationReward",
            "value": {"delegator_address": address(COSMOS), "validator_address": "cosmosvaloper1sjllsnramtg3ewxqwwrwjxfgc4n4ef9u2lcnj0"}}]})
}

fn grant(chain: &str, methods: &[&str]) -> Value {
    json!({"chains": [chain], "accounts": [format!("{chain}:{}", address(chain))],
        "methods": methods, "events": ["accountsChanged", "chainChanged"]})
}

fn grants() -> Value {
    let mut granted = Paired::grants(&[1337]);
    granted["solana"] = grant(
        SOLANA,
        &[
            "solana_signMessage",
            "solana_signTransaction",
            "solana_signAllTransactions",
            "solana_signAndSendTransaction",
        ],
    );
    granted["bip122"] = grant(BITCOIN, &["sendTransfer", "signMessage", "signPsbt", "getAccountAddresses"]);
    granted["polkadot"] = grant(POLKADOT, &["polkadot_signTransaction", "polkadot_signMessage"]);
    granted["cosmos"] = grant(COSMOS, &["cosmos_getAccounts", "cosmos_signDirect", "cosmos_signAmino"]);
    granted
}

fn connected(options: Value, grants: Value) -> (Paired, Wallet) {
    let mut it = Paired::over(World::with(options, Default::default()));
    let attempt = it.choose();
    let mut wallet = it.scan();
    wallet.say_yes(&mut it.relay);
    it.pump();
    wallet.settle(&mut it.relay, grants);
    it.pump();
    it.world.settled(&attempt).unwrap();
    knows_no_addresses(&mut it, &mut wallet);
    (it, wallet)
}

/// Where it is asked what its Bitcoin addresses are for, it has no answer: requests come after that one.
fn knows_no_addresses(it: &mut Paired, wallet: &mut Wallet) {
    for word in wallet.inbox(&it.relay) {
        if word["params"]["request"]["method"] == "getAccountAddresses" {
            wallet.answer_error(&mut it.relay, word["id"].as_u64().unwrap(), 4200, "No.");
        }
    }
    it.pump();
}

fn accounts(it: &Paired) -> Vec<(String, String)> {
    let list = it.world.slice("accounts")["list"].as_array().unwrap().clone();
    let text = |account: &Value, name: &str| account[name].as_str().unwrap_or_default().to_owned();
    let found = list.iter().map(|account| (text(account, "namespace"), text(account, "caipAddress")));
    let mut found: Vec<_> = found.filter(|(_, address)| !address.is_empty()).collect();
    found.sort();
    found
}

/// The user continues with a request that can't be read, and with a Solana request, which is always read first.
fn request(it: &mut Paired, family: &str, method: &str, params: Value) -> Join {
    let join = it.world.engine.request(family, method, params);
    it.pump();
    let review = it.world.slice("review");
    let is_unread = review["lines"][0]["effect"] == "unread" || family == "solana";
    if review["id"].is_number() && is_unread && review["phase"] == "review" {
        it.world.dispatch(json!({"type": "review.confirm", "id": review["id"]}));
        it.pump();
    }
    join
}

/// What the wallet was asked: chain, method, params, and the id to answer.
fn asked(it: &Paired, wallet: &mut Wallet) -> (String, String, Value, u64) {
    let seen = wallet.inbox(&it.relay).pop().expect("the wallet is asked");
    let request = &seen["params"]["request"];
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let id = seen["id"].as_u64().unwrap();
    (text(&seen["params"]["chainId"]), text(&request["method"]), request["params"].clone(), id)
}

// req: 1.9, 1.10, 1.11, 1.12, 1.13
#[test]
fn requests_each_namespace_with_its_own_methods() {
    let mut it = Paired::over(World::with(options(), Default::default()));
    it.choose();
    let proposal = it.scan().read_proposal(&it.relay);
    let asked = &proposal["params"]["optionalNamespaces"];
    for (name, method, methods) in [
        ("eip155", "wallet_grantPermissions", 26),
        ("solana", "solana_signAllTransactions", 6),
        ("bip122", "signPsbt", 4),
        ("polkadot", "polkadot_signMessage", 2),
        ("cosmos", "cosmos_signAmino", 3),
    ] {
        let list = asked[name]["methods"].as_array().unwrap();
        assert!(list.contains(&json!(method)) && list.len() == methods, "{name}: {list:?}");
        let mut events = json!(["accountsChanged", "chainChanged"]);
        match name {
            "eip155" => events.as_array_mut().unwrap().push("message".into()),
            "bip122" => events.as_array_mut().unwrap().push("bip122_addressesChanged".into()),
            _ => {}
        }
        assert_eq!(asked[name]["events"], events);
    }
    assert_eq!(asked["cosmos"]["chains"], json!([COSMOS]));
    // families that the host has left out are not asked for
    let mut options = options();
    options["adapters"] = json!(["eip155", "solana"]);
    let mut it = Paired::over(World::with(options, Default::default()));
    it.choose();
    let proposal = it.scan().read_proposal(&it.relay);
    let names: Vec<&String> = proposal["params"]["optionalNamespaces"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["eip155", "solana"]);
}

// req: 1.10, 1.11, 1.12, 1.13
#[test]
fn connects_each_granted_namespace_and_keeps_the_active_one() {
    let (it, _) = connected(options(), grants());
    let mut expected = vec![("eip155".to_owned(), format!("eip155:1337:{ADDRESS}"))];
    expected
        .extend(FAMILIES.map(|(chain, address)| (family(chain).to_owned(), format!("{chain}:{address}"))));
    expected.sort();
    assert_eq!(accounts(&it), expected);
    assert_eq!(it.world.slice("networks")["active"]["id"], 1337);
    assert_eq!(it.world.host.details("wallet-connect").len(), 5);
    // each family's connector is stored, whichever the page stays with
    for (chain, _) in FAMILIES {
        let key = format!("{}:connected_connector_id", family(chain));
        assert_eq!(it.world.record(&key), Some(json!("walletConnect")), "{key}");
    }
    // nothing of a family the host has left out
    let mut without = options();
    without["adapters"] = json!(["eip155"]);
    let (it, _) = connected(without, grants());
    assert_eq!(accounts(&it).len(), 1);
}

#[test]
fn switches_the_page_to_the_only_granted_namespace() {
    let mut only = grants();
    only.as_object_mut().unwrap().retain(|name, _| name == "solana");
    let (it, _) = connected(options(), only);
    assert_eq!(accounts(&it), [("solana".to_owned(), format!("{SOLANA}:{}", address(SOLANA)))]);
    let account = it.world.slice("account");
    assert_eq!((&account["namespace"], &account["address"]), (&json!("solana"), &json!(address(SOLANA))));
    assert_eq!(account["actions"], json!(["receive", "send"]), "nothing that cannot be done yet");
}

#[test]
fn ignores_invalid_accounts() {
    let mut wrong = grants();
    for (chain, text) in [
        (SOLANA, "9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWl0"),
        (BITCOIN, "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3tb"),
        (POLKADOT, "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp50"),
        (COSMOS, ADDRESS),
    ] {
        wrong[family(chain)]["accounts"] = json!([format!("{chain}:{text}")]);
    }
    let (it, _) = connected(options(), wrong);
    assert_eq!(accounts(&it).len(), 1);
}

// C13, C14, C15; services.md B7
#[test]
fn checks_bytes_checksum_and_network_of_each_account() {
    let (_, bytes) = bech32::decode(address(COSMOS)).unwrap();
    let osmosis = bech32::encode::<bech32::Bech32>(bech32::Hrp::parse("osmo").unwrap(), &bytes).unwrap();
    for (chain, texts) in [
        // 33 bytes, 31 bytes
        (
            SOLANA,
            ["zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz", "22222222222222222222222222222222222222222"],
        ),
        // one letter wrong; right, and of the test network
        (
            BITCOIN,
            ["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5", "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"],
        ),
        (BITCOIN, ["1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3", "mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn"]),
        // one letter wrong; right, and of Kusama
        (
            POLKADOT,
            [
                "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp6",
                "HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F",
            ],
        ),
        // one letter wrong; right, and of another chain
        (COSMOS, ["cosmos1vqpjljwsynsn58dugz0w8ut7kun7t8ls2qkmsp", osmosis.as_str()]),
    ] {
        for text in texts {
            let mut wrong = grants();
            let right = format!("{chain}:{}", address(chain));
            wrong[family(chain)]["accounts"] = json!([format!("{chain}:{text}")]);
            let (it, _) = connected(options(), wrong.clone());
            assert!(accounts(&it).iter().all(|(name, _)| name != family(chain)), "{text}");
            // and it takes no other along
            wrong[family(chain)]["accounts"] = json!([format!("{chain}:{text}"), right]);
            let (it, _) = connected(options(), wrong);
            assert_eq!(accounts(&it).iter().filter(|(_, caip)| *caip == right).count(), 1, "{text}");
        }
    }
}

// req: 7.40, 1.10
#[test]
fn signs_solana_messages_and_transactions_in_the_wallet() {
    let (mut it, mut wallet) = connected(options(), grants());
    let key = address(SOLANA);
    let payer = solana::reader::effects::key(key).unwrap();
    let (message, _) =
        solana::codec::written::message(payer, &[([0; 32], vec![(payer, true)], vec![4, 0, 0, 0])], None);
    let transaction = walletconnect::base64::encode(&solana::codec::written::unsigned(&message));
    let own = request(&mut it, "solana", "solana_getAccounts", json!({}));
    assert_eq!(it.world.json(&own), json!([{"pubkey": key}]));
    assert!(wallet.inbox(&it.relay).is_empty(), "answered here");
    for (method, params, answer) in [
        (
            "solana_signMessage",
            json!({"message": "37u9WtQpcm6ULa3Vmu7ySnANv", "pubkey": key}),
            json!({"signature": "2Lb"}),
        ),
        (
            "solana_signTransaction",
            json!({"transaction": transaction, "feePayer": key}),
            json!({"signature": "2Lb", "transaction": transaction}),
        ),
        (
            "solana_signAllTransactions",
            json!({"transactions": [transaction, transaction]}),
            json!({"transactions": [transaction, transaction]}),
        ),
        (
            "solana_signAndSendTransaction",
            json!({"transaction": transaction, "options": {"skipPreflight": true}}),
            json!({"signature": "2Lb"}),
        ),
    ] {
        let join = request(&mut it, "solana", method, params.clone());
        let (chain, seen, given, id) = asked(&it, &mut wallet);
        // what is said of sending has its name there
        let mut standard = params;
        if let Some(options) = standard.as_object_mut().unwrap().remove("options") {
            standard["sendOptions"] = options;
        }
        assert_eq!((chain.as_str(), seen.as_str(), &given), (SOLANA, method, &standard));
        wallet.answer(&mut it.relay, id, answer.clone());
        it.pump();
        assert_eq!(it.world.json(&join), answer, "{method}");
    }
    // refused here: another key, a method of another family, one no one knows
    for (method, params, error) in [
        (
            "solana_signMessage",
            json!({"message": "2Lb", "pubkey": "11111111111111111111111111111111"}),
            Error::BadParams { field: "pubkey".into() },
        ),
        ("personal_sign", json!(["0x00", ADDRESS]), Error::MethodNotAllowed),
        ("solana_sign", json!({}), Error::MethodNotAllowed),
    ] {
        let join = request(&mut it, "solana", method, params);
        assert_eq!(it.world.settled(&join), Err(error), "{method}");
    }
    assert!(wallet.inbox(&it.relay).is_empty());
    let join = request(&mut it, "solana", "solana_signMessage", json!({"message": "2Lb", "pubkey": key}));
    let (.., id) = asked(&it, &mut wallet);
    wallet.answer_error(&mut it.relay, id, 5000, "User rejected.");
    it.pump();
    assert_eq!(it.world.settled(&join), Err(Error::SignatureDeclined));
}

/// Bytes as JSON makes them of an array of bytes.
fn by_place(bytes: &[u8]) -> Value {
    bytes.iter().enumerate().map(|(at, byte)| (at.to_string(), json!(byte))).collect()
}

// A mobile wallet answers with what it likes: a host gets no transaction but those it asked for.
// req: 10.44, 10.59
#[test]
fn rejects_a_different_transaction_from_a_mobile_wallet() {
    let payer = solana::reader::effects::key(address(SOLANA)).unwrap();
    let transaction = |number: u8| {
        let told = [([0; 32], vec![(payer, true)], vec![4, 0, 0, number])];
        walletconnect::base64::encode(&solana::codec::written::unsigned(
            &solana::codec::written::message(payer, &told, None).0,
        ))
    };
    let [one, two, other] = [0, 1, 2].map(transaction);
    let bytes = walletconnect::base64::decode(&other).unwrap();
    let (base58, hexed) = (bs58::encode(&bytes).into_string(), alloy_primitives::hex::encode(&bytes));
    let (first, rest) = other.split_at(40);
    let spread = format!("{first}\n {}{rest}", " ".repeat(4_000));
    let url_safe = other.replace('+', "-").replace('/', "_");
    let (single, all) = ("solana_signTransaction", "solana_signAllTransactions");
    let (mut it, mut wallet) = connected(options(), grants());
    for (method, answer, is_asked) in [
        (single, json!({"signature": "2Lb", "transaction": one}), true),
        (single, json!({"signature": "2Lb"}), true),
        (single, json!({"signature": "2Lb", "transaction": other}), false),
        (single, json!({"signature": "2Lb", "transaction": one, "signedTransaction": other}), false),
        (single, json!({"transactions": [other]}), false),
        (single, json!({"result": {"transaction": other}}), false),
        (single, json!(other), false),
        (single, json!([other]), false),
        (single, json!({"signature": "2Lb", "signedTransaction": base58}), false),
        (single, json!({"signature": "2Lb", "rawTransaction": hexed}), false),
        (single, json!({"signature": "2Lb", "rawTransaction": format!("0x{hexed}")}), false),
        (single, json!({"signature": "2Lb", "signedTransaction": url_safe}), false),
        (single, json!({"signature": "2Lb", "signedTransaction": spread}), false),
        (single, json!({"signature": "2Lb", "signedTransaction": bytes}), false),
        (single, json!({"signature": "2Lb", "signedTransaction": {"type": "Buffer", "data": bytes}}), false),
        (single, json!({"signature": "2Lb", "signedTransaction": by_place(&bytes)}), false),
        (all, json!({"transactions": [one, two]}), true),
        (all, json!({"transactions": [two, one]}), false),
        (all, json!({"transactions": [one, other]}), false),
        (all, json!({"transactions": [one]}), false),
        (all, json!({"transactions": [one, two, other]}), false),
        (all, json!({"transactions": [one, two], "transaction": other}), false),
        (all, json!([one, other]), false),
    ] {
        let params =
            if method == single { json!({"transaction": one}) } else { json!({"transactions": [one, two]}) };
        let join = request(&mut it, "solana", method, params);
        let (.., id) = asked(&it, &mut wallet);
        wallet.answer(&mut it.relay, id, answer.clone());
        it.pump();
        match is_asked {
            true => assert_eq!(it.world.json(&join), answer, "{method}"),
            false => {
                assert_eq!(it.world.settled(&join), Err(Error::SignedElse { id: None }), "{method} {answer}")
            }
        }
    }
}

// What is signed is what was shown; a whole transaction next to it can't be compared.
// req: 10.44
#[test]
fn drops_extra_fields_of_a_mobile_polkadot_response() {
    let (mut it, mut wallet) = connected(options(), grants());
    let genesis = "0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3";
    let payload = json!({"address": address(POLKADOT), "genesisHash": genesis, "method": "0x0000", "era": "0x2503",
        "tip": "0x00", "nonce": "0x01", "specVersion": "0x000f4a10", "transactionVersion": "0x1a",
        "blockHash": genesis, "blockNumber": "0x01", "signedExtensions": [], "version": 4});
    for more in [json!({}), json!({"signedTransaction": "0x8400"}), json!({"signedTransaction": {"0": 132}})]
    {
        let params = json!({"address": address(POLKADOT), "transactionPayload": payload});
        let join = request(&mut it, "polkadot", "polkadot_signTransaction", params);
        let (.., id) = asked(&it, &mut wallet);
        let mut answer = json!({"id": 1, "signature": "0x01aa"});
        answer.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        wallet.answer(&mut it.relay, id, answer);
        it.pump();
        assert_eq!(it.world.json(&join), json!({"id": 1, "signature": "0x01aa"}));
    }
}

// No one has read what stands next to the bytes, and a wallet may go by it: the user is asked first, or the request is refused.
// req: 10.12
#[test]
fn reviews_or_rejects_extra_fields_of_a_request() {
    let payer = solana::reader::effects::key(address(SOLANA)).unwrap();
    let told = [([0; 32], vec![(payer, true)], vec![4, 0, 0, 0])];
    let transaction = walletconnect::base64::encode(&solana::codec::written::unsigned(
        &solana::codec::written::message(payer, &told, None).0,
    ));
    let bitcoin = address(BITCOIN);
    for (family, method, params) in [
        ("solana", "solana_signTransaction", json!({"transaction": transaction})),
        ("solana", "solana_signAllTransactions", json!({"transactions": [transaction]})),
        ("solana", "solana_signAndSendTransaction", json!({"transaction": transaction})),
        ("solana", "solana_signMessage", json!({"message": "2Lb", "pubkey": address(SOLANA)})),
        ("bip122", "signMessage", json!({"account": bitcoin, "message": "hi"})),
        (
            "bip122",
            "sendTransfer",
            json!({"account": bitcoin, "recipientAddress": bitcoin, "amount": "1000"}),
        ),
        ("polkadot", "polkadot_signMessage", json!({"address": address(POLKADOT), "message": "hi"})),
        ("cosmos", "cosmos_signAmino", json!({"signerAddress": address(COSMOS), "signDoc": rewards()})),
    ] {
        for field in ["instructions", "signedTransaction", "params", "request"] {
            let (mut it, mut wallet) = connected(options(), grants());
            let mut more = params.clone();
            more[field] = json!([{"to": "somebody"}]);
            let asked = it.world.engine.request(family, method, more);
            it.pass(30_000);
            let review = it.world.slice("review");
            let seen: Vec<Value> = wallet.inbox(&it.relay);
            let is_asked = seen.iter().any(|word| word["params"]["request"]["method"] == method);
            assert!(!is_asked, "{method} {field}: {seen:?}");
            let is_read = review["id"].is_number()
                && review["lines"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .any(|line| line.to_string().contains(field) || line["risk"] == "blocked");
            assert!(is_read || asked.is_settled(), "{method} {field}: {review}");
        }
    }
}

/// Words that sign in, as each family's wallets are asked for them.
fn words(family: &str, text: &str) -> (&'static str, Value) {
    match family {
        "eip155" => ("personal_sign", json!([alloy_primitives::hex::encode_prefixed(text), ADDRESS])),
        "solana" => {
            let message = bs58::encode(text).into_string();
            ("solana_signMessage", json!({"message": message, "pubkey": address(SOLANA)}))
        }
        "bip122" => ("signMessage", json!({"account": address(BITCOIN), "message": text})),
        _ => ("polkadot_signMessage", json!({"address": address(POLKADOT), "message": text})),
    }
}

// req: 10.12, 10.34
#[test]
fn requires_a_tick_for_a_sign_in_on_another_site_over_a_relay() {
    let (mut it, mut wallet) = connected(options(), grants());
    let (host, origin) = ("app.example", "https://app.example");
    it.world.host.page.borrow_mut().origin = origin.into();
    for (name, kind) in
        [("eip155", "Ethereum"), ("solana", "Solana"), ("bip122", "Bitcoin"), ("polkadot", "Polkadot")]
    {
        let text = |site: &str, uri: &str| {
            format!(
                "{site} wants you to sign in with your {kind} account:\nx\n\nURI: {uri}\nVersion: 1\nNonce: 1"
            )
        };
        for (text, is_elsewhere) in [
            (text("bank.example", "https://bank.example"), true),
            (text("https://bank.example", origin), true),
            (text("bank.app.example", origin), true),
            (text(host, "https://bank.example/login"), true),
            (text(host, "https://app.example@bank.example/"), true),
            (text(host, "https://app.example.bank.example"), true),
            (text(host, "https://app.example/login?to=https://bank.example"), false),
            (text(host, "https://api.app.example"), false),
            (text(host, "did:key:z6Mk"), false),
        ] {
            let (method, params) = words(name, &text);
            let join = it.world.engine.request(name, method, params);
            it.pump();
            if is_elsewhere {
                let review = it.world.slice("review");
                let line = &review["lines"][0];
                assert_eq!(
                    (&line["words"], &line["risk"]),
                    (&json!("sign_in_elsewhere"), &json!("critical")),
                    "{name} {text}"
                );
                it.world.dispatch(json!({"type": "review.confirm", "id": review["id"]}));
                it.pump();
                assert!(wallet.inbox(&it.relay).is_empty(), "not before it is ticked: {name} {text}");
                it.world.dispatch(json!({"type": "review.accept", "id": review["id"], "accepted": true}));
                it.world.dispatch(json!({"type": "review.confirm", "id": review["id"]}));
                it.pump();
            }
            let (_, seen, _, id) = asked(&it, &mut wallet);
            assert_eq!(seen, method, "{text}");
            wallet.answer_error(&mut it.relay, id, 5000, "User rejected.");
            it.pump();
            assert!(it.world.settled(&join).is_err());
        }
    }
}

// Over a relay, words of ADR-36 are a document without a chain: a host's never reaches the wallet, and one that names the chain is shown as
// what can't be read.
// req: 10.12, 10.34, 10.44
#[test]
fn detects_a_foreign_sign_in_in_an_adr36_document() {
    let mut more = grants();
    more["cosmos"]["methods"].as_array_mut().unwrap().push(json!("cosmos_signArbitrary"));
    let (mut it, mut wallet) = connected(options(), more);
    it.world.host.page.borrow_mut().origin = "https://app.example".into();
    let text = format!(
        "bank.example wants you to sign in with your Cosmos account:\n{}\n\nNonce: 1",
        address(COSMOS)
    );
    let data = walletconnect::base64::encode(text.as_bytes());
    let document = |chain: &str| {
        json!({"signerAddress": address(COSMOS), "signDoc": {"account_number": "0", "chain_id": chain,
            "fee": {"amount": [], "gas": "0"}, "memo": "", "sequence": "0",
            "msgs": [{"type": "sign/MsgSignData", "value": {"data": data, "signer": address(COSMOS)}}]}})
    };
    let shown = |it: &mut Paired, method: &str, params: Value| {
        let join = it.world.engine.request("cosmos", method, params);
        it.pump();
        let line = it.world.slice("review")["lines"][0].clone();
        it.world.dispatch(json!({"type": "review.cancel"}));
        it.pump();
        assert_eq!(it.world.settled(&join), Err(Error::UserRejected), "{method}");
        (line["effect"].clone(), line["risk"].clone())
    };
    let chain = COSMOS.split_once(':').unwrap().1;
    assert_eq!(shown(&mut it, "cosmos_signAmino", document("")), (json!("sign_in"), json!("critical")));
    assert_eq!(shown(&mut it, "cosmos_signAmino", document(chain)), (json!("unread"), json!("warning")));
    let arbitrary = json!({"signerAddress": address(COSMOS), "data": text});
    assert_eq!(shown(&mut it, "cosmos_signArbitrary", arbitrary), (json!("sign_in"), json!("critical")));
    assert!(wallet.inbox(&it.relay).is_empty());
}

// req: 10.12
#[test]
fn forwards_only_reviewed_parameters_to_a_mobile_wallet() {
    // as the host never has a request reviewed
    let mut options = options();
    options["reviewRequests"] = json!("never");
    let (mut it, mut wallet) = connected(options, grants());
    let refused = Err(Error::BadParams { field: "params".into() });
    for (chain, method, params) in [
        (SOLANA, "solana_signTransaction", json!([{"transaction": "AA=="}, {"transaction": "AQ=="}])),
        (SOLANA, "solana_signAndSendTransaction", json!([{"transaction": "AA=="}])),
        (POLKADOT, "polkadot_signMessage", json!([{"address": address(POLKADOT), "message": "hi"}])),
        (COSMOS, "cosmos_signAmino", json!([{"signerAddress": address(COSMOS), "signDoc": rewards()}])),
    ] {
        let join = request(&mut it, family(chain), method, params);
        assert_eq!(it.world.settled(&join), refused, "{method}");
    }
    for method in ["signMessage", "signPsbt", "sendTransfer"] {
        let join = request(&mut it, "bip122", method, json!([{"account": address(BITCOIN)}]));
        assert!(it.world.settled(&join).is_err(), "{method}");
    }
    assert!(wallet.inbox(&it.relay).is_empty());
    let message = json!(["0x6869", ADDRESS, "", {"from": ADDRESS, "data": "0x095ea7b3"}]);
    drop(request(&mut it, "eip155", "personal_sign", message));
    let (_, method, given, _) = asked(&it, &mut wallet);
    assert_eq!((method.as_str(), given), ("personal_sign", json!(["0x6869", ADDRESS])));
}

// req: 1.11, 1.12, 1.13
#[test]
fn sends_each_namespaces_requests_to_its_own_network() {
    let (mut it, mut wallet) = connected(options(), grants());
    for (chain, method, params) in [
        (BITCOIN, "signMessage", json!({"account": address(BITCOIN), "message": "hi"})),
        (BITCOIN, "getAccountAddresses", json!({"account": address(BITCOIN)})),
        (POLKADOT, "polkadot_signMessage", json!({"address": address(POLKADOT), "message": "hi"})),
        (COSMOS, "cosmos_getAccounts", json!({})),
        (COSMOS, "cosmos_signAmino", json!({"signerAddress": address(COSMOS), "signDoc": rewards()})),
    ] {
        let join = request(&mut it, family(chain), method, params.clone());
        let (on, seen, given, id) = asked(&it, &mut wallet);
        assert_eq!((on.as_str(), seen.as_str(), &given), (chain, method, &params));
        wallet.answer(&mut it.relay, id, json!({"signature": "x"}));
        it.pump();
        assert_eq!(it.world.json(&join), json!({"signature": "x"}), "{method}");
    }
    let other =
        request(&mut it, "bip122", "signPsbt", json!({"account": "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"}));
    assert_eq!(it.world.settled(&other), Err(Error::BadParams { field: "account".into() }));
}

/// A grant was read, and is wanted.
fn continues(it: &mut Paired) {
    it.pump();
    assert_eq!(it.world.view(), "ReviewRequest");
    let id = it.world.slice("review")["id"].clone();
    it.world.dispatch(json!({"type": "review.accept", "id": id, "accepted": true}));
    it.world.dispatch(json!({"type": "review.confirm", "id": id}));
    it.pump();
}

// req: 7.39
#[test]
fn grants_permissions_only_if_the_session_allows_the_methods() {
    let mut granted = Paired::grants(&[1337]);
    let (mut it, _) = connected(support::options(), granted.clone());
    let key = format!("0x{}", "02".repeat(33));
    let wanted = json!([{"chainId": "0x539", "address": ADDRESS, "expiry": 1_795_000_000_u64, "policies": [],
        "signer": {"type": "keys", "data": {"keys": [{"type": "secp256k1", "publicKey": key}]}},
        "permissions": [{"type": "native-token-recurring-allowance",
            "data": {"allowance": "0x1", "start": 0, "period": 86_400}}]}]);
    let refused = request(&mut it, "eip155", "wallet_grantPermissions", wanted.clone());
    continues(&mut it);
    assert_eq!(it.world.settled(&refused), Err(Error::Unauthorized), "not granted: never leaves");
    for method in ["wallet_grantPermissions", "wallet_revokePermissions"] {
        granted["eip155"]["methods"].as_array_mut().unwrap().push(json!(method));
    }
    let (mut it, mut wallet) = connected(support::options(), granted);
    for (method, params, answer) in [
        ("wallet_grantPermissions", wanted, json!({"context": "0x01", "expiry": 1_795_000_000_u64})),
        ("wallet_revokePermissions", json!([{"pci": "a"}]), json!(true)),
    ] {
        let join = request(&mut it, "eip155", method, params.clone());
        if method == "wallet_grantPermissions" {
            continues(&mut it);
        }
        let (chain, seen, given, id) = asked(&it, &mut wallet);
        assert_eq!((chain.as_str(), seen.as_str(), &given), ("eip155:1337", method, &params));
        wallet.answer(&mut it.relay, id, answer.clone());
        it.pump();
        assert_eq!(it.world.json(&join), answer);
    }
}

#[test]
fn removes_namespaces_that_a_session_update_drops() {
    let (mut it, mut wallet) = connected(options(), grants());
    let gone = json!({"namespaces": Paired::grants(&[1337])});
    wallet.request(&mut it.relay, "wc_sessionUpdate", gone);
    it.pump();
    assert_eq!(
        accounts(&it),
        [("eip155".to_owned(), format!("eip155:1337:{ADDRESS}"))],
        "the others are gone"
    );
    assert_eq!(it.world.host.details("wallet-disconnect").len(), 4);
}

// req: 1.10
#[test]
fn issue_3183_follows_a_solana_account_change_in_its_namespace_only() {
    const MOON: &str = "4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T";
    let mut granted = grants();
    granted["solana"]["accounts"].as_array_mut().unwrap().push(json!(format!("{SOLANA}:{MOON}")));
    let (mut it, mut wallet) = connected(options(), granted);
    let others = |it: &Paired| -> Vec<_> {
        accounts(it).into_iter().filter(|(family, _)| family != "solana").collect()
    };
    let of_solana = |it: &Paired| accounts(it).into_iter().find(|(family, _)| family == "solana").unwrap().1;
    let before = others(&it);
    for address in [MOON, address(SOLANA)] {
        let event = json!({"event": {"name": "accountsChanged", "data": [address]}, "chainId": SOLANA});
        wallet.request(&mut it.relay, "wc_sessionEvent", event);
        it.pump();
        assert_eq!(of_solana(&it), format!("{SOLANA}:{address}"));
        assert_eq!(others(&it), before);
    }
    assert!(it.world.host.details("wallet-disconnect").is_empty());
}

#[test]
fn restores_all_namespaces_and_the_active_network_after_a_reload() {
    let (it, _) = connected(options(), grants());
    let (relay, storage) = (it.relay, it.world.storage.clone());
    it.world.engine.destroy();
    let mut it = Paired::over(World::with(options(), storage));
    it.relay = relay;
    it.pump();
    assert_eq!(accounts(&it).len(), 5);
    let states: Vec<Value> =
        it.world.slice("accounts")["list"].as_array().unwrap().iter().map(|a| a["status"].clone()).collect();
    assert_eq!(states, vec![json!("connected"); 5]);
    assert_eq!(it.world.slice("networks")["active"]["id"], 1337);
}

#[test]
fn disconnects_every_namespace_with_one_message_to_the_wallet() {
    let (mut it, mut wallet) = connected(options(), grants());
    it.world.dispatch(json!({"type": "accounts.disconnect"}));
    it.pass(5_000);
    assert_eq!(accounts(&it), []);
    let told = wallet.inbox(&it.relay);
    assert_eq!(told.iter().filter(|word| word["method"] == "wc_sessionDelete").count(), 1);
}

// docs/spec/rpc.md section 2: what the host gives replaces methods, events and chains; nodes are added
#[test]
fn requests_methods_events_and_networks_that_the_page_sets() {
    let asked = |change: &dyn Fn(&mut Value)| {
        let mut options = support::options();
        change(&mut options);
        let mut it = Paired::over(World::with(options, Default::default()));
        it.choose();
        it.scan().read_proposal(&it.relay)["params"]["optionalNamespaces"].clone()
    };
    let own_node = json!({"1337": support::network(1337, "x")["rpcUrls"]["default"]["http"][0],
        "1338": support::network(1338, "x")["rpcUrls"]["default"]["http"][0]});
    assert_eq!(asked(&|_| {})["eip155"]["rpcMap"], own_node);
    let given = asked(&|options| {
        options["pairing"] = json!({"eip155": {"methods": ["eth_sign"], "events": [], "chains": ["eip155:1338", "solana:x", 7],
            "rpcMap": {"1": "https://node.example", "1338": "https://other.example", "2": "javascript:alert(1)"}}});
    });
    assert_eq!(
        given,
        json!({"eip155": {"methods": ["eth_sign"], "events": [], "chains": ["eip155:1338"],
            "rpcMap": {"1": "https://node.example", "1337": own_node["1337"], "1338": "https://other.example"}}})
    );
    let custom = asked(&|options| {
        options["customRpcUrls"] = json!({"eip155:1337": [{"url": "https://own.example"}]});
    });
    assert_eq!(custom["eip155"]["rpcMap"]["1337"], "https://own.example");
}

#[test]
fn picks_the_active_then_the_default_then_the_first_network() {
    let stands = |active: &str, chosen: Value, granted: &[u64]| {
        let mut options = support::options();
        options["networks"].as_array_mut().unwrap().push(support::network(1339, "Third Chain"));
        options["defaultNetwork"] = json!(active);
        options["pairing"] = json!({"eip155": {"defaultChain": chosen}});
        let (it, _) = connected(options, Paired::grants(granted));
        it.world.slice("networks")["active"]["id"].clone()
    };
    assert_eq!(stands("eip155:1338", json!("eip155:1337"), &[1337, 1338]), 1338);
    assert_eq!(stands("eip155:1339", json!("eip155:1338"), &[1337, 1338]), 1338);
    assert_eq!(stands("eip155:1339", json!("eip155:7"), &[1337, 1338]), 1337);
}

// R18: a request goes to the chain its own family stands on, wherever the page has gone meanwhile
#[test]
fn keeps_a_separate_network_for_each_namespace() {
    let mut granted = grants();
    granted["eip155"] = Paired::grants(&[1337, 1338])["eip155"].clone();
    let (mut it, mut wallet) = connected(options(), granted);
    let message = json!(["0x68656c6c6f", ADDRESS]);
    for (network, family, on) in [
        ("eip155:1338", "eip155", "eip155:1338"),
        (SOLANA, "solana", SOLANA),
        (SOLANA, "eip155", "eip155:1338"),
    ] {
        let switched = it.world.dispatch(json!({"type": "networks.switch", "network": network}));
        it.pump();
        assert!(it.world.settled(&switched).is_ok(), "{network}");
        let (method, params) = match family {
            "eip155" => ("personal_sign", message.clone()),
            _ => ("solana_signMessage", json!({"message": "2Lb", "pubkey": address(SOLANA)})),
        };
        request(&mut it, family, method, params);
        let (chain, _, _, id) = asked(&it, &mut wallet);
        assert_eq!(chain, on, "{family} while the page stands on {network}");
        wallet.answer_error(&mut it.relay, id, 5000, "User rejected.");
        it.pump();
    }
    // an event that names a chain of another family than its own is left alone
    let odd = json!({"event": {"name": "chainChanged", "data": "0x539"}, "chainId": SOLANA});
    wallet.request(&mut it.relay, "wc_sessionEvent", odd);
    it.pump();
    request(&mut it, "eip155", "personal_sign", message);
    assert_eq!(asked(&it, &mut wallet).0, "eip155:1338");
}

// req: 10.12
#[test]
fn reviews_a_request_for_its_namespaces_own_network() {
    let mut granted = grants();
    granted["eip155"] = Paired::grants(&[1337, 1338])["eip155"].clone();
    let (mut it, mut wallet) = connected(options(), granted);
    let switched = it.world.dispatch(json!({"type": "networks.switch", "network": SOLANA}));
    it.pump();
    assert!(it.world.settled(&switched).is_ok());
    let event = json!({"event": {"name": "chainChanged", "data": "0x53a"}, "chainId": "eip155:1338"});
    wallet.request(&mut it.relay, "wc_sessionEvent", event);
    it.pump();
    assert_eq!(it.world.slice("state")["selectedNetworkId"], SOLANA);
    wallet.inbox(&it.relay);
    let call = json!([{"from": ADDRESS, "to": support::BOB, "data": "0xdeadbeef"}]);
    drop(it.world.engine.request("eip155", "eth_sendTransaction", call));
    it.pump();
    let review = it.world.slice("review");
    assert_eq!(review["networkName"], "Second Chain");
    it.world.dispatch(json!({"type": "review.confirm", "id": review["id"]}));
    it.pump();
    assert_eq!(asked(&it, &mut wallet).0, "eip155:1338");
}

#[test]
fn keeps_the_balance_of_a_namespace_that_isnt_active() {
    let (it, _) = connected(options(), grants());
    let evm = |it: &Paired| {
        let list = it.world.slice("accounts")["list"].clone();
        let found = list.as_array().unwrap().iter().find(|of| of["namespace"] == "eip155").cloned();
        found.unwrap()
    };
    let before = evm(&it);
    assert!(before["balance"].is_string(), "{before}");
    let switched = it.world.dispatch(json!({"type": "networks.switch", "network": SOLANA}));
    assert!(it.world.settled(&switched).is_ok());
    assert_eq!(it.world.slice("account")["namespace"], "solana");
    let after = evm(&it);
    assert_eq!((&after["balance"], &after["status"]), (&before["balance"], &json!("connected")));
}

const DEVNET: &str = "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1";

/// A page of eip155 and solana, with both networks of the latter.
fn two() -> Value {
    let mut options = options();
    let networks = options["networks"].as_array_mut().unwrap();
    networks.retain(|network| ["eip155", "solana"].contains(&network["chainNamespace"].as_str().unwrap()));
    let mut devnet = networks.last().unwrap().clone();
    (devnet["caipNetworkId"], devnet["name"]) = (json!(DEVNET), json!("devnet"));
    devnet["id"] = json!(DEVNET.split_once(':').unwrap().1);
    networks.push(devnet);
    options["reviewRequests"] = json!("never");
    options
}

fn of_solana(chains: &[&str]) -> Value {
    let accounts: Vec<String> = chains.iter().map(|chain| format!("{chain}:{}", address(SOLANA))).collect();
    json!({"chains": chains, "accounts": accounts, "methods": ["solana_signMessage"], "events": ["accountsChanged"]})
}

/// The wallet that scans what is shown grants this.
fn gives(it: &mut Paired, granted: Value) -> Wallet {
    let mut wallet = it.scan();
    wallet.say_yes(&mut it.relay);
    it.pump();
    wallet.settle(&mut it.relay, granted);
    it.pump();
    wallet
}

fn is_told_to_go(it: &Paired, wallet: &mut Wallet) -> bool {
    wallet.inbox(&it.relay).iter().any(|word| word["method"] == "wc_sessionDelete")
}

/// What the view says of it.
fn missing(it: &Paired) -> (String, Value, Value) {
    let pairing = it.pairing();
    (it.world.view(), pairing["phase"].clone(), pairing["missing"].clone())
}

// req: 1.10, 2.7
#[test]
fn issue_5459_connects_nothing_if_the_session_lacks_the_namespace() {
    let mut only = two();
    only["networks"].as_array_mut().unwrap().retain(|network| network["chainNamespace"] == "solana");
    let mut it = Paired::over(World::with(only, Default::default()));
    let attempt = it.choose();
    gives(&mut it, Paired::grants(&[1]));
    let said = Error::ConnectFailed { details: Some("This wallet didn't share any Solana accounts".into()) };
    assert_eq!(it.world.settled(&attempt), Err(said));
    let shown = ("ConnectingWalletConnect".to_owned(), json!("failed"), json!("solana"));
    assert_eq!(missing(&it), shown);
    assert!(it.world.slice("router")["open"] == true && it.world.status() == "disconnected");
    assert!(it.world.host.details("wallet-connect").is_empty());
    // an account that is none is none
    it.world.dispatch(json!({"type": "pairing.retry"}));
    it.pump();
    assert_eq!(missing(&it).2, Value::Null, "nothing is said of the next attempt");
    let mut wrong = of_solana(&[SOLANA]);
    wrong["accounts"] = json!([format!("{SOLANA}:{ADDRESS}")]);
    let mut wallet = gives(&mut it, json!({"solana": wrong}));
    assert_eq!(missing(&it), shown);
    assert!(is_told_to_go(&it, &mut wallet), "a session that nobody uses");
    // and the next one connects
    it.world.dispatch(json!({"type": "pairing.retry"}));
    it.pump();
    gives(&mut it, json!({"solana": of_solana(&[SOLANA])}));
    assert_eq!(it.world.status(), "connected");
    it.celebrated();
    assert_eq!(it.world.slice("router")["open"], false);
    let world = it.world;
    assert_eq!(world.host.details("wallet-connect").len(), 1);
}

// req: 2.16, 1.10
#[test]
fn changes_nothing_if_the_session_lacks_the_chosen_solana_network() {
    let mut it = Paired::over(World::with(two(), Default::default()));
    let mut first = it.connect(&[1337]);
    let before = (accounts(&it), it.world.slice("networks")["active"]["id"].clone());
    let look = |it: &mut Paired| {
        it.world.dispatch(json!({"type": "router.open", "view": "Networks"}));
        it.world.dispatch(json!({"type": "networks.choose", "network": DEVNET}));
        it.pass(1_000);
        assert_eq!(it.world.view(), "SwitchActiveChain");
        it.world.dispatch(json!({"type": "router.push", "view": "Connect"}));
        let attempt = it.world.dispatch(json!({"type": "connect.select", "id": "walletConnect"}));
        it.pump();
        attempt
    };
    let attempt = look(&mut it);
    let mut second = gives(&mut it, Paired::grants(&[1337, 1338]));
    let Err(Error::ConnectFailed { details: Some(details) }) = it.world.settled(&attempt) else {
        panic!("{:?}", it.world.settled(&attempt))
    };
    assert_eq!(details, "This wallet didn't share any Solana accounts");
    assert_eq!(missing(&it), ("ConnectingWalletConnect".into(), json!("failed"), json!("solana")));
    assert!(is_told_to_go(&it, &mut second));
    // the session before it stands, and is asked
    assert!(!is_told_to_go(&it, &mut first));
    assert_eq!((accounts(&it), it.world.slice("networks")["active"]["id"].clone()), before);
    let asked_of = request(&mut it, "eip155", "personal_sign", json!(["0x68656c6c6f", ADDRESS]));
    assert_eq!(asked(&it, &mut first).0, "eip155:1337");
    drop(asked_of);
    // the same family is looked for again, and what was chosen is where the page goes
    it.world.dispatch(json!({"type": "pairing.retry"}));
    it.pump();
    let mut both = Paired::grants(&[1337]);
    both["solana"] = of_solana(&[SOLANA, DEVNET]);
    gives(&mut it, both);
    it.celebrated();
    assert_eq!(it.world.slice("networks")["active"]["caipNetworkId"], DEVNET);
    assert_eq!(accounts(&it).len(), 2);
    assert!(is_told_to_go(&it, &mut first), "one session at a time");
}

// req: 4.47, 1.10
#[test]
fn requires_the_namespace_that_the_page_asked_for() {
    let mut it = Paired::over(World::with(two(), Default::default()));
    for manual in [false, true] {
        it.world.dispatch(json!({"type": "options.update", "options": {"manualPairing": manual}}));
        it.world.open("Connect");
        let start = json!({"type": "connect.start", "connectorId": "walletConnect", "namespace": "solana"});
        let attempt = it.world.dispatch(start);
        it.pump();
        gives(&mut it, Paired::grants(&[1337]));
        assert!(matches!(it.world.settled(&attempt), Err(Error::ConnectFailed { .. })), "{manual}");
        assert_eq!((missing(&it).1, missing(&it).2), (json!("failed"), json!("solana")), "{manual}");
        assert!(accounts(&it).is_empty());
        // of "Try again" too
        it.world.dispatch(json!({"type": "pairing.retry"}));
        it.pump();
        gives(&mut it, Paired::grants(&[1337]));
        assert_eq!((missing(&it).1, missing(&it).2), (json!("failed"), json!("solana")), "{manual}");
    }
    // where none is named, what the wallet gives is taken
    let attempt = it.choose();
    gives(&mut it, Paired::grants(&[1337]));
    assert!(it.world.settled(&attempt).is_ok());
    assert_eq!(accounts(&it).len(), 1);
    assert_eq!(it.world.slice("toast")["toast"], Value::Null);
}

// req: 1.10
#[test]
fn switches_from_solana_to_what_was_shared_and_says_so() {
    let mut options = two();
    options["defaultNetwork"] = json!(SOLANA);
    let mut it = Paired::over(World::with(options, Default::default()));
    it.choose();
    gives(&mut it, Paired::grants(&[1337]));
    assert_eq!((it.world.status(), accounts(&it).len()), ("connected".to_owned(), 1));
    assert_eq!(it.world.slice("networks")["active"]["id"], 1337);
    assert_eq!(it.world.slice("toast")["toast"]["message"], "This wallet didn't share any Solana accounts");
}

// req: 1.13, 10.58
#[test]
fn gives_each_cosmos_network_its_granted_address() {
    const STARGAZE: &str = "cosmos:stargaze-1";
    const STARS: &str = "stars1vqpjljwsynsn58dugz0w8ut7kun7t8ls7upxm3";
    let mut page = options();
    page["networks"].as_array_mut().unwrap().push(
        json!({"id": "stargaze-1", "caipNetworkId": STARGAZE, "chainNamespace": "cosmos", "name": "Stargaze",
            "nativeCurrency": {"name": "Coin", "symbol": "COIN", "decimals": 6},
            "rpcUrls": {"default": {"http": ["http://localhost:9999"]}}}),
    );
    let mut granted = grants();
    granted["cosmos"]["chains"].as_array_mut().unwrap().push(json!(STARGAZE));
    granted["cosmos"]["accounts"].as_array_mut().unwrap().push(json!(format!("{STARGAZE}:{STARS}")));
    let (mut it, mut wallet) = connected(page, granted);
    let of_cosmos = |it: &Paired| accounts(it).into_iter().find(|(of, _)| of == "cosmos").unwrap().1;
    for (chain, address) in [(STARGAZE, STARS), (COSMOS, address(COSMOS)), (STARGAZE, STARS)] {
        let switched = it.world.dispatch(json!({"type": "networks.switch", "network": chain}));
        it.pump();
        it.world.settled(&switched).unwrap();
        assert_eq!(of_cosmos(&it), format!("{chain}:{address}"));
        it.world.open("Receive");
        let receive = it.world.slice("receive");
        assert_eq!(
            (&receive["address"], receive["networks"].as_array().unwrap().len()),
            (&json!(address), 1)
        );
    }
    let asked = request(&mut it, "cosmos", "cosmos_getAccounts", json!({}));
    let seen = wallet.inbox(&it.relay).pop().unwrap();
    assert_eq!(seen["params"]["chainId"], STARGAZE);
    wallet.answer(&mut it.relay, seen["id"].as_u64().unwrap(), json!([]));
    it.pump();
    assert!(it.world.settled(&asked).is_ok());
    // a network that was added after the session isn't in it
    let other = json!({"id": "juno-1", "caipNetworkId": "cosmos:juno-1", "chainNamespace": "cosmos", "name": "Juno",
        "nativeCurrency": {"name": "Coin", "symbol": "COIN", "decimals": 6},
        "rpcUrls": {"default": {"http": ["http://localhost:9999"]}}});
    it.world.dispatch(json!({"type": "networks.add", "namespace": "cosmos", "network": other}));
    let switched = it.world.dispatch(json!({"type": "networks.switch", "network": "cosmos:juno-1"}));
    it.pump();
    assert_eq!(it.world.settled(&switched), Err(Error::SwitchFailed { network: "Juno".into() }));
    assert_eq!(of_cosmos(&it), format!("{STARGAZE}:{STARS}"));
}
