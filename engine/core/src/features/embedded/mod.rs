//! The embedded wallet: a wallet of the visitor's own behind an email address or a social login, in a frame of another origin that holds
//! its keys (docs/spec/embedded-frame.md).

mod approval;
mod away;
mod email;
mod frame;
#[cfg(fuzzing)]
pub mod fuzz;
mod kept;
mod login;
pub mod model;
mod protocol;
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
    /// The person has opened the window by the button of ConnectingSocial.
    #[ts(rename = "embedded.window")]
    Window {},
    /// The host logs somebody in; resolves with the account.
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
    cx.draw(|drawers| &mut drawers.embedded, |state| crate::snapshot::text(&model::slice(state)));
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
            "return" => away::back(&cx).await,
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
