//! A payment on Solana: the send journey with exactly what the host wants paid, and the keys by which the host finds it
//! (decision 81, "A payment on Solana").

use super::*;
use crate::support::shop::shop;
use wallet_engine::error::Code;

const KEY: &str = "4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T";
const OTHER_KEY: &str = "2immgwYNHBbyVQKVGCEkgWpi53bLwWNRMB5G2nbgYV17";

pub(super) fn paying() -> Value {
    let mut options = options();
    options["features"] = json!({"pay": true});
    options
}

/// A page that wants to be paid; its account has 7 of a token with these extensions.
pub(super) fn shop_page(program: &'static str, extension: &[u8]) -> (World, Node) {
    let (_, node) = page_with_token(program, extension);
    let world = World::with(paying(), Default::default());
    let exchanges = shop();
    serve_beside(&world, &node, move |request| exchanges.answer(request));
    wallet(&world, |method, params| match method {
        "solana_signTransaction" => ok(signing(params, |_| {})),
        _ => refuse(4200, "unsupported"),
    });
    world.announce_sun();
    (world, node)
}

pub(super) fn bill(asset: &str) -> Value {
    let (symbol, decimals) = if asset == "native" { ("SOL", 9) } else { ("USDC", 6) };
    json!({
        "paymentAsset": {"network": SOLANA, "asset": asset, "metadata": {"symbol": symbol, "decimals": decimals}},
        "recipient": BEN, "amount": "1.5", "references": [KEY, OTHER_KEY],
    })
}

pub(super) fn start(world: &World, bill: Value) -> Join {
    let payment = world.dispatch(json!({"type": "pay.start", "options": bill}));
    world.pass(2_000);
    payment
}

pub(super) fn by_wallet(world: &World) -> Join {
    let chosen = world.dispatch(json!({"type": "pay.wallet"}));
    world.pass(4_000);
    chosen
}

// req: 1.8, 2.25
#[test]
fn pays_the_exact_amount_with_the_pages_reference_keys() {
    for asset in ["native", MINT] {
        let (world, node) = shop_page(TOKEN, &[]);
        world.connect("app.sun");
        let payment = start(&world, bill(asset));
        assert_eq!(world.slice("pay")["wallet"]["switches"], false);
        let chosen = by_wallet(&world);
        assert_eq!(world.view(), "SendPreview", "{asset} {:?}", world.settled(&chosen));
        let preview = world.slice("send")["preview"].clone();
        assert_eq!(
            (&preview["amount"], &preview["to"]["address"], &preview["references"]),
            (&json!("1.5"), &json!(BEN), &json!([KEY, OTHER_KEY]))
        );
        assert_eq!(preview["isPayment"], true);
        confirm(&world);
        let asked = world.wallets.last("solana_signTransaction").unwrap();
        let bytes = base64::decode(asked["transaction"].as_str().unwrap()).unwrap();
        let message = Transaction::read(&bytes).unwrap().message;
        let named = message.instructions.last().unwrap().accounts.iter().rev().take(2).rev();
        let named: Vec<String> = named.map(|at| text(&message.keys[usize::from(*at)])).collect();
        assert_eq!(named, [KEY, OTHER_KEY], "{asset}");
        world.pass(60_000);
        let paid = json!({"status": "SUCCESS", "txHash": bs58_of(&[7; 64])});
        assert_eq!((world.json(&payment), world.view().as_str()), (paid, "PayLoading"), "{asset}");
        assert_eq!(node.given.borrow().len(), 1);
        assert_eq!(world.slice("transactions")["list"][0]["kind"], "pay");
    }
}

// req: 1.8, 10.27, 10.59
#[test]
fn never_counts_a_payment_with_other_reference_keys() {
    let (world, node) = shop_page(TOKEN, &[]);
    wallet(&world, |_, params| {
        ok(signing(params, |of| {
            let at = of.message.keys.iter().position(|key| text(key) == KEY).unwrap();
            of.message.keys[at] = [9; 32];
        }))
    });
    world.connect("app.sun");
    start(&world, bill(MINT));
    by_wallet(&world);
    confirm(&world);
    world.pass(30_000);
    assert_eq!((phase(&world), node.given.borrow().len()), ("altered".into(), 0));
    // and the payment says so, without a way to pay again
    let pay = world.slice("pay");
    assert_eq!((&pay["phase"], &pay["trouble"]), (&json!("unknown"), &json!("altered")));
}

fn code(error: &wallet_engine::error::Error) -> String {
    match error.data().code {
        Code::Word(code) => code.to_string(),
        other => format!("{other:?}"),
    }
}

// req: 1.8
#[test]
fn rejects_invalid_reference_keys_before_it_opens() {
    let many: Vec<String> = (1..=9).map(|of| text(&[of; 32])).collect();
    for references in
        [json!("x"), json!([KEY, KEY]), json!(["0x1"]), json!([1]), json!([SYSTEM]), json!(many)]
    {
        let (world, _) = shop_page(TOKEN, &[]);
        let mut bill = bill("native");
        bill["references"] = references.clone();
        let payment = start(&world, bill);
        assert_eq!(code(&world.settled(&payment).unwrap_err()), "INVALID_PAYMENT_CONFIG", "{references}");
        assert!(!world.is_open());
    }
}

// req: 1.8, 10.46
#[test]
fn rejects_a_token_that_wouldnt_arrive_in_full() {
    let fee = [&0_u64.to_le_bytes()[..], &u64::MAX.to_le_bytes(), &100_u16.to_le_bytes()].concat();
    let keeps = extended(1, &[vec![0; 72], fee.clone(), fee].concat());
    let two = 2.0_f64.to_le_bytes();
    let counted = extended(25, &[&[0; 32][..], &two, &[0; 8], &two].concat());
    for extension in [keeps, counted] {
        let (world, _) = shop_page(TOKEN_2022, &extension);
        world.connect("app.sun");
        start(&world, bill(MINT));
        let chosen = by_wallet(&world);
        assert_eq!(code(&world.settled(&chosen).unwrap_err()), "ASSET_NOT_SUPPORTED");
        assert_eq!((world.view().as_str(), &world.slice("pay")["trouble"]), ("Pay", &json!("asset")));
    }
}

// req: 1.8, 4.47
#[test]
fn connects_a_wallet_first_and_continues_the_payment() {
    let (world, _) = shop_page(TOKEN, &[]);
    start(&world, bill("native"));
    by_wallet(&world);
    assert_eq!(world.view(), "Connect");
    world.connect("app.sun");
    world.celebrated();
    assert_eq!(world.view(), "Pay");
    by_wallet(&world);
    assert_eq!(world.view(), "SendPreview");
}

// req: 1.20
#[test]
fn hides_views_that_solana_doesnt_offer() {
    let mut options = paying();
    options["features"] =
        json!({"pay": true, "swaps": true, "onramp": true, "send": true, "receive": true, "activity": true});
    let (world, node) = {
        let (_, node) = page_with_token(TOKEN, &[]);
        (World::with(options, Default::default()), node)
    };
    serve(&world, &node);
    wallet(&world, |_, _| refuse(4200, "unsupported"));
    world.announce_sun();
    world.connect("app.sun");
    world.open("Account");
    world.pass(3_000);
    let account = world.slice("account");
    assert_eq!(account["actions"], json!(["receive", "send"]), "no swap");
    assert_eq!(account["tabs"], json!(["tokens", "activity"]));
    for view in ["Swap", "RegisterAccountName", "ChooseAccountName"] {
        let opened = world.dispatch(json!({"type": "router.open", "view": view}));
        world.pass(2_000);
        assert_ne!(world.view(), view, "{:?}", world.settled(&opened));
    }
}
