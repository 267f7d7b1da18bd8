//! Logins to the embedded wallet, and their rendering.

pub mod stored;

use crate::caip::{ChainId, Namespace};
use crate::constants::{AUTH_CHAINS, AUTH_SOLANA_CHAINS, EMAIL_COOLDOWN_MS};
use crate::entities::{AccountType, WalletHandle};
use crate::error::{Error, ErrorData, Result};
use crate::features::account::model::accounts::Account;
use crate::features::names::model as names;
use crate::format;
use crate::store::State;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::Serialize;
use serde_json::Value;

/// The longest email address (RFC 5321).
const EMAIL_MAX: usize = 254;

/// The progress of an email login.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum LoginPhase {
    /// No login.
    #[default]
    Idle,
    /// The frame has the address and is sending the code.
    Sending,
    /// The user must open the link in an email, because the device is new.
    Device,
    /// Waits for the code.
    Code,
    /// The frame is checking the code.
    Checking,
    /// The codes of this email have expired: the user must request a new one.
    Over,
    /// The account is loading.
    Connecting,
}

/// The progress of a provider login (ConnectingSocial, ConnectingFarcaster).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum SocialPhase {
    /// No login.
    #[default]
    Idle,
    /// Requests the provider's page, or the content of the QR code, from the secure site.
    Preparing,
    /// The browser blocked the window. A button opens it.
    Blocked,
    /// The user is in the window, or scans the QR code.
    Waiting,
    /// The window looks closed. It might still be open, if the browser isolates it from the page.
    Closed,
    /// The account is loading.
    Reading,
    /// The login failed; `error` has the reason.
    Failed,
}

/// The progress of a change of the email address (UpdateEmailWallet and its two codes).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum UpdatePhase {
    /// No change.
    #[default]
    Idle,
    /// The frame has the new address and is sending a code.
    Sending,
    /// Waits for a code: first from the old address, then from the new one.
    Code,
    /// The frame is checking a code.
    Checking,
}

/// A login with a social provider.
#[derive(Default)]
pub struct Social {
    /// The provider, `google` or `farcaster` for example.
    pub provider: Option<String>,
    /// The progress of the login.
    pub phase: SocialPhase,
    /// The content of Farcaster's QR code, and its drawing.
    pub url: Option<String>,
    /// Why the login failed.
    pub error: Option<ErrorData>,
    /// A number that grows with each login. A result with an older number is dropped.
    pub attempt: u32,
    /// How many windows the user has opened with the button.
    pub windows: u32,
}

/// The logged-in user.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct User {
    /// The email address.
    pub email: Option<String>,
    /// `email`, or the ID of the provider.
    pub provider: Option<String>,
    /// The user's name at the provider.
    pub username: Option<String>,
    /// Whether the smart account is deployed.
    pub is_deployed: Option<bool>,
}

/// Logins to the embedded wallet, and its user.
#[derive(Default)]
pub struct Embedded {
    /// The progress of an email login.
    pub phase: LoginPhase,
    /// The address that gets the email.
    pub email: Option<String>,
    /// Why the login failed.
    pub error: Option<ErrorData>,
    /// A login with a social provider.
    pub social: Social,
    /// The progress of a change of the email address.
    pub update: UpdatePhase,
    /// The new email address.
    pub new_email: Option<String>,
    /// The logged-in user.
    pub user: Option<User>,
    /// The account type is changing.
    pub switching: bool,
    /// The EVM chains with smart accounts.
    pub smart_networks: Vec<u64>,
    /// How many requests wait for the user's decision, including the displayed one.
    pub approvals: usize,
}

/// Slice `embedded`: logins, and the user for the settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EmbeddedSlice {
    /// The progress of an email login.
    pub phase: LoginPhase,
    /// The address that gets the email, at most 30 characters (5.12).
    pub email: Option<String>,
    /// When the user can request the next email, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub resend_at: Option<u64>,
    /// Why the login failed.
    pub error: Option<ErrorData>,
    /// The provider of the current login.
    pub provider: Option<String>,
    /// The progress of the login with the provider.
    pub social: SocialPhase,
    /// Why the login with the provider failed.
    pub social_error: Option<ErrorData>,
    /// ConnectingFarcaster: the link in the QR code.
    pub url: Option<String>,
    /// ConnectingFarcaster: the QR code, in the form of a pairing's.
    pub qr: Option<crate::qr::Qr>,
    /// The progress of a change of the email address.
    pub update: UpdatePhase,
    /// The address that gets the second code, at most 30 characters.
    pub new_email: Option<String>,
    /// How many requests wait for the user's decision, including the displayed one.
    pub approvals: usize,
    /// The login of the connected account, if it belongs to the embedded wallet.
    pub login: Option<LoginSlice>,
}

/// The logged-in user for the settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LoginSlice {
    /// `email`, or the ID of the provider.
    pub provider: String,
    /// The full address for the field that changes it. Only an email login has one.
    pub email: Option<String>,
    /// The name at the provider, or the address; at most 30 characters (5.12).
    pub name: Option<String>,
    /// The type of the displayed account.
    pub account_type: AccountType,
    /// The shortened address of the plain account, if known.
    pub eoa: Option<String>,
    /// The shortened address of the smart account, if known.
    pub smart: Option<String>,
    /// The user can change the type, because the network supports smart accounts.
    pub can_switch: bool,
    /// The type is changing.
    pub switching: bool,
    /// The account has no name and can get one (6.10).
    pub can_name: bool,
}

pub(crate) fn slice(state: &State) -> EmbeddedSlice {
    let of = &state.embedded;
    EmbeddedSlice {
        phase: of.phase,
        email: of.email.as_deref().map(short),
        resend_at: stored::asked_ms(state).map(|at| at + EMAIL_COOLDOWN_MS),
        error: of.error.clone(),
        provider: of.social.provider.clone(),
        social: of.social.phase,
        social_error: of.social.error.clone(),
        qr: of.social.url.as_deref().and_then(crate::qr::encode),
        url: of.social.url.clone(),
        update: of.update,
        new_email: of.new_email.as_deref().map(short),
        approvals: of.approvals,
        login: login(state),
    }
}

fn login(state: &State) -> Option<LoginSlice> {
    let of_page = state.networks.active_namespace().and_then(|namespace| state.accounts.by.get(&namespace));
    let evm = state.accounts.by.get(&Namespace::Eip155);
    let account = of_page.into_iter().chain(evm).find(|account| is_embedded(account))?;
    let user = state.embedded.user.clone().unwrap_or_default();
    let email = user.email.clone().filter(|_| user.provider.as_deref().is_none_or(|name| name == "email"));
    let short_of = |kind: AccountType| {
        let of = account.entries.iter().find(|entry| entry.kind == kind)?;
        Some(format::truncated(&of.address))
    };
    Some(LoginSlice {
        provider: user.provider.unwrap_or_else(|| "email".into()),
        name: user.username.or(user.email).as_deref().map(short),
        email,
        account_type: account.entries.first().map_or(AccountType::Eoa, |entry| entry.kind),
        eoa: short_of(AccountType::Eoa),
        smart: short_of(AccountType::SmartAccount),
        can_switch: has_smart_accounts(state) && evm.is_some_and(is_embedded),
        switching: state.embedded.switching,
        can_name: can_name(state),
    })
}

fn can_name(state: &State) -> bool {
    let of = state.accounts.by.get(&Namespace::Eip155).and_then(Account::current);
    let identity = of.and_then(|entry| state.identities.by.get(&entry.address));
    names::is_possible(state) && identity.is_some_and(|identity| identity.name.is_none())
}

/// Whether the account belongs to the embedded wallet.
pub(crate) fn is_embedded(account: &Account) -> bool {
    matches!(account.handle, Some(WalletHandle::Embedded(_)))
}

/// Whether the active network supports smart accounts.
pub(crate) fn has_smart_accounts(state: &State) -> bool {
    let chain = state.networks.active.as_ref().and_then(ChainId::evm_number);
    chain.is_some_and(|number| state.embedded.smart_networks.contains(&number))
}

/// Shortens an email address: more than 30 characters are cut in the middle (5.12).
#[must_use]
pub fn short(email: &str) -> String {
    let chars: Vec<char> = email.chars().collect();
    match chars.len() {
        0..=30 => email.into(),
        len => chars.iter().take(26).chain(&['…']).chain(chars.iter().skip(len - 3)).collect(),
    }
}

/// The namespaces that the embedded wallet supports on this page, the active one first.
pub(super) fn families(state: &State) -> Vec<Namespace> {
    let active = state.networks.active_namespace();
    let chains = chains(state);
    let serves = |namespace: &Namespace| chains.iter().any(|chain| chain.namespace == *namespace);
    let both = [Namespace::Eip155, Namespace::Solana];
    let first = active.into_iter().filter(|namespace| both.contains(namespace));
    let mut families: Vec<Namespace> =
        first.chain(both.into_iter().filter(|of| Some(*of) != active)).collect();
    families.retain(serves);
    families
}

/// The network for a namespace's account: the active one if it belongs to the namespace, otherwise the first supported
/// one.
pub(super) fn chain_of(state: &State, namespace: Namespace) -> Option<ChainId> {
    let served = chains(state);
    let stands = state.accounts.by.get(&namespace).and_then(|account| account.native.chain.clone());
    let known = [state.networks.active.clone(), stands];
    let known =
        known.into_iter().flatten().find(|chain| chain.namespace == namespace && served.contains(chain));
    known.or_else(|| served.into_iter().find(|chain| chain.namespace == namespace))
}

/// The configured networks that the embedded wallet supports (6.2): those of its list, and those that the page names.
#[must_use]
pub fn chains(state: &State) -> Vec<ChainId> {
    let named = state.options.rest.get("authChains").and_then(Value::as_array);
    let is_named = |id: &str| named.is_some_and(|list| list.iter().any(|item| item.as_str() == Some(id)));
    let serves = |chain: &ChainId| {
        is_named(&chain.to_string())
            || match chain.namespace {
                Namespace::Eip155 => chain.evm_number().is_some_and(|number| AUTH_CHAINS.contains(&number)),
                Namespace::Solana => AUTH_SOLANA_CHAINS.contains(&chain.reference.as_str()),
                // supports no other namespace (6.1)
                _ => false,
            }
    };
    let adapters = state.options.adapters.as_ref();
    let is_enabled = |chain: &ChainId| adapters.is_none_or(|adapters| adapters.contains(&chain.namespace));
    let all = state.networks.list.iter().filter_map(crate::entities::Network::chain);
    all.filter(|chain| is_enabled(chain) && serves(chain)).collect()
}

/// Whether an email address is valid (5.11): valid in HTML, and with a dot in its domain.
#[must_use]
pub fn is_email(text: &str) -> bool {
    let Some((name, domain)) = text.split_once('@') else { return false };
    let is_label = |label: &str| {
        !label.is_empty()
            && label.len() <= 63
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b".!#$%&'*+/=?^_`{|}~-".contains(&byte);
    text.len() <= EMAIL_MAX
        && !name.is_empty()
        && name.bytes().all(is_name)
        && domain.contains('.')
        && domain.split('.').all(is_label)
}

/// Checks whether the user can request an email now (4.20, 5.10).
///
/// # Errors
/// [`Error::EmailCooldown`], with the remaining seconds rounded up.
pub(super) fn may_ask(state: &State, now_ms: u64) -> Result<()> {
    let left = stored::asked_ms(state).map_or(0, |at| (at + EMAIL_COOLDOWN_MS).saturating_sub(now_ms));
    match left.min(EMAIL_COOLDOWN_MS) {
        0 => Ok(()),
        left => Err(Error::EmailCooldown { seconds: left.div_ceil(1_000) }),
    }
}

/// The typed text, trimmed. `None` if it isn't a valid address.
pub(super) fn given(text: &str) -> Option<String> {
    let text = text.trim();
    is_email(text).then(|| text.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    // req: 5.11
    #[test]
    fn validates_email_addresses() {
        for good in ["ada@example.org", "a.b+c@mail.example.co.uk", "x@1-2.io"] {
            assert!(is_email(good), "{good}");
        }
        let long = ["a".repeat(250), "@b.io".into()].concat();
        for bad in [
            "",
            "ada",
            "ada@",
            "@example.org",
            "ada@example",
            "a da@example.org",
            "ada@@example.org",
            "ada@-x.org",
            "ada@x-.org",
            "ada@x..org",
            "ada@example.org\n",
            "adä@example.org",
            "<a>@example.org",
            &long,
        ] {
            assert!(!is_email(bad), "{bad}");
        }
        assert_eq!(given("  ada@example.org ").as_deref(), Some("ada@example.org"));
    }

    // req: 4.20, 5.10, 9.1
    #[test]
    fn delays_the_next_mail_by_thirty_seconds() {
        let mut state = State::default();
        assert_eq!(may_ask(&state, 5), Ok(()));
        stored::ask(&mut state, Some(1_000));
        assert_eq!(may_ask(&state, 1_000), Err(Error::EmailCooldown { seconds: 30 }));
        assert_eq!(may_ask(&state, 1_001), Err(Error::EmailCooldown { seconds: 30 }));
        assert_eq!(may_ask(&state, 30_999), Err(Error::EmailCooldown { seconds: 1 }));
        assert_eq!(may_ask(&state, 31_000), Ok(()), "allowed again at exactly 30 s");
        assert_eq!(
            may_ask(&state, 10),
            Err(Error::EmailCooldown { seconds: 30 }),
            "a clock that was set back"
        );
    }
}
