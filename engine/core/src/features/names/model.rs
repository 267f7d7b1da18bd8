//! A name for the account of the embedded wallet (1.17, 2.18, 2.19, 6.10): the typed text, the registry's suggestions, and the progress
//! of the registration.

use crate::caip::{AccountId, Namespace};
use crate::entities::{Status, WalletHandle};
use crate::features::account::model::context::Move;
use crate::features::account::model::identity;
use crate::features::embedded::model::is_embedded;
use crate::features::shell::model::router;
use crate::features::shell::model::view::View;
use crate::namespaces::eip155::rules::names::{self, OWN_LABEL_CHARS_MAX, SUFFIX};
use crate::store::State;
use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;

/// Loading state of the suggestions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum NameSuggestPhase {
    /// Not requested, because the text can't be a name.
    #[default]
    None,
    /// Loading.
    Loading,
    /// Loaded.
    Ready,
    /// The request failed.
    Failed,
}

/// The progress of a registration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum NamePhase {
    /// The user edits the form.
    #[default]
    Editing,
    /// The wallet has the request to sign.
    Signing,
    /// The registry has the request.
    Registering,
}

/// The state of the typed name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum NameCheck {
    /// The field is empty.
    Empty,
    /// The name is too short (5.13).
    Short,
    /// The name isn't valid (5.13).
    Invalid,
    /// The name is registered already.
    Taken,
    /// The name is available.
    Ready,
}

/// A suggested name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NameSuggestion {
    /// The name without its suffix.
    pub label: String,
    /// The name with its suffix.
    pub name: String,
    /// The name is registered already.
    pub taken: bool,
}

/// The form, and the registered name.
#[derive(Default)]
pub struct Names {
    /// The typed text without a suffix.
    pub(crate) typed: String,
    /// Loading state of the suggestions.
    pub(crate) suggest: NameSuggestPhase,
    /// The suggested names.
    pub(crate) suggestions: Vec<NameSuggestion>,
    /// The reason for missing suggestions.
    pub(crate) suggest_error: Option<String>,
    /// A number that grows with each change of the text. A response with an older number is stale.
    pub(crate) turn: u32,
    /// The progress of a registration.
    pub(crate) phase: NamePhase,
    /// Why the last registration failed.
    pub(crate) error: Option<String>,
    /// The last name registered in this form, with its address.
    pub(crate) registered: Option<(String, String)>,
}

impl Names {
    /// The typed text, if it can be a name.
    pub(crate) fn label(&self) -> Option<String> {
        names::label(&self.typed)
    }

    fn check(&self) -> NameCheck {
        let Some(label) = self.label() else {
            // the form of the text with a few more characters
            let longer = [&self.typed, "aaaa"].concat();
            return match names::label(&longer) {
                _ if self.typed.is_empty() => NameCheck::Empty,
                Some(_) => NameCheck::Short,
                None => NameCheck::Invalid,
            };
        };
        let taken = self.suggestions.iter().any(|known| known.taken && known.label == label);
        if taken { NameCheck::Taken } else { NameCheck::Ready }
    }
}

/// Slice `names`: the form, and the registered name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NamesSlice {
    /// The typed text without a suffix.
    pub label: String,
    /// The suffix of the name.
    pub suffix: &'static str,
    /// The state of the typed name.
    pub check: NameCheck,
    /// Loading state of the suggestions.
    pub suggest: NameSuggestPhase,
    /// The registry's suggestions.
    pub suggestions: Vec<NameSuggestion>,
    /// The reason for missing suggestions.
    pub suggest_error: Option<String>,
    /// The progress of a registration.
    pub phase: NamePhase,
    /// Why the last registration failed.
    pub error: Option<String>,
    /// The registered name.
    pub name: Option<String>,
    /// The address of the registered name.
    pub address: Option<String>,
    /// The avatar as a `blob:` URL.
    pub image: Option<String>,
}

/// Builds the slice.
#[must_use]
pub fn slice(state: &State) -> NamesSlice {
    let of = &state.names;
    let (name, address) = of.registered.clone().unzip();
    NamesSlice {
        label: of.typed.clone(),
        suffix: SUFFIX,
        check: of.check(),
        suggest: of.suggest,
        suggestions: of.suggestions.clone(),
        suggest_error: of.suggest_error.clone(),
        phase: of.phase,
        error: of.error.clone(),
        name,
        image: address.as_ref().and_then(|address| identity::image(state, address)),
        address,
    }
}

/// The text for the field. Removes the suffix of a pasted name, because the form adds it.
#[must_use]
pub fn typed(text: &str) -> String {
    let text = text.trim();
    let small = text.to_ascii_lowercase();
    let label = names::before_suffix(&small).and_then(|own| text.get(..own.len())).unwrap_or(text);
    label.chars().filter(|c| !c.is_control()).take(OWN_LABEL_CHARS_MAX).collect()
}

/// Whether an account can get a name: the connected one of the embedded wallet, on an EVM network (6.10).
pub(crate) fn is_possible(state: &State) -> bool {
    holder(state).is_some()
}

/// The account that can get a name, and its wallet.
pub(crate) fn holder(state: &State) -> Option<(AccountId, WalletHandle)> {
    let account = state.accounts.by.get(&Namespace::Eip155)?;
    let entry =
        account.entries.first().filter(|_| account.status == Status::Connected && is_embedded(account))?;
    let chain = state.networks.active.clone().filter(|chain| chain.namespace == Namespace::Eip155)?;
    let account_id = AccountId { chain, address: entry.address.clone() };
    account.handle.filter(|_| state.networks.is_supported()).map(|handle| (account_id, handle))
}

/// Handles a changed account or network: requests suggestions again, and drops the registered name of the previous
/// account.
pub fn forget(state: &mut State, moved: &Move) {
    if moved.is_page && !is_possible(state) {
        forget_views(state, false); // the page shows another namespace
    }
    if moved.namespace != Namespace::Eip155 || !moved.is_other {
        return;
    }
    let names = core::mem::take(&mut *state.names);
    let stays_connected = moved.stays_connected && is_possible(state);
    // the flow of a pending registration ends with its own error
    *state.names = Names {
        typed: if stays_connected { names.typed } else { String::new() },
        turn: names.turn.wrapping_add(1),
        phase: names.phase,
        ..Names::default()
    };
    forget_views(state, stays_connected);
}

/// Closes the view of the registered name, which belongs to another account. The other two views stay if this account
/// can also get a name.
fn forget_views(state: &mut State, stays_connected: bool) {
    let is_over = |view: &View| match view {
        View::RegisterAccountNameSuccess => true,
        View::ChooseAccountName | View::RegisterAccountName => !stays_connected,
        _ => false,
    };
    if state.router.view().as_ref().is_some_and(is_over) {
        let home = router::home(state);
        router::reset(state, home);
    } else if state.router.stack.iter().any(is_over) {
        router::show(state, |router| router.stack.retain(|view| !is_over(view)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // req: 5.13, 9.34
    #[test]
    fn strips_the_suffix_of_a_pasted_name() {
        for (text, label) in [
            ("alice", "alice"),
            (" Alice.Reown.ID ", "Alice"),
            ("alice.wcn.id", "alice"),
            ("alice.eth", "alice.eth"),
            (".reown.id", ""),
            ("\u{e4}.reown.id", "\u{e4}"),
            ("a\nb\u{7}", "ab"),
        ] {
            assert_eq!(typed(text), label, "{text}");
        }
        assert_eq!(typed(&"a".repeat(1_000)).len(), OWN_LABEL_CHARS_MAX);
    }
    // req: 2.18, 2.19
    #[test]
    fn removes_views_of_another_accounts_name_from_the_history() {
        let left = |stack: &[View], goes_on: bool| {
            let mut state = State::default();
            state.router.stack = stack.to_vec();
            forget_views(&mut state, goes_on);
            state.router.stack.clone()
        };
        let (form, done) = (View::RegisterAccountName, View::RegisterAccountNameSuccess);
        let stack = [View::Account, form, done, View::Networks];
        assert_eq!(left(&stack, true), [View::Account, form, View::Networks]);
        assert_eq!(left(&stack, false), [View::Account, View::Networks]);
        assert_eq!(left(&[View::Account, View::Networks], false), [View::Account, View::Networks]);
        assert_eq!(left(&[View::Account, done], true), [View::Connect], "home, where nobody is connected");
    }
}
