//! What the project has decided so far.

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

/// Where the features come from.
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
    /// As hosts read it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::Local => "local",
            Self::Remote => "remote",
        }
    }
}

/// What a project decides, once read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decided {
    /// By the local name.
    pub features: Map<&'static str, FeatureValue>,
    /// Options of the host that do not count (1.28).
    pub overridden: Vec<&'static str>,
}

/// What is known of the project.
#[derive(Default)]
pub struct Project {
    /// Where the features come from.
    pub source: Source,
    /// Options of the host that do not count (1.28).
    pub overridden: Vec<&'static str>,
    /// An answer that came while the modal was open: it counts from the next opening on.
    pub(crate) next: Option<Decided>,
    /// The project that was asked for its configuration.
    pub(crate) configured: Option<String>,
    /// The project that was asked which pages it allows.
    pub(crate) allowed: Option<String>,
    /// What an opening has asked before it is shown: its configuration, and which pages it allows.
    pub(crate) asked: (bool, bool),
    /// An opening has waited for the configuration for long enough, or it has failed.
    pub(crate) is_late: bool,
    /// Failures of its service before it was asked.
    pub(crate) failures: u32,
    /// The page's origin is not among those of the project: no logins (8.2).
    pub(crate) is_refused: bool,
    /// It was refused before this opening.
    pub(crate) is_gone: bool,
    /// What passes through the page of a provider (docs/spec/decisions.md 5). A login's window needs it in the click, before there is a frame:
    /// the frame that is opened next takes it, each later frame renews it.
    pub(crate) login_nonce: String,
}

/// The ways to log in that a user is offered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Logins {
    /// By email.
    pub email: bool,
    /// By these providers, in the order of the list.
    pub socials: Vec<String>,
    /// Where the window of a provider's login begins; it is opened in the click itself.
    pub window: Option<String>,
    /// The page is not among those of the project: what is shown of this opening is dead, and gone with the next.
    pub refused: bool,
}

impl Logins {
    /// There is none.
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

/// The seven providers there are (5.14), in the order of our list (5.15).
pub const PROVIDERS: [&str; 7] = ["google", "x", "farcaster", "discord", "apple", "github", "facebook"];

/// Who may log in here. Without a project no service knows the page, and the embedded wallet has two families only (6.1).
#[must_use]
pub fn logins(state: &State) -> Logins {
    let options = &state.options;
    let chains = crate::features::embedded::chains(state);
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

/// The project has not said yet which logins this page offers, and will be asked or has just been: who is about to be shown some waits.
pub(crate) fn is_awaited(state: &State) -> bool {
    let (project, options) = (&state.project, &state.options);
    let is_new = project.configured != options.project_id;
    is_unknown(state) && (is_new || !is_past(state))
}

/// It was asked, and its answer is still worth to be waited for.
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
    is_asked && !is_said && !crate::features::embedded::chains(state).is_empty()
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

/// An opening begins: what came meanwhile counts now, and not under the finger of who has it open.
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

/// What was decided counts; the host hears of it where it is another thing than before (docs/spec/decisions.md 164).
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
