//! What the registry knows: of an address, whatever identity says, and of a name, for 5 minutes.

use super::*;
use wallet_engine::constants::RECEIVER_LOOKUP_MS;

fn record(name: &str, address: &str) -> Value {
    json!({"name": name, "registered_at": "", "updated_at": "", "attributes": [],
        "addresses": {"2147484985": {"address": address, "created": ""}}})
}

fn called(list: Value) -> World {
    World::with_chain(|chain| *chain.names.borrow_mut() = list)
}

// req: 7.15, 9.34
#[test]
fn an_account_is_called_what_the_registry_says_where_identity_knows_nothing() {
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
        *chain.identity.borrow_mut() = json!({"name": "alice.eth", "avatar": null});
    });
    assert!(world.requests("/v1/profile/reverse/").is_empty(), "who has a name is not asked about");
}

// req: 9.3, 7.15
#[test]
fn that_is_kept_for_5_minutes() {
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
fn a_name_that_does_not_lead_here_is_nobodys() {
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

// req: 8.30
#[test]
fn a_list_that_cannot_be_had_is_told_to_developers_and_asked_for_again() {
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
fn where_a_name_leads_is_kept_for_5_minutes_for_each_chain() {
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
    assert_eq!(world.record("ens_cache").unwrap()["bobby.reown.id:2147484985"]["value"], BOB);
    *to.borrow_mut() = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
    assert_eq!(look(), (json!(BOB), 1));
    world.pass(300_001);
    assert_eq!(look(), (json!("0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"), 2));
}

// req: 7.14, 8.30
#[test]
fn the_record_of_another_name_leads_nowhere() {
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
