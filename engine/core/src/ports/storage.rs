//! Persistent storage. Contract: `load` returns every record once. `commit` writes a complete batch or fails, and completes only when the
//! data is durable. Neither panics on any stored content. Blocked storage behaves like an empty one whose commits fail: the engine
//! continues in memory.

use super::Local;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// One write of a batch: a value, or nothing to remove the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Write {
    /// The key, without prefix.
    pub key: String,
    /// The whole record `{v, seq, value}` as JSON text.
    pub record: Option<String>,
    /// Mirrored to synchronous storage (docs/spec/services.md C, keys marked L).
    pub mirrored: bool,
}

/// The batch could not be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StorageFault;

/// The new value of a record.
pub type Change = Box<dyn FnOnce(Option<String>) -> Option<String>>;

/// The persistent records.
pub trait Storage {
    /// Every record: key and JSON text.
    fn load(&self) -> Local<Vec<(String, String)>>;
    /// Writes all or nothing.
    fn commit(&self, batch: Vec<Write>) -> Local<Result<(), StorageFault>>;
    /// Atomically changes one record that other tabs also write. The function is called at most once, with the current record, and returns
    /// the new one.
    fn change(&self, key: &'static str, change: Change) -> Local<Result<(), StorageFault>>;
    /// Synchronously writes a text under a full key, for other readers, or if a write can't be awaited. Best effort.
    fn share(&self, name: &str, text: Option<&str>);
    /// The text under such a key.
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

    /// Records in memory, shared by clones: a clone given to a second engine is the same disk after a reload.
    #[derive(Clone, Default)]
    pub struct MemoryStorage {
        /// The disk.
        pub records: Rc<RefCell<BTreeMap<String, String>>>,
        /// Every batch, in order.
        pub batches: Rc<RefCell<Vec<Vec<Write>>>>,
        /// The shared entries.
        pub shared: Rc<RefCell<BTreeMap<String, String>>>,
        /// When set, commits fail.
        pub broken: Rc<Cell<bool>>,
        /// When set, nothing is ever answered.
        pub silent: Rc<Cell<bool>>,
        /// While it is held, nothing is answered; then all is.
        pub late: Late,
        /// When not set, nothing can be shared.
        pub shares: Shares,
    }

    /// Answers that wait.
    #[derive(Clone, Default)]
    pub struct Late(Rc<RefCell<Option<Vec<Waker>>>>);

    impl Late {
        /// From this moment.
        pub fn hold(&self) {
            *self.0.borrow_mut() = Some(Vec::new());
        }

        /// All of them come.
        pub fn release(&self) {
            let waiting = self.0.borrow_mut().take();
            waiting.into_iter().flatten().for_each(Waker::wake);
        }
    }

    /// Whether a text can be shared; it can.
    #[derive(Clone)]
    pub struct Shares(Rc<Cell<bool>>);

    impl Default for Shares {
        fn default() -> Self {
            Self(Rc::new(Cell::new(true)))
        }
    }

    impl Shares {
        /// From this moment.
        pub fn set(&self, shares: bool) {
            self.0.set(shares);
        }
    }

    impl MemoryStorage {
        /// Never while it is silent; no while it is broken.
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
