//! A world for scenarios: the engine over in-memory ports, a virtual clock, one wallet and one node.

#![allow(dead_code, reason = "each scenario file uses its own part of the world")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests")]
#![allow(missing_docs, reason = "names say it")]

use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::future::Future;
use std::pin::pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};
use wallet_engine::caip::Namespace;
use wallet_engine::engine::{Engine, Rows};
use wallet_engine::error::Error;
use wallet_engine::features::Later;
use wallet_engine::flow::{Join, Reply};
use wallet_engine::ports::clock::{Clock, VirtualClock};
use wallet_engine::ports::host::{Page, RecordingHost};
use wallet_engine::ports::http::{HttpFault, HttpRequest, HttpResponse, ScriptedHttp};
use wallet_engine::ports::provider::{Announced, ProviderFault, ScriptedWallets, WalletHandle};
use wallet_engine::ports::random::SeededRandom;
use wallet_engine::ports::spawn::Tasks;
use wallet_engine::ports::storage::MemoryStorage;
use wallet_engine::ports::{Local, Ports};

pub const ALICE: &str = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
pub const BOB: &str = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
pub const ETHER: u128 = 1_000_000_000_000_000_000;

/// The node and the services as this world has them.
#[derive(Clone)]
pub struct Chain {
    pub balance: Rc<Cell<u128>>,
    pub gas_price: Rc<Cell<u128>>,
    /// `None`: not in a block; else the receipt's status.
    pub receipt: Rc<Cell<Option<&'static str>>>,
    pub node_down: Rc<Cell<bool>>,
    /// Code at every address.
    pub code: Rc<Cell<&'static str>>,
    /// Status of the data service; 0 means unreachable.
    pub data_status: Rc<Cell<u16>>,
    pub supported: Rc<RefCell<Vec<String>>>,
}

impl Default for Chain {
    fn default() -> Self {
        Self {
            balance: Rc::new(Cell::new(10 * ETHER)),
            gas_price: Rc::new(Cell::new(1_000_000_000)),
            receipt: Rc::new(Cell::new(Some("0x1"))),
            node_down: Rc::default(),
            code: Rc::new(Cell::new("0x")),
            data_status: Rc::new(Cell::new(200)),
            supported: Rc::new(RefCell::new(vec!["eip155:1337".into(), "eip155:1338".into()])),
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
    pub chain: Chain,
}

/// What a wallet answers.
pub type Answer = Local<Result<Value, ProviderFault>>;

pub fn ok(value: Value) -> Answer {
    Box::pin(async move { Ok(value) })
}

pub fn refuse(code: i64, message: &str) -> Answer {
    let message = message.to_owned();
    Box::pin(async move { Err(ProviderFault { code, message, original_code: None, answered: false }) })
}

pub fn never() -> Answer {
    Box::pin(std::future::pending())
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
        "services": {"data": "http://localhost:4002", "wallet": "http://localhost:4001"}})
}

impl World {
    pub fn new() -> Self {
        Self::with(options(), MemoryStorage::default())
    }

    /// A fresh page over the same disk, one minute later.
    pub fn reload(self) -> Self {
        let storage = self.storage.clone();
        let chain = self.chain.clone();
        self.engine.destroy();
        Self::over(options(), storage, chain)
    }

    pub fn with(options: Value, storage: MemoryStorage) -> Self {
        Self::over(options, storage, Chain::default())
    }

    fn over(options: Value, storage: MemoryStorage, chain: Chain) -> Self {
        let clock = VirtualClock::at(1_700_000_000_000);
        let tasks = Tasks::default();
        let host = RecordingHost::default();
        *host.page.borrow_mut() =
            Page { origin: "https://app.example".into(), title: "App".into(), ..Page::default() };
        let http = ScriptedHttp::default();
        let wallets = ScriptedWallets::default();
        let ports = Ports {
            clock: Rc::new(clock.clone()),
            host: Rc::new(host.clone()),
            http: Rc::new(http.clone()),
            provider: Rc::new(wallets.clone()),
            random: Rc::new(SeededRandom::new(7)),
            spawn: Rc::new(tasks.clone()),
            storage: Rc::new(storage.clone()),
        };
        let rows = Rows::new(Later::native());
        let engine = Engine::new(ports, rows, options);
        let world = Self { engine, clock, tasks, host, http, storage, wallets, chain };
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
        self.wallets.answer(wallet, |method, _| match method {
            "wm_connect" => {
                ok(json!({"accounts": [{"chain": "eip155:1337", "address": ALICE}], "chain": "eip155:1337"}))
            }
            "eth_chainId" => ok(json!("0x539")),
            "eth_sendTransaction" => ok(json!(hash())),
            "wm_disconnect" | "wm_switchChain" => ok(json!(null)),
            _ => refuse(4200, "unsupported"),
        });
    }

    pub fn announce(&self, handle: u32, name: &str, rdns: Option<&str>) {
        self.engine.announce(Announced {
            handle: WalletHandle(handle),
            id: format!("00000000-0000-4000-8000-00000000000{handle}"),
            name: name.into(),
            icon: None,
            rdns: rdns.map(Into::into),
            namespaces: vec![Namespace::Eip155],
        });
        self.run();
    }

    /// A page with a willing wallet in it, connected.
    pub fn connected() -> Self {
        let world = Self::new();
        world.willing(1);
        world.announce(1, "Demo Wallet", Some("dev.demo"));
        world.open("Connect");
        let connected = world.dispatch(json!({"type": "connect.select", "id": "dev.demo"}));
        world.settled(&connected).expect("connects");
        world
    }

    pub fn run(&self) {
        self.tasks.run_until_idle();
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

    pub fn dispatch(&self, command: Value) -> Join {
        let join = self.engine.dispatch(command);
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
        serde_json::to_value(self.engine.snapshot(name).unwrap_or_else(|e| panic!("{e}"))).unwrap()
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

pub fn respond(chain: &Chain, request: &HttpRequest) -> Result<HttpResponse, HttpFault> {
    let reply = |body: Value| Ok(HttpResponse { status: 200, body: body.to_string() });
    if request.url.starts_with("http://localhost:8545") {
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
            "eth_getTransactionReceipt" => match chain.receipt.get() {
                Some(status) => json!({"blockHash": hash(), "status": status}),
                None => json!(null),
            },
            other => {
                return reply(json!({"id": 1, "error": {"code": -32601, "message": format!("no {other}")}}));
            }
        };
        return reply(json!({"id": 1, "jsonrpc": "2.0", "result": result}));
    }
    let body = if request.url.contains("/v1/supported-chains") {
        json!({"http": *chain.supported.borrow(), "ws": []})
    } else if request.url.contains("/balance") {
        let whole = chain.balance.get() / ETHER;
        let numeric = format!("{whole}.{:018}", chain.balance.get() % ETHER);
        json!({"balances": [{"name": "Ether", "symbol": "ETH", "chainId": "eip155:1337", "price": 3000,
            "quantity": {"decimals": "18", "numeric": numeric}, "iconUrl": ""}]})
    } else {
        json!({})
    };
    match chain.data_status.get() {
        0 => Err(HttpFault::Network),
        status => Ok(HttpResponse { status, body: body.to_string() }),
    }
}
