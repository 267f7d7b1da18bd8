//! The account type of a login: a plain account, or a smart account, which is a contract (docs/spec/embedded-frame.md
//! section 9).

use super::frame::Frame;
use super::model::stored;
use super::protocol::{GetUser, InitSmartAccount, SetPreferredAccount};
use super::{model, wallet};
use crate::caip::Namespace;
use crate::entities::AccountType;
use crate::error::{Error, Result};
use crate::event::Event;
use crate::features::account::{ChangeReason, balances};
use crate::features::shell::{ToastVariant, toasts};
use crate::flow::{Cx, Reply, ScopeId};
use crate::store::State;

/// A namespace's default account type (4.15).
fn default(state: &State, namespace: Namespace) -> AccountType {
    let given = state.options.rest.get("defaultAccountTypes").and_then(|types| types.get(namespace.as_str()));
    let given = given.and_then(|kind| AccountType::parse(kind.as_str()?));
    given.unwrap_or(match namespace {
        Namespace::Eip155 => AccountType::SmartAccount,
        _ => AccountType::Eoa,
    })
}

/// The account to request from the frame: the selected one, or the plain one if the chain doesn't support smart accounts.
pub(super) fn preferred(state: &State, namespace: Namespace) -> AccountType {
    let chosen = stored::preferred(state, namespace);
    match chosen.unwrap_or_else(|| default(state, namespace)) {
        AccountType::SmartAccount if model::has_smart_accounts(state) => AccountType::SmartAccount,
        _ => AccountType::Eoa,
    }
}

/// Selects the other account type, for the user or the page (4.11, 4.12).
///
/// # Errors
/// [`Error::NotEmbedded`]. [`Error::AddressOrAuthConnectorNotFound`]. The errors of the frame. After an error, the
/// plain account is used (4.13).
pub(super) async fn set(cx: &Cx, wanted: AccountType) -> Result<Reply> {
    let namespace = Namespace::Eip155;
    let stands = cx.read(|s| {
        let account = s.accounts.by.get(&namespace).filter(|account| model::is_embedded(account))?;
        account.entries.first().map(|entry| entry.kind)
    });
    let stands = stands.ok_or(Error::NotEmbedded)?;
    if wanted == AccountType::SmartAccount && !cx.read(model::has_smart_accounts) {
        return Err(Error::ChainNotSupported);
    }
    if wanted == stands {
        return Ok(Reply::Done);
    }
    let flow_cx = cx.clone();
    cx.single(ScopeId::App, "embedded account type", async move {
        let cx = flow_cx;
        let changing = cx.phase(|s| s.embedded.switching = false);
        cx.update(|s| s.embedded.switching = true);
        let changed = change(&cx, namespace, wanted).await;
        changing.done();
        cx.update(|s| {
            s.embedded.switching = false;
            if changed.is_ok() {
                let chain = s.networks.shown_chain().map(|chain| chain.to_string()).unwrap_or_default();
                s.emit(Event::track(
                    "SET_PREFERRED_ACCOUNT_TYPE",
                    &[("accountType", wanted.as_str()), ("network", &chain)],
                ));
            }
        });
        if let Err(error) = &changed {
            toasts::show_error(&cx, error);
            cx.commit(|s| stored::prefer(s, namespace, Some(AccountType::Eoa))).await;
            // the page shows the frame's account, even if another was requested
            if stands != AccountType::Eoa {
                let _ = change(&cx, namespace, AccountType::Eoa).await;
            }
        }
        changed
    })
    .await
}

async fn change(cx: &Cx, namespace: Namespace, wanted: AccountType) -> Result<Reply> {
    let frame = Frame::of(cx);
    if wanted == AccountType::SmartAccount {
        // computes the missing address; the first transaction deploys the contract
        frame.call(InitSmartAccount).await?;
    }
    frame.call(SetPreferredAccount(wanted)).await?;
    let chain = cx.read(|s| s.networks.active.clone()).filter(|chain| chain.namespace == namespace);
    let found = frame.call(GetUser { chain, preferred: Some(wanted), ..GetUser::default() }).await?;
    let entries = wallet::entries(namespace, &found);
    let is_it = entries.first().is_some_and(|entry| entry.kind == wanted);
    if !is_it {
        return Err(Error::Unreadable { from: "the wallet".into() });
    }
    cx.commit(|state| {
        stored::prefer(state, namespace, Some(wanted));
        if let Some(user) = &mut state.embedded.user {
            user.is_deployed = found.is_deployed;
        }
        state.accounts.by.of(namespace).entries = entries;
        state.context_changed(namespace, ChangeReason::Account);
    })
    .await;
    balances::refresh(cx, namespace);
    Ok(Reply::Done)
}

/// Follows the frame to another chain: uses the plain account if that chain doesn't support smart accounts, otherwise
/// the selected one. Displays a toast.
pub(super) async fn follow_chain(cx: &Cx) -> Result<()> {
    let namespace = Namespace::Eip155;
    let (stands, wanted) = cx.read(|s| {
        let account = s.accounts.by.get(&namespace);
        let stands = account.and_then(|account| account.entries.first()).map(|entry| entry.kind);
        (stands, preferred(s, namespace))
    });
    if stands.is_none_or(|stands| stands == wanted) {
        return Ok(());
    }
    let chosen = cx.read(|s| stored::preferred(s, namespace));
    change(cx, namespace, wanted).await?;
    // keeps the user's selection, because the chain caused this change
    cx.commit(|s| stored::prefer(s, namespace, chosen)).await;
    if wanted == AccountType::Eoa {
        toasts::show(cx, toasts::text("toast.plain_account", &[], ToastVariant::Success, None));
    }
    Ok(())
}
