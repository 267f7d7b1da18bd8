//! The values of a transaction's inputs, and their proof. The site states them, and the previous transaction proves
//! them.

use crate::namespaces::bip122::codec::psbt::{Map, Psbt, field, of};
use crate::namespaces::bip122::codec::script::{self, Lock};
use crate::namespaces::bip122::codec::transaction::{Output, Transaction, Txid};
use crate::namespaces::bip122::codec::wire::Bytes;
use alloc::vec::Vec;

/// The previous transactions from the network's node, by their verified hash.
pub type Previous = Vec<(Txid, Transaction)>;

/// The output that an input spends.
#[derive(Clone, Debug)]
pub struct Spent {
    /// Its value and its script.
    pub output: Output,
    /// The complete previous transaction proves the value, because its hash is the one that the input names.
    pub is_proven: bool,
    /// The document contains the complete previous transaction.
    pub has_whole: bool,
}

/// The spent output of each input, from the document or the node. `None` if the document contradicts its own proof.
pub fn spent(psbt: &Psbt<'_>, previous: &Previous) -> Option<Vec<Option<Spent>>> {
    let both = psbt.inputs.iter().zip(&psbt.transaction.inputs);
    both.map(|(map, input)| one(map, (&input.txid, input.index), previous)).collect()
}

fn one(map: &Map<'_>, (txid, index): (&Txid, u32), previous: &Previous) -> Option<Option<Spent>> {
    let index = usize::try_from(index).ok()?;
    let bare = match of(map, field::BARE) {
        Some(value) => Some(bare(value)?),
        None => None,
    };
    let whole = match of(map, field::WHOLE) {
        Some(value) => Some(Transaction::read(value, false).filter(|whole| whole.txid() == *txid)?),
        None => None,
    };
    let has_whole = whole.is_some();
    let known =
        match whole.as_ref().or_else(|| previous.iter().find(|(of, _)| of == txid).map(|(_, known)| known)) {
            Some(known) => Some(known.outputs.get(index)?.clone()),
            None => None,
        };
    let is_one = known.is_none() || bare.is_none() || known == bare;
    is_one.then_some(())?;
    let is_proven = known.is_some();
    Some(known.or(bare).map(|output| Spent { output, is_proven, has_whole }))
}

fn bare(value: &[u8]) -> Option<Output> {
    let mut bytes = Bytes(value);
    let output = Output::read(&mut bytes)?;
    bytes.ends()?;
    Some(output)
}

/// How the user signs an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signed {
    /// Without a witness: the signature covers no amounts.
    Older,
    /// BIP-143: the signature covers only the input's own amount.
    Witness,
    /// BIP-341: the signature covers the amounts of all inputs.
    Taproot,
}

/// The signature kind of an input to sign. `None` for an unknown script, or one that differs from the document's claim.
pub fn signed(map: &Map<'_>, spent: &Spent) -> Option<Signed> {
    let (redeem, witness) = (of(map, field::REDEEM), of(map, field::WITNESS));
    let (script, lock) = (&spent.output.script, script::lock(&spent.output.script)?);
    // an unrelated script: some wallets ignore it, others sign with it
    let is_right = |locked: &[u8]| match (script::lock(locked), witness) {
        (_, None) => true,
        (Some(Lock::WitnessScript), Some(witness)) => script::is_witnessed_by(locked, witness),
        _ => false,
    };
    match (lock, redeem) {
        (Lock::Script, None) => witness.is_none().then_some(Signed::Witness),
        (Lock::Script, Some(redeem)) => {
            (script::is_redeemed_by(script, redeem) && is_right(redeem)).then_some(())?;
            Some(match script::lock(redeem) {
                Some(Lock::WitnessKey | Lock::WitnessScript) => Signed::Witness,
                _ => Signed::Older,
            })
        }
        (_, Some(_)) => None,
        (lock, None) => is_right(script).then_some(match lock {
            Lock::Taproot => Signed::Taproot,
            Lock::Key => Signed::Older,
            _ => Signed::Witness,
        }),
    }
}

/// The virtual size of the signed transaction: its current bytes, and signatures of the usual maximum size (72 bytes,
/// 65 for taproot). `None` if an input's signature size is unknown.
pub fn size(transaction: &Transaction, spent: &[Option<Spent>], inputs: &[Map<'_>]) -> Option<usize> {
    const KEY: usize = 33;
    const SIGNATURE: usize = 72;
    let (mut plain, mut witness, mut has_witness) = (transaction.written().len(), 0, false);
    for (spent, map) in spent.iter().zip(inputs) {
        let redeem = of(map, field::REDEEM);
        // one byte for the lengths of signature and key each, and one for the count of both
        match script::lock(&spent.as_ref()?.output.script)? {
            Lock::Key => plain += 1 + SIGNATURE + 1 + KEY,
            Lock::WitnessKey => witness += 1 + 1 + SIGNATURE + 1 + KEY,
            Lock::Taproot => witness += 1 + 1 + 65,
            Lock::Script if redeem.is_none_or(|of| script::lock(of) == Some(Lock::WitnessKey)) => {
                plain += 23;
                witness += 1 + 1 + SIGNATURE + 1 + KEY;
            }
            _ => return None,
        }
        has_witness |= witness > 0;
    }
    if has_witness {
        // the marker of witnesses, and a count for each input without one
        let older = spent
            .iter()
            .filter(|of| of.as_ref().and_then(|of| script::lock(&of.output.script)) == Some(Lock::Key));
        witness += 2 + older.count();
    }
    Some(plain + witness.div_ceil(4))
}
