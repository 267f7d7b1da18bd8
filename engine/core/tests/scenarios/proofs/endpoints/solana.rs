//! What a node of solana is asked for an account, a send and what became of it.

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

/// Of a token that is known to the network.
fn with_token() -> World {
    let world = page();
    NODE.with_borrow(|node| {
        let (program, data) = money::mint(money::TOKEN, &[]);
        node.as_ref().unwrap().has(money::MINT, program, data);
    });
    world
}

fn reviewed(world: &World) {
    world.connect("app.sun");
    form(world);
}

fn form(world: &World) {
    world.open("Account");
    world.form("1.5", money::BEN);
    world.pass(4_000);
    world.dispatch(json!({"type": "send.review"}));
    world.pass(4_000);
}

fn again(world: &World) {
    world.dispatch(json!({"type": "router.close", "reason": "host"}));
    form(world);
}

fn confirmed(world: &World) {
    reviewed(world);
    world.dispatch(json!({"type": "send.confirm"}));
    world.pass(20_000);
}

fn at_account(world: &World) {
    world.connect("app.sun");
    world.open("Account");
    world.pass(5_000);
}

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
    walk: reviewed,
    seen: sent,
    well: &[("/preview/fee", FEE), ("/preview/total", TOTAL)],
    may: UNSENT,
    except: &[],
    again: Some(again),
};

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
        walk: confirmed,
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
        walk: confirmed,
        seen: sent,
        well: &[("status", "failed"), ("sent", "1.5")],
        may: UNSENT,
        except: &[],
        again: None,
    },
    Row {
        name: "getTokenAccountsByOwner of solana",
        is: |request| {
            is_call(request, "getTokenAccountsByOwner")
                && request.body.as_ref().is_some_and(|body| body.text.contains(money::TOKEN))
        },
        good: || of_slot(&holding()),
        page: with_token,
        walk: at_account,
        seen: owned,
        well: &[("/balance/amount", "2.000"), ("token", "12.500")],
        may: &[FAILED],
        except: &[],
        again: Some(balances_again),
    },
];
