//! What a Solana node is asked for an account, a send and what became of it.

use super::*;
use crate::money::solana as money;
use std::cell::RefCell;
use walletconnect::base64;

thread_local! {
    static NODE: RefCell<Option<money::Node>> = const { RefCell::new(None) };
}

/// The node behind the page of a row, but for the endpoint that the row is about.
pub fn node(request: &HttpRequest) -> Option<Served> {
    NODE.with_borrow(|node| money::answer_of(node.as_ref()?, request))
}

fn page() -> World {
    let node = money::Node::listing(json!({"balances": []}));
    NODE.set(Some(node));
    let world = World::with(money::options(), Default::default());
    money::wallet(&world, |method, params| match method {
        "solana_signTransaction" => ok(money::signing(params, |_| {})),
        _ => refuse(4200, "unsupported"),
    });
    world.announce_sun();
    world
}

/// The wallet sends by itself what this change makes of it: what became of it has to be found.
fn sending(change: money::Change) -> World {
    let world = page();
    let node = NODE.with_borrow(|node| node.clone()).unwrap();
    money::wallet(&world, move |method, params| match method {
        "solana_signAndSendTransaction" => {
            let answer = money::signing(params, change);
            node.puts(answer["transaction"].as_str().unwrap());
            ok(json!({"signature": answer["signature"]}))
        }
        _ => refuse(4200, "unsupported"),
    });
    world
}

fn landing() -> World {
    sending(|_| {})
}

/// The wallet has put its own blockhash in, and no block has what it signed.
fn own_end() -> World {
    let world = page();
    NODE.with_borrow(|node| node.as_ref().unwrap().lands.set(false));
    money::wallet(&world, |method, params| match method {
        "solana_signTransaction" => ok(money::signing(params, |of| of.message.blockhash = [5; 32])),
        _ => refuse(4200, "unsupported"),
    });
    world
}

/// What it sent does not come back: the wallet is silent.
fn silent() -> World {
    let world = page();
    money::wallet(&world, |method, _| match method {
        "solana_signAndSendTransaction" => refuse(-32603, "Internal error"),
        _ => refuse(4200, "unsupported"),
    });
    world
}

/// As a node has what went to someone else.
fn to_somebody_else() -> Value {
    let world = sending(|of| of.message.keys[1] = [3; 32]);
    let node = NODE.with_borrow(|node| node.clone()).unwrap();
    money::serve(&world, &node);
    SENDER.confirmed(&world);
    let bytes = node.blocks.borrow()[0].1.clone();
    rpc(json!({"transaction": [bytes, "base64"], "slot": 80, "meta": {"err": null}}))
}

/// Of a token that is known to the network.
fn with_token() -> World {
    let world = page();
    NODE.with_borrow(|node| {
        let (program, data) = money::mint(money::TOKEN, &[]);
        node.as_ref().unwrap().has(money::MINT, program, data);
    });
    world
}

const SENDER: Sender = Sender { wallet: "app.sun", amount: "1.5", to: money::BEN, settles_ms: 20_000 };

fn of_slot(value: &Value) -> Value {
    rpc(json!({"context": {"slot": 77}, "value": value}))
}

fn holding() -> Value {
    let data = base64::encode(&money::holding(money::MINT, money::ME, 12_500_000));
    json!([{"pubkey": money::MINE, "account": {"data": [data, "base64"], "owner": money::TOKEN, "lamports": 2_039_280, "executable": false}}])
}

const FEE: &str = "0.000006 SOL, $0.02";
const TOTAL: &str = "1.500006 SOL, $4,500.02";
/// It is not previewed, or without what the node did not say.
const UNSENT: &[(&str, &[&str])] =
    &[("status", &["sent", "unknown", "failed", "differs"]), ("/max", &["2", "0"])];

/// The wallet is not asked, and the preview stays.
const UNASKED: &[(&str, &[&str])] = &[
    ("status", &["sent", "unknown", "failed", "differs"]),
    ("/preview/amount", &["1.5"]),
    ("/preview/fee", &[FEE]),
    ("/preview/total", &[TOTAL]),
    ("/preview/worth", &["$4,500.00"]),
    ("/worth", &["$4,500.00"]),
    ("/max", &["1.9999945"]),
    ("/token/balance", &["2.000"]),
    ("/networkBalanceInUSD", &["$6,000.00"]),
];

/// What is asked for a preview.
const PREVIEWED: Row = Row {
    name: "",
    is: |_| false,
    good: || rpc(Value::Null),
    page,
    walk: |world| SENDER.reviewed(world),
    seen: sent,
    well: &[("/preview/fee", FEE), ("/preview/total", TOTAL)],
    may: UNSENT,
    except: &[],
    again: Some(|world| SENDER.again(world)),
};

/// Never that it is there.
const UNKNOWN: &[(&str, &[&str])] = &[("status", &["sent", "unknown", "failed", "differs"])];

/// What is asked of what was sent.
const CONFIRMED: Row =
    Row { page, walk: |world| SENDER.confirmed(world), may: UNSENT, again: None, ..PREVIEWED };

pub const ROWS: &[Row] = &[
    Row {
        name: "getBalance of solana",
        is: |request| is_call(request, "getBalance"),
        good: || of_slot(&json!(2_000_000_000)),
        ..PREVIEWED
    },
    Row {
        name: "getMultipleAccounts of solana",
        is: |request| is_call(request, "getMultipleAccounts"),
        good: || {
            of_slot(
                &json!([{"data": ["", "base64"], "owner": money::SYSTEM, "lamports": 1, "executable": false}]),
            )
        },
        ..PREVIEWED
    },
    Row {
        name: "getMinimumBalanceForRentExemption of solana",
        is: |request| is_call(request, "getMinimumBalanceForRentExemption"),
        good: || rpc(json!(890_880)),
        ..PREVIEWED
    },
    Row {
        name: "getRecentPrioritizationFees of solana",
        is: |request| is_call(request, "getRecentPrioritizationFees"),
        good: || rpc(json!([{"slot": 1, "prioritizationFee": 0}])),
        again: None,
        ..PREVIEWED
    },
    Row {
        name: "simulateTransaction of solana",
        is: |request| is_call(request, "simulateTransaction"),
        good: || of_slot(&json!({"err": null, "logs": [], "unitsConsumed": 450})),
        ..PREVIEWED
    },
    Row {
        name: "getLatestBlockhash of solana",
        is: |request| is_call(request, "getLatestBlockhash"),
        good: || of_slot(&json!({"blockhash": money::text(&[8; 32]), "lastValidBlockHeight": 1_150})),
        page,
        walk: |world| SENDER.confirmed(world),
        seen: sent,
        well: &[("status", "confirmed"), ("sent", "1.5")],
        may: UNASKED,
        except: &[],
        again: None,
    },
    Row {
        name: "getSignatureStatuses of solana",
        is: |request| is_call(request, "getSignatureStatuses"),
        // it failed in its block: nothing makes a success of it
        good: || {
            of_slot(
                &json!([{"slot": 80, "confirmationStatus": "confirmed", "err": {"InstructionError": [2, {"Custom": 1}]}}]),
            )
        },
        page,
        walk: |world| SENDER.confirmed(world),
        seen: sent,
        well: &[("status", "failed"), ("sent", "1.5")],
        may: UNSENT,
        // without an error it did not fail
        except: &["null"],
        again: None,
    },
    Row {
        name: "sendTransaction of solana",
        is: |request| is_call(request, "sendTransaction"),
        // it gets into no block: whatever is answered, no one has it
        good: || rpc(json!("taken")),
        well: &[("status", "sent"), ("sent", "1.5")],
        may: UNKNOWN,
        ..CONFIRMED
    },
    Row {
        name: "getBlockHeight of solana",
        is: |request| is_call(request, "getBlockHeight"),
        good: || rpc(json!(1_000)),
        page: own_end,
        well: &[("status", "sent"), ("sent", "1.5")],
        may: UNKNOWN,
        ..CONFIRMED
    },
    Row {
        name: "getEpochInfo of solana",
        is: |request| is_call(request, "getEpochInfo"),
        good: || rpc(json!({"epoch": 700, "blockHeight": 1_000, "absoluteSlot": 1_050})),
        page: own_end,
        well: &[("status", "sent"), ("sent", "1.5")],
        may: UNKNOWN,
        ..CONFIRMED
    },
    Row {
        name: "getTransaction of solana",
        is: |request| is_call(request, "getTransaction"),
        good: to_somebody_else,
        page: landing,
        well: &[("status", "differs"), ("sent", "1.5")],
        may: UNKNOWN,
        ..CONFIRMED
    },
    Row {
        name: "getSignaturesForAddress of solana",
        is: |request| is_call(request, "getSignaturesForAddress"),
        good: || rpc(json!([{"signature": money::bs58_of(&[9; 64]), "slot": 70, "err": null}])),
        page: silent,
        well: &[("status", "unknown"), ("sent", "1.5")],
        may: UNKNOWN,
        ..CONFIRMED
    },
    Row {
        name: "getTokenAccountsByOwner of solana",
        is: |request| {
            is_call(request, "getTokenAccountsByOwner")
                && request.body.as_ref().is_some_and(|body| body.text.contains(money::TOKEN))
        },
        good: || of_slot(&holding()),
        page: with_token,
        walk: |world| at_account_of(world, SENDER.wallet),
        seen: owned,
        well: &[("/balance/amount", "2.000"), ("token", "12.500")],
        may: &[FAILED],
        except: &[],
        again: Some(balances_again),
    },
];
