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

/// Where a name leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leads {
    /// To an account.
    To(&'static str),
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
    ("carol.alice.eth", Leads::To(CAROL)),
    // A name of the DNS that has been brought here.
    ("dora.example", Leads::To(VETERAN)),
    ("nobody.eth", Leads::ToZero),
    ("broken.eth", Leads::ToFailure),
    ("parked.eth", Leads::Nowhere),
];

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
    for (contract, address) in [
        ("DemoNameRegistry", REGISTRY.to_owned()),
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
            Leads::To(account) => {
                // The number of the coin: Ether.
                let head = format!("{}{:064x}{:064x}", node(name), 60, 3 * 32);
                let value = abi::tail(account.trim_start_matches("0x"));
                steps.push(record("setAddr(bytes32,uint256,bytes)", &format!("{head}{value}")));
                &resolver
            }
            Leads::ToZero => &resolver,
            Leads::ToFailure => &broken,
            Leads::Nowhere => &zero,
        };
        steps.push(set(name, by));
    }
    for (account, name) in REVERSE {
        let own = reverse(&Address::parse(account).ok_or(ChainError::Malformed)?);
        let value = abi::tail(&hex(name.as_bytes()));
        steps.push(record("setName(bytes32,string)", &format!("{}{:064x}{value}", node(&own), 2 * 32)));
        steps.push(set(&own, &resolver));
    }
    steps.push(record("setText(bytes32,string,string)", &picture(origins)));
    write(chain, steps).await
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
    fn nodes_are_those_of_the_eip() {
        assert_eq!(node(""), "0".repeat(64));
        assert_eq!(node("eth"), "93cdeb708b7545dc668eb9280176169d1c33cfd8ed6f04690a0bcc88a93fc4ae");
        assert_eq!(node("foo.eth"), "de9b09fd7c5f901e23a3f19fecc54828e9c848539801e86591bd9801b019f84f");
    }

    #[test]
    fn who_says_a_name_of_the_table() {
        assert!(REVERSE.iter().all(|(_, name)| NAMES.iter().any(|(known, _)| known == name)));
    }
}
