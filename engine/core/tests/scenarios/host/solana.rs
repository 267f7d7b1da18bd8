//! What a page asks of a Solana wallet is read to the user before the wallet is asked, with what the network's node says of it (10.44).

mod labels;
mod rules;

use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::error::Error;
use wallet_engine::flow::Join;
use wallet_engine::namespaces::solana::codec::wire::Key;
use wallet_engine::namespaces::solana::codec::written::{TestInstruction, message, unsigned, written};
use wallet_engine::namespaces::solana::reader::effects::key;
use wallet_engine::ports::host::Page;
use wallet_engine::ports::http::HttpRequest;
use walletconnect::base64;

const SOLANA: &str = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp";
const ME: &str = "9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g";
const THIEF: &str = "4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T";
const MINT: &str = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const ACCOUNT: &str = "7vYxkr1qVQ5bhNZHgGQvCYmGqVmLBGmZ8UQ3KvY8Hk6p";
const TABLE: &str = "2immgwYNHBbyVQKVGCEkgWpi53bLwWNRMB5G2nbgYV17";
const TOKEN: &str = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
const TABLES: &str = "AddressLookupTab1e1111111111111111111111111";
const MANY: [u8; 8] = 5_000_000_u64.to_le_bytes();

fn of(text: &str) -> Key {
    key(text).unwrap()
}

/// The account as a node has it, by its key: the program it belongs to, and its data.
type Accounts = Vec<(&'static str, &'static str, Vec<u8>)>;

/// A page with solana, its wallet, and a node that has these accounts.
fn page(option: &str, accounts: Accounts) -> World {
    page_at("https://app.example", option, accounts)
}

fn page_at(origin: &str, option: &str, accounts: Accounts) -> World {
    page_with(origin, option, accounts, Value::Null, |_| None)
}

/// A page of this project, with what its services answer.
fn page_with(
    origin: &str,
    option: &str,
    accounts: Accounts,
    project: Value,
    services: impl Fn(&HttpRequest) -> Option<Served> + 'static,
) -> World {
    let network = json!({"id": "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "caipNetworkId": SOLANA, "chainNamespace": "solana",
        "name": "Solana", "nativeCurrency": {"name": "Solana", "symbol": "SOL", "decimals": 9},
        "rpcUrls": {"default": {"http": ["http://localhost:8899"]}}});
    let mut options = json!({"networks": [network], "reviewRequests": option});
    if !project.is_null() {
        options["projectId"] = project;
    }
    let world = World::of_page(Page { origin: origin.into(), ..Page::default() }, options);
    world.served(move |request| {
        if let Some(answer) = services(request) {
            return Some(answer);
        }
        let body = request.body.as_ref().filter(|_| request.url.contains(":8899"))?;
        let call: Value = serde_json::from_str(&body.text).unwrap();
        if call["method"] == "getEpochInfo" {
            return Some(status(200, r#"{"id":1,"result":{"epoch":700}}"#));
        }
        if call["method"] != "getMultipleAccounts" {
            return Some(status(404, "{}")); // its balance is nothing to this
        }
        let asked = call["params"][0].as_array().unwrap();
        let found = asked.iter().map(|key| {
            let known = accounts.iter().find(|(of, ..)| key == of)?;
            Some(json!({"data": [base64::encode(&known.2), "base64"], "owner": known.1, "lamports": 1}))
        });
        let value: Vec<_> = found.collect();
        Some(status(200, &json!({"id": 1, "result": {"context": {"slot": 1}, "value": value}}).to_string()))
    });
    let answer = json!({"accounts": [{"chain": SOLANA, "address": ME}], "chain": SOLANA});
    world.wallets.answer(1, move |method, _| match method {
        "wm_connect" => ok(answer.clone()),
        _ => ok(json!({"signature": "5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW"})),
    });
    world.announce_sun();
    world.connect("app.sun");
    world
}

fn system() -> Key {
    [0; 32]
}

fn coins(to: &str) -> TestInstruction {
    (system(), vec![(of(ME), true), (of(to), false)], [&[2, 0, 0, 0][..], &MANY].concat())
}

/// The token account becomes someone else's.
fn handed_over() -> TestInstruction {
    let data = [&[6, 2, 1][..], &of(THIEF)].concat();
    (of(TOKEN), vec![(of(ACCOUNT), false), (of(ME), true)], data)
}

fn closed() -> TestInstruction {
    (of(TOKEN), vec![(of(ACCOUNT), false), (of(THIEF), false), (of(ME), true)], vec![9])
}

fn encoded(told: &[TestInstruction], table: Option<&str>) -> (String, Vec<Key>) {
    let (message, keys) = message(of(ME), told, table.map(of));
    (base64::encode(&unsigned(&message)), keys)
}

fn ask(world: &World, method: &str, params: Value) -> Join {
    let asked = world.engine.request("solana", method, params);
    world.pass(100);
    asked
}

fn send(world: &World, told: &[TestInstruction]) -> Join {
    ask(world, "solana_signAndSendTransaction", json!({"transaction": encoded(told, None).0}))
}

fn lines(world: &World) -> Vec<Value> {
    world.slice("review")["lines"].as_array().unwrap().clone()
}

fn press(world: &World, kind: &str) {
    let id = world.slice("review")["id"].clone();
    world.dispatch(json!({"type": kind, "id": id, "accepted": true}));
}

// req: 10.44
#[test]
fn forwards_a_simple_transfer_and_reviews_it_on_request() {
    let world = page("warning", vec![]);
    let sent = send(&world, &[coins(THIEF)]);
    assert_eq!((world.is_open(), world.wallets.count("solana_signAndSendTransaction")), (false, 1));
    assert!(world.settled(&sent).is_ok());
    let world = page("always", vec![]);
    send(&world, &[coins(THIEF)]);
    let lines = lines(&world);
    assert_eq!((&lines[0]["words"], &lines[0]["amount"]), (&json!("send"), &json!("0.005 SOL")));
    assert_eq!(lines[0]["party"], THIEF);
    assert_eq!((&lines[1]["words"], &lines[1]["amount"]), (&json!("fee"), &json!("0.000005 SOL")));
    assert_eq!(world.wallets.count("solana_signAndSendTransaction"), 0);
}

// req: 10.44
#[test]
fn lists_a_critical_instruction_first_and_requires_a_tick() {
    let world = page("warning", vec![]);
    let sent = send(&world, &[coins(ACCOUNT), handed_over()]);
    assert_eq!(world.view(), "ReviewRequest");
    let first = lines(&world)[0].clone();
    assert_eq!((&first["effect"], &first["risk"]), (&json!("control"), &json!("critical")));
    assert_eq!((&first["power"], &first["party"]), (&json!("holding"), &json!(THIEF)));
    press(&world, "review.confirm");
    assert_eq!(world.wallets.count("solana_signAndSendTransaction"), 0, "a tick of its own comes first");
    press(&world, "review.accept");
    press(&world, "review.confirm");
    world.run();
    assert_eq!(world.wallets.count("solana_signAndSendTransaction"), 1);
    assert!(world.settled(&sent).is_ok());
}

// req: 10.44
#[test]
fn lists_the_critical_transaction_of_a_batch_first() {
    let world = page("warning", vec![]);
    let dust = encoded(&[coins(ACCOUNT)], None).0;
    let critical = encoded(&[handed_over()], None).0;
    let all = json!({"transactions": [dust, dust, dust, critical, dust]});
    let asked = ask(&world, "solana_signAllTransactions", all);
    let first = lines(&world)[0].clone();
    assert_eq!((&first["risk"], &first["call"]), (&json!("critical"), &json!(4)));
    world.dispatch(json!({"type": "review.cancel"}));
    assert_eq!(world.settled(&asked).unwrap_err(), Error::UserRejected);
    assert_eq!(world.wallets.count("solana_signAllTransactions"), 0);
}

// req: 10.44
#[test]
fn rejects_invalid_transactions_and_transactions_in_a_message() {
    let (good, _) = encoded(&[coins(THIEF)], None);
    let (of_it, _) = message(of(ME), &[coins(THIEF)], None);
    let hidden = bs58::encode(written(&of_it)).into_string();
    let (foreign, _) = message(of(THIEF), &[(system(), vec![(of(THIEF), true)], vec![4, 0, 0, 0])], None);
    for (method, params) in [
        ("solana_signTransaction", json!({"transaction": "AQID"})),
        ("solana_signTransaction", json!({"transaction": base64::encode(&unsigned(&foreign))})),
        ("solana_signAndSendTransaction", json!({"transaction": good, "chain": "solana:devnet"})),
        ("solana_signAllTransactions", json!({"transactions": [good, "AQID"]})),
        ("solana_signMessage", json!({"message": hidden, "pubkey": ME})),
    ] {
        let world = page("warning", vec![]);
        let asked = ask(&world, method, params.clone());
        assert_eq!(world.settled(&asked).unwrap_err(), Error::ActionNotAllowed, "{method} {params}");
        assert_eq!((world.wallets.count(method), world.is_open()), (0, false));
    }
    let world = page("warning", vec![]);
    let words = bs58::encode("Hello").into_string();
    let signed = ask(&world, "solana_signMessage", json!({"message": words, "pubkey": ME}));
    assert_eq!((world.wallets.count("solana_signMessage"), world.is_open()), (1, false));
    assert!(world.settled(&signed).is_ok());
}

/// A table of addresses as the network has it.
fn table(keys: &[Key], ends: u64) -> Vec<u8> {
    let head = [&[1, 0, 0, 0][..], &ends.to_le_bytes(), &[0; 44]].concat();
    [head, keys.concat()].concat()
}

// req: 10.44
#[test]
fn loads_lookup_tables_and_warns_about_a_changing_one() {
    let (request, keys) = encoded(&[closed()], Some(TABLE));
    for (found, is_named, is_said) in [
        (Some((TABLES, table(&keys, u64::MAX))), true, false),
        (Some((TABLES, table(&keys, 7))), true, true),
        (Some((TABLES, table(&keys[..1], u64::MAX))), false, true),
        (Some((TOKEN, table(&keys, u64::MAX))), false, true),
        (Some((TABLES, vec![1, 2, 3])), false, true),
        (None, false, true),
    ] {
        let accounts = found.into_iter().map(|(owner, data)| (TABLE, owner, data)).collect();
        let world = page("warning", accounts);
        ask(&world, "solana_signTransaction", json!({"transaction": request}));
        let lines = lines(&world);
        let close = lines.iter().find(|line| line["words"] == "close").unwrap();
        assert_eq!((close["party"] == THIEF, &close["risk"]), (is_named, &json!("warning")));
        let of_table = lines.iter().find(|line| line["words"] == "lookup");
        assert_eq!(of_table.is_some(), is_said, "{lines:?}");
        assert!(of_table.is_none_or(|line| line["on"] == TABLE && line["risk"] == "warning"));
    }
}

// req: 10.44
#[test]
fn distrusts_a_lookup_table_that_names_an_own_account() {
    let (request, keys) = encoded(&[closed()], Some(TABLE));
    let keys: Vec<Key> = keys.iter().map(|key| if *key == of(THIEF) { of(ME) } else { *key }).collect();
    let world = page("warning", vec![(TABLE, TABLES, table(&keys, u64::MAX))]);
    ask(&world, "solana_signTransaction", json!({"transaction": request}));
    let lines = lines(&world);
    let close = lines.iter().find(|line| line["words"] == "close").unwrap();
    assert_eq!((&close["party"], &close["risk"]), (&json!(null), &json!("warning")));
}

// req: 10.44, 10.46
#[test]
fn names_tokens_by_the_networks_own_data() {
    let told: TestInstruction = (
        of(TOKEN),
        vec![(of(ACCOUNT), false), (of(TABLE), false), (of(ME), true)],
        [&[3][..], &MANY].concat(),
    );
    let held = |owner: &str| [&of(MINT)[..], &of(owner), &[0; 44], &[1], &[0; 56]].concat();
    let mint = [&[0; 44][..], &[6, 1], &[0; 36]].concat();
    let accounts = vec![(ACCOUNT, TOKEN, held(ME)), (TABLE, TOKEN, held(THIEF)), (MINT, TOKEN, mint)];
    let world = page("warning", accounts);
    send(&world, std::slice::from_ref(&told));
    let first = lines(&world)[0].clone();
    assert_eq!((&first["words"], &first["risk"]), (&json!("send"), &json!("review")));
    assert_eq!((&first["amount"], &first["token"]), (&json!("5"), &json!(MINT)));
    assert_eq!((&first["party"], &first["on"]), (&json!(THIEF), &json!(TABLE)), "whose the account is");
    // without its word no one knows what it is
    let world = page("warning", vec![]);
    send(&world, &[told]);
    let first = lines(&world)[0].clone();
    assert_eq!(
        (&first["risk"], &first["token"], &first["on"]),
        (&json!("warning"), &json!(null), &json!(ACCOUNT))
    );
}

// req: 10.44
#[test]
fn reviews_a_sign_in_on_another_site() {
    let sign = |origin: &str, option: &str, text: &str| {
        let world = page_at(origin, option, vec![]);
        let message = bs58::encode(text).into_string();
        ask(&world, "solana_signMessage", json!({"message": message, "pubkey": ME}));
        let lines = world.slice("review")["lines"].as_array().unwrap().clone();
        let first = lines.first().cloned().unwrap_or_default();
        (world.wallets.count("solana_signMessage"), first["words"].clone(), first["risk"].clone())
    };
    let text =
        |site: &str| format!("{site} wants you to sign in with your Solana account:\n{ME}\n\nNonce: 1");
    let here = "https://app.harbor.example";
    for site in [
        "reef.example",
        "https://reef.example",
        "bor.example",
        "app.harbor.example.com",
        "example",
        ".example",
        "",
    ] {
        let said = sign(here, "warning", &text(site));
        assert_eq!(said, (0, json!("sign_in_elsewhere"), json!("critical")), "{site}");
    }
    // this site, or one that it is a part of
    for site in ["app.harbor.example", "https://app.harbor.example", "harbor.example"] {
        assert_eq!(sign(here, "warning", &text(site)).0, 1, "{site}");
        assert_eq!(sign(here, "always", &text(site)), (0, json!("sign_in"), json!("normal")), "{site}");
    }
    assert_eq!(sign("http://localhost:3000", "warning", &text("localhost:3000")).0, 1);
    // words about it are words
    let words = text("reef.example").replace("account:", "account");
    assert_eq!(sign(here, "always", &words), (0, json!("message"), json!("normal")));
}
