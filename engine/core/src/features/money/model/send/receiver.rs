//! The form's recipient: an address, or a name that resolves to one. Also its errors, its type, and whether it was paid
//! before (docs/spec/services.md A9 and B7, docs/spec/security.md B14).

use super::{Prepared, Send};
use crate::caip::{ChainId, Namespace};
use crate::entities::Network;
use crate::error::Error;
use crate::features::account::model::activity as activity_model;
use crate::features::account::model::tokens::Token;
use crate::features::money::model::transactions::{TransactionItem, TransactionStatus};
use crate::namespaces::names::{Lead, NameFault, Written};
use crate::namespaces::{self, AddressFault};
use crate::store::State;
use crate::text;
use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;

/// A name, and the result of resolving it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolvedName {
    /// The typed name ([`typed_name`]).
    pub typed: String,
    /// The normalized name, once known.
    pub name: String,
    /// The result.
    pub found: Resolution,
}

/// The result of resolving a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resolution {
    /// The request is pending or about to start.
    Pending,
    /// The address.
    Found(Lead),
    /// The name has no usable address, or it couldn't be resolved.
    Not(ReceiverError),
    /// The text isn't a valid name.
    Wrong(NameFault),
}

/// The error under the address field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ReceiverError {
    /// The text isn't an address.
    Invalid,
    /// The checksum is wrong.
    Checksum,
    /// The address belongs to another network.
    Network,
    /// A name of a kind that isn't resolved.
    Name,
    /// The name has a character that isn't allowed.
    NameCharacter,
    /// A label of the name has letters of two alphabets.
    NameMixed,
    /// A label of the name looks like one of another alphabet.
    NameAlike,
    /// The name has marks on letters that don't have such marks.
    NameMarks,
    /// The name has an apostrophe, a hyphen or an underscore in the wrong place.
    NamePlace,
    /// A label of the name has hyphens as its third and fourth character.
    NameHyphens,
    /// The name has an empty label.
    NameEmpty,
    /// The name is too long.
    NameLong,
    /// The name has no address.
    NameNotFound,
    /// The name couldn't be resolved now.
    NameFailed,
    /// The name is resolved outside the network.
    NameOutside,
    /// The name's only address is a contract on Ethereum, but the send is on another network.
    NameOfContract,
    /// Names are resolved on Ethereum, and the page doesn't configure an RPC URL for it.
    NameWithoutNode,
}

impl From<NameFault> for ReceiverError {
    fn from(fault: NameFault) -> Self {
        match fault {
            NameFault::Character(_) => Self::NameCharacter,
            NameFault::Mixed => Self::NameMixed,
            NameFault::Alike => Self::NameAlike,
            NameFault::Marks => Self::NameMarks,
            NameFault::Place => Self::NamePlace,
            NameFault::Hyphens => Self::NameHyphens,
            NameFault::Empty => Self::NameEmpty,
            NameFault::Long => Self::NameLong,
            NameFault::Unknown => Self::Name,
        }
    }
}

/// A notice about the recipient (docs/spec/services.md B7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum SendNotice {
    /// The recipient is the sender.
    OwnAddress,
    /// The address has no key, so coins sent to it are lost.
    ZeroAddress,
    /// The address has no checksum, so a typo isn't detected.
    ChecksumAbsent,
    /// The recipient is the token's own contract, so tokens sent to it are lost.
    TokenContract,
}

/// A known address that the recipient resembles (10.13).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SendAlike {
    /// The recipient, checksummed.
    pub address: String,
    /// The known address, checksummed.
    pub known: String,
    /// The positions of differing characters. In a namespace with `0x`, they start after it.
    pub differs: Vec<u8>,
}

/// The state of the form's recipient.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Receiver {
    /// Empty.
    Absent,
    /// An address in the namespace's form: typed, or resolved from a name.
    Address(String),
    /// The name is being resolved.
    LookingUp,
    /// The recipient has an error.
    Wrong(ReceiverError),
}

/// The form's recipient on this network.
#[must_use]
pub fn receiver(send: &Send, network: &Network) -> Receiver {
    let namespace = network.chain_namespace;
    let is_here =
        |chain: &str, network, address: &str| namespaces::is_on_chain(namespace, chain, network, address);
    let typed = send.form.receiver.trim();
    if typed.is_empty() {
        return Receiver::Absent;
    }
    let fault = match namespaces::of(namespace).address(typed) {
        Ok(address) => {
            let chain = network.chain();
            let chain = chain.as_ref().map_or("", |chain| &chain.reference);
            return match () {
                () if is_here(chain, Some(network), &address) => Receiver::Address(address),
                // valid, but on another network
                () if is_here("", None, &address) => Receiver::Wrong(ReceiverError::Network),
                () => Receiver::Wrong(ReceiverError::Checksum),
            };
        }
        Err(fault) => fault,
    };
    let wrong = match (fault, name_in(namespace, typed)) {
        (AddressFault::Checksum, _) => ReceiverError::Checksum,
        (_, Some(Ok(key))) => match looked_up(send, &key).map(|named| &named.found) {
            None | Some(Resolution::Pending) => return Receiver::LookingUp,
            Some(Resolution::Found(lead)) => return Receiver::Address(lead.address.clone()),
            Some(Resolution::Not(error)) => *error,
            Some(Resolution::Wrong(fault)) => (*fault).into(),
        },
        (_, Some(Err(fault))) => fault.into(),
        _ if is_name(typed) => ReceiverError::Name,
        _ => ReceiverError::Invalid,
    };
    Receiver::Wrong(wrong)
}

/// The normalized form of a name, or its error. `None` if the text isn't meant as a name.
fn name_in(namespace: Namespace, typed: &str) -> Option<Result<String, NameFault>> {
    match namespaces::name(namespace, typed).filter(|_| is_name(typed))? {
        Written::Name(name) | Written::Lettered(name) => Some(Ok(name)),
        Written::Wrong(fault) => Some(Err(fault)),
    }
}

fn looked_up<'a>(send: &'a Send, key: &str) -> Option<&'a ResolvedName> {
    send.named.as_ref().filter(|named| named.typed == key)
}

/// The typed name of the recipient, if it must be resolved.
#[must_use]
pub fn typed_name(send: &Send, namespace: Namespace) -> Option<String> {
    let typed = send.form.receiver.trim();
    let is_address = namespaces::of(namespace).address(typed) != Err(AddressFault::Form);
    name_in(namespace, typed)?.ok().filter(|_| !is_address)
}

/// Whether the typed name needs the tables of ENSIP-15.
#[must_use]
pub fn is_lettered(send: &Send, namespace: Namespace) -> bool {
    matches!(namespaces::name(namespace, send.form.receiver.trim()), Some(Written::Lettered(_)))
}

/// The normalized name and its address, if resolved.
#[must_use]
pub fn lead(send: &Send, namespace: Namespace) -> Option<(&str, &Lead)> {
    let named = looked_up(send, &typed_name(send, namespace)?)?;
    match &named.found {
        Resolution::Found(lead) => Some((&named.name, lead)),
        _ => None,
    }
}

/// The character that makes a name invalid: itself, or its code point if it might be invisible.
pub(super) fn refused_character(send: &Send, namespace: Namespace) -> Option<String> {
    let fault = match name_in(namespace, send.form.receiver.trim())? {
        Err(fault) => fault,
        Ok(key) => match looked_up(send, &key)?.found {
            Resolution::Wrong(fault) => fault,
            _ => return None,
        },
    };
    match fault {
        NameFault::Character(c) if c.is_ascii_graphic() => Some(c.into()),
        NameFault::Character(c) => Some(alloc::format!("U+{:04X}", u32::from(c))),
        _ => None,
    }
}

/// Whether a text is meant as a name: it has a dot next to letters, or letters that no EVM address has. A non-ASCII character is treated as
/// a letter.
fn is_name(typed: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphabetic() || (!c.is_ascii() && !text::hidden(c));
    let is_of_word = |c: char| is_letter(c) || c.is_ascii_digit() || matches!(c, '-' | '_' | '@');
    let is_hex = |c: char| c.is_ascii_hexdigit() || matches!(c, 'x' | 'X');
    let is_word = typed.chars().all(is_of_word) && !typed.starts_with("0x") && !typed.chars().all(is_hex);
    typed.contains(is_letter) && (typed.contains('.') || is_word)
}

pub(crate) fn notice(
    state: &State,
    namespace: Namespace,
    address: &str,
    own: Option<&str>,
) -> Option<SendNotice> {
    let is_token = |item: &Token| item.address().is_some_and(|id| id.ends_with(address));
    let is_chosen = state.send.form.token.as_ref().is_some_and(|token| token.address == address);
    let typed = state.send.form.receiver.trim();
    if namespaces::is_burn_address(namespace, address) {
        Some(SendNotice::ZeroAddress)
    } else if Some(address) == own {
        Some(SendNotice::OwnAddress)
    } else if is_chosen || state.tokens.list.iter().any(is_token) {
        Some(SendNotice::TokenContract)
    } else {
        let is_typed = typed_name(&state.send, namespace).is_none();
        (is_typed && namespaces::lacks_checksum(namespace, typed)).then_some(SendNotice::ChecksumAbsent)
    }
}

/// How certain it is that nothing was sent to an account before. A service's history can contain an imitator's
/// transfers, so it never proves an earlier payment alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum SendFirst {
    /// The complete history doesn't contain it.
    Ever,
    /// The newest page of the history doesn't contain it.
    Lately,
    /// No history was loaded, or only a service reports an earlier payment.
    Here,
}

/// The known addresses, and whether the user paid each (own accounts count as paid). Incoming transfers, and transfers
/// that others moved, are known but not paid, because an imitator can put an address into the history.
fn met(state: &State, namespace: Namespace) -> impl Iterator<Item = (&str, bool)> {
    let is_own = move |address: &str| {
        let account = state.accounts.by.get(&namespace);
        account.is_some_and(|of| {
            of.own().iter().any(|entry| namespaces::is_same(namespace, &entry.address, address))
        })
    };
    let history = state.activity.items.iter().flat_map(move |about| {
        let is_paid = about.status() == "confirmed" && is_own(about.sent_from());
        [(about.sent_to(), is_paid), (about.sent_from(), false)]
    });
    let contacts = state.send.contacts.iter().map(|address| (address.as_str(), false));
    from_here(state, namespace).chain(history).chain(contacts)
}

/// The known addresses from this browser's own data only: own accounts, and transactions from this modal.
fn from_here(state: &State, namespace: Namespace) -> impl Iterator<Item = (&str, bool)> {
    let own = state.accounts.by.get(&namespace).into_iter().flat_map(|account| account.own());
    let is_here = move |chain: &str| ChainId::parse(chain).is_some_and(|chain| chain.namespace == namespace);
    let is_known = move |item: &&TransactionItem| is_here(&item.chain) && !item.to.is_empty();
    let sent = state.transactions.list.iter().filter(is_known).map(|item| {
        let is_out = matches!(item.status, TransactionStatus::Sent | TransactionStatus::Confirmed);
        (item.to.as_str(), item.kind.row().pays_receiver && is_out)
    });
    own.map(|entry| (entry.address.as_str(), true)).chain(sent)
}

/// The warning for a recipient without an earlier payment. `None` for the others.
#[must_use]
pub fn first(state: &State, namespace: Namespace, address: &str) -> Option<SendFirst> {
    let is_it = |of: &str| namespaces::is_same(namespace, of, address);
    if from_here(state, namespace).any(|(of, is_paid)| is_paid && is_it(of)) {
        return None;
    }
    let activity = &state.activity;
    let account = activity_model::account(state).filter(|of| of.chain.namespace == namespace);
    let is_read = account.is_some() && activity.of == account && activity.is_loaded();
    Some(match is_read && !activity.items.iter().any(|item| is_it(item.sent_to())) {
        false => SendFirst::Here,
        true if activity.next.is_some() => SendFirst::Lately,
        true => SendFirst::Ever,
    })
}

/// The known address that this one imitates. An address that the user paid before gets no warning because of an imitation, unless the user
/// paid both: then one of the payments might have been a mistake.
#[must_use]
pub fn alike(state: &State, namespace: Namespace, address: &str) -> Option<SendAlike> {
    let is_paid =
        met(state, namespace).any(|(of, is_paid)| is_paid && namespaces::is_same(namespace, of, address));
    let candidates = met(state, namespace).filter_map(|(of, of_paid)| {
        let differs = namespaces::lookalike(namespace, of, address)?;
        // an entry of an untrusted list that isn't an address is dropped
        let known = namespaces::listed(namespace, of)?;
        Some((SendAlike { address: address.into(), known, differs }, of_paid))
    });
    let mut found = None;
    for (alike, of_paid) in candidates {
        match of_paid {
            true => return Some(alike),
            false if !is_paid => found = found.or(Some(alike)),
            false => {}
        }
    }
    found
}

/// Why the previewed request can't be sent, independent of the view.
#[must_use]
pub fn refused(state: &State, Prepared { shown, changes, compared, .. }: &Prepared) -> Option<Error> {
    if shown.is_exceeded(changes) {
        return Some(Error::NotWhatWasShown);
    }
    let alike = alike(state, shown.chain.namespace, &shown.to);
    let is_open = alike.is_some_and(|alike| compared.as_ref() != Some(&alike.known));
    is_open.then(|| Error::BadParams { field: "receiver".into() })
}
