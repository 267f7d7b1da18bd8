//! Signing out: a session at the page's server ends with its account (10.61). An account leaves when its wallet is disconnected, when a
//! reload doesn't reconnect it, when another account of its namespace is connected, and, if the page wants that, when it changes its
//! network. It stays stored until the page has signed it out or reports that no session exists ([`super::model::stored`]).

use crate::caip::{AccountId, Namespace};
use crate::constants::SIGN_OUT_ASKED_MAX;
use crate::entities::Status;
use crate::error::Result;
use crate::event::Event;
use crate::features::account::Account;
use crate::features::sign_in;
use crate::features::sign_in::flow::{ask_now, sort};
use crate::features::sign_in::model::Ends;
use crate::flow::{Cx, Reply, ScopeId};
use crate::json::json;
use crate::namespaces;
use crate::store::State;
use alloc::string::ToString;
use alloc::vec::Vec;

/// Reads the page's setting for the events that end a session.
pub(super) fn read_ends(cx: &Cx) {
    let settings = cx.ports().siwx.settings();
    let (account, network) = (settings.sign_out_on_account_change, settings.sign_out_on_network_change);
    cx.update(|s| s.sign_in.ends = Ends { account, network });
}

/// Retries a failed sign-out before another account signs in.
pub(super) fn again(cx: &Cx) {
    cx.update(|s| {
        if s.sign_in.revoking > 0 {
            return;
        }
        s.sign_in.waits = false;
        for account in core::mem::take(&mut s.sign_in.leaving) {
            match s.sign_in.stored.contains(&account) {
                true => s.sign_in.unsure(&account),
                false => s.sign_in.begin(&account),
            }
        }
    });
}

/// Signs out the accounts that are no longer connected, unless the page keeps their sessions.
pub(super) fn left(cx: &Cx) {
    if !cx.read(sign_in::leaves_any) {
        return;
    }
    let settings = cx.ports().siwx.settings();
    let left: Vec<(AccountId, bool)> = cx.update(|s| {
        let mut left = sign_in::take_left(s);
        let current = s.sign_in.current.as_ref();
        if current.is_some_and(|current| sign_in::is_gone(s, current.chain.namespace)) {
            s.sign_in.current = None;
        }
        if !settings.sign_out_on_disconnect {
            left.retain(|(account, _)| !sign_in::is_gone(s, account.chain.namespace));
        }
        // a wallet can return any number of accounts that never signed in
        let room = SIGN_OUT_ASKED_MAX.saturating_sub(s.sign_in.leaving.len());
        let mut unknown = 0;
        left.retain(|(_, is_known)| {
            unknown += usize::from(!is_known);
            *is_known || unknown <= room
        });
        s.sign_in.leaving.extend(left.iter().map(|(account, _)| account.clone()));
        s.sign_in.revoking += u32::try_from(left.len()).unwrap_or_default();
        if !left.is_empty() && settings.required && s.sign_in.is_one_for_all {
            hold_connected(s);
        }
        left
    });
    if left.is_empty() {
        return store(cx);
    }
    for (account, is_known) in left {
        let flow_cx = cx.clone();
        cx.background(ScopeId::App, async move {
            let answer = revoke(&flow_cx, &account, is_known).await;
            flow_cx.update(|s| {
                s.sign_in.revoking -= 1;
                let Ok(was_signed_in) = answer else {
                    // no response doesn't mean success: the next start retries, but no page starts the engine only for
                    // this
                    s.sign_in.waits = true;
                    let is_listed = |list: &[AccountId]| list.contains(&account);
                    if is_known && !is_listed(&s.sign_in.stored) && !is_listed(&s.sign_in.nameless) {
                        s.sign_in.stored.push(account.clone());
                    }
                    return;
                };
                s.sign_in.ended(&account);
                if was_signed_in {
                    tell(s, &account, settings.required);
                }
            });
            store(&flow_cx);
            // the caller reports a failure
            answer.map(|_| Reply::Done)
        });
    }
}

/// Makes a connected account wait for its session again. If the page has one session for all accounts, a sign-out of
/// another account ends it.
fn hold_connected(state: &mut State) {
    let is_here = |(namespace, account): (&Namespace, &Account)| {
        (account.status == Status::Connected && namespaces::signs_in(*namespace)).then_some(*namespace)
    };
    let here: Vec<Namespace> = state.accounts.by.iter().filter_map(is_here).collect();
    // once for each connection, so a failing page isn't asked forever
    if !here.is_empty() {
        state.sign_in.round += 1;
    }
    here.into_iter().for_each(|namespace| sign_in::hold(state, namespace));
}

/// Reports that the session of this account has ended.
pub(super) fn tell(state: &mut State, account: &AccountId, required: bool) {
    let (address, chain_id) = (account.address.clone(), account.chain.to_string());
    state.emit(Event::SignOut { address, chain_id, required });
}

/// Asks the page to revoke the session of an account, if it has one. Returns whether the page did.
async fn revoke(cx: &Cx, account: &AccountId, is_known: bool) -> Result<bool> {
    let of = json!({ "chainId": account.chain.to_string(), "address": account.address });
    if !is_known {
        let found = sort(cx, account, ask_now(cx, "getSessions", &of).await?);
        // a session without an account can belong to this one, which signed in on an earlier page; otherwise it would
        // be valid for the next account
        let is_any =
            !found.own.is_empty() || found.is_nameless && cx.read(|s| s.sign_in.stored.contains(account));
        // a new connection of the same account has its own check
        if !is_any || !cx.read(|s| sign_in::has_left(s, account)) {
            return Ok(false);
        }
    }
    ask_now(cx, "revokeSession", &of).await?;
    Ok(true)
}

/// Handles a session without an account at the page, while the connected account hasn't signed in here.
pub(super) async fn nameless(cx: &Cx, account: &AccountId) {
    cx.update(|s| s.sign_in.owes_nameless(account));
    let of = json!({ "chainId": account.chain.to_string(), "address": account.address });
    if ask_now(cx, "revokeSession", &of).await.is_ok() {
        cx.update(|s| s.sign_in.ended(account));
    }
}

/// Restores the accounts that an earlier page stored. The follow-up signs them out, unless they connect again.
pub(super) fn come_back(cx: &Cx) -> Reply {
    if cx.read(|s| s.options.siwx) {
        sign_in::follow(cx);
    } else {
        cx.update(|s| {
            s.sign_in.unread.clear();
            s.sign_in.stored.clear();
        });
        store(cx);
    }
    Reply::Done
}

/// Stores the list of accounts in the background.
pub(super) fn store(cx: &Cx) {
    let flow_cx = cx.clone();
    cx.background(ScopeId::App, async move {
        flow_cx.save().await;
        Ok(Reply::Done)
    });
}
