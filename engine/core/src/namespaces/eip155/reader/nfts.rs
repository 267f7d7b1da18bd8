//! NFT transfers with data, and batch transfers (ERC-721, ERC-1155). The recipient's contract gets the data.

use super::carried::{address, bytes, list, number, tuple};
use super::effects::{behind, moved};
use crate::namespaces::effects::{Asset, Effect, EffectKind, EffectText, HowMuch, Risk};
use crate::namespaces::eip155::codec::abi::{self, Function};
use alloc::string::ToString;
use alloc::vec::Vec;
use alloy_primitives::U256;

const OF_721: u32 = 0xb88d_4fde;
const OF_1155: u32 = 0xf242_432a;
const BATCH: u32 = 0x2eb2_c2d6;

const TABLE: [(u32, &str); 3] = [
    (OF_721, "safeTransferFrom(address,address,uint256,bytes)"),
    (OF_1155, "safeTransferFrom(address,address,uint256,uint256,bytes)"),
    (BATCH, "safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)"),
];

/// Adds the effects of such a call. `None` for any other call. An unreadable one is displayed with its name, as a
/// transfer of someone's NFTs.
pub(crate) fn read(to: &str, data: &str, effects: &mut Vec<Effect>) -> Option<()> {
    let selector = u32::from_str_radix(data.get(..8)?, 16).ok()?;
    let (_, signature) = TABLE.iter().find(|(of, _)| *of == selector)?;
    let loose = abi::loose_hex(&Function::parse(signature)?.params, data.get(8..)?);
    let first = effects.len();
    let is_complete = loose.as_ref().and_then(|loose| each(to, selector, &loose.read, effects)).is_some();
    if !is_complete || loose.as_ref().is_none_or(|loose| loose.is_odd) {
        if !is_complete && effects.len() == first {
            effects.push_mut(Effect::of(EffectKind::Move, Risk::Warning)).asset =
                Some(Asset::Token(to.into()));
        }
        let name = signature.split_once('(').map(|(name, _)| name.to_string());
        let words = name.map(EffectText::Name);
        effects.push(Effect { words, on: Some(to.into()), ..Effect::of(EffectKind::Unread, Risk::Warning) });
    }
    if let Some(loose) = loose.filter(|loose| loose.behind > 0) {
        effects.push(behind(to, loose.behind));
    }
    Some(())
}

fn each(token: &str, selector: u32, read: &abi::Node, effects: &mut Vec<Effect>) -> Option<()> {
    let fields = tuple(read)?;
    let at = |index: usize| fields.get(index).copied();
    let (from, to) = (address(at(0)?)?, address(at(1)?)?);
    let mut one = |id: U256, count: U256| {
        effects.push(moved(token, from.clone(), to.clone(), HowMuch::Piece(id, count)));
    };
    let is_complete = match selector {
        BATCH => {
            let (ids, counts) = (list(at(2)?)?, list(at(3)?)?);
            for (id, count) in ids.iter().zip(counts) {
                one(number(id)?, number(count)?);
            }
            ids.len() == counts.len()
        }
        OF_1155 => {
            one(number(at(2)?)?, number(at(3)?)?);
            true
        }
        _ => {
            one(number(at(2)?)?, U256::from(1u8));
            true
        }
    };
    let told = bytes(at(fields.len().checked_sub(1)?)?)?;
    if !told.is_empty() {
        effects.push(behind(&to, told.len()));
    }
    is_complete.then_some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::namespaces::clauses::Clause;
    use crate::namespaces::effects::SaysNothing;
    use crate::namespaces::eip155::reader::effects;
    use alloc::string::String;
    use serde_json::json;

    const ALICE: &str = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
    const BOB: &str = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
    const APES: &str = "0x5FbDB2315678afecb367f032d93F642f64180aa3";

    fn words(all: &[u64]) -> String {
        all.iter().map(|of| alloc::format!("{of:064x}")).collect()
    }

    fn both() -> String {
        let word = |address: &str| alloc::format!("{:0>64}", address.trim_start_matches("0x").to_lowercase());
        [word(ALICE), word(BOB)].concat()
    }

    fn sent(data: &str) -> Vec<Effect> {
        let data = ["0x", data].concat();
        let request = json!([{ "from": ALICE, "to": APES, "data": data }]);
        effects::read("eth_sendTransaction", &request, &SaysNothing)
    }

    #[test]
    fn has_the_selector_of_each_signature() {
        for (selector, signature) in TABLE {
            let function = Function::parse(signature).unwrap();
            assert_eq!(function.selector(), selector.to_be_bytes(), "{signature}");
        }
    }

    // req: 10.12
    #[test]
    fn describes_nft_transfers_with_data_and_in_batches() {
        let piece = |id: u64, count: u64| Some(HowMuch::Piece(U256::from(id), U256::from(count)));
        let one = sent(&["b88d4fde", &both(), &words(&[7, 128, 0])].concat());
        assert_eq!((one.len(), one[0].kind, one[0].amount), (1, EffectKind::Move, piece(7, 1)));
        assert_eq!((one[0].owner.as_deref(), one[0].party.as_deref()), (Some(ALICE), Some(BOB)));
        let told = sent(&["b88d4fde", &both(), &words(&[7, 128, 3]), "aabbcc", &"0".repeat(58)].concat());
        assert_eq!(
            (told[1].kind, told[1].name(), told[1].on.as_deref()),
            (Clause::Behind.into(), Some("3"), Some(BOB))
        );
        let several = sent(&["f242432a", &both(), &words(&[7, 5, 160, 0])].concat());
        assert_eq!(several[0].amount, piece(7, 5));
        let batch = ["2eb2c2d6", &both(), &words(&[160, 256, 352, 2, 7, 9, 2, 5, 1, 0])].concat();
        let read = sent(&batch);
        assert_eq!(read.iter().map(|effect| effect.amount).collect::<Vec<_>>(), [piece(7, 5), piece(9, 1)]);
        // lists of different lengths, a trailing byte, only the selector
        let uneven = sent(&["2eb2c2d6", &both(), &words(&[160, 256, 320, 2, 7, 9, 1, 5, 0])].concat());
        assert_eq!((uneven[0].amount, uneven[1].kind), (piece(7, 5), EffectKind::Unread));
        let behind = sent(&[&batch, "00"].concat());
        assert_eq!((behind.len(), behind[2].kind), (3, Clause::Behind.into()));
        let broken = sent("2eb2c2d6");
        let kinds: Vec<_> = broken.iter().map(|effect| (effect.kind, effect.risk)).collect();
        assert_eq!(kinds, [(EffectKind::Move, Risk::Warning), (EffectKind::Unread, Risk::Warning)]);
    }
}
