//! What the project behind the page's id decides: which features a visitor sees, and whether this page may offer logins
//! (docs/spec/services.md A4, A5).

mod flow;
pub mod model;
mod origins;
mod remote;

pub use flow::run;
