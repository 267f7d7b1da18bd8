//! An account with code: others may send for it, as bundlers do (ERC-4337). A transaction counts only if the account itself was told to
//! make exactly the call that was shown, and made it.

use super::shown::{MALLORY, confirm, of_node, told, with};
use crate::support::*;
use serde_json::{Value, json};

const V6: &str = "0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789";
pub const V7: &str = "0x0000000071727De22E5E9d8BAf0edAc6f37da032";
const V8: &str = "0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108";
pub const DELEGATED: &str = "0xef010063c0c19a282a1b52b07dd5a65b58948a07dae32b";
/// 1.5
const UNITS: &str = "14d1120d7b160000";

fn word(digits: &str) -> String {
    format!("{:0>64}", digits.trim_start_matches("0x").to_lowercase())
}

fn number(of: usize) -> String {
    format!("{of:064x}")
}

/// Dynamic bytes: how many, and they, filled up.
fn bytes(digits: &str) -> String {
    let words = digits.len().div_ceil(64);
    format!("{}{digits:0<width$}", number(digits.len() / 2), width = 64 * words)
}

/// Values side by side: a word, or behind all of them what has no length of its own.
fn fields(all: &[Result<String, String>]) -> String {
    let mut end = 32 * all.len();
    let (mut head, mut tail) = (String::new(), String::new());
    for of in all {
        match of {
            Ok(word) => head += word,
            Err(value) => {
                head += &number(end);
                end += value.len() / 2;
                tail += value;
            }
        }
    }
    head + &tail
}

fn list(items: &[String]) -> String {
    let all: Vec<_> = items.iter().cloned().map(Err).collect();
    number(items.len()) + &fields(&all)
}

/// `execute(address,uint256,bytes)`
fn execute(to: &str, units: &str) -> String {
    format!("b61d27f6{}", fields(&[Ok(word(to)), Ok(word(units)), Err(bytes(""))]))
}

/// Coins to someone, as a wallet is asked for.
fn coins(to: &str, units: &str) -> Value {
    json!({"to": to, "value": format!("0x{units}")})
}

/// `executeBatch((address,uint256,bytes)[])`
pub fn batch_of(calls: &[Value]) -> String {
    let call = |call: &Value| {
        let text = |name: &str| call[name].as_str().unwrap_or("0x").trim_start_matches("0x").to_string();
        fields(&[Ok(word(&text("to"))), Ok(word(&text("value"))), Err(bytes(&text("data")))])
    };
    format!("34fcd5be{}", fields(&[Err(list(&calls.iter().map(call).collect::<Vec<_>>()))]))
}

/// `execute(bytes32,bytes)` with a list of calls (ERC-7579).
pub fn by_mode(mode: &str, calls: &[Value]) -> String {
    let calls = batch_of(calls)[8..].to_string();
    format!("e9ae5c53{}", fields(&[Ok(format!("{mode:0<64}")), Err(bytes(&calls))]))
}

/// `handleOps` of an entry point: sender, nonce and call data of each operation.
pub fn bundle(point: &str, all: &[(&str, usize, String)]) -> String {
    let one = |(sender, nonce, data): &(&str, usize, String)| {
        let empty = || Err(bytes(""));
        let mut of = vec![Ok(word(sender)), Ok(number(*nonce)), empty(), Err(bytes(data))];
        of.extend((0..if point == V6 { 5 } else { 3 }).map(|at| Ok(number(at + 1))));
        of.extend([empty(), Err(bytes(&"5".repeat(130)))]);
        fields(&of)
    };
    let selector = if point == V6 { "1fad948c" } else { "765e827f" };
    let all = list(&all.iter().map(one).collect::<Vec<_>>());
    format!("0x{selector}{}", fields(&[Err(all), Ok(word(MALLORY))]))
}

/// What an entry point logs of an operation.
pub fn done(by: &str, account: &str, nonce: usize, is_success: bool) -> Value {
    let kind = "0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f";
    let topic = |address: &str| format!("0x{}", word(address));
    let data = format!("0x{}{}{}{}", number(nonce), number(usize::from(is_success)), number(3), number(4));
    json!({"address": by, "topics": [kind, hash(), topic(account), topic(MALLORY)], "data": data})
}

/// What becomes of a send that a transaction of this kind stands for.
fn ends(code: &'static str, from: &str, to: &str, input: &str, logs: Value) -> Value {
    let world = previewed();
    world.chain.code.set(code);
    *world.chain.logs.borrow_mut() = logs;
    let sent = with(with(of_node(), "from", json!(from)), "to", json!(to));
    *world.chain.sent.borrow_mut() = Some(with(with(sent, "input", json!(input)), "value", json!("0x0")));
    confirm(&world);
    world.pass(2_000);
    let status = world.slice("transactions")["list"][0]["status"].clone();
    assert_eq!(told(&world), [json!("sent"), status.clone()]);
    status
}

// req: 10.27, 10.59
#[test]
fn confirms_a_bundled_operation_only_with_the_shown_call_data() {
    let shown = || execute(BOB, UNITS);
    let op = |data: String| (ALICE, 5, data);
    let stranger = |data: String| (MALLORY, 5, data);
    let ok = |point| done(point, ALICE, 5, true);
    let zero = "0x00";
    for (what, point, all, logs, last) in [
        ("version 0.6", V6, vec![op(shown())], json!([ok(V6)]), "confirmed"),
        ("version 0.7", V7, vec![op(shown())], json!([ok(V7)]), "confirmed"),
        ("version 0.8", V8, vec![op(shown())], json!([ok(V8)]), "confirmed"),
        ("a batch of one", V7, vec![op(batch_of(&[coins(BOB, UNITS)]))], json!([ok(V7)]), "confirmed"),
        ("by its mode", V7, vec![op(by_mode("01", &[coins(BOB, UNITS)]))], json!([ok(V7)]), "confirmed"),
        (
            "beside another",
            V7,
            vec![stranger(execute(MALLORY, "1")), op(shown())],
            json!([ok(V7)]),
            "confirmed",
        ),
        ("with the operation", V7, vec![op(format!("8dd7712f{}", shown()))], json!([ok(V7)]), "confirmed"),
        (
            "a stranger's, beside our own that does something else",
            V7,
            vec![stranger(shown()), op(execute(MALLORY, UNITS))],
            json!([done(V7, MALLORY, 5, true), ok(V7)]),
            "unread",
        ),
        (
            "two, and ours failed",
            V7,
            vec![stranger(shown()), op(shown())],
            json!([done(V7, ALICE, 5, false)]),
            "unread",
        ),
        ("failed", V7, vec![op(shown())], json!([done(V7, ALICE, 5, false)]), "unread"),
        (
            "ours failed, another of ours did not",
            V7,
            vec![op(shown()), (ALICE, 6, execute(MALLORY, "1"))],
            json!([done(V7, ALICE, 5, false), done(V7, ALICE, 6, true)]),
            "unread",
        ),
        ("without an event", V7, vec![op(shown())], json!([]), "unread"),
        ("the event of another", V7, vec![op(shown())], json!([done(V7, MALLORY, 5, true)]), "unread"),
        ("the event of a look-alike", V7, vec![op(shown())], json!([ok(MALLORY)]), "unread"),
        ("the event of another entry point", V7, vec![op(shown())], json!([ok(V6)]), "unread"),
        ("a look-alike", MALLORY, vec![op(shown())], json!([ok(MALLORY)]), "unread"),
        ("through another contract", MALLORY, vec![op(shown())], json!([ok(V7)]), "unread"),
        (
            "and something else",
            V7,
            vec![op(batch_of(&[coins(BOB, UNITS), coins(MALLORY, "1")]))],
            json!([ok(V7)]),
            "unread",
        ),
        ("only tried", V7, vec![op(by_mode("0101", &[coins(BOB, UNITS)]))], json!([ok(V7)]), "unread"),
        ("foreign code", V7, vec![op(by_mode("ff", &[coins(BOB, UNITS)]))], json!([ok(V7)]), "unread"),
        ("nothing known", V7, vec![op(format!("deadbeef{}", &shown()[8..]))], json!([ok(V7)]), "unread"),
        (
            "in the data of another call",
            V7,
            vec![op(format!(
                "b61d27f6{}",
                fields(&[Ok(word(MALLORY)), Ok(word("0")), Err(bytes(&shown()))])
            ))],
            json!([ok(V7)]),
            "unread",
        ),
        ("another value", V7, vec![op(execute(BOB, "1"))], json!([ok(V7)]), "unread"),
    ] {
        let input = bundle(point, &all);
        assert_eq!(ends("0x6080", MALLORY, point, &input, logs.clone()), last, "{what}");
        assert_eq!(ends(DELEGATED, MALLORY, point, &input, logs.clone()), last, "{what}, delegated");
        // only an account with code has others send for it
        assert_eq!(ends("0x", MALLORY, point, &input, logs.clone()), "differs", "{what}");
        // a byte more isn't a bundle
        assert_eq!(ends("0x6080", MALLORY, point, &(input + &zero[2..]), logs), "unread", "{what}");
    }
}

/// A token of the account goes to someone.
fn leaves() -> Value {
    let kind = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
    let topic = |address: &str| format!("0x{}", word(address));
    json!([{"address": USDC, "topics": [kind, topic(ALICE), topic(MALLORY)], "data": format!("0x{}", number(7))}])
}

/// The account's own call data, without an entry point.
// req: 10.27, 10.59
#[test]
fn confirms_a_call_to_the_account_only_if_the_account_executed_it() {
    let executed = "0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e";
    let shown = format!("0x{}", batch_of(&[coins(BOB, UNITS)]));
    let more = format!("0x{}", batch_of(&[coins(BOB, UNITS), coins(MALLORY, "1")]));
    let done = |by: &str| json!([{"address": by, "topics": [executed, hash()], "data": "0x"}]);
    for (what, code, from, to, input, logs, last) in [
        // what a delegated account sends to itself its code carries out
        ("its own", DELEGATED, ALICE, ALICE, shown.clone(), json!([]), "confirmed"),
        ("its own, and more", DELEGATED, ALICE, ALICE, more, json!([]), "unread"),
        ("its own, without code", "0x", ALICE, ALICE, shown.clone(), json!([]), "differs"),
        ("by others, with its event", "0x6080", MALLORY, ALICE, shown.clone(), done(ALICE), "confirmed"),
        ("by others, without an event", DELEGATED, MALLORY, ALICE, shown.clone(), json!([]), "unread"),
        // a token that leaves says nothing of coins
        ("by others, beside a token", DELEGATED, MALLORY, ALICE, shown.clone(), leaves(), "unread"),
        ("with the event of another", "0x6080", MALLORY, ALICE, shown.clone(), done(MALLORY), "unread"),
        (
            "to another contract, beside its event",
            "0x6080",
            MALLORY,
            MALLORY,
            shown.clone(),
            done(ALICE),
            "unread",
        ),
        ("without a call", "0x6080", MALLORY, ALICE, "0x".into(), done(ALICE), "unread"),
    ] {
        assert_eq!(ends(code, from, to, &input, logs), last, "{what}");
    }
}

/// A bundle may hand on any account: whose it is isn't known here.
// req: 10.59
#[test]
fn leaves_a_bundle_with_an_authorization_unread() {
    let world = previewed();
    world.chain.code.set(DELEGATED);
    *world.chain.logs.borrow_mut() = json!([done(V7, ALICE, 5, true)]);
    let sent = with(with(of_node(), "from", json!(MALLORY)), "to", json!(V7));
    let sent = with(sent, "input", json!(bundle(V7, &[(ALICE, 5, execute(BOB, UNITS))])));
    let list = json!([{"chainId": "0x539", "address": MALLORY, "nonce": "0x0"}]);
    let sent = with(with(sent, "value", json!("0x0")), "authorizationList", list);
    *world.chain.sent.borrow_mut() = Some(sent);
    confirm(&world);
    world.pass(2_000);
    assert_eq!(told(&world), [json!("sent"), json!("unread")]);
}

/// Of a token's own words each counts: what leaves next to the transfer that was shown was not shown.
// req: 10.59
#[test]
fn confirms_a_token_transfer_only_if_nothing_else_leaves() {
    const TRANSFER: &str = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
    const APPROVAL: &str = "0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925";
    const APPROVAL_FOR_ALL: &str = "0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31";
    let log = |kind: &str, token: &str, from: &str, to: &str, units: u64| {
        let topic = |address: &str| format!("0x{}", word(address));
        json!({"address": token, "topics": [kind, topic(from), topic(to)], "data": format!("{units:#066x}")})
    };
    let piece = |mut log: Value| {
        log["topics"].as_array_mut().unwrap().push(json!(format!("0x{}", number(4))));
        log
    };
    let shown = || log(TRANSFER, USDC, ALICE, BOB, 2_500_000);
    for (what, beside, last) in [
        ("alone", None, "confirmed"),
        ("what others do", Some(log(TRANSFER, USDC, MALLORY, BOB, 9)), "confirmed"),
        ("what comes", Some(log(TRANSFER, USDC, MALLORY, ALICE, 9)), "confirmed"),
        ("to itself", Some(log(TRANSFER, USDC, ALICE, ALICE, 9)), "confirmed"),
        ("more of it", Some(log(TRANSFER, USDC, ALICE, MALLORY, 5_000_000)), "unread"),
        ("twice", Some(shown()), "unread"),
        ("another token", Some(log(TRANSFER, MALLORY, ALICE, MALLORY, 1)), "unread"),
        ("an NFT", Some(piece(log(TRANSFER, MALLORY, ALICE, MALLORY, 0))), "unread"),
        ("an allowance", Some(log(APPROVAL, USDC, ALICE, MALLORY, u64::MAX)), "unread"),
        ("an NFT's approval", Some(piece(log(APPROVAL, MALLORY, ALICE, MALLORY, 0))), "unread"),
        ("all of a collection", Some(log(APPROVAL_FOR_ALL, MALLORY, ALICE, MALLORY, 1)), "unread"),
        ("an allowance of others", Some(log(APPROVAL, USDC, MALLORY, ALICE, 7)), "confirmed"),
    ] {
        let world = World::with_token(6, "12.5");
        world.chain.code.set(DELEGATED);
        world.open("Account");
        let token = format!("eip155:1337:{USDC}");
        world.dispatch(json!({"type": "send.open", "token": token, "amount": "2.5", "to": BOB}));
        let reviewed = world.dispatch(json!({"type": "send.review"}));
        assert!(world.settled(&reviewed).is_ok(), "{:?}", world.settled(&reviewed));
        *world.chain.logs.borrow_mut() = [shown()].into_iter().chain(beside).collect();
        let sent = with(with(of_node(), "from", json!(MALLORY)), "to", json!(MALLORY));
        *world.chain.sent.borrow_mut() =
            Some(with(with(sent, "input", json!("0x1234")), "value", json!("0x0")));
        confirm(&world);
        world.pass(2_000);
        assert_eq!(world.slice("transactions")["list"][0]["status"], last, "{what}");
    }
}

/// A host may ask for an authorisation of a delegate that it names: of that one, and on that chain.
// req: 10.27, 10.59
#[test]
fn marks_another_delegate_than_requested_as_different() {
    let one = |address: &str, chain: &str| json!({"address": address, "chainId": chain, "nonce": "0x8"});
    for (what, list, differs) in [
        ("that one", json!([one(USDC, "0x539")]), false),
        ("none", json!([]), false),
        ("another", json!([one(MALLORY, "0x539")]), true),
        ("one more", json!([one(USDC, "0x539"), one(MALLORY, "0x539")]), true),
        ("on every chain", json!([one(USDC, "0x0")]), true),
        ("nonsense", json!([{"address": "x"}]), true),
    ] {
        let mut options = options();
        options["reviewRequests"] = json!("never");
        options["accountDelegates"] = json!({"eip155:1337": [USDC]});
        let world = World::with(options, Default::default());
        world.join();
        let sent = with(with(of_node(), "value", json!("0x1")), "authorizationList", list);
        *world.chain.sent.borrow_mut() = Some(sent);
        let asked = world.request(
            "eth_sendTransaction",
            json!([{"from": ALICE, "to": BOB, "value": "0x1", "type": "0x4", "authorizationList": [one(USDC, "0x539")]}]),
        );
        world.pass(300);
        if world.is_open() {
            let id = world.slice("review")["id"].clone();
            world.dispatch(json!({"type": "review.accept", "id": id, "accepted": true}));
            world.dispatch(json!({"type": "review.confirm", "id": id}));
        }
        world.pass(5_000);
        assert!(world.settled(&asked).is_ok(), "{what}");
        // it stands where the request was read, until the user closes it
        let toasts = world.toasts();
        let is_said = toasts.iter().any(|toast| toast == "Your wallet sent something else");
        assert_eq!(is_said, differs, "{what}: {toasts:?}");
    }
}
