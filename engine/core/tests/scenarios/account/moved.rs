//! Another account or network, whatever the cause and whatever is in flight: nothing of the old one is rendered, sent, stored or
//! emitted afterwards, and what is open reads the new one (docs/spec/security.md R22). Every cause meets every feature.

use crate::support::*;
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wallet_engine::ports::http::HttpResponse;
use wallet_engine::ports::provider::WalletEvent;

/// Every answer of before carries this, however it is formatted; no answer of after does.
const OLD: [&str; 5] = ["OLD", "7.777", "6666", "0xdeadbeef", "5.555"];

/// What services, node and wallet answer, before and after; what is in flight is held until the test lets it go.
#[derive(Clone, Default)]
struct Both {
    is_after: Rc<Cell<bool>>,
    /// Requests that contain one of these are held while it is before.
    holds: Rc<RefCell<Vec<&'static str>>>,
    /// They fail once they are let go.
    fails: Rc<Cell<bool>>,
    gates: Rc<RefCell<Vec<futures_channel::oneshot::Sender<()>>>>,
}

impl Both {
    fn held<T: 'static>(
        &self,
        text: &str,
        answer: wallet_engine::ports::Local<T>,
    ) -> wallet_engine::ports::Local<T> {
        if self.is_after.get() || !self.holds.borrow().iter().any(|part| text.contains(part)) {
            return answer;
        }
        let (sender, gate) = Gate::new();
        self.gates.borrow_mut().push(sender);
        gate.hold(answer)
    }

    fn serve(&self, world: &World) {
        let it = self.clone();
        world.served(move |request| {
            let body = request.body.as_ref().map(|body| body.text.clone()).unwrap_or_default();
            let answer = it.answer(&request.url, &body)?;
            let is_held =
                it.holds.borrow().iter().any(|part| request.url.contains(part) || body.contains(part));
            let answer = if is_held && !it.is_after.get() && it.fails.get() {
                json!({"id": 1, "error": {"code": 3, "message": "OLD SAYS NO"}})
            } else {
                answer
            };
            let status = if is_held && !it.is_after.get() && it.fails.get() && !request.url.contains(":8545")
            {
                500
            } else {
                200
            };
            let reply = HttpResponse::new(status, answer.to_string());
            Some(it.held(&format!("{}{body}", request.url), Box::pin(async move { Ok(reply) })))
        });
        let (it, chain) = (self.clone(), world.chain.clone());
        world.wallets.answer(1, move |method, params| {
            let answer = match method {
                "wallet_getCapabilities"
                    if !it.is_after.get() && it.holds.borrow().contains(&"wallet_getAssets") =>
                {
                    ok(json!({"0x539": {"assetDiscovery": {"supported": true}}}))
                }
                "wallet_getAssets" => ok(
                    json!({"0x539": [{"address": "native", "balance": "0x6befa9d70fae8000", "type": "NATIVE",
                    "metadata": {"name": "OLD", "symbol": "OLD", "decimals": 18}}]}),
                ),
                _ => chain.says_yes(method, params),
            };
            it.held(method, answer)
        });
        let chain = world.chain.clone();
        world.wallets.answer(2, move |method, params| match method {
            "wm_connect" => {
                ok(json!({"accounts": [{"chain": "eip155:1337", "address": BOB}], "chain": "eip155:1337"}))
            }
            _ => chain.says_yes(method, params),
        });
    }

    fn answer(&self, url: &str, body: &str) -> Option<Value> {
        let old = !self.is_after.get();
        let result = |value: Value| Some(json!({"id": 1, "jsonrpc": "2.0", "result": value}));
        if url.contains(":8545") {
            return match () {
                () if body.contains("eth_getBalance") => {
                    result(json!(if old { "0x6befa9d70fae8000" } else { "0x29a2241af62c0000" })) // 7.777, 3
                }
                () if body.contains("eth_gasPrice") => {
                    result(json!(if old { "0x5f5e100" } else { "0x3b9aca00" }))
                }
                () if body.contains("eth_estimateGas") => {
                    result(json!(if old { "0xf4240" } else { "0x5208" }))
                }
                () => None,
            };
        }
        let price = if old { 6666 } else { 3000 };
        if url.contains("/balance") {
            let id = url.split("chainId=").nth(1)?.split('&').next()?;
            let name = if old { "OLD" } else { "Ether" };
            return Some(json!({"balances": [{"name": name, "symbol": "ETH", "chainId": id, "price": price,
                "quantity": {"decimals": "18", "numeric": if old { "7.777" } else { "3" }}}]}));
        }
        if url.contains("/fungible/price") {
            return Some(
                json!({"fungibles": [{"name": "Ether", "symbol": "ETH", "iconUrl": "", "price": price}]}),
            );
        }
        if url.contains("/history") {
            let page = url.split("cursor=").nth(1).map_or("", |rest| rest.split('&').next().unwrap_or(""));
            let id = format!("{}{page}", if old { "OLD" } else { "new" });
            return Some(
                json!({"next": if old && page.is_empty() { json!("p2") } else { json!(null) }, "data": [{"id": id,
                "metadata": {"operationType": "send", "hash": null, "minedAt": "2023-11-14T00:00:00.000Z", "sentFrom": ALICE, "sentTo": BOB,
                    "status": "confirmed", "chain": "eip155:1337"},
                "transfers": [{"direction": "out", "quantity": {"numeric": "1"}, "fungible_info": {"symbol": "ETH"}}]}]}),
            );
        }
        None
    }

    fn let_go(&self, world: &World) {
        let gates = std::mem::take(&mut *self.gates.borrow_mut());
        assert!(!gates.is_empty(), "nothing is in flight");
        for gate in gates {
            gate.send(()).ok();
        }
        world.run();
    }
}

/// What is in flight, and the view it is for.
struct Feature {
    name: &'static str,
    holds: &'static [&'static str],
    fails: bool,
    begin: fn(&World, &Both),
}

fn send_form(world: &World) {
    world.open("Account");
    world.form("1.5", BOB);
}

const FEATURES: &[Feature] = &[
    Feature {
        name: "balance of the service",
        holds: &["/balance"],
        fails: false,
        begin: |world, _| world.open("Account"),
    },
    Feature {
        name: "balance that fails",
        holds: &["/balance"],
        fails: true,
        begin: |world, _| world.open("Account"),
    },
    Feature {
        name: "assets of the wallet",
        holds: &["wallet_getAssets"],
        fails: false,
        begin: |world, _| world.open("Account"),
    },
    Feature { name: "history", holds: &["/history"], fails: false, begin: |world, _| history(world) },
    Feature {
        name: "history that fails",
        holds: &["/history"],
        fails: true,
        begin: |world, _| history(world),
    },
    Feature {
        name: "next page of the history",
        holds: &["cursor=p2"],
        fails: false,
        begin: |world, _| {
            history(world);
            world.dispatch(json!({"type": "activity.more"}));
        },
    },
    Feature {
        name: "next page that fails",
        holds: &["cursor=p2"],
        fails: true,
        begin: |world, _| {
            history(world);
            world.dispatch(json!({"type": "activity.more"}));
        },
    },
    Feature {
        name: "send: balance",
        holds: &["eth_getBalance", "eth_gasPrice"],
        fails: false,
        begin: |world, _| send_form(world),
    },
    Feature {
        name: "send: price",
        holds: &["/fungible/price", "/balance"],
        fails: false,
        begin: |world, _| send_form(world),
    },
    Feature {
        name: "send: review",
        holds: &["eth_estimateGas"],
        fails: false,
        begin: |world, _| {
            send_form(world);
            world.dispatch(json!({"type": "send.review"}));
        },
    },
    Feature {
        name: "send: review that fails",
        holds: &["eth_estimateGas"],
        fails: true,
        begin: |world, _| {
            send_form(world);
            world.dispatch(json!({"type": "send.review"}));
        },
    },
    Feature {
        name: "send: fee of the preview",
        holds: &[],
        fails: false,
        begin: |world, it| {
            send_form(world);
            world.dispatch(json!({"type": "send.review"}));
            assert_eq!(world.view(), "SendPreview");
            it.holds.borrow_mut().push("eth_estimateGas");
            world.dispatch(json!({"type": "send.fee"}));
        },
    },
    Feature {
        name: "send: confirmed, the wallet's chain is asked",
        holds: &[],
        fails: false,
        begin: |world, it| {
            send_form(world);
            world.dispatch(json!({"type": "send.review"}));
            it.holds.borrow_mut().push("eth_chainId");
            world.dispatch(json!({"type": "send.confirm"}));
        },
    },
];

fn history(world: &World) {
    world.open("Account");
    world.dispatch(json!({"type": "accounts.tab", "tab": "activity"}));
}

/// Why another account or network is there.
struct Cause {
    name: &'static str,
    /// There still is an account on a configured network: what is open reads it.
    stays_connected: bool,
    /// The account is the same one on the same chain; the node is another.
    same_account: bool,
    happen: fn(&World),
}

fn other_node(id: u64) -> Value {
    let mut network = network(id, "Renamed");
    network["rpcUrls"]["default"]["http"] = json!(["http://localhost:8545/other"]);
    network
}

const CAUSES: &[Cause] = &[
    Cause {
        name: "the wallet's other account",
        stays_connected: true,
        same_account: false,
        happen: |world| {
            world.wallets.tell(1, &WalletEvent::Accounts(json!([BOB])));
            world.run();
        },
    },
    Cause {
        name: "the wallet's other chain",
        stays_connected: true,
        same_account: false,
        happen: |world| world.wanders(1338),
    },
    Cause {
        name: "the wallet on a chain of nobody",
        stays_connected: false,
        same_account: false,
        happen: |world| world.wanders(999),
    },
    Cause {
        name: "a switch without an event",
        stays_connected: true,
        same_account: false,
        happen: |world| {
            let switched = world.dispatch(json!({"type": "networks.switch", "network": "eip155:1338"}));
            assert!(world.settled(&switched).is_ok());
        },
    },
    Cause {
        name: "another node of the same network",
        stays_connected: true,
        same_account: true,
        happen: |world| {
            let options = json!({"networks": [other_node(1337), network(1338, "Second Chain")]});
            world.dispatch(json!({"type": "options.update", "options": options}));
        },
    },
    Cause {
        name: "options without the network",
        stays_connected: false,
        same_account: false,
        happen: |world| {
            world.dispatch(
                json!({"type": "options.update", "options": {"networks": [network(1338, "Second Chain")]}}),
            );
        },
    },
    Cause {
        name: "another wallet",
        stays_connected: true,
        same_account: false,
        happen: |world| {
            let connected = world.dispatch(json!({"type": "connect.start", "connectorId": "dev.other"}));
            assert!(world.settled(&connected).is_ok());
        },
    },
    Cause {
        name: "disconnected",
        stays_connected: false,
        same_account: false,
        happen: |world| {
            world.dispatch(json!({"type": "accounts.disconnect"}));
        },
    },
    Cause {
        name: "locked",
        stays_connected: false,
        same_account: false,
        happen: |world| {
            world.wallets.tell(1, &WalletEvent::Accounts(json!([])));
            world.run();
        },
    },
];

fn begun(feature: &Feature) -> (World, Both) {
    let both = Both::default();
    *both.holds.borrow_mut() = feature.holds.to_vec();
    both.fails.set(feature.fails);
    let world = World::new();
    both.serve(&world);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.announce(2, "Other Wallet", Some("dev.other"));
    world.open("Connect");
    let connected = world.dispatch(json!({"type": "connect.select", "id": "dev.demo"}));
    world.settled(&connected).expect("connects");
    world.celebrated();
    (feature.begin)(&world, &both);
    (world, both)
}

/// What can be read of the engine now.
fn everything(world: &World) -> String {
    let slices = [
        "state",
        "router",
        "account",
        "accounts",
        "tokens",
        "activity",
        "send",
        "networks",
        "toast",
        "transactions",
    ];
    slices.map(|name| format!("{name}: {}\n", world.slice(name))).concat()
}

fn nothing_old(text: &str, case: &str) {
    for old in OLD {
        let line = text.lines().find(|line| line.contains(old));
        assert!(line.is_none(), "{case}: {old} in {}", line.unwrap_or_default());
    }
}

// req: 4.28
#[test]
fn drops_everything_of_the_previous_account_or_network() {
    let cases = FEATURES.iter().flat_map(|feature| CAUSES.iter().map(move |cause| (feature, cause)));
    // what a service says of the account is true on any node of its network
    let of_service = |feature: &Feature| feature.holds.iter().any(|part| part.starts_with(['/', 'c']));
    let cases = cases.filter(|(feature, cause)| !(cause.same_account && of_service(feature)));
    let faults: Vec<String> = cases
        .filter_map(|(feature, cause)| {
            let fault = std::panic::catch_unwind(|| meet(feature, cause)).err()?;
            let text = fault.downcast_ref::<String>().cloned().unwrap_or_default();
            Some(format!("{} / {}: {}", feature.name, cause.name, text.lines().next().unwrap_or_default()))
        })
        .collect();
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// The cause comes while the feature waits for an answer; then the answer comes.
fn meet(feature: &Feature, cause: &Cause) {
    let (world, both) = begun(feature);
    let caches = |world: &World| [world.record("portfolio_cache"), world.record("native_balance_cache")];
    let is_first = caches(&world).iter().all(Option::is_none);
    let (told, sent) = (world.host.events.borrow().len(), world.wallets.count("eth_sendTransaction"));
    both.is_after.set(true);
    (cause.happen)(&world);
    nothing_old(&everything(&world), "at once");
    both.let_go(&world);
    world.pass(61_000);
    nothing_old(&everything(&world), "shown");
    let since: Vec<String> =
        world.host.events.borrow().iter().skip(told).map(|event| format!("{event:?}")).collect();
    nothing_old(&since.join("\n"), "events");
    for text in ["The transaction failed", "Token Balance Unavailable", "Failed to fetch transactions"] {
        assert!(!since.iter().any(|event| event.contains(text)), "a toast of the one before: {text}");
    }
    if is_first {
        nothing_old(&format!("{:?}", caches(&world)), "stored");
    }
    assert_eq!(world.wallets.count("eth_sendTransaction"), sent, "sent");
    if cause.stays_connected {
        stays_connected(&world);
    }
}

/// What is open shows the account and network of now, and waits for nothing.
fn stays_connected(world: &World) {
    let account = world.slice("account");
    assert_eq!(account["status"], "connected");
    assert_eq!(
        (&account["balance"]["phase"], &account["balance"]["amount"]),
        (&json!("ready"), &json!("3.000"))
    );
    assert_eq!(world.slice("tokens")["phase"], "ready");
    match world.view().as_str() {
        "Send" => {
            let send = world.slice("send");
            assert_eq!(send["maxPhase"], "ready");
            assert_eq!((&send["token"]["balance"], &send["worth"]), (&json!("3.000"), &json!("$4,500.00")));
            assert_ne!(send["max"], Value::Null);
        }
        "Account" if world.is_open() && account["tab"] == "activity" => {
            assert_eq!(world.slice("activity")["phase"], "ready");
        }
        _ => {}
    }
}

#[test]
fn reloads_the_form_when_the_user_returns_to_it() {
    let world = previewed();
    world.but(1, |method, _| (method == "eth_sendTransaction").then(never));
    world.dispatch(json!({"type": "send.confirm"}));
    world.pass(15 * 60_000 + 1);
    assert_eq!(world.slice("send")["phase"], "unknown");
    world.wanders(1338);
    world.dispatch(json!({"type": "router.back"}));
    assert_eq!((world.view().as_str(), &world.slice("send")["maxPhase"]), ("Send", &json!("ready")));
}
