//! A world for scenarios: the engine over in-memory ports, a virtual clock, one wallet and one node.
//!
//! The wallet answers what a scenario gives it, in the shape of our adapters (docs/spec/page-wallets.md section 0). Codes and words of
//! EIP-1193 (4001, 4100, 4902) are those of @metamask/rpc-errors 7 (src/error-constants.ts). Another code, or a word, that names no wallet
//! and file next to it is a guess.

#![allow(dead_code, reason = "each scenario file uses its own part of the world")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests")]
#![allow(missing_docs, reason = "names say it")]

pub mod ens;
pub mod market;
pub mod onramp;
pub mod shop;
pub mod sign_in;
pub mod toy;

use futures_channel::oneshot;
use serde_json::{Value, json};
use std::cell::{Cell, OnceCell, RefCell};
use std::future::Future;
use std::pin::pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};
use wallet_engine::caip::Namespace;
use wallet_engine::engine::Engine;
use wallet_engine::error::Error;
use wallet_engine::features::{Later, rows_of_tests};
use wallet_engine::flow::{Cx, Flow, Join, Reply, Run};
use wallet_engine::ports::clock::{Clock, VirtualClock};
use wallet_engine::ports::data::ScriptedData;
use wallet_engine::ports::frame::MemoryFrames;
use wallet_engine::ports::host::{Page, RecordingHost};
use wallet_engine::ports::http::{Http, HttpFault, HttpRequest, HttpResponse, ScriptedHttp};
use wallet_engine::ports::popup::{MemoryPopups, Popup};
use wallet_engine::ports::provider::{Announced, PageWallet, ProviderFault, ScriptedWallets, WalletEvent};
use wallet_engine::ports::random::SeededRandom;
use wallet_engine::ports::seal::MemorySeal;
use wallet_engine::ports::siwx::MemorySiwx;
use wallet_engine::ports::socket::MemorySockets;
use wallet_engine::ports::spawn::Tasks;
use wallet_engine::ports::storage::MemoryStorage;
use wallet_engine::ports::tabs::MemoryTabs;
use wallet_engine::ports::window::Window;
use wallet_engine::ports::{EmbeddedPorts, Local, Ports, RelayPorts};

pub const ALICE: &str = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
pub const USDC: &str = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
pub const BOB: &str = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
/// How long a later part takes in [`World::slow`].
pub const PART_MS: u64 = 200;
pub const ETHER: u128 = 1_000_000_000_000_000_000;

/// The node and the services as this world has them.
#[derive(Clone)]
pub struct Chain {
    pub balance: Rc<Cell<u128>>,
    pub gas_price: Rc<Cell<u128>>,
    /// `None`: not in a block; else the receipt's status.
    pub receipt: Rc<Cell<Option<&'static str>>>,
    /// Of the receipt.
    pub logs: Rc<RefCell<Value>>,
    /// When every block was made.
    pub block_s: Rc<Cell<u64>>,
    /// What the network has under every hash; `None`: what a wallet was asked for last.
    pub sent: Rc<RefCell<Option<Value>>>,
    /// The network does not know any hash any more.
    pub gone: Rc<Cell<bool>>,
    /// How many of the sender's are in blocks; what a wallet was asked for is the seventh (from 0).
    pub mined: Rc<Cell<u64>>,
    /// What was brought to the network and is in no block yet.
    pub pool: Rc<RefCell<Vec<Value>>>,
    /// What is in the newest block.
    pub block: Rc<RefCell<Vec<Value>>>,
    wallets: Rc<RefCell<ScriptedWallets>>,
    /// That, also after a reload.
    honest: Rc<RefCell<Option<Value>>>,
    /// What the willing wallet has sent, by its hash.
    pub said_yes: Rc<RefCell<Vec<(String, Value)>>>,
    pub node_down: Rc<Cell<bool>>,
    /// Code at every address.
    pub code: Rc<Cell<&'static str>>,
    /// Status of the data service; 0 means unreachable.
    pub data_status: Rc<Cell<u16>>,
    /// Further lines of the balance list.
    pub tokens: Rc<RefCell<Vec<Value>>>,
    /// What a token contract returns: by the first four bytes of the calldata.
    pub contract: Rc<RefCell<Vec<(&'static str, Value)>>>,
    /// Pages of the history by cursor ("" is the first).
    pub history: Rc<RefCell<Vec<(&'static str, Value)>>>,
    /// Status of the history alone.
    pub history_status: Rc<Cell<u16>>,
    /// Who an address is.
    pub identity: Rc<RefCell<Value>>,
    /// Where names of the registry lead.
    pub leads: Rc<RefCell<Vec<(&'static str, &'static str)>>>,
    /// What the registry calls any address.
    pub names: Rc<RefCell<Value>>,
    /// What the directory lists.
    pub listings: Rc<RefCell<Value>>,
    /// What the wallet services say about tracked events.
    pub analytics: Rc<Cell<bool>>,
    /// Where the willing wallet stands.
    pub stands: Rc<Cell<u64>>,
    pub supported: Rc<RefCell<Vec<String>>>,
    /// What the page answers itself.
    pub data: ScriptedData,
    /// The page's own sign-in sessions.
    pub siwx: MemorySiwx,
    /// Pictures never arrive.
    pub pictures_hang: Rc<Cell<bool>>,
}

/// The scripted http; its pictures may hang.
struct Pictured {
    http: ScriptedHttp,
    hang: Rc<Cell<bool>>,
}

impl Http for Pictured {
    fn send(&self, request: HttpRequest) -> Served {
        self.http.send(request)
    }

    fn bytes(&self, url: &str, bytes_max: usize) -> Local<Result<Vec<u8>, HttpFault>> {
        let answer = self.http.bytes(url, bytes_max);
        if self.hang.get() { Box::pin(std::future::pending()) } else { answer }
    }
}

impl Default for Chain {
    fn default() -> Self {
        Self {
            balance: Rc::new(Cell::new(10 * ETHER)),
            gas_price: Rc::new(Cell::new(1_000_000_000)),
            receipt: Rc::new(Cell::new(Some("0x1"))),
            logs: Rc::default(),
            block_s: Rc::new(Cell::new(u64::from(u32::MAX))),
            sent: Rc::default(),
            gone: Rc::default(),
            mined: Rc::new(Cell::new(7)),
            pool: Rc::default(),
            block: Rc::default(),
            wallets: Rc::default(),
            honest: Rc::default(),
            said_yes: Rc::default(),
            node_down: Rc::default(),
            code: Rc::new(Cell::new("0x")),
            data_status: Rc::new(Cell::new(200)),
            tokens: Rc::default(),
            contract: Rc::default(),
            history: Rc::default(),
            history_status: Rc::new(Cell::new(200)),
            identity: Rc::new(RefCell::new(json!({"name": null, "avatar": null}))),
            leads: Rc::default(),
            names: Rc::new(RefCell::new(json!([]))),
            listings: Rc::new(RefCell::new(json!({"data": [], "count": 0}))),
            analytics: Rc::new(Cell::new(true)),
            stands: Rc::new(Cell::new(1337)),
            supported: Rc::new(RefCell::new(vec!["eip155:1337".into(), "eip155:1338".into()])),
            data: ScriptedData::default(),
            siwx: MemorySiwx::default(),
            pictures_hang: Rc::default(),
        }
    }
}

impl Chain {
    /// A wallet has brought this to the network, under the hash of [`hash`].
    pub fn broadcast(&self, asked: &Value) {
        let mut sent = asked[0].clone();
        sent["hash"] = json!(hash());
        sent["input"] = asked[0].get("data").cloned().unwrap_or(json!("0x"));
        self.pool.borrow_mut().push(sent);
    }

    /// What was brought there is in a block.
    pub fn mine(&self) {
        for mut sent in self.pool.take() {
            let nonce = self.mined.replace(self.mined.get() + 1);
            sent["nonce"] = json!(format!("{nonce:#x}"));
            self.block.borrow_mut().push(sent);
        }
    }

    /// What a willing wallet answers.
    pub fn says_yes(&self, method: &str, params: &Value) -> Answer {
        let stands = self.stands.get();
        match method {
            "wm_connect" => {
                let chain = format!("eip155:{stands}");
                ok(json!({"accounts": [{"chain": chain, "address": ALICE}], "chain": chain}))
            }
            "eth_chainId" => ok(json!(format!("{stands:#x}"))),
            // each transaction has a separate hash
            "eth_sendTransaction" => {
                let mut all = self.said_yes.borrow_mut();
                let hash = match all.len() {
                    0 => hash(),
                    count => format!("0x{}{count:02x}", "ab".repeat(31)),
                };
                all.push((hash.clone(), params[0].clone()));
                ok(json!(hash))
            }
            "wm_switchChain" => {
                let wanted = params["chain"].as_str().unwrap().strip_prefix("eip155:").unwrap();
                self.stands.set(wanted.parse().unwrap());
                ok(json!(null))
            }
            "wm_disconnect" => ok(json!(null)),
            _ => refuse(4200, "unsupported"),
        }
    }
}

pub struct World {
    pub engine: Engine,
    pub clock: VirtualClock,
    pub tasks: Tasks,
    pub host: RecordingHost,
    pub http: ScriptedHttp,
    pub storage: MemoryStorage,
    pub wallets: ScriptedWallets,
    pub sockets: MemorySockets,
    pub frames: MemoryFrames,
    /// Windows of taps.
    pub popups: MemoryPopups,
    /// The key of this browser.
    pub seal: MemorySeal,
    pub tabs: MemoryTabs,
    pub chain: Chain,
}

/// What a wallet answers.
pub type Answer = Local<Result<Value, ProviderFault>>;

pub fn ok(value: Value) -> Answer {
    Box::pin(async move { Ok(value) })
}

pub fn refuse(code: i64, message: &str) -> Answer {
    let message = message.to_owned();
    Box::pin(
        async move { Err(ProviderFault { code, message, original_code: None, answered: false, data: None }) },
    )
}

pub fn never() -> Answer {
    Box::pin(std::future::pending())
}

/// An error with the code of an original one inside it (docs/spec/services.md B6).
pub fn nested(code: i64, original: i64, message: &str) -> Answer {
    let message = message.to_owned();
    Box::pin(async move {
        Err(ProviderFault { code, message, original_code: Some(original), answered: false, data: None })
    })
}

/// What a service or node answers.
pub type Served = Local<Result<HttpResponse, HttpFault>>;

/// An answer with this status.
pub fn status(status: u16, body: &str) -> Served {
    let body = body.to_owned();
    Box::pin(async move { Ok(HttpResponse::new(status, body)) })
}

/// An answer that waits until the test opens the gate; the sender opens it.
pub struct Gate(RefCell<Option<oneshot::Receiver<()>>>);

impl Gate {
    pub fn new() -> (oneshot::Sender<()>, Rc<Self>) {
        let (sender, receiver) = oneshot::channel();
        (sender, Rc::new(Self(RefCell::new(Some(receiver)))))
    }

    /// Holds the first answer that passes; later ones are not held.
    pub fn hold<T: 'static>(&self, answer: Local<T>) -> Local<T> {
        let waits = self.0.borrow_mut().take();
        Box::pin(async move {
            if let Some(waits) = waits {
                waits.await.ok();
            }
            answer.await
        })
    }
}

/// What was asked and is not answered before the test says so.
#[derive(Clone, Default)]
pub struct HeldResponses(Rc<RefCell<Vec<oneshot::Sender<()>>>>);

impl HeldResponses {
    /// This answer, once it is let go.
    pub fn hold<T: 'static>(&self, answer: Local<T>) -> Local<T> {
        let (sender, receiver) = oneshot::channel();
        self.0.borrow_mut().push(sender);
        Box::pin(async move {
            receiver.await.ok();
            answer.await
        })
    }

    /// Every answer that is held.
    pub fn let_go(&self) {
        self.0.borrow_mut().drain(..).for_each(|sender| sender.send(()).unwrap_or_default());
    }
}

/// Connected, with the preview of 1.5 ETH to Bob.
pub fn previewed() -> World {
    let world = World::connected();
    world.open("Account");
    world.form("1.5", BOB);
    let reviewed = world.dispatch(json!({"type": "send.review"}));
    assert!(world.settled(&reviewed).is_ok());
    world
}

pub fn hash() -> String {
    format!("0x{}", "ab".repeat(32))
}

pub fn network(id: u64, name: &str) -> Value {
    json!({"id": id, "chainNamespace": "eip155", "caipNetworkId": format!("eip155:{id}"), "name": name,
        "nativeCurrency": {"name": "Ether", "symbol": "ETH", "decimals": 18},
        "rpcUrls": {"default": {"http": ["http://localhost:8545"]}},
        "blockExplorers": {"default": {"name": "Explorer", "url": "http://localhost:4007"}}})
}

pub fn options() -> Value {
    json!({"projectId": "demo", "networks": [network(1337, "Demo Chain"), network(1338, "Second Chain")],
        "services": {"data": "http://localhost:4002", "wallet": "http://localhost:4001", "analytics": "http://localhost:4003"}})
}

impl World {
    pub fn new() -> Self {
        Self::with(options(), MemoryStorage::default())
    }

    /// A fresh page over the same disk, one minute later.
    pub fn reload(self) -> Self {
        self.reload_with(options())
    }

    /// The same with other options.
    pub fn reload_with(self, options: Value) -> Self {
        let storage = self.storage.clone();
        let chain = self.chain.clone();
        self.engine.destroy();
        Self::over(options, storage, chain)
    }

    /// The same disk `ms` later.
    pub fn reload_after(self, ms: u64) -> Self {
        let (storage, chain) = (self.storage.clone(), self.chain.clone());
        let now = self.clock.now_ms() + ms;
        self.engine.destroy();
        Self::at(now, options(), storage, chain)
    }

    pub fn with(options: Value, storage: MemoryStorage) -> Self {
        Self::over(options, storage, Chain::default())
    }

    pub fn over(options: Value, storage: MemoryStorage, chain: Chain) -> Self {
        Self::at(1_700_000_000_000, options, storage, chain)
    }

    fn at(now_ms: u64, options: Value, storage: MemoryStorage, chain: Chain) -> Self {
        Self::tab(&MemoryTabs::default(), now_ms, options, storage, chain)
    }

    /// One tab of a browser; tabs of one browser share its disk.
    pub fn tab(tabs: &MemoryTabs, now_ms: u64, options: Value, storage: MemoryStorage, chain: Chain) -> Self {
        Self::made(Later::native(), tabs, now_ms, options, storage, chain)
    }

    /// The same with other ways to get the later parts of the binary.
    pub fn tab_in_parts(
        tabs: &MemoryTabs,
        now_ms: u64,
        later: Later,
        storage: MemoryStorage,
        chain: Chain,
    ) -> Self {
        Self::made(later, tabs, now_ms, options(), storage, chain)
    }

    /// The same of these options, in a separate browser.
    pub fn over_in_parts(later: Later, options: Value, storage: MemoryStorage, chain: Chain) -> Self {
        Self::made(later, &MemoryTabs::default(), 1_700_000_000_000, options, storage, chain)
    }

    /// A page whose later parts of the binary take this many ms to come.
    pub fn slow() -> Self {
        fn late(native: fn() -> Run, cx: Cx, feature: &'static str, action: String, command: Value) -> Flow {
            Box::pin(async move {
                cx.ports().clock.sleep(PART_MS).await;
                native()(cx, feature, action, command).await
            })
        }
        let native = Later::native();
        let later = Later {
            account: |cx, feature, action, command| {
                late(|| Later::native().account, cx, feature, action, command)
            },
            walletconnect: |cx, feature, action, command| {
                late(|| Later::native().walletconnect, cx, feature, action, command)
            },
            host: |cx, feature, action, command| late(|| Later::native().host, cx, feature, action, command),
            ..native
        };
        let world = Self::in_parts(later, options());
        world.pass(PART_MS);
        world
    }

    fn made(
        later: Later,
        tabs: &MemoryTabs,
        now_ms: u64,
        options: Value,
        storage: MemoryStorage,
        chain: Chain,
    ) -> Self {
        let page = Page { origin: "https://app.example".into(), title: "App".into(), ..Page::default() };
        Self::on(page, later, tabs, now_ms, options, storage, chain)
    }

    /// A page with other ways to get the later parts of the binary.
    pub fn in_parts(later: Later, options: Value) -> Self {
        let (tabs, storage) = (MemoryTabs::default(), MemoryStorage::default());
        Self::made(later, &tabs, 1_700_000_000_000, options, storage, Chain::default())
    }

    /// This very page.
    pub fn of_page(page: Page, options: Value) -> Self {
        let tabs = MemoryTabs::default();
        let (now_ms, storage) = (1_700_000_000_000, MemoryStorage::default());
        Self::on(page, Later::native(), &tabs, now_ms, options, storage, Chain::default())
    }

    /// A page that is loaded with this address, inside a messaging app.
    pub fn arriving(now_ms: u64, url: &str, options: Value, storage: MemoryStorage) -> Self {
        let page =
            Page { origin: "https://app.example".into(), url: url.into(), telegram: true, ..Page::default() };
        Self::on(page, Later::native(), &MemoryTabs::default(), now_ms, options, storage, Chain::default())
    }

    fn on(
        page: Page,
        later: Later,
        tabs: &MemoryTabs,
        now_ms: u64,
        options: Value,
        storage: MemoryStorage,
        chain: Chain,
    ) -> Self {
        wallet_engine::text::know_letters();
        let tabs = tabs.clone();
        let clock = VirtualClock::at(now_ms);
        let tasks = Tasks::default();
        let host = RecordingHost::default();
        *host.page.borrow_mut() = page;
        let http = ScriptedHttp::default();
        let wallets = ScriptedWallets::default();
        *chain.wallets.borrow_mut() = wallets.clone();
        let (sockets, frames) = (MemorySockets::default(), MemoryFrames::default());
        frames.reflex(lists_no_assets);
        let (popups, seal) = (MemoryPopups::default(), MemorySeal::default());
        let relay = RelayPorts {
            seal: Rc::new(MemorySeal::default()),
            socket: Rc::new(sockets.clone()),
            tabs: Rc::new(tabs.open()),
        };
        let ports = Ports {
            clock: Rc::new(clock.clone()),
            data: Rc::new(chain.data.clone()),
            host: Rc::new(host.clone()),
            http: Rc::new(Pictured { http: http.clone(), hang: chain.pictures_hang.clone() }),
            provider: Rc::new(wallets.clone()),
            random: Rc::new(SeededRandom::new(7)),
            siwx: Rc::new(chain.siwx.clone()),
            spawn: Rc::new(tasks.clone()),
            storage: Rc::new(storage.clone()),
            embedded: Rc::new(OnceCell::from(EmbeddedPorts {
                frame: Rc::new(frames.clone()),
                seal: Rc::new(seal.clone()),
            })),
            popup: Rc::new(OnceCell::from(Rc::new(popups.clone()) as Rc<dyn Popup>)),
            relay: Rc::new(relay.into()),
            window: Rc::new(OnceCell::from(Rc::new(host.clone()) as Rc<dyn Window>)),
        };
        let rows = rows_of_tests(later);
        let engine = Engine::new(ports, rows, options);
        let world = Self {
            engine,
            clock,
            tasks,
            host,
            http,
            storage,
            wallets,
            sockets,
            frames,
            popups,
            seal,
            tabs,
            chain,
        };
        world.serve();
        world.run();
        world
    }

    fn serve(&self) {
        let chain = self.chain.clone();
        self.http.answer(move |request| {
            let answer = respond(&chain, request);
            Box::pin(async move { answer })
        });
    }

    /// A wallet that says yes to everything, on the demo chain.
    pub fn willing(&self, wallet: u32) {
        self.but(wallet, |_, _| None);
    }

    /// The same, except for what the test answers itself.
    pub fn but(&self, wallet: u32, special: impl Fn(&str, &Value) -> Option<Answer> + 'static) {
        let chain = self.chain.clone();
        self.wallets.answer(wallet, move |method, params| {
            special(method, params).unwrap_or_else(|| chain.says_yes(method, params))
        });
    }

    /// A wallet that holds these accounts, the current one first.
    pub fn holds(&self, wallet: u32, accounts: &[&str]) {
        let accounts: Vec<String> = accounts.iter().map(ToString::to_string).collect();
        self.but(wallet, move |method, _| {
            (method == "wm_connect").then(|| ok(json!({"accounts": accounts, "chain": "eip155:1337"})))
        });
    }

    /// Wallets One, Two and so on arrive, each with one of these accounts.
    pub fn arrive(&self, accounts: &[&str]) {
        let names = [("One", "dev.one"), ("Two", "dev.two"), ("Three", "dev.three")];
        for ((handle, account), (name, rdns)) in (1..).zip(accounts).zip(names) {
            self.holds(handle, &[account]);
            self.announce(handle, name, Some(rdns));
        }
    }

    /// The user chooses this wallet, and it says yes.
    pub fn connect(&self, id: &str) {
        let connected = self.dispatch(json!({"type": "connect.start", "connectorId": id}));
        assert!(self.settled(&connected).is_ok(), "{id}");
        self.celebrated();
    }

    /// Services and nodes as ever, except for what the test answers itself.
    pub fn served(&self, special: impl Fn(&HttpRequest) -> Option<Served> + 'static) {
        let chain = self.chain.clone();
        self.http.answer(move |request| {
            let answer = respond(&chain, request);
            special(request).unwrap_or_else(|| Box::pin(async move { answer }))
        });
    }

    /// Opens the send form and fills it in.
    pub fn form(&self, amount: &str, to: &str) {
        let opened = self.dispatch(json!({"type": "router.open", "view": "Send"}));
        assert!(self.settled(&opened).is_ok());
        self.dispatch(json!({"type": "send.amount", "value": amount}));
        self.dispatch(json!({"type": "send.receiver", "value": to}));
    }

    /// Messages of every toast so far.
    pub fn toasts(&self) -> Vec<String> {
        let all = self.host.details("wallet-toast");
        all.iter().map(|toast| toast["message"].as_str().unwrap().to_owned()).collect()
    }

    /// Keys of every alert so far.
    pub fn alerts(&self) -> Vec<String> {
        let all = self.host.details("wallet-alert");
        all.iter().map(|alert| alert["key"].as_str().unwrap().to_owned()).collect()
    }

    /// Urls and bodies of what was asked and contains this.
    pub fn requests(&self, part: &str) -> Vec<HttpRequest> {
        let seen = self.http.seen.borrow();
        seen.iter().filter(|request| request.url.contains(part)).cloned().collect()
    }

    /// The wallet goes to another chain by itself.
    pub fn wanders(&self, chain: u64) {
        self.chain.stands.set(chain);
        self.wallets.tell(1, &WalletEvent::Chain(json!(format!("{chain:#x}"))));
        self.run();
    }

    /// The list of tokens of the open account, with one ERC-20 of so many decimals in it.
    pub fn with_token(decimals: u8, numeric: &str) -> Self {
        Self::with_chain(|chain| {
            chain.tokens.borrow_mut().push(json!({"name": "USD Coin", "symbol": "USDC", "chainId": "eip155:1337",
                "address": format!("eip155:1337:{USDC}"), "price": 1, "quantity": {"decimals": decimals.to_string(), "numeric": numeric},
                "iconUrl": "http://localhost:4002/usdc.png"}));
            let units = wallet_engine::amount::Amount::parse(numeric, decimals).unwrap().units;
            *chain.contract.borrow_mut() = vec![
                ("0x70a08231", json!(format!("{units:#066x}"))),
                ("0x313ce567", json!(format!("{decimals:#066x}"))),
                ("0xa9059cbb", json!(format!("{:#066x}", 1))),
            ];
        })
    }

    /// Connected on a chain that was prepared.
    pub fn with_chain(prepare: impl FnOnce(&Chain)) -> Self {
        let chain = Chain::default();
        prepare(&chain);
        let world = Self::over(options(), MemoryStorage::default(), chain);
        world.join();
        world
    }

    /// A willing wallet is there and connected.
    pub fn join(&self) {
        self.willing(1);
        self.announce(1, "Demo Wallet", Some("dev.demo"));
        self.open("Connect");
        let connected = self.dispatch(json!({"type": "connect.select", "id": "dev.demo"}));
        self.settled(&connected).expect("connects");
        // the moment of success is cut short: what follows counts its time from here
        self.dispatch(json!({"type": "router.close", "reason": "success"}));
    }

    /// Connected with a wallet of another family, on the only network of the page.
    pub fn of_family(chain: &str, address: &str) -> Self {
        let (name, reference) = chain.split_once(':').unwrap();
        let network = json!({"id": reference, "caipNetworkId": chain, "chainNamespace": name, "name": name,
            "nativeCurrency": {"name": "Coin", "symbol": "COIN", "decimals": 6}, "rpcUrls": {}});
        let world = World::with(json!({"projectId": "demo", "networks": [network]}), Default::default());
        let answer = json!({"accounts": [{"chain": chain, "address": address}], "chain": chain});
        world.wallets.answer(1, move |method, _| match method {
            "wm_connect" => ok(answer.clone()),
            _ => ok(json!(null)),
        });
        world.engine.announce(wallet_engine::ports::provider::Announced {
            kind: wallet_engine::ports::provider::WalletKind::default(),
            handle: wallet_engine::ports::provider::PageWallet(1),
            id: "other".into(),
            name: "Other".into(),
            icon: None,
            picture: None,
            rdns: Some("app.other".into()),
            namespaces: vec![wallet_engine::caip::Namespace::parse(name).unwrap()],
        });
        let connected = world.dispatch(json!({"type": "connect.start", "connectorId": "app.other"}));
        assert!(world.settled(&connected).is_ok(), "{chain}");
        world
    }

    /// Details of the tracked events of a name.
    pub fn tracked(&self, name: &str) -> Vec<Value> {
        let mut all = self.host.details("wallet-track");
        all.retain(|detail| detail["event"] == name);
        all
    }

    /// The rows of the wallets of this page, in order; without the one of WalletConnect.
    pub fn page_rows(&self) -> Vec<Value> {
        let rows = self.slice("connect")["rows"].clone();
        let is_here = |row: &&Value| row["id"] != "walletConnect";
        rows.as_array().unwrap().iter().filter(is_here).cloned().collect()
    }

    pub fn announce(&self, handle: u32, name: &str, rdns: Option<&str>) {
        let id = format!("00000000-0000-4000-8000-00000000000{handle}");
        self.announce_of(Namespace::Eip155, handle, &id, name, rdns);
    }

    /// A wallet of this family alone.
    pub fn announce_of(&self, family: Namespace, handle: u32, id: &str, name: &str, rdns: Option<&str>) {
        self.engine.announce(Announced {
            kind: wallet_engine::ports::provider::WalletKind::default(),
            handle: PageWallet(handle),
            id: id.into(),
            name: name.into(),
            icon: None,
            picture: None,
            rdns: rdns.map(Into::into),
            namespaces: vec![family],
        });
        self.run();
    }

    /// A Solana wallet that is called Sun.
    pub fn announce_sun(&self) {
        self.announce_of(Namespace::Solana, 1, "sun", "Sun", Some("app.sun"));
    }

    /// The wallet of a reloaded page is there again, and alone for as long as another could have claimed its name.
    pub fn returns(&self) {
        self.willing(1);
        self.announce(1, "Demo Wallet", Some("dev.demo"));
        self.pass(wallet_engine::constants::WALLET_CLAIM_MS);
    }

    /// A page with a willing wallet in it, connected.
    pub fn connected() -> Self {
        let world = Self::new();
        world.join();
        world
    }

    pub fn run(&self) {
        self.tasks.run_until_idle();
    }

    /// The page was not shown for an hour, and its timers rested; the wallet does not say its chain before it is let go.
    pub fn rest_an_hour(&self) -> HeldResponses {
        let held = HeldResponses::default();
        let answers = held.clone();
        self.but(1, move |method, _| (method == "eth_chainId").then(|| answers.hold(ok(json!("0x539")))));
        self.clock.move_to(self.clock.now_ms() + 3_600_000);
        held
    }

    /// Lets time pass, timer by timer.
    pub fn pass(&self, ms: u64) {
        let end = self.clock.now_ms() + ms;
        self.run();
        while let Some(next) = self.clock.next_ms().filter(|next| *next <= end) {
            self.clock.move_to(next);
            self.run();
        }
        self.clock.move_to(end);
        self.run();
    }

    /// A moment of success is over, if there was one.
    pub fn celebrated(&self) {
        if self.slice("router")["done"] == json!(true) {
            self.pass(wallet_engine::constants::DONE_MS);
        }
        self.left_ending();
    }

    /// The ending of a journey is left by its button.
    pub fn left_ending(&self) {
        let slice = match self.view().as_str() {
            "SendPreview" => "send",
            "SwapPreview" => "swap",
            "BuyInProgress" => "onramp",
            _ => return,
        };
        if !self.slice(slice)["ended"].is_null() {
            self.dispatch(json!({"type": "router.back"}));
        }
    }

    pub fn dispatch(&self, command: Value) -> Join {
        let join = self.engine.dispatch(command);
        self.run();
        join
    }

    /// A command that only the engine itself uses.
    pub fn run_own(&self, feature: &str, action: &str, command: Value) -> Join {
        let join = self.engine.run_own(feature, action, command);
        self.run();
        join
    }

    pub fn open(&self, view: &str) {
        let opened = self.dispatch(json!({"type": "router.open", "view": view}));
        self.settled(&opened).expect("opens");
    }

    pub fn request(&self, method: &str, params: Value) -> Join {
        let join = self.engine.request("eip155", method, params);
        self.run();
        join
    }

    /// The result of a flow that must have ended.
    pub fn settled(&self, join: &Join) -> Result<Reply, Error> {
        let waiting = pin!(join.clone());
        match waiting.poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(result) => result,
            Poll::Pending => panic!("still running"),
        }
    }

    pub fn json(&self, join: &Join) -> Value {
        match self.settled(join) {
            Ok(Reply::Json(text)) => serde_json::from_str(&text).unwrap(),
            other => panic!("no value: {other:?}"),
        }
    }

    pub fn slice(&self, name: &str) -> Value {
        let snapshot = self.engine.snapshot(name).unwrap_or_else(|e| panic!("{e}"));
        serde_json::from_str(&snapshot).unwrap()
    }

    /// Every option as it counts.
    pub fn settings(&self) -> Value {
        self.json(&self.dispatch(json!({"type": "options.read"})))
    }

    pub fn view(&self) -> String {
        self.slice("router")["view"].as_str().unwrap().to_owned()
    }

    pub fn is_open(&self) -> bool {
        self.slice("router")["open"].as_bool().unwrap()
    }

    pub fn status(&self) -> String {
        self.slice("account")["status"].as_str().unwrap().to_owned()
    }

    pub fn record(&self, key: &str) -> Option<Value> {
        let record = self.storage.records.borrow().get(key).cloned()?;
        Some(serde_json::from_str::<Value>(&record).unwrap()["value"].clone())
    }

    pub fn asked(&self, part: &str) -> usize {
        let is_of = |request: &&HttpRequest| {
            request.url.contains(part) || request.body.as_ref().is_some_and(|body| body.text.contains(part))
        };
        self.http.seen.borrow().iter().filter(is_of).count()
    }
}

/// `symbol()`
pub const SYMBOL: &str = "0x95d89b41";

/// What a contract returns that calls itself so.
pub fn string_of(text: &str) -> Value {
    let hex: String = text.bytes().map(|byte| format!("{byte:02x}")).collect();
    json!(format!("0x{:064x}{:064x}{hex:0<64}", 32, text.len()))
}

fn symbol_of(chain: &Chain, contract: &Value) -> Value {
    let contract = contract.as_str().unwrap_or_default().to_lowercase();
    let tokens = chain.tokens.borrow();
    let is_it =
        |token: &&Value| token["address"].as_str().is_some_and(|of| of.to_lowercase().ends_with(&contract));
    tokens
        .iter()
        .find(is_it)
        .map_or(json!("0x"), |token| string_of(token["symbol"].as_str().unwrap_or_default()))
}

pub fn respond(chain: &Chain, request: &HttpRequest) -> Result<HttpResponse, HttpFault> {
    if request.url.contains("/projects/v1/origins") {
        return Ok(HttpResponse::new(200, json!({"allowedOrigins": ["*"]}).to_string()));
    }
    let reply = |body: Value| Ok(HttpResponse::new(200, body.to_string()));
    // a node is whatever is asked in this way
    if request.body.as_ref().is_some_and(|body| body.text.contains("\"jsonrpc\"")) {
        if chain.node_down.get() {
            return Err(HttpFault::Network);
        }
        let call: Value = serde_json::from_str(&request.body.as_ref().unwrap().text).unwrap();
        let result = match call["method"].as_str().unwrap() {
            "eth_getBalance" => json!(format!("{:#x}", chain.balance.get())),
            "eth_gasPrice" => json!(format!("{:#x}", chain.gas_price.get())),
            "eth_estimateGas" => json!("0x5208"),
            "eth_blockNumber" => json!("0x10"),
            "eth_getCode" => json!(chain.code.get()),
            "eth_call" => {
                let data = call["params"][0]["data"].as_str().unwrap();
                let contract = chain.contract.borrow();
                let is_named = contract.iter().any(|(selector, _)| *selector == SYMBOL);
                // a contract calls itself as the list does, but where the test says otherwise
                if data == SYMBOL && !is_named {
                    return reply(json!({"id": 1, "result": symbol_of(chain, &call["params"][0]["to"])}));
                }
                match contract.iter().find(|(selector, _)| data.starts_with(selector)) {
                    Some((_, Value::Null)) | None => {
                        return reply(
                            json!({"id": 1, "error": {"code": 3, "message": "execution reverted"}}),
                        );
                    }
                    Some((_, returned)) => returned.clone(),
                }
            }
            "eth_getTransactionCount" => {
                let waits = if call["params"][1] == "pending" { chain.pool.borrow().len() as u64 } else { 0 };
                json!(format!("{:#x}", chain.mined.get() + waits))
            }
            "eth_getBlockByHash" => json!({"timestamp": format!("{:#x}", chain.block_s.get())}),
            "eth_getBlockByNumber" => {
                json!({"number": call["params"][0], "transactions": *chain.block.borrow()})
            }
            "eth_getTransactionByHash" if chain.gone.get() => json!(null),
            "eth_getTransactionByHash" => {
                let asked = chain.wallets.borrow().last("eth_sendTransaction").map(|asked| asked[0].clone());
                let mut honest = chain.honest.borrow_mut();
                *honest = asked.or_else(|| honest.take());
                let yes = chain.said_yes.borrow();
                let yes = yes.iter().find(|(hash, _)| call["params"][0] == **hash);
                *honest = yes.map(|(_, sent)| sent.clone()).or_else(|| honest.take());
                match chain.sent.borrow().clone().or_else(|| honest.clone()) {
                    Some(mut sent) => {
                        if let Some(sent) = sent.as_object_mut() {
                            sent.entry("nonce").or_insert_with(|| json!("0x7"));
                            sent.entry("hash").or_insert_with(|| call["params"][0].clone());
                        }
                        sent
                    }
                    // sent over a relay: this node is none to ask
                    None => {
                        return reply(
                            json!({"id": 1, "error": {"code": -32601, "message": "no such method"}}),
                        );
                    }
                }
            }
            "eth_getTransactionReceipt" => match chain.receipt.get() {
                Some(status) => {
                    json!({"blockHash": hash(), "blockNumber": "0x11", "transactionHash": call["params"][0],
                    "status": status, "logs": *chain.logs.borrow()})
                }
                None => json!(null),
            },
            other => {
                return reply(json!({"id": 1, "error": {"code": -32601, "message": format!("no {other}")}}));
            }
        };
        return reply(json!({"id": 1, "jsonrpc": "2.0", "result": result}));
    }
    // a Cosmos REST node that has nothing, and its other node, which knows no such paths
    if ["http://localhost:1317/", "http://localhost:26657/"].iter().any(|node| request.url.starts_with(node))
    {
        return Ok(HttpResponse::new(404, "{}".into()));
    }
    let of_wallets = request.url.starts_with("http://localhost:4001");
    let body = if request.url.contains("/v1/supported-chains") {
        json!({"http": *chain.supported.borrow(), "ws": []})
    } else if request.url.contains("/balance") {
        let whole = chain.balance.get() / ETHER;
        let numeric = format!("{whole}.{:018}", chain.balance.get() % ETHER);
        let id = request.url.split("chainId=").nth(1).unwrap().split('&').next().unwrap();
        let mut list = vec![json!({"name": "Ether", "symbol": "ETH", "chainId": id, "price": 3000,
            "quantity": {"decimals": "18", "numeric": numeric}, "iconUrl": ""})];
        list.extend(chain.tokens.borrow().iter().cloned());
        json!({ "balances": list })
    } else if request.url.contains("/history") {
        let cursor = request.url.split("cursor=").nth(1).map_or("", |rest| rest.split('&').next().unwrap());
        let pages = chain.history.borrow();
        let page = pages.iter().find(|(of, _)| *of == cursor).map(|(_, page)| page.clone());
        if chain.history_status.get() != 200 {
            return Ok(HttpResponse::new(chain.history_status.get(), "{}".into()));
        }
        page.unwrap_or_else(|| json!({"data": [], "next": null}))
    } else if request.url.contains("/v1/identity/") {
        chain.identity.borrow().clone()
    } else if let Some((_, to)) =
        chain.leads.borrow().iter().find(|(name, _)| request.url.contains(&format!("/account/{name}?")))
    {
        json!({"addresses": {"60": {"address": to}}})
    } else if request.url.contains("/v1/profile/reverse/") {
        chain.names.borrow().clone()
    } else if request.url.contains("/v1/fungible/price") {
        json!({"fungibles": [{"name": "Ether", "symbol": "ETH", "iconUrl": "", "price": 3000}]})
    } else if of_wallets && request.url.contains("/getWallets") {
        chain.listings.borrow().clone()
    } else if of_wallets && request.url.contains("/getAnalyticsConfig") {
        json!({"isAnalyticsEnabled": chain.analytics.get()})
    } else {
        json!({})
    };
    match chain.data_status.get() {
        0 => Err(HttpFault::Network),
        status => Ok(HttpResponse::new(status, body.to_string())),
    }
}

/// What the engine asks a frame by itself, whether it lists assets: it does not.
pub fn lists_no_assets(text: &str) -> Option<String> {
    of_assets(text, "wallet_getCapabilities").map(|call| frame_says(&call, "SUCCESS", &json!({})))
}

/// The engine's own question, by its method: it names the chain, which no test does.
pub fn of_assets(text: &str, method: &str) -> Option<Value> {
    let call: Value = serde_json::from_str(text).ok()?;
    let asked = &call["payload"];
    (asked["method"] == method && (method != "wallet_getCapabilities" || asked["params"][1].is_array()))
        .then_some(call)
}

/// The frame's word about a request: `SUCCESS` or `ERROR`.
pub fn frame_says(call: &Value, word: &str, payload: &Value) -> String {
    json!({"type": format!("@w3m-frame/RPC_REQUEST_{word}"), "id": call["id"], "payload": payload})
        .to_string()
}

/// A signature of an account that is yet to be created (ERC-6492): abi.encode(factory, 0x01, 0x02) and the suffix.
pub fn of_an_account_to_be() -> String {
    format!(
        "0x{:0>64}{:0>64}{:0>64}{:0>64}{:0<64}{:0>64}{:0<64}{}",
        &BOB[2..],
        "60",
        "a0",
        "1",
        "01",
        "1",
        "02",
        "6492".repeat(16)
    )
}
