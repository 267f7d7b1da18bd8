//! One account with a long past (docs/spec/services.md A13): 120 entries over three years, of every kind of operation, with NFTs, also unwanted ones.
//! Made from a table, with times counted back from the start of the services, so that the newest are of this month and the oldest of
//! three years ago whenever it runs. No chain knows these transactions.

use rusqlite::Connection;
use serde_json::{Value, json};
use sha3::{Digest, Keccak256};

use super::activity::{Activity, Movement, write};
use crate::{
    ids::Address,
    ports::{self, Origins},
    store::VETERAN,
};

/// How many entries there are.
const ENTRIES: u64 = 120;
pub(super) const CHAIN: &str = "eip155:1337";
/// 120 times this is three years less two weeks.
const EVERY_S: u64 = 9 * 86_400;

/// What changes hands in an entry; the numbers vary from entry to entry.
enum Leg {
    /// Coins or tokens that leave: symbol, name, hundredths.
    Out(&'static str, &'static str, u64),
    /// Coins or tokens that come.
    In(&'static str, &'static str, u64),
    /// An NFT that leaves.
    NftOut(&'static str),
    /// An NFT that comes.
    NftIn(&'static str),
    /// An NFT nobody asked for.
    Spam(&'static str),
    /// To oneself.
    Itself(&'static str, &'static str, u64),
}

use Leg::{In, Itself, NftIn, NftOut, Out, Spam};

/// TABLE of what happens, over and over: operation, whether the account sent the transaction, and what changed hands.
const KINDS: &[(&str, bool, &[Leg])] = &[
    ("send", true, &[Out("ETH", "Ether", 50)]),
    ("receive", false, &[In("DUSD", "Demo Dollar", 12_000)]),
    // A swap with a fee on top: the third leg is small beside the first.
    ("trade", true, &[Out("ETH", "Ether", 100), In("MDW", "Meadow", 70_120), Out("ETH", "Ether", 1)]),
    ("approve", true, &[]),
    ("mint", true, &[Out("ETH", "Ether", 8), NftIn("Field Notes")]),
    ("receive", false, &[Spam("Claim your reward at prize.invalid")]),
    ("deposit", true, &[Out("DUSD", "Demo Dollar", 25_000)]),
    ("receive", false, &[NftIn("Harbour Lights")]),
    ("stake", true, &[Out("MDW", "Meadow", 10_000)]),
    ("claim", true, &[In("MDW", "Meadow", 312)]),
    // The same token in two parts: a client adds them up.
    (
        "trade",
        true,
        &[Out("DUSD", "Demo Dollar", 5_000), In("QGLD", "Quarry Gold", 1), In("QGLD", "Quarry Gold", 1)],
    ),
    ("unstake", true, &[In("MDW", "Meadow", 10_312)]),
    ("withdraw", true, &[In("DUSD", "Demo Dollar", 25_061)]),
    ("borrow", true, &[In("DUSD", "Demo Dollar", 40_000)]),
    ("repay", true, &[Out("DUSD", "Demo Dollar", 40_420)]),
    ("send", true, &[NftOut("Harbour Lights")]),
    ("burn", true, &[NftOut("Field Notes")]),
    ("execute", true, &[]),
    ("send", true, &[Itself("ETH", "Ether", 1)]),
    ("deploy", true, &[]),
    ("cancel", true, &[]),
    ("receive", false, &[Spam("Voucher 4471"), Spam("Voucher 4472")]),
    // A word that no client has a verb for.
    ("revoke", true, &[]),
    ("revoke", true, &[]),
];

/// Each seventeenth failed, each fortieth was bought with money.
const FAILED_EVERY: u64 = 17;
const BOUGHT_EVERY: u64 = 40;

/// Writes all entries anew, counted back from `now` (Unix seconds).
pub(super) fn fill(connection: &Connection, origins: &Origins, now: u64) -> rusqlite::Result<()> {
    let dora = Past { name: "archive", account: VETERAN, entries: ENTRIES, every_s: EVERY_S };
    for number in 0..ENTRIES {
        write(connection, &dora.entry(origins, number, now))?;
    }
    Ok(())
}

/// Whose past it is, and how long.
pub(super) struct Past {
    /// In the ids.
    pub name: &'static str,
    pub account: &'static str,
    pub entries: u64,
    /// Seconds from one entry to the next.
    pub every_s: u64,
}

impl Past {
    /// One entry; 0 is the newest.
    pub fn entry(&self, origins: &Origins, number: u64, now: u64) -> Activity {
        let Self { name, account, entries, every_s } = *self;
        let bought = number % BOUGHT_EVERY == BOUGHT_EVERY / 2;
        let turn = usize::try_from(number).unwrap_or_default() % KINDS.len();
        let (operation, own, legs) = KINDS.get(turn).copied().unwrap_or(("execute", true, &[]));
        let (operation, own, legs) = if bought { ("receive", false, BOUGHT) } else { (operation, own, legs) };
        let other = Address::of_word(&format!("archive party {}", number % 7)).lower();
        let (sender, receiver) =
            if own { (account.to_owned(), other.clone()) } else { (other.clone(), account.to_owned()) };
        let legs = legs.iter().enumerate();
        Activity {
            id: format!("{name}-{number:03}"),
            chain: CHAIN.to_owned(),
            block: None,
            hash: hash(name, number),
            // A few hours apart from the same time of day, and never in the future.
            mined_at: now
                .saturating_sub(3_600 + number * every_s + number * 7_919 % (every_s / 2).min(50_000)),
            sender,
            receiver,
            operation: operation.to_owned(),
            confirmed: !own || number % FAILED_EVERY != FAILED_EVERY - 1,
            nonce: if own { entries - number } else { number % 5 },
            onramp: bought.then(|| "coinbase".to_owned()),
            movements: legs
                .map(|(place, leg)| movement(origins, leg, account, &other, number, place))
                .collect(),
        }
    }
}

const BOUGHT: &[Leg] = &[In("DUSD", "Demo Dollar", 10_000)];

fn movement(origins: &Origins, leg: &Leg, account: &str, other: &str, number: u64, place: usize) -> Movement {
    let (mine, other) = (account.to_owned(), other.to_owned());
    // Piece numbers differ also within one entry.
    let piece = number * 10 + place as u64;
    let (sender, receiver, what) = match leg {
        Out(symbol, name, hundredths) => (mine, other, fungible(origins, symbol, name, *hundredths, number)),
        In(symbol, name, hundredths) => (other, mine, fungible(origins, symbol, name, *hundredths, number)),
        Itself(symbol, name, hundredths) => {
            (mine.clone(), mine, fungible(origins, symbol, name, *hundredths, number))
        }
        NftOut(name) => (mine, other, nft(origins, name, piece, false)),
        NftIn(name) => (other, mine, nft(origins, name, piece, false)),
        Spam(name) => (other, mine, nft(origins, name, piece, true)),
    };
    Movement { sender, receiver, what }
}

/// `hundredths` of the table, and some more in the far decimals, so that no two amounts are alike.
fn fungible(origins: &Origins, symbol: &str, name: &str, hundredths: u64, number: u64) -> Value {
    let numeric = format!("{}.{:02}{:03}", hundredths / 100, hundredths % 100, number * 37 % 1_000);
    json!({
        "quantity": { "numeric": numeric },
        "fungible_info": {
            "name": name,
            "symbol": symbol,
            "icon": { "url": format!("{}/images/token/{symbol}", origins.of(ports::DATA)) },
        },
    })
}

fn nft(origins: &Origins, name: &str, piece: u64, is_spam: bool) -> Value {
    let url = format!("{}/images/nft/{piece}", origins.of(ports::DATA));
    let name = if is_spam { name.to_owned() } else { format!("{name} #{piece}") };
    json!({
        "quantity": { "numeric": "1" },
        "nft_info": {
            "name": name,
            "content": { "preview": { "url": url }, "detail": { "url": url } },
            "flags": { "is_spam": is_spam },
        },
    })
}

fn hash(name: &str, number: u64) -> String {
    let digest = Keccak256::digest(format!("{name} {number}").as_bytes());
    let digits: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("0x{digits}")
}
