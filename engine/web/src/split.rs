//! What is loaded later: one part of the binary for each time of need. A split function is plain, returns the boxed
//! flow of core, and fails when its part cannot be fetched; the next call fetches again.
//!
//! | part | needed when |
//! |---|---|
//! | money | something is sent or followed |
//! | host | the host's own calls: EIP-1193 requests, changed options, switching of networks and connections |
//! | signing | a signature is checked |

use serde_json::Value;
use wallet_engine::error::Error;
use wallet_engine::features::{
    Later, connections, networks, requests, send_flow, settings, signatures, transactions,
};
use wallet_engine::flow::{Cx, Flow};
use wasm_split_helpers::{SplitLoaderError, wasm_split};

/// The rows whose code is not in the first part.
pub fn later() -> Later {
    Later {
        send: |cx, action, command| money(cx, Money::Send, action, command),
        transactions: |cx, action, command| money(cx, Money::Transactions, action, command),
        options: |cx, action, command| host(cx, Host::Options, action, command),
        connections: |cx, action, command| host(cx, Host::Connections, action, command),
        networks: |cx, action, command| host(cx, Host::Networks, action, command),
        requests: |cx, action, command| host(cx, Host::Requests, action, command),
        signatures: signing,
    }
}

/// A part could not be fetched.
struct PartMissing;

impl From<SplitLoaderError> for PartMissing {
    fn from(_: SplitLoaderError) -> Self {
        Self
    }
}

/// The rows of the part `money`.
enum Money {
    Send,
    Transactions,
}

#[wasm_split(money, fallible)]
fn money_part(cx: Cx, row: Money, action: String, command: Value) -> Result<Flow, PartMissing> {
    Ok(match row {
        Money::Send => send_flow::run(cx, action, command),
        Money::Transactions => transactions::run(cx, action, command),
    })
}

fn money(cx: Cx, row: Money, action: String, command: Value) -> Flow {
    Box::pin(async move {
        let Ok(flow) = money_part(cx, row, action, command).await else { return Err(Error::PartNotLoaded) };
        flow.await
    })
}

/// The rows of the part `host`.
enum Host {
    Options,
    Connections,
    Networks,
    Requests,
}

#[wasm_split(host, fallible)]
fn host_part(cx: Cx, row: Host, action: String, command: Value) -> Result<Flow, PartMissing> {
    Ok(match row {
        Host::Options => settings::run(cx, action, command),
        Host::Connections => connections::run(cx, action, command),
        Host::Networks => networks::run(cx, action, command),
        Host::Requests => requests::run(cx, action, command),
    })
}

fn host(cx: Cx, row: Host, action: String, command: Value) -> Flow {
    Box::pin(async move {
        let Ok(flow) = host_part(cx, row, action, command).await else { return Err(Error::PartNotLoaded) };
        flow.await
    })
}

#[wasm_split(signing, fallible)]
fn signing_part(cx: Cx, action: String, command: Value) -> Result<Flow, PartMissing> {
    Ok(signatures::run(cx, action, command))
}

fn signing(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        let Ok(flow) = signing_part(cx, action, command).await else { return Err(Error::PartNotLoaded) };
        flow.await
    })
}
