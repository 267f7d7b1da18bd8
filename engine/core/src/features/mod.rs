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
pub mod moved;
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
use crate::store::State;
use alloc::string::String;
use serde_json::Value;

/// One feature.
#[derive(Clone, Copy)]
pub struct FeatureRow {
    /// What stands before the point of a command's type.
    pub name: &'static str,
    /// Turns `action` and the whole command into a flow.
    pub run: Run,
    /// What it forgets when another account or network is there ([`moved`]).
    pub forget: Option<moved::Forget>,
    /// Whether its `renew` reads the new one now.
    pub renews: fn(&State) -> bool,
}

impl FeatureRow {
    const fn of(name: &'static str, run: Run) -> Self {
        Self { name, run, forget: None, renews: |_| false }
    }
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
        FeatureRow::of("startup", startup::run),
        FeatureRow::of("options", later.options),
        FeatureRow::of("theme", later.theme),
        FeatureRow::of("router", router::run),
        FeatureRow::of("connect", later.connect),
        FeatureRow::of("connections", later.connections),
        FeatureRow::of("directory", later.directory),
        FeatureRow::of("pairing", later.pairing),
        FeatureRow::of("accounts", later.accounts),
        FeatureRow::of("networks", later.networks),
        FeatureRow {
            forget: Some(balances::forget),
            renews: |_| true,
            ..FeatureRow::of("balances", later.balances)
        },
        FeatureRow {
            forget: Some(activity::forget),
            renews: activity::is_shown,
            ..FeatureRow::of("activity", later.activity)
        },
        FeatureRow {
            forget: Some(send::forget),
            renews: |s| s.router.view() == Some(router::View::Send),
            ..FeatureRow::of("send", later.send)
        },
        FeatureRow::of("transactions", later.transactions),
        FeatureRow::of("requests", later.requests),
        FeatureRow::of("signatures", later.signatures),
        FeatureRow { forget: Some(sign_in::hold_if_required), ..FeatureRow::of("signIn", later.sign_in) },
        FeatureRow::of("telemetry", later.telemetry),
        FeatureRow::of("toasts", toasts::run),
        FeatureRow::of("alerts", alerts::run),
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
