//! What a network's node is asked when a request is prepared and followed.

use super::*;

/// Sent, and then no node knows it any more.
fn forgotten(world: &World) {
    reviewed(world);
    world.chain.receipt.set(None);
    world.dispatch(json!({"type": "send.confirm"}));
    world.pass(2_000);
    world.chain.gone.set(true);
    world.pass(18_000);
}

fn token_page() -> World {
    World::with_token(6, "12.5")
}

fn token_reviewed(world: &World) {
    world.open("Account");
    let token = format!("eip155:1337:{USDC}");
    world.dispatch(json!({"type": "send.open", "token": token, "amount": "2.5", "to": BOB}));
    world.pass(2_000);
    world.dispatch(json!({"type": "send.review"}));
    world.pass(2_000);
}

/// A page that has no service to ask for a balance.
fn without_list() -> World {
    let chain = Chain::default();
    *chain.supported.borrow_mut() = Vec::new();
    World::over(options(), Default::default(), chain)
}

fn asked_of_the_node(world: &World) {
    connected_at_the_account(world);
    world.request("eth_blockNumber", json!([]));
    world.pass(20_000);
}
/// A node that says nothing: no fee and no maximum.
const UNSENT: &[(&str, &[&str])] = &[("status", &["sent", "unknown", "differs", "unread"])];

fn token_review_again(world: &World) {
    world.dispatch(json!({"type": "router.close", "reason": "host"}));
    token_reviewed(world);
}

fn rest_account(world: &World) {
    toy::connect(world);
    world.open("Account");
    world.pass(5_000);
}

pub const ROWS: &[Row] = &[
    Row {
        name: "eth_getBalance",
        is: |request| is_call(request, "eth_getBalance"),
        good: || rpc(json!("0x8ac7230489e80000")),
        page: without_list,
        walk: connected_at_the_account,
        seen: owned,
        well: &[("/balance/amount", "10.000")],
        may: &[FAILED],
        except: &[],
        again: Some(balances_again),
    },
    Row {
        name: "eth_getBalance, of the form",
        is: |request| is_call(request, "eth_getBalance"),
        good: || rpc(json!("0x8ac7230489e80000")),
        page: World::new,
        walk: reviewed,
        seen: sent,
        well: &[("/token/balance", "10.000"), ("/preview/total", TOTAL)],
        may: UNSENT,
        except: &[],
        again: Some(review_again),
    },
    Row {
        name: "eth_gasPrice",
        is: |request| is_call(request, "eth_gasPrice"),
        good: || rpc(json!("0x3b9aca00")),
        page: World::new,
        walk: reviewed,
        seen: sent,
        well: &[("/preview/fee", FEE), ("/preview/total", TOTAL), ("/max", "9.999935")],
        may: UNSENT,
        except: &[],
        again: Some(review_again),
    },
    Row {
        name: "eth_estimateGas",
        is: |request| is_call(request, "eth_estimateGas"),
        good: || rpc(json!("0x5208")),
        page: World::new,
        walk: reviewed,
        seen: sent,
        well: &[("/preview/fee", FEE), ("/preview/total", TOTAL)],
        may: UNSENT,
        except: &[],
        again: Some(review_again),
    },
    Row {
        name: "eth_call balanceOf",
        is: |request| is_eth_call(request, "0x70a08231"),
        good: || rpc(json!(format!("{:#066x}", 12_500_000))),
        page: token_page,
        walk: token_reviewed,
        seen: sent,
        well: &[("/token/balance", "12.500"), ("/preview/amount", "2.5")],
        may: UNSENT,
        except: &[],
        again: Some(token_review_again),
    },
    Row {
        name: "eth_call decimals",
        is: |request| is_eth_call(request, "0x313ce567"),
        good: || rpc(json!(format!("{:#066x}", 6))),
        page: token_page,
        walk: token_reviewed,
        seen: sent,
        well: &[("/token/balance", "12.500"), ("/token/decimals", "6")],
        may: UNSENT,
        except: &[],
        again: Some(token_review_again),
    },
    Row {
        name: "eth_call transfer",
        is: |request| is_eth_call(request, "0xa9059cbb"),
        // it says no: whatever becomes of that isn't a preview
        good: || rpc(json!(format!("{:#066x}", 0))),
        page: token_page,
        walk: token_reviewed,
        seen: sent,
        well: &[("/token/balance", "12.500")],
        may: &[("/preview/amount", &["2.5"]), ("/preview/fee", &[FEE]), ("/preview/worth", &["$2.50"])],
        except: &[],
        again: None,
    },
    Row {
        name: "eth_getTransactionByHash",
        is: |request| is_call(request, "eth_getTransactionByHash"),
        good: || {
            rpc(
                json!({"from": ALICE.to_lowercase(), "to": BOB.to_lowercase(), "value": "0x14d1120d7b160000", "input": "0x",
                "hash": hash(), "chainId": "0x539", "nonce": "0x7", "gas": "0x5208", "blockHash": hash()}),
            )
        },
        page: World::new,
        walk: confirmed,
        seen: sent,
        well: &[("status", "confirmed"), ("sent", "1.5")],
        may: &[
            ("status", &["sent", "unknown", "differs", "unread"]),
            ("/preview/amount", &["1.5"]),
            ("/preview/fee", &[FEE]),
            ("/preview/total", &[TOTAL]),
            ("/preview/worth", &["$4,500.00"]),
            ("/worth", &["$4,500.00"]),
            ("/max", &["9.999935"]),
            ("/token/balance", &["10.000"]),
            ("/networkBalanceInUSD", &["$30,000.00"]),
        ],
        except: &[],
        again: None,
    },
    Row {
        name: "eth_getTransactionReceipt",
        is: |request| is_call(request, "eth_getTransactionReceipt"),
        // reverted: nothing makes a success of it
        good: || {
            rpc(
                json!({"blockHash": hash(), "transactionHash": hash(), "status": "0x0", "gasUsed": "0x5208", "logs": []}),
            )
        },
        page: World::new,
        walk: confirmed,
        seen: sent,
        well: &[("status", "failed"), ("sent", "1.5")],
        may: &[
            ("status", &["sent", "unknown"]),
            ("/preview/amount", &["1.5"]),
            ("/preview/fee", &[FEE]),
            ("/preview/total", &[TOTAL]),
            ("/preview/worth", &["$4,500.00"]),
            ("/worth", &["$4,500.00"]),
            ("/max", &["9.999935"]),
            ("/token/balance", &["10.000"]),
            ("/networkBalanceInUSD", &["$30,000.00"]),
        ],
        except: &[],
        again: None,
    },
    Row {
        name: "eth_getTransactionCount",
        is: |request| is_call(request, "eth_getTransactionCount"),
        // its place is free: only a number beyond it makes it replaced
        good: || rpc(json!("0x7")),
        page: World::new,
        walk: forgotten,
        seen: sent,
        well: &[("status", "sent"), ("sent", "1.5")],
        may: &[
            ("status", &["replaced"]),
            ("/preview/amount", &["1.5"]),
            ("/preview/fee", &[FEE]),
            ("/preview/total", &[TOTAL]),
            ("/preview/worth", &["$4,500.00"]),
            ("/worth", &["$4,500.00"]),
            ("/max", &["9.999935"]),
            ("/token/balance", &["10.000"]),
            ("/networkBalanceInUSD", &["$30,000.00"]),
        ],
        except: &[],
        again: None,
    },
    Row {
        name: "eth_blockNumber, for the page",
        is: |request| is_call(request, "eth_blockNumber"),
        good: || rpc(json!("0x10")),
        page: World::new,
        walk: asked_of_the_node,
        seen: owned,
        well: &[("/balance/amount", "10.000")],
        may: &[],
        except: &[],
        again: Some(balances_again),
    },
    Row {
        name: "an account, of a node that speaks REST",
        is: |request| request.url.contains("localhost:9001/v1/accounts/"),
        good: || json!({"units": "10000000"}),
        page: || toy::page().0,
        walk: rest_account,
        seen: owned,
        well: &[("/balance/amount", "10.000")],
        may: &[FAILED],
        except: &[],
        again: Some(balances_again),
    },
];
