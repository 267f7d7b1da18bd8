//! Names of the registry (docs/spec/services.md A9): resolving names and addresses ([`lookup`]), and registering a name for the account
//! of the embedded wallet ([`suggest`], [`register`]). Only for EVM accounts (6.10).
//!
//! ```text
//! typed -> 300 ms -> names near it (a late answer is dropped)
//! Register: editing -> signing (ApproveTransaction) -> registering -> registered
//!             ^ rejected, closed |      refused, failed: shown |
//!             +------------------+-----------------------------+
//! ```
//!
//! A name is offered only to the connected account of the embedded wallet on an EVM network (1.17, 2.18, 4.46, 6.10,
//! 8.25). The signed message contains the current account. If the account or network changes before the registry has
//! the name, the signature is dropped. After a later change, the name belongs to the earlier account and isn't
//! displayed. A registered name is displayed immediately and for 5 minutes, independent of the identity service. While
//! a registration is pending, identities aren't cached. Only [`lookup`] queries the registry. A name is displayed for
//! an address only if its grammar is valid and it resolves back to the address. This holds for every service
//! ([`lookup::leading_back`]).
//!
//! # Departures from the specification
//!
//! - RegisterAccountNameSuccess has a title, which docs/spec/views.md lacks: the title is the dialog's accessible name.
//! - A name's label has a maximum of 63 characters, as in the DNS. docs/spec/requirements.tsv 5.13 sets no maximum.

#[cfg(fuzzing)]
pub mod fuzz;
pub(crate) mod lookup;
pub mod model;
mod register;
mod suggest;

use crate::command::{needed, unknown_action};
use crate::error::{Error, Result};
use crate::event::Event;
use crate::features::shell::{View, router};
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::json::Read;
use alloc::boxed::Box;
use alloc::string::String;
pub(crate) use model::NamePhase;
use model::Names;
use serde_json::Value;

crate::command::commands! {
    /// The commands of the form.
    pub enum NamesCommand, NamesAction {
        /// Sets the text of the field.
        "type" Type { text: String },
        /// Uses a suggested name.
        "pick" Pick { label: String },
        /// Requests suggestions again.
        "retry" Retry {},
        /// Registers the typed name. A second click has no effect.
        "register" Register {},
    }
    own {
        "open" Open,
        "renew" Renew,
    }
}

/// The registry's error, with our own text for it.
fn said(error: Error, failed: impl FnOnce(Option<String>) -> Error) -> Error {
    match error {
        // uses the registry's message only if it is meant for users (8.30)
        Error::Http { details, is_reason, .. } => {
            failed(details.filter(|text| is_reason && !text.is_empty()))
        }
        Error::Unreachable { .. } | Error::Unreadable { .. } | Error::ClientUnset => failed(None),
        other => other,
    }
}

/// Runs a command of this feature.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    cx.draw("names", |state| crate::snapshot::text(&model::slice(state)));
    Box::pin(async move {
        match action.as_str() {
            NamesAction::Open => return open(&cx, &command),
            NamesAction::Type => {
                let text = needed(&command, "text")?;
                if edit(&cx, text)? {
                    suggest::ask(&cx, false);
                }
            }
            NamesAction::Pick => {
                let label = needed(&command, "label")?;
                let is_there = |names: &Names| {
                    names.suggestions.iter().any(|known| known.label == label && !known.taken)
                };
                if cx.read(|s| is_there(&s.names)) {
                    edit(&cx, label)?;
                }
            }
            NamesAction::Retry | NamesAction::Renew => suggest::ask(&cx, true),
            NamesAction::Register => {
                let flow_cx = cx.clone();
                let registered = async move { register::register(&flow_cx).await };
                return cx.single(ScopeId::App, "names register", registered).await;
            }
            _ => return Err(unknown_action("names", &action)),
        }
        Ok(Reply::Done)
    })
}

/// Sets the text of the field, unless a registration is in progress. Returns whether the text changed.
fn edit(cx: &Cx, text: &str) -> Result<bool> {
    if !cx.read(model::is_possible) {
        return Err(Error::NoAddressOrAuth);
    }
    let typed = model::typed(text);
    Ok(cx.update(|s| {
        let names = &mut *s.names;
        let is_other = names.phase == NamePhase::Editing && names.typed != typed;
        if is_other {
            (names.typed, names.error) = (typed, None);
        }
        is_other
    }))
}

/// Opens the first of the two views before a registration. The form accepts a name (`arguments: {name?}`).
///
/// # Errors
/// [`Error::NoAddressOrAuth`] (8.25).
fn open(cx: &Cx, command: &Value) -> Result<Reply> {
    if !cx.read(model::is_possible) {
        return Err(Error::NoAddressOrAuth);
    }
    let view = match command.text("view") {
        Some("ChooseAccountName") => View::ChooseAccountName,
        _ => View::RegisterAccountName,
    };
    let name = command.field("arguments").and_then(|given| given.field("name"));
    let is_wrong = name.is_some_and(|name| !name.is_string());
    cx.update(|s| {
        if s.router.stack.iter().all(|known| *known != View::ChooseAccountName || view == *known) {
            s.emit(Event::track("OPEN_ENS_FLOW", &[]));
        }
        if s.names.phase == NamePhase::Editing {
            let turn = s.names.turn.wrapping_add(1);
            *s.names = Names { turn, ..Names::default() };
        }
        match s.router.open {
            true => router::push(s, view),
            false => router::open(s, Some(view)),
        }
    });
    if let Some(name) = name.and_then(Value::as_str)
        && edit(cx, name)?
    {
        suggest::ask(cx, true);
    }
    if is_wrong { Err(Error::BadParams { field: "name".into() }) } else { Ok(Reply::Done) }
}
