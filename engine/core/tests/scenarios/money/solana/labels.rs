//! Tokens whose list calls them something else than the network does (decision 208, "Labels of tokens"): a data service that exchanges two labels
//! must not have one token sent or paid under the name of another.

use super::pays::{bill, by_wallet, shop_page, start};
use super::*;
use wallet_engine::namespaces::solana::money::transfer::derived;

const LABELS: &str = "metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s";

/// What is behind the head of both forms.
fn words(mint: &str, symbol: &str) -> Vec<u8> {
    let text = |of: &str| [&u32::try_from(of.len()).unwrap().to_le_bytes()[..], of.as_bytes()].concat();
    let empty = [0_u8; 32];
    [&empty[..], &of(mint), &text("A token"), &text(symbol), &text("https://example.org")].concat()
}

/// Where Metaplex's program keeps the labels of a token, and what it has there.
pub(crate) fn labels(mint: &str, symbol: &str) -> (String, Vec<u8>) {
    let program = of(LABELS);
    let place = derived(&program, &[b"metadata", &program, &of(mint)]).unwrap();
    // the program fills ten bytes up
    let symbol = format!("{symbol:\0<10}");
    (text(&place), [&[4][..], &words(mint, &symbol), &[0; 40]].concat())
}

fn labelled(node: &Node, mint: &str, symbol: &str) {
    let (place, data) = labels(mint, symbol);
    node.has(&place, LABELS, data);
}

/// The list calls the token USDC.
fn preview(of: (World, Node)) -> (Value, Value) {
    let (world, _) = of;
    let reviewed = review_token(&world, "2.5", BEN);
    assert!(world.settled(&reviewed).is_ok(), "{:?}", world.settled(&reviewed));
    let send = world.slice("send");
    (send["doubt"].clone(), send["preview"].clone())
}

// req: 10.12
#[test]
fn sends_base_units_with_a_warning_when_the_network_disagrees() {
    let metaplex = || {
        let (world, node) = page_with_token(TOKEN, &[]);
        labelled(&node, MINT, "BONK");
        (world, node)
    };
    let itself = || page_with_token(TOKEN_2022, &extended(19, &words(MINT, "BONK")));
    for (form, made) in [("Metaplex", metaplex()), ("Token-2022", itself())] {
        let (doubt, preview) = preview(made);
        assert_eq!((&doubt["listed"], &doubt["network"]), (&json!("USDC"), &json!("BONK")), "{form}");
        assert_eq!(
            (&preview["amount"], &preview["symbol"]),
            (&json!("2,500,000"), &json!("units")),
            "{form}"
        );
        assert_eq!((&preview["doubt"]["units"], &preview["worth"]), (&json!("2,500,000"), &Value::Null));
    }
}

// req: 10.12
#[test]
fn shows_no_warning_for_matching_or_unrelated_labels() {
    let with = |has: &dyn Fn(&Node)| {
        let (world, node) = page_with_token(TOKEN, &[]);
        has(&node);
        (world, node)
    };
    let (place, other) = (labels(MINT, "BONK").0, labels(BEN, "BONK").1);
    let made = [
        ("none at all", with(&|_| {})),
        ("the same", with(&|node| labelled(node, MINT, "USDC"))),
        ("in other letters", with(&|node| labelled(node, MINT, "$usdc"))),
        ("of another token", with(&|node| node.has(&place, LABELS, other.clone()))),
        ("of another program", with(&|node| node.has(&place, SYSTEM, labels(MINT, "BONK").1))),
        ("cut short", with(&|node| node.has(&place, LABELS, labels(MINT, "BONK").1[..70].to_vec()))),
        ("in the mint", page_with_token(TOKEN_2022, &extended(19, &words(MINT, "USDC")))),
    ];
    for (what, made) in made {
        let (doubt, preview) = preview(made);
        assert_eq!((&doubt, &preview["amount"]), (&Value::Null, &json!("2.5")), "{what}");
    }
}

// req: 10.12
#[test]
fn never_confirms_a_symbol_by_labels_without_one() {
    let (world, node) = page_with_token(TOKEN, &[]);
    labelled(&node, MINT, "");
    let (doubt, preview) = preview((world, node));
    assert_eq!((&doubt["network"], &preview["symbol"]), (&Value::Null, &json!("units")));
}

// req: 10.12, 1.8
#[test]
fn pays_base_units_with_a_warning_when_the_network_disagrees() {
    let (world, node) = shop_page(TOKEN, &[]);
    labelled(&node, MINT, "BONK");
    world.connect("app.sun");
    start(&world, bill(MINT));
    let chosen = by_wallet(&world);
    assert_eq!(world.view(), "SendPreview", "{:?}", world.settled(&chosen));
    let preview = world.slice("send")["preview"].clone();
    assert_eq!((&preview["amount"], &preview["symbol"]), (&json!("1,500,000"), &json!("units")));
    let doubt = &preview["doubt"];
    assert_eq!((&doubt["listed"], &doubt["network"]), (&json!("USDC"), &json!("BONK")));
}
