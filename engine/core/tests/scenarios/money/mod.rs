//! Sending.

mod relay_send;
mod same_task;
mod send;
mod shown;
mod token_send;
mod token_send_races;
mod two_tabs;
