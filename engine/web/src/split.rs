//! What is loaded later: one part of the binary for each time of need. A split function is plain, returns the boxed
//! flow of core, and fails when its part cannot be fetched; the next call fetches again. Which features a part has, and when it is
//! needed, is in the table (`engine/core/src/features/mod.rs`); `directory` and `account` are fetched ahead when the page is idle after the modal
//! has opened.

use core::pin::Pin;
use serde_json::Value;
use wallet_engine::error::Error;
use wallet_engine::features::shell::toasts;
use wallet_engine::features::{Later, parts};
use wallet_engine::flow::{Cx, Flow, Reply};
use wasm_split_helpers::{SplitLoaderError, wasm_split};

/// The parts whose code is not in the first one.
#[allow(clippy::too_many_lines, reason = "a table: one arm for each part")]
pub fn later() -> Later {
    Later {
        prefetch: || wasm_bindgen_futures::spawn_local(async { drop(preload_account().await) }),
        account: |cx, feature, action, command| {
            run(cx.clone(), Missing::Said, Box::pin(account(cx, feature, action, command)))
        },
        activity: |cx, feature, action, command| {
            run(cx.clone(), Missing::Said, Box::pin(activity(cx, feature, action, command)))
        },
        elsewhere: |cx, feature, action, command| {
            let is_quiet = action == "pictures"; // a list is there without them
            run(cx.clone(), Missing::quiet_if(is_quiet), Box::pin(elsewhere(cx, feature, action, command)))
        },
        directory: |cx, feature, action, command| {
            // Quiet: a visible list keeps the browser wallets if the directory can't load.
            // Without the project's configuration, the page's options apply.
            let is_quiet = action == "enter";
            run(cx.clone(), Missing::quiet_if(is_quiet), Box::pin(directory(cx, feature, action, command)))
        },
        walletconnect: |cx, feature, action, command| {
            run(cx.clone(), Missing::Said, Box::pin(walletconnect(cx, feature, action, command)))
        },
        embedded: |cx, feature, action, command| {
            run(cx.clone(), Missing::Said, Box::pin(embedded(cx, feature, action, command)))
        },
        receive: |cx, feature, action, command| {
            run(cx.clone(), Missing::Said, Box::pin(receive(cx, feature, action, command)))
        },
        buy: |cx, feature, action, command| {
            run(cx.clone(), Missing::Said, Box::pin(buy(cx, feature, action, command)))
        },
        eip155: |cx, feature, action, command| {
            // Quiet: the journey that needs it says so, and each has its own words.
            run(cx.clone(), Missing::Quiet, Box::pin(eip155(cx, feature, action, command)))
        },
        solana: |cx, feature, action, command| {
            // Quiet, as in eip155.
            run(cx.clone(), Missing::Quiet, Box::pin(solana(cx, feature, action, command)))
        },
        bip122: |cx, feature, action, command| {
            // Quiet, as in eip155.
            run(cx.clone(), Missing::Quiet, Box::pin(bip122(cx, feature, action, command)))
        },
        solana_balances: |cx, feature, action, command| {
            // Quiet: without it the list of the service stands alone.
            run(cx.clone(), Missing::Quiet, Box::pin(solana_balances(cx, feature, action, command)))
        },
        eip155_requests: |cx, feature, action, command| {
            // Quiet: without it, the review shows a request as unread.
            run(cx.clone(), Missing::Quiet, Box::pin(eip155_requests(cx, feature, action, command)))
        },
        solana_requests: |cx, feature, action, command| {
            // Quiet, as in eip155.
            run(cx.clone(), Missing::Quiet, Box::pin(solana_requests(cx, feature, action, command)))
        },
        bip122_requests: |cx, feature, action, command| {
            // Quiet, as in eip155.
            run(cx.clone(), Missing::Quiet, Box::pin(bip122_requests(cx, feature, action, command)))
        },
        cosmos_requests: |cx, feature, action, command| {
            // Quiet, as in eip155.
            run(cx.clone(), Missing::Quiet, Box::pin(cosmos_requests(cx, feature, action, command)))
        },
        polkadot_requests: |cx, feature, action, command| {
            // Quiet, as in eip155.
            run(cx.clone(), Missing::Quiet, Box::pin(polkadot_requests(cx, feature, action, command)))
        },
        money: |cx, feature, action, command| {
            run(cx.clone(), Missing::Said, Box::pin(money(cx, feature, action, command)))
        },
        transactions: |cx, feature, action, command| {
            // Only the user's opening reports an error. Following is quiet and tries again.
            let missing = if action == "open" { Missing::Said } else { Missing::Handed };
            run(cx.clone(), missing, Box::pin(transactions(cx, feature, action, command)))
        },
        swap: |cx, feature, action, command| {
            run(cx.clone(), Missing::Said, Box::pin(swap(cx, feature, action, command)))
        },
        pay: |cx, feature, action, command| {
            let is_quiet = action == "resume"; // asked after again at the next start
            run(cx.clone(), Missing::quiet_if(is_quiet), Box::pin(pay(cx, feature, action, command)))
        },
        permissions: |cx, feature, action, command| {
            run(cx.clone(), Missing::Said, Box::pin(permissions(cx, feature, action, command)))
        },
        names: |cx, feature, action, command| {
            run(cx.clone(), Missing::Said, Box::pin(names(cx, feature, action, command)))
        },
        sessions: |cx, feature, action, command| {
            let is_quiet = action == "granted"; // what was granted is not lost with what shows it
            run(cx.clone(), Missing::quiet_if(is_quiet), Box::pin(sessions(cx, feature, action, command)))
        },
        review: |cx, feature, action, command| {
            run(cx.clone(), Missing::Said, Box::pin(review(cx, feature, action, command)))
        },
        descriptors: |cx, feature, action, command| {
            // Quiet: the check is for developers, and a request without a descriptor is shown without its text.
            run(cx.clone(), Missing::Quiet, Box::pin(descriptors(cx, feature, action, command)))
        },
        host: |cx, feature, action, command| {
            run(cx.clone(), Missing::Said, Box::pin(host(cx, feature, action, command)))
        },
        solana_verify: |cx, feature, action, command| {
            // Quiet: the flow of the sign-in reports the error.
            run(cx.clone(), Missing::Quiet, Box::pin(solana_verify(cx, feature, action, command)))
        },
        cosmos_verify: |cx, feature, action, command| {
            // Quiet, as in solana_verify.
            run(cx.clone(), Missing::Quiet, Box::pin(cosmos_verify(cx, feature, action, command)))
        },
        bip122_verify: |cx, feature, action, command| {
            // Quiet, as in solana_verify.
            run(cx.clone(), Missing::Quiet, Box::pin(bip122_verify(cx, feature, action, command)))
        },
        cosmos_balances: |cx, feature, action, command| {
            // Quiet: the caller shows the request as unread.
            run(cx.clone(), Missing::Quiet, Box::pin(cosmos_balances(cx, feature, action, command)))
        },
        bip122_balances: |cx, feature, action, command| {
            // Quiet: the caller shows the request as unread.
            run(cx.clone(), Missing::Quiet, Box::pin(bip122_balances(cx, feature, action, command)))
        },
        polkadot_balances: |cx, feature, action, command| {
            // Quiet: the caller shows the request as unread.
            run(cx.clone(), Missing::Quiet, Box::pin(polkadot_balances(cx, feature, action, command)))
        },
        polkadot_verify: |cx, feature, action, command| {
            // Quiet, as in solana_verify.
            run(cx.clone(), Missing::Quiet, Box::pin(polkadot_verify(cx, feature, action, command)))
        },
        eip155_verify: |cx, feature, action, command| {
            // Quiet, as in solana_verify.
            run(cx.clone(), Missing::Quiet, Box::pin(eip155_verify(cx, feature, action, command)))
        },
        eip155_told: |cx, feature, action, command| {
            // Quiet: the transaction is checked again later.
            run(cx.clone(), Missing::Quiet, Box::pin(eip155_told(cx, feature, action, command)))
        },
        signatures: |cx, feature, action, command| {
            // Said: a signature that no one has checked is not handed over.
            run(cx.clone(), Missing::Said, Box::pin(signatures(cx, feature, action, command)))
        },
        connect_and_sign: |cx, feature, action, command| {
            // Quiet: if the user didn't sign while connecting, the sign-in follows.
            run(cx.clone(), Missing::Quiet, Box::pin(connect_and_sign(cx, feature, action, command)))
        },
        signing: |cx, feature, action, command| {
            let is_quiet = action == "ready"; // fetched ahead
            run(cx.clone(), Missing::quiet_if(is_quiet), Box::pin(signing(cx, feature, action, command)))
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

/// What a part that could not be fetched is.
#[derive(Clone, Copy, PartialEq)]
enum Missing {
    /// An error, and a toast says it.
    Said,
    /// An error. The caller reports it, or calls again.
    Handed,
    /// Success without an effect: only the part's addition is missing.
    Quiet,
}

impl Missing {
    fn quiet_if(is_quiet: bool) -> Self {
        if is_quiet { Self::Quiet } else { Self::Said }
    }
}

/// What a part gives when it is called.
type Fetched = core::result::Result<Flow, PartMissing>;

/// Runs the flow of a part, or reports that the part is missing. The awaited future is boxed, so that this code exists once and not for each part.
fn run(cx: Cx, missing: Missing, part: Pin<Box<dyn Future<Output = Fetched>>>) -> Flow {
    Box::pin(async move {
        match part.await {
            Ok(flow) => flow.await,
            Err(PartMissing) if missing == Missing::Quiet => Ok(Reply::Done),
            Err(PartMissing) => {
                if missing == Missing::Said {
                    toasts::show_error(&cx, &Error::PartNotLoaded);
                }
                Err(Error::PartNotLoaded)
            }
        }
    })
}

#[wasm_split(account, fallible, preload(preload_account))]
fn account(cx: Cx, feature: &'static str, action: String, command: Value) -> Fetched {
    crate::ports::letters::know();
    Ok(parts::account(cx, feature, action, command))
}

#[wasm_split(activity, fallible)]
fn activity(cx: Cx, feature: &'static str, action: String, command: Value) -> Fetched {
    crate::ports::letters::know();
    Ok(parts::activity(cx, feature, action, command))
}

#[wasm_split(elsewhere, fallible)]
fn elsewhere(cx: Cx, feature: &'static str, action: String, command: Value) -> Fetched {
    crate::ports::letters::know();
    Ok(parts::elsewhere(cx, feature, action, command))
}

#[wasm_split(directory, fallible)]
fn directory(cx: Cx, feature: &'static str, action: String, command: Value) -> Fetched {
    cx.ports().window.get_or_init(crate::ports::window);
    crate::ports::letters::know();
    Ok(parts::directory(cx, feature, action, command))
}

#[wasm_split(walletconnect, fallible)]
fn walletconnect(cx: Cx, feature: &'static str, action: String, command: Value) -> Fetched {
    cx.ports().window.get_or_init(crate::ports::window);
    let memory_only = cx.read(|s| s.options.is_memory_only());
    cx.ports().relay.get_or_init(|| crate::ports::relay(memory_only));
    crate::ports::letters::know();
    Ok(parts::walletconnect(cx, feature, action, command))
}

#[wasm_split(embedded, fallible)]
fn embedded(cx: Cx, feature: &'static str, action: String, command: Value) -> Fetched {
    let memory_only = cx.read(|s| s.options.is_memory_only());
    cx.ports().embedded.get_or_init(|| crate::ports::embedded(memory_only));
    cx.ports().popup.get_or_init(crate::ports::popup);
    cx.ports().window.get_or_init(crate::ports::window);
    crate::ports::letters::know();
    Ok(parts::embedded(cx, feature, action, command))
}

#[wasm_split(receive, fallible)]
fn receive(cx: Cx, feature: &'static str, action: String, command: Value) -> Fetched {
    Ok(parts::receive(cx, feature, action, command))
}

#[wasm_split(buy, fallible)]
fn buy(cx: Cx, feature: &'static str, action: String, command: Value) -> Fetched {
    cx.ports().popup.get_or_init(crate::ports::popup);
    crate::ports::letters::know();
    Ok(parts::buy(cx, feature, action, command))
}

#[wasm_split(eip155, fallible)]
fn eip155(cx: Cx, feature: &'static str, action: String, command: Value) -> Fetched {
    Ok(parts::eip155(cx, feature, action, command))
}

#[wasm_split(solana, fallible)]
fn solana(cx: Cx, feature: &'static str, action: String, command: Value) -> Fetched {
    Ok(parts::solana(cx, feature, action, command))
}

#[wasm_split(bip122, fallible)]
fn bip122(cx: Cx, feature: &'static str, action: String, command: Value) -> Fetched {
    Ok(parts::bip122(cx, feature, action, command))
}

#[wasm_split(solana_balances, fallible)]
fn solana_balances(cx: Cx, feature: &'static str, action: String, command: Value) -> Fetched {
    Ok(parts::solana_balances(cx, feature, action, command))
}

#[wasm_split(eip155_requests, fallible)]
fn eip155_requests(cx: Cx, feature: &'static str, action: String, command: Value) -> Fetched {
    Ok(parts::eip155_requests(cx, feature, action, command))
}

#[wasm_split(solana_requests, fallible)]
fn solana_requests(cx: Cx, feature: &'static str, action: String, command: Value) -> Fetched {
    Ok(parts::solana_requests(cx, feature, action, command))
}

#[wasm_split(bip122_requests, fallible)]
fn bip122_requests(cx: Cx, feature: &'static str, action: String, command: Value) -> Fetched {
    Ok(parts::bip122_requests(cx, feature, action, command))
}

#[wasm_split(cosmos_requests, fallible)]
fn cosmos_requests(cx: Cx, feature: &'static str, action: String, command: Value) -> Fetched {
    Ok(parts::cosmos_requests(cx, feature, action, command))
}

#[wasm_split(polkadot_requests, fallible)]
fn polkadot_requests(cx: Cx, feature: &'static str, action: String, command: Value) -> Fetched {
    Ok(parts::polkadot_requests(cx, feature, action, command))
}

#[wasm_split(money, fallible)]
fn money(cx: Cx, feature: &'static str, action: String, command: Value) -> Fetched {
    cx.ports().window.get_or_init(crate::ports::window);
    Ok(parts::money(cx, feature, action, command))
}

#[wasm_split(transactions, fallible)]
fn transactions(cx: Cx, feature: &'static str, action: String, command: Value) -> Fetched {
    crate::ports::letters::know();
    Ok(parts::transactions(cx, feature, action, command))
}

#[wasm_split(swap, fallible)]
fn swap(cx: Cx, feature: &'static str, action: String, command: Value) -> Fetched {
    Ok(parts::swap(cx, feature, action, command))
}

#[wasm_split(pay, fallible)]
fn pay(cx: Cx, feature: &'static str, action: String, command: Value) -> Fetched {
    cx.ports().popup.get_or_init(crate::ports::popup);
    cx.ports().window.get_or_init(crate::ports::window);
    crate::ports::letters::know();
    Ok(parts::pay(cx, feature, action, command))
}

#[wasm_split(permissions, fallible)]
fn permissions(cx: Cx, feature: &'static str, action: String, command: Value) -> Fetched {
    crate::ports::letters::know();
    cx.ports().window.get_or_init(crate::ports::window);
    Ok(parts::permissions(cx, feature, action, command))
}

#[wasm_split(names, fallible)]
fn names(cx: Cx, feature: &'static str, action: String, command: Value) -> Fetched {
    Ok(parts::names(cx, feature, action, command))
}

#[wasm_split(sessions, fallible)]
fn sessions(cx: Cx, feature: &'static str, action: String, command: Value) -> Fetched {
    crate::ports::letters::know();
    Ok(parts::sessions(cx, feature, action, command))
}

#[wasm_split(review, fallible)]
fn review(cx: Cx, feature: &'static str, action: String, command: Value) -> Fetched {
    crate::ports::letters::know();
    Ok(parts::review(cx, feature, action, command))
}

#[wasm_split(descriptors, fallible)]
fn descriptors(cx: Cx, feature: &'static str, action: String, command: Value) -> Fetched {
    Ok(parts::descriptors(cx, feature, action, command))
}

#[wasm_split(host, fallible)]
fn host(cx: Cx, feature: &'static str, action: String, command: Value) -> Fetched {
    Ok(parts::host(cx, feature, action, command))
}

#[wasm_split(solana_verify, fallible)]
fn solana_verify(cx: Cx, feature: &'static str, action: String, command: Value) -> Fetched {
    Ok(parts::solana_verify(cx, feature, action, command))
}

#[wasm_split(cosmos_verify, fallible)]
fn cosmos_verify(cx: Cx, feature: &'static str, action: String, command: Value) -> Fetched {
    Ok(parts::cosmos_verify(cx, feature, action, command))
}

#[wasm_split(bip122_verify, fallible)]
fn bip122_verify(cx: Cx, feature: &'static str, action: String, command: Value) -> Fetched {
    Ok(parts::bip122_verify(cx, feature, action, command))
}

#[wasm_split(cosmos_balances, fallible)]
fn cosmos_balances(cx: Cx, feature: &'static str, action: String, command: Value) -> Fetched {
    Ok(parts::cosmos_balances(cx, feature, action, command))
}

#[wasm_split(bip122_balances, fallible)]
fn bip122_balances(cx: Cx, feature: &'static str, action: String, command: Value) -> Fetched {
    Ok(parts::bip122_balances(cx, feature, action, command))
}

#[wasm_split(polkadot_balances, fallible)]
fn polkadot_balances(cx: Cx, feature: &'static str, action: String, command: Value) -> Fetched {
    Ok(parts::polkadot_balances(cx, feature, action, command))
}

#[wasm_split(polkadot_verify, fallible)]
fn polkadot_verify(cx: Cx, feature: &'static str, action: String, command: Value) -> Fetched {
    Ok(parts::polkadot_verify(cx, feature, action, command))
}

#[wasm_split(eip155_verify, fallible)]
fn eip155_verify(cx: Cx, feature: &'static str, action: String, command: Value) -> Fetched {
    Ok(parts::eip155_verify(cx, feature, action, command))
}

#[wasm_split(eip155_told, fallible)]
fn eip155_told(cx: Cx, feature: &'static str, action: String, command: Value) -> Fetched {
    Ok(parts::eip155_told(cx, feature, action, command))
}

#[wasm_split(signatures, fallible)]
fn signatures(cx: Cx, feature: &'static str, action: String, command: Value) -> Fetched {
    Ok(parts::signatures(cx, feature, action, command))
}

#[wasm_split(connect_and_sign, fallible)]
fn connect_and_sign(cx: Cx, feature: &'static str, action: String, command: Value) -> Fetched {
    Ok(parts::connect_and_sign(cx, feature, action, command))
}

#[wasm_split(signing, fallible)]
fn signing(cx: Cx, feature: &'static str, action: String, command: Value) -> Fetched {
    Ok(parts::signing(cx, feature, action, command))
}
