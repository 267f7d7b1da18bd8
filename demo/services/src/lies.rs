//! What a test has a host say or do instead of the truth: `{"lie": "recipient"}`, with `times` (so often, then the truth again) and with
//! `only` (whom it is about), so that tests may run beside each other. Each host has TABLES of its own lies; of several that fit, the one
//! set last counts, and a reset ends them all.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::{body::Bytes, extract::State, http::StatusCode};
use serde::Deserialize;

use crate::{ids::Address, reply::Refusal};

/// The name of each lie, and the calls it is told in.
pub type Table<L, C> = [(&'static str, L, &'static [C])];

/// The lies of one table that are due.
pub struct Lies<L: 'static, C: 'static> {
    table: &'static Table<L, C>,
    due: Mutex<Vec<Due<L, C>>>,
}

struct Due<L, C: 'static> {
    lie: L,
    calls: &'static [C],
    times: Option<u32>,
    only: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    lie: String,
    times: Option<u32>,
    only: Option<String>,
}

impl<L: Copy, C: PartialEq> Lies<L, C> {
    /// None yet.
    pub fn new(table: &'static Table<L, C>) -> Self {
        Self { table, due: Mutex::default() }
    }

    /// Reads what a control path is told.
    pub fn read(&self, body: &[u8]) -> Result<StatusCode, Refusal> {
        let asked: Asked =
            serde_json::from_slice(body).map_err(|error| Refusal::bad("body", error.to_string()))?;
        let row = self.table.iter().find(|(name, ..)| *name == asked.lie);
        let (_, lie, calls) = *row.ok_or_else(|| Refusal::bad("lie", "is none of the table"))?;
        if asked.times == Some(0) {
            return Err(Refusal::bad("times", "must be 1 or more"));
        }
        let only = asked.only.map(|only| only.to_ascii_lowercase());
        // What nobody can be called would be a lie that is never told, and a test that shows nothing.
        if only.as_deref().is_some_and(|only| Address::parse(only).is_none() && !only.contains('.')) {
            return Err(Refusal::bad("only", "is no account and no name"));
        }
        self.lock().push(Due { lie, calls, times: asked.times, only });
        Ok(StatusCode::NO_CONTENT)
    }

    /// Takes the lie that is due in this call. `about`: the account or name that it is about, where there is one.
    pub fn due(&self, call: &C, about: Option<&str>) -> Option<L> {
        let mut all = self.lock();
        let meant = |only: &str| about.is_some_and(|about| about.eq_ignore_ascii_case(only));
        let fits = |due: &Due<L, C>| due.calls.contains(call) && due.only.as_deref().is_none_or(meant);
        let at = all.iter().rposition(fits)?;
        let due = all.get_mut(at)?;
        let lie = due.lie;
        match &mut due.times {
            Some(times) if *times > 1 => *times -= 1,
            Some(_) => drop(all.remove(at)),
            None => {}
        }
        Some(lie)
    }

    /// The truth again.
    pub fn end(&self) {
        self.lock().clear();
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Due<L, C>>> {
        self.due.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The handler of a control path.
pub async fn tell<L: Copy, C: PartialEq>(
    State(lies): State<Arc<Lies<L, C>>>,
    body: Bytes,
) -> Result<StatusCode, Refusal> {
    lies.read(&body)
}

/// Whom lies name: nobody that anybody knows.
pub fn stranger() -> Address {
    Address::of_word("a stranger to the demo's swaps")
}

/// Text that must come out as text: markup, a turn of direction, and a letter nobody sees.
pub const ODD_TEXT: &str = "<img src=x onerror=alert(1)> \u{202e}drawer\u{200b} &amp;";

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &Table<u8, char> = &[("one", 1, &['a']), ("two", 2, &['a', 'b'])];
    const ANNA: &str = "0x00000000000000000000000000000000000000aa";

    #[test]
    fn applies_a_lie_to_its_call_and_client_as_often_as_configured() {
        let lies = Lies::new(TABLE);
        let set = |body: String| lies.read(body.as_bytes());
        set(format!(r#"{{"lie":"one","only":"{}"}}"#, ANNA.replace("aa", "AA"))).unwrap();
        set(r#"{"lie":"two","times":1}"#.to_owned()).unwrap();
        assert_eq!(lies.due(&'c', Some(ANNA)), None);
        assert_eq!(lies.due(&'a', Some(ANNA)), Some(2));
        assert_eq!(lies.due(&'b', Some(ANNA)), None);
        assert_eq!((lies.due(&'a', Some("alice.reown.id")), lies.due(&'a', None)), (None, None));
        assert_eq!(lies.due(&'a', Some(ANNA)), Some(1));
        lies.end();
        assert_eq!(lies.due(&'a', Some(ANNA)), None);
        for wrong in
            [r#"{"lie":"three"}"#, r#"{"lie":"one","times":0}"#, r#"{"lie":"one","only":"0x1"}"#, "{}"]
        {
            assert!(set(wrong.to_owned()).is_err(), "{wrong}");
        }
    }
}
