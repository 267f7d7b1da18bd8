//! Reads of one host wait in a queue. Two thousand parallel requests of a page would all fail, including the engine's.
//! Reads for money precede the others. Broadcasts, and one-time calls to a service, don't wait.

use crate::constants::READS_AT_ONCE;
use crate::flow::Cx;
use crate::map::Map;
use alloc::collections::VecDeque;
use alloc::rc::Rc;
use alloc::string::String;
use core::cell::RefCell;
use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll, Waker};

/// The position of a request in the queue of its host.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum QueuePosition {
    /// Sent without a wait.
    Free,
    /// Before all requests at position `Last`.
    First,
    /// At the end, in order of arrival.
    Last,
}

/// A waiting request.
struct Waiting {
    id: u64,
    place: QueuePosition,
    waker: Waker,
}

/// The queue of one host.
#[derive(Default)]
struct Lane {
    under_way: usize,
    /// in order; the first waker is called when the limit allows another request
    waiting: VecDeque<Waiting>,
}

#[derive(Default)]
struct Turns {
    lanes: RefCell<Map<String, Lane>>,
    last: core::cell::Cell<u64>,
}

impl Turns {
    /// Changes a queue, then wakes the first waiter if the limit allows.
    fn change<T>(&self, host: &str, change: impl FnOnce(&mut Lane) -> T) -> T {
        let mut lanes = self.lanes.borrow_mut();
        let mut lane = lanes.remove(host).unwrap_or_default();
        let changed = change(&mut lane);
        let next =
            lane.waiting.front().filter(|_| lane.under_way < READS_AT_ONCE).map(|first| first.waker.clone());
        if lane.under_way > 0 || !lane.waiting.is_empty() {
            lanes.insert(host.into(), lane);
        }
        drop(lanes);
        if let Some(next) = next {
            next.wake();
        }
        changed
    }
}

/// A turn: waits until it comes, and occupies it until it is dropped.
pub(super) struct Turn {
    turns: Rc<Turns>,
    host: String,
    id: u64,
    place: QueuePosition,
    has: bool,
}

/// The turn of a read at this host. `None` for a request that doesn't wait.
pub(super) fn at(cx: &Cx, host: &str, place: QueuePosition) -> Option<Turn> {
    if place == QueuePosition::Free {
        return None;
    }
    let turns = cx.extension_or("turns", Turns::default);
    let id = turns.last.get() + 1;
    turns.last.set(id);
    Some(Turn { turns, host: host.into(), id, place, has: false })
}

impl Future for &mut Turn {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let (turns, host, id, place) = (self.turns.clone(), self.host.clone(), self.id, self.place);
        self.has = turns.change(&host, |lane| {
            let waker = context.waker().clone();
            let mine = Waiting { id, place, waker };
            let at = match lane.waiting.iter().position(|other| other.id == id) {
                Some(at) => {
                    lane.waiting.remove(at);
                    at
                }
                None if place == QueuePosition::First => {
                    lane.waiting.iter().take_while(|other| other.place == QueuePosition::First).count()
                }
                None => lane.waiting.len(),
            };
            if at == 0 && lane.under_way < READS_AT_ONCE {
                lane.under_way += 1;
                return true;
            }
            lane.waiting.insert(at, mine);
            false
        });
        if self.has { Poll::Ready(()) } else { Poll::Pending }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let (has, id) = (self.has, self.id);
        self.turns.change(&self.host, |lane| match has {
            true => lane.under_way -= 1,
            false => lane.waiting.retain(|other| other.id != id),
        });
    }
}
