//! One table: every way to a wallet, every journey that moves money, and what may happen while the wallet has the request and has not
//! answered. No one says "failed", no one is asked twice, and what the sender does next tells what became of it (R8, decision 39, "Not sent, unknown
//! and sent").

use super::revoke::support::Ledger;
use super::shown::MALLORY;
use crate::embedded::peer::{Peer, logged_in_at};
use crate::embedded::smart;
use crate::paired::Paired;
use crate::paired::wallet::Wallet;
use crate::support::market::{Market, ROUTER};
use crate::support::shop::{Shop, bill, shop};
use crate::support::*;
use serde_json::{Value, json};
use std::cell::Cell;
use std::rc::Rc;
use wallet_engine::ports::clock::Clock;
use wallet_engine::ports::provider::WalletEvent;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    Page,
    Relay,
    Frame,
    /// A contract account in a browser wallet: a relayer brings to the chain what it does. The wallet says its hash when all is over.
    Contract,
    /// The same, whose wallet fails when all is over, with the words of a node that took nothing.
    ContractFails,
}

impl Way {
    fn is_contract(self) -> bool {
        matches!(self, Self::Contract | Self::ContractFails)
    }

    fn is_of_page(self) -> bool {
        self == Self::Page || self.is_contract()
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Journey {
    Send,
    Swap,
    Revoke,
    Pay,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Moment {
    Closed,
    Reloaded,
    /// Another account in a browser wallet and in the embedded one, the end of a session over a relay.
    WalletMoves,
    AnotherNetwork,
    Disconnected,
    DisconnectedInAnotherTab,
}

fn options_of_all() -> Value {
    let mut options = options();
    options["authChains"] = json!(["eip155:1337", "eip155:1338"]);
    options["experimentalSwapNetworks"] = json!(["eip155:1337"]);
    options["swapRouters"] = json!({"eip155:1337": [ROUTER]});
    options["features"] = json!({"pay": true, "email": true});
    options
}

/// Who answers next to the chain, by the journey.
#[derive(Clone)]
enum Beside {
    Nobody,
    Market(Rc<Market>),
    Ledger(Rc<Ledger>),
    Shop(Rc<Shop>),
}

struct Case {
    way: Way,
    journey: Journey,
    beside: Beside,
    it: Paired,
    phone: Option<Wallet>,
    /// What the wallet was asked before the page was loaded again.
    before: Vec<Value>,
    /// Of the phone, which gives each word once.
    heard: Vec<Value>,
    /// The network of the embedded wallet.
    stands: u64,
    /// What the wallet of a contract account answers.
    answer: HeldResponses,
}

impl Case {
    fn new(way: Way, journey: Journey) -> Self {
        let world = World::with(options_of_all(), Default::default());
        let beside = match journey {
            Journey::Send => Beside::Nobody,
            Journey::Swap => Beside::Market(Rc::new(Market {
                held: Cell::new(500_000_000),
                price: Cell::new(3000),
                ..Market::default()
            })),
            Journey::Revoke => Beside::Ledger(Rc::new(Ledger::default())),
            Journey::Pay => Beside::Shop(shop()),
        };
        serve(&world, &beside);
        if journey == Journey::Revoke {
            world.chain.tokens.borrow_mut().push(json!({"name": "USD Coin", "symbol": "USDC", "chainId": "eip155:1337",
                "address": format!("eip155:1337:{USDC}"), "price": 1, "quantity": {"decimals": "6", "numeric": "500"}, "iconUrl": ""}));
        }
        let mut it = Paired::over(world);
        let mut phone = None;
        match way {
            Way::Page | Way::Contract | Way::ContractFails => it.world.join(),
            Way::Relay => phone = Some(it.connect(&[1337, 1338])),
            Way::Frame => {
                it.world.open("Connect");
                it.world = logged_in_at(it.world);
            }
        }
        let (before, heard, answer) = (Vec::new(), Vec::new(), HeldResponses::default());
        let case = Self { way, journey, beside, it, phone, before, heard, stands: 1337, answer };
        case.answers();
        case
    }

    /// What a browser wallet answers, in its time.
    fn answers(&self) {
        let (way, held) = (self.way, self.answer.clone());
        if !way.is_of_page() {
            return;
        }
        self.it.world.but(1, move |method, _| {
            (method == "eth_sendTransaction").then(|| match way {
                Way::Contract => held.hold(ok(json!(hash()))),
                Way::ContractFails => held.hold(refuse(-32000, "insufficient funds for gas * price + value")),
                _ => never(),
            })
        });
    }

    fn pump(&mut self) {
        self.it.pump();
        if self.way == Way::Frame {
            Peer(&self.it.world).stands_on(self.stands);
            self.it.pump();
        }
    }

    /// Every request that the wallet has had.
    fn asked(&mut self) -> Vec<Value> {
        if let Some(phone) = &mut self.phone {
            let words = phone.inbox(&self.it.relay);
            let sends =
                words.iter().filter(|word| word["params"]["request"]["method"] == "eth_sendTransaction");
            self.heard.extend(sends.map(|word| word["params"]["request"]["params"].clone()));
        }
        let world = &self.it.world;
        let now = match self.way {
            Way::Page | Way::Contract | Way::ContractFails => {
                world.wallets.last("eth_sendTransaction").into_iter().collect()
            }
            Way::Relay => self.heard.clone(),
            Way::Frame => Peer(world)
                .requests("eth_sendTransaction")
                .iter()
                .map(|call| call["payload"]["params"].clone())
                .collect(),
        };
        [self.before.clone(), now].concat()
    }

    fn count(&mut self) -> usize {
        match self.way {
            _ if self.way.is_of_page() => {
                self.before.len() + self.it.world.wallets.count("eth_sendTransaction")
            }
            _ => self.asked().len(),
        }
    }

    /// From nothing to the wallet that has the request; the payment.
    fn asks(&mut self) {
        self.it.world.chain.receipt.set(None);
        if self.way.is_contract() {
            self.it.world.chain.code.set("0x6001");
        }
        let commands = match self.journey {
            Journey::Send => {
                self.it.world.open("Account");
                self.pump();
                self.it.world.form("1.5", BOB);
                vec![json!({"type": "send.review"}), json!({"type": "send.confirm"})]
            }
            Journey::Swap => {
                self.it.world.open("Account");
                self.pump();
                self.it.world.dispatch(
                    json!({"type": "swap.open", "fromToken": "native", "toToken": USDC, "amount": "1"}),
                );
                vec![
                    json!({"type": "swap.review"}),
                    json!({"type": "swap.accept", "revision": 0, "accepted": true}),
                    json!({"type": "swap.confirm", "step": 0, "revision": 0}),
                ]
            }
            Journey::Revoke => {
                if let Beside::Ledger(ledger) = &self.beside {
                    ledger.allow(USDC, ROUTER, "ee6b280");
                }
                self.it.world.open("Account");
                self.it.pass(1_000);
                self.it.world.open("Permissions");
                self.it.pass(6_000);
                let id = self.it.world.slice("approvals")["rows"][0]["id"].clone();
                vec![json!({"type": "approvals.review", "id": id}), json!({"type": "approvals.confirm"})]
            }
            Journey::Pay => {
                self.it.world.pay(bill());
                vec![json!({"type": "pay.wallet"}), json!({"type": "send.confirm"})]
            }
        };
        for command in commands {
            self.pump();
            self.it.pass(1_000);
            self.pump();
            self.it.world.dispatch(command);
        }
        self.pump();
    }

    fn happens(&mut self, moment: Moment) {
        let world = &self.it.world;
        if (self.journey, moment) == (Journey::Revoke, Moment::WalletMoves) {
            world.served(|_| None); // that ledger is one account's
        }
        match moment {
            Moment::Closed => drop(world.dispatch(json!({"type": "router.close", "reason": "user"}))),
            Moment::Reloaded => self.reload(),
            Moment::Disconnected => drop(world.dispatch(json!({"type": "accounts.disconnect"}))),
            Moment::AnotherNetwork => {
                world.dispatch(json!({"type": "networks.choose", "network": "eip155:1338"}));
                if self.way == Way::Frame {
                    self.stands = 1338;
                    Peer(world).answer("SWITCH_NETWORK", json!({ "chainId": 1338 }));
                }
            }
            Moment::WalletMoves => match self.way {
                Way::Page | Way::Contract | Way::ContractFails => {
                    let moved = json!({"accounts": [{"address": BOB}]});
                    world.wallets.tell(1, &WalletEvent::Accounts(moved));
                }
                Way::Relay => {
                    let over = json!({"code": 6000, "message": "User disconnected."});
                    self.phone.as_mut().unwrap().request(&mut self.it.relay, "wc_sessionDelete", over);
                }
                Way::Frame => {
                    let peer = Peer(world);
                    world.dispatch(json!({"type": "embedded.accountType", "accountType": "smartAccount"}));
                    peer.answer("INIT_SMART_ACCOUNT", json!({ "address": BOB, "isDeployed": false }));
                    peer.answer("SET_PREFERRED_ACCOUNT", json!({ "type": "smartAccount", "address": BOB }));
                    peer.answer("GET_USER", smart::user("smartAccount"));
                }
            },
            Moment::DisconnectedInAnotherTab => self.other_tab(),
        }
        self.pump();
        self.it.pass(2_000);
        // and it has happened
        let world = &self.it.world;
        match (moment, self.way) {
            (Moment::Closed | Moment::Reloaded, _) => assert!(!world.is_open()),
            (Moment::WalletMoves, way) if way != Way::Relay => {
                assert_eq!(world.slice("account")["address"], BOB)
            }
            (Moment::WalletMoves | Moment::Disconnected | Moment::DisconnectedInAnotherTab, _) => {
                assert_eq!(world.status(), "disconnected", "{:?} {:?} {moment:?}", self.way, self.journey);
            }
            (Moment::AnotherNetwork, _) => {
                assert_eq!(world.slice("networks")["active"]["caipNetworkId"], "eip155:1338");
            }
        }
    }

    /// Both tabs live for a while.
    fn beside(&mut self, other: &mut Paired) {
        for _ in 0..30 {
            self.it.world.pass(100);
            other.pass(100);
            self.it.world.run();
        }
    }

    fn other_tab(&mut self) {
        let world = &self.it.world;
        let (storage, chain) = (world.storage.clone(), world.chain.clone());
        let other = World::tab(&world.tabs, world.clock.now_ms(), options_of_all(), storage, chain);
        other.returns();
        let mut other = Paired::over(other);
        // it has the relay from here on
        std::mem::swap(&mut self.it.relay, &mut other.relay);
        other.relay.hang_up();
        self.beside(&mut other);
        if self.way != Way::Frame {
            assert_eq!(other.world.status(), "connected");
        }
        other.world.dispatch(json!({"type": "accounts.disconnect"}));
        self.beside(&mut other);
        std::mem::swap(&mut self.it.relay, &mut other.relay);
        self.it.relay.hang_up();
        // the browser tells a tab what another has written
        let world = &self.it.world;
        let written = world.storage.records.borrow().get("connections").cloned();
        world.dispatch(json!({"type": "connections.follow", "record": written}));
        other.world.engine.destroy();
    }

    /// Someone else brings to the chain what the account does; no one has heard of it before the wallet answers.
    fn relays(&mut self, request: &Value) {
        let chain = &self.it.world.chain;
        let relayed = json!([{"from": MALLORY, "to": request[0]["from"], "data": "0x1fad948c"}]);
        // what the account itself has made is as many as before
        chain.block.borrow_mut().push(relayed[0].clone());
        *chain.sent.borrow_mut() = Some(relayed[0].clone());
        chain.receipt.set(Some("0x1"));
        self.it.pass(20_000);
        let list = self.it.world.slice("transactions")["list"].clone();
        assert_eq!((&list[0]["status"], &list[0]["hash"]), (&json!("unknown"), &Value::Null), "{list}");
        self.answer.let_go();
        self.it.pass(20_000);
        let list = self.it.world.slice("transactions")["list"].clone();
        assert_eq!(list.as_array().unwrap().len(), 1, "nobody says that nothing was sent: {list}");
    }

    /// The same page over the same disk; the wallet is there again.
    fn reload(&mut self) {
        self.before = self.asked();
        self.heard.clear();
        let (tabs, storage, chain) =
            (self.it.world.tabs.clone(), self.it.world.storage.clone(), self.it.world.chain.clone());
        let now = self.it.world.clock.now_ms() + 1_000;
        self.it.relay.hang_up();
        self.it.world.engine.destroy();
        let world = World::tab(&tabs, now, options_of_all(), storage, chain);
        serve(&world, &self.beside);
        let relay = std::mem::replace(&mut self.it, Paired::over(world)).relay;
        self.it.relay = relay;
        self.it.pump();
        match self.way {
            Way::Page | Way::Contract | Way::ContractFails => {
                self.it.world.returns();
                self.answers();
            }
            Way::Relay => {}
            Way::Frame => {
                self.it.world.pass(700);
                let peer = Peer(&self.it.world);
                peer.ready();
                peer.answer("IS_CONNECTED", json!({ "isConnected": true }));
                peer.user();
            }
        }
    }
}

fn serve(world: &World, beside: &Beside) {
    match beside.clone() {
        Beside::Nobody => {}
        Beside::Market(market) => world.served(move |request| market.answer(request)),
        Beside::Ledger(ledger) => world.served(move |request| ledger.answer(request)),
        Beside::Shop(shop) => world.serves(&shop),
    }
}

// R8; SECURITY.md: "One confirmation is at most one send"
#[test]
fn marks_an_interrupted_request_unknown_then_finds_it_by_the_sender() {
    for way in [Way::Page, Way::Relay, Way::Frame, Way::Contract, Way::ContractFails] {
        for journey in [Journey::Send, Journey::Swap, Journey::Revoke, Journey::Pay] {
            for moment in [
                Moment::Closed,
                Moment::Reloaded,
                Moment::WalletMoves,
                Moment::AnotherNetwork,
                Moment::Disconnected,
                Moment::DisconnectedInAnotherTab,
            ] {
                let what = format!("{way:?} {journey:?} {moment:?}");
                println!("{what}");
                let mut case = Case::new(way, journey);
                case.asks();
                assert_eq!(case.count(), 1, "{what}: {:?}", case.it.world.view());
                let request = case.asked()[0].clone();
                case.happens(moment);
                let item = |case: &Case| {
                    let list = case.it.world.slice("transactions")["list"].clone();
                    assert_eq!(list.as_array().unwrap().len(), 1, "{what}: {list}");
                    list[0].clone()
                };
                case.it.pass(301_000);
                let now = item(&case);
                assert_eq!((&now["status"], &now["hash"]), (&json!("unknown"), &Value::Null), "{what}");
                // no one is told that it failed, and none of the buttons asks once more
                for command in ["send.confirm", "approvals.confirm", "pay.again"] {
                    case.it.world.dispatch(json!({ "type": command }));
                }
                case.it.world.dispatch(json!({"type": "swap.confirm", "step": 0, "revision": 0}));
                case.pump();
                case.it.pass(1_000);
                assert_eq!(case.count(), 1, "{what}");
                let toasts = case.it.world.toasts();
                assert!(!toasts.iter().any(|toast| toast.contains("failed")), "{what}: {toasts:?}");
                let told = case.it.world.host.details("wallet-transaction");
                assert!(told.iter().all(|told| told["status"] == "unknown"), "{what}: {told:?}");
                if way.is_contract() {
                    case.relays(&request);
                    // the page that was there before has heard the answer
                    let is_told = way == Way::Contract && moment != Moment::Reloaded;
                    // its call data does not have the call: the network shows no effect
                    let status = if is_told { "unread" } else { "unknown" };
                    assert_eq!(item(&case)["status"], status, "{what}");
                    assert_eq!(case.count(), 1, "{what}");
                    continue;
                }
                // it was sent after all
                let chain = &case.it.world.chain;
                chain.broadcast(&request);
                *chain.sent.borrow_mut() = Some(request[0].clone());
                chain.mine();
                chain.receipt.set(Some("0x1"));
                case.it.pass(20_000);
                assert_eq!(item(&case)["status"], "confirmed", "{what}");
                assert_eq!(case.count(), 1, "{what}");
            }
        }
    }
}
