//! The parts of a login that survive a reload (decision 11, "Stored data of a login"): the site's token for the user, and the user, sealed like
//! sessions. The parts that aren't secret are in `model/stored.rs`. Without a non-extractable key they stay only in memory.

use super::model::User;
use super::model::stored;
use crate::constants::{RECORD_BYTES_MAX, STORAGE_MS};
use crate::flow::Cx;
use crate::json::json;
use crate::json::{self, Read};
use crate::ports::storage::Write;
use crate::storage::keys::{EMAIL, TOKEN, USERNAME};
use crate::store::State;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::RefCell;

/// A token that couldn't be stored. A stored token is read each time, because another tab might have replaced or
/// removed it.
#[derive(Default)]
struct Token(RefCell<Option<String>>);

fn memory(cx: &Cx) -> alloc::rc::Rc<Token> {
    cx.extension_or("embedded token", Token::default)
}

/// The site's token, for the request for a session.
pub(super) async fn token(cx: &Cx) -> Option<String> {
    let stored = read(cx, &[TOKEN]).await.pop().flatten();
    stored.or_else(|| memory(cx).0.borrow().clone())
}

/// Stores a new token.
pub(super) async fn keep_token(cx: &Cx, token: String) {
    let stored = write(cx, alloc::vec![(TOKEN, Some(token.clone()))]).await;
    *memory(cx).0.borrow_mut() = stored.is_none().then_some(token);
}

/// Stores the logged-in user.
pub(super) async fn keep_user(cx: &Cx, user: &User) {
    write(cx, alloc::vec![(EMAIL, user.email.clone()), (USERNAME, user.username.clone())]).await;
}

/// The email address and username from storage, if the frame doesn't return them.
pub(super) async fn user(cx: &Cx) -> (Option<String>, Option<String>) {
    let mut found = read(cx, &[EMAIL, USERNAME]).await;
    let username = found.pop().flatten();
    (found.pop().flatten(), username)
}

/// Removes all stored data after a logout (4.10).
pub(super) async fn clear(cx: &Cx) {
    *memory(cx).0.borrow_mut() = None;
    cx.commit(forget).await;
    write(cx, alloc::vec![(TOKEN, None), (EMAIL, None), (USERNAME, None)]).await;
}

fn forget(state: &mut State) {
    (state.embedded.user, state.embedded.email) = (None, None);
    for key in [stored::USED, stored::PROVIDER] {
        state.carried.remove(key);
    }
}

async fn read(cx: &Cx, keys: &[&str]) -> Vec<Option<String>> {
    let Some(ports) = cx.ports().embedded.get().cloned() else { return Vec::new() };
    let found = cx.within(STORAGE_MS, cx.ports().storage.load()).await.unwrap_or_default();
    let mut opened = Vec::new();
    for key in keys {
        let text = found.iter().find(|(name, _)| name == key).map(|(_, text)| text.clone());
        let record = text.and_then(|text| json::parse(&text, RECORD_BYTES_MAX).ok());
        let sealed = record.filter(|record| record.whole("v") == Some(1));
        let sealed = sealed.and_then(|record| record.filled("value").map(ToOwned::to_owned));
        opened.push(match sealed {
            Some(sealed) => {
                let plain = cx.within(STORAGE_MS, ports.seal.open(sealed)).await.flatten();
                plain.and_then(|plain| String::from_utf8(plain).ok())
            }
            None => None,
        });
    }
    opened
}

/// Writes values. Returns `Some` if all of them are on disk.
async fn write(cx: &Cx, values: Vec<(&'static str, Option<String>)>) -> Option<()> {
    let ports = cx.ports().embedded.get().cloned()?;
    let storage = cx.ports().storage.clone();
    let written = async move {
        let (mut batch, mut sealed_all) = (Vec::new(), true);
        for (key, value) in values {
            let record = match value {
                Some(plain) => {
                    let sealed = ports.seal.seal(plain.into_bytes()).await;
                    sealed_all &= sealed.is_some();
                    sealed.map(|sealed| crate::json::text(&json!({ "v": 1, "seq": 1, "value": sealed })))
                }
                None => None,
            };
            batch.push(Write { key: key.into(), record, mirrored: false });
        }
        (storage.commit(batch).await.is_ok() && sealed_all).then_some(())
    };
    cx.within(STORAGE_MS, written).await.flatten()
}
