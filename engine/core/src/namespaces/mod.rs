//! The namespaces; the table is in [`family`]. All have one shape, and `layers.rs` places a file by its folder. A small module is a file.
//!
//! | module | content | calls nodes or wallets |
//! |---|---|---|
//! | `rules` | [`NamespaceRules`] and [`Family`]: addresses, methods, the guards for users | no |
//! | `codec` | the network's encodings: transactions, calls, documents | no |
//! | `reader` | reads a page's request into effects ([`request_readers`]), and compares the signed result with the request | yes |
//! | `money` | moves money ([`money`]) | yes |
//! | `holdings` | balances and token data from the network's node ([`holdings`]) | yes |
//! | `sign_in` | the request for a signature, and its verification ([`crate::signing`]) | yes |
//! | `tests` | attacks, vectors and fuzz invariants of the whole namespace | |
//!
//! `rules` is linked statically: [`NamespaceRules`] into the first part of the binary, each function of [`Family`] into the parts with its
//! callers. `reader`, `money`, `holdings` and `sign_in` are a separate part each, loaded for the journeys that need it.

#[cfg(any(test, feature = "twins"))]
pub mod bare;
pub mod bip122;
pub mod checked_address;
pub mod clauses;
pub mod cosmos;
pub mod effects;
pub mod eip155;
pub mod encodings;
pub mod family;
pub mod holdings;
pub mod lookalikes;
pub mod money;
pub mod names;
pub mod polkadot;
pub(crate) mod registry;
pub mod request_readers;
pub mod solana;
pub mod terms;
#[cfg(any(test, feature = "twins"))]
pub mod toy;
pub mod transfer;
pub mod wallet_chain;

pub use family::{
    Family, accounts, adds_networks, chain_method, comparable, forms, has_purposes, in_page, is_burn_address,
    is_of_chain, is_on_chain, is_read_first, is_same, is_told_in_parts, lacks_checksum, listed, lookalike,
    moves_money, name, named_chain, of, on_chain, over_relay, returns_signed_payload, sends_transaction,
    session_events, session_methods, signs_in,
};

use crate::amount::Amount;
use crate::caip::{ChainId, Namespace};
use crate::entities::{AccountEntry, AccountType, Network};
use crate::error::Error;
use crate::format;
use alloc::string::{String, ToString};
use serde_json::Value;

/// Who handles a method (docs/spec/rpc.md section 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MethodClass {
    /// The engine responds.
    Answered(Answered),
    /// The network's node responds, without a prompt.
    ReadOnly,
    /// The wallet asks the user.
    Approval,
    /// The wallet decides whether it asks the user.
    Wallet,
}

/// The methods to which the engine responds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answered {
    /// The connected accounts.
    Accounts,
    /// The connected accounts, after connecting if necessary.
    RequestAccounts,
    /// The chain in the form of the namespace's wallets.
    Chain,
    /// The chain's number as text.
    ChainNumber,
}

/// The rules of a namespace.
pub trait NamespaceRules: Sync {
    /// The normalized form of an address, or its error.
    ///
    /// # Errors
    /// [`AddressFault`].
    fn address(&self, text: &str) -> Result<String, AddressFault>;
    /// The normalized form of an account in a wallet's list. `reference` is its claimed chain. Only the characters are checked here,
    /// checksums in [`checked_address`].
    fn account(&self, text: &str, _kind: AccountType, _reference: Option<&str>) -> Option<String> {
        self.address(text).ok()
    }
    /// A balance in its displayed form (9.19).
    fn balance(&self, amount: &Amount) -> String {
        format::balance(amount)
    }
    /// Whether an address belongs to one network: the same wallet has another address on another network.
    fn is_of_one_chain(&self) -> bool {
        false
    }
    /// Whether users also count the coin in its smallest unit, as integers (sats).
    fn counts_smallest(&self) -> bool {
        false
    }
    /// Whether a block of its networks takes ten minutes or more. The views mention that.
    fn has_rare_blocks(&self) -> bool {
        false
    }
    /// The default account type (4.15).
    fn default_type(&self) -> AccountType {
        AccountType::Eoa
    }
    /// Whether a locked browser wallet ignores requests instead of asking the user to unlock it.
    fn is_silent_when_locked(&self) -> bool {
        false
    }
    /// The supported features of this namespace. An unsupported one has no button (docs/spec/rpc.md section 2).
    fn can(&self, _: Can) -> bool {
        false
    }
    /// Whether a node of this network can report balances. Some namespaces need more configuration than a URL.
    fn says_balance(&self, _: &Network) -> bool {
        true
    }
    /// The CAIP-19 ID of a coin or token. `None` in a namespace without such IDs here.
    fn asset_id(&self, _chain: &ChainId, _token: Option<&str>) -> Option<String> {
        None
    }
    /// The ID of a transaction in its stored form. `None` if the text isn't an ID.
    fn transaction_id(&self, _: &str) -> Option<String> {
        None
    }
}

/// The possible features of a namespace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Can {
    /// Reads the balance (6.9).
    Balance,
    /// Nodes report balances ([`holdings::Holds`]): all tokens, or only the coin.
    Tokens,
    /// The data service can list the account's tokens. In other namespaces, only the network's own node can.
    Listed,
    /// Sends the coin and tokens ([`money`]).
    Send,
    /// Reads the history (2.41).
    History,
    /// Pays payments that a page requests (1.8).
    Pay,
    /// Transfers can contain reference keys, with which recipients find them.
    References,
}

/// Why a string isn't a valid address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressFault {
    /// The characters or the length are wrong.
    Form,
    /// The checksum in its case is wrong, most likely a typo.
    Checksum,
}

/// Whether this namespace has no history service. Then the history lists the transactions from this modal.
#[must_use]
pub fn is_own_history(namespace: Namespace) -> bool {
    let rules = of(namespace);
    rules.can(Can::Send) && !rules.can(Can::History)
}

/// Whether these addresses belong to one account of a wallet: Bitcoin has a payment address and others, Cosmos one
/// address per network.
#[must_use]
pub(crate) fn shares_one(namespace: Namespace, entries: &[AccountEntry]) -> bool {
    let kind = entries.first().map(|entry| entry.kind);
    namespace == Namespace::Cosmos || entries.iter().filter(|entry| Some(entry.kind) == kind).count() == 1
}

/// An account in a wallet's or the storage's list, with its claimed chain.
#[must_use]
pub fn entry(
    namespace: Namespace,
    address: &str,
    kind: Option<&str>,
    chain: Option<&str>,
) -> Option<AccountEntry> {
    let rules = of(namespace);
    let kind = kind.and_then(AccountType::parse).unwrap_or_else(|| rules.default_type());
    let chain = chain.and_then(ChainId::parse).filter(|chain| chain.namespace == namespace);
    let own = chain.as_ref().filter(|_| rules.is_of_one_chain()).map(ToString::to_string);
    Some(AccountEntry {
        namespace,
        address: rules.account(address, kind, chain.as_ref().map(|chain| chain.reference.as_str()))?,
        kind,
        label: None,
        algorithm: None,
        public_key: None,
        path: None,
        chain: own,
    })
}

/// The response to a method that requests the chain.
#[must_use]
pub fn written_chain(chain: &ChainId, what: Answered) -> Option<Value> {
    let number = chain.evm_number()?;
    Some(match what {
        Answered::ChainNumber => alloc::format!("{number}").into(),
        _ => alloc::format!("{number:#x}").into(),
    })
}

/// Whether only bundlers support a method, not plain nodes. The embedded wallet uses a bundler.
#[must_use]
pub fn is_of_bundler(method: &str) -> bool {
    matches!(
        method,
        "eth_estimateUserOperationGas"
            | "eth_getUserOperationByHash"
            | "eth_getUserOperationReceipt"
            | "eth_supportedEntryPoints"
    )
}

/// The class of a method, or the error of 6.6.
///
/// # Errors
/// [`Error::MethodNotAllowed`].
pub fn method_class(namespace: Namespace, method: &str) -> Result<MethodClass, Error> {
    family::method(namespace, method).ok_or(Error::MethodNotAllowed)
}

/// The class of a method for the embedded wallet (6.3).
///
/// # Errors
/// [`Error::MethodNotAllowed`].
pub fn embedded_class(namespace: Namespace, method: &str) -> Result<MethodClass, Error> {
    family::embedded_method(namespace, method).ok_or(Error::MethodNotAllowed)
}
