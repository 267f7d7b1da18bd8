//! Who might have a name, what can be one, and what the registry suggests.

use super::*;
use wallet_engine::constants::NAME_SUGGESTIONS_MS;
use wallet_engine::error::Error;

fn can_name(world: &World) -> Value {
    world.slice("embedded")["login"]["canName"].clone()
}

// req: 1.17, 6.10, 7.46
#[test]
fn offers_a_name_to_an_unnamed_embedded_account() {
    let (world, _) = logged_in_here();
    assert_eq!(can_name(&world), true);
    world.open("AccountSettings");
    for (view, tracked) in [("ChooseAccountName", 1), ("RegisterAccountName", 1)] {
        let opened = world.dispatch(json!({"type": "router.push", "view": view}));
        assert!(world.settled(&opened).is_ok());
        assert_eq!((world.view().as_str(), world.tracked("OPEN_ENS_FLOW").len()), (view, tracked));
    }
    world.dispatch(json!({"type": "router.back"}));
    world.dispatch(json!({"type": "router.back"}));
    assert_eq!(world.view(), "AccountSettings");
}

// req: 6.10
#[test]
fn offers_no_name_to_a_named_account() {
    let world = page_here(page_options());
    *world.chain.identity.borrow_mut() = json!({"name": "adam.reown.id", "avatar": null});
    world.chain.leads.borrow_mut().push(("adam.reown.id", ALICE));
    let world = logged_in_at(world);
    assert_eq!(can_name(&world), false);
    // while no one knows, nothing comes under a finger
    let world = page_here(page_options());
    world.served(|request| request.url.contains("/v1/identity/").then(|| status(500, "{}")));
    let world = logged_in_at(world);
    assert_eq!(can_name(&world), false);
    assert_eq!(world.slice("account")["name"], Value::Null);
}

// req: 8.25, 6.10
#[test]
fn opens_no_name_views_without_the_embedded_wallet() {
    let nobody = World::new();
    let external = World::connected();
    external.dispatch(json!({"type": "router.close", "reason": "host"}));
    let asked = external.http.seen.borrow().len();
    for world in [&nobody, &external] {
        for view in ["ChooseAccountName", "RegisterAccountName"] {
            let opened = open(world, view, json!({"name": "alice"}));
            assert_eq!(world.settled(&opened), Err(Error::NoAddressOrAuth));
            assert!(!world.is_open());
        }
        for command in [json!({"type": "names.type", "text": "alice"}), json!({"type": "names.register"})] {
            let error = world.settled(&world.dispatch(command.clone())).unwrap_err();
            assert_eq!(error.to_string(), "Address or auth connector not found", "{command}");
        }
    }
    external.open("AccountSettings");
    let pushed = external.dispatch(json!({"type": "router.push", "view": "RegisterAccountName"}));
    assert_eq!(external.settled(&pushed), Err(Error::NoAddressOrAuth));
    assert_eq!((external.view().as_str(), external.tracked("OPEN_ENS_FLOW").len()), ("AccountSettings", 0));
    assert_eq!(
        external.http.seen.borrow()[asked..].iter().filter(|r| r.url.contains("/profile/")).count(),
        0
    );
    assert_eq!(external.wallets.count("personal_sign"), 0);
}

// req: 6.10, 8.25
#[test]
fn offers_no_name_in_another_namespace() {
    let mut options = page_options();
    options["networks"].as_array_mut().unwrap().push(
        json!({"id": "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "chainNamespace": "solana",
            "caipNetworkId": "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "name": "Solana",
            "nativeCurrency": {"name": "Solana", "symbol": "SOL", "decimals": 9},
            "rpcUrls": {"default": {"http": ["http://localhost:8899"]}}}),
    );
    options["defaultNetwork"] = json!("solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp");
    let world = page_here(options);
    log_in(&world);
    let peer = Peer(&world);
    peer.ready();
    peer.answer("CONNECT_EMAIL", json!({"action": "CONNECT"}));
    for call in peer.asked().iter().filter(|message| message["type"] == "@w3m-app/GET_USER") {
        let of_solana = call["payload"]["chainId"].as_str().is_some_and(|id| id.starts_with("solana"));
        let sol = json!({"address": "9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g", "chainId": "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"});
        peer.answer_to(call, if of_solana { sol } else { user() });
    }
    world.pass(2_000);
    let opened = open(&world, "RegisterAccountName", Value::Null);
    assert_eq!(world.settled(&opened), Err(Error::NoAddressOrAuth));
}

// There is an account that could have one, and the page shows the other family.
// req: 6.10, 8.25
#[test]
fn offers_no_name_while_another_namespace_is_active() {
    use crate::embedded::families::{SOLANA, logged_in};
    let world = logged_in();
    let opened = open(&world, "RegisterAccountName", json!({"name": "alice"}));
    assert!(world.settled(&opened).is_ok());
    let switched = world.dispatch(json!({"type": "networks.switch", "network": SOLANA}));
    Peer(&world).answer("SWITCH_NETWORK", json!({"chainId": SOLANA}));
    world.pass(1_000);
    assert!(world.settled(&switched).is_ok());
    assert_eq!(world.slice("networks")["active"]["caipNetworkId"], SOLANA);
    assert_ne!(world.view(), "RegisterAccountName");
    let opened = open(&world, "RegisterAccountName", json!({"name": "alice"}));
    assert_eq!(world.settled(&opened), Err(Error::NoAddressOrAuth));
    let registered = register(&world);
    assert_eq!(world.settled(&registered), Err(Error::NoAddressOrAuth));
    assert_eq!((can_name(&world), registrations(&world).len()), (json!(false), 0));
}

// req: 2.18, 5.13
#[test]
fn explains_an_invalid_name_without_a_request() {
    let (world, _) = logged_in_here();
    world.open("RegisterAccountName");
    assert_eq!((&names(&world)["check"], &names(&world)["suffix"]), (&json!("empty"), &json!(".reown.id")));
    for (text, check) in [
        ("a", "short"),
        ("ab-", "short"),
        ("ab c", "invalid"),
        ("ab.cd", "invalid"),
        ("ab_cd", "invalid"),
        ("\u{e4}", "invalid"),
        ("\u{e4}bcd", "invalid"),
        ("alice.eth", "invalid"),
        ("a\u{200b}lice", "invalid"),
    ] {
        typed(&world, text);
        world.pass(1_000);
        assert_eq!(
            (&names(&world)["check"], &names(&world)["suggest"]),
            (&json!(check), &json!("none")),
            "{text}"
        );
        let refused = register(&world);
        assert_eq!(world.settled(&refused), Err(Error::BadParams { field: "name".into() }), "{text}");
    }
    assert!(world.requests("/v1/profile/suggestions/").is_empty());
    assert!(Peer(&world).requests("personal_sign").is_empty());
    for (text, asked) in
        [("alice", "alice"), ("A-1B", "a-1b"), ("Bobby.Reown.ID", "bobby"), ("dora.wcn.id", "dora")]
    {
        typed(&world, text);
        world.pass(NAME_SUGGESTIONS_MS);
        let url = world.requests("/v1/profile/suggestions/").pop().unwrap().url;
        assert!(url.starts_with(&format!("http://localhost:4002/v1/profile/suggestions/{asked}?")), "{url}");
        assert!(url.ends_with("&zone=reown.id"), "{url}");
        assert_eq!(names(&world)["check"], "ready");
    }
}

// req: 7.16, 2.18
#[test]
fn suggests_names_300_ms_after_the_last_key() {
    let (world, registry) = logged_in_here();
    world.open("RegisterAccountName");
    for end in 4..=5 {
        typed(&world, &"alice"[..end]);
        world.pass(NAME_SUGGESTIONS_MS - 1);
        assert_eq!(names(&world)["suggest"], "loading");
    }
    assert!(world.requests("/suggestions/").is_empty());
    world.pass(1);
    assert_eq!(world.requests("/suggestions/").len(), 1);
    let all = json!([{"label": "alice", "name": "alice.reown.id", "taken": false},
        {"label": "alice-demo", "name": "alice-demo.reown.id", "taken": true},
        {"label": "the-alice", "name": "the-alice.reown.id", "taken": false}]);
    assert_eq!(names(&world)["suggestions"], all);
    let pick = |label: &str| world.dispatch(json!({"type": "names.pick", "label": label}));
    for (label, then) in [("alice-demo", "alice"), ("elsewhere", "alice"), ("the-alice", "the-alice")] {
        pick(label);
        assert_eq!((&names(&world)["label"], &names(&world)["suggestions"]), (&json!(then), &all));
    }
    // the typed one is someone's
    *registry.suggestions.borrow_mut() =
        (200, json!({"suggestions": [{"name": "alice.reown.id", "registered": true}]}));
    typed(&world, "Alice");
    world.pass(NAME_SUGGESTIONS_MS);
    assert_eq!(names(&world)["check"], "taken");
}

// req: 8.30, 9.29
#[test]
fn shows_a_failed_suggestion_request_and_allows_a_retry() {
    for (answer, text) in [
        ((500, json!({})), "Error fetching name suggestions"),
        ((500, json!({"error": {"message": "upstream timed out"}})), "Error fetching name suggestions"),
        ((502, json!({"message": "Bad gateway"})), "Error fetching name suggestions"),
        ((0, json!({})), "Error fetching name suggestions"),
        ((200, json!({"suggestions": 7})), "Error fetching name suggestions"),
        (
            (
                400,
                json!({"status": "FAILED", "reasons": [{"name": "name", "description": "Not\u{202e} now"}]}),
            ),
            "Not now",
        ),
        ((400, json!({"reasons": [{"name": "name", "description": ""}]})), "Error fetching name suggestions"),
        ((400, json!({"message": "ERR_TABLE names"})), "Error fetching name suggestions"),
        ((400, json!({"error": {"message": "ERR_TABLE names"}})), "Error fetching name suggestions"),
    ] {
        let (world, registry) = logged_in_here();
        world.open("RegisterAccountName");
        *registry.suggestions.borrow_mut() = answer.clone();
        typed(&world, "alice");
        world.pass(10_000);
        assert_eq!(
            (&names(&world)["suggest"], &names(&world)["suggestError"]),
            (&json!("failed"), &json!(text)),
            "{answer:?}"
        );
        assert_eq!(names(&world)["check"], "ready", "the registry decides");
        *registry.suggestions.borrow_mut() = (200, json!({"suggestions": []}));
        world.dispatch(json!({"type": "names.retry"}));
        world.run();
        assert_eq!(
            (&names(&world)["suggest"], &names(&world)["suggestError"]),
            (&json!("ready"), &Value::Null)
        );
    }
}

// req: 7.16
#[test]
fn lists_only_suggestions_that_can_be_registered() {
    let (world, registry) = logged_in_here();
    world.open("RegisterAccountName");
    let mut list = vec![
        json!(7),
        json!(null),
        json!({"name": 1, "registered": false}),
        json!({"name": "alice.eth", "registered": false}),
        json!({"name": "alice.wcn.id", "registered": false}),
        json!({"name": "abc.reown.id", "registered": false}),
        json!({"name": ".reown.id", "registered": false}),
        json!({"name": "a.lice.reown.id", "registered": false}),
        json!({"name": "<b>x</b>.reown.id", "registered": false}),
        json!({"name": "bobby.reown.id", "registered": "no"}),
        json!({"name": "Alice.reown.id", "registered": false}),
        json!({"name": "alice.reown.id", "registered": true}),
    ];
    list.extend((0..3_000).map(|n| json!({"name": format!("many-{n}.reown.id"), "registered": false})));
    *registry.suggestions.borrow_mut() = (200, json!({ "suggestions": list }));
    typed(&world, "alice");
    world.pass(NAME_SUGGESTIONS_MS);
    let labels: Vec<String> = names(&world)["suggestions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["label"].as_str().unwrap().into())
        .collect();
    assert_eq!(labels.len(), 8);
    assert_eq!(labels[..2], ["alice", "many-0"]);
}

// req: 7.16
#[test]
fn drops_a_late_response_for_an_older_name() {
    let (world, registry) = logged_in_here();
    world.open("RegisterAccountName");
    let held = HeldResponses::default();
    *registry.slow.borrow_mut() = Some(held.clone());
    typed(&world, "alice");
    world.pass(NAME_SUGGESTIONS_MS);
    *registry.slow.borrow_mut() = None;
    *registry.suggestions.borrow_mut() =
        (200, json!({"suggestions": [{"name": "bobby.reown.id", "registered": false}]}));
    typed(&world, "bobby");
    world.pass(NAME_SUGGESTIONS_MS);
    held.let_go();
    world.run();
    assert_eq!(names(&world)["suggestions"][0]["label"], "bobby");
    // nor about what is typed no more
    *registry.slow.borrow_mut() = Some(held.clone());
    typed(&world, "carol");
    world.pass(NAME_SUGGESTIONS_MS);
    typed(&world, "");
    held.let_go();
    world.run();
    assert_eq!((&names(&world)["suggest"], &names(&world)["suggestions"]), (&json!("none"), &json!([])));
}

// req: 2.18
#[test]
fn takes_a_name_from_the_page() {
    let (world, _) = logged_in_here();
    let opened = open(&world, "RegisterAccountName", json!({"name": "Alice.reown.id"}));
    assert!(world.settled(&opened).is_ok());
    world.run();
    assert_eq!(
        (world.view().as_str(), &names(&world)["label"], &names(&world)["suggest"]),
        ("RegisterAccountName", &json!("Alice"), &json!("ready"))
    );
    let opened = open(&world, "RegisterAccountName", json!({"name": 7}));
    assert_eq!(world.settled(&opened), Err(Error::BadParams { field: "name".into() }));
    assert_eq!((world.view().as_str(), &names(&world)["label"]), ("RegisterAccountName", &json!("")));
    // and no one gets to the end without having been through it
    let opened = open(&world, "RegisterAccountNameSuccess", Value::Null);
    assert!(world.settled(&opened).is_err());
}
