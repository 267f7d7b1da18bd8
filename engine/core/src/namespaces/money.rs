//! What moves money in a family, the heavy half: prepare a transfer, read it back, try it out, estimate its fee, submit it, compare what was sent with it, follow it;
//! and what the network's own node says of balances. A family joins by an implementation of [`Money`] and a row of the table below.
//!
//! Every step is one function, so that what is previewed ([`read`]) is made from the very request that is submitted.

use super::eip155;
pub use super::transfer::Submitted;
use super::transfer::{Change, Transfer};
use crate::amount::Amount;
use crate::caip::{ChainId, Namespace};
use crate::constants::SIMULATION_MS;
use crate::entities::{Network, WalletHandle};
use crate::error::{Error, Result};
use crate::flow::Cx;
use crate::ports::Local;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

/// What became of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receipt {
    /// Mined.
    Confirmed,
    /// Mined, and reverted.
    Reverted,
}

/// What a wallet says of a batch of calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Batch {
    /// In a block, in this transaction; of more than one it is the last.
    Mined(String),
    /// It will never be in one, or did nothing.
    Failed,
}

/// What the network has under the id of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// It is what was asked for.
    pub is_same: bool,
    /// Its place among those of the sender who was asked; nothing where somebody else sent it, or the family has no such places.
    pub place: Option<u64>,
}

/// What a family does to move money.
pub trait Money {
    /// A transfer as what its wallets are asked for. May ask the node (a recent blockhash), never the wallet.
    ///
    /// # Errors
    /// As the node answers.
    fn prepare(cx: Cx, network: Network, transfer: Transfer) -> Local<Result<Value>>;
    /// Reads a request back; anything but a plain transfer is an error. `decimals` are of what moves, `token` is what may be called.
    ///
    /// # Errors
    /// [`Error::NotWhatWasShown`].
    fn read(request: &Value, decimals: u8, token: Option<&str>) -> Result<Transfer>;
    /// Whether the network would take it. A node that cannot be reached says nothing about that.
    ///
    /// # Errors
    /// [`Error::Rpc`] in the node's words.
    fn try_out(cx: Cx, network: Network, transfer: Transfer, request: Value) -> Local<Result<()>>;
    /// The fee of this very request at the price of now, in the native coin.
    ///
    /// # Errors
    /// As the node answers; [`Error::EstimateFailed`].
    fn estimate(cx: Cx, network: Network, request: Value) -> Local<Result<Amount>>;
    /// What this request would move, seen from who asks for it; nothing where no node says so (10.14).
    fn changes(cx: Cx, network: Network, request: Value) -> Local<Option<Vec<Change>>>;
    /// Whether a contract is at an address; nothing where no node says so.
    fn is_contract(cx: Cx, network: Network, address: String) -> Local<Option<bool>>;
    /// What Max keeps back of the native coin for the fee.
    ///
    /// # Errors
    /// As the node answers.
    fn reserve(cx: Cx, network: Network) -> Local<Result<Amount>>;
    /// So much of the native coin, as the network's node has it.
    ///
    /// # Errors
    /// As the node answers.
    fn native(cx: Cx, network: Network, address: String) -> Local<Result<Amount>>;
    /// So much of a token, with the decimals that the token itself has.
    ///
    /// # Errors
    /// As the node answers.
    fn token(cx: Cx, network: Network, address: String, token: String) -> Local<Result<Amount>>;
    /// The chain a wallet is on by its own word, asked now; nothing is sent when it names none.
    ///
    /// # Errors
    /// As the wallet answers.
    fn chain_of(cx: Cx, wallet: WalletHandle) -> Local<Result<Option<ChainId>>>;
    /// Asks the wallet to sign and send, under the id of the attempt.
    ///
    /// # Errors
    /// As [`crate::connectors::send`]; [`Error::Unreadable`] when it answered and that cannot be read: it may have been sent.
    fn submit(cx: Cx, wallet: WalletHandle, request: Value, id: String) -> Local<Result<Submitted>>;
    /// What was submitted, by a wallet's answer to such a request.
    fn submitted(request: &Value, answer: &Value) -> Option<Submitted>;
    /// Asks the wallet what became of a batch; nothing while it is pending, or cannot say.
    fn batch(cx: Cx, wallet: WalletHandle, calls: String) -> Local<Option<Batch>>;
    /// Whether the network has under this id what was asked for; nothing while it does not know it, or nobody can say.
    fn carries(cx: Cx, network: Network, id: String, request: Value) -> Local<Option<Found>>;
    /// Whether the network does not know this id, and the sender's transactions in blocks are beyond its place. False when nobody can say.
    fn is_replaced(cx: Cx, network: Network, id: String, request: Value, place: u64) -> Local<bool>;
    /// What became of a transaction; nothing while it is in no block, or nobody can say.
    fn receipt(cx: Cx, network: Network, id: String) -> Local<Option<Receipt>>;
}

/// Dispatches by the table. Direct calls, not a table of pointers: see `connectors/mod.rs`.
macro_rules! table {
    ($($namespace:ident => $family:ty),* $(,)?) => {
        /// As [`Money::prepare`].
        #[must_use]
        pub fn prepare(cx: &Cx, network: &Network, transfer: &Transfer) -> Local<Result<Value>> {
            match network.chain_namespace {
                $(Namespace::$namespace => <$family>::prepare(cx.clone(), network.clone(), transfer.clone()),)*
                _ => unsupported(),
            }
        }

        /// As [`Money::read`].
        ///
        /// # Errors
        /// [`Error::NotWhatWasShown`].
        pub fn read(namespace: Namespace, request: &Value, decimals: u8, token: Option<&str>) -> Result<Transfer> {
            match namespace {
                $(Namespace::$namespace => <$family>::read(request, decimals, token),)*
                _ => Err(Error::NotWhatWasShown),
            }
        }

        /// As [`Money::try_out`].
        #[must_use]
        pub fn try_out(cx: &Cx, network: &Network, transfer: &Transfer, request: &Value) -> Local<Result<()>> {
            match network.chain_namespace {
                $(Namespace::$namespace => {
                    <$family>::try_out(cx.clone(), network.clone(), transfer.clone(), request.clone())
                })*
                _ => unsupported(),
            }
        }

        /// As [`Money::estimate`].
        #[must_use]
        pub fn estimate(cx: &Cx, network: &Network, request: &Value) -> Local<Result<Amount>> {
            match network.chain_namespace {
                $(Namespace::$namespace => <$family>::estimate(cx.clone(), network.clone(), request.clone()),)*
                _ => unsupported(),
            }
        }

        /// As [`Money::changes`]. It waits no longer than a preview may ([`SIMULATION_MS`]).
        #[must_use]
        pub fn changes(cx: &Cx, network: &Network, request: &Value) -> Local<Option<Vec<Change>>> {
            soon(cx, match network.chain_namespace {
                $(Namespace::$namespace => <$family>::changes(cx.clone(), network.clone(), request.clone()),)*
                _ => return alloc::boxed::Box::pin(async { None }),
            })
        }

        /// As [`Money::is_contract`]. It waits no longer than a preview may ([`SIMULATION_MS`]).
        #[must_use]
        pub fn is_contract(cx: &Cx, network: &Network, address: &str) -> Local<Option<bool>> {
            soon(cx, match network.chain_namespace {
                $(Namespace::$namespace => <$family>::is_contract(cx.clone(), network.clone(), address.into()),)*
                _ => return alloc::boxed::Box::pin(async { None }),
            })
        }

        /// As [`Money::reserve`].
        #[must_use]
        pub fn reserve(cx: &Cx, network: &Network) -> Local<Result<Amount>> {
            match network.chain_namespace {
                $(Namespace::$namespace => <$family>::reserve(cx.clone(), network.clone()),)*
                _ => unsupported(),
            }
        }

        /// As [`Money::native`].
        #[must_use]
        pub fn native(cx: &Cx, network: &Network, address: &str) -> Local<Result<Amount>> {
            match network.chain_namespace {
                $(Namespace::$namespace => <$family>::native(cx.clone(), network.clone(), address.into()),)*
                _ => unsupported(),
            }
        }

        /// As [`Money::token`].
        #[must_use]
        pub fn token(cx: &Cx, network: &Network, address: &str, token: &str) -> Local<Result<Amount>> {
            match network.chain_namespace {
                $(Namespace::$namespace => {
                    <$family>::token(cx.clone(), network.clone(), address.into(), token.into())
                })*
                _ => unsupported(),
            }
        }

        /// As [`Money::chain_of`]; nothing for a family whose wallets are not asked.
        #[must_use]
        pub fn chain_of(cx: &Cx, namespace: Namespace, wallet: WalletHandle) -> Local<Result<Option<ChainId>>> {
            match namespace {
                $(Namespace::$namespace => <$family>::chain_of(cx.clone(), wallet),)*
                _ => alloc::boxed::Box::pin(async { Ok(None) }),
            }
        }

        /// As [`Money::submit`].
        #[must_use]
        pub fn submit(
            cx: &Cx,
            namespace: Namespace,
            wallet: WalletHandle,
            request: &Value,
            id: &str,
        ) -> Local<Result<Submitted>> {
            match namespace {
                $(Namespace::$namespace => <$family>::submit(cx.clone(), wallet, request.clone(), id.into()),)*
                _ => unsupported(),
            }
        }

        /// What a wallet's answer to what [`submit`] asks says.
        ///
        /// # Errors
        /// [`Error::Unreadable`]: it may have been sent.
        pub fn submitted(namespace: Namespace, request: &Value, answer: &Value) -> Result<Submitted> {
            let found = match namespace {
                $(Namespace::$namespace => <$family>::submitted(request, answer),)*
                _ => None,
            };
            found.ok_or_else(|| Error::Unreadable { from: "the wallet".into() })
        }

        /// As [`Money::batch`].
        #[must_use]
        pub fn batch(cx: &Cx, namespace: Namespace, wallet: WalletHandle, calls: &str) -> Local<Option<Batch>> {
            match namespace {
                $(Namespace::$namespace => <$family>::batch(cx.clone(), wallet, calls.into()),)*
                _ => alloc::boxed::Box::pin(async { None }),
            }
        }

        /// As [`Money::carries`].
        #[must_use]
        pub fn carries(cx: &Cx, network: &Network, id: &str, request: &Value) -> Local<Option<Found>> {
            match network.chain_namespace {
                $(Namespace::$namespace => {
                    <$family>::carries(cx.clone(), network.clone(), id.into(), request.clone())
                })*
                _ => alloc::boxed::Box::pin(async { None }),
            }
        }

        /// As [`Money::is_replaced`].
        #[must_use]
        pub fn is_replaced(cx: &Cx, network: &Network, id: &str, request: &Value, place: u64) -> Local<bool> {
            match network.chain_namespace {
                $(Namespace::$namespace => {
                    <$family>::is_replaced(cx.clone(), network.clone(), id.into(), request.clone(), place)
                })*
                _ => alloc::boxed::Box::pin(async { false }),
            }
        }

        /// As [`Money::receipt`].
        #[must_use]
        pub fn receipt(cx: &Cx, network: &Network, id: &str) -> Local<Option<Receipt>> {
            match network.chain_namespace {
                $(Namespace::$namespace => <$family>::receipt(cx.clone(), network.clone(), id.into()),)*
                _ => alloc::boxed::Box::pin(async { None }),
            }
        }
    };
}

// The table: families whose money can be moved.
table![Eip155 => eip155::money::Eip155Money];

/// What is good to know, and not worth waiting for.
fn soon<T: 'static>(cx: &Cx, work: Local<Option<T>>) -> Local<Option<T>> {
    let cx = cx.clone();
    alloc::boxed::Box::pin(async move { cx.within(SIMULATION_MS, work).await.flatten() })
}

fn unsupported<T: 'static>() -> Local<Result<T>> {
    alloc::boxed::Box::pin(async { Err(Error::UnsupportedChain) })
}
