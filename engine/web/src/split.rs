//! What is loaded later: one part of the binary for each time of need. A split function is plain, returns the boxed
//! flow of core, and fails when its part cannot be fetched; the next call fetches again.
//!
//! | part | needed when |
//! |---|---|
//! | directory | the list of wallets is shown; fetched ahead a moment after the modal has opened |
//! | walletconnect | a wallet that is not in this page was chosen or is stored |
//! | account | a wallet was chosen or is stored, a network is chosen; fetched ahead a moment after the modal has opened |
//! | money | something is sent or followed |
//! | host | the host's own calls: EIP-1193 requests, changed options, switching of connections; reports with consent |
//! | signing | a signature is checked, somebody signs in with the wallet |

use serde_json::Value;
use wallet_engine::error::{Error, Result};
use wallet_engine::features::{
    Later, account_flow, activity, balances, connect, connections, directory, options, pairing_flow,
    requests, send_flow, sign_in_flow, signatures, switching, telemetry, theme, toasts, transactions,
};
use wallet_engine::flow::{Cx, Flow, Reply};
use wasm_split_helpers::{SplitLoaderError, wasm_split};

/// The rows whose code is not in the first part.
pub fn later() -> Later {
    Later {
        prefetch: || wasm_bindgen_futures::spawn_local(async { drop(preload_account().await) }),
        connect: |cx, action, command| account(cx, Account::Connect, action, command),
        accounts: |cx, action, command| account(cx, Account::Accounts, action, command),
        balances: |cx, action, command| account(cx, Account::Balances, action, command),
        activity: |cx, action, command| account(cx, Account::Activity, action, command),
        networks: |cx, action, command| account(cx, Account::Networks, action, command),
        directory: directory_row,
        pairing: pairing_row,
        send: |cx, action, command| money(cx, Money::Send, action, command),
        transactions: |cx, action, command| money(cx, Money::Transactions, action, command),
        options: |cx, action, command| host(cx, Host::Options, action, command),
        connections: |cx, action, command| host(cx, Host::Connections, action, command),
        telemetry: |cx, action, command| host(cx, Host::Telemetry, action, command),
        theme: |cx, action, command| host(cx, Host::Theme, action, command),
        requests: |cx, action, command| host(cx, Host::Requests, action, command),
        signatures: |cx, action, command| signing(cx, Signing::Signatures, action, command),
        sign_in: |cx, action, command| signing(cx, Signing::SignIn, action, command),
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

/// The rows of the part `account`.
enum Account {
    Connect,
    Accounts,
    Balances,
    Activity,
    Networks,
}

#[wasm_split(account, fallible, preload(preload_account))]
fn account_part(cx: Cx, row: Account, action: String, command: Value) -> Part {
    Ok(match row {
        Account::Connect => connect::run(cx, action, command),
        Account::Accounts => account_flow::run(cx, action, command),
        Account::Balances => balances::run(cx, action, command),
        Account::Activity => activity::run(cx, action, command),
        Account::Networks => switching::run(cx, action, command),
    })
}

fn account(cx: Cx, row: Account, action: String, command: Value) -> Flow {
    Box::pin(async move { run(cx.clone(), account_part(cx, row, action, command).await).await })
}

#[wasm_split(directory, fallible)]
fn directory_part(cx: Cx, action: String, command: Value) -> Part {
    cx.ports().window.get_or_init(crate::ports::window);
    Ok(directory::run(cx, action, command))
}

fn directory_row(cx: Cx, action: String, command: Value) -> Flow {
    // a list of wallets that is only shown says nothing when it cannot be made longer: what is in the page is there
    let is_quiet = action == "enter";
    Box::pin(async move {
        match directory_part(cx.clone(), action, command).await {
            Err(PartMissing) if is_quiet => Ok(Reply::Done),
            part => run(cx, part).await,
        }
    })
}

#[wasm_split(walletconnect, fallible)]
fn pairing_part(cx: Cx, action: String, command: Value) -> Part {
    cx.ports().window.get_or_init(crate::ports::window);
    let memory_only = cx.read(|s| s.options.is_memory_only());
    cx.ports().relay.get_or_init(|| crate::ports::relay(memory_only));
    Ok(pairing_flow::run(cx, action, command))
}

fn pairing_row(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move { run(cx.clone(), pairing_part(cx, action, command).await).await })
}

/// The rows of the part `money`.
enum Money {
    Send,
    Transactions,
}

#[wasm_split(money, fallible)]
fn money_part(cx: Cx, row: Money, action: String, command: Value) -> Part {
    Ok(match row {
        Money::Send => send_flow::run(cx, action, command),
        Money::Transactions => transactions::run(cx, action, command),
    })
}

fn money(cx: Cx, row: Money, action: String, command: Value) -> Flow {
    Box::pin(async move { run(cx.clone(), money_part(cx, row, action, command).await).await })
}

/// The rows of the part `host`.
enum Host {
    Options,
    Connections,
    Telemetry,
    Theme,
    Requests,
}

#[wasm_split(host, fallible)]
fn host_part(cx: Cx, row: Host, action: String, command: Value) -> Part {
    Ok(match row {
        Host::Options => options::run(cx, action, command),
        Host::Connections => connections::run(cx, action, command),
        Host::Telemetry => telemetry::run(cx, action, command),
        Host::Theme => theme::run(cx, action, command),
        Host::Requests => requests::run(cx, action, command),
    })
}

fn host(cx: Cx, row: Host, action: String, command: Value) -> Flow {
    Box::pin(async move { run(cx.clone(), host_part(cx, row, action, command).await).await })
}

/// The rows of the part `signing`.
enum Signing {
    Signatures,
    SignIn,
}

#[wasm_split(signing, fallible)]
fn signing_part(cx: Cx, row: Signing, action: String, command: Value) -> Part {
    Ok(match row {
        Signing::Signatures => signatures::run(cx, action, command),
        Signing::SignIn => sign_in_flow::run(cx, action, command),
    })
}

fn signing(cx: Cx, row: Signing, action: String, command: Value) -> Flow {
    Box::pin(async move { run(cx.clone(), signing_part(cx, row, action, command).await).await })
}
