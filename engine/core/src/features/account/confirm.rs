//! Confirms an account that only storage names. Coinbase's wallet reconnects without a prompt after a reload, so any script of the page's
//! origin could have written that account. Receiving, copying and buying wait until the wallet has confirmed it on this page.

use crate::caip::Namespace;
use crate::connectors;
use crate::error::{Error, Result};
use crate::features::account::connection;
use crate::features::account::model::accounts::Confirmation;
use crate::features::shell::toasts;
use crate::flow::{Cx, Reply, ScopeId};
use crate::store::State;

/// Changes the confirmation of a namespace's account from one state to another. Does nothing if it is in another state.
fn go_on(state: &mut State, namespace: Namespace, from: Confirmation, to: Confirmation) -> bool {
    let account = state.accounts.by.get_mut(&namespace);
    let Some(account) = account.filter(|account| account.confirmation == from) else { return false };
    account.confirmation = to;
    true
}

/// Requests the wallet's accounts within the click, or after the wait for other claimants (T3). The account in the response becomes the
/// connected one.
pub(super) async fn confirm(cx: &Cx, namespace: Namespace) -> Result<Reply> {
    let asked = cx.read(|s| {
        let account = s.accounts.by.get(&namespace)?;
        account.current()?;
        account.handle.filter(|_| !account.is_confirmed())
    });
    let Some(handle) = asked else { return Ok(Reply::Done) };
    let (key, flow_cx) = (alloc::format!("confirm {namespace}"), cx.clone());
    // the request ends with the connection, not with the view, because the user answers it in the wallet's window
    cx.single(ScopeId::Connection(namespace), &key, async move {
        let cx = flow_cx;
        cx.update(|s| s.accounts.by.of(namespace).confirmation = Confirmation::Asking);
        let left = cx.phase(move |s| {
            go_on(s, namespace, Confirmation::Asking, Confirmation::Needed);
        });
        connection::alone(&cx, namespace).await;
        let answer = connectors::connect(&cx, handle, namespace, false).await;
        left.done();
        match answer {
            Ok(given) if !given.entries.is_empty() => {
                // first takes the account from the wallet's response, so no other account is ever displayed as
                // confirmed
                connection::named(&cx, namespace, Some(given.entries), given.chain);
                cx.commit(|s| {
                    go_on(s, namespace, Confirmation::Asking, Confirmation::Confirmed);
                })
                .await;
            }
            answer => {
                cx.update(|s| go_on(s, namespace, Confirmation::Asking, Confirmation::Declined));
                let error = answer.err().unwrap_or_else(|| Error::Unreadable { from: "the wallet".into() });
                if error != Error::UserRejected {
                    toasts::show_error(&cx, &error);
                }
            }
        }
        Ok(Reply::Done)
    })
    .await
}
