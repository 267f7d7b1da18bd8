//! Persistent storage. Contract: `load` returns every record once. `commit` writes a complete batch or fails, and completes only when the
//! data is durable. Neither panics on any stored content. Blocked storage behaves like an empty one whose commits fail: the engine
//! continues in memory.

use super::Local;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// One write of a batch. Without a value, it removes the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Write {
    /// The key without its prefix.
    pub key: String,
    /// The whole record `{v, seq, value}` as JSON text.
    pub record: Option<String>,
    /// The record is also written to synchronous storage (docs/spec/services.md C, keys marked L).
    pub mirrored: bool,
}

/// The batch couldn't be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StorageFault;

/// Computes the new value of a record.
pub type Change = Box<dyn FnOnce(Option<String>) -> Option<String>>;

/// The persistent records.
pub trait Storage {
    /// Reads all records: key and JSON text.
    fn load(&self) -> Local<Vec<(String, String)>>;
    /// Writes the whole batch or nothing.
    fn commit(&self, batch: Vec<Write>) -> Local<Result<(), StorageFault>>;
    /// Atomically changes a record that other tabs also write. The function runs at most once, with the current record,
    /// and returns the new one.
    fn change(&self, key: &'static str, change: Change) -> Local<Result<(), StorageFault>>;
    /// Writes a text synchronously under a full key, for other readers, or if a write can't be awaited. Can fail
    /// silently.
    fn share(&self, name: &str, text: Option<&str>);
    /// Reads the text under such a key.
    fn shared(&self, name: &str) -> Option<String>;
}

#[cfg(any(test, feature = "twins"))]
pub use twin::MemoryStorage;

#[cfg(any(test, feature = "twins"))]
mod twin {
    use super::{Change, Local, Storage, StorageFault, Write};
    use alloc::boxed::Box;
    use alloc::collections::BTreeMap;
    use alloc::rc::Rc;
    use alloc::string::String;
    use alloc::vec::Vec;
    use core::cell::{Cell, RefCell};
    use core::future::poll_fn;
    use core::task::{Poll, Waker};

    /// Records in memory, shared between clones. A clone for a second engine is the same disk after a reload.
    #[derive(Clone, Default)]
    pub struct MemoryStorage {
        /// The records on disk.
        pub records: Rc<RefCell<BTreeMap<String, String>>>,
        /// All batches, in order.
        pub batches: Rc<RefCell<Vec<Vec<Write>>>>,
        /// The shared texts.
        pub shared: Rc<RefCell<BTreeMap<String, String>>>,
        /// Whether commits fail.
        pub broken: Rc<Cell<bool>>,
        /// Whether storage never responds.
        pub silent: Rc<Cell<bool>>,
        /// Holds responses back until they are released.
        pub late: Late,
        /// Whether texts can be shared.
        pub shares: Shares,
    }

    /// Responses that are held back.
    #[derive(Clone, Default)]
    pub struct Late(Rc<RefCell<Option<Vec<Waker>>>>);

    impl Late {
        /// Holds responses back from now on.
        pub fn hold(&self) {
            *self.0.borrow_mut() = Some(Vec::new());
        }

        /// Releases all responses.
        pub fn release(&self) {
            let waiting = self.0.borrow_mut().take();
            waiting.into_iter().flatten().for_each(Waker::wake);
        }
    }

    /// Whether texts can be shared. True by default.
    #[derive(Clone)]
    pub struct Shares(Rc<Cell<bool>>);

    impl Default for Shares {
        fn default() -> Self {
            Self(Rc::new(Cell::new(true)))
        }
    }

    impl Shares {
        /// Sets whether texts can be shared.
        pub fn set(&self, shares: bool) {
            self.0.set(shares);
        }
    }

    impl MemoryStorage {
        /// Waits until storage responds: never while `silent` is set, with an error while `broken` is set.
        async fn answers(&self) -> Result<(), StorageFault> {
            if self.silent.get() {
                core::future::pending::<()>().await;
            }
            poll_fn(|context| match &mut *self.late.0.borrow_mut() {
                Some(waiting) => {
                    waiting.push(context.waker().clone());
                    Poll::Pending
                }
                None => Poll::Ready(()),
            })
            .await;
            if self.broken.get() { Err(StorageFault) } else { Ok(()) }
        }
    }

    impl Storage for MemoryStorage {
        fn share(&self, name: &str, text: Option<&str>) {
            if !self.shares.0.get() {
                return;
            }
            match text {
                Some(text) => self.shared.borrow_mut().insert(name.into(), text.into()),
                None => self.shared.borrow_mut().remove(name),
            };
        }

        fn shared(&self, name: &str) -> Option<String> {
            self.shared.borrow().get(name).cloned()
        }

        fn load(&self) -> Local<Vec<(String, String)>> {
            if self.silent.get() {
                return Box::pin(core::future::pending());
            }
            let all = self.records.borrow().iter().map(|(k, v)| (k.clone(), v.clone())).collect();
            Box::pin(async move { all })
        }

        fn change(&self, key: &'static str, change: Change) -> Local<Result<(), StorageFault>> {
            let this = self.clone();
            Box::pin(async move {
                this.answers().await?;
                let record = change(this.records.borrow().get(key).cloned());
                this.commit(alloc::vec![Write { key: key.into(), record, mirrored: false }]).await
            })
        }

        fn commit(&self, batch: Vec<Write>) -> Local<Result<(), StorageFault>> {
            let this = self.clone();
            Box::pin(async move {
                this.answers().await?;
                for write in &batch {
                    match &write.record {
                        Some(record) => this.records.borrow_mut().insert(write.key.clone(), record.clone()),
                        None => this.records.borrow_mut().remove(&write.key),
                    };
                }
                this.batches.borrow_mut().push(batch);
                Ok(())
            })
        }
    }
}
