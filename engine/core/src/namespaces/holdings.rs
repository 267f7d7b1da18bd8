//! All balances of an account from the network's own node, in namespaces whose nodes know them
//! ([`super::Can::Tokens`]): tokens, or only the coin. It is a separate part of the binary, because a connected wallet
//! needs it immediately, and the money part perhaps never.

use super::registry::Half;
use crate::amount::Amount;
use crate::caip::{ChainId, Namespace};
use crate::entities::Network;
use crate::error::{Error, Result};
use crate::flow::{Cx, Flow};
use crate::ports::Local;
use crate::services::BalanceItem;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// A source of balances.
pub trait Holds {
    /// Requests the balances. Amounts come from the node; prices and names from a service's list, if one exists.
    ///
    /// # Errors
    /// The node's errors: all balances or none.
    fn held(&self, cx: Cx, network: Network, address: String) -> Local<Result<Balances>>;
}

/// The balances that a node reported.
pub struct Balances {
    /// The balances of the coin and the tokens.
    pub merge: Merge,
    /// A pending incoming amount that can't be spent yet, if the namespace has that. It isn't part of the coin's
    /// balance.
    pub arriving: Option<Amount>,
}

/// Merges the node's and the service's lists, and returns the number of the node's tokens that were skipped.
pub type Merge = Box<dyn FnOnce(&[BalanceItem]) -> (Vec<BalanceItem>, usize)>;

/// A node's balance of the coin alone: it replaces the coin in a list, and the rest of the list stays.
#[must_use]
pub fn of_coin(network: &Network, chain: &ChainId, amount: Amount) -> Balances {
    let coin = BalanceItem {
        name: network.native_currency.name.clone(),
        symbol: network.native_currency.symbol.clone(),
        chain: chain.clone(),
        names_itself: false,
        address: None,
        decimals: amount.decimals,
        numeric: amount.to_decimal(),
        price: None,
        value: None,
        icon_url: None,
    };
    let merge: Merge = Box::new(move |listed| {
        let others = listed.iter().filter(|item| item.address.is_some()).cloned();
        (core::iter::once(coin).chain(others).collect(), 0)
    });
    Balances { merge, arriving: None }
}

pub(crate) static HOLDINGS: Half<dyn Holds> = Half::new("holdings", "Balances");

/// Registers a namespace's source of balances, whose row is `<namespace>Balances`.
#[must_use]
pub fn provide(cx: &Cx, namespace: Namespace, holds: &'static dyn Holds) -> Flow {
    HOLDINGS.provide(cx, namespace, holds)
}

/// Calls [`Holds::held`] after loading its part.
///
/// # Errors
/// The errors of [`Holds::held`]. [`Error::UnsupportedChain`] if the namespace has no such source, or its part failed
/// to load.
pub async fn held(cx: &Cx, network: &Network, address: &str) -> Result<Balances> {
    HOLDINGS.load(cx, network.chain_namespace).await;
    let holds = HOLDINGS.of(cx, network.chain_namespace).ok_or(Error::UnsupportedChain)?;
    holds.held(cx.clone(), network.clone(), address.into()).await
}
