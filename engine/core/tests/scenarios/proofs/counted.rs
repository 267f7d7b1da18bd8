//! The allocator of the tests: what each thread holds, so that a test knows its own among others that run next to it.
#![allow(
    unsafe_code,
    reason = "an allocator cannot be written without; it hands everything on to the system's"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    /// Bytes taken less bytes given back.
    static HELD: Cell<isize> = const { Cell::new(0) };
    /// The most it ever was.
    static MOST: Cell<isize> = const { Cell::new(0) };
}

/// The most that was held since this was asked for last.
pub fn most() -> isize {
    MOST.replace(HELD.get())
}

pub fn held() -> isize {
    HELD.get()
}

fn count(bytes: isize) {
    // A thread that ends gives back what it holds when this is gone.
    HELD.try_with(|held| {
        held.set(held.get() + bytes);
        MOST.set(MOST.get().max(held.get()));
    })
    .ok();
}

struct Counted;

#[global_allocator]
static ALLOCATOR: Counted = Counted;

// SAFETY: every call is the system's allocator's, with what it was called with.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size().cast_signed());
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        count(-layout.size().cast_signed());
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size.cast_signed() - layout.size().cast_signed());
        unsafe { System.realloc(at, layout, size) }
    }
}
