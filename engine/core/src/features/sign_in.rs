//! Signing in with the wallet (SIWX, CAIP-122; 1.26, 3.19, 4.37-4.42): where it stands, and the places at which the rest of the
//! engine meets it. The flows are in [`super::sign_in_flow`], a later part of the binary.
//!
//! While the host requires a session, nobody is told `connected` without one (R20): the account is held, shown as connecting.

use crate::caip::{AccountId, Namespace};
use crate::entities::Status;
use crate::error::{Error, ErrorData, Result};
use crate::event::Event;
use crate::features::account_flow;
use crate::features::moved::{Move, Why};
use crate::features::router::{self, CloseReason};
use crate::flow::{Cx, Reply, ScopeId};
use crate::store::State;
use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;
use serde_json::{Value, json};
use walletconnect::cacao::Cacao;
use walletconnect::client::Auth;

/// Where it stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum SignInPhase {
    /// Nothing is asked for.
    #[default]
    None,
    /// The host is asked whether there is a session.
    Checking,
    /// The person is asked.
    Ready,
    /// The wallet is asked, then the signature is verified and stored.
    Signing,
    /// A required sign-in was cancelled: back to where one holds, or away.
    Canceling,
}

/// What is known.
#[derive(Default)]
pub struct SignIn {
    /// Where it stands.
    pub phase: SignInPhase,
    /// The host wants a session.
    pub required: bool,
    /// Who is asked.
    pub account: Option<AccountId>,
    /// What is to be signed: the fields, and `text`.
    pub message: Option<Value>,
    /// Why it has to be asked again.
    pub error: Option<ErrorData>,
    /// Whose session holds now.
    pub current: Option<AccountId>,
    /// Sessions known in this page, the newest last.
    pub known: Vec<AccountId>,
    /// Came with a pairing; told when the account is there.
    pub arrived: Vec<AccountId>,
    /// What is told when the held account may be.
    pub held: Vec<Event>,
    /// It could not start (8.18).
    pub failed: bool,
    /// Counts connections.
    pub round: u32,
    /// The last connection was made by the person, not brought back.
    pub by_person: bool,
}

/// The slice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SignInSlice {
    /// Where it stands.
    pub phase: SignInPhase,
    /// Closing leads to Cancel (4.42).
    pub required: bool,
    /// The full text that is signed.
    pub message: Option<String>,
    /// Who asks: the name of the page.
    pub app: String,
    /// Its host, as the message names it.
    pub domain: String,
    /// Its picture, a `blob:` url.
    pub image: Option<String>,
    /// The account that signs.
    pub address: Option<String>,
    /// Why the last attempt failed.
    pub error: Option<ErrorData>,
}

/// The slice.
#[must_use]
pub fn slice(state: &State) -> SignInSlice {
    use crate::json::Read;
    let (sign_in, metadata) = (&state.sign_in, &state.options.metadata);
    let field = |name| Some(sign_in.message.as_ref()?.filled(name)?.into());
    SignInSlice {
        phase: sign_in.phase,
        required: sign_in.required,
        message: field("text"),
        app: metadata.name.clone(),
        domain: field("domain").unwrap_or_default(),
        image: metadata.icons.first().and_then(|url| state.images.get(url)),
        address: sign_in.account.as_ref().map(|account| account.address.clone()),
        error: sign_in.error.clone(),
    }
}

impl SignIn {
    /// The person is being asked, and the card shows it until they have answered (4.42).
    #[must_use]
    pub fn is_owed(&self) -> bool {
        self.required && self.is_asked()
    }

    /// The person is being asked.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        !matches!(self.phase, SignInPhase::None | SignInPhase::Checking)
    }
}

/// A wallet is about to be connected: whether its account is held until there is a session. Only families that can sign in.
pub(crate) fn holds(cx: &Cx, namespace: Namespace) -> bool {
    serves(cx, namespace) && cx.ports().siwx.settings().required
}

fn serves(cx: &Cx, namespace: Namespace) -> bool {
    namespace == Namespace::Eip155 && cx.read(|s| s.options.siwx)
}

/// A wallet was connected: tells so, or keeps it until the sign-in is there.
pub(crate) fn connected(
    state: &mut State,
    namespace: Namespace,
    holds: bool,
    reconnect: bool,
    told: [Event; 2],
) {
    if state.options.siwx && namespace == Namespace::Eip155 {
        let sign_in = &mut *state.sign_in;
        sign_in.phase = SignInPhase::Checking;
        sign_in.required = holds;
        sign_in.round += 1;
        sign_in.by_person = !reconnect;
        sign_in.failed = false;
        sign_in.held.clear();
    }
    if holds {
        state.sign_in.held = told.into();
    } else {
        told.into_iter().for_each(|event| state.tell(event));
    }
}

/// Another account or network of a page that requires a session: not told as connected, and asked for nothing, until there is
/// one (R20). In the very update that changes it: whether there is one is asked of the host only then.
pub(crate) fn hold_if_required(state: &mut State, moved: &Move) {
    let asks = state.options.siwx && state.sign_in.required && moved.namespace == Namespace::Eip155;
    if asks && moved.goes_on && moved.why != Why::Connected && moved.why != Why::SignedIn {
        hold(state);
    }
}

/// Not told as connected until there is a session (R20). What is told once there is one names the account of then.
pub(crate) fn hold(state: &mut State) {
    let namespace = Namespace::Eip155;
    let chain = state.networks.shown_chain().filter(|chain| chain.namespace == namespace);
    let Some(account) = state.accounts.by.get_mut(&namespace) else { return };
    let (status, was_held) = (account.status, account.held);
    if status != Status::Connected && !was_held {
        return;
    }
    (account.status, account.held) = (Status::Connecting, true);
    let address = account.entries.first().map(|entry| entry.address.clone()).unwrap_or_default();
    let chain = chain.or_else(|| account.native.chain.clone());
    let caip_address = chain.map(|chain| alloc::format!("{chain}:{address}")).unwrap_or_default();
    let connector_id = account.connector_id.clone().unwrap_or_default();
    let held = &mut state.sign_in.held;
    match held.iter_mut().find(|event| matches!(event, Event::Connect { .. })) {
        Some(Event::Connect { address: of, caip_address: at, .. }) => (*of, *at) = (address, caip_address),
        _ => held.push(Event::Connect {
            namespace,
            address,
            caip_address,
            connector_id,
            method: "browser",
            reconnect: true,
        }),
    }
}

const FOLLOWS: &str = "sign_in follow";

/// From here on accounts and networks are followed, for as long as the engine lives.
pub(crate) fn follow(cx: &Cx) {
    if !cx.read(|s| s.options.siwx) || cx.runs(FOLLOWS) {
        return;
    }
    let flow_cx = cx.clone();
    drop(cx.single(ScopeId::App, FOLLOWS, async move {
        let cx = flow_cx;
        let followed = crate::engine::dispatch(&cx, json!({ "type": "signIn.follow" })).await;
        // its part of the binary could not be loaded: nobody stays half connected
        cx.update(|s| s.sign_in.phase = SignInPhase::None);
        if cx.read(|s| s.accounts.by.get(&Namespace::Eip155).is_some_and(|account| account.held)) {
            account_flow::reset(&cx, Namespace::Eip155, "error").await;
        }
        followed
    }));
}

/// The end of connecting: without a sign-in the modal has done its work. With one, an optional question is left open; a
/// required one is waited for.
///
/// # Errors
/// [`Error::ConnectionRejected`]: a required sign-in was cancelled; [`Error::SignInNotStarted`].
pub(crate) async fn after_connect(cx: &Cx, namespace: Namespace, opening: u32) -> Result<()> {
    if !serves(cx, namespace) {
        router::close_opening(cx, opening, CloseReason::Success);
        return Ok(());
    }
    let asked = cx
        .until(|s| {
            let account = s.accounts.by.get(&namespace);
            let status = account.map_or(Status::Disconnected, |account| account.status);
            let held = account.is_some_and(|account| account.held);
            match s.sign_in.phase {
                _ if status == Status::Disconnected => Some(Err(match s.sign_in.failed {
                    true => Error::SignInNotStarted,
                    false => Error::ConnectionRejected,
                })),
                SignInPhase::Checking => None,
                _ if held => None,
                _ => Some(Ok(s.sign_in.is_asked())),
            }
        })
        .await?;
    if !asked {
        router::close_opening(cx, opening, CloseReason::Success);
    }
    Ok(())
}

/// What a wallet is asked to sign in the same step as connecting (10.35): the host's message for an account that is not
/// known yet, over the configured EVM chains, the active one first. Nothing without sign-in, or when the host cannot make one:
/// then it is asked for after connecting. The permissions (`request.methods`) are for the caller to fill in.
pub(crate) async fn wanted(cx: &Cx) -> Option<Auth> {
    if !serves(cx, Namespace::Eip155) {
        return None;
    }
    let Ok(Reply::Json(text)) = crate::engine::dispatch(cx, json!({ "type": "signIn.wish" })).await else {
        return None;
    };
    super::sign_in_flow::read_wish(&crate::json::parse(&text, crate::constants::RPC_BYTES_MAX).ok()?)
}

/// Signed sign-ins that came with a session (already bound to what was asked): each is verified and all are stored. Without
/// any, or when storing fails or a contract cannot be asked now, nothing is stored and the person is asked after connecting.
///
/// # Errors
/// [`Error::SignFailed`]: a signature is wrong; the session is to be refused.
pub(crate) async fn take(cx: &Cx, cacaos: &[Cacao]) -> Result<()> {
    if cacaos.is_empty() || !serves(cx, Namespace::Eip155) {
        return Ok(());
    }
    let raw: Vec<Value> = cacaos.iter().map(|cacao| cacao.raw.clone()).collect();
    crate::engine::dispatch(cx, json!({ "type": "signIn.take", "cacaos": raw })).await.map(|_| ())
}

/// Commands of signing in.
#[cfg(test)]
#[derive(ts_rs::TS)]
#[ts(tag = "type")]
#[allow(dead_code)]
pub enum SignInCommand {
    /// Asks the wallet; clicked twice it is asked once.
    #[ts(rename = "signIn.sign")]
    Sign {},
    /// The person does not want to.
    #[ts(rename = "signIn.cancel")]
    Cancel {},
    /// Shows the question again.
    #[ts(rename = "signIn.open")]
    Open {},
}
