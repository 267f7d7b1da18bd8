//! What is loaded later: one part of the binary for each time of need. A split function is plain, returns the boxed
//! flow of core, and fails when its part cannot be fetched; the next call fetches again. Which features a part has, and when it is
//! needed, is in the table (`engine/core/src/features/mod.rs`); `directory` and `account` are fetched ahead a moment after the modal
//! has opened.

use serde_json::Value;
use wallet_engine::error::{Error, Result};
use wallet_engine::features::shell::toasts;
use wallet_engine::features::{Later, parts};
use wallet_engine::flow::{Cx, Flow, Reply};
use wasm_split_helpers::{SplitLoaderError, wasm_split};

/// The parts whose code is not in the first one.
pub fn later() -> Later {
    Later {
        prefetch: || wasm_bindgen_futures::spawn_local(async { drop(preload_account().await) }),
        account: |cx, feature, action, command| {
            Box::pin(async move { run(cx.clone(), account(cx, feature, action, command).await).await })
        },
        directory: |cx, feature, action, command| {
            // a list of wallets that is only shown says nothing when it cannot be made longer: what is in the page is there
            let is_quiet = action == "enter";
            Box::pin(async move {
                match directory(cx.clone(), feature, action, command).await {
                    Err(PartMissing) if is_quiet => Ok(Reply::Done),
                    part => run(cx, part).await,
                }
            })
        },
        walletconnect: |cx, feature, action, command| {
            Box::pin(async move { run(cx.clone(), walletconnect(cx, feature, action, command).await).await })
        },
        money: |cx, feature, action, command| {
            Box::pin(async move { run(cx.clone(), money(cx, feature, action, command).await).await })
        },
        host: |cx, feature, action, command| {
            Box::pin(async move { run(cx.clone(), host(cx, feature, action, command).await).await })
        },
        signing: |cx, feature, action, command| {
            Box::pin(async move { run(cx.clone(), signing(cx, feature, action, command).await).await })
        },
    }
}

/// A part could not be fetched.
struct PartMissing;

impl From<SplitLoaderError> for PartMissing {
    fn from(_: SplitLoaderError) -> Self {
        Self
    }
}

type Part = core::result::Result<Flow, PartMissing>;

/// Runs the flow of a part, or says that the part is not there.
async fn run(cx: Cx, part: Part) -> Result<Reply> {
    match part {
        Ok(flow) => flow.await,
        Err(PartMissing) => {
            toasts::show_error(&cx, &Error::PartNotLoaded);
            Err(Error::PartNotLoaded)
        }
    }
}

#[wasm_split(account, fallible, preload(preload_account))]
fn account(cx: Cx, feature: &'static str, action: String, command: Value) -> Part {
    crate::ports::letters::know();
    Ok(parts::account(cx, feature, action, command))
}

#[wasm_split(directory, fallible)]
fn directory(cx: Cx, feature: &'static str, action: String, command: Value) -> Part {
    cx.ports().window.get_or_init(crate::ports::window);
    crate::ports::letters::know();
    Ok(parts::directory(cx, feature, action, command))
}

#[wasm_split(walletconnect, fallible)]
fn walletconnect(cx: Cx, feature: &'static str, action: String, command: Value) -> Part {
    cx.ports().window.get_or_init(crate::ports::window);
    let memory_only = cx.read(|s| s.options.is_memory_only());
    cx.ports().relay.get_or_init(|| crate::ports::relay(memory_only));
    crate::ports::letters::know();
    Ok(parts::walletconnect(cx, feature, action, command))
}

#[wasm_split(money, fallible)]
fn money(cx: Cx, feature: &'static str, action: String, command: Value) -> Part {
    Ok(parts::money(cx, feature, action, command))
}

#[wasm_split(host, fallible)]
fn host(cx: Cx, feature: &'static str, action: String, command: Value) -> Part {
    Ok(parts::host(cx, feature, action, command))
}

#[wasm_split(signing, fallible)]
fn signing(cx: Cx, feature: &'static str, action: String, command: Value) -> Part {
    Ok(parts::signing(cx, feature, action, command))
}
