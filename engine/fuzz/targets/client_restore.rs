//! Saved bytes of any origin: as they are, or our own with changes (`@/sessions/0/topic=…`, one a line).
#![no_main]

use fuzz::client::{MIDDLE, Stage};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

fuzz_target!(|bytes: &[u8]| {
    let changed = core::str::from_utf8(bytes).ok().filter(|text| text.starts_with('@')).map(change);
    let mut stage = Stage::restored(changed.as_deref().unwrap_or(bytes));
    stage.play(
        "+\ns{\"id\":1,\"jsonrpc\":\"2.0\",\"method\":\"wc_sessionPing\",\"params\":{}}\nw60000\n+\nw600000",
    );
    stage.survives();
});

fn change(text: &str) -> Vec<u8> {
    let mut state: Value = serde_json::from_slice(&MIDDLE.saved).unwrap();
    for line in text.lines().take(8) {
        let Some((place, value)) = line.strip_prefix('@').and_then(|line| line.split_once('=')) else {
            continue;
        };
        let value = serde_json::from_str(value).unwrap_or_else(|_| value.into());
        if let Some(at) = state.pointer_mut(place) {
            *at = value;
        } else if let Some((parent, name)) = place.rsplit_once('/')
            && let Some(Value::Object(map)) = state.pointer_mut(parent)
        {
            map.insert(name.into(), value);
        }
    }
    state.to_string().into_bytes()
}
