//! The state tree, and the events of each change. A branch marks itself as changed when it is borrowed mutably. After
//! an update, one `wallet-state` names the slices that read a changed branch.

use crate::event::{Event, Published};
use crate::features::account::model::accounts;
use crate::features::account::model::activity;
use crate::features::account::model::identity;
use crate::features::account::model::tokens;
use crate::features::buy::model as buy;
use crate::features::connect::model::attempt;
use crate::features::connect::model::page_wallets;
use crate::features::directory::model as directory;
use crate::features::embedded::model as embedded;
use crate::features::host::model as telemetry;
use crate::features::money::model::revoke;
use crate::features::money::model::send;
use crate::features::money::model::swap;
use crate::features::money::model::transactions;
use crate::features::names::model as names;
use crate::features::networks::model as networks;
use crate::features::pay::model as pay;
use crate::features::permissions::model::permits;
use crate::features::permissions::model::sessions;
use crate::features::profile::model as profile;
use crate::features::project::model as project;
use crate::features::relay::model as pairing;
use crate::features::review::model as review;
use crate::features::shell::model::alerts;
use crate::features::shell::model::images;
use crate::features::shell::model::lifecycle as startup;
use crate::features::shell::model::router;
use crate::features::shell::model::theme;
use crate::features::shell::model::toasts;
use crate::features::sign_in::model as sign_in;
use crate::map::Map;
use crate::options::Options;
use crate::storage::cache::Caches;
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};
use serde_json::Value;

/// One branch of the state, which remembers that it was changed.
#[derive(Default)]
pub struct Branch<T> {
    value: T,
    changed: bool,
}

impl<T> Deref for Branch<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> DerefMut for Branch<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.changed = true;
        &mut self.value
    }
}

macro_rules! state {
    ($($(#[$doc:meta])* $branch:ident: $type:ty = $name:ident,)*) => {
        /// The state of the engine.
        #[derive(Default)]
        pub struct State {
            $($(#[$doc])* pub $branch: Branch<$type>,)*
            /// The functions that render the slices of parts that load later.
            pub drawers: crate::snapshot::Drawers,
            /// The account and network of each namespace, and its generation.
            pub moves: crate::features::account::model::context::Moves,
            /// The messages of this update, emitted after `wallet-state`.
            pub told: Vec<Event>,
        }

        /// The branches by name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum BranchName { $($(#[$doc])* $name,)* }

        impl State {
            /// The changed branches, one bit each.
            fn take_changed(&mut self) -> u64 {
                let mut changed = 0;
                $(changed |= u64::from(core::mem::take(&mut self.$branch.changed)) << BranchName::$name as u32;)*
                changed
            }
        }
    };
}

state! {
    /// The start of the engine, and what it knows about services.
    lifecycle: startup::Life = Life,
    /// The page's options.
    options: Options = Options,
    /// The project's settings.
    project: project::Project = Project,
    /// The open view.
    router: router::Router = Router,
    /// Browser wallets.
    wallets: page_wallets::Wallets = Wallets,
    /// The attempt to connect.
    connect: attempt::Attempt = Connect,
    /// The wallet directory.
    directory: directory::Directory = Directory,
    /// The pairing.
    pairing: pairing::Pairing = Pairing,
    /// The session of a pairing.
    session: pairing::Session = Session,
    /// The login to the embedded wallet.
    embedded: embedded::Embedded = Embedded,
    /// The accounts by namespace.
    accounts: accounts::Accounts = Accounts,
    /// The user's selections in the list of wallets.
    profile: profile::Profile = Profile,
    /// The tokens of the account.
    tokens: tokens::Tokens = Tokens,
    /// The transaction history.
    activity: activity::Activity = Activity,
    /// Buying crypto.
    buy: buy::Buy = Buy,
    /// Names and avatars of addresses.
    identities: identity::Identities = Identities,
    /// Images from other origins.
    images: images::Images = Images,
    /// Small stored values of later parts ([`crate::storage::keys`]). The subject that names a key reads and writes it.
    carried: Map<&'static str, Value> = Carried,
    /// Service responses, cached for a short time.
    caches: Caches = Caches,
    /// The telemetry queue.
    telemetry: telemetry::Telemetry = Telemetry,
    /// The networks, and the active one.
    networks: networks::Networks = Networks,
    /// The send form.
    send: send::Send = Send,
    /// The swap form.
    swap: swap::Swap = Swap,
    /// The payment.
    pay: pay::Pay = Pay,
    /// The form for a name.
    names: names::Names = Names,
    /// The page's requests in review.
    review: review::Review = Review,
    /// The wallet's permissions for this page.
    permits: permits::Permits = Permits,
    /// The approvals of tokens.
    approvals: revoke::Approvals = Approvals,
    /// The permissions of smart accounts.
    sessions: sessions::Sessions = Sessions,
    /// Signing in.
    sign_in: sign_in::SignIn = SignIn,
    /// The transactions from this modal.
    transactions: transactions::Transactions = Transactions,
    /// The toast.
    toasts: toasts::Toasts = Toasts,
    /// Developer alerts.
    alerts: alerts::Alerts = Alerts,
    /// Light, dark, colors.
    theme: theme::Theme = Theme,
}

impl State {
    /// Whether the part that renders this slice has loaded.
    #[must_use]
    pub fn draws(&self, slice: &str) -> bool {
        self.drawers.iter().any(|(known, _)| *known == slice)
    }

    /// Queues an event of this update.
    pub fn emit(&mut self, event: Event) {
        self.told.push(event);
    }
}

/// The state, and the last published values.
#[derive(Default)]
pub struct Store {
    /// The state tree.
    pub state: State,
    published: Published,
}

impl Store {
    /// Queues the events of the last change.
    pub fn publish(&mut self, queue: &mut VecDeque<Event>) {
        let changed = self.state.take_changed();
        let told = core::mem::take(&mut self.state.told);
        let slices = crate::snapshot::slices_of(changed);
        if !slices.is_empty() {
            queue.push_back(Event::State { changed: slices });
            self.published.differences(&self.state, queue);
        }
        for event in told {
            // an internal error is tracked in addition to its event (7.46)
            let message = if let Event::Error(error) = &event { Some(error.message.clone()) } else { None };
            queue.push_back(event);
            queue.extend(message.map(|message| Event::track("INTERNAL_SDK_ERROR", &[("message", &message)])));
        }
    }
}
