//! Connecting a wallet of the page (1.1, 2.4, 2.8, 2.29, 8.21): the list, the attempt, and what is found meanwhile.

use super::{needed, unknown_action};
use crate::caip::Namespace;
use crate::connectors::{self, WalletAnswer, wallet_connect};
use crate::constants::{
    ANNOUNCED_WALLETS_MAX, NAME_CHARS_MAX, WALLET_OPENING_MS, WALLET_PROMPT_MS, WALLET_SILENT_MS,
    WALLET_SLOW_MS,
};
use crate::entities::{Status, WalletRow, WalletTag};
use crate::error::{Error, ErrorData, Result};
use crate::event::Event;
use crate::features::account_flow::{self, Connected};
use crate::features::connections::RecentWallet;
use crate::features::directory;
use crate::features::restore;
use crate::features::router::{self, View};
use crate::features::sign_in;
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::map::Map;
use crate::options::{AllWallets, WalletOptions, is_listing};
use crate::ports::provider::{Announced, WalletEvent, WalletHandle, WalletKind};
use crate::store::State;
use crate::text;
use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::RefCell;
use serde::Serialize;
use serde_json::{Value, json};

/// Wallets found in the page.
#[derive(Default)]
pub struct Wallets {
    found: Vec<Announced>,
    /// Used before, newest first (3.8).
    pub recent: Vec<RecentWallet>,
    /// Reverse DNS names by the ids of listings that the host's lists name; nothing while they are not known.
    listed: Option<Map<String, String>>,
}

/// Where an attempt stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ConnectPhase {
    /// None.
    #[default]
    Idle,
    /// The wallet was asked just now.
    Opening,
    /// The person should look at the wallet.
    Confirm,
    /// The wallet says that a request is already open (-32002): it is waited for, not asked again.
    AlreadyOpen,
    /// It takes long.
    Slow,
    /// Refused by the person.
    Rejected,
    /// Failed.
    Failed,
}

/// The attempt to connect.
#[derive(Default)]
pub struct Attempt {
    phase: ConnectPhase,
    wallet_id: Option<String>,
    error: Option<ErrorData>,
}

/// The slice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ConnectSlice {
    /// The list, until `directory.rows` is there.
    pub rows: Vec<WalletRow>,
    /// "All wallets" is offered.
    pub directory: bool,
    /// Where the attempt stands.
    pub phase: ConnectPhase,
    /// Of which wallet.
    pub wallet_id: Option<String>,
    /// Why it failed.
    pub error: Option<ErrorData>,
}

impl Wallets {
    /// Every wallet as a row: of the page, used before, and any other by WalletConnect.
    #[must_use]
    pub fn rows(&self, state: &State) -> Vec<WalletRow> {
        let mut rows: Vec<WalletRow> = Vec::new();
        for wallet in self.found.iter().filter(|wallet| offered(wallet, state)) {
            let row = self.row(wallet, state);
            // one wallet that announces itself for several families is one entry (10.18)
            match rows.iter_mut().find(|known| known.id == row.id) {
                Some(known) => known.namespaces.extend(row.namespaces),
                None => rows.push(row),
            }
        }
        // the ones the host features; what was used before comes first (2.35), the newest of it on top
        let featured = &state.options.wallets.featured_wallet_ids;
        let mut at = 0;
        for wallet in self.found.iter().filter(|wallet| names(state, featured, wallet)) {
            let id = self.connector_id(wallet);
            if let Some(from) = rows.iter().position(|row| row.id == id).filter(|from| *from >= at) {
                rows.get_mut(at..=from).unwrap_or_default().rotate_right(1);
                at += 1;
            }
        }
        let is_reachable = directory::is_reachable(state);
        for recent in self.recent.iter().rev() {
            if let Some(at) = rows.iter().position(|row| row.id == recent.id) {
                rows.get_mut(..=at).unwrap_or_default().rotate_right(1);
            } else if is_reachable && is_listing(&recent.id) {
                rows.insert(0, elsewhere(&recent.id, &recent.name, WalletTag::Recent));
            }
        }
        if is_reachable {
            rows.insert(0, self.wallet_connect());
        }
        rows
    }

    /// Any wallet, by WalletConnect.
    #[must_use]
    pub fn wallet_connect(&self) -> WalletRow {
        let row = elsewhere("walletConnect", "WalletConnect", WalletTag::QrCode);
        WalletRow { test_id: "wallet-selector-walletconnect".into(), ..row }
    }

    /// Whether a connector is in this page.
    #[must_use]
    pub fn is_here(&self, connector_id: &str) -> bool {
        self.by_connector(connector_id).is_some()
    }

    /// What the directory says of wallets that the host's lists name by their ids.
    pub fn list(&mut self, listed: impl Iterator<Item = (String, String)>) {
        let all = self.listed.get_or_insert_default();
        listed.for_each(|(id, rdns)| all.insert(id, rdns));
    }

    /// The row of a connector.
    #[must_use]
    pub fn row_of(&self, connector_id: &str, state: &State) -> Option<WalletRow> {
        self.by_connector(connector_id).map(|wallet| self.row(wallet, state))
    }

    /// How the wallet of a connector came into the page.
    #[must_use]
    pub fn kind_of(&self, connector_id: &str) -> WalletKind {
        self.by_connector(connector_id).map_or(WalletKind::default(), |wallet| wallet.kind)
    }

    fn by_connector(&self, connector_id: &str) -> Option<&Announced> {
        self.found.iter().find(|wallet| self.connector_id(wallet) == connector_id)
    }

    /// The rdns, which is the same after a reload; the id where two providers share an rdns (10.33), and the id with our
    /// own number where they share that too: a row always leads to its own provider.
    fn connector_id(&self, wallet: &Announced) -> String {
        let same_id = |other: &Announced| other.handle != wallet.handle && other.id == wallet.id;
        match wallet.rdns.as_ref() {
            Some(rdns) if !self.shared(wallet) => rdns.clone(),
            _ if self.found.iter().any(same_id) => alloc::format!("{}#{}", wallet.id, wallet.handle.0),
            _ => wallet.id.clone(),
        }
    }

    /// Another provider of the same family claims the same rdns or uuid.
    fn shared(&self, wallet: &Announced) -> bool {
        self.found.iter().any(|other| {
            let same_rdns = other.rdns.is_some() && other.rdns == wallet.rdns;
            let meets = other.namespaces.iter().any(|namespace| wallet.namespaces.contains(namespace));
            other.handle != wallet.handle && meets && (same_rdns || other.id == wallet.id)
        })
    }

    fn row(&self, wallet: &Announced, state: &State) -> WalletRow {
        let id = self.connector_id(wallet);
        let in_use = state
            .accounts
            .by
            .values()
            .any(|account| account.handle == Some(wallet.handle) && account.status == Status::Connected);
        WalletRow {
            name: wallet.name.clone(),
            icon: state
                .options
                .picture("connectorImages", &id)
                .and_then(|url| state.images.get(url))
                .or_else(|| wallet.icon.clone()),
            rdns: wallet.rdns.clone(),
            tag: Some(match self.recent.iter().any(|wallet| wallet.id == id) {
                _ if in_use => WalletTag::Connected,
                true => WalletTag::Recent,
                false => WalletTag::Installed,
            }),
            conflict: self.shared(wallet),
            test_id: alloc::format!("wallet-selector-{id}"),
            namespaces: wallet.namespaces.clone(),
            id,
        }
    }
}

/// The row of a wallet that is not in this page, before more is known of it.
fn elsewhere(id: &str, name: &str, tag: WalletTag) -> WalletRow {
    WalletRow {
        id: id.into(),
        name: name.into(),
        icon: None,
        rdns: None,
        tag: Some(tag),
        conflict: false,
        test_id: alloc::format!("wallet-selector-{id}"),
        namespaces: Vec::new(),
    }
}

/// Whether the host's options let a wallet into the list.
fn offered(wallet: &Announced, state: &State) -> bool {
    let options = &state.options;
    let finder = match wallet.kind {
        WalletKind::Injected => options.enable_injected,
        WalletKind::Announced => options.enable_eip6963,
        WalletKind::External => true, // the host brought it along itself
    };
    let has_adapter =
        |adapters: &Vec<Namespace>| wallet.namespaces.iter().any(|namespace| adapters.contains(namespace));
    let lists = &options.wallets;
    let include = &lists.include_wallet_ids;
    // ids of listings say nothing about a wallet of the page before the directory has been asked
    let includes =
        WalletOptions::names_wallets(include) || (!include.is_empty() && state.wallets.listed.is_some());
    options.is_set("enableWallets")
        && finder
        && options.adapters.as_ref().is_none_or(has_adapter)
        && !names(state, &lists.exclude_wallet_ids, wallet)
        && (!includes || names(state, include, wallet))
}

/// Whether a list of the host names a wallet: by its reverse DNS name, or by a listing that has the same one.
fn names(state: &State, list: &[String], wallet: &Announced) -> bool {
    let Some(rdns) = wallet.rdns.as_ref() else { return false };
    let of_listing = |id: &String| state.wallets.listed.as_ref()?.get(id);
    list.iter().any(|id| {
        id.eq_ignore_ascii_case(rdns) || of_listing(id).is_some_and(|of| of.eq_ignore_ascii_case(rdns))
    })
}

impl Attempt {
    /// The slice.
    #[must_use]
    pub fn slice(&self, state: &State) -> ConnectSlice {
        ConnectSlice {
            rows: state.wallets.rows(state),
            directory: directory::is_reachable(state)
                && state.options.wallets.all_wallets == AllWallets::Show
                && state.options.feature("allWallets"),
            phase: self.phase,
            wallet_id: self.wallet_id.clone(),
            error: self.error.clone(),
        }
    }

    /// The wallet of the attempt.
    #[must_use]
    pub fn wallet(&self, state: &State) -> Option<WalletRow> {
        state.wallets.row_of(self.wallet_id.as_deref()?, state)
    }

    /// Whether a wallet is being asked.
    #[must_use]
    pub fn is_running(&self) -> bool {
        !matches!(self.phase, ConnectPhase::Idle | ConnectPhase::Rejected | ConnectPhase::Failed)
    }
}

/// A wallet was found. Its texts are cleaned here, once; without a name it is no wallet.
pub fn announced(cx: &Cx, mut wallet: Announced) {
    let Some(name) = text::label(&wallet.name, NAME_CHARS_MAX) else { return };
    wallet.name = name;
    wallet.rdns = wallet.rdns.filter(|rdns| is_rdns(rdns));
    cx.update(|state| {
        let known = state.wallets.found.iter().any(|other| other.handle == wallet.handle);
        if !known && state.wallets.found.len() < ANNOUNCED_WALLETS_MAX {
            state.wallets.found.push(wallet);
        }
    });
}

/// Reverse DNS: labels of letters, digits and hyphens, at least two.
fn is_rdns(text: &str) -> bool {
    let labels = text.split('.').collect::<Vec<_>>();
    let fits =
        |label: &&str| !label.is_empty() && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    (2..=10).contains(&labels.len()) && text.len() <= 128 && labels.iter().all(fits)
}

/// The wallet of a connector, as soon as it is there.
pub(crate) async fn wait_for(cx: &Cx, connector_id: &str, namespace: Namespace) -> WalletHandle {
    if connector_id == wallet_connect::ID {
        return wallet_connect::handle(namespace);
    }
    cx.until(|s| s.wallets.by_connector(connector_id).map(|wallet| wallet.handle)).await
}

/// What a connection keeps of its wallet.
pub(crate) fn identity(state: &State, handle: WalletHandle) -> Option<(String, String, Option<String>)> {
    if wallet_connect::namespace(handle).is_some() {
        let name = state.pairing.peer.as_ref().map(|(name, _)| name.clone());
        let icon = state.wallets.recent.first().and_then(|recent| recent.icon.clone());
        return Some((
            wallet_connect::ID.to_owned(),
            name.unwrap_or_else(|| "WalletConnect".to_owned()),
            icon,
        ));
    }
    let wallet = state.wallets.found.iter().find(|wallet| wallet.handle == handle)?;
    Some((state.wallets.connector_id(wallet), wallet.name.clone(), wallet.icon.clone()))
}

/// Asks the wallet and shows how it goes. Runs in the scope of the connecting view: leaving the view drops it.
async fn ask(
    cx: Cx,
    handle: WalletHandle,
    namespace: Namespace,
    answer: Rc<RefCell<Option<WalletAnswer>>>,
) -> Result<Reply> {
    let attempt = cx.phase(move |state| {
        state.connect.phase = ConnectPhase::Idle;
        leave_connecting(state, namespace);
    });
    cx.update(|state| {
        state.connect.phase = ConnectPhase::Opening;
        state.connect.error = None;
        let account = state.accounts.by.of(namespace);
        if account.status != Status::Connected {
            account.status = Status::Connecting;
        }
    });
    for (after_ms, from, to) in [
        (WALLET_OPENING_MS, ConnectPhase::Opening, ConnectPhase::Confirm),
        (WALLET_SLOW_MS, ConnectPhase::Confirm, ConnectPhase::Slow),
    ] {
        let timer_cx = cx.clone();
        cx.background(ScopeId::Connecting, async move {
            timer_cx.ports().clock.sleep(after_ms).await;
            if timer_cx.read(|s| s.connect.phase == from) {
                timer_cx.update(|s| s.connect.phase = to);
            }
            Ok(Reply::Done)
        });
    }
    let asked = cx.within(WALLET_PROMPT_MS, prompt(&cx, handle, namespace)).await;
    let result = asked.unwrap_or(Err(Error::WalletSilent)).and_then(|given| match given.entries.is_empty() {
        true => Err(Error::Unreadable { from: "the wallet".into() }),
        false => Ok(given),
    });
    match result {
        Ok(given) => {
            attempt.done();
            *answer.borrow_mut() = Some(given);
            Ok(Reply::Done)
        }
        Err(error) => {
            attempt.done();
            let shown = shown_error(error);
            cx.update(|state| {
                let refused = shown.is_refusal();
                state.connect.phase = if refused { ConnectPhase::Rejected } else { ConnectPhase::Failed };
                state.connect.error = Some(shown.data());
                leave_connecting(state, namespace);
                let event = if refused { "USER_REJECTED" } else { "CONNECT_ERROR" };
                state.tell(Event::track(event, &[("message", &alloc::format!("{shown}"))]));
            });
            Err(shown)
        }
    }
}

/// An attempt that another part of the binary makes (a pairing) begins.
pub(crate) fn begin(state: &mut State, id: &str) {
    state.connect.wallet_id = Some(id.to_owned());
    state.connect.phase = ConnectPhase::Confirm;
    state.connect.error = None;
}

/// It has ended, however.
pub(crate) fn leave(state: &mut State) {
    state.connect.phase = ConnectPhase::Idle;
}

fn leave_connecting(state: &mut State, namespace: Namespace) {
    if let Some(account) = state.accounts.by.get_mut(&namespace)
        && account.status != Status::Connected
    {
        account.status = Status::Disconnected;
    }
}

/// A wallet that already has a request open is not asked again: its accounts say when the person has answered.
async fn prompt(cx: &Cx, handle: WalletHandle, namespace: Namespace) -> Result<WalletAnswer> {
    let mut changes = connectors::listen(cx, handle);
    match connectors::connect(cx, handle, namespace, false).await {
        Err(Error::Rpc { code: -32002, .. }) => {}
        answered => return answered,
    }
    cx.update(|s| s.connect.phase = ConnectPhase::AlreadyOpen);
    loop {
        match changes.next().await {
            Some(WalletEvent::Accounts(list)) if !connectors::entries(namespace, &list).is_empty() => {
                let silent = connectors::connect(cx, handle, namespace, true);
                return cx.within(WALLET_SILENT_MS, silent).await.unwrap_or(Err(Error::WalletSilent));
            }
            Some(_) => {}
            None => return Err(Error::WalletSilent),
        }
    }
}

/// What the person and the host read of a failed attempt (8.21).
fn shown_error(error: Error) -> Error {
    match error {
        Error::UserRejected => Error::ConnectionRejected,
        Error::Rpc { .. } => Error::ConnectFailed { details: error.data().details },
        other => Error::ConnectFailed { details: Some(alloc::format!("{other}")) },
    }
}

/// Connects a wallet of the page; a second call for the same wallet joins the first, one for another replaces it.
pub(crate) async fn connect(cx: &Cx, id: String) -> Result<Reply> {
    let target = cx.read(|s| {
        let wallet = s.wallets.by_connector(&id)?;
        Some((wallet.handle, *wallet.namespaces.first()?))
    });
    let Some((handle, namespace)) = target else {
        // not in this page (2.30)
        return crate::engine::dispatch(cx, json!({ "type": "pairing.start", "id": id })).await;
    };
    let key = alloc::format!("connect {id}");
    if cx.runs(&key) {
        return cx.single(ScopeId::App, &key, async { Ok(Reply::Done) }).await;
    }
    cx.close_scope(ScopeId::Connecting, &Error::Aborted);
    cx.close_scope(ScopeId::Restore(namespace), &Error::Aborted);
    cx.update(|state| {
        state.connect.wallet_id = Some(id.clone());
        if state.router.open {
            router::push(state, View::ConnectingExternal);
        }
    });
    let opening = cx.read(|s| s.router.openings);
    let flow_cx = cx.clone();
    cx.single(ScopeId::App, &key, async move {
        let cx = flow_cx;
        let answer = Rc::new(RefCell::new(None));
        cx.start(ScopeId::Connecting, ask(cx.clone(), handle, namespace, answer.clone())).await?;
        let given = answer.borrow_mut().take();
        let identity = cx.read(|s| identity(s, handle));
        let (Some(given), Some((connector_id, wallet_name, icon))) = (given, identity) else {
            return Err(Error::Internal { details: None });
        };
        let (entries, chain) = (given.entries, given.chain);
        let connected = Connected { namespace, entries, chain, connector_id, wallet_name, icon, handle };
        account_flow::settle(&cx, connected, "browser", false).await;
        cx.update(|s| s.connect.phase = ConnectPhase::Idle);
        sign_in::after_connect(&cx, namespace, opening).await?;
        Ok(cx.read(|s| crate::snapshot::account_reply(s, namespace)))
    })
    .await
}

/// Commands of connecting.
#[cfg(test)]
#[derive(ts_rs::TS)]
#[ts(tag = "type", rename_all_fields = "camelCase")]
#[allow(dead_code)]
pub enum ConnectCommand {
    /// A row was chosen.
    #[ts(rename = "connect.select")]
    Select { id: String },
    /// Asks the same wallet again.
    #[ts(rename = "connect.retry")]
    Retry {},
    /// The host connects; resolves with the account.
    #[ts(rename = "connect.start")]
    Start {
        connector_id: String,
        #[ts(optional)]
        namespace: Option<String>,
    },
}

/// Runs a command.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        account_flow::draw(&cx);
        if action == "restore" {
            let namespace = Namespace::parse(needed(&command, "namespace")?).ok_or(Error::AdapterNotFound)?;
            restore::restore(&cx, namespace, needed(&command, "connectorId")?).await;
            return Ok(Reply::Done);
        }
        let id = match action.as_str() {
            "select" => needed(&command, "id")?.to_owned(),
            "start" => needed(&command, "connectorId")?.to_owned(),
            "retry" => cx.read(|s| s.connect.wallet_id.clone()).ok_or(Error::NoConnectorForConnection)?,
            _ => return Err(unknown_action("connect", &action)),
        };
        if action == "select"
            && let Some(name) = cx.read(|s| s.wallets.row_of(&id, s).map(|row| row.name))
        {
            cx.update(|s| s.tell(Event::track("SELECT_WALLET", &[("name", &name), ("platform", "browser")])));
        }
        connect(&cx, id).await
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reverse_dns_names_are_checked() {
        for good in ["io.metamask", "dev.wallet-modal.demo", "Com.Example"] {
            assert!(is_rdns(good), "{good}");
        }
        for bad in
            ["", "metamask", "io..metamask", "io.meta mask", "io.<script>", ".io", "io.", &"a.".repeat(70)]
        {
            assert!(!is_rdns(bad), "{bad}");
        }
    }
}
