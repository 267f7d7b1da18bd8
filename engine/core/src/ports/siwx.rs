//! The page's sign-in object (docs/spec/public-api.md section 9), or the built-in one. It stays in the page and is called through method
//! names. Contract: `settings` is synchronous and never fails (an exception means the default). `call` settles at most once. A method that
//! throws, rejects or returns something unreadable gives an error with its own message, never a panic.
//!
//! | method | arguments | answer |
//! |---|---|---|
//! | `createMessage` | `{accountAddress, chainId}` | the fields of the message, and `text`: its `toString()` |
//! | `getSessions` | `{chainId, address}` | `[{data, message, signature, cacao?}]` |
//! | `addSession` | `{data, message, signature, cacao?}` | nothing |
//! | `setSessions` | `[{...}]` | nothing |
//! | `revokeSession` | `{chainId, address}` | nothing |

use super::Local;
use alloc::string::String;
use serde_json::Value;

/// The page's settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SiwxSettings {
    /// `getRequired()`: no account is connected without a session.
    pub required: bool,
    /// Disconnecting the wallet ends the session.
    pub sign_out_on_disconnect: bool,
    /// Another account of the same wallet ends the session.
    pub sign_out_on_account_change: bool,
    /// A switch to another network ends the session, because the page has one session for all.
    pub sign_out_on_network_change: bool,
    /// After a reload without a required session, the modal asks automatically. If false, the account waits until the
    /// user connects it.
    pub prompt_after_reload: bool,
    /// The page stores the sessions, so any script might have written them.
    pub is_in_page: bool,
}

impl Default for SiwxSettings {
    fn default() -> Self {
        Self {
            required: false,
            sign_out_on_disconnect: true,
            sign_out_on_account_change: true,
            sign_out_on_network_change: false,
            prompt_after_reload: true,
            is_in_page: false,
        }
    }
}

/// The object's error message, at most 200 characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiwxFault(pub String);

/// The sign-in object.
pub trait Siwx {
    /// Reads the current settings.
    fn settings(&self) -> SiwxSettings;
    /// Calls a method.
    fn call(&self, method: &'static str, arguments: &Value) -> Local<Result<Value, SiwxFault>>;
}

#[cfg(any(test, feature = "twins"))]
pub use twin::MemorySiwx;

#[cfg(any(test, feature = "twins"))]
mod twin {
    use super::{Local, Siwx, SiwxFault, SiwxSettings};
    use crate::json::Read;
    use crate::json::json;
    use alloc::boxed::Box;
    use alloc::rc::Rc;
    use alloc::string::String;
    use alloc::vec::Vec;
    use core::cell::{Cell, RefCell};
    use serde_json::Value;

    type Special = dyn Fn(&str, &Value) -> Option<Local<Result<Value, SiwxFault>>>;

    /// A page that keeps sessions in memory. A test can answer a method itself.
    #[derive(Clone, Default)]
    pub struct MemorySiwx {
        /// The settings.
        pub settings: Rc<Cell<SiwxSettings>>,
        /// The stored sessions.
        pub sessions: Rc<RefCell<Vec<Value>>>,
        /// The calls so far.
        pub asked: Rc<RefCell<Vec<(&'static str, Value)>>>,
        special: Rc<RefCell<Option<Rc<Special>>>>,
        nonces: Rc<Cell<u32>>,
    }

    impl MemorySiwx {
        /// Overrides responses with a function; `None` keeps the default one.
        pub fn but(
            &self,
            special: impl Fn(&str, &Value) -> Option<Local<Result<Value, SiwxFault>>> + 'static,
        ) {
            *self.special.borrow_mut() = Some(Rc::new(special));
        }

        /// How often a method was called.
        #[must_use]
        pub fn count(&self, method: &str) -> usize {
            self.asked.borrow().iter().filter(|(asked, _)| *asked == method).count()
        }

        fn message(&self, arguments: &Value) -> Value {
            self.nonces.set(self.nonces.get() + 1);
            let mut fields = arguments.as_object().cloned().unwrap_or_default();
            for (name, value) in [
                ("domain", "app.example".into()),
                ("uri", "https://app.example".into()),
                ("version", "1".into()),
                ("nonce", alloc::format!("nonce{:08}", self.nonces.get())),
                ("issuedAt", "2023-11-14T22:13:20.000Z".into()),
            ] {
                let value: String = value;
                fields.insert(name.into(), value.into());
            }
            let message = Value::Object(fields.clone());
            let text = |name| message.text(name).unwrap_or_default();
            let text = alloc::format!(
                "app.example wants you to sign in with your Ethereum account:\n{}\n\n\nURI: https://app.example\nVersion: 1\nChain ID: {}\nNonce: {}\nIssued At: {}",
                text("accountAddress"),
                text("chainId").split_once(':').unwrap_or_default().1,
                text("nonce"),
                text("issuedAt")
            );
            fields.insert("text".into(), text.into());
            Value::Object(fields)
        }

        fn answer(&self, method: &str, arguments: &Value) -> Result<Value, SiwxFault> {
            let is_of = |session: &Value| {
                let data = session.field("data").unwrap_or(&Value::Null);
                data.field("chainId") == arguments.field("chainId")
                    && data.field("accountAddress") == arguments.field("address")
            };
            let mut sessions = self.sessions.borrow_mut();
            match method {
                "createMessage" => return Ok(self.message(arguments)),
                "getSessions" => {
                    return Ok(sessions.iter().filter(|session| is_of(session)).cloned().collect());
                }
                "addSession" => sessions.push(arguments.clone()),
                "setSessions" => *sessions = arguments.as_array().cloned().unwrap_or_default(),
                "revokeSession" => sessions.retain(|session| !is_of(session)),
                _ => return Err(SiwxFault("no such method".into())),
            }
            Ok(json!(null))
        }
    }

    impl Siwx for MemorySiwx {
        fn settings(&self) -> SiwxSettings {
            self.settings.get()
        }

        fn call(&self, method: &'static str, arguments: &Value) -> Local<Result<Value, SiwxFault>> {
            self.asked.borrow_mut().push((method, arguments.clone()));
            let special = self.special.borrow().clone();
            if let Some(answer) = special.and_then(|special| special(method, arguments)) {
                return answer;
            }
            let answer = self.answer(method, arguments);
            Box::pin(async move { answer })
        }
    }
}
