//! The smaller programs: compute budget, associated token accounts, address tables, program upgrades.

use super::{Does, InstructionReader, Row, To, number};
use crate::namespaces::clauses::Clause;
use crate::namespaces::effects::{Asset, EffectKind, Power, Risk};
use crate::namespaces::solana::codec::wire::Input;

/// The Address Lookup Table program.
pub(crate) const TABLES: &str = "AddressLookupTab1e1111111111111111111111111";
/// The Associated Token program.
pub(crate) const ASSOCIATED: &str = "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL";
/// The Compute Budget program.
pub(crate) const BUDGET: &str = "ComputeBudget111111111111111111111111111111";

/// The programs that verify signatures. Their first data byte is the number of signatures, each of which costs as much
/// as a transaction signature.
const VERIFIERS: [&str; 3] = [
    "Ed25519SigVerify111111111111111111111111111",
    "KeccakSecp256k11111111111111111111111111111",
    "Secp256r1SigVerify1111111111111111111111111",
];

/// The default compute units of an instruction.
const UNITS_EACH: u64 = 200_000;
/// The maximum compute units of a transaction.
const UNITS_MAX: u64 = 1_400_000;

/// The transaction's own compute budget.
#[derive(Clone, Copy, Debug, Default)]
pub struct ComputeBudget {
    /// The maximum number of compute units.
    pub limit: Option<u64>,
    /// The price of one compute unit, in millionths of a lamport.
    pub price: u64,
    /// An additional fee in lamports, in an older form.
    pub additional: u64,
    /// The number of signatures that programs verify.
    pub signatures: u64,
}

impl ComputeBudget {
    /// Applies an instruction to the budget.
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

    /// The lamports above the signature fees, for this number of instructions.
    #[must_use]
    pub fn priority(&self, instructions: usize) -> u64 {
        let units = self.limit.unwrap_or(UNITS_EACH.saturating_mul(instructions as u64)).min(UNITS_MAX);
        let millionths = u128::from(self.price) * u128::from(units);
        u64::try_from(millionths.div_ceil(1_000_000)).unwrap_or(u64::MAX).saturating_add(self.additional)
    }
}

/// Adds no effect, because the fee includes it ([`ComputeBudget`]).
pub(super) fn budget(told: &mut InstructionReader<'_>) -> Option<()> {
    let length = match told.input.byte()? {
        0 | 3 => 8,
        1 | 2 | 4 => 4,
        _ => return None,
    };
    told.input.take(length).map(drop)
}

/// The effects of Associated Token: creates a token account for an owner, or recovers the tokens of a nested one.
pub(super) fn associated(told: &mut InstructionReader<'_>) -> Option<()> {
    let call = told.call;
    let tag = if told.input.0.is_empty() { 0 } else { told.input.byte()? };
    match tag {
        0 | 1 => {
            call.has(4)?;
            let asset = call.text(3).map(Asset::Token);
            told.to(2, Clause::Open.into(), Clause::Open.risk()).asset = asset;
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

/// The effects of Address Lookup Table, whose authority can extend and close a table.
pub(super) fn table(told: &mut InstructionReader<'_>) -> Option<()> {
    told.call.has(2)?;
    let input = &mut told.input;
    match number(input, 4)? {
        0 => {
            input.take(9)?;
            told.to(0, Clause::Open.into(), Clause::Open.risk());
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

/// The effects of the BPF Loader.
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
                // the program can't be changed afterwards
                told.control(Power::Upgrade, 0, &To::Nobody).risk = Risk::Critical;
            }
        }
        5 => {
            call.has(2)?;
            // a newer form says whether the program's address can be used again
            if told.input.0.len() == 1 {
                told.input.byte()?;
            }
            told.closes(0, 1);
        }
        tag => told.by(&OF_LOADER, tag)?,
    }
    Some(())
}
