//! Secrets at rest: AES-GCM under a key of WebCrypto that no script can read out, kept as an object in IndexedDB. Where
//! there is no WebCrypto (plain http) or no IndexedDB, nothing is sealed and secrets stay in memory.

use super::storage;
use js_sys::{Array, ArrayBuffer, Object, Reflect, Uint8Array};
use wallet_engine::ports::Local;
use wallet_engine::ports::seal::Seal;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{CryptoKey, SubtleCrypto};

/// WebCrypto.
pub struct WebSeal {
    /// Option `storage: 'memory'`.
    pub memory_only: bool,
}

const NONCE_BYTES: usize = 12;

/// `crypto.subtle`, which is missing on plain http.
fn subtle() -> Option<SubtleCrypto> {
    let crypto = web_sys::window()?.crypto().ok()?;
    let subtle = Reflect::get(&crypto, &"subtle".into()).ok()?;
    subtle.is_object().then(|| subtle.unchecked_into())
}

/// The key of this origin; made on first use.
async fn key() -> Option<CryptoKey> {
    if let Some(kept) = storage::seal_key().await {
        return kept.dyn_into().ok();
    }
    let algorithm = Object::new();
    Reflect::set(&algorithm, &"name".into(), &"AES-GCM".into()).ok()?;
    Reflect::set(&algorithm, &"length".into(), &256.into()).ok()?;
    let uses = Array::of2(&"encrypt".into(), &"decrypt".into());
    let made = subtle()?.generate_key_with_object(&algorithm, false, &uses).ok()?;
    let made = JsFuture::from(made).await.ok()?;
    let _ = storage::keep_seal_key(&made).await; // when another tab was quicker its key counts
    storage::seal_key().await?.dyn_into().ok()
}

fn algorithm(nonce: &[u8]) -> Option<Object> {
    let algorithm = Object::new();
    Reflect::set(&algorithm, &"name".into(), &"AES-GCM".into()).ok()?;
    Reflect::set(&algorithm, &"iv".into(), &Uint8Array::from(nonce)).ok()?;
    Some(algorithm)
}

fn bytes(result: &JsValue) -> Option<Vec<u8>> {
    result.dyn_ref::<ArrayBuffer>().map(|buffer| Uint8Array::new(buffer).to_vec())
}

async fn seal(plain: Vec<u8>) -> Option<String> {
    let mut sealed = vec![0; NONCE_BYTES];
    web_sys::window()?.crypto().ok()?.get_random_values_with_u8_array(&mut sealed).ok()?;
    let key = key().await?;
    let work = subtle()?.encrypt_with_object_and_u8_array(&algorithm(&sealed)?, &key, &plain).ok()?;
    sealed.extend(bytes(&JsFuture::from(work).await.ok()?)?);
    let text: String = sealed.iter().map(|byte| char::from(*byte)).collect();
    web_sys::window()?.btoa(&text).ok()
}

async fn open(sealed: String) -> Option<Vec<u8>> {
    let text = web_sys::window()?.atob(&sealed).ok()?;
    let all: Vec<u8> = text.chars().filter_map(|letter| u8::try_from(letter).ok()).collect();
    let (nonce, sealed) = all.split_at_checked(NONCE_BYTES)?;
    let key = key().await?;
    let work = subtle()?.decrypt_with_object_and_u8_array(&algorithm(nonce)?, &key, sealed).ok()?;
    bytes(&JsFuture::from(work).await.ok()?)
}

impl Seal for WebSeal {
    fn seal(&self, plain: Vec<u8>) -> Local<Option<String>> {
        let memory_only = self.memory_only;
        Box::pin(async move { if memory_only { None } else { seal(plain).await } })
    }

    fn open(&self, sealed: String) -> Local<Option<Vec<u8>>> {
        Box::pin(open(sealed))
    }
}
