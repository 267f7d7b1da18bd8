//! Start: options, stored records, the stored connection (4.2, 10.2). "On start, a stored 'connected' becomes connecting,
//! the existing connection is synced, and the result is connected or disconnected."

use super::unknown_action;
use crate::api::blockchain::SupportedChains;
use crate::caip::Namespace;
use crate::connectors;
use crate::constants::{WALLET_ANNOUNCE_MS, WALLET_SILENT_MS};
use crate::entities::Status;
use crate::event::Event;
use crate::features::accounts::{self, Connected};
use crate::features::{alerts, connect, networks, transactions};
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::options::Options;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::{Value, json};

/// The engine's own life.
#[derive(Default)]
pub struct Life {
    /// Options and stored records are in.
    pub initialized: bool,
    /// Relay identity, once there is one (7.32).
    pub client_id: Option<String>,
    /// Answer of the data service.
    pub supported_chains: SupportedChains,
}

/// The first flow of an engine.
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
        let records = cx.ports().storage.load().await;
        cx.restore(records);
        let stored = cx.update(|state| {
            let shown = state.networks.shown_chain();
            let wallet_name = state.accounts.stored_wallet_name.take();
            let mut stored = Vec::new();
            for (namespace, account) in state.accounts.by.iter_mut() {
                let restores = account.status == Status::Connecting;
                let Some(id) = account.connector_id.clone().filter(|_| restores) else { continue };
                account.wallet_name.clone_from(&wallet_name);
                account.native.chain.clone_from(&shown);
                stored.push((*namespace, id));
            }
            state.life.initialized = true;
            state.tell(Event::Ready { initialized: true });
            state.tell(Event::track("INITIALIZE", &[]));
            stored
        });
        for (namespace, connector_id) in stored {
            let restore_cx = cx.clone();
            cx.background(ScopeId::Restore(namespace), async move {
                restore(&restore_cx, namespace, &connector_id).await;
                Ok(Reply::Done)
            });
        }
        if cx.read(|s| s.transactions.list.iter().any(transactions::is_open)) {
            crate::engine::dispatch(&cx, json!({ "type": "transactions.resume" })).await?;
        }
        Ok(Reply::Done)
    });
}

/// Asks the stored wallet silently. What is shown as connected has been proven by the wallet's answer.
async fn restore(cx: &Cx, namespace: Namespace, connector_id: &str) {
    let handle = match cx.within(WALLET_ANNOUNCE_MS, connect::found(cx, connector_id)).await {
        Some(handle) => handle,
        None => {
            // shown as disconnected, remembered all the same: some wallets arrive seconds after the page
            set_status(cx, namespace, Status::Disconnected);
            connect::found(cx, connector_id).await
        }
    };
    set_status(cx, namespace, Status::Reconnecting);
    let silent = cx.within(WALLET_SILENT_MS, connectors::connect(cx, handle, namespace, true)).await;
    match silent {
        Some(Ok(given)) if !given.entries.is_empty() => {
            let Some((connector_id, wallet_name, icon)) = cx.read(|s| connect::identity(s, handle)) else {
                return;
            };
            let (entries, chain) = (given.entries, given.chain);
            let connected = Connected { namespace, entries, chain, connector_id, wallet_name, icon, handle };
            accounts::settle(cx, connected, "browser", true).await;
        }
        Some(Ok(_)) => accounts::reset(cx, namespace, "wallet").await,
        Some(Err(_)) | None => set_status(cx, namespace, Status::Disconnected),
    }
}

fn set_status(cx: &Cx, namespace: Namespace, status: Status) {
    cx.update(|state| {
        if let Some(account) = state.accounts.by.get_mut(&namespace) {
            account.status = status;
        }
    });
}

/// Commands of the start.
#[cfg(test)]
#[derive(ts_rs::TS)]
#[ts(tag = "type")]
#[allow(dead_code)]
pub enum StartupCommand {
    /// A fault for the test kit; refused without option `testMode`.
    #[ts(rename = "startup.panic")]
    Panic {},
}

/// Runs a command.
#[allow(
    clippy::panic,
    reason = "the test kit must be able to see the engine recover from a real panic (R29)"
)]
pub fn run(cx: Cx, action: String, _: Value) -> Flow {
    Box::pin(async move {
        if action == "panic" && cx.read(|s| s.options.test_mode) {
            panic!("asked for by the test kit");
        }
        Err(unknown_action("startup", &action))
    })
}
