//! What one instruction of a transaction would do, by the program it calls. Data is read to its last byte: what stands behind is said to be
//! unread beside what was read, since programs of the network pass over it.

mod extensions;
mod others;
mod stake;
mod system;
mod token;

use super::wire::{Input, Key};
use crate::namespaces::deeds::{Asset, Deed, DeedKind, HowMuch, Power, Weight, Words};
use crate::text;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::{U256, hex};

pub use others::ComputeBudget;
pub(super) use others::{ASSOCIATED, BUDGET, TABLES};
pub(super) use token::{TOKEN, TOKEN_2022, how_much};

/// System: coins, accounts, nonces.
pub(super) const SYSTEM: &str = "11111111111111111111111111111111";
/// Stake.
pub(super) const STAKE: &str = "Stake11111111111111111111111111111111111111";
/// Memo, of today.
pub(super) const MEMO: &str = "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr";
/// Bytes of data by which a call that is not read is named.
const NAME_BYTES: usize = 8;

/// What the network says of the accounts of a request, as far as it was asked.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Tables of accounts that are there.
    pub tables: Vec<(Key, Table)>,
    /// Token accounts.
    pub holdings: Vec<(Key, Holding)>,
}

/// A table of accounts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// In their places.
    pub keys: Vec<Key>,
    /// It will be closed, and what needs it then fails.
    pub is_closing: bool,
}

/// A token account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holding {
    /// Of which token.
    pub mint: Key,
    /// Whose.
    pub owner: Key,
}

impl Facts {
    /// The table with this key.
    #[must_use]
    pub fn table(&self, key: &Key) -> Option<&Table> {
        self.tables.iter().find(|(of, _)| of == key).map(|(_, table)| table)
    }

    /// The token account with this key.
    #[must_use]
    pub fn holding(&self, key: &Key) -> Option<Holding> {
        self.holdings.iter().find(|(of, _)| of == key).map(|(_, holding)| *holding)
    }
}

/// A key as it is written.
#[must_use]
pub fn written(key: &Key) -> String {
    bs58::encode(key).into_string()
}

/// An instruction with its accounts.
pub struct Call<'a> {
    /// Who is asked to sign.
    pub from: &'a Key,
    /// All accounts of the message; nothing for one in a table that is not known.
    pub keys: &'a [Option<Key>],
    /// So many of them sign, the first ones.
    pub signers: usize,
    /// Indexes into them.
    pub accounts: &'a [u8],
    /// What the network says of them.
    pub facts: &'a Facts,
}

impl Call<'_> {
    /// The account at a place of the instruction.
    fn key(&self, at: usize) -> Option<&Key> {
        self.keys.get(usize::from(*self.accounts.get(at)?))?.as_ref()
    }

    fn text(&self, at: usize) -> Option<String> {
        self.key(at).map(written)
    }

    fn is_from(&self, at: usize) -> bool {
        self.key(at) == Some(self.from)
    }

    fn has(&self, count: usize) -> Option<()> {
        (self.accounts.len() >= count).then_some(())
    }

    /// Whether the program is shown that the account that is asked has signed: without, nothing is done in its name.
    fn is_signed(&self) -> bool {
        (0..self.accounts.len()).any(|at| {
            let is_signer = self.accounts.get(at).is_some_and(|of| usize::from(*of) < self.signers);
            is_signer && self.is_from(at)
        })
    }
}

/// Who gets an authority.
enum To<'a> {
    Key(Option<&'a Key>),
    Nobody,
}

/// An authority over `on` goes to somebody. Only that of the account itself changes nothing.
fn control(call: &Call<'_>, power: Power, on: usize, to: &To<'_>) -> Deed {
    let (weight, party) = match to {
        To::Nobody => (Weight::Risky, None),
        To::Key(Some(key)) if *key == call.from => (Weight::Plain, Some(*key)),
        To::Key(key) => (Weight::Grave, *key),
    };
    Deed {
        power: Some(power),
        party: party.map(written),
        on: call.text(on),
        ..Deed::of(DeedKind::Control, weight)
    }
}

/// So many lamports.
fn lamports(of: u64) -> (Option<Asset>, Option<HowMuch>) {
    (Some(Asset::Coin), Some(HowMuch::Units(U256::from(of))))
}

/// Lamports of an account go to another; of somebody else's account it is that one's doing.
fn sent(call: &Call<'_>, from: usize, to: usize, units: u64) -> Vec<Deed> {
    let (asset, amount) = lamports(units);
    let (kind, weight, owner) = match (call.is_from(from), call.is_from(to)) {
        (true, true) => return Vec::new(),
        (true, false) => (DeedKind::Send, Weight::Plain, None),
        (false, true) => (DeedKind::Receive, Weight::Plain, None),
        (false, false) => (DeedKind::Move, Weight::Look, call.text(from)),
    };
    let other = if kind == DeedKind::Receive { from } else { to };
    [Deed { asset, amount, party: call.text(other), owner, ..Deed::of(kind, weight) }].into()
}

/// Lamports of something that the account decides about go to somebody: nothing new where that is the account.
fn withdrawn(call: &Call<'_>, from: usize, to: usize, units: Option<u64>) -> Deed {
    let weight = if call.is_from(to) { Weight::Plain } else { Weight::Risky };
    let (asset, amount) = units.map_or((Some(Asset::Coin), None), lamports);
    Deed { asset, amount, party: call.text(to), owner: call.text(from), ..Deed::of(DeedKind::Move, weight) }
}

/// An account is closed, and what is in it goes to somebody.
fn closed(call: &Call<'_>, account: usize, to: usize) -> Deed {
    let weight = if call.is_from(to) { Weight::Plain } else { Weight::Risky };
    Deed { party: call.text(to), on: call.text(account), ..Deed::of(DeedKind::Close, weight) }
}

/// The rules of an account or token change, by the program's own name for it.
fn change(call: &Call<'_>, on: usize, weight: Weight, name: &str) -> Deed {
    let words = Some(Words::Name(name.into()));
    Deed { on: call.text(on), words, ..Deed::of(DeedKind::Change, weight) }
}

/// What cannot be read of a program that is known.
pub(super) fn unread(name: &str) -> Deed {
    Deed { words: Some(Words::Name(name.into())), ..Deed::of(DeedKind::Unread, Weight::Risky) }
}

/// A text with its length in front, in eight bytes.
fn seed<'a>(input: &mut Input<'a>) -> Option<&'a [u8]> {
    let length = usize::try_from(number::<8>(input)?).ok()?;
    input.take(length)
}

/// A number of so many bytes, the lowest first.
fn number<const N: usize>(input: &mut Input<'_>) -> Option<u64> {
    let bytes: [u8; N] = input.array()?;
    Some(bytes.iter().rev().fold(0, |sum, byte| sum << 8 | u64::from(*byte)))
}

/// A key, where there is one: zeros are none.
fn some_key(input: &mut Input<'_>) -> Option<Option<Key>> {
    let key: Key = input.array()?;
    Some(Some(key).filter(|key| *key != [0; 32]))
}

/// Without the account's signature nothing is done in its name; it may be in that of another account of the same wallet.
fn lowered(deed: Deed) -> Deed {
    let weight = match deed.weight {
        Weight::Grave => Weight::Risky,
        Weight::Risky => Weight::Look,
        weight => weight,
    };
    Deed { weight, ..deed }
}

/// What an instruction would do.
#[must_use]
pub fn read(program: &str, call: &Call<'_>, data: &[u8]) -> Vec<Deed> {
    type Reader = fn(&Call<'_>, &mut Input<'_>) -> Option<Vec<Deed>>;
    let (name, reader): (&str, Reader) = match program {
        SYSTEM => ("System", system::read),
        TOKEN => ("Token", token::read),
        TOKEN_2022 => ("Token-2022", token::read_2022),
        STAKE => ("Stake", stake::read),
        "Vote111111111111111111111111111111111111111" => ("Vote", stake::vote),
        ASSOCIATED => ("Associated Token", others::associated),
        BUDGET => ("Compute Budget", others::budget),
        TABLES => ("Address Lookup Table", others::table),
        "BPFLoaderUpgradeab1e11111111111111111111111" => ("BPF Loader", others::loader),
        MEMO | "Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo" => {
            return [memo(data)].into();
        }
        _ => return [unknown(program, call, data)].into(),
    };
    let mut input = Input(data);
    let mut deeds = match reader(call, &mut input) {
        Some(deeds) if input.0.is_empty() => deeds,
        Some(mut deeds) => {
            deeds.push(unread(name));
            deeds
        }
        None => [unread(name)].into(),
    };
    if !call.is_signed() {
        deeds = deeds.into_iter().map(lowered).collect();
    }
    deeds
}

/// A program that nobody here knows. Where it is shown no signature of the account, it does nothing in its name.
fn unknown(program: &str, call: &Call<'_>, data: &[u8]) -> Deed {
    let weight = if call.is_signed() { Weight::Risky } else { Weight::Look };
    let name = hex::encode(data.get(..NAME_BYTES).unwrap_or(data));
    Deed {
        party: Some(program.into()),
        words: Some(Words::Name(name)).filter(|_| !data.is_empty()),
        ..Deed::of(DeedKind::Call, weight)
    }
}

fn memo(data: &[u8]) -> Deed {
    match core::str::from_utf8(data) {
        Ok(words) => {
            Deed { words: Some(Words::Text(text::in_boxes(words))), ..Deed::of(DeedKind::Note, Weight::Look) }
        }
        // the program takes nothing else
        Err(_) => unread("Memo"),
    }
}
