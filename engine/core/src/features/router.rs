//! Which view is open: a stack with history (2.26-2.28, views.md 1.1). Every other feature moves through the plain
//! functions here; the commands are for views and hosts.

use super::{needed, unknown_action};
use crate::caip::Namespace;
use crate::constants::PREFETCH_MS;
use crate::entities::Status;
use crate::error::{Error, Result};
use crate::event::Event;
use crate::features::send;
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::json::Read;
use crate::store::State;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;
use serde_json::{Value, json};

/// The views that exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum View {
    /// The list of wallets.
    Connect,
    /// Waits for a wallet of this page.
    ConnectingExternal,
    /// The connected account.
    Account,
    /// The send form.
    Send,
    /// What will be sent.
    SendPreview,
}

impl View {
    /// Names a host may open, aliases included (views.md 1.1).
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "Connect" => Self::Connect,
            "Account" => Self::Account,
            "Send" | "WalletSend" => Self::Send,
            _ => return None,
        })
    }

    /// Makes sense without an account.
    fn is_public(self) -> bool {
        matches!(self, Self::Connect | Self::ConnectingExternal)
    }
}

/// How a view came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Direction {
    /// Deeper.
    #[default]
    Forward,
    /// Back.
    Back,
    /// Instead of the last one.
    Replace,
}

/// Why the modal closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum CloseReason {
    /// X, overlay, Esc, drag, back from the first view.
    User,
    /// What it was opened for is done.
    Success,
    /// The host closed it.
    Host,
    /// A fault.
    Error,
}

/// What the left slot of the header holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum LeftSlot {
    /// Nothing.
    None,
    /// Back.
    Back,
}

/// The stack.
#[derive(Default)]
pub struct Router {
    /// Whether the modal is shown.
    pub open: bool,
    stack: Vec<View>,
    direction: Direction,
    /// Counts refused closes.
    pub refusals: u32,
    /// Counts openings: a flow closes only the one it knew.
    pub openings: u32,
}

/// The slice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RouterSlice {
    /// Whether the modal is shown.
    pub open: bool,
    /// The view on top.
    pub view: View,
    /// How it came.
    pub direction: Direction,
    /// How many views the history holds, this one included.
    pub depth: usize,
    /// The header's left slot.
    pub left: LeftSlot,
    /// Counts up when a close was refused: the card answers with the refusal motion.
    pub refusals: u32,
    /// The wallet of the connecting views.
    pub wallet: Option<crate::entities::WalletRow>,
}

impl Router {
    /// The view on top.
    #[must_use]
    pub fn view(&self) -> Option<View> {
        self.stack.last().copied()
    }

    /// The slice.
    #[must_use]
    pub fn slice(&self, state: &State) -> RouterSlice {
        let view = self.view().unwrap_or(View::Connect);
        let left = match view {
            View::Connect | View::Account => LeftSlot::None,
            _ => LeftSlot::Back,
        };
        RouterSlice {
            open: self.open,
            view,
            direction: self.direction,
            depth: self.stack.len(),
            left,
            refusals: self.refusals,
            wallet: state.connect.wallet(state),
        }
    }
}

/// Whether any account is shown as connected.
fn is_connected(state: &State) -> bool {
    state.accounts.by.values().any(|account| account.status == Status::Connected)
}

fn show(state: &mut State, change: impl FnOnce(&mut Router)) {
    let previous = state.router.view();
    change(&mut state.router);
    let view = state.router.view();
    if let Some(view) = view.filter(|view| state.router.open && Some(*view) != previous) {
        let direction = state.router.direction;
        state.tell(Event::ViewChange { view, previous, direction });
    }
}

/// Opens the modal with one view; a view that needs an account shows Connect without one.
pub fn open(state: &mut State, wanted: Option<View>) {
    let connected = is_connected(state);
    let view = match wanted {
        Some(view) if view.is_public() || connected => view,
        _ if connected => View::Account,
        _ => View::Connect,
    };
    let was_open = state.router.open;
    if !was_open {
        state.router.openings += 1;
    }
    show(state, |router| {
        router.open = true;
        router.stack = alloc::vec![view];
        router.direction = Direction::Forward;
    });
    if !was_open {
        state.tell(Event::Open { view, connected });
        state.tell(Event::track("MODAL_OPEN", &[("connected", if connected { "true" } else { "false" })]));
    }
}

/// Shows a view on top; the same view again keeps the stack as it is.
pub fn push(state: &mut State, view: View) {
    if state.router.view() == Some(view) {
        return;
    }
    show(state, |router| {
        router.stack.push(view);
        router.direction = Direction::Forward;
    });
}

/// Shows a view instead of the last one.
pub fn replace(state: &mut State, view: View) {
    show(state, |router| {
        router.stack.pop();
        router.stack.push(view);
        router.direction = Direction::Replace;
    });
}

/// Shows one view with nothing behind it.
pub fn reset(state: &mut State, view: View) {
    show(state, |router| {
        router.stack = alloc::vec![view];
        router.direction = Direction::Replace;
    });
}

/// Closes the modal and everything that lived in it.
pub fn close(cx: &Cx, reason: CloseReason) {
    let was_open = cx.update(|state| {
        if !core::mem::take(&mut state.router.open) {
            return false;
        }
        let connected = is_connected(state);
        state.tell(Event::Close { connected, reason });
        state.tell(Event::track("MODAL_CLOSE", &[("connected", if connected { "true" } else { "false" })]));
        true
    });
    if was_open {
        for scope in [ScopeId::Connecting, ScopeId::Send, ScopeId::Modal] {
            cx.close_scope(scope, &Error::ModalClosed);
        }
    }
}

/// Closes the modal unless it was closed and opened again meanwhile: what a listener opened stays open.
pub fn close_opening(cx: &Cx, opening: u32, reason: CloseReason) {
    if cx.read(|s| s.router.openings) == opening {
        close(cx, reason);
    }
}

/// One view back; from the first view the modal closes (2.27); back to Connect while connected shows Account (2.28).
pub fn back(cx: &Cx) {
    let (view, depth) = cx.read(|s| (s.router.view(), s.router.stack.len()));
    if depth <= 1 {
        close(cx, CloseReason::User);
        return;
    }
    cx.update(|state| {
        let connected = is_connected(state);
        // a send that the wallet has been asked for is shown again when the form is opened, so the form is left as well
        let leaves_form = view == Some(View::SendPreview) && send::is_busy(state) && state.send.asked;
        show(state, |router| {
            router.stack.pop();
            if leaves_form && router.view() == Some(View::Send) && router.stack.len() > 1 {
                router.stack.pop();
            }
            router.direction = Direction::Back;
            if connected && router.view() == Some(View::Connect) {
                router.stack = alloc::vec![View::Account];
            }
        });
    });
    match view {
        Some(View::ConnectingExternal) => cx.close_scope(ScopeId::Connecting, &Error::Aborted),
        Some(View::SendPreview) => send::leave_preview(cx),
        _ => {}
    }
}

/// Commands of the router.
#[cfg(test)]
#[derive(ts_rs::TS)]
#[ts(tag = "type")]
#[allow(dead_code)]
pub enum RouterCommand {
    /// Opens the modal.
    #[ts(rename = "router.open")]
    Open {
        #[ts(optional)]
        view: Option<String>,
        #[ts(optional)]
        namespace: Option<String>,
        #[ts(optional, type = "unknown")]
        arguments: Option<()>,
    },
    /// Closes it.
    #[ts(rename = "router.close")]
    Close { reason: CloseReason },
    /// Goes deeper.
    #[ts(rename = "router.push")]
    Push { view: View },
    /// Shows another view instead.
    #[ts(rename = "router.replace")]
    Replace { view: View },
    /// Goes back.
    #[ts(rename = "router.back")]
    Back {},
}

fn view_of(command: &Value) -> Result<Option<View>> {
    let Some(name) = command.filled("view") else { return Ok(None) };
    let unknown =
        || Error::UnknownName { what: "view", name: crate::text::label(name, 64).unwrap_or_default() };
    View::parse(name).map(Some).ok_or_else(unknown)
}

/// Runs a command.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        match action.as_str() {
            "open" => {
                let view = view_of(&command)?;
                if let Some(namespace) = command.filled("namespace") {
                    Namespace::parse(namespace).ok_or(Error::BadParams { field: "namespace".into() })?;
                }
                cx.update(|s| open(s, view));
                let prefetch_cx = cx.clone();
                cx.background(ScopeId::Modal, async move {
                    prefetch_cx.ports().clock.sleep(PREFETCH_MS).await;
                    (prefetch_cx.rows().prefetch)();
                    Ok(Reply::Done)
                });
                if cx.read(|s| s.router.view()) == Some(View::Send) {
                    return open_send(&cx, &command).await;
                }
            }
            "close" => {
                let reason = match command.text("reason") {
                    Some("user") => CloseReason::User,
                    Some("success") => CloseReason::Success,
                    Some("error") => CloseReason::Error,
                    _ => CloseReason::Host,
                };
                close(&cx, reason);
            }
            "push" | "replace" => {
                let view = view_of(&command)?.ok_or(Error::BadParams { field: "view".into() })?;
                if !view.is_public() && !cx.read(is_connected) {
                    return Err(Error::Unauthorized);
                }
                if view == View::Send {
                    return open_send(&cx, &command).await;
                }
                cx.update(|s| if action == "push" { push(s, view) } else { replace(s, view) });
            }
            "back" => back(&cx),
            _ => return Err(unknown_action("router", needed(&command, "type").unwrap_or(&action))),
        }
        Ok(Reply::Done)
    })
}

/// The send form is opened by its own feature, which brings its chunk along.
///
/// Only the receiver and the amount are taken from the host: whatever else its arguments hold must not become a command.
async fn open_send(cx: &Cx, command: &Value) -> Result<Reply> {
    let text = |name| command.field("arguments").and_then(|arguments| arguments.text(name));
    crate::engine::dispatch(cx, json!({ "type": "send.open", "to": text("to"), "amount": text("amount") }))
        .await
}
