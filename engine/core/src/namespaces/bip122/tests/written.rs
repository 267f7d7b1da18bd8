//! Documents for tests, built according to BIP-174 and BIP-370. Only scripts and hashes share code with the reader.

#![allow(missing_docs, reason = "the names of the standards")]

use crate::namespaces::bip122::codec::script;
use crate::namespaces::bip122::codec::transaction::{Input, Output, Transaction, push_length};
use alloc::string::String;
use alloc::vec::Vec;
use walletconnect::base64;

type Field = (Vec<u8>, Vec<u8>);

/// An input with its previous transaction.
#[derive(Clone)]
pub struct Coin {
    pub before: Transaction,
    pub has_whole: bool,
    pub has_bare: bool,
    /// The stated amount of the bare output, if it is false.
    pub said: Option<u64>,
    pub fields: Vec<Field>,
    pub sequence: u32,
}

impl Coin {
    /// A coin of an address with an amount. `number` distinguishes coins.
    #[must_use]
    pub fn of(address: &str, value: u64, number: u8) -> Self {
        Self::locked(script::of_address(address).unwrap_or_default(), value, number)
    }

    #[must_use]
    pub fn locked(script: Vec<u8>, value: u64, number: u8) -> Self {
        let input = Input { txid: [number; 32], index: 0, script: [1, 7].into(), sequence: u32::MAX };
        let outputs = [Output { value: 1, script: Vec::new() }, Output { value, script }].into();
        let before = Transaction { version: 2, inputs: [input].into(), outputs, lock_time: 0 };
        Self {
            before,
            has_whole: true,
            has_bare: true,
            said: None,
            fields: Vec::new(),
            sequence: 0xffff_fffd,
        }
    }

    /// Removes the complete previous transaction.
    #[must_use]
    pub fn bare(mut self) -> Self {
        self.has_whole = false;
        self
    }

    #[must_use]
    pub fn with(mut self, key: &[u8], value: &[u8]) -> Self {
        self.fields.push((key.into(), value.into()));
        self
    }

    #[must_use]
    pub fn sighash(self, kind: u32) -> Self {
        self.with(&[3], &kind.to_le_bytes())
    }
}

fn push(bytes: &mut Vec<u8>, counted: &[u8]) {
    push_length(bytes, counted.len());
    bytes.extend(counted);
}

fn push_map(bytes: &mut Vec<u8>, fields: &[Field]) {
    for (key, value) in fields {
        push(bytes, key);
        push(bytes, value);
    }
    bytes.push(0);
}

fn field(kind: u8, value: impl AsRef<[u8]>) -> Field {
    ([kind].into(), value.as_ref().into())
}

/// A complete document.
#[derive(Clone, Default)]
pub struct Draft {
    pub coins: Vec<Coin>,
    pub outputs: Vec<(u64, Vec<u8>)>,
    pub is_second: bool,
}

impl Draft {
    #[must_use]
    pub fn of(coins: impl Into<Vec<Coin>>) -> Self {
        Self { coins: coins.into(), ..Self::default() }
    }

    #[must_use]
    pub fn pays(self, address: &str, value: u64) -> Self {
        self.locks(script::of_address(address).unwrap_or_default(), value)
    }

    #[must_use]
    pub fn locks(mut self, script: Vec<u8>, value: u64) -> Self {
        self.outputs.push((value, script));
        self
    }

    /// Uses the BIP-370 form.
    #[must_use]
    pub fn second(mut self) -> Self {
        self.is_second = true;
        self
    }

    /// The unsigned transaction.
    #[must_use]
    pub fn unsigned(&self) -> Transaction {
        let inputs = self.coins.iter().map(|coin| Input {
            txid: coin.before.txid(),
            index: 1,
            script: Vec::new(),
            sequence: coin.sequence,
        });
        let outputs =
            self.outputs.iter().map(|(value, script)| Output { value: *value, script: script.clone() });
        Transaction { version: 2, inputs: inputs.collect(), outputs: outputs.collect(), lock_time: 0 }
    }

    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::from(b"psbt\xff");
        let count = |length: usize| {
            let mut bytes = Vec::new();
            push_length(&mut bytes, length);
            bytes
        };
        let two = 2u32.to_le_bytes();
        let global = match self.is_second {
            false => [field(0, self.unsigned().written())].into(),
            true => Vec::from([
                field(2, two),
                field(3, [0; 4]),
                field(4, count(self.coins.len())),
                field(5, count(self.outputs.len())),
                field(0xfb, two),
            ]),
        };
        push_map(&mut bytes, &global);
        for coin in &self.coins {
            let mut fields = Vec::new();
            if coin.has_whole {
                fields.push(field(0, coin.before.written()));
            }
            if let Some(output) = coin.before.outputs.get(1).filter(|_| coin.has_bare) {
                let mut bare = Vec::from(coin.said.unwrap_or(output.value).to_le_bytes());
                push(&mut bare, &output.script);
                fields.push(field(1, bare));
            }
            if self.is_second {
                fields.push(field(0x0e, coin.before.txid()));
                fields.push(field(0x0f, 1u32.to_le_bytes()));
                fields.push(field(0x10, coin.sequence.to_le_bytes()));
            }
            fields.extend(coin.fields.iter().cloned());
            push_map(&mut bytes, &fields);
        }
        for (value, script) in &self.outputs {
            let fields = match self.is_second {
                true => Vec::from([field(3, value.to_le_bytes()), field(4, script)]),
                false => Vec::new(),
            };
            push_map(&mut bytes, &fields);
        }
        bytes
    }

    #[must_use]
    pub fn text(&self) -> String {
        base64::encode(&self.bytes())
    }
}
