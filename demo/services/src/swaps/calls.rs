//! What the router is told, and what it says: `swap` of the 1inch AggregationRouterV6, the router's own `quote`, its event.

use serde_json::Value;

use super::router;
use crate::{abi, assets::Asset, ids::Address};

/// `swap(address,(address,address,address,address,uint256,uint256,uint256),bytes)`.
pub const SWAP: &str = "07ed2379";
/// `open(address)`.
const OPEN: &str = "b95460f8";
/// `quote(address,address,uint256)`.
const QUOTE: &str = "b6466384";
/// Topic of `Swapped(address,address,address,address,uint256,uint256)`.
const SWAPPED_TOPIC: &str = "0xd6d4f5681c246c9f42c203e287975af1601f8df8035a9251f79aab5c8f09e2f8";

/// One call of `swap`, with the names of the published interface in its comments.
#[derive(Debug, Clone)]
pub struct Swap {
    /// The contracts on the way, first to last: `executor` and `srcReceiver` are the first, `data` is all of them.
    pub way: Vec<Address>,
    /// What is sold (`srcToken`).
    pub source: Asset,
    /// What is bought (`dstToken`).
    pub target: Asset,
    /// Who is paid (`dstReceiver`).
    pub receiver: Address,
    /// Base units that are sold (`amount`).
    pub amount: u128,
    /// Base units that are bought at least (`minReturnAmount`).
    pub minimum: u128,
    /// `flags`; 1 = may be filled in part.
    pub flags: u8,
}

impl Swap {
    /// Whether this is the beginning of such call data.
    pub fn is_in(call_data: &str) -> bool {
        call_data.get(2..10) == Some(SWAP)
    }

    /// Its call data.
    pub fn call_data(&self) -> String {
        let first = self.way.first().map(abi::address_word).unwrap_or_else(|| format!("{:064x}", 0));
        let data: String =
            self.way.iter().map(|place| place.lower().trim_start_matches("0x").to_owned()).collect();
        let description = [
            abi::address_word(&self.source.place()),
            abi::address_word(&self.target.place()),
            first.clone(),
            abi::address_word(&self.receiver),
            format!("{:064x}{:064x}{:064x}", self.amount, self.minimum, self.flags),
        ];
        // Nine words stand before the bytes: executor, the seven of the description, and where the bytes begin.
        let begins = 9 * 32;
        format!("0x{SWAP}{first}{}{begins:064x}{}", description.concat(), abi::tail(&data))
    }
}

/// Call data of the router's `open`, which makes the pool of a token.
pub fn open(token: &Address) -> String {
    format!("0x{OPEN}{}", abi::address_word(token))
}

/// Call data of the router's `quote`.
pub(super) fn quote(source: &Asset, target: &Asset, amount: u128) -> String {
    let (source, target) = (abi::address_word(&source.place()), abi::address_word(&target.place()));
    format!("0x{QUOTE}{source}{target}{amount:064x}")
}

/// What an event of the router says.
#[derive(Debug, PartialEq, Eq)]
pub struct Swapped {
    /// Who was paid.
    pub receiver: Address,
    /// With what; the pseudo-address for the chain's coin.
    pub target: Address,
    /// How much of it, in base units.
    pub returned: u128,
}

impl Swapped {
    /// None for any other event.
    pub fn of(log: &Value) -> Option<Self> {
        let says = |field: &str| log.get(field).and_then(Value::as_str);
        let topics = log.get("topics")?.as_array()?;
        let [topic, _sender, receiver] = topics.as_slice() else { return None };
        if topic.as_str()? != SWAPPED_TOPIC || Address::parse(says("address")?)? != router()? {
            return None;
        }
        let words = says("data")?.strip_prefix("0x")?;
        let word = |place: usize| words.get(place * 64..(place + 1) * 64);
        Some(Self {
            receiver: abi::account_of_word(receiver.as_str()?)?,
            target: abi::account_of_word(word(1)?)?,
            returned: abi::number_of_word(word(3)?)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use sha3::{Digest, Keccak256};

    use super::*;

    fn hash(signature: &str) -> String {
        Keccak256::digest(signature).iter().map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn selectors_and_topic_match_the_signatures() {
        let description = "(address,address,address,address,uint256,uint256,uint256)";
        assert_eq!(hash(&format!("swap(address,{description},bytes)"))[..8], *SWAP);
        assert_eq!(hash("open(address)")[..8], *OPEN);
        assert_eq!(hash("quote(address,address,uint256)")[..8], *QUOTE);
        let event = "Swapped(address,address,address,address,uint256,uint256)";
        assert_eq!(format!("0x{}", hash(event)), SWAPPED_TOPIC);
    }
}
