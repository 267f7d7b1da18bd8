//! Reads the effects of one instruction from its program. Data is parsed completely: trailing bytes are shown as unread, since programs
//! ignore them.

mod extensions;
mod others;
mod stake;
mod system;
mod token;

use crate::namespaces::effects::{Asset, Effect, EffectKind, EffectText, HowMuch, Power, Risk};
use crate::namespaces::solana::codec::wire::{Input, Key};
use crate::text;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::{U256, hex};

pub use others::ComputeBudget;
pub(crate) use others::{ASSOCIATED, BUDGET, TABLES};
pub(crate) use token::{TOKEN, TOKEN_2022, how_much};

/// System: coins, accounts, nonces.
pub(crate) const SYSTEM: &str = "11111111111111111111111111111111";
/// Stake.
pub(crate) const STAKE: &str = "Stake11111111111111111111111111111111111111";
/// Memo, of today.
pub(crate) const MEMO: &str = "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr";
/// Vote.
const VOTE: &str = "Vote111111111111111111111111111111111111111";
/// BPF Loader.
const LOADER: &str = "BPFLoaderUpgradeab1e11111111111111111111111";
/// Programs whose accounts get their owner in a later instruction ([`begun`]): tokens, stake, votes, address tables, programs.
const KEEPERS: [&str; 6] = [TOKEN, TOKEN_2022, STAKE, VOTE, TABLES, LOADER];
/// The account that gets its owner by this instruction. Without one, anyone can become the owner of an account of these programs.
pub(crate) fn begun<'a>(program: &str, call: &'a Call<'_>, data: &[u8]) -> Option<&'a Key> {
    let at = match (program, *data.first()?) {
        (TOKEN | TOKEN_2022, 0..=2 | 16 | 18..=20) | (STAKE, 0 | 9) | (VOTE | LOADER, 0) => 0,
        // a part of a stake keeps its owners
        (STAKE, 3) => 1,
        (LOADER, 2) => 2,
        _ => return None,
    };
    call.key(at)
}

/// Bytes of data by which a call that is not read is named.
const NAME_BYTES: usize = 8;

/// The network's data about a request's accounts.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Tables of accounts that are there.
    pub tables: Vec<(Key, Table)>,
    /// Token accounts.
    pub holdings: Vec<(Key, Holding)>,
}

/// A table of accounts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// In their places.
    pub keys: Vec<Key>,
    /// It is being closed, and instructions that need it then fail.
    pub is_closing: bool,
}

/// A token account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holding {
    /// Of which token.
    pub mint: Key,
    /// Whose.
    pub owner: Key,
}

impl Facts {
    /// The table with this key.
    #[must_use]
    pub fn table(&self, key: &Key) -> Option<&Table> {
        self.tables.iter().find(|(of, _)| of == key).map(|(_, table)| table)
    }

    /// The token account with this key.
    #[must_use]
    pub fn holding(&self, key: &Key) -> Option<Holding> {
        self.holdings.iter().find(|(of, _)| of == key).map(|(_, holding)| *holding)
    }
}

/// A key as it is written.
#[must_use]
pub fn written(key: &Key) -> String {
    bs58::encode(key).into_string()
}

/// An instruction with its accounts.
pub struct Call<'a> {
    /// The signer of the request.
    pub from: &'a Key,
    /// All accounts of the message; nothing for one in a table that is not known.
    pub keys: &'a [Option<Key>],
    /// The number of signers, which are the first accounts.
    pub signers: usize,
    /// Indexes into them.
    pub accounts: &'a [u8],
    /// The network's data about them.
    pub facts: &'a Facts,
}

impl Call<'_> {
    /// The account at a place of the instruction.
    fn key(&self, at: usize) -> Option<&Key> {
        self.keys.get(usize::from(*self.accounts.get(at)?))?.as_ref()
    }

    fn text(&self, at: usize) -> Option<String> {
        self.key(at).map(written)
    }

    fn is_from(&self, at: usize) -> bool {
        self.key(at) == Some(self.from)
    }

    fn has(&self, count: usize) -> Option<()> {
        (self.accounts.len() >= count).then_some(())
    }

    /// Whether the program sees the signature of the user's account. Otherwise it can't act for that account.
    fn is_signed(&self) -> bool {
        (0..self.accounts.len()).any(|at| {
            let is_signer = self.accounts.get(at).is_some_and(|of| usize::from(*of) < self.signers);
            is_signer && self.is_from(at)
        })
    }
}

/// The new authority.
enum To<'a> {
    Key(Option<&'a Key>),
    Nobody,
}

/// Reads one instruction: the rest of its data, and the effects found so far.
struct InstructionReader<'a> {
    call: &'a Call<'a>,
    input: Input<'a>,
    effects: Vec<Effect>,
}

/// The effect of a regular instruction. Accounts are named through their positions.
#[derive(Clone, Copy)]
enum Does {
    /// Nothing that anyone has to know.
    Nothing,
    /// The rules of this account change, with the program's own name for the change.
    Changes(usize, Risk, &'static str),
    /// The same of the token that is the first account.
    Rules(Risk, &'static str),
    /// A rule of a new token, and its authority: the key in the data.
    Begins(&'static str),
    /// An authority over the first account goes to this one, or to the key in the data. Its risk is at least this.
    Controls(Power, Option<usize>, Risk),
    /// A new token account belongs to this one, or to the key in the data.
    Holds(Option<usize>),
    /// The first account is assigned to the program in the data.
    Assigns,
    /// Creates an account: coins move from the first account to the second, which is assigned to the program in the data.
    Opens,
    /// The first account gets room for data.
    Allocates,
    /// Coins of the first account go to the second.
    Sends,
    /// Coins of something that the account decides about, the first one, go to this one.
    Withdraws(usize),
    /// Staked coins go from one account into another: both obey the same authorities, or the program refuses.
    Merges(usize, usize),
    /// The first account is closed, and this one receives its balance.
    Closes(usize),
}

/// One instruction of a program: its number, its minimum number of accounts, its data format, its effect. The format has a letter per
/// field: `U` base units and `k` a key, which the effect uses (`K` an optional key); `x` another key, `s` a string with its length, `p`
/// pairs of bytes to the end, `*` the rest, a digit for that number of bytes.
type Row = (u8, usize, &'static str, Does);

impl InstructionReader<'_> {
    fn adds(&mut self, kind: EffectKind, risk: Risk) -> &mut Effect {
        self.effects.push_mut(Effect::of(kind, risk))
    }

    /// An effect that is done to an account.
    #[inline(never)]
    fn on(&mut self, on: usize, kind: EffectKind, risk: Risk) -> &mut Effect {
        let on = self.call.text(on);
        let effect = self.adds(kind, risk);
        effect.on = on;
        effect
    }

    /// An effect for the good of an account.
    #[inline(never)]
    fn to(&mut self, to: usize, kind: EffectKind, risk: Risk) -> &mut Effect {
        let party = self.call.text(to);
        let effect = self.adds(kind, risk);
        effect.party = party;
        effect
    }

    /// An authority over `on` changes. It has no effect only if the new one is the account itself.
    #[inline(never)]
    fn control(&mut self, power: Power, on: usize, to: &To<'_>) -> &mut Effect {
        let (risk, party) = match to {
            To::Nobody => (Risk::Warning, None),
            To::Key(Some(key)) if *key == self.call.from => (Risk::Normal, Some(*key)),
            To::Key(key) => (Risk::Critical, *key),
        };
        let effect = self.on(on, EffectKind::Control, risk);
        effect.power = Some(power);
        effect.party = party.map(written);
        effect
    }

    /// Lamports are moved to an account.
    #[inline(never)]
    fn coins(&mut self, to: usize, kind: EffectKind, risk: Risk, units: Option<u64>) -> &mut Effect {
        let effect = self.to(to, kind, risk);
        effect.asset = Some(Asset::Coin);
        effect.amount = units.map(|units| HowMuch::Units(U256::from(units)));
        effect
    }

    /// The same, of someone else's account.
    #[inline(never)]
    fn moves(&mut self, from: usize, to: usize, risk: Risk, units: Option<u64>) {
        let owner = self.call.text(from);
        self.coins(to, EffectKind::Move, risk, units).owner = owner;
    }

    /// Lamports of an account go to another; of someone else's account it is that one's doing.
    fn sends(&mut self, from: usize, to: usize, units: Option<u64>) {
        match (self.call.is_from(from), self.call.is_from(to)) {
            (true, true) => {}
            (false, false) => self.moves(from, to, Risk::Review, units),
            (true, false) => {
                self.coins(to, EffectKind::Send, Risk::Normal, units);
            }
            (false, true) => {
                self.coins(from, EffectKind::Receive, Risk::Normal, units);
            }
        }
    }

    /// Normal if the account itself receives it.
    fn risk_to(&self, to: usize) -> Risk {
        if self.call.is_from(to) { Risk::Normal } else { Risk::Warning }
    }

    /// Lamports of something that the account decides about go to someone.
    fn withdraws(&mut self, from: usize, to: usize, units: Option<u64>) {
        self.moves(from, to, self.risk_to(to), units);
    }

    /// An account is closed, and someone receives its balance.
    #[inline(never)]
    fn closes(&mut self, account: usize, to: usize) {
        let on = self.call.text(account);
        self.to(to, EffectKind::Close, self.risk_to(to)).on = on;
    }

    /// The rules of an account or token change, with the program's own name for the change.
    #[inline(never)]
    fn changes(&mut self, on: usize, risk: Risk, name: &str) {
        self.on(on, EffectKind::Change, risk).with_name(name);
    }

    /// The same of the token that is the first account.
    #[inline(never)]
    fn rules(&mut self, risk: Risk, name: &str) {
        let asset = self.call.text(0).map(Asset::Token);
        self.adds(EffectKind::Change, risk).with_name(name).asset = asset;
    }

    /// An authority of something that is new: no one had it before.
    fn first(&mut self, power: Power, key: Option<&Key>) {
        if key.is_some() {
            let effect = self.control(power, 0, &To::Key(key));
            effect.risk = effect.risk.min(Risk::Review);
        }
    }

    /// Its unreadable part.
    fn unread(&mut self, name: &str) {
        self.effects.push(unread(name));
    }

    /// The effect of one of these rows.
    fn by(&mut self, rows: &[Row], number: u64) -> Option<()> {
        let (_, count, data, does) = rows.iter().find(|row| u64::from(row.0) == number)?;
        self.call.has(*count)?;
        let (units, key) = self.data(data)?;
        let given = key.as_ref();
        let place = |call: &'_ Call<'_>, at: &Option<usize>| match at {
            Some(at) => call.key(*at).copied(),
            None => key,
        };
        match does {
            Does::Nothing => {}
            Does::Changes(on, risk, name) => self.changes(*on, *risk, name),
            Does::Rules(risk, name) => self.rules(*risk, name),
            Does::Begins(name) => {
                self.rules(Risk::Review, name);
                self.first(Power::Issuer, given);
            }
            Does::Controls(power, at, most) => {
                let to = place(self.call, at);
                let effect = self.control(*power, 0, &To::Key(to.as_ref()));
                effect.risk = effect.risk.min(*most);
            }
            Does::Holds(at) => {
                let to = place(self.call, at);
                let asset = self.call.text(1).map(Asset::Token);
                let effect = self.control(Power::Holding, 0, &To::Key(to.as_ref()));
                effect.asset = asset;
                let risk = effect.risk.min(Risk::Warning);
                effect.risk = risk;
                // the fee payer might have signed another instruction
                if risk == Risk::Normal {
                    self.effects.pop();
                }
            }
            Does::Assigns => self.assigns(0, given),
            // the first account pays; an account that becomes another kind is lost
            Does::Opens if self.call.is_from(1) => self.assigns(1, given),
            // the holder of a plain account's key has its coins
            Does::Opens if given == Some(&[0; 32]) => self.sends(0, 1, units),
            Does::Opens => {
                let owner = self.call.text(0).filter(|_| !self.call.is_from(0));
                let program = given.map(written).filter(|program| !KEEPERS.contains(&program.as_str()));
                let risk = if program.is_some() { Risk::Warning } else { Risk::Review };
                let effect = self.coins(1, EffectKind::Open, risk, units);
                // an unknown program decides about the coins
                (effect.owner, effect.on) = (owner, program);
            }
            // an account with data can't send coins
            Does::Allocates if self.call.is_from(0) => self.changes(0, Risk::Critical, "Allocate"),
            Does::Allocates => self.changes(0, Risk::Normal, "Allocate"),
            Does::Sends => self.sends(0, 1, units),
            Does::Withdraws(to) => self.withdraws(0, *to, units),
            Does::Merges(from, to) => self.moves(*from, *to, Risk::Review, units),
            Does::Closes(to) => self.closes(0, *to),
        }
        Some(())
    }

    /// Assigns an account to a program, which then controls it. An account that belongs to the System program (a key of zeros) is a normal one.
    fn assigns(&mut self, at: usize, program: Option<&Key>) {
        let effect = self.control(Power::Account, at, &To::Key(program));
        effect.risk = if program == Some(&[0; 32]) { Risk::Normal } else { Risk::Critical };
    }

    /// Reads an instruction's data in the format of [`Row`]. Returns its amount and key.
    fn data(&mut self, pieces: &str) -> Option<(Option<u64>, Option<Key>)> {
        let (mut units, mut key) = (None, None);
        let input = &mut self.input;
        for piece in pieces.bytes() {
            match piece {
                b'U' => units = Some(number(input, 8)?),
                b'k' => key = Some(input.array()?),
                b'K' => key = some_key(input)?,
                b's' => {
                    seed(input)?;
                }
                b'p' if !input.0.len().is_multiple_of(2) => return None,
                b'p' | b'*' => input.0 = &[],
                _ => {
                    input.take(if piece == b'x' { 32 } else { usize::from(piece - b'0') })?;
                }
            }
        }
        Some((units, key))
    }
}

/// The effect of an instruction that can't be read, of a known program.
pub(crate) fn unread(name: &str) -> Effect {
    Effect { words: Some(EffectText::Name(name.into())), ..Effect::of(EffectKind::Unread, Risk::Warning) }
}

/// A string after its length in eight bytes.
fn seed<'a>(input: &mut Input<'a>) -> Option<&'a [u8]> {
    let length = usize::try_from(number(input, 8)?).ok()?;
    input.take(length)
}

/// A little-endian number of `bytes` bytes.
fn number(input: &mut Input<'_>, bytes: usize) -> Option<u64> {
    Some(input.take(bytes)?.iter().rev().fold(0, |sum, byte| sum << 8 | u64::from(*byte)))
}

/// An optional key: zeros mean none.
fn some_key(input: &mut Input<'_>) -> Option<Option<Key>> {
    let key: Key = input.array()?;
    Some(Some(key).filter(|key| *key != [0; 32]))
}

/// Without the account's signature nothing is done in its name; it can be in that of another account of the same wallet.
fn lowered(risk: Risk) -> Risk {
    match risk {
        Risk::Critical => Risk::Warning,
        Risk::Warning => Risk::Review,
        risk => risk,
    }
}

/// The effects of an instruction.
#[must_use]
pub fn read(program: &str, call: &Call<'_>, data: &[u8]) -> Vec<Effect> {
    type Reader = fn(&mut InstructionReader<'_>) -> Option<()>;
    let (name, reader): (&str, Reader) = match program {
        SYSTEM => ("System", system::read),
        TOKEN => ("Token", token::read),
        TOKEN_2022 => ("Token-2022", token::read_2022),
        STAKE => ("Stake", stake::read),
        VOTE => ("Vote", stake::vote),
        ASSOCIATED => ("Associated Token", others::associated),
        BUDGET => ("Compute Budget", others::budget),
        TABLES => ("Address Lookup Table", others::table),
        LOADER => ("BPF Loader", others::loader),
        MEMO | "Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo" => {
            return [memo(data)].into();
        }
        _ => return [unknown(program, call, data)].into(),
    };
    let mut told = InstructionReader { call, input: Input(data), effects: Vec::new() };
    let is_read = reader(&mut told).is_some();
    if !is_read {
        told.effects.clear();
    }
    if !is_read || !told.input.0.is_empty() {
        told.unread(name);
    }
    if !call.is_signed() {
        told.effects.iter_mut().for_each(|effect| effect.risk = lowered(effect.risk));
    }
    told.effects
}

/// An unknown program. Without the account's signature, it can't act for that account.
fn unknown(program: &str, call: &Call<'_>, data: &[u8]) -> Effect {
    let risk = if call.is_signed() { Risk::Warning } else { Risk::Review };
    let name = hex::encode(data.get(..NAME_BYTES).unwrap_or(data));
    Effect {
        party: Some(program.into()),
        words: Some(EffectText::Name(name)).filter(|_| !data.is_empty()),
        ..Effect::of(EffectKind::Call, risk)
    }
}

fn memo(data: &[u8]) -> Effect {
    match core::str::from_utf8(data) {
        Ok(words) => Effect {
            words: Some(EffectText::Text(text::in_boxes(words))),
            ..Effect::of(EffectKind::Note, Risk::Review)
        },
        // the program takes nothing else
        Err(_) => unread("Memo"),
    }
}
