//! Fetch (gloo-net): no credentials, no more referrer than the origin; dropping the future aborts.

use gloo_net::http::RequestBuilder;
use wallet_engine::constants::HTTP_BODY_BYTES_MAX;
use wallet_engine::ports::Local;
use wallet_engine::ports::http::{Http, HttpFault, HttpRequest, HttpResponse};
use web_sys::{AbortController, AbortSignal, ReferrerPolicy, RequestCredentials};

/// The browser's fetch.
pub struct Fetch;

/// Aborts the request when its flow is dropped; after the answer this does nothing.
struct Aborts(Option<AbortController>);

impl Drop for Aborts {
    fn drop(&mut self) {
        if let Some(controller) = &self.0 {
            controller.abort();
        }
    }
}

fn plain(url: &str, signal: Option<&AbortSignal>) -> RequestBuilder {
    RequestBuilder::new(url)
        .credentials(RequestCredentials::Omit)
        .referrer_policy(ReferrerPolicy::StrictOrigin)
        .abort_signal(signal)
}

impl Http for Fetch {
    fn bytes(&self, url: &str, bytes_max: usize) -> Local<Result<Vec<u8>, HttpFault>> {
        let url = url.to_owned();
        Box::pin(async move {
            let aborts = Aborts(AbortController::new().ok());
            let signal = aborts.0.as_ref().map(AbortController::signal);
            let request = plain(&url, signal.as_ref()).build().map_err(|_| HttpFault::Network)?;
            let response = request.send().await.map_err(|_| HttpFault::Network)?;
            if !response.ok() {
                return Err(HttpFault::Network);
            }
            let told = response.headers().get("content-length").and_then(|length| length.parse().ok());
            if told.is_some_and(|length: usize| length > bytes_max) {
                return Err(HttpFault::TooLarge);
            }
            let bytes = response.binary().await.map_err(|_| HttpFault::Network)?;
            if bytes.len() > bytes_max { Err(HttpFault::TooLarge) } else { Ok(bytes) }
        })
    }

    fn send(&self, request: HttpRequest) -> Local<Result<HttpResponse, HttpFault>> {
        Box::pin(async move {
            let aborts = Aborts(AbortController::new().ok());
            let signal = aborts.0.as_ref().map(AbortController::signal);
            let builder = plain(&request.url, signal.as_ref());
            let request = match request.body {
                Some(body) => builder
                    .method(gloo_net::http::Method::POST)
                    .header("content-type", body.content_type)
                    .body(body.text),
                None => builder.build(),
            };
            let response =
                request.map_err(|_| HttpFault::Network)?.send().await.map_err(|_| HttpFault::Network)?;
            let told =
                response.headers().get("content-length").and_then(|length| length.parse::<usize>().ok());
            if told.is_some_and(|length| length > HTTP_BODY_BYTES_MAX) {
                return Err(HttpFault::TooLarge);
            }
            let body = response.text().await.map_err(|_| HttpFault::Network)?;
            if body.len() > HTTP_BODY_BYTES_MAX {
                return Err(HttpFault::TooLarge);
            }
            Ok(HttpResponse { status: response.status(), body })
        })
    }
}
