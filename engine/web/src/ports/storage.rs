//! Storage: IndexedDB `wallet-modal`, store `kv`. Keys marked L are mirrored to localStorage (docs/spec/services.md C).
//!
//! If IndexedDB is denied, only the mirror is used. If both are denied, every commit fails, and the engine continues in memory. A batch is one
//! transaction: IndexedDB writes it completely or not.

use crate::js;
use futures_channel::oneshot;
use gloo_storage::{LocalStorage, Storage as _};
use js_sys::{Array, Reflect};
use wallet_engine::ports::Local;
use wallet_engine::ports::storage::{Change, Storage, StorageFault, Write};
use wallet_engine::urls::encoded;
use wasm_bindgen::prelude::*;
use web_sys::{IdbDatabase, IdbOpenDbRequest, IdbRequest, IdbTransaction, IdbTransactionMode};

const DATABASE: &str = "wallet-modal";
const STORE: &str = "kv";
/// The only key in the store that isn't a record: the encryption key.
const SEAL_KEY: &str = "seal_key";
const PREFIX: &str = "wallet-modal:";
/// The beginning of every record.
const RECORD: &str = "{\"v\":";

/// The browser's storage, unless the page disables it.
#[derive(Clone, Copy)]
pub struct Indexed {
    /// The option `storage: 'memory'`.
    pub memory_only: bool,
    /// The option `storage: 'cookie'`: mirrored records are also in cookies, so that a server can render the first page
    /// (9.28). They stay in localStorage, where the entry file reads them and other tabs get their events.
    pub cookies: bool,
}

impl Storage for Indexed {
    fn load(&self) -> Local<Vec<(String, String)>> {
        let (memory_only, cookies) = (self.memory_only, self.cookies);
        Box::pin(async move {
            if memory_only {
                return Vec::new();
            }
            let mirrored = mirror();
            if cookies {
                // cookies are new on this page, or the browser deleted them when it closed; other keys with our prefix
                // (marks of sends, sign-in sessions) aren't records, and servers must not get them
                let records = mirrored.iter().filter(|(_, record)| record.starts_with(RECORD));
                records.for_each(|(key, record)| cookie_write(key, Some(record)));
            }
            // reads both, because after a failure of the database the mirror has the later record
            let mut found = load().await.unwrap_or_default();
            found.extend(mirrored);
            found
        })
    }

    fn commit(&self, batch: Vec<Write>) -> Local<Result<(), StorageFault>> {
        let (memory_only, cookies) = (self.memory_only, self.cookies);
        Box::pin(async move {
            if memory_only {
                return Ok(());
            }
            if cookies {
                let mirrored = batch.iter().filter(|write| write.mirrored);
                mirrored.for_each(|write| cookie_write(&write.key, write.record.as_deref()));
            }
            // Writes the mirror before the database, so a page that reloads meanwhile reads the later record. Removes
            // from the mirror after the database, because until then a reader would find the old record in the
            // database.
            let mut mirrored = true;
            let mut gone = Vec::new();
            for write in &batch {
                match &write.record {
                    _ if !write.mirrored => mirrored = false,
                    Some(record) => mirrored &= mirror_write(&write.key, record),
                    None => gone.push((&write.key, mirrored_record(&write.key))),
                }
            }
            let indexed = write(&batch).await.is_some();
            for (key, stood) in gone {
                // a later record might have been mirrored during the write
                mirrored &= mirrored_record(key) != stood || mirror_remove(key);
            }
            if indexed || mirrored { Ok(()) } else { Err(StorageFault) }
        })
    }

    fn change(&self, key: &'static str, change: Change) -> Local<Result<(), StorageFault>> {
        let memory_only = self.memory_only;
        Box::pin(async move {
            if memory_only {
                return Ok(());
            }
            change_record(key, change).await.ok_or(StorageFault)
        })
    }

    fn share(&self, name: &str, text: Option<&str>) {
        let Some(storage) = local_storage().filter(|_| !self.memory_only) else { return };
        let _ = match text {
            Some(text) => storage.set_item(name, text),
            None => storage.remove_item(name),
        };
    }

    fn shared(&self, name: &str) -> Option<String> {
        local_storage()?.get_item(name).ok()?
    }
}

/// localStorage, if the browser allows it. `LocalStorage::raw()` would throw otherwise.
fn local_storage() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok()??;
    Some(LocalStorage::raw())
}

/// The mirrored records.
fn mirror() -> Vec<(String, String)> {
    let mut found = Vec::new();
    let Some(storage) = local_storage() else { return found };
    for index in 0..storage.length().unwrap_or(0) {
        let Ok(Some(name)) = storage.key(index) else { continue };
        if let (Some(key), Ok(Some(record))) = (name.strip_prefix(PREFIX), storage.get_item(&name)) {
            found.push((key.to_owned(), record));
        }
    }
    found
}

fn mirror_write(key: &str, record: &str) -> bool {
    local_storage().is_some_and(|storage| storage.set_item(&[PREFIX, key].concat(), record).is_ok())
}

fn mirror_remove(key: &str) -> bool {
    local_storage().is_some_and(|storage| storage.remove_item(&[PREFIX, key].concat()).is_ok())
}

fn mirrored_record(key: &str) -> Option<String> {
    local_storage()?.get_item(&[PREFIX, key].concat()).ok()?
}

/// Writes a cookie. A record of more than 4 kB doesn't fit into one.
fn cookie_write(key: &str, record: Option<&str>) {
    let Some(document) = web_sys::window().and_then(|window| window.document()) else { return };
    let name = encoded(&[PREFIX, key].concat());
    let (value, life) = match record {
        Some(record) => (encoded(record), ""),
        None => (String::new(), ";max-age=0"),
    };
    let origin = js::text(&js_sys::global(), "origin").unwrap_or_default();
    let secure = if origin.starts_with("https:") { ";secure" } else { "" };
    let cookie = [&name, "=", &value, ";path=/;samesite=Lax", secure, life].concat();
    js::set(&document, "cookie", &cookie.into());
}

async fn load() -> Option<Vec<(String, String)>> {
    let database = Database::open().await?;
    let transaction = database.0.transaction_with_str(STORE).ok()?;
    let store = transaction.object_store(STORE).ok()?;
    let keys = finished(&store.get_all_keys().ok()?);
    let values = finished(&store.get_all().ok()?);
    let (keys, values) = (Array::from(&keys.await?), Array::from(&values.await?));
    let pairs = keys.iter().zip(values.iter());
    Some(pairs.filter_map(|(key, value)| Some((key.as_string()?, value.as_string()?))).collect())
}

/// Reads the stored key object.
pub async fn seal_key() -> Option<JsValue> {
    let database = Database::open().await?;
    let store = database.0.transaction_with_str(STORE).ok()?.object_store(STORE).ok()?;
    finished(&store.get(&SEAL_KEY.into()).ok()?).await.filter(|key| key.is_object())
}

/// Stores a key object, unless another tab has stored one.
pub async fn keep_seal_key(key: &JsValue) -> Option<()> {
    let database = Database::open().await?;
    let transaction = read_write(&database)?;
    let store = transaction.object_store(STORE).ok()?;
    store.add_with_key(key, &SEAL_KEY.into()).ok()?;
    committed(&transaction).await
}

fn put(transaction: &IdbTransaction, key: &str, record: Option<&str>) -> Option<IdbRequest> {
    let (store, key) = (transaction.object_store(STORE).ok()?, JsValue::from_str(key));
    match record {
        Some(record) => store.put_with_key(&JsValue::from_str(record), &key).ok(),
        None => store.delete(&key).ok(),
    }
}

fn read_write(database: &Database) -> Option<IdbTransaction> {
    database.0.transaction_with_str_and_mode(STORE, IdbTransactionMode::Readwrite).ok()
}

async fn write(batch: &[Write]) -> Option<()> {
    let database = Database::open().await?;
    let transaction = read_write(&database)?;
    for write in batch {
        put(&transaction, &write.key, write.record.as_deref())?;
    }
    committed(&transaction).await
}

/// Reads and writes in one transaction, so no other tab can write in between. The transaction stays open between the
/// two requests, because only microtasks run between them.
async fn change_record(key: &str, change: Change) -> Option<()> {
    let database = Database::open().await?;
    let transaction = read_write(&database)?;
    let read = transaction.object_store(STORE).ok()?.get(&key.into()).ok()?;
    let found = finished(&read).await?.as_string();
    put(&transaction, key, change(found).as_deref())?;
    committed(&transaction).await
}

/// An open database. Closes when dropped, so that it never blocks another tab's upgrade.
struct Database(IdbDatabase);

impl Drop for Database {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl Database {
    async fn open() -> Option<Self> {
        let factory = web_sys::window()?.indexed_db().ok()??;
        let request: IdbOpenDbRequest = factory.open_with_u32(DATABASE, 1).ok()?;
        let upgrading = request.clone();
        let upgrade = Closure::<dyn FnMut()>::new(move || {
            if let Ok(database) = upgrading.result().map(JsCast::unchecked_into::<IdbDatabase>) {
                let _ = database.create_object_store(STORE);
            }
        });
        request.set_onupgradeneeded(Some(upgrade.as_ref().unchecked_ref()));
        let _upgrade = Handlers { target: request.clone().into(), set: vec![("onupgradeneeded", upgrade)] };
        let opened = finished(&request).await?;
        opened.dyn_into().ok().map(Self)
    }
}

/// The result of a request, or `None` if it failed.
fn finished(request: &IdbRequest) -> impl Future<Output = Option<JsValue>> + use<> {
    let done = settled(request, &["onsuccess"], &["onerror", "onblocked"]);
    let request = request.clone();
    async move { if done.await { request.result().ok() } else { None } }
}

/// Waits until a transaction is durable. `None` if it failed.
async fn committed(transaction: &IdbTransaction) -> Option<()> {
    settled(transaction, &["oncomplete"], &["onerror", "onabort"]).await.then_some(())
}

/// Waits for the first event: true for success, false for a failure. Sets the handlers immediately.
fn settled(
    target: &JsValue,
    good: &[&'static str],
    bad: &[&'static str],
) -> impl Future<Output = bool> + use<> {
    let (sender, receiver) = oneshot::channel();
    let sender = std::rc::Rc::new(std::cell::RefCell::new(Some(sender)));
    let mut handlers = Handlers { target: target.clone(), set: Vec::new() };
    for (names, is_good) in [(good, true), (bad, false)] {
        for name in names {
            let sender = sender.clone();
            let handler = Closure::<dyn FnMut()>::new(move || {
                if let Some(sender) = sender.borrow_mut().take() {
                    let _ = sender.send(is_good);
                }
            });
            let _ = Reflect::set(target, &(*name).into(), handler.as_ref());
            handlers.set.push((name, handler));
        }
    }
    async move {
        let result = receiver.await.unwrap_or(false);
        drop(handlers);
        result
    }
}

/// The handlers of a target. Removes them when dropped, because no event may reach a dropped closure.
struct Handlers {
    target: JsValue,
    set: Vec<(&'static str, Handler)>,
}

type Handler = Closure<dyn FnMut()>;

impl Drop for Handlers {
    fn drop(&mut self) {
        for (name, _) in &self.set {
            let _ = Reflect::set(&self.target, &(*name).into(), &JsValue::NULL);
        }
    }
}
