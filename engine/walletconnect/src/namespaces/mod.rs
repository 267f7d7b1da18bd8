//! Proposed and approved namespaces, by chain namespace (docs/spec/walletconnect.md section 6).

mod read;

pub use read::{chain_of, is_chain, read_granted, read_proposed};

use crate::error::{self, PeerError};
use crate::map::SortedMap;
use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;

/// The maximum number of accounts in a session. More are dropped (docs/spec/security.md T4).
pub const ACCOUNTS_MAX: usize = 100;
/// The maximum number of methods or events of a namespace, and the maximum length of a name. More are dropped.
const NAMES_MAX: usize = 200;
const NAME_BYTES_MAX: usize = 128;

/// A proposed namespace.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ProposalNamespace {
    /// The chain IDs (CAIP-2). Empty if the key is a chain ID.
    pub chains: Vec<String>,
    /// The methods, for each of the chains.
    pub methods: Vec<String>,
    /// The events, for each of the chains.
    pub events: Vec<String>,
    /// An RPC URL for each chain, by its reference, for wallets that don't know the chain. Not used here.
    #[serde(rename = "rpcMap", skip_serializing_if = "SortedMap::is_empty")]
    pub rpc_map: SortedMap<String, String>,
}

/// A proposal by key: a namespace (`eip155`) or one chain (`eip155:1`).
pub type Proposed = SortedMap<String, ProposalNamespace>;

/// An approved namespace.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SessionNamespace {
    /// The accounts (CAIP-10). Their chains are those of the session.
    pub accounts: Vec<String>,
    /// The chains according to the wallet. Many wallets send none.
    pub chains: Vec<String>,
    /// The methods, on each chain of the accounts.
    pub methods: Vec<String>,
    /// The events, on each chain of the accounts.
    pub events: Vec<String>,
}

impl crate::json::Json for SessionNamespace {
    fn json(&self) -> serde_json::Value {
        let Self { accounts, chains, methods, events } = self;
        crate::json::json!({ "accounts": accounts, "chains": chains, "methods": methods, "events": events })
    }
}

/// The namespaces of a session by key.
pub type Granted = SortedMap<String, SessionNamespace>;

fn family_of(key: &str) -> &str {
    key.split_once(':').map_or(key, |(family, _)| family)
}

/// Checks that all required namespaces are approved, and that each namespace of one chain has an account there.
///
/// # Errors
/// Code 9 with the texts of the official clients. If there are several errors, the one they report.
pub fn conforms(required: &Proposed, granted: &Granted, context: &str) -> Result<(), PeerError> {
    let fault = |rest: &[&str]| {
        let text = [&[context, " namespaces "], rest].concat().concat();
        Err(error::NON_CONFORMING_NAMESPACES.because(&text))
    };
    let (asked, given) = (required_chains(required), chains(granted));
    if asked.iter().any(|chain| !given.contains(chain)) {
        let (asked, given) = (asked.join(","), given.join(","));
        return fault(&[
            "chains don't satisfy required namespaces.\n      Required: ",
            &asked,
            "\n      Approved: ",
            &given,
        ]);
    }
    let family_is_granted = |key: &&String| granted.keys().any(|known| family_of(known) == family_of(key));
    if let Some(missing) = required.keys().find(|key| !family_is_granted(key)) {
        let names: Vec<_> = granted.keys().map(String::as_str).collect();
        let text = names.join(",");
        return fault(&[
            "keys don't satisfy requiredNamespaces.\n      Required: ",
            missing,
            "\n      Received: ",
            &text,
        ]);
    }
    for (chain, namespace) in granted.iter().filter(|(key, _)| key.contains(':')) {
        let granted_chains = chains_of(namespace);
        if !granted_chains.contains(chain) {
            let text = granted_chains.join(",");
            return fault(&[
                "accounts don't satisfy namespace accounts for ",
                chain,
                "\n        Required: ",
                chain,
                "\n        Approved: ",
                &text,
            ]);
        }
    }
    for (key, namespace) in required {
        for chain in chains_asked(key, namespace) {
            let methods = methods_for(granted, chain);
            if namespace.methods.iter().any(|method| !methods.contains(&method.as_str())) {
                return fault(&["methods don't satisfy namespace methods for ", chain]);
            }
            let events = events_for(granted, chain);
            if namespace.events.iter().any(|event| !events.contains(&event.as_str())) {
                return fault(&["events don't satisfy namespace events for ", chain]);
            }
        }
    }
    Ok(())
}

/// The chains of a proposed namespace.
fn chains_asked<'a>(key: &'a String, namespace: &'a ProposalNamespace) -> impl Iterator<Item = &'a String> {
    is_chain(key).then_some(key).into_iter().chain(&namespace.chains)
}

fn required_chains(proposed: &Proposed) -> Vec<String> {
    let mut chains = Vec::new();
    for (key, namespace) in proposed {
        union(&mut chains, chains_asked(key, namespace));
    }
    chains
}

/// Adds missing items.
fn union<'a>(all: &mut Vec<String>, more: impl IntoIterator<Item = &'a String>) {
    for item in more {
        if !all.contains(item) {
            all.push(item.clone());
        }
    }
}

/// Removes everything from an approval that wasn't requested (docs/spec/security.md T4): accounts on chains that
/// weren't proposed or don't belong to their key, accounts beyond [`ACCOUNTS_MAX`], and namespaces without an account.
/// They are dropped silently, because a wallet that approves too much isn't dangerous.
pub fn within(granted: &mut Granted, proposed: &Proposed) {
    let required = required_chains(proposed);
    let is_required = |chain: &str| required.iter().any(|known| known == chain);
    let mut left = ACCOUNTS_MAX;
    granted.retain(|key, namespace| {
        let mut accounts_before: Vec<String> = Vec::new();
        namespace.accounts.retain(|account| {
            let belongs = |chain: &str| if is_chain(key) { key == chain } else { family_of(chain) == key };
            let fits = chain_of(account).is_some_and(|chain| belongs(chain) && is_required(chain));
            let stays = fits && left > 0 && !accounts_before.contains(account);
            if stays {
                accounts_before.push(account.clone());
                left -= 1;
            }
            stays
        });
        for names in [&mut namespace.methods, &mut namespace.events] {
            names.retain(|name| name.len() <= NAME_BYTES_MAX);
            names.truncate(NAMES_MAX);
        }
        namespace.chains.retain(|chain| is_required(chain));
        !namespace.accounts.is_empty()
    });
}

/// Merges required and optional namespaces into one proposal, with keys of one chain under their namespace. Required
/// ones come first.
#[must_use]
pub fn merge(required: &Proposed, optional: &Proposed) -> Proposed {
    let mut merged = Proposed::new();
    for (key, namespace) in required.iter().chain(optional) {
        let into = merged.or_insert_with(family_of(key).into(), ProposalNamespace::default);
        union(&mut into.chains, chains_asked(key, namespace));
        union(&mut into.methods, &namespace.methods);
        union(&mut into.events, &namespace.events);
    }
    merged
}

/// The namespaces of a one-click sign-in: its methods on the chains of its accounts (CAIP-10 IDs, with or without
/// `did:pkh:`), and the two events of every session.
#[must_use]
pub fn from_auth(methods: &[String], accounts: &[String]) -> Granted {
    let mut granted_set = Granted::new();
    for account in accounts {
        let account = account.strip_prefix("did:pkh:").unwrap_or(account);
        let Some(chain) = chain_of(account) else { continue };
        let namespace = granted_set.or_insert_with(family_of(chain).into(), || SessionNamespace {
            methods: methods.into(),
            events: ["chainChanged", "accountsChanged"].map(String::from).into(),
            ..SessionNamespace::default()
        });
        union(&mut namespace.accounts, [&account.into()]);
        union(&mut namespace.chains, [&chain.into()]);
    }
    granted_set
}

fn chains_of(namespace: &SessionNamespace) -> Vec<String> {
    let mut chains = Vec::new();
    union(
        &mut chains,
        &namespace
            .accounts
            .iter()
            .filter_map(|account| chain_of(account).map(String::from))
            .collect::<Vec<_>>(),
    );
    chains
}

/// The chains of a session: those of its accounts, without duplicates.
#[must_use]
pub fn chains(granted: &Granted) -> Vec<String> {
    let mut chains = Vec::new();
    for namespace in granted.values() {
        union(&mut chains, &chains_of(namespace));
    }
    chains
}

/// The namespaces with an account on a chain.
fn on<'a>(granted: &'a Granted, chain: &str) -> impl Iterator<Item = &'a SessionNamespace> {
    granted
        .values()
        .filter(move |namespace| namespace.accounts.iter().any(|account| chain_of(account) == Some(chain)))
}

/// The methods that are allowed on a chain.
#[must_use]
pub fn methods_for<'a>(granted: &'a Granted, chain: &str) -> Vec<&'a str> {
    on(granted, chain).flat_map(|namespace| &namespace.methods).map(String::as_str).collect()
}

/// The events that are allowed on a chain.
#[must_use]
pub fn events_for<'a>(granted: &'a Granted, chain: &str) -> Vec<&'a str> {
    on(granted, chain).flat_map(|namespace| &namespace.events).map(String::as_str).collect()
}

/// The accounts on a chain, as CAIP-10 IDs.
#[must_use]
pub fn accounts_on<'a>(granted: &'a Granted, chain: &str) -> Vec<&'a str> {
    let accounts = granted.values().flat_map(|namespace| &namespace.accounts).map(String::as_str);
    accounts.filter(|account| chain_of(account) == Some(chain)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use serde_json::{Value, json};

    fn granted(value: &Value) -> Granted {
        read_granted(value, "ctx").unwrap()
    }

    fn proposed(value: &Value) -> Proposed {
        read_proposed(value, "ctx", "optionalNamespaces").unwrap()
    }

    #[test]
    fn drops_what_the_proposal_did_not_name() {
        let proposal = proposed(&json!({
            "eip155": {"chains": ["eip155:1"], "methods": [], "events": []},
            "eip155:10": {"methods": [], "events": []},
        }));
        let mut all = granted(&json!({
            "eip155": {
                "accounts": ["eip155:1:0xa", "eip155:1:0xa", "eip155:5:0xa", "solana:x:y", "eip155:10:0xb"],
                "chains": ["eip155:1", "eip155:5", "?"], "methods": ["m", "x".repeat(300)], "events": [],
            },
            "eip155:10": {"accounts": ["eip155:1:0xc", "eip155:10:0xc"], "methods": [], "events": []},
            "solana": {"accounts": ["solana:x:y", "eip155:1:0xd"], "methods": [], "events": []},
        }));
        within(&mut all, &proposal);
        assert_eq!(all.keys().collect::<Vec<_>>(), ["eip155", "eip155:10"]);
        assert_eq!(all["eip155"].accounts, ["eip155:1:0xa", "eip155:10:0xb"]);
        assert_eq!(
            (&all["eip155"].chains[..], &all["eip155"].methods[..]),
            (&["eip155:1".into()][..], &["m".into()][..])
        );
        assert_eq!(all["eip155:10"].accounts, ["eip155:10:0xc"]);
    }

    #[test]
    fn limits_a_session_to_100_accounts() {
        let proposal = proposed(&json!({"eip155": {"chains": ["eip155:1"], "methods": [], "events": []}}));
        let accounts: Vec<_> = (0..250).map(|index| format!("eip155:1:0x{index}")).collect();
        let mut all = granted(&json!({"eip155": {"accounts": accounts, "methods": [], "events": []}}));
        within(&mut all, &proposal);
        assert_eq!(all["eip155"].accounts.len(), ACCOUNTS_MAX);
    }

    #[test]
    fn reads_grants_per_chain() {
        let all = granted(&json!({
            "eip155": {"accounts": ["eip155:1:0xa", "eip155:10:0xa"], "methods": ["m"], "events": ["e"]},
            "eip155:10": {"accounts": ["eip155:10:0xb"], "methods": ["n"], "events": []},
        }));
        assert_eq!(chains(&all), ["eip155:1", "eip155:10"]);
        assert_eq!(
            (methods_for(&all, "eip155:1"), methods_for(&all, "eip155:10")),
            (["m"].into(), ["m", "n"].into())
        );
        assert_eq!((events_for(&all, "eip155:10"), events_for(&all, "eip155:5")), (["e"].into(), [].into()));
        assert_eq!(accounts_on(&all, "eip155:10"), ["eip155:10:0xa", "eip155:10:0xb"]);
    }

    #[test]
    fn requires_a_required_namespace_without_chains() {
        let proposal = proposed(&json!({"solana": {"chains": [], "methods": [], "events": []}}));
        let all = granted(&json!({"eip155": {"accounts": [], "methods": [], "events": []}}));
        assert!(
            conforms(&proposal, &all, "ctx").unwrap_err().message.contains("namespaces keys don't satisfy")
        );
    }
}
