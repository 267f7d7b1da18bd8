//! Reads the effects of one instruction from its program. Data is decoded completely: trailing bytes are displayed as
//! unread, because programs ignore them.

mod extensions;
mod others;
mod stake;
mod system;
mod token;

use crate::namespaces::clauses::Clause;
use crate::namespaces::effects::{Asset, Effect, EffectKind, EffectText, HowMuch, Power, Risk};
use crate::namespaces::solana::codec::wire::{Input, Key};
use crate::text;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::{U256, hex};

pub use others::ComputeBudget;
pub(crate) use others::{ASSOCIATED, BUDGET, TABLES};
pub(crate) use token::{TOKEN, TOKEN_2022, how_much};

/// The System program: coins, accounts, nonces.
pub(crate) const SYSTEM: &str = "11111111111111111111111111111111";
/// The Stake program.
pub(crate) const STAKE: &str = "Stake11111111111111111111111111111111111111";
/// The current Memo program.
pub(crate) const MEMO: &str = "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr";
/// The Vote program.
const VOTE: &str = "Vote111111111111111111111111111111111111111";
/// The BPF Loader program.
const LOADER: &str = "BPFLoaderUpgradeab1e11111111111111111111111";
/// The programs whose accounts get their owner in a later instruction ([`begun`]): tokens, stake, votes, address
/// tables, programs.
const KEEPERS: [&str; 6] = [TOKEN, TOKEN_2022, STAKE, VOTE, TABLES, LOADER];
/// The account whose owner this instruction sets. Without it, anyone can become the owner of an account of these
/// programs.
pub(crate) fn begun<'a>(program: &str, call: &'a Call<'_>, data: &[u8]) -> Option<&'a Key> {
    let at = match (program, *data.first()?) {
        (TOKEN | TOKEN_2022, 0..=2 | 16 | 18..=20) | (STAKE, 0 | 9) | (VOTE | LOADER, 0) => 0,
        // a split stake keeps its owners
        (STAKE, 3) => 1,
        (LOADER, 2) => 2,
        _ => return None,
    };
    call.key(at)
}

/// The number of bytes that name an unknown call.
const NAME_BYTES: usize = 8;

/// The network's data about a request's accounts.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The existing address tables.
    pub tables: Vec<(Key, Table)>,
    /// The token accounts.
    pub holdings: Vec<(Key, Holding)>,
}

/// An address table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The keys in order.
    pub keys: Vec<Key>,
    /// The table is closing, after which instructions that need it fail.
    pub is_closing: bool,
}

/// A token account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holding {
    /// The mint of the token.
    pub mint: Key,
    /// The owner of the account.
    pub owner: Key,
}

impl Facts {
    /// Finds an address table by its key.
    #[must_use]
    pub fn table(&self, key: &Key) -> Option<&Table> {
        self.tables.iter().find(|(of, _)| of == key).map(|(_, table)| table)
    }

    /// Finds a token account by its key.
    #[must_use]
    pub fn holding(&self, key: &Key) -> Option<Holding> {
        self.holdings.iter().find(|(of, _)| of == key).map(|(_, holding)| *holding)
    }
}

/// A key in base58.
#[must_use]
pub fn written(key: &Key) -> String {
    bs58::encode(key).into_string()
}

/// An instruction with its accounts.
pub struct Call<'a> {
    /// The signer of the request.
    pub from: &'a Key,
    /// All accounts of the message. `None` for one in an unknown table.
    pub keys: &'a [Option<Key>],
    /// The number of signers, which are the first accounts.
    pub signers: usize,
    /// The indexes of the instruction's accounts.
    pub accounts: &'a [u8],
    /// The network's data about the accounts.
    pub facts: &'a Facts,
}

impl Call<'_> {
    /// The account at a position of the instruction.
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

    /// Whether the program gets the signature of the user's account. Otherwise it can't act for that account.
    fn is_signed(&self) -> bool {
        (0..self.accounts.len()).any(|at| {
            let is_signer = self.accounts.get(at).is_some_and(|of| usize::from(*of) < self.signers);
            is_signer && self.is_from(at)
        })
    }
}

/// The account that gets an authority.
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

/// The effect of a regular instruction. Numbers are positions of accounts.
#[derive(Clone, Copy)]
enum Does {
    /// No effect for the user.
    Nothing,
    /// The rules of this account change. The text is the program's name for the change.
    Changes(usize, Risk, &'static str),
    /// The rules of the token in the first account change.
    Rules(Risk, &'static str),
    /// A new token gets a rule and its authority, which is the key in the data.
    Begins(&'static str),
    /// An authority of the first account goes to this one, or to the key in the data. The risk is at least this one.
    Controls(Power, Option<usize>, Risk),
    /// A new token account belongs to this account, or to the key in the data.
    Holds(Option<usize>),
    /// The first account is assigned to the program in the data.
    Assigns,
    /// Creates an account: coins move from the first account to the second one, which is assigned to the program in the
    /// data.
    Opens,
    /// The first account gets space for data.
    Allocates,
    /// Coins move from the first account to the second one.
    Sends,
    /// Coins of the first account, which the user controls, move to this one.
    Withdraws(usize),
    /// Staked coins move from one account to another. The program requires the same authorities.
    Merges(usize, usize),
    /// The first account closes, and this one receives its balance.
    Closes(usize),
}

/// One instruction of a program: its number, its minimum number of accounts, its data format, its effect. The format
/// has one letter per field: `U` base units and `k` a key, which the effect uses (`K` an optional key); `x` another
/// key, `s` a string with its length, `p` pairs of bytes to the end, `*` the rest, a digit for that number of bytes.
type Row = (u8, usize, &'static str, Does);

impl InstructionReader<'_> {
    fn adds(&mut self, kind: EffectKind, risk: Risk) -> &mut Effect {
        self.effects.push_mut(Effect::of(kind, risk))
    }

    /// Adds an effect that changes an account.
    #[inline(never)]
    fn on(&mut self, on: usize, kind: EffectKind, risk: Risk) -> &mut Effect {
        let on = self.call.text(on);
        let effect = self.adds(kind, risk);
        effect.on = on;
        effect
    }

    /// Adds an effect with an account as recipient.
    #[inline(never)]
    fn to(&mut self, to: usize, kind: EffectKind, risk: Risk) -> &mut Effect {
        let party = self.call.text(to);
        let effect = self.adds(kind, risk);
        effect.party = party;
        effect
    }

    /// Adds a change of an authority of `on`. It is harmless only if the account itself gets it.
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

    /// Adds an effect with an amount of lamports for an account.
    #[inline(never)]
    fn coins(&mut self, to: usize, kind: EffectKind, risk: Risk, units: Option<u64>) -> &mut Effect {
        let effect = self.to(to, kind, risk);
        effect.asset = Some(Asset::Coin);
        effect.amount = units.map(|units| HowMuch::Units(U256::from(units)));
        effect
    }

    /// Adds a move of lamports from another account.
    #[inline(never)]
    fn moves(&mut self, from: usize, to: usize, risk: Risk, units: Option<u64>) {
        let owner = self.call.text(from);
        self.coins(to, EffectKind::Move, risk, units).owner = owner;
    }

    /// Adds a transfer of lamports: sent if the user's account pays, otherwise moved.
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

    /// The risk of a payment: normal if the user's account receives it.
    fn risk_to(&self, to: usize) -> Risk {
        if self.call.is_from(to) { Risk::Normal } else { Risk::Warning }
    }

    /// Adds a withdrawal of lamports that the user's account controls.
    fn withdraws(&mut self, from: usize, to: usize, units: Option<u64>) {
        self.moves(from, to, self.risk_to(to), units);
    }

    /// Adds the closing of an account, with the recipient of its balance.
    #[inline(never)]
    fn closes(&mut self, account: usize, to: usize) {
        let on = self.call.text(account);
        self.to(to, EffectKind::Close, self.risk_to(to)).on = on;
    }

    /// Adds a change of an account's rules, with the program's name for it.
    #[inline(never)]
    fn changes(&mut self, on: usize, risk: Risk, name: &str) {
        self.on(on, Clause::Change.into(), risk).with_name(name);
    }

    /// Adds a change of the rules of the token in the first account.
    #[inline(never)]
    fn rules(&mut self, risk: Risk, name: &str) {
        let asset = self.call.text(0).map(Asset::Token);
        self.adds(Clause::Change.into(), risk).with_name(name).asset = asset;
    }

    /// Adds an authority of something new, which had none before.
    fn first(&mut self, power: Power, key: Option<&Key>) {
        if key.is_some() {
            let effect = self.control(power, 0, &To::Key(key));
            effect.risk = effect.risk.min(Risk::Review);
        }
    }

    /// Adds the effect for an unreadable part.
    fn unread(&mut self, name: &str) {
        self.effects.push(unread(name));
    }

    /// Applies one of these rows.
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
                let effect = self.coins(1, Clause::Open.into(), risk, units);
                // an unknown program controls the coins
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

    /// Adds the assignment of an account to a program, which then controls it. An account of the System program (a key
    /// of zeros) is a normal one.
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

/// The effect of an unreadable instruction of a known program.
pub(crate) fn unread(name: &str) -> Effect {
    Effect { words: Some(EffectText::Name(name.into())), ..Effect::of(EffectKind::Unread, Risk::Warning) }
}

/// Reads a string after its length of eight bytes.
fn seed<'a>(input: &mut Input<'a>) -> Option<&'a [u8]> {
    let length = usize::try_from(number(input, 8)?).ok()?;
    input.take(length)
}

/// Reads a little-endian number of `bytes` bytes.
fn number(input: &mut Input<'_>, bytes: usize) -> Option<u64> {
    Some(input.take(bytes)?.iter().rev().fold(0, |sum, byte| sum << 8 | u64::from(*byte)))
}

/// Reads an optional key. Zeros mean none.
fn some_key(input: &mut Input<'_>) -> Option<Option<Key>> {
    let key: Key = input.array()?;
    Some(Some(key).filter(|key| *key != [0; 32]))
}

/// Lowers the risk if the program doesn't get the account's signature. It can still act for another account of the same
/// wallet.
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

/// The effect of an unknown program. Without the account's signature, it can't act for that account.
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
            ..Effect::of(Clause::Note.into(), Risk::Review)
        },
        // the program rejects anything else
        Err(_) => unread("Memo"),
    }
}
