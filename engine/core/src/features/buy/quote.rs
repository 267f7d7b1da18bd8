//! Quotes: requested shortly after the last keystroke, and again while the view is visible, because a quote is valid
//! for a minute. A response for older values is stale. Without a quote, an estimate replaces it and the reason is
//! stored (7.24).

use super::model::{Buy, account, wanted};
use crate::api::onramp;
use crate::error::Result;
use crate::features::shell::{View, alerts};
use crate::flow::{Cx, Reply, ScopeId};
use crate::services::onramp::{Estimate, Mock, Quote, QuoteRequest};
use alloc::rc::Rc;
use core::cell::Cell;

/// The wait after the last keystroke.
const TYPING_MS: u64 = 250;
/// How often the form requests a new quote.
const REFRESH_MS: u64 = 30_000;

/// Requests a quote for the form's values, now and periodically.
pub(super) fn ask(cx: &Cx) {
    // numbers the requests, so an older one stops repeating
    let turn: Rc<Cell<u32>> = cx.extension_or("onramp quote", Cell::default);
    let mine = turn.get().wrapping_add(1);
    turn.set(mine);
    let asked = cx.read(wanted).zip(cx.read(account));
    cx.update(|s| {
        let is_same = matches!((&asked, &s.buy.price), (Some((asked, _)), Some((of, _))) if asked == of);
        s.buy.quotes_loading = false;
        if !is_same {
            (s.buy.price, s.buy.error) = (None, None);
        }
    });
    let Some((asked, account)) = asked else { return };
    let flow_cx = cx.clone();
    cx.background(ScopeId::Modal, async move {
        let cx = flow_cx;
        let is_mine = || turn.get() == mine;
        cx.ports().clock.sleep(TYPING_MS).await;
        while is_mine() {
            cx.update(|s| s.buy.quotes_loading = true);
            let (of_turn, now) = (turn.clone(), mine);
            let asking = cx.phase(move |s| {
                if of_turn.get() == now {
                    s.buy.quotes_loading = false;
                }
            });
            let answer = alerts::of_service(&cx, onramp::quote(&cx, &account.chain, &asked).await);
            if !is_mine() || cx.read(wanted).as_ref() != Some(&asked) {
                break; // stale: the values, the account or the network changed
            }
            asking.done();
            cx.update(|s| take(&mut s.buy, &asked, answer));
            cx.ports().clock.sleep(REFRESH_MS).await;
            cx.until(|s| (!s.buy.is_paused).then_some(())).await;
            let is_shown = cx.read(|s| matches!(s.router.view(), Some(View::OnRamp | View::OnRampProviders)));
            if !is_shown {
                break;
            }
        }
        Ok(Reply::Done)
    });
}

fn take(buy: &mut Buy, asked: &QuoteRequest, answer: Result<Quote>) {
    buy.quotes_loading = false;
    let (estimate, error) = match answer {
        Ok(quote) => (Estimate::Quoted(quote), None),
        Err(error) => (Estimate::Mock(Mock(asked.amount)), Some(error.data())),
    };
    (buy.price, buy.error) = (Some((asked.clone(), estimate)), error);
}
