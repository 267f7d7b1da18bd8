//! The chain families: `of` below is the table; each owns its address rules, its RPC whitelist and its transfers.
//!
//! The light half ([`NamespaceRules`]) is sync and loaded with the first part. The whitelist is no method of the trait, so that it goes
//! with the part that answers requests; the heavy half ([`money::Money`]: what moves money) goes with those that need it.

pub mod bip122;
pub mod cosmos;
pub mod eip155;
pub mod encodings;
pub mod money;
pub mod polkadot;
pub mod solana;
pub mod transfer;
pub mod written;

use crate::caip::{ChainId, Namespace};
use crate::entities::{AccountEntry, AccountType};
use crate::error::Error;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::{Value, json};

/// What a method needs before it goes anywhere (docs/spec/rpc.md section 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MethodClass {
    /// Answered by the engine.
    Local(Local),
    /// Sent to the network's node, without a prompt.
    ReadOnly,
    /// Goes to the wallet, which asks the person.
    Approval,
    /// Goes to the wallet; it reads or asks as it likes.
    Wallet,
}

/// What a method that is answered here asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Local {
    /// The accounts that are connected.
    Accounts,
    /// The same, after the person has connected if need be.
    RequestAccounts,
    /// The chain, as wallets of the family write it.
    Chain,
    /// The number of the chain, as text.
    ChainNumber,
}

/// The rules of a chain family.
pub trait NamespaceRules: Sync {
    /// An address as it is stored and shown, or what is wrong with it.
    ///
    /// # Errors
    /// [`AddressFault`].
    fn address(&self, text: &str) -> Result<String, AddressFault>;
    /// The account type of 4.15 when nothing else is known.
    fn default_type(&self) -> AccountType;
    /// What can be done in this family so far; what cannot has no entry on screen (docs/spec/rpc.md section 2).
    fn can(&self, _: Can) -> bool {
        false
    }
    /// The id of a transaction as it is stored and linked; nothing when the text cannot be one.
    fn transaction_id(&self, _: &str) -> Option<String> {
        None
    }
}

/// What a family may be able to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Can {
    /// Its balance is read (6.9).
    Balance,
    /// Its coin and tokens are sent ([`money`]).
    Send,
    /// Its history is read (2.41).
    History,
}

/// Why a text is no address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressFault {
    /// Not the right letters or length.
    Form,
    /// Mixed case that is not the checksum: probably a typing mistake.
    Checksum,
}

/// The rules of a namespace.
#[must_use]
pub fn of(namespace: Namespace) -> &'static dyn NamespaceRules {
    match namespace {
        Namespace::Eip155 => &eip155::Eip155,
        Namespace::Solana => &solana::Solana,
        Namespace::Bip122 => &bip122::Bip122,
        Namespace::Polkadot => &polkadot::Polkadot,
        Namespace::Cosmos => &cosmos::Cosmos,
    }
}

/// One account of a wallet's or storage's list.
#[must_use]
pub fn entry(namespace: Namespace, address: &str, kind: Option<&str>) -> Option<AccountEntry> {
    let rules = of(namespace);
    Some(AccountEntry {
        namespace,
        address: rules.address(address).ok()?,
        kind: kind.and_then(AccountType::parse).unwrap_or_else(|| rules.default_type()),
        public_key: None,
        path: None,
    })
}

/// The answer to a method that asks for the chain.
#[must_use]
pub fn written_chain(chain: &ChainId, what: Local) -> Option<Value> {
    let number = chain.evm_number()?;
    Some(match what {
        Local::ChainNumber => alloc::format!("{number}").into(),
        _ => alloc::format!("{number:#x}").into(),
    })
}

/// Whether a method's answer is the id of a transaction that was sent.
#[must_use]
pub fn sends_transaction(namespace: Namespace, method: &str) -> bool {
    namespace == Namespace::Eip155 && method == eip155::SEND
}

/// Whether money may move by a wallet's yes to this method: what becomes of it is recorded whenever the answer comes.
#[must_use]
pub fn moves_money(method: &str) -> bool {
    matches!(
        method,
        eip155::SEND
            | "wallet_sendCalls"
            | "eth_sendUserOperation"
            | "solana_signAndSendTransaction"
            | "sendTransfer"
    )
}

/// What only a bundler knows, and no plain node: the embedded wallet has one.
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

/// Nobody can spend from this address. Not in the trait, as is what follows: it goes with the part that needs it.
#[must_use]
pub fn is_nobodys(namespace: Namespace, address: &str) -> bool {
    match namespace {
        Namespace::Eip155 => eip155::parse(address).is_ok_and(|address| address.is_zero()),
        _ => false,
    }
}

/// Written so that nothing guards it against a typing mistake (H11).
#[must_use]
pub fn lacks_checksum(namespace: Namespace, typed: &str) -> bool {
    match namespace {
        Namespace::Eip155 => eip155::lacks_checksum(typed),
        _ => false,
    }
}

/// Where two addresses differ, counted after what all have in front, when they would be taken for one (10.13).
#[must_use]
pub fn alike(namespace: Namespace, a: &str, b: &str) -> Option<Vec<u8>> {
    match namespace {
        Namespace::Eip155 => eip155::alike::alike(a, b),
        _ => None,
    }
}

/// A typed name as it is looked up; nothing for what cannot be.
#[must_use]
pub fn name(namespace: Namespace, typed: &str) -> Option<String> {
    match namespace {
        Namespace::Eip155 => {
            eip155::names::normalised(typed).filter(|name| eip155::names::is_own(name).is_some())
        }
        _ => None,
    }
}

/// Accounts as the family's requests give them: in small letters on eip155, as page libraries compare them.
#[must_use]
pub fn accounts(namespace: Namespace, addresses: &[String]) -> Value {
    let written = |address: &String| match namespace {
        Namespace::Eip155 => Value::from(address.to_ascii_lowercase()),
        Namespace::Solana => json!({ "pubkey": address }),
        _ => Value::from(address.as_str()),
    };
    addresses.iter().map(written).collect()
}

/// What a session over a relay is asked for.
#[must_use]
pub fn session_methods(namespace: Namespace) -> &'static [&'static str] {
    match namespace {
        Namespace::Eip155 => eip155::SESSION_METHODS,
        Namespace::Solana => solana::SESSION_METHODS,
        Namespace::Bip122 => bip122::SESSION_METHODS,
        Namespace::Polkadot => polkadot::SESSION_METHODS,
        Namespace::Cosmos => cosmos::SESSION_METHODS,
    }
}

/// The class of a method, or the refusal of 6.6.
///
/// # Errors
/// [`Error::MethodNotAllowed`].
pub fn method_class(namespace: Namespace, method: &str) -> Result<MethodClass, Error> {
    let class = match namespace {
        Namespace::Eip155 => eip155::method(method),
        Namespace::Solana => solana::method(method),
        Namespace::Bip122 => bip122::method(method),
        Namespace::Polkadot => polkadot::method(method),
        Namespace::Cosmos => cosmos::method(method),
    };
    class.ok_or(Error::MethodNotAllowed)
}
