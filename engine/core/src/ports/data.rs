//! The page's own data instead of a service (option `data`, docs/guide/own-services.md). The functions, and the list of wallets, stay in
//! the page. The element calls them with the service's request, and returns their result in the service's form. Contract: settles at most
//! once. A function that throws, rejects, or returns invalid or too long JSON gives `None`, never a panic, and the element reports the
//! reason to developers. The deadline is set in `api`.

use super::Local;
use super::http::HttpRequest;
use alloc::string::String;

/// The page's own data functions.
pub trait Data {
    /// Calls the function with this name (`balances`). Returns its text, if any.
    fn ask(&self, name: &'static str, request: &HttpRequest) -> Local<Option<String>>;
}

#[cfg(any(test, feature = "twins"))]
pub use twin::ScriptedData;

#[cfg(any(test, feature = "twins"))]
mod twin {
    use super::{Data, HttpRequest, Local, String};
    use alloc::boxed::Box;
    use alloc::rc::Rc;
    use alloc::vec::Vec;
    use core::cell::RefCell;
    use serde_json::Value;

    type Answers = dyn Fn(&str, &HttpRequest) -> Local<Option<String>>;

    /// Responds with a test's function, and records the requests.
    #[derive(Clone, Default)]
    pub struct ScriptedData {
        /// The names and requests, in order.
        pub asked: Rc<RefCell<Vec<(&'static str, HttpRequest)>>>,
        answers: Rc<RefCell<Option<Rc<Answers>>>>,
    }

    impl ScriptedData {
        /// Sets the response.
        pub fn answers(&self, by: impl Fn(&str, &HttpRequest) -> Local<Option<String>> + 'static) {
            *self.answers.borrow_mut() = Some(Rc::new(by));
        }

        /// Sets a synchronous response.
        pub fn says(&self, by: impl Fn(&str, &HttpRequest) -> Option<Value> + 'static) {
            self.answers(move |name, request| {
                let answer = by(name, request).map(|value| crate::json::text(&value));
                Box::pin(async move { answer })
            });
        }

        /// How often a function was called.
        #[must_use]
        pub fn count(&self, name: &str) -> usize {
            self.asked.borrow().iter().filter(|(asked, _)| *asked == name).count()
        }
    }

    impl Data for ScriptedData {
        fn ask(&self, name: &'static str, request: &HttpRequest) -> Local<Option<String>> {
            self.asked.borrow_mut().push((name, request.clone()));
            match self.answers.borrow().clone() {
                Some(answers) => answers(name, request),
                None => Box::pin(async { None }),
            }
        }
    }
}
