//! Call data that carries other calls, as hex: what is read out of it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wallet_engine::namespaces::deeds::{SaysNothing, Weight};
use wallet_engine::namespaces::eip155::{carried, deeds};

const TO: &str = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

fuzz_target!(|text: &str| {
    drop(carried::told(TO, text));
    let data = format!("0x{text}");
    let request = serde_json::json!([{ "from": TO, "to": TO, "data": data }]);
    let read = deeds::read("eth_sendTransaction", &request, &SaysNothing);
    // no byte is read twice, and nothing that carries others is harmless
    assert!(read.len() <= 1 + text.len() / 32);
    if carried::name(text).is_some() {
        assert!(read.iter().any(|deed| deed.weight >= Weight::Risky));
    }
});
