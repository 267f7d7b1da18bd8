//! The Token programs: amounts, approvals, authorities. Token-2022 has the same instructions and more
//! ([`super::extensions`]).

use super::{Call, Does, InstructionReader, Row, To, extensions, number, written};
use crate::amount::DECIMALS_MAX;
use crate::namespaces::clauses::Clause;
use crate::namespaces::effects::{Asset, Effect, EffectKind, HowMuch, Power, Risk};
use crate::namespaces::solana::codec::wire::{Input, Key};
use alloc::vec::Vec;
use alloy_primitives::U256;

/// The SPL Token program.
pub(crate) const TOKEN: &str = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
/// The Token-2022 program.
pub(crate) const TOKEN_2022: &str = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb";
/// The number of the instruction that contains several others.
const BATCH: u8 = 255;

/// The instructions without an amount, of both programs.
const ROWS: [Row; 12] = [
    (1, 3, "", Does::Holds(Some(2))),
    (2, 2, "1", Does::Changes(0, Risk::Review, "InitializeMultisig")),
    (9, 3, "", Does::Closes(1)),
    (16, 2, "k", Does::Holds(None)),
    // synchronizes the coin amount; queries sizes or formats
    (17, 0, "", Does::Nothing),
    (18, 2, "k", Does::Holds(None)),
    (19, 2, "1", Does::Changes(0, Risk::Review, "InitializeMultisig")),
    (21, 0, "p", Does::Nothing),
    (22, 0, "", Does::Nothing),
    (23, 0, "8", Does::Nothing),
    (24, 0, "*", Does::Nothing),
    // WithdrawExcessLamports
    (38, 3, "", Does::Withdraws(1)),
];

/// The effects of an instruction of SPL Token.
pub(super) fn read(told: &mut InstructionReader<'_>) -> Option<()> {
    match told.input.byte()? {
        BATCH => batch(told),
        tag => of_both(told, tag),
    }
}

/// The effects of an instruction of Token-2022.
pub(super) fn read_2022(told: &mut InstructionReader<'_>) -> Option<()> {
    if extensions::of_interface(told).is_some() {
        return Some(());
    }
    match told.input.byte()? {
        BATCH => batch(told),
        tag if tag >= extensions::FIRST => extensions::read(told, tag),
        tag => of_both(told, tag),
    }
}

/// Reads consecutive instructions, each with its number of accounts.
fn batch(told: &mut InstructionReader<'_>) -> Option<()> {
    let (call, mut accounts) = (told.call, told.call.accounts);
    while !told.input.0.is_empty() {
        let (count, length) = (usize::from(told.input.byte()?), usize::from(told.input.byte()?));
        let (own, rest) = accounts.split_at_checked(count)?;
        accounts = rest;
        let inner = Call { accounts: own, ..*call };
        let mut one =
            InstructionReader { call: &inner, input: Input(told.input.take(length)?), effects: Vec::new() };
        let tag = one.input.byte().filter(|tag| *tag != BATCH);
        match tag.and_then(|tag| of_both(&mut one, tag)) {
            Some(()) => told.effects.append(&mut one.effects),
            None => told.unread("Token batch"),
        }
        if !one.input.0.is_empty() {
            told.unread("Token batch");
        }
    }
    Some(())
}

/// An amount of a token account. The instruction or the account's data names the mint.
pub(super) struct Units {
    /// The position of the token account.
    pub(super) account: usize,
    /// The position of the mint.
    pub(super) mint: Option<usize>,
    pub(super) units: u64,
    /// The decimals in the instruction, which the program compares.
    pub(super) decimals: Option<u8>,
}

pub(crate) fn how_much(units: u64) -> HowMuch {
    if units == u64::MAX { HowMuch::Any } else { HowMuch::Units(U256::from(units)) }
}

impl Units {
    fn asset(&self, call: &Call<'_>) -> Option<Asset> {
        let mint = match self.mint {
            Some(at) => call.text(at),
            None => call.facts.holding(call.key(self.account)?).map(|holding| written(&holding.mint)),
        };
        mint.map(Asset::Token)
    }

    /// Adds an effect with an amount. For an unknown token, the amount is omitted. Data that only comes from a node
    /// never removes a warning.
    #[inline(never)]
    fn adds<'d>(&self, told: &'d mut InstructionReader<'_>, kind: EffectKind, risk: Risk) -> &'d mut Effect {
        let call = told.call;
        let asset = self.asset(call);
        let least = match (&asset, self.mint) {
            (None, _) => Risk::Warning,
            (_, None) => Risk::Review,
            _ => risk,
        };
        let on = if asset.is_some() { None } else { call.text(self.account) };
        let effect = told.adds(kind, risk.max(least));
        effect.asset = asset;
        effect.amount = Some(how_much(self.units));
        effect.decimals = self.decimals.filter(|of| *of <= DECIMALS_MAX);
        effect.on = on;
        effect
    }

    /// Adds a transfer to a token account, with its owner if known.
    pub(super) fn sends(&self, told: &mut InstructionReader<'_>, to: usize, authority: usize) {
        let call = told.call;
        let owner_of = |at: usize| call.key(at).and_then(|key| call.facts.holding(key)).map(|of| of.owner);
        if call.key(self.account).is_some_and(|key| call.key(to) == Some(key)) {
            return;
        }
        let receiver = owner_of(to);
        let party = receiver.as_ref().map(written).or_else(|| call.text(to));
        if call.is_from(authority) {
            // another owner has approved this account
            let owner = owner_of(self.account).filter(|owner| owner != call.from);
            let (kind, risk) = match owner {
                Some(_) => (EffectKind::Move, Risk::Warning),
                None => (EffectKind::Send, Risk::Normal),
            };
            let effect = self.adds(told, kind, risk);
            // the token account is displayed next to its owner
            if receiver.is_some() {
                effect.on = call.text(to);
            }
            (effect.party, effect.owner) = (party, owner.as_ref().map(written));
            return;
        }
        let from = call.text(self.account);
        // the owner comes from a node, so it never removes a warning
        if !call.is_signed() && receiver.as_ref() == Some(call.from) {
            let effect = self.adds(told, EffectKind::Receive, Risk::Review);
            (effect.party, effect.risk) = (from, Risk::Review);
            return;
        }
        // with the account's signature among several, or without it
        let risk = if call.is_signed() { Risk::Warning } else { Risk::Review };
        let effect = self.adds(told, EffectKind::Move, risk);
        (effect.party, effect.owner) = (party, from);
    }
}

/// Reads an optional key with a leading byte. Some encoders write zeros for none.
pub(super) fn option_of_key(input: &mut Input<'_>) -> Option<Option<Key>> {
    match input.byte()? {
        0 => {
            if input.0.len() == 32 && input.0.iter().all(|byte| *byte == 0) {
                input.take(32)?;
            }
            Some(None)
        }
        1 => Some(Some(input.array()?)),
        _ => None,
    }
}

fn authority(told: &mut InstructionReader<'_>) -> Option<()> {
    let call = told.call;
    call.has(2)?;
    let kind = told.input.byte()?;
    let key = option_of_key(&mut told.input)?;
    let power = match kind {
        2 => Power::Holding,
        3 => Power::Closing,
        _ => Power::Issuer,
    };
    let is_account = power != Power::Issuer;
    let asset = match is_account {
        true => call.key(0).and_then(|of| call.facts.holding(of)).map(|of| written(&of.mint)),
        false => call.text(0),
    };
    let to = key.as_ref().map_or(To::Nobody, |key| To::Key(Some(key)));
    let effect = told.control(power, 0, &to);
    // only the owner can close it
    if power == Power::Closing && key.is_none() {
        effect.risk = Risk::Normal;
    }
    effect.asset = asset.map(Asset::Token);
    if !is_account {
        effect.on = None;
    }
    Some(())
}

/// The effects of SPL Token's instructions, with their accounts in its order.
fn of_both(told: &mut InstructionReader<'_>, tag: u8) -> Option<()> {
    let call = told.call;
    // the minimum number of accounts, the token account, the mint if included, and whether the decimals are included
    let (count, account, mint, has_decimals) = match tag {
        3 | 4 => (3, 0, None, false),
        5 => (2, 0, None, false),
        7 | 14 => (3, 1, Some(0), tag == 14),
        8 | 15 => (3, 0, Some(1), tag == 15),
        12 | 13 => (4, 0, Some(1), true),
        _ => return without_amount(told, tag),
    };
    call.has(count)?;
    let units = if tag == 5 { 0 } else { number(&mut told.input, 8)? };
    let decimals = if has_decimals { Some(told.input.byte()?) } else { None };
    let units = Units { account, mint, units, decimals };
    match tag {
        3 => units.sends(told, 1, 2),
        12 => units.sends(told, 2, 3),
        4 | 13 => {
            let risk = if units.units == 0 { Risk::Normal } else { Risk::Warning };
            units.adds(told, EffectKind::Allow, risk).party = call.text(if tag == 4 { 1 } else { 2 });
        }
        5 => units.adds(told, EffectKind::Allow, Risk::Normal).risk = Risk::Normal,
        7 | 14 => units.adds(told, Clause::Mint.into(), Clause::Mint.risk()).party = call.text(1),
        _ => {
            units.adds(told, EffectKind::Burn, Risk::Warning);
        }
    }
    Some(())
}

fn without_amount(told: &mut InstructionReader<'_>, tag: u8) -> Option<()> {
    let call = told.call;
    match tag {
        0 | 20 => {
            call.has(1)?;
            told.input.byte()?;
            let (mint, freeze): (Key, _) = (told.input.array()?, option_of_key(&mut told.input)?);
            told.first(Power::Issuer, Some(&mint));
            told.first(Power::Issuer, freeze.as_ref());
        }
        6 => authority(told)?,
        10 | 11 => {
            call.has(3)?;
            let clause = if tag == 10 { Clause::Freeze } else { Clause::Thaw };
            told.on(0, clause.into(), Risk::Warning).asset = call.text(1).map(Asset::Token);
        }
        25 => {
            call.has(1)?;
            let key = option_of_key(&mut told.input)?;
            told.first(Power::Issuer, key.as_ref());
        }
        // UnwrapLamports: all of them, or an amount
        45 => {
            call.has(3)?;
            let units = match told.input.byte()? {
                0 => None,
                _ => Some(number(&mut told.input, 8)?),
            };
            told.withdraws(0, 1, units);
        }
        tag => told.by(&ROWS, tag.into())?,
    }
    Some(())
}
