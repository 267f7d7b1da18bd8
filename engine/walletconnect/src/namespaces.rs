//! What is asked of a wallet and what it grants, by chain family (walletconnect.md section 6).

use crate::error::PeerError;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;
use serde_json::Value;

/// Accounts of a session beyond these are dropped (security.md T4).
pub const ACCOUNTS_MAX: usize = 100;

/// What is asked in one namespace.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ProposalNamespace {
    /// CAIP-2 ids; empty when the key is one.
    pub chains: Vec<String>,
    /// Methods, for each of the chains.
    pub methods: Vec<String>,
    /// Events, for each of the chains.
    pub events: Vec<String>,
}

/// A proposal by key: a family (`eip155`) or one chain (`eip155:1`).
pub type Proposed = BTreeMap<String, ProposalNamespace>;

/// What is granted in one namespace.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SessionNamespace {
    /// CAIP-10 ids. The chains of a session are theirs.
    pub accounts: Vec<String>,
    /// As the wallet says; many say nothing.
    pub chains: Vec<String>,
    /// Methods, on each chain of the accounts.
    pub methods: Vec<String>,
    /// Events, on each chain of the accounts.
    pub events: Vec<String>,
}

/// A session's namespaces by key.
pub type Granted = BTreeMap<String, SessionNamespace>;

/// Reads a proposal. `context` and `kind` begin the texts of errors: `connect()`, `requiredNamespaces`.
pub fn read_proposed(value: &Value, context: &str, kind: &str) -> Result<Proposed, PeerError> {
    let _ = (value, context, kind);
    Ok(Proposed::new())
}
/// Reads the namespaces of a settle or update.
pub fn read_granted(value: &Value, context: &str) -> Result<Granted, PeerError> {
    let _ = (value, context);
    Ok(Granted::new())
}
/// Whether all that was required is granted.
pub fn conforms(required: &Proposed, granted: &Granted, context: &str) -> Result<(), PeerError> {
    let _ = (required, granted, context);
    Ok(())
}
/// Drops accounts of chains that were not proposed, those beyond [`ACCOUNTS_MAX`], and namespaces that are then empty.
pub fn within(granted: &mut Granted, proposed: &Proposed) {
    let _ = (granted, proposed);
}
/// Required and optional as one proposal.
pub fn merge(required: &Proposed, optional: &Proposed) -> Proposed {
    let _ = (required, optional);
    Proposed::new()
}
/// What a one-click sign-in grants.
pub fn from_auth(methods: &[String], accounts: &[String]) -> Granted {
    let _ = (methods, accounts);
    Granted::new()
}
/// The chains of a session: those of its accounts, each once.
pub fn chains(granted: &Granted) -> Vec<String> {
    let _ = granted;
    Vec::new()
}
/// Methods granted on a chain.
pub fn methods_for<'a>(granted: &'a Granted, chain: &str) -> Vec<&'a str> {
    let _ = (granted, chain);
    Vec::new()
}
/// Events granted on a chain.
pub fn events_for<'a>(granted: &'a Granted, chain: &str) -> Vec<&'a str> {
    let _ = (granted, chain);
    Vec::new()
}
/// Accounts on a chain, as CAIP-10.
pub fn accounts_on<'a>(granted: &'a Granted, chain: &str) -> Vec<&'a str> {
    let _ = (granted, chain);
    Vec::new()
}
