//! Encrypts secrets for storage. Contract: `seal` returns a text that only this browser can decrypt, with a
//! non-extractable key. `None` if the browser has no such key (a page on plain http); then secrets stay in memory.

use super::Local;
use alloc::string::String;
use alloc::vec::Vec;

/// Encrypts stored secrets.
pub trait Seal {
    /// Encrypts bytes to text for a record.
    fn seal(&self, plain: Vec<u8>) -> Local<Option<String>>;
    /// Decrypts a text. `None` for anything that wasn't encrypted here.
    fn open(&self, sealed: String) -> Local<Option<Vec<u8>>>;
}

#[cfg(any(test, feature = "twins"))]
pub use twin::MemorySeal;

#[cfg(any(test, feature = "twins"))]
mod twin {
    use super::{Local, Seal};
    use alloc::boxed::Box;
    use alloc::rc::Rc;
    use alloc::string::String;
    use alloc::vec::Vec;
    use core::cell::Cell;
    use core::fmt::Write;

    /// Inverts every bit, so tests can check that the record doesn't contain the plain text.
    #[derive(Clone, Default)]
    pub struct MemorySeal {
        /// If set, the key is missing.
        pub absent: Rc<Cell<bool>>,
    }

    impl Seal for MemorySeal {
        fn seal(&self, plain: Vec<u8>) -> Local<Option<String>> {
            let mut text = String::new();
            for byte in plain {
                let _ = write!(text, "{:02x}", !byte);
            }
            let sealed = (!self.absent.get()).then_some(text);
            Box::pin(async move { sealed })
        }

        fn open(&self, sealed: String) -> Local<Option<Vec<u8>>> {
            let byte = |pair: &[u8]| {
                u8::from_str_radix(core::str::from_utf8(pair).ok()?, 16).ok().map(|byte: u8| !byte)
            };
            let plain: Option<Vec<u8>> = sealed.as_bytes().chunks(2).map(byte).collect();
            let plain = plain.filter(|_| !self.absent.get());
            Box::pin(async move { plain })
        }
    }
}
