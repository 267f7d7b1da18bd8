//! Smart sessions that nobody signed for, for tests: active, expired and revoked ones.

use rusqlite::params;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Grant, Kind};
use crate::{
    chain::Chain,
    ids::Address,
    ports,
    secure::Problem,
    signatures::{hex, keccak},
    store::random_hex,
    tokens::TOKENS,
    world::World,
};

/// One that nobody signed for, as a test wants it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Seed {
    /// Whose, by its CAIP-10 id.
    pub account: String,
    state: SeedState,
    origin: Option<String>,
    created_at: Option<i64>,
    expiry: Option<i64>,
    revoked_at: Option<i64>,
    permissions: Option<Value>,
    policies: Option<Value>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum SeedState {
    Active,
    Expired,
    Revoked,
}

const DAY_S: i64 = 86_400;

/// Keeps one without a signature; its id. Times that are not given fit its state.
pub fn seed(
    world: &World,
    chain: &Chain,
    account: &Address,
    seed: Seed,
    now_s: i64,
) -> Result<String, Problem> {
    let (created, expiry, revoked) = match seed.state {
        SeedState::Active => (now_s - 3_600, now_s + 30 * DAY_S, None),
        SeedState::Expired => (now_s - 7 * DAY_S, now_s - DAY_S, None),
        SeedState::Revoked => (now_s - 2 * DAY_S, now_s + 30 * DAY_S, Some(now_s - DAY_S)),
    };
    let (created, expiry) = (seed.created_at.unwrap_or(created), seed.expiry.unwrap_or(expiry));
    let revoked = seed.revoked_at.or(revoked);
    let list = |given: Option<Value>, usual: Value| {
        serde_json::from_value::<Vec<Kind>>(given.unwrap_or(usual))
            .map_err(|_| Problem::Refused("Each needs a type and data".to_owned()))
    };
    let connection = world.store.lock();
    let grant = Grant {
        origin: seed.origin.unwrap_or_else(|| world.origins.of(ports::PAGE)),
        project_id: "demo".to_owned(),
        nonce: random_hex(&connection, 8)?,
        chain_id: format!("{:#x}", chain.id()),
        address: account.checksummed(),
        expiry,
        signer: Kind { kind: "keys".to_owned(), data: json!({ "keys": [] }) },
        permissions: list(seed.permissions, usual_permissions(created))?,
        policies: list(seed.policies, json!([{ "type": "call-limit", "data": { "count": 3 } }]))?,
    };
    let text = serde_json::to_string(&grant).map_err(|error| Problem::Refused(error.to_string()))?;
    let pci = hex(&keccak(text.as_bytes()));
    connection.execute(
        "INSERT INTO smart_session VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, '0x')",
        params![pci, chain.caip2(), account.lower(), created, expiry, revoked, text],
    )?;
    Ok(pci)
}

/// One of each kind.
fn usual_permissions(since_s: i64) -> Value {
    let token = TOKENS.first().map(|token| token.address().checksummed()).unwrap_or_default();
    json!([
        {
            "type": "contract-call",
            "data": {
                "address": token,
                "abi": [{
                    "type": "function", "name": "transfer", "stateMutability": "nonpayable", "outputs": [],
                    "inputs": [{ "name": "to", "type": "address" }, { "name": "value", "type": "uint256" }],
                }],
                "functions": [{
                    "functionName": "transfer",
                    "args": [null, { "operator": "LESS_THAN", "value": "0x989680" }],
                    "valueLimit": "0x0",
                    "operation": "Call",
                }],
            },
        },
        {
            "type": "native-token-recurring-allowance",
            "data": { "allowance": "0x16345785d8a0000", "start": since_s, "period": DAY_S },
        },
        {
            "type": "erc20-recurring-allowance",
            "data": { "token": token, "allowance": "0x5f5e100", "start": since_s, "period": 7 * DAY_S },
        },
    ])
}
