//! Which view is open: a stack with history (2.26-2.28, views.md 1.1). Every other feature moves through the plain
//! functions here; the commands are for views and hosts.

use super::{needed, unknown_action};
use crate::caip::Namespace;
use crate::constants::PREFETCH_MS;
use crate::entities::Status;
use crate::error::{Error, Result};
use crate::event::Event;
use crate::features::networks::{self, NetworkBadge};
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
    /// Help.
    WhatIsAWallet,
    /// The wallets of Connect alone.
    ConnectWallets,
    /// Every wallet of the directory.
    AllWallets,
    /// Waits for a wallet that is not in this page.
    ConnectingWalletConnect,
    /// Any wallet, by QR code or link only.
    ConnectingWalletConnectBasic,
    /// Wallets for somebody who has none.
    GetWallet,
    /// Where one wallet can be had.
    Downloads,
    /// The connected account.
    Account,
    /// What can be set about it.
    AccountSettings,
    /// The list of networks.
    Networks,
    /// Help.
    WhatIsANetwork,
    /// Waits for a wallet to switch.
    SwitchNetwork,
    /// The wallet stands on a network that is not configured.
    UnsupportedChain,
    /// Signing in with the wallet.
    #[serde(rename = "SIWXSignMessage")]
    SiwxSignMessage,
    /// The send form.
    Send,
    /// The list of tokens that can be sent.
    SendSelectToken,
    /// What will be sent.
    SendPreview,
}

impl View {
    /// Names a host may open, aliases included (views.md 1.1). What is chosen or waited for in a view cannot be opened by name:
    /// a preview without a send is the form, a list of tokens too.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "Connect" => Self::Connect,
            "WhatIsAWallet" => Self::WhatIsAWallet,
            "ConnectWallets" => Self::ConnectWallets,
            "AllWallets" => Self::AllWallets,
            "ConnectingWalletConnect" | "ConnectingWalletConnectBasic" => Self::ConnectingWalletConnectBasic,
            "GetWallet" => Self::GetWallet,
            "Account" => Self::Account,
            "AccountSettings" => Self::AccountSettings,
            "Networks" => Self::Networks,
            "WhatIsANetwork" => Self::WhatIsANetwork,
            "SIWXSignMessage" | "ConnectingSiwe" => Self::SiwxSignMessage,
            "Send" | "WalletSend" | "SendPreview" | "WalletSendPreview" => Self::Send,
            "SendSelectToken" | "WalletSendSelectToken" => Self::SendSelectToken,
            _ => return None,
        })
    }

    /// Makes sense without an account.
    fn is_public(self) -> bool {
        matches!(
            self,
            Self::Connect
                | Self::ConnectingExternal
                | Self::WhatIsAWallet
                | Self::ConnectWallets
                | Self::AllWallets
                | Self::ConnectingWalletConnect
                | Self::ConnectingWalletConnectBasic
                | Self::GetWallet
                | Self::Downloads
                | Self::Networks
                | Self::WhatIsANetwork
        )
    }

    /// About networks: left as soon as one has been switched to.
    fn is_of_networks(self) -> bool {
        matches!(self, Self::Networks | Self::SwitchNetwork | Self::UnsupportedChain | Self::WhatIsANetwork)
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
    /// What is a wallet?
    Help,
    /// The network picker.
    Network,
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
    /// Of the network picker.
    pub network: NetworkBadge,
}

impl Router {
    /// The view on top.
    #[must_use]
    pub fn view(&self) -> Option<View> {
        self.stack.last().copied()
    }

    /// The view on top was come back to.
    #[must_use]
    pub fn is_back(&self) -> bool {
        self.direction == Direction::Back
    }

    /// The slice.
    #[must_use]
    pub fn slice(&self, state: &State) -> RouterSlice {
        let view = self.view().unwrap_or(View::Connect);
        let options = &state.options;
        let picks = state.networks.list.len() > 1 || !state.networks.is_supported();
        let left = match view {
            View::Connect if options.is_set("enableWalletGuide") => LeftSlot::Help,
            View::Account if picks && options.is_set("enableNetworkSwitch") => LeftSlot::Network,
            View::Connect | View::Account | View::UnsupportedChain | View::SiwxSignMessage => LeftSlot::None,
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
            network: networks::badge(state),
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

fn home(connected: bool) -> View {
    if connected { View::Account } else { View::Connect }
}

/// The wallet stands where nothing can be done, and the host has not said that it minds that itself (4.27).
fn is_stranded(state: &State) -> bool {
    networks::is_stranded(state) && !state.options.is_set("allowUnsupportedChain")
}

/// The open modal says when the wallet has gone to an unknown network, and stops when it has come back. A send that is out
/// is not covered: it is told of first.
pub fn follow_support(state: &mut State) {
    if !state.router.open {
        return;
    }
    let view = state.router.view();
    let stranded = is_stranded(state);
    let told = view == Some(View::SwitchNetwork) || (view == Some(View::SendPreview) && send::is_busy(state));
    if stranded && view != Some(View::UnsupportedChain) && !told {
        reset(state, View::UnsupportedChain);
    } else if !stranded && view == Some(View::UnsupportedChain) {
        reset(state, home(is_connected(state)));
    }
}

/// A network was switched to: the views about networks go; when there is nothing behind them the modal has done its work.
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

/// Opens the modal with one view; a view that needs an account shows Connect without one.
pub fn open(state: &mut State, wanted: Option<View>) {
    let connected = is_connected(state);
    let view = match wanted {
        _ if is_stranded(state) => View::UnsupportedChain,
        _ if state.sign_in.is_owed() => View::SiwxSignMessage,
        Some(View::SiwxSignMessage) if !state.sign_in.is_asked() => home(connected),
        Some(view) if view.is_public() || connected => view,
        _ => home(connected),
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

/// Back to a view that is in the history; instead of the last one when it is not.
pub fn back_to(state: &mut State, view: View) {
    match state.router.stack.iter().rposition(|known| *known == view) {
        Some(at) => show(state, |router| {
            router.stack.truncate(at + 1);
            router.direction = Direction::Back;
        }),
        None => replace(state, view),
    }
}

/// What was prepared for a send is gone: no view of it stays, also not behind another one.
pub fn forget_preview(state: &mut State) {
    let of_it = |view: &View| matches!(view, View::SendPreview | View::SendSelectToken);
    if state.router.view().as_ref().is_some_and(of_it) {
        back_to(state, View::Send);
    }
    if state.router.stack.iter().any(of_it) {
        show(state, |router| router.stack.retain(|view| !of_it(view)));
    }
}

/// Shows one view with nothing behind it.
pub fn reset(state: &mut State, view: View) {
    show(state, |router| {
        router.stack = alloc::vec![view];
        router.direction = Direction::Replace;
    });
}

/// What lives in the open modal.
const MODAL_SCOPES: [ScopeId; 4] = [ScopeId::Connecting, ScopeId::Send, ScopeId::Switch, ScopeId::Modal];

/// Closes the modal and everything that lived in it. One that the host has embedded shows its first view instead.
pub fn close(cx: &Cx, reason: CloseReason) {
    if cx.read(|s| s.options.enable_embedded && s.router.open) {
        for scope in MODAL_SCOPES {
            cx.close_scope(scope, &Error::ModalClosed);
        }
        cx.update(|state| open(state, None));
        return;
    }
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
        for scope in MODAL_SCOPES {
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

/// A close by the person: refused where there is something to be done first (views.md section 1, "refusal").
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

/// One view back; from the first view the modal closes (2.27); back to Connect while connected shows Account (2.28).
pub fn back(cx: &Cx) {
    let (view, depth) = cx.read(|s| (s.router.view(), s.router.stack.len()));
    if depth <= 1 {
        close_by_user(cx);
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
        follow_support(state);
    });
    match view {
        Some(
            View::ConnectingExternal | View::ConnectingWalletConnect | View::ConnectingWalletConnectBasic,
        ) => cx.close_scope(ScopeId::Connecting, &Error::Aborted),
        Some(View::SendPreview) => send::leave_preview(cx),
        Some(View::SwitchNetwork) => cx.close_scope(ScopeId::Switch, &Error::Aborted),
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
    /// Shows one view with nothing behind it.
    #[ts(rename = "router.reset")]
    Reset { view: View },
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
                if view == Some(View::SiwxSignMessage) {
                    return crate::engine::dispatch(&cx, json!({ "type": "signIn.open" })).await;
                }
                cx.update(|s| open(s, view));
                let prefetch_cx = cx.clone();
                cx.background(ScopeId::Modal, async move {
                    prefetch_cx.ports().clock.sleep(PREFETCH_MS).await;
                    (prefetch_cx.rows().prefetch)();
                    Ok(Reply::Done)
                });
                if matches!(cx.read(|s| s.router.view()), Some(View::Send | View::SendSelectToken)) {
                    return open_send(&cx, &command).await;
                }
            }
            "close" => {
                let reason = match command.text("reason") {
                    Some("user") => {
                        close_by_user(&cx);
                        return Ok(Reply::Done);
                    }
                    Some("success") => CloseReason::Success,
                    Some("error") => CloseReason::Error,
                    _ => CloseReason::Host,
                };
                close(&cx, reason);
            }
            "push" | "replace" | "reset" => {
                let view = view_of(&command)?.ok_or(Error::BadParams { field: "view".into() })?;
                if !view.is_public() && view != View::SiwxSignMessage && !cx.read(is_connected) {
                    return Err(Error::Unauthorized);
                }
                if view == View::SiwxSignMessage {
                    return crate::engine::dispatch(&cx, json!({ "type": "signIn.open" })).await;
                }
                if view == View::Send {
                    return open_send(&cx, &command).await;
                }
                if view == View::SendSelectToken && cx.read(|s| s.router.view()) != Some(View::Send) {
                    return open_send(&cx, &command).await;
                }
                let go = match action.as_str() {
                    "push" => push,
                    "replace" => replace,
                    _ => reset,
                };
                cx.update(|s| {
                    go(s, view);
                    let event = match view {
                        View::Networks => "CLICK_NETWORKS",
                        View::WhatIsAWallet => "CLICK_WALLET_HELP",
                        View::WhatIsANetwork => "CLICK_NETWORK_HELP",
                        View::AllWallets => "CLICK_ALL_WALLETS",
                        View::GetWallet => "CLICK_GET_WALLET_HELP",
                        _ => return,
                    };
                    s.tell(Event::track(event, &[]));
                });
            }
            "back" => back(&cx),
            _ => return Err(unknown_action("router", needed(&command, "type").unwrap_or(&action))),
        }
        Ok(Reply::Done)
    })
}

/// The send form is opened by its own feature, which brings its chunk along.
///
/// Only the token, the receiver and the amount are taken from the host: whatever else its arguments hold must not become a command.
async fn open_send(cx: &Cx, command: &Value) -> Result<Reply> {
    let text = |name| command.field("arguments").and_then(|arguments| arguments.text(name));
    crate::engine::dispatch(
        cx,
        json!({ "type": "send.open", "token": text("token"), "to": text("to"), "amount": text("amount") }),
    )
    .await
}
