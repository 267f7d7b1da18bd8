//! From the form to the registry: what is signed, what is posted, and each way that it ends.

use super::*;
use wallet_engine::error::Error;
use wallet_engine::ports::clock::Clock;

const MESSAGE: &str = r#"{"name":"alice.reown.id","attributes":{},"timestamp":"#;

fn account(world: &World) -> Value {
    world.slice("accounts")["list"][0].clone()
}

fn phase(world: &World) -> (String, String, Value) {
    let slice = names(world);
    (world.view(), slice["phase"].as_str().unwrap().into(), slice["error"].clone())
}

fn in_form(world: &World, text: &str) {
    assert_eq!(phase(world), ("RegisterAccountName".into(), "editing".into(), json!(text)));
    assert_eq!(names(world)["label"], "alice", "what was typed stays");
}

// req: 1.17, 2.18, 2.19, 7.17, 5.25, 9.3, 7.46
#[test]
fn registers_a_signed_name_and_shows_it_everywhere() {
    let (world, _, registered) = asked();
    *world.http.files.borrow_mut() = Box::new(|_| Some(b"\x89PNG\r\n\x1a\n....".to_vec()));
    assert_eq!(phase(&world), ("ApproveTransaction".into(), "signing".into(), Value::Null));
    let call = Peer(&world).requests("personal_sign").pop().unwrap();
    let seconds = world.clock.now_ms() / 1_000;
    let message = format!("{MESSAGE}{seconds}}}");
    let hex: String = message.bytes().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(call["payload"]["params"], json!([format!("0x{hex}"), ALICE]));
    let changes = world.host.details("wallet-account-change").len();
    *world.chain.identity.borrow_mut() =
        json!({"name": "alice.reown.id", "avatar": "http://localhost:4002/alice.png"});
    world.chain.leads.borrow_mut().push(("alice.reown.id", ALICE));
    sign(&world);
    assert!(world.settled(&registered).is_ok());
    assert_eq!(
        registrations(&world),
        [
            json!({"coin_type": 0x8000_0539_u32, "address": ALICE, "message": message, "signature": signature()})
        ]
    );
    let slice = names(&world);
    assert_eq!(world.view(), "RegisterAccountNameSuccess");
    assert_eq!(
        (&slice["name"], &slice["address"], &slice["label"]),
        (&json!("alice.reown.id"), &json!(ALICE), &json!(""))
    );
    assert_eq!(world.slice("account")["name"], "alice.reown.id");
    assert_eq!(world.slice("embedded")["login"]["canName"], false);
    let told = world.host.details("wallet-account-change");
    assert!(told.len() > changes && told.last().unwrap()["profileName"] == "alice.reown.id");
    assert_eq!(world.requests("/v1/identity/").len(), 2, "read again for the picture");
    assert!(account(&world)["profileImage"].is_string() && slice["image"] == account(&world)["profileImage"]);
    for event in ["REGISTER_NAME_INITIATED", "REGISTER_NAME_SUCCESS"] {
        assert_eq!(world.tracked(event)[0]["properties"], json!({"ensName": "alice.reown.id"}));
    }
    assert!(world.tracked("REGISTER_NAME_ERROR").is_empty());
    world.dispatch(json!({"type": "router.back"}));
    assert_eq!(world.view(), "AccountSettings", "the form is no place to go back to");
}

// req: 9.3
#[test]
fn keeps_the_new_name_until_the_cache_expires() {
    let (world, _, registered) = asked();
    sign(&world);
    assert!(world.settled(&registered).is_ok());
    assert_eq!(world.slice("account")["name"], "alice.reown.id", "identity and list still say nothing");
    world.pass(300_000);
    world.open("Account");
    assert_eq!(world.slice("account")["name"], "alice.reown.id");
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    world.pass(1);
    world.open("Account");
    assert_eq!(world.slice("account")["name"], Value::Null, "then its word counts again");
}

// req: 7.17
#[test]
fn registers_a_smart_account_with_its_own_signature() {
    let world = crate::embedded::smart::logged_in(&[1337], "smartAccount");
    let registry = Registry::default();
    registry.serve(&world);
    open(&world, "RegisterAccountName", json!({"name": "alice"}));
    let registered = register(&world);
    let peer = Peer(&world);
    let call = peer.requests("personal_sign").pop().unwrap();
    assert_eq!(call["payload"]["params"][1], BOB);
    peer.answer_to(&call, json!(format!("0x{}", "22".repeat(400))));
    assert!(world.settled(&registered).is_ok());
    assert_eq!(
        (&registrations(&world)[0]["address"], world.view()),
        (&json!(BOB), "RegisterAccountNameSuccess".into())
    );
}

// req: 4.46, 8.33
#[test]
fn returns_to_the_form_after_a_rejected_signature() {
    for (said, text) in
        [("User rejected the request", "User rejected the request"), ("Something broke", "Something broke")]
    {
        let (world, _, registered) = asked();
        let peer = Peer(&world);
        peer.refuse_to(&peer.requests("personal_sign")[0], said);
        let error = world.settled(&registered).unwrap_err();
        assert_eq!(phase(&world).0, "RegisterAccountName");
        assert!(
            names(&world)["error"].as_str().unwrap().contains(text),
            "{:?} {error:?}",
            names(&world)["error"]
        );
        assert!(registrations(&world).is_empty());
        assert_eq!(
            world.tracked("REGISTER_NAME_ERROR")[0]["properties"],
            json!({"ensName": "alice.reown.id"})
        );
        assert_eq!(world.slice("account")["name"], Value::Null);
        // and again
        let registered = register(&world);
        assert_eq!(names(&world)["error"], Value::Null);
        sign(&world);
        assert!(world.settled(&registered).is_ok());
        assert_eq!(world.view(), "RegisterAccountNameSuccess");
    }
}

// req: 4.46, 7.17, 8.30
#[test]
fn shows_the_registrys_error_or_a_default() {
    let reasons = |text: &str| json!({"status": "FAILED", "reasons": [{"name": "name", "description": text}, {"name": "x", "description": "y"}]});
    for (answer, text) in [
        ((400, reasons("This name is taken")), "This name is taken"),
        ((400, reasons("<b>\u{202e}Odd</b>")), "<b>Odd</b>"),
        ((400, reasons("")), "Error registering name"),
        ((400, json!("rubbish")), "Error registering name"),
        ((500, json!({})), "Error registering name"),
        ((403, json!({})), "Error registering name"),
        ((0, json!({})), "Error registering name"),
        ((200, json!({"success": false})), "Error registering name"),
        ((200, json!({"success": "true"})), "Error registering name"),
        ((200, json!([])), "Error registering name"),
    ] {
        let (world, registry, registered) = asked();
        *registry.register.borrow_mut() = answer.clone();
        sign(&world);
        let error = world.settled(&registered).unwrap_err();
        assert_eq!(error.to_string(), "Error registering name", "{answer:?}");
        in_form(&world, text);
        assert_eq!(registrations(&world).len(), 1, "asked once: {answer:?}");
        assert_eq!(world.slice("account")["name"], Value::Null);
        assert_eq!(world.tracked("REGISTER_NAME_ERROR").len(), 1);
        assert_eq!(world.alerts().contains(&"invalid_app_configuration".into()), answer.0 == 403);
        // another text is another name
        typed(&world, "alice2");
        assert_eq!(names(&world)["error"], Value::Null);
    }
}

// req: 8.30
#[test]
fn sends_no_registration_without_a_valid_signature() {
    for bad in [
        json!(null),
        json!("0x"),
        json!("yes"),
        json!({"signature": "0x11"}),
        json!(format!("0x{}", "zz".repeat(65))),
    ] {
        let (world, _, registered) = asked();
        let peer = Peer(&world);
        peer.answer_to(&peer.requests("personal_sign")[0], bad.clone());
        assert!(world.settled(&registered).is_err(), "{bad}");
        assert_eq!(phase(&world).0, "RegisterAccountName");
        assert!(registrations(&world).is_empty() && names(&world)["error"].is_string(), "{bad}");
    }
}

// req: 7.17
#[test]
fn merges_repeated_clicks_into_one_registration() {
    let (world, registry, first) = asked();
    let second = register(&world);
    assert_eq!(Peer(&world).requests("personal_sign").len(), 1);
    let held = HeldResponses::default();
    *registry.slow.borrow_mut() = Some(held.clone());
    sign(&world);
    assert_eq!(phase(&world).1, "registering");
    let third = register(&world);
    typed(&world, "somebody-else");
    assert_eq!(names(&world)["label"], "alice", "what is being registered does not change under it");
    open(&world, "RegisterAccountName", Value::Null);
    assert_eq!((&names(&world)["label"], &names(&world)["phase"]), (&json!("alice"), &json!("registering")));
    held.let_go();
    world.run();
    for join in [first, second, third] {
        assert!(world.settled(&join).is_ok());
    }
    assert_eq!((registrations(&world).len(), world.tracked("REGISTER_NAME_INITIATED").len()), (1, 1));
}

// req: 5.25
#[test]
fn rejects_a_network_without_a_coin_type() {
    let mut options = page_options();
    options["networks"] = json!([network(1 << 31, "Far")]);
    options["authChains"] = json!(["eip155:2147483648"]);
    let world = page_here(options);
    world.chain.supported.borrow_mut().push("eip155:2147483648".into());
    log_in(&world);
    let peer = Peer(&world);
    peer.ready();
    peer.answer("CONNECT_EMAIL", json!({"action": "CONNECT"}));
    let mut user = user();
    user["chainId"] = json!(1_u64 << 31);
    peer.answer("GET_USER", user);
    world.pass(2_000);
    let registry = Registry::default();
    registry.serve(&world);
    open(&world, "RegisterAccountName", json!({"name": "alice"}));
    let registered = register(&world);
    assert_eq!(world.settled(&registered), Err(Error::InvalidChainId));
    in_form(&world, "Invalid chainId");
    assert!(peer.requests("personal_sign").is_empty() && registrations(&world).is_empty());
}

// req: 7.2, 7.17
#[test]
fn registers_nothing_on_an_unserved_network() {
    let world = page_here(page_options());
    world.chain.supported.borrow_mut().clear();
    let world = logged_in_at(world);
    Registry::default().serve(&world);
    open(&world, "RegisterAccountName", json!({"name": "alice"}));
    assert_eq!((&names(&world)["suggest"], &names(&world)["suggestions"]), (&json!("ready"), &json!([])));
    let registered = register(&world);
    sign(&world);
    assert_eq!(world.settled(&registered), Err(Error::NameNotRegistered { details: None }));
    in_form(&world, "Error registering name");
    assert!(world.requests("/v1/profile/account").is_empty());
}

// req: 4.36, 4.46
#[test]
fn aborts_the_registration_on_close() {
    let (world, _, registered) = asked();
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    assert_eq!(world.settled(&registered), Err(Error::Aborted));
    sign(&world);
    assert!(registrations(&world).is_empty() && !world.is_open());
    world.open("RegisterAccountName");
    assert_eq!((&names(&world)["label"], &names(&world)["error"]), (&json!(""), &Value::Null), "a new form");
}

#[test]
fn finishes_a_sent_registration_after_a_close() {
    let (world, registry, registered) = asked();
    let held = HeldResponses::default();
    *registry.slow.borrow_mut() = Some(held.clone());
    sign(&world);
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    held.let_go();
    world.run();
    assert!(world.settled(&registered).is_ok());
    assert_eq!((world.is_open(), &world.slice("account")["name"]), (false, &json!("alice.reown.id")));
}

// req: 7.17
#[test]
fn aborts_the_registration_when_the_network_changes() {
    let (world, _, registered) = asked();
    let peer = Peer(&world);
    world.dispatch(json!({"type": "networks.switch", "network": "eip155:1338"}));
    peer.answer("SWITCH_NETWORK", json!({"chainId": 1338}));
    peer.stands_on(1338);
    world.pass(100);
    assert_eq!(world.slice("account")["network"]["caipNetworkId"], "eip155:1338");
    sign(&world);
    world.pass(1_000);
    assert_eq!(world.settled(&registered), Err(Error::Aborted));
    assert!(registrations(&world).is_empty());
}

/// A name is asked for, and the smart account is there when the registry answers.
fn moved_while_registering(answer: Option<(u16, Value)>) -> (World, Join) {
    let world = crate::embedded::smart::logged_in(&[1337], "eoa");
    let registry = Registry::default();
    if let Some(answer) = answer {
        *registry.register.borrow_mut() = answer;
    }
    registry.serve(&world);
    open(&world, "RegisterAccountName", json!({"name": "alice"}));
    let registered = register(&world);
    let held = HeldResponses::default();
    *registry.slow.borrow_mut() = Some(held.clone());
    sign(&world);
    assert_eq!(phase(&world).1, "registering");
    let peer = Peer(&world);
    world.dispatch(json!({"type": "embedded.accountType", "accountType": "smartAccount"}));
    peer.answer("INIT_SMART_ACCOUNT", json!({"address": BOB, "isDeployed": false}));
    peer.answer("SET_PREFERRED_ACCOUNT", json!({"type": "smartAccount", "address": BOB}));
    let accounts = json!([{"address": ALICE, "type": "eoa"}, {"address": BOB, "type": "smartAccount"}]);
    peer.answer("GET_USER", json!({"address": BOB, "chainId": 1337, "accounts": accounts, "preferredAccountType": "smartAccount"}));
    world.pass(100);
    assert_eq!(world.slice("account")["address"], BOB);
    held.let_go();
    world.pass(100);
    (world, registered)
}

#[test]
fn gives_the_name_to_no_other_account() {
    let (world, registered) = moved_while_registering(None);
    assert!(world.settled(&registered).is_ok(), "it is the other one's");
    assert_eq!(world.slice("account")["name"], Value::Null);
    assert_eq!((world.view().as_str(), &names(&world)["phase"]), ("RegisterAccountName", &json!("editing")));
}

#[test]
fn shows_another_account_no_registration_error() {
    let (world, registered) = moved_while_registering(Some((500, json!({}))));
    world.pass(30_000);
    assert!(world.settled(&registered).is_err());
    assert_eq!((&names(&world)["phase"], &names(&world)["error"]), (&json!("editing"), &Value::Null));
}

#[test]
fn leaves_the_registration_on_logout() {
    for done in [false, true] {
        let (world, _, registered) = asked();
        if done {
            sign(&world);
            assert!(world.settled(&registered).is_ok());
        }
        world.dispatch(json!({"type": "accounts.disconnect"}));
        world.pass(5_000);
        assert!(done || world.settled(&registered).is_err());
        let slice = names(&world);
        assert_eq!(
            (&slice["name"], &slice["label"], &slice["phase"]),
            (&Value::Null, &json!(""), &json!("editing"))
        );
        assert!(!world.is_open() || world.view() == "Connect", "{}", world.view());
    }
}

// req: 9.3
#[test]
fn looks_up_the_account_again_after_a_reload() {
    let (world, registry, _) = asked();
    *registry.slow.borrow_mut() = Some(HeldResponses::default());
    sign(&world);
    assert_eq!(phase(&world).1, "registering");
    *world.chain.identity.borrow_mut() = json!({"name": "alice.reown.id", "avatar": null});
    world.chain.leads.borrow_mut().push(("alice.reown.id", ALICE));
    let world = world.reload_with(page_options());
    world.pass(700);
    let peer = Peer(&world);
    peer.ready();
    peer.answer("IS_CONNECTED", json!({"isConnected": true}));
    peer.user();
    assert_eq!(
        (world.status().as_str(), &world.slice("account")["name"]),
        ("connected", &json!("alice.reown.id"))
    );
    assert_eq!(names(&world)["phase"], "editing");
}

// An answer that got lost is no "no": whose the name is now, the registry says. Else it would be "taken" at the next try, by ourselves.
// req: 1.17, 7.17
#[test]
fn treats_a_lost_response_as_success_if_the_name_resolves_here() {
    for (owner, is_ours) in [(ALICE, true), (BOB, false)] {
        for code in [0, 400, 504] {
            let (world, _, registered) = asked();
            world.served(move |request| {
                if is_registration(request) {
                    return Some(match code {
                        0 => Box::pin(async { Err(HttpFault::Network) }),
                        code => status(
                            code,
                            r#"{"reasons": [{"name": "name", "description": "This name is taken"}]}"#,
                        ),
                    });
                }
                request.url.contains("/v1/profile/account/alice.reown.id?").then(|| {
                    let of = json!({"2147484985": {"address": owner, "created": ""}});
                    status(
                        200,
                        &json!({"name": "alice.reown.id", "addresses": of, "attributes": []}).to_string(),
                    )
                })
            });
            sign(&world);
            world.pass(20_000);
            assert_eq!(world.settled(&registered).is_ok(), is_ours, "{code}");
            let view = if is_ours { "RegisterAccountNameSuccess" } else { "RegisterAccountName" };
            assert_eq!(world.view(), view, "{code}");
            assert_eq!(world.slice("account")["name"] == "alice.reown.id", is_ours, "{code}");
        }
    }
}
