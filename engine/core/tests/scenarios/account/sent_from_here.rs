//! What was sent from here is in Activity with its state, also if no one tells a history of the family (decision 102, "Activity of this page's
//! transactions").

use super::activity::{look, names, rows};
use crate::money::{bitcoin, solana};
use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::constants::WALLET_REQUEST_MS;
use wallet_engine::flow::Join;
use wallet_engine::namespaces::solana::codec::written::{message, unsigned};
use wallet_engine::ports::clock::Clock;
use walletconnect::base64;

/// The host's own reviews would stand before each wallet.
fn unread(mut options: Value) -> Value {
    options["reviewRequests"] = json!("never");
    options
}

fn bitcoin_page(
    options: Value,
    answer: impl Fn(&bitcoin::Ledger, &Value) -> Answer + 'static,
) -> (World, bitcoin::Ledger) {
    let (world, ledger) = (World::with(unread(options), Default::default()), bitcoin::Ledger::default());
    bitcoin::serve_page(&world, &ledger, answer);
    world.connect("app.orange");
    (world, ledger)
}

fn transfer(world: &World, sats: &str) -> Join {
    let params = json!({"account": bitcoin::ME, "recipientAddress": bitcoin::BEN, "amount": sats});
    let asked = world.engine.request("bip122", "sendTransfer", params);
    world.pass(200);
    asked
}

fn pending(world: &World) -> Vec<Value> {
    world.slice("activity")["pending"].as_array().unwrap().clone()
}

// req: 2.41 10.31
#[test]
fn lists_a_bitcoin_send_as_pending_then_by_month_after_a_reload() {
    let (world, ledger) = bitcoin_page(bitcoin::options(), bitcoin::willing);
    assert_eq!(world.slice("account")["tabs"], json!(["tokens", "activity"]));
    look(&world);
    let slice = world.slice("activity");
    assert_eq!(
        (&slice["phase"], &slice["own"], &slice["groups"]),
        (&json!("ready"), &json!(true), &json!([]))
    );
    bitcoin::review(&world, "0.5", bitcoin::BEN);
    bitcoin::confirm(&world);
    look(&world);
    assert_eq!((pending(&world).len(), pending(&world)[0]["hash"].clone()), (1, json!(bitcoin::ID)));
    ledger.mine(bitcoin::ID);
    world.pass(20_000);
    assert_eq!(pending(&world), Vec::<Value>::new());
    let row = rows(&world).remove(0);
    assert_eq!(
        (&row["verb"], &row["legs"][0]["text"], &row["metadata"]["status"]),
        (&json!("sent"), &json!("-0.5 BTC"), &json!("confirmed"))
    );
    assert_eq!(world.slice("activity")["groups"][0]["title"], "November");
    let world = world.reload_with(unread(bitcoin::options()));
    bitcoin::serve_page(&world, &ledger, bitcoin::willing);
    world.pass(5_000);
    look(&world);
    world.pass(1_000);
    assert_eq!(rows(&world).len(), 1);
    let opened = world.dispatch(json!({"type": "transactions.open", "id": bitcoin::ID}));
    assert!(world.settled(&opened).is_ok());
    assert_eq!(world.slice("transactions")["shown"]["phase"], "confirmed");
}

// req: 2.41 10.27
#[test]
fn tracks_and_compares_a_page_request_without_a_toast() {
    for (paid, status) in [(70_000, "confirmed"), (69_999, "differs")] {
        let (world, ledger) = bitcoin_page(bitcoin::options(), move |ledger, params| {
            ledger.add(bitcoin::transaction(
                bitcoin::ID,
                bitcoin::ME,
                params["recipientAddress"].as_str().unwrap(),
                paid,
            ));
            ok(json!({"txid": bitcoin::ID}))
        });
        look(&world);
        let asked = transfer(&world, "70000");
        assert!(world.settled(&asked).is_ok(), "{:?}", world.settled(&asked));
        if paid == 70_000 {
            let item = &pending(&world)[0];
            assert_eq!(
                (&item["kind"], &item["amount"], &item["to"]),
                (&json!("request"), &json!("0.0007"), &json!(bitcoin::BEN))
            );
        }
        ledger.mine(bitcoin::ID);
        world.pass(20_000);
        assert_eq!(pending(&world), Vec::<Value>::new());
        let row = rows(&world).remove(0);
        assert_eq!(
            (&row["metadata"]["status"], &row["legs"][0]["text"]),
            (&json!(status), &json!("-0.0007 BTC"))
        );
        let toasts = world.toasts();
        assert_eq!(
            toasts.iter().any(|text| text.contains("something else")),
            status == "differs",
            "{toasts:?}"
        );
        assert!(!toasts.iter().any(|text| text.contains("ransaction")), "{toasts:?}");
    }
}

// req: 2.41
#[test]
fn lists_no_rejected_request_and_marks_an_unanswered_one_unknown() {
    let (world, _) = bitcoin_page(bitcoin::options(), |_, _| refuse(4001, "no"));
    look(&world);
    assert!(world.settled(&transfer(&world, "70000")).is_err());
    world.pass(2_000);
    assert_eq!((pending(&world).len(), rows(&world).len()), (0, 0));

    let (world, ledger) = bitcoin_page(bitcoin::options(), |_, _| refuse(-32603, "it broke"));
    look(&world);
    assert!(world.settled(&transfer(&world, "70000")).is_err());
    world.pass(2_000);
    let item = &pending(&world)[0];
    assert_eq!((&item["status"], &item["hash"]), (&json!("unknown"), &Value::Null));
    // by what its sender has made since
    ledger.add(bitcoin::transaction(bitcoin::ID, bitcoin::ME, bitcoin::BEN, 70_000));
    ledger.mine(bitcoin::ID);
    world.pass(60_000);
    assert_eq!(
        (pending(&world).len(), rows(&world)[0]["metadata"]["status"].clone()),
        (0, json!("confirmed"))
    );

    // who says nothing at all may still have sent it
    let (world, _) = bitcoin_page(bitcoin::options(), |_, _| never());
    look(&world);
    let asked = transfer(&world, "70000");
    world.pass(WALLET_REQUEST_MS + 1_000);
    assert!(world.settled(&asked).is_err());
    assert_eq!(pending(&world)[0]["status"], "unknown");
}

// req: 2.41
#[test]
fn shows_only_the_wallets_response_without_a_node() {
    let mut options = bitcoin::options();
    options["networks"][0]["rpcUrls"] = json!({});
    let (world, _) = bitcoin_page(options, bitcoin::willing);
    look(&world);
    assert!(world.settled(&transfer(&world, "70000")).is_ok());
    world.pass(7_200_000);
    assert_eq!(world.slice("transactions")["list"][0]["status"], "sent", "never guessed");
    assert_eq!(pending(&world), Vec::<Value>::new());
    assert_eq!((names(&world).len(), rows(&world)[0]["metadata"]["status"].clone()), (1, json!("sent")));
    world.dispatch(json!({"type": "transactions.open", "id": bitcoin::ID}));
    let shown = world.slice("transactions")["shown"].clone();
    assert_eq!(shown["phase"], "untold");
    assert_eq!(shown["timeline"].as_array().unwrap().len(), 2);
}

// req: 2.41
#[test]
fn lists_a_pages_solana_send_with_its_status() {
    let node = solana::Node::listing(json!({"balances": []}));
    let world = World::with(unread(solana::options()), Default::default());
    solana::serve(&world, &node);
    let chain = node.clone();
    solana::wallet(&world, move |_, params| {
        let answer = solana::signing(params, |_| {});
        chain.puts(answer["transaction"].as_str().unwrap());
        ok(json!({"signature": answer["signature"]}))
    });
    world.announce_sun();
    world.connect("app.sun");
    look(&world);
    let of = solana::of;
    let data = [&[2, 0, 0, 0][..], &5_000_000_u64.to_le_bytes()].concat();
    let told = (of(solana::SYSTEM), vec![(of(solana::ME), true), (of(solana::BEN), false)], data);
    let transaction = base64::encode(&unsigned(&message(of(solana::ME), &[told], None).0));
    let asked =
        world.engine.request("solana", "solana_signAndSendTransaction", json!({"transaction": transaction}));
    world.pass(30_000);
    assert!(world.settled(&asked).is_ok(), "{:?}", world.settled(&asked));
    assert_eq!(pending(&world), Vec::<Value>::new());
    let row = rows(&world).remove(0);
    assert_eq!((&row["verb"], &row["metadata"]["status"]), (&json!("executed"), &json!("confirmed")));
    assert_eq!(row["legs"], json!([]), "what it moves is not guessed");
    world.dispatch(json!({"type": "transactions.open", "id": row["metadata"]["hash"]}));
    let shown = world.slice("transactions")["shown"].clone();
    assert_eq!(
        (&shown["phase"], &shown["to"], &shown["amount"]),
        (&json!("confirmed"), &json!(""), &json!(""))
    );
}

/// A wallet can use its own blockhash for a page's request. Then only the time of the block tells whether it is the new transaction, and an
/// old one isn't confirmed.
// req: 10.59
#[test]
fn marks_a_solana_send_as_unread_when_its_block_is_too_old() {
    const WEEK_S: i64 = 604_800;
    for (age_s, newest_s, last) in [
        (None, 0, "sent"),
        (Some(-5), 0, "confirmed"),
        // the device's clock is a week ahead, or was at the request
        (Some(WEEK_S), WEEK_S, "unread"),
        (Some(WEEK_S), 0, "unread"),
    ] {
        let node = solana::Node::listing(json!({"balances": []}));
        let world = World::with(unread(solana::options()), Default::default());
        let now_s = world.clock.now_ms() / 1_000;
        let at_s = age_s.map(|age: i64| now_s.saturating_add_signed(-age));
        let of_node = node.clone();
        world.served(move |request| {
            let call: Value = serde_json::from_str(&request.body.as_ref()?.text).ok()?;
            let mut found = match call["method"].as_str()? {
                "getTransaction" => of_node.answer("getTransaction", &call["params"]),
                "getSlot" => json!(90),
                "getBlockTime" if call["params"] == json!([90]) => {
                    json!(now_s.saturating_add_signed(-newest_s))
                }
                _ => return solana::answer_of(&of_node, request),
            };
            if let Some(at_s) = at_s.filter(|_| found.is_object()) {
                found["blockTime"] = json!(at_s);
            }
            Some(status(200, &json!({"id": 1, "result": found}).to_string()))
        });
        let chain = node.clone();
        solana::wallet(&world, move |_, params| {
            let answer = solana::signing(params, |of| of.message.blockhash = [4; 32]);
            chain.puts(answer["transaction"].as_str().unwrap());
            ok(json!({"signature": answer["signature"]}))
        });
        world.announce_sun();
        world.connect("app.sun");
        let of = solana::of;
        let data = [&[2, 0, 0, 0][..], &5_000_000_u64.to_le_bytes()].concat();
        let told = (of(solana::SYSTEM), vec![(of(solana::ME), true), (of(solana::BEN), false)], data);
        let transaction = base64::encode(&unsigned(&message(of(solana::ME), &[told], None).0));
        let params = json!({"transaction": transaction});
        let asked = world.engine.request("solana", "solana_signAndSendTransaction", params);
        world.pass(20_000);
        assert!(world.settled(&asked).is_ok());
        assert_eq!(world.slice("transactions")["list"][0]["status"], last, "{age_s:?} {newest_s}");
    }
}
