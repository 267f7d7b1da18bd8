//! One HTTP request and its limited response. Contract: no credentials, no cookies. A body above the request's limit is
//! [`HttpFault::TooLarge`]. No retry and no deadline, which are rules of `api`. Dropping the future aborts the request.

use super::Local;
use crate::constants::HTTP_BODY_BYTES_MAX;
use alloc::string::String;
use alloc::vec::Vec;

/// A request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpRequest {
    /// The whole URL, encoded.
    pub url: String,
    /// The JSON to post. Without it, the method is GET.
    pub body: Option<HttpBody>,
    /// The maximum size of the response.
    pub bytes_max: usize,
}

impl HttpRequest {
    /// A request with the default limit.
    #[must_use]
    pub const fn new(url: String, body: Option<HttpBody>) -> Self {
        Self { url, body, bytes_max: HTTP_BODY_BYTES_MAX }
    }
}

/// A posted body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpBody {
    /// `application/json`, or `text/plain` to avoid a preflight request.
    pub content_type: &'static str,
    /// The JSON text.
    pub text: String,
}

/// A response with any status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpResponse {
    /// The status.
    pub status: u16,
    /// The body as text. Invalid UTF-8 becomes replacement characters.
    pub body: String,
    /// `Retry-After`, if the browser lets the page read it.
    pub retry_after_ms: Option<u64>,
}

impl HttpResponse {
    /// A response with a status and a body.
    #[must_use]
    pub const fn new(status: u16, body: String) -> Self {
        Self { status, body, retry_after_ms: None }
    }

    /// Whether the status is 2xx.
    #[must_use]
    pub const fn is_ok(&self) -> bool {
        matches!(self.status, 200..=299)
    }
}

/// Why a request failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HttpFault {
    /// No response: offline, refused, or blocked by CORS or CSP.
    Network,
    /// The response exceeds the limit.
    TooLarge,
}

/// HTTP requests to services and nodes.
pub trait Http {
    /// Sends a request and waits for the response.
    fn send(&self, request: HttpRequest) -> Local<Result<HttpResponse, HttpFault>>;
    /// Fetches the bytes of a URL (an image), at most `bytes_max`. Any status but 2xx is an error.
    fn bytes(&self, url: &str, bytes_max: usize) -> Local<Result<Vec<u8>, HttpFault>>;
    /// Returns a long body that isn't needed now, so that its memory can be reused: WebAssembly memory never shrinks,
    /// and fragmentation would leave no gap of that size.
    fn give_back(&self, _body: String) {}
}

#[cfg(any(test, feature = "twins"))]
pub use twin::ScriptedHttp;

#[cfg(any(test, feature = "twins"))]
mod twin {
    use super::{Http, HttpFault, HttpRequest, HttpResponse};
    use crate::ports::Local;
    use alloc::boxed::Box;
    use alloc::rc::Rc;
    use alloc::vec::Vec;
    use core::cell::RefCell;

    type Answer = dyn Fn(&HttpRequest) -> Local<Result<HttpResponse, HttpFault>>;
    type Bytes = dyn Fn(&str) -> Option<Vec<u8>>;

    /// Responds with a test's function, and records the requests.
    #[derive(Clone)]
    pub struct ScriptedHttp {
        /// All requests, in order.
        pub seen: Rc<RefCell<Vec<HttpRequest>>>,
        answer: Rc<RefCell<Box<Answer>>>,
        /// The bytes for a URL.
        pub files: Rc<RefCell<Box<Bytes>>>,
    }

    impl Default for ScriptedHttp {
        fn default() -> Self {
            Self {
                seen: Rc::default(),
                answer: Rc::new(RefCell::new(Box::new(|_| Box::pin(async { Err(HttpFault::Network) })))),
                files: Rc::new(RefCell::new(Box::new(|_| None))),
            }
        }
    }

    impl ScriptedHttp {
        /// Sets the response.
        pub fn answer(
            &self,
            answer: impl Fn(&HttpRequest) -> Local<Result<HttpResponse, HttpFault>> + 'static,
        ) {
            *self.answer.borrow_mut() = Box::new(answer);
        }

        /// Sets an immediate response with a status and a body.
        pub fn reply(&self, answer: impl Fn(&HttpRequest) -> (u16, alloc::string::String) + 'static) {
            self.answer(move |request| {
                let (status, body) = answer(request);
                Box::pin(async move { Ok(HttpResponse::new(status, body)) })
            });
        }
    }

    impl Http for ScriptedHttp {
        fn send(&self, request: HttpRequest) -> Local<Result<HttpResponse, HttpFault>> {
            let answer = (self.answer.borrow())(&request);
            let bytes_max = request.bytes_max;
            self.seen.borrow_mut().push(request);
            Box::pin(async move {
                let answer = answer.await?;
                if answer.body.len() > bytes_max { Err(HttpFault::TooLarge) } else { Ok(answer) }
            })
        }

        fn bytes(&self, url: &str, bytes_max: usize) -> Local<Result<Vec<u8>, HttpFault>> {
            self.seen.borrow_mut().push(HttpRequest::new(url.into(), None));
            let found = (self.files.borrow())(url).ok_or(HttpFault::Network);
            let found = found.and_then(|bytes| match bytes.len() <= bytes_max {
                true => Ok(bytes),
                false => Err(HttpFault::TooLarge),
            });
            Box::pin(async move { found })
        }
    }
}
