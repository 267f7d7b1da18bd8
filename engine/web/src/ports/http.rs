//! Fetch: no credentials; calls say the origin they come from, pictures nothing (B9); dropping the future aborts. A body is read as it comes and no further
//! than its limit (T7): how long it says to be (`Content-Length`) is a claim of the one who sends it.
//!
//! Asked of the browser by name (`js`): typed bindings of fetch, its request, its headers and its streams would be downloaded by
//! every visitor.

use crate::js;
use js_sys::{Object, Promise, Uint8Array};
use wallet_engine::constants::HTTP_BODY_BYTES_MAX;
use wallet_engine::ports::Local;
use wallet_engine::ports::http::{Http, HttpBody, HttpFault, HttpRequest, HttpResponse};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;

/// The browser's fetch.
pub struct Fetch;

/// Aborts the request when its flow is dropped, or has read enough; after the last byte this does nothing.
struct Aborts(Option<JsValue>);

impl Drop for Aborts {
    fn drop(&mut self) {
        if let Some(controller) = &self.0 {
            let _ = js::call(controller, "abort", &[]);
        }
    }
}

/// What a method that promises something came to; nothing when it threw or was rejected.
async fn awaited(object: &JsValue, method: &str, args: &[&JsValue]) -> Option<JsValue> {
    JsFuture::from(Promise::resolve(&js::call(object, method, args)?)).await.ok()
}

/// The status and the bytes. Boxed once for both calls.
fn read(
    url: String,
    body: Option<HttpBody>,
    bytes_max: usize,
    is_call: bool,
) -> Local<Result<(u16, Vec<u8>), HttpFault>> {
    Box::pin(async move {
        let aborts = Aborts(js::made("AbortController", &[]));
        let init = Object::new();
        let set = |name: &str, value: &str| js::set(&init, name, &value.into());
        set("credentials", "omit");
        set("referrerPolicy", if is_call { "strict-origin" } else { "no-referrer" });
        if let Some(signal) = aborts.0.as_ref().and_then(|controller| js::property(controller, "signal")) {
            js::set(&init, "signal", &signal);
        }
        if let Some(body) = body {
            let headers = Object::new();
            js::set(&headers, "content-type", &body.content_type.into());
            js::set(&init, "headers", &headers);
            set("method", "POST");
            set("body", &body.text);
        }
        let answer = awaited(&js_sys::global(), "fetch", &[&url.into(), &init]).await;
        let response = answer.ok_or(HttpFault::Network)?;
        let status = js::property(&response, "status").and_then(|status| status.as_f64());
        let mut bytes = Vec::new();
        // a status alone (204) has no body
        if let Some(stream) = js::property(&response, "body") {
            let reader = js::call(&stream, "getReader", &[]).ok_or(HttpFault::Network)?;
            while let Some(chunk) =
                js::property(&awaited(&reader, "read", &[]).await.ok_or(HttpFault::Network)?, "value")
            {
                let chunk = Uint8Array::new(&chunk);
                if bytes.len() + chunk.length() as usize > bytes_max {
                    return Err(HttpFault::TooLarge);
                }
                bytes.extend(chunk.to_vec());
            }
        }
        Ok((status.unwrap_or_default() as u16, bytes))
    })
}

impl Http for Fetch {
    fn bytes(&self, url: &str, bytes_max: usize) -> Local<Result<Vec<u8>, HttpFault>> {
        let reading = read(url.to_owned(), None, bytes_max, false);
        Box::pin(async move {
            let (status, bytes) = reading.await?;
            if (200..300).contains(&status) { Ok(bytes) } else { Err(HttpFault::Network) }
        })
    }

    fn send(&self, request: HttpRequest) -> Local<Result<HttpResponse, HttpFault>> {
        let reading = read(request.url, request.body, HTTP_BODY_BYTES_MAX, true);
        Box::pin(async move {
            let (status, bytes) = reading.await?;
            // some files begin with a mark that says that they are UTF-8
            let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
            Ok(HttpResponse { status, body: String::from_utf8_lossy(text).into_owned() })
        })
    }
}
