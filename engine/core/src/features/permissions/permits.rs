//! The wallet's own permissions, which load when the view opens and can be revoked there (10.37). Queries browser
//! wallets, and WalletConnect wallets that respond without the user. The query never wakes a phone. The embedded wallet
//! has its own permissions (smart sessions).

use super::model::lines::{dates, tokens};
use super::model::permits::{Group, Listed, Permits, PermitsPhase, Working, slice};
use crate::caip::AccountId;
use crate::command::{needed, unknown_action};
use crate::connectors;
use crate::constants::{WALLET_PROMPT_MS, WALLET_SILENT_MS};
use crate::entities::WalletHandle;
use crate::error::{Error, Result};
use crate::features::account;
use crate::features::account::activity_model as activity;
use crate::features::money;
use crate::features::permissions::model::permits::PermissionsAction;
use crate::features::shell::{ToastVariant, toasts};
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::json::json;
use crate::namespaces::eip155::codec::execution::{self, Capability, Execution};
use crate::namespaces::eip155::{self, holdings};
use crate::store::State;
use crate::time;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use futures_util::future::join;
use serde_json::Value;

/// Lists execution permissions, under the newer name.
const GRANTED: &str = "wallet_getGrantedExecutionPermissions";
/// Revokes an execution permission.
const REVOKE: &str = "wallet_revokeExecutionPermission";
/// Revokes a permission under the older name, and permissions of EIP-2255. The parameters differ.
const REVOKE_OLD: &str = "wallet_revokePermissions";
/// Lists the permissions of the page.
const CAPABILITIES: &str = "wallet_getPermissions";

/// Runs a command. `enter` and `renew` come from the engine.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        cx.draw("permissions", |state| crate::snapshot::text(&slice(state)));
        match action.as_str() {
            PermissionsAction::Enter => {
                load(&cx);
                cx.background(ScopeId::App, money::enter_approvals(&cx));
            }
            PermissionsAction::Renew | PermissionsAction::Retry => load(&cx),
            PermissionsAction::Revoke => {
                let id = of_now(&cx, &command)?;
                cx.update(|s| s.permits.working = (id, Working::Asking));
            }
            PermissionsAction::Keep => cx.update(|s| {
                if !s.permits.is_busy() {
                    s.permits.working = Default::default();
                }
            }),
            PermissionsAction::Confirm => {
                let key = ["permit revoke ", needed(&command, "id")?].concat();
                if cx.runs(&key) {
                    return Ok(Reply::Done); // clicked twice
                }
                let id = of_now(&cx, &command)?;
                let (account, handle) = asked_of(&cx).ok_or(Error::Unauthorized)?;
                let scope = ScopeId::Connection(account.chain.namespace);
                let flow_cx = cx.clone();
                return cx
                    .single(scope, &key, async move { revoke(&flow_cx, account, handle, id).await })
                    .await;
            }
            _ => return Err(unknown_action("permissions", &action)),
        }
        Ok(Reply::Done)
    })
}

/// The account whose permissions are displayed, and its wallet.
fn asked_of(cx: &Cx) -> Option<(AccountId, WalletHandle)> {
    cx.read(|s| {
        let account = activity::account(s)?;
        let handle = s.accounts.by.get(&account.chain.namespace)?.handle?;
        Some((account, handle))
    })
}

/// The row of a command, unless another permission is being revoked.
fn of_now(cx: &Cx, command: &Value) -> Result<String> {
    let id = needed(command, "id")?;
    let is_there = cx.read(|s| {
        let permits = &*s.permits;
        let is_listed = permits.grants.list.iter().any(|one| one.id == id)
            || permits.sites.list.iter().any(|one| one.id == id);
        is_listed && !permits.is_busy() && permits.of == activity::account(s)
    });
    is_there.then(|| id.to_string()).ok_or(Error::BadParams { field: "id".into() })
}

fn generation(cx: &Cx, account: &AccountId) -> u32 {
    cx.read(|s| s.moves.generation(account.chain.namespace))
}

/// Whether a wallet's error means that it doesn't support the method, or not for pages.
fn is_unknown(error: &Error) -> bool {
    matches!(
        error,
        Error::Rpc { code: -32601 | -32004 | 4100 | 4200, .. }
            | Error::MethodNotAllowed
            | Error::Unauthorized
    )
}

fn load(cx: &Cx) {
    let Some((account, handle)) = asked_of(cx) else { return };
    if cx.read(|s| s.permits.is_busy() && s.permits.of.as_ref() == Some(&account)) {
        return; // the list is read again after the wallet's response
    }
    cx.update(|s| {
        let permits = &mut *s.permits;
        if permits.of.as_ref() != Some(&account) {
            let last_id = permits.last_id;
            *permits = Permits { of: Some(account.clone()), last_id, ..Permits::default() };
        }
        for phase in [&mut permits.grants.phase, &mut permits.sites.phase] {
            if matches!(phase, PermitsPhase::Failed | PermitsPhase::Silent) {
                *phase = PermitsPhase::Loading;
            }
        }
    });
    let key = alloc::format!("permits {} {account}", generation(cx, &account));
    let (scope, flow_cx) = (ScopeId::Connection(account.chain.namespace), cx.clone());
    cx.background(scope, {
        let cx = cx.clone();
        async move { cx.single(scope, &key, async move { read(&flow_cx, &account, handle).await }).await }
    });
}

/// Requests both lists from the wallet.
async fn read(cx: &Cx, account: &AccountId, handle: WalletHandle) -> Result<Reply> {
    let generation = self::generation(cx, account);
    let owner = eip155::parse(&account.address).map_err(|_| Error::NoNetworkOrAccount)?;
    let ask = async |method: &str| {
        let silent = Err(Error::WalletSilent);
        cx.within(WALLET_SILENT_MS, connectors::list(cx, handle, method)).await.unwrap_or(silent)
    };
    let (granted, able) = join(ask(GRANTED), ask(CAPABILITIES)).await;
    if self::generation(cx, account) != generation {
        return Ok(Reply::Done); // another account or network is active now
    }
    let unreadable = || Error::Unreadable { from: "the wallet".into() };
    let granted = granted
        .and_then(|answer| execution::executions(&answer, &account.chain, owner).ok_or_else(unreadable));
    let able = able.and_then(|answer| execution::capabilities(&answer).ok_or_else(unreadable));
    let clock = &*cx.ports().clock;
    let until = |one: &Execution| {
        let seconds = one.until_s.filter(|seconds| time::utc_minute(*seconds).is_some())?;
        Some(time::moment(activity::local_ms(clock, seconds * 1_000)))
    };
    cx.update(|s| {
        let permits = &mut *s.permits;
        let count = granted.as_ref().map_or(0, |(list, _)| list.len())
            + able.as_ref().map_or(0, |(list, _)| list.len());
        if let Ok((list, _)) = &granted {
            list.iter()
                .for_each(|one| dates(clock, core::slice::from_ref(&one.permission), &mut permits.dates));
        }
        let ids: Vec<String> = (0..count).map(|_| permits.next_id()).collect();
        let mut ids = ids.into_iter();
        take(&mut permits.grants, granted, &mut ids, until);
        take(&mut permits.sites, able, &mut ids, |_: &Capability| None);
        if !permits.is_busy() {
            permits.working = Default::default();
        }
    });
    ask_tokens(cx, account).await;
    Ok(Reply::Done)
}

fn take<T>(
    group: &mut Group<T>,
    answer: Result<(Vec<T>, usize)>,
    ids: &mut impl Iterator<Item = String>,
    until: impl Fn(&T) -> Option<String>,
) {
    group.more = answer.as_ref().map_or(0, |(_, more)| *more);
    (group.phase, group.list) = match answer {
        Ok((list, _)) => {
            let listed = list.into_iter().zip(ids);
            (PermitsPhase::Ready, listed.map(|(of, id)| Listed { id, until: until(&of), of }).collect())
        }
        Err(error) if is_unknown(&error) => (PermitsPhase::Unknown, Vec::new()),
        Err(Error::WalletSilent) => (PermitsPhase::Silent, Vec::new()),
        Err(_) => (PermitsPhase::Failed, Vec::new()),
    };
}

/// The permitted amount of a token, with the token's own decimals.
async fn ask_tokens(cx: &Cx, account: &AccountId) {
    let generation = generation(cx, account);
    let (wanted, network) = cx.read(|s| {
        let all = s.permits.grants.list.iter();
        let wanted: Vec<_> = all
            .flat_map(|one| tokens(core::slice::from_ref(&one.of.permission)).collect::<Vec<_>>())
            .collect();
        (wanted, s.networks.find(&account.chain).cloned())
    });
    let Some(network) = network else { return };
    for token in wanted {
        if cx.read(|s| s.permits.tokens.get(&token).is_some()) {
            continue;
        }
        let words = holdings::words(cx, &network, &token.to_checksum(None)).await;
        if words.decimals.is_some() && self::generation(cx, account) == generation {
            cx.update(|s| s.permits.tokens.insert(token, words));
        }
    }
}

/// The wallet's method to revoke one: the newer name first, if it has two.
enum RevokeCall {
    Execution(String),
    Capability(String),
}

/// Sends the request to the wallet.
async fn ask(cx: &Cx, handle: WalletHandle, call: &RevokeCall) -> Result<Value> {
    let ask = async |method: &str, params: Value| {
        let silent = Err(Error::WalletSilent);
        cx.within(WALLET_PROMPT_MS, connectors::request(cx, handle, method, &params)).await.unwrap_or(silent)
    };
    match call {
        RevokeCall::Execution(context) => match ask(REVOKE, json!({ "permissionContext": context })).await {
            Err(error) if is_unknown(&error) => {
                ask(REVOKE_OLD, json!([{ "permissionsContext": context }])).await
            }
            answer => answer,
        },
        RevokeCall::Capability(name) => ask(REVOKE_OLD, json!([{ (name.as_str()): {} }])).await,
    }
}

async fn revoke(cx: &Cx, account: AccountId, handle: WalletHandle, id: String) -> Result<Reply> {
    let generation = generation(cx, &account);
    let asked = cx.read(|s| {
        let grants = s.permits.grants.list.iter();
        let grant =
            grants.filter(|one| one.id == id).map(|one| RevokeCall::Execution(one.of.context.clone())).next();
        let mut sites = s.permits.sites.list.iter();
        grant
            .or_else(|| sites.find(|one| one.id == id).map(|one| RevokeCall::Capability(one.of.name.clone())))
    });
    let asked = asked.ok_or(Error::BadParams { field: "id".into() })?;
    cx.update(|s| s.permits.working = (id.clone(), Working::Waiting));
    let of = id.clone();
    let waiting = cx.phase(move |s| {
        if s.permits.working == (of, Working::Waiting) {
            s.permits.working = Default::default();
        }
    });
    let answer = ask(cx, handle, &asked).await;
    let is_accounts = matches!(&asked, RevokeCall::Capability(name) if name == "eth_accounts");
    if answer.is_ok() && is_accounts {
        // revoking it removes the account: the wallet's event for that can be late or missing
        waiting.done();
        cx.update(|s| s.permits.working = Default::default());
        let flow = account::disconnect(cx, account.chain.namespace);
        cx.background(ScopeId::App, flow);
        return Ok(Reply::Done);
    }
    if self::generation(cx, &account) != generation {
        return Ok(Reply::Done);
    }
    let ended =
        |error: &Error| if error.is_refusal() { Working::Refused } else { Working::Failed(error.data()) };
    // it might have been revoked anyway: the list decides
    let is_silent = matches!(answer, Err(Error::WalletSilent | Error::Aborted | Error::Unreadable { .. }));
    if let Err(error) = answer
        && !is_silent
    {
        waiting.done();
        cx.update(|s| s.permits.working.1 = ended(&error));
        return Err(error);
    }
    read(cx, &account, handle).await?;
    if self::generation(cx, &account) != generation {
        return Ok(Reply::Done);
    }
    waiting.done();
    // the rows have new IDs, so the wallet's own ID identifies the permission
    let left = cx.read(|s| left(s, &asked));
    let Some(id) = left else {
        cx.update(|s| s.permits.working = Default::default());
        let is_listed = |s: &State| match &asked {
            RevokeCall::Execution(_) => s.permits.grants.phase == PermitsPhase::Ready,
            RevokeCall::Capability(_) => s.permits.sites.phase == PermitsPhase::Ready,
        };
        if is_silent && !cx.read(is_listed) {
            return Err(Error::WalletSilent); // the result is unknown
        }
        toasts::show(cx, toasts::text("toast.session_revoked", &[], ToastVariant::Success, None));
        return Ok(Reply::Done);
    };
    let error = match is_silent {
        true => Error::WalletSilent,
        false => Error::Internal { details: Some("The wallet still lists it".into()) },
    };
    cx.update(|s| s.permits.working = (id, Working::Failed(error.data())));
    Err(error)
}

/// The new row of a permission, if the wallet still lists it.
fn left(state: &State, asked: &RevokeCall) -> Option<String> {
    match asked {
        RevokeCall::Execution(context) => {
            let found = state.permits.grants.list.iter().find(|one| one.of.context == *context)?;
            Some(found.id.clone())
        }
        RevokeCall::Capability(name) => {
            let found = state.permits.sites.list.iter().find(|one| one.of.name == *name)?;
            Some(found.id.clone())
        }
    }
}
