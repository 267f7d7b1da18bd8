//! Start: options, stored records, the stored connection (4.2, 10.2). "On start, a stored 'connected' becomes
//! connecting, the existing connection is synced, and the result is connected or disconnected."

use crate::caip::Namespace;
use crate::command::unknown_action;
use crate::entities::Status;
use crate::error::Result;
use crate::event::Event;
use crate::features::account::connection as account_flow;
use crate::features::embedded::{self, stored};
use crate::features::money::transactions;
use crate::features::networks;
use crate::features::pay::{self, PAYMENTS};
use crate::features::project;
use crate::features::relay;
use crate::features::shell::alerts;
use crate::features::shell::router;
use crate::features::sign_in;
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::options::Options;
use crate::storage::cache::Caches;
use crate::store::State;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

/// Runs the first flow of an engine.
pub fn begin(cx: &Cx, given: Value) {
    let page = cx.ports().host.page();
    let (options, raised) = Options::read(&given, &page);
    cx.update(|state| {
        state.theme.mode = options.theme_mode;
        state.theme.variables.clone_from(&options.theme_variables);
        *state.options = options;
        networks::configure(state);
    });
    for alert in raised {
        alerts::raise(cx, alert);
    }
    let flow_cx = cx.clone();
    cx.background(ScopeId::App, async move {
        let cx = flow_cx;
        cx.load().await;
        let stored = cx.update(restorable);
        cx.background(ScopeId::App, follow_views(cx.clone()));
        if cx.read(|s| s.options.enable_embedded) {
            cx.background(ScopeId::App, router::begin_embedded(&cx));
        }
        if cx.read(|s| s.carried.get(stored::AWAY).is_some()) {
            cx.background(ScopeId::App, embedded::come_back(&cx));
        }
        if cx.read(|s| s.carried.get(relay::OFFERED).is_some()) {
            cx.background(ScopeId::App, relay::end_former(&cx));
        }
        cx.update(sign_in::expect_stored);
        if cx.read(|s| !s.sign_in.unread.is_empty()) {
            sign_in::come_back(&cx);
        }
        for (namespace, connector_id) in stored {
            let restore_cx = cx.clone();
            cx.background(ScopeId::Restore(namespace), async move {
                let restored = crate::features::connect::restore(&restore_cx, namespace, &connector_id).await;
                if restored.is_err() {
                    // the part of the binary failed to load: the status is disconnected instead of connecting forever,
                    // but the record stays
                    account_flow::set_status(&restore_cx, namespace, Status::Disconnected);
                }
                restored
            });
        }
        crate::features::review::check_host_descriptors(&cx);
        if cx.ports().storage.shared(PAYMENTS).is_some() {
            cx.background(ScopeId::App, pay::resume(&cx));
        }
        if cx.read(|s| s.transactions.is_open_stored())
            || cx.ports().storage.shared(transactions::ASKED).is_some()
        {
            crate::features::money::resume(&cx).await?;
        }
        Ok(Reply::Done)
    });
}

/// Reports that the engine is ready. Returns the connections to restore, as namespace and connector.
fn restorable(state: &mut State) -> Vec<(Namespace, String)> {
    let shown = state.networks.shown_chain();
    let mut wallet_name = state.accounts.stored_wallet_name.take(); // the name belongs to the first stored connection
    let mut stored = Vec::new();
    for (namespace, account) in state.accounts.by.iter_mut() {
        let restores = account.status == Status::Connecting;
        let Some(id) = account.connector_id.clone().filter(|_| restores) else { continue };
        account.wallet_name = wallet_name.take();
        // an inactive namespace keeps its chain
        if shown.as_ref().is_some_and(|shown| shown.namespace == *namespace) {
            account.native.chain.clone_from(&shown);
        }
        stored.push((*namespace, id));
    }
    if stored.is_empty() {
        *state.caches = Caches::default(); // the caches belong to an account that is no longer connected (docs/spec/services.md C)
    }
    state.lifecycle.initialized = true;
    state.emit(Event::Ready { initialized: true });
    state.emit(Event::track("INITIALIZE", &[]));
    stored
}

/// Requests the data of each view that opens, from the part of the binary that renders it.
async fn follow_views(cx: Cx) -> Result<Reply> {
    let (mut last, mut asked) = (None, 0);
    loop {
        last = cx
            .until(|s| {
                let now = s.router.view().filter(|_| s.router.open);
                (now != last).then_some(now)
            })
            .await;
        let opening = cx.read(|s| s.router.openings);
        if last.is_some() && core::mem::replace(&mut asked, opening) != opening {
            cx.background(ScopeId::App, project::enter(&cx));
        }
        let enter = last.and_then(|view| view.row().enter);
        if let Some(feature) = enter {
            cx.background(ScopeId::App, cx.run(feature, "enter", Value::Null));
        }
    }
}

crate::command::commands! {
    /// The commands of the start.
    pub enum StartupCommand, StartupAction {
        /// Panics for the test kit: in the call itself, or with `later` in a task of the engine. Rejected without option
        /// `testMode`.
        "panic" Panic {
            #[ts(optional)]
            later: Option<bool>,
        },
    }
}

/// Runs a command of this feature.
#[allow(
    clippy::panic,
    reason = "the test kit must be able to see the engine recover from a real panic (R29)"
)]
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        if action == StartupAction::Panic && cx.read(|s| s.options.test_mode) {
            if command.get("later").is_some() {
                cx.ports().clock.sleep(1).await;
            }
            panic!("asked for by the test kit");
        }
        Err(unknown_action("startup", &action))
    })
}
