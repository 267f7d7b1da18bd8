//! What is done over and over leaves nothing behind: the memory of WebAssembly only grows, so what an operation keeps is lost to the page
//! for good. Counted are the bytes that the engine holds, natively, after many of a kind and after as many more.

use super::counted::held;
use super::times;
use crate::support::market::word_of;
use crate::support::*;
use serde_json::json;
use wallet_engine::ports::provider::WalletEvent;

/// Of each kind, after three quarters as many (`npm run prove`: ten times as many).
const OPERATIONS: usize = 1_000;
/// What maps and queues of the same length may take more at another moment.
const ROOM_BYTES: isize = 2_048;

struct Kind {
    name: &'static str,
    world: fn() -> World,
    one: fn(&World, usize),
}

/// TABLE: a kind of operation more is a row more.
const KINDS: &[Kind] = &[
    Kind {
        name: "the modal opened and closed",
        world: World::connected,
        one: |world, _| {
            world.open("Account");
            close(world);
        },
    },
    Kind {
        name: "a list of wallets opened and closed",
        world: World::new,
        one: |world, _| {
            world.open("Connect");
            close(world);
        },
    },
    Kind {
        name: "a view and back",
        world: || {
            let world = World::connected();
            world.open("Account");
            world
        },
        one: |world, _| {
            world.dispatch(json!({"type": "router.push", "view": "AccountSettings"}));
            world.dispatch(json!({"type": "router.back"}));
        },
    },
    Kind {
        name: "a read of the page",
        world: World::connected,
        one: |world, _| {
            let read = world.request("eth_blockNumber", json!([]));
            world.pass(10);
            world.settled(&read).expect("answered");
        },
    },
    Kind {
        name: "a request that the person refuses",
        world: World::connected,
        one: |world, _| {
            let word = "ff".repeat(32);
            let data = format!("0x095ea7b3{}{word}", word_of(BOB));
            let asked =
                world.request("eth_sendTransaction", json!([{"from": ALICE, "to": BOB, "data": data}]));
            world.pass(1_000);
            assert_eq!(world.slice("review")["count"], 1);
            close(world);
            world.settled(&asked).expect_err("refused");
        },
    },
    Kind {
        name: "a request that the wallet refuses",
        world: || {
            let world = World::connected();
            world.but(1, |method, _| (method == "personal_sign").then(|| refuse(4001, "no")));
            world
        },
        one: |world, _| {
            let asked = world.request("personal_sign", json!(["0x6869", ALICE]));
            world.pass(1_000);
            let id = world.slice("review")["id"].clone();
            world.dispatch(json!({"type": "review.confirm", "id": id}));
            world.pass(1_000);
            world.settled(&asked).expect_err("refused");
            close(world);
        },
    },
    Kind {
        name: "a request of nonsense",
        world: World::connected,
        one: |world, _| {
            let asked = world.request("eth_sendTransaction", json!(["no", {"such": 1}]));
            world.pass(10);
            world.settled(&asked).expect_err("refused");
        },
    },
    Kind {
        name: "another account of the wallet",
        world: World::connected,
        one: |world, at| {
            let account = [BOB, ALICE][at % 2];
            world.wallets.tell(1, &WalletEvent::Accounts(json!([account])));
            world.pass(2_000);
            assert_eq!(world.slice("account")["address"], account);
        },
    },
    Kind {
        name: "another network",
        world: World::connected,
        one: |world, at| {
            let chain = ["eip155:1338", "eip155:1337"][at % 2];
            world.dispatch(json!({"type": "networks.switch", "network": chain}));
            world.pass(2_000);
            assert_eq!(world.slice("networks")["active"]["caipNetworkId"], chain);
        },
    },
    Kind {
        name: "a search among networks",
        world: World::connected,
        one: |world, at| {
            world.dispatch(json!({"type": "networks.search", "text": format!("net {at}")}));
            world.dispatch(json!({"type": "networks.search", "text": ""}));
        },
    },
    Kind {
        name: "a search among wallets",
        world: || {
            let world = World::new();
            world.open("AllWallets");
            world.pass(1_000);
            world
        },
        one: |world, at| {
            world.dispatch(json!({"type": "directory.search", "text": format!("wallet {at}")}));
            world.pass(1_000);
        },
    },
    Kind {
        name: "a send that is reviewed and left",
        world: World::connected,
        one: |world, _| {
            world.open("Account");
            world.form("1.5", BOB);
            let reviewed = world.dispatch(json!({"type": "send.review"}));
            world.settled(&reviewed).expect("reviewed");
            close(world);
        },
    },
    Kind {
        name: "a code for another device",
        world: World::new,
        one: |world, _| {
            world.open("ConnectingWalletConnect");
            world.pass(1_000);
            close(world);
        },
    },
    Kind {
        name: "a wallet that is connected and disconnected",
        world: || {
            let world = World::new();
            world.willing(1);
            world.announce(1, "Demo Wallet", Some("dev.demo"));
            world.pass(2_000);
            world
        },
        one: |world, _| {
            world.connect("dev.demo");
            world.pass(1_000);
            let left = world.dispatch(json!({"type": "accounts.disconnect"}));
            world.pass(1_000);
            world.settled(&left).expect("disconnected");
        },
    },
    Kind {
        name: "options that are set",
        world: World::connected,
        one: |world, at| {
            let theme = ["dark", "light"][at % 2];
            world.dispatch(json!({"type": "options.update", "options": {"themeMode": theme}}));
        },
    },
];

fn close(world: &World) {
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    world.pass(1_000);
}

/// What the world around has written down of it.
fn forget(world: &World) {
    world.host.events.take();
    world.host.lines.take();
    world.host.levels.take();
    world.host.beacons.take();
    world.host.blobs.take();
    world.host.gone.take();
    world.http.seen.take();
    world.storage.batches.take();
    world.sockets.0.take();
    world.popups.windows.take();
    world.wallets.forget();
}

// req: 10.3, 10.29
#[test]
fn repeated_operations_leave_no_memory_behind() {
    let mut grown = Vec::new();
    for Kind { name, world, one } in KINDS {
        let world = world();
        let many = OPERATIONS * times().min(10);
        let after = |operations: std::ops::Range<usize>| {
            operations.for_each(|at| {
                one(&world, at);
                world.tasks.forget();
            });
            forget(&world);
            held()
        };
        // What is bounded is full by then.
        let full = many * 3 / 4;
        let before = after(0..full);
        let more = after(full..full + many) - before;
        println!("{name}: {more} bytes more after {many}");
        if more > ROOM_BYTES {
            grown.push(format!("{name}: {more} bytes by {many}"));
        }
    }
    assert!(grown.is_empty(), "{grown:#?}");
}
