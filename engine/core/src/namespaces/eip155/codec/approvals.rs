//! EVM token approvals: finding them in logs and transactions, querying their current amounts, and building the
//! revocation. A token has `approve` and `allowance`. Permit2 has approvals of its own. A collection has
//! `setApprovalForAll`, which covers all of its NFTs, including future ones.

use super::swap::{self, approval, read_transaction, transaction};
use super::transfer::call;
use super::words::CallWords;
use crate::caip::ChainId;
use crate::json::Read;
use crate::json::json;
use crate::map::SortedMap;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::{Address, U256, address};
use serde_json::Value;

/// Permit2, the same on every chain.
pub const PERMIT2: Address = address!("000000000022d473030f116ddee9f6b43ac78ba3");
/// `Approval(address,address,uint256)`
const APPROVAL: &str = "0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925";
/// `Approval(address,address,address,uint160,uint48)` and `Permit(address,address,address,uint160,uint48,uint48)` of
/// Permit2.
const BY_PERMIT2: [&str; 2] = [
    "0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b",
    "0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec",
];
/// `allowance(address,address,address)` of Permit2.
const ALLOWANCE: [u8; 4] = [0x92, 0x7d, 0xa1, 0x05];
/// `approve(address,address,uint160,uint48)` of Permit2.
const APPROVE: [u8; 4] = [0x87, 0x51, 0x7c, 0x45];
/// `ApprovalForAll(address,address,bool)`
const APPROVAL_FOR_ALL: &str = "0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31";
/// `setApprovalForAll(address,bool)`
const SET_FOR_ALL: [u8; 4] = [0xa2, 0x2c, 0xb4, 0x65];
/// `isApprovedForAll(address,address)`
const IS_FOR_ALL: [u8; 4] = [0xe9, 0x85, 0xe9, 0xc5];
/// The maximum number of logs in a response, more than fit into one ([`crate::constants::HTTP_BODY_BYTES_MAX`]).
const LOGS_MAX: usize = 10_000;

/// An approval of this many bits or more is practically unlimited, because no token has that supply.
const UNLIMITED_BITS: usize = 96;

/// Whether this amount of base units is an unlimited approval.
#[must_use]
pub fn is_endless(units: &U256) -> bool {
    *units >= (U256::from(1u64) << UNLIMITED_BITS) - U256::from(1u64)
}

/// The contract that stores an approval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Book {
    /// The token itself.
    Token,
    /// Permit2.
    Permit2,
    /// A collection, where an approval covers all or nothing.
    Collection,
}

/// A token and a spender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pair {
    /// The token.
    pub token: Address,
    /// The spender.
    pub spender: Address,
    /// The contract that stores it.
    pub book: Book,
}

/// The currently approved amount, from the node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowed {
    /// The amount in base units.
    pub units: U256,
    /// When it expires, in seconds since 1970. `None` if it never does.
    pub until_s: Option<u64>,
}

fn word(of: Address) -> String {
    alloc::format!("{:#x}", of.into_word())
}

/// The filter of `eth_getLogs` for all approvals of this account in these blocks.
#[must_use]
pub fn filter(owner: Address, from: u64, to: u64, book: Book) -> Value {
    let (from, to) = (alloc::format!("{from:#x}"), alloc::format!("{to:#x}"));
    match book {
        // tokens and collections have the same topics, so one request is enough
        Book::Token | Book::Collection => json!([{ "fromBlock": from, "toBlock": to,
            "topics": [[APPROVAL, APPROVAL_FOR_ALL], word(owner)] }]),
        Book::Permit2 => json!([{ "fromBlock": from, "toBlock": to, "address": PERMIT2.to_checksum(None),
            "topics": [BY_PERMIT2, word(owner)] }]),
    }
}

fn topic(log: &Value, at: usize) -> Option<Address> {
    let digits = log.list("topics").get(at)?.as_str()?.strip_prefix("0x")?;
    let (padding, address) = digits.split_at_checked(24).filter(|_| digits.len() == 64)?;
    padding.bytes().all(|b| b == b'0').then(|| address.parse().ok())?
}

/// Parses a log if it belongs to this owner. NFTs use the same event with one more topic.
fn log(value: &Value, owner: Address) -> Option<Pair> {
    let emitter = crate::namespaces::eip155::parse(value.text("address")?).ok()?;
    let topics = value.list("topics");
    let name = topics.first()?.as_str()?;
    if topic(value, 1)? != owner {
        return None;
    }
    if name.eq_ignore_ascii_case(APPROVAL) && topics.len() == 3 {
        return Some(Pair { token: emitter, spender: topic(value, 2)?, book: Book::Token });
    }
    if name.eq_ignore_ascii_case(APPROVAL_FOR_ALL) && topics.len() == 3 {
        return Some(Pair { token: emitter, spender: topic(value, 2)?, book: Book::Collection });
    }
    let is_permit2 = emitter == PERMIT2 && BY_PERMIT2.iter().any(|known| name.eq_ignore_ascii_case(known));
    (is_permit2 && topics.len() == 4)
        .then(|| Some(Pair { token: topic(value, 2)?, spender: topic(value, 3)?, book: Book::Permit2 }))?
}

/// The pairs in a node's logs, in order. `None` if the response isn't a list. Logs of other owners and unreadable ones
/// are dropped. The logs only suggest pairs to query ([`Pairs`] removes duplicates).
#[must_use]
pub fn logs(answer: &Value, owner: Address) -> Option<Vec<Pair>> {
    Some(answer.as_array()?.iter().take(LOGS_MAX).filter_map(|value| log(value, owner)).collect())
}

/// Unique pairs to query, those of the account's tokens first. Any contract can emit a log, so both halves have a
/// limit, and pairs beyond it aren't compared.
pub struct Pairs {
    held: SortedMap<Address, ()>,
    own: Half,
    others: Half,
    max: usize,
    is_cut: bool,
}

/// Pairs in order of arrival, and sorted.
#[derive(Default)]
struct Half {
    list: Vec<Pair>,
    known: SortedMap<Pair, ()>,
}

impl Pairs {
    /// An empty collection for an account with these tokens, and this limit per half.
    #[must_use]
    pub fn new(tokens: &[Address], max: usize) -> Self {
        let mut held = SortedMap::new();
        tokens.iter().for_each(|token| {
            held.insert(*token, ());
        });
        Self { held, own: Half::default(), others: Half::default(), max, is_cut: false }
    }

    /// Adds a pair, unless it is in the collection.
    pub fn add(&mut self, pair: Pair) {
        let half = if self.held.contains_key(&pair.token) { &mut self.own } else { &mut self.others };
        if half.list.len() >= self.max {
            self.is_cut = true;
        } else if half.known.insert(pair, ()).is_none() {
            half.list.push(pair);
        }
    }

    /// Adds the pairs of another collection.
    pub fn take(&mut self, others: Self) {
        self.is_cut |= others.is_cut;
        others.own.list.into_iter().chain(others.others.list).for_each(|pair| self.add(pair));
    }

    /// The tokens of the pairs, with repetitions.
    pub fn tokens(&self) -> impl Iterator<Item = Address> {
        let all = self.own.list.iter().chain(&self.others.list);
        all.filter(|pair| pair.book != Book::Collection).map(|pair| pair.token)
    }

    /// The first pairs up to this number, those of the account's tokens first, and whether more exist.
    #[must_use]
    pub fn first(self) -> (Vec<Pair>, bool) {
        let mut all = self.own.list;
        all.extend(self.others.list);
        let is_cut = self.is_cut || all.len() > self.max;
        all.truncate(self.max);
        (all, is_cut)
    }
}

/// The approval in a transaction of this owner: `approve` of a token or Permit2, or `setApprovalForAll` of a
/// collection.
#[must_use]
pub fn of_transaction(answer: &Value, owner: Address) -> Option<Pair> {
    let address = |name: &str| crate::namespaces::eip155::parse(answer.text(name)?).ok();
    if address("from")? != owner {
        return None;
    }
    let to = address("to")?;
    let data = answer.text("input").or_else(|| answer.text("data"))?.strip_prefix("0x")?;
    if let Some((spender, _)) = approval(data) {
        return Some(Pair { token: to, spender, book: Book::Token });
    }
    if let Some((spender, _)) = for_all(data) {
        return Some(Pair { token: to, spender, book: Book::Collection });
    }
    let words = CallWords::of(data, APPROVE).filter(|words| words.len() == 4 && to == PERMIT2)?;
    Some(Pair { token: words.address(0)?, spender: words.address(1)?, book: Book::Permit2 })
}

/// The operator of `setApprovalForAll`, and whether it is approved.
fn for_all(data: &str) -> Option<(Address, bool)> {
    let words = CallWords::of(data, SET_FOR_ALL).filter(|words| words.len() == 2)?;
    let gives = words.number(1).filter(|flag| *flag <= U256::ONE)?;
    Some((words.address(0)?, !gives.is_zero()))
}

/// The `params` of the `eth_call` that queries an approval.
#[must_use]
pub fn question(owner: Address, pair: &Pair) -> Value {
    let (to, data) = match pair.book {
        Book::Token => (pair.token, swap::allowance(owner, pair.spender)),
        Book::Permit2 => {
            let words = [owner, pair.token, pair.spender].map(|of| of.into_word().0);
            (PERMIT2, call(ALLOWANCE, &words))
        }
        Book::Collection => {
            (pair.token, call(IS_FOR_ALL, &[owner.into_word().0, pair.spender.into_word().0]))
        }
    };
    json!([{ "to": to.to_checksum(None), "data": data }, "latest"])
}

/// Parses the node's response. `None` if it is invalid. An expired approval has the amount zero.
#[must_use]
pub fn allowed(answer: &Value, book: Book, now_s: u64) -> Option<Allowed> {
    let digits = answer.as_str()?.strip_prefix("0x")?;
    let number = |at: usize| {
        let word = digits.get(at * 64..(at + 1) * 64)?;
        word.bytes().all(|b| b.is_ascii_hexdigit()).then(|| U256::from_str_radix(word, 16).ok())?
    };
    match book {
        Book::Token if digits.len() == 64 => Some(Allowed { units: number(0)?, until_s: None }),
        // all or nothing: any other number is invalid
        Book::Collection if digits.len() == 64 => {
            let flag = number(0).filter(|flag| *flag <= U256::ONE)?;
            Some(Allowed { units: if flag.is_zero() { U256::ZERO } else { U256::MAX }, until_s: None })
        }
        Book::Permit2 if digits.len() == 3 * 64 => {
            let until_s = u64::try_from(number(1)?).ok()?;
            let units = number(0)?;
            // Permit2 rejects transfers from that second on
            Some(Allowed { units: if until_s < now_s { U256::ZERO } else { units }, until_s: Some(until_s) })
        }
        _ => None,
    }
}

/// The request that revokes an approval: sets it to zero in the contract that stores it.
#[must_use]
pub fn revoke(owner: Address, pair: &Pair, chain: &ChainId) -> Value {
    match pair.book {
        Book::Token => swap::approve(owner, pair.token, pair.spender, U256::ZERO, chain),
        Book::Permit2 => {
            let zero = [0u8; 32];
            let data = call(APPROVE, &[pair.token.into_word().0, pair.spender.into_word().0, zero, zero]);
            transaction(owner, PERMIT2, U256::ZERO, &data, chain)
        }
        Book::Collection => {
            let data = call(SET_FOR_ALL, &[pair.spender.into_word().0, [0u8; 32]]);
            transaction(owner, pair.token, U256::ZERO, &data, chain)
        }
    }
}

/// Decodes a revocation request: its owner, its pair and its network. `None` for any other request.
#[must_use]
pub fn read_revoke(request: &Value) -> Option<(Address, Pair, ChainId)> {
    if let Some((owner, token, spender, units, chain)) = swap::read_approve(request) {
        return units.is_zero().then_some((owner, Pair { token, spender, book: Book::Token }, chain));
    }
    let sent = read_transaction(request)?;
    if let Some((spender, gives)) = for_all(sent.data) {
        let pair = Pair { token: sent.to, spender, book: Book::Collection };
        return (!gives && sent.value.is_zero()).then_some((sent.from, pair, sent.chain));
    }
    let words = CallWords::of(sent.data, APPROVE).filter(|words| words.len() == 4)?;
    let is_zero = words.number(2)?.is_zero() && words.number(3)?.is_zero() && sent.value.is_zero();
    let pair = Pair { token: words.address(0)?, spender: words.address(1)?, book: Book::Permit2 };
    (is_zero && sent.to == PERMIT2).then_some((sent.from, pair, sent.chain))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloy_primitives::{hex, keccak256};

    const OWNER: Address = address!("f39fd6e51aad88f6f4ce6ab8827279cfffb92266");
    const TOKEN: Address = address!("a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48");
    const SPENDER: Address = address!("70997970c51812dc3a010c7d01b50e0d17dc79c8");

    fn pair(book: Book) -> Pair {
        Pair { token: TOKEN, spender: SPENDER, book }
    }

    #[test]
    fn hashes_events_and_functions_like_the_chain() {
        let topic = |text: &str| hex::encode_prefixed(keccak256(text));
        assert_eq!(topic("Approval(address,address,uint256)"), APPROVAL);
        assert_eq!(topic("Approval(address,address,address,uint160,uint48)"), BY_PERMIT2[0]);
        assert_eq!(topic("Permit(address,address,address,uint160,uint48,uint48)"), BY_PERMIT2[1]);
        assert_eq!(topic("ApprovalForAll(address,address,bool)"), APPROVAL_FOR_ALL);
        assert_eq!(keccak256("setApprovalForAll(address,bool)")[..4], SET_FOR_ALL);
        assert_eq!(keccak256("isApprovedForAll(address,address)")[..4], IS_FOR_ALL);
        assert_eq!(keccak256("allowance(address,address,address)")[..4], ALLOWANCE);
        assert_eq!(keccak256("approve(address,address,uint160,uint48)")[..4], APPROVE);
    }

    fn logged(emitter: Address, topics: &[String]) -> Value {
        json!({ "address": emitter.to_checksum(None), "topics": topics, "data": "0x" })
    }

    // Without a check of the number of topics, an NFT would be queried for an approval that it can't have.
    #[test]
    fn collects_each_revocable_approval_from_logs_once() {
        let good = logged(TOKEN, &[APPROVAL.into(), word(OWNER), word(SPENDER)]);
        let through = logged(PERMIT2, &[BY_PERMIT2[1].into(), word(OWNER), word(TOKEN), word(SPENDER)]);
        let bad = [
            logged(TOKEN, &[APPROVAL.into(), word(SPENDER), word(OWNER)]),
            logged(TOKEN, &[APPROVAL.into(), word(OWNER), word(SPENDER), word(OWNER)]),
            logged(TOKEN, &[APPROVAL.into(), word(OWNER)]),
            logged(TOKEN, &[BY_PERMIT2[0].into(), word(OWNER), word(TOKEN), word(SPENDER)]),
            logged(TOKEN, &[APPROVAL.into(), word(OWNER), alloc::format!("0x{}", "1".repeat(64))]),
            json!({ "topics": [APPROVAL] }),
            json!(7),
        ];
        let mut all = bad.to_vec();
        all.extend([good.clone(), through, good]);
        let mut pairs = Pairs::new(&[], 9);
        logs(&json!(all), OWNER).unwrap().into_iter().for_each(|pair| pairs.add(pair));
        assert_eq!(pairs.first(), (alloc::vec![pair(Book::Token), pair(Book::Permit2)], false));
        assert_eq!(logs(&json!({}), OWNER), None);
    }

    // An attacker's contract emits thousands of approvals. The pairs of the account's tokens stay first and complete,
    // and both halves stay small.
    #[test]
    fn caps_a_flood_of_approvals_and_lists_held_tokens_first() {
        let spender = |n: u64| Address::from_word(U256::from(n + 1).into());
        let mut pairs = Pairs::new(&[TOKEN], 240);
        for n in 0..26_000 {
            pairs.add(Pair { token: PERMIT2, spender: spender(n), book: Book::Token });
        }
        for n in 0..3 {
            pairs.add(Pair { token: TOKEN, spender: spender(n % 2), book: Book::Token });
        }
        assert_eq!((pairs.own.list.len(), pairs.others.list.len(), pairs.others.known.len()), (2, 240, 240));
        let (list, is_cut) = pairs.first();
        assert_eq!((list.len(), is_cut), (240, true));
        assert_eq!(
            list.iter().map(|pair| pair.token == TOKEN).take(3).collect::<Vec<_>>(),
            [true, true, false]
        );
    }

    #[test]
    fn reads_back_only_revocations() {
        let chain = ChainId::evm(1337);
        for book in [Book::Token, Book::Permit2, Book::Collection] {
            let request = revoke(OWNER, &pair(book), &chain);
            assert_eq!(read_revoke(&request), Some((OWNER, pair(book), chain.clone())));
            let data = request[0]["data"].as_str().unwrap().to_owned();
            for (field, value) in [
                ("data", json!([&data[..data.len() - 1], "1"].concat())),
                ("data", json!([&data, "00"].concat())),
                ("data", json!(data.replacen("0x", "0x00", 1))),
                ("value", json!("0x1")),
                ("gas", json!("0x1")),
                ("chainId", json!("0x")),
            ] {
                let mut other = request.clone();
                other[0][field] = value;
                assert_eq!(read_revoke(&other), None, "{book:?} {field}");
            }
        }
        let mut elsewhere = revoke(OWNER, &pair(Book::Permit2), &chain);
        elsewhere[0]["to"] = json!(TOKEN.to_checksum(None));
        assert_eq!(read_revoke(&elsewhere), None, "that is no Permit2");
        let gives = call(SET_FOR_ALL, &[SPENDER.into_word().0, U256::ONE.to_be_bytes::<32>()]);
        let gives = transaction(OWNER, TOKEN, U256::ZERO, &gives, &chain);
        assert_eq!(read_revoke(&gives), None, "that gives all of it");
        let some = swap::approve(OWNER, TOKEN, SPENDER, U256::from(1u64), &chain);
        assert_eq!(read_revoke(&some), None, "one unit is an allowance");
    }

    #[test]
    fn rejects_an_incomplete_allowance_response() {
        let words = |all: &[u64]| {
            let words: Vec<String> = all.iter().map(|word| alloc::format!("{word:064x}")).collect();
            json!(["0x", &words.concat()].concat())
        };
        let some = |units: u64, until_s| Some(Allowed { units: U256::from(units), until_s });
        assert_eq!(allowed(&words(&[7]), Book::Token, 100), some(7, None));
        assert_eq!(allowed(&words(&[7, 101, 3]), Book::Permit2, 100), some(7, Some(101)));
        assert_eq!(allowed(&words(&[7, 99, 3]), Book::Permit2, 100), some(0, Some(99)), "over");
        assert_eq!(allowed(&words(&[1]), Book::Collection, 100).map(|of| of.units), Some(U256::MAX));
        assert_eq!(allowed(&words(&[0]), Book::Collection, 100), some(0, None));
        assert_eq!(allowed(&words(&[2]), Book::Collection, 100), None, "no word of a collection");
        for bad in [json!("0x"), json!("0x7"), json!(7), words(&[1, 2]), words(&[1, 2, 3, 4])] {
            assert_eq!(
                (allowed(&bad, Book::Token, 0), allowed(&bad, Book::Permit2, 0)),
                (None, None),
                "{bad}"
            );
        }
        assert_eq!(allowed(&words(&[1, 2, 3]), Book::Token, 0), None);
    }

    #[test]
    fn finds_the_spender_in_an_approve_transaction() {
        let chain = ChainId::evm(1);
        let of = |request: &Value| json!({ "from": request[0]["from"], "to": request[0]["to"], "input": request[0]["data"] });
        let token = swap::approve(OWNER, TOKEN, SPENDER, U256::MAX, &chain);
        assert_eq!(of_transaction(&of(&token), OWNER), Some(pair(Book::Token)));
        assert_eq!(of_transaction(&of(&token), SPENDER), None, "somebody else's");
        let through = revoke(OWNER, &pair(Book::Permit2), &chain);
        assert_eq!(of_transaction(&of(&through), OWNER), Some(pair(Book::Permit2)));
        let all = revoke(OWNER, &pair(Book::Collection), &chain);
        assert_eq!(of_transaction(&of(&all), OWNER), Some(pair(Book::Collection)));
        assert_eq!(of_transaction(&json!({ "from": OWNER.to_checksum(None) }), OWNER), None);
    }
}
