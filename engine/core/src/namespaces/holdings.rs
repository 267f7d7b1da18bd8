//! What the network's own node says of all that an account has, in families whose nodes know it ([`super::Can::Tokens`]): its tokens, or the
//! coin alone. It is a part of the binary of its own, since a wallet that is connected needs it at once and what moves money may never be
//! needed.

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

/// What knows it.
pub trait Holds {
    /// Asks for it. How much there is of each is its word; prices and names are those of a list of a service, if there is one.
    ///
    /// # Errors
    /// As the node answers: all of it, or nothing.
    fn held(&self, cx: Cx, network: Network, address: String) -> Local<Result<Balances>>;
}

/// Balances that a node reported.
pub struct Balances {
    /// Of coin and tokens.
    pub merge: Merge,
    /// What is on its way in and cannot be spent yet, in a family where one sees that: it is not part of the coin.
    pub arriving: Option<Amount>,
}

/// Makes one list of what the node has said and what a service has, and how many tokens the node has that were not read.
pub type Merge = Box<dyn FnOnce(&[BalanceItem]) -> (Vec<BalanceItem>, usize)>;

/// What a node says of the coin alone: its amount counts, and of everything else a list.
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

static HOLDINGS: Half<dyn Holds> = Half::new("holdings", "Balances");

/// Registers what knows it in a family: its row is `<namespace>Held`.
#[must_use]
pub fn provide(cx: &Cx, namespace: Namespace, holds: &'static dyn Holds) -> Flow {
    HOLDINGS.provide(cx, namespace, holds)
}

/// As [`Holds::held`], once its part has been loaded.
///
/// # Errors
/// As [`Holds::held`]; [`Error::UnsupportedChain`] for a family without, and when its part does not come.
pub async fn held(cx: &Cx, network: &Network, address: &str) -> Result<Balances> {
    HOLDINGS.load(cx, network.chain_namespace).await;
    let holds = HOLDINGS.of(cx, network.chain_namespace).ok_or(Error::UnsupportedChain)?;
    holds.held(cx.clone(), network.clone(), address.into()).await
}
