//! Loads the reader for the page's own descriptors (option `clearSigning`). Only users of such a page download it.

use crate::alert::Alert;
use crate::command::unknown_action;
use crate::error::Result;
use crate::features::shell::alerts;
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::json::Read;
use crate::json::json;
use crate::namespaces::effects::{Effect, EffectKind};
use crate::namespaces::eip155::reader::descriptor::{self, Site};
use crate::namespaces::request_readers;
use crate::store::State;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::Value;

crate::command::commands! {
    DescriptorsAction
    own {
        "check" Check,
        "read" Read,
    }
}

/// A request waits so long for the words of the site; later it is shown without them.
const SAID_MS: u64 = 5_000;

fn descriptors(state: &State) -> &[Value] {
    let given = state.options.rest.get("clearSigning").and_then(Value::as_array);
    given.map_or(&[], Vec::as_slice)
}

/// Checks the descriptors of the option `clearSigning` in the background: at the start, and when the host gives them again.
pub(crate) fn check_host_descriptors(cx: &Cx) {
    if cx.read(|s| !descriptors(s).is_empty()) {
        cx.background(ScopeId::App, super::check_descriptors(cx));
    }
}

/// The site's description of a request with unknown effects. `None` if the site has none, or the part of the binary fails to load. Then the
/// call stays unknown.
pub(super) async fn read(cx: &Cx, found: &[Effect], command: &Value) -> Option<Vec<Effect>> {
    let is_unknown = |effect: &Effect| {
        matches!(effect.kind, EffectKind::Call | EffectKind::Sign) && effect.name().is_some()
    };
    if cx.read(|s| descriptors(s).is_empty()) || !found.iter().any(is_unknown) {
        return None;
    }
    let ticket = cx.update(|s| {
        s.review.last_said += 1;
        s.review.last_said
    });
    let of = |name: &str| command.field(name);
    let asked = json!({
        "method": of("method"), "params": of("params"), "chain": of("chain"), "from": of("from"), "ticket": ticket,
    });
    cx.within(SAID_MS, super::read_descriptors(cx, asked)).await?.ok()?;
    cx.update(|s| {
        let at = s.review.said.iter().position(|(of, _)| *of == ticket)?;
        Some(s.review.said.remove(at).1)
    })
}

/// Runs a command; both are the engine's own.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        match action.as_str() {
            DescriptorsAction::Check => check(&cx),
            DescriptorsAction::Read => say(&cx, &command)?,
            _ => return Err(unknown_action("descriptors", &action)),
        }
        Ok(Reply::Done)
    })
}

/// Logs which descriptors are invalid, and why. The others still work.
fn check(cx: &Cx) {
    for (at, fault) in cx.read(|s| descriptor::faults(descriptors(s))) {
        let detail = ["Ignoring clearSigning[", &at.to_string(), "]: it ", fault].concat();
        alerts::raise(cx, Alert::InvalidOption { detail });
    }
}

fn say(cx: &Cx, command: &Value) -> Result<()> {
    let asked = super::asked(cx, command)?;
    let ticket = command.whole("ticket").unwrap_or_default();
    let said = cx.read(|s| {
        let site = Site { descriptors: descriptors(s), chain: Some(&asked.chain), from: &asked.from };
        request_readers::effects_now(cx, &asked, &site).effects
    });
    cx.update(|s| s.review.said.push((ticket, said)));
    Ok(())
}
