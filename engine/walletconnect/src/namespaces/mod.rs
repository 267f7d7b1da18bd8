//! What is asked of a wallet and what it grants, by chain family (docs/spec/walletconnect.md section 6).

mod read;

pub use read::{chain_of, is_chain, read_granted, read_proposed};

use crate::error::{self, PeerError};
use crate::map::SortedMap;
use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;

/// Accounts of a session beyond these are dropped (docs/spec/security.md T4).
pub const ACCOUNTS_MAX: usize = 100;
/// Methods of a namespace, and its events, beyond these are dropped, as are longer names.
const NAMES_MAX: usize = 200;
const NAME_BYTES_MAX: usize = 128;

/// What is asked in one namespace.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ProposalNamespace {
    /// CAIP-2 ids; empty when the key is one.
    pub chains: Vec<String>,
    /// Methods, for each of the chains.
    pub methods: Vec<String>,
    /// Events, for each of the chains.
    pub events: Vec<String>,
    /// A node for each chain, by its reference: for wallets that do not know the chain. Told, never used here.
    #[serde(rename = "rpcMap", skip_serializing_if = "SortedMap::is_empty")]
    pub rpc_map: SortedMap<String, String>,
}

/// A proposal by key: a family (`eip155`) or one chain (`eip155:1`).
pub type Proposed = SortedMap<String, ProposalNamespace>;

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

impl crate::json::Json for SessionNamespace {
    fn json(&self) -> serde_json::Value {
        let Self { accounts, chains, methods, events } = self;
        crate::json::json!({ "accounts": accounts, "chains": chains, "methods": methods, "events": events })
    }
}

/// A session's namespaces by key.
pub type Granted = SortedMap<String, SessionNamespace>;

fn family_of(key: &str) -> &str {
    key.split_once(':').map_or(key, |(family, _)| family)
}

/// Whether all that was required is granted, and each namespace of one chain has an account there.
///
/// # Errors
/// 9 with the texts of the official clients; of several faults the one they report.
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
        let given: Vec<_> = granted.keys().map(String::as_str).collect();
        let given = given.join(",");
        return fault(&[
            "keys don't satisfy requiredNamespaces.\n      Required: ",
            missing,
            "\n      Received: ",
            &given,
        ]);
    }
    for (chain, namespace) in granted.iter().filter(|(key, _)| key.contains(':')) {
        let given = chains_of(namespace);
        if !given.contains(chain) {
            let given = given.join(",");
            return fault(&[
                "accounts don't satisfy namespace accounts for ",
                chain,
                "\n        Required: ",
                chain,
                "\n        Approved: ",
                &given,
            ]);
        }
    }
    for (key, namespace) in required {
        for chain in chains_asked(key, namespace) {
            let given = methods_for(granted, chain);
            if namespace.methods.iter().any(|method| !given.contains(&method.as_str())) {
                return fault(&["methods don't satisfy namespace methods for ", chain]);
            }
            let given = events_for(granted, chain);
            if namespace.events.iter().any(|event| !given.contains(&event.as_str())) {
                return fault(&["events don't satisfy namespace events for ", chain]);
            }
        }
    }
    Ok(())
}

/// The chains a proposal names in one namespace.
fn chains_asked<'a>(key: &'a String, namespace: &'a ProposalNamespace) -> impl Iterator<Item = &'a String> {
    is_chain(key).then_some(key).into_iter().chain(&namespace.chains)
}

fn required_chains(proposed: &Proposed) -> Vec<String> {
    let mut found = Vec::new();
    for (key, namespace) in proposed {
        union(&mut found, chains_asked(key, namespace));
    }
    found
}

/// Adds what is not there yet.
fn union<'a>(all: &mut Vec<String>, more: impl IntoIterator<Item = &'a String>) {
    for item in more {
        if !all.contains(item) {
            all.push(item.clone());
        }
    }
}

/// Keeps of a grant what was asked for (docs/spec/security.md T4): drops accounts on chains that were not proposed or that do not belong to
/// their key, those beyond [`ACCOUNTS_MAX`] in all, and namespaces without an account. Dropped silently: a wallet that grants more than was
/// asked isn't a danger, only of no use.
pub fn within(granted: &mut Granted, proposed: &Proposed) {
    let asked = required_chains(proposed);
    let asked = |chain: &str| asked.iter().any(|known| known == chain);
    let mut left = ACCOUNTS_MAX;
    granted.retain(|key, namespace| {
        let mut seen: Vec<String> = Vec::new();
        namespace.accounts.retain(|account| {
            let belongs = |chain: &str| if is_chain(key) { key == chain } else { family_of(chain) == key };
            let fits = chain_of(account).is_some_and(|chain| belongs(chain) && asked(chain));
            let stays = fits && left > 0 && !seen.contains(account);
            if stays {
                seen.push(account.clone());
                left -= 1;
            }
            stays
        });
        for names in [&mut namespace.methods, &mut namespace.events] {
            names.retain(|name| name.len() <= NAME_BYTES_MAX);
            names.truncate(NAMES_MAX);
        }
        namespace.chains.retain(|chain| asked(chain));
        !namespace.accounts.is_empty()
    });
}

/// Required and optional as one proposal, keys of one chain put into their family; what is required comes first.
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

/// What a one-click sign-in grants: its methods on the chains of its accounts (CAIP-10 ids, `did:pkh:` before them or
/// not), and the two events every session has.
#[must_use]
pub fn from_auth(methods: &[String], accounts: &[String]) -> Granted {
    let mut granted = Granted::new();
    for account in accounts {
        let account = account.strip_prefix("did:pkh:").unwrap_or(account);
        let Some(chain) = chain_of(account) else { continue };
        let namespace = granted.or_insert_with(family_of(chain).into(), || SessionNamespace {
            methods: methods.into(),
            events: ["chainChanged", "accountsChanged"].map(String::from).into(),
            ..SessionNamespace::default()
        });
        union(&mut namespace.accounts, [&account.into()]);
        union(&mut namespace.chains, [&chain.into()]);
    }
    granted
}

fn chains_of(namespace: &SessionNamespace) -> Vec<String> {
    let mut found = Vec::new();
    union(
        &mut found,
        &namespace
            .accounts
            .iter()
            .filter_map(|account| chain_of(account).map(String::from))
            .collect::<Vec<_>>(),
    );
    found
}

/// The chains of a session: those of its accounts, each once.
#[must_use]
pub fn chains(granted: &Granted) -> Vec<String> {
    let mut found = Vec::new();
    for namespace in granted.values() {
        union(&mut found, &chains_of(namespace));
    }
    found
}

/// The namespaces with an account on a chain.
fn on<'a>(granted: &'a Granted, chain: &str) -> impl Iterator<Item = &'a SessionNamespace> {
    granted
        .values()
        .filter(move |namespace| namespace.accounts.iter().any(|account| chain_of(account) == Some(chain)))
}

/// The methods granted on a chain.
#[must_use]
pub fn methods_for<'a>(granted: &'a Granted, chain: &str) -> Vec<&'a str> {
    on(granted, chain).flat_map(|namespace| &namespace.methods).map(String::as_str).collect()
}

/// The events granted on a chain.
#[must_use]
pub fn events_for<'a>(granted: &'a Granted, chain: &str) -> Vec<&'a str> {
    on(granted, chain).flat_map(|namespace| &namespace.events).map(String::as_str).collect()
}

/// The accounts on a chain, as CAIP-10 ids.
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
        let asked = proposed(&json!({
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
        within(&mut all, &asked);
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
        let asked = proposed(&json!({"eip155": {"chains": ["eip155:1"], "methods": [], "events": []}}));
        let accounts: Vec<_> = (0..250).map(|index| format!("eip155:1:0x{index}")).collect();
        let mut all = granted(&json!({"eip155": {"accounts": accounts, "methods": [], "events": []}}));
        within(&mut all, &asked);
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
        let asked = proposed(&json!({"solana": {"chains": [], "methods": [], "events": []}}));
        let all = granted(&json!({"eip155": {"accounts": [], "methods": [], "events": []}}));
        assert!(conforms(&asked, &all, "ctx").unwrap_err().message.contains("namespaces keys don't satisfy"));
    }
}
