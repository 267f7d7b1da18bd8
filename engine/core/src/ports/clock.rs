//! Time: the system clock and waiting. Contract: `sleep` never completes early; dropping it cancels the timer.

use super::Local;

/// The clock.
pub trait Clock {
    /// Milliseconds since 1970. The system clock can jump.
    fn now_ms(&self) -> u64;
    /// The UTC offset of the user's time zone at a time, in milliseconds. It changes with daylight saving time.
    fn zone_ms(&self, at_ms: u64) -> i64;
    /// Completes after `ms`.
    fn sleep(&self, ms: u64) -> Local<()>;
}

#[cfg(any(test, feature = "twins"))]
pub use twin::VirtualClock;

#[cfg(any(test, feature = "twins"))]
mod twin {
    use super::{Clock, Local};
    use alloc::boxed::Box;
    use alloc::collections::BTreeMap;
    use alloc::rc::Rc;
    use core::cell::{Cell, RefCell};
    use core::future::poll_fn;
    use core::task::{Poll, Waker};

    type Zone = dyn Fn(u64) -> i64;

    /// A clock that only moves when a test moves it.
    #[derive(Clone, Default)]
    pub struct VirtualClock(Rc<Inner>);

    #[derive(Default)]
    struct Inner {
        now_ms: Cell<u64>,
        next: Cell<u64>,
        zone: RefCell<Option<Box<Zone>>>,
        timers: RefCell<BTreeMap<(u64, u64), Option<Waker>>>,
    }

    /// A timer. Dropping it removes it, so a canceled wait never wakes anything.
    struct Timer(Rc<Inner>, (u64, u64));

    impl Drop for Timer {
        fn drop(&mut self) {
            self.0.timers.borrow_mut().remove(&self.1);
        }
    }

    impl VirtualClock {
        /// Starts at the given time.
        #[must_use]
        pub fn at(now_ms: u64) -> Self {
            let clock = Self::default();
            clock.0.now_ms.set(now_ms);
            clock
        }

        /// Sets the UTC offset by time, in minutes.
        pub fn stand_at(&self, minutes: impl Fn(u64) -> i64 + 'static) {
            *self.0.zone.borrow_mut() = Some(Box::new(minutes));
        }

        /// When the next timer fires.
        #[must_use]
        pub fn next_ms(&self) -> Option<u64> {
            self.0.timers.borrow().keys().next().map(|key| key.0)
        }

        /// Moves the clock to a time, and wakes finished waits in order.
        pub fn move_to(&self, ms: u64) {
            self.0.now_ms.set(ms.max(self.0.now_ms.get()));
            let ended: alloc::vec::Vec<Waker> = self
                .0
                .timers
                .borrow_mut()
                .iter_mut()
                .take_while(|(key, _)| key.0 <= self.0.now_ms.get())
                .filter_map(|(_, waker)| waker.take())
                .collect();
            ended.into_iter().for_each(Waker::wake);
        }

        /// The number of open waits. A closed scope leaves none.
        #[must_use]
        pub fn waiting(&self) -> usize {
            self.0.timers.borrow().len()
        }
    }

    impl Clock for VirtualClock {
        fn now_ms(&self) -> u64 {
            self.0.now_ms.get()
        }

        fn zone_ms(&self, at_ms: u64) -> i64 {
            self.0.zone.borrow().as_ref().map_or(0, |minutes| minutes(at_ms) * 60_000)
        }

        fn sleep(&self, ms: u64) -> Local<()> {
            let key = (self.0.now_ms.get() + ms, self.0.next.get());
            self.0.next.set(key.1 + 1);
            self.0.timers.borrow_mut().insert(key, None);
            let timer = Timer(self.0.clone(), key);
            Box::pin(poll_fn(move |context| {
                if timer.0.now_ms.get() >= key.0 {
                    return Poll::Ready(());
                }
                timer.0.timers.borrow_mut().insert(key, Some(context.waker().clone()));
                Poll::Pending
            }))
        }
    }
}
