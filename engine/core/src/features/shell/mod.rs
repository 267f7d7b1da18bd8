//! What every journey leans on: start, views, toasts, alerts, theme, pictures.

pub mod alerts;
pub mod images;
pub mod model;
pub mod router;
pub mod startup;
pub mod theme;
pub mod toasts;
