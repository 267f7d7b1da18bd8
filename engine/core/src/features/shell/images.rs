//! Images from other origins (7.29, 9.11). The engine fetches them only for a visible view, and limits their size. It
//! recognizes their type from their bytes (element/src/wallets/picture.ts), and creates object URLs. If an image fails,
//! the view renders a letter.

use super::model::images::{Images, Picture};
use crate::constants::{
    IMAGE_BYTES_MAX, IMAGE_PRELOAD_MS, IMAGES_AT_ONCE, IMAGES_BYTES_MAX, IMAGES_MAX, IMAGES_WAITING_MAX,
};
use crate::features::networks;
use crate::flow::{Cx, Reply, ScopeId};
use crate::ports::http::HttpRequest;
use crate::services::DRAWN;
use crate::store::State;
use alloc::string::String;
use alloc::vec::Vec;

/// Requests the missing images, the newest first, because they belong to visible rows.
pub fn load(cx: &Cx, sources: Vec<String>) {
    queue(cx, sources, IMAGES_MAX);
}

/// Like [`load`], for a list that scrolls: if the queue is full, the oldest requests are dropped, because they were scrolled past. They are
/// requested again when visible.
pub fn look(cx: &Cx, sources: Vec<String>) {
    queue(cx, sources, IMAGES_WAITING_MAX);
}

fn queue(cx: &Cx, sources: Vec<String>, waiting_max: usize) {
    let firsts = cx.update(|state| {
        let images = &mut *state.images;
        for source in sources.into_iter().rev() {
            if images.by.get(&source).is_none() {
                images.wanted.retain(|waiting| *waiting != source);
                images.wanted.push(source);
            }
        }
        let passed = images.wanted.len().saturating_sub(waiting_max);
        images.wanted.drain(..passed);
        let mut firsts = Vec::new();
        while images.running < IMAGES_AT_ONCE {
            let Some(first) = take(images) else { break };
            images.running += 1;
            firsts.push(first);
        }
        firsts
    });
    for first in firsts {
        let lane_cx = cx.clone();
        cx.background(ScopeId::App, async move {
            let cx = lane_cx;
            let mut source = first;
            // One update per image: stores the result and starts the next request.
            loop {
                let url = fetch(&cx, &source).await;
                match cx.update(|s| next(s, source, url)) {
                    Some(more) => source = more,
                    None => return Ok(Reply::Done),
                }
            }
        });
    }
}

/// The next image to request, if the limit allows one.
fn take(images: &mut Images) -> Option<String> {
    if images.by.len() >= IMAGES_MAX || images.bytes >= IMAGES_BYTES_MAX {
        return None;
    }
    let source = images.wanted.pop()?;
    images.by.insert(source.clone(), Picture::Missing);
    Some(source)
}

/// Fetches an image. Returns its object URL and its size. A drawing of the package is one of its own files.
async fn fetch(cx: &Cx, source: &str) -> Option<(String, usize)> {
    let bytes = match source.strip_prefix(DRAWN) {
        Some(of) => {
            let request = HttpRequest::new(of.into(), None);
            cx.within(IMAGE_PRELOAD_MS, cx.ports().data.ask("drawing", &request)).await??.into_bytes()
        }
        None => cx.within(IMAGE_PRELOAD_MS, cx.ports().http.bytes(source, IMAGE_BYTES_MAX)).await?.ok()?,
    };
    let url = cx.ports().host.picture(&bytes).await?;
    Some((url, bytes.len()))
}

/// Stores an image and returns the next one for this lane. The lane ends if the queue is empty.
fn next(state: &mut State, source: String, found: Option<(String, usize)>) -> Option<String> {
    let images = &mut state.images;
    match found {
        Some((url, bytes)) => {
            images.bytes += bytes;
            images.by.insert(source, Picture::Ready(url));
        }
        // without an image from a service, a network gets the package's drawing
        None => {
            let mut drawings = networks::drawn_instead(&state.networks, &source);
            drawings.retain(|drawing| images.by.get(drawing).is_none());
            images.wanted.append(&mut drawings);
        }
    }
    let next = take(images);
    images.running -= usize::from(next.is_none());
    next
}

/// Revokes every object URL.
pub fn release(cx: &Cx) {
    let urls: Vec<String> =
        cx.read(|s| s.images.by.keys().filter_map(|source| s.images.get(source)).collect());
    urls.iter().for_each(|url| cx.ports().host.release(url));
}
