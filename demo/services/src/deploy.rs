//! Puts the demo's tokens, the smart accounts' factory and the exchange onto a local chain and hands tokens out, in one block, before anybody
//! is told that the demo is ready.

use std::fmt;

use serde_json::{Value, json};

use crate::{
    abi,
    chain::{Chain, ChainError},
    compiled::{CREATOR, code_of, place_of},
    ids::Address,
    sellers,
    swaps::{self, Pool},
    tokens::{Kind, TOKENS, Token, treasury},
};

/// The demo wallet's accounts: the first three of the development mnemonic.
pub const ACCOUNTS: [&str; 3] = [
    "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
    "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
];

const CREATE_GAS: &str = "0x1e8480";
/// The factory brings the entry point along.
const FACTORY_GAS: &str = "0x4c4b40";
const TRANSFER_GAS: &str = "0x186a0";
const ROUTER_GAS: &str = "0x1e8480";
const POOL_GAS: &str = "0xf4240";
/// Ether for the fees of all that, beside what the pools are given.
const FEES_WEI: u128 = 100_000_000_000_000_000_000;

/// Why a chain has no tokens.
#[derive(Debug)]
pub enum DeployError {
    /// The compiled contracts cannot be read.
    Compiled,
    /// The chain refused a step.
    Chain(ChainError),
    /// A transaction was mined, and failed.
    Reverted(&'static str),
}

impl fmt::Display for DeployError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Compiled => write!(out, "contracts.json cannot be read"),
            Self::Chain(cause) => cause.fmt(out),
            Self::Reverted(token) => write!(out, "{token} could not be created or given"),
        }
    }
}

impl std::error::Error for DeployError {}

impl From<ChainError> for DeployError {
    fn from(cause: ChainError) -> Self {
        Self::Chain(cause)
    }
}

/// What makes the smart accounts of the embedded wallet; it lies at the same address on every chain.
#[derive(Debug, Clone)]
pub struct SmartAccounts {
    /// Creates accounts and brings them calls.
    pub factory: Address,
    /// Brings them user operations (ERC-4337). The factory creates it along with itself.
    pub entry_point: Address,
    /// What an account is created of, without its owner.
    pub account_code: String,
}

/// The smart accounts, None when the compiled contracts cannot be read.
pub fn smart_accounts() -> Option<SmartAccounts> {
    let factory = place_of(code_of("DemoAccountFactory")?)?;
    let account_code = code_of("DemoAccount")?.to_owned();
    // The count of a contract's creations begins at one (EIP-161).
    Some(SmartAccounts { factory, entry_point: factory.creates(1), account_code })
}

impl SmartAccounts {
    /// Where the account of this owner is, or will be.
    pub fn account_of(&self, owner: &Address) -> Option<Address> {
        let code = format!("{}{:0>64}", self.account_code, owner.lower().trim_start_matches("0x"));
        Some(self.factory.creates_of(&abi::bytes(&code)?))
    }
}

/// Creates the tokens on the chain with this place on the command line. A chain that has them already is left as it is.
pub async fn tokens(chain: &Chain, index: usize) -> Result<(), DeployError> {
    let from = treasury().lower();
    if chain.quantity("eth_getTransactionCount", json!([from, "latest"])).await? > 0 {
        return Ok(());
    }
    let wei = FEES_WEI + swaps::pools(chain).map(|pool| pool.wei).sum::<u128>();
    chain.call("anvil_setBalance", json!([from, format!("{wei:#x}")])).await?;
    chain.call("anvil_impersonateAccount", json!([from])).await?;
    let mut sent = Vec::new();
    for token in TOKENS {
        let data = creation(token).ok_or(DeployError::Compiled)?;
        let nonce = format!("{:#x}", token.nonce);
        let request = json!([{ "from": from, "data": data, "gas": CREATE_GAS, "nonce": nonce }]);
        sent.push((token.symbol, chain.call("eth_sendTransaction", request).await?));
    }
    let gifts = TOKENS.iter().flat_map(|token| gifts(token, index)).chain(sellers::floats());
    for (nonce, (token, to, amount)) in (TOKENS.len()..).zip(gifts) {
        let request = json!([{
            "from": from,
            "to": token.address().lower(),
            "data": abi::transfer(&to, amount),
            "gas": TRANSFER_GAS,
            "nonce": format!("{nonce:#x}"),
        }]);
        sent.push((token.symbol, chain.call("eth_sendTransaction", request).await?));
    }
    let mut steps = vec![by_code("DemoAccountFactory", FACTORY_GAS)];
    if swaps::pools(chain).next().is_some() {
        steps.push(by_code("DemoRouter", ROUTER_GAS));
        steps.extend(swaps::pools(chain).flat_map(opening));
    }
    for step in steps {
        let (name, mut request) = step.ok_or(DeployError::Compiled)?;
        if let Some(fields) = request.as_object_mut() {
            fields.insert("from".to_owned(), json!(from));
        }
        sent.push((name, chain.call("eth_sendTransaction", json!([request])).await?));
    }
    chain.call("anvil_stopImpersonatingAccount", json!([from])).await?;
    // At once: a chain with a block time would let us wait for it.
    chain.call("evm_mine", json!([])).await?;
    for (symbol, hash) in sent {
        let receipt = chain.call("eth_getTransactionReceipt", json!([hash])).await?;
        if receipt.get("status").and_then(Value::as_str) != Some("0x1") {
            return Err(DeployError::Reverted(symbol));
        }
    }
    Ok(())
}

/// A transaction of the treasury: what it is for, and the request without its sender.
type Step = Option<(&'static str, Value)>;

/// Creates a contract where its code says.
fn by_code(contract: &'static str, gas: &str) -> Step {
    let code = code_of(contract)?;
    let data = format!("0x{:064x}{}", 0, code.trim_start_matches("0x"));
    Some((contract, json!({ "to": CREATOR, "data": data, "gas": gas })))
}

/// Puts a pool's tokens where it will be, then has the router create it with its coins.
fn opening(pool: &'static Pool) -> [Step; 2] {
    let tokens = || {
        let data = abi::transfer(&pool.address()?, pool.tokens);
        let token = pool.token()?.address().lower();
        Some((pool.symbol, json!({ "to": token, "data": data, "gas": TRANSFER_GAS })))
    };
    let coins = || {
        let (router, token) = (swaps::router()?.lower(), pool.token()?.address());
        let (data, wei) = (swaps::open(&token), format!("{:#x}", pool.wei));
        Some(("DemoPool", json!({ "to": router, "data": data, "value": wei, "gas": POOL_GAS })))
    };
    [tokens(), coins()]
}

fn creation(token: &Token) -> Option<String> {
    let (contract, arguments) = match token.kind {
        Kind::Ordinary => {
            ("DemoToken", abi::token_arguments(token.name, token.symbol, token.decimals, token.supply))
        }
        Kind::Silent => ("SilentDollar", format!("{:064x}", token.supply)),
        Kind::Shy => ("ShyToken", String::new()),
    };
    Some(format!("{}{arguments}", code_of(contract)?))
}

fn gifts(token: &'static Token, chain: usize) -> impl Iterator<Item = (&'static Token, Address, u128)> {
    let amounts = token.given.get(chain).copied().unwrap_or_default();
    ACCOUNTS
        .iter()
        .filter_map(|account| Address::parse(account))
        .zip(amounts)
        .filter(|(_, amount)| *amount > 0)
        .map(move |(account, amount)| (token, account, amount))
}
