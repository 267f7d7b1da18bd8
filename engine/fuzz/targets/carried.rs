//! Call data with calls inside, as hex, and its reading.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wallet_engine::namespaces::effects::{Risk, SaysNothing};
use wallet_engine::namespaces::eip155::reader::{carried, effects};

const TO: &str = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

fuzz_target!(|text: &str| {
    drop(carried::told(TO, text));
    let data = format!("0x{text}");
    let request = serde_json::json!([{ "from": TO, "to": TO, "data": data }]);
    let read = effects::read("eth_sendTransaction", &request, &SaysNothing);
    // no byte is read twice, and nothing that carries others is harmless
    assert!(read.len() <= 1 + text.len() / 32);
    if carried::name(text).is_some() {
        assert!(read.iter().any(|effect| effect.risk >= Risk::Warning));
    }
});
