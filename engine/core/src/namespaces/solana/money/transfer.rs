//! A transfer of coins or tokens as a Solana message, and decoded from one (docs/spec/rpc.md section 3). Decoding uses
//! the reader for pages' requests ([`crate::namespaces::solana::reader::effects`]), which shares no code with the
//! builder.

use crate::namespaces::clauses::Clause;
use crate::namespaces::effects::{Asset, EffectKind, HowMuch};
use crate::namespaces::solana::codec::wire::{Instruction, Key, Message};
use crate::namespaces::solana::reader::effects::{self, key};
use crate::namespaces::solana::reader::instructions::{
    ASSOCIATED, BUDGET, Facts, MEMO, TOKEN, TOKEN_2022, written,
};
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::U256;
use ed25519_dalek::VerifyingKey;
use sha2::{Digest, Sha256};

/// The System program.
pub(crate) const SYSTEM: Key = [0; 32];
/// The compute units of a coin transfer, with room for the instructions that wallets add.
const UNITS_OF_COIN: u32 = 50_000;
/// The compute units of a token transfer, which can create an account.
const UNITS_OF_TOKEN: u32 = 200_000;

/// The content of a transfer's message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The sender, who pays the fee.
    pub from: Key,
    /// The recipient in the form: a normal account, or a token account.
    pub to: Key,
    /// The asset and amount.
    pub what: What,
    /// The memo for the recipient.
    pub memo: Option<String>,
    /// The reference keys, which have no effect in the transfer.
    pub references: Vec<Key>,
    /// The compute unit price in millionths of a lamport. `None` omits that instruction.
    pub price: Option<u64>,
}

/// The asset and amount of a transfer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// An amount of coins in lamports.
    Coin(u64),
    /// A token amount.
    Token(Tokens),
}

/// A token amount, from one token account to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tokens {
    /// The program: Token or Token-2022.
    pub program: Key,
    /// The mint of the token.
    pub mint: Key,
    /// The sender's token account.
    pub source: Key,
    /// The recipient's token account.
    pub destination: Key,
    /// The recipient's token account must be created, and the sender pays for it.
    pub is_opened: bool,
    /// The outgoing amount in base units.
    pub units: u64,
    /// The decimals of the mint, which the program compares.
    pub decimals: u8,
    /// The transfer fee, which the program verifies.
    pub withheld: Option<u64>,
}

/// A transfer decoded from a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    /// The mint. `None` for coins.
    pub token: Option<String>,
    /// The amount in base units.
    pub units: U256,
    /// The decimals of the token, which the program compares.
    pub decimals: Option<u8>,
    /// The memo for the recipient.
    pub memo: Option<String>,
    /// The reference keys, which have no effect in the transfer.
    pub references: Vec<Key>,
    /// The transfer creates a token account.
    pub is_opened: bool,
    /// The transfer fee.
    pub withheld: Option<u64>,
}

/// Whether a key can have a private key. Addresses of programs are off the curve, so no one can sign for them.
#[must_use]
pub fn is_on_curve(key: &Key) -> bool {
    VerifyingKey::from_bytes(key).is_ok()
}

/// The associated token account of an owner: the same for every caller.
#[must_use]
pub fn associated(owner: &Key, program: &Key, mint: &Key) -> Option<Key> {
    derived(&key(ASSOCIATED)?, &[owner, program, mint])
}

/// The program-derived address of these seeds.
#[must_use]
pub fn derived(of: &Key, words: &[&[u8]]) -> Option<Key> {
    (0..=u8::MAX).rev().find_map(|bump| {
        let hash = words.iter().fold(Sha256::new(), Sha256::chain_update).chain_update([bump]);
        let found: Key = hash.chain_update(of).chain_update(b"ProgramDerivedAddress").finalize().into();
        (!is_on_curve(&found)).then_some(found)
    })
}

/// The compute units of a transfer.
#[must_use]
pub const fn units(is_token: bool) -> u32 {
    if is_token { UNITS_OF_TOKEN } else { UNITS_OF_COIN }
}

/// How an instruction uses an account.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Read,
    Write,
    Sign,
}

/// An instruction before its accounts have indexes.
struct Step {
    program: Key,
    accounts: Vec<(Key, Role)>,
    data: Vec<u8>,
}

/// The message of a transfer, without a blockhash. `None` for invalid programs.
#[must_use]
pub fn message(plan: &Plan) -> Option<Message> {
    let mut steps = Vec::new();
    let plain =
        |program: &str, data: Vec<u8>| Some(Step { program: key(program)?, accounts: Vec::new(), data });
    if let Some(price) = plan.price {
        let limit = units(matches!(plan.what, What::Token(_)));
        steps.push(plain(BUDGET, [&[2][..], &limit.to_le_bytes()].concat())?);
        steps.push(plain(BUDGET, [&[3][..], &price.to_le_bytes()].concat())?);
    }
    if let Some(memo) = &plan.memo {
        steps.push(plain(MEMO, memo.as_bytes().into())?);
    }
    match &plan.what {
        What::Coin(lamports) => steps.push(Step {
            program: SYSTEM,
            accounts: with_references(plan, &[(plan.from, Role::Sign), (plan.to, Role::Write)]),
            data: [&[2, 0, 0, 0][..], &lamports.to_le_bytes()].concat(),
        }),
        What::Token(tokens) => {
            let Tokens { program, mint, source, destination, is_opened, units, decimals, withheld } = tokens;
            if *is_opened {
                let read = [plan.to, *mint, SYSTEM, *program].map(|key| (key, Role::Read));
                let accounts = [&[(plan.from, Role::Sign), (*destination, Role::Write)][..], &read].concat();
                steps.push(Step { program: key(ASSOCIATED)?, accounts, data: [1].into() });
            }
            let told = units.to_le_bytes();
            steps.push(Step {
                program: *program,
                accounts: with_references(
                    plan,
                    &[
                        (*source, Role::Write),
                        (*mint, Role::Read),
                        (*destination, Role::Write),
                        (plan.from, Role::Sign),
                    ],
                ),
                data: match withheld {
                    None => [&[12][..], &told, &[*decimals]].concat(),
                    Some(kept) => [&[26, 1][..], &told, &[*decimals], &kept.to_le_bytes()].concat(),
                },
            });
        }
    }
    Some(compiled(plan.from, &steps))
}

/// The accounts of a transfer, followed by its reference keys.
fn with_references(plan: &Plan, accounts: &[(Key, Role)]) -> Vec<(Key, Role)> {
    accounts.iter().copied().chain(plan.references.iter().map(|key| (*key, Role::Read))).collect()
}

/// Accounts in the network's order: signers, writable ones, read-only ones, each in order of first use.
fn compiled(from: Key, steps: &[Step]) -> Message {
    let mut all: Vec<(Key, Role)> = [(from, Role::Sign)].into();
    for step in steps {
        for (key, role) in core::iter::once(&(step.program, Role::Read)).chain(&step.accounts) {
            match all.iter_mut().find(|(known, _)| known == key) {
                Some((_, known)) if *known == Role::Read => *known = *role,
                Some(_) => {}
                None => all.push((*key, *role)),
            }
        }
    }
    let of = |wanted: Role| all.iter().filter(move |(_, role)| *role == wanted).map(|(key, _)| *key);
    let keys: Vec<Key> = of(Role::Sign).chain(of(Role::Write)).chain(of(Role::Read)).collect();
    let place = |key: &Key| keys.iter().position(|of| of == key).unwrap_or_default() as u8;
    let instruction = |step: &Step| Instruction {
        program: place(&step.program),
        accounts: step.accounts.iter().map(|(key, _)| place(key)).collect(),
        data: step.data.clone(),
    };
    Message {
        is_v0: false,
        signers: of(Role::Sign).count(),
        readonly_signers: 0,
        readonly_others: of(Role::Read).count(),
        blockhash: [0; 32],
        instructions: steps.iter().map(instruction).collect(),
        lookups: Vec::new(),
        keys,
    }
}

/// Decodes a message's transfer from one account to one recipient. `None` if it does anything else.
#[must_use]
pub fn read(message: &Message, from: &Key, to: &Key) -> Option<Moved> {
    let is_own = message.signers == 1 && message.keys.first() == Some(from) && message.lookups.is_empty();
    let found = is_own.then(|| effects::of_transaction(message, from, &Facts::default())).flatten()?;
    let last = message.instructions.last()?;
    let receiver = written(to);
    let mut moved = Moved {
        token: None,
        units: U256::ZERO,
        decimals: None,
        memo: None,
        references: Vec::new(),
        is_opened: false,
        withheld: None,
    };
    let mut opened = None;
    let mut is_sent = false;
    for effect in found {
        match (effect.kind, effect.asset) {
            (EffectKind::Fee, Some(_)) => {}
            (EffectKind::Clause(Clause::Note), _) if moved.memo.is_none() => {
                let note = message.instructions.get(effect.place)?;
                moved.memo = Some(String::from_utf8(note.data.clone()).ok()?);
            }
            (EffectKind::Clause(Clause::Open), Some(Asset::Token(mint))) if opened.is_none() => {
                (effect.party.as_ref() == Some(&receiver)).then_some(())?;
                opened = Some(mint);
            }
            (EffectKind::Send, Some(asset)) if !is_sent && effect.owner.is_none() => {
                let Some(HowMuch::Units(units)) = effect.amount else { return None };
                (is_sent, moved.units) = (true, units);
                moved.references = named(message, last, if asset == Asset::Coin { 2 } else { 4 })?;
                match asset {
                    Asset::Coin => (effect.party.as_ref() == Some(&receiver)).then_some(())?,
                    Asset::Token(mint) => {
                        (moved.decimals, moved.withheld) = told(&last.data)?;
                        is_into(message, last, &mint, to)?;
                        moved.token = Some(mint);
                    }
                    Asset::Named(_) => return None,
                }
            }
            _ => return None,
        }
    }
    moved.is_opened = opened.is_some();
    (is_sent && opened.is_none_or(|mint| moved.token == Some(mint))).then_some(moved)
}

/// The extra accounts after a transfer's own. `None` unless each is read-only and not a signer.
fn named(message: &Message, transfer: &Instruction, own: usize) -> Option<Vec<Key>> {
    let others = message.keys.len().checked_sub(message.readonly_others)?;
    let key = |at: &u8| message.keys.get(usize::from(*at)).filter(|_| usize::from(*at) >= others).copied();
    transfer.accounts.get(own..)?.iter().map(key).collect()
}

/// The decimals and the transfer fee in the instruction, which the token program verifies.
fn told(data: &[u8]) -> Option<(Option<u8>, Option<u64>)> {
    match data {
        [12, rest @ ..] if rest.len() == 9 => Some((rest.last().copied(), None)),
        [26, 1, rest @ ..] if rest.len() == 17 => {
            let (_, kept) = rest.split_last_chunk::<8>()?;
            Some((rest.get(8).copied(), Some(u64::from_le_bytes(*kept))))
        }
        _ => None,
    }
}

/// Whether the tokens go to the recipient itself, or to the recipient's associated token account.
fn is_into(message: &Message, transfer: &Instruction, mint: &str, to: &Key) -> Option<()> {
    let account = |at: usize| message.keys.get(usize::from(*transfer.accounts.get(at)?));
    let program = message.keys.get(usize::from(transfer.program))?;
    let is_of_tokens = [TOKEN, TOKEN_2022].contains(&written(program).as_str());
    let destination = account(2)?;
    let is_to = destination == to || associated(to, program, &key(mint)?).as_ref() == Some(destination);
    (is_of_tokens && is_to).then_some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    const ME: Key = [1; 32];
    const BEN: Key = [2; 32];
    const EVE: Key = [3; 32];
    const MINT: Key = [4; 32];

    fn plan() -> Plan {
        let program = key(TOKEN_2022).unwrap();
        let destination = associated(&BEN, &program, &MINT).unwrap();
        let (source, units, decimals) = ([5; 32], 7_000_000, 6);
        let withheld = Some(7_000);
        let what =
            Tokens { program, mint: MINT, source, destination, is_opened: true, units, decimals, withheld };
        Plan {
            from: ME,
            to: BEN,
            what: What::Token(what),
            memo: Some("7".into()),
            references: Vec::new(),
            price: Some(1_000),
        }
    }

    // req: 10.27
    #[test]
    fn rejects_a_message_that_does_more_than_the_transfer() {
        let built = message(&plan()).unwrap();
        assert_eq!(read(&built, &ME, &BEN).map(|of| of.units.to_string()), Some("7000000".to_string()));
        type Change = fn(&mut Message);
        let changes: [(&str, Change); 12] = [
            ("an account of another token is opened", |of| {
                of.keys.push([9; 32]);
                of.readonly_others += 1;
                let opens = of.instructions.iter().position(|step| step.data == [1]).unwrap();
                of.instructions[opens].accounts[3] = of.keys.len() as u8 - 1;
            }),
            ("of another sender", |of| of.keys[0] = EVE),
            ("into another account", |of| {
                let at = of.instructions[4].accounts[2];
                of.keys[usize::from(at)] = EVE;
            }),
            ("opened for another", |of| {
                let at = of.instructions[3].accounts[2];
                of.keys[usize::from(at)] = EVE;
            }),
            ("two at once", |of| of.instructions.push(of.instructions[4].clone())),
            ("approved", |of| of.instructions[4].data[0] = 13),
            ("two notes", |of| of.instructions.insert(2, of.instructions[2].clone())),
            ("one more who signs", |of| of.signers = 2),
            ("a byte more", |of| of.instructions[4].data.push(0)),
            ("its own account named", |of| of.instructions[4].accounts.push(0)),
            ("an account named that is written", |of| {
                let at = of.instructions[4].accounts[2];
                of.instructions[4].accounts.push(at);
            }),
            ("an account closed behind it", |of| {
                let Instruction { program, accounts, .. } = of.instructions[4].clone();
                let accounts = [accounts[0], accounts[2], accounts[3]].into();
                of.instructions.push(Instruction { program, accounts, data: [9].into() });
            }),
        ];
        for (name, change) in changes {
            let mut other = built.clone();
            change(&mut other);
            assert_eq!(read(&other, &ME, &BEN), None, "{name}");
        }
    }

    #[test]
    fn accepts_a_transfer_to_a_named_token_account() {
        let What::Token(tokens) = plan().what else { unreachable!() };
        let tokens = Tokens { destination: EVE, is_opened: false, ..tokens };
        let built = message(&Plan { to: EVE, what: What::Token(tokens), ..plan() }).unwrap();
        assert!(read(&built, &ME, &EVE).is_some());
        assert_eq!(read(&built, &ME, &BEN), None);
    }
}
