//! One login, an account of each family that the embedded wallet serves (6.1): here eip155 and solana.

use super::email::{EMAIL, Site, page_options};
use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::error::Error;

pub const SOLANA: &str = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp";
const OWNER: &str = "4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA";

fn options() -> Value {
    let mut options = page_options();
    options["networks"].as_array_mut().unwrap().push(json!({
        "id": "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "chainNamespace": "solana", "caipNetworkId": SOLANA, "name": "Solana",
        "nativeCurrency": { "name": "Sol", "symbol": "SOL", "decimals": 9 },
        "rpcUrls": { "default": { "http": ["https://sol.example"] } }
    }));
    options
}

fn user(world: &World, address: &str, chain: Value) {
    let accounts = json!([{ "address": address, "type": "eoa" }]);
    Site(world).answer(
        "GET_USER",
        json!({ "address": address, "chainId": chain, "email": EMAIL, "accounts": accounts }),
    );
    world.pass(2_000);
}

/// One who has an account of both.
pub fn logged_in() -> World {
    let world = World::with(options(), Default::default());
    world.open("Connect");
    world.dispatch(json!({ "type": "embedded.email", "email": EMAIL }));
    let site = Site(&world);
    site.ready();
    site.answer("CONNECT_EMAIL", json!({ "action": "CONNECT" }));
    user(&world, ALICE, json!(1337));
    assert_eq!(
        site.last("GET_USER")["payload"]["chainId"],
        SOLANA,
        "the other family is asked for by itself"
    );
    user(&world, OWNER, json!(SOLANA));
    world
}

fn of(world: &World, family: &str) -> Value {
    let list = world.slice("accounts")["list"].clone();
    list.as_array().unwrap().iter().find(|one| one["namespace"] == family).cloned().unwrap_or_default()
}

// req: 6.1
#[test]
fn connects_an_account_of_each_namespace_in_one_login() {
    let world = logged_in();
    assert_eq!(
        (of(&world, "eip155")["address"].clone(), of(&world, "solana")["address"].clone()),
        (json!(ALICE), json!(OWNER))
    );
    assert_eq!(world.slice("networks")["active"]["caipNetworkId"], "eip155:1337");
    assert_eq!(world.slice("embedded")["login"]["provider"], "email");
    let stored = world.record("connections").unwrap();
    assert_eq!(
        (stored["eip155"][0]["connectorId"].clone(), stored["solana"][0]["connectorId"].clone()),
        (json!("ID_AUTH"), json!("ID_AUTH"))
    );
}

// req: 4.47
#[test]
fn shows_both_namespaces_as_one_wallet_and_one_connection() {
    let world = logged_in();
    let slice = world.slice("connections");
    let ids = |list: &Value| -> Vec<Value> {
        list.as_array()
            .unwrap()
            .iter()
            .map(|one| one.get("connectorId").unwrap_or(&one["id"]).clone())
            .collect()
    };
    assert_eq!(ids(&slice["connectors"]), ["ID_AUTH"]);
    let connector = &slice["connectors"][0];
    assert_eq!((&connector["type"], &connector["chain"]), (&json!("AUTH"), &json!("eip155")));
    assert_eq!(connector["chains"], json!(["eip155:1337", "eip155:1338", SOLANA]));
    assert_eq!(ids(&slice["connections"]), ["ID_AUTH", "ID_AUTH"], "an account of each");
    world.open("ProfileWallets");
    let wallets = world.slice("profileWallets");
    assert_eq!(wallets["tabs"], json!(["eip155", "solana"]));
    assert_eq!((&wallets["active"]["connectorId"], &wallets["recent"]), (&json!("ID_AUTH"), &json!([])));
    assert_eq!(wallets["disconnectsAll"], true, "it goes from both at once");
}

// req: 4.9
#[test]
fn disconnects_both_namespaces_with_one_sign_out() {
    let world = logged_in();
    let left = world.dispatch(json!({ "type": "accounts.disconnect", "namespace": "solana" }));
    world.run();
    assert_eq!(Site(&world).count("SIGN_OUT"), 1);
    Site(&world).answer("SIGN_OUT", Value::Null);
    world.pass(3_000);
    assert!(world.settled(&left).is_ok());
    for family in ["eip155", "solana"] {
        assert_ne!(of(&world, family)["isConnected"], true, "{family}");
    }
    let world = logged_in();
    world.dispatch(json!({ "type": "accounts.disconnect" }));
    world.run();
    Site(&world).answer("SIGN_OUT", Value::Null);
    world.pass(3_000);
    assert_eq!((Site(&world).count("SIGN_OUT"), world.frames.0.borrow().len()), (1, 1));
}

// req: 4.9
#[test]
fn disconnects_both_namespaces_during_a_restore() {
    let world = logged_in().reload_with(options());
    world.pass(700);
    let site = Site(&world);
    site.ready();
    world.dispatch(json!({ "type": "accounts.disconnect", "namespace": "solana" }));
    world.pass(4_000);
    assert_eq!(site.count("SIGN_OUT"), 1);
    for family in ["eip155", "solana"] {
        assert_eq!(of(&world, family)["status"], "disconnected", "{family}");
    }
    assert_eq!(world.record("connected_namespaces"), None);
}

// req: 4.2
#[test]
fn restores_both_namespaces_after_a_reload() {
    let world = logged_in().reload_with(options());
    world.pass(700);
    let site = Site(&world);
    site.ready();
    for (address, chain) in [(ALICE, json!(1337)), (OWNER, json!(SOLANA))] {
        let asked: Vec<Value> =
            site.asked().into_iter().filter(|one| one["type"] == "@w3m-app/IS_CONNECTED").collect();
        for one in asked {
            let id = one["id"].clone();
            site.tell(&json!({ "type": "@w3m-frame/IS_CONNECTED_SUCCESS", "id": id, "payload": { "isConnected": true } }));
        }
        let asked: Vec<Value> =
            site.asked().into_iter().filter(|one| one["type"] == "@w3m-app/GET_USER").collect();
        for one in asked.iter().filter(|one| one["payload"]["chainId"] == chain) {
            let accounts = json!([{ "address": address, "type": "eoa" }]);
            let payload = json!({ "address": address, "chainId": chain, "accounts": accounts });
            site.tell(&json!({ "type": "@w3m-frame/GET_USER_SUCCESS", "id": one["id"], "payload": payload }));
        }
    }
    world.pass(2_000);
    assert_eq!(
        (of(&world, "eip155")["address"].clone(), of(&world, "solana")["address"].clone()),
        (json!(ALICE), json!(OWNER))
    );
}

// req: 6.1, 6.3
#[test]
fn allows_each_namespace_only_its_own_methods() {
    let world = logged_in();
    let text = json!({ "message": "3yZe7d", "pubkey": OWNER });
    let signed = world.engine.request("solana", "solana_signMessage", text.clone());
    world.run();
    let asked = Site(&world).last("RPC_REQUEST")["payload"].clone();
    assert_eq!(
        (asked["method"].clone(), asked["chainId"].clone(), asked["chainNamespace"].clone()),
        (json!("solana_signMessage"), json!(SOLANA), json!("solana"))
    );
    Site(&world).refuse("RPC_REQUEST", "User rejected");
    assert_eq!(world.settled(&signed), Err(Error::SignatureDeclined));
    let refused = world.engine.request("solana", "eth_sign", text);
    world.run();
    assert_eq!(world.settled(&refused), Err(Error::MethodNotAllowed));
}
