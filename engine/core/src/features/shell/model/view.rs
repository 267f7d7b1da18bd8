//! The views: one row each in the table below (docs/spec/views.md 1.1).

use crate::features::money::model::{revoke, send, swap};
use crate::store::State;
use alloc::string::String;
use serde::Serialize;

/// Access rule of a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Every visitor.
    Public,
    /// A connected visitor.
    Account,
}

/// The left slot of the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum LeftSlot {
    /// Empty.
    None,
    /// Back.
    Back,
    /// What is a wallet?
    Help,
    /// The network picker.
    Network,
}

/// One row of the table.
pub struct ViewRow {
    /// Names for `open`, including aliases. A view with a selection or a pending request can't be opened with a name.
    pub names: &'static [&'static str],
    /// Its access rule.
    pub access: Access,
    /// The left slot of the header; `Help` and `Network` only if the host's options have them.
    pub left: LeftSlot,
    /// The feature whose action `enter` reads what the view renders, when it is shown.
    pub enter: Option<&'static str>,
    /// The feature whose action `open` opens it: it takes what the host hands along, or asks first.
    pub opener: Option<&'static str>,
    /// The tracked event of a click that opens it.
    pub click: Option<&'static str>,
    /// Draws the login options, if any are enabled.
    pub has_logins: bool,
    /// Waits for an attempt to connect, which ends with it.
    pub is_attempt: bool,
    /// About networks: left as soon as one has been switched to.
    pub is_of_networks: bool,
    /// Its form: the view leaves the history when the form's data is dropped.
    pub form: Option<View>,
    /// Journeys that start in it return to it, and it is shown on any network of the wallet.
    pub is_origin: bool,
    /// The question to the journey whose result it waits for.
    pub waits: Option<&'static Waits>,
}

/// A view in which a result is waited for.
pub struct Waits {
    /// The result is pending: an unsupported network is reported only afterwards.
    pub is_busy: fn(&State) -> bool,
    /// Its content is followed in the background: going back also leaves its form.
    pub is_followed: fn(&State) -> bool,
    /// Reset of its feature on going back.
    pub leave: fn(&mut State),
}

const WAITS: Waits = Waits { is_busy: |_| true, is_followed: |_| false, leave: |_| {} };

static ROW: ViewRow = EMPTY;

const EMPTY: ViewRow = ViewRow {
    names: &[],
    access: Access::Account,
    left: LeftSlot::Back,
    enter: None,
    opener: None,
    click: None,
    has_logins: false,
    is_attempt: false,
    is_of_networks: false,
    form: None,
    is_origin: false,
    waits: None,
};

macro_rules! views {
    ($($(#[$attribute:meta])* $view:ident { $($field:ident: $value:expr),* $(,)? })*) => {
        /// The views that exist.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
        #[cfg_attr(test, derive(ts_rs::TS))]
        pub enum View { $($(#[$attribute])* $view,)* }

        const ROWS: &[ViewRow] = {
            use Access::*;
            &[$(ViewRow { $($field: $value,)* ..EMPTY },)*]
        };

        impl View {
            const ALL: &[Self] = &[$(Self::$view,)*];

            /// Its row.
            #[must_use]
            pub fn row(self) -> &'static ViewRow {
                ROWS.get(self as usize).unwrap_or(&ROW)
            }
        }
    };
}

views! {
    /// The list of wallets.
    Connect { names: &["Connect"], access: Public, left: LeftSlot::Help, enter: Some("directory"), has_logins: true }
    /// Waits for a browser wallet.
    ConnectingExternal { access: Public, is_attempt: true }
    /// Asks which network type to use with a wallet that supports several.
    ConnectingMultiChain { access: Public, enter: Some("accounts") }
    /// Help.
    WhatIsAWallet { names: &["WhatIsAWallet"], access: Public, click: Some("CLICK_WALLET_HELP") }
    /// Only the wallets of Connect, without logins.
    ConnectWallets { names: &["ConnectWallets"], access: Public, enter: Some("directory") }
    /// Asks for the email address to log in with.
    EmailLogin { names: &["EmailLogin"], access: Public, has_logins: true }
    /// Asks for the code from the email.
    EmailVerifyOtp { access: Public, is_attempt: true }
    /// Waits until the user opens the link in the email, on a new device.
    EmailVerifyDevice { access: Public, is_attempt: true }
    /// All login providers.
    ConnectSocials { names: &["ConnectSocials"], access: Public, has_logins: true }
    /// A provider's window is open.
    ConnectingSocial { access: Public, is_attempt: true }
    /// Waits for a phone that reads a code.
    ConnectingFarcaster { names: &["ConnectingFarcaster"], access: Public, is_attempt: true, opener: Some("embedded") }
    /// Only the logins of Connect, for users without a wallet.
    Create { names: &["Create"], access: Public, has_logins: true }
    /// Changes the email address of a login.
    UpdateEmailWallet { names: &["UpdateEmailWallet"], opener: Some("embedded") }
    /// The code of the old address.
    UpdateEmailPrimaryOtp {}
    /// The code of the new address.
    UpdateEmailSecondaryOtp {}
    /// Explains how to move the wallet elsewhere.
    UpgradeEmailWallet { names: &["UpgradeEmailWallet"], click: Some("EMAIL_UPGRADE_FROM_MODAL") }
    /// Every wallet of the directory.
    AllWallets { names: &["AllWallets"], access: Public, enter: Some("directory"), click: Some("CLICK_ALL_WALLETS") }
    /// Waits for a wallet that is not in this page.
    ConnectingWalletConnect { access: Public, is_attempt: true }
    /// Any wallet, only with a QR code or a link.
    ConnectingWalletConnectBasic {
        names: &["ConnectingWalletConnectBasic", "ConnectingWalletConnect"], access: Public, is_attempt: true, enter: Some("pairing"),
    }
    /// Wallets for a user without one.
    GetWallet { names: &["GetWallet"], access: Public, enter: Some("directory"), click: Some("CLICK_GET_WALLET_HELP") }
    /// Download links of one wallet.
    Downloads { access: Public }
    /// The connected account.
    Account { names: &["Account"], left: LeftSlot::Network, enter: Some("accounts") }
    /// The account's history, as its tab shows it.
    Activity { names: &["Activity", "Transactions"], enter: Some("accounts"), click: Some("CLICK_TRANSACTIONS") }
    /// The account's settings.
    AccountSettings { names: &["AccountSettings"], enter: Some("accounts") }
    /// The wallets that are connected, and those that were.
    ProfileWallets { names: &["ProfileWallets"], access: Public, enter: Some("profileWallets") }
    /// The accounts of a wallet that gives several.
    SwitchAddress { names: &["SwitchAddress"], enter: Some("profileWallets") }
    /// The list of networks.
    Networks {
        names: &["Networks"], access: Public, enter: Some("accounts"), click: Some("CLICK_NETWORKS"), is_of_networks: true,
    }
    /// Help.
    WhatIsANetwork {
        names: &["WhatIsANetwork"], access: Public, click: Some("CLICK_NETWORK_HELP"), is_of_networks: true,
    }
    /// Waits for a wallet to switch.
    SwitchNetwork { enter: Some("accounts"), is_of_networks: true, waits: Some(&WAITS) }
    /// The user chose a network of a namespace without a wallet.
    SwitchActiveChain { enter: Some("accounts"), is_of_networks: true }
    /// The wallet is on a network that is not configured.
    UnsupportedChain { left: LeftSlot::None, enter: Some("accounts"), is_of_networks: true }
    /// Signing in with the wallet.
    #[serde(rename = "SIWXSignMessage")]
    SiwxSignMessage {
        names: &["SIWXSignMessage", "ConnectingSiwe"], left: LeftSlot::None, opener: Some("signIn"),
    }
    /// The send form. A preview without a send is the form too.
    Send { names: &["Send", "WalletSend", "SendPreview", "WalletSendPreview"], enter: Some("send"), opener: Some("send") }
    /// The list of tokens to send. Opening it with its name shows the form.
    SendSelectToken { names: &["SendSelectToken", "WalletSendSelectToken"], opener: Some("send"), form: Some(View::Send) }
    /// The preview of a send.
    SendPreview {
        form: Some(View::Send), waits: Some(&Waits {
            is_busy: send::is_busy, is_followed: send::is_followed, leave: send::leave_preview,
        }),
    }
    /// The swap form. A preview without a swap is the form too.
    Swap { names: &["Swap", "SwapPreview"], enter: Some("swap"), opener: Some("swap") }
    /// The list of tokens to swap. Opening it with its name shows the form.
    SwapSelectToken { names: &["SwapSelectToken"], opener: Some("swap"), form: Some(View::Swap) }
    /// The preview of a swap.
    SwapPreview {
        form: Some(View::Swap), waits: Some(&Waits {
            is_busy: swap::is_busy, is_followed: swap::is_followed, leave: swap::leave_preview,
        }),
    }
    /// Buying for money: how much of what.
    OnRamp { names: &["OnRamp"], enter: Some("buy"), opener: Some("buy") }
    /// The list of currencies to pay in.
    OnRampFiatSelect { form: Some(View::OnRamp) }
    /// The list of purchasable currencies.
    OnRampTokenSelect { form: Some(View::OnRamp) }
    /// The list of providers.
    OnRampProviders {
        names: &["OnRampProviders"], enter: Some("buy"), opener: Some("buy"), form: Some(View::OnRamp),
    }
    /// A provider's page is open.
    BuyInProgress { form: Some(View::OnRamp) }
    /// Help.
    WhatIsABuy { names: &["WhatIsABuy"], click: Some("SELECT_WHAT_IS_A_BUY") }
    /// Something sent from here, from signing it to what became of it.
    Transaction {}
    /// The address, to be sent something.
    Receive { names: &["Receive", "WalletReceive"], enter: Some("receive") }
    /// The networks on which the address is valid.
    CompatibleNetworks { names: &["CompatibleNetworks"], enter: Some("receive") }
    /// A payment that the page requests, and the ways to pay it.
    Pay { names: &["Pay"], access: Public, opener: Some("pay"), is_origin: true }
    /// The progress of a payment with a wallet or an exchange.
    PayLoading { access: Public, left: LeftSlot::None, waits: Some(&WAITS) }
    /// Approvals and permissions of the account.
    Permissions { names: &["Permissions"], enter: Some("permissions") }
    /// The preview of a revoked approval.
    RevokePreview { form: Some(View::Permissions), waits: Some(&Waits {
            is_busy: revoke::is_busy, leave: revoke::leave_preview, ..WAITS
        }) }
    /// Why an account should have a name.
    ChooseAccountName { names: &["ChooseAccountName"], opener: Some("names") }
    /// A name is typed.
    RegisterAccountName { names: &["RegisterAccountName"], opener: Some("names") }
    /// It is registered.
    RegisterAccountNameSuccess {}
    /// The permissions of a smart account.
    SmartSessionList { names: &["SmartSessionList"], enter: Some("sessions") }
    /// A newly granted permission.
    SmartSessionCreated { left: LeftSlot::None }
    /// The review of a page's request.
    ReviewRequest { left: LeftSlot::None }
    /// Something of the embedded wallet is decided, in its frame.
    ApproveTransaction { left: LeftSlot::None }
}

impl View {
    /// The view of a name that a host may open.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|view| view.row().names.contains(&name)).copied()
    }

    /// Every name that a host may open, for a host that named another.
    #[must_use]
    pub fn named() -> String {
        let mut all = String::new();
        for name in Self::ALL.iter().filter_map(|view| view.row().names.first()) {
            all.push_str(if all.is_empty() { ". Use " } else { ", " });
            all.push_str(name);
        }
        all
    }

    /// Makes sense without an account.
    pub(crate) fn is_public(self) -> bool {
        self.row().access == Access::Public
    }

    /// About networks: left as soon as one has been switched to.
    pub(crate) fn is_of_networks(self) -> bool {
        self.row().is_of_networks
    }
}
