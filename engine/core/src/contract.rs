//! The contract of engine and views: `element/src/contract.ts` is written from the Rust types, and this test fails when
//! the committed file is stale. `WRITE_CONTRACT=1 cargo test -p wallet-engine contract` writes it; `npm run build` does so.

use crate::features::options as options_feature;
use crate::features::{
    account_flow, accounts, activity, alerts, balances, connect, connections, directory, networks, pairing,
    router, send, sign_in, startup, switching, telemetry, theme, toasts, tokens, transactions,
};
use crate::{caip, entities, error, options, qr, snapshot};
use std::fmt::Write;
use std::path::PathBuf;
use std::string::String;
use ts_rs::{Config, TS};

fn contract() -> String {
    let config = Config::default();
    let mut text = String::from(
        "// GENERATED from the Rust types of engine/core by `npm run build`; a unit test of core fails when it is stale.\n\n",
    );
    let mut add = |decl: String| {
        let _ = writeln!(text, "export {decl}");
    };
    macro_rules! types {
        ($($t:ty),* $(,)?) => { $(add(<$t>::decl(&config));)* };
    }
    types!(
        caip::Namespace,
        entities::Status,
        entities::NativeCurrency,
        entities::RpcUrls,
        entities::BlockExplorer,
        entities::NetworkId,
        entities::Network,
        entities::AccountType,
        entities::AccountEntry,
        entities::Metadata,
        entities::WalletTag,
        entities::WalletRow,
        error::Code,
        error::ErrorData,
        options::FeatureValue,
        options::AllWallets,
        options::CustomWallet,
        options::TokenOption,
        options::WalletOptions,
        options::OptionsSlice,
        options::Settings,
        router::View,
        router::Direction,
        router::CloseReason,
        router::LeftSlot,
        networks::NetworkBadge,
        router::RouterSlice,
        connect::ConnectPhase,
        connect::ConnectSlice,
        balances::BalancePhase,
        balances::BalanceText,
        tokens::Quantity,
        tokens::TokenItem,
        tokens::TokensSlice,
        accounts::WalletInfo,
        accounts::AccountState,
        accounts::AccountsSlice,
        accounts::AccountRow,
        accounts::AccountTab,
        accounts::AccountSlice,
        connections::ConnectorInfo,
        connections::ConnectorItem,
        connections::ConnectionStatus,
        connections::ConnectionAuth,
        connections::ConnectionItem,
        connections::RecentWallet,
        connections::ConnectionsSlice,
        qr::Qr,
        directory::DirectoryPhase,
        directory::WalletTile,
        directory::DownloadKind,
        directory::DownloadLink,
        directory::Download,
        directory::DirectorySlice,
        pairing::PairingPhase,
        pairing::Platform,
        pairing::PairingWallet,
        pairing::PairingLinks,
        pairing::PairingSlice,
        networks::SwitchPhase,
        networks::NetworkRow,
        networks::NetworkGroupKind,
        networks::NetworkGroup,
        networks::NetworksSlice,
        send::SendPhase,
        send::LoadPhase,
        send::SendCheck,
        send::AmountError,
        send::ReceiverError,
        send::SendNotice,
        send::SendToken,
        send::SendContract,
        send::SendPreview,
        send::SendSlice,
        transactions::TransactionStatus,
        transactions::TransactionItem,
        transactions::TransactionsSlice,
        activity::ActivityPhase,
        activity::ActivityMetadata,
        activity::TransferDirection,
        activity::TransferQuantity,
        activity::PictureUrl,
        activity::FungibleInfo,
        activity::NftContent,
        activity::NftFlags,
        activity::NftInfo,
        activity::Transfer,
        activity::Leg,
        activity::ActivityItem,
        activity::ActivityGroup,
        activity::NftItem,
        activity::ActivitySlice,
        toasts::ToastVariant,
        toasts::Toast,
        toasts::ToastSlice,
        alerts::AlertItem,
        alerts::AlertsSlice,
        theme::ThemeMode,
        theme::ThemeSlice,
        sign_in::SignInPhase,
        sign_in::SignInSlice,
        snapshot::StateSlice,
        router::RouterCommand,
        connect::ConnectCommand,
        directory::DirectoryCommand,
        pairing::PairingCommand,
        account_flow::AccountsCommand,
        switching::NetworksCommand,
        connections::ConnectionsCommand,
        balances::BalancesCommand,
        activity::ActivityCommand,
        telemetry::TelemetryCommand,
        send::SendCommand,
        sign_in::SignInCommand,
        toasts::ToastsCommand,
        alerts::AlertsCommand,
        options_feature::OptionsCommand,
        theme::ThemeCommand,
        startup::StartupCommand,
    );
    let slices = snapshot::NAMES.iter().map(|(name, slice)| std::format!("{name}: {slice}Slice"));
    let slices = slices.collect::<std::vec::Vec<_>>().join(", ");
    let commands = [
        "Router",
        "Connect",
        "Connections",
        "Directory",
        "Pairing",
        "Accounts",
        "Networks",
        "Balances",
        "Activity",
        "Telemetry",
        "Send",
        "SignIn",
        "Toasts",
        "Alerts",
        "Options",
        "Theme",
        "Startup",
    ];
    let commands = commands.map(|name| std::format!("{name}Command")).join(" | ");
    let declared =
        |name: &str| assert!(text.contains(&std::format!("export type {name} ")), "{name} is not declared");
    snapshot::NAMES.iter().for_each(|(_, slice)| declared(&std::format!("{slice}Slice")));
    let _ = writeln!(text, "export type Slices = {{ {slices} }};\nexport type Command = {commands};");
    text
}

#[test]
fn the_committed_contract_is_the_one_of_these_types() {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "../../element/src/contract.ts"].iter().collect();
    let now = contract();
    if std::env::var_os("WRITE_CONTRACT").is_some() {
        std::fs::write(&path, &now).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == now, "element/src/contract.ts is stale: run `npm run build` and commit it");
}
