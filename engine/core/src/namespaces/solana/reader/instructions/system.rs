//! The System program: coins, accounts, nonces.

use super::{Does, InstructionReader, Row, number};
use crate::namespaces::effects::{Power, Risk};

const ROWS: [Row; 13] = [
    (0, 2, "U8k", Does::Opens),
    (1, 1, "k", Does::Assigns),
    (2, 2, "U", Does::Sends),
    (3, 2, "xsU8k", Does::Opens),
    (4, 3, "", Does::Changes(0, Risk::Normal, "AdvanceNonce")),
    (5, 5, "U", Does::Withdraws(1)),
    // a new account, which no one controlled before
    (6, 1, "k", Does::Controls(Power::Nonce, None, Risk::Warning)),
    (7, 2, "k", Does::Controls(Power::Nonce, None, Risk::Critical)),
    (8, 1, "8", Does::Allocates),
    (9, 2, "xs8k", Does::Assigns),
    (10, 2, "xsk", Does::Assigns),
    (11, 3, "Usx", Does::Withdraws(2)),
    (12, 1, "", Does::Changes(0, Risk::Normal, "UpgradeNonce")),
];

/// The effects of an instruction of System.
pub(super) fn read(told: &mut InstructionReader<'_>) -> Option<()> {
    let tag = number(&mut told.input, 4)?;
    told.by(&ROWS, tag)
}
