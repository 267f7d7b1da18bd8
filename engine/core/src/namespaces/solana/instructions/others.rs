//! The smaller programs: what a transaction may use and pays for it, associated token accounts, tables of addresses, programs themselves.

use super::{Call, To, change, closed, control, number};
use crate::namespaces::deeds::{Asset, Deed, DeedKind, Power, Weight};
use crate::namespaces::solana::wire::{Input, Key};
use alloc::vec::Vec;

/// Address Lookup Table.
pub(in crate::namespaces::solana) const TABLES: &str = "AddressLookupTab1e1111111111111111111111111";
/// Associated Token.
pub(in crate::namespaces::solana) const ASSOCIATED: &str = "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL";
/// Compute Budget.
pub(in crate::namespaces::solana) const BUDGET: &str = "ComputeBudget111111111111111111111111111111";

/// Programs that verify signatures: how many is the first byte they are told, and each is paid for as one of the transaction's own.
const VERIFIERS: [&str; 3] = [
    "Ed25519SigVerify111111111111111111111111111",
    "KeccakSecp256k11111111111111111111111111111",
    "Secp256r1SigVerify1111111111111111111111111",
];

/// Compute units that an instruction may use where the transaction does not say.
const UNITS_EACH: u64 = 200_000;
/// And a transaction at most.
const UNITS_MAX: u64 = 1_400_000;

/// What a transaction says of its own cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct ComputeBudget {
    /// Compute units.
    pub limit: Option<u64>,
    /// Millionths of a lamport for each.
    pub price: u64,
    /// Lamports, of an older form.
    pub additional: u64,
    /// Signatures that programs verify.
    pub signatures: u64,
}

impl ComputeBudget {
    /// Takes in what an instruction says of it.
    pub fn take(&mut self, program: &str, data: &[u8]) {
        let mut input = Input(data);
        if VERIFIERS.contains(&program) {
            self.signatures += input.byte().map_or(0, u64::from);
        }
        if program != BUDGET {
            return;
        }
        match input.byte() {
            Some(0) => {
                self.limit = number::<4>(&mut input);
                self.additional = number::<4>(&mut input).unwrap_or_default();
            }
            Some(2) => self.limit = number::<4>(&mut input),
            Some(3) => self.price = number::<8>(&mut input).unwrap_or_default(),
            _ => {}
        }
    }

    /// Lamports beyond the price of signatures, for a transaction of so many instructions.
    #[must_use]
    pub fn priority(&self, instructions: usize) -> u64 {
        let units = self.limit.unwrap_or(UNITS_EACH.saturating_mul(instructions as u64)).min(UNITS_MAX);
        let millionths = u128::from(self.price) * u128::from(units);
        u64::try_from(millionths.div_ceil(1_000_000)).unwrap_or(u64::MAX).saturating_add(self.additional)
    }
}

/// What it says is in the fee ([`ComputeBudget`]).
pub(super) fn budget(_: &Call<'_>, input: &mut Input<'_>) -> Option<Vec<Deed>> {
    match input.byte()? {
        0 | 3 => number::<8>(input)?,
        1 | 2 | 4 => number::<4>(input)?,
        _ => return None,
    };
    Some(Vec::new())
}

/// Associated Token: an account for a token is opened for somebody, or what lies in one that belongs to another such account is taken out.
pub(super) fn associated(call: &Call<'_>, input: &mut Input<'_>) -> Option<Vec<Deed>> {
    let tag = if input.0.is_empty() { 0 } else { input.byte()? };
    Some(match tag {
        0 | 1 => {
            call.has(4)?;
            let asset = call.text(3).map(Asset::Token);
            let deed = Deed { asset, party: call.text(2), ..Deed::of(DeedKind::Open, Weight::Look) };
            [deed].into()
        }
        2 => {
            call.has(6)?;
            let asset = call.text(1).map(Asset::Token);
            let moved = Deed::of(DeedKind::Move, Weight::Risky);
            [Deed { asset, party: call.text(2), owner: call.text(0), ..moved }, closed(call, 0, 5)].into()
        }
        _ => return None,
    })
}

/// Address Lookup Table: who has the authority may add to it and close it.
pub(super) fn table(call: &Call<'_>, input: &mut Input<'_>) -> Option<Vec<Deed>> {
    call.has(2)?;
    let changed = |name: &str| change(call, 0, Weight::Look, name);
    let deed = match number::<4>(input)? {
        0 => {
            number::<8>(input)?;
            input.byte()?;
            Deed { party: call.text(0), ..Deed::of(DeedKind::Open, Weight::Look) }
        }
        1 => changed("FreezeLookupTable"),
        2 => {
            let count = number::<8>(input)?;
            for _ in 0..count {
                let _: Key = input.array()?;
            }
            changed("ExtendLookupTable")
        }
        3 => changed("DeactivateLookupTable"),
        4 => {
            call.has(3)?;
            closed(call, 0, 2)
        }
        _ => return None,
    };
    Some([deed].into())
}

/// The loader of programs.
pub(super) fn loader(call: &Call<'_>, input: &mut Input<'_>) -> Option<Vec<Deed>> {
    call.has(1)?;
    let deed = match number::<4>(input)? {
        0 => {
            let authority = call.key(1);
            let deed = control(call, Power::Upgrade, 0, &To::Key(authority));
            Deed { weight: deed.weight.min(Weight::Look), ..deed }
        }
        1 => {
            number::<4>(input)?;
            let length = usize::try_from(number::<8>(input)?).ok()?;
            input.take(length)?;
            change(call, 0, Weight::Look, "Write")
        }
        2 => {
            call.has(3)?;
            number::<8>(input)?;
            Deed { party: call.text(2), ..Deed::of(DeedKind::Create, Weight::Risky) }
        }
        3 => {
            call.has(4)?;
            let deed = Deed::of(DeedKind::Control, Weight::Risky);
            Deed { power: Some(Power::Program), on: call.text(1), party: call.text(2), ..deed }
        }
        4 => {
            call.has(2)?;
            let to = if call.accounts.len() > 2 { To::Key(call.key(2)) } else { To::Nobody };
            let deed = control(call, Power::Upgrade, 0, &to);
            // from then on nobody ever may
            Deed { weight: if matches!(to, To::Nobody) { Weight::Grave } else { deed.weight }, ..deed }
        }
        5 => {
            call.has(2)?;
            // a newer form says whether the program's place may be used again
            if input.0.len() == 1 {
                input.byte()?;
            }
            closed(call, 0, 1)
        }
        6 | 9 => {
            number::<4>(input)?;
            change(call, 0, Weight::Look, "ExtendProgram")
        }
        7 => {
            call.has(3)?;
            control(call, Power::Upgrade, 0, &To::Key(call.key(2)))
        }
        8 => change(call, 0, Weight::Risky, "Migrate"),
        _ => return None,
    };
    Some([deed].into())
}
