//! A request that names a token which the account's list and the network call differently (decision 208, "Labels of tokens").

use super::*;
use crate::money::solana::labels::labels;

const OTHER: &str = "DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263";
const OTHER_ACCOUNT: &str = "vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg";

fn mint() -> Vec<u8> {
    let mut data = vec![0; 82];
    (data[44], data[45]) = (6, 1);
    data
}

fn holding(mint: &str) -> Vec<u8> {
    let mut data = [&of(mint)[..], &of(ME), &MANY, &[0; 93]].concat();
    data[108] = 1;
    data
}

/// The service lists two tokens that are held, under these symbols.
fn listed(symbols: [&str; 2]) -> World {
    let labels = [labels(MINT, "USDC"), labels(OTHER, "BONK")];
    let of_labels = |at: usize| {
        let (place, data) = labels[at].clone();
        (&*place.leak(), "metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s", data)
    };
    let accounts = vec![
        (MINT, TOKEN, mint()),
        (OTHER, TOKEN, mint()),
        (ACCOUNT, TOKEN, holding(MINT)),
        (OTHER_ACCOUNT, TOKEN, holding(OTHER)),
        of_labels(0),
        of_labels(1),
    ];
    let [first, second] = symbols;
    let line = |mint: &str, symbol: &str| {
        json!({"name": symbol, "symbol": symbol, "chainId": SOLANA, "address": format!("{SOLANA}:{mint}"),
            "value": 5, "price": 1, "quantity": {"decimals": "6", "numeric": "5"}, "iconUrl": ""})
    };
    let body = json!({"balances": [line(MINT, first), line(OTHER, second)]}).to_string();
    page_with("https://app.example", "always", accounts, json!("demo"), move |request| {
        let chains = json!({"http": [SOLANA], "ws": []}).to_string();
        match &request.url {
            url if url.contains("/v1/supported-chains") => Some(status(200, &chains)),
            url if url.contains("/balance") => Some(status(200, &body)),
            _ => None,
        }
    })
}

/// Both tokens go to someone else.
fn both(world: &World) -> Value {
    world.open("Account");
    world.pass(3_000);
    let moved = |account: &str, mint: &str| -> TestInstruction {
        let accounts = vec![(of(account), false), (of(mint), false), (of(THIEF), false), (of(ME), true)];
        (of(TOKEN), accounts, [&[12][..], &MANY, &[6]].concat())
    };
    send(world, &[moved(ACCOUNT, MINT), moved(OTHER_ACCOUNT, OTHER)]);
    world.pass(3_000);
    world.slice("review")
}

// req: 10.12
#[test]
fn shows_base_units_and_a_warning_for_swapped_labels() {
    let review = both(&listed(["BONK", "USDC"]));
    for (at, listed, network) in [(0, "BONK", "USDC"), (1, "USDC", "BONK")] {
        assert_eq!(review["lines"][at]["amount"], "5,000,000 units", "{review}");
        let doubt = &review["tokens"][at]["doubt"];
        assert_eq!((&doubt["listed"], &doubt["network"]), (&json!(listed), &json!(network)));
    }
    let review = both(&listed(["USDC", "BONK"]));
    assert_eq!(
        (&review["lines"][0]["amount"], &review["lines"][1]["amount"], &review["tokens"]),
        (&json!("5 USDC"), &json!("5 BONK"), &json!([]))
    );
}
