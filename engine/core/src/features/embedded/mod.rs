//! The embedded wallet: a wallet of the user's own behind an email address or a social login, in a frame of another origin that holds its
//! keys (docs/spec/embedded-frame.md).
//!
//! ```text
//! absent --a login, or one is stored--> loading --READY, 500 ms--> syncing --knows the page--> initialised
//!           no READY in 20 s, READY again and again: failed; the next call tries anew
//! ```
//!
//! `frame.rs` contains the frame's life and its calls with their deadlines, `protocol.rs` the table of calls and the only parser of the
//! frame's messages. `email.rs`, `social.rs` (a provider's window; Farcaster's QR code) and `redirect_login.rs` (inside a messaging app's
//! browser the page itself goes to the provider and returns) end in `login.rs`. It connects an account for each supported namespace, stores
//! the data that `kept.rs` seals, and passes on a sign-in that was part of the login. `approval.rs`: the user decides in the frame, above
//! the card, one request after another. Closing rejects all waiting ones, and a send that the frame might have is `unknown` until the frame
//! itself rejects it. `smart.rs` selects the account type, `update.rs` changes the email address, `wallet.rs` handles requests,
//! `whitelist.rs` lists the frame's methods. The connector (`connectors/embedded.rs`) only names the feature that responds, and
//! `connectors/lazy.rs` calls it, as it does for WalletConnect.
//!
//! - The element opens a provider's window in the click (`element/src/engine/popup.ts`), before the engine gets the command. The engine
//!   receives it through the port `popup`. Messages are only accepted from that exact origin and window. Results from before the window
//!   navigated are dropped.
//! - `GET_CHAIN_ID` asks which chain the frame is on, never `eth_chainId`: a request goes to the chain that the engine names in it.
//! - Someone else broadcasts a smart account's transaction, and it wraps the requested call. The comparison searches it for that call,
//!   with adjacent recipient and amount (`namespaces/eip155/money/mod.rs`), since the first transaction also deploys the account's
//!   contract.
//! - Four things decide which logins a user sees: the host (`features`), the project ([`crate::features::project`]), the networks, and the
//!   device.
//!
//! # Departures from the specification
//!
//! - An embedded login that is over is not among the remembered connections: no view offers to go back to it.
//! - `connection_status` is "away" while a page in a messaging app's browser is at a provider (at most ten minutes count). 3.32 has two words;
//!   without the third the entry would not start the engine when the page is back.
//! - The first part of the binary carries the embedded wallet's stored data as a string, and this part parses it (`model/stored.rs`).
//! - The part is larger than planned (22 kB planned and 15 of views; 45 and 14 reached): about thirty flows of the frame, at 2 kB raw
//!   each (docs/spec/performance.md). It loads when a user starts a login. Its effect on the time to the list is smaller than the savings
//!   made there at the same time.

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

/// Resumes a login after the redirect.
pub(crate) fn come_back(cx: &Cx) -> Flow {
    cx.run("embedded", "return", Value::Null)
}

/// Commands of the views of the embedded wallet.
#[cfg(test)]
#[derive(ts_rs::TS)]
#[ts(tag = "type")]
#[allow(dead_code)]
pub enum EmbeddedCommand {
    /// Sends a mail to an address: begins a login, or a new code for the one that runs.
    #[ts(rename = "embedded.email")]
    Email { email: String },
    /// The six digits of the mail.
    #[ts(rename = "embedded.code")]
    Code { code: String },
    /// Logs in with a provider. Its window was opened in the click, unless the browser blocked it.
    #[ts(rename = "embedded.social")]
    Social { provider: String },
    /// The user has opened the window with the button of ConnectingSocial.
    #[ts(rename = "embedded.window")]
    Window {},
    /// The host starts a login; resolves with the account.
    #[ts(rename = "embedded.start")]
    Start {
        #[ts(optional)]
        email: Option<String>,
        #[ts(optional)]
        provider: Option<String>,
    },
    /// Another address for the one of the login.
    #[ts(rename = "embedded.update")]
    Update { email: String },
    /// The code for that, of the old address and then of the new one.
    #[ts(rename = "embedded.updateCode")]
    UpdateCode { code: String },
    /// `eoa` or `smartAccount`.
    #[ts(rename = "embedded.accountType")]
    AccountType {
        #[ts(rename = "accountType")]
        kind: String,
    },
}

/// A view of it that the host, or settings, open.
async fn open(cx: &Cx, command: &Value) -> Result<Reply> {
    match command.text("view") {
        Some("ConnectingFarcaster") => social::login(cx, "farcaster").await,
        _ => update::open(cx),
    }
}

/// The namespace a connector asks for.
fn family(command: &Value) -> Result<Namespace> {
    let named = command.text("namespace").and_then(Namespace::parse);
    named.ok_or(Error::BadParams { field: "namespace".into() })
}

/// Runs a command.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    cx.draw("embedded", |state| crate::snapshot::text(&model::slice(state)));
    Box::pin(async move {
        match action.as_str() {
            "email" => email::login(&cx, needed(&command, "email")?).await,
            "code" => email::code(&cx, needed(&command, "code")?.into()).await,
            "social" => social::login(&cx, needed(&command, "provider")?).await,
            "start" => match command.filled("provider") {
                Some(provider) => social::login(&cx, provider).await,
                None => email::start(&cx, needed(&command, "email")?).await,
            },
            "window" => {
                cx.update(|s| s.embedded.social.windows += 1);
                Ok(Reply::Done)
            }
            "update" => update::begin(&cx, needed(&command, "email")?).await,
            "updateCode" => update::code(&cx, needed(&command, "code")?.into()).await,
            "accountType" => {
                let kind = AccountType::parse(needed(&command, "accountType")?)
                    .filter(|kind| matches!(kind, AccountType::Eoa | AccountType::SmartAccount));
                smart::set(&cx, kind.ok_or(Error::BadParams { field: "accountType".into() })?).await
            }
            "open" => open(&cx, &command).await,
            "return" => redirect_login::back(&cx).await,
            "accounts" => wallet::accounts(&cx, family(&command)?).await,
            "disconnect" => wallet::disconnect(&cx).await,
            "switch" => {
                let chain = ChainId::parse(needed(&command, "chain")?);
                wallet::switch(&cx, chain.ok_or(Error::BadParams { field: "chain".into() })?).await
            }
            "request" => {
                let (method, token) = (needed(&command, "method")?, command.text("token").map(String::from));
                let params = command.field("params").cloned().unwrap_or(Value::Null);
                wallet::request(&cx, family(&command)?, method, params, token).await
            }
            _ => Err(unknown_action("embedded", &action)),
        }
    })
}
