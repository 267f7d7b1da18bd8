//! Names as a client resolves them: by the service's RPC for `eip155:1`, from the registry's well-known address on.

use demo_services::{
    abi, ens,
    ids::Address,
    ports::{self, Origins},
};
use serde_json::{Value, json};
use sha3::{Digest, Keccak256};

use crate::{
    anvil::{connect, with_id},
    support::{ALICE, BOB, CAROL, COMMON, Running, chain, hosts_with, serve_host},
};

const REGISTRY: &str = "0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e";
const UNIVERSAL: &str = "0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe";
const DORA: &str = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";

fn selector(signature: &str) -> String {
    Keccak256::digest(signature).iter().take(4).map(|byte| format!("{byte:02x}")).collect()
}

/// What a contract of that chain says, or why it says nothing.
async fn ask(data: &Running, to: &str, signature: &str, arguments: &str) -> Result<String, String> {
    let call = json!({ "to": to, "data": format!("0x{}{arguments}", selector(signature)) });
    let body = json!({ "id": "1", "jsonrpc": "2.0", "method": "eth_call", "params": [call, "latest"] });
    let path = format!("/v1?{COMMON}&chainId=eip155:1");
    let answer: Value = data.post(&path, "application/json", body.to_string()).await.json().await.unwrap();
    let refused = || answer["error"]["message"].as_str().unwrap().to_owned();
    answer["result"].as_str().map(str::to_owned).ok_or_else(refused)
}

async fn resolver(data: &Running, name: &str) -> Address {
    let word = ask(data, REGISTRY, "resolver(bytes32)", &ens::node(name)).await.unwrap();
    abi::account_of_word(&word).unwrap()
}

/// What the Universal Resolver says of a name's address for a coin.
async fn universal(data: &Running, name: &str, coin: u64) -> Result<String, String> {
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let label = |label: &str| format!("{:02x}{}", label.len(), hex(label.as_bytes()));
    let dns = name.split('.').map(label).collect::<String>() + "00";
    let asked = format!("{}{}{coin:064x}", selector("addr(bytes32,uint256)"), ens::node(name));
    let (name, asked) = (abi::tail(&dns), abi::tail(&asked));
    let gateways = format!("{:064x}{:064x}{}", 1, 32, abi::tail(&hex(b"x-batch-gateway:true")));
    let second = 96 + name.len() / 2;
    let third = second + asked.len() / 2;
    let arguments = format!("{:064x}{second:064x}{third:064x}{name}{asked}{gateways}", 96);
    ask(data, UNIVERSAL, "resolveWithGateways(bytes,bytes,string[])", &arguments).await
}

/// The text in an answer of one text.
fn text(answer: &str) -> String {
    let bytes = abi::bytes(answer).unwrap();
    let count = usize::from(bytes[63]);
    String::from_utf8(bytes[64..64 + count].to_vec()).unwrap()
}

#[tokio::test]
async fn resolves_names_by_the_table() {
    let (_leash, url) = with_id(1);
    let mainnet = connect(&url, 3).await;
    ens::deploy(&mainnet, &Origins::new(4000)).await.unwrap();
    let block = mainnet.quantity("eth_blockNumber", json!([])).await.unwrap();
    // A second start finds them.
    ens::deploy(&mainnet, &Origins::new(4000)).await.unwrap();
    assert_eq!(mainnet.quantity("eth_blockNumber", json!([])).await.unwrap(), block);
    let mut hosts = hosts_with(&[chain().await], Some(mainnet), ":memory:").await;
    let data = serve_host(ports::DATA.name, &mut hosts).await;

    for (name, account) in
        [("alice.eth", ALICE), ("bob.eth", BOB), ("carol.alice.eth", CAROL), ("dora.example", DORA)]
    {
        let (by, account) = (resolver(&data, name).await.lower(), Address::parse(account).unwrap());
        let word = ask(&data, &by, "addr(bytes32)", &ens::node(name)).await.unwrap();
        assert_eq!(abi::account_of_word(&word), Some(account), "{name}");
        let coin = |number: u32| format!("{}{number:064x}", ens::node(name));
        let bytes = ask(&data, &by, "addr(bytes32,uint256)", &coin(60)).await.unwrap();
        assert_eq!(bytes, format!("0x{:064x}{}", 32, abi::tail(&account.lower()[2..])), "{name}");
        let none = ask(&data, &by, "addr(bytes32,uint256)", &coin(501)).await.unwrap();
        assert_eq!(none, format!("0x{:064x}{:064x}", 32, 0));
    }
    let zero = Address::of_bytes([0; 20]);
    // 10.56: by the contract that clients ask, for a network of the demo and for others
    let here = 0x8000_0539;
    for (name, coin, account) in [
        ("bob.eth", here, Some(BOB)),
        ("bob.eth", 60, Some(BOB)),
        ("bob.eth", 0x8000_000a, None),
        ("carol.alice.eth", here, None),
        ("carol.alice.eth", 60, Some(CAROL)),
        ("nobody.eth", here, None),
    ] {
        let said = universal(&data, name, coin).await.unwrap();
        let digits = account.map(|account| account.trim_start_matches("0x").to_lowercase());
        let record = format!("{:064x}{}", 32, abi::tail(&digits.unwrap_or_default()));
        assert!(said.ends_with(&abi::tail(&record)), "{name} {coin}: {said}");
    }
    for name in ["parked.eth", "unknown.eth", "x.bob.eth", "broken.eth", "dave.offchain.eth"] {
        assert!(universal(&data, name, here).await.is_err(), "{name}");
    }
    let nobody = resolver(&data, "nobody.eth").await.lower();
    let word = ask(&data, &nobody, "addr(bytes32)", &ens::node("nobody.eth")).await.unwrap();
    assert_eq!(abi::account_of_word(&word), Some(zero));
    let broken = resolver(&data, "broken.eth").await.lower();
    let why = ask(&data, &broken, "addr(bytes32)", &ens::node("broken.eth")).await.unwrap_err();
    assert!(why.contains("this resolver is broken"), "{why}");
    for none in ["parked.eth", "unknown.eth", "eth"] {
        assert_eq!(resolver(&data, none).await, zero, "{none}");
    }
    let owner = ask(&data, REGISTRY, "owner(bytes32)", &ens::node("parked.eth")).await.unwrap();
    assert_ne!(abi::account_of_word(&owner), Some(zero));

    for (account, name) in [(ALICE, "alice.eth"), (BOB, "bob.eth"), (DORA, "alice.eth")] {
        let own = ens::reverse(&Address::parse(account).unwrap());
        let by = resolver(&data, &own).await.lower();
        let said = ask(&data, &by, "name(bytes32)", &ens::node(&own)).await.unwrap();
        assert_eq!(text(&said), name);
    }
    assert_eq!(resolver(&data, &ens::reverse(&Address::parse(CAROL).unwrap())).await, zero);
    let key = format!("{:064x}{}", 64, abi::tail("617661746172"));
    let by = resolver(&data, "alice.eth").await.lower();
    let picture =
        ask(&data, &by, "text(bytes32,string)", &format!("{}{key}", ens::node("alice.eth"))).await.unwrap();
    let url = text(&picture);
    let drawn = data.get(url.strip_prefix("http://localhost:4002").unwrap()).await;
    assert_eq!(drawn.headers()["content-type"], "image/svg+xml");

    // It is for names alone: no network of the demo.
    let (_, chains) = data.json(&format!("/v1/supported-chains?{COMMON}")).await;
    assert_eq!(chains["http"], json!(["eip155:1337"]));
}

#[tokio::test]
async fn resolves_nothing_without_the_chain_of_names() {
    let data = crate::support::host("data").await;
    let body = json!({ "id": "1", "jsonrpc": "2.0", "method": "eth_chainId", "params": [] });
    let path = format!("/v1?{COMMON}&chainId=eip155:1");
    assert_eq!(data.post(&path, "application/json", body.to_string()).await.status(), 400);
}
