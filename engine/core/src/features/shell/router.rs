//! Opening, closing and going back: commands of views and the page.

use super::model::router::{
    CloseReason, Direction, is_coming_back, is_stranded, looks_for_stored, open_for, show, shown_of,
};
pub(crate) use super::model::router::{
    back_to, drop_view, end, follow_restored, follow_support, home, is_connected, open, origin, push,
    replace, reset,
};
use super::model::view::{View, ViewRow};
use crate::caip::{ChainId, Namespace};
use crate::command::needed;
use crate::command::unknown_action;
use crate::constants::{DONE_MS, WALLET_SILENT_MS};
use crate::error::{Code, Error, Result};
use crate::event::Event;
use crate::features::names::model as names;
use crate::features::networks::{self, show_family};
use crate::features::project;
use crate::features::relay;
use crate::features::shell::alerts;
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::json::Read;
use crate::store::State;
use alloc::boxed::Box;
use alloc::string::String;
use serde_json::Value;

/// Leaves the network views after a switch. Closes the modal if it was opened with one of them.
pub fn leave_networks(cx: &Cx) {
    let empty = cx.update(|state| {
        let stack = &state.router.stack;
        let left = stack.iter().rposition(|view| !view.is_of_networks()).map_or(0, |last| last + 1);
        if left > 0 && left < stack.len() {
            show(state, |router| {
                router.stack.truncate(left);
                router.direction = Direction::Back;
            });
        }
        left == 0
    });
    if empty {
        close(cx, CloseReason::Success);
    }
}

/// Scopes that are cancelled when the modal closes.
const MODAL_SCOPES: [ScopeId; 7] = [
    ScopeId::Connecting,
    ScopeId::Send,
    ScopeId::Swap,
    ScopeId::Buy,
    ScopeId::Pay,
    ScopeId::Switch,
    ScopeId::Modal,
];

/// Rejects pending requests when the modal closes, unless the journey has already succeeded.
fn end_asked(cx: &Cx, reason: CloseReason) {
    if reason != CloseReason::Success {
        cx.close_scope(ScopeId::Asked, &Error::ModalClosed);
    }
}

/// Closes the modal and cancels its flows. An embedded modal shows its first view instead.
pub fn close(cx: &Cx, reason: CloseReason) {
    end_asked(cx, reason);
    if cx.read(|s| s.options.enable_embedded && s.router.open) {
        for scope in MODAL_SCOPES {
            cx.close_scope(scope, &Error::ModalClosed);
        }
        cx.update(|state| {
            // an embedded modal stays visible, so this counts as its next opening
            project::take(state);
            open(state, None);
        });
        return;
    }
    let was_open = cx.update(|state| {
        (state.router.done, state.router.hurries) = (false, false);
        state.project.asked = Default::default();
        if !core::mem::take(&mut state.router.open) {
            return false;
        }
        let connected = is_connected(state);
        state.emit(Event::Close { connected, reason });
        state.emit(Event::track("MODAL_CLOSE", &[("connected", if connected { "true" } else { "false" })]));
        true
    });
    // the page's call to close also cancels requests outside the modal
    if was_open || reason == CloseReason::Host {
        for scope in MODAL_SCOPES {
            cx.close_scope(scope, &Error::ModalClosed);
        }
    }
}

/// Closes the modal, unless it was closed and reopened meanwhile: a listener's new opening stays.
pub fn close_opening(cx: &Cx, opening: u32, reason: CloseReason) {
    if cx.read(|s| s.router.openings) == opening {
        finish(cx, reason);
    }
}

/// The journey has succeeded: closes the modal, unless a payment waits for it.
pub fn finish(cx: &Cx, reason: CloseReason) {
    let is_for_payment = cx.update(|state| {
        let origin = origin(state).filter(|_| state.router.open);
        if let Some(origin) = origin {
            back_to(state, origin);
        }
        origin.is_some()
    });
    if !is_for_payment {
        close(cx, reason);
    }
}

/// The views that wait for a wallet to connect.
const CONNECTING: &[View] = &[
    View::ConnectingExternal,
    View::ConnectingWalletConnect,
    View::ConnectingWalletConnectBasic,
    View::ConnectingSocial,
    View::ConnectingFarcaster,
];

/// Shows in the waiting view that the wallet is connected. Runs first, before another view can replace it.
pub fn celebrate_connected(cx: &Cx) {
    celebrate(cx, CONNECTING);
}

/// Shows the success of the open view's journey for a moment, if the view is one of `views`. Only the next view waits
/// for that ([`moment`]).
pub fn celebrate(cx: &Cx, views: &[View]) {
    let begins = cx.update(|state| {
        let router = &mut *state.router;
        let is_shown = router.open && router.view().is_some_and(|view| views.contains(&view));
        let begins = is_shown && !router.done;
        if begins {
            (router.done, router.passed) = (true, false);
        }
        begins
    });
    if begins {
        let flow_cx = cx.clone();
        cx.background(ScopeId::Modal, async move {
            flow_cx.ports().clock.sleep(DONE_MS).await;
            flow_cx.update(|s| s.router.passed = true);
            Ok(Reply::Done)
        });
    }
}

/// Runs `then` after the moment of success, or immediately without one. It doesn't run if the user went to another view during that moment.
pub fn after_moment(cx: &Cx, then: impl FnOnce(&Cx) + 'static) {
    if !cx.read(is_moment) {
        return then(cx);
    }
    let (flow_cx, view) = (cx.clone(), cx.read(|s| s.router.view()));
    cx.background(ScopeId::Modal, async move {
        moment(&flow_cx).await;
        if flow_cx.read(|s| s.router.view()) == view {
            then(&flow_cx);
        }
        Ok(Reply::Done)
    });
}

/// Whether a success is being displayed.
fn is_moment(state: &State) -> bool {
    state.router.done && !state.router.passed
}

/// Waits while a success is displayed.
pub async fn moment(cx: &Cx) {
    cx.until(|s| (!is_moment(s)).then_some(())).await;
}

/// Closes the modal for the user. Rejected while a sign-in is required or the network isn't supported
/// (docs/spec/views.md section 1, "refusal").
fn close_by_user(cx: &Cx) {
    let refuses = |state: &State| match state.router.view() {
        Some(View::UnsupportedChain) => is_stranded(state),
        Some(View::SiwxSignMessage) => state.sign_in.is_owed(),
        _ => false,
    };
    if cx.read(refuses) {
        cx.update(|s| s.router.refusals += 1);
        return;
    }
    close(cx, CloseReason::User);
}

/// Goes back one view. From the first view, closes the modal (2.27). Going back to Connect while connected shows
/// Account (2.28).
pub fn back(cx: &Cx) {
    let (view, depth) = cx.read(|s| (s.router.view(), s.router.stack.len()));
    if depth <= 1 {
        close_by_user(cx);
        return;
    }
    cx.update(|state| {
        let connected = is_connected(state);
        // the form would show a pending send again, so going back also leaves the form
        let is_followed = |row: &&ViewRow| row.waits.is_some_and(|waits| (waits.is_followed)(state));
        let row = view.map(View::row).filter(is_followed);
        let form = row.and_then(|row| row.form);
        show(state, |router| {
            router.stack.pop();
            if form.is_some() && router.view() == form && router.stack.len() > 1 {
                router.stack.pop();
            }
            router.direction = Direction::Back;
            if connected && router.view() == Some(View::Connect) {
                router.stack = alloc::vec![View::Account];
            }
        });
        follow_support(state);
    });
    match view {
        Some(view) if view.row().is_attempt => cx.close_scope(ScopeId::Connecting, &Error::Aborted),
        Some(View::SwitchNetwork) => cx.close_scope(ScopeId::Switch, &Error::Aborted),
        Some(view) => {
            if let Some(waits) = view.row().waits {
                cx.update(|state| (waits.leave)(state));
            }
        }
        None => {}
    }
}

crate::command::commands! {
    /// The commands of the router.
    pub enum RouterCommand, RouterAction {
        /// Opens the modal.
        "open" Open {
            #[ts(optional)]
            view: Option<String>,
            #[ts(optional)]
            namespace: Option<String>,
            #[ts(optional, type = "unknown")]
            arguments: Option<()>,
        },
        /// Closes the modal.
        "close" Close { reason: CloseReason },
        /// Opens a view on top.
        "push" Push { view: View },
        /// Replaces the current view.
        "replace" Replace { view: View },
        /// Shows one view with an empty history.
        "reset" Reset { view: View },
        /// Goes back one view.
        "back" Back {},
        /// Reports that no download is pending, so the likely next part can be fetched.
        "ahead" Ahead {},
        /// Reports a click in the list of the first card. The current opening stops waiting.
        "hurry" Hurry {},
    }
}

/// Reads an optional string. Any other type is an error of the page.
fn text_of<'a>(command: &'a Value, field: &str) -> Result<Option<&'a str>> {
    match command.field(field) {
        Some(given) if !given.is_string() => Err(Error::BadParams { field: field.into() }),
        _ => Ok(command.filled(field)),
    }
}

fn view_of(command: &Value) -> Result<Option<View>> {
    let Some(name) = text_of(command, "view")? else { return Ok(None) };
    let unknown =
        || Error::UnknownName { what: "view", name: crate::text::label(name, 64).unwrap_or_default() };
    View::parse(name).map(Some).ok_or_else(unknown)
}

/// Closes the modal for the command `close`, within its scope.
pub fn close_asked(cx: &Cx, command: &Value) {
    match command.text("reason") {
        Some("user") => close_by_user(cx),
        Some("success") => close(cx, CloseReason::Success),
        Some("error") => close(cx, CloseReason::Error),
        _ => close(cx, CloseReason::Host),
    }
}

/// Runs a command. A close is handled before a flow starts (engine.rs).
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        match action.as_str() {
            RouterAction::Open => {
                let opened = open_asked(&cx, command).await;
                if let Err(error) = &opened
                    && error.data().code != Code::Number(4001)
                {
                    // a page usually ignores the promise of `open`, so a toast or the console shows the error
                    let views = if matches!(error, Error::UnknownName { .. }) {
                        View::named()
                    } else {
                        String::new()
                    };
                    alerts::wrong_call(&cx, true, &["open: ", &error.to_string(), &views]);
                }
                return opened;
            }
            RouterAction::Push | RouterAction::Replace | RouterAction::Reset => {
                let view = view_of(&command)?.ok_or(Error::BadParams { field: "view".into() })?;
                if !view.is_public() && view != View::SiwxSignMessage && !cx.read(is_connected) {
                    return Err(Error::Unauthorized);
                }
                // the list of tokens belongs to the open form
                let is_of_form =
                    view == View::SendSelectToken && cx.read(|s| s.router.view()) == Some(View::Send);
                if view.row().opener.is_some() && !is_of_form {
                    return open_by_feature(&cx, view, command).await;
                }
                let go = match action.as_str() {
                    RouterAction::Push => push,
                    RouterAction::Replace => replace,
                    _ => reset,
                };
                cx.update(|s| {
                    go(s, view);
                    if let Some(event) = view.row().click {
                        s.emit(Event::track(event, &[]));
                    }
                });
            }
            RouterAction::Back => back(&cx),
            RouterAction::Ahead => cx.prefetch(),
            RouterAction::Hurry => cx.update(|s| s.router.hurries = !s.router.open),
            _ => return Err(unknown_action("router", needed(&command, "type").unwrap_or(&action))),
        }
        Ok(Reply::Done)
    })
}

/// Waits while an opening displays the card's skeleton.
async fn awaited(cx: &Cx, view: Option<View>) {
    // Waits briefly before it displays the list, because the list is taller than the account that might replace it. The
    // card's skeleton stays until the stored wallet is restored. A close cancels the wait.
    let may_wait = view.is_none_or(|view| !view.is_public());
    // a view of the account also waits for the wallet's response, because without it the account is useless
    let waits = |s: &State| !s.router.open && (looks_for_stored(s) || view.is_some() && is_coming_back(s));
    if may_wait && cx.read(waits) {
        let over = cx.until(|s| (!waits(s)).then_some(()));
        cx.within(WALLET_SILENT_MS, over).await;
    }
    let has_logins = |s: &State| !s.router.open && !s.router.hurries && shown_of(s, view).row().has_logins;
    let read = || {
        if let Some(feature) = cx.read(|s| shown_of(s, view)).row().enter {
            cx.background(ScopeId::App, cx.run(feature, "enter", Value::Null));
        }
    };
    project::hear(cx, has_logins, read).await;
}

/// Opens an embedded modal at the start, after the same wait as any opening, unless the page has opened it before.
pub(super) fn begin_embedded(cx: &Cx) -> Flow {
    let cx = cx.clone();
    Box::pin(async move {
        awaited(&cx, None).await;
        cx.update(|s| {
            if s.options.enable_embedded && !s.router.open {
                open(s, None);
            }
        });
        Ok(Reply::Done)
    })
}

/// Opens the view of the command `open`.
async fn open_asked(cx: &Cx, command: Value) -> Result<Reply> {
    alerts::unknown_fields(cx, "open", &command, &["view", "uri", "namespace", "arguments"]);
    let uri = text_of(&command, "uri")?;
    let view = view_of(&command)?.or(uri.map(|_| View::ConnectingWalletConnectBasic));
    let family = match text_of(&command, "namespace")? {
        Some(name) => Some(Namespace::parse(name).ok_or(Error::BadParams { field: "namespace".into() })?),
        None => None,
    };
    // a form opens immediately, a review when it is ready, a payment when it is valid
    if let Some(view @ (View::SiwxSignMessage | View::Pay)) = view {
        return open_by_feature(cx, view, command).await;
    }
    relay::host_pairs(cx, uri).await?;
    awaited(cx, view).await;
    may_name(cx, view)?;
    let (view, network) = match family {
        Some(family) => for_family(cx, view, family).await,
        None => (view, None),
    };
    cx.update(|s| open_for(s, view, network));
    let shown = cx.read(|s| s.router.view()).filter(|view| *view != View::SiwxSignMessage);
    if shown == Some(View::Connect) && view.is_some_and(|view| !view.is_public()) {
        let name = command.text("view").unwrap_or_default();
        alerts::wrong_call(
            cx,
            false,
            &["open: view ", name, " needs a connected account. Showing Connect instead."],
        );
    }
    if let Some(view) = shown.filter(|view| view.row().opener.is_some()) {
        return open_by_feature(cx, view, command).await;
    }
    Ok(Reply::Done)
}

/// Opens the modal for one namespace (174): its account if one is connected, otherwise the wallets that support it.
async fn for_family(cx: &Cx, view: Option<View>, family: Namespace) -> (Option<View>, Option<ChainId>) {
    let is_list = view.is_none_or(|view| matches!(view, View::Connect | View::AllWallets));
    let of_account = view.is_none_or(|view| !view.is_public());
    if of_account && show_family(cx, family).await {
        return (view, None);
    }
    let network = cx.read(|s| {
        let is_of_it = |chain: &ChainId| chain.namespace == family;
        s.networks.active.clone().filter(is_of_it).or_else(|| networks::home_of(s, family))
    });
    let network = network.filter(|_| is_list);
    match network {
        Some(_) => (view.or(Some(View::Connect)), network),
        None => (view, None),
    }
}

/// Checks that the account can get a name: only one of the embedded wallet can (8.25).
fn may_name(cx: &Cx, view: Option<View>) -> Result<()> {
    let is_of_names = view.is_some_and(|view| view.row().opener == Some("names"));
    if is_of_names && !cx.read(names::is_possible) {
        return Err(Error::NoAddressOrAuth);
    }
    Ok(())
}

/// Opens a view through its feature, which loads its part of the binary and reads the page's arguments.
async fn open_by_feature(cx: &Cx, view: View, mut command: Value) -> Result<Reply> {
    // the feature opens several views, and reads the view's name from the command
    let arguments = match view.row().opener {
        Some("embedded" | "names" | "buy") => command,
        _ => command.get_mut("arguments").map(Value::take).unwrap_or_default(),
    };
    cx.run(view.row().opener.unwrap_or_default(), "open", arguments).await
}
