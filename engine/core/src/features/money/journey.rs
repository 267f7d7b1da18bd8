//! What asks a wallet for money: sending, swapping, taking an allowance back. Each is a [`Journey`]; what they have in common ([`super::attempt`],
//! [`super::chain_check`]) sees it as a [`Way`], so that it is compiled once and not for each of them.

use super::sender::Sender;
use crate::features::money::model::stage::{Next, Stage};
use crate::features::money::model::transactions::TransactionItem;
use crate::flow::{Cx, ScopeId};
use crate::store::State;
use core::marker::PhantomData;
use serde_json::Value;

/// A way to a wallet that is asked for money: sending, swapping.
pub(super) trait Journey: Sized + 'static {
    /// What is previewed, with the very request.
    type Prepared: Clone + 'static;
    /// Its name in keys of flows.
    const NAME: &'static str;
    /// Its flows before the confirmation.
    const SCOPE: ScopeId;
    /// The same for what does not know what is prepared.
    const WAY: &'static dyn Way = &Of::<Self>(PhantomData);
    /// How far it is.
    fn stage(state: &State) -> &Stage<Self::Prepared>;
    /// The same, to be changed.
    fn stage_mut(state: &mut State) -> &mut Stage<Self::Prepared>;
    /// What the wallet will be asked.
    fn request(prepared: &Self::Prepared) -> &Value;
    /// The request, read back, is what was shown, and is of this sender.
    fn is_shown(cx: &Cx, sender: &Sender, prepared: &Self::Prepared) -> bool;
    /// What is remembered of it.
    fn item(cx: &Cx, sender: &Sender, prepared: &Self::Prepared, id: &str) -> TransactionItem;
    /// Whether it belongs to the account and network of now.
    fn is_of_now(state: &State) -> bool;
    /// What was prepared is of an account or network before.
    fn forget_prepared(state: &mut State);
    /// Nothing was sent, and the form is on the screen: what it is checked against is read again.
    fn load(cx: &Cx);
    /// In a block, as it was asked for.
    fn confirmed(cx: &Cx, id: &str);
}

/// A journey, whatever it prepares.
pub(super) trait Way {
    /// [`Journey::NAME`]
    fn name(&self) -> &'static str;
    /// [`Journey::SCOPE`]
    fn scope(&self) -> ScopeId;
    /// [`Stage::id`]
    fn id<'s>(&self, state: &'s State) -> Option<&'s str>;
    /// What the wallet was or will be asked, from the preview on.
    fn request<'s>(&self, state: &'s State) -> Option<&'s Value>;
    /// What the wallet will be asked, while that waits for a click.
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
