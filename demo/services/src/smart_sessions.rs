//! Smart sessions (docs/spec/services.md A10): what the owner of a smart account has granted to a key, until when, and whether it was
//! taken back. What lies here is the very text that the owner signed, with the signature; the list is read from it.

use rusqlite::{OptionalExtension, Row, params, types::Type};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{
    abi,
    chain::Chain,
    deploy,
    ids::Address,
    projects,
    secure::{Problem, refused},
    signatures::{self, hex, keccak},
    world::World,
};

mod seed;

pub use seed::{Seed, seed};

pub(crate) const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS smart_session (
        pci TEXT PRIMARY KEY, chain TEXT NOT NULL, account TEXT NOT NULL, created_s INTEGER NOT NULL, expiry_s INTEGER NOT NULL,
        revoked_s INTEGER, text TEXT NOT NULL, signature TEXT NOT NULL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS smart_session_account ON smart_session (chain, account);
";

/// The kinds of permission that can be granted.
pub const KINDS: [&str; 3] =
    ["contract-call", "native-token-recurring-allowance", "erc20-recurring-allowance"];

/// What is signed: who asked, for which account, and what is granted.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Grant {
    origin: String,
    project_id: String,
    /// So that the same granted twice are two.
    nonce: String,
    chain_id: String,
    address: String,
    expiry: i64,
    signer: Kind,
    permissions: Vec<Kind>,
    policies: Vec<Kind>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kind {
    #[serde(rename = "type")]
    kind: String,
    data: Value,
}

/// One that counts.
#[derive(Debug, Clone)]
pub struct Session {
    /// What the owner signed.
    pub text: String,
    /// Since when, in seconds.
    pub created_s: i64,
    chain: String,
    account: String,
}

/// Keeps what an owner has granted; its id. `now_s` is the time it is granted at.
pub async fn grant(
    world: &World,
    origin: &str,
    text: &str,
    signature: &str,
    now_s: i64,
) -> Result<String, Problem> {
    let Ok(grant) = serde_json::from_str::<Grant>(text) else {
        return refused("This grant cannot be read");
    };
    if grant.origin != origin || projects::behaviour(&grant.project_id).is_none() {
        return refused("This grant names another page than the one that asks");
    }
    if grant.expiry <= now_s {
        return refused("This permission would have ended already");
    }
    if grant.signer.kind != "keys" || grant.permissions.is_empty() {
        return refused("A permission is granted to a key, and says what it may do");
    }
    if let Some(other) = grant.permissions.iter().find(|one| !KINDS.contains(&one.kind.as_str())) {
        return refused(&format!("This wallet does not know the permission {:?}", other.kind));
    }
    let (chain, account) = place(world, &grant)?;
    let hash = keccak(text.as_bytes());
    if !is_owners(chain, &account, &hash, signature).await? {
        return refused("Only a smart account can grant permissions, and only its owner for it");
    }
    let pci = hex(&hash);
    world.store.lock().execute(
        "INSERT INTO smart_session VALUES (?1, ?2, ?3, ?4, ?5, NULL, ?6, ?7)",
        params![pci, chain.caip2(), account.lower(), now_s, grant.expiry, text, signature],
    )?;
    Ok(pci)
}

/// One that was granted and has not ended.
pub fn live(world: &World, pci: &str, now_s: i64) -> Result<Session, Problem> {
    let found: Option<(Session, i64, Option<i64>)> = world
        .store
        .lock()
        .query_row(
            "SELECT text, created_s, chain, account, expiry_s, revoked_s FROM smart_session WHERE pci = ?1",
            [pci],
            |row| {
                let session = Session {
                    text: row.get(0)?,
                    created_s: row.get(1)?,
                    chain: row.get(2)?,
                    account: row.get(3)?,
                };
                Ok((session, row.get(4)?, row.get(5)?))
            },
        )
        .optional()?;
    match found {
        None => refused("This permission is not known"),
        Some((_, _, Some(_))) => refused("This permission was revoked already"),
        Some((_, expiry_s, None)) if expiry_s <= now_s => refused("This permission has ended already"),
        Some((session, _, None)) => Ok(session),
    }
}

/// Takes one back, by its owner's signature of words that name it. `account`: whose it must be.
pub async fn revoke(
    world: &World,
    account: Option<&Address>,
    pci: &str,
    signature: &str,
    now_s: i64,
) -> Result<(), Problem> {
    let session = live(world, pci, now_s)?;
    let (Some(chain), Some(owned)) = (world.chain(&session.chain), Address::parse(&session.account)) else {
        return refused("This permission is not known");
    };
    if account.is_some_and(|account| *account != owned) {
        return refused("This permission is another account's");
    }
    // the bare id counts for nothing: who chooses it would have chosen what is signed
    let message = format!("Revoke smart session: {pci}");
    if has_signed(chain, &owned, &signatures::message_hash(message.as_bytes()), signature).await? {
        world
            .store
            .lock()
            .execute("UPDATE smart_session SET revoked_s = ?2 WHERE pci = ?1", params![pci, now_s])?;
        return Ok(());
    }
    refused("This is not signed by the account's owner")
}

/// Those of an account on a chain, the newest first, as `GET /v1/sessions/{account}` lists them.
pub fn of_account(world: &World, chain: &str, account: &Address) -> rusqlite::Result<Vec<Value>> {
    let connection = world.store.lock();
    let mut rows = connection.prepare(
        "SELECT pci, created_s, expiry_s, revoked_s, text FROM smart_session WHERE chain = ?1 AND account = ?2
         ORDER BY created_s DESC, rowid DESC",
    )?;
    rows.query_map([chain, &account.lower()], entry)?.collect()
}

fn entry(row: &Row<'_>) -> rusqlite::Result<Value> {
    let (pci, text): (String, String) = (row.get(0)?, row.get(4)?);
    let granted: Grant = serde_json::from_str(&text)
        .map_err(|error| rusqlite::Error::FromSqlConversionFailure(4, Type::Text, error.into()))?;
    let policies: Vec<Value> = granted.policies.iter().map(|policy| json!({ "id": policy.kind })).collect();
    // What a page says of itself anybody can say: its origin is its name.
    let name = granted.origin.split("://").last();
    let mut entry = json!({
        "pci": pci,
        "createdAt": row.get::<_, i64>(1)?,
        "expiry": row.get::<_, i64>(2)?,
        "project": { "id": granted.project_id, "name": name, "url": granted.origin },
        "context": pci,
        "permissions": granted.permissions,
        "policies": policies,
    });
    if let (Some(revoked_s), Some(fields)) = (row.get::<_, Option<i64>>(3)?, entry.as_object_mut()) {
        fields.insert("revokedAt".to_owned(), json!(revoked_s));
    }
    Ok(entry)
}

/// The chain and the account of a grant.
fn place<'w>(world: &'w World, grant: &Grant) -> Result<(&'w Chain, Address), Problem> {
    let number = grant.chain_id.strip_prefix("0x").and_then(|digits| u64::from_str_radix(digits, 16).ok());
    let chain = number.and_then(|number| world.chain(&format!("eip155:{number}")));
    match (chain, Address::parse(&grant.address)) {
        (Some(chain), Some(account)) => Ok((chain, account)),
        (None, _) => refused("This chain is not supported"),
        (_, None) => refused("This is no account"),
    }
}

/// Whether an account has signed the hash: a smart account also by its owner alone, before it is there; any other as its chain says.
async fn has_signed(
    chain: &Chain,
    account: &Address,
    hash: &[u8; 32],
    signature: &str,
) -> Result<bool, Problem> {
    if is_owners(chain, account, hash, signature).await? {
        return Ok(true);
    }
    let Some(bytes) = abi::bytes(signature) else { return Ok(false) };
    Ok(signatures::is_signed_by(chain, account, hash, &bytes).await?)
}

/// Whether the owner of this smart account has signed the hash.
async fn is_owners(
    chain: &Chain,
    account: &Address,
    hash: &[u8; 32],
    signature: &str,
) -> Result<bool, Problem> {
    let Some(bytes) = abi::bytes(signature) else {
        return Ok(false);
    };
    let signer = match signatures::unwrapped(&bytes) {
        Some(own) => signatures::signer(chain, hash, own).await?,
        None => None,
    };
    let accounts = deploy::smart_accounts();
    let owned = signer.zip(accounts).and_then(|(signer, accounts)| accounts.account_of(&signer));
    Ok(owned.as_ref() == Some(account))
}
