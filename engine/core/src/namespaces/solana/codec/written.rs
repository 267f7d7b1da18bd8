//! Encodes messages in the network's form ([`super::wire`] decodes them).

#[cfg(any(test, feature = "twins"))]
use super::wire::{Instruction, Key, Lookup};
use super::wire::{Message, VERSIONED};
use alloc::vec;
use alloc::vec::Vec;

/// A count in the network's encoding.
#[must_use]
pub(crate) fn count(of: usize) -> Vec<u8> {
    let (mut rest, mut bytes) = (of, Vec::new());
    while rest > 0x7f {
        bytes.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    bytes.push(rest as u8);
    bytes
}

fn counted(bytes: &[u8]) -> Vec<u8> {
    [count(bytes.len()), bytes.to_vec()].concat()
}

/// Encodes a message, valid or not.
#[must_use]
pub fn written(message: &Message) -> Vec<u8> {
    let mut bytes = if message.is_v0 { vec![VERSIONED] } else { Vec::new() };
    bytes.extend(
        [message.signers, message.readonly_signers, message.readonly_others].map(|count| count as u8),
    );
    bytes.extend(count(message.keys.len()));
    bytes.extend(message.keys.concat());
    bytes.extend(message.blockhash);
    bytes.extend(count(message.instructions.len()));
    for instruction in &message.instructions {
        bytes.push(instruction.program);
        bytes.extend(counted(&instruction.accounts));
        bytes.extend(counted(&instruction.data));
    }
    if message.is_v0 {
        bytes.extend(count(message.lookups.len()));
        for lookup in &message.lookups {
            bytes.extend(lookup.table);
            bytes.extend(counted(&lookup.written));
            bytes.extend(counted(&lookup.read));
        }
    }
    bytes
}

/// Encodes a transaction without signatures.
#[must_use]
pub fn unsigned(message: &Message) -> Vec<u8> {
    signed(message, &vec![[0; 64]; message.signers])
}

/// Encodes a transaction with its signatures.
#[must_use]
pub fn signed(message: &Message, signatures: &[[u8; 64]]) -> Vec<u8> {
    [count(signatures.len()), signatures.concat(), written(message)].concat()
}

/// For tests: an instruction with the program, each account and whether it signs, and the data.
#[cfg(any(test, feature = "twins"))]
pub type TestInstruction = (Key, Vec<(Key, bool)>, Vec<u8>);

/// Builds a message that the first key pays for. With a table, all accounts that don't sign are in it, and its content
/// is the second result.
#[cfg(any(test, feature = "twins"))]
#[must_use]
pub fn message(from: Key, told: &[TestInstruction], table: Option<Key>) -> (Message, Vec<Key>) {
    let (mut signers, mut others, mut in_table) = (vec![from], Vec::new(), Vec::new());
    let add = |list: &mut Vec<Key>, key: Key| {
        if !list.contains(&key) {
            list.push(key);
        }
    };
    for (_, accounts, _) in told {
        accounts.iter().filter(|(_, signs)| *signs).for_each(|(key, _)| add(&mut signers, *key));
    }
    for (program, accounts, _) in told {
        add(&mut others, *program);
        for (key, _) in accounts.iter().filter(|(key, _)| !signers.contains(key)) {
            add(if table.is_some() { &mut in_table } else { &mut others }, *key);
        }
    }
    in_table.retain(|key| !others.contains(key));
    let keys = [signers.clone(), others].concat();
    let all = [keys.clone(), in_table.clone()].concat();
    let index = |key: &Key| all.iter().position(|of| of == key).unwrap_or_default() as u8;
    let instruction = |(program, accounts, data): &TestInstruction| Instruction {
        program: index(program),
        accounts: accounts.iter().map(|(key, _)| index(key)).collect(),
        data: data.clone(),
    };
    let places = (0..in_table.len()).map(|at| at as u8).collect();
    let lookup = |table| Lookup { table, written: places, read: Vec::new() };
    let message = Message {
        is_v0: table.is_some(),
        signers: signers.len(),
        readonly_signers: 0,
        readonly_others: 0,
        keys,
        blockhash: [9; 32],
        instructions: told.iter().map(instruction).collect(),
        lookups: table.filter(|_| !in_table.is_empty()).map(lookup).into_iter().collect(),
    };
    (message, in_table)
}
