//! Pictures of foreign origin: which were asked for and which are there (7.29, 9.11).

use crate::map::Map;
use alloc::string::String;

/// Where a picture stands.
pub(crate) enum Picture {
    /// Asked for, now or in a moment.
    Wanted,
    /// Its object url.
    Ready(String),
    /// Not there, too large, or no picture; not asked again in this page.
    Failed,
}

/// All of them, by where they come from.
#[derive(Default)]
pub struct Images {
    pub(crate) by: Map<String, Picture>,
    pub(crate) running: usize,
    pub(crate) bytes: usize,
}

impl Images {
    /// The object url, once the picture is there.
    #[must_use]
    pub fn get(&self, source: &str) -> Option<String> {
        match self.by.get(source) {
            Some(Picture::Ready(url)) => Some(url.clone()),
            _ => None,
        }
    }

    pub(crate) fn next(&self) -> Option<String> {
        self.by
            .iter()
            .find(|(_, picture)| matches!(picture, Picture::Wanted))
            .map(|(source, _)| source.clone())
    }
}
