//! The project ids the demo knows (docs/spec/services.md A13): each shows another behaviour of the wallet services.

use std::time::Duration;

/// How the wallet services answer to a project.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Behaviour {
    /// Every feature on.
    AllOn,
    /// Every feature off.
    AllOff,
    /// Every feature listed but not managed remotely (`config: null`).
    Unmanaged,
    /// Each call answers this HTTP status.
    Status(u16),
    /// Each call answers after this time, then like `AllOn`.
    Slow(Duration),
}

const PROJECTS: &[(&str, Behaviour)] = &[
    ("demo", Behaviour::AllOn),
    ("demo-off", Behaviour::AllOff),
    ("demo-null", Behaviour::Unmanaged),
    ("demo-429", Behaviour::Status(429)),
    ("demo-500", Behaviour::Status(500)),
    ("demo-403", Behaviour::Status(403)),
    // Refused by the relay alone, each with another text.
    ("demo-origin", Behaviour::AllOn),
    ("demo-key", Behaviour::AllOn),
    ("demo-clock", Behaviour::AllOn),
    ("demo-slow", Behaviour::Slow(Duration::from_secs(8))),
];

/// The behaviour of a project id, None when nobody registered it.
pub fn behaviour(project_id: &str) -> Option<Behaviour> {
    PROJECTS.iter().find(|(id, _)| *id == project_id).map(|(_, behaviour)| *behaviour)
}
