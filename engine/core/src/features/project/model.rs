//! The project's settings, as far as they are known.

use crate::device::Os;
use crate::event::Event;
use crate::features::networks::model as networks;
use crate::map::Map;
use crate::options::FeatureValue;
use crate::store::State;
use crate::urls;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;

/// The features that the project's configuration controls (1.27).
pub const MANAGED: [&str; 6] = ["email", "socials", "swaps", "onramp", "activity", "reownBranding"];

/// Where the features come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Source {
    /// The project's configuration hasn't been requested yet.
    #[default]
    Default,
    /// The page's options, because the project's configuration isn't requested or failed to load.
    Local,
    /// The project's configuration.
    Remote,
}

impl Source {
    /// The string for the page.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::Local => "local",
            Self::Remote => "remote",
        }
    }
}

/// The parsed settings of a project.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decided {
    /// The features, by their local names.
    pub features: Map<&'static str, FeatureValue>,
    /// The page's options that have no effect (1.28).
    pub overridden: Vec<&'static str>,
}

/// The settings of the project, and the state of their requests.
#[derive(Default)]
pub struct Project {
    /// Where the features come from.
    pub source: Source,
    /// The page's options that have no effect (1.28).
    pub overridden: Vec<&'static str>,
    /// A response that arrived while the modal was open. It takes effect at the next opening.
    pub(crate) next: Option<Decided>,
    /// The project ID for which the configuration was requested.
    pub(crate) configured: Option<String>,
    /// The project ID for which the list of pages was requested.
    pub(crate) allowed: Option<String>,
    /// Whether this opening has requested the configuration, and the allowed pages, before it was displayed.
    pub(crate) asked: (bool, bool),
    /// An opening has waited long enough for the configuration, or the request failed.
    pub(crate) is_late: bool,
    /// How often the service has failed.
    pub(crate) failures: u32,
    /// The project doesn't list the page's origin, so logins are disabled (8.2).
    pub(crate) is_refused: bool,
    /// The origin was rejected before this opening, so logins are hidden.
    pub(crate) is_gone: bool,
    /// The nonce for a provider's return page (decision 5, "State of a social login"). A login window needs it within
    /// the click, before the frame exists. The next frame uses it, and each later frame renews it.
    pub(crate) login_nonce: String,
}

/// The available logins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Logins {
    /// Login with an email address.
    pub email: bool,
    /// The social providers, in the order of the list.
    pub socials: Vec<String>,
    /// The start URL of a provider's login window, which opens within the click.
    pub window: Option<String>,
    /// The project doesn't list this page. The logins are disabled in this opening, and hidden in the next one.
    pub refused: bool,
}

impl Logins {
    /// Whether no login is available.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.email && self.socials.is_empty()
    }

    /// Whether this login is available now: `email` or a provider.
    #[must_use]
    pub fn offers(&self, way: &str) -> bool {
        !self.refused && if way == "email" { self.email } else { self.socials.iter().any(|name| name == way) }
    }
}

/// The seven providers (5.14), in the order of our list (5.15).
pub const PROVIDERS: [&str; 7] = ["google", "x", "farcaster", "discord", "apple", "github", "facebook"];

/// The logins of this page. None without a project ID, because no service knows the page. The embedded wallet supports
/// only two namespaces (6.1).
#[must_use]
pub fn logins(state: &State) -> Logins {
    let options = &state.options;
    let chains = crate::features::embedded::model::chains(state);
    let mut window = [&options.services.secure, "/loading"].concat();
    if !state.project.login_nonce.is_empty() {
        window = urls::with(&window, "wmState", &state.project.login_nonce);
    }
    let wanted = networks::wanted(state).map(|to| to.namespace);
    let fits = chains.iter().any(|chain| wanted.is_none_or(|of| chain.namespace == of));
    if options.project_id.is_none() || !fits || state.project.is_gone {
        return Logins { window: Some(window), ..Logins::default() };
    }
    let listed = options.listed("socials").iter();
    let known = listed.filter(|name| PROVIDERS.contains(&name.as_str()) && may(state, name));
    Logins {
        email: options.feature("email"),
        socials: known.map(ToOwned::to_owned).collect(),
        window: Some(window),
        refused: state.project.is_refused,
    }
}

/// Whether the project's login settings are missing and their request runs or is about to. A view with logins waits for
/// it.
pub(crate) fn is_awaited(state: &State) -> bool {
    let (project, options) = (&state.project, &state.options);
    let is_new = project.configured != options.project_id;
    is_unknown(state) && (is_new || !is_past(state))
}

/// Whether the request is running and worth waiting for.
pub(crate) fn is_coming(state: &State) -> bool {
    is_unknown(state) && !is_past(state)
}

fn is_past(state: &State) -> bool {
    state.project.is_late || state.project.failures != state.lifecycle.failures
}

fn is_unknown(state: &State) -> bool {
    let (project, options) = (&state.project, &state.options);
    let is_said = project.source == Source::Remote || project.next.is_some() || project.is_refused;
    let is_asked = options.project_id.is_some() && options.is_set("remoteConfig") && !options.is_set("basic");
    is_asked && !is_said && !crate::features::embedded::model::chains(state).is_empty()
}

/// Whether a provider's page opens in this browser (docs/spec/services.md B5).
fn may(state: &State, provider: &str) -> bool {
    let device = &state.directory.device;
    let barred: &[&str] = match device.os {
        _ if !device.telegram => &[],
        Os::Ios => &["google"],
        Os::Mac => &["x"],
        Os::Android => &["facebook", "x"],
        Os::Windows | Os::Linux | Os::Other => &[],
    };
    let is_barred = barred.contains(&provider) || (device.mobile && provider == "facebook");
    !is_barred
}

/// The effective value of every feature.
#[must_use]
pub fn shown(state: &State) -> Map<String, FeatureValue> {
    let mut features = state.options.features.clone();
    for (name, value) in state.options.decided.iter() {
        features.insert((*name).to_owned(), value.clone());
    }
    features
}

/// Applies earlier responses when an opening starts, so nothing changes during a click.
pub(crate) fn take(state: &mut State) {
    state.project.is_gone = state.project.is_refused;
    if let Some(decided) = state.project.next.take() {
        apply(state, decided, Source::Remote);
    }
}

/// Whether the next opening changes a setting.
pub(crate) fn brings(state: &State) -> bool {
    state.project.next.is_some() || state.project.is_gone != state.project.is_refused
}

/// Applies settings. If they changed, the page gets an event (decision 164, "`wallet-features-change`").
pub(crate) fn apply(state: &mut State, decided: Decided, source: Source) {
    let Decided { features, overridden } = decided;
    let is_same = state.options.decided == features;
    if is_same && state.project.overridden == overridden && state.project.source == source {
        return;
    }
    if !is_same {
        state.options.decided = features;
    }
    state.project.overridden.clone_from(&overridden);
    state.project.source = source;
    let features = shown(state);
    state.emit(Event::FeaturesChange { features, overridden, source: source.as_str() });
}
