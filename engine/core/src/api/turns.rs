//! Reads of one host take turns: a page that asks for two thousand at once would have all of them fail, its own among them. What may move
//! money, or is said to a service once, waits for nobody.

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

/// Of one host.
#[derive(Default)]
struct Lane {
    under_way: usize,
    /// in order; the first one's waker is called whenever there is room
    waiting: VecDeque<(u64, Waker)>,
}

#[derive(Default)]
struct Turns {
    lanes: RefCell<Map<String, Lane>>,
    last: core::cell::Cell<u64>,
}

impl Turns {
    /// Changes a lane; then the first who waits knows whether there is room.
    fn change<T>(&self, host: &str, change: impl FnOnce(&mut Lane) -> T) -> T {
        let mut lanes = self.lanes.borrow_mut();
        let mut lane = lanes.remove(host).unwrap_or_default();
        let changed = change(&mut lane);
        let next =
            lane.waiting.front().filter(|_| lane.under_way < READS_AT_ONCE).map(|(_, waker)| waker.clone());
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

/// Waits for its turn, and has it from then on until it is dropped.
pub(super) struct Turn {
    turns: Rc<Turns>,
    host: String,
    id: u64,
    has: bool,
}

/// The turn of a read at this host.
pub(super) fn at(cx: &Cx, host: &str) -> Turn {
    let turns = cx.extension_or("turns", Turns::default);
    let id = turns.last.get() + 1;
    turns.last.set(id);
    Turn { turns, host: host.into(), id, has: false }
}

impl Future for &mut Turn {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let (turns, host, id) = (self.turns.clone(), self.host.clone(), self.id);
        self.has = turns.change(&host, |lane| {
            let place = lane.waiting.iter().position(|(other, _)| *other == id);
            let is_first =
                place.is_some_and(|place| place == 0) || place.is_none() && lane.waiting.is_empty();
            if is_first && lane.under_way < READS_AT_ONCE {
                lane.waiting.pop_front();
                lane.under_way += 1;
                return true;
            }
            let waker = context.waker().clone();
            match place.and_then(|place| lane.waiting.get_mut(place)) {
                Some(mine) => mine.1 = waker,
                None => lane.waiting.push_back((id, waker)),
            }
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
            false => lane.waiting.retain(|(other, _)| *other != id),
        });
    }
}
