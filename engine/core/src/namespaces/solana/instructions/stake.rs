//! Stake: coins that are locked up for a reward. And what of Vote gives a validator's account away.

use super::{Call, To, change, control, number, seed, withdrawn};
use crate::namespaces::deeds::{Asset, Deed, DeedKind, HowMuch, Power, Weight};
use crate::namespaces::solana::wire::{Input, Key};
use alloc::vec::Vec;
use alloy_primitives::U256;

fn authorized(call: &Call<'_>, key: Option<&Key>) -> Deed {
    control(call, Power::Staker, 0, &To::Key(key))
}

/// Of an account that is new, or is made to be somebody's: nobody else decided about it before.
fn begun(call: &Call<'_>, key: Option<&Key>) -> Option<Deed> {
    let deed = authorized(call, key);
    (deed.weight > Weight::Plain).then_some(Deed { weight: Weight::Risky, ..deed })
}

/// As [`super::read`].
pub(super) fn read(call: &Call<'_>, input: &mut Input<'_>) -> Option<Vec<Deed>> {
    let one = |deed: Deed| -> Vec<Deed> { [deed].into() };
    call.has(1)?;
    Some(match number::<4>(input)? {
        0 => {
            let (staker, withdrawer): (Key, Key) = (input.array()?, input.array()?);
            let (until_s, epoch, custodian) = (number::<8>(input)?, number::<8>(input)?, input.array()?);
            let mut deeds: Vec<Deed> =
                [&staker, &withdrawer].into_iter().filter_map(|key| begun(call, Some(key))).collect();
            if until_s != 0 || epoch != 0 {
                deeds.extend(begun(call, Some(&custodian)));
                deeds.push(change(call, 0, Weight::Risky, "Lockup"));
            }
            deeds
        }
        1 => {
            let key: Key = input.array()?;
            number::<4>(input)?;
            one(authorized(call, Some(&key)))
        }
        2 => {
            call.has(2)?;
            let asset = Some(Asset::Coin);
            one(Deed {
                asset,
                party: call.text(1),
                on: call.text(0),
                ..Deed::of(DeedKind::Stake, Weight::Look)
            })
        }
        3 => {
            call.has(3)?;
            let amount = Some(HowMuch::Units(U256::from(number::<8>(input)?)));
            let asset = Some(Asset::Coin);
            let deed = Deed::of(DeedKind::Move, Weight::Look);
            one(Deed { asset, amount, party: call.text(1), owner: call.text(0), ..deed })
        }
        4 => {
            call.has(5)?;
            one(withdrawn(call, 0, 1, Some(number::<8>(input)?)))
        }
        5 => one(change(call, 0, Weight::Look, "Deactivate")),
        6 => {
            optional::<8>(input)?;
            optional::<8>(input)?;
            let custodian = match input.byte()? {
                0 => None,
                _ => Some(input.array()?),
            };
            let custodian = custodian.as_ref().map(|key| authorized(call, Some(key)));
            custodian.into_iter().chain([change(call, 0, Weight::Risky, "Lockup")]).collect()
        }
        // what is in the one goes into the other
        7 => {
            call.has(5)?;
            one(merged(call, 1, 0, None))
        }
        8 => {
            let key: Key = input.array()?;
            number::<4>(input)?;
            seed(input)?;
            let _owner: Key = input.array()?;
            one(authorized(call, Some(&key)))
        }
        9 => {
            call.has(4)?;
            [call.key(2), call.key(3)].into_iter().filter_map(|key| begun(call, key)).collect()
        }
        10 => {
            call.has(4)?;
            number::<4>(input)?;
            one(authorized(call, call.key(3)))
        }
        11 => {
            call.has(4)?;
            number::<4>(input)?;
            seed(input)?;
            let _owner: Key = input.array()?;
            one(authorized(call, call.key(3)))
        }
        12 => {
            optional::<8>(input)?;
            optional::<8>(input)?;
            let custodian = (call.accounts.len() > 2).then(|| authorized(call, call.key(2)));
            custodian.into_iter().chain([change(call, 0, Weight::Risky, "Lockup")]).collect()
        }
        13 => Vec::new(),
        14 => one(change(call, 0, Weight::Look, "DeactivateDelinquent")),
        16 | 17 => {
            call.has(3)?;
            one(merged(call, 0, 1, Some(number::<8>(input)?)))
        }
        _ => return None,
    })
}

/// Staked coins go from one account into another: both obey the same authorities, or the program refuses.
fn merged(call: &Call<'_>, from: usize, to: usize, units: Option<u64>) -> Deed {
    Deed {
        asset: Some(Asset::Coin),
        amount: units.map(|units| HowMuch::Units(U256::from(units))),
        party: call.text(to),
        owner: call.text(from),
        ..Deed::of(DeedKind::Move, Weight::Look)
    }
}

fn optional<const N: usize>(input: &mut Input<'_>) -> Option<Option<u64>> {
    match input.byte()? {
        0 => Some(None),
        1 => number::<N>(input).map(Some),
        _ => None,
    }
}

/// Vote: who may vote or withdraw, and what is withdrawn. The rest is a validator's and is said to be unread.
pub(super) fn vote(call: &Call<'_>, input: &mut Input<'_>) -> Option<Vec<Deed>> {
    let one = |deed: Deed| -> Vec<Deed> { [deed].into() };
    call.has(1)?;
    Some(match number::<4>(input)? {
        1 => {
            let key: Key = input.array()?;
            number::<4>(input)?;
            one(authorized(call, Some(&key)))
        }
        3 => {
            call.has(3)?;
            one(withdrawn(call, 0, 1, Some(number::<8>(input)?)))
        }
        7 => {
            call.has(4)?;
            number::<4>(input)?;
            one(authorized(call, call.key(3)))
        }
        10 => {
            number::<4>(input)?;
            let _owner: Key = input.array()?;
            seed(input)?;
            let key: Key = input.array()?;
            one(authorized(call, Some(&key)))
        }
        11 => {
            call.has(4)?;
            number::<4>(input)?;
            let _owner: Key = input.array()?;
            seed(input)?;
            one(authorized(call, call.key(3)))
        }
        _ => return None,
    })
}
