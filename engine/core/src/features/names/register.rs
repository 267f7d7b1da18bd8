//! Registers a name (docs/spec/services.md A9): the account signs the name, and the registry stores it.

use super::model::{self, NamePhase, Names};
use super::{lookup, said};
use crate::api::names::{self as api, Registration};
use crate::caip::{AccountId, Namespace};
use crate::connectors;
use crate::constants::WALLET_PROMPT_MS;
use crate::error::{Error, Result};
use crate::event::Event;
use crate::features::account;
use crate::features::shell::{View, alerts, router};
use crate::flow::{Cx, Reply};
use crate::json::json;
use crate::namespaces::eip155::rules::names::SUFFIX;
use crate::namespaces::eip155::signed_message;
use crate::store::State;
use alloc::string::ToString;
use alloy_primitives::hex;

/// Registers the typed name. The form shows an error. It opens again if the user rejects the request in the wallet
/// (4.46).
///
/// # Errors
/// [`Error::NoAddressOrAuth`] (8.25), [`Error::BadParams`] (5.13), [`Error::InvalidChainId`] (5.25),
/// [`Error::NameNotRegistered`] (8.30). [`Error::Aborted`] if the account or network changed. The wallet's errors.
pub(super) async fn register(cx: &Cx) -> Result<Reply> {
    let of = cx.read(generation);
    if !cx.read(model::is_possible) {
        return Err(fail(cx, of, Error::NoAddressOrAuth));
    }
    let label = cx.read(|s| s.names.label()).ok_or(Error::BadParams { field: "name".into() })?;
    let name = [&label, SUFFIX].concat();
    cx.update(|s| {
        (s.names.phase, s.names.error) = (NamePhase::Signing, None);
        s.emit(Event::track("REGISTER_NAME_INITIATED", &[("ensName", &name)]));
    });
    let leaving = cx.phase(|s| s.names.phase = NamePhase::Editing);
    let registered = attempt(cx, &name).await;
    leaving.done();
    match registered {
        Ok(()) => {
            cx.update(|s| s.emit(Event::track("REGISTER_NAME_SUCCESS", &[("ensName", &name)])));
            Ok(Reply::Done)
        }
        Err(error) => {
            cx.update(|s| s.emit(Event::track("REGISTER_NAME_ERROR", &[("ensName", &name)])));
            Err(fail(cx, of, error))
        }
    }
}

/// The form shows the error, with the registry's message if any. An error for another account isn't shown.
fn fail(cx: &Cx, of: u32, error: Error) -> Error {
    let text = error.data().details.unwrap_or_else(|| error.to_string());
    cx.update(|s| {
        s.names.phase = NamePhase::Editing;
        s.names.error = Some(text).filter(|_| generation(s) == of);
    });
    error
}

fn generation(state: &State) -> u32 {
    state.moves.generation(Namespace::Eip155)
}

/// Whether the name resolves to the account. The response to this attempt or an earlier one might have been lost, so
/// the registry decides.
async fn leads_here(cx: &Cx, account: &AccountId, name: &str) -> bool {
    let owner = lookup::address(cx, &account.chain, name).await;
    owner.is_ok_and(|owner| owner.is_some_and(|owner| owner.address.eq_ignore_ascii_case(&account.address)))
}

async fn attempt(cx: &Cx, name: &str) -> Result<()> {
    let (account, wallet) = cx.read(model::holder).ok_or(Error::NoAddressOrAuth)?;
    account.chain.coin_type()?; // before the wallet gets a request
    let of = cx.read(generation);
    let seconds = cx.ports().clock.now_ms() / 1_000;
    // the registry expects this order without spaces; a label never needs JSON escapes
    let message = alloc::format!(r#"{{"name":"{name}","attributes":{{}},"timestamp":{seconds}}}"#);
    let params = json!([hex::encode_prefixed(&message), account.address]);
    let asked = connectors::request(cx, wallet, "personal_sign", &params);
    let answer = cx.within(WALLET_PROMPT_MS, asked).await.unwrap_or(Err(Error::WalletSilent))?;
    let signature = answer.as_str().and_then(signed_message);
    let signature = signature.ok_or(Error::Unreadable { from: "the wallet".into() })?;
    if cx.read(generation) != of {
        return Err(Error::Aborted); // the account that signed is no longer connected
    }
    cx.update(|s| s.names.phase = NamePhase::Registering);
    // the identity is requested again on the next page; until then no result is cached (`account::identity`)
    cx.commit(|s| s.caches.identity.forget(&account.to_string())).await;
    let wanted = Registration { account: &account, message: &message, signature: &signature };
    let answer = alerts::of_service(cx, api::register(cx, &wanted).await);
    let failed = |details| Error::NameNotRegistered { details };
    if answer != Ok(true) && !leads_here(cx, &account, name).await {
        return Err(answer.err().map_or_else(|| failed(None), |error| said(error, failed)));
    }
    cx.update(|s| {
        if generation(s) != of {
            s.names.phase = NamePhase::Editing;
            return;
        }
        let registered = Some((name.into(), account.address.clone()));
        *s.names = Names { registered, turn: s.names.turn.wrapping_add(1), ..Names::default() };
        if s.router.open && s.router.view() == Some(View::RegisterAccountName) {
            router::drop_view(s, View::ChooseAccountName);
            router::replace(s, View::RegisterAccountNameSuccess);
        }
    });
    account::named(cx, &account, name).await.map(|_| ())
}
