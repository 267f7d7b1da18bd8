//! Fetch (gloo-net): no credentials, no redirects. Requests to services send the page's origin, images send nothing
//! (B9). Dropping the future aborts the request. A body is read in chunks up to its limit (T7), because
//! `Content-Length` is only the sender's claim.

use crate::js;
use core::cell::RefCell;
use gloo_net::http::{Method, RequestBuilder};
use js_sys::{Promise, Uint8Array};
use std::rc::Rc;
use wallet_engine::ports::Local;
use wallet_engine::ports::http::{Http, HttpBody, HttpFault, HttpRequest, HttpResponse};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, ReferrerPolicy, RequestCredentials, RequestRedirect};

/// The browser's fetch.
#[derive(Default)]
pub struct Fetch {
    /// The memory of the last long body, for the next one.
    room: Room,
}

type Room = Rc<RefCell<Vec<u8>>>;

/// The length from which a body counts as long.
const LONG_BYTES: usize = 256 * 1024;
/// Reserves a little more than the body needs, because the next one can be slightly longer.
const SPARE_BYTES: usize = 64 * 1024;

/// Aborts the request when its flow is dropped or has read enough. Has no effect after the last byte.
struct Aborts(Option<AbortController>);

impl Drop for Aborts {
    fn drop(&mut self) {
        if let Some(controller) = &self.0 {
            controller.abort();
        }
    }
}

/// Awaits the promise that a method returns. `None` if the method throws or the promise is rejected.
async fn awaited(object: &JsValue, method: &str, args: &[&JsValue]) -> Option<JsValue> {
    JsFuture::from(Promise::resolve(&js::call(object, method, args)?)).await.ok()
}

/// Reads the status and the bytes. Boxed once for both callers.
fn read(
    url: String,
    body: Option<HttpBody>,
    bytes_max: usize,
    room: Option<Room>,
) -> Local<Result<Read, HttpFault>> {
    Box::pin(async move {
        let aborts = Aborts(AbortController::new().ok());
        let signal = aborts.0.as_ref().map(AbortController::signal);
        let builder = RequestBuilder::new(&url)
            .credentials(RequestCredentials::Omit)
            // A redirect would tell the account's address to a host that the page never configured.
            .redirect(RequestRedirect::Error)
            .referrer_policy(match room.is_some() {
                true => ReferrerPolicy::StrictOrigin,
                false => ReferrerPolicy::NoReferrer,
            })
            .abort_signal(signal.as_ref());
        let request = match body {
            Some(body) => {
                builder.method(Method::POST).header("content-type", body.content_type).body(body.text)
            }
            None => builder.build(),
        };
        let sent = request.map_err(|_| HttpFault::Network)?.send();
        let response = sent.await.map_err(|_| HttpFault::Network)?;
        // chunks wait in the browser's memory, which it frees, while WebAssembly memory never shrinks; so the body is
        // copied once, in one piece
        let (mut bytes, mut chunks, mut length) = (Vec::new(), Vec::new(), 0);
        // a response without a body (204)
        if let Some(stream) = response.body() {
            let reader = js::call(&stream, "getReader", &[]).ok_or(HttpFault::Network)?;
            while let Some(chunk) =
                js::property(&awaited(&reader, "read", &[]).await.ok_or(HttpFault::Network)?, "value")
            {
                let chunk = Uint8Array::new(&chunk);
                length += chunk.length() as usize;
                if length > bytes_max {
                    return Err(HttpFault::TooLarge);
                }
                chunks.push(chunk);
                // with many small chunks, keeps no JavaScript object for each
                if chunks.len() == CHUNKS_MAX {
                    put(&mut bytes, &mut chunks);
                }
            }
        }
        // a much shorter body isn't returned later, so it doesn't use that memory
        let fits = |room: &Room| length >= LONG_BYTES && length > room.borrow().capacity() / 2;
        if let Some(room) = room.filter(|room| bytes.is_empty() && fits(room)) {
            bytes = room.take();
            if bytes.capacity() < length {
                bytes = Vec::new(); // freed first
                bytes.reserve_exact(length + SPARE_BYTES);
            }
        }
        put(&mut bytes, &mut chunks);
        let retry_after_ms = response.headers().get("retry-after").and_then(|said| until(&said));
        Ok(Read { status: response.status(), bytes, retry_after_ms })
    })
}

/// The status, the headers and the body of a response.
struct Read {
    status: u16,
    bytes: Vec<u8>,
    retry_after_ms: Option<u64>,
}

/// The time in `Retry-After`: seconds, or a date.
fn until(said: &str) -> Option<u64> {
    let ms = match said.trim().parse::<u32>() {
        Ok(seconds) => f64::from(seconds) * 1_000.0,
        Err(_) => js_sys::Date::parse(said) - js_sys::Date::now(),
    };
    (ms >= 0.0).then_some(ms as u64)
}

/// The maximum number of chunks that wait outside. A normal response has fewer.
const CHUNKS_MAX: usize = 1_024;

/// Appends the chunks that wait outside to the bytes.
fn put(bytes: &mut Vec<u8>, chunks: &mut Vec<Uint8Array>) {
    let more: usize = chunks.iter().map(|chunk| chunk.length() as usize).sum();
    bytes.reserve_exact(more); // no effect if the capacity is sufficient
    for chunk in chunks.drain(..) {
        let read = bytes.len();
        bytes.resize(read + chunk.length() as usize, 0);
        if let Some(place) = bytes.get_mut(read..) {
            chunk.copy_to(place);
        }
    }
}

impl Http for Fetch {
    fn bytes(&self, url: &str, bytes_max: usize) -> Local<Result<Vec<u8>, HttpFault>> {
        let reading = read(url.to_owned(), None, bytes_max, None);
        Box::pin(async move {
            let Read { status, bytes, .. } = reading.await?;
            if (200..300).contains(&status) { Ok(bytes) } else { Err(HttpFault::Network) }
        })
    }

    fn send(&self, request: HttpRequest) -> Local<Result<HttpResponse, HttpFault>> {
        let reading = read(request.url, request.body, request.bytes_max, Some(self.room.clone()));
        Box::pin(async move {
            let Read { status, mut bytes, retry_after_ms } = reading.await?;
            // some files begin with a byte order mark
            if bytes.starts_with(b"\xef\xbb\xbf") {
                bytes.drain(..3);
            }
            let body = String::from_utf8(bytes)
                .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
            Ok(HttpResponse { status, body, retry_after_ms })
        })
    }

    fn give_back(&self, body: String) {
        let mut room = self.room.borrow_mut();
        if body.capacity() >= LONG_BYTES && body.capacity() > room.capacity() {
            *room = body.into_bytes();
            room.clear();
        }
    }
}
