//! Random people, wallets and services from one seed: whatever they do, what is shown is true and everything ends
//! (docs/spec/security.md R1, R2, R9, R12, R19, R22). A failure names its seed.

use crate::support::*;
use serde_json::{Value, json};
use std::cell::Cell;
use std::rc::Rc;
use wallet_engine::flow::Join;
use wallet_engine::ports::Local;
use wallet_engine::ports::clock::{Clock, VirtualClock};
use wallet_engine::ports::provider::WalletEvent;
use wallet_engine::ports::random::{Random, SeededRandom};

#[derive(Clone)]
struct Dice(Rc<SeededRandom>);

impl Dice {
    fn below(&self, limit: u32) -> u32 {
        let mut bytes = [0u8; 4];
        self.0.fill(&mut bytes);
        u32::from_be_bytes(bytes) % limit
    }
}

/// So much has each account on each network: a whole number that says whose it is.
fn holding(address: &str, chain: u64) -> u64 {
    (if address.eq_ignore_ascii_case(ALICE) { 10 } else { 20 }) + (chain - 1337)
}

fn late<T: 'static>(clock: &VirtualClock, ms: u64, answer: Local<T>) -> Local<T> {
    let clock = clock.clone();
    Box::pin(async move {
        clock.sleep(ms).await;
        answer.await
    })
}

/// Services and nodes that answer late, wrong or not at all, and always tell the truth when they do answer.
fn serve(world: &World, dice: &Dice) {
    let (chain, clock, dice) = (world.chain.clone(), world.clock.clone(), dice.clone());
    world.http.answer(move |request| {
        let number = |text: &str| if text.contains("1338") || text.contains(":8546") { 1338 } else { 1337 };
        let body = request.body.as_ref().map_or("", |body| body.text.as_str());
        let answer: Served = if request.url.contains("/balance?") {
            let id = number(request.url.split("chainId=").nth(1).unwrap());
            let owner = request.url.split("/account/").nth(1).unwrap();
            let numeric = holding(&owner[..42], id).to_string();
            status(200, &json!({"balances": [{"name": "Ether", "symbol": "ETH", "chainId": format!("eip155:{id}"), "price": 1,
                "quantity": {"decimals": "18", "numeric": numeric}}]}).to_string())
        } else if body.contains("eth_getBalance") {
            let owner = body.split("0x").nth(1).unwrap();
            let units = u128::from(holding(&format!("0x{}", &owner[..40]), number(&request.url))) * ETHER;
            status(200, &json!({"id": 1, "result": format!("{units:#x}")}).to_string())
        } else {
            let mut local = request.clone();
            local.url = local.url.replace(":8546", ":8545");
            let answer = respond(&chain, &local);
            Box::pin(async move { answer })
        };
        let ms = u64::from(dice.below(4_000));
        match dice.below(12) {
            0 => status(500, ""),
            1 => late(&clock, ms, status(503, "")),
            2 => status(200, "<html>"),
            3 => Box::pin(std::future::pending()),
            4..8 => late(&clock, ms, answer),
            _ => answer,
        }
    });
}

/// A wallet that says yes, no, nothing or nonsense, now or later.
fn moody(world: &World, handle: u32, account: &'static str, dice: &Dice) {
    let (chain, clock, dice) = (world.chain.clone(), world.clock.clone(), dice.clone());
    let wallets = world.wallets.clone();
    world.wallets.answer(handle, move |method, params| {
        let mood = dice.below(12);
        let answer: Answer = match (mood, method) {
            (0, _) => refuse(4001, "User rejected"),
            (1, _) => refuse(-32603, "boom"),
            (2, _) => never(),
            (3, _) => ok(json!(7)),
            (4, "wm_switchChain") => refuse(4902, ""),
            (5, _) => refuse(-32002, "already open"),
            (_, "wm_connect") => {
                let stands = chain.stands.get();
                ok(json!({"accounts": [account], "chain": format!("eip155:{stands}")}))
            }
            (_, "wm_switchChain") => {
                let answer = chain.says_yes(method, params);
                wallets.tell(handle, &WalletEvent::Chain(json!(chain.stands.get())));
                answer
            }
            _ => chain.says_yes(method, params),
        };
        if dice.below(2) == 0 { answer } else { late(&clock, u64::from(dice.below(8_000)), answer) }
    });
}

/// What someone does next.
fn step(world: &World, dice: &Dice, joins: &mut Vec<Join>, confirms: &Cell<usize>) -> String {
    let pick = |list: &[&str]| list[dice.below(u32::try_from(list.len()).unwrap()) as usize].to_owned();
    let chain = format!("eip155:{}", [1337, 1338, 99][dice.below(3) as usize]);
    let command = match dice.below(28) {
        0 | 1 => json!({"type": "router.open"}),
        2 => {
            json!({"type": "router.open", "view": pick(&["Connect", "Account", "Networks", "Send", "WhatIsAWallet", "ProfileWallets"])})
        }
        3 => {
            json!({"type": "router.push", "view": pick(&["Networks", "AccountSettings", "Send", "SendSelectToken", "WhatIsANetwork"])})
        }
        4 => json!({"type": "router.close", "reason": pick(&["user", "host"])}),
        5 | 6 => json!({"type": "router.back"}),
        7..=9 => json!({"type": "connect.select", "id": pick(&["dev.one", "dev.two"])}),
        10 => json!({"type": "accounts.disconnect"}),
        11 => json!({"type": "networks.choose", "network": chain}),
        12 => json!({"type": "networks.switch", "network": chain}),
        13 => json!({"type": "networks.retry"}),
        14 => json!({"type": "send.amount", "value": pick(&["1", "0.5", "99", "x"])}),
        15 => json!({"type": "send.receiver", "value": pick(&[ALICE, BOB, "0x12"])}),
        16 | 17 => json!({"type": "send.review"}),
        18 | 19 => {
            confirms.set(confirms.get() + 1);
            json!({"type": "send.confirm"})
        }
        20 => json!({"type": "send.open", "amount": "1", "to": BOB}),
        21 => json!({"type": "accounts.tab", "tab": pick(&["tokens", "nfts", "activity"])}),
        22 => json!({"type": "balances.refresh"}),
        23 => {
            let status = pick(&["active", "disconnected"]);
            json!({"type": "connections.switch", "connection": {"connectorId": pick(&["dev.one", "dev.two"]), "status": status}})
        }
        24 => {
            let to = [1337u64, 1338, 99][dice.below(3) as usize];
            world.chain.stands.set(to);
            for handle in [1, 2] {
                world.wallets.tell(handle, &WalletEvent::Chain(json!(format!("{to:#x}"))));
            }
            world.run();
            return format!("wallets go to {to}");
        }
        25 => {
            let action = pick(&["switch", "switch", "remove"]);
            json!({"type": format!("profileWallets.{action}"), "namespace": "eip155", "connectorId": pick(&["dev.one", "dev.two"])})
        }
        26 => json!({"type": "accounts.disconnect", "namespace": "eip155"}),
        _ => {
            let account = [json!([ALICE]), json!([BOB]), json!([])][dice.below(3) as usize].clone();
            world.wallets.tell(1 + dice.below(2), &WalletEvent::Accounts(account.clone()));
            world.run();
            return format!("accounts {account}");
        }
    };
    joins.push(world.dispatch(command.clone()));
    if dice.below(4) == 0 {
        world.pass(u64::from(dice.below(6_000)));
    }
    command.to_string()
}

/// What must be true at any moment.
fn check(world: &World, confirms: usize, seed: u64, done: &[String]) {
    let last = || format!("seed {seed}: {}", done[done.len().saturating_sub(12)..].join("\n  "));
    let (account, state, networks) = (world.slice("account"), world.slice("state"), world.slice("networks"));
    let connected = account["status"] == "connected";
    if connected {
        assert!(account["address"].is_string(), "R1: {}", last());
    }
    let shown = state["selectedNetworkId"].as_str().unwrap().to_owned();
    if networks["supported"] == true {
        assert_eq!(networks["active"]["caipNetworkId"], shown.as_str(), "{}", last());
    }
    let owner = account["address"].as_str().unwrap_or_default();
    let profile = world.slice("profileWallets");
    if profile["ready"] == true {
        assert_eq!(profile["active"]["address"], account["address"], "one account everywhere: {}", last());
    }
    let of = shown.strip_prefix("eip155:").unwrap().parse().unwrap();
    let expected = if of == 99 { None } else { Some(holding(owner, of)) };
    if matches!(account["balance"]["phase"].as_str(), Some("ready" | "old")) {
        let text = account["balance"]["amount"].as_str().unwrap();
        assert_eq!(
            Some(text.to_owned()),
            expected.map(|n| format!("{n}.000")),
            "R22 {owner} {shown}: {}",
            last()
        );
    }
    for token in world.slice("tokens")["list"].as_array().unwrap() {
        assert_eq!(token["chainId"], shown.as_str(), "R22: {}", last());
        assert_eq!(
            token["quantity"]["numeric"].as_str().map(ToOwned::to_owned),
            expected.map(|n| n.to_string()),
            "{}",
            last()
        );
    }
    let send = world.slice("send");
    if let (Some(max), true) = (send["max"].as_str(), send["phase"] == "editing") {
        let n = expected.unwrap_or_default();
        assert!(
            max.starts_with(&format!("{}.", n - 1)) || max == n.to_string(),
            "R22 {max} of {n}: {}",
            last()
        );
    }
    if send["phase"] == "review" {
        let from = send["preview"]["from"]["address"].as_str().unwrap();
        assert_eq!(from, owner, "what would be sent is of the account that is shown: {}", last());
    }
    if state["open"] == true {
        let view = state["view"].as_str().unwrap();
        if matches!(
            view,
            "Account"
                | "AccountSettings"
                | "Send"
                | "SendPreview"
                | "SendSelectToken"
                | "UnsupportedChain"
                | "SwitchNetwork"
        ) {
            assert!(connected, "{view} while {}: {}", account["status"], last());
        }
        if view == "UnsupportedChain" {
            assert_eq!(networks["supported"], false, "{}", last());
        }
        // in its ending the form is empty already
        if view == "SendPreview" && send["ended"].is_null() {
            assert_ne!(send["preview"], Value::Null, "{}", last());
        }
    }
    assert!(world.wallets.count("eth_sendTransaction") <= confirms, "R8: {}", last());
}

fn run(seed: u64) {
    let dice = Dice(Rc::new(SeededRandom::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))));
    let mut options = options();
    options["networks"][1]["rpcUrls"] = json!({"default": {"http": ["http://localhost:8546"]}});
    let world = World::with(options, Default::default());
    serve(&world, &dice);
    moody(&world, 1, ALICE, &dice);
    moody(&world, 2, BOB, &dice);
    world.announce(1, "One", Some("dev.one"));
    world.announce(2, "Two", Some("dev.two"));
    let (mut joins, mut done, confirms) = (Vec::new(), Vec::new(), Rc::new(Cell::new(0)));
    for _ in 0..60 {
        done.push(step(&world, &dice, &mut joins, &confirms));
        check(&world, confirms.get(), seed, &done);
    }
    // faults stop; everything ends (R2, R12)
    world.dispatch(json!({"type": "router.close"}));
    world.pass(2 * 3_600_000);
    check(&world, confirms.get(), seed, &done);
    let open: Vec<&String> = done
        .iter()
        .filter(|d| d.starts_with('{'))
        .zip(&joins)
        .filter(|(_, j)| !j.is_settled())
        .map(|(d, _)| d)
        .collect();
    assert_eq!(open, Vec::<&String>::new(), "R2, seed {seed}");
    let phase = world.slice("networks")["phase"].clone();
    assert!(phase == "idle" || phase == "rejected", "R12 {phase}, seed {seed}");
    assert!(
        !world.slice("connect")["phase"].as_str().is_some_and(|p| p == "opening" || p == "slow"),
        "R12, seed {seed}"
    );
    // and what was wished for can be had
    world.chain.stands.set(1337);
    serve_well(&world);
    world.willing(1);
    let connected = world.dispatch(json!({"type": "connect.start", "connectorId": "dev.one"}));
    world.pass(1_000);
    assert!(world.settled(&connected).is_ok(), "seed {seed}: {}", done.join("\n"));
    assert_eq!(world.slice("account")["address"], ALICE, "seed {seed}");
}

fn serve_well(world: &World) {
    let chain = world.chain.clone();
    world.http.answer(move |request| {
        let mut local = request.clone();
        local.url = local.url.replace(":8546", ":8545");
        let answer = respond(&chain, &local);
        Box::pin(async move { answer })
    });
}

#[test]
fn keeps_every_invariant_through_random_actions() {
    let (first, count) = match std::option_env!("MONKEY_SEED").and_then(|seed| seed.parse().ok()) {
        Some(seed) => (seed, 1),
        None => (1, 100),
    };
    (first..first + count).for_each(run);
}
