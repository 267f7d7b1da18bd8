//! Requests the project's configuration and its allowed pages, once for each project ID (docs/spec/services.md A4, A5).

use super::model::{Decided, Source, logins};
use super::{origins, remote};
use crate::alert::Alert;
use crate::api::wallet_services;
use crate::command::unknown_action;
use crate::error::{Error, foreign_text};
use crate::features::shell::alerts;
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::store::State;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloy_primitives::hex;
use serde_json::Value;

crate::command::commands! {
    ProjectAction
    own {
        "enter" Enter,
    }
}

/// Runs a command. `enter` comes from the engine.
pub fn run(cx: Cx, action: String, _: Value) -> Flow {
    Box::pin(async move {
        match action.as_str() {
            ProjectAction::Enter => {
                enter(&cx);
                Ok(Reply::Done)
            }
            _ => Err(unknown_action("project", &action)),
        }
    })
}

/// The modal opens: requests the missing configuration. Responses take effect immediately if the view isn't visible, otherwise on the next
/// opening.
fn enter(cx: &Cx) {
    if cx.read(|s| s.project.login_nonce.is_empty()) {
        renew_nonce(cx);
    }
    if cx.read(|s| s.options.is_set("basic")) {
        return cx.update(|s| {
            s.project.is_gone = s.project.is_refused;
            super::model::apply(s, remote::nothing(), Source::Local);
        });
    }
    let Some(id) = cx.read(|s| s.options.project_id.clone()) else { return };
    let (configures, allows) = cx.update(|s| {
        if !s.options.is_set("remoteConfig") {
            s.project.source = Source::Local;
        }
        // the same request failed before this opening, so it isn't repeated
        let asked = core::mem::take(&mut s.project.asked);
        let is_new = !asked.0 && s.project.configured.as_ref() != Some(&id);
        let configures = is_new && s.options.is_set("remoteConfig");
        // only if logins are possible (5.4)
        let allows = !asked.1 && !logins(s).is_empty() && s.project.allowed.as_ref() != Some(&id);
        if !s.router.open {
            s.project.asked = (asked.0 || configures, asked.1 || allows);
        }
        if configures {
            (s.project.is_late, s.project.failures) = (false, s.lifecycle.failures);
            s.project.configured = Some(id.clone());
        }
        if allows {
            s.project.allowed = Some(id);
        }
        (configures, allows)
    });
    if configures {
        let flow_cx = cx.clone();
        cx.background(ScopeId::App, async move {
            configuration(&flow_cx).await;
            Ok(Reply::Done)
        });
    }
    if allows {
        let flow_cx = cx.clone();
        cx.background(ScopeId::App, async move {
            allow(&flow_cx).await;
            Ok(Reply::Done)
        });
    }
}

/// Creates a new nonce for logins. The views get it with the URL of the login window.
pub(crate) fn renew_nonce(cx: &Cx) {
    let mut bytes = [0; 16];
    cx.ports().random.fill(&mut bytes);
    cx.update(|s| s.project.login_nonce = hex::encode(bytes));
}

async fn configuration(cx: &Cx) {
    let answer = wallet_services::configuration(cx).await;
    let mut ignored = alloc::vec::Vec::new();
    let decided = answer.ok().and_then(|answer| {
        cx.read(|s| remote::decide(&answer, &s.options, &mut |line| ignored.push(line.to_string())))
    });
    for line in ignored {
        cx.log(&line);
    }
    let Some(decided) = decided else {
        cx.log("Couldn't load the project configuration. Using this page's options.");
        return cx.update(|s| {
            s.project.source = Source::Local;
            s.project.is_late = true;
            s.project.configured = None; // requested again at the next opening
        });
    };
    let overridden = decided.overridden.clone();
    cx.update(|s| match s.router.open {
        true => s.project.next = Some(decided),
        false => decide(s, decided),
    });
    if !overridden.is_empty() {
        let names: alloc::vec::Vec<String> =
            overridden.iter().map(|name| alloc::format!("features.{name}")).collect();
        alerts::raise(cx, Alert::ConfigurationIgnored { options: names.join(", ") });
    }
}

fn decide(state: &mut State, decided: Decided) {
    state.project.next = Some(decided);
    super::model::take(state);
}

/// Requests the list of pages that can offer logins. A busy service (8.8, 8.9) hasn't rejected the page, so the next
/// opening retries. The frame's site itself refuses to load on a page that isn't in its project.
async fn allow(cx: &Cx) {
    let patterns = match wallet_services::allowed_origins(cx).await {
        Ok(patterns) => patterns,
        Err(Error::Http { status: 429, .. }) => {
            alerts::raise(cx, Alert::RateLimited);
            return cx.update(|s| s.project.allowed = None);
        }
        Err(Error::Http { status, details, .. }) if (500..600).contains(&status) => {
            let detail = details.map(|text| foreign_text(&text)).unwrap_or_default();
            alerts::raise(cx, Alert::ServerError { detail });
            return cx.update(|s| s.project.allowed = None);
        }
        Err(_) => alloc::vec::Vec::new(),
    };
    let page = cx.ports().host.page().origin;
    let is_refused = !origins::allows(patterns.iter().map(String::as_str), &page);
    cx.update(|s| s.project.is_refused = is_refused);
    if is_refused {
        alerts::raise(cx, Alert::InvalidAppConfiguration { origin: String::new() });
    }
}
