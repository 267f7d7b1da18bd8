//! The network of a host's request is its wallet's (10.12): the page remembers one, and a wallet might have left it without a word. So the
//! wallet is asked before a request that happens on a chain is read to the user, and again before it has the request. What was read is of
//! that network and no other.

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

/// Where the wallet of one request stands, by its own word.
pub(super) struct Standing {
    cx: Cx,
    namespace: Namespace,
    wallet: WalletHandle,
    chain: ChainId,
    /// When it last said so.
    at_ms: Cell<Option<u64>>,
}

impl Standing {
    /// Asks the wallet. Nothing for a request that is of no chain, a family whose wallets are on none, and the embedded wallet, whose
    /// frame is told the chain with each request.
    ///
    /// # Errors
    /// As the wallet answers: one that does not say where it is gets nothing to send or sign there.
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

    /// Keeps asking while the user reads: a wallet that opens a window must have the request in the task of the click.
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

    /// Whether the wallet still stands there: its answer of now if there is one at once, else its last one while it is fresh, else the user
    /// waits.
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
