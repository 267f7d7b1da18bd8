//! The page's own storage: option `storage` as an object, which stays in the element (element/src/engine/own-storage.ts). It can't list its
//! keys, but the element knows the names.
//!
//! A mark that must be written before a wallet opens still uses localStorage, because the page's object can be slow.

use super::storage::Indexed;
use crate::{EngineHost, js};
use js_sys::Array;
use std::rc::Rc;
use wallet_engine::ports::Local;
use wallet_engine::ports::storage::{Change, Storage, StorageFault, Write};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

/// The page's storage through the element, and the browser's storage for shared records.
#[derive(Clone)]
pub struct Hosted(pub Rc<EngineHost>, pub Indexed);

impl Hosted {
    /// Calls a method with a list of optional strings. Returns another list, which is empty after an error.
    fn ask(&self, method: &str, given: &[Option<&str>]) -> Local<Vec<Option<String>>> {
        let given: Array = given.iter().map(|text| text.map_or(JsValue::NULL, JsValue::from_str)).collect();
        let asked = js::call((*self.0).as_ref(), "store", &[&method.into(), &given]);
        Box::pin(async move {
            let answer = JsFuture::from(js_sys::Promise::resolve(&asked.unwrap_or_default())).await;
            let list = answer.ok().and_then(|answer| answer.dyn_into::<Array>().ok()).unwrap_or_default();
            list.iter().map(|text| text.as_string()).collect()
        })
    }
}

impl Storage for Hosted {
    fn load(&self) -> Local<Vec<(String, String)>> {
        let found = self.ask("load", &[]);
        Box::pin(async move {
            let mut texts = found.await.into_iter().flatten();
            // pairs of a name and its record
            core::iter::from_fn(|| Some((texts.next()?, texts.next()?))).collect()
        })
    }

    fn commit(&self, batch: Vec<Write>) -> Local<Result<(), StorageFault>> {
        let flat = batch.iter().flat_map(|write| [Some(&*write.key), write.record.as_deref()]);
        let written = self.ask("commit", &flat.collect::<Vec<_>>());
        Box::pin(async move { if written.await.is_empty() { Err(StorageFault) } else { Ok(()) } })
    }

    fn change(&self, key: &'static str, change: Change) -> Local<Result<(), StorageFault>> {
        let (this, held) = (self.clone(), self.ask("hold", &[Some(key)]));
        Box::pin(async move {
            let found = held.await.pop().ok_or(StorageFault)?;
            this.commit(vec![Write { key: key.into(), record: change(found), mirrored: false }]).await
        })
    }

    fn share(&self, name: &str, text: Option<&str>) {
        self.1.share(name, text);
    }

    fn shared(&self, name: &str) -> Option<String> {
        self.1.shared(name)
    }
}
