//! The interface for flows ([`Cx`]). Cancellation ([`Scope`]) and joining ([`Join`]) are in `task.rs`.
//!
//! A flow is one async function over ports. It changes state only with [`Cx::update`] (display state) and [`Cx::commit`] (state that must
//! survive a crash). A flow runs in a scope. Closing the scope drops the flow and rejects its pending replies. A guard ([`Cx::phase`])
//! resets a phase that the flow has entered, because a dropped flow runs no more code.
//!
//! Everything that the user sees is in the state, as an enum of exclusive phases, never in the future. `commit` writes all changed stored
//! keys in one atomic batch, and only then does the flow call the outside. Keys are projections of the state (`storage/keys.rs`): no flow
//! writes a key, except `transactions` (`money::transactions::commit`).
//!
//! Leaving the connecting view, closing the modal and disconnecting each close a scope. Its pending replies are rejected with the reason
//! ('Modal closed'). The last steps of `connect`, `connection::settle` and everything after a send's confirmation run in the app's scope,
//! because they close the scope they came from, or must outlive the view. A second click joins the first flow ([`Cx::single`]). Each
//! external await has a deadline ([`Cx::within`]) from `constants.rs`. A long-lived object (a socket, callbacks, the tab lock) is an
//! extension with a name ([`Cx::extension_or`]), so that it changes no slice.
//!
//! Each update first emits one `wallet-state` event with the names of the changed slices. Then follow the companion events that differ
//! from the last emitted ones (`event.rs`), and then the flow's own messages. No borrow is held during the emits, so a listener can call
//! back.

mod task;

pub use task::{Join, Scope};

use crate::command::unknown_action;
use crate::constants::{STORAGE_LATE_MS, STORAGE_MS};
use crate::error::{Error, Result};
use crate::event::Event;
use crate::map::Map;
use crate::ports::storage::{StorageFault, Write};
use crate::ports::{Local, Ports};
use crate::snapshot::Draw;
use crate::storage::Records;
use crate::store::{State, Store};
use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;
use core::any::Any;
use core::cell::{Cell, RefCell};
use core::future::Future;
use core::pin::Pin;
use core::task::{Poll, Waker};
use futures_util::future::{Either, select};
use serde_json::Value;

/// The result of a command or request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Done, without a value.
    Done,
    /// JSON text from the engine, or passed on from a wallet or node.
    Json(String),
}

/// The body of a flow.
pub type Flow = Local<Result<Reply>>;

/// A scope. When it ends, its flows are canceled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ScopeId {
    /// The engine itself.
    App,
    /// The open modal.
    Modal,
    /// A request to a wallet, including the time in which its part of the binary loads.
    Asked,
    /// The view that waits for a wallet.
    Connecting,
    /// The send form and its preview.
    Send,
    /// The swap form and its preview.
    Swap,
    /// A purchase at a provider.
    Buy,
    /// The steps between a payment and its preview.
    Pay,
    /// The view that waits for a wallet to switch.
    Switch,
    /// The connection of a namespace.
    Connection(crate::caip::Namespace),
    /// The restore of a namespace's stored connection.
    Restore(crate::caip::Namespace),
}

/// Turns a feature's action and the complete command into a flow.
pub type Run = fn(Cx, &'static str, String, Value) -> Flow;

/// A feature, as other flows see it.
#[derive(Clone, Copy)]
pub struct Row {
    /// The part of a command's type before the dot.
    pub name: &'static str,
    /// The index of its part of the binary in [`Rows`].
    pub part: usize,
    /// Its commands wait for the stored records, because they commit or depend on stored data.
    pub waits: bool,
    /// Whether its action `renew` should run after a change of account or network.
    pub refreshes: Option<fn(&State) -> bool>,
}

/// The table of features for flows ([`crate::features`] creates it).
#[derive(Clone)]
pub struct Rows {
    list: Rc<[Row]>,
    parts: Rc<Vec<Run>>,
    prefetch: fn(),
    observe: fn(&Cx, &Event),
}

impl Rows {
    /// `prefetch` loads the code that the user is likely to need next. `observe` gets every emitted event.
    #[must_use]
    pub fn new(list: &'static [Row], parts: Vec<Run>, prefetch: fn(), observe: fn(&Cx, &Event)) -> Self {
        Self { list: list.into(), parts: Rc::new(parts), prefetch, observe }
    }

    /// Adds a row for tests, in a separate part.
    #[cfg(any(test, feature = "twins"))]
    #[must_use]
    pub fn and(self, name: &'static str, run: Run) -> Self {
        let row = Row { name, part: self.parts.len(), waits: false, refreshes: None };
        let parts = self.parts.iter().copied().chain([run]).collect();
        Self { list: self.list.iter().copied().chain([row]).collect(), parts: Rc::new(parts), ..self }
    }
}

/// The interface for flows. Cloning is cheap.
#[derive(Clone)]
pub struct Cx(Rc<Inner>);

struct Inner {
    store: RefCell<Store>,
    ports: Ports,
    rows: Rows,
    records: RefCell<Records>,
    queue: RefCell<VecDeque<Event>>,
    draining: Cell<bool>,
    scopes: RefCell<Map<ScopeId, Scope>>,
    flights: RefCell<Map<String, Flight>>,
    waiting: RefCell<Vec<Waker>>,
    extensions: RefCell<Map<&'static str, Rc<dyn Any>>>,
}

impl Cx {
    /// Builds the interface from ports and the table.
    #[must_use]
    pub fn new(ports: Ports, rows: Rows) -> Self {
        Self(Rc::new(Inner {
            store: RefCell::default(),
            ports,
            rows,
            records: RefCell::default(),
            queue: RefCell::default(),
            draining: Cell::new(false),
            scopes: RefCell::default(),
            flights: RefCell::default(),
            waiting: RefCell::default(),
            extensions: RefCell::default(),
        }))
    }

    /// The ports.
    #[must_use]
    pub fn ports(&self) -> &Ports {
        &self.0.ports
    }

    /// Prefetches the account part.
    pub fn prefetch(&self) {
        (self.0.rows.prefetch)();
    }

    /// Reads the state. The result can't contain a borrow.
    pub fn read<R>(&self, look: impl FnOnce(&State) -> R) -> R {
        look(&self.0.store.borrow().state)
    }

    /// Changes display state. Updates can't be nested.
    pub fn update<R>(&self, change: impl FnOnce(&mut State) -> R) -> R {
        let result = {
            let mut store = self.0.store.borrow_mut();
            let result = change(&mut store.state);
            #[cfg(any(test, feature = "twins"))]
            assert!(
                crate::features::account::model::context::all_passed(&store.state),
                "an account or network changed: `State::context_changed` was not called"
            );
            result
        };
        self.renew();
        self.publish();
        result
    }

    /// Registers the function that renders a slice, once.
    pub fn draw(&self, slice: &'static str, draw: Draw) {
        if !self.read(|s| s.draws(slice)) {
            self.update(|s| s.drawers.push((slice, draw)));
        }
    }

    /// After a change of account or network, lets the visible features load new data, for as long as the connection
    /// lives. This runs before the update's events, because a listener can end the connection.
    fn renew(&self) {
        let moved = core::mem::take(&mut self.0.store.borrow_mut().state.moves.pending);
        for namespace in moved {
            for row in self
                .0
                .rows
                .list
                .iter()
                .filter(|row| row.refreshes.is_some_and(|refreshes| self.read(refreshes)))
            {
                let flow = self.run(row.name, "renew", namespace.as_str().into());
                self.background(ScopeId::Connection(namespace), flow);
            }
        }
    }

    /// Runs an action of a feature from the table, and loads its part of the binary if needed.
    ///
    /// # Errors
    /// The errors of the action. [`Error::UnknownName`] without such a row.
    pub fn run(&self, feature: &str, action: &str, command: Value) -> Flow {
        let (cx, action) = (self.clone(), action.to_owned());
        let row = self.0.rows.list.iter().find(|row| row.name == feature).copied();
        let row = row.ok_or_else(|| unknown_action(feature, &action));
        Box::pin(async move {
            let row = row?;
            if row.waits {
                cx.until(|s| s.lifecycle.initialized.then_some(())).await;
            }
            let run = *cx.0.rows.parts.get(row.part).ok_or(Error::PartNotLoaded)?;
            run(cx, row.name, action, command).await
        })
    }

    /// The part that all updates share. It isn't generic, so the binary contains it once.
    fn publish(&self) {
        self.0.store.borrow_mut().publish(&mut self.0.queue.borrow_mut());
        self.wake();
        self.drain();
    }

    /// A long-lived object of a feature: callbacks, a socket, a lock. The first call creates it, and it is dropped with
    /// the engine.
    pub fn extension_or<T: 'static>(&self, name: &'static str, make: impl FnOnce() -> T) -> Rc<T> {
        if let Some(kept) = self.extension(name) {
            return kept;
        }
        let made = Rc::new(make());
        self.0.extensions.borrow_mut().insert(name, made.clone());
        made
    }

    /// The extension with this name, if it exists.
    #[must_use]
    pub fn extension<T: 'static>(&self, name: &'static str) -> Option<Rc<T>> {
        self.0.extensions.borrow().get(name).cloned()?.downcast().ok()
    }

    /// Wakes all waiters of [`Cx::until`] after a change outside the state.
    pub fn wake(&self) {
        let waiting = core::mem::take(&mut *self.0.waiting.borrow_mut());
        waiting.into_iter().for_each(Waker::wake);
    }

    /// Waits until `look` finds a value in the state.
    pub async fn until<T>(&self, look: impl Fn(&State) -> Option<T>) -> T {
        core::future::poll_fn(|context| match self.read(&look) {
            Some(found) => Poll::Ready(found),
            None => {
                self.0.waiting.borrow_mut().push(context.waker().clone());
                Poll::Pending
            }
        })
        .await
    }

    /// Changes state that must survive a crash, with one atomic batch of all changed stored keys. If storage fails, the
    /// engine continues in memory. The flow calls the outside only after this.
    pub async fn commit<R>(&self, change: impl FnOnce(&mut State) -> R) -> R {
        let result = self.update(change);
        self.save().await;
        result
    }

    /// Writes stored keys that [`Cx::update`] has changed.
    pub(crate) fn save(&self) -> Local<()> {
        let cx = self.clone();
        Box::pin(async move {
            let batch = cx.0.records.borrow_mut().changes(&cx.0.store.borrow().state);
            if batch.is_empty() {
                return;
            }
            cx.written(cx.0.ports.storage.commit(batch.clone()), &batch).await;
        })
    }

    /// Waits for a write, with a limit. Returns false, and logs once, if it failed. The write continues even if its caller is cancelled,
    /// because it must not stop half-way.
    pub(crate) async fn written(
        &self,
        write: Local<core::result::Result<(), StorageFault>>,
        batch: &[Write],
    ) -> bool {
        let writing = self.start(ScopeId::App, async move {
            write.await.map(|()| Reply::Done).map_err(|_| Error::Internal { details: None })
        });
        match self.within(STORAGE_MS, writing.clone()).await {
            Some(Ok(_)) => return true,
            Some(Err(_)) => self.lost(batch),
            // the batch might still be written, because a busy page responds late
            None => {
                let (cx, batch) = (self.clone(), batch.to_vec());
                cx.0.records.borrow_mut().again(&batch);
                let flow_cx = cx.clone();
                drop(cx.start(ScopeId::App, async move {
                    if !matches!(flow_cx.within(STORAGE_LATE_MS, writing).await, Some(Ok(_))) {
                        flow_cx.lost(&batch);
                    }
                    Ok(Reply::Done)
                }));
            }
        }
        false
    }

    /// Logs a failed write once.
    fn lost(&self, batch: &[Write]) {
        if self.0.records.borrow_mut().failed(batch) {
            let line = "Storage isn't available, so the connection won't survive a reload";
            self.log(line);
            self.update(|s| s.emit(Event::Error(Error::Internal { details: Some(line.to_owned()) }.data())));
        }
    }

    /// Reads the stored records into the state. After [`STORAGE_MS`], the page continues without them, and applies them
    /// when they arrive.
    pub(crate) async fn load(&self) {
        let (cx, load) = (self.clone(), self.0.ports.storage.load());
        let loading = self.start(ScopeId::App, async move {
            let found = load.await;
            let mut records = core::mem::take(&mut *cx.0.records.borrow_mut());
            cx.update(|state| records.restore(&found, state));
            *cx.0.records.borrow_mut() = records;
            Ok(Reply::Done)
        });
        if self.within(STORAGE_MS, loading).await.is_none() {
            self.log("Storage isn't responding. Starting without saved data.");
        }
    }

    fn drain(&self) {
        if self.0.draining.replace(true) {
            return; // a listener changed the state: the loop below emits its events after the current one
        }
        loop {
            let event = self.0.queue.borrow_mut().pop_front();
            let Some(event) = event else { break };
            self.0.ports.host.emit(&event);
            (self.0.rows.observe)(self, &event);
        }
        self.0.draining.set(false);
    }

    /// The scope with this ID. Opens it if necessary.
    #[must_use]
    pub fn scope(&self, id: ScopeId) -> Scope {
        self.0.scopes.borrow_mut().of(id).clone()
    }

    /// Cancels a scope: drops its flows, and rejects pending calls with `why`.
    pub fn close_scope(&self, id: ScopeId, why: &Error) {
        let scope = self.0.scopes.borrow_mut().remove(&id);
        if let Some(scope) = scope {
            scope.close(why);
        }
    }

    /// Marks that the wallet has responded, so the request continues even if a scope is closed now.
    pub(crate) fn answered(&self) {
        let asked = self.0.scopes.borrow_mut().remove(&ScopeId::Asked);
        if let Some(asked) = asked {
            self.scope(ScopeId::App).adopt(&asked);
        }
    }

    /// Cancels every scope.
    pub fn close_all(&self, why: &Error) {
        loop {
            let scope = self.0.scopes.borrow_mut().pop();
            let Some((_, scope)) = scope else { break };
            scope.close(why);
        }
        // an extension can hold a reference to this object, which would keep it alive
        let kept = core::mem::take(&mut *self.0.extensions.borrow_mut());
        drop(kept);
    }

    /// Starts a flow in a scope.
    pub fn start(&self, scope: ScopeId, flow: impl Future<Output = Result<Reply>> + 'static) -> Join {
        let (running, join) = self.scope(scope).begin(Box::pin(flow));
        self.0.ports.spawn.spawn(Box::pin(running));
        join
    }

    /// Starts a flow that no caller awaits.
    pub fn background(&self, scope: ScopeId, flow: impl Future<Output = Result<Reply>> + 'static) {
        let join = self.start(scope, flow);
        self.report_failure(join);
    }

    /// Emits an error that no promise reports (`wallet-error`), except errors that views display themselves.
    fn report_failure(&self, join: Join) {
        if join.is_settled() {
            return;
        }
        let cx = self.clone();
        drop(self.start(ScopeId::App, async move {
            if let Err(error @ (Error::Internal { .. } | Error::PartNotLoaded | Error::NotWhatWasShown)) =
                join.await
            {
                cx.update(|s| s.emit(Event::Error(error.data())));
            }
            Ok(Reply::Done)
        }));
    }

    /// Starts a flow. If one with this key is running, joins it instead.
    pub fn single(
        &self,
        scope: ScopeId,
        key: &str,
        flow: impl Future<Output = Result<Reply>> + 'static,
    ) -> Join {
        if let Some(running) = self.0.flights.borrow().get(key).filter(|flight| !flight.is_over()) {
            return running.join.clone();
        }
        let join = self.start(scope, flow);
        let mut flights = self.0.flights.borrow_mut();
        flights.retain(|flight| !flight.is_over());
        flights.insert(key.to_owned(), Flight { join: join.clone(), waits: None });
        join
    }

    /// Like [`Cx::single`], for a long text: the last waiter gets the text itself instead of a copy.
    ///
    /// # Errors
    /// The flow's error.
    pub async fn single_long(
        &self,
        scope: ScopeId,
        key: &str,
        flow: impl Future<Output = Result<Reply>> + 'static,
    ) -> Result<Reply> {
        let join = self.single(scope, key, flow);
        join.ended().await;
        self.0.flights.borrow_mut().retain(|flight| !flight.is_over());
        join.into_result().unwrap_or(Err(Error::Aborted))
    }

    /// Starts a sub-flow that the single flow with this key awaits. The sub-flow runs in a shorter-lived scope. If it fails, the single
    /// flow counts as finished immediately, even before it is polled again. So a new call starts a new flow instead of joining the old one.
    pub fn inside(
        &self,
        key: &str,
        scope: ScopeId,
        flow: impl Future<Output = Result<Reply>> + 'static,
    ) -> Join {
        let join = self.start(scope, flow);
        if let Some(flight) = self.0.flights.borrow_mut().get_mut(key) {
            flight.waits = Some(join.clone());
        }
        join
    }

    /// Whether a flow with this key is running.
    #[must_use]
    pub fn runs(&self, key: &str) -> bool {
        self.0.flights.borrow().get(key).is_some_and(|flight| !flight.is_over())
    }

    /// Waits for the outside, with a time limit.
    pub async fn within<T>(&self, ms: u64, work: impl Future<Output = T>) -> Option<T> {
        let work = core::pin::pin!(work);
        match select(work, self.0.ports.clock.sleep(ms)).await {
            Either::Left((done, _)) => Some(done),
            Either::Right(_) => None,
        }
    }

    /// Enters a phase. When the guard is dropped, however the flow ends, `leave` ends the phase.
    #[must_use]
    pub fn phase(&self, leave: impl FnOnce(&mut State) + 'static) -> PhaseGuard {
        PhaseGuard { cx: self.clone(), leave: Some(Box::new(leave)) }
    }

    /// Logs a line for developers.
    pub fn log(&self, line: &str) {
        self.0.ports.host.log(line);
    }
}

/// Runs futures concurrently and returns their results in order. It polls all of them on every wake-up, so use it for a few only. The
/// version in `futures_util` polls only the woken ones, but adds 2 kB for each type.
pub async fn all<T>(mut each: Vec<Pin<Box<dyn Future<Output = T> + '_>>>) -> Vec<T> {
    let mut given: Vec<Option<T>> = each.iter().map(|_| None).collect();
    core::future::poll_fn(|task| {
        let mut is_over = true;
        for (work, given) in each.iter_mut().zip(&mut given) {
            if given.is_none()
                && let Poll::Ready(it) = work.as_mut().poll(task)
            {
                *given = Some(it);
            }
            is_over &= given.is_some();
        }
        if is_over { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
    given.into_iter().flatten().collect()
}

/// A flow that callers with its key join.
struct Flight {
    join: Join,
    /// The awaited sub-flow, which can end earlier.
    waits: Option<Join>,
}

impl Flight {
    fn is_over(&self) -> bool {
        self.join.is_settled() || self.waits.as_ref().is_some_and(Join::has_failed)
    }
}

type Leave = Box<dyn FnOnce(&mut State)>;

/// Ends a phase when it is dropped. Calls `update`, so no scope can be closed inside an update.
pub struct PhaseGuard {
    cx: Cx,
    leave: Option<Leave>,
}

impl PhaseGuard {
    /// Marks that the flow itself has ended the phase.
    pub fn done(mut self) {
        self.leave = None;
    }
}

impl Drop for PhaseGuard {
    fn drop(&mut self) {
        if let Some(leave) = self.leave.take() {
            self.cx.update(leave);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::task::Context;

    #[test]
    fn returns_all_results_in_order_without_polling_twice() {
        let (asked, open) = (Rc::new(Cell::new(0)), Rc::new(Cell::new(false)));
        let (count, is_open) = (asked.clone(), open.clone());
        let late = core::future::poll_fn(move |_| {
            count.set(count.get() + 1);
            if is_open.get() { Poll::Ready(1) } else { Poll::Pending }
        });
        let each: Vec<Local<i32>> = Vec::from([Box::pin(late) as _, Box::pin(async { 2 }) as _]);
        let mut given = Box::pin(all(each));
        let mut task = Context::from_waker(Waker::noop());
        assert_eq!(given.as_mut().poll(&mut task), Poll::Pending);
        open.set(true);
        assert_eq!(given.as_mut().poll(&mut task), Poll::Ready(Vec::from([1, 2])));
        assert_eq!(asked.get(), 2, "what is there is not asked again");
        let none: Vec<Local<i32>> = Vec::new();
        assert_eq!(Box::pin(all(none)).as_mut().poll(&mut task), Poll::Ready(Vec::new()));
    }
}
