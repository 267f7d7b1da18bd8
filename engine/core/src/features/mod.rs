//! The whole product on one screen: the table below. A row names a feature, its part of the binary, the function that
//! turns a command into a flow, and its commands. It also states whether commands wait for the stored records, what the
//! feature resets after a change of account or network, and whether it then loads new data (action `renew`). The row of
//! a view (`shell/model/view.rs`) names the feature whose action `enter` runs when the view opens.
//!
//! Each folder is a subject. `model` contains its state and rendering (it sees `&State`, never `Cx`), the files next to it are flows, and
//! `mod.rs` is its public module: the functions that the rest of the engine can call.
//!
//! A command is `{type: "<feature>.<action>", ...}`. The engine finds the row, and the feature reads the rest of the
//! command. So the reader is in the same part of the binary as the feature. Internal actions aren't in the contract.

pub mod account;
pub mod buy;
pub mod connect;
pub mod context_changed;
pub mod directory;
pub mod embedded;
pub mod host;
pub mod money;
pub mod names;
pub mod networks;
pub mod pay;
pub mod permissions;
pub mod profile;
pub mod project;
pub mod relay;
pub mod review;
pub mod shell;
pub mod sign_in;
mod table;

use crate::command::unknown_action;
use crate::flow::{Cx, Flow, Row, Rows, Run};
use crate::namespaces;
use crate::store::State;
use account::model::activity::{forget as forget_activity, is_shown as is_activity_shown};
use account::model::context::Move;
use alloc::boxed::Box;
use alloc::string::String;
use buy::model::is_of_buying;
use serde_json::Value;
use shell::model::view::View;

use table::refreshes;

table::features! {
    /// The first part: everything for the list of wallets.
    first {
        "startup" => shell::startup::run, commands shell::startup::StartupCommand;
        "router" => shell::router::run, commands shell::router::RouterCommand;
        "toasts" => shell::toasts::run, commands shell::toasts::ToastsCommand;
        "alerts" => shell::alerts::run, commands shell::alerts::AlertsCommand;
    }
    /// A wallet was chosen or stored: connecting, balance, tokens, disconnecting.
    account {
        "connect" => connect::attempt::run, commands connect::attempt::ConnectCommand, waits true;
        "accounts" => account::connection::run, commands account::connection::AccountsCommand, waits true;
        "balances" => account::balances::run, commands account::balances::BalancesCommand,
            resets account::model::balances::forget, refreshes |_| true;
        "connections" => connect::connections::run, commands connect::connections::ConnectionsCommand, waits true;
    }
    /// The history of the account.
    activity {
        "activity" => account::activity::run, commands account::activity::ActivityCommand,
            resets forget_activity, refreshes is_activity_shown;
    }
    /// Switching to another network or wallet.
    elsewhere {
        "networks" => networks::switching::run, commands networks::switching::NetworksCommand, waits true;
        "profileWallets" => profile::flow::run, commands profile::flow::ProfileWalletsCommand, waits true;
    }
    /// The modal is open: mobile wallets, and the project's settings.
    directory {
        "directory" => directory::flow::run, commands directory::flow::DirectoryCommand;
        "project" => project::run;
    }
    /// A mobile wallet was chosen or stored: pairing, sessions, requests.
    walletconnect {
        "pairing" => relay::pairing::run, commands relay::model::PairingCommand;
    }
    /// A login with email or a provider is in progress or stored: the embedded wallet's frame.
    embedded {
        "embedded" => embedded::run, commands embedded::EmbeddedCommand, waits true;
    }
    /// The view that displays the account's address.
    receive {
        "receive" => account::receive::run;
    }
    /// Buying crypto.
    buy {
        "buy" => buy::run, commands buy::model::BuyCommand,
            resets buy::model::forget, refreshes |state| state.router.view().is_some_and(is_of_buying);
    }
    /// Sends, transactions and balances of EVM networks.
    eip155 {
        "eip155" => namespaces::eip155::money::run;
    }
    /// Sends and transactions of a Solana network, or balances from its nodes.
    solana {
        "solana" => namespaces::solana::money::run;
    }
    /// Sends and transactions of Bitcoin networks.
    bip122 {
        "bip122" => namespaces::bip122::money::run;
    }
    /// Balances of a connected Solana wallet.
    solana_balances {
        "solanaBalances" => namespaces::solana::holdings::run;
    }
    /// Reads requests to EVM wallets into effects.
    eip155_requests {
        "eip155Requests" => namespaces::eip155::reader::run;
    }
    /// Reads requests to Solana wallets into effects.
    solana_requests {
        "solanaRequests" => namespaces::solana::reader::run;
    }
    /// Reads requests to Bitcoin wallets into effects.
    bip122_requests {
        "bip122Requests" => namespaces::bip122::reader::run;
    }
    /// Reads requests to Cosmos wallets into effects.
    cosmos_requests {
        "cosmosRequests" => namespaces::cosmos::reader::run;
    }
    /// Reads requests to Polkadot wallets into effects.
    polkadot_requests {
        "polkadotRequests" => namespaces::polkadot::reader::run;
    }
    /// The send form, its preview and earlier recipients.
    money {
        "send" => money::send::run, commands money::model::send::SendCommand, waits true,
            resets money::model::send::forget, refreshes |state| state.router.view() == Some(View::Send);
        "history" => account::history::run;
    }
    /// Follows broadcast transactions and displays them.
    transactions {
        "transactions" => money::transactions::run, commands money::transactions::TransactionsCommand,
            refreshes money::model::watched::is_on;
    }
    /// The swap itself.
    swap {
        "swap" => money::swap::run, commands money::model::swap::SwapCommand, waits true,
            resets money::model::swap::forget, refreshes |state| state.router.view() == Some(View::Swap);
    }
    /// Payments that the page requests.
    pay {
        "pay" => pay::run, commands pay::model::PayCommand, waits true;
    }
    /// Registering a name.
    names {
        "names" => names::run, commands names::NamesCommand, waits true,
            resets names::model::forget, refreshes |state| state.router.view() == Some(View::RegisterAccountName);
    }
    /// Lists the permissions of a smart account, or displays a new one.
    sessions {
        "sessions" => permissions::sessions::run, commands permissions::model::sessions::SessionsCommand,
            resets permissions::model::sessions::forget,
            refreshes |state| state.router.view() == Some(View::SmartSessionList);
    }
    /// Lists permissions of others, and revokes them.
    permissions {
        "permissions" => permissions::permits::run, commands permissions::model::permits::PermissionsCommand,
            resets permissions::model::permits::forget,
            refreshes |state| state.router.view() == Some(View::Permissions);
        "approvals" => money::revoke::run, commands money::model::revoke::ApprovalsCommand, waits true,
            resets money::model::revoke::forget,
            refreshes |state| state.router.view() == Some(View::Permissions);
    }
    /// Shows the user a request of the page for review.
    review {
        "review" => review::run, commands review::ReviewCommand, resets review::model::forget;
    }
    /// Reads the page's descriptors of its own contracts (option `clearSigning`).
    descriptors {
        "descriptors" => review::said::run;
    }
    /// The page's own calls: changed options, EIP-1193 requests; and telemetry with consent.
    host {
        "options" => host::options::run, commands host::options::OptionsCommand, waits true;
        "telemetry" => host::telemetry::run, commands host::telemetry::TelemetryCommand, waits true;
        "theme" => shell::theme::run, commands shell::theme::ThemeCommand;
        "requests" => host::requests::run;
    }
    /// Verifies Solana signatures.
    solana_verify {
        "solanaSigned" => namespaces::solana::sign_in::run;
    }
    /// Verifies Cosmos signatures.
    cosmos_verify {
        "cosmosSigned" => namespaces::cosmos::sign_in::run;
    }
    /// Verifies Bitcoin signatures.
    bip122_verify {
        "bip122Signed" => namespaces::bip122::sign_in::run;
    }
    /// Balances of a connected Cosmos wallet.
    cosmos_balances {
        "cosmosBalances" => namespaces::cosmos::holdings::run;
    }
    /// Balances of a connected Bitcoin wallet.
    bip122_balances {
        "bip122Balances" => namespaces::bip122::holdings::run;
    }
    /// Balances of a connected Polkadot wallet.
    polkadot_balances {
        "polkadotBalances" => namespaces::polkadot::holdings::run;
    }
    /// Verifies Polkadot signatures.
    polkadot_verify {
        "polkadotSigned" => namespaces::polkadot::sign_in::run;
    }
    /// Verifies EVM signatures.
    eip155_verify {
        "eip155Signed" => namespaces::eip155::sign_in::run;
    }
    /// Reads the effects of an EVM smart account's transaction that someone else broadcast.
    eip155_told {
        "eip155Told" => namespaces::eip155::money::told;
    }
    /// Verifies a signed message for the page.
    signatures {
        "signatures" => sign_in::signatures::run;
    }
    /// Connecting and signing in with one prompt.
    connect_and_sign {
        "atOnce" => sign_in::connect_and_sign::run;
    }
    /// Signing in.
    signing {
        "signIn" => sign_in::flow::run, commands sign_in::SignInCommand, resets sign_in::model::hold_if_required;
    }
}

/// The table with the rows of the test namespace.
#[cfg(any(test, feature = "twins"))]
#[must_use]
pub fn rows_of_tests(later: Later) -> Rows {
    rows(later)
        .and("toy", namespaces::toy::money::run)
        .and("toyRequests", namespaces::toy::reader::run)
        .and("toySigned", namespaces::toy::sign_in::run)
        .and("bare", namespaces::bare::money::run)
        .and("bareRequests", namespaces::bare::reader::run)
}

/// The error for a row that its part doesn't have.
fn missing(feature: &'static str, action: &str) -> Flow {
    let error = unknown_action(feature, action);
    Box::pin(async move { Err(error) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::caip::Namespace;
    use crate::namespaces::{Can, holdings, money, request_readers};
    use crate::signing::verify;
    use alloc::collections::BTreeSet;
    use alloc::string::ToString;

    /// The names of the rows for tests.
    fn names() -> BTreeSet<String> {
        let toys = ["toy", "toyRequests", "toySigned", "bare", "bareRequests"];
        ROWS.iter().map(|row| row.name).chain(toys).map(ToString::to_string).collect()
    }

    #[test]
    fn has_a_part_row_for_each_half_of_a_namespace() {
        let (names, mut found) = (names(), BTreeSet::from(["eip155Told".to_string()]));
        for namespace in Namespace::ALL {
            let can = |what| namespaces::of(namespace).can(what);
            for (row, exists) in [
                (money::FAMILIES.row(namespace), can(Can::Send)),
                (holdings::HOLDINGS.row(namespace), can(Can::Tokens)),
                (request_readers::READERS.row(namespace), true),
                (verify::VERIFIERS.row(namespace), namespaces::signs_in(namespace)),
            ] {
                assert_eq!(names.contains(&row), exists, "{row}");
                found.insert(row);
            }
        }
        let is_of_one = |name: &&String| Namespace::ALL.iter().any(|of| name.starts_with(of.as_str()));
        for name in names.iter().filter(is_of_one) {
            assert!(found.contains(name), "no half is called {name}");
        }
    }
}
