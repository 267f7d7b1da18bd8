//! A payment on Solana that an exchange says it has made: only the network's word makes it one, and only of the transaction under that ID.

use super::pays::{bill, paying, start};
use super::*;
use crate::support::shop::shop;
use wallet_engine::namespaces::solana::codec::written::{TestInstruction, message};
use wallet_engine::ports::clock::Clock;

const OTHER: &str = "4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T";
const SIGNATURE: [u8; 64] = [7; 64];

/// A transaction in a block: 1.5 SOL and 1.5 of the token have come to the recipient.
fn paid(now_s: u64) -> Value {
    let data = [&[2, 0, 0, 0][..], &1_500_000_000_u64.to_le_bytes()].concat();
    let told: TestInstruction = (of(SYSTEM), vec![(of(ME), true), (of(BEN), false)], data);
    let message = message(of(ME), &[told], None).0;
    assert_eq!(message.keys[2], of(BEN));
    let tokens = |units: &str| json!([{"mint": MINT, "owner": BEN, "uiTokenAmount": {"amount": units}}]);
    json!({
        "slot": 80, "blockTime": now_s, "transaction": [base64::encode(&signed(&message, &[SIGNATURE])), "base64"],
        "meta": {"err": null, "preBalances": [9_000_000_000_u64, 1, 5], "postBalances": [7_499_995_000_u64, 1, 1_500_000_005],
            "preTokenBalances": tokens("20"), "postTokenBalances": tokens("1500020")},
    })
}

/// Whether a payment of 1.5 is made by this transaction.
fn is_paid(asset: &str, change: fn(&mut Value)) -> bool {
    let (_, node) = page_with_token(TOKEN, &[]);
    let world = World::with(paying(), Default::default());
    let mut found = paid(world.clock.now_ms() / 1_000);
    change(&mut found);
    let exchanges = shop();
    let serving = exchanges.clone();
    serve_beside(&world, &node, move |request| {
        let is_it = request.body.as_ref().is_some_and(|body| body.text.contains("\"getTransaction\""));
        let answer = is_it.then(|| status(200, &json!({"id": 1, "result": found}).to_string()));
        serving.answer(request).or(answer)
    });
    let payment = start(&world, bill(asset));
    let opened = world.pays_with("harbour");
    world.pass(1_000);
    assert!(world.settled(&opened).is_ok(), "{:?}", world.settled(&opened));
    *exchanges.status.borrow_mut() = json!({"status": "SUCCESS", "txHash": bs58_of(&SIGNATURE)});
    world.pass(6_000);
    !world.is_pending(&payment) && world.json(&payment)["status"] == "SUCCESS"
}

// req: 2.25, 10.27, 10.59
#[test]
fn confirms_an_exchange_payment_only_by_the_networks_data() {
    type Change = (&'static str, fn(&mut Value), [bool; 2]);
    let changes: [Change; 8] = [
        ("as asked", |_| {}, [true, true]),
        ("less of the coin", |of| of["meta"]["postBalances"][2] = json!(1_500_000_004_u64), [false, true]),
        (
            "less of the token",
            |of| of["meta"]["postTokenBalances"][0]["uiTokenAmount"]["amount"] = json!("1500019"),
            [true, false],
        ),
        ("another token", |of| of["meta"]["postTokenBalances"][0]["mint"] = json!(OTHER), [true, false]),
        ("to another", |of| of["meta"]["postTokenBalances"][0]["owner"] = json!(OTHER), [true, false]),
        ("failed", |of| of["meta"]["err"] = json!({"InstructionError": [0, "Custom"]}), [false, false]),
        ("in a block of before", |of| of["blockTime"] = json!(1_000_000), [false, false]),
        (
            "under another ID",
            |of| {
                let bytes = base64::decode(of["transaction"][0].as_str().unwrap()).unwrap();
                let Transaction { message, .. } = Transaction::read(&bytes).unwrap();
                of["transaction"][0] = json!(base64::encode(&signed(&message, &[[9; 64]])));
            },
            [false, false],
        ),
    ];
    for (what, change, paid) in changes {
        assert_eq!(["native", MINT].map(|asset| is_paid(asset, change)), paid, "{what}");
    }
}
