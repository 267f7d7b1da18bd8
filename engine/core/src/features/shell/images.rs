//! Pictures of foreign origin (7.29, 9.11): fetched only when somebody looks, bounded, known by their bytes and not by
//! what they are called, and given out as object urls. A picture that fails to load is no fault: a letter is rendered.

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
                let bytes = bytes.and_then(Result::ok);
                let picture =
                    bytes.and_then(|bytes| Some((cx.ports().host.blob(&bytes, kind(&bytes)?)?, bytes.len())));
                if let Some((url, bytes)) = picture {
                    cx.update(|s| {
                        s.images.bytes += bytes;
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

/// What the bytes are; nothing when they are no picture we show.
fn kind(bytes: &[u8]) -> Option<&'static str> {
    if bytes.starts_with(&[0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n']) {
        return Some("image/png");
    }
    if bytes.starts_with(&[0xff, 0xd8, 0xff]) {
        return Some("image/jpeg");
    }
    if bytes.starts_with(b"GIF87a") || bytes.starts_with(b"GIF89a") {
        return Some("image/gif");
    }
    if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        return Some("image/webp");
    }
    // in an <img> an SVG runs nothing and fetches nothing
    let start = bytes.get(..bytes.len().min(512)).unwrap_or_default();
    let text = alloc::string::String::from_utf8_lossy(start);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    (text.starts_with("<svg") || (text.starts_with("<?xml") && text.contains("<svg")))
        .then_some("image/svg+xml")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_known_by_its_bytes() {
        assert_eq!(kind(b"\x89PNG\r\n\x1a\n...."), Some("image/png"));
        assert_eq!(kind(&[0xff, 0xd8, 0xff, 0xe0]), Some("image/jpeg"));
        assert_eq!(kind(b"RIFF\x00\x00\x00\x00WEBPVP8 "), Some("image/webp"));
        assert_eq!(kind(b"GIF89a"), Some("image/gif"));
        assert_eq!(kind(b"\xef\xbb\xbf <svg xmlns='x'/>"), Some("image/svg+xml"));
        assert_eq!(kind(b"<?xml version='1.0'?><svg/>"), Some("image/svg+xml"));
        for bad in [&b"<html><svg/></html>"[..], b"", b"<script>", b"RIFF0000WAVE", b"%PDF-1.4"] {
            assert_eq!(kind(bad), None);
        }
    }
}
