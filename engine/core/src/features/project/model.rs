//! The project's settings so far.

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

/// Features that the project decides (1.27).
pub const MANAGED: [&str; 6] = ["email", "socials", "swaps", "onramp", "activity", "reownBranding"];

/// The source of the features.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Source {
    /// The project was not asked yet.
    #[default]
    Default,
    /// The host: the project does not answer, or is not asked.
    Local,
    /// The project.
    Remote,
}

impl Source {
    /// The page's form.
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
    /// With the local name as key.
    pub features: Map<&'static str, FeatureValue>,
    /// Options of the page without effect (1.28).
    pub overridden: Vec<&'static str>,
}

/// The project's data.
#[derive(Default)]
pub struct Project {
    /// The source of the features.
    pub source: Source,
    /// Options of the page without effect (1.28).
    pub overridden: Vec<&'static str>,
    /// An answer that came while the modal was open: it counts from the next opening on.
    pub(crate) next: Option<Decided>,
    /// The project of the requested configuration.
    pub(crate) configured: Option<String>,
    /// The project of the requested list of pages.
    pub(crate) allowed: Option<String>,
    /// The requests of an opening that precede its display: the configuration, and the allowed pages.
    pub(crate) asked: (bool, bool),
    /// An opening has waited for the configuration for long enough, or it has failed.
    pub(crate) is_late: bool,
    /// Earlier failures of its service.
    pub(crate) failures: u32,
    /// The page's origin is not among those of the project: no logins (8.2).
    pub(crate) is_refused: bool,
    /// It was refused before this opening.
    pub(crate) is_gone: bool,
    /// The value for a provider's return page (decision 5, "State of a social login"). A login window needs it in the click, before the frame exists:
    /// the next frame uses it, each later frame renews it.
    pub(crate) login_nonce: String,
}

/// The ways to log in that a user is offered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Logins {
    /// With an email.
    pub email: bool,
    /// With these providers, in list order.
    pub socials: Vec<String>,
    /// The start URL of a provider's login window, which opens in the click.
    pub window: Option<String>,
    /// The project doesn't list this page: the logins of this opening are disabled, and hidden in the next one.
    pub refused: bool,
}

impl Logins {
    /// It doesn't exist.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.email && self.socials.is_empty()
    }

    /// Whether this login is offered now: `email` or a provider.
    #[must_use]
    pub fn offers(&self, way: &str) -> bool {
        !self.refused && if way == "email" { self.email } else { self.socials.iter().any(|name| name == way) }
    }
}

/// The seven providers (5.14), in the order of our list (5.15).
pub const PROVIDERS: [&str; 7] = ["google", "x", "farcaster", "discord", "apple", "github", "facebook"];

/// The login options of this page. Without a project id no service knows the page, and the embedded wallet supports only two namespaces
/// (6.1).
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

/// The project's login settings are missing, and the request is about to start or has just started: a view with logins waits for it.
pub(crate) fn is_awaited(state: &State) -> bool {
    let (project, options) = (&state.project, &state.options);
    let is_new = project.configured != options.project_id;
    is_unknown(state) && (is_new || !is_past(state))
}

/// The request is running and worth waiting for.
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

/// Providers whose page does not open everywhere (docs/spec/services.md B5).
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

/// Every feature as it counts.
#[must_use]
pub fn shown(state: &State) -> Map<String, FeatureValue> {
    let mut features = state.options.features.clone();
    for (name, value) in state.options.decided.iter() {
        features.insert((*name).to_owned(), value.clone());
    }
    features
}

/// An opening starts: earlier responses take effect now, and not during a click.
pub(crate) fn take(state: &mut State) {
    state.project.is_gone = state.project.is_refused;
    if let Some(decided) = state.project.next.take() {
        apply(state, decided, Source::Remote);
    }
}

/// The next opening takes something.
pub(crate) fn brings(state: &State) -> bool {
    state.project.next.is_some() || state.project.is_gone != state.project.is_refused
}

/// The settings take effect. If they changed, the page gets an event (decision 164, "`wallet-features-change`").
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
