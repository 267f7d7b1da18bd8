//! Messages as the network has them, written: for tests alone.

use super::wire::{Message, VERSIONED};
use alloc::vec;
use alloc::vec::Vec;

/// A count as the network writes it.
#[must_use]
pub fn count(of: usize) -> Vec<u8> {
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

/// A message as the network has it, sound or not.
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

/// A transaction that nobody has signed yet.
#[must_use]
pub fn unsigned(message: &Message) -> Vec<u8> {
    [count(message.signers), vec![0; 64 * message.signers], written(message)].concat()
}
