//! The purposes of a Bitcoin wallet's addresses in a session (decision 153, "Addresses of a Bitcoin wallet over a
//! session"), because the accounts in a session have none. Uses the session's own data. Without it, queries the wallet
//! once, if the session includes that method. The wallet reports later changes itself.

use super::Sessions;
use crate::caip::ChainId;
use crate::constants::{ACCOUNTS_MAX, WALLET_CONNECT_ID};
use crate::entities::{AccountEntry, AccountType};
use crate::flow::{Reply, ScopeId};
use crate::json::json;
use crate::json::{self, Read};
use crate::namespaces::{self, checked_address};
use crate::store::State;
use alloc::borrow::ToOwned;
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::Value;

const GET: &str = "getAccountAddresses";
/// The name of this data in a session's properties.
const PROPERTY: &str = "bip122_getAccountAddresses";
/// The wallet's event after a change of its addresses.
pub(super) const CHANGED: &str = "bip122_addressesChanged";

impl Sessions {
    /// Loads the purposes of a chain's addresses in the background.
    pub(crate) fn learn_addresses(self: &Rc<Self>, chain: Option<&ChainId>) {
        let Some(chain) = chain.filter(|chain| namespaces::has_purposes(chain.namespace)) else { return };
        let Some(session) = self.session() else { return };
        let named = chain.to_string();
        let first = addresses_on(&session, &named).first().cloned();
        let Some(account) = first else { return };
        let key = [session.topic.as_str(), " ", &named].concat();
        if self.learned.borrow().contains(&key) {
            return;
        }
        self.learned.borrow_mut().push(key);
        let said = match session.session_properties.get(PROPERTY) {
            Some(Value::String(text)) => json::parse(text, 16 * 1024).ok(),
            other => other.cloned(),
        };
        if let Some(said) = said
            && self.told(chain, &said)
        {
            return;
        }
        let (this, chain) = (self.clone(), chain.clone());
        self.cx.background(ScopeId::App, async move {
            let params = json!({ "account": account, "intentions": ["payment", "ordinal"] });
            let answer = this.aside_first(&chain.to_string(), GET, params).await?;
            if this.session().is_some_and(|now| now.topic == session.topic) {
                this.told(&chain, &answer);
            }
            Ok(Reply::Done)
        });
    }

    /// Takes a list from the wallet. Returns false if it isn't a list.
    pub(super) fn told(&self, chain: &ChainId, list: &Value) -> bool {
        let told = self.cx.read(|s| read(s, chain, list));
        if told.is_empty() {
            return false;
        }
        self.cx.update(|s| s.session.addresses.insert(chain.to_string(), told));
        self.emit_accounts();
        true
    }
}

fn addresses_on(session: &walletconnect::client::Session, chain: &str) -> Vec<String> {
    let accounts = walletconnect::namespaces::accounts_on(&session.namespaces, chain);
    accounts.iter().filter_map(|account| account.rsplit(':').next()).map(ToOwned::to_owned).collect()
}

/// The response, address by address. Addresses of other networks or with unknown purposes are dropped.
fn read(state: &State, chain: &ChainId, list: &Value) -> Vec<AccountEntry> {
    let network = state.networks.find(chain);
    let mut found: Vec<AccountEntry> = Vec::new();
    for item in list.as_array().map(Vec::as_slice).unwrap_or_default().iter().take(ACCOUNTS_MAX) {
        let kind = match item.field("intention") {
            None => AccountType::Payment,
            Some(said) => match said.as_str() {
                Some("payment") => AccountType::Payment,
                Some("ordinal") => AccountType::Ordinal,
                _ => continue,
            },
        };
        let address = item.text("address").filter(|text| checked_address::is_address(chain, network, text));
        let entry = address.and_then(|text| {
            namespaces::entry(chain.namespace, text, Some(kind.as_str()), Some(&chain.to_string()))
        });
        let Some(entry) = entry else { continue };
        match found.iter_mut().find(|known| known.address == entry.address) {
            Some(known) if kind == AccountType::Payment => known.kind = kind, // an address with two purposes is treated as a payment address
            Some(_) => {}
            None => found.push(entry),
        }
    }
    found
}

/// The accounts of a session with the wallet's address data: the session's order, with addresses for collectibles last.
/// Data without a payment address is ignored.
pub(crate) fn with_purposes(
    state: &State,
    chain: Option<&ChainId>,
    listed: Vec<AccountEntry>,
) -> Vec<AccountEntry> {
    let told = chain.and_then(|chain| state.session.addresses.get(&chain.to_string()));
    let Some(told) = told.filter(|_| !listed.is_empty()) else { return listed };
    let mut all = listed.clone();
    for entry in told {
        match all.iter_mut().find(|known| known.address == entry.address) {
            Some(known) => known.kind = entry.kind,
            None => all.push(entry.clone()),
        }
    }
    all.truncate(ACCOUNTS_MAX);
    let (mut pays, others): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|entry| entry.kind == AccountType::Payment);
    if pays.is_empty() {
        return listed;
    }
    pays.extend(others);
    pays
}

/// Restores the known purposes of the session's addresses after a reload, until the wallet responds again. Other
/// addresses are dropped: the session is encrypted, but the record of connections isn't, so a script could add its own
/// (268).
pub(crate) fn remember(state: &mut State, chain: &ChainId, listed: &[AccountEntry]) {
    let Some(account) = state.accounts.by.get(&chain.namespace) else { return };
    let is_of_session = account.connector_id.as_deref() == Some(WALLET_CONNECT_ID)
        && account.entries.iter().any(|was| listed.iter().any(|now| now.address == was.address));
    if is_of_session && state.session.addresses.get(&chain.to_string()).is_none() {
        let network = state.networks.find(chain);
        let fits = |was: &&AccountEntry| checked_address::is_address(chain, network, &was.address);
        let is_listed = |was: &&AccountEntry| listed.iter().any(|now| now.address == was.address);
        let known: Vec<AccountEntry> =
            account.entries.iter().filter(fits).filter(is_listed).cloned().collect();
        state.session.addresses.insert(chain.to_string(), known);
    }
}

/// Addresses in the form of a browser wallet's response.
pub(crate) fn written(chain: Option<&ChainId>, entries: &[AccountEntry]) -> Value {
    let chain = chain.map(ToString::to_string);
    let write = |entry: &AccountEntry| {
        let of = entry.chain.as_ref().or(chain.as_ref());
        json!({ "address": entry.address, "type": entry.kind.as_str(), "chain": of })
    };
    entries.iter().map(write).collect()
}
