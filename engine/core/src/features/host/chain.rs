//! The network of a page's request is the wallet's network (10.12). The page remembers a network, and the wallet might have left it
//! without an event. So the engine queries the wallet's chain before the user reviews the request, and again before the wallet gets it. The
//! review applies only to that network.

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
use futures_util::future::{Either, select};

/// The wallet's chain during one request, as the wallet reports it.
pub(super) struct Standing {
    cx: Cx,
    namespace: Namespace,
    wallet: WalletHandle,
    chain: ChainId,
    /// When it last said so.
    at_ms: Cell<Option<u64>>,
}

impl Standing {
    /// Queries the wallet's chain. Returns `None` for a request that doesn't depend on a chain, for a namespace without a current chain,
    /// and for the embedded wallet, whose frame gets the chain with each request.
    ///
    /// # Errors
    /// The wallet's error. A wallet that doesn't report its chain gets no request to sign or send on it.
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

    /// The chain the request is for.
    pub(super) const fn chain(&self) -> &ChainId {
        &self.chain
    }

    /// Keeps querying during the review, because a wallet that opens a window must get the request in the task of the click.
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

    /// Whether the wallet is still on that chain. Uses an immediate response if the wallet gives one, otherwise a recent earlier one. If
    /// neither exists, the user has to wait.
    ///
    /// # Errors
    /// [`Error::WrongChain`]; as the wallet answers.
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
