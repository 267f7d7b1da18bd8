//! Developer alerts: the second half of the catalog (specification section 8), with title, detail and key.

use alloc::string::String;

/// A developer alert: displayed in the alert bar, logged, and emitted as `wallet-alert`, once each (8.10).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Alert {
    /// 8.1
    NetworkNotFound {
        /// The network in the call.
        network: String,
        /// The networks of this page.
        known: String,
    },
    /// 8.2
    InvalidAppConfiguration {
        /// The page's origin. `None` if the caller doesn't know it.
        origin: String,
    },
    /// 8.3
    EmbeddedWalletNotLoaded,
    /// 8.4
    EmbeddedWalletTimedOut,
    /// 8.5
    SessionExpired,
    /// 8.6
    InvalidProjectId,
    /// 8.7, 5.1
    ProjectIdNotConfigured,
    /// 8.8
    ServerError {
        /// The service's message.
        detail: String,
    },
    /// 8.9
    RateLimited,
    /// 1.28: the project's configuration overrides options.
    ConfigurationIgnored {
        /// The overridden options.
        options: String,
    },
    /// Ours: an option is invalid, so its default is used.
    InvalidOption {
        /// The option and its error.
        detail: String,
    },
    /// Ours: neither networks nor a project id, which would provide an RPC URL for the default network.
    NetworksNotConfigured,
    /// Ours: a call has no effect, or another one than expected.
    InvalidCall {
        /// The call, its error and the known names.
        detail: String,
        /// The call has no effect. If false, it has another effect.
        fails: bool,
    },
}

impl Alert {
    /// The key. An alert is displayed once per key.
    #[must_use]
    pub fn key(&self) -> String {
        match self {
            Self::NetworkNotFound { network, .. } => ["network_not_found ", network].concat(),
            Self::InvalidAppConfiguration { .. } => "invalid_app_configuration".into(),
            Self::EmbeddedWalletNotLoaded => "iframe_load_failed".into(),
            Self::EmbeddedWalletTimedOut => "iframe_request_timeout".into(),
            Self::SessionExpired => "session_expired".into(),
            Self::InvalidProjectId => "invalid_project_id".into(),
            Self::ProjectIdNotConfigured => "project_id_not_configured".into(),
            Self::ServerError { .. } => "server_error".into(),
            Self::RateLimited => "rate_limited".into(),
            Self::ConfigurationIgnored { options } => ["configuration_ignored ", options].concat(),
            Self::InvalidOption { detail } => ["invalid_option ", detail].concat(),
            Self::NetworksNotConfigured => "networks_not_configured".into(),
            Self::InvalidCall { detail, .. } => ["invalid_call ", detail].concat(),
        }
    }

    /// The short title.
    #[must_use]
    pub fn title(&self) -> &'static str {
        match self {
            Self::NetworkNotFound { .. } => "Network Not Found",
            Self::InvalidAppConfiguration { .. } => "Invalid App Configuration",
            Self::EmbeddedWalletNotLoaded => "Network Error - Could not load embedded wallet",
            Self::EmbeddedWalletTimedOut => "Embedded Wallet Request Timed Out",
            Self::SessionExpired => "Session Expired",
            Self::InvalidProjectId => "Invalid Project ID",
            Self::ProjectIdNotConfigured => "Project ID Not Configured",
            Self::ServerError { .. } => "Server Error",
            Self::RateLimited => "Rate Limited",
            Self::ConfigurationIgnored { .. } => "Local configuration ignored",
            Self::InvalidOption { .. } => "Invalid option",
            Self::NetworksNotConfigured => "Networks Not Configured",
            Self::InvalidCall { .. } => "Invalid call",
        }
    }

    /// What the developer should do.
    #[must_use]
    pub fn detail(&self) -> String {
        match self {
            Self::NetworkNotFound { network, known } => [
                "Network ",
                network,
                " isn't configured. Add it to the networks array, which has ",
                if known.is_empty() { "no entries" } else { known },
                ".",
            ]
            .concat(),
            Self::InvalidAppConfiguration { origin } => [
                if origin.is_empty() { "This page's origin" } else { "Origin " },
                origin,
                " isn't on the project's allowlist. Add it to the allowed domains in the dashboard where you created the project.",
            ]
            .concat(),
            Self::EmbeddedWalletNotLoaded => {
                "There was an issue loading the embedded wallet. Please try again later.".into()
            }
            Self::EmbeddedWalletTimedOut => {
                "There was an issue doing the request to the embedded wallet. Please try again later.".into()
            }
            Self::SessionExpired => {
                "The session is invalid. Check the time settings of this device and connect again.".into()
            }
            Self::InvalidProjectId => "The project ID is invalid. Update your configuration.".into(),
            Self::ProjectIdNotConfigured => {
                "Set projectId. Browser wallets work without it, but QR codes, email login and token balances don't.".into()
            }
            Self::ServerError { detail } => ["Failed to get App Configuration ", detail].concat(),
            Self::RateLimited => "Rate limited when trying to get the App Configuration".into(),
            Self::ConfigurationIgnored { options } => {
                ["The project's remote configuration overrides: ", options].concat()
            }
            Self::InvalidOption { detail } | Self::InvalidCall { detail, .. } => detail.clone(),
            Self::NetworksNotConfigured => {
                "Set networks. Without networks or a projectId, only Ethereum is available, with no RPC URL."
                    .into()
            }
        }
    }

    /// The first word of the key: its section in `docs/guide/errors.md`.
    #[must_use]
    pub fn code(&self) -> String {
        self.key().split(' ').next().unwrap_or_default().into()
    }

    /// `error` if something doesn't work, `warning` if a fallback is used.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::ConfigurationIgnored { .. }
            | Self::InvalidOption { .. }
            // browser wallets work without a project ID
            | Self::ProjectIdNotConfigured
            | Self::InvalidCall { fails: false, .. } => "warning",
            _ => "error",
        }
    }

    /// The alert for an error of a relay or service (8.11-8.13), recognized from a part of its text.
    #[must_use]
    pub fn of_provider_text(text: &str) -> Option<Self> {
        [
            ("Unauthorized: origin not allowed", Self::InvalidAppConfiguration { origin: String::new() }),
            ("JWT Token is not yet valid", Self::SessionExpired),
            ("Unauthorized: invalid key", Self::InvalidProjectId),
        ]
        .into_iter()
        .find_map(|(part, alert)| text.contains(part).then_some(alert))
    }
}
