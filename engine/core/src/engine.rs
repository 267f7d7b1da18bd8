//! The engine: dispatch a command, answer a request, read a slice. Routing only.

use crate::error::{Error, Result};
use crate::features::moved::Forget;
use crate::features::{self, FeatureRow, Later, connect, startup};
use crate::flow::{Cx, Flow, Join, Reply, ScopeId};
use crate::json::Read;
use crate::ports::Ports;
use crate::ports::provider::Announced;
use crate::snapshot::{self, Snapshot};
use crate::store::State;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::ToString;
use alloc::vec::Vec;
use serde_json::{Value, json};

/// The tables an engine runs with.
#[derive(Clone)]
pub struct Rows {
    features: Rc<Vec<FeatureRow>>,
    /// See [`crate::features::Later`].
    pub prefetch: fn(),
}

impl Rows {
    /// With these features behind the ones of the first part.
    #[must_use]
    pub fn new(later: Later) -> Self {
        Self { features: Rc::new(features::table(later)), prefetch: later.prefetch }
    }

    /// What each feature forgets when another account or network is there.
    pub(crate) fn forgets(&self) -> Vec<Forget> {
        self.features.iter().filter_map(|row| row.forget).collect()
    }

    /// The names of the features that read again now.
    pub(crate) fn renewing(&self, state: &State) -> Vec<&'static str> {
        self.features.iter().filter(|row| (row.renews)(state)).map(|row| row.name).collect()
    }

    fn find(&self, name: &str) -> Option<FeatureRow> {
        self.features.iter().find(|row| row.name == name).copied()
    }
}

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
        let request =
            json!({ "type": alloc::format!("requests.{namespace}"), "method": method, "params": params });
        self.dispatch(request)
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
        connect::announced(&self.0, wallet);
    }

    /// Ends every flow; what was owed is settled with 'Request was aborted'.
    pub fn destroy(&self) {
        self.0.close_all(&Error::Aborted);
        // socket and lead: they know us, so they must be let go by hand; outside of the update, because they may call back
        let held = self.0.update(|s| (s.pairing.running.take(), s.pairing.lead.take()));
        drop(held);
        crate::features::images::release(&self.0);
    }
}

/// Finds the feature of a command and runs it.
///
/// # Errors
/// As the command; [`Error::UnknownName`], [`Error::BadParams`].
pub fn dispatch(cx: &Cx, command: Value) -> Flow {
    let cx = cx.clone();
    Box::pin(async move {
        let name = command.filled("type").ok_or(Error::BadParams { field: "type".into() })?.to_string();
        let unknown = || Error::UnknownName { what: "command", name: name.chars().take(64).collect() };
        let (feature, action) = name.split_once('.').ok_or_else(unknown)?;
        let row = cx.rows().find(feature).ok_or_else(unknown)?;
        if features::waits_for_records(feature) {
            cx.until(|s| s.life.initialized.then_some(())).await;
        }
        let reply: Result<Reply> = (row.run)(cx.clone(), action.to_string(), command).await;
        reply
    })
}
