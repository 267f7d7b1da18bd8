//! What moves money in a family, the heavy half: prepare a transfer, read it back, try it out, estimate its fee, submit it, compare what was sent with it, follow it;
//! and what the network's own node says of balances. A family joins by an implementation of [`Money`] and a row of the table below.
//!
//! Every step is one function, so that what is previewed ([`read`]) is made from the very request that is submitted.

use super::eip155;
use super::transfer::Transfer;
use crate::amount::Amount;
use crate::caip::{ChainId, Namespace};
use crate::entities::{Network, WalletHandle};
use crate::error::{Error, Result};
use crate::flow::Cx;
use crate::ports::Local;
use alloc::string::String;
use serde_json::Value;

/// What became of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receipt {
    /// Mined.
    Confirmed,
    /// Mined, and reverted.
    Reverted,
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
    fn submit(cx: Cx, wallet: WalletHandle, request: Value, id: String) -> Local<Result<String>>;
    /// Whether the network has under this id what was asked for; nothing while it does not know it, or nobody can say.
    fn carries(cx: Cx, network: Network, id: String, request: Value) -> Local<Option<bool>>;
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
        ) -> Local<Result<String>> {
            match namespace {
                $(Namespace::$namespace => <$family>::submit(cx.clone(), wallet, request.clone(), id.into()),)*
                _ => unsupported(),
            }
        }

        /// As [`Money::carries`].
        #[must_use]
        pub fn carries(cx: &Cx, network: &Network, id: &str, request: &Value) -> Local<Option<bool>> {
            match network.chain_namespace {
                $(Namespace::$namespace => {
                    <$family>::carries(cx.clone(), network.clone(), id.into(), request.clone())
                })*
                _ => alloc::boxed::Box::pin(async { None }),
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

/// The id of a transaction in a wallet's answer to what [`submit`] asks.
///
/// # Errors
/// [`Error::Unreadable`]: it may have been sent.
pub fn sent(namespace: Namespace, answer: &Value) -> Result<String> {
    let id = answer.as_str().and_then(|text| super::of(namespace).transaction_id(text));
    id.ok_or_else(|| Error::Unreadable { from: "the wallet".into() })
}

fn unsupported<T: 'static>() -> Local<Result<T>> {
    alloc::boxed::Box::pin(async { Err(Error::UnsupportedChain) })
}
