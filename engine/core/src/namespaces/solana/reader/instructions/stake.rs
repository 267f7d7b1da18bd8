//! The Stake program, which locks coins for a reward, and the instructions of Vote that transfer a validator's account.

use super::{Does, InstructionReader, Row, To, number};
use crate::namespaces::effects::{Asset, EffectKind, Power, Risk};
use crate::namespaces::solana::codec::wire::{Input, Key};

const ROWS: [Row; 12] = [
    (1, 1, "k4", Does::Controls(Power::Staker, None, Risk::Critical)),
    (3, 3, "U", Does::Merges(0, 1)),
    (4, 5, "U", Does::Withdraws(1)),
    (5, 1, "", Does::Changes(0, Risk::Review, "Deactivate")),
    // merges the first into the second
    (7, 5, "", Does::Merges(1, 0)),
    (8, 1, "k4sx", Does::Controls(Power::Staker, None, Risk::Critical)),
    (10, 4, "4", Does::Controls(Power::Staker, Some(3), Risk::Critical)),
    (11, 4, "4sx", Does::Controls(Power::Staker, Some(3), Risk::Critical)),
    (13, 1, "", Does::Nothing),
    (14, 1, "", Does::Changes(0, Risk::Review, "DeactivateDelinquent")),
    (16, 3, "U", Does::Merges(0, 1)),
    (17, 3, "U", Does::Merges(0, 1)),
];

/// The changes of voters and withdrawers, and withdrawals. Other instructions are for validators, and displayed as
/// unread.
const VOTE: [Row; 5] = [
    (1, 1, "k4", Does::Controls(Power::Staker, None, Risk::Critical)),
    (3, 3, "U", Does::Withdraws(1)),
    (7, 4, "4", Does::Controls(Power::Staker, Some(3), Risk::Critical)),
    (10, 1, "4xsk", Does::Controls(Power::Staker, None, Risk::Critical)),
    (11, 4, "4xs", Does::Controls(Power::Staker, Some(3), Risk::Critical)),
];

impl InstructionReader<'_> {
    fn authorizes(&mut self, key: Option<&Key>) {
        self.control(Power::Staker, 0, &To::Key(key));
    }

    /// Adds the authority of a new account, or of one without an owner so far.
    fn begins(&mut self, key: Option<&Key>) {
        let effect = self.control(Power::Staker, 0, &To::Key(key));
        let is_own = effect.risk == Risk::Normal;
        effect.risk = Risk::Warning;
        if is_own {
            self.effects.pop();
        }
    }

    fn locks(&mut self) {
        self.changes(0, Risk::Warning, "Lockup");
    }
}

/// The effects of an instruction of Stake.
pub(super) fn read(told: &mut InstructionReader<'_>) -> Option<()> {
    let call = told.call;
    call.has(1)?;
    let input = &mut told.input;
    match number(input, 4)? {
        0 => {
            let (staker, withdrawer): (Key, Key) = (input.array()?, input.array()?);
            let (until_s, epoch, custodian): (_, _, Key) =
                (number(input, 8)?, number(input, 8)?, input.array()?);
            told.begins(Some(&staker));
            told.begins(Some(&withdrawer));
            if until_s != 0 || epoch != 0 {
                told.begins(Some(&custodian));
                told.locks();
            }
        }
        2 => {
            call.has(2)?;
            let on = call.text(0);
            let effect = told.to(1, EffectKind::Stake, Risk::Review);
            (effect.asset, effect.on) = (Some(Asset::Coin), on);
        }
        6 => {
            optional(input)?;
            optional(input)?;
            if input.byte()? != 0 {
                let custodian: Key = input.array()?;
                told.authorizes(Some(&custodian));
            }
            told.locks();
        }
        9 => {
            call.has(4)?;
            told.begins(call.key(2));
            told.begins(call.key(3));
        }
        12 => {
            optional(input)?;
            optional(input)?;
            if call.accounts.len() > 2 {
                told.authorizes(call.key(2));
            }
            told.locks();
        }
        tag => told.by(&ROWS, tag)?,
    }
    Some(())
}

fn optional(input: &mut Input<'_>) -> Option<()> {
    match input.byte()? {
        0 => Some(()),
        1 => number(input, 8).map(drop),
        _ => None,
    }
}

/// The effects of an instruction of Vote.
pub(super) fn vote(told: &mut InstructionReader<'_>) -> Option<()> {
    told.call.has(1)?;
    let tag = number(&mut told.input, 4)?;
    told.by(&VOTE, tag)
}
