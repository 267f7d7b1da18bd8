//! The public part of stored logins (decision 11, "Stored data of a login"). The first part of the binary carries it as stored (`storage/keys.rs`).
//! Only this module reads and writes it.

use crate::caip::Namespace;
use crate::entities::AccountType;
use crate::features::project::model::PROVIDERS;
use crate::json::Read;
use crate::json::json;
use crate::store::State;
use alloc::borrow::ToOwned;
use alloc::string::String;
use serde_json::{Map, Value};

/// The preferred account type of each namespace (3.29).
pub const PREFERRED: &str = "preferred_account_types";
/// Set if a login is stored.
pub const USED: &str = "frame:email_login_used";
/// Set while the page is at a provider.
pub const AWAY: &str = "social_return";
/// The provider of the login, empty for email.
pub const PROVIDER: &str = "connected_social";
/// When an email was last requested (9.1).
pub const ASKED: &str = "last_email_login_time";

/// A login for which the page went to a provider, in a browser without popups (4.19).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RedirectLogin {
    /// The provider.
    pub provider: String,
    /// The expected random value in the return URL. Valid once.
    pub state: String,
    /// When the page left.
    pub started_ms: u64,
    /// The fragment of the page's URL, with its `#`. It is restored on return.
    pub hash: String,
}

pub(crate) fn preferred(state: &State, namespace: Namespace) -> Option<AccountType> {
    state.carried.get(PREFERRED)?.text(namespace.as_str()).and_then(AccountType::parse)
}

pub(crate) fn prefer(state: &mut State, namespace: Namespace, kind: Option<AccountType>) {
    let stored = &mut state.carried;
    let mut all = stored.get(PREFERRED).and_then(Value::as_object).cloned().unwrap_or_default();
    match kind {
        Some(kind) => all.insert(namespace.as_str().into(), kind.as_str().into()),
        None => crate::json::take(&mut all, namespace.as_str()),
    };
    if all.is_empty() {
        stored.remove(PREFERRED);
    } else {
        stored.insert(PREFERRED, Value::Object(all));
    }
}

pub(crate) fn asked_ms(state: &State) -> Option<u64> {
    state.carried.get(ASKED)?.as_u64()
}

pub(crate) fn ask(state: &mut State, at_ms: Option<u64>) {
    match at_ms {
        Some(at) => state.carried.insert(ASKED, at.into()),
        None => {
            state.carried.remove(ASKED);
        }
    }
}

/// The provider of the login, unless it was an email login.
pub(crate) fn provider(state: &State) -> Option<String> {
    let provider = state.carried.get(PROVIDER)?.as_str()?;
    PROVIDERS.contains(&provider).then(|| provider.to_owned())
}

/// Marks a login as stored.
pub(crate) fn log_in(state: &mut State, provider: Option<&str>) {
    let stored = &mut state.carried;
    stored.insert(USED, true.into());
    match provider.filter(|name| *name != "email") {
        Some(name) => stored.insert(PROVIDER, name.into()),
        None => {
            stored.remove(PROVIDER);
        }
    }
}

/// Stores the login before the page leaves.
pub(crate) fn leave(state: &mut State, away: &RedirectLogin) {
    let mut all = Map::new();
    all.insert("provider".into(), json!(away.provider));
    all.insert("state".into(), json!(away.state));
    all.insert("startedAt".into(), json!(away.started_ms));
    all.insert("hash".into(), json!(away.hash));
    state.carried.insert(AWAY, Value::Object(all));
}

/// Takes the stored login after the page's return. It is valid once.
pub(crate) fn come_back(state: &mut State) -> Option<RedirectLogin> {
    let stored = state.carried.remove(AWAY)?;
    let provider = stored.filled("provider").filter(|name| PROVIDERS.contains(name))?;
    let word = stored.filled("state")?;
    let hash = stored.filled("hash").filter(|hash| hash.starts_with('#')).unwrap_or_default();
    Some(RedirectLogin {
        provider: provider.into(),
        state: word.into(),
        started_ms: stored.whole("startedAt")?,
        hash: hash.into(),
    })
}
