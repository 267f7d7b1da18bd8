//! Encrypts secrets with AES-GCM and a WebCrypto key that no script can export, stored as an object in IndexedDB.
//! Without WebCrypto (plain http) or IndexedDB, secrets stay in memory.

use super::storage;
use crate::js;
use js_sys::{Array, Object, Promise, Uint8Array};
use wallet_engine::ports::Local;
use wallet_engine::ports::seal::Seal;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

/// Encryption with WebCrypto.
pub struct WebSeal {
    /// The option `storage: 'memory'`.
    pub memory_only: bool,
}

const NONCE_BYTES: usize = 12;

/// Calls `crypto.subtle`, which is missing on plain http.
async fn subtle(method: &str, args: &[&JsValue]) -> Option<JsValue> {
    let subtle = js::property(&js::property(&js_sys::global(), "crypto")?, "subtle")?;
    let work: Promise = js::call(&subtle, method, args)?.dyn_into().ok()?;
    JsFuture::from(work).await.ok()
}

fn algorithm(field: &str, value: &JsValue) -> JsValue {
    let algorithm = Object::new();
    js::set(&algorithm, "name", &"AES-GCM".into());
    js::set(&algorithm, field, value);
    algorithm.into()
}

/// The key of this origin, created on first use.
async fn key() -> Option<JsValue> {
    if let Some(kept) = storage::seal_key().await {
        return Some(kept);
    }
    let uses: Array = ["encrypt", "decrypt"].iter().map(|name| JsValue::from_str(name)).collect();
    let made = subtle("generateKey", &[&algorithm("length", &256.into()), &JsValue::FALSE, &uses]).await?;
    let _ = storage::keep_seal_key(&made).await; // if another tab has stored its key first, that key is used
    storage::seal_key().await
}

async fn work(method: &str, nonce: &[u8], bytes: &[u8]) -> Option<Vec<u8>> {
    let nonce = algorithm("iv", &Uint8Array::from(nonce));
    let done = subtle(method, &[&nonce, &key().await?, &Uint8Array::from(bytes)]).await?;
    Some(Uint8Array::new(&done).to_vec())
}

async fn seal(plain: Vec<u8>, nonce: [u8; NONCE_BYTES]) -> Option<String> {
    let mut sealed = nonce.to_vec();
    sealed.extend(work("encrypt", &nonce, &plain).await?);
    let text: String = sealed.iter().map(|byte| char::from(*byte)).collect();
    js::call(&js_sys::global(), "btoa", &[&text.into()])?.as_string()
}

async fn open(sealed: String) -> Option<Vec<u8>> {
    let text = js::call(&js_sys::global(), "atob", &[&sealed.into()])?.as_string()?;
    let all: Vec<u8> = text.chars().filter_map(|letter| u8::try_from(letter).ok()).collect();
    let (nonce, sealed) = all.split_at_checked(NONCE_BYTES)?;
    work("decrypt", nonce, sealed).await
}

impl Seal for WebSeal {
    fn seal(&self, plain: Vec<u8>) -> Local<Option<String>> {
        let memory_only = self.memory_only;
        let mut nonce = [0; NONCE_BYTES];
        wallet_engine::ports::random::Random::fill(&super::random::WebCrypto, &mut nonce);
        Box::pin(async move { if memory_only { None } else { seal(plain, nonce).await } })
    }

    fn open(&self, sealed: String) -> Local<Option<Vec<u8>>> {
        Box::pin(open(sealed))
    }
}
