//! A swap through pools that its call names instead of tokens (`unoswap*`): it is read beside pools that a pinned factory has made, and blocked
//! beside any other. The call data is put together here, word by word; the pools are real ones.

use crate::support::market::*;
use crate::support::*;
use serde_json::{Value, json};
use std::rc::Rc;

/// The router of Ethereum, where pools are pinned.
const V6: &str = "0x111111125421cA6dc452d289314280a0f8842A65";
const WETH: &str = "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2";
/// Pools.
const USDC_WETH: &str = "0x88e6A0c2dDD26FEEb64F039a2c41296FcB3f5640";
const USDC_WETH_PAIR: &str = "0xB4e16d0168e52d35CaCD2c6185b44281Ec28C9Dc";
const DAI_WETH_PAIR: &str = "0xA478c2975Ab1Ea89e8196811F51A7B7Ade33eB11";
/// A token that no one chose, and its pools.
const MID: &str = "0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599";
const MID_WETH: &str = "0xCBCdF9626bC03E24f779434178A73a0B4bad62eD";
const DAI_MID: &str = "0x391E8501b626C623d39474AfcA6f9e46c2686649";

/// A pool as its word: kind in three bits, flags below them, the side, and its address.
fn hop(kind: u8, flags: u8, is_first_given: bool, pool: &str) -> String {
    let side = if is_first_given { 0x80 } else { 0 };
    format!("{:02x}{side:02x}{}{}", kind << 5 | flags, "0".repeat(20), &pool[2..].to_lowercase())
}

const UNWRAPS: u8 = 0x10;
const DOES_NOT_WRAP: u8 = 0x08;
const BY_PERMIT2: u8 = 0x04;

type Form = fn(&Built) -> String;

fn number(n: u128) -> String {
    format!("{n:064x}")
}

/// On Ethereum, with these pools in its factories, if the service builds such a call.
fn world(form: Form) -> (World, Rc<Market>) {
    of_router(V6, form)
}

/// The same, where another router is called that the host has named.
fn of_router(router: &'static str, form: Form) -> (World, Rc<Market>) {
    let network = network(1, "Ethereum");
    let world = World::with(
        json!({"projectId": "demo", "networks": [network], "services": options()["services"],
            "swapRouters": {"eip155:1": [ROUTER]}}),
        Default::default(),
    );
    world.chain.supported.borrow_mut().push("eip155:1".into());
    world.chain.stands.set(1);
    let market = Rc::new(Market {
        held: std::cell::Cell::new(500_000_000),
        price: std::cell::Cell::new(3000),
        chain: std::cell::Cell::new(1),
        allowance: std::cell::Cell::new(u128::MAX),
        ..Market::default()
    });
    for (pool, tokens, fee) in [
        (USDC_WETH, [USDC, WETH], Some(500)),
        (MID_WETH, [MID, WETH], Some(3000)),
        (DAI_MID, [MID, DAI], Some(3000)),
        (USDC_WETH_PAIR, [USDC, WETH], None),
        (DAI_WETH_PAIR, [DAI, WETH], None),
    ] {
        pooled(&market, pool, tokens, fee);
    }
    *market.lie.borrow_mut() = Some(Box::new(move |built| {
        built.to = router.into();
        built.data = Some(form(built));
    }));
    let serves = market.clone();
    world.served(move |request| serves.answer(request));
    world.join();
    world.open("Account");
    (world, market)
}

fn says(market: &Market, to: &str, data: &str, word: &str) {
    let key = (to.to_lowercase(), data.to_lowercase());
    market.contracts.borrow_mut().insert(key, format!("0x{word}"));
}

/// What a node says of a pool.
fn pooled(market: &Market, pool: &str, [first, second]: [&str; 2], fee: Option<u128>) {
    says(market, pool, "0x0dfe1681", &word_of(first));
    says(market, pool, "0xd21220a7", &word_of(second));
    if let Some(fee) = fee {
        says(market, pool, "0xddca3f43", &number(fee));
    }
}

fn reviewed(world: &World, from: &str, to: &str, amount: &str) -> Result<(), String> {
    world.swap_form(from, to, amount);
    let reviewed = world.dispatch(json!({"type": "swap.review"}));
    let result = world.settled(&reviewed).map(|_| ()).map_err(|error| error.to_string());
    assert_eq!(world.wallets.count("eth_sendTransaction"), 0);
    result
}

const GOOD: &[(&str, &str, &str, &str, Form)] = &[
    ("the coin through a pool of V3", "native", "USDC", "1", |built| {
        format!("0xa76dfc3b{}{}", number(built.minimum), hop(1, 0, false, USDC_WETH))
    }),
    ("the coin through a pair", "native", "DAI", "1", |built| {
        format!("0xa76dfc3b{}{}", number(built.minimum), hop(0, 0, false, DAI_WETH_PAIR))
    }),
    ("the coin, to who swaps", "native", "USDC", "1", |built| {
        format!("0x175accdc{}{}{}", word_of(ALICE), number(built.minimum), hop(1, 0, false, USDC_WETH))
    }),
    ("a token for the coin", "USDC", "native", "250", |built| {
        format!(
            "0x83800a8e{}{}{}{}",
            word_of(USDC),
            number(built.amount),
            number(built.minimum),
            hop(0, UNWRAPS | DOES_NOT_WRAP, true, USDC_WETH_PAIR)
        )
    }),
    ("a token for another one through two pools", "USDC", "DAI", "250", |built| {
        format!(
            "0xea76dddf{}{}{}{}{}{}",
            word_of(ALICE),
            word_of(USDC),
            number(built.amount),
            number(built.minimum),
            hop(1, DOES_NOT_WRAP, true, USDC_WETH),
            hop(0, 0, false, DAI_WETH_PAIR)
        )
    }),
    ("the coin through three pools", "native", "USDC", "1", |built| {
        format!(
            "0x188ac35d{}{}{}{}",
            number(built.minimum),
            hop(0, 0, false, DAI_WETH_PAIR),
            hop(0, 0, true, DAI_WETH_PAIR),
            hop(1, 0, false, USDC_WETH)
        )
    }),
    ("a token through three pools, of which two are nobody's choice", "USDC", "DAI", "250", |built| {
        format!(
            "0x19367472{}{}{}{}{}{}",
            word_of(USDC),
            number(built.amount),
            number(built.minimum),
            hop(1, 0, true, USDC_WETH),
            hop(1, 0, false, MID_WETH),
            hop(1, 0, true, DAI_MID)
        )
    }),
    ("a pair that says what it keeps", "USDC", "native", "250", |built| {
        let pair = hop(0, UNWRAPS, true, USDC_WETH_PAIR);
        let pair = format!("{}{:08x}{}", &pair[..16], 997_000_000, &pair[24..]);
        format!("0x83800a8e{}{}{}{pair}", word_of(USDC), number(built.amount), number(built.minimum))
    }),
];

// req: 10.12
#[test]
fn swaps_through_pools_of_pinned_factories() {
    for (what, from, to, amount, form) in GOOD {
        let (world, _) = world(*form);
        assert_eq!(reviewed(&world, from, to, amount), Ok(()), "{what}");
        assert_eq!(world.view(), "SwapPreview", "{what}");
        assert!(world.settled(&world.swap_confirm()).is_ok(), "{what}");
        let asked = world.wallets.last("eth_sendTransaction").unwrap();
        let value = if *from == "native" { "0xde0b6b3a7640000" } else { "0x0" };
        assert_eq!((&asked[0]["to"], &asked[0]["value"]), (&json!(V6), &json!(value)), "{what}");
    }
}

/// One thing of a good call is another one.
const LIES: &[(&str, &str, &str, &str, Form)] = &[
    ("less is promised", "native", "USDC", "1", |built| {
        format!("0xa76dfc3b{}{}", number(built.minimum - 1), hop(1, 0, false, USDC_WETH))
    }),
    ("nothing is promised", "native", "USDC", "1", |_| {
        format!("0xa76dfc3b{}{}", number(0), hop(1, 0, false, USDC_WETH))
    }),
    ("somebody else receives", "native", "USDC", "1", |built| {
        format!("0x175accdc{}{}{}", word_of(BOB), number(built.minimum), hop(1, 0, false, USDC_WETH))
    }),
    ("nobody receives", "native", "USDC", "1", |built| {
        format!("0x175accdc{}{}{}", number(0), number(built.minimum), hop(1, 0, false, USDC_WETH))
    }),
    ("another token comes", "native", "USDC", "1", |built| {
        format!("0xa76dfc3b{}{}", number(built.minimum), hop(0, 0, false, DAI_WETH_PAIR))
    }),
    ("the pool's other side is given", "native", "USDC", "1", |built| {
        format!("0xa76dfc3b{}{}", number(built.minimum), hop(1, 0, true, USDC_WETH))
    }),
    ("the coin is not wrapped", "native", "USDC", "1", |built| {
        format!("0xa76dfc3b{}{}", number(built.minimum), hop(1, DOES_NOT_WRAP, false, USDC_WETH))
    }),
    ("by Permit2", "USDC", "native", "250", |built| {
        format!(
            "0x83800a8e{}{}{}{}",
            word_of(USDC),
            number(built.amount),
            number(built.minimum),
            hop(0, UNWRAPS | BY_PERMIT2, true, USDC_WETH_PAIR)
        )
    }),
    ("the coin is promised, its token comes", "USDC", "native", "250", |built| {
        format!(
            "0x83800a8e{}{}{}{}",
            word_of(USDC),
            number(built.amount),
            number(built.minimum),
            hop(0, 0, true, USDC_WETH_PAIR)
        )
    }),
    ("another token is promised as the coin", "USDC", "native", "250", |built| {
        format!(
            "0x8770ba91{}{}{}{}{}",
            word_of(USDC),
            number(built.amount),
            number(built.minimum),
            hop(1, 0, true, USDC_WETH),
            hop(0, UNWRAPS, false, DAI_WETH_PAIR)
        )
    }),
    ("what is no coin is unwrapped", "native", "USDC", "1", |built| {
        format!("0xa76dfc3b{}{}", number(built.minimum), hop(1, UNWRAPS, false, USDC_WETH))
    }),
    ("unwrapped on the way", "USDC", "DAI", "250", |built| {
        format!(
            "0x8770ba91{}{}{}{}{}",
            word_of(USDC),
            number(built.amount),
            number(built.minimum),
            hop(1, UNWRAPS, true, USDC_WETH),
            hop(0, 0, false, DAI_WETH_PAIR)
        )
    }),
    ("another token is taken", "USDC", "DAI", "250", |built| {
        format!(
            "0x8770ba91{}{}{}{}{}",
            word_of(MID),
            number(built.amount),
            number(built.minimum),
            hop(1, 0, true, USDC_WETH),
            hop(0, 0, false, DAI_WETH_PAIR)
        )
    }),
    ("more is taken", "USDC", "DAI", "250", |built| {
        format!(
            "0x8770ba91{}{}{}{}{}",
            word_of(USDC),
            number(built.amount + 1),
            number(built.minimum),
            hop(1, 0, true, USDC_WETH),
            hop(0, 0, false, DAI_WETH_PAIR)
        )
    }),
    ("pools that do not meet", "USDC", "DAI", "250", |built| {
        format!(
            "0x8770ba91{}{}{}{}{}",
            word_of(USDC),
            number(built.amount),
            number(built.minimum),
            hop(1, 0, true, USDC_WETH),
            hop(1, 0, true, DAI_MID)
        )
    }),
    ("a pool of V3 called a pair", "native", "USDC", "1", |built| {
        format!("0xa76dfc3b{}{}", number(built.minimum), hop(0, 0, false, USDC_WETH))
    }),
    ("a pair called a pool of V3", "native", "USDC", "1", |built| {
        format!("0xa76dfc3b{}{}", number(built.minimum), hop(1, 0, false, USDC_WETH_PAIR))
    }),
    ("Curve", "native", "USDC", "1", |built| {
        format!("0xa76dfc3b{}{}", number(built.minimum), hop(2, 0, false, USDC_WETH))
    }),
    ("a kind that there is not", "native", "USDC", "1", |built| {
        format!("0xa76dfc3b{}{}", number(built.minimum), hop(7, 0, false, USDC_WETH))
    }),
    ("a contract that nobody knows", "native", "USDC", "1", |built| {
        format!("0xa76dfc3b{}{}", number(built.minimum), hop(1, 0, false, BOB))
    }),
    ("unknown bits", "native", "USDC", "1", |built| {
        let word = hop(1, 0, false, USDC_WETH);
        format!("0xa76dfc3b{}{}01{}", number(built.minimum), &word[..4], &word[6..])
    }),
    ("a word too many", "native", "USDC", "1", |built| {
        format!("0xa76dfc3b{}{}{}", number(built.minimum), hop(1, 0, false, USDC_WETH), number(0))
    }),
    ("a word too few", "native", "USDC", "1", |_| format!("0xa76dfc3b{}", hop(1, 0, false, USDC_WETH))),
    ("half a byte", "native", "USDC", "1", |built| {
        format!("0xa76dfc3b{}{}0", number(built.minimum), hop(1, 0, false, USDC_WETH))
    }),
    ("something above the receiver", "native", "USDC", "1", |built| {
        let word = word_of(ALICE);
        format!("0x175accdc1{}{}{}", &word[1..], number(built.minimum), hop(1, 0, false, USDC_WETH))
    }),
    ("something above the token", "USDC", "native", "250", |built| {
        let word = word_of(USDC);
        format!(
            "0x83800a8e8{}{}{}{}",
            &word[1..],
            number(built.amount),
            number(built.minimum),
            hop(0, UNWRAPS, true, USDC_WETH_PAIR)
        )
    }),
    ("there and back again", "native", "USDC", "1", |built| {
        format!(
            "0x89af926a{}{}{}",
            number(built.minimum),
            hop(1, 0, false, USDC_WETH),
            hop(1, 0, true, USDC_WETH)
        )
    }),
    ("an exchange of the builder's choice", "native", "USDC", "1", |built| {
        format!(
            "0x4ac5d9f4{}{}{}{}{}{}{}{}",
            word_of(BOB),
            word_of(NATIVE),
            word_of(USDC),
            number(built.amount),
            number(built.minimum),
            number(u128::MAX),
            number(1),
            number(2)
        )
    }),
];

// req: 10.12
#[test]
fn blocks_a_pool_swap_that_does_anything_else() {
    for (what, from, to, amount, form) in LIES {
        let (world, _) = world(*form);
        assert_eq!(reviewed(&world, from, to, amount), Err("This swap can't be checked".into()), "{what}");
        assert_eq!(
            (world.view().as_str(), &world.slice("swap")["preview"]),
            ("Swap", &Value::Null),
            "{what}"
        );
    }
}

/// Service and node of one mind: the address of a pool is no other's, whatever both say of it.
// req: 10.12
#[test]
fn blocks_a_forged_pool_although_node_and_service_agree() {
    type Change = fn(&Market);
    let changes: &[(&str, &str, Change, bool)] = &[
        ("as it is", DAI_WETH_PAIR, |_| {}, true),
        ("a contract that only calls itself one", BOB, |m| pooled(m, BOB, [DAI, WETH], None), false),
        ("the pair of other tokens", USDC_WETH_PAIR, |m| pooled(m, USDC_WETH_PAIR, [DAI, WETH], None), false),
        ("one token is another", DAI_WETH_PAIR, |m| pooled(m, DAI_WETH_PAIR, [USDC, WETH], None), false),
        ("the other way round", DAI_WETH_PAIR, |m| pooled(m, DAI_WETH_PAIR, [WETH, DAI], None), false),
        ("no token", DAI_WETH_PAIR, |m| says(m, DAI_WETH_PAIR, "0x0dfe1681", ""), false),
        (
            "something above a token",
            DAI_WETH_PAIR,
            |m| says(m, DAI_WETH_PAIR, "0xd21220a7", &format!("1{}", &word_of(WETH)[1..])),
            false,
        ),
        (
            "too much",
            DAI_WETH_PAIR,
            |m| says(m, DAI_WETH_PAIR, "0xd21220a7", &word_of(WETH).repeat(3)),
            false,
        ),
    ];
    for (what, pool, change, is_taken) in changes {
        let (world, market) = world(|_| String::new());
        let word = hop(0, 0, false, pool);
        *market.lie.borrow_mut() = Some(Box::new(move |built| {
            built.to = V6.into();
            built.data = Some(format!("0xa76dfc3b{}{word}", number(built.minimum)));
        }));
        change(&market);
        assert_eq!(reviewed(&world, "native", "DAI", "1").is_ok(), *is_taken, "{what}");
    }
    // the fee is a part of the address, too
    let (world, market) =
        world(|built| format!("0xa76dfc3b{}{}", number(built.minimum), hop(1, 0, false, USDC_WETH)));
    pooled(&market, USDC_WETH, [USDC, WETH], Some(3000));
    assert!(reviewed(&world, "native", "USDC", "1").is_err());
}

#[test]
fn blocks_pools_on_a_network_or_router_without_pins() {
    // a router that the page has added, on a network of its own
    let (world, market) = World::at_market();
    pooled(&market, USDC_WETH, [USDC, WETH], Some(500));
    *market.lie.borrow_mut() = Some(Box::new(|built| {
        built.data = Some(format!("0xa76dfc3b{}{}", number(built.minimum), hop(1, 0, false, USDC_WETH)));
    }));
    assert_eq!(reviewed(&world, "native", "USDC", "1"), Err("This swap can't be checked".into()));
    // and one on a network where they are
    let (world, _) = of_router(ROUTER, |built| {
        format!("0xa76dfc3b{}{}", number(built.minimum), hop(1, 0, false, USDC_WETH))
    });
    assert_eq!(reviewed(&world, "native", "USDC", "1"), Err("This swap can't be checked".into()));
}

#[test]
fn reports_pools_that_cant_be_verified() {
    let (world, market) =
        world(|built| format!("0xa76dfc3b{}{}", number(built.minimum), hop(1, 0, false, USDC_WETH)));
    world.swap_form("native", "USDC", "1");
    market.is_silent.set(true);
    world.chain.node_down.set(true);
    let waiting = world.dispatch(json!({"type": "swap.review"}));
    world.pass(60_000);
    let error = world.settled(&waiting).unwrap_err().to_string();
    assert_ne!(error, "This swap can't be checked");
    assert_eq!((world.view().as_str(), world.wallets.count("eth_sendTransaction")), ("Swap", 0));
    market.is_silent.set(false);
    world.chain.node_down.set(false);
    world.dispatch(json!({"type": "swap.reload"}));
    world.pass(1_000);
    assert!(world.settled(&world.dispatch(json!({"type": "swap.review"}))).is_ok());
}

// what is built again while the preview waits goes through other pools: they are proven too
#[test]
fn verifies_the_pools_of_a_rebuilt_call() {
    let (world, market) =
        world(|built| format!("0xa76dfc3b{}{}", number(built.minimum), hop(1, 0, false, USDC_WETH)));
    assert_eq!(reviewed(&world, "native", "USDC", "1"), Ok(()));
    let fake = |built: &mut Built| {
        built.to = V6.into();
        built.data = Some(format!("0xa76dfc3b{}{}", number(built.minimum), hop(0, 0, false, BOB)));
    };
    *market.lie.borrow_mut() = Some(Box::new(fake));
    world.pass(10_000);
    world.swap_confirm();
    let asked = world.wallets.last("eth_sendTransaction").unwrap();
    let data = asked[0]["data"].as_str().unwrap();
    assert!(data.ends_with(&USDC_WETH[2..].to_lowercase()), "the one that was shown: {data}");
}
