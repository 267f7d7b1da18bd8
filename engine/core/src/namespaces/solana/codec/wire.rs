//! Transactions and messages in the network's encoding, legacy and v0: parsed completely or rejected. Invalid encodings (an index out of
//! range, a non-minimal count, a repeated account) are rejected here, as on nodes.

use alloc::vec::Vec;

/// The key of an account or a program, or a blockhash.
pub type Key = [u8; 32];

/// The maximum size of a transaction, which must fit into one packet.
pub const TRANSACTION_BYTES_MAX: usize = 1_232;
/// The maximum number of accounts, because an index is one byte.
const KEYS_MAX: usize = 256;
/// This bit marks a versioned message in its first byte. The other bits are the version.
pub const VERSIONED: u8 = 0x80;

/// A transaction, signed or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transaction {
    /// One signature per signer, in order. Zeros if it is missing.
    pub signatures: Vec<[u8; 64]>,
    /// The message.
    pub message: Message,
}

/// A message to sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// A version 0 message. If false, a legacy one.
    pub is_v0: bool,
    /// The number of signers, which are the first accounts.
    pub signers: usize,
    /// The number of read-only signers, which are the last signers.
    pub readonly_signers: usize,
    /// The number of read-only other accounts, which are the last accounts.
    pub readonly_others: usize,
    /// The static accounts and programs. The first one pays the fee.
    pub keys: Vec<Key>,
    /// The blockhash, or the value of a nonce account.
    pub blockhash: Key,
    /// The instructions in order.
    pub instructions: Vec<Instruction>,
    /// The accounts from address tables. In the indexes, the writable accounts of all tables come first.
    pub lookups: Vec<Lookup>,
}

/// One call of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// The index of the program.
    pub program: u8,
    /// The indexes of the accounts.
    pub accounts: Vec<u8>,
    /// The data for the program.
    pub data: Vec<u8>,
}

/// Accounts from an address table on the network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lookup {
    /// The key of the table.
    pub table: Key,
    /// The positions of writable accounts in the table.
    pub written: Vec<u8>,
    /// The positions of read-only accounts in the table.
    pub read: Vec<u8>,
}

impl Transaction {
    /// Parses a complete transaction.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let mut input = Some(Input(bytes)).filter(|_| bytes.len() <= TRANSACTION_BYTES_MAX)?;
        let signatures = input.many(Input::array)?;
        let message = Message::read(input.0)?;
        (signatures.len() == message.signers).then_some(Self { signatures, message })
    }
}

impl Message {
    /// Parses a complete message.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let mut input = Some(Input(bytes)).filter(|_| bytes.len() <= TRANSACTION_BYTES_MAX)?;
        let is_v0 = bytes.first()? & VERSIONED != 0;
        if is_v0 && input.byte()? != VERSIONED {
            return None;
        }
        let mut count = || input.byte().map(usize::from);
        let (signers, readonly_signers, readonly_others) = (count()?, count()?, count()?);
        let keys = input.many(Input::array)?;
        let blockhash = input.array()?;
        let instructions = input.many(Input::instruction)?;
        let lookups = if is_v0 { input.many(Input::lookup)? } else { Vec::new() };
        let message = Self {
            is_v0,
            signers,
            readonly_signers,
            readonly_others,
            keys,
            blockhash,
            instructions,
            lookups,
        };
        (input.0.is_empty() && message.is_sound()).then_some(message)
    }

    /// Whether bytes start like a version 1 message (SIMD-0385), which isn't supported: counts, compute budget,
    /// blockhash, the numbers of instructions and accounts, and the accounts.
    #[must_use]
    pub fn is_of_version_1(bytes: &[u8]) -> bool {
        let begins = || {
            let mut input = Input(bytes);
            let mut count = || input.byte().map(usize::from);
            let (version, signers, readonly_signers, readonly_others) =
                (count()?, count()?, count()?, count()?);
            input.take(4 + 32 + 1)?;
            let accounts = usize::from(input.byte()?);
            input.take(32 * accounts)?;
            let is_sound = readonly_signers < signers && signers + readonly_others <= accounts;
            (version == usize::from(VERSIONED | 1) && is_sound).then_some(())
        };
        begins().is_some()
    }

    /// The number of all accounts, including those from tables.
    #[must_use]
    pub fn accounts(&self) -> usize {
        let looked_up = self.lookups.iter().map(|lookup| lookup.written.len() + lookup.read.len());
        self.keys.len() + looked_up.sum::<usize>()
    }

    /// Whether a message passes a node's structural checks.
    fn is_sound(&self) -> bool {
        let (own, all) = (self.keys.len(), self.accounts());
        // the payer exists and is writable
        let is_paid = self.readonly_signers < self.signers;
        let is_parted = self.signers + self.readonly_others <= own;
        let is_named = all <= KEYS_MAX
            && self.instructions.iter().all(|instruction| {
                // the payer isn't a program, and programs aren't in tables
                (1..own).contains(&usize::from(instruction.program))
                    && instruction.accounts.iter().all(|at| usize::from(*at) < all)
            });
        let is_looked_up = self.lookups.iter().all(|of| !of.written.is_empty() || !of.read.is_empty());
        let is_once =
            self.keys.iter().enumerate().all(|(at, key)| !self.keys.iter().take(at).any(|of| of == key));
        is_paid && is_parted && is_named && is_looked_up && is_once
    }
}

/// The unread bytes.
pub(crate) struct Input<'a>(pub(crate) &'a [u8]);

impl<'a> Input<'a> {
    pub(crate) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    pub(crate) fn byte(&mut self) -> Option<u8> {
        self.take(1)?.first().copied()
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    /// Reads a number below 2^16 in one to three bytes of seven bits, in its shortest form.
    fn count(&mut self) -> Option<usize> {
        let mut number = 0usize;
        for at in 0..3 {
            let byte = self.byte()?;
            if byte == 0 && at > 0 {
                return None;
            }
            number |= usize::from(byte & 0x7f) << (7 * at);
            if byte & 0x80 == 0 {
                return (number <= usize::from(u16::MAX)).then_some(number);
            }
        }
        None
    }

    /// Reads a count and that number of items. Each item takes at least one byte, so a large count can't allocate
    /// memory.
    fn many<T>(&mut self, one: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let count = Some(self.count()?).filter(|count| *count <= self.0.len())?;
        (0..count).map(|_| one(self)).collect()
    }

    fn bytes(&mut self) -> Option<Vec<u8>> {
        let count = self.count()?;
        self.take(count).map(<[u8]>::to_vec)
    }

    fn instruction(&mut self) -> Option<Instruction> {
        Some(Instruction { program: self.byte()?, accounts: self.bytes()?, data: self.bytes()? })
    }

    fn lookup(&mut self) -> Option<Lookup> {
        Some(Lookup { table: self.array()?, written: self.bytes()?, read: self.bytes()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::namespaces::solana::codec::written::{count, unsigned, written};
    use alloc::vec;

    fn key(of: u8) -> Key {
        [of; 32]
    }

    fn legacy() -> Message {
        let instruction = Instruction { program: 2, accounts: vec![0, 1], data: vec![2, 0, 0, 0, 7] };
        Message {
            is_v0: false,
            signers: 1,
            readonly_signers: 0,
            readonly_others: 1,
            keys: vec![key(1), key(2), key(3)],
            blockhash: key(9),
            instructions: vec![instruction],
            lookups: Vec::new(),
        }
    }

    fn v0() -> Message {
        let mut message = Message { is_v0: true, ..legacy() };
        message.lookups = vec![Lookup { table: key(8), written: vec![200], read: vec![0, 1] }];
        message.instructions[0].accounts = vec![0, 3, 4, 5];
        message
    }

    // req: 10.44
    #[test]
    fn reads_back_the_message_that_it_encoded() {
        for message in [legacy(), v0()] {
            assert_eq!(Message::read(&written(&message)), Some(message.clone()));
            let signatures = vec![[0; 64]];
            assert_eq!(
                Transaction::read(&unsigned(&message)),
                Some(Transaction { signatures, message: message.clone() })
            );
            assert_eq!(message.accounts(), if message.is_v0 { 6 } else { 3 });
        }
    }

    // req: 10.44
    #[test]
    fn rejects_a_missing_or_extra_byte() {
        for message in [legacy(), v0()] {
            let bytes = unsigned(&message);
            for end in 0..bytes.len() {
                assert_eq!(Transaction::read(&bytes[..end]), None, "{end}");
            }
            assert_eq!(Transaction::read(&[&bytes[..], &[0]].concat()), None);
            assert_eq!(Message::read(&bytes), None, "signatures belong to no message");
        }
    }

    // req: 10.44
    #[test]
    fn rejects_transactions_that_a_node_would_reject() {
        type Change = fn(&mut Message);
        let changes: [(&str, Change); 13] = [
            ("nobody pays", |of| of.signers = 0),
            ("what pays is only read", |of| of.readonly_signers = 1),
            ("more sign than there are", |of| of.signers = 4),
            ("more are read than there are", |of| of.readonly_others = 3),
            ("a program out of range", |of| of.instructions[0].program = 3),
            ("who pays as a program", |of| of.instructions[0].program = 0),
            ("an account out of range", |of| of.instructions[0].accounts.push(6)),
            ("an account twice", |of| of.keys[1] = key(1)),
            ("a table without a place", |of| of.lookups.push(Lookup { written: vec![], ..lookup(&[]) })),
            ("no keys", |of| of.keys.clear()),
            ("a program in a table", |of| {
                of.lookups = vec![lookup(&[1])];
                of.instructions[0].program = 3;
            }),
            ("more accounts than a byte can name", |of| of.lookups = vec![lookup(&[0; 254])]),
            ("too long for a packet", |of| of.instructions[0].data = vec![0; 1_232]),
        ];
        for (name, change) in changes {
            let mut message = v0();
            change(&mut message);
            assert_eq!(Message::read(&written(&message)), None, "{name}");
        }
        let two = [count(2), vec![0; 128], written(&legacy())].concat();
        assert_eq!(Transaction::read(&two), None, "a signature of nobody");
        let mut later = written(&v0());
        later[0] = VERSIONED | 1;
        assert_eq!(Message::read(&later), None, "a version that is not known");
    }

    fn lookup(read: &[u8]) -> Lookup {
        Lookup { table: key(8), written: Vec::new(), read: read.to_vec() }
    }

    // req: 10.44
    #[test]
    fn rejects_a_non_minimal_count() {
        for (bytes, number) in [
            (&[0][..], Some(0)),
            (&[0x7f], Some(127)),
            (&[0x80, 1], Some(128)),
            (&[0xff, 0x7f], Some(16_383)),
            (&[0x80, 0x80, 1], Some(16_384)),
            (&[0xff, 0xff, 3], Some(65_535)),
            (&[0xff, 0xff, 4], None),
            (&[0x80, 0], None),
            (&[0x80, 0x80, 0], None),
            (&[0x80, 0x80, 0x80, 1], None),
            (&[0x80], None),
            (&[], None),
        ] {
            assert_eq!(Input(bytes).count(), number, "{bytes:?}");
        }
    }

    #[test]
    fn survives_arbitrary_bytes_without_a_panic() {
        let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
        let mut next = || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed
        };
        let (mut read, starts) = (0, [unsigned(&legacy()), unsigned(&v0())]);
        for round in 0..100_000 {
            let mut bytes = starts[round % 2].clone();
            for _ in 0..1 + next() % 3 {
                let at = (next() % bytes.len() as u64) as usize;
                bytes[at] = next() as u8;
            }
            if let Some(transaction) = Transaction::read(&bytes) {
                let signed = transaction.signatures.concat();
                let again = [count(transaction.signatures.len()), signed, written(&transaction.message)];
                assert_eq!(again.concat(), bytes);
                read += 1;
            }
        }
        assert!(read > 1_000, "{read}");
    }
}
