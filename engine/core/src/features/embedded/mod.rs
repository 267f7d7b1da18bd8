//! The embedded wallet: a wallet of the user's own behind an email address or a social login, in a frame of another origin that holds its
//! keys (docs/spec/embedded-frame.md).
//!
//! ```text
//! absent --a login, or one is stored--> loading --READY, 500 ms--> syncing --knows the page--> initialised
//!           no READY in 20 s, READY again and again: failed; the next call tries anew
//! ```
//!
//! `frame.rs` is the frame's life and every call with its deadline, `protocol.rs` the table of calls and the one reader of the frame's
//! messages. `email.rs`, `social.rs` (a provider's window; Farcaster's code) and `redirect_login.rs` (in a messaging app's browser the page
//! itself goes to the provider and comes back) end in `login.rs`. That connects an account of each served family, stores what `kept.rs`
//! seals, and hands on a sign-in that came with the login. `approval.rs`: the user decides in the frame, over the card, one request after
//! the other; closing refuses all that wait, and a send that the frame might have is `unknown` until the frame itself refuses it.
//! `smart.rs` chooses the account in use, `update.rs` changes the address, `wallet.rs` answers requests, `whitelist.rs` says which methods
//! the frame is asked for. The connector (`connectors/embedded.rs`) only names the feature that answers, and `connectors/lazy.rs` asks it,
//! as it does for the relay.
//!
//! - The element opens a provider's window in the click (`element/src/engine/popup.ts`), before the engine gets the command; the engine takes
//!   it by the port `popup`. Messages count only from the exact origin and that window; results from before the window was sent anywhere are
//!   dropped.
//! - `GET_CHAIN_ID` asks which chain the frame is on, never `eth_chainId`: a request goes to the chain that the engine names in it.
//! - A smart account's transaction is another party's and wraps the call that was asked for. The comparison looks for that call, receiver and
//!   amount side by side (`namespaces/eip155/money/mod.rs`), since the first transaction also creates the account's contract.
//! - Four things decide which logins a user sees: the host (`features`), the project ([`crate::features::project`]), the networks, and the
//!   device.
//!
//! # Departures from the specification
//!
//! - An embedded login that is over is not among the remembered connections: no view offers to go back to it.
//! - `connection_status` is "away" while a page in a messaging app's browser is at a provider (at most ten minutes count). 3.32 has two words;
//!   without the third the entry would not start the engine when the page is back.
//! - What the embedded wallet stores is carried by the first part of the binary as text and read by this part (`model/stored.rs`).
//! - The part is heavier than planned (22 kB planned and 15 of views; 45 and 14 reached): some thirty flows of the frame, at 2 kB raw each
//!   (docs/spec/performance.md). It is fetched when a user starts a login; what it adds until the list is less than what was saved there
//!   with it.

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

/// Which families it serves, who is of it, and what is stored of a login.
pub(crate) use model::{chains, is_embedded, stored};

/// Goes on with a login that went by a separate page.
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
    /// Logs in by a provider; its window was opened in the click, unless the browser let none open.
    #[ts(rename = "embedded.social")]
    Social { provider: String },
    /// The user has opened the window by the button of ConnectingSocial.
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

/// The family a connector asks for.
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
