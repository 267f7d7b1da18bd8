//! Images from other origins, requested or loaded (7.29, 9.11).

use crate::map::TextMap;
use alloc::string::String;
use alloc::vec::Vec;

/// Loading state of one image.
pub(crate) enum Picture {
    /// The image's object URL.
    Ready(String),
    /// The request is pending or failed. The image isn't requested again on this page.
    Missing,
}

/// All images, by their source URL.
#[derive(Default)]
pub struct Images {
    pub(crate) by: TextMap<Picture>,
    /// The queue of images to request. The last one is next.
    pub(crate) wanted: Vec<String>,
    pub(crate) running: usize,
    pub(crate) bytes: usize,
}

impl Images {
    /// The object URL of an image, once it has loaded.
    #[must_use]
    pub fn get(&self, source: &str) -> Option<String> {
        match self.by.get(source) {
            Some(Picture::Ready(url)) => Some(url.clone()),
            _ => None,
        }
    }
}
