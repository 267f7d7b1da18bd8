//! The client of a local chain: JSON-RPC over plain HTTP, one call or one batch at a time.

use std::{fmt, time::Duration};

use serde_json::{Value, json};
use url::Url;

use crate::units;

/// The demo's chains, in the order of the command line (scripts/lib/demo.mjs starts them).
pub const DEMO_CHAINS: [&str; 3] = ["eip155:1337", "eip155:1338", "eip155:1339"];

/// A chain answers at once on the same machine; more means that it hangs.
const CALL_LIMIT: Duration = Duration::from_secs(10);

/// One running chain.
#[derive(Debug, Clone)]
pub struct Chain {
    http: reqwest::Client,
    origin: String,
    id: u64,
    name: String,
    currency: Currency,
}

/// What a chain's fees are paid in; always 18 decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Currency {
    /// Its name.
    pub name: &'static str,
    /// Its short name.
    pub symbol: &'static str,
}

const ETHER: Currency = Currency { name: "Ether", symbol: "ETH" };
/// The third chain's own: who takes every coin for Ether is found out there.
const JUNIPER: Currency = Currency { name: "Juniper", symbol: "JUN" };

/// Why a call to a chain gave no result.
#[derive(Debug)]
pub enum ChainError {
    /// No connection, or no answer in time.
    Unreachable(reqwest::Error),
    /// An answer that is no JSON-RPC.
    Malformed,
    /// The chain itself refused; the error object as it came.
    Refused(Value),
}

impl fmt::Display for ChainError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreachable(_) => write!(out, "the chain does not answer"),
            Self::Malformed => write!(out, "the chain's answer cannot be read"),
            Self::Refused(error) => {
                write!(
                    out,
                    "the chain refused: {}",
                    error.get("message").and_then(Value::as_str).unwrap_or("no reason given")
                )
            }
        }
    }
}

impl std::error::Error for ChainError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Unreachable(cause) => Some(cause),
            Self::Malformed | Self::Refused(_) => None,
        }
    }
}

impl Chain {
    /// Asks the chain at this address for its id. `index` is its place on the command line and makes its name.
    pub async fn connect(address: &Url, index: usize) -> Result<Self, ChainError> {
        // No proxy: the address is always this machine.
        let http = reqwest::Client::builder()
            .timeout(CALL_LIMIT)
            .no_proxy()
            .build()
            .map_err(ChainError::Unreachable)?;
        let name = if index == 0 { "Demo Chain".to_owned() } else { format!("Demo Chain {}", index + 1) };
        let currency = if index == 2 { JUNIPER } else { ETHER };
        let mut chain = Self { http, origin: address.origin().ascii_serialization(), id: 0, name, currency };
        let id = chain.call("eth_chainId", json!([])).await?;
        chain.id = units::quantity(&id).and_then(|id| id.try_into().ok()).ok_or(ChainError::Malformed)?;
        Ok(chain)
    }

    /// The number of the chain.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// Its CAIP-2 id.
    pub fn caip2(&self) -> String {
        format!("eip155:{}", self.id)
    }

    /// The name people read.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its native currency.
    pub fn currency(&self) -> Currency {
        self.currency
    }

    /// So much of its native currency, for people.
    pub fn amount(&self, base_units: u128) -> String {
        format!("{} {}", units::decimal_text(base_units, 18), self.currency.symbol)
    }

    /// The origin of its RPC.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// One call; the result, which may be null.
    pub async fn call(&self, method: &str, params: Value) -> Result<Value, ChainError> {
        self.call_at(&self.origin, method, params).await
    }

    /// The same of another node on this machine.
    pub async fn call_at(&self, origin: &str, method: &str, params: Value) -> Result<Value, ChainError> {
        let request = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        let answer = self.http.post(origin).json(&request).send().await.map_err(ChainError::Unreachable)?;
        let mut answer: Value = answer.json().await.map_err(|_| ChainError::Malformed)?;
        if let Some(error) = answer.get_mut("error").map(Value::take).filter(|error| !error.is_null()) {
            return Err(ChainError::Refused(error));
        }
        answer.get_mut("result").map(Value::take).ok_or(ChainError::Malformed)
    }

    /// One call whose result is a quantity.
    pub async fn quantity(&self, method: &str, params: Value) -> Result<u128, ChainError> {
        units::quantity(&self.call(method, params).await?).ok_or(ChainError::Malformed)
    }
}
