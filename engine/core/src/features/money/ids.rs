//! Maps the ID of a transaction to one entry, page request or payment, in all namespaces (decision 184, "Recognizing
//! the account's own transaction").
//!
//! The first use of an ID owns it, even after a reload and in other tabs. The list is one string with one line per ID,
//! which can be read and written synchronously. Without storage, this page remembers its own IDs. The oldest lines are
//! dropped, because the age check rejects such old transactions.

use crate::constants::IDS_MAX;
use crate::features::money::model::transactions::is_of_other;
use crate::flow::Cx;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::RefCell;

const IDS: &str = "wallet-modal:ids";
/// The maximum size of the stored text, and of one owner. Any script of the page's origin might have written it.
const TEXT_BYTES_MAX: usize = 256 * 1024;
const OWNER_CHARS_MAX: usize = 200;

/// The lines that this page has written.
#[derive(Default)]
struct Here(RefCell<Vec<String>>);

/// Claims an ID for an owner: the ID of an entry, the token of a page's request, or a payment at an exchange. Returns
/// false if the ID has another owner.
pub(crate) fn take(cx: &Cx, chain: &str, hash: &str, owner: &str) -> bool {
    if cx.read(|s| is_of_other(s, owner, hash)) {
        return false;
    }
    let owner = named(owner);
    if let Some(of) = owner_of(cx, chain, hash) {
        return of == owner;
    }
    let here = here(cx);
    let storage = &cx.ports().storage;
    let line = [&*start(chain, hash), &*owner].concat();
    let stored = stored(cx);
    let kept = stored.lines().take(IDS_MAX - 1).flat_map(|line| ["\n", line]);
    storage.share(IDS, Some(&*core::iter::once(&*line).chain(kept).collect::<String>()));
    let mut lines = here.0.borrow_mut();
    lines.insert(0, line);
    lines.truncate(IDS_MAX);
    true
}

fn here(cx: &Cx) -> Rc<Here> {
    cx.extension_or("ids of transactions", Here::default)
}

fn stored(cx: &Cx) -> String {
    cx.ports().storage.shared(IDS).filter(|text| text.len() <= TEXT_BYTES_MAX).unwrap_or_default()
}

/// An owner in the form of a line.
fn named(owner: &str) -> String {
    owner.chars().filter(|of| !of.is_control()).take(OWNER_CHARS_MAX).collect()
}

/// The start of an ID's line.
fn start(chain: &str, hash: &str) -> String {
    // two IDs that differ only in case are treated as the same, also in base58; such pairs don't occur
    [chain, " ", &hash.to_ascii_lowercase(), " "].concat()
}

fn owner_of(cx: &Cx, chain: &str, hash: &str) -> Option<String> {
    let (stored, here, start) = (stored(cx), here(cx), start(chain, hash));
    let lines = here.0.borrow();
    let mut known = stored.lines().chain(lines.iter().map(String::as_str));
    known.find_map(|line| line.strip_prefix(&*start)).map(Into::into)
}
