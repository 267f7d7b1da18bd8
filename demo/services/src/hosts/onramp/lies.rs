//! TABLE of what a test has a seller do when Pay is pressed (`POST /__pay`). `only` is the wallet that was to be paid.

use sha3::{Digest, Keccak256};

use super::Payment;
use crate::{
    assets::Asset,
    chain::Chain,
    lies::{self, stranger},
    tokens::TOKENS,
};

/// The one thing that is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Call {
    Pay,
}

/// One way not to do it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lie {
    Recipient,
    Asset,
    Less,
    Nothing,
    Pending,
    Fails,
}

/// The name of each lie, and where it is told.
const TABLE: &lies::Table<Lie, Call> = &[
    ("recipient", Lie::Recipient, &[Call::Pay]),
    ("asset", Lie::Asset, &[Call::Pay]),
    ("less", Lie::Less, &[Call::Pay]),
    ("nothing", Lie::Nothing, &[Call::Pay]),
    ("pending", Lie::Pending, &[Call::Pay]),
    ("fails", Lie::Fails, &[Call::Pay]),
];

/// The lies that are due.
pub type Lies = lies::Lies<Lie, Call>;

/// None yet.
pub fn none() -> Lies {
    Lies::new(TABLE)
}

impl Lie {
    /// What is sent instead.
    pub fn bend(self, chain: &Chain, payment: &mut Payment) {
        let native = Asset::native(chain);
        match self {
            Self::Recipient => payment.to = stranger(),
            Self::Asset if payment.asset == native => {
                if let Some(token) = TOKENS.first() {
                    payment.asset = Asset::token(token);
                    payment.units = 1_000_000;
                }
            }
            Self::Asset => (payment.asset, payment.units) = (native, 1_000_000_000_000),
            Self::Less => payment.units /= 2,
            // More than there is.
            Self::Fails => payment.units = u128::MAX,
            Self::Nothing | Self::Pending => {}
        }
    }
}

/// The hash of a transaction that no chain has.
pub fn unknown_hash(id: &str) -> String {
    let digits: String = Keccak256::digest(format!("nothing for {id}").as_bytes())
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    format!("0x{digits}")
}
