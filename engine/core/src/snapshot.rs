//! Slices: what views and hosts read, made from the state when they ask.

use crate::caip::Namespace;
use crate::error::{Error, ErrorData, Result};
use crate::features::router::View;
use crate::features::{accounts, alerts, connect, connections, networks, router, theme, toasts};
use crate::flow::Reply;
use crate::map::Map;
use crate::options::{FeatureValue, OptionsSlice};
use crate::store::{PartName, State};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::Serialize;

/// `getState()`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs, reason = "public-api.md section 3 describes each field")]
pub struct StateSlice {
    pub open: bool,
    pub loading: bool,
    pub connecting: bool,
    pub initialized: bool,
    pub view: Option<View>,
    pub active_chain: Option<Namespace>,
    pub selected_network_id: Option<String>,
    #[cfg_attr(test, ts(as = "alloc::collections::BTreeMap<String, FeatureValue>"))]
    pub features: Map<String, FeatureValue>,
    pub overridden_features: Vec<String>,
    #[cfg_attr(test, ts(type = "\"default\" | \"local\" | \"remote\""))]
    pub config_source: &'static str,
    pub error: Option<ErrorData>,
}

/// Draws a slice as JSON text. The slices of views that come later are drawn by the part of the binary that brings their
/// feature: it leaves its function here, so that neither drawing nor serialising them is in the first part.
pub type Draw = fn(&State) -> String;

macro_rules! slices {
    (
        $($name:literal $variant:ident($type:ty) <- [$($part:ident),*] = $make:expr;)*
        later $($later:ident $later_variant:ident <- [$($later_part:ident),*] = $empty:literal;)*
    ) => {
        /// One slice.
        #[derive(Serialize)]
        #[serde(untagged)]
        #[allow(missing_docs, reason = "each type describes itself")]
        #[allow(clippy::large_enum_variant, reason = "made, serialised and dropped at once")]
        pub enum Snapshot { $($variant($type),)* /** JSON text. */ Drawn(String) }

        /// What the later parts have left.
        #[derive(Clone, Copy, Default)]
        #[allow(missing_docs, non_snake_case, reason = "names of slices")]
        pub struct Drawers { $(pub $later: Option<Draw>,)* }

        /// Names of the slices that read a changed part.
        #[must_use]
        pub fn slices_of(changed: &[PartName]) -> Vec<&'static str> {
            let mut names = Vec::new();
            $(if changed.iter().any(|part| matches!(part, $(PartName::$part)|*)) { names.push($name); })*
            $(if changed.iter().any(|part| matches!(part, $(PartName::$later_part)|*)) {
                names.push(stringify!($later));
            })*
            names
        }

        /// A slice by its name.
        ///
        /// # Errors
        /// [`Error::UnknownName`].
        pub fn snapshot(state: &State, name: &str) -> Result<Snapshot> {
            match name {
                $($name => { let make: fn(&State) -> $type = $make; Ok(Snapshot::$variant(make(state))) })*
                $(stringify!($later) => {
                    Ok(Snapshot::Drawn(state.drawers.$later.map_or_else(|| $empty.into(), |draw| draw(state))))
                })*
                _ => Err(Error::UnknownName { what: "slice", name: name.chars().take(64).collect() }),
            }
        }

        /// Every slice with its type, for the contract.
        #[cfg(test)]
        pub const NAMES: &[(&str, &str)] =
            &[$(($name, stringify!($variant)),)* $((stringify!($later), stringify!($later_variant)),)*];

        /// What the later slices are before their part is there.
        #[cfg(test)]
        const EMPTY: &[(&str, &str)] = &[$((stringify!($later), $empty),)*];
    };
}

/// A slice as JSON text.
pub(crate) fn text(slice: &impl Serialize) -> String {
    serde_json::to_string(slice).unwrap_or_else(|_| "null".into())
}

impl Snapshot {
    /// As JSON text, however it was made.
    #[must_use]
    pub fn json(&self) -> String {
        match self {
            Self::Drawn(drawn) => drawn.clone(),
            made => text(made),
        }
    }
}

slices! {
    "state" State(StateSlice) <- [Life, Options, Router, Connect, Accounts, Networks] = state_slice;
    "router" Router(router::RouterSlice) <- [Router, Connect, Wallets, Networks, Options, Images] = |s| s.router.slice(s);
    "connect" Connect(connect::ConnectSlice) <- [Connect, Wallets, Accounts, Options] = |s| s.connect.slice(s);
    "account" Account(accounts::AccountSlice) <- [Accounts, Networks, Wallets, Options, Tokens, Identities, Images] = accounts::account_slice;
    "accounts" Accounts(accounts::AccountsSlice) <- [Accounts, Tokens, Identities, Images] = accounts::slice;
    "connections" Connections(connections::ConnectionsSlice) <- [Wallets, Accounts, Networks, Options] = connections::slice;
    "networks" Networks(networks::NetworksSlice) <- [Networks, Images] = networks::slice;
    "toast" Toast(toasts::ToastSlice) <- [Toasts] = |s| s.toasts.slice();
    "alerts" Alerts(alerts::AlertsSlice) <- [Alerts, Options] = |s| s.alerts.slice(s.options.debug);
    "theme" Theme(theme::ThemeSlice) <- [Theme] = |s| theme::ThemeSlice {
        theme_mode: s.theme.mode,
        theme_variables: s.theme.variables.clone(),
    };
    "options" Options(OptionsSlice) <- [Options] = |s| s.options.slice();
    later
    directory Directory <- [Directory, Wallets, Connect, Accounts, Options, Networks, Images] =
        r#"{"rows":[],"rowsPhase":"none","allWallets":null,"tiles":[],"phase":"none","hasMore":false,"loadingMore":false,"moreFailed":false,"search":"","searching":false,"certified":false,"guide":[],"download":null}"#;
    pairing Pairing <- [Pairing, Wallets, Images] =
        r#"{"phase":"idle","uri":null,"qr":null,"wallet":null,"platforms":[],"platform":"mobile","links":{"mobile":null,"web":null,"desktop":null},"target":"_self","byTap":false,"notOpened":false,"canDownload":false,"relay":null,"error":null}"#;
    signIn SignIn <- [SignIn, Options, Images] =
        r#"{"phase":"none","required":false,"message":null,"app":"","domain":"","image":null,"address":null,"error":null}"#;
    tokens Tokens <- [Tokens, Accounts, Images] =
        r#"{"phase":"none","list":[],"total":null,"retryAt":null,"hidden":false}"#;
    activity Activity <- [Activity, Transactions, Images] =
        r#"{"phase":"none","groups":[],"pending":[],"hasMore":false,"loadingMore":false,"moreFailed":false,"spam":0,"showSpam":false,"nfts":[]}"#;
    transactions Transactions <- [Transactions] = r#"{"list":[]}"#;
    send Send <- [Send, Networks, Accounts, Transactions, Tokens, Identities, Images] =
        r#"{"token":null,"sendTokenAmount":"","receiverAddress":"","receiverProfileName":null,"receiverProfileImageUrl":null,"networkBalanceInUSD":null,"tokenBalances":[],"loading":false,"worth":null,"max":null,"maxPhase":"loading","check":"select_token","amountError":null,"receiverError":null,"notice":null,"phase":"editing","preview":null,"hash":null,"explorerUrl":null,"error":null,"search":"","tokens":[],"tokensPhase":"none"}"#;
}

fn state_slice(state: &State) -> StateSlice {
    StateSlice {
        open: state.router.open,
        loading: !state.life.initialized,
        connecting: state.connect.is_running(),
        initialized: state.life.initialized,
        view: state.router.view().filter(|_| state.router.open),
        active_chain: state.networks.active_namespace(),
        selected_network_id: state.networks.shown_chain().map(|chain| chain.to_string()),
        features: state.options.features.clone(),
        overridden_features: Vec::new(),
        config_source: "default",
        error: None,
    }
}

/// The account of a namespace as the answer to `connect`.
#[must_use]
pub fn account_reply(state: &State, namespace: Namespace) -> Reply {
    let account = accounts::public(state).find(|account| account.namespace == namespace);
    Reply::Json(serde_json::to_string(&account).unwrap_or_else(|_| "null".into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn before_its_part_is_there_a_slice_is_the_one_of_an_empty_state() {
        let state = State::default();
        let drawn = [
            ("directory", text(&crate::features::directory::slice(&state))),
            ("pairing", text(&crate::features::pairing::slice(&state))),
            ("signIn", text(&crate::features::sign_in::slice(&state))),
            ("tokens", text(&crate::features::tokens::slice(&state))),
            ("activity", text(&crate::features::activity::slice(&state))),
            ("transactions", text(&state.transactions.slice())),
            ("send", text(&crate::features::send::slice(&state))),
        ];
        for ((name, drawn), (known, empty)) in drawn.iter().zip(EMPTY) {
            assert_eq!((name, drawn.as_str()), (known, *empty));
        }
    }
}
