//! Hosts that are paused after "too many requests" (docs/spec/services.md A2). A service is paused as a whole. A node
//! is paused per class of methods, because a limit on logs doesn't affect receipts. Otherwise, a pending transaction
//! would be reported as "unknown" because a list was too long. The page's own reads are always sent.

use super::{is_sent, origin};
use crate::constants::{NODE_REST_MS, RATE_LIMIT_BACKOFF_MS, RETRY_AFTER_MAX_MS};
use crate::flow::Cx;
use crate::services::Rest;
use alloc::string::String;

/// What is paused together.
pub(super) enum Lane {
    /// A whole service.
    Service,
    /// A class of methods of a node.
    Node(&'static str),
    /// Never paused: reads of the page.
    Free,
}

impl Lane {
    /// The lane of a node's method.
    pub(super) fn of_method(method: &str) -> Self {
        let has = |words: &[&str]| words.iter().any(|word| method.contains(word));
        match method {
            _ if is_sent(method) => Self::Free,
            // the status of a transaction, and the block height
            _ if has(&[
                "Receipt",
                "ByHash",
                "getTransaction",
                "SignatureStatus",
                "lockNumber",
                "lockHeight",
            ]) =>
            {
                Self::Node("follow")
            }
            // expensive methods
            _ if has(&[
                "Logs",
                "Filter",
                "trace_",
                "debug_",
                "simulate",
                "ForAddress",
                "ProgramAccounts",
            ]) =>
            {
                Self::Node("heavy")
            }
            _ => Self::Node("read"),
        }
    }

    fn key(&self, url: &str) -> Option<String> {
        match self {
            Self::Service => Some(origin(url).into()),
            Self::Node(class) => Some([origin(url), " ", class].concat()),
            Self::Free => None,
        }
    }

    /// Whether the host is paused for this lane.
    pub(super) fn rests(&self, cx: &Cx, url: &str) -> bool {
        let Some(key) = self.key(url) else { return false };
        let now = cx.ports().clock.now_ms();
        // a paused service is also paused as a node
        let rests =
            |key: &str| cx.read(|s| s.lifecycle.resting.get(key).is_some_and(|rest| now < rest.until_ms));
        rests(&key) || rests(origin(url))
    }

    /// Starts a pause: of the requested length, otherwise a service's fixed time, or a node's time, which doubles each
    /// time.
    pub(super) fn rest(&self, cx: &Cx, url: &str, retry_after_ms: Option<u64>) {
        let Some(key) = self.key(url) else { return };
        let now = cx.ports().clock.now_ms();
        cx.update(|s| {
            let before = s.lifecycle.resting.get(&key).copied();
            // only if the last pause was recent
            let lasts = |rest: &Rest| now < rest.until_ms.saturating_add(RATE_LIMIT_BACKOFF_MS);
            let times = before.filter(lasts).map_or(0, |rest| rest.times);
            // if several concurrent responses request a pause, the first one counts
            let still_ms = before.map(|rest| rest.until_ms).filter(|until| now < *until);
            if still_ms.is_some() && retry_after_ms.is_none() {
                return;
            }
            let own_ms = match self {
                Self::Service => RATE_LIMIT_BACKOFF_MS,
                _ => (NODE_REST_MS << times.min(8)).min(RATE_LIMIT_BACKOFF_MS),
            };
            let wait_ms = retry_after_ms.map_or(own_ms, |said| said.min(RETRY_AFTER_MAX_MS));
            let until_ms = now.saturating_add(wait_ms).max(still_ms.unwrap_or_default());
            let rest = Rest { until_ms, times: times.saturating_add(1) };
            s.lifecycle.resting.insert(key, rest);
        });
    }
}
