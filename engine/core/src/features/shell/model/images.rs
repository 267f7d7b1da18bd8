//! Images from other origins: requested and loaded ones (7.29, 9.11).

use crate::map::TextMap;
use alloc::string::String;
use alloc::vec::Vec;

/// Loading state of one picture.
pub(crate) enum Picture {
    /// Its object URL.
    Ready(String),
    /// The request is pending, or no picture came of it; not requested again in this page.
    Missing,
}

/// All images, with their source URL as key.
#[derive(Default)]
pub struct Images {
    pub(crate) by: TextMap<Picture>,
    /// Not requested so far; the next one is the last.
    pub(crate) wanted: Vec<String>,
    pub(crate) running: usize,
    pub(crate) bytes: usize,
}

impl Images {
    /// The object URL of a picture, once it is loaded.
    #[must_use]
    pub fn get(&self, source: &str) -> Option<String> {
        match self.by.get(source) {
            Some(Picture::Ready(url)) => Some(url.clone()),
            _ => None,
        }
    }
}
