//! State and slices of the shell.

pub mod alerts;
pub mod images;
pub mod lifecycle;
pub mod router;
pub mod theme;
pub mod toasts;
pub mod view;
