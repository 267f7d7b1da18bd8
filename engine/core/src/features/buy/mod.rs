//! Buying crypto (docs/spec/services.md A8, docs/spec/security.md H1): [`form`] opens and edits the form and loads the catalog, [`quote`]
//! requests quotes, [`purchase`] opens a provider's page and watches for the result. The state is in [`model`].
//!
//! ```text
//! options (failed: the built-in sample, and the view says so) -> typed -> 250 ms -> quote (again every 30 s while the page is seen)
//!     -> providers -> the provider's page, its host is shown
//!     quote failed: Estimate::Mock and the error; no provider can be chosen
//!     a button opens a window there; the history so far was asked before
//! waiting -> history every 4 s while the page is seen -> a new entry: confirmed: toast, then Account and balance | pending | failed
//!     the window reads as closed: history asked at once, then a neutral text; a later entry still counts
//!     the browser blocks the window: the same button opens one
//! ```
//!
//! `services/onramp.rs` reads quotes. A `Quote` is only created from a response for exactly that amount, currency and
//! asset, and `purchase` requires a `Quote`, so an estimate can't reach it. If the page opens the list of providers
//! directly, there is no amount: the user types it on the provider's page. Purchases are delivered on the displayed
//! network, so a currency that isn't sold there isn't listed.
//!
//! A purchase isn't stored. Leaving the view ends the polling and keeps the window open. A change of network doesn't end a purchase, a
//! change of account does. The history names Coinbase (`onramp=coinbase`). It doesn't name Meld.io, so for Meld.io the toast only reports a
//! received amount of the currency: another sender might have sent it.
//!
//! # Departures from the specification
//!
//! - docs/spec/services.md A8 falls back to Ethereum on Coinbase's page. Here the page's own network is named. A network without a known
//!   name at Coinbase uses the name in the options, otherwise nothing is sold there.
//! - Coins of a test network aren't offered. If no provider has prices (only Meld.io, Solana), Buy opens the list of providers.
//! - The history request doesn't name a network, so that a purchase on another network, chosen on the provider's page, is found.
//! - The part is larger than planned (10 kB planned, 21 reached; the views are within their budget): custom readers parse each response
//!   field by field, and a flow handles each possible end of a purchase.

mod form;
pub mod model;
mod purchase;
mod quote;

use crate::command::{needed, unknown_action};
use crate::features::buy::model::BuyAction;
use crate::features::money::typed;
use crate::features::shell::{View, router};
use crate::flow::{Cx, Flow, Reply};
use crate::json::Read;
use alloc::boxed::Box;
use alloc::string::String;
use serde_json::Value;

/// Runs a command of the views of buying.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        cx.draw("onramp", |state| crate::snapshot::text(&model::draw::slice(state)));
        match action.as_str() {
            BuyAction::Open => form::open(&cx, command.text("view") == Some("OnRampProviders")).await?,
            BuyAction::Enter | BuyAction::Renew | BuyAction::Reload => form::load(&cx).await,
            BuyAction::Amount => {
                let amount = typed(needed(&command, "value")?);
                cx.update(|s| s.buy.form.amount = amount);
                quote::ask(&cx);
            }
            BuyAction::Fiats => cx.update(|s| router::push(s, View::OnRampFiatSelect)),
            BuyAction::Tokens => cx.update(|s| router::push(s, View::OnRampTokenSelect)),
            BuyAction::Network => cx.update(|s| router::push(s, View::Networks)),
            BuyAction::Payment => form::choose(&cx, &command, |buy| &mut buy.form.payment)?,
            BuyAction::Purchase => form::choose(&cx, &command, |buy| &mut buy.form.purchase)?,
            BuyAction::Looked => cx.update(|s| s.buy.is_paused = command.flag("at") == Some(false)),
            BuyAction::Choose => form::to_providers(&cx)?,
            BuyAction::Provider => return purchase::begin(&cx, needed(&command, "provider")?),
            BuyAction::Window => cx.update(|s| s.buy.attempt.windows += 1),
            _ => return Err(unknown_action("buy", &action)),
        }
        Ok(Reply::Done)
    })
}
