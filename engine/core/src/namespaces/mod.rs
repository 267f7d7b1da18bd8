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

use crate::caip::Namespace;
use crate::entities::{AccountEntry, AccountType};
use crate::error::Error;
use alloc::string::String;

/// What a method needs before it goes anywhere (rpc.md section 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MethodClass {
    /// Answered by the engine.
    Local,
    /// Goes to the network's node; nobody is asked.
    ReadOnly,
    /// Goes to the wallet, which asks the person.
    Approval,
    /// Goes to the wallet; it reads or asks as it likes.
    Wallet,
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
    /// What can be done in this family so far; what cannot has no entry on screen (rpc.md section 2).
    fn can(&self, _: Can) -> bool {
        false
    }
    /// The id of a transaction as it is stored and linked; nothing when the text cannot be one.
    fn transaction_id(&self, _: &str) -> Option<String> {
        None
    }
    /// Nobody can spend from this address.
    fn is_nobodys(&self, _: &str) -> bool {
        false
    }
    /// Written so that nothing guards it against a typing mistake (H11).
    fn lacks_checksum(&self, _: &str) -> bool {
        false
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
