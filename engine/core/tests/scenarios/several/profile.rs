//! ProfileWallets with an EVM wallet and a Solana wallet: which one is shown, switched to, forgotten and disconnected.

use super::*;

/// Connector, name, what its button does, of each row.
fn rows(world: &World) -> Vec<(String, String, String)> {
    let rows = world.slice("profileWallets")["recent"].as_array().unwrap().clone();
    let text = |row: &Value, field: &str| row[field].as_str().unwrap().to_owned();
    rows.iter().map(|row| (text(row, "connectorId"), text(row, "name"), text(row, "action"))).collect()
}

fn row(id: &str, name: &str, action: &str) -> (String, String, String) {
    (id.into(), name.into(), action.into())
}

fn tab(world: &World, family: &str) -> Value {
    world.dispatch(json!({"type": "profileWallets.tab", "namespace": family}));
    world.slice("profileWallets")["active"].clone()
}

fn address(world: &World, family: &str) -> Value {
    account_of(world, family)["address"].clone()
}

fn ask(world: &World, action: &str, family: &str, id: &str) -> Join {
    let command = json!({"type": format!("profileWallets.{action}"), "namespace": family, "connectorId": id});
    let join = world.dispatch(command);
    world.celebrated();
    join
}

/// Nova for both families, and Dawn, which takes its place on Solana.
fn with_dawn() -> (World, RequestLog) {
    let (world, asked) = connected(both());
    dawn(&world, &asked);
    let joined = start(&world, "solana:dawn", "solana");
    assert!(world.settled(&joined).is_ok());
    world.open("ProfileWallets");
    asked.borrow_mut().clear();
    (world, asked)
}

fn dawn(world: &World, asked: &RequestLog) {
    sun(4, "solana:dawn", "Dawn", Some(8))(world);
    let seen = asked.clone();
    world.wallets.answer(4, move |method, _| {
        seen.borrow_mut().push((4, method.to_owned()));
        match method {
            "wm_connect" => ok(json!({"accounts": [{"chain": "solana:mainnet", "address": MOON}]})),
            _ => ok(Value::Null),
        }
    });
}

// req: 10.19
#[test]
fn lists_current_and_previous_wallets_per_namespace() {
    let (world, asked) = with_dawn();
    assert_eq!(world.slice("profileWallets")["tabs"], json!(["eip155", "solana"]));
    let of = |card: &Value| {
        (card["name"].clone(), card["address"].clone(), card["active"].clone(), card["action"].clone())
    };
    let on_sun = tab(&world, "solana");
    assert_eq!(of(&on_sun), (json!("Dawn"), json!(MOON), json!(true), Value::Null));
    assert_eq!(rows(&world), [row("solana:nova-wallet", "Nova Wallet", "switch")]);
    let on_evm = tab(&world, "eip155");
    assert_eq!(of(&on_evm), (json!("Nova Wallet"), json!(ALICE), json!(false), json!("switch")));
    assert_eq!(rows(&world), [], "what was on solana is none of this family");
    // a wallet that is there is gone to without asking it
    assert!(world.settled(&ask(&world, "switch", "eip155", "io.nova")).is_ok());
    assert_eq!(world.slice("account")["address"], ALICE);
    assert!(asked.borrow().iter().all(|(_, method)| method == "eth_chainId"), "nobody is asked to approve");
    // and one that was takes the place of its own family's wallet alone
    world.open("ProfileWallets");
    assert!(world.settled(&ask(&world, "switch", "solana", "solana:nova-wallet")).is_ok());
    assert_eq!((address(&world, "eip155"), address(&world, "solana")), (json!(ALICE), json!(SUN)));
    assert_eq!((count(&asked, OF_SUN, "wm_connect"), count(&asked, OF_EVM, "wm_connect")), (1, 0));
    world.open("ProfileWallets");
    tab(&world, "solana");
    assert_eq!(rows(&world), [row("solana:dawn", "Dawn", "switch")]);
    assert!(world.settled(&ask(&world, "remove", "solana", "solana:dawn")).is_ok());
    assert_eq!(rows(&world), []);
    assert_eq!(live(&world), ["eip155", "solana"], "who is connected stays");
}

// req: 10.19
#[test]
fn reconnects_a_wallet_from_its_row_and_disconnects_all_together() {
    let (world, asked) = with_dawn();
    disconnect(&world, Some("solana"));
    assert_eq!((live(&world), world.view().as_str()), (vec!["eip155".to_owned()], "ProfileWallets"));
    tab(&world, "solana");
    let connect = |id: &str, name: &str| row(id, name, "connect");
    assert_eq!(rows(&world), [connect("solana:dawn", "Dawn"), connect("solana:nova-wallet", "Nova Wallet")]);
    assert!(world.settled(&ask(&world, "switch", "solana", "solana:dawn")).is_ok());
    assert_eq!(address(&world, "solana"), MOON);
    assert_eq!(world.slice("account")["address"], MOON, "the page goes to it");
    world.open("ProfileWallets");
    assert_eq!(world.slice("profileWallets")["disconnectsAll"], true);
    asked.borrow_mut().clear();
    disconnect(&world, None);
    assert_eq!((live(&world), world.is_open()), (Vec::<String>::new(), false));
    let told = |of| count(&asked, of, "wm_disconnect");
    assert_eq!((told(OF_EVM), told(4)), (1, 1));
}

// req: 3.3, 10.19
#[test]
fn labels_an_address_in_any_namespace() {
    let (world, _) = connected(both());
    for family in ["eip155", "solana"] {
        world.open("ProfileWallets");
        assert!(
            world
                .settled(&ask(
                    &world,
                    "switch",
                    family,
                    if family == "solana" { "solana:nova-wallet" } else { "io.nova" }
                ))
                .is_ok()
        );
        world.open("ProfileWallets");
        for (of, address, label) in
            [("eip155", ALICE.to_lowercase(), "Savings"), ("solana", SUN.into(), "Sun")]
        {
            let label = [label, " on ", family].concat();
            let set = world.dispatch(json!({"type": "accounts.label", "address": address, "label": label}));
            assert!(world.settled(&set).is_ok(), "{of} on {family}");
            assert_eq!(tab(&world, of)["label"], label);
        }
    }
    // of no family that the page has
    let set = world.dispatch(json!({"type": "accounts.label", "address": "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", "label": "x"}));
    assert_eq!(world.settled(&set).unwrap_err().to_string(), "Invalid parameter: address");
}

// req: 10.19, 3.5
#[test]
fn restores_each_namespace_with_its_rows_after_a_reload() {
    let (world, asked) = with_dawn();
    let world = world.reload_with(both());
    let asked_now = willing(&world);
    nova(&world);
    dawn(&world, &asked);
    world.pass(3_000);
    world.open("ProfileWallets");
    assert_eq!((address(&world, "eip155"), address(&world, "solana")), (json!(ALICE), json!(MOON)));
    tab(&world, "solana");
    assert_eq!(rows(&world), [row("solana:nova-wallet", "Nova Wallet", "switch")]);
    tab(&world, "eip155");
    assert_eq!(rows(&world), []);
    assert_eq!(count(&asked_now, OF_SUN, "wm_connect"), 0, "who was replaced is not asked");
}
