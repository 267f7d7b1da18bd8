//! The extensions of Token-2022. The first byte selects the extension, the second one the instruction.

use super::token::{Units, option_of_key};
use super::{Does, InstructionReader, Row, To, number, some_key, written};
use crate::namespaces::effects::{Asset, EffectKind, Power, Risk};
use crate::namespaces::solana::codec::wire::Input;

/// Instructions from this number on belong to an extension.
pub(super) const FIRST: u8 = 26;

/// The number of a row, from the first byte and the second one, which is below 3.
const fn of(first: u8, second: u8) -> u8 {
    4 * (first - FIRST) + second
}

const ROWS: [Row; 23] = [
    (of(28, 0), 1, "1", Does::Rules(Risk::Review, "DefaultAccountState")),
    (of(28, 1), 1, "1", Does::Rules(Risk::Warning, "DefaultAccountState")),
    (of(28, 2), 1, "1", Does::Rules(Risk::Warning, "DefaultAccountState")),
    (of(29, 0), 1, "p", Does::Changes(0, Risk::Review, "Reallocate")),
    (of(30, 0), 1, "", Does::Changes(0, Risk::Review, "MemoTransfer")),
    (of(30, 1), 1, "", Does::Changes(0, Risk::Review, "MemoTransfer")),
    (of(30, 2), 1, "", Does::Changes(0, Risk::Review, "MemoTransfer")),
    (of(31, 0), 1, "", Does::Changes(1, Risk::Review, "CreateNativeMint")),
    (of(32, 0), 1, "", Does::Rules(Risk::Review, "NonTransferable")),
    (of(33, 0), 1, "K2", Does::Begins("InterestBearing")),
    (of(33, 1), 1, "2", Does::Rules(Risk::Warning, "InterestRate")),
    (of(33, 2), 1, "2", Does::Rules(Risk::Warning, "InterestRate")),
    (of(34, 0), 1, "", Does::Changes(0, Risk::Review, "CpiGuard on")),
    // programs can act for the account again
    (of(34, 1), 1, "", Does::Changes(0, Risk::Warning, "CpiGuard off")),
    (of(34, 2), 1, "", Does::Changes(0, Risk::Warning, "CpiGuard off")),
    (of(35, 0), 1, "k", Does::Begins("PermanentDelegate")),
    (of(38, 0), 3, "", Does::Withdraws(1)),
    (of(43, 0), 1, "K8", Does::Begins("ScaledUiAmount")),
    (of(43, 1), 1, "88", Does::Rules(Risk::Warning, "ScaledUiAmount")),
    (of(43, 2), 1, "88", Does::Rules(Risk::Warning, "ScaledUiAmount")),
    (of(44, 0), 1, "k", Does::Begins("Pausable")),
    (of(44, 1), 1, "", Does::Rules(Risk::Warning, "Pause")),
    (of(44, 2), 1, "", Does::Rules(Risk::Warning, "Resume")),
];

/// Like [`super::read`]. The first byte has been read.
pub(super) fn read(told: &mut InstructionReader<'_>, first: u8) -> Option<()> {
    told.call.has(1)?;
    let second = match first {
        26 => return fees(told),
        27 | 37 | 42 => {
            told.input.0 = &[];
            told.unread("Confidential transfer");
            return Some(());
        }
        36 | 39..=41 => return pair(told, first),
        29 | 31 | 32 | 35 | 38 => 0,
        28 | 30 | 33 | 34 | 43 | 44 => second(&mut told.input)?,
        _ => return None,
    };
    told.by(&ROWS, of(first, second).into())
}

/// Reads the second byte: 0, or one of the few others.
fn second(input: &mut Input<'_>) -> Option<u8> {
    input.byte().filter(|of| *of <= 2)
}

/// An authority and an address for a new token. Later, only the address changes.
fn pair(told: &mut InstructionReader<'_>, first: u8) -> Option<()> {
    let (name, later) = match first {
        36 => ("TransferHook", Risk::Warning),
        39 => ("MetadataPointer", Risk::Review),
        40 => ("GroupPointer", Risk::Review),
        _ => ("GroupMemberPointer", Risk::Review),
    };
    let is_new = second(&mut told.input)? == 0;
    let key = some_key(&mut told.input)?;
    // the program of a hook, or the address of the metadata
    let named = if is_new { some_key(&mut told.input)? } else { key };
    told.rules(if is_new { Risk::Review } else { later }, name);
    if let Some(effect) = told.effects.last_mut() {
        effect.party = named.as_ref().map(written);
    }
    if is_new {
        told.first(Power::Issuer, key.as_ref());
    }
    Some(())
}

/// The effect of setting the transfer fee, which the issuer receives.
fn fees(told: &mut InstructionReader<'_>) -> Option<()> {
    let call = told.call;
    let input = &mut told.input;
    match input.byte()? {
        0 => {
            let keys = [option_of_key(input)?, option_of_key(input)?];
            input.take(2 + 8)?;
            told.rules(Risk::Review, "TransferFee");
            keys.iter().for_each(|key| told.first(Power::Issuer, key.as_ref()));
        }
        1 => {
            call.has(4)?;
            let (units, decimals) = (number(input, 8)?, Some(input.byte()?));
            input.take(8)?;
            Units { account: 0, mint: Some(1), units, decimals }.sends(told, 2, 3);
        }
        of @ (2 | 3) => {
            call.has(3)?;
            if of == 3 {
                input.byte()?;
            }
            told.to(1, EffectKind::Move, Risk::Warning).asset = call.text(0).map(Asset::Token);
        }
        4 => told.rules(Risk::Normal, "HarvestWithheldTokens"),
        5 => {
            input.take(2 + 8)?;
            told.rules(Risk::Warning, "TransferFee");
        }
        _ => return None,
    }
    Some(())
}

/// The first eight bytes of the metadata and group instructions that transfer the authority.
const HANDS_OVER: [[u8; 8]; 2] = [
    // spl_token_metadata_interface: UpdateAuthority; spl_token_group_interface: UpdateGroupAuthority
    [215, 228, 166, 228, 84, 100, 86, 123],
    [161, 105, 88, 1, 237, 221, 216, 203],
];
/// The first eight bytes of the other metadata and group instructions.
const DESCRIBES: [[u8; 8]; 7] = [
    // Initialize, UpdateField, RemoveKey, Emit; InitializeGroup, UpdateGroupMaxSize, InitializeMember
    [210, 225, 30, 162, 88, 184, 77, 141],
    [221, 233, 49, 45, 181, 202, 220, 200],
    [234, 18, 32, 56, 89, 141, 37, 181],
    [250, 166, 180, 250, 13, 12, 184, 70],
    [121, 113, 108, 39, 54, 51, 0, 4],
    [108, 37, 171, 143, 248, 30, 18, 110],
    [152, 32, 222, 176, 223, 237, 116, 134],
];

/// The effects of metadata and group instructions, which other programs can use too. `None` for any other instruction.
pub(super) fn of_interface(told: &mut InstructionReader<'_>) -> Option<()> {
    let (name, rest) = told.input.0.split_first_chunk::<8>()?;
    if DESCRIBES.contains(name) {
        // names and URLs, without any transfer
        told.input.0 = &[];
        told.rules(Risk::Review, "TokenMetadata");
        return Some(());
    }
    HANDS_OVER.contains(name).then_some(())?;
    let mut rest = Input(rest);
    let key = some_key(&mut rest)?;
    told.input.0 = rest.0;
    let asset = told.call.text(0).map(Asset::Token);
    let to = key.as_ref().map_or(To::Nobody, |key| To::Key(Some(key)));
    let effect = told.control(Power::Issuer, 0, &to);
    (effect.asset, effect.on) = (asset, None);
    Some(())
}
