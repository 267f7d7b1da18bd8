//! The views. Each is one row in the table below (docs/spec/views.md 1.1).

use crate::features::money::model::{revoke, send, swap};
use crate::store::State;
use alloc::string::String;
use serde::Serialize;

/// Who can open a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Every user.
    Public,
    /// Only a user with a connected account.
    Account,
}

/// The left slot of the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum LeftSlot {
    /// Empty.
    None,
    /// A button that goes back.
    Back,
    /// A button with help: "What is a wallet?"
    Help,
    /// The network picker.
    Network,
}

/// One row of the table.
pub struct ViewRow {
    /// The names for `open`, including aliases. A view for a selection or a pending request has none.
    pub names: &'static [&'static str],
    /// Who can open the view.
    pub access: Access,
    /// The left slot of the header. `Help` and `Network` only appear if the page's options enable them.
    pub left: LeftSlot,
    /// The feature whose action `enter` requests the view's data when the view opens.
    pub enter: Option<&'static str>,
    /// The feature whose action `open` opens the view. It reads the page's arguments, or asks first.
    pub opener: Option<&'static str>,
    /// The tracked event for a click that opens the view.
    pub click: Option<&'static str>,
    /// Shows logins, if any are enabled.
    pub has_logins: bool,
    /// Waits for an attempt to connect, and ends with it.
    pub is_attempt: bool,
    /// Is about networks, and closes after a switch.
    pub is_of_networks: bool,
    /// The form of the view. The view leaves the history when the form's data is dropped.
    pub form: Option<View>,
    /// Other journeys start in this view and return to it. It is displayed on any network of the wallet.
    pub is_origin: bool,
    /// The checks for a view that waits for the result of a journey.
    pub waits: Option<&'static Waits>,
}

/// The checks for a view that waits for a result.
pub struct Waits {
    /// Whether the result is pending. An unsupported network is only displayed afterwards.
    pub is_busy: fn(&State) -> bool,
    /// Whether the transaction is followed in the background. If so, going back also leaves the form.
    pub is_followed: fn(&State) -> bool,
    /// Resets the feature when the user goes back.
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
        /// All views.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
        #[cfg_attr(test, derive(ts_rs::TS))]
        pub enum View { $($(#[$attribute])* $view,)* }

        const ROWS: &[ViewRow] = {
            use Access::*;
            &[$(ViewRow { $($field: $value,)* ..EMPTY },)*]
        };

        impl View {
            const ALL: &[Self] = &[$(Self::$view,)*];

            /// The view's row in the table.
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
    /// Asks for the network type of a wallet that supports several.
    ConnectingMultiChain { access: Public, enter: Some("accounts") }
    /// Explains wallets.
    WhatIsAWallet { names: &["WhatIsAWallet"], access: Public, click: Some("CLICK_WALLET_HELP") }
    /// Only the wallets of Connect, without logins.
    ConnectWallets { names: &["ConnectWallets"], access: Public, enter: Some("directory") }
    /// Asks for the email address of a login.
    EmailLogin { names: &["EmailLogin"], access: Public, has_logins: true }
    /// Asks for the code from the email.
    EmailVerifyOtp { access: Public, is_attempt: true }
    /// Waits until the user opens the link in the email, on a new device.
    EmailVerifyDevice { access: Public, is_attempt: true }
    /// All login providers.
    ConnectSocials { names: &["ConnectSocials"], access: Public, has_logins: true }
    /// A provider's window is open.
    ConnectingSocial { access: Public, is_attempt: true }
    /// Waits for a phone that scans the QR code.
    ConnectingFarcaster { names: &["ConnectingFarcaster"], access: Public, is_attempt: true, opener: Some("embedded") }
    /// Only the logins of Connect, for users without a wallet.
    Create { names: &["Create"], access: Public, has_logins: true }
    /// Changes the email address of a login.
    UpdateEmailWallet { names: &["UpdateEmailWallet"], opener: Some("embedded") }
    /// Asks for the code from the old address.
    UpdateEmailPrimaryOtp {}
    /// Asks for the code from the new address.
    UpdateEmailSecondaryOtp {}
    /// Explains how to move the wallet elsewhere.
    UpgradeEmailWallet { names: &["UpgradeEmailWallet"], click: Some("EMAIL_UPGRADE_FROM_MODAL") }
    /// Every wallet of the directory.
    AllWallets { names: &["AllWallets"], access: Public, enter: Some("directory"), click: Some("CLICK_ALL_WALLETS") }
    /// Waits for a mobile wallet.
    ConnectingWalletConnect { access: Public, is_attempt: true }
    /// Connects any wallet, with only a QR code or a link.
    ConnectingWalletConnectBasic {
        names: &["ConnectingWalletConnectBasic", "ConnectingWalletConnect"], access: Public, is_attempt: true, enter: Some("pairing"),
    }
    /// Recommends wallets to a user without one.
    GetWallet { names: &["GetWallet"], access: Public, enter: Some("directory"), click: Some("CLICK_GET_WALLET_HELP") }
    /// The download links of one wallet.
    Downloads { access: Public }
    /// The connected account.
    Account { names: &["Account"], left: LeftSlot::Network, enter: Some("accounts") }
    /// The account's history, as in its tab.
    Activity { names: &["Activity", "Transactions"], enter: Some("accounts"), click: Some("CLICK_TRANSACTIONS") }
    /// The account's settings.
    AccountSettings { names: &["AccountSettings"], enter: Some("accounts") }
    /// The connected wallets, and earlier ones.
    ProfileWallets { names: &["ProfileWallets"], access: Public, enter: Some("profileWallets") }
    /// The accounts of a wallet that shares several.
    SwitchAddress { names: &["SwitchAddress"], enter: Some("profileWallets") }
    /// The list of networks.
    Networks {
        names: &["Networks"], access: Public, enter: Some("accounts"), click: Some("CLICK_NETWORKS"), is_of_networks: true,
    }
    /// Explains networks.
    WhatIsANetwork {
        names: &["WhatIsANetwork"], access: Public, click: Some("CLICK_NETWORK_HELP"), is_of_networks: true,
    }
    /// Waits for a wallet to switch.
    SwitchNetwork { enter: Some("accounts"), is_of_networks: true, waits: Some(&WAITS) }
    /// Asks for a wallet, because the user chose a network whose namespace has none.
    SwitchActiveChain { enter: Some("accounts"), is_of_networks: true }
    /// Reports that the wallet is on an unconfigured network.
    UnsupportedChain { left: LeftSlot::None, enter: Some("accounts"), is_of_networks: true }
    /// Asks the user to sign in with the wallet.
    #[serde(rename = "SIWXSignMessage")]
    SiwxSignMessage {
        names: &["SIWXSignMessage", "ConnectingSiwe"], left: LeftSlot::None, opener: Some("signIn"),
    }
    /// The send form. Opening a preview without a send shows the form, too.
    Send { names: &["Send", "WalletSend", "SendPreview", "WalletSendPreview"], enter: Some("send"), opener: Some("send") }
    /// The list of tokens to send. Opening it by name shows the form.
    SendSelectToken { names: &["SendSelectToken", "WalletSendSelectToken"], opener: Some("send"), form: Some(View::Send) }
    /// The preview of a send.
    SendPreview {
        form: Some(View::Send), waits: Some(&Waits {
            is_busy: send::is_busy, is_followed: send::is_followed, leave: send::leave_preview,
        }),
    }
    /// The swap form. Opening a preview without a swap shows the form, too.
    Swap { names: &["Swap", "SwapPreview"], enter: Some("swap"), opener: Some("swap") }
    /// The list of tokens to swap. Opening it by name shows the form.
    SwapSelectToken { names: &["SwapSelectToken"], opener: Some("swap"), form: Some(View::Swap) }
    /// The preview of a swap.
    SwapPreview {
        form: Some(View::Swap), waits: Some(&Waits {
            is_busy: swap::is_busy, is_followed: swap::is_followed, leave: swap::leave_preview,
        }),
    }
    /// Buying crypto: the amount and the token.
    OnRamp { names: &["OnRamp"], enter: Some("buy"), opener: Some("buy") }
    /// The list of currencies to pay with.
    OnRampFiatSelect { form: Some(View::OnRamp) }
    /// The list of tokens to buy.
    OnRampTokenSelect { form: Some(View::OnRamp) }
    /// The list of providers.
    OnRampProviders {
        names: &["OnRampProviders"], enter: Some("buy"), opener: Some("buy"), form: Some(View::OnRamp),
    }
    /// Waits while a provider's page is open.
    BuyInProgress { form: Some(View::OnRamp) }
    /// Explains buying.
    WhatIsABuy { names: &["WhatIsABuy"], click: Some("SELECT_WHAT_IS_A_BUY") }
    /// A transaction from this modal, from its signature to its result.
    Transaction {}
    /// The address to receive payments.
    Receive { names: &["Receive", "WalletReceive"], enter: Some("receive") }
    /// The networks on which the address is valid.
    CompatibleNetworks { names: &["CompatibleNetworks"], enter: Some("receive") }
    /// A payment that the page requests, and the ways to pay it.
    Pay { names: &["Pay"], access: Public, opener: Some("pay"), is_origin: true }
    /// The progress of a payment from a wallet or an exchange.
    PayLoading { access: Public, left: LeftSlot::None, waits: Some(&WAITS) }
    /// Approvals and permissions of the account.
    Permissions { names: &["Permissions"], enter: Some("permissions") }
    /// The preview of revoking an approval.
    RevokePreview { form: Some(View::Permissions), waits: Some(&Waits {
            is_busy: revoke::is_busy, leave: revoke::leave_preview, ..WAITS
        }) }
    /// Explains why an account should have a name.
    ChooseAccountName { names: &["ChooseAccountName"], opener: Some("names") }
    /// The form that registers a name.
    RegisterAccountName { names: &["RegisterAccountName"], opener: Some("names") }
    /// The registered name.
    RegisterAccountNameSuccess {}
    /// The permissions of a smart account.
    SmartSessionList { names: &["SmartSessionList"], enter: Some("sessions") }
    /// A newly granted permission.
    SmartSessionCreated { left: LeftSlot::None }
    /// The review of a page's request.
    ReviewRequest { left: LeftSlot::None }
    /// The embedded wallet's frame, where the user decides on a request.
    ApproveTransaction { left: LeftSlot::None }
}

impl View {
    /// Finds a view from a name that a page can open.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|view| view.row().names.contains(&name)).copied()
    }

    /// All names that a page can open, for the error about an unknown one.
    #[must_use]
    pub fn named() -> String {
        let mut all = String::new();
        for name in Self::ALL.iter().filter_map(|view| view.row().names.first()) {
            all.push_str(if all.is_empty() { ". Use " } else { ", " });
            all.push_str(name);
        }
        all
    }

    /// Whether the view makes sense without an account.
    pub(crate) fn is_public(self) -> bool {
        self.row().access == Access::Public
    }

    /// Whether the view is about networks, and closes after a switch.
    pub(crate) fn is_of_networks(self) -> bool {
        self.row().is_of_networks
    }
}
