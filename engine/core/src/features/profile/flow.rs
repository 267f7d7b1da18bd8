//! Switches between connected wallets, and removes stored connections (4.3-4.5, 4.14). The wallet's response decides
//! the connected account, never the row.

use super::model::{self, ProfileAction};
use crate::caip::Namespace;
use crate::command::needed;
use crate::command::unknown_action;
use crate::entities::Status;
use crate::error::{Error, Result};
use crate::features::account::ChangeReason;
use crate::features::connect;
use crate::features::networks;
use crate::features::shell::{View, router, toasts};
use crate::flow::{Cx, Flow, Reply, ScopeId};
use alloc::boxed::Box;
use alloc::string::String;
use serde_json::Value;

/// Switches the page to a namespace with a connected wallet, on that wallet's network, like a row of Networks.
async fn go_to(cx: &Cx, namespace: Namespace) -> Result<Reply> {
    let home = cx.read(|s| match s.networks.active_namespace() == Some(namespace) {
        true => None,
        false => networks::home_of(s, namespace),
    });
    let Some(chain) = home else { return Ok(Reply::Done) };
    networks::choose(cx, &chain).await
}

/// Resumes a stored connection: silently if the wallet was never disconnected, otherwise or on failure with a prompt.
async fn take_up(cx: &Cx, namespace: Namespace, id: &str, opening: u32) -> Result<Reply> {
    let (address, action) =
        cx.read(|s| model::find(s, namespace, id)).ok_or(Error::NoConnectorForConnection)?;
    let switch = |status| connect::switch_to(cx, namespace, id, status, &address);
    if action == ProfileAction::Switch {
        match switch("connected").await {
            // the user canceled, or no wallet is available
            Err(error @ (Error::Aborted | Error::ModalClosed | Error::NoConnectorForConnection)) => {
                return Err(error);
            }
            Err(_) if is_shown(cx, opening) => {}
            switched => return switched,
        }
    }
    switch("disconnected").await
}

fn is_shown(cx: &Cx, opening: u32) -> bool {
    cx.read(|s| {
        s.router.open && s.router.openings == opening && s.router.view() == Some(View::ProfileWallets)
    })
}

/// Handles a wallet's button. A second click joins the first one. A click on another button replaces it.
async fn switch(cx: &Cx, namespace: Namespace, id: String) -> Result<Reply> {
    let key = alloc::format!("profile {namespace} {id}");
    if !cx.runs(&key) {
        cx.close_scope(ScopeId::Connecting, &Error::Aborted);
    }
    let flow_cx = cx.clone();
    cx.single(ScopeId::App, &key, async move {
        let cx = flow_cx;
        if cx.read(|s| model::is_live(s, namespace, &id)) {
            return go_to(&cx, namespace).await;
        }
        let opening = cx.read(|s| s.router.openings);
        let this = Some((namespace, id.clone()));
        cx.update(|s| s.profile.switching.clone_from(&this));
        let taken = take_up(&cx, namespace, &id, opening).await;
        cx.update(|s| {
            if s.profile.switching == this {
                s.profile.switching = None;
            }
        });
        match &taken {
            Ok(_) if is_shown(&cx, opening) => return go_to(&cx, namespace).await,
            Err(Error::Aborted | Error::ModalClosed) | Ok(_) => {}
            // a view that waits for a wallet reports its own result
            Err(error) if is_shown(&cx, opening) => toasts::show_error(&cx, error),
            Err(_) => {}
        }
        taken
    })
    .await
}

/// Removes a stored connection, but not if it is connected or reconnecting.
async fn remove(cx: &Cx, namespace: Namespace, id: &str) -> Result<Reply> {
    let is_meant = cx.read(|s| {
        let switching = s.profile.switching.as_ref();
        model::find(s, namespace, id).is_some()
            && !switching.is_some_and(|(of, to)| *of == namespace && to == id)
    });
    match is_meant {
        true => connect::forget(cx, namespace, id).await,
        false => Ok(Reply::Done),
    }
}

/// Selects another account of the connected wallet. The wallet gets no request, because each request names its account.
async fn choose(cx: &Cx, namespace: Namespace, address: &str) -> Result<Reply> {
    let opening = cx.read(|s| s.router.openings);
    let is_other = cx.read(|s| {
        let account = s.accounts.by.get(&namespace).filter(|of| of.status == Status::Connected);
        let account = account.ok_or(Error::NoConnectorForConnection)?;
        if !account.alike().any(|entry| entry.address == address) {
            return Err(Error::BadParams { field: "address".into() });
        }
        Ok(account.current().is_some_and(|entry| entry.address != address))
    })?;
    // goes back before the account changes, so the closing list stays as the user saw it
    if cx.read(|s| s.router.openings == opening && s.router.view() == Some(View::SwitchAddress)) {
        router::back(cx);
    }
    if is_other {
        cx.commit(|state| {
            if let Some(account) = state.accounts.by.get_mut(&namespace) {
                account.choose(address);
            }
            state.context_changed(namespace, ChangeReason::Account);
        })
        .await;
    }
    Ok(Reply::Done)
}

crate::command::commands! {
    /// The commands of the view.
    #[ts(rename_all_fields = "camelCase")]
    pub enum ProfileWalletsCommand, ProfileWalletsAction {
        /// Selects a tab.
        "tab" Tab { namespace: Namespace },
        /// Switches to a wallet.
        "switch" Switch { namespace: Namespace, connector_id: String },
        /// Selects another account of the connected wallet.
        "choose" Choose { namespace: Namespace, address: String },
        /// Removes an earlier connection.
        "remove" Remove { namespace: Namespace, connector_id: String },
    }
    own {
        "enter" Enter,
    }
}

/// Runs a command of this feature.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        cx.draw("profileWallets", |state| crate::snapshot::text(&model::slice(state)));
        if action == ProfileWalletsAction::Enter {
            cx.update(|s| {
                // the choices belong to the tab that the user came from
                let is_led = s.router.view() == Some(View::SwitchAddress) && s.router.stack.len() > 1;
                if !s.router.is_back() && !is_led {
                    s.profile.tab = None;
                }
            });
            return Ok(Reply::Done);
        }
        let namespace = Namespace::parse(needed(&command, "namespace")?);
        let namespace = namespace.ok_or(Error::BadParams { field: "namespace".into() })?;
        match action.as_str() {
            ProfileWalletsAction::Tab => {
                cx.update(|s| s.profile.tab = Some(namespace));
                Ok(Reply::Done)
            }
            ProfileWalletsAction::Switch => {
                switch(&cx, namespace, needed(&command, "connectorId")?.into()).await
            }
            ProfileWalletsAction::Choose => choose(&cx, namespace, needed(&command, "address")?).await,
            ProfileWalletsAction::Remove => remove(&cx, namespace, needed(&command, "connectorId")?).await,
            _ => Err(unknown_action("profileWallets", &action)),
        }
    })
}
