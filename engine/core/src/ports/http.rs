//! One HTTP request and its bounded answer. Contract: no credentials, no cookies; the body is cut off with
//! [`HttpFault::TooLarge`] above the request's own limit; no retry and no deadline: those are rules
//! of `api`; dropping the future aborts the request.

use super::Local;
use crate::constants::HTTP_BODY_BYTES_MAX;
use alloc::string::String;
use alloc::vec::Vec;

/// What to ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpRequest {
    /// The whole URL, encoded.
    pub url: String,
    /// JSON to post; without it the method is GET.
    pub body: Option<HttpBody>,
    /// The longest answer that is read.
    pub bytes_max: usize,
}

impl HttpRequest {
    /// With the usual limit.
    #[must_use]
    pub const fn new(url: String, body: Option<HttpBody>) -> Self {
        Self { url, body, bytes_max: HTTP_BODY_BYTES_MAX }
    }
}

/// A posted body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpBody {
    /// `application/json`, or `text/plain` to avoid a preflight.
    pub content_type: &'static str,
    /// The JSON text.
    pub text: String,
}

/// The response with any status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpResponse {
    /// The status.
    pub status: u16,
    /// The body as text. Invalid UTF-8 becomes replacement characters.
    pub body: String,
    /// `Retry-After`, if the browser lets a page read it.
    pub retry_after_ms: Option<u64>,
}

impl HttpResponse {
    /// A status and a body.
    #[must_use]
    pub const fn new(status: u16, body: String) -> Self {
        Self { status, body, retry_after_ms: None }
    }

    /// 2xx.
    #[must_use]
    pub const fn is_ok(&self) -> bool {
        matches!(self.status, 200..=299)
    }
}

/// Why nothing came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HttpFault {
    /// No answer: offline, refused, blocked by CORS or CSP.
    Network,
    /// More than the limit.
    TooLarge,
}

/// Services and nodes.
pub trait Http {
    /// Sends and waits.
    fn send(&self, request: HttpRequest) -> Local<Result<HttpResponse, HttpFault>>;
    /// The bytes behind a URL (a picture), at most `bytes_max`; any status but 2xx is a fault.
    fn bytes(&self, url: &str, bytes_max: usize) -> Local<Result<Vec<u8>, HttpFault>>;
    /// A long body that isn't needed now: its allocation can be reused, because WebAssembly memory never shrinks, and fragmentation would
    /// leave no gap of that size.
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

    /// Responds with a function and records the requests.
    #[derive(Clone)]
    pub struct ScriptedHttp {
        /// Every request, in order.
        pub seen: Rc<RefCell<Vec<HttpRequest>>>,
        answer: Rc<RefCell<Box<Answer>>>,
        /// The response of a URL.
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
        /// Responds from this moment.
        pub fn answer(
            &self,
            answer: impl Fn(&HttpRequest) -> Local<Result<HttpResponse, HttpFault>> + 'static,
        ) {
            *self.answer.borrow_mut() = Box::new(answer);
        }

        /// Responds immediately with a status and a body.
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
