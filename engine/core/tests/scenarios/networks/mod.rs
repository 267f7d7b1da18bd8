//! Networks and switching them.

mod list;
mod switching;
