//! Switching, adding and removing networks (4.28-4.31, 5.8, 5.9, docs/spec/rpc.md section 5): "switching on a chain that has an
//! address asks that chain's adapter; if the wallet does not know the chain the adapter tries to add it; after a failed
//! switch the user goes back to the previous view."

use crate::alert::Alert;
use crate::caip::{ChainId, Namespace};
use crate::command::needed;
use crate::command::unknown_action;
use crate::connectors;
use crate::constants::{NETWORKS_MAX, SWITCH_LATE_MS, SWITCH_SOON_MS, SWITCH_VERIFY_MS, WALLET_PROMPT_MS};
use crate::entities::{AccountEntry, Network, Status, WalletHandle};
use crate::error::{BUSY, Error, Result};
use crate::event::Event;
use crate::features::account::ChangeReason;
use crate::features::money::send_model as send;
use crate::features::networks;
use crate::features::networks::SwitchPhase;
use crate::features::networks::pictures as network_pictures;
use crate::features::shell::{View, alerts, router, toasts};
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::json::Read;
use crate::json::json;
use crate::namespaces::{self, wallet_chain};
use crate::options;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::pin::pin;
use futures_util::future::{Either, select};
use serde_json::Value;

/// The connected wallet of a namespace.
fn wallet_of(cx: &Cx, namespace: Namespace) -> Option<WalletHandle> {
    cx.read(|s| {
        let account = s.accounts.by.get(&namespace)?;
        account.handle.filter(|_| account.status == Status::Connected || account.awaits_sign_in)
    })
}

/// Whether an error means that the wallet doesn't know the network (4.29).
fn is_unknown_chain(error: &Error) -> bool {
    matches!(error, Error::Rpc { code: 4902 | 5000 | 32603 | -32603, .. })
}

/// The parameter of `wallet_addEthereumChain` (7.37). Contains the network's first public RPC URL, never one that the
/// page pays for.
fn add_request(network: &Network) -> Option<Value> {
    let chain = network.chain()?.evm_number()?;
    let rpc = network.http_urls().first()?;
    let coin = &network.native_currency;
    let mut call = json!({
        "chainId": alloc::format!("{chain:#x}"),
        "chainName": network.name,
        "nativeCurrency": { "name": coin.name, "symbol": coin.symbol, "decimals": coin.decimals },
        "rpcUrls": [rpc],
    });
    if let (Some(explorer), Some(fields)) = (network.explorer(), call.as_object_mut()) {
        fields.insert("blockExplorerUrls".into(), json!([explorer]));
    }
    Some(json!([call]))
}

/// Requests a switch. If the wallet doesn't know the network, requests to add it, then to switch again (4.29, 4.30).
async fn ask(cx: &Cx, handle: WalletHandle, network: &Network, chain: &ChainId) -> Result<()> {
    let switch = || connectors::switch_chain(cx, handle, chain);
    let prompt = |work| cx.within(WALLET_PROMPT_MS, work);
    let first = prompt(switch()).await.unwrap_or(Err(Error::WalletSilent));
    let error = match first {
        Ok(entries) => return stays_itself(cx, network, chain, entries),
        // the wallet doesn't have this network, and the page's data isn't enough to add it (decision 231, "Cosmos networks and prefixes")
        Err(Error::Rpc { code: 4901 | 4902, .. }) if namespaces::of(chain.namespace).is_of_one_chain() => {
            return Err(Error::NetworkNotFound);
        }
        Err(error) => error,
    };
    if !is_unknown_chain(&error) || !namespaces::adds_networks(chain.namespace) {
        return Err(error);
    }
    let request = add_request(network).ok_or(Error::ChainNotSupported)?;
    cx.update(|s| s.networks.phase = SwitchPhase::Adding);
    let added = connectors::request(cx, handle, "wallet_addEthereumChain", &request);
    match cx.within(WALLET_PROMPT_MS, added).await.unwrap_or(Err(Error::WalletSilent)) {
        Ok(_) => {}
        Err(refused) if refused.is_refusal() => return Err(refused),
        Err(_) => return Err(Error::ChainNotSupported),
    }
    cx.update(|s| s.networks.phase = SwitchPhase::Confirm);
    match prompt(switch()).await.unwrap_or(Err(Error::WalletSilent)) {
        Err(error) if is_unknown_chain(&error) => Err(Error::ChainNotSupported),
        answered => answered.map(|_| ()),
    }
}

/// If an address belongs to one network, the wallet has returned an account for it: the page never shows the address of another network.
fn stays_itself(cx: &Cx, network: &Network, chain: &ChainId, entries: Vec<AccountEntry>) -> Result<()> {
    let has = cx.update(|s| {
        let account = s.accounts.by.get_mut(&chain.namespace)?;
        let id = chain.to_string();
        account.extend(entries.into_iter().filter(|entry| entry.chain.as_ref() == Some(&id)).collect());
        account.is_on(chain).then_some(())
    });
    has.ok_or_else(|| Error::SwitchFailed { network: network.name.clone() })
}

/// Whether the wallet is on a network. Its event or its current response takes precedence over the result of the
/// switch.
async fn stands_on(cx: &Cx, handle: WalletHandle, chain: &ChainId) -> Option<bool> {
    let answer = cx.within(SWITCH_VERIFY_MS, wallet_chain::of(cx, chain.namespace, handle)?).await?;
    answer.ok()?.map(|stands| stands == *chain)
}

/// Waits until the wallet reports that network. Also polls, because some wallets emit no event.
async fn arrival(cx: &Cx, handle: WalletHandle, chain: &ChainId) {
    loop {
        cx.ports().clock.sleep(SWITCH_VERIFY_MS).await;
        if stands_on(cx, handle, chain).await == Some(true) {
            return;
        }
    }
}

/// Switches to a configured network, through a connected wallet (4.28).
async fn switch(cx: &Cx, network: Network, chain: ChainId) -> Result<Reply> {
    let namespace = chain.namespace;
    if let Some(handle) = wallet_of(cx, namespace) {
        let is_there = cx.read(|s| s.networks.is_supported() && s.networks.active.as_ref() == Some(&chain));
        if is_there && stands_on(cx, handle, &chain).await != Some(false) {
            return Ok(Reply::Done); // already on this network: no request
        }
        // the page changes to another namespace, whose wallet is already on that network
        let stood = cx.read(|s| networks::home_of(s, namespace).as_ref() == Some(&chain));
        let is_other = cx.read(|s| s.networks.active_namespace() != Some(namespace));
        if is_other && stood && stands_on(cx, handle, &chain).await == Some(true) {
            return go(cx, namespace, &chain, handle).await;
        }
        cx.update(|s| s.networks.phase = SwitchPhase::Confirm);
        let by_event = cx.until(|s| {
            let moved = s.networks.is_supported() && s.networks.active.as_ref() == Some(&chain);
            (moved && !is_there).then_some(())
        });
        let (asked, by_event) = (pin!(ask(cx, handle, &network, &chain)), pin!(by_event));
        if let Either::Left((answered, by_event)) = select(asked, by_event).await {
            if answered.is_ok() {
                cx.update(|s| s.networks.phase = SwitchPhase::Moving);
            }
            match (answered, stands_on(cx, handle, &chain).await) {
                // the wallet returned an error, but is on that network (docs/spec/users-ask.md 16)
                (_, Some(true)) | (Ok(()), None) => {}
                (Err(error), _) => return Err(error),
                // the wallet returned success, but reports another network: some wallets need a moment
                (Ok(()), Some(false)) => {
                    let (arrives, looks) = (pin!(by_event), pin!(arrival(cx, handle, &chain)));
                    cx.within(SWITCH_LATE_MS, select(arrives, looks)).await.ok_or(Error::WrongChain)?;
                }
            }
        }
        return go(cx, namespace, &chain, handle).await;
    }
    show(cx, namespace, &chain).await;
    Ok(Reply::Done)
}

/// Follows the wallet after its switch, unless it disconnected meanwhile.
async fn go(cx: &Cx, namespace: Namespace, chain: &ChainId, handle: WalletHandle) -> Result<Reply> {
    if wallet_of(cx, namespace) != Some(handle) {
        return Err(Error::Aborted);
    }
    show(cx, namespace, chain).await;
    Ok(Reply::Done)
}

/// Makes a network the page's active one.
async fn show(cx: &Cx, namespace: Namespace, chain: &ChainId) {
    cx.commit(|state| {
        networks::follow_wallet(state, namespace, Some(chain));
        state.context_changed(namespace, ChangeReason::Network);
        let name = state.networks.active_network().map(|n| n.name.clone()).unwrap_or_default();
        state.emit(Event::track("SWITCH_NETWORK", &[("network", &name)]));
    })
    .await;
}

fn busy() -> Error {
    Error::rpc(BUSY, "A network switch is already in progress")
}

/// Runs one switch at a time (R19). A second call for the same network joins the first one.
async fn start(cx: &Cx, network: &str, scope: ScopeId) -> Result<Reply> {
    let named = ChainId::parse(network);
    let found = named.as_ref().and_then(|chain| cx.read(|s| s.networks.find(chain).cloned()));
    let is_read_only = |chain: &ChainId| cx.read(|s| s.networks.readable(chain).is_some());
    let (Some(chain), Some(found)) = (named.clone(), found) else {
        if named.as_ref().is_some_and(is_read_only) {
            let detail = ["switchNetwork: ", network, " is readOnly, so users can't switch to it"];
            alerts::wrong_call(cx, true, &detail);
            return Err(Error::NetworkNotFound);
        }
        let known = cx.read(|s| options::names_of(&s.networks.list));
        let network = crate::text::label(network, 64)
            .filter(|name| !name.is_empty())
            .unwrap_or_else(|| "without a name".into());
        alerts::raise(cx, Alert::NetworkNotFound { network, known });
        return Err(named.map_or(Error::BadParams { field: "network".into() }, |_| Error::NetworkNotFound));
    };
    if !cx.read(|s| s.options.has_adapter(chain.namespace)) {
        alerts::wrong_call(cx, true, &["switchNetwork: adapters doesn't include the namespace of ", network]);
        return Err(Error::AdapterUnset);
    }
    let key = alloc::format!("switch network {chain}");
    let busy =
        cx.read(|s| s.networks.phase != SwitchPhase::Idle && s.networks.phase != SwitchPhase::Rejected);
    if busy && !cx.runs(&key) {
        return Err(self::busy());
    }
    let flow_cx = cx.clone();
    cx.single(scope, &key, async move {
        let cx = flow_cx;
        cx.update(|s| (s.networks.switching, s.networks.phase) = (Some(chain.clone()), SwitchPhase::Confirm));
        let leave = cx.phase(|s| s.networks.phase = SwitchPhase::Idle);
        let switched = switch(&cx, found, chain).await;
        leave.done();
        cx.update(|s| {
            let (phase, error) = match &switched {
                Err(error) if error.is_refusal() => (SwitchPhase::Rejected, None),
                // the wallet has a pending request: the view displays it, and the user can retry
                Err(error) if error.is_busy() => (SwitchPhase::Rejected, Some(error.data())),
                _ => (SwitchPhase::Idle, None),
            };
            (s.networks.phase, s.networks.error) = (phase, error);
        });
        switched
    })
    .await
}

/// Whether the switch view displays this error: the user rejected the request, or the wallet has another one.
fn is_shown(error: &Error) -> bool {
    error.is_refusal() || error.is_busy()
}

/// Handles a chosen row: its view shows the progress. After a rejection the view stays, after a failure it goes back
/// (4.31).
async fn choose(cx: &Cx, network: &str) -> Result<Reply> {
    let chain = ChainId::parse(network).ok_or(Error::BadParams { field: "network".into() })?;
    let running = cx.read(|s| {
        matches!(s.networks.phase, SwitchPhase::Confirm | SwitchPhase::Adding | SwitchPhase::Moving)
    });
    if running && cx.read(|s| s.networks.switching.as_ref() != Some(&chain)) {
        return Err(busy());
    }
    if cx.read(|s| s.router.open && networks::needs_wallet(s, &chain)) {
        // no wallet of that namespace is connected: the view says so, and has a button that lists supported wallets
        // (2.16)
        cx.update(|s| {
            (s.networks.switching, s.networks.phase) = (Some(chain.clone()), SwitchPhase::Idle);
            router::push(s, View::SwitchActiveChain);
            s.networks.wanted = Some(chain);
        });
        return Ok(Reply::Done);
    }
    let asks = wallet_of(cx, chain.namespace).is_some()
        && cx.read(|s| !s.networks.is_supported() || s.networks.active.as_ref() != Some(&chain))
        && cx.read(|s| s.networks.find(&chain).is_some());
    // a wallet of another namespace might already be on the network, so it gets no request and no message is displayed
    let is_other = cx.read(|s| s.networks.active_namespace() != Some(chain.namespace));
    if asks && !is_other {
        cx.update(|s| {
            if !running {
                s.networks.switching = Some(chain.clone());
                s.networks.phase = SwitchPhase::Idle;
            }
            router::push(s, View::SwitchNetwork);
        });
    }
    let opening = cx.read(|s| s.router.openings);
    let view = cx.read(|s| s.router.view());
    let mut switching = pin!(start(cx, network, ScopeId::Switch));
    let soon = match asks && is_other {
        true => cx.within(SWITCH_SOON_MS, switching.as_mut()).await,
        false => None,
    };
    let is_said = match &soon {
        Some(Err(error)) => is_shown(error),
        Some(Ok(_)) => false,
        None => true,
    };
    if asks && is_other && is_said {
        cx.update(|s| {
            if s.router.open && s.router.openings == opening && s.router.view() == view {
                router::push(s, View::SwitchNetwork);
            }
        });
    }
    let switched = match soon {
        Some(done) => done,
        None => switching.await,
    };
    let is_here = cx.read(|s| s.router.openings == opening && s.router.open);
    match &switched {
        Ok(_) if is_here => router::leave_networks(cx),
        // the view displays a rejection or another pending switch
        Err(error) if is_shown(error) => {}
        Err(error) => {
            // the wallet's message is for the page; if the network can't be added, the modal has its own text (4.30)
            let said = match error {
                Error::ChainNotSupported => None,
                _ => cx.read(|s| networks::switch_failed(s, &chain)),
            };
            toasts::show_error(cx, said.as_ref().unwrap_or(error));
            if is_here && cx.read(|s| s.router.view() == Some(View::SwitchNetwork)) {
                router::back(cx);
            }
        }
        Ok(_) => {}
    }
    switched
}

/// `addNetwork`: adds a network until the page is closed.
async fn add(cx: &Cx, command: &Value) -> Result<Reply> {
    let namespace = adapter(cx, command)?;
    let given = command.field("network").ok_or(Error::BadParams { field: "network".into() })?;
    let network = options::read_network(given, cx.read(|s| s.options.reaches_private))
        .map_err(|field| Error::BadParams { field: field.into() })?;
    if network.chain_namespace != namespace {
        return Err(Error::BadParams { field: "chainNamespace".into() });
    }
    let fits = cx.read(|s| {
        let known = s.networks.list.iter().any(|n| n.caip_network_id == network.caip_network_id);
        !known && s.networks.list.len() < NETWORKS_MAX
    });
    if !fits {
        return Err(Error::BadParams { field: "caipNetworkId".into() });
    }
    change(cx, namespace, |list| list.push(network)).await;
    Ok(Reply::Done)
}

/// `removeNetwork`: removes a network, but never the active or the last one.
async fn remove(cx: &Cx, command: &Value) -> Result<Reply> {
    let namespace = adapter(cx, command)?;
    let id = command.decimal("id").ok_or(Error::BadParams { field: "id".into() })?;
    let chain = ChainId::parse(&id).or_else(|| ChainId::of(namespace, &id)).ok_or(Error::NetworkNotFound)?;
    if cx.read(|s| s.networks.find(&chain).is_none()) {
        return Err(Error::NetworkNotFound);
    }
    let is_needed = cx.read(|s| {
        s.networks.active.as_ref() == Some(&chain)
            || s.networks.list.len() == 1
            || s.networks.switching.as_ref() == Some(&chain) && s.networks.phase != SwitchPhase::Idle
    });
    if is_needed {
        return Err(Error::BadParams { field: "id".into() });
    }
    let id = chain.to_string();
    change(cx, namespace, |list| list.retain(|network| network.caip_network_id != id)).await;
    Ok(Reply::Done)
}

/// The namespace of a command, if it has an adapter (5.9).
fn adapter(cx: &Cx, command: &Value) -> Result<Namespace> {
    let name = needed(command, "namespace")?;
    let missing =
        || Error::NoAdapterForNamespace { namespace: crate::text::label(name, 32).unwrap_or_default() };
    let namespace = Namespace::parse(name);
    namespace.filter(|namespace| cx.read(|s| s.options.has_adapter(*namespace))).ok_or_else(missing)
}

async fn change(cx: &Cx, namespace: Namespace, change: impl FnOnce(&mut Vec<Network>)) {
    cx.commit(|state| {
        change(&mut state.options.networks);
        networks::configure(state);
        state.context_changed(namespace, ChangeReason::Options);
        router::follow_support(state);
        let networks =
            state.networks.list.iter().filter(|n| n.chain_namespace == namespace).cloned().collect();
        state.emit(Event::NetworksChange { namespace, networks });
    })
    .await;
}

/// Finds a network from its name or id, ignoring case.
fn search(cx: &Cx, text: String) {
    let wanted = crate::text::lower(text.trim());
    cx.update(|s| {
        let fits = |network: &&Network| {
            crate::text::lower(&network.name).contains(&wanted) || network.caip_network_id.contains(&wanted)
        };
        let found =
            s.networks.list.iter().filter(fits).map(|network| network.caip_network_id.clone()).collect();
        s.networks.found = (!wanted.is_empty()).then_some(found);
        s.networks.search = text;
    });
}

crate::command::commands! {
    /// The commands of the networks.
    pub enum NetworksCommand, NetworksAction {
        /// Switches to a configured network for the page.
        "switch" Switch { network: String },
        /// Switches to the network of a row.
        "choose" Choose { network: String },
        /// Sends the request to the wallet again.
        "retry" Retry {},
        /// Searches the list.
        "search" Search { text: String },
        /// Loads the icons of the list.
        "pictures" Pictures {},
        /// Adds a network.
        "add" Add {
            namespace: String,
            #[ts(type = "unknown")]
            network: (),
        },
        /// Removes a network.
        "remove" Remove {
            namespace: String,
            #[ts(type = "string | number")]
            id: (),
        },
    }
    own {
        "show" Show,
    }
}

/// Runs a command of this feature.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        match action.as_str() {
            NetworksAction::Switch => {
                let network = needed(&command, "network")?;
                // while the wallet of that namespace is connected
                let asked = ChainId::parse(network).map(|chain| chain.namespace);
                let asked = asked.filter(|namespace| wallet_of(&cx, *namespace).is_some());
                start(&cx, network, asked.map_or(ScopeId::App, ScopeId::Connection)).await
            }
            NetworksAction::Choose => choose(&cx, needed(&command, "network")?).await,
            NetworksAction::Retry => {
                let target = cx.read(|s| s.networks.switching.as_ref().map(ToString::to_string));
                choose(&cx, &target.ok_or(Error::NetworkNotFound)?).await
            }
            NetworksAction::Search => {
                search(&cx, send::typed(needed(&command, "text")?));
                Ok(Reply::Done)
            }
            NetworksAction::Show => {
                let family =
                    Namespace::parse(needed(&command, "namespace")?).ok_or(Error::AdapterNotFound)?;
                // the wallet's known network, because the caller names none
                let stands = cx.read(|s| {
                    let account = s.accounts.by.get(&family)?;
                    let chain = account.native.chain.clone()?;
                    let is_there =
                        account.status != Status::Disconnected && s.networks.find(&chain).is_some();
                    is_there.then_some(chain)
                });
                if let Some(chain) = stands {
                    show(&cx, family, &chain).await;
                }
                Ok(Reply::Done)
            }
            NetworksAction::Pictures => {
                network_pictures::load(&cx);
                Ok(Reply::Done)
            }
            NetworksAction::Add => add(&cx, &command).await,
            NetworksAction::Remove => remove(&cx, &command).await,
            _ => Err(unknown_action("networks", &action)),
        }
    })
}
