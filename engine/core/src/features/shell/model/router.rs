//! The open view, and the history of views (2.26-2.28, docs/spec/views.md 1.1). Every feature navigates with the plain
//! functions here.

use super::view::{LeftSlot, View};
use crate::caip::ChainId;
use crate::entities::Status;
use crate::event::Event;
use crate::features::account::model::accounts::Account;
use crate::features::networks::model::{self as networks, NetworkBadge};
use crate::features::project::model as project;
use crate::store::State;
use alloc::vec::Vec;
use serde::Serialize;

/// How the view was reached, which decides its animation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Direction {
    /// The user went one level deeper.
    #[default]
    Forward,
    /// The user went back.
    Back,
    /// The view replaced the previous one.
    Replace,
}

/// Why the modal closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum CloseReason {
    /// The user closed it: X, overlay, Esc, drag, back from the first view.
    User,
    /// The journey for which the modal was opened has succeeded.
    Success,
    /// The page closed it.
    Host,
    /// An error closed it.
    Error,
}

/// The history of views, and whether the modal is open.
#[derive(Default)]
pub struct Router {
    /// Whether the modal is open.
    pub open: bool,
    pub(crate) stack: Vec<View>,
    pub(crate) direction: Direction,
    /// How often a close was rejected.
    pub refusals: u32,
    /// A number that grows with each opening. A flow closes only the opening in which it started.
    pub openings: u32,
    /// A success is displayed. Ends with its view.
    pub done: bool,
    /// The result of a journey is displayed until the user leaves its view.
    pub(crate) ended: bool,
    /// The user clicked the list of the first card, so the next opening doesn't wait.
    pub(crate) hurries: bool,
    /// The modal was opened for one namespace, so it lists wallets of that namespace.
    pub(crate) is_for_family: bool,
    /// The success was displayed long enough, so the next view can open. The current one displays it until then.
    pub(crate) passed: bool,
}

/// Slice `router`: the current view and its header.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RouterSlice {
    /// Whether the modal is open.
    pub open: bool,
    /// The view on top.
    pub view: View,
    /// How the view was reached.
    pub direction: Direction,
    /// How many views the history has, including this one.
    pub depth: usize,
    /// The left slot of the header.
    pub left: LeftSlot,
    /// How often a close was rejected. A change starts the card's shake animation.
    pub refusals: u32,
    /// The view displays the success of its journey for a moment.
    pub done: bool,
    /// The wallet of the connecting views.
    pub wallet: Option<crate::entities::WalletRow>,
    /// The network of the network picker.
    pub network: NetworkBadge,
    /// The modal is closed, and the next opening adds nothing to the slices. The element can prepare the view within
    /// the click.
    pub certain: bool,
}

impl Router {
    /// The view on top.
    #[must_use]
    pub fn view(&self) -> Option<View> {
        self.stack.last().copied()
    }

    /// Whether the user reached the view by going back.
    #[must_use]
    pub fn is_back(&self) -> bool {
        self.direction == Direction::Back
    }

    /// Builds the slice `router`. While the modal is closed, the slice describes the first view of the next opening.
    #[must_use]
    pub fn slice(&self, state: &State) -> RouterSlice {
        let (view, depth, direction) = match self.view().filter(|_| self.open) {
            Some(view) => (view, self.stack.len(), self.direction),
            None => (shown_of(state, None), 1, Direction::Forward),
        };
        let options = &state.options;
        let picks = state.networks.list.len() > 1 || !state.networks.is_supported();
        let left = match view.row().left {
            // a user who adds a wallet comes from a view to return to
            LeftSlot::Help if depth > 1 => LeftSlot::Back,
            LeftSlot::Help if !options.is_set("enableWalletGuide") => LeftSlot::None,
            LeftSlot::Network if !(picks && options.is_set("enableNetworkSwitch")) => LeftSlot::None,
            left => left,
        };
        RouterSlice {
            open: self.open,
            view,
            direction,
            depth,
            left,
            refusals: self.refusals,
            done: self.done,
            wallet: state.connect.wallet(state),
            network: networks::badge(state),
            certain: !self.open && !project::brings(state),
        }
    }
}

/// Whether an account is displayed as connected.
pub(crate) fn is_connected(state: &State) -> bool {
    state.accounts.by.values().any(|account| account.status == Status::Connected)
}

pub(crate) fn show(state: &mut State, change: impl FnOnce(&mut Router)) {
    let previous = state.router.view();
    change(&mut state.router);
    let view = state.router.view();
    if view != previous {
        (state.router.done, state.router.ended) = (false, false);
    }
    let looks_for_one = state.router.open
        && (state.router.is_for_family || state.router.stack.contains(&View::SwitchActiveChain));
    if state.networks.wanted.is_some() && !looks_for_one {
        state.networks.wanted = None;
    }
    if let Some(view) = view.filter(|view| state.router.open && Some(*view) != previous) {
        let direction = state.router.direction;
        state.emit(Event::ViewChange { view, previous, direction });
    }
}

/// The first view: Account, even during the silent restore (docs/spec/views.md, rows 4.1, 4.2).
pub(crate) fn home(state: &State) -> View {
    let comes_back = |status| matches!(status, Status::Connected | Status::Reconnecting);
    match state.accounts.by.values().any(|account| comes_back(account.status)) {
        true => View::Account,
        false => View::Connect,
    }
}

/// Whether a stored connection's wallet hasn't announced itself yet, but still can in time.
pub(crate) fn looks_for_stored(state: &State) -> bool {
    let is_stored = |account: &Account| {
        account.status == Status::Connecting && !account.entries.is_empty() && !account.is_late
    };
    !is_connected(state) && state.accounts.by.values().any(is_stored)
}

/// Whether a stored connection's wallet has a silent request.
pub(crate) fn is_coming_back(state: &State) -> bool {
    !is_connected(state) && state.accounts.by.values().any(|account| account.status == Status::Reconnecting)
}

/// Handles the end of a restore: the account replaces the list of wallets, or the reverse.
pub(crate) fn follow_restored(state: &mut State) {
    let (home, stack) = (home(state), &state.router.stack);
    let wrong = match home {
        View::Account => *stack == [View::Connect],
        _ => stack.last().is_some_and(|view| !view.is_public() && *view != View::SiwxSignMessage),
    };
    if state.router.open && wrong {
        reset(state, home);
    }
}

/// Whether the wallet is on an unsupported network, and the page hasn't set `allowUnsupportedChain` (4.27).
pub(crate) fn is_stranded(state: &State) -> bool {
    networks::is_stranded(state) && !state.options.is_set("allowUnsupportedChain")
}

/// The open view from which other views started and to which they return: a payment's.
pub(crate) fn origin(state: &State) -> Option<View> {
    state.router.stack.iter().copied().find(|view| view.row().is_origin)
}

/// Opens UnsupportedChain in the open modal if the wallet is on an unconfigured network, and closes it when the wallet
/// is back. Never replaces a pending send, whose result is displayed first.
pub fn follow_support(state: &mut State) {
    if !state.router.open {
        return;
    }
    let view = state.router.view();
    let stranded = is_stranded(state);
    // a payment uses its own network
    let told = origin(state).is_some()
        || view.is_some_and(is_request)
        || view.and_then(|view| view.row().waits).is_some_and(|waits| (waits.is_busy)(state));
    if stranded && view != Some(View::UnsupportedChain) && !told {
        reset(state, View::UnsupportedChain);
    } else if !stranded && view == Some(View::UnsupportedChain) {
        let home = home(state);
        reset(state, home);
    }
}

/// Whether the view is a page's request that the user decides on. The request names its own network, and closing the
/// view rejects it.
fn is_request(view: View) -> bool {
    matches!(view, View::ApproveTransaction | View::ReviewRequest)
}

/// The first view of an opening. A view that needs an account becomes Connect without one.
pub(crate) fn shown_of(state: &State, wanted: Option<View>) -> View {
    let is_anywhere =
        wanted.is_some_and(|view| view.row().is_origin || view == View::PayLoading || is_request(view));
    match wanted {
        _ if is_stranded(state) && !is_anywhere => View::UnsupportedChain,
        _ if state.sign_in.is_owed() => View::SiwxSignMessage,
        Some(View::SiwxSignMessage) if !state.sign_in.is_asked() => home(state),
        Some(view) if view.is_public() || is_connected(state) => view,
        _ => home(state),
    }
}

/// Opens the modal with one view.
pub fn open(state: &mut State, wanted: Option<View>) {
    open_for(state, wanted, None);
}

/// Opens the modal with one view. A list of wallets is limited to the namespace of this network (decision 174,
/// "`open({namespace})`, and buttons with `namespace`").
pub(crate) fn open_for(state: &mut State, wanted: Option<View>, network: Option<ChainId>) {
    state.router.is_for_family = network.is_some();
    if state.networks.wanted != network {
        state.networks.wanted = network;
    }
    let connected = is_connected(state);
    let view = shown_of(state, wanted);
    let was_open = state.router.open;
    if !was_open {
        state.router.openings += 1;
        project::take(state);
    }
    show(state, |router| {
        (router.open, router.done, router.ended, router.hurries) = (true, false, false, false);
        router.stack = alloc::vec![view];
        if let Some(origin) = wanted.filter(|wanted| wanted.row().is_origin && *wanted != view) {
            router.stack.insert(0, origin);
        }
        router.direction = Direction::Forward;
    });
    if !was_open {
        state.emit(Event::Open { view, connected });
        state.emit(Event::track("MODAL_OPEN", &[("connected", if connected { "true" } else { "false" })]));
    }
}

/// Shows a view on top. If it is already there, the stack doesn't change.
pub fn push(state: &mut State, view: View) {
    if state.router.view() == Some(view) {
        return;
    }
    show(state, |router| {
        router.stack.push(view);
        router.direction = Direction::Forward;
    });
}

/// Replaces the view on top.
pub fn replace(state: &mut State, view: View) {
    show(state, |router| {
        router.stack.pop();
        router.stack.push(view);
        router.direction = Direction::Replace;
    });
}

/// Goes back to a view in the history. If the history doesn't contain it, it replaces the view on top.
pub fn back_to(state: &mut State, view: View) {
    match state.router.stack.iter().rposition(|known| *known == view) {
        Some(at) => show(state, |router| {
            router.stack.truncate(at + 1);
            router.direction = Direction::Back;
        }),
        None => replace(state, view),
    }
}

/// Ends a view, and shows the previous one.
pub fn drop_view(state: &mut State, view: View) {
    show(state, |router| {
        router.stack.retain(|known| *known != view);
        router.direction = Direction::Back;
    });
}

/// The open view's journey has succeeded. Its result replaces the view until the user leaves, and back leads to the account instead of an
/// empty form.
pub(crate) fn end(state: &mut State, view: View) -> bool {
    let is_shown = state.router.open && state.router.view() == Some(view);
    if is_shown {
        state.router.ended = true;
        state.router.stack = alloc::vec![View::Account, view];
    }
    is_shown
}

/// Removes a form's views from the whole history, because its data was dropped.
pub(crate) fn forget_form(state: &mut State, form: View) {
    forget_views(state, form, |view| view.row().form == Some(form));
}

/// Removes obsolete views from the whole history, and shows `before` if one of them is open.
pub(crate) fn forget_views(state: &mut State, before: View, of_it: impl Fn(&View) -> bool) {
    let is_shown = state.router.view().as_ref().is_some_and(&of_it);
    if state.router.ended && is_shown {
        reset(state, View::Account); // the transaction is sent, and the form is empty
    } else if is_shown {
        let before = origin(state).unwrap_or(before);
        back_to(state, before);
    }
    if state.router.stack.iter().any(&of_it) {
        show(state, |router| router.stack.retain(|view| !of_it(view)));
    }
}

/// Shows one view with an empty history.
pub fn reset(state: &mut State, view: View) {
    show(state, |router| {
        router.stack = alloc::vec![view];
        router.direction = Direction::Replace;
    });
}
