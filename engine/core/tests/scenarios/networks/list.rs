//! The networks: configured, added, removed, searched, and the ones a wallet stands on that are none of ours.

use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::error::Error;

fn groups(world: &World) -> Vec<(String, Vec<String>)> {
    let groups = world.slice("networks")["groups"].clone();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let rows =
        |group: &Value| group["rows"].as_array().unwrap().iter().map(|row| text(&row["name"])).collect();
    groups.as_array().unwrap().iter().map(|group| (text(&group["kind"]), rows(group))).collect()
}

fn ids(world: &World) -> Vec<String> {
    let list = world.slice("networks")["list"].clone();
    list.as_array().unwrap().iter().map(|n| n["caipNetworkId"].as_str().unwrap().to_owned()).collect()
}

fn add(world: &World, namespace: &str, network: Value) -> Result<(), String> {
    let added = world.dispatch(json!({"type": "networks.add", "namespace": namespace, "network": network}));
    world.settled(&added).map(|_| ()).map_err(|error| error.to_string())
}

fn remove(world: &World, namespace: &str, id: Value) -> Result<(), String> {
    let removed = world.dispatch(json!({"type": "networks.remove", "namespace": namespace, "id": id}));
    world.settled(&removed).map(|_| ()).map_err(|error| error.to_string())
}

// req: 5.8, 8.1, 8.10, 8.28
#[test]
fn rejects_an_unconfigured_network_and_alerts_once() {
    let world = World::connected();
    for _ in 0..3 {
        let switched = world.dispatch(json!({"type": "networks.switch", "network": "eip155:99"}));
        assert_eq!(world.settled(&switched).unwrap_err().to_string(), "Network not found");
    }
    assert_eq!(world.alerts(), ["network_not_found eip155:99"]);
    let alert = &world.host.details("wallet-alert")[0];
    assert_eq!(alert["title"], "Network Not Found");
    assert_eq!(
        alert["detail"],
        "Network eip155:99 isn't configured. Add it to the networks array, which has eip155:1337, eip155:1338."
    );
    assert_eq!(world.wallets.count("wm_switchChain"), 0);
    assert_eq!(world.toasts(), Vec::<String>::new(), "a host's mistake is not the visitor's");
    for bad in ["", "1338", "eip155", "eip155:0x53a", "near:1"] {
        let switched = world.dispatch(json!({"type": "networks.switch", "network": bad}));
        assert_eq!(world.settled(&switched).unwrap_err().to_string(), "Invalid parameter: network", "{bad}");
        // the host may wait for no promise
        let name = if bad.is_empty() { "without a name" } else { bad };
        assert_eq!(world.alerts().pop().unwrap(), format!("network_not_found {name}"));
    }
}

// req: 3.1, 10.58
#[test]
fn reads_from_a_read_only_network_without_offering_it() {
    let mut options = options();
    let mut read = network(7, "Archive");
    read["readOnly"] = json!(true);
    read["rpcUrls"]["default"]["http"] = json!(["https://archive.example"]);
    options["networks"].as_array_mut().unwrap().insert(0, read.clone());
    let world = World::with(options.clone(), Default::default());
    world.join();
    assert_eq!(ids(&world), ["eip155:1337", "eip155:1338"]);
    let rows: Vec<String> = groups(&world).into_iter().flat_map(|(_, rows)| rows).collect();
    assert_eq!(rows, ["Demo Chain", "Second Chain"]);
    // neither the page nor the user switches to it by the modal, and the wallet isn't asked
    let switched = world.dispatch(json!({"type": "networks.switch", "network": "eip155:7"}));
    assert_eq!(world.settled(&switched), Err(Error::NetworkNotFound));
    assert_eq!(world.wallets.count("wm_switchChain"), 0);
    // where the wallet goes there by itself, the page is told so, and its reads are answered by that node
    world.wanders(7);
    assert_eq!(world.slice("networks")["supported"], false);
    let asked = world.request("eth_blockNumber", json!([]));
    world.run();
    assert!(asked.is_settled());
    assert_eq!(world.requests("https://archive.example").len(), 1);
    let lines = world.host.lines.borrow().join("\n");
    assert!(lines.contains("switchNetwork: eip155:7 is readOnly, so users can't switch to it"), "{lines}");
    assert!(!lines.contains("isn't configured"), "{lines}");
    // `addNetwork` makes it one like the others: the wallet stood there the whole time
    assert_eq!(add(&world, "eip155", read.clone()), Ok(()));
    assert_eq!(world.slice("networks")["active"]["caipNetworkId"], "eip155:7");
    assert!(remove(&world, "eip155", json!(7)).is_err(), "the active one stays");
    for (networks, default, why) in [
        (json!([read]), json!(null), "networks must list at least one network without readOnly"),
        (
            options["networks"].clone(),
            json!("eip155:7"),
            "Ignoring defaultNetwork eip155:7: it's readOnly, so users can't switch to it",
        ),
        (
            json!([network(7, "Archive"), read]),
            json!(null),
            "Ignoring networks[1]: networks lists eip155:7 more than once",
        ),
    ] {
        let mut own = options.clone();
        (own["networks"], own["defaultNetwork"]) = (networks, default);
        let world = World::with(own, Default::default());
        world.run();
        let said = world.host.lines.borrow().join("\n");
        assert!(said.contains(why), "{said}");
    }
    // as an update, a list of such networks alone leaves the page with those that it has
    world.dispatch(json!({"type": "options.update", "options": {"networks": [read]}}));
    assert_eq!(ids(&world), ["eip155:1337", "eip155:1338", "eip155:7"]);
    // and it ends with the option
    let world = World::with(options, Default::default());
    world.join();
    let others = json!([network(1337, "Demo Chain")]);
    world.dispatch(json!({"type": "options.update", "options": {"networks": others}}));
    world.wanders(7);
    let asked = world.request("eth_blockNumber", json!([]));
    assert_eq!(world.settled(&asked), Err(Error::NoNetwork));
    assert_eq!(world.requests("https://archive.example").len(), 0);
}

// req: 3.1
#[test]
fn reads_a_network_back_as_configured() {
    let mut options = options();
    options["networks"][0] = json!({"id": 1337, "name": "Demo Chain", "chainNamespace": "eip155",
        "nativeCurrency": {"name": "Ether", "symbol": "ETH", "decimals": 18},
        "rpcUrls": {"default": {"http": ["http://localhost:8545"], "webSocket": ["ws://localhost:8545"]}},
        "blockExplorers": {"default": {"name": "Explorer", "url": "http://localhost:4007/"}},
        "testnet": true, "deprecatedCaipNetworkId": "eip155:7331"});
    let world = World::with(options, Default::default());
    let network = world.slice("networks")["active"].clone();
    assert_eq!(
        network,
        json!({"id": 1337, "chainNamespace": "eip155", "caipNetworkId": "eip155:1337", "name": "Demo Chain",
            "nativeCurrency": {"name": "Ether", "symbol": "ETH", "decimals": 18},
            "rpcUrls": {"default": {"http": ["http://localhost:8545"], "webSocket": ["ws://localhost:8545"]}},
            "blockExplorers": {"default": {"name": "Explorer", "url": "http://localhost:4007"}},
            "testnet": true, "deprecatedCaipNetworkId": "eip155:7331"})
    );
}

// req: 5.9
#[test]
fn rejects_networks_of_a_namespace_without_an_adapter() {
    let world = World::connected();
    for namespace in ["solana", "bip122", "polkadot", "cosmos", "near"] {
        let text = Err(format!("Adapter for namespace {namespace} doesn't exist"));
        assert_eq!(add(&world, namespace, network(7, "Seven")), text);
        assert_eq!(remove(&world, namespace, json!(1338)), text);
    }
    assert_eq!(ids(&world), ["eip155:1337", "eip155:1338"]);
}

#[test]
fn adds_a_network_once_and_switches_to_it() {
    let world = World::connected();
    assert_eq!(add(&world, "eip155", network(7, "Seven")), Ok(()));
    let told = world.host.details("wallet-networks-change");
    let names: Vec<&Value> = told[0]["networks"].as_array().unwrap().iter().map(|n| &n["name"]).collect();
    assert_eq!((&told[0]["namespace"], names.len(), names[2]), (&json!("eip155"), 3, &json!("Seven")));
    assert_eq!(add(&world, "eip155", network(7, "Again")), Err("Invalid parameter: caipNetworkId".into()));
    let mut bad = network(8, "Eight");
    bad["nativeCurrency"]["decimals"] = json!(256);
    assert_eq!(add(&world, "eip155", bad), Err("Invalid parameter: nativeCurrency.decimals".into()));
    let mut other = network(9, "Nine");
    other["chainNamespace"] = json!("solana");
    assert!(add(&world, "eip155", other).is_err());
    assert_eq!(world.host.details("wallet-networks-change").len(), 1);
    let switched = world.dispatch(json!({"type": "networks.switch", "network": "eip155:7"}));
    assert!(world.settled(&switched).is_ok());
    assert_eq!(world.slice("networks")["active"]["name"], "Seven");
}

#[test]
fn refuses_to_remove_the_active_or_last_network() {
    let world = World::connected();
    assert_eq!(remove(&world, "eip155", json!(1337)), Err("Invalid parameter: id".into()), "active");
    assert_eq!(remove(&world, "eip155", json!("eip155:99")), Err("Network not found".into()));
    assert_eq!(remove(&world, "eip155", json!("eip155:1338")), Ok(()));
    assert_eq!(ids(&world), ["eip155:1337"]);
    assert_eq!(remove(&world, "eip155", json!("eip155:1337")), Err("Invalid parameter: id".into()), "last");
    let told = world.host.details("wallet-networks-change");
    assert_eq!(told.len(), 1);
    assert_eq!(told[0]["networks"].as_array().unwrap().len(), 1);
    let world = World::connected();
    world.but(1, |method, _| (method == "wm_switchChain").then(never));
    world.dispatch(json!({"type": "networks.switch", "network": "eip155:1338"}));
    assert!(remove(&world, "eip155", json!(1338)).is_err(), "the wallet is being asked for it");
    // the wallet stands elsewhere: the chosen network still is the one to come back to
    let world = World::connected();
    world.wanders(99);
    assert!(remove(&world, "eip155", json!(1337)).is_err());
}

#[test]
fn groups_and_searches_the_networks() {
    let mut options = options();
    let mut test = network(11, "Test Chain");
    test["testnet"] = json!(true);
    options["networks"].as_array_mut().unwrap().extend([test, network(10, "Tenth")]);
    let world = World::with(options, Default::default());
    let text = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(
        groups(&world),
        [
            ("main".into(), text(&["Demo Chain", "Second Chain", "Tenth"])),
            ("test".into(), text(&["Test Chain"]))
        ]
    );
    for network in ["eip155:1338", "eip155:10"] {
        world.dispatch(json!({"type": "networks.switch", "network": network}));
    }
    assert_eq!(groups(&world)[0], ("recent".into(), text(&["Second Chain", "Demo Chain"])), "newest first");
    assert_eq!(groups(&world)[1], ("main".into(), text(&["Tenth"])), "a row stands once");
    for (search, found) in [
        ("chain", vec!["Demo Chain", "Second Chain", "Test Chain"]),
        ("SECOND", vec!["Second Chain"]),
        (" tenth ", vec!["Tenth"]),
        ("eip155:11", vec!["Test Chain"]),
        ("1338", vec!["Second Chain"]),
        ("nothing", vec![]),
    ] {
        world.dispatch(json!({"type": "networks.search", "text": search}));
        let all: Vec<String> = groups(&world).into_iter().flat_map(|(_, rows)| rows).collect();
        assert_eq!(all, found, "{search}");
    }
    world.dispatch(json!({"type": "networks.search", "text": ""}));
    let rows = world.slice("networks")["groups"][1]["rows"].clone();
    assert_eq!(
        rows[0],
        json!({"caipNetworkId": "eip155:10", "name": "Tenth", "icon": null, "selected": true, "approved": true, "unread": false,
            "testId": "w3m-network-switch-Tenth"})
    );
}

// req: 2.17, 4.27
#[test]
fn shows_unsupported_chain_until_the_wallet_returns() {
    let world = World::connected();
    world.open("Account");
    world.wanders(99);
    assert_eq!(world.view(), "UnsupportedChain");
    assert_eq!(world.slice("networks")["supported"], false);
    assert_eq!(world.slice("router")["depth"], 1, "nothing to go back to");
    let told = world.host.details("wallet-network-change");
    assert_eq!(told, [json!({"namespace": "eip155", "caipNetworkId": "eip155:99", "supported": false})]);
    for _ in 0..2 {
        world.dispatch(json!({"type": "router.close", "reason": "user"}));
    }
    world.dispatch(json!({"type": "router.back"}));
    assert!(world.is_open(), "it refuses to close");
    assert_eq!(world.slice("router")["refusals"], 3);
    world.dispatch(json!({"type": "router.open", "view": "Send"}));
    assert_eq!(world.view(), "UnsupportedChain", "nothing can be done there");
    world.wanders(1338);
    assert_eq!((world.view().as_str(), world.is_open()), ("Account", true));
    assert_eq!(world.slice("networks")["active"]["name"], "Second Chain");
}

// req: 2.17, 4.27
#[test]
fn leaves_unsupported_chain_by_a_switch_or_a_disconnect() {
    let world = World::connected();
    world.open("Account");
    world.wanders(99);
    let chosen = world.dispatch(json!({"type": "networks.choose", "network": "eip155:1337"}));
    assert!(world.settled(&chosen).is_ok());
    assert_eq!(world.wallets.last("wm_switchChain"), Some(json!({"chain": "eip155:1337"})));
    assert_eq!(world.slice("networks")["supported"], true);
    assert!(!world.is_open() || world.view() == "Account");
    assert_eq!(world.slice("account")["balance"]["phase"], "ready");

    let world = World::connected();
    world.open("Account");
    world.wanders(99);
    world.but(1, |method, _| (method == "wm_switchChain").then(|| refuse(4001, "no")));
    world.dispatch(json!({"type": "networks.choose", "network": "eip155:1337"}));
    assert_eq!(world.view(), "SwitchNetwork");
    world.dispatch(json!({"type": "router.back"}));
    assert_eq!(world.view(), "UnsupportedChain");
    let gone = world.dispatch(json!({"type": "accounts.disconnect"}));
    assert!(world.settled(&gone).is_ok());
    assert_eq!((world.status().as_str(), world.is_open()), ("disconnected", false));
    assert_eq!(world.slice("networks")["supported"], true, "the default network again (4.6)");
    world.open("Connect");
    assert_eq!(world.view(), "Connect");
}

// req: 4.27
#[test]
fn shows_unsupported_chain_only_when_connected_and_not_allowed() {
    let world = World::connected();
    world.wanders(99);
    assert!(!world.is_open(), "nothing opens by itself");
    let world = world.reload();
    world.open("Connect");
    assert_eq!(world.view(), "Connect", "not connected yet");
    world.chain.stands.set(99);
    world.returns();
    assert_eq!((world.status().as_str(), world.view().as_str()), ("connected", "UnsupportedChain"));

    let mut allowing = options();
    allowing["allowUnsupportedChain"] = json!(true);
    let world = World::with(allowing, Default::default());
    world.join();
    world.open("Account");
    world.wanders(99);
    assert_eq!(world.view(), "Account");
    assert_eq!(world.slice("router")["network"]["name"], "Unknown Network");
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    assert!(!world.is_open());
    world.dispatch(json!({"type": "options.update", "options": {"allowUnsupportedChain": false}}));
    world.dispatch(json!({"type": "router.open"}));
    assert_eq!(world.view(), "UnsupportedChain");
}

// req: 4.27
#[test]
fn shows_unsupported_chain_after_a_pending_send() {
    let world = previewed();
    let (open, gate) = Gate::new();
    world.but(1, move |method, _| (method == "eth_sendTransaction").then(|| gate.hold(ok(json!(hash())))));
    world.dispatch(json!({"type": "send.confirm"}));
    world.wanders(99);
    assert_eq!(world.view(), "SendPreview");
    open.send(()).unwrap();
    world.pass(1_000);
    assert_eq!(world.slice("transactions")["list"][0]["status"], "confirmed");
    // fault 5
    assert_eq!(world.view(), "UnsupportedChain", "the send is told of; now the network is");
}

// req: 4.27
#[test]
fn shows_unsupported_chain_after_a_rejected_send() {
    let world = previewed();
    let (open, gate) = Gate::new();
    world.but(1, move |method, _| (method == "eth_sendTransaction").then(|| gate.hold(refuse(4001, "no"))));
    let sent = world.dispatch(json!({"type": "send.confirm"}));
    world.wanders(99);
    open.send(()).unwrap();
    world.pass(1_000);
    assert_eq!(world.settled(&sent), Err(Error::UserRejected));
    // fault 5
    assert_eq!(world.view(), "UnsupportedChain");
}

// req: 2.3
#[test]
fn keeps_an_embedded_card_open_on_connect_and_disconnect() {
    let mut options = options();
    options["enableEmbedded"] = json!(true);
    let world = World::with(options.clone(), Default::default());
    assert_eq!((world.is_open(), world.view().as_str()), (true, "Connect"));
    world.willing(1);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.dispatch(json!({"type": "connect.select", "id": "dev.demo"}));
    world.celebrated();
    assert_eq!((world.is_open(), world.view().as_str()), (true, "Account"));
    world.dispatch(json!({"type": "router.push", "view": "Networks"}));
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    assert_eq!(
        (world.is_open(), world.view().as_str()),
        (true, "Account"),
        "a close leads to the first view"
    );
    // after a reload the skeleton stands until its wallet is found, and then the account
    let world = World::with(options, world.storage.clone());
    assert!(!world.is_open());
    world.returns();
    assert_eq!(world.host.details("wallet-view-change").len(), 1, "no list before it");
    assert_eq!((world.status().as_str(), world.view().as_str()), ("connected", "Account"));
    world.dispatch(json!({"type": "accounts.disconnect"}));
    assert_eq!((world.is_open(), world.view().as_str()), (true, "Connect"));
}

#[test]
fn hides_the_network_picker_with_a_single_network() {
    for (ids, left) in [(&[1337][..], "none"), (&[1337, 1338][..], "network")] {
        let networks: Vec<_> = ids.iter().map(|id| network(*id, "Demo")).collect();
        let world = World::with(json!({"projectId": "demo", "networks": networks}), Default::default());
        world.willing(1);
        world.announce(1, "Demo Wallet", Some("dev.demo"));
        world.dispatch(json!({"type": "connect.start", "connectorId": "dev.demo"}));
        world.run();
        world.open("Account");
        assert_eq!(world.slice("router")["left"], left);
    }
    // but one the wallet is not on is a choice again
    let options =
        json!({"projectId": "demo", "networks": [network(1337, "Demo")], "allowUnsupportedChain": true});
    let world = World::with(options, Default::default());
    world.join();
    world.wanders(999);
    world.open("Account");
    assert_eq!((world.view().as_str(), &world.slice("router")["left"]), ("Account", &json!("network")));
}

// What a page asks is read to the user wherever the wallet stands (decision 32, "A request and the page's network"): the network's view in its place
// would refuse it unseen.
// req: 10.12
#[test]
fn reviews_a_request_before_it_shows_unsupported_chain() {
    let world = World::connected();
    world.wanders(99);
    let all = format!("0xa22cb465{:0>64}{:064x}", &BOB[2..].to_lowercase(), 1);
    let asked = world.request("eth_sendTransaction", json!([{ "from": ALICE, "to": BOB, "data": all }]));
    world.pass(5_000);
    assert_eq!(world.view(), "ReviewRequest");
    assert!(!asked.is_settled());
    world.dispatch(json!({"type": "review.cancel"}));
    assert!(world.settled(&asked).is_err());
    world.open("Account");
    assert_eq!(world.view(), "UnsupportedChain");
}

// req: 8.32
#[test]
fn rejects_a_network_outside_adapters_and_alerts_once() {
    let mut options = options();
    options["adapters"] = json!(["solana"]);
    let world = World::with(options, Default::default());
    for _ in 0..2 {
        let asked = world.dispatch(json!({"type": "networks.switch", "network": "eip155:1338"}));
        assert_eq!(world.settled(&asked).unwrap_err().to_string(), "Chain adapter is not set");
    }
    let said: Vec<Value> =
        world.host.details("wallet-alert").iter().map(|one| one["detail"].clone()).collect();
    assert_eq!(said, ["switchNetwork: adapters doesn't include the namespace of eip155:1338"]);
}
