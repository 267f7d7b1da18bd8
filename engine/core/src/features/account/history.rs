//! Loads the history: for its tab ([`super::activity`]), and for earlier recipients while no view shows it.

use super::model::activity::*;
use crate::api::blockchain;
use crate::caip::AccountId;
use crate::command::unknown_action;
use crate::constants::ACTIVITY_FRESH_MS;
use crate::error::Error;
use crate::event::Event;
use crate::features::shell::alerts;
use crate::flow::{Cx, Flow, Reply, ScopeId};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

crate::command::commands! {
    HistoryAction
    own {
        "known" Known,
    }
}

/// Loads the newest page, unless it was read a moment ago. Returns whether the history is loaded now. `then` runs after
/// the request, and gets whether it failed.
pub(super) fn read(cx: &Cx, again: bool, then: fn(&Cx, bool)) -> bool {
    let Some(account) = cx.read(account) else { return true }; // 5.32
    let now_ms = cx.ports().clock.now_ms();
    let is_there = cx.read(|s| {
        s.activity.of.as_ref() == Some(&account)
            && match s.activity.phase {
                ActivityPhase::Loading => true,
                ActivityPhase::Ready => now_ms.saturating_sub(s.activity.asked_ms) < ACTIVITY_FRESH_MS,
                ActivityPhase::None | ActivityPhase::Failed => false,
            }
    });
    if is_there && !again {
        return false;
    }
    cx.update(|s| {
        if s.activity.of.as_ref() != Some(&account) || s.activity.phase != ActivityPhase::Ready {
            *s.activity = Activity { of: Some(account.clone()), ..Activity::default() };
            s.activity.phase = ActivityPhase::Loading;
        }
        s.activity.asked_ms = now_ms;
    });
    load(cx, account, None, then);
    true
}

/// Loads the page that starts at `cursor`.
pub(super) fn load(cx: &Cx, account: AccountId, cursor: Option<String>, then: fn(&Cx, bool)) {
    let generation = cx.read(|s| s.moves.generation(account.chain.namespace));
    let key = alloc::format!("activity {generation} {account} {}", cursor.as_deref().unwrap_or_default());
    let flow_cx = cx.clone();
    drop(cx.single(ScopeId::Connection(account.chain.namespace), &key, async move {
        let cx = flow_cx;
        let answer = alerts::of_service(&cx, blockchain::history(&cx, &account, cursor.as_deref()).await);
        if cx.read(|s| s.moves.generation(account.chain.namespace)) != generation {
            return Ok(Reply::Done); // the account or the network changed: drops the response (R22)
        }
        let clock = &*cx.ports().clock;
        // reads one entry at a time, because a JSON tree of the whole page needs several times the memory
        let page = cx.read(|s| {
            let mut entries: Vec<Entry> = Vec::new();
            let next = match answer? {
                Some(text) => {
                    blockchain::read_history(text, &mut |value| entries.extend(entry(&value, s, clock)))?
                }
                None => None,
            };
            Ok::<_, Error>((entries, next))
        });
        let failed = page.is_err();
        cx.update(|s| {
            if cursor.is_some() {
                s.activity.loading_more = false;
            }
            let Ok((entries, next)) = page else {
                if s.activity.phase == ActivityPhase::Loading {
                    s.activity.phase = ActivityPhase::Failed;
                }
                s.activity.more_failed = cursor.is_some();
                s.emit(Event::track("ERROR_FETCH_TRANSACTIONS", &[("address", &account.address)]));
                return;
            };
            if cursor.is_some() && cursor != s.activity.next {
                return; // the list was reloaded meanwhile, so this page no longer follows it
            }
            let now_ms = clock.now_ms();
            (s.activity.read_ms, s.activity.local_ms) = (now_ms, local_ms(clock, now_ms));
            s.activity.take(entries, next, cursor.as_deref());
        });
        then(&cx, failed);
        Ok(Reply::Done)
    }));
}

/// Ends a background refresh. A failure shows no error, and the view that shows the history loads the icons.
fn known(cx: &Cx, _failed: bool) {
    if cx.read(is_shown) {
        cx.background(ScopeId::App, super::show_pictures(cx));
    }
}

/// Runs an internal command.
pub fn run(cx: Cx, action: String, _command: Value) -> Flow {
    Box::pin(async move {
        match action.as_str() {
            HistoryAction::Known => {
                let _ = read(&cx, false, known);
            }
            _ => return Err(unknown_action("history", &action)),
        }
        Ok(Reply::Done)
    })
}
