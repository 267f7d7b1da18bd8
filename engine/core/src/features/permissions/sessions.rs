//! Smart sessions: loaded when their list opens, revoked with a signature of the account (docs/spec/services.md A10). A row stays until
//! the service confirms the revocation. The service's list afterwards takes precedence over that confirmation.

use super::model::lines::{dates, tokens};
use super::model::sessions::{Created, Listed, Revoking, SessionTab, Sessions, slice, subject};
use crate::api::{sessions as api, wallet_services};
use crate::caip::AccountId;
use crate::command::{needed, unknown_action};
use crate::connectors;
use crate::constants::WALLET_PROMPT_MS;
use crate::entities::WalletHandle;
use crate::error::{Error, Result};
use crate::features::account::activity_model as activity;
use crate::features::money::LoadPhase;
use crate::features::permissions::model::sessions::SessionsAction;
use crate::features::shell::{CloseReason, ToastVariant, View, alerts, images, router, toasts};
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::json::Read;
use crate::json::json;
use crate::namespaces::eip155::codec::grants::{self, SmartSession};
use crate::namespaces::eip155::holdings;
use crate::ports::clock::Clock;
use crate::signing;
use crate::time;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloy_primitives::{Address, hex};
use serde_json::Value;

/// The maximum interval between clock checks while the list is visible, because a page's timers can be late.
const LOOK_MS: u64 = 60_000;
/// Maximum number of tokens of one session to fetch decimals and symbols for. Other amounts are shown in base units.
const TOKENS_MAX: usize = 16;

/// Runs a command. `enter`, `renew`, `granted` and `changed` come from the engine.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        cx.draw("sessions", |state| crate::snapshot::text(&slice(state)));
        match action.as_str() {
            SessionsAction::Enter | SessionsAction::Renew => {
                load(&cx);
                keep_time(&cx);
            }
            SessionsAction::Retry | SessionsAction::Changed => load(&cx),
            SessionsAction::Tab => {
                let tab = match needed(&command, "tab")? {
                    "expired" => SessionTab::Expired,
                    "revoked" => SessionTab::Revoked,
                    _ => SessionTab::Active,
                };
                cx.update(|s| s.sessions.tab = tab);
            }
            SessionsAction::Show => show(&cx, needed(&command, "pci")?),
            SessionsAction::Revoke => {
                let pci = of_now(&cx, &command)?;
                cx.update(|s| s.sessions.revoking = (pci, Revoking::Asking));
            }
            SessionsAction::Keep => cx.update(|s| {
                if !s.sessions.is_busy() {
                    s.sessions.revoking = Default::default();
                }
            }),
            SessionsAction::Confirm => {
                let account = cx.read(subject).ok_or(Error::NoNetworkOrAccount)?;
                let generation = generation(&cx, &account);
                let key = alloc::format!("session revoke {generation} {}", needed(&command, "pci")?);
                if cx.runs(&key) {
                    return Ok(Reply::Done); // clicked twice
                }
                let pci = of_now(&cx, &command)?;
                let scope = ScopeId::Connection(account.chain.namespace);
                let flow_cx = cx.clone();
                return cx.single(scope, &key, async move { revoke(&flow_cx, account, pci).await }).await;
            }
            SessionsAction::Granted => return granted(&cx, &command).await,
            SessionsAction::Done => done(&cx),
            _ => return Err(unknown_action("sessions", &action)),
        }
        Ok(Reply::Done)
    })
}

/// The session of a command, if it can be revoked now and no other revocation is running.
fn of_now(cx: &Cx, command: &Value) -> Result<String> {
    let pci = needed(command, "pci")?;
    let now_s = cx.ports().clock.now_ms() / 1_000;
    let is_active = cx.read(|s| {
        let listed = s.sessions.get(pci).filter(|_| s.sessions.of == subject(s));
        let is_active = |listed: &Listed| listed.session.has_word && listed.tab(now_s) == SessionTab::Active;
        listed.is_some_and(is_active) && !s.sessions.is_busy()
    });
    is_active.then(|| pci.to_string()).ok_or(Error::BadParams { field: "pci".into() })
}

/// The generation of account and network of these sessions. A response for another generation is stale.
fn generation(cx: &Cx, account: &AccountId) -> u32 {
    cx.read(|s| s.moves.generation(account.chain.namespace))
}

/// A time in the user's time zone.
fn moment(clock: &dyn Clock, seconds: Option<u64>) -> Option<String> {
    Some(time::moment(activity::local_ms(clock, seconds? * 1_000)))
}

fn listed(clock: &dyn Clock, session: SmartSession) -> Listed {
    let now_ms = activity::local_ms(clock, clock.now_ms());
    let month = session
        .created_s
        .map(|created_s| time::month_title(activity::local_ms(clock, created_s * 1_000), now_ms));
    Listed {
        created: moment(clock, session.created_s),
        expiry: moment(clock, session.expiry_s),
        revoked: moment(clock, session.revoked_s),
        month,
        session,
    }
}

/// Loads the list. The current list stays until then.
fn load(cx: &Cx) {
    let Some(account) = cx.read(subject) else { return };
    cx.update(|s| {
        let sessions = &mut *s.sessions;
        if sessions.of.as_ref() != Some(&account) {
            let (tab, created) = (sessions.tab, sessions.created.take());
            *sessions = Sessions { of: Some(account.clone()), tab, created, ..Sessions::default() };
        }
        if sessions.phase == LoadPhase::Failed {
            sessions.phase = Default::default();
        }
    });
    let key = alloc::format!("sessions {} {account}", generation(cx, &account));
    let (scope, flow_cx) = (ScopeId::Connection(account.chain.namespace), cx.clone());
    cx.background(scope, {
        let cx = flow_cx.clone();
        async move { cx.single(scope, &key, async move { read(&flow_cx, account).await }).await }
    });
}

async fn read(cx: &Cx, account: AccountId) -> Result<Reply> {
    let generation = self::generation(cx, &account);
    let answer = alerts::of_service(cx, api::list(cx, &account).await);
    if self::generation(cx, &account) == generation {
        take(cx, answer);
    }
    Ok(Reply::Done)
}

/// Replaces the displayed list with the service's.
fn take(cx: &Cx, answer: Result<(Vec<SmartSession>, bool)>) {
    let clock = &*cx.ports().clock;
    let pictures = cx.update(|s| {
        let sessions = &mut *s.sessions;
        sessions.reads = sessions.reads.wrapping_add(1);
        sessions.now_s = clock.now_ms() / 1_000;
        match answer {
            Ok((list, is_cut)) => {
                for session in &list {
                    dates(clock, &session.permissions, &mut sessions.dates);
                }
                sessions.list = list.into_iter().map(|session| listed(clock, session)).collect();
                (sessions.phase, sessions.is_cut, sessions.is_old) = (LoadPhase::Ready, is_cut, false);
            }
            Err(_) if sessions.phase == LoadPhase::Ready => sessions.is_old = true,
            Err(_) => sessions.phase = LoadPhase::Failed,
        }
        let urls = s.sessions.list.iter().filter_map(|listed| listed.session.icon_url.clone());
        urls.filter(|url| wallet_services::is_ours(s, url)).collect::<Vec<String>>()
    });
    if !pictures.is_empty() {
        images::load(cx, pictures);
    }
}

/// Moves a session to the expired ones when it expires while the list is visible.
fn keep_time(cx: &Cx) {
    let flow_cx = cx.clone();
    drop(cx.single(ScopeId::Modal, "sessions clock", async move {
        let cx = flow_cx;
        while cx.read(|s| s.router.open && s.router.view() == Some(View::SmartSessionList)) {
            let now_ms = cx.ports().clock.now_ms();
            let (reads, next_s) = cx.update(|s| {
                let sessions = &mut *s.sessions;
                sessions.now_s = now_ms / 1_000;
                let ends = sessions.list.iter().filter_map(|listed| listed.session.expiry_s);
                (sessions.reads, ends.filter(|end| *end > now_ms / 1_000).min())
            });
            let wait_ms =
                next_s.map_or(LOOK_MS, |next_s| (next_s * 1_000).saturating_sub(now_ms).min(LOOK_MS));
            let other = cx.until(|s| {
                let is_left = s.router.view() != Some(View::SmartSessionList);
                (is_left || s.sessions.reads != reads).then_some(())
            });
            let _ = cx.within(wait_ms, other).await;
        }
        Ok(Reply::Done)
    }));
}

/// Expands or collapses a session's permissions, and fetches the decimals and symbols of their tokens.
fn show(cx: &Cx, pci: &str) {
    let open = cx.update(|s| {
        let sessions = &mut *s.sessions;
        let is_open = sessions.open.as_deref() == Some(pci);
        let found = sessions.get(pci).filter(|_| !is_open).map(|listed| listed.session.clone());
        sessions.open = found.as_ref().map(|session| session.pci.clone());
        if !sessions.is_busy() {
            sessions.revoking = Default::default(); // a confirmation of another session is dropped
        }
        found
    });
    if let Some(session) = open {
        ask_tokens(cx, tokens(&session.permissions).take(TOKENS_MAX).collect());
    }
}

fn ask_tokens(cx: &Cx, tokens: Vec<Address>) {
    let Some(account) = cx.read(subject) else { return };
    let Some(network) = cx.read(|s| s.networks.find(&account.chain).cloned()) else { return };
    let generation = generation(cx, &account);
    for token in tokens {
        if cx.read(|s| s.sessions.tokens.get(&token).is_some()) {
            continue;
        }
        let (flow_cx, network, account) = (cx.clone(), network.clone(), account.clone());
        cx.background(ScopeId::Modal, async move {
            let words = holdings::words(&flow_cx, &network, &token.to_checksum(None)).await;
            if words.decimals.is_some() && self::generation(&flow_cx, &account) == generation {
                flow_cx.update(|s| s.sessions.tokens.insert(token, words));
            }
            Ok(Reply::Done)
        });
    }
}

/// The beginning of the message to revoke a session, followed by its id (docs/spec/services.md A10).
const REVOKES: &str = "Revoke smart session: ";

/// Revokes a session: the account signs its ID, the service gets the signature, and the list loads again.
async fn revoke(cx: &Cx, account: AccountId, pci: String) -> Result<Reply> {
    let handle: Option<WalletHandle> =
        cx.read(|s| s.accounts.by.get(&account.chain.namespace).and_then(|of| of.handle));
    let handle = handle.ok_or(Error::Unauthorized)?;
    let generation = generation(cx, &account);
    cx.update(|s| s.sessions.revoking = (pci.clone(), Revoking::Signing));
    // whatever the result, no view displays a wallet prompt that has ended
    let (namespace, of) = (account.chain.namespace, pci.clone());
    let asking = cx.phase(move |s| {
        let is_same = s.moves.generation(namespace) == generation && s.sessions.revoking.0 == of;
        if is_same && s.sessions.is_busy() {
            s.sessions.revoking = Default::default();
        }
    });
    // the service chose the ID, and alone it could be another site's nonce or a transaction hash
    let params = json!([hex::encode_prefixed([REVOKES, &pci].concat()), account.address]);
    let signed = connectors::request(cx, handle, "personal_sign", &params);
    let signed = cx.within(WALLET_PROMPT_MS, signed).await.unwrap_or(Err(Error::WalletSilent));
    let signed = signed.and_then(|answer| {
        signing::check_answer("personal_sign", &answer)?;
        Ok(answer.as_str().unwrap_or_default().to_string())
    });
    let is_stale = |cx: &Cx| self::generation(cx, &account) != generation;
    if is_stale(cx) {
        return Ok(Reply::Done); // another account or network: its list is a different one, and the user has to revoke this session again
    }
    let signature = match signed {
        Ok(signature) => signature,
        Err(error) => {
            asking.done();
            let ended = if error.is_refusal() { Revoking::Refused } else { Revoking::Failed(error.data()) };
            cx.update(|s| s.sessions.revoking.1 = ended);
            return Err(error);
        }
    };
    cx.update(|s| s.sessions.revoking.1 = Revoking::Sending);
    let said = alerts::of_service(cx, api::revoke(cx, &account, &pci, &signature).await);
    let now = alerts::of_service(cx, api::list(cx, &account).await);
    if is_stale(cx) {
        return Ok(Reply::Done);
    }
    let is_read = now.is_ok();
    take(cx, now);
    let now_s = cx.ports().clock.now_ms() / 1_000;
    let is_gone = |cx: &Cx| {
        cx.read(|s| s.sessions.get(&pci).is_none_or(|listed| listed.tab(now_s) != SessionTab::Active))
    };
    if said == Ok(true) && !is_read {
        // only the service's response confirms the revocation
        let at = moment(&*cx.ports().clock, Some(now_s));
        cx.update(|s| {
            if let Some(listed) = s.sessions.list.iter_mut().find(|listed| listed.session.pci == pci) {
                (listed.session.revoked_s, listed.revoked) = (Some(now_s), at);
            }
        });
    }
    asking.done();
    if is_gone(cx) {
        cx.update(|s| s.sessions.revoking = Default::default());
        toasts::show(cx, toasts::text("toast.session_revoked", &[], ToastVariant::Success, None));
        return Ok(Reply::Done);
    }
    let error = match said {
        Err(error) => error,
        Ok(_) => Error::Internal { details: Some("The service still lists this session".into()) },
    };
    cx.update(|s| s.sessions.revoking.1 = Revoking::Failed(error.data()));
    Err(error)
}

/// Checks the embedded wallet's permission: it can't exceed the request, otherwise the page doesn't get it (7.39).
async fn granted(cx: &Cx, command: &Value) -> Result<Reply> {
    let clock = &*cx.ports().clock;
    let now_s = clock.now_ms() / 1_000;
    let account = cx.read(activity::account).ok_or(Error::Unauthorized)?;
    let asked = command.field("asked").and_then(|params| params.get(0)).cloned().unwrap_or_default();
    let answer = command.field("answer").cloned().unwrap_or_default();
    let Some(found) = grants::granted(&asked, &answer, &account.address, now_s) else {
        toasts::show_error(cx, &Error::GrantDiffers);
        return Err(Error::GrantDiffers);
    };
    if cx.read(|s| subject(s).as_ref() != Some(&account)) {
        return Ok(Reply::Done);
    }
    let tokens: Vec<Address> = tokens(&found.permissions).take(TOKENS_MAX).collect();
    cx.update(|s| {
        s.sessions.now_s = now_s;
        dates(clock, &found.permissions, &mut s.sessions.dates);
        s.sessions.created = Some(Created {
            until: moment(clock, Some(found.expiry_s)),
            permissions: found.permissions,
            of: account,
            is_shown: false,
        });
    });
    ask_tokens(cx, tokens);
    Ok(Reply::Done)
}

/// Handles the user's confirmation of the new permission: shows the previous view, or closes.
fn done(cx: &Cx) {
    let is_alone = cx.read(|s| s.router.stack.len() <= 1);
    match cx.read(|s| s.router.view()) {
        Some(View::SmartSessionCreated) if is_alone => router::close(cx, CloseReason::Success),
        Some(View::SmartSessionCreated) => router::back(cx),
        _ => {}
    }
    cx.update(|s| s.sessions.created = None);
}
