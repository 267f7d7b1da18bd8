//! The registry of names (docs/spec/services.md A9): whoever signs for an account may call it something that nobody is called yet. Identity reads the
//! same names.

use rusqlite::{OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{
    abi,
    chain::Chain,
    ids::Address,
    lies,
    reply::Refusal,
    signatures::{is_signed_by, message_hash},
    store::VETERAN,
    units,
    world::World,
};

/// What names end with.
pub const SUFFIX: &str = ".reown.id";
/// What they ended with once. Such a name still leads to its account; nobody gets a new one.
pub const LEGACY_SUFFIX: &str = ".wcn.id";

const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS name (
        name TEXT PRIMARY KEY, address TEXT NOT NULL, coin_type INTEGER NOT NULL, registered_s INTEGER NOT NULL, avatar TEXT, bio TEXT
    ) STRICT;
    CREATE INDEX IF NOT EXISTS name_address ON name (address);
";

/// What a coin type of an EVM chain is its id with (ENSIP-11).
const COIN_TYPE_BIT: u64 = 0x8000_0000;
/// A message is signed so long before or after it arrives, at most.
const SIGNED_WITHIN_S: u64 = 5 * 60;
const LABEL_MIN: usize = 4;
/// As in the DNS.
const LABEL_MAX: usize = 63;
const ATTRIBUTE_MAX_BYTES: usize = 512;

/// TABLE of the names that are there at the start, each with its account. Identities of the first two are in `store`.
const SEEDED: &[(&str, &str)] = &[
    ("bobby.reown.id", "0x70997970c51812dc3a010c7d01b50e0d17dc79c8"),
    ("dora.reown.id", VETERAN),
    // The demo wallet's third account: its identity has no name.
    ("carol.wcn.id", "0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc"),
];

/// What is asked for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// The chain, as ENS counts coins.
    pub coin_type: u64,
    /// Whose name it will be.
    pub address: String,
    /// What was signed.
    pub message: String,
    /// By whom.
    pub signature: String,
}

/// What is signed: in this order, without a space.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Message {
    name: String,
    attributes: Attributes,
    timestamp: i64,
}

/// What an account says of itself.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attributes {
    /// Address of an image.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub avatar: Option<String>,
    /// A few words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bio: Option<String>,
}

/// One name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// With its suffix.
    pub name: String,
    /// Whose it is.
    pub address: Address,
    /// The chain it was registered on, as ENS counts coins.
    pub coin_type: u64,
    /// Since when, in seconds.
    pub registered_s: i64,
    /// What its account says of itself.
    pub attributes: Attributes,
}

/// Makes the table, with the names that are there at the start.
pub fn open(world: &World) -> rusqlite::Result<()> {
    let connection = world.store.lock();
    connection.execute_batch(TABLES)?;
    for (name, address) in SEEDED {
        connection.execute(
            "INSERT OR IGNORE INTO name VALUES (?1, ?2, ?3, 1767225600, NULL, NULL)",
            params![name, address, coin_type(1_337) as i64],
        )?;
    }
    Ok(())
}

/// Whether a name can begin so: who registers one.
pub fn is_label(text: &str) -> bool {
    text.len() >= LABEL_MIN && is_any_label(text)
}

/// Names of the table may be shorter, as the first ones of a registry are.
fn is_any_label(text: &str) -> bool {
    (1..=LABEL_MAX).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

/// Whether this may be a name of the registry, as it is written.
pub fn is_name(text: &str) -> bool {
    let label = text.strip_suffix(SUFFIX).or_else(|| text.strip_suffix(LEGACY_SUFFIX));
    label.is_some_and(is_any_label)
}

/// Registers a name that its account has signed for.
pub async fn register(world: &World, asked: &Asked, now_s: i64) -> Result<(), Refusal> {
    let message: Message = serde_json::from_str(&asked.message)
        .map_err(|_| Refusal::bad("message", "This is no message about a name"))?;
    // Another order of the keys, a space or an escape would be another text under the same meaning.
    if serde_json::to_string(&message).ok().as_deref() != Some(&asked.message) {
        return Err(Refusal::bad(
            "message",
            "The message must be name, attributes and timestamp, without spaces",
        ));
    }
    if now_s.abs_diff(message.timestamp) > SIGNED_WITHIN_S {
        return Err(Refusal::bad("timestamp", "This was signed too long ago, or is of a later time"));
    }
    let chain = chain_of(world, asked.coin_type)?;
    let account = Address::parse(&asked.address)
        .ok_or_else(|| Refusal::bad("address", "is no address of this chain family"))?;
    let attributes = checked(message.attributes)?;
    if !message.name.strip_suffix(SUFFIX).is_some_and(is_label) {
        return Err(Refusal::bad(
            "name",
            "A name has at least 4 small letters, digits or hyphens, and ends with .reown.id",
        ));
    }
    let found = find(world, &message.name).map_err(|error| Refusal::store(&error))?;
    if found.is_some() {
        return Err(taken());
    }
    let signature =
        abi::bytes(&asked.signature).ok_or_else(|| Refusal::bad("signature", "is no signature"))?;
    let hash = message_hash(asked.message.as_bytes());
    let signed = is_signed_by(chain, &account, &hash, &signature).await;
    if !signed.map_err(|error| Refusal::chain(&error))? {
        return Err(Refusal::bad("signature", "This was not signed by the account"));
    }
    let name = Name {
        name: message.name,
        address: account,
        coin_type: asked.coin_type,
        registered_s: now_s,
        attributes,
    };
    // While the chain was asked somebody else may have come first.
    if put(world, &name).map_err(|error| Refusal::store(&error))? { Ok(()) } else { Err(taken()) }
}

fn taken() -> Refusal {
    Refusal::bad("name", "This name is taken")
}

/// The coin type of an EVM chain (ENSIP-11).
pub fn coin_type(chain_id: u32) -> u64 {
    COIN_TYPE_BIT | u64::from(chain_id)
}

fn chain_of(world: &World, coin_type: u64) -> Result<&Chain, Refusal> {
    if coin_type & COIN_TYPE_BIT == 0 || coin_type > u64::from(u32::MAX) {
        return Err(Refusal::bad(
            "coin_type",
            "must be that of an EVM chain: 0x80000000 and its id, never 60",
        ));
    }
    let id = coin_type ^ COIN_TYPE_BIT;
    world
        .node(&format!("eip155:{id}"))
        .ok_or_else(|| Refusal::bad("coin_type", "This chain is not supported"))
}

fn checked(attributes: Attributes) -> Result<Attributes, Refusal> {
    let short = |text: &Option<String>| text.as_ref().is_none_or(|text| text.len() <= ATTRIBUTE_MAX_BYTES);
    if !short(&attributes.avatar) || !short(&attributes.bio) {
        return Err(Refusal::bad("attributes", "must be 512 bytes each, at most"));
    }
    let picture = |url: &String| url.starts_with("https://") || url.starts_with("http://localhost:");
    if attributes.avatar.as_ref().is_some_and(|url| !picture(url)) {
        return Err(Refusal::bad("attributes", "The avatar must be the address of an image"));
    }
    Ok(attributes)
}

/// Keeps a name, and calls the account so from now on; false when it is somebody's already.
pub fn put(world: &World, name: &Name) -> rusqlite::Result<bool> {
    let mut connection = world.store.lock();
    let transaction = connection.transaction()?;
    let kept = transaction.execute(
        "INSERT OR IGNORE INTO name VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![
            name.name,
            name.address.lower(),
            i64::try_from(name.coin_type).unwrap_or_default(),
            name.registered_s,
            name.attributes.avatar,
            name.attributes.bio
        ],
    )?;
    if kept == 1 {
        transaction.execute(
            "INSERT OR REPLACE INTO identity VALUES (?1, ?2, ?3)",
            params![name.address.lower(), name.name, name.attributes.avatar],
        )?;
    }
    transaction.commit()?;
    Ok(kept == 1)
}

/// The name that is written so, in small letters.
pub fn find(world: &World, name: &str) -> rusqlite::Result<Option<Name>> {
    let sql = "SELECT * FROM name WHERE name = ?1";
    let found = world.store.lock().query_row(sql, [name], read).optional()?;
    Ok(found.flatten())
}

/// The names of an account, the newest first.
pub fn of_account(world: &World, account: &Address) -> rusqlite::Result<Vec<Name>> {
    let connection = world.store.lock();
    let mut rows =
        connection.prepare("SELECT * FROM name WHERE address = ?1 ORDER BY registered_s DESC, rowid DESC")?;
    let names: rusqlite::Result<Vec<Option<Name>>> = rows.query_map([account.lower()], read)?.collect();
    Ok(names?.into_iter().flatten().collect())
}

fn read(row: &Row<'_>) -> rusqlite::Result<Option<Name>> {
    let Some(address) = Address::parse(&row.get::<_, String>("address")?) else { return Ok(None) };
    Ok(Some(Name {
        name: row.get("name")?,
        address,
        coin_type: row.get::<_, i64>("coin_type")?.unsigned_abs(),
        registered_s: row.get("registered_s")?,
        attributes: Attributes { avatar: row.get("avatar")?, bio: row.get("bio")? },
    }))
}

/// Names near this label, the label itself first: each with whether it is somebody's.
pub fn suggestions(world: &World, label: &str) -> rusqlite::Result<Vec<(String, bool)>> {
    let label: String = label.to_ascii_lowercase().chars().take(LABEL_MAX - 8).collect();
    let near = [
        label.clone(),
        format!("{label}-demo"),
        format!("the-{label}"),
        format!("{label}-2026"),
        format!("{label}-wallet"),
    ];
    let names = near.iter().filter(|label| is_label(label)).map(|label| format!("{label}{SUFFIX}"));
    names.map(|name| Ok((name.clone(), find(world, &name)?.is_some()))).collect()
}

impl Name {
    /// As the calls answer it.
    pub fn fields(&self) -> Value {
        let time = units::iso_text(self.registered_s.unsigned_abs());
        let attributes =
            if self.attributes == Attributes::default() { json!([]) } else { json!([self.attributes]) };
        json!({
            "name": self.name,
            "registered_at": time,
            "updated_at": time,
            "addresses": { self.coin_type.to_string(): { "address": self.address.checksummed(), "created": time } },
            "attributes": attributes,
        })
    }

    /// The same name, leading to somebody else: for tests.
    pub fn turned(&self) -> Self {
        Self { address: lies::stranger(), ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn validates_labels_and_names() {
        assert!(is_label("alice") && is_label("a-1-") && is_label(&"a".repeat(63)));
        for wrong in ["", "abc", "Alice", "ali ce", "ali.ce", "al\u{ef}ce", "ali_ce", &"a".repeat(64)] {
            assert!(!is_label(wrong), "{wrong}");
        }
        assert!(is_name("alice.reown.id") && is_name("alice.wcn.id") && is_name("bobby.reown.id"));
        assert!(
            !is_name("alice")
                && !is_name(".reown.id")
                && !is_name("alice.eth")
                && !is_name("x.alice.reown.id")
        );
    }
}
