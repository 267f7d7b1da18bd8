//! The product on one screen: TABLE below. A row is a name and a function that turns a command into a flow.
//!
//! Rows that only the engine itself uses (`requests.<namespace>`, `signatures.personal`, `transactions.resume`,
//! `connect.restore`) are not in the contract; they are rows so that their code can be loaded later.
//!
//! A command is `{type: "<feature>.<action>", ...}`. The engine finds the row; the feature reads its own command, so a
//! feature whose row lives in another chunk of the binary brings its own reader along.

pub mod account_flow;
pub mod accounts;
pub mod activity;
pub mod alerts;
pub mod assets;
pub mod balances;
pub mod connect;
pub mod connections;
pub mod directory;
pub mod directory_list;
pub mod directory_load;
pub mod downloads;
pub mod identity;
pub mod images;
pub mod network_pictures;
pub mod networks;
pub mod options;
pub mod pairing;
pub(crate) mod pairing_ask;
pub mod pairing_flow;
pub mod requests;
pub mod restore;
pub mod router;
pub mod send;
pub mod send_flow;
pub mod sessions;
pub mod sign_in;
pub(crate) mod sign_in_ask;
pub mod sign_in_flow;
pub(crate) mod sign_in_wallet;
pub mod signatures;
pub mod startup;
pub mod switching;
pub mod telemetry;
pub mod theme;
pub mod toasts;
pub mod tokens;
pub mod transactions;

use crate::error::{Error, Result};
use crate::flow::{Cx, Flow};
use crate::json::Read;
use alloc::string::String;
use serde_json::Value;

/// One feature.
#[derive(Clone, Copy)]
pub struct FeatureRow {
    /// What stands before the point of a command's type.
    pub name: &'static str,
    /// Turns `action` and the whole command into a flow.
    pub run: Run,
}

/// Rows whose commands run only when the stored records are in: they commit, or lean on what is stored.
#[must_use]
pub fn waits_for_records(name: &str) -> bool {
    matches!(name, "connect" | "connections" | "accounts" | "networks" | "options" | "send" | "telemetry")
}

/// Turns an action and the whole command into a flow.
pub type Run = fn(Cx, String, Value) -> Flow;

/// The table. What is not needed to connect is handed in: native tests pass the functions themselves
/// ([`Later::native`]), the browser passes wrappers that load their chunk first (engine/web/src/split.rs). Naming those
/// functions here would tie them into the first part.
#[must_use]
pub fn table(later: Later) -> alloc::vec::Vec<FeatureRow> {
    alloc::vec![
        FeatureRow { name: "startup", run: startup::run },
        FeatureRow { name: "options", run: later.options },
        FeatureRow { name: "theme", run: later.theme },
        FeatureRow { name: "router", run: router::run },
        FeatureRow { name: "connect", run: later.connect },
        FeatureRow { name: "connections", run: later.connections },
        FeatureRow { name: "directory", run: later.directory },
        FeatureRow { name: "pairing", run: later.pairing },
        FeatureRow { name: "accounts", run: later.accounts },
        FeatureRow { name: "networks", run: later.networks },
        FeatureRow { name: "balances", run: later.balances },
        FeatureRow { name: "activity", run: later.activity },
        FeatureRow { name: "send", run: later.send },
        FeatureRow { name: "transactions", run: later.transactions },
        FeatureRow { name: "requests", run: later.requests },
        FeatureRow { name: "signatures", run: later.signatures },
        FeatureRow { name: "signIn", run: later.sign_in },
        FeatureRow { name: "telemetry", run: later.telemetry },
        FeatureRow { name: "toasts", run: toasts::run },
        FeatureRow { name: "alerts", run: alerts::run },
    ]
}

/// Features that the browser loads at the time of need.
#[derive(Clone, Copy)]
pub struct Later {
    /// Called when the modal has been open for a moment: the visitor is likely to need the account part next.
    pub prefetch: fn(),
    /// Account: asking a wallet, bringing a stored connection back.
    pub connect: Run,
    /// Account: disconnecting.
    pub accounts: Run,
    /// Account: the balance.
    pub balances: Run,
    /// Account: the history.
    pub activity: Run,
    /// Account: switching, adding and removing networks.
    pub networks: Run,
    /// Directory: wallets that are not in this page.
    pub directory: Run,
    /// WalletConnect: pairing, sessions, and what they are asked.
    pub pairing: Run,
    /// Money: the send form, its preview and the sending.
    pub send: Run,
    /// Money: follows what was sent.
    pub transactions: Run,
    /// Host: `updateOptions`.
    pub options: Run,
    /// Host: switching to a stored connection.
    pub connections: Run,
    /// Host: the theme.
    pub theme: Run,
    /// Host: what is reported with consent.
    pub telemetry: Run,
    /// Host: EIP-1193 requests.
    pub requests: Run,
    /// Signing: who signed.
    pub signatures: Run,
    /// Sign-in.
    pub sign_in: Run,
}

impl Later {
    /// The functions themselves: one binary, nothing loaded later.
    #[must_use]
    pub fn native() -> Self {
        Self {
            prefetch: || {},
            connect: connect::run,
            accounts: account_flow::run,
            balances: balances::run,
            directory: directory::run,
            pairing: pairing_flow::run,
            send: send_flow::run,
            transactions: transactions::run,
            options: options::run,
            connections: connections::run,
            networks: switching::run,
            activity: activity::run,
            telemetry: telemetry::run,
            theme: theme::run,
            requests: requests::run,
            signatures: signatures::run,
            sign_in: sign_in_flow::run,
        }
    }
}

/// A command that its feature does not know.
pub(crate) fn unknown_action(feature: &str, action: &str) -> Error {
    let name = crate::text::label(&alloc::format!("{feature}.{action}"), 64).unwrap_or_default();
    Error::UnknownName { what: "command", name }
}

/// A text a command needs.
pub(crate) fn needed<'a>(command: &'a Value, field: &str) -> Result<&'a str> {
    command.text(field).ok_or_else(|| Error::BadParams { field: field.into() })
}
