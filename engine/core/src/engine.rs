//! The engine: dispatch a command, answer a request, read a slice. Routing only.

use crate::error::{Error, Result};
use crate::features::connect::page_wallets;
use crate::features::shell::{images, startup};
use crate::flow::{Cx, Flow, Join, Rows, ScopeId};
use crate::json::Read;
use crate::ports::Ports;
use crate::ports::provider::Announced;
use crate::snapshot::{self, Snapshot};
use alloc::boxed::Box;
use serde_json::{Value, json};

/// One engine.
pub struct Engine(Cx);

impl Engine {
    /// Starts: options are checked, storage is read, a stored connection is brought back.
    #[must_use]
    pub fn new(ports: Ports, rows: Rows, options: Value) -> Self {
        let cx = Cx::new(ports, rows);
        startup::begin(&cx, options);
        Self(cx)
    }

    /// Runs a command: `{type: "<feature>.<action>", ...}`.
    #[must_use]
    pub fn dispatch(&self, command: Value) -> Join {
        let cx = self.0.clone();
        self.0.start(ScopeId::App, async move { dispatch(&cx, command).await })
    }

    /// Answers a request of the host to the provider of a namespace (EIP-1193).
    #[must_use]
    pub fn request(&self, namespace: &str, method: &str, params: Value) -> Join {
        let request = json!({ "method": method, "params": params });
        self.0.start(ScopeId::App, self.0.run("requests", namespace, request))
    }

    /// A slice of the state.
    ///
    /// # Errors
    /// [`Error::UnknownName`].
    pub fn snapshot(&self, name: &str) -> Result<Snapshot> {
        self.0.read(|state| snapshot::snapshot(state, name))
    }

    /// A wallet was found in the page.
    pub fn announce(&self, wallet: Announced) {
        page_wallets::announced(&self.0, wallet);
    }

    /// Ends every flow; what was owed is settled with 'Request was aborted'.
    pub fn destroy(&self) {
        self.0.close_all(&Error::Aborted);
        images::release(&self.0);
    }
}

/// Finds the feature of a command and runs it.
///
/// # Errors
/// As the command; [`Error::UnknownName`], [`Error::BadParams`].
fn dispatch(cx: &Cx, command: Value) -> Flow {
    let name = command.filled("type").unwrap_or_default();
    let (feature, action) = name.split_once('.').unwrap_or((name, ""));
    match name.is_empty() {
        true => Box::pin(async { Err(Error::BadParams { field: "type".into() }) }),
        false => cx.run(&alloc::string::String::from(feature), &alloc::string::String::from(action), command),
    }
}
