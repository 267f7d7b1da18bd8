//! The embedded wallet, which users open with an email address or a social login. A frame of another origin holds its
//! keys (docs/spec/embedded-frame.md).
//!
//! ```text
//! absent --a login, or one is stored--> loading --READY, 500 ms--> syncing --knows the page--> initialised
//!           no READY in 20 s, READY again and again: failed; the next call tries anew
//! ```
//!
//! `frame.rs` contains the life of the frame and its calls with their deadlines. `protocol.rs` has the table of calls
//! and the only parser of the frame's messages. Three logins end in `login.rs`: `email.rs`, `social.rs` (a provider's
//! window, or Farcaster's QR code), and `redirect_login.rs` (the browser of a messaging app, where the page itself goes
//! to the provider and returns). `login.rs` connects an account for each supported namespace, stores the data that
//! `kept.rs` encrypts, and passes on a sign-in that was part of the login. In `approval.rs`, the user decides on one
//! request after another in the frame, above the card. Closing rejects all waiting ones; a send that the frame might
//! have received is `unknown` until the frame itself rejects it. `smart.rs` selects the account type, `update.rs`
//! changes the email address, `wallet.rs` handles requests, and `whitelist.rs` lists the frame's methods. The connector
//! (`connectors/embedded.rs`) only names the feature that responds; `connectors/lazy.rs` calls it, as for
//! WalletConnect.
//!
//! - The element opens a provider's window within the click (`element/src/engine/popup.ts`), before the engine gets the
//!   command. The engine receives the window through the port `popup`. It accepts messages only from that exact origin
//!   and window, and drops results from before the window navigated.
//! - `GET_CHAIN_ID` returns the frame's chain. `eth_chainId` doesn't: a request runs on the chain that the engine names
//!   in it.
//! - A bundler broadcasts a smart account's transaction, which wraps the requested call. The comparison searches it for
//!   that call, with recipient and amount side by side (`namespaces/eip155/money/mod.rs`), because the first
//!   transaction also deploys the account's contract.
//! - The displayed logins depend on the page (`features`), the project ([`crate::features::project`]), the networks,
//!   and the device.
//!
//! # Departures from the specification
//!
//! - A login that has ended isn't stored as an earlier connection, so no view offers to restore it.
//! - `connection_status` is "away" while a page in a messaging app's browser is at a provider, for at most ten minutes.
//!   Row 3.32 has only two values; without the third one, the entry file wouldn't start the engine when the page
//!   returns.
//! - The first part of the binary carries the embedded wallet's stored data as a string, and this part parses it (`model/stored.rs`).
//! - The part is larger than planned: 45 kB instead of 22, and 14 kB of views instead of 15. The frame has about thirty
//!   flows of 2 kB raw each (docs/spec/performance.md). It loads when a user starts a login. The time until the list is
//!   displayed is still shorter than before, because other code became smaller at the same time.

mod approval;
mod email;
mod frame;
#[cfg(fuzzing)]
pub mod fuzz;
mod kept;
mod login;
pub mod model;
mod protocol;
mod redirect_login;
mod smart;
mod social;
mod update;
mod wallet;
mod whitelist;

use crate::caip::{ChainId, Namespace};
use crate::command::needed;
use crate::command::unknown_action;
use crate::entities::AccountType;
use crate::error::{Error, Result};
use crate::flow::{Cx, Flow, Reply};
use crate::json::Read;
use alloc::boxed::Box;
use alloc::string::String;
use serde_json::Value;

/// The stored data of a login.
pub(crate) use model::stored;

/// Finishes a login after the redirect.
pub(crate) fn come_back(cx: &Cx) -> Flow {
    cx.run("embedded", EmbeddedAction::Return, Value::Null)
}

crate::command::commands! {
    /// The commands of the embedded wallet's views.
    pub enum EmbeddedCommand, EmbeddedAction {
        /// Sends an email: starts a login, or requests a new code for the current one.
        "email" Email { email: String },
        /// Checks the six digits from the email.
        "code" Code { code: String },
        /// Logs in with a provider. The click has opened its window, unless the browser blocked it.
        "social" Social { provider: String },
        /// Reports that the user opened the window with the button of ConnectingSocial.
        "window" Window {},
        /// Starts a login for the page. Resolves with the account.
        "start" Start {
            #[ts(optional)]
            email: Option<String>,
            #[ts(optional)]
            provider: Option<String>,
        },
        /// Changes the email address of the login.
        "update" Update { email: String },
        /// Checks a code for the new address: first the one sent to the old address, then the one sent to the new address.
        "updateCode" UpdateCode { code: String },
        /// Selects the account type: `eoa` or `smartAccount`.
        "accountType" AccountType {
            #[ts(rename = "accountType")]
            kind: String,
        },
    }
    own {
        "open" Open,
        "return" Return,
        "accounts" Accounts,
        "disconnect" Disconnect,
        "switch" Switch,
        "request" Request,
    }
}

/// Opens a view of the embedded wallet for the page or the settings.
async fn open(cx: &Cx, command: &Value) -> Result<Reply> {
    match command.text("view") {
        Some("ConnectingFarcaster") => social::login(cx, "farcaster").await,
        _ => update::open(cx),
    }
}

/// The namespace in a connector's command.
fn family(command: &Value) -> Result<Namespace> {
    let named = command.text("namespace").and_then(Namespace::parse);
    named.ok_or(Error::BadParams { field: "namespace".into() })
}

/// Runs a command of this feature.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    cx.draw("embedded", |state| crate::snapshot::text(&model::slice(state)));
    Box::pin(async move {
        match action.as_str() {
            EmbeddedAction::Email => email::login(&cx, needed(&command, "email")?).await,
            EmbeddedAction::Code => email::code(&cx, needed(&command, "code")?.into()).await,
            EmbeddedAction::Social => social::login(&cx, needed(&command, "provider")?).await,
            EmbeddedAction::Start => match command.filled("provider") {
                Some(provider) => social::login(&cx, provider).await,
                None => email::start(&cx, needed(&command, "email")?).await,
            },
            EmbeddedAction::Window => {
                cx.update(|s| s.embedded.social.windows += 1);
                Ok(Reply::Done)
            }
            EmbeddedAction::Update => update::begin(&cx, needed(&command, "email")?).await,
            EmbeddedAction::UpdateCode => update::code(&cx, needed(&command, "code")?.into()).await,
            EmbeddedAction::AccountType => {
                let kind = AccountType::parse(needed(&command, "accountType")?)
                    .filter(|kind| matches!(kind, AccountType::Eoa | AccountType::SmartAccount));
                smart::set(&cx, kind.ok_or(Error::BadParams { field: "accountType".into() })?).await
            }
            EmbeddedAction::Open => open(&cx, &command).await,
            EmbeddedAction::Return => redirect_login::back(&cx).await,
            EmbeddedAction::Accounts => wallet::accounts(&cx, family(&command)?).await,
            EmbeddedAction::Disconnect => wallet::disconnect(&cx).await,
            EmbeddedAction::Switch => {
                let chain = ChainId::parse(needed(&command, "chain")?);
                wallet::switch(&cx, chain.ok_or(Error::BadParams { field: "chain".into() })?).await
            }
            EmbeddedAction::Request => {
                let (method, token) = (needed(&command, "method")?, command.text("token").map(String::from));
                let params = command.field("params").cloned().unwrap_or(Value::Null);
                wallet::request(&cx, family(&command)?, method, params, token).await
            }
            _ => Err(unknown_action("embedded", &action)),
        }
    })
}
