//! Connects a WalletConnect wallet, from the choice to the settled session, and handles its connector's requests
//! afterwards: "a URI is made and shown as QR code and link; the wallet answers; the session is settled, checked and
//! kept".

use super::offer::{browse_link, choose, end_former, listing_of, meant, offer};
use super::requests::{accounts, grants, list, proven, request, stand, switch};
use crate::caip::{ChainId, Namespace};
use crate::command::{needed, unknown_action};
use crate::connectors::WalletAnswer;
use crate::connectors::wallet_connect::Listeners;
use crate::constants::DEEP_LINK_WATCH_MS;
use crate::constants::PAIRING_EXPIRY_MS;
use crate::constants::WALLET_CONNECT_ID as ID;
use crate::device::Device;
use crate::entities::AccountEntry;
use crate::entities::Status;
use crate::entities::WalletHandle;
use crate::error::{Error, Result};
use crate::features::account::{Came, Connected, connection as account_flow};
use crate::features::connect;
use crate::features::directory;
use crate::features::relay as pairing;
use crate::features::relay::HostsPairing;
use crate::features::relay::PairingPhase;
use crate::features::relay::Platform;
use crate::features::relay::model::PairingAction;
use crate::features::relay::sessions;
use crate::features::shell::{View, router, toasts};
use crate::features::sign_in;
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::json::Read;
use crate::json::json;
use crate::ports::provider::WalletEvent;
use crate::store::State;
use crate::{links, text};
use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::RefCell;
use serde_json::Value;
use walletconnect::client::Session;
use walletconnect::uri::PairingUri;

/// Connects over a relay. A second call for the same wallet joins the first one; a call for another wallet replaces it.
/// `round` is the number of an attempt that another feature started.
async fn start(cx: &Cx, id: Option<String>, family: Option<Namespace>, round: Option<u32>) -> Result<Reply> {
    let id = id.filter(|id| id != ID);
    let named = id.clone().unwrap_or_else(|| ID.into());
    // joins it for any namespace
    let running = cx.read(|s| connect::key_for(s, &named, s.connect.family)).filter(|key| cx.runs(key));
    if let Some(key) = running {
        return cx.single(ScopeId::App, &key, async { Ok(Reply::Done) }).await;
    }
    let round = round.unwrap_or_else(|| cx.update(|state| connect::choose(state, &named, family)));
    let flow_cx = cx.clone();
    cx.single(ScopeId::Asked, &connect::key(round), async move {
        let cx = flow_cx;
        if let Some(id) = &id {
            directory::load_listing(&cx, id).await?;
        }
        connect::go_on(&cx, round)?;
        cx.close_scope(ScopeId::Connecting, &Error::Aborted);
        let device = Device::here(cx.ports());
        let browse = id.as_deref().and_then(|id| browse_link(&cx, id, &device));
        // Without a directory the relay isn't available either: only the download links remain.
        let is_out = |s: &State| !directory::is_reachable(s) && s.pairing.hosts.is_none();
        if let (Some(id), None, true) = (&id, &browse, cx.read(is_out)) {
            if cx.read(|s| s.router.open) {
                directory::show_downloads(&cx, id).await?;
            }
            return Err(Error::NoConnectorForConnection);
        }
        let view = cx.read(|s| match s.router.view() {
            Some(View::ConnectingWalletConnectBasic) => View::ConnectingWalletConnectBasic,
            _ if id.is_none() && s.options.is_set("manualPairing") => View::ConnectingWalletConnectBasic,
            _ => View::ConnectingWalletConnect,
        });
        cx.update(|state| {
            choose(state, id.clone(), &device, browse);
            connect::begin(state, &named);
            if state.router.open {
                router::push(state, view);
            }
        });
        let opening = cx.read(|s| s.router.openings);
        let settled = Rc::new(RefCell::new(None));
        let offered = offer(cx.clone(), settled.clone());
        cx.inside(&connect::key(round), ScopeId::Connecting, offered).await?;
        let session = settled.borrow_mut().take().ok_or(Error::Internal { details: None })?;
        let leave = cx.phase(|s| {
            if s.pairing.phase == PairingPhase::Approved {
                s.pairing.phase = PairingPhase::Idle;
            }
        });
        settle(&cx, &session, id).await;
        connect::go_on(&cx, round)?;
        let namespace = cx.read(|s| s.networks.active_namespace()).unwrap_or(Namespace::Eip155);
        sign_in::after_connect(&cx, namespace, opening).await?;
        drop(leave);
        Ok(cx.read(|s| crate::features::account::account_reply(s, namespace)))
    })
    .await
}

/// Connects every namespace of a settled session that this page supports.
async fn settle(cx: &Cx, session: &Session, id: Option<String>) {
    let method = match cx.read(|s| (s.pairing.platform, s.pairing.by_tap)) {
        (Platform::Web, _) => "web",
        (Platform::Desktop, _) => "desktop",
        (_, true) => "mobile",
        _ => "qrcode",
    };
    let own = cx.read(|s| app_links(s, id.as_deref()));
    remember(cx, session, id);
    // takes the choice of this session or none, so its requests never open the app of an earlier wallet
    let choice = cx.update(|s| s.pairing.choice.take());
    cx.ports().storage.share(links::CHOICE, choice.as_deref());
    if let Ok(sessions) = sessions::of(cx).await {
        sessions.keep_links(&session.topic, &own);
    }
    // the page's own namespace is connected last, so it stays active; a requested one replaces it
    let meant = cx.read(meant);
    let own = meant.or_else(|| cx.read(|s| s.networks.active_namespace()));
    let others = Namespace::ALL.into_iter().filter(|namespace| Some(*namespace) != own);
    for namespace in others.chain(own) {
        let (entries, chain) = cx.read(|s| accounts(s, session, namespace));
        if entries.is_empty() {
            // an earlier wallet's data in this namespace ended with its session
            Listeners::of(cx).tell(namespace, &WalletEvent::Accounts(json!([])));
            if Some(namespace) == own && cx.read(|s| !has_another(s, namespace)) {
                // the page continues with the shared networks, and displays the missing ones
                let family = [("family", namespace.name())];
                toasts::show(
                    cx,
                    toasts::text("toast.not_shared", &family, toasts::ToastVariant::Error, None),
                );
            }
            continue;
        }
        if meant.is_some() && meant != Some(namespace) && cx.read(|s| has_another(s, namespace)) {
            continue; // this namespace wasn't requested, and keeps its other wallet
        }
        cx.update(|s| stand(s, chain.as_ref()));
        let connected = connected(cx, namespace, entries, chain.clone());
        if !sign_in::celebrate(cx, namespace) {
            cx.update(|s| s.pairing.phase = PairingPhase::Approved);
        }
        account_flow::settle(cx, connected, method, Came::New).await;
        if let Ok(sessions) = sessions::of(cx).await {
            sessions.learn_addresses(chain.as_ref());
        }
    }
    cx.update(connect::leave);
}

/// The links to the app of the chosen wallet.
fn app_links(state: &State, id: Option<&str>) -> Vec<String> {
    let listing = id.and_then(|id| listing_of(state, id));
    let all = listing.map(|it| [it.mobile_link, it.link_mode, it.webapp_link, it.desktop_link]);
    all.into_iter().flatten().flatten().collect()
}

/// Whether a wallet of another connector is connected in the namespace.
fn has_another(state: &State, namespace: Namespace) -> bool {
    let account = state.accounts.by.get(&namespace);
    account.is_some_and(|account| {
        account.status != Status::Disconnected
            && account.connector_id.as_deref().is_some_and(|connector| connector != ID)
    })
}

/// Stores which wallet the session belongs to.
pub(super) fn remember(cx: &Cx, session: &Session, id: Option<String>) {
    let name = text::label(&session.peer.name, crate::constants::NAME_CHARS_MAX);
    cx.update(|s| s.session.peer = Some((name.unwrap_or_else(|| "WalletConnect".into()), id)));
}

fn connected(cx: &Cx, namespace: Namespace, entries: Vec<AccountEntry>, chain: Option<ChainId>) -> Connected {
    let handle = WalletHandle::Relay(namespace);
    let identity = cx
        .read(|s| connect::identity(s, handle))
        .unwrap_or_else(|| (ID.to_owned(), "WalletConnect".to_owned(), None));
    let given = WalletAnswer { entries, chain, ..WalletAnswer::default() };
    Connected::of(given, namespace, identity, handle)
}

/// Handles a clicked link: the choice also applies to later requests, and the view gives a hint if the app didn't open
/// (10.16).
fn opened(cx: &Cx, platform: Platform) {
    let choice = cx.read(|s| {
        let href = s.pairing.href.clone().filter(|_| platform == Platform::Mobile)?;
        let id = s.pairing.wallet_id.as_deref()?;
        Some(crate::json::text(&json!({ "href": href, "name": listing_of(s, id)?.name })))
    });
    cx.update(|s| {
        s.pairing.choice = choice.or(s.pairing.choice.take());
        (s.pairing.is_opened, s.pairing.not_opened) = (true, false);
    });
    let flow_cx = cx.clone();
    cx.background(ScopeId::Connecting, async move {
        flow_cx.ports().clock.sleep(DEEP_LINK_WATCH_MS).await;
        if flow_cx.ports().window.get().is_none_or(|window| window.is_visible()) {
            flow_cx.update(|s| s.pairing.not_opened = s.pairing.phase == PairingPhase::Ready);
        }
        Ok(Reply::Done)
    });
}

/// Runs a command of this feature.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        cx.draw("pairing", |state| crate::snapshot::text(&pairing::slice(state)));
        let namespace = || {
            let named = Namespace::parse(command.text("namespace").unwrap_or_default());
            named.ok_or(Error::BadParams { field: "namespace".into() })
        };
        let platform = || match needed(&command, "platform")? {
            "mobile" => Ok(Platform::Mobile),
            "web" => Ok(Platform::Web),
            "desktop" => Ok(Platform::Desktop),
            _ => Err(Error::BadParams { field: "platform".into() }),
        };
        match action.as_str() {
            // any wallet; if the view opened for a chosen wallet, joins that attempt
            PairingAction::Enter => return start(&cx, None, None, None).await,
            PairingAction::Start => {
                let round = command.field("round").and_then(Value::as_u64);
                let round = round.and_then(|round| u32::try_from(round).ok());
                return start(&cx, command.text("id").map(ToOwned::to_owned), None, round).await;
            }
            PairingAction::Retry => {
                let (id, family) = cx.read(|s| (s.pairing.wallet_id.clone(), s.connect.family));
                return start(&cx, id, family, None).await;
            }
            PairingAction::Platform => {
                let platform = platform()?;
                cx.update(|s| {
                    if s.pairing.platforms.contains(&platform) {
                        (s.pairing.platform, s.pairing.not_opened) = (platform, false);
                    }
                });
            }
            PairingAction::Opened => opened(&cx, platform()?),
            PairingAction::Given => {
                let uri = needed(&command, "uri")?;
                let now_ms = cx.ports().clock.now_ms();
                let wrong = || Error::BadParams { field: "uri".into() };
                let read = PairingUri::parse(uri).filter(|_| uri.starts_with("wc:")).ok_or_else(wrong)?;
                let expires_ms =
                    read.expiry_s.map_or(now_ms + PAIRING_EXPIRY_MS, |end_s| end_s.saturating_mul(1000));
                if expires_ms <= now_ms {
                    return Err(wrong());
                }
                cx.close_scope(ScopeId::Connecting, &Error::Aborted);
                cx.update(|s| s.pairing.hosts = Some(HostsPairing { uri: uri.into(), expires_ms }));
            }
            PairingAction::Former => return end_former(&cx).await,
            PairingAction::Accounts => return proven(&cx, namespace()?).await,
            PairingAction::Request => {
                let method = needed(&command, "method")?.to_owned();
                let params = command.get("params").cloned().unwrap_or_default();
                let token = command.text("token").map(ToOwned::to_owned);
                return request(&cx, namespace()?, &method, params, token).await;
            }
            PairingAction::Grants => return grants(&cx, namespace()?, needed(&command, "method")?).await,
            PairingAction::List => return list(&cx, namespace()?, needed(&command, "method")?).await,
            PairingAction::Switch => {
                let chain = ChainId::parse(needed(&command, "chain")?);
                let chain = chain.ok_or(Error::BadParams { field: "chain".into() })?;
                return switch(&cx, namespace()?, chain).await;
            }
            PairingAction::Disconnect => sessions::of(&cx).await?.disconnect(),
            _ => return Err(unknown_action("pairing", &action)),
        }
        Ok(Reply::Done)
    })
}
