//! The engine over in-memory ports, as its scenarios have it.
#[path = "../../core/tests/scenarios/support/mod.rs"]
pub mod support;
