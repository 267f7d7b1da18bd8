//! TABLE of the demo's tokens: what they are called, and who is given how much of them on which chain.
//!
//! Each chain has the same contracts at the same addresses, with other balances: a client that keeps anything by address alone shows
//! one chain's balance on another, and is found out here.

use serde_json::Value;

use crate::{abi, chain::DEMO_CHAINS, ids::Address};

/// Which source of `demo/contracts` a token is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// EIP-20 as it is written.
    Ordinary,
    /// `transfer` and `approve` return nothing.
    Silent,
    /// `transfer` returns false and moves nothing; for tests.
    Shy,
}

/// One token.
#[derive(Debug)]
pub struct Token {
    /// Its place in the order of creation, which makes its address.
    pub nonce: u8,
    /// What it is made of.
    pub kind: Kind,
    /// Its name.
    pub name: &'static str,
    /// Its short name.
    pub symbol: &'static str,
    /// Decimals of its base unit.
    pub decimals: u8,
    /// Base units in all, held by the treasury at first.
    pub supply: u128,
    /// Base units that the demo wallet's three accounts are given, for each chain in the order of the command line.
    pub given: [[u128; 3]; DEMO_CHAINS.len()],
}

/// Every token.
pub const TOKENS: &[Token] = &[
    Token {
        nonce: 0,
        kind: Kind::Silent,
        name: "Demo Dollar",
        symbol: "DUSD",
        decimals: 6,
        supply: 50_000_000_000_000,
        given: [
            [2_500_000_000, 180_250_000, 40_000_001],
            [75_500_000, 0, 12_000_000],
            [5_000_000, 5_000_000, 0],
        ],
    },
    Token {
        nonce: 1,
        kind: Kind::Ordinary,
        name: "Meadow",
        symbol: "MDW",
        decimals: 18,
        supply: 10_000_000_000_000_000_000_000_000,
        given: [
            [1_234_567_891_234_567_891_234, 15_500_000_000_000_000_000, 4_000_000_000_000_000],
            [9_250_000_000_000_000_000, 0, 0],
            [0, 0, 0],
        ],
    },
    Token {
        nonce: 2,
        kind: Kind::Ordinary,
        name: "Quarry Gold",
        symbol: "QGLD",
        decimals: 8,
        supply: 2_100_000_000_000_000,
        given: [[52_340_001, 1_000_000, 300_000_000], [0, 25_000_000, 0], [0, 0, 0]],
    },
    // Counted in whole pieces: a client leaves tokens without decimals out of its list (5.33).
    Token {
        nonce: 3,
        kind: Kind::Ordinary,
        name: "Demo Ticket",
        symbol: "TICK",
        decimals: 0,
        supply: 10_000,
        given: [[3, 1, 2], [0, 0, 0], [0, 0, 0]],
    },
    Token {
        nonce: 4,
        kind: Kind::Shy,
        name: "Shy Token",
        symbol: "SHY",
        decimals: 18,
        supply: 0,
        given: [[0; 3]; 3],
    },
];

impl Token {
    /// Where it lies, on each chain.
    pub fn address(&self) -> Address {
        treasury().creates(self.nonce)
    }
}

/// The account that creates the tokens and hands them out. Nobody has its key: a local chain acts for any account.
pub fn treasury() -> Address {
    Address::of_word("wallet-modal demo treasury")
}

/// The token at this address.
pub fn token_at(address: &Address) -> Option<&'static Token> {
    TOKENS.iter().find(|token| token.address() == *address)
}

/// What an event of a transaction moved: token, from, to, base units. None for other events, and for contracts that nobody here knows:
/// they could call themselves anything.
pub fn transferred(log: &Value) -> Option<(&'static Token, Address, Address, u128)> {
    let topics = log.get("topics")?.as_array()?;
    let [topic, from, to] = topics.as_slice() else {
        // Four topics are the same event of an NFT.
        return None;
    };
    if topic.as_str()? != abi::TRANSFER_TOPIC {
        return None;
    }
    let token = token_at(&Address::parse(log.get("address")?.as_str()?)?)?;
    let (from, to) = (abi::account_of_word(from.as_str()?)?, abi::account_of_word(to.as_str()?)?);
    Some((token, from, to, abi::number_of_word(log.get("data")?.as_str()?)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deploys_to_the_documented_addresses() {
        assert_eq!(treasury().checksummed(), "0xfB43C4aC8e84aB23571830Eaf272CE1fe947b980");
        let addresses: Vec<String> = TOKENS.iter().map(|token| token.address().checksummed()).collect();
        assert_eq!(
            addresses,
            [
                "0x6906beD33BFd4bb5505041B56c590efA178c4A1E",
                "0xc81b67E41b5D4bae00E74c158eFc632848BCa4fA",
                "0xF21aEEcb973f5fb5F49662410327384e210E3DA2",
                "0xE312B99778d99eB4b1F5DdAED70E6535494B9DF2",
                "0xAcFeBB8EBfd96D5B18d8F3a929F3524e68841533",
            ]
        );
    }

    #[test]
    fn never_distributes_more_than_the_supply() {
        for token in TOKENS.iter().filter(|token| token.kind != Kind::Shy) {
            assert!(
                token.given.iter().all(|chain| chain.iter().sum::<u128>() < token.supply),
                "{}",
                token.name
            );
        }
    }
}
