//! Output scripts and their addresses (BIP-13, BIP-16, BIP-141, BIP-341).

use crate::namespaces::checked_address::bitcoin_network;
use alloc::string::String;
use alloc::vec::Vec;
use ripemd::Ripemd160;
use sha2::{Digest, Sha256};

/// How an output can be spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lock {
    /// P2PKH: a key, without a witness.
    Key,
    /// P2SH: a script, or a nested witness program.
    Script,
    /// P2WPKH.
    WitnessKey,
    /// P2WSH.
    WitnessScript,
    /// P2TR.
    Taproot,
}

const RETURN: u8 = 0x6a;
/// `OP_13`, which precedes the data that moves runes.
const RUNES: u8 = 0x5d;
const HASH160: [u8; 2] = [0xa9, 0x14];

/// Computes RIPEMD-160 of SHA-256.
pub fn hash160(bytes: &[u8]) -> [u8; 20] {
    Ripemd160::digest(Sha256::digest(bytes)).into()
}

/// A witness program: its version, and the rest of the script.
fn program(script: &[u8]) -> Option<(u8, &[u8])> {
    let (version, rest) = script.split_first()?;
    let (length, program) = rest.split_first()?;
    let version = match version {
        0 => 0,
        0x51..=0x60 => version - 0x50,
        _ => return None,
    };
    (usize::from(*length) == program.len() && (2..=40).contains(&program.len())).then_some((version, program))
}

/// The hash in an output that a key or a script controls.
fn hash(script: &[u8]) -> Option<(Lock, &[u8])> {
    match script {
        [0x76, 0xa9, 0x14, hash @ .., 0x88, 0xac] if hash.len() == 20 => Some((Lock::Key, hash)),
        [0xa9, 0x14, hash @ .., 0x87] if hash.len() == 20 => Some((Lock::Script, hash)),
        _ => None,
    }
}

/// What a script requires. `None` for an unknown one.
#[must_use]
pub fn lock(script: &[u8]) -> Option<Lock> {
    match program(script) {
        Some((0, of)) if of.len() == 20 => Some(Lock::WitnessKey),
        Some((0, of)) if of.len() == 32 => Some(Lock::WitnessScript),
        Some((1, of)) if of.len() == 32 => Some(Lock::Taproot),
        Some(_) => None,
        None => hash(script).map(|(lock, _)| lock),
    }
}

/// Whether this script is the one in a P2SH output's hash.
pub fn is_redeemed_by(script: &[u8], redeem: &[u8]) -> bool {
    hash(script) == Some((Lock::Script, &hash160(redeem)[..]))
}

/// Whether this script is the one in a P2WSH output's hash.
pub fn is_witnessed_by(script: &[u8], witness: &[u8]) -> bool {
    program(script) == Some((0, &Sha256::digest(witness)[..]))
}

/// The address of a script on a network. `None` if it has no address, or the network is unknown.
#[must_use]
pub fn address(script: &[u8], reference: &str) -> Option<String> {
    let (prefix, [of_key, of_script]) = bitcoin_network(reference)?;
    if let Some((version, program)) = program(script) {
        let (hrp, version) = (bech32::Hrp::parse(prefix).ok()?, bech32::Fe32::try_from(version).ok()?);
        return bech32::segwit::encode(hrp, version, program).ok();
    }
    let (lock, hash) = hash(script)?;
    let mut bytes: Vec<u8> = [if lock == Lock::Key { of_key } else { of_script }].into();
    bytes.extend(hash);
    let check = Sha256::digest(Sha256::digest(&bytes));
    bytes.extend(check.iter().take(4));
    Some(bs58::encode(bytes).into_string())
}

/// The script of a checked address, on any network.
#[must_use]
pub fn of_address(address: &str) -> Option<Vec<u8>> {
    if let Ok((_, version, program)) = bech32::segwit::decode(address) {
        let version = version.to_u8();
        let mut script: Vec<u8> =
            [if version == 0 { 0 } else { version + 0x50 }, u8::try_from(program.len()).ok()?].into();
        script.extend(program);
        return Some(script);
    }
    let bytes = bs58::decode(address).into_vec().ok()?;
    let (body, check) = bytes.split_last_chunk::<4>()?;
    Sha256::digest(Sha256::digest(body)).starts_with(check).then_some(())?;
    let (version, hash) = body.split_first()?;
    (hash.len() == 20).then_some(())?;
    let (before, after): (&[u8], &[u8]) = match version {
        0x00 | 0x6f => (&[0x76, 0xa9, 0x14], &[0x88, 0xac]),
        0x05 | 0xc4 => (&HASH160, &[0x87]),
        _ => return None,
    };
    Some([before, hash, after].concat())
}

/// The data of an `OP_RETURN` output, which can't be spent.
#[derive(Debug, PartialEq, Eq)]
pub enum OpReturn {
    /// A readable message.
    Text(String),
    /// Any other data.
    Data(Vec<u8>),
    /// A runestone, which moves runes. The engine doesn't read it.
    Runes,
}

/// Reads the data after `OP_RETURN`. Returns `None` for another script.
#[must_use]
pub fn said(script: &[u8]) -> Option<OpReturn> {
    let rest = script.strip_prefix(&[RETURN])?;
    if rest.first() == Some(&RUNES) {
        return Some(OpReturn::Runes);
    }
    let text = pushed(rest).and_then(|bytes| String::from_utf8(bytes).ok());
    let is_words = |text: &String| !text.is_empty() && !text.chars().any(char::is_control);
    Some(text.filter(is_words).map_or_else(|| OpReturn::Data(rest.into()), OpReturn::Text))
}

/// The pushed data of a script. `None` if it contains other operations.
fn pushed(script: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = super::wire::Bytes(script);
    let mut all = Vec::new();
    while bytes.ends().is_none() {
        let length = match bytes.array::<1>()? {
            [short @ 0..=0x4b] => usize::from(short),
            [0x4c] => usize::from(bytes.array::<1>()?[0]),
            [0x4d] => usize::from(u16::from_le_bytes(bytes.array()?)),
            [0x4e] => usize::try_from(bytes.word()?).ok()?,
            _ => return None,
        };
        all.extend(bytes.take(length)?);
    }
    Some(all)
}
