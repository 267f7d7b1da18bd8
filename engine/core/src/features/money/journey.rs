//! A journey that requests money from a wallet: a send, a swap, a revocation. Each implements [`Journey`]. The shared
//! code ([`super::attempt`], [`super::chain_check`]) uses it as a [`Way`], so it is compiled only once.

use super::sender::Sender;
use crate::features::money::model::stage::{Next, SendPhase, Stage};
use crate::features::money::model::transactions::TransactionItem;
use crate::flow::{Cx, ScopeId};
use crate::store::State;
use alloc::boxed::Box;
use core::marker::PhantomData;
use serde_json::Value;

/// A kind of money request.
pub(super) trait Journey: Sized + 'static {
    /// The prepared data, with the exact request.
    type Prepared: Clone + 'static;
    /// The name in the keys of flows.
    const NAME: &'static str;
    /// The scope of its flows before the confirmation.
    const SCOPE: ScopeId;
    /// The journey as a [`Way`], for code that doesn't know the prepared data.
    const WAY: &'static dyn Way = &Of::<Self>(PhantomData);
    /// The current stage.
    fn stage(state: &State) -> &Stage<Self::Prepared>;
    /// The current stage, to change it.
    fn stage_mut(state: &mut State) -> &mut Stage<Self::Prepared>;
    /// The request for the wallet.
    fn request(prepared: &Self::Prepared) -> &Value;
    /// Whether the request, decoded again, matches the preview and this sender.
    fn is_shown(cx: &Cx, sender: &Sender, prepared: &Self::Prepared) -> bool;
    /// The data for the stored entry.
    fn item(cx: &Cx, sender: &Sender, prepared: &Self::Prepared, id: &str) -> TransactionItem;
    /// Whether the prepared data belongs to the current account and network.
    fn is_of_now(state: &State) -> bool;
    /// Drops prepared data of an earlier account or network.
    fn forget_prepared(state: &mut State);
    /// Loads the form's data again, because nothing was broadcast and the form is displayed.
    fn load(cx: &Cx);
    /// Handles a transaction that is in a block and matches the request.
    fn confirmed(cx: &Cx, id: &str);
}

/// What a click on the button of a preview confirms.
pub(super) enum Confirmable<Prepared> {
    /// The request that the preview shows.
    Prepared(Box<Prepared>),
    /// A block reverted the request: it is prepared and reviewed again.
    Reverted(Box<Prepared>),
    /// Nothing. The wallet might still send the request.
    Unknown,
    /// Nothing is prepared.
    Nothing,
}

/// Reads it from the stage of a journey.
pub(super) fn confirmable<J: Journey>(state: &State) -> Confirmable<J::Prepared> {
    let stage = J::stage(state);
    let copy = |prepared: &J::Prepared| Box::new(prepared.clone());
    match (stage, stage.waiting()) {
        (Stage::Reverted { prepared, .. }, _) => Confirmable::Reverted(copy(prepared)),
        (_, Some(prepared)) => Confirmable::Prepared(copy(prepared)),
        _ if stage.phase(&state.transactions) == SendPhase::Unknown => Confirmable::Unknown,
        _ => Confirmable::Nothing,
    }
}

/// A journey without the type of its prepared data.
pub(super) trait Way {
    /// [`Journey::NAME`]
    fn name(&self) -> &'static str;
    /// [`Journey::SCOPE`]
    fn scope(&self) -> ScopeId;
    /// [`Stage::id`]
    fn id<'s>(&self, state: &'s State) -> Option<&'s str>;
    /// The request, once it is prepared.
    fn request<'s>(&self, state: &'s State) -> Option<&'s Value>;
    /// The request, while the preview waits for a click.
    fn waiting<'s>(&self, state: &'s State) -> Option<&'s Value>;
    /// [`Stage::ask`]
    fn ask(&self, state: &mut State, id: &str) -> bool;
    /// [`Stage::go_on`]
    fn advance(&self, state: &mut State, id: &str, next: Next);
    /// [`Journey::is_of_now`]
    fn is_of_now(&self, state: &State) -> bool;
    /// [`Journey::forget_prepared`]
    fn forget_prepared(&self, state: &mut State);
    /// [`Journey::load`]
    fn load(&self, cx: &Cx);
    /// [`Journey::confirmed`]
    fn confirmed(&self, cx: &Cx, id: &str);
}

struct Of<J>(PhantomData<J>);

impl<J: Journey> Way for Of<J> {
    fn name(&self) -> &'static str {
        J::NAME
    }

    fn scope(&self) -> ScopeId {
        J::SCOPE
    }

    fn id<'s>(&self, state: &'s State) -> Option<&'s str> {
        J::stage(state).id()
    }

    fn request<'s>(&self, state: &'s State) -> Option<&'s Value> {
        J::stage(state).prepared().map(J::request)
    }

    fn waiting<'s>(&self, state: &'s State) -> Option<&'s Value> {
        J::stage(state).waiting().map(J::request)
    }

    fn ask(&self, state: &mut State, id: &str) -> bool {
        J::stage_mut(state).ask(id)
    }

    fn advance(&self, state: &mut State, id: &str, next: Next) {
        J::stage_mut(state).go_on(id, next);
    }

    fn is_of_now(&self, state: &State) -> bool {
        J::is_of_now(state)
    }

    fn forget_prepared(&self, state: &mut State) {
        J::forget_prepared(state);
    }

    fn load(&self, cx: &Cx) {
        J::load(cx);
    }

    fn confirmed(&self, cx: &Cx, id: &str) {
        J::confirmed(cx, id);
    }
}
