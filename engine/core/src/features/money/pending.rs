//! Polls pending transactions, if the page enables that (9.9, 4.26): every 30 s or at the interval of
//! `pendingTransactions`, at most 99 times each. When one settles, the page gets an event, and the balance and history
//! are loaded again. A hidden page doesn't poll. A change of account or network stops the polling.

use super::model::watched::{Pending, every_ms, pending, subject};
use super::watch::{self, Seen};
use crate::caip::Namespace;
use crate::constants::PENDING_TRANSACTIONS_MAX;
use crate::features::account;
use crate::flow::{Cx, Reply, ScopeId};
use crate::namespaces::money;
use crate::store::State;
use alloc::vec::Vec;

/// A pending transaction, and how often it was polled.
struct Looked {
    of: Pending,
    looks: usize,
    seen: Seen,
}

/// Starts polling for the current account. If it is running, it continues.
pub(super) fn start(cx: &Cx, namespace: Namespace) {
    let generation = cx.read(|s| s.moves.generation(namespace));
    let flow_cx = cx.clone();
    let key = alloc::format!("pending {namespace} {generation}");
    drop(cx.single(ScopeId::Connection(namespace), &key, async move {
        let cx = flow_cx;
        let every = |s: &State| {
            every_ms(s)
                .filter(|_| s.moves.generation(namespace) == generation && subject(s, namespace).is_some())
        };
        let mut all: Vec<Looked> = Vec::new();
        loop {
            let is_due = |s: &State| {
                let is_over = |one: &Pending| {
                    all.iter().any(|known| known.of == *one && known.looks >= PENDING_TRANSACTIONS_MAX)
                };
                (every(s).is_none() || pending(s, namespace).iter().any(|one| !is_over(one))).then_some(())
            };
            cx.until(is_due).await;
            let Some(every_ms) = cx.read(every) else { return Ok(Reply::Done) };
            cx.ports().clock.sleep(every_ms).await;
            if cx.read(every).is_some() && cx.ports().window.get().is_none_or(|window| window.is_visible()) {
                poll(&cx, namespace, &mut all).await;
            }
        }
    }));
}

/// Polls each pending transaction once.
async fn poll(cx: &Cx, namespace: Namespace, all: &mut Vec<Looked>) {
    let generation = cx.read(|s| s.moves.generation(namespace));
    let network = cx.read(|s| s.networks.shown_chain().and_then(|chain| s.networks.find(&chain)).cloned());
    let Some(network) = network else { return };
    if !money::load(cx, namespace).await {
        return; // polled again the next time
    }
    let mut is_changed = false;
    for one in cx.read(|s| pending(s, namespace)) {
        if all.iter().all(|known| known.of != one) {
            all.push(Looked { of: one.clone(), looks: 0, seen: Seen::default() });
        }
        let known = all.iter_mut().find(|known| known.of == one && known.looks < PENDING_TRANSACTIONS_MAX);
        let Some(known) = known else { continue };
        known.looks += 1;
        match &one {
            // the flow that follows it polls more often
            Pending::Ours(id) if watch::is_followed(cx, id) => {}
            Pending::Ours(id) => {
                if let Some(status) = watch::look(cx, id, &mut known.seen).await {
                    watch::settle(cx, id, status).await;
                }
            }
            Pending::History(hash) => is_changed |= money::receipt(cx, &network, hash).await.is_some(),
        }
        if cx.read(|s| s.moves.generation(namespace)) != generation {
            return;
        }
    }
    if is_changed {
        account::changed(cx, namespace, &[]);
    }
}
