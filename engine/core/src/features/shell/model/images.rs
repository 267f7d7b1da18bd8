//! Pictures of foreign origin: which were asked for and which are there (7.29, 9.11).

use crate::map::Map;
use alloc::string::String;

/// Loading state of one picture.
pub(crate) enum Picture {
    /// The request is queued or pending.
    Wanted,
    /// Its object url.
    Ready(String),
    /// Not found, too large or not a picture; not requested again in this page.
    Failed,
}

/// All pictures by their source url.
#[derive(Default)]
pub struct Images {
    pub(crate) by: Map<String, Picture>,
    pub(crate) running: usize,
    pub(crate) bytes: usize,
}

impl Images {
    /// The object url of a picture, once it is loaded.
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
