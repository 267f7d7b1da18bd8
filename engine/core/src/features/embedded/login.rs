//! The last steps of every login: connect the frame's account, store it, and start the sign-in.

use super::frame::Frame;
use super::model::stored;
use super::model::{self, User};
use super::{kept, wallet};
use crate::caip::{AccountId, ChainId, Namespace};
use crate::error::{Error, Result};
use crate::features::account::{Came, Connected, connection as account_flow};
use crate::features::connect;
use crate::features::networks;
use crate::features::project::model as project;
use crate::features::sign_in;
use crate::flow::{Cx, Reply, ScopeId};
use alloc::rc::Rc;
use core::cell::Cell;

/// The login result from the frame. Leaving the view cancels the request, but a result that has arrived is still used.
pub(super) type LoginResult = Rc<Cell<Option<LoggedIn>>>;

/// A logged-in user.
pub(super) struct LoggedIn {
    pub connected: Connected,
    pub user: User,
    /// The message signed with the login, if any. It isn't verified yet.
    pub signed: Option<Signed>,
}

/// A sign-in that was part of the login.
pub(super) struct Signed {
    /// The message to sign.
    pub wanted: serde_json::Value,
    pub chain: ChainId,
    pub text: alloc::string::String,
    pub signature: alloc::string::String,
}

/// Checks that this login is available, and that the page is on a network that the embedded wallet supports. Otherwise
/// switches to the first supported one (6.2).
///
/// # Errors
/// [`Error::NoAuthConnector`] if the page, the project or the browser doesn't offer the login, or no configured network
/// is supported.
pub(super) fn begin(cx: &Cx, way: &str) -> Result<()> {
    if !cx.read(|s| project::logins(s).offers(way)) {
        return Err(Error::NoAuthConnector);
    }
    let namespace = family(cx)?;
    let chain = cx.read(|s| model::chain_of(s, namespace)).ok_or(Error::NoAuthConnector)?;
    if cx.read(|s| s.networks.active.as_ref() != Some(&chain)) {
        cx.update(|state| networks::follow_wallet(state, namespace, Some(&chain)));
    }
    sign_in::ahead_at_once(cx);
    Ok(())
}

/// The namespace whose account the login connects.
///
/// # Errors
/// [`Error::NoAuthConnector`].
pub(super) fn family(cx: &Cx) -> Result<Namespace> {
    cx.read(|s| model::families(s).first().copied()).ok_or(Error::NoAuthConnector)
}

/// Connects the login's account in the other namespace, too (6.1). The page stays on its network.
async fn connect_others(cx: &Cx, namespace: Namespace, provider: &str) -> Result<()> {
    for other in cx.read(model::families).into_iter().filter(|other| *other != namespace) {
        let asked = wallet::who(cx, other).await;
        let user = Frame::of(cx).call(asked).await?;
        let found = wallet::taken(cx, other, user, provider)?;
        account_flow::settle(cx, found.connected, "email", Came::Again).await;
    }
    Ok(())
}

/// Connects the account.
pub(super) async fn finish(cx: &Cx, found: LoggedIn) -> Result<Reply> {
    let LoggedIn { connected, user, signed } = found;
    let (opening, namespace) = (cx.read(|s| s.router.openings), connected.namespace);
    cx.update(|state| {
        let embedded = &mut *state.embedded;
        embedded.phase = super::model::LoginPhase::Idle;
        embedded.user = Some(user.clone());
        stored::ask(state, None);
        stored::log_in(state, user.provider.as_deref());
    });
    kept::keep_user(cx, &user).await;
    if let Some(signed) = signed {
        let address = connected.entries.first().map(|entry| entry.address.clone()).unwrap_or_default();
        let account = AccountId { chain: signed.chain, address };
        sign_in::take_signed(cx, &account, signed.wanted, &signed.text, &signed.signature).await;
    }
    sign_in::celebrate(cx, namespace);
    account_flow::settle(
        cx,
        connected,
        if user.provider.as_deref() == Some("email") { "email" } else { "social" },
        Came::New,
    )
    .await;
    cx.update(connect::leave);
    let (flow_cx, provider) = (cx.clone(), user.provider.clone().unwrap_or_default());
    cx.background(ScopeId::App, async move {
        if let Err(error) = connect_others(&flow_cx, namespace, &provider).await {
            flow_cx.log(&alloc::format!(
                "The embedded wallet couldn't provide an account for the second namespace: {error}"
            ));
        }
        Ok(Reply::Done)
    });
    sign_in::after_connect(cx, namespace, opening).await?;
    Ok(cx.read(|s| crate::features::account::account_reply(s, namespace)))
}
