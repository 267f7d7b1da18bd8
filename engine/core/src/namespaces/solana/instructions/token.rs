//! The Token programs: amounts, allowances, authorities. Token-2022 has the same instructions and more ([`super::extensions`]).

use super::{Call, To, change, closed, control, extensions, number, unread, withdrawn, written};
use crate::amount::DECIMALS_MAX;
use crate::namespaces::deeds::{Asset, Deed, DeedKind, HowMuch, Power, Weight};
use crate::namespaces::solana::wire::{Input, Key};
use alloc::vec::Vec;
use alloy_primitives::U256;

/// SPL Token.
pub(in crate::namespaces::solana) const TOKEN: &str = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
/// Token-2022.
pub(in crate::namespaces::solana) const TOKEN_2022: &str = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb";
/// Several instructions in one.
const BATCH: u8 = 255;

/// As [`super::read`].
pub(super) fn read(call: &Call<'_>, input: &mut Input<'_>) -> Option<Vec<Deed>> {
    match *input.0.first()? {
        BATCH => batch(call, input),
        _ => of_both(call, input.byte()?, input),
    }
}

/// As [`super::read`], of Token-2022.
pub(super) fn read_2022(call: &Call<'_>, input: &mut Input<'_>) -> Option<Vec<Deed>> {
    if let Some(deeds) = extensions::of_interface(call, input) {
        return Some(deeds);
    }
    match *input.0.first()? {
        BATCH => batch(call, input),
        tag if tag >= extensions::FIRST => extensions::read(call, input),
        _ => of_both(call, input.byte()?, input),
    }
}

/// Instructions one after the other, each with so many of the accounts.
fn batch(call: &Call<'_>, input: &mut Input<'_>) -> Option<Vec<Deed>> {
    input.byte()?;
    let (mut deeds, mut accounts) = (Vec::new(), call.accounts);
    while !input.0.is_empty() {
        let (count, length) = (usize::from(input.byte()?), usize::from(input.byte()?));
        let (own, rest) = accounts.split_at_checked(count)?;
        accounts = rest;
        let mut data = Input(input.take(length)?);
        let inner = Call { accounts: own, ..*call };
        let tag = data.byte();
        match tag.filter(|tag| *tag != BATCH).and_then(|tag| of_both(&inner, tag, &mut data)) {
            Some(read) => deeds.extend(read),
            None => deeds.push(unread("Token batch")),
        }
        if !data.0.is_empty() {
            deeds.push(unread("Token batch"));
        }
    }
    Some(deeds)
}

/// An amount of a token account. The mint is in the instruction, or known of the account.
pub(super) struct Units {
    /// Of the token account that it is about.
    pub(super) account: usize,
    /// Where the instruction has the mint.
    pub(super) mint: Option<usize>,
    pub(super) units: u64,
    /// As the instruction has them, and the program compares.
    pub(super) decimals: Option<u8>,
}

pub(in crate::namespaces::solana) fn how_much(units: u64) -> HowMuch {
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

    /// A deed about so much; of a token that is not known it is not said how much. What only a node says is never passed on unread.
    fn deed(&self, call: &Call<'_>, kind: DeedKind, weight: Weight) -> Deed {
        let asset = self.asset(call);
        let least = match (&asset, self.mint) {
            (None, _) => Weight::Risky,
            (_, None) => Weight::Look,
            _ => weight,
        };
        let on = if asset.is_some() { None } else { call.text(self.account) };
        let decimals = self.decimals.filter(|of| *of <= DECIMALS_MAX);
        Deed { asset, amount: Some(how_much(self.units)), decimals, on, ..Deed::of(kind, weight.max(least)) }
    }

    /// They go to a token account. Whose it is is said where that is known.
    pub(super) fn sent(&self, call: &Call<'_>, to: usize, authority: usize) -> Vec<Deed> {
        let owner_of = |at: usize| call.key(at).and_then(|key| call.facts.holding(key)).map(|of| of.owner);
        if call.key(self.account).is_some_and(|key| call.key(to) == Some(key)) {
            return Vec::new();
        }
        let is_own = owner_of(to).as_ref() == Some(call.from);
        let party = owner_of(to).map(|owner| written(&owner)).or_else(|| call.text(to));
        if call.is_from(authority) {
            // somebody has let the account take what is theirs
            let owner = owner_of(self.account).filter(|owner| owner != call.from);
            let deed = match owner {
                Some(_) => self.deed(call, DeedKind::Move, Weight::Risky),
                None => self.deed(call, DeedKind::Send, Weight::Plain),
            };
            // the token account itself is said beside whose it is
            let on = owner_of(to).and_then(|_| call.text(to)).or(deed.on);
            return [Deed { party, owner: owner.as_ref().map(written), on, ..deed }].into();
        }
        // with the account's signature among several, or without it
        let (kind, weight) = match (call.is_signed(), is_own) {
            (true, _) => (DeedKind::Move, Weight::Risky),
            // by the word of a node: it makes nothing pass unread
            (false, true) => (DeedKind::Receive, Weight::Look),
            (false, false) => (DeedKind::Move, Weight::Look),
        };
        let owner = call.text(self.account);
        let deed = self.deed(call, kind, weight);
        match kind {
            DeedKind::Receive => [Deed { party: owner, weight, ..deed }].into(),
            _ => [Deed { party, owner, ..deed }].into(),
        }
    }
}

fn allowed(call: &Call<'_>, units: &Units, delegate: usize) -> Deed {
    let weight = if units.units == 0 { Weight::Plain } else { Weight::Risky };
    Deed { party: call.text(delegate), ..units.deed(call, DeedKind::Allow, weight) }
}

/// A key, or that there is none: with a byte before it. Some write zeros where there is none.
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

fn to(key: Option<&Key>) -> To<'_> {
    key.map_or(To::Nobody, |key| To::Key(Some(key)))
}

/// An authority of something that is new: nobody had it before.
pub(super) fn first(call: &Call<'_>, power: Power, on: usize, key: Option<&Key>) -> Option<Deed> {
    let key = key?;
    let deed = control(call, power, on, &To::Key(Some(key)));
    Some(Deed { weight: deed.weight.min(Weight::Look), ..deed })
}

/// A new token account is somebody's: what goes into it is theirs.
fn held(call: &Call<'_>, owner: Option<&Key>) -> Vec<Deed> {
    let deed = control(call, Power::Holding, 0, &To::Key(owner));
    let weight = deed.weight.min(Weight::Risky);
    let asset = call.text(1).map(Asset::Token);
    let deed = Deed { weight, asset, ..deed };
    // whoever pays for it may have signed another instruction
    if weight == Weight::Plain { Vec::new() } else { [deed].into() }
}

fn authority(call: &Call<'_>, input: &mut Input<'_>) -> Option<Deed> {
    call.has(2)?;
    let kind = input.byte()?;
    let key = option_of_key(input)?;
    let power = match kind {
        2 => Power::Holding,
        3 => Power::Closing,
        _ => Power::Issuer,
    };
    let deed = control(call, power, 0, &to(key.as_ref()));
    // nobody but the owner may close it
    let weight = if kind == 3 && key.is_none() { Weight::Plain } else { deed.weight };
    let asset = match kind {
        2 | 3 => call.key(0).and_then(|of| call.facts.holding(of)).map(|of| written(&of.mint)),
        _ => call.text(0),
    };
    let on = deed.on.filter(|_| kind == 2 || kind == 3);
    Some(Deed { weight, asset: asset.map(Asset::Token), on, ..deed })
}

/// Instructions of SPL Token, with their accounts in its order.
fn of_both(call: &Call<'_>, tag: u8, input: &mut Input<'_>) -> Option<Vec<Deed>> {
    let amount = |account| move |units| Units { account, mint: None, units, decimals: None };
    // the decimals of the token go along in some
    let of_mint = |account, mint, has_decimals, input: &mut Input<'_>| {
        let units = number::<8>(input)?;
        let decimals = if has_decimals { Some(input.byte()?) } else { None };
        Some(Units { account, mint: Some(mint), units, decimals })
    };
    let one = |deed: Deed| -> Vec<Deed> { [deed].into() };
    Some(match tag {
        0 | 20 => {
            call.has(1)?;
            input.byte()?;
            let (mint, freeze): (Key, _) = (input.array()?, option_of_key(input)?);
            let both = [Some(&mint), freeze.as_ref()];
            both.into_iter().filter_map(|key| first(call, Power::Issuer, 0, key)).collect()
        }
        1 => {
            call.has(3)?;
            held(call, call.key(2))
        }
        16 | 18 => {
            call.has(2)?;
            held(call, Some(&input.array()?))
        }
        2 | 19 => {
            call.has(2)?;
            input.byte()?;
            one(change(call, 0, Weight::Look, "InitializeMultisig"))
        }
        3 => {
            call.has(3)?;
            amount(0)(number::<8>(input)?).sent(call, 1, 2)
        }
        4 => {
            call.has(3)?;
            one(allowed(call, &amount(0)(number::<8>(input)?), 1))
        }
        5 => {
            call.has(2)?;
            let revoked = amount(0)(0);
            one(Deed { weight: Weight::Plain, ..revoked.deed(call, DeedKind::Allow, Weight::Plain) })
        }
        6 => one(authority(call, input)?),
        7 | 14 => {
            call.has(3)?;
            let units = of_mint(1, 0, tag == 14, input)?;
            one(Deed { party: call.text(1), ..units.deed(call, DeedKind::Mint, Weight::Look) })
        }
        8 | 15 => {
            call.has(3)?;
            let units = of_mint(0, 1, tag == 15, input)?;
            one(units.deed(call, DeedKind::Burn, Weight::Risky))
        }
        9 => {
            call.has(3)?;
            one(closed(call, 0, 1))
        }
        10 | 11 => {
            call.has(3)?;
            let kind = if tag == 10 { DeedKind::Freeze } else { DeedKind::Thaw };
            let asset = call.text(1).map(Asset::Token);
            one(Deed { asset, on: call.text(0), ..Deed::of(kind, Weight::Risky) })
        }
        12 => {
            call.has(4)?;
            of_mint(0, 1, true, input)?.sent(call, 2, 3)
        }
        13 => {
            call.has(4)?;
            one(allowed(call, &of_mint(0, 1, true, input)?, 2))
        }
        // the coins in it are counted anew; it is asked for a size, or for how an amount is written
        17 | 22 => Vec::new(),
        21 => {
            while !input.0.is_empty() {
                number::<2>(input)?;
            }
            Vec::new()
        }
        23 => number::<8>(input).map(|_| Vec::new())?,
        24 => {
            input.0 = &[];
            Vec::new()
        }
        25 => {
            call.has(1)?;
            let key = option_of_key(input)?;
            first(call, Power::Issuer, 0, key.as_ref()).into_iter().collect()
        }
        // WithdrawExcessLamports, of both
        38 => {
            call.has(3)?;
            one(withdrawn(call, 0, 1, None))
        }
        // UnwrapLamports: all of them, or so many
        45 => {
            call.has(3)?;
            let units = match input.byte()? {
                0 => None,
                _ => Some(number::<8>(input)?),
            };
            one(withdrawn(call, 0, 1, units))
        }
        _ => return None,
    })
}
