//! What the registry knows: of an address, whatever identity says, and of a name, for 5 minutes.

use super::*;
use crate::support::ens::*;
use wallet_engine::constants::RECEIVER_LOOKUP_MS;

/// Of the page's network, eip155:1337.
const HERE: u32 = 0x8000_0539;

fn record(name: &str, address: &str) -> Value {
    json!({"name": name, "registered_at": "", "updated_at": "", "attributes": [],
        "addresses": {"2147484985": {"address": address, "created": ""}}})
}

fn called(list: Value) -> World {
    World::with_chain(|chain| {
        *chain.names.borrow_mut() = list;
        *chain.leads.borrow_mut() = vec![("alice.reown.id", ALICE), ("alice.wcn.id", ALICE)];
    })
}

// req: 7.15, 9.34
#[test]
fn names_an_account_by_the_registry_if_identity_has_no_name() {
    for name in ["alice.reown.id", "alice.wcn.id"] {
        let world = called(json!([record(name, ALICE)]));
        assert_eq!(world.slice("account")["name"], name);
        let asked = world.requests("/v1/profile/reverse/");
        assert_eq!(asked.len(), 1);
        let (path, query) = asked[0].url.split_once('?').unwrap();
        assert_eq!(path, format!("http://localhost:4002/v1/profile/reverse/{ALICE}"));
        assert!(query.ends_with(&format!("&sender={ALICE}&apiVersion=2")), "{query}");
    }
    let world = World::with_chain(|chain| {
        *chain.identity.borrow_mut() = json!({"name": "alice.reown.id", "avatar": null});
        *chain.leads.borrow_mut() = vec![("alice.reown.id", ALICE)];
    });
    assert!(world.requests("/v1/profile/reverse/").is_empty(), "who has a name is not asked about");
}

// req: 9.3, 7.15
#[test]
fn caches_a_registry_name_for_5_minutes() {
    let world = called(json!([record("alice.reown.id", ALICE)]));
    world.pass(300_000);
    world.open("Account");
    assert_eq!(world.requests("/v1/profile/reverse/").len(), 1);
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    world.pass(1);
    *world.chain.names.borrow_mut() = json!([]);
    world.open("Account");
    assert_eq!(world.requests("/v1/profile/reverse/").len(), 2);
    assert_eq!(world.slice("account")["name"], Value::Null);
    world.pass(299_000);
    world.open("Account");
    assert_eq!(world.requests("/v1/profile/reverse/").len(), 2, "nobody, too");
}

// req: 7.15
#[test]
fn ignores_a_name_that_doesnt_resolve_to_the_account() {
    for list in [
        json!([record("bobby.reown.id", BOB)]),
        json!([record("alice.eth", ALICE), record("<b>.reown.id", ALICE), record("abc.reown.id", ALICE)]),
        json!([{"name": "alice.reown.id"}, {"name": "alice.reown.id", "addresses": []}, 7, null, {"addresses": {}}]),
        json!([{"name": "alice.reown.id", "addresses": {"1": {"address": 7}, "2": ALICE}}]),
    ] {
        let world = called(list.clone());
        assert_eq!(
            (&world.slice("account")["name"], world.status().as_str()),
            (&Value::Null, "connected"),
            "{list}"
        );
    }
    let world =
        called(json!([record("bobby.reown.id", BOB), record("Alice.Reown.id", &ALICE.to_lowercase())]));
    assert_eq!(world.slice("account")["name"], "alice.reown.id", "the first that does");
}

const PICTURE: &str = "http://localhost:4002/alice.png";

/// The Ethereum Name Service: one name, with an address for each network.
fn ens(world: &World, name: &'static str, to: &'static str) -> Ens {
    let ens = Ens::of(&[(name, HERE, Record::Address(to)), (name, ETHER_COIN, Record::Address(to))]);
    serve(world, &ens);
    ens
}

fn serve(world: &World, ens: &Ens) {
    let ens = ens.clone();
    world.served(move |request| ens.serve(request));
}

// req: 7.4, 7.14
#[test]
fn shows_an_identity_name_only_if_it_resolves_to_the_account() {
    for (name, shown) in [
        (json!("alice.reown.id"), json!("alice.reown.id")),
        (json!("Alice.Reown.ID"), json!("alice.reown.id")),
        (json!("alice.eth"), json!("alice.eth")),
        // no names by their grammar
        (json!("Your own account, checked by Good Wallet"), json!(null)),
        (json!("Alice"), json!(null)),
        (json!("alice.eth, checked"), json!(null)),
        (json!("alice\u{2024}eth"), json!(null)),
        (json!("\u{430}lice.eth"), json!(null)),
        (json!(ALICE), json!(null)),
        (json!("abc.reown.id"), json!(null)),
        (json!(["alice.eth"]), json!(null)),
        // they lead to another account, or nowhere
        (json!("bobby.reown.id"), json!(null)),
        (json!("vitalik.eth"), json!(null)),
        (json!("nobody.reown.id"), json!(null)),
    ] {
        let world = World::new();
        *world.chain.identity.borrow_mut() = json!({"name": name, "avatar": PICTURE});
        *world.http.files.borrow_mut() = Box::new(|_| Some(b"\x89PNG\r\n\x1a\n....".to_vec()));
        *world.chain.leads.borrow_mut() = vec![("alice.reown.id", ALICE), ("bobby.reown.id", BOB)];
        ens(&world, "alice.eth", ALICE);
        world.join();
        world.pass(1_000);
        let account = world.slice("account");
        assert_eq!(account["name"], shown, "{name}");
        assert_eq!(account["image"].is_string(), shown.is_string(), "{name}: an avatar goes with its name");
        let told = world.slice("accounts")["list"][0].clone();
        assert_eq!(told.get("profileName").cloned().unwrap_or_default(), shown, "{name}");
        // across a reload, proven again
        let world = world.reload_after(60_000);
        ens(&world, "alice.eth", ALICE);
        world.returns();
        world.pass(1_000);
        assert_eq!(world.slice("account")["name"], shown, "{name}");
    }
}

// req: 7.4, 10.13
#[test]
fn shows_no_recipient_name_from_only_the_identity_service() {
    for (name, is_shown) in
        [("Your own account, checked by Good Wallet", false), ("vitalik.eth", false), ("bob.eth", true)]
    {
        let world = World::connected();
        ens(&world, "bob.eth", BOB);
        *world.chain.identity.borrow_mut() = json!({"name": name, "avatar": null});
        world.open("Account");
        world.form("1", BOB);
        world.pass(RECEIVER_LOOKUP_MS + 1_000);
        let shown = if is_shown { json!(name) } else { Value::Null };
        assert_eq!(world.slice("send")["receiverProfileName"], shown, "{name}");
        world.dispatch(json!({"type": "send.review"}));
        world.pass(1_000);
        assert_eq!(world.slice("send")["preview"]["to"]["name"], shown, "{name}");
    }
}

// req: 9.3
#[test]
fn hides_an_unverified_name_and_looks_it_up_again() {
    let world = World::new();
    *world.chain.identity.borrow_mut() = json!({"name": "alice.reown.id", "avatar": null});
    world.join();
    world.pass(1_000);
    assert_eq!(world.slice("account")["name"], Value::Null);
    *world.chain.leads.borrow_mut() = vec![("alice.reown.id", ALICE)];
    world.open("Account");
    world.pass(1_000);
    assert_eq!(world.slice("account")["name"], "alice.reown.id");
}

// req: 8.30
#[test]
fn warns_about_a_failed_name_list_and_reloads_it() {
    for body in [json!({}), json!("x"), json!(null)] {
        let world = called(body);
        assert_eq!(world.slice("account")["name"], Value::Null);
        let lines = world.host.lines.borrow().clone();
        assert!(lines.iter().any(|line| line.contains("Error fetching names for address")), "{lines:?}");
        *world.chain.names.borrow_mut() = json!([record("alice.reown.id", ALICE)]);
        world.open("Account");
        assert_eq!(world.slice("account")["name"], "alice.reown.id");
    }
}

// req: 9.3, 7.14
#[test]
fn caches_a_resolved_name_for_5_minutes_per_network() {
    let world = World::connected();
    let to = Rc::new(RefCell::new(BOB));
    let now = to.clone();
    world.served(move |request| {
        request.url.contains("/v1/profile/account/").then(|| {
            let both = json!({"2147484985": {"address": *now.borrow()}, "60": {"address": ALICE}});
            status(200, &json!({"name": "Bobby.reown.id", "addresses": both}).to_string())
        })
    });
    world.open("Account");
    let look = || {
        world.form("1", "");
        world.form("1", "bobby.reown.id");
        world.pass(RECEIVER_LOOKUP_MS);
        (world.slice("send")["resolved"].clone(), world.requests("/v1/profile/account/").len())
    };
    assert_eq!(look(), (json!(BOB), 1));
    *to.borrow_mut() = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
    assert_eq!(look(), (json!(BOB), 1));
    world.pass(300_001);
    assert_eq!(look(), (json!("0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"), 2));
}

// req: 7.14, 8.30
#[test]
fn rejects_the_record_of_another_name() {
    let world = World::connected();
    world.served(|request| {
        let record = json!({"name": "somebody-else.reown.id", "addresses": {"60": {"address": BOB}}});
        request.url.contains("/v1/profile/account/").then(|| status(200, &record.to_string()))
    });
    world.open("Account");
    world.form("1", "bobby.reown.id");
    world.pass(RECEIVER_LOOKUP_MS);
    let slice = world.slice("send");
    assert_eq!((&slice["resolved"], &slice["receiverError"]), (&Value::Null, &json!("name_failed")));
}

// req: 10.56
#[test]
fn shows_a_primary_name_only_if_it_resolves_back_on_the_network() {
    for (records, code, is_shown) in [
        (vec![("alice.eth", HERE, Record::Address(ALICE))], "0x", true),
        // here it is another account's, whatever it is on Ethereum
        (
            vec![
                ("alice.eth", HERE, Record::Address(BOB)),
                ("alice.eth", ETHER_COIN, Record::Address(ALICE)),
            ],
            "0x",
            false,
        ),
        // no address for this network: the key's on Ethereum, and no contract's
        (vec![("alice.eth", ETHER_COIN, Record::Address(ALICE))], "0x", true),
        (vec![("alice.eth", ETHER_COIN, Record::Address(ALICE))], "0x6080", false),
    ] {
        let world = World::new();
        *world.chain.identity.borrow_mut() = json!({"name": "alice.eth", "avatar": null});
        let names = Ens::of(&records);
        names.code.borrow_mut().push((ALICE, code));
        serve(&world, &names);
        world.join();
        world.pass(1_000);
        let shown = if is_shown { json!("alice.eth") } else { Value::Null };
        assert_eq!(world.slice("account")["name"], shown, "{records:?} {code}");
    }
}

// req: 10.56
#[test]
fn hides_a_name_on_networks_where_it_doesnt_resolve_back() {
    const THERE: u32 = 0x8000_053a;
    let named = || {
        let world = World::new();
        *world.chain.identity.borrow_mut() = json!({"name": "alice.eth", "avatar": null});
        let names = Ens::of(&[
            ("alice.eth", HERE, Record::Address(ALICE)),
            // on the other network it is another account's
            ("alice.eth", THERE, Record::Address(BOB)),
        ]);
        (world, names)
    };
    let shown = |world: &World| {
        world.pass(1_000);
        let told = world.slice("accounts")["list"][0].get("profileName").cloned().unwrap_or_default();
        assert_eq!(world.slice("account")["name"], told);
        told
    };
    let (world, names) = named();
    serve(&world, &names);
    world.join();
    assert_eq!(shown(&world), "alice.eth");
    world.wanders(1338);
    assert_eq!(world.slice("account")["name"], Value::Null, "at once, before it is looked up");
    assert_eq!(shown(&world), Value::Null);
    world.wanders(1337);
    assert_eq!(shown(&world), "alice.eth");

    // a recipient, looked up on the one network and typed on the other
    world.open("Account");
    let recipient = |of: &str| {
        world.form("1", of);
        world.pass(RECEIVER_LOOKUP_MS + 1_000);
        world.slice("send")["receiverProfileName"].clone()
    };
    *world.chain.identity.borrow_mut() = json!({"name": "carol.eth", "avatar": null});
    const CAROL: &str = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
    names.set("carol.eth", HERE, Record::Address(CAROL));
    names.set("carol.eth", THERE, Record::Address(BOB));
    assert_eq!(recipient(CAROL), "carol.eth");
    world.wanders(1338);
    assert_eq!(recipient(CAROL), Value::Null);

    // the answer comes when another network is there
    let (world, names) = named();
    let (open, gate) = Gate::new();
    world.served(move |request| Some(gate.hold(names.serve(request)?)));
    world.join();
    world.pass(1_000);
    world.wanders(1338);
    world.pass(1_000);
    open.send(()).unwrap();
    assert_eq!(shown(&world), Value::Null);
}

// req: 10.56
#[test]
fn calls_a_gateway_only_for_the_own_name() {
    let gateway = "https://gateway.example/{sender}/{data}";
    let offchain = |to| Record::Offchain { sender: UNIVERSAL, urls: vec![gateway.into()], to };
    let answered = |world: &World, names: &Ens| {
        let names = names.clone();
        world.served(move |request| match request.url.starts_with("https://gateway.example/") {
            true => Some(status(200, &json!({ "data": GOOD }).to_string())),
            false => names.serve(request),
        });
    };
    let world = World::new();
    *world.chain.identity.borrow_mut() = json!({"name": "alice.eth", "avatar": null});
    answered(&world, &Ens::of(&[("alice.eth", HERE, offchain(ALICE))]));
    world.join();
    world.pass(1_000);
    assert_eq!(world.slice("account")["name"], "alice.eth");
    assert_eq!(world.asked("gateway.example"), 1);

    let world = World::connected();
    *world.chain.identity.borrow_mut() = json!({"name": "bob.eth", "avatar": null});
    let names = Ens::of(&[("bob.eth", HERE, offchain(BOB))]);
    answered(&world, &names);
    world.open("Account");
    world.form("1", BOB);
    world.pass(RECEIVER_LOOKUP_MS + 1_000);
    assert_eq!(names.seen(), [("bob.eth".to_owned(), HERE)], "looked up at the contract");
    assert_eq!(world.slice("send")["receiverProfileName"], Value::Null);
    assert_eq!(world.asked("gateway.example"), 0);
}

// req: 10.56
#[test]
fn reads_the_primary_name_from_the_pages_ethereum_node() {
    let page = |has_ethereum: bool, read_only: bool| {
        let mut own = options();
        own.as_object_mut().unwrap().remove("projectId");
        if has_ethereum {
            let mut mainnet = network(1, "Ethereum");
            mainnet["rpcUrls"]["default"]["http"] = json!(["http://localhost:8551"]);
            mainnet["readOnly"] = json!(read_only);
            own["networks"].as_array_mut().unwrap().push(mainnet);
        }
        World::with(own, Default::default())
    };
    for (primary, record, is_shown) in [
        // for this network; for Ethereum alone; one that leads to another account; one that isn't a name
        ((ALICE, HERE, "alice.eth"), ("alice.eth", HERE, Record::Address(ALICE)), true),
        ((ALICE, ETHER_COIN, "alice.eth"), ("alice.eth", ETHER_COIN, Record::Address(ALICE)), true),
        ((ALICE, HERE, "alice.eth"), ("alice.eth", HERE, Record::Address(BOB)), false),
        ((ALICE, HERE, "Your own account"), ("alice.eth", HERE, Record::Address(ALICE)), false),
        ((BOB, HERE, "alice.eth"), ("alice.eth", HERE, Record::Address(ALICE)), false),
    ] {
        // one for reading only has a node too (decision 277, "Read-only networks, and pages without a project")
        let world = page(true, is_shown);
        let names = Ens::of(&[record]);
        names.primary.borrow_mut().push(primary);
        serve(&world, &names);
        world.join();
        world.pass(1_000);
        let shown = if is_shown { json!("alice.eth") } else { Value::Null };
        assert_eq!(world.slice("account")["name"], shown, "{primary:?}");
        assert_eq!(world.asked("/v1/identity/"), 0);
    }
    let world = page(false, false);
    world.join();
    world.pass(1_000);
    assert_eq!((world.slice("account")["name"].clone(), world.asked("b7d6ca64")), (Value::Null, 0));
}
