//! Suggests names, shortly after the last keystroke (decision 16, "Names, onramp and sessions").

use super::model::{self, NameSuggestPhase, NameSuggestion};
use super::said;
use crate::api::names as api;
use crate::caip::Namespace;
use crate::constants::NAME_SUGGESTIONS_MS;
use crate::error::Error;
use crate::features::shell::alerts;
use crate::flow::{Cx, Reply, ScopeId};
use crate::namespaces::eip155::rules::names::SUFFIX;
use alloc::string::ToString;
use alloc::vec::Vec;

/// Requests suggestions for the typed name. With `at_once`, doesn't wait for more keystrokes. A response for another
/// text or account is stale.
pub(super) fn ask(cx: &Cx, at_once: bool) {
    let (asked, turn) = cx.update(|s| {
        let asked = model::holder(s).zip(s.names.label());
        let names = &mut *s.names;
        names.turn = names.turn.wrapping_add(1);
        (names.suggestions, names.suggest_error) = (Vec::new(), None);
        names.suggest = match asked {
            Some(_) => NameSuggestPhase::Loading,
            None => NameSuggestPhase::None,
        };
        (asked, names.turn)
    });
    let Some(((account, _), label)) = asked else { return };
    let generation = |cx: &Cx| cx.read(|s| s.moves.generation(Namespace::Eip155));
    let (flow_cx, of) = (cx.clone(), generation(cx));
    cx.background(ScopeId::Modal, async move {
        let cx = flow_cx;
        let is_late = || cx.read(|s| s.names.turn) != turn || generation(&cx) != of;
        if !at_once {
            cx.ports().clock.sleep(NAME_SUGGESTIONS_MS).await;
        }
        if is_late() {
            return Ok(Reply::Done);
        }
        let answer = alerts::of_service(&cx, api::suggestions(&cx, &account.chain, &label).await);
        if is_late() {
            return Ok(Reply::Done);
        }
        cx.update(|s| match answer {
            Ok(list) => {
                s.names.suggest = NameSuggestPhase::Ready;
                let all = list.into_iter().map(|item| NameSuggestion {
                    name: [&item.label, SUFFIX].concat(),
                    label: item.label,
                    taken: item.taken,
                });
                s.names.suggestions = all.collect();
            }
            Err(error) => {
                let error = said(error, |details| Error::NameSuggestionsFailed { details });
                s.names.suggest = NameSuggestPhase::Failed;
                s.names.suggest_error = Some(error.data().details.unwrap_or_else(|| error.to_string()));
            }
        });
        Ok(Reply::Done)
    });
}
