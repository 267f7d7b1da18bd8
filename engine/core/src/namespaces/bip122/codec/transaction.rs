//! Bitcoin transactions: parsing, and their ID, which excludes the witnesses.

use super::wire::Bytes;
use crate::json::Read;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::hex;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// The hash of a transaction in byte order. The displayed form is reversed.
pub type Txid = [u8; 32];

/// The maximum supply in satoshis. No amount is larger.
pub const SATS_MAX: u64 = 2_100_000_000_000_000;

/// An input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The transaction of the spent output.
    pub txid: Txid,
    /// The index of the spent output.
    pub index: u32,
    /// The script with the signature.
    pub script: Vec<u8>,
    /// When the output can be spent, and whether the transaction can be replaced.
    pub sequence: u32,
}

/// An output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// The value in satoshis.
    pub value: u64,
    /// The output script.
    pub script: Vec<u8>,
}

/// A transaction without its witnesses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transaction {
    /// The version, which selects the rules.
    pub version: u32,
    /// The inputs.
    pub inputs: Vec<Input>,
    /// The outputs.
    pub outputs: Vec<Output>,
    /// The first block or time in which it is valid.
    pub lock_time: u32,
}

/// Whether an amount is at most the maximum supply.
pub(crate) fn is_money(value: u64) -> bool {
    value <= SATS_MAX
}

impl Output {
    pub(crate) fn read(bytes: &mut Bytes<'_>) -> Option<Self> {
        let value = bytes.array().map(u64::from_le_bytes).filter(|value| is_money(*value))?;
        Some(Self { value, script: bytes.counted()?.into() })
    }
}

fn each<T>(bytes: &mut Bytes<'_>, one: impl Fn(&mut Bytes<'_>) -> Option<T>) -> Option<Vec<T>> {
    let count = bytes.length()?;
    let mut all = Vec::new();
    for _ in 0..count {
        all.push(one(bytes)?);
    }
    Some(all)
}

impl Transaction {
    /// Parses a complete transaction, with or without witnesses. `is_bare`: witnesses can be missing.
    #[must_use]
    pub fn read(bytes: &[u8], is_bare: bool) -> Option<Self> {
        let mut bytes = Bytes(bytes);
        let version = bytes.word()?;
        let has_witnesses = !is_bare && bytes.0.starts_with(&[0, 1]);
        if has_witnesses {
            bytes.take(2)?;
        }
        let inputs = each(&mut bytes, |bytes| {
            let (txid, index) = (bytes.array()?, bytes.word()?);
            Some(Input { txid, index, script: bytes.counted()?.into(), sequence: bytes.word()? })
        })?;
        let outputs = each(&mut bytes, Output::read)?;
        if has_witnesses {
            let mut is_empty = true;
            for _ in &inputs {
                let items = bytes.length()?;
                is_empty &= items == 0;
                for _ in 0..items {
                    bytes.counted()?;
                }
            }
            // a marker for witnesses without any, which other readers reject
            (!is_empty).then_some(())?;
        }
        let lock_time = bytes.word()?;
        bytes.ends()?;
        Some(Self { version, inputs, outputs, lock_time })
    }

    /// The bytes without witnesses.
    #[must_use]
    pub fn written(&self) -> Vec<u8> {
        let mut bytes = Vec::from(self.version.to_le_bytes());
        push_length(&mut bytes, self.inputs.len());
        for input in &self.inputs {
            bytes.extend(input.txid);
            bytes.extend(input.index.to_le_bytes());
            push_length(&mut bytes, input.script.len());
            bytes.extend(&input.script);
            bytes.extend(input.sequence.to_le_bytes());
        }
        push_length(&mut bytes, self.outputs.len());
        for output in &self.outputs {
            bytes.extend(output.value.to_le_bytes());
            push_length(&mut bytes, output.script.len());
            bytes.extend(&output.script);
        }
        bytes.extend(self.lock_time.to_le_bytes());
        bytes
    }

    /// The transaction ID.
    #[must_use]
    pub fn txid(&self) -> Txid {
        Sha256::digest(Sha256::digest(self.written())).into()
    }
}

/// Reads a transaction from an Esplora indexer. Its hash proves it: computed from all of this data, it must be the
/// requested one.
pub fn told(of: &Value) -> Option<Transaction> {
    let number = |of: &Value, name: &str| u32::try_from(of.whole(name)?).ok();
    let bytes = |of: &Value, name: &str| hex::decode(of.text(name)?).ok();
    let input = |of: &Value| {
        let (txid, index) = (named(of.text("txid")?)?, number(of, "vout")?);
        Some(Input { txid, index, script: bytes(of, "scriptsig")?, sequence: number(of, "sequence")? })
    };
    let output = |of: &Value| {
        let value = of.whole("value").filter(|value| is_money(*value))?;
        Some(Output { value, script: bytes(of, "scriptpubkey")? })
    };
    // a negative version is the same four bytes
    let version = of.field("version")?.as_i64()?;
    let version = u32::try_from(version).ok().or(i32::try_from(version).ok().map(i32::cast_unsigned))?;
    Some(Transaction {
        version,
        inputs: of.list("vin").iter().map(input).collect::<Option<_>>()?,
        outputs: of.list("vout").iter().map(output).collect::<Option<_>>()?,
        lock_time: number(of, "locktime")?,
    })
}

fn named(text: &str) -> Option<Txid> {
    let mut txid: Txid = hex::decode(text).ok()?.try_into().ok()?;
    txid.reverse();
    Some(txid)
}

/// The transaction ID in its displayed form.
pub fn name(txid: &Txid) -> String {
    let mut txid = *txid;
    txid.reverse();
    hex::encode(txid)
}

/// Appends a length in its shortest form.
pub(crate) fn push_length(bytes: &mut Vec<u8>, length: usize) {
    match (u8::try_from(length), u16::try_from(length)) {
        (Ok(short @ 0..=0xfc), _) => bytes.push(short),
        (_, Ok(middle)) => {
            bytes.push(0xfd);
            bytes.extend(middle.to_le_bytes());
        }
        _ => {
            bytes.push(0xfe);
            bytes.extend(u32::try_from(length).unwrap_or(u32::MAX).to_le_bytes());
        }
    }
}
