//! What a session changes on the page: accounts, chains and the wallet's own events.

use super::Sessions;
use super::addresses::{self, with_purposes};
use crate::caip::{ChainId, Namespace};
use crate::connectors::wallet_connect::Listeners;
use crate::constants::ACCOUNTS_MAX;
use crate::entities::AccountEntry;
use crate::json::json;
use crate::map::Map;
use crate::namespaces::{checked_address, has_purposes, session_events};
use crate::ports::provider::WalletEvent;
use crate::store::State;
use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::Value;
use walletconnect::client::Session;
use walletconnect::namespaces;

impl Sessions {
    /// The session with the chain ids this page uses: older wallets approve deprecated ids.
    pub(super) fn with_known_ids(&self, mut session: Session) -> Session {
        for (now, old) in self.renamed() {
            if !namespaces::accounts_on(&session.namespaces, &now).is_empty() {
                continue;
            }
            let all = session.namespaces.values_mut().flat_map(|of| &mut of.accounts);
            for account in all.filter(|account| namespaces::chain_of(account) == Some(&old)) {
                *account = account.replacen(&old, &now, 1);
            }
        }
        session
    }

    /// The deprecated chain IDs, as pairs of the current and the older ID.
    pub(super) fn renamed(&self) -> Vec<(String, String)> {
        self.cx.read(|s| {
            let pair = |network: &crate::entities::Network| {
                Some((network.caip_network_id.clone(), network.older_id()?.to_owned()))
            };
            s.networks.list.iter().filter_map(pair).collect()
        })
    }

    pub(super) fn know(&self, session: Option<Session>) {
        let session = session.map(|session| self.with_known_ids(session));
        let approved = session.as_ref().map(|session| namespaces::chains(&session.namespaces));
        let asks = session.as_ref().is_some_and(|session| {
            let mut granted = session.namespaces.values();
            granted.any(|of| of.methods.iter().any(|method| method == "wallet_switchEthereumChain"))
        });
        let topic = |session: &Option<Session>| session.as_ref().map(|session| session.topic.clone());
        let is_another = topic(&session) != topic(&self.known.borrow());
        *self.known.borrow_mut() = session;
        self.cx.update(|s| {
            s.session.is_silent &= !is_another;
            if is_another {
                s.session.addresses = Map::default();
            }
            s.session.approved = approved;
            s.session.asks_to_switch = asks;
        });
    }

    /// Handles a wallet's change of the session.
    pub(super) fn renewed(&self, session: Option<Session>) {
        self.know(session);
        self.leave_lost_chains();
        self.emit_accounts();
    }

    /// Handles an event of the wallet. An event that names a chain or account outside the session is ignored (R18).
    pub(super) fn emitted(&self, topic: &str, chain: &str, name: &str, data: &Value) {
        let Some(session) = self.session().filter(|session| session.topic == topic) else { return };
        let Some(namespace) = chain.split_once(':').and_then(|(name, _)| Namespace::parse(name)) else {
            return;
        };
        let sinks = Listeners::of(&self.cx);
        match name {
            "chainChanged" => {
                let stands = ChainId::of_wallet_value(data).filter(|stands| stands.namespace == namespace);
                let Some(mut stands) = stands else { return };
                let id = stands.to_string();
                if let Some((now, _)) = self.renamed().into_iter().find(|(_, old)| *old == id) {
                    stands = ChainId::parse(&now).unwrap_or(stands);
                }
                if !namespaces::accounts_on(&session.namespaces, &stands.to_string()).is_empty() {
                    let chain = WalletEvent::Chain(json!(stands.to_string()));
                    self.cx.update(|s| s.session.chains.insert(namespace, stands));
                    sinks.tell(namespace, &chain);
                    self.emit_accounts(); // the wallet might have approved other accounts there
                }
            }
            "accountsChanged" => {
                let all = self.accounts(&session, namespace);
                let named = data.as_array().map(Vec::as_slice).unwrap_or_default();
                let named = named.iter().filter_map(Value::as_str);
                let plain = |text: &str| text.rsplit(':').next().unwrap_or_default().to_ascii_lowercase();
                let named: Vec<String> = named.map(plain).collect();
                let chosen: Vec<&String> =
                    named.iter().filter_map(|n| all.iter().find(|known| plain(known) == *n)).collect();
                if let Some(first) = chosen.first() {
                    self.chosen.borrow_mut().insert(namespace, (*first).clone());
                    let rest = all.iter().filter(|known| !named.contains(&plain(known)));
                    let list: Vec<&String> = chosen.iter().copied().chain(rest).collect();
                    sinks.tell(namespace, &WalletEvent::Accounts(self.words(namespace, &list)));
                }
            }
            // as for browser wallets: too many events, or events without a type, are dropped later
            "message" if session_events(namespace).contains(&name) => {
                sinks.tell(namespace, &WalletEvent::Message(data.clone()));
            }
            addresses::CHANGED => {
                let chain = ChainId::parse(chain).filter(|chain| {
                    has_purposes(chain.namespace)
                        && !namespaces::accounts_on(&session.namespaces, &chain.to_string()).is_empty()
                });
                if let Some(chain) = chain {
                    self.told(&chain, data);
                }
            }
            _ => {}
        }
    }

    /// Moves requests from a chain that the session has lost to another chain of the namespace.
    fn leave_lost_chains(&self) {
        let left: Vec<ChainId> = self.session().map_or_else(Vec::new, |session| {
            let chains = namespaces::chains(&session.namespaces);
            chains.iter().filter_map(|chain| ChainId::parse(chain)).collect()
        });
        for namespace in Namespace::ALL {
            let next = left.iter().find(|chain| chain.namespace == namespace);
            let stood = self.cx.read(|s| s.session.chains.get(&namespace).cloned());
            if let (Some(next), Some(stood)) = (next, stood)
                && !left.contains(&stood)
            {
                self.cx.update(|s| s.session.chains.insert(namespace, next.clone()));
                Listeners::of(&self.cx).tell(namespace, &WalletEvent::Chain(json!(next.to_string())));
            }
        }
    }

    /// The current chain of a namespace.
    fn stands(&self, namespace: Namespace) -> Option<ChainId> {
        self.cx.read(|s| s.session.chains.get(&namespace).cloned())
    }

    fn accounts(&self, session: &Session, namespace: Namespace) -> Vec<String> {
        let stands = self.stands(namespace);
        self.cx.read(|s| accounts(s, session, namespace, stands.as_ref()))
    }

    /// Emits the current accounts of the session.
    pub(crate) fn emit_accounts(&self) {
        let Some(session) = self.session() else { return };
        let sinks = Listeners::of(&self.cx);
        for namespace in Namespace::ALL {
            let mut list = self.accounts(&session, namespace);
            let first = self.chosen(namespace);
            let first =
                first.and_then(|first| list.iter().position(|known| known.eq_ignore_ascii_case(&first)));
            if let Some(before) = first.and_then(|first| list.get_mut(..=first)) {
                before.rotate_right(1);
            }
            let list: Vec<&String> = list.iter().collect();
            sinks.tell(namespace, &WalletEvent::Accounts(self.words(namespace, &list)));
        }
    }

    /// Addresses in the wallet's form: for Bitcoin with their purpose, and with their network if an address belongs to one.
    fn words(&self, namespace: Namespace, list: &[&String]) -> Value {
        if crate::namespaces::of(namespace).is_of_one_chain() {
            let session = self.session();
            let all = session.map(|session| self.cx.read(|s| everywhere(s, &session, namespace)));
            let mut left = all.unwrap_or_default();
            let mut entries = Vec::new();
            for address in list {
                entries.extend(left.extract_if(.., |entry| entry.address == **address));
            }
            entries.extend(left);
            return addresses::written(None, &entries);
        }
        let stands = self.stands(namespace).filter(|_| has_purposes(namespace));
        let Some(stands) = stands else { return json!(list) };
        let entry = |address: &&String| crate::namespaces::entry(namespace, address, None, None);
        let entries = list.iter().filter_map(entry).collect();
        let entries = self.cx.read(|s| with_purposes(s, Some(&stands), entries));
        addresses::written(Some(&stands), &entries)
    }

    pub(super) fn gone(&self, topic: &str) {
        let was_ours = self.known.borrow().as_ref().is_some_and(|known| known.topic == topic);
        if was_ours {
            self.know(None);
            self.chosen.take();
            self.cx.update(|s| s.session.chains = Map::default());
            let sinks = Listeners::of(&self.cx);
            for namespace in Namespace::ALL {
                sinks.tell(namespace, &WalletEvent::Accounts(json!([])));
            }
        }
    }
}

/// The accounts of a namespace on every network of the session, if each address belongs to one network.
pub(crate) fn everywhere(state: &State, session: &Session, namespace: Namespace) -> Vec<AccountEntry> {
    let chains = namespaces::chains(&session.namespaces);
    let chains =
        chains.iter().filter_map(|chain| ChainId::parse(chain)).filter(|of| of.namespace == namespace);
    let entries = chains.flat_map(|chain| {
        let id = chain.to_string();
        let all = accounts(state, session, namespace, Some(&chain)).into_iter();
        all.filter_map(move |address| crate::namespaces::entry(namespace, &address, None, Some(&id)))
    });
    entries.take(ACCOUNTS_MAX).collect()
}

/// The addresses of a namespace on its current chain, or on all of its chains if the session lacks that one. An address
/// that is invalid on its chain is dropped (C13-C15).
pub(crate) fn accounts(
    state: &State,
    session: &Session,
    namespace: Namespace,
    stands: Option<&ChainId>,
) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let all = namespaces::chains(&session.namespaces);
    let stands = stands.map(ToString::to_string).filter(|stands| all.contains(stands));
    for chain in all {
        if stands.as_ref().is_some_and(|stands| *stands != chain) {
            continue;
        }
        let Some(id) = ChainId::parse(&chain).filter(|id| id.namespace == namespace) else { continue };
        let network = state.networks.find(&id);
        for account in namespaces::accounts_on(&session.namespaces, &chain) {
            let address = account.rsplit(':').next().unwrap_or_default();
            if !found.iter().any(|known| known == address)
                && checked_address::is_address(&id, network, address)
            {
                found.push(address.to_owned());
            }
        }
    }
    found
}
