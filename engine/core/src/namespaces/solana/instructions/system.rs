//! The System program: coins, accounts, nonces.

use super::{Call, To, change, control, lamports, number, seed, sent, unread, withdrawn};
use crate::namespaces::deeds::{Deed, DeedKind, Power, Weight};
use crate::namespaces::solana::wire::{Input, Key};
use alloc::vec::Vec;

/// The System program itself: what belongs to it are plain accounts.
const SYSTEM: Key = [0; 32];

/// As [`super::read`].
pub(super) fn read(call: &Call<'_>, input: &mut Input<'_>) -> Option<Vec<Deed>> {
    Some(match number::<4>(input)? {
        0 => {
            call.has(2)?;
            let (units, _, owner) = (number::<8>(input)?, number::<8>(input)?, input.array()?);
            opened(call, units, &owner)
        }
        1 => {
            call.has(1)?;
            [assigned(call, 0, &input.array()?)].into()
        }
        2 => {
            call.has(2)?;
            sent(call, 0, 1, number::<8>(input)?)
        }
        3 => {
            call.has(2)?;
            let _base: Key = input.array()?;
            seed(input)?;
            let (units, _, owner) = (number::<8>(input)?, number::<8>(input)?, input.array()?);
            opened(call, units, &owner)
        }
        4 => {
            call.has(3)?;
            [change(call, 0, Weight::Plain, "AdvanceNonce")].into()
        }
        5 => {
            call.has(5)?;
            [withdrawn(call, 0, 1, Some(number::<8>(input)?))].into()
        }
        6 => {
            call.has(1)?;
            let authority: Key = input.array()?;
            // an account that is new: nobody decided about it before
            let deed = control(call, Power::Nonce, 0, &To::Key(Some(&authority)));
            [Deed { weight: deed.weight.min(Weight::Risky), ..deed }].into()
        }
        7 => {
            call.has(2)?;
            let authority: Key = input.array()?;
            [control(call, Power::Nonce, 0, &To::Key(Some(&authority)))].into()
        }
        8 => {
            call.has(1)?;
            number::<8>(input)?;
            [allocated(call, 0)].into()
        }
        9 => {
            call.has(2)?;
            let _base: Key = input.array()?;
            seed(input)?;
            number::<8>(input)?;
            [assigned(call, 0, &input.array()?)].into()
        }
        10 => {
            call.has(2)?;
            let _base: Key = input.array()?;
            seed(input)?;
            [assigned(call, 0, &input.array()?)].into()
        }
        11 => {
            call.has(3)?;
            let units = number::<8>(input)?;
            seed(input)?;
            let _owner: Key = input.array()?;
            [withdrawn(call, 0, 2, Some(units))].into()
        }
        12 => {
            call.has(1)?;
            [change(call, 0, Weight::Plain, "UpgradeNonce")].into()
        }
        _ => return None,
    })
}

/// An account is made: coins go into it, and it belongs to a program.
fn opened(call: &Call<'_>, units: u64, owner: &Key) -> Vec<Deed> {
    let (asset, amount) = lamports(units);
    // who pays is the first one; an account that is itself made into another is lost
    if call.is_from(1) {
        return [assigned(call, 1, owner)].into();
    }
    let owner = call.text(0).filter(|_| !call.is_from(0));
    [Deed { asset, amount, party: call.text(1), owner, ..Deed::of(DeedKind::Open, Weight::Look) }].into()
}

/// An account belongs to a program from now on, which alone decides about it.
fn assigned(call: &Call<'_>, at: usize, owner: &Key) -> Deed {
    let deed = control(call, Power::Account, at, &To::Key(Some(owner)));
    let weight = if *owner == SYSTEM { Weight::Plain } else { Weight::Grave };
    Deed { weight, ..deed }
}

/// An account gets room for data. One with data sends no coins any more.
fn allocated(call: &Call<'_>, at: usize) -> Deed {
    match call.is_from(at) {
        true => Deed { weight: Weight::Grave, ..unread("Allocate") },
        false => change(call, at, Weight::Plain, "Allocate"),
    }
}
