//! Pictures of foreign origin (7.29, 9.11): fetched only when a view shows them, bounded, known by their bytes and not by
//! what they are called (by the host, element/src/wallets/picture.ts), and given out as object urls. A picture that fails to load is no fault: a letter is rendered.

pub use super::model::images::*;
use crate::constants::{IMAGE_BYTES_MAX, IMAGE_PRELOAD_MS, IMAGES_AT_ONCE, IMAGES_BYTES_MAX, IMAGES_MAX};
use crate::flow::{Cx, Reply, ScopeId};
use alloc::string::String;
use alloc::vec::Vec;

/// Requests the pictures that were not requested before.
pub fn load(cx: &Cx, sources: Vec<String>) {
    let fresh = cx.update(|state| {
        let mut fresh = 0;
        for source in sources {
            let has_room = state.images.by.len() < IMAGES_MAX && state.images.bytes < IMAGES_BYTES_MAX;
            if has_room && state.images.by.get(&source).is_none() {
                state.images.by.insert(source, Picture::Wanted);
                fresh += 1;
            }
        }
        let lanes = fresh.min(IMAGES_AT_ONCE.saturating_sub(state.images.running));
        state.images.running += lanes;
        lanes
    });
    for _ in 0..fresh {
        let lane_cx = cx.clone();
        cx.background(ScopeId::App, async move {
            let cx = lane_cx;
            while let Some(source) = cx.update(|s| {
                let source = s.images.next()?;
                s.images.by.insert(source.clone(), Picture::Failed); // marked as taken: no other task requests it too
                Some(source)
            }) {
                let bytes =
                    cx.within(IMAGE_PRELOAD_MS, cx.ports().http.bytes(&source, IMAGE_BYTES_MAX)).await;
                let Some(Ok(bytes)) = bytes else { continue };
                if let Some(url) = cx.ports().host.picture(&bytes).await {
                    cx.update(|s| {
                        s.images.bytes += bytes.len();
                        s.images.by.insert(source, Picture::Ready(url));
                    });
                }
            }
            cx.update(|s| s.images.running -= 1);
            Ok(Reply::Done)
        });
    }
}

/// Revokes every object url.
pub fn release(cx: &Cx) {
    let urls: Vec<String> =
        cx.read(|s| s.images.by.keys().filter_map(|source| s.images.get(source)).collect());
    urls.iter().for_each(|url| cx.ports().host.release(url));
}
