//! The page. Contract: `emit` runs outside any borrow and can call back into the engine synchronously.

use super::Local;
use crate::event::Event;
use alloc::string::String;

/// The UTC offset in hours of the restricted time zones (9.37). Elsewhere the zone's name doesn't matter.
pub const RESTRICTED_UTC_HOURS: [i32; 2] = [6, 8];

/// The data of the page, read once at the start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// The origin, `https://app.example`.
    pub origin: String,
    /// The path of the page's URL, without query and hash.
    pub path: String,
    /// `document.title`.
    pub title: String,
    /// The description meta element.
    pub description: String,
    /// The first icon link, as an absolute URL.
    pub icon: Option<String>,
    /// The IANA time zone. Empty if its offset isn't one of [`RESTRICTED_UTC_HOURS`].
    pub timezone: String,
    /// `navigator.userAgent`. Read by [`super::window`] together with the fields below, in the parts that need them.
    pub agent: String,
    /// Several touch points, which distinguishes an iPad from a Mac.
    pub touch: bool,
    /// The primary pointer is a finger.
    pub coarse: bool,
    /// The system prefers dark mode.
    pub dark: bool,
    /// The page is in a frame.
    pub framed: bool,
    /// The page is inside Telegram.
    pub telegram: bool,
    /// The page's full URL, for links that open it in another app. Never sent automatically.
    pub url: String,
}

/// The page around the engine.
pub trait Host {
    /// Reads the data of the page.
    fn page(&self) -> Page;
    /// Emits an event to views and the page.
    fn emit(&self, event: &Event);
    /// Logs a line in the console.
    fn log(&self, line: &str);
    /// Logs a warning in the console, or an error.
    fn warn(&self, line: &str, is_error: bool);
    /// Creates an object URL of an image, whatever its declared type. `None` for invalid bytes. An SVG is rasterized,
    /// because it could be opened as a document.
    fn picture(&self, bytes: &[u8]) -> Local<Option<String>>;
    /// Normalizes a name with ENSIP-15, after loading its tables. Returns JSON text for
    /// [`crate::namespaces::names::of_tables`]. `None` if the tables fail to load.
    fn normalized(&self, name: &str) -> Local<Option<String>>;
    /// Revokes an object URL.
    fn release(&self, url: &str);
    /// Sends a text without waiting for a response, even while the page is closing (`sendBeacon`).
    fn beacon(&self, url: &str, body: &str);
}

#[cfg(any(test, feature = "twins"))]
pub use twin::RecordingHost;

#[cfg(any(test, feature = "twins"))]
mod twin {
    use super::{Event, Host, Page};
    use crate::ports::Local;
    use crate::ports::window::Window;
    use alloc::borrow::ToOwned;
    use alloc::rc::Rc;
    use alloc::string::String;
    use alloc::vec::Vec;
    use core::cell::RefCell;

    type Listener = dyn Fn(&Event);
    type Wake = dyn Fn() -> bool;

    /// Records every event. A listener can call back, like a page.
    #[derive(Clone, Default)]
    pub struct RecordingHost {
        /// The name and the detail of each event, as JSON text.
        pub events: Rc<RefCell<Vec<(&'static str, String)>>>,
        /// The logged lines.
        pub lines: Rc<RefCell<Vec<String>>>,
        /// The level of each warning: `error` or `warn`.
        pub levels: Rc<RefCell<Vec<&'static str>>>,
        listener: Rc<RefCell<Option<Rc<Listener>>>>,
        /// The data of the page.
        pub page: Rc<RefCell<Page>>,
        /// The URL and the body of each beacon.
        pub beacons: Rc<RefCell<Vec<(String, String)>>>,
        /// The object URLs that aren't revoked.
        pub blobs: Rc<RefCell<Vec<String>>>,
        /// The results of the ENSIP-15 tables. Without an entry they fail to load.
        pub tables: Rc<RefCell<Vec<(&'static str, &'static str)>>>,
        /// The names that were normalized.
        pub lettered: Rc<RefCell<Vec<String>>>,
        /// The page is hidden.
        pub hidden: Rc<core::cell::Cell<bool>>,
        /// The opened URLs, with their targets.
        pub gone: Rc<RefCell<Vec<(String, &'static str)>>>,
        wakes: Rc<RefCell<Vec<Rc<Wake>>>>,
    }

    impl RecordingHost {
        /// Calls back on every event.
        pub fn on_event(&self, listener: impl Fn(&Event) + 'static) {
            *self.listener.borrow_mut() = Some(Rc::new(listener));
        }

        /// The names of the events so far.
        #[must_use]
        pub fn names(&self) -> Vec<&'static str> {
            self.events.borrow().iter().map(|(name, _)| *name).collect()
        }

        /// The details of all events with this name.
        #[must_use]
        pub fn details(&self, name: &str) -> Vec<serde_json::Value> {
            let events = self.events.borrow();
            let of_name = events.iter().filter(|(of, _)| *of == name);
            of_name.filter_map(|(_, detail)| serde_json::from_str(detail).ok()).collect()
        }
    }

    impl RecordingHost {
        /// Makes the page visible.
        pub fn wake(&self) {
            let sinks = self.wakes.borrow().clone();
            sinks.iter().for_each(|sink| {
                sink();
            });
        }
    }

    impl Window for RecordingHost {
        fn facts(&self) -> Page {
            self.page.borrow().clone()
        }

        fn is_visible(&self) -> bool {
            !self.hidden.get()
        }

        fn on_wake(&self, sink: alloc::boxed::Box<dyn Fn() -> bool>) {
            self.wakes.borrow_mut().push(sink.into());
        }

        fn go(&self, url: &str, target: &'static str) {
            self.gone.borrow_mut().push((url.to_owned(), target));
        }

        fn replace(&self, url: &str) {
            self.page.borrow_mut().url = url.to_owned();
        }

        fn leave(&self, url: &str) {
            self.gone.borrow_mut().push((url.to_owned(), "_self"));
        }
    }

    impl Host for RecordingHost {
        fn page(&self) -> Page {
            self.page.borrow().clone()
        }

        fn emit(&self, event: &Event) {
            let detail = serde_json::to_string(event).unwrap_or_default();
            self.events.borrow_mut().push((event.name(), detail));
            let listener = self.listener.borrow().clone();
            if let Some(listener) = listener {
                listener(event);
            }
        }

        fn log(&self, line: &str) {
            self.lines.borrow_mut().push(line.to_owned());
        }

        fn warn(&self, line: &str, is_error: bool) {
            self.lines.borrow_mut().push(line.to_owned());
            self.levels.borrow_mut().push(if is_error { "error" } else { "warn" });
        }

        fn picture(&self, bytes: &[u8]) -> Local<Option<String>> {
            let is_one = bytes.starts_with(b"\x89PNG") || bytes.windows(4).any(|part| part == b"<svg");
            let made = is_one.then(|| {
                let mut blobs = self.blobs.borrow_mut();
                let url = alloc::format!("blob:image/png/{}/{}", bytes.len(), blobs.len());
                blobs.push(url.clone());
                url
            });
            Box::pin(async move { made })
        }

        fn normalized(&self, name: &str) -> Local<Option<String>> {
            self.lettered.borrow_mut().push(name.to_owned());
            let said =
                self.tables.borrow().iter().find(|(of, _)| *of == name).map(|(_, said)| (*said).to_owned());
            Box::pin(async move { said })
        }

        fn release(&self, url: &str) {
            self.blobs.borrow_mut().retain(|known| known != url);
        }

        fn beacon(&self, url: &str, body: &str) {
            self.beacons.borrow_mut().push((url.to_owned(), body.to_owned()));
        }
    }
}
