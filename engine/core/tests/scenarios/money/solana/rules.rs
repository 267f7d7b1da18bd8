//! Tokens whose issuer has a say, or counts them by a rule: what is shown, and what is asked of the wallet (decision 79, "A Solana token that its
//! issuer controls").

use super::*;

/// So many base units in the last instruction that the wallet was asked to sign.
fn units_asked(world: &World) -> u64 {
    let asked = world.wallets.last("solana_signTransaction").unwrap();
    let bytes = base64::decode(asked["transaction"].as_str().unwrap()).unwrap();
    let last = Transaction::read(&bytes).unwrap().message.instructions.pop().unwrap();
    u64::from_le_bytes(*last.data[1..].first_chunk().unwrap())
}

fn scaled(now: f64, later: f64, at: i64) -> Vec<u8> {
    extended(25, &[&[9; 32][..], &now.to_le_bytes(), &at.to_le_bytes(), &later.to_le_bytes()].concat())
}

// req: 10.46
#[test]
fn converts_amounts_of_a_scaled_token() {
    let (world, node) = page_with_token(TOKEN_2022, &scaled(5.0, 5.0, 0));
    let reviewed = review_token(&world, "12.5", BEN);
    assert!(world.settled(&reviewed).is_ok(), "{:?}", world.settled(&reviewed));
    let send = world.slice("send");
    assert_eq!((&send["token"]["balance"], &send["max"]), (&json!("35.000"), &json!("35")));
    let preview = &send["preview"];
    assert_eq!((&preview["amount"], &preview["uncounted"]), (&json!("12.5"), &json!("2.5 USDC")));
    assert_eq!(preview["worth"], "$12.50");
    let tokens = world.slice("tokens");
    let listed = tokens["list"].as_array().unwrap().iter().find(|item| item["symbol"] == "USDC");
    assert_eq!(listed.unwrap()["quantity"]["numeric"], "35");
    confirm(&world);
    assert_eq!(units_asked(&world), 2_500_000);
    world.pass(60_000);
    assert_eq!(node.given.borrow().len(), 1);
    assert_eq!(world.slice("transactions")["list"][0]["amount"], "12.5");
}

// req: 10.46
#[test]
fn sends_the_full_balance_of_a_scaled_token() {
    for factor in [1.05, 3.3, 0.7, 0.9999, 1234.5] {
        let (world, _) = page_with_token(TOKEN_2022, &scaled(factor, factor, 0));
        assert!(world.settled(&review_token(&world, "1", BEN)).is_ok());
        world.dispatch(json!({"type": "send.cancel"}));
        world.dispatch(json!({"type": "send.max"}));
        let reviewed = world.dispatch(json!({"type": "send.review"}));
        world.pass(1_000);
        assert!(world.settled(&reviewed).is_ok(), "{factor} {:?}", world.settled(&reviewed));
        confirm(&world);
        // a token that counts for less than one has base units that are counted as nothing
        let left = 7_000_000 - units_asked(&world);
        assert!(left <= u64::from(factor < 1.0), "{factor} {left}");
    }
}

// req: 10.46
#[test]
fn shows_the_issuers_powers_in_form_and_preview() {
    let issued = [
        extended(12, &[9; 32]),
        extended(26, &[&[9; 32][..], &[0]].concat()),
        extended(6, &[1]),
        scaled(1.0, 2.0, i64::MAX),
    ];
    let (world, node) = page_with_token(TOKEN_2022, &issued.concat());
    let own = text(&associated(&of(ME), &of(TOKEN_2022), &of(MINT)).unwrap());
    let mut confidential = holding(MINT, ME, 0);
    confidential.push(2);
    confidential.extend(extended(5, &[0; 295]));
    node.has(&own, TOKEN_2022, confidential);
    let reviewed = review_token(&world, "2.5", BEN);
    assert!(world.settled(&reviewed).is_ok(), "{:?}", world.settled(&reviewed));
    let said = json!(["takes_back", "pausable", "count_changes", "confidential"]);
    let send = world.slice("send");
    assert_eq!((&send["rules"], &send["preview"]["rules"]), (&said, &said));
    assert_eq!(send["preview"]["uncounted"], json!(null));
    // nothing is said of a token without an issuer of that kind
    let (world, _) = page_with_token(TOKEN, &[]);
    assert!(world.settled(&review_token(&world, "2.5", BEN)).is_ok());
    assert_eq!(world.slice("send")["rules"], json!([]));
}
