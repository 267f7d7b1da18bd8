//! Several calls to connect at the same time: the last one wins, the others reject, and no one gets the account of another wallet.

use crate::support::*;
use serde_json::json;
use wallet_engine::error::Error;
use wallet_engine::flow::Join;
use wallet_engine::ports::clock::Clock;

const ACCOUNTS: [&str; 3] = [ALICE, BOB, USDC];

/// Three wallets, each with a separate account, which answer after so many milliseconds.
fn wallets(world: &World, after_ms: [u64; 3]) {
    for (n, account) in ACCOUNTS.into_iter().enumerate() {
        let (handle, wait, clock) = (n as u32, after_ms[n], world.clock.clone());
        world.but(handle, move |method, _| {
            let sleep = clock.sleep(wait);
            (method == "wm_connect").then(|| -> Answer {
                Box::pin(async move {
                    if wait > 0 {
                        sleep.await;
                    }
                    Ok(json!({"accounts": [account], "chain": "eip155:1337"}))
                })
            })
        });
        world.announce(handle, &format!("Wallet {n}"), Some(&format!("dev.w{n}")));
    }
}

/// Calls in one task, before anything of the engine has run.
fn call(world: &World, order: &[usize]) -> Vec<Join> {
    let of = |n: &usize| {
        world.engine.dispatch(json!({"type": "connect.start", "connectorId": format!("dev.w{n}")}))
    };
    order.iter().map(of).collect()
}

// req: 8.21
#[test]
fn lets_the_last_of_three_calls_win_and_rejects_the_others() {
    let orders: [[usize; 3]; 4] = [[0, 1, 2], [2, 1, 0], [1, 2, 0], [0, 2, 1]];
    for times in [[0, 0, 0], [10, 10, 10], [30, 20, 10], [10, 20, 30], [0, 50, 0]] {
        for order in orders {
            for is_ready in [true, false] {
                let world = World::new();
                let world = if is_ready { world } else { World::with(options(), world.storage.clone()) };
                wallets(&world, times);
                let calls = call(&world, &order);
                world.pass(1_000);
                let what = format!("{times:?} {order:?}");
                assert_eq!(world.json(&calls[2])["address"], ACCOUNTS[order[2]], "{what}");
                assert_eq!(world.slice("account")["address"], ACCOUNTS[order[2]], "{what}");
                for (call, n) in calls.iter().zip(order).take(2) {
                    assert_eq!(world.settled(call), Err(Error::Aborted), "{what}: {n}");
                }
                assert_eq!(world.wallets.count("wm_connect"), 1, "{what}: only the last one is asked");
            }
        }
    }
}

// req: 8.21
#[test]
fn aborts_a_waiting_call_whenever_a_later_one_comes() {
    for later_ms in [0, 1, 500, 1_500] {
        let world = World::new();
        wallets(&world, [2_000, 2_000, 2_000]);
        let mut calls = Vec::new();
        for n in 0..3 {
            calls.extend(call(&world, &[n]));
            world.pass(later_ms);
        }
        world.pass(10_000);
        assert_eq!(world.json(&calls[2])["address"], USDC);
        assert!(calls.iter().take(2).all(|call| world.settled(call) == Err(Error::Aborted)), "{later_ms}");
        assert_eq!(world.host.details("wallet-connect").len(), 1, "hosts hear of one");
    }
}

#[test]
fn treats_a_return_to_the_first_wallet_as_a_new_call() {
    let world = World::new();
    wallets(&world, [10, 10, 10]);
    let calls = call(&world, &[0, 1, 0]);
    world.pass(1_000);
    assert_eq!(world.json(&calls[2])["address"], ALICE);
    assert_eq!(world.settled(&calls[1]), Err(Error::Aborted));
    assert_eq!(world.slice("account")["address"], ALICE);
}

// req: 2.29
#[test]
fn merges_calls_for_the_same_wallet() {
    let world = World::new();
    wallets(&world, [10, 10, 10]);
    let calls = call(&world, &[1, 1, 1]);
    world.pass(1_000);
    assert!(calls.iter().all(|call| world.json(call)["address"] == BOB));
    assert_eq!(world.wallets.count("wm_connect"), 1);
}

#[test]
fn never_gives_a_call_the_account_of_a_later_one() {
    // the disk is slow: the first wallet has answered, the second call comes while that is written
    for later_ms in [0, 500, 1_999] {
        let world = World::new();
        wallets(&world, [0, 100, 0]);
        world.storage.silent.set(true);
        let first = call(&world, &[0]);
        world.run();
        world.pass(later_ms);
        let second = call(&world, &[1]);
        world.run();
        let phase = world.slice("connect")["phase"].clone();
        assert_eq!(phase, "opening");
        world.pass(10_000);
        assert_eq!(world.json(&second[0])["address"], BOB);
        match world.settled(&first[0]) {
            Ok(_) => assert_eq!(world.json(&first[0])["address"], ALICE),
            refused => assert_eq!(refused, Err(Error::Aborted)),
        }
        assert_eq!(world.slice("account")["address"], BOB);
    }
}

// req: 8.21, 8.33
#[test]
fn treats_error_5000_and_nested_rejections_as_rejections() {
    for answer in [
        || refuse(5000, "no"),
        || refuse(5002, ""),
        || nested(-32603, 4001, "x"),
        || nested(-32603, 5000, ""),
    ] {
        let world = World::new();
        world.wallets.answer(1, move |_, _| answer());
        world.announce(1, "Demo Wallet", Some("dev.demo"));
        world.open("Connect");
        let refused = world.dispatch(json!({"type": "connect.select", "id": "dev.demo"}));
        assert_eq!(world.settled(&refused), Err(Error::ConnectionRejected));
        let slice = world.slice("connect");
        assert_eq!((&slice["phase"], &slice["error"]["code"]), (&json!("rejected"), &json!(4001)));
        assert!(world.host.details("wallet-error").is_empty(), "a refusal is no fault");
        assert_eq!((world.tracked("USER_REJECTED").len(), world.tracked("CONNECT_ERROR").len()), (1, 0));
    }
}
