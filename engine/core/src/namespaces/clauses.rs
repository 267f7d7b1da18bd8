//! Clauses: effects that are more exact than the common kinds of [`super::effects`]. A clause is one row here, and one row of the same
//! label in `element/src/views/review-request/effect-rows.ts`.

use super::effects::{Effect, EffectKind, Risk};
use serde::Serialize;

/// Each row: the clause, its label, the common kind that it belongs to, and the least risk. A reader can raise the risk. The
/// Solana reader lowers it for an instruction that the account doesn't sign.
macro_rules! clauses {
    ($($(#[$doc:meta])+ $clause:ident $label:tt => $kind:ident, $risk:ident;)+) => {
        /// An effect that is more exact than a common kind.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
        #[cfg_attr(test, derive(ts_rs::TS))]
        pub enum Clause {
            $($(#[$doc])+ #[serde(rename = $label)] $clause,)+
        }

        impl Clause {
            /// The common kind.
            #[must_use]
            #[inline]
            pub const fn common(self) -> EffectKind {
                match self {
                    $(Self::$clause => EffectKind::$kind,)+
                }
            }

            /// The least risk.
            #[must_use]
            #[inline]
            pub const fn risk(self) -> Risk {
                match self {
                    $(Self::$clause => Risk::$risk,)+
                }
            }
        }
    };
}

clauses! {
    // Several namespaces

    /// An existing approval is raised to a higher amount.
    Raise "raise" => Allow, Warning;
    /// New tokens are minted.
    Mint "mint" => Create, Review;
    /// A public note (memo) is part of the transaction.
    Note "note" => Sign, Normal;
    /// The rules of an account or a token change.
    Change "change" => Call, Normal;
    /// Staked coins are released. They return after a delay.
    Unstake "unstake" => Stake, Normal;
    /// Staked coins move from one validator to another.
    Restake "restake" => Stake, Review;
    /// Rewards are paid out.
    Claim "claim" => Receive, Normal;
    /// Future rewards go to another address.
    Payee "payee" => Control, Normal;
    /// A vote is cast.
    Vote "vote" => Call, Normal;
    /// The request names another network than the wallet's.
    Elsewhere "elsewhere" => Sign, Warning;

    // Ethereum

    /// The call data continues after the arguments. The engine can't read the rest.
    Behind "behind" => Unread, Warning;

    // Solana

    /// An account is opened and funded.
    Open "open" => Create, Review;
    /// A token account is frozen.
    Freeze "freeze" => Control, Warning;
    /// A frozen token account is unfrozen.
    Thaw "thaw" => Control, Warning;
    /// The signed transaction doesn't expire (a durable nonce).
    Durable "durable" => OpenEnded, Warning;
    /// The transaction uses an address lookup table that is closed, is about to close, or couldn't be read.
    AddressTable "lookup" => Unread, Warning;

    // Bitcoin

    /// The total that leaves the account.
    Total "total" => Send, Review;
    /// The most that can leave the account, because the exact amount isn't known.
    AtMost "at_most" => Send, Review;
    /// The value of an input, which only the site states.
    Unproven "unproven" => Unread, Warning;
    /// A spent output can carry a collectible.
    Collectible "collectible" => Send, Warning;
    /// Other accounts also fund the transaction.
    Joint "joint" => Sign, Review;
    /// Other accounts also fund the transaction, with inputs that no one can check.
    JointUnproven "joint_unproven" => Unread, Warning;
    /// Other accounts can add inputs after the signature.
    Joinable "joinable" => OpenEnded, Warning;
    /// The signature covers one input and the payment for it: an offer to sell.
    Listing "listing" => OpenEnded, Warning;
    /// The signature covers one output. The other outputs can change.
    Partial "partial" => OpenEnded, Warning;
    /// The signature covers no output: its holder decides the recipient of the coins.
    OpenSignature "blank" => OpenEnded, Critical;
    /// The wallet broadcasts the transaction as soon as it's signed.
    Broadcast "at_once" => Sign, Review;
    /// An input is signed through one of the scripts that can spend it.
    Script "script" => Sign, Review;

    // Polkadot

    /// The page gives the wallet the metadata to verify the call with. The engine didn't compare it.
    Checked "checked" => Call, Normal;
    /// The same, and the signature covers the metadata that the engine read the call with.
    Proven "proven" => Call, Normal;
    /// The same, and the signature covers other metadata.
    Differs "differs" => Unread, Critical;

    // Cosmos

    /// Coins are deposited on a proposal.
    Deposit "deposit" => Send, Review;
    /// A granted permission ends.
    EndGrant "end_grant" => Control, Normal;
    /// The approval has a limit for each period.
    Period "period" => Allow, Normal;
}

impl Clause {
    /// An effect with the risk of the row.
    #[must_use]
    #[inline]
    pub fn effect(self) -> Effect {
        Effect::of(self.into(), self.risk())
    }
}

impl From<Clause> for EffectKind {
    fn from(clause: Clause) -> Self {
        Self::Clause(clause)
    }
}
