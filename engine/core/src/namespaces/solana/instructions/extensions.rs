//! What Token-2022 has beyond SPL Token: each extension has one first byte and a second one for what it is told.

use super::token::{Units, first, option_of_key};
use super::{Call, To, change, control, number, some_key, unread, withdrawn};
use crate::namespaces::deeds::{Asset, Deed, DeedKind, Power, Weight};
use crate::namespaces::solana::wire::{Input, Key};
use alloc::vec::Vec;

/// From here on an instruction is one of an extension.
pub(super) const FIRST: u8 = 26;

/// As [`super::read`].
pub(super) fn read(call: &Call<'_>, input: &mut Input<'_>) -> Option<Vec<Deed>> {
    let one = |deed: Deed| -> Vec<Deed> { [deed].into() };
    let rule = |name: &str, weight| of_token(call, change(call, 0, weight, name));
    call.has(1)?;
    Some(match input.byte()? {
        26 => return fees(call, input),
        27 | 37 | 42 => {
            input.0 = &[];
            one(unread("Confidential transfer"))
        }
        28 => {
            let is_new = second(input)? == 0;
            input.byte()?;
            one(rule("DefaultAccountState", if is_new { Weight::Look } else { Weight::Risky }))
        }
        29 => {
            while !input.0.is_empty() {
                number::<2>(input)?;
            }
            one(change(call, 0, Weight::Look, "Reallocate"))
        }
        30 => {
            second(input)?;
            one(change(call, 0, Weight::Look, "MemoTransfer"))
        }
        31 => one(change(call, 1, Weight::Look, "CreateNativeMint")),
        32 => one(rule("NonTransferable", Weight::Look)),
        33 => match second(input)? {
            0 => {
                let key = some_key(input)?;
                number::<2>(input)?;
                begun(call, "InterestBearing", &[key])
            }
            _ => {
                number::<2>(input)?;
                one(rule("InterestRate", Weight::Risky))
            }
        },
        34 => match second(input)? {
            0 => one(change(call, 0, Weight::Look, "CpiGuard on")),
            // programs may do in the account's name again what the guard held off
            _ => one(change(call, 0, Weight::Risky, "CpiGuard off")),
        },
        35 => {
            let key: Key = input.array()?;
            begun(call, "PermanentDelegate", &[Some(key)])
        }
        36 => pair(call, input, "TransferHook", Weight::Risky)?,
        38 => {
            call.has(3)?;
            one(withdrawn(call, 0, 1, None))
        }
        39 => pair(call, input, "MetadataPointer", Weight::Look)?,
        40 => pair(call, input, "GroupPointer", Weight::Look)?,
        41 => pair(call, input, "GroupMemberPointer", Weight::Look)?,
        43 => match second(input)? {
            0 => {
                let key = some_key(input)?;
                number::<8>(input)?;
                begun(call, "ScaledUiAmount", &[key])
            }
            _ => {
                number::<8>(input)?;
                number::<8>(input)?;
                one(rule("ScaledUiAmount", Weight::Risky))
            }
        },
        44 => match second(input)? {
            0 => {
                let key: Key = input.array()?;
                begun(call, "Pausable", &[Some(key)])
            }
            1 => one(rule("Pause", Weight::Risky)),
            _ => one(rule("Resume", Weight::Risky)),
        },
        _ => return None,
    })
}

/// The second byte: 0, or one of the few others.
fn second(input: &mut Input<'_>) -> Option<u8> {
    input.byte().filter(|of| *of <= 2)
}

fn of_token(call: &Call<'_>, deed: Deed) -> Deed {
    Deed { asset: call.text(0).map(Asset::Token), on: None, ..deed }
}

/// A rule of a new token, and who may change it.
fn begun(call: &Call<'_>, name: &str, keys: &[Option<Key>]) -> Vec<Deed> {
    let rule = of_token(call, change(call, 0, Weight::Look, name));
    let others = keys.iter().filter_map(|key| first(call, Power::Issuer, 0, key.as_ref()));
    core::iter::once(rule).chain(others).collect()
}

/// An authority and an address of a new token; later the address alone.
fn pair(call: &Call<'_>, input: &mut Input<'_>, name: &str, later: Weight) -> Option<Vec<Deed>> {
    Some(match second(input)? {
        0 => {
            let key = some_key(input)?;
            some_key(input)?;
            begun(call, name, &[key])
        }
        _ => {
            some_key(input)?;
            [of_token(call, change(call, 0, later, name))].into()
        }
    })
}

/// The fee of each transfer, which its issuer keeps.
fn fees(call: &Call<'_>, input: &mut Input<'_>) -> Option<Vec<Deed>> {
    let taken = |to: usize| Deed {
        asset: call.text(0).map(Asset::Token),
        party: call.text(to),
        ..Deed::of(DeedKind::Move, Weight::Risky)
    };
    Some(match input.byte()? {
        0 => {
            let keys = [option_of_key(input)?, option_of_key(input)?];
            number::<2>(input)?;
            number::<8>(input)?;
            begun(call, "TransferFee", &keys)
        }
        1 => {
            call.has(4)?;
            let (units, decimals) = (number::<8>(input)?, Some(input.byte()?));
            number::<8>(input)?;
            let units = Units { account: 0, mint: Some(1), units, decimals };
            units.sent(call, 2, 3)
        }
        2 => {
            call.has(3)?;
            [taken(1)].into()
        }
        3 => {
            call.has(3)?;
            input.byte()?;
            [taken(1)].into()
        }
        4 => [of_token(call, change(call, 0, Weight::Plain, "HarvestWithheldTokens"))].into(),
        5 => {
            number::<2>(input)?;
            number::<8>(input)?;
            [of_token(call, change(call, 0, Weight::Risky, "TransferFee"))].into()
        }
        _ => return None,
    })
}

/// Metadata and groups, which other programs may have as well: known by the first eight bytes.
pub(super) fn of_interface(call: &Call<'_>, input: &mut Input<'_>) -> Option<Vec<Deed>> {
    let (name, rest) = input.0.split_first_chunk::<8>()?;
    let mut rest = Input(rest);
    let is_handed_over = match name {
        // spl_token_metadata_interface: UpdateAuthority; spl_token_group_interface: UpdateGroupAuthority
        [215, 228, 166, 228, 84, 100, 86, 123] | [161, 105, 88, 1, 237, 221, 216, 203] => true,
        // Initialize, UpdateField, RemoveKey, Emit; InitializeGroup, UpdateGroupMaxSize, InitializeMember
        [210, 225, 30, 162, 88, 184, 77, 141]
        | [221, 233, 49, 45, 181, 202, 220, 200]
        | [234, 18, 32, 56, 89, 141, 37, 181]
        | [250, 166, 180, 250, 13, 12, 184, 70]
        | [121, 113, 108, 39, 54, 51, 0, 4]
        | [108, 37, 171, 143, 248, 30, 18, 110]
        | [152, 32, 222, 176, 223, 237, 116, 134] => false,
        _ => return None,
    };
    let deed = if is_handed_over {
        let key = some_key(&mut rest)?;
        let to = key.as_ref().map_or(To::Nobody, |key| To::Key(Some(key)));
        let deed = control(call, Power::Issuer, 0, &to);
        input.0 = rest.0;
        Deed { asset: call.text(0).map(Asset::Token), on: None, ..deed }
    } else {
        // names and addresses of pictures: what they are called by, and nothing that moves
        input.0 = &[];
        of_token(call, change(call, 0, Weight::Look, "TokenMetadata"))
    };
    Some([deed].into())
}
