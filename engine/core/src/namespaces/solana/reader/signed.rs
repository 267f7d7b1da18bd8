//! Compares a wallet's signed or broadcast transaction with the request. The wallet can add a priority fee, and
//! assertions that only stop the transaction. Any other difference makes it another transaction (10.27, decision 65,
//! "What a Solana wallet can add").

use super::effects::lamports_of;
use super::instructions::{BUDGET, written};
use crate::amount::Amount;
use crate::constants::LAMPORTS_RISKY;
use crate::namespaces::solana::codec::wire::{Instruction, Key, Message};
use crate::namespaces::transfer;
use alloc::vec::Vec;
use alloy_primitives::U256;

/// Lighthouse, whose assertions wallets add to transactions.
const GUARDS: &str = "L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95";
/// The instructions of Lighthouse that only compare. Those before write, and those after call other programs.
const COMPARES: core::ops::RangeInclusive<u8> = 2..=15;
/// The decimals of the coin.
const LAMPORT_DECIMALS: u8 = 9;
/// The ways in which an assertion reports its result without calling another program.
const SAYS: [u8; 5] = [0, 1, 2, 4, 5];

/// The wallet's additions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Added {
    /// The additional fee in lamports.
    pub lamports: u64,
    /// The number of added assertions.
    pub guards: usize,
}

impl Added {
    /// The display form.
    #[must_use]
    pub fn said(&self) -> transfer::Added {
        let fee = Amount::new(U256::from(self.lamports), LAMPORT_DECIMALS).to_decimal();
        transfer::Added {
            fee: (self.lamports > 0).then_some(fee),
            guards: self.guards > 0,
            others: Vec::new(),
        }
    }
}

/// An account of a message: its key, or its position in a table.
#[derive(PartialEq, Eq)]
enum Account<'a> {
    Key(&'a Key),
    Place(&'a Key, u8),
}

/// An instruction with its accounts.
#[derive(PartialEq, Eq)]
struct Call<'a> {
    program: Account<'a>,
    accounts: Vec<Account<'a>>,
    data: &'a [u8],
}

fn account(message: &Message, at: u8) -> Option<Account<'_>> {
    if let Some(key) = message.keys.get(usize::from(at)) {
        return Some(Account::Key(key));
    }
    let written = message.lookups.iter().flat_map(|of| of.written.iter().map(|place| (&of.table, *place)));
    let read = message.lookups.iter().flat_map(|of| of.read.iter().map(|place| (&of.table, *place)));
    let (table, place) = written.chain(read).nth(usize::from(at).checked_sub(message.keys.len())?)?;
    Some(Account::Place(table, place))
}

fn call<'a>(message: &'a Message, of: &'a Instruction) -> Option<Call<'a>> {
    Some(Call {
        program: account(message, of.program)?,
        accounts: of.accounts.iter().map(|at| account(message, *at)).collect::<Option<_>>()?,
        data: &of.data,
    })
}

fn is_of(call: &Call<'_>, program: &str) -> bool {
    matches!(call.program, Account::Key(key) if written(key) == program)
}

/// Whether an instruction sets the compute budget: price, limit, or data size.
fn is_price(call: &Call<'_>) -> bool {
    is_of(call, BUDGET) && matches!(call.data, [2 | 4, rest @ ..] if rest.len() == 4)
        || is_of(call, BUDGET) && matches!(call.data, [3, rest @ ..] if rest.len() == 8)
}

fn is_guard(call: &Call<'_>) -> bool {
    is_of(call, GUARDS)
        && matches!(call.data, [what, how, ..] if COMPARES.contains(what) && SAYS.contains(how))
}

/// The writable accounts among a message's static keys.
pub(crate) fn written_keys(message: &Message) -> impl Iterator<Item = &Key> {
    let signed = message.signers.saturating_sub(message.readonly_signers);
    let others = message.keys.len().saturating_sub(message.readonly_others);
    let is_written = move |at: usize| at < signed || (message.signers..others).contains(&at);
    message.keys.iter().enumerate().filter(move |(at, _)| is_written(*at)).map(|(_, key)| key)
}

/// The additions in `given` compared with `asked`. `None` if it is another transaction. The blockhash isn't compared.
#[must_use]
pub fn compare(asked: &Message, given: &Message) -> Option<Added> {
    let signers = |of: &Message| (of.signers, of.readonly_signers, of.is_v0);
    let same_signers = asked.keys.get(..asked.signers)? == given.keys.get(..given.signers)?;
    if signers(asked) != signers(given) || !same_signers || asked.lookups != given.lookups {
        return None;
    }
    // a read-only account stays read-only
    if written_keys(given).any(|key| written_keys(asked).all(|of| of != key)) {
        return None;
    }
    let (mut wanted, mut guards) = (Vec::new(), 0);
    for of in &asked.instructions {
        let call = call(asked, of)?;
        if !is_price(&call) {
            wanted.push(call);
        }
    }
    let mut wanted = wanted.iter().peekable();
    for of in &given.instructions {
        let call = call(given, of)?;
        if wanted.next_if(|next| **next == call).is_some() {
            continue;
        }
        if is_guard(&call) {
            guards += 1;
        } else if !is_price(&call) {
            return None;
        }
    }
    let (before, now) = (lamports_of(asked), lamports_of(given));
    let is_paid = now <= before.max(LAMPORTS_RISKY);
    (wanted.next().is_none() && is_paid).then_some(Added { lamports: now.saturating_sub(before), guards })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::namespaces::solana::money::transfer::{Plan, Tokens, What, associated, message};
    use crate::namespaces::solana::reader::effects::key;

    const ME: Key = [1; 32];
    const BEN: Key = [2; 32];
    const EVE: Key = [3; 32];

    fn asked(price: Option<u64>) -> Message {
        message(&Plan {
            from: ME,
            to: BEN,
            what: What::Coin(5_000_000),
            memo: None,
            references: Vec::new(),
            price,
        })
        .unwrap()
    }

    fn of_token() -> Message {
        let (program, mint) = (key("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA").unwrap(), [4; 32]);
        let destination = associated(&BEN, &program, &mint).unwrap();
        let (source, units, decimals) = ([5; 32], 7_000_000, 6);
        let what =
            Tokens { program, mint, source, destination, is_opened: true, units, decimals, withheld: None };
        message(&Plan {
            from: ME,
            to: BEN,
            what: What::Token(what),
            memo: None,
            references: Vec::new(),
            price: Some(1_000),
        })
        .unwrap()
    }

    /// The index of a key in the message. Adds the key as read-only if it is missing.
    fn place(message: &mut Message, key: Key) -> u8 {
        let at = message.keys.iter().position(|of| *of == key).unwrap_or_else(|| {
            message.keys.push(key);
            message.readonly_others += 1;
            message.keys.len() - 1
        });
        at as u8
    }

    fn put(message: &mut Message, at: usize, program: &str, accounts: &[Key], data: &[u8]) {
        let program = place(message, key(program).unwrap());
        let accounts = accounts.iter().map(|key| place(message, *key)).collect();
        message.instructions.insert(at, Instruction { program, accounts, data: data.into() });
    }

    fn budget(message: &mut Message, price: u64) {
        put(message, 0, BUDGET, &[], &[&[3][..], &price.to_le_bytes()].concat());
    }

    // req: 10.27
    #[test]
    fn allows_the_wallet_to_add_a_priority_fee_and_guards() {
        assert_eq!(compare(&asked(None), &asked(None)), Some(Added::default()));
        let mut given = asked(None);
        budget(&mut given, 1_000_000);
        // 200,000 units for each of two instructions
        assert_eq!(compare(&asked(None), &given), Some(Added { lamports: 400_000, guards: 0 }));
        assert_eq!(compare(&asked(Some(1_000)), &asked(Some(2_000_000))).map(|of| of.lamports), Some(99_950));
        // as Phantom adds them: before and after, about the payer and a token account
        for asked in [asked(Some(1_000)), of_token()] {
            let mut given = asked.clone();
            let end = given.instructions.len();
            put(&mut given, end, GUARDS, &[ME], &[6, 4, 3, 0, 0x3f, 0xfc, 0x2e, 0x24, 4, 0, 0, 0, 4]);
            put(&mut given, 0, GUARDS, &[[5; 32]], &[10, 4, 2, 0x3e, 0x81, 0x33]);
            assert_eq!(compare(&asked, &given), Some(Added { lamports: 0, guards: 2 }));
        }
    }

    // req: 10.27
    #[test]
    fn rejects_any_other_difference() {
        type Change = fn(&mut Message);
        let changes: [(&str, Change); 17] = [
            ("another version", |of| of.is_v0 = true),
            ("another receiver", |of| of.keys[1] = EVE),
            ("another amount", |of| of.instructions[2].data[4] ^= 1),
            ("one more transfer", |of| {
                of.keys.insert(2, EVE);
                of.instructions.iter_mut().for_each(|of| of.program += 1);
                let program = of.instructions[2].program;
                let data = [2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0].into();
                of.instructions.push(Instruction { program, accounts: [0, 2].into(), data });
            }),
            ("a second transfer to the same", |of| of.instructions.push(of.instructions[2].clone())),
            ("nothing at all", |of| of.instructions.truncate(2)),
            ("another payer", |of| of.keys[0] = EVE),
            ("one more who signs", |of| {
                of.keys.insert(1, EVE);
                of.signers = 2;
                for of in &mut of.instructions {
                    of.program += 1;
                    of.accounts.iter_mut().filter(|at| **at > 0).for_each(|at| *at += 1);
                }
            }),
            ("a fee that is a theft", |of| {
                of.instructions[1].data = [&[3][..], &u64::MAX.to_le_bytes()].concat()
            }),
            ("a nonce, so that it has no end", |of| {
                put(of, 0, "11111111111111111111111111111111", &[EVE, ME], &[4, 0, 0, 0]);
            }),
            ("an account handed over", |of| {
                put(of, 3, "11111111111111111111111111111111", &[ME], &[&[1, 0, 0, 0][..], &EVE].concat());
            }),
            ("a program that nobody knows", |of| {
                put(of, 3, "Stake11111111111111111111111111111111111111", &[ME], &[1]);
            }),
            ("a guard that writes", |of| put(of, 3, GUARDS, &[ME], &[0, 4, 1, 2])),
            ("a guard that calls", |of| put(of, 3, GUARDS, &[ME], &[6, 3, 1, 2])),
            ("a guard without its words", |of| put(of, 3, GUARDS, &[ME], &[6])),
            ("what was read is written", |of| of.readonly_others -= 1),
            ("accounts in a table", |of| {
                let lookup = crate::namespaces::solana::codec::wire::Lookup {
                    table: EVE,
                    written: [1].into(),
                    read: Vec::new(),
                };
                of.lookups.push(lookup);
            }),
        ];
        for (name, change) in changes {
            let mut given = asked(Some(1_000));
            change(&mut given);
            assert_eq!(compare(&asked(Some(1_000)), &given), None, "{name}");
        }
        let mut later = of_token();
        later.instructions.swap(2, 3);
        assert_eq!(compare(&of_token(), &later), None, "another order");
        let mut other = of_token();
        other.instructions[3].data[0] = 13;
        assert_eq!(compare(&of_token(), &other), None, "approved, not moved");
    }
}
