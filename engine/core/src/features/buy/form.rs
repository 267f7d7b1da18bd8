//! The form: opening and editing it, and loading the currencies and assets from the service, or the built-in list if
//! that fails (7.23).

use super::model::draw::{OnrampCheck, check, is_priced};
use super::model::offered::is_offered;
use super::model::{Attempt, Buy, account, is_of_buying};
use super::quote;
use crate::api::onramp;
use crate::command::needed;
use crate::error::{Error, Result};
use crate::event::Event;
use crate::features::shell::{View, alerts, router};
use crate::flow::{Cx, Reply, ScopeId};
use crate::services::onramp::OnrampOptions;
use alloc::string::String;
use serde_json::Value;

/// Opens the form. Opens the list of providers if `at_providers` is set, or if no provider here has prices.
pub(super) async fn open(cx: &Cx, at_providers: bool) -> Result<()> {
    if !cx.read(|s| is_offered(s) && account(s).is_some()) {
        cx.update(|state| {
            if state.router.view().is_some_and(is_of_buying) {
                router::reset(state, View::Account);
            }
        });
        return Err(Error::ActionNotAllowed);
    }
    cx.close_scope(ScopeId::Buy, &Error::Aborted);
    cx.update(|state| {
        let buy = &mut *state.buy;
        buy.form.amount.clear();
        buy.attempt = Attempt::default();
        (buy.price, buy.error) = (None, None);
        let view = match at_providers || !is_priced(state) {
            true => View::OnRampProviders,
            false => View::OnRamp,
        };
        // the page might have named another asset
        match state.router.view().is_some_and(is_of_buying) {
            true => router::replace(state, view),
            false => router::push(state, view),
        }
        state.emit(Event::track("SELECT_BUY_CRYPTO", &[]));
    });
    load(cx).await;
    Ok(())
}

/// Loads the catalog unless it is cached, and requests a quote for the typed amount.
pub(super) async fn load(cx: &Cx) {
    let is_known = cx.read(|s| {
        let known = s.buy.options.as_ref();
        known.is_some_and(|known| !known.is_sample && !known.payment.is_empty() && !known.purchase.is_empty())
    });
    if !is_known && cx.read(is_priced) {
        options(cx).await;
    }
    quote::ask(cx);
}

async fn options(cx: &Cx) {
    let Some(chain) = cx.read(account).map(|account| account.chain) else { return };
    let (flow_cx, key) = (cx.clone(), alloc::format!("onramp options {chain}"));
    let asked = cx.single(ScopeId::App, &key, async move {
        let cx = flow_cx;
        let found = alerts::of_service(&cx, onramp::options(&cx, &chain).await);
        // if the network changed meanwhile, its own request follows
        if cx.read(account).is_some_and(|account| account.chain == chain) {
            let found = found.unwrap_or_else(|_| OnrampOptions::sample());
            cx.update(|s| s.buy.options = Some(found));
        }
        Ok(Reply::Done)
    });
    drop(asked.await);
}

/// Handles a selected row of a list: goes back to the form, with a new quote.
pub(super) fn choose(
    cx: &Cx,
    command: &Value,
    place: impl FnOnce(&mut Buy) -> &mut Option<String>,
) -> Result<()> {
    let id: String = needed(command, "id")?.chars().take(128).collect();
    cx.update(|state| {
        *place(&mut state.buy) = Some(id);
        router::back_to(state, View::OnRamp);
    });
    quote::ask(cx);
    Ok(())
}

/// Opens the list of providers from the form. Requires a quote.
pub(super) fn to_providers(cx: &Cx) -> Result<()> {
    if cx.read(check) != OnrampCheck::Ready {
        return Err(Error::BadParams { field: "amount".into() });
    }
    cx.update(|s| router::push(s, View::OnRampProviders));
    Ok(())
}
