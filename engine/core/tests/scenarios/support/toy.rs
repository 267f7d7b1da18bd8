//! A page of the family of the tests: two networks, a wallet that names no chain, a node that speaks REST.

use super::sign_in::message_until;
use super::*;
use wallet_engine::ports::provider::WalletKind;
use wallet_engine::ports::siwx::SiwxSettings;

/// Of someone: `toy-`, 23 letters and their check.
pub fn address(name: &str) -> String {
    let mut seed = name.bytes().fold(7u32, |seed, b| seed.wrapping_mul(31).wrapping_add(u32::from(b)));
    let letters = (0..23).map(|_| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        char::from(b'a' + (seed >> 24) as u8 % 26)
    });
    written(&letters.collect::<String>())
}

/// Another address with the same beginning and end.
pub fn imitation(address: &str) -> String {
    let (start, end) = (&address[4..12], &address[20..27]);
    let middles = (0..10_000).map(|n| format!("{start}{n:08}{end}"));
    let mut all = middles.map(|letters| written(&letters));
    all.find(|other| other.ends_with(&address[20..]) && other != address).expect("one with this check")
}

/// The address from which no key can send.
pub fn nobodys() -> String {
    written(&"0".repeat(23))
}

fn written(letters: &str) -> String {
    let sum: u32 = letters.bytes().zip(1u32..).map(|(letter, place)| u32::from(letter) * place).sum();
    format!("toy-{letters}{}", char::from(b'a' + (sum % 26) as u8))
}

pub fn anna() -> String {
    address("anna")
}

pub fn ben() -> String {
    address("ben")
}

pub const ID: &str = "tx-00000007";

/// What the node says, by path.
#[derive(Clone)]
pub struct Node {
    pub units: Rc<Cell<u64>>,
    /// Of the transaction, once there is one.
    pub state: Rc<Cell<&'static str>>,
    /// What Anna has sent, by her places; the node says how many.
    pub made: Rc<RefCell<Vec<Value>>>,
    /// What it says was sent; nothing: what the wallet was asked for.
    pub sent: Rc<RefCell<Option<Value>>>,
}

pub fn options() -> Value {
    let network = |id: &str, port: u16| {
        json!({"id": id, "caipNetworkId": format!("toy:{id}"), "chainNamespace": "toy", "name": format!("Toy {id}"),
            "nativeCurrency": {"name": "Toy", "symbol": "TOY", "decimals": 6},
            "rpcUrls": {"default": {"http": [format!("http://localhost:{port}")]}}})
    };
    json!({"projectId": "demo", "networks": [network("one", 9001), network("two", 9002)],
        "services": {"data": "http://localhost:4002", "wallet": "http://localhost:4001", "analytics": "http://localhost:4003"}})
}

/// What a willing wallet answers.
pub fn says_yes(method: &str, params: &Value) -> Answer {
    match method {
        "wm_connect" => ok(json!({"accounts": [{"chain": "toy:one", "address": anna()}], "chain": null})),
        "toy_send" => ok(json!(ID)),
        "toy_handOver" => ok(json!("done")),
        "toy_signMessage" => {
            let text =
                format!("{}{}", params["account"].as_str().unwrap(), params["message"].as_str().unwrap());
            ok(json!({"signed": text.chars().rev().collect::<String>()}))
        }
        "wm_switchChain" | "wm_disconnect" => ok(json!(null)),
        _ => refuse(4200, "unsupported"),
    }
}

/// The wallet answers this itself, and says yes to the rest.
pub fn but(world: &World, special: impl Fn(&str, &Value) -> Option<Answer> + 'static) {
    world
        .wallets
        .answer(1, move |method, params| special(method, params).unwrap_or_else(|| says_yes(method, params)));
}

/// The page with its wallet and its node.
pub fn page_with(options: Value, chain: Chain) -> (World, Node) {
    let world = World::over(options, Default::default(), chain);
    let node = Node {
        units: Rc::new(Cell::new(10_000_000)),
        state: Rc::new(Cell::new("done")),
        made: Rc::default(),
        sent: Rc::default(),
    };
    serve(&world, &node);
    but(&world, |_, _| None);
    announce(&world);
    (world, node)
}

/// The node answers on both networks; services as ever.
pub fn serve(world: &World, node: &Node) {
    let (node, wallets) = (node.clone(), world.wallets.clone());
    world.served(move |request| {
        let path = request.url.strip_prefix("http://localhost:900")?.get(1..)?;
        let answer = match path {
            "/v1/fee" => json!({"units": "1000"}),
            path if path.contains("/sent/") => {
                let place: usize = path.rsplit('/').next().unwrap().parse().unwrap();
                let Some(made) = node.made.borrow().get(place).cloned() else {
                    return Some(status(404, "{}"));
                };
                made
            }
            path if path.starts_with("/v1/accounts/") => {
                json!({"units": node.units.get().to_string(), "sent": node.made.borrow().len()})
            }
            path if path.starts_with("/v1/transactions/") => {
                let asked = wallets.last("toy_send");
                let Some(mut sent) = node.sent.borrow().clone().or(asked) else {
                    return Some(status(404, "{}"));
                };
                sent["state"] = json!(node.state.get());
                sent
            }
            _ => return Some(status(404, "{}")),
        };
        Some(status(200, &answer.to_string()))
    });
}

pub fn announce(world: &World) {
    world.engine.announce(Announced {
        kind: WalletKind::default(),
        handle: PageWallet(1),
        id: "toy-wallet".into(),
        name: "Toy Wallet".into(),
        icon: None,
        picture: None,
        rdns: Some("dev.toy".into()),
        namespaces: vec![Namespace::Toy],
    });
    world.run();
}

pub fn page() -> (World, Node) {
    page_with(options(), Chain::default())
}

/// A page that wants people to sign in.
pub fn page_that_signs_in(required: bool) -> World {
    let mut options = options();
    options["siwx"] = json!({});
    let chain = Chain::default();
    chain.siwx.settings.set(SiwxSettings { required, ..SiwxSettings::default() });
    page_with(options, chain).0
}

/// The user chooses the wallet.
pub fn connect(world: &World) -> Join {
    let connected = world.dispatch(json!({"type": "connect.start", "connectorId": "dev.toy"}));
    world.celebrated();
    connected
}

pub fn connected() -> (World, Node) {
    let (world, node) = page();
    let joined = connect(&world);
    assert!(world.settled(&joined).is_ok());
    (world, node)
}

/// Connected, with the preview of 1.5 to Ben.
pub fn previewed() -> (World, Node) {
    let (world, node) = connected();
    world.open("Account");
    world.form("1.5", &ben());
    let reviewed = world.dispatch(json!({"type": "send.review"}));
    assert!(world.settled(&reviewed).is_ok(), "{:?}", world.settled(&reviewed));
    (world, node)
}

pub fn request(world: &World, method: &str, params: Value) -> Join {
    let join = world.engine.request("toy", method, params);
    world.run();
    join
}

pub fn message(given: &Value) -> Value {
    message_until(given, 1_900_000_000_000)
}
