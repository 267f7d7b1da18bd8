//! Puts the demo's tokens onto a local chain and hands them out, in one block, before anybody is told that the demo is ready.

use std::{collections::HashMap, fmt};

use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    abi,
    chain::{Chain, ChainError},
    ids::Address,
    tokens::{Kind, TOKENS, Token, treasury},
};

/// The demo wallet's accounts: the first three of the development mnemonic.
pub const ACCOUNTS: [&str; 3] = [
    "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
    "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
];

/// Written by demo/contracts/compile.mjs.
const COMPILED: &str = include_str!("contracts.json");

const CREATE_GAS: &str = "0x1e8480";
const TRANSFER_GAS: &str = "0x186a0";
/// Ether for the fees of all that.
const TREASURY_WEI: &str = "0x56bc75e2d63100000";

#[derive(Deserialize)]
struct Compiled {
    contracts: HashMap<String, String>,
}

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

/// Creates the tokens on the chain with this place on the command line. A chain that has them already is left as it is.
pub async fn tokens(chain: &Chain, index: usize) -> Result<(), DeployError> {
    let compiled: Compiled = serde_json::from_str(COMPILED).map_err(|_| DeployError::Compiled)?;
    let from = treasury().lower();
    if chain.quantity("eth_getTransactionCount", json!([from, "latest"])).await? > 0 {
        return Ok(());
    }
    chain.call("anvil_setBalance", json!([from, TREASURY_WEI])).await?;
    chain.call("anvil_impersonateAccount", json!([from])).await?;
    let mut sent = Vec::new();
    for token in TOKENS {
        let data = creation(&compiled, token).ok_or(DeployError::Compiled)?;
        let nonce = format!("{:#x}", token.nonce);
        let request = json!([{ "from": from, "data": data, "gas": CREATE_GAS, "nonce": nonce }]);
        sent.push((token.symbol, chain.call("eth_sendTransaction", request).await?));
    }
    let gifts = TOKENS.iter().flat_map(|token| gifts(token, index));
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

fn creation(compiled: &Compiled, token: &Token) -> Option<String> {
    let (contract, arguments) = match token.kind {
        Kind::Ordinary => {
            ("DemoToken", abi::token_arguments(token.name, token.symbol, token.decimals, token.supply))
        }
        Kind::Silent => ("SilentDollar", format!("{:064x}", token.supply)),
        Kind::Shy => ("ShyToken", String::new()),
    };
    Some(format!("{}{arguments}", compiled.contracts.get(contract)?))
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
