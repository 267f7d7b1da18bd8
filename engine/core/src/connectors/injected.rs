//! Browser wallets. The adapters in element/src/wallets give all of them one interface (docs/spec/page-wallets.md
//! section 0).

use super::{
    Connector, TAKES, WalletAnswer, entries, fault, fault_of_money, is_unknown_chain, unknown_chain,
};
use crate::caip::{ChainId, Namespace};
use crate::constants::NETWORKS_MAX;
use crate::entities::{AccountEntry, Network, WalletHandle};
use crate::error::{Error, Result};
use crate::event::Event;
use crate::flow::Cx;
use crate::json::Read;
use crate::json::json;
use crate::namespaces;
use crate::ports::Local;
use crate::ports::provider::{EventSink, PageWallet, ProviderFault, Subscription};
use crate::store::State;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::Value;

/// The connector of EIP-6963 wallets and `window.ethereum`.
pub struct Injected;

fn ask(cx: &Cx, wallet: PageWallet, method: &str, params: &Value) -> Local<Result<Value>> {
    let answer = match method {
        "wm_switchChain" => ask_alone(cx, wallet, method, params),
        _ => cx.ports().provider.request(wallet, method, params),
    };
    let is_switch = method.ends_with("Chain");
    Box::pin(async move {
        answer.await.map_err(|thrown| match thrown {
            thrown if is_switch && is_unknown_chain(&thrown.message) => unknown_chain(&thrown.message),
            thrown => match fault(thrown) {
                // in a switch, this code means an unknown chain (docs/spec/services.md B6)
                Error::Rpc { code: 5000, .. } if !is_switch => Error::UserRejected,
                Error::Rpc { code: 4100, .. } => Error::Unauthorized,
                error => error,
            },
        })
    })
}

/// The networks for a wallet's request, the page's own first: all networks of the namespace. If an address belongs to one network, a
/// silent request names only the stored accounts' networks, because any other would open the wallet's window.
fn chains(state: &State, wallet: PageWallet, namespace: Namespace, silent: bool) -> Vec<String> {
    let of_namespace = state.networks.list.iter().filter(|network| network.chain_namespace == namespace);
    let mut chains: Vec<String> = of_namespace.map(|network| network.caip_network_id.clone()).collect();
    // the network that the page shows, or the account's last one, because this wallet supports one network at a time
    let stood = state.accounts.by.get(&namespace).and_then(|account| account.native.chain.as_ref());
    let places = [state.networks.wanted.as_ref(), state.networks.active.as_ref(), stood];
    let home = places.into_iter().flatten().find(|chain| chain.namespace == namespace);
    if let Some(at) = home.and_then(|home| chains.iter().position(|id| *id == home.to_string())) {
        chains.get_mut(..=at).unwrap_or_default().rotate_right(1);
    }
    if silent && namespaces::of(namespace).is_of_one_chain() {
        let stored =
            state.accounts.stored_entries(namespace, &connector_id(state, wallet).unwrap_or_default());
        let is_stored = |chain: &String| stored.iter().any(|entry| entry.chain.as_ref() == Some(chain));
        match chains.iter().any(is_stored) {
            true => chains.retain(is_stored),
            false => chains.truncate(1), // stored before networks were stored
        }
    }
    chains
}

/// The stored accounts of a Bitcoin wallet, with their networks. A wallet without a silent method can't report others
/// (docs/spec/page-wallets.md 3.2). The result is marked as coming from storage.
fn stored(state: &State, wallet: PageWallet, namespace: Namespace, chain: Option<&String>) -> Vec<Value> {
    let id = connector_id(state, wallet).filter(|_| namespaces::has_purposes(namespace));
    let all = id.map(|id| state.accounts.stored_entries(namespace, &id)).unwrap_or_default();
    let write = |entry: &AccountEntry| json!({ "chain": chain, "address": entry.address, "type": entry.kind.as_str() });
    all.iter().map(write).collect()
}

/// Whether a request is invisible to the user and signs nothing: the modal's own requests, and queries about the
/// wallet. The status of a batch isn't one of them, because only the wallet can report that a batch failed.
fn is_read(method: &str) -> bool {
    matches!(method, "eth_chainId" | TAKES | "wm_signsIn")
        || method.starts_with("wallet_get") && method != "wallet_getCallsStatus"
}

/// How much longer a restored wallet must wait for other claimants of its name (T3). `None` for a wallet that the user
/// chose.
fn alone_in_ms(cx: &Cx, wallet: PageWallet) -> u64 {
    let now_ms = cx.ports().clock.now_ms();
    let handle = Some(WalletHandle::Page(wallet));
    cx.read(|s| {
        let mut of_wallet = s.accounts.by.values().filter(|account| account.handle == handle);
        of_wallet.next().map_or(0, |account| account.alone_in_ms(now_ms))
    })
}

/// Sends a request to a wallet that signs, sends or opens a window: immediately within the click, or after the wait for other claimants. If
/// another wallet has claimed the name meanwhile, or the user has disconnected, the request fails (T3).
fn ask_alone(
    cx: &Cx,
    wallet: PageWallet,
    method: &str,
    params: &Value,
) -> Local<core::result::Result<Value, ProviderFault>> {
    let left_ms = alone_in_ms(cx, wallet);
    if left_ms == 0 || is_read(method) {
        return cx.ports().provider.request(wallet, method, params);
    }
    let (cx, method, params) = (cx.clone(), String::from(method), params.clone());
    Box::pin(async move {
        cx.ports().clock.sleep(left_ms).await;
        let handle = Some(WalletHandle::Page(wallet));
        if !cx.read(|s| s.accounts.by.values().any(|account| account.handle == handle)) {
            let message = "The wallet isn't connected anymore".into();
            return Err(ProviderFault {
                code: 4100,
                message,
                original_code: None,
                answered: false,
                data: None,
            });
        }
        cx.ports().provider.request(wallet, &method, &params).await
    })
}

fn connector_id(state: &State, wallet: PageWallet) -> Option<String> {
    let found = state.wallets.of(WalletHandle::Page(wallet))?;
    Some(state.wallets.connector_id(found))
}

/// The data of a network for a wallet that might not know it (decision 231, "Cosmos networks and prefixes"). `None` if
/// only the chain ID is known.
fn told(network: &Network) -> Option<Value> {
    let own = network.cosmos.as_ref()?;
    Some(json!({
        "chain": network.caip_network_id,
        "name": network.name,
        "symbol": network.native_currency.symbol,
        "decimals": network.native_currency.decimals,
        "rpc": network.rpc_urls.iter().find_map(|(_, urls)| urls.http.first()),
        "cosmos": own,
    }))
}

impl Connector for Injected {
    type Wallet = PageWallet;

    fn connect(
        cx: &Cx,
        wallet: PageWallet,
        namespace: Namespace,
        silent: bool,
    ) -> Local<Result<WalletAnswer>> {
        let (chains, told): (Vec<String>, Vec<Value>) = cx.read(|s| {
            let of_namespace = s.networks.list.iter().filter(|network| network.chain_namespace == namespace);
            (chains(s, wallet, namespace, silent), of_namespace.filter_map(told).collect())
        });
        let stored = match silent {
            true => cx.read(|s| stored(s, wallet, namespace, chains.first())),
            false => Vec::new(),
        };
        let mut params = json!({ "chains": chains, "silent": silent });
        for (name, list) in [("networks", told), ("stored", stored)] {
            if let Some(fields) = params.as_object_mut()
                && !list.is_empty()
            {
                fields.insert(name.into(), list.into());
            }
        }
        let answer = ask(cx, wallet, "wm_connect", &params);
        Box::pin(async move {
            let answer = answer.await?;
            let entries = entries(namespace, &answer);
            if entries.is_empty() && !answer.list("accounts").is_empty() {
                return Err(Error::Unreadable { from: "the wallet".into() });
            }
            let chain =
                answer.field("chain").and_then(|chain| match chain.as_str().and_then(ChainId::parse) {
                    Some(chain) => Some(chain),
                    None => ChainId::of_wallet_value(chain),
                });
            // the response to a visible request always comes from the wallet itself
            let is_remembered = silent && answer.flag("remembered") == Some(true);
            let is_revoked = silent && entries.is_empty() && answer.flag("revoked") == Some(true);
            let list = answer.field("accounts").unwrap_or(&answer);
            let shares_none = list.as_array().is_some_and(Vec::is_empty);
            let unread = answer.list("unread").iter().take(NETWORKS_MAX).filter_map(Value::as_str);
            let unread = unread.filter_map(ChainId::parse).filter(|of| of.namespace == namespace).collect();
            Ok(WalletAnswer { entries, chain, is_remembered, is_revoked, shares_none, unread })
        })
    }

    fn disconnect(cx: &Cx, wallet: PageWallet) -> Local<Result<()>> {
        let answer = ask(cx, wallet, "wm_disconnect", &json!({}));
        Box::pin(async move { answer.await.map(|_| ()) })
    }

    fn switch_chain(cx: &Cx, wallet: PageWallet, chain: &ChainId) -> Local<Result<Vec<AccountEntry>>> {
        let namespace = chain.namespace;
        let mut params = json!({ "chain": chain.to_string() });
        if let Some(told) = cx.read(|s| s.networks.find(chain).and_then(told))
            && let Some(fields) = params.as_object_mut()
        {
            fields.insert("networks".into(), json!([told]));
        }
        let answer = ask(cx, wallet, "wm_switchChain", &params);
        Box::pin(async move { answer.await.map(|answer| entries(namespace, &answer)) })
    }

    fn request(
        cx: &Cx,
        wallet: PageWallet,
        method: &str,
        params: &Value,
        token: Option<&str>,
    ) -> Local<Result<Value>> {
        let (answer, sends) = (ask_alone(cx, wallet, method, params), token.is_some());
        let adds = method == "wallet_addEthereumChain";
        let cx = cx.clone();
        Box::pin(async move {
            answer
                .await
                .map_err(|thrown| match sends {
                    true => fault_of_money(&thrown),
                    false if adds && is_unknown_chain(&thrown.message) => unknown_chain(&thrown.message),
                    false => fault(thrown),
                })
                .inspect_err(|error| {
                    if *error == Error::NotWhatWasShown {
                        // a script on the page changed the request: the page gets an error, even for a request of the
                        // modal (10.27)
                        cx.update(|s| s.emit(Event::Error(error.data())));
                    }
                })
        })
    }

    fn listen(cx: &Cx, wallet: PageWallet, sink: EventSink) -> Box<dyn Subscription> {
        cx.ports().provider.listen(wallet, sink)
    }
}
