//! The toast. Only one is displayed. It closes automatically, and the next one follows after 150 ms (2.42-2.45).

use super::model::toasts::readable;
pub(crate) use super::model::toasts::{Toast, ToastVariant, plain, text};
use crate::command::unknown_action;
use crate::constants::{TOAST_GAP_MS, TOAST_MS};
use crate::error::Error;
use crate::event::Event;
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::json::Read;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use serde_json::Value;

/// Displays an error of the catalog.
pub fn show_error(cx: &Cx, error: &Error) {
    show(cx, plain(&error.to_string(), ToastVariant::Error));
}

/// Shows a toast: immediately if none is open, otherwise 150 ms after the open one has closed.
pub fn show(cx: &Cx, mut toast: Toast) {
    let (id, replaced) = cx.update(|s| {
        s.toasts.last_id += 1;
        s.toasts.held = false;
        (s.toasts.last_id, s.toasts.open.take().is_some())
    });
    toast.id = id;
    let flow_cx = cx.clone();
    cx.background(ScopeId::App, async move {
        let cx = flow_cx;
        if replaced {
            cx.ports().clock.sleep(TOAST_GAP_MS).await;
        }
        let is_newest = cx.update(|s| {
            let is_newest = s.toasts.last_id == id;
            if is_newest {
                s.emit(Event::Toast { message: toast.message.clone(), variant: toast.variant });
                s.toasts.open = Some(toast.clone());
            }
            is_newest
        });
        if !is_newest || toast.variant == ToastVariant::Loading {
            return Ok(Reply::Done);
        }
        loop {
            cx.ports().clock.sleep(TOAST_MS).await;
            let (open, held) =
                cx.read(|s| (s.toasts.open.as_ref().is_some_and(|t| t.id == id), s.toasts.held));
            if open && !held {
                dismiss(&cx, id);
            }
            if !(open && held) {
                return Ok(Reply::Done);
            }
        }
    });
}

/// Closes a toast if it is still the open one.
pub fn dismiss(cx: &Cx, id: u32) {
    if cx.read(|s| s.toasts.open.as_ref().is_some_and(|toast| toast.id == id)) {
        cx.update(|s| s.toasts.open = None);
    }
}

/// Closes the open toast if it is a loading one.
pub fn dismiss_loading(cx: &Cx) {
    cx.update(|s| {
        s.toasts.last_id += 1; // cancels a toast that waits for its gap
        if s.toasts.open.as_ref().is_some_and(|toast| toast.variant == ToastVariant::Loading) {
            s.toasts.open = None;
        }
    });
}

crate::command::commands! {
    /// The commands of the toast.
    pub enum ToastsCommand, ToastsAction {
        /// Displays the page's text.
        "show" Show {
            #[ts(type = "unknown")]
            message: (),
            variant: ToastVariant,
        },
        /// Closes a toast.
        "dismiss" Dismiss { id: u32 },
        /// Keeps the toast open while the pointer or the focus is on it.
        "hold" Hold { id: u32, held: bool },
    }
}

/// Runs a command of this feature.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        let id = command.whole("id").and_then(|id| u32::try_from(id).ok());
        match action.as_str() {
            ToastsAction::Show => {
                let variant = match command.text("variant") {
                    Some("success") => ToastVariant::Success,
                    Some("loading") => ToastVariant::Loading,
                    _ => ToastVariant::Error,
                };
                let message = command.field("message").map(readable).unwrap_or_default();
                show(&cx, plain(&message, variant));
            }
            ToastsAction::Dismiss => dismiss(&cx, id.unwrap_or_default()),
            ToastsAction::Hold => {
                let held = command.flag("held").unwrap_or(false);
                let is_open = cx.read(|s| s.toasts.open.as_ref().map(|toast| toast.id) == id);
                if is_open {
                    cx.update(|s| s.toasts.held = held);
                }
            }
            _ => return Err(unknown_action("toasts", &action)),
        }
        Ok(Reply::Done)
    })
}
