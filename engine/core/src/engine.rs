//! The engine's entry: dispatches commands, answers requests, reads slices. Only routing.

use crate::command::{self, unknown_action};
use crate::error::{Error, Result};
use crate::features::connect::page_wallets;
use crate::features::host;
use crate::features::shell::{images, router, startup};
use crate::flow::{Cx, Flow, Join, Reply, Rows, ScopeId};
use crate::json::Read;
use crate::ports::Ports;
use crate::ports::provider::Announced;
use crate::snapshot;
use alloc::string::{String, ToString};
use serde_json::Value;

/// An engine.
pub struct Engine(Cx);

impl Engine {
    /// Starts the engine: checks the options, reads storage, restores a stored connection.
    #[must_use]
    pub fn new(ports: Ports, rows: Rows, options: Value) -> Self {
        let cx = Cx::new(ports, rows);
        startup::begin(&cx, options);
        Self(cx)
    }

    /// Runs a command: `{type: "<feature>.<action>", ...}`.
    #[must_use]
    pub fn dispatch(&self, command: Value) -> Join {
        let name = command.filled("type").map(ToString::to_string);
        let Some(name) = name else {
            return Join::settled(Err(Error::BadParams { field: "type".into() }));
        };
        let (feature, action) = name.split_once('.').unwrap_or((&name, ""));
        // Views dispatch commands of the contract. A script of the page that gets hold of this function could invent
        // any other.
        if !command::is_of_contract(feature, action) {
            return Join::settled(Err(unknown_action(feature, action)));
        }
        // runs immediately, so that a later request in the same task survives an earlier close
        if name == "router.close" {
            router::close_asked(&self.0, &command);
            return Join::settled(Ok(Reply::Done));
        }
        // a close also ends earlier requests whose code is still loading
        let asks = feature == "connect" || name == "connections.switch" || name == "router.open";
        self.start(asks, self.0.run(feature, action, command))
    }

    /// Runs a command that only the engine uses, for tests.
    #[cfg(any(test, feature = "twins"))]
    #[must_use]
    pub fn run_own(&self, feature: &str, action: &str, command: Value) -> Join {
        self.start(false, self.0.run(feature, action, command))
    }

    /// Responds to a page's request to the provider of a namespace (EIP-1193).
    #[must_use]
    pub fn request(&self, namespace: &str, method: &str, params: Value) -> Join {
        self.start(method.ends_with("equestAccounts"), host::request(&self.0, namespace, method, params))
    }

    fn start(&self, asks: bool, flow: Flow) -> Join {
        self.0.start(if asks { ScopeId::Asked } else { ScopeId::App }, flow)
    }

    /// Renders a slice as JSON text.
    ///
    /// # Errors
    /// [`Error::UnknownName`].
    pub fn snapshot(&self, name: &str) -> Result<String> {
        self.0.read(|state| snapshot::snapshot(state, name))
    }

    /// Handles an announced browser wallet. Returns whether it is accepted.
    pub fn announce(&self, wallet: Announced) -> bool {
        page_wallets::announced(&self.0, wallet)
    }

    /// Whether a wallet with this ID keeps its place even during a flood of announcements. Finders use it to select
    /// wallets from a long list.
    #[must_use]
    pub fn expects(&self, id: &str) -> bool {
        page_wallets::expects(&self.0, id)
    }

    /// Cancels every flow. Pending calls are rejected with 'Request was aborted'.
    pub fn destroy(&self) {
        self.0.close_all(&Error::Aborted);
        images::release(&self.0);
    }
}
