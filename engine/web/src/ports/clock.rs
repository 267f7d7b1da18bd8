//! Time: `Date` and `setTimeout`.

use gloo_timers::future::TimeoutFuture;
use wallet_engine::ports::{Local, clock::Clock};

/// The browser's clock.
pub struct BrowserClock;

impl Clock for BrowserClock {
    fn now_ms(&self) -> u64 {
        js_sys::Date::now() as u64
    }

    fn zone_ms(&self, at_ms: u64) -> i64 {
        let minutes = js_sys::Date::new(&(at_ms as f64).into()).get_timezone_offset();
        -(minutes as i64) * 60_000
    }

    fn sleep(&self, ms: u64) -> Local<()> {
        Box::pin(TimeoutFuture::new(u32::try_from(ms).unwrap_or(u32::MAX)))
    }
}
