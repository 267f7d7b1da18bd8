//! The halves of namespaces, each in a separate part of the binary. A half registers itself when its part runs.

use crate::caip::Namespace;
use crate::flow::{Cx, Flow, Reply};
use crate::map::Map;
use crate::ports::Local;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use core::cell::RefCell;
use core::marker::PhantomData;
use serde_json::Value;

/// A kind of half: the name of its extension, and the suffix of its row in the table of features.
pub(crate) struct Half<T: ?Sized + 'static> {
    key: &'static str,
    row: &'static str,
    half: PhantomData<fn() -> &'static T>,
}

struct Loaded<T: ?Sized + 'static>(RefCell<Map<Namespace, &'static T>>);

impl<T: ?Sized + 'static> Half<T> {
    pub(crate) const fn new(key: &'static str, row: &'static str) -> Self {
        Self { key, row, half: PhantomData }
    }

    fn loaded(&self, cx: &Cx) -> Rc<Loaded<T>> {
        cx.extension_or(self.key, || Loaded(RefCell::default()))
    }

    /// A namespace's row in the table of features.
    pub(crate) fn row(&self, namespace: Namespace) -> String {
        [namespace.as_str(), self.row].concat()
    }

    /// Registers a namespace's half. Its row in the table of features does only this.
    pub(crate) fn provide(&self, cx: &Cx, namespace: Namespace, half: &'static T) -> Flow {
        self.loaded(cx).0.borrow_mut().insert(namespace, half);
        Box::pin(async { Ok(Reply::Done) })
    }

    /// Loads a namespace's half, once. False if the namespace has none, or if its part failed to load; the next call
    /// retries.
    pub(crate) fn load(&'static self, cx: &Cx, namespace: Namespace) -> Local<bool> {
        let (cx, row) = (cx.clone(), self.row(namespace));
        Box::pin(async move {
            if self.of(&cx, namespace).is_none() {
                drop(cx.run(&row, "load", Value::Null).await);
            }
            self.of(&cx, namespace).is_some()
        })
    }

    /// A namespace's half, if it has been loaded.
    pub(crate) fn of(&self, cx: &Cx, namespace: Namespace) -> Option<&'static T> {
        self.loaded(cx).0.borrow().get(&namespace).copied()
    }
}
