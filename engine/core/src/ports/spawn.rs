//! Runs futures on one thread. Contract: `spawn` never polls before it returns, and first polls follow the order of
//! spawning.

use super::Local;

/// Runs flows.
pub trait Spawn {
    /// Runs a future until it ends.
    fn spawn(&self, future: Local<()>);
}

#[cfg(any(test, feature = "twins"))]
pub use twin::Tasks;

#[cfg(any(test, feature = "twins"))]
#[allow(clippy::disallowed_types, reason = "a Waker must be Send, so the list of the woken must be too")]
mod twin {
    use super::{Local, Spawn};
    use alloc::collections::{BTreeMap, VecDeque};
    use alloc::rc::Rc;
    use alloc::sync::{Arc, Weak};
    use alloc::task::Wake;
    use core::cell::{Cell, RefCell};
    use core::task::{Context, Waker};
    use std::sync::Mutex;

    /// A deterministic executor, which polls tasks in the order in which they were woken.
    #[derive(Clone, Default)]
    pub struct Tasks(Rc<Inner>);

    /// A task, and its waker.
    type Waiting = (Weak<Token>, Local<()>);

    #[derive(Default)]
    struct Inner {
        tasks: RefCell<BTreeMap<u64, Waiting>>,
        next: Cell<u64>,
        woken: Arc<Mutex<VecDeque<u64>>>,
    }

    struct Token(u64, Arc<Mutex<VecDeque<u64>>>);

    impl Wake for Token {
        fn wake(self: Arc<Self>) {
            if let Ok(mut woken) = self.1.lock()
                && !woken.contains(&self.0)
            {
                woken.push_back(self.0);
            }
        }
    }

    impl Tasks {
        /// Polls until nothing can continue without the clock.
        pub fn run_until_idle(&self) {
            loop {
                let Some(id) = self.0.woken.lock().ok().and_then(|mut woken| woken.pop_front()) else {
                    return;
                };
                let Some((_, mut task)) = self.0.tasks.borrow_mut().remove(&id) else { continue };
                let token = Arc::new(Token(id, self.0.woken.clone()));
                let known = Arc::downgrade(&token);
                let waker = Waker::from(token);
                if task.as_mut().poll(&mut Context::from_waker(&waker)).is_pending() {
                    self.0.tasks.borrow_mut().insert(id, (known, task));
                }
            }
        }

        /// Drops the tasks that nothing can wake any more, as a browser's executor does.
        pub fn forget(&self) {
            self.run_until_idle();
            let (kept, gone): (BTreeMap<_, _>, BTreeMap<_, _>) =
                self.0.tasks.take().into_iter().partition(|(_, (token, _))| token.strong_count() > 0);
            self.0.tasks.replace(kept);
            drop(gone);
        }

        /// The number of tasks that haven't ended.
        #[must_use]
        pub fn running(&self) -> usize {
            self.0.tasks.borrow().len()
        }
    }

    impl Spawn for Tasks {
        fn spawn(&self, future: Local<()>) {
            let id = self.0.next.get();
            self.0.next.set(id + 1);
            self.0.tasks.borrow_mut().insert(id, (Weak::new(), future));
            if let Ok(mut woken) = self.0.woken.lock() {
                woken.push_back(id);
            }
        }
    }
}
