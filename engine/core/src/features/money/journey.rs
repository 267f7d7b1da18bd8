//! A journey that requests money from a wallet: a send, a swap, a revocation. Each implements [`Journey`]. The shared code
//! ([`super::attempt`], [`super::chain_check`]) uses it as a [`Way`], so it is compiled only once.

use super::sender::Sender;
use crate::features::money::model::stage::{Next, Stage};
use crate::features::money::model::transactions::TransactionItem;
use crate::flow::{Cx, ScopeId};
use crate::store::State;
use core::marker::PhantomData;
use serde_json::Value;

/// A kind of money request: sends, swaps.
pub(super) trait Journey: Sized + 'static {
    /// The previewed data, with the exact request.
    type Prepared: Clone + 'static;
    /// Its name in keys of flows.
    const NAME: &'static str;
    /// Its flows before the confirmation.
    const SCOPE: ScopeId;
    /// The same for what does not know what is prepared.
    const WAY: &'static dyn Way = &Of::<Self>(PhantomData);
    /// Its progress.
    fn stage(state: &State) -> &Stage<Self::Prepared>;
    /// The same, to be changed.
    fn stage_mut(state: &mut State) -> &mut Stage<Self::Prepared>;
    /// The request for the wallet.
    fn request(prepared: &Self::Prepared) -> &Value;
    /// Whether the request, read back, matches the preview and this sender.
    fn is_shown(cx: &Cx, sender: &Sender, prepared: &Self::Prepared) -> bool;
    /// The data for the stored entry.
    fn item(cx: &Cx, sender: &Sender, prepared: &Self::Prepared, id: &str) -> TransactionItem;
    /// Whether it belongs to the account and network of now.
    fn is_of_now(state: &State) -> bool;
    /// The prepared data belongs to an earlier account or network.
    fn forget_prepared(state: &mut State);
    /// Nothing was broadcast, and the form is visible: fetches the data for its checks again.
    fn load(cx: &Cx);
    /// The transaction is in a block and matches the request.
    fn confirmed(cx: &Cx, id: &str);
}

/// A journey with any kind of prepared data.
pub(super) trait Way {
    /// [`Journey::NAME`]
    fn name(&self) -> &'static str;
    /// [`Journey::SCOPE`]
    fn scope(&self) -> ScopeId;
    /// [`Stage::id`]
    fn id<'s>(&self, state: &'s State) -> Option<&'s str>;
    /// The request, from the preview on.
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
