//! The second phase: the network of a request (10.12). The page remembers the wallet's network, but a wallet can change
//! its network without an event. So the engine queries the wallet before the user reviews a request that depends on a
//! network ([`locate`]), and again before the wallet gets the request ([`Standing::check`]). The user reviews the
//! request for this network only.

use super::Request;
use crate::caip::{ChainId, Namespace};
use crate::constants::{CHAIN_AGAIN_MS, CHAIN_FRESH_MS, WALLET_SILENT_MS};
use crate::entities::WalletHandle;
use crate::error::{Error, Result};
use crate::features::money;
use crate::flow::Cx;
use crate::namespaces::{self, wallet_chain};
use crate::ports::Local;
use alloc::boxed::Box;
use core::cell::Cell;
use core::future::Future;
use core::mem;
use futures_util::future::{Either, select};

/// A request with its network.
pub(super) struct Located {
    /// The request. Its parameters name the network if the method has a field for it.
    pub(super) request: Request,
    pub(super) standing: Option<Standing>,
    pub(super) chain: Option<ChainId>,
    /// The request itself names a network, and the wallet is on another one.
    pub(super) is_other: bool,
}

/// Finds the network of a request, and checks the parameters against it.
///
/// # Errors
/// [`Error::BadParams`]. [`Error::UserRejected`] if the account, wallet or network changed meanwhile. The wallet's
/// errors.
pub(super) async fn locate(cx: &Cx, mut request: Request) -> Result<Located> {
    let now_s = cx.ports().clock.now_ms() / 1_000;
    let standing = match request.is_known {
        true => {
            request.check(cx, request.shown.as_ref(), now_s)?;
            Standing::ask(cx, request.namespace, request.wallet, &request.method).await?
        }
        false => None,
    };
    // while the wallet responded, the user might have disconnected or changed the account or network
    if !request.is_same(cx) {
        return Err(Error::UserRejected);
    }
    let chain = standing.as_ref().map(|standing| standing.chain().clone()).or_else(|| request.shown.clone());
    if standing.is_some() {
        request.check(cx, chain.as_ref(), now_s)?;
    }
    // a batch or typed data can name its network: the request is read for that one, and the review displays it
    let named = namespaces::named_chain(request.namespace, &request.method, &request.params);
    let other = named.filter(|named| request.is_known && Some(named) != chain.as_ref());
    let is_other = other.is_some();
    if is_other && request.is_embedded() && request.moves {
        return Err(Error::BadParams { field: "chainId".into() });
    }
    let chain = other.or(chain);
    if let Some(chain) = &chain {
        let params = mem::take(&mut request.params);
        request.params = namespaces::on_chain(request.namespace, &request.method, params, chain);
    }
    Ok(Located { request, standing, chain, is_other })
}

/// The network that the wallet reports during one request.
pub(super) struct Standing {
    cx: Cx,
    namespace: Namespace,
    wallet: WalletHandle,
    chain: ChainId,
    /// When the wallet last reported it.
    at_ms: Cell<Option<u64>>,
}

impl Standing {
    /// Queries the wallet's network. Returns `None` if the request doesn't depend on a network or the namespace has no
    /// current one. Also `None` for the embedded wallet, whose frame gets the network with each request.
    ///
    /// # Errors
    /// The wallet's error. A wallet that doesn't report its network gets no request to sign or send on it.
    pub(super) async fn ask(
        cx: &Cx,
        namespace: Namespace,
        wallet: WalletHandle,
        method: &str,
    ) -> Result<Option<Self>> {
        let is_bound = namespaces::is_of_chain(namespace, method);
        if !is_bound || matches!(wallet, WalletHandle::Embedded(_)) {
            return Ok(None);
        }
        let Some(asked) = asked(cx, namespace, wallet) else { return Ok(None) };
        let chain = asked.await?;
        let at_ms = Cell::new(Some(cx.ports().clock.now_ms()));
        Ok(Some(Self { cx: cx.clone(), namespace, wallet, chain, at_ms }))
    }

    /// The network of the request.
    pub(super) const fn chain(&self) -> &ChainId {
        &self.chain
    }

    /// Repeats the query during the review, because a wallet that opens a window must get the request in the same task
    /// as the click.
    pub(super) async fn beside<T>(&self, reading: impl Future<Output = T>) -> T {
        let watching = async {
            loop {
                self.cx.ports().clock.sleep(CHAIN_AGAIN_MS).await;
                if let (WalletHandle::Page(_), Some(asked)) = (self.wallet, self.asked()) {
                    self.take(asked.await).ok();
                }
            }
        };
        match select(core::pin::pin!(reading), core::pin::pin!(watching)).await {
            Either::Left((read, _)) => read,
            Either::Right((never, _)) => never,
        }
    }

    /// Checks that the wallet is still on that network. Uses an immediate response, otherwise a recent earlier one.
    /// Without either, the user has to wait.
    ///
    /// # Errors
    /// [`Error::WrongChain`], and the wallet's errors.
    pub(super) async fn check(&self) -> Result<()> {
        let Some(mut asked) = self.asked() else { return Ok(()) };
        if let Some(answer) = money::ready_now(&mut asked).await {
            return self.take(answer);
        }
        let now = self.cx.ports().clock.now_ms();
        match self.at_ms.get().is_some_and(|at| now.abs_diff(at) <= CHAIN_FRESH_MS) {
            true => Ok(()),
            false => self.take(asked.await),
        }
    }

    fn asked(&self) -> Option<Local<Result<ChainId>>> {
        asked(&self.cx, self.namespace, self.wallet)
    }

    fn take(&self, answer: Result<ChainId>) -> Result<()> {
        let is_there = answer.and_then(|chain| match chain == self.chain {
            true => Ok(()),
            false => Err(Error::WrongChain),
        });
        self.at_ms.set(is_there.is_ok().then(|| self.cx.ports().clock.now_ms()));
        is_there
    }
}

fn asked(cx: &Cx, namespace: Namespace, wallet: WalletHandle) -> Option<Local<Result<ChainId>>> {
    let asked = wallet_chain::of(cx, namespace, wallet)?;
    let cx = cx.clone();
    Some(Box::pin(async move {
        let answer = cx.within(WALLET_SILENT_MS, asked).await.unwrap_or(Err(Error::WalletSilent))?;
        answer.ok_or_else(|| Error::Unreadable { from: "the wallet".into() })
    }))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{OTHER, World, request, transfer};
    use super::*;
    use crate::json::json;

    fn located(world: &World) -> Result<Located> {
        let request = request("eth_sendTransaction", transfer());
        world.run(move |cx| async move { locate(&cx, request).await }).take().unwrap()
    }

    // req: 10.12
    #[test]
    fn takes_the_network_from_the_wallet_and_names_it_in_the_request() {
        let world = World::connected();
        world.responds(5, |_| Ok(json!(null)));
        let located = located(&world).unwrap();
        assert_eq!((located.chain, located.is_other), (Some(ChainId::evm(5)), false));
        assert_eq!(located.request.params[0]["chainId"], "0x5");
    }

    #[test]
    fn rejects_when_the_account_changes_while_the_wallet_names_its_network() {
        let world = World::connected();
        let page = world.clone();
        world.wallets.answer(1, move |_, _| {
            page.becomes(OTHER);
            Box::pin(core::future::ready(Ok(json!("0x1"))))
        });
        assert_eq!(located(&world).err(), Some(Error::UserRejected));
    }
}
