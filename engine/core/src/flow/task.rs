//! A running flow: its cancellation, polling and joining.

use super::{Flow, Reply};
use crate::error::{Error, Result};
use alloc::rc::{Rc, Weak};
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};
use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll, Waker};

/// A scope, which can cancel its flows.
#[derive(Clone, Default)]
pub struct Scope(Rc<ScopeInner>);

#[derive(Default)]
struct ScopeInner {
    tasks: RefCell<Vec<Weak<Task>>>,
    prune_at: Cell<usize>,
}

impl Scope {
    /// Adds a task to this scope. Returns it with a join for its waiters.
    pub(super) fn begin(&self, flow: Flow) -> (Running, Join) {
        let join = Join::default();
        let task =
            Rc::new(Task { flow: RefCell::new(Some(flow)), join: join.clone(), dropped: Cell::new(false) });
        self.add(&task);
        (Running(task), join)
    }

    /// Ends the other scope's tasks together with this one's.
    pub(super) fn adopt(&self, other: &Self) {
        self.0.tasks.borrow_mut().append(&mut other.0.tasks.borrow_mut());
    }

    /// Stores a task. Ended tasks are removed from time to time, so a long life needs no memory.
    fn add(&self, task: &Rc<Task>) {
        let mut tasks = self.0.tasks.borrow_mut();
        if tasks.len() >= self.0.prune_at.get() {
            tasks.retain(|task| task.strong_count() > 0);
            self.0.prune_at.set(32.max(tasks.len() * 2));
        }
        tasks.push(Rc::downgrade(task));
    }

    pub(super) fn close(&self, why: &Error) {
        let tasks = core::mem::take(&mut *self.0.tasks.borrow_mut());
        for task in tasks.iter().filter_map(Weak::upgrade) {
            task.dropped.set(true);
            // a flow that closes its own scope is being polled, so it ends at its next await
            let flow = task.flow.borrow_mut().take();
            drop(flow);
            task.join.settle(Err(why.clone()));
        }
    }
}

struct Task {
    flow: RefCell<Option<Flow>>,
    join: Join,
    dropped: Cell<bool>,
}

/// Polls a task. Holds no borrow while the flow runs.
pub(super) struct Running(Rc<Task>);

impl Future for Running {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let flow = self.0.flow.borrow_mut().take();
        let Some(mut flow) = flow else { return Poll::Ready(()) };
        match flow.as_mut().poll(context) {
            Poll::Ready(result) => {
                drop(flow);
                self.0.join.settle(result);
                Poll::Ready(())
            }
            Poll::Pending if self.0.dropped.get() => Poll::Ready(()),
            Poll::Pending => {
                *self.0.flow.borrow_mut() = Some(flow);
                // Closing the scope wakes no task. It takes the flow, and the empty task ends at its next poll, or with
                // its executor.
                Poll::Pending
            }
        }
    }
}

/// Waits for a flow. Clones wait for the same flow. Dropping a join cancels nothing.
#[derive(Clone, Default)]
pub struct Join(Rc<JoinInner>);

#[derive(Default)]
struct JoinInner {
    result: RefCell<Option<Result<Reply>>>,
    wakers: RefCell<Vec<Waker>>,
}

impl Join {
    /// A join with a result.
    #[must_use]
    pub fn settled(result: Result<Reply>) -> Self {
        let join = Self::default();
        join.settle(result);
        join
    }

    /// Whether the flow has ended.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.0.result.borrow().is_some()
    }

    /// Whether the flow has ended with an error.
    pub(super) fn has_failed(&self) -> bool {
        matches!(&*self.0.result.borrow(), Some(Err(_)))
    }

    /// Waits for the end of the flow, and leaves the result.
    pub(super) async fn ended(&self) {
        core::future::poll_fn(|context| {
            if self.is_settled() {
                return Poll::Ready(());
            }
            self.0.wakers.borrow_mut().push(context.waker().clone());
            Poll::Pending
        })
        .await;
    }

    /// The result itself if this is the last join, otherwise a copy.
    pub(super) fn into_result(self) -> Option<Result<Reply>> {
        match Rc::try_unwrap(self.0) {
            Ok(inner) => inner.result.into_inner(),
            Err(shared) => shared.result.borrow().clone(),
        }
    }

    fn settle(&self, result: Result<Reply>) {
        self.0.result.borrow_mut().get_or_insert(result);
        let wakers = core::mem::take(&mut *self.0.wakers.borrow_mut());
        wakers.into_iter().for_each(Waker::wake);
    }
}

impl Future for Join {
    type Output = Result<Reply>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        if let Some(result) = &*self.0.result.borrow() {
            return Poll::Ready(result.clone());
        }
        self.0.wakers.borrow_mut().push(context.waker().clone());
        Poll::Pending
    }
}
