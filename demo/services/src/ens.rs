//! Names of the Ethereum Name Service, on a local chain that says it is Ethereum (chain id 1): the registry lies where every client looks
//! for it. TABLE of the names below; source: `demo/contracts/DemoNames.sol`. No page configures this chain; it is read through the data
//! host's RPC, as the public service would be (docs/spec/services.md A9).

use serde_json::{Value, json};
use sha3::{Digest, Keccak256};

use crate::{
    abi,
    chain::{Chain, ChainError},
    compiled::code_of,
    deploy::{ACCOUNTS, DeployError},
    ids::Address,
    ports::{self, Origins},
    store::VETERAN,
};

/// The chain's id.
pub const CHAIN_ID: u64 = 1;

/// The registry's address on every public chain that has one (EIP-137).
const REGISTRY: &str = "0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e";
/// The Universal Resolver's (ENSIP-23).
const UNIVERSAL: &str = "0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe";
/// Ether's number among the coins, and those of the demo's networks 1337 and 1338 (ENSIP-11).
const ETHER: u64 = 60;
const NETWORKS: [u64; 2] = [0x8000_0539, 0x8000_053a];

/// Where a name leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leads {
    /// To an account, for Ethereum and for the demo's networks.
    To(&'static str),
    /// To an account, for Ethereum alone.
    OnEthereum(&'static str),
    /// To the zero address: its resolver knows nothing of it.
    ToZero,
    /// Nowhere: its resolver fails.
    ToFailure,
    /// Nowhere: it is somebody's and has no resolver.
    Nowhere,
}

const ALICE: &str = ACCOUNTS[0];
const BOB: &str = ACCOUNTS[1];
const CAROL: &str = ACCOUNTS[2];

/// Every name.
pub const NAMES: &[(&str, Leads)] = &[
    ("alice.eth", Leads::To(ALICE)),
    ("bob.eth", Leads::To(BOB)),
    ("carol.alice.eth", Leads::OnEthereum(CAROL)),
    // A contract, which is on no other network.
    ("vault.eth", Leads::OnEthereum(REGISTRY)),
    // A name of the DNS that has been brought here.
    ("dora.example", Leads::To(VETERAN)),
    ("nobody.eth", Leads::ToZero),
    ("broken.eth", Leads::ToFailure),
    ("parked.eth", Leads::Nowhere),
];

/// Whose names below it a gateway knows, and those names (EIP-3668): for Ethereum and for the demo's networks.
const OFFCHAIN: &str = "offchain.eth";
const OFFCHAIN_NAMES: &[(&str, &str)] = &[("dave.offchain.eth", CAROL)];

/// What accounts say they are called. The last one lies: that name leads to somebody else.
pub const REVERSE: &[(&str, &str)] = &[(ALICE, "alice.eth"), (BOB, "bob.eth"), (VETERAN, "alice.eth")];

/// Who has a picture in its records.
const PICTURED: &str = "alice.eth";

/// The hash of a name, label by label (EIP-137), without `0x`.
pub fn node(name: &str) -> String {
    let mut node = vec![0_u8; 32];
    for label in name.rsplit('.').filter(|label| !label.is_empty()) {
        node.extend(Keccak256::digest(label));
        node = Keccak256::digest(&node).to_vec();
    }
    hex(&node)
}

/// The name of an account's own record.
pub fn reverse(account: &Address) -> String {
    format!("{}.addr.reverse", account.lower().trim_start_matches("0x"))
}

/// Puts registry, resolvers and names onto the chain. One that has them already is left as it is.
pub async fn deploy(chain: &Chain, origins: &Origins) -> Result<(), DeployError> {
    if chain.call("eth_getCode", json!([REGISTRY, "latest"])).await? != json!("0x") {
        return Ok(());
    }
    let (resolver, broken) = (place("resolver"), place("broken resolver"));
    let offchain = place("offchain resolver");
    for (contract, address) in [
        ("DemoNameRegistry", REGISTRY.to_owned()),
        ("DemoUniversalResolver", UNIVERSAL.to_owned()),
        ("DemoOffchainResolver", offchain.lower()),
        ("DemoResolver", resolver.lower()),
        ("DemoBrokenResolver", broken.lower()),
    ] {
        let creation = code_of(contract).ok_or(DeployError::Compiled)?;
        // Carried out and not kept, a creation answers with the code that would lie there.
        let code = chain.call("eth_call", json!([{ "data": creation }, "latest"])).await?;
        chain.call("anvil_setCode", json!([address, code])).await?;
    }
    let zero = Address::of_bytes([0; 20]);
    let set = |name: &str, resolver: &Address| {
        let owner = abi::address_word(&place("owner of names"));
        let data = format!("{}{owner}{}", node(name), abi::address_word(resolver));
        (REGISTRY.to_owned(), call("set(bytes32,address,address)", &data))
    };
    let record = |signature: &str, arguments: &str| (resolver.lower(), call(signature, arguments));
    let mut steps = Vec::new();
    for (name, leads) in NAMES {
        let by = match leads {
            Leads::To(account) | Leads::OnEthereum(account) => {
                let here = NETWORKS.iter().filter(|_| matches!(leads, Leads::To(_)));
                for coin in [ETHER].iter().chain(here) {
                    let head = format!("{}{coin:064x}{:064x}", node(name), 3 * 32);
                    let value = abi::tail(account.trim_start_matches("0x"));
                    steps.push(record("setAddr(bytes32,uint256,bytes)", &format!("{head}{value}")));
                }
                &resolver
            }
            Leads::ToZero => &resolver,
            Leads::ToFailure => &broken,
            Leads::Nowhere => &zero,
        };
        steps.push(set(name, by));
    }
    steps.push(set(OFFCHAIN, &offchain));
    let gateway = format!("{}/ccip/{{sender}}/{{data}}.json", origins.of(ports::DATA));
    let url = format!("{:064x}{}", 32, abi::tail(&hex(gateway.as_bytes())));
    steps.push((offchain.lower(), call("setUrl(string)", &url)));
    for (account, name) in REVERSE {
        let own = reverse(&Address::parse(account).ok_or(ChainError::Malformed)?);
        let value = abi::tail(&hex(name.as_bytes()));
        steps.push(record("setName(bytes32,string)", &format!("{}{:064x}{value}", node(&own), 2 * 32)));
        steps.push(set(&own, &resolver));
    }
    steps.push(record("setText(bytes32,string,string)", &picture(origins)));
    write(chain, steps).await
}

/// What the gateway answers to a resolver's question, `addr(bytes32)` or `addr(bytes32,uint256)`: the address, or none; nothing to another.
pub fn gateway(data: &str) -> Option<String> {
    let data = data.strip_prefix("0x")?;
    let asked = call("addr(bytes32)", "");
    let of_coin = call("addr(bytes32,uint256)", "");
    let (selector, arguments) = data.split_at_checked(8)?;
    let (name, coin) = arguments.split_at_checked(64)?;
    let found = OFFCHAIN_NAMES.iter().find(|(of, _)| node(of) == name).map(|(_, account)| *account);
    let digits = found.map(|account| account.trim_start_matches("0x").to_lowercase()).unwrap_or_default();
    if asked.ends_with(selector) && coin.is_empty() {
        return Some(format!("0x{digits:0>64}"));
    }
    let coin = u64::from_str_radix(coin.get(48..)?, 16).ok().filter(|_| of_coin.ends_with(selector))?;
    let is_known = coin == ETHER || NETWORKS.contains(&coin);
    let digits = if is_known { digits } else { String::new() };
    Some(format!("0x{:064x}{}", 32, abi::tail(&digits)))
}

/// What an account is pictured by: one text named by another.
fn picture(origins: &Origins) -> String {
    let (key, url) = ("avatar", format!("{}/images/avatar/{}", origins.of(ports::DATA), ALICE));
    let (key, url) = (abi::tail(&hex(key.as_bytes())), abi::tail(&hex(url.as_bytes())));
    let second = 3 * 32 + key.len() / 2;
    format!("{}{:064x}{second:064x}{key}{url}", node(PICTURED), 3 * 32)
}

/// All in one block. After it the chain mines by itself whatever comes: it makes no blocks without work.
async fn write(chain: &Chain, steps: Vec<(String, String)>) -> Result<(), DeployError> {
    chain.call("evm_setAutomine", json!([false])).await?;
    let mut sent = Vec::new();
    for (to, data) in steps {
        let request = json!([{ "from": ALICE, "to": to, "data": data, "gas": "0x7a120" }]);
        sent.push(chain.call("eth_sendTransaction", request).await?);
    }
    chain.call("evm_mine", json!([])).await?;
    chain.call("evm_setAutomine", json!([true])).await?;
    for hash in sent {
        let receipt = chain.call("eth_getTransactionReceipt", json!([hash])).await?;
        if receipt.get("status").and_then(Value::as_str) != Some("0x1") {
            return Err(DeployError::Reverted("a name"));
        }
    }
    Ok(())
}

/// An address that this chain alone has.
fn place(what: &str) -> Address {
    Address::of_word(&format!("wallet-modal demo {what}"))
}

fn call(signature: &str, arguments: &str) -> String {
    let hash = hex(&Keccak256::digest(signature));
    format!("0x{}{arguments}", hash.get(..8).unwrap_or_default())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn computes_the_nodes_of_the_eip() {
        assert_eq!(node(""), "0".repeat(64));
        assert_eq!(node("eth"), "93cdeb708b7545dc668eb9280176169d1c33cfd8ed6f04690a0bcc88a93fc4ae");
        assert_eq!(node("foo.eth"), "de9b09fd7c5f901e23a3f19fecc54828e9c848539801e86591bd9801b019f84f");
    }

    // req: 10.56
    #[test]
    fn the_gateway_resolves_only_its_own_names() {
        let name = node("dave.offchain.eth");
        let carol = CAROL.trim_start_matches("0x").to_lowercase();
        assert_eq!(gateway(&format!("0x3b3b57de{name}")), Some(format!("0x{carol:0>64}")));
        let of_coin = |coin: u64| gateway(&format!("0xf1cb7e06{name}{coin:064x}"));
        assert_eq!(of_coin(0x8000_0539), Some(format!("0x{:064x}{:064x}{carol:0<64}", 32, 20)));
        assert_eq!(of_coin(0x8000_0001), Some(format!("0x{:064x}{:064x}", 32, 0)));
        let other = node("erin.offchain.eth");
        assert_eq!(gateway(&format!("0x3b3b57de{other}")), Some(format!("0x{:064x}", 0)));
        for bad in ["", "0x", "0x3b3b57de", "3b3b57de", "0x01ffc9a7", "0xf1cb7e06"] {
            assert_eq!(gateway(bad), None, "{bad}");
        }
    }

    #[test]
    fn finds_the_source_of_each_name_in_the_table() {
        assert!(REVERSE.iter().all(|(_, name)| NAMES.iter().any(|(known, _)| known == name)));
    }
}
