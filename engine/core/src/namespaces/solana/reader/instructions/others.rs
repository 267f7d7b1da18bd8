//! The smaller programs: the compute budget, associated token accounts, address tables, program upgrades.

use super::{Does, InstructionReader, Row, To, number};
use crate::namespaces::effects::{Asset, EffectKind, Power, Risk};
use crate::namespaces::solana::codec::wire::Input;

/// Address Lookup Table.
pub(crate) const TABLES: &str = "AddressLookupTab1e1111111111111111111111111";
/// Associated Token.
pub(crate) const ASSOCIATED: &str = "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL";
/// Compute Budget.
pub(crate) const BUDGET: &str = "ComputeBudget111111111111111111111111111111";

/// Programs that verify signatures: their first data byte is the number, and each costs as much as a transaction signature.
const VERIFIERS: [&str; 3] = [
    "Ed25519SigVerify111111111111111111111111111",
    "KeccakSecp256k11111111111111111111111111111",
    "Secp256r1SigVerify1111111111111111111111111",
];

/// The default compute units of an instruction.
const UNITS_EACH: u64 = 200_000;
/// And a transaction at most.
const UNITS_MAX: u64 = 1_400_000;

/// The transaction's own compute budget.
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
                self.limit = number(&mut input, 4);
                self.additional = number(&mut input, 4).unwrap_or_default();
            }
            Some(2) => self.limit = number(&mut input, 4),
            Some(3) => self.price = number(&mut input, 8).unwrap_or_default(),
            _ => {}
        }
    }

    /// The lamports beyond the signature fees, for this number of instructions.
    #[must_use]
    pub fn priority(&self, instructions: usize) -> u64 {
        let units = self.limit.unwrap_or(UNITS_EACH.saturating_mul(instructions as u64)).min(UNITS_MAX);
        let millionths = u128::from(self.price) * u128::from(units);
        u64::try_from(millionths.div_ceil(1_000_000)).unwrap_or(u64::MAX).saturating_add(self.additional)
    }
}

/// It is part of the fee ([`ComputeBudget`]).
pub(super) fn budget(told: &mut InstructionReader<'_>) -> Option<()> {
    let length = match told.input.byte()? {
        0 | 3 => 8,
        1 | 2 | 4 => 4,
        _ => return None,
    };
    told.input.take(length).map(drop)
}

/// Associated Token: opens a token account for an owner, or recovers the tokens of a nested one.
pub(super) fn associated(told: &mut InstructionReader<'_>) -> Option<()> {
    let call = told.call;
    let tag = if told.input.0.is_empty() { 0 } else { told.input.byte()? };
    match tag {
        0 | 1 => {
            call.has(4)?;
            let asset = call.text(3).map(Asset::Token);
            told.to(2, EffectKind::Open, Risk::Review).asset = asset;
        }
        2 => {
            call.has(6)?;
            let (asset, owner) = (call.text(1).map(Asset::Token), call.text(0));
            let effect = told.to(2, EffectKind::Move, Risk::Warning);
            (effect.asset, effect.owner) = (asset, owner);
            told.closes(0, 5);
        }
        _ => return None,
    }
    Some(())
}

const OF_TABLES: [Row; 3] = [
    (1, 2, "", Does::Changes(0, Risk::Review, "FreezeLookupTable")),
    (3, 2, "", Does::Changes(0, Risk::Review, "DeactivateLookupTable")),
    (4, 3, "", Does::Closes(2)),
];

/// Address Lookup Table: its authority can extend and close it.
pub(super) fn table(told: &mut InstructionReader<'_>) -> Option<()> {
    told.call.has(2)?;
    let input = &mut told.input;
    match number(input, 4)? {
        0 => {
            input.take(9)?;
            told.to(0, EffectKind::Open, Risk::Review);
        }
        2 => {
            for _ in 0..number(input, 8)? {
                input.take(32)?;
            }
            told.changes(0, Risk::Review, "ExtendLookupTable");
        }
        tag => told.by(&OF_TABLES, tag)?,
    }
    Some(())
}

const OF_LOADER: [Row; 6] = [
    (0, 1, "", Does::Controls(Power::Upgrade, Some(1), Risk::Review)),
    (1, 1, "4s", Does::Changes(0, Risk::Review, "Write")),
    (6, 1, "4", Does::Changes(0, Risk::Review, "ExtendProgram")),
    (7, 3, "", Does::Controls(Power::Upgrade, Some(2), Risk::Critical)),
    (8, 1, "", Does::Changes(0, Risk::Warning, "Migrate")),
    (9, 1, "4", Does::Changes(0, Risk::Review, "ExtendProgram")),
];

/// The loader of programs.
pub(super) fn loader(told: &mut InstructionReader<'_>) -> Option<()> {
    let call = told.call;
    call.has(1)?;
    match number(&mut told.input, 4)? {
        2 => {
            call.has(3)?;
            told.input.take(8)?;
            told.to(2, EffectKind::Create, Risk::Warning);
        }
        3 => {
            call.has(4)?;
            let party = call.text(2);
            let effect = told.on(1, EffectKind::Control, Risk::Warning);
            (effect.power, effect.party) = (Some(Power::Program), party);
        }
        4 => {
            call.has(2)?;
            if call.accounts.len() > 2 {
                told.control(Power::Upgrade, 0, &To::Key(call.key(2)));
            } else {
                // permanently immutable afterwards
                told.control(Power::Upgrade, 0, &To::Nobody).risk = Risk::Critical;
            }
        }
        5 => {
            call.has(2)?;
            // a newer form says whether the program's place can be used again
            if told.input.0.len() == 1 {
                told.input.byte()?;
            }
            told.closes(0, 1);
        }
        tag => told.by(&OF_LOADER, tag)?,
    }
    Some(())
}
