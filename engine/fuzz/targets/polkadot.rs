//! Metadata of a Polkadot network, and calls in real metadata: no bytes stop the readers, and a proxy for everything is critical. Also
//! accounts, addresses and signatures: random bytes never verify, and an address encodes its key.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::OnceLock;
use wallet_engine::namespaces::effects::Risk;
use wallet_engine::namespaces::polkadot::codec::{digest::Digest, metadata::Metadata, ss58, values};
use wallet_engine::namespaces::polkadot::holdings;
use wallet_engine::namespaces::polkadot::reader::effects::Reader;
use wallet_engine::namespaces::polkadot::sign_in::signed;

fn real() -> &'static Metadata {
    static REAL: OnceLock<Metadata> = OnceLock::new();
    REAL.get_or_init(|| {
        let all: serde_json::Value =
            serde_json::from_str(include_str!("../../core/tests/vectors/polkadot.json")).unwrap();
        let given = all["metadata"]["polkadot"].as_str().unwrap().trim_start_matches("0x");
        let digits: Vec<u8> = given.bytes().map(|of| (of as char).to_digit(16).unwrap() as u8).collect();
        Metadata::read(digits.chunks(2).map(|of| of[0] << 4 | of[1]).collect()).unwrap()
    })
}

const ALICE: &str = "5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY";

fuzz_target!(|bytes: &[u8]| {
    let _ = holdings::available(bytes);
    if let Ok(text) = core::str::from_utf8(bytes) {
        if let Some((prefix, key)) = ss58::read(text) {
            assert_eq!(ss58::read(&ss58::written(prefix, &key)), Some((prefix, key)), "{text}");
        }
        assert!(!signed(ALICE, b"", text), "{text}");
        assert!(!signed(text, b"", "0x00"), "{text}");
    }
    if let Some(metadata) = Metadata::read(bytes.to_vec()) {
        let _ = values::call(&metadata, &[0; 64]);
        let _ = Digest::of(&metadata);
    }
    let metadata = real();
    let Some(call) = values::call(metadata, bytes) else { return };
    let effects = Reader { me: [0xd4; 32], prefix: 0 }.effects(&call);
    assert!(!effects.is_empty() || call.name.contains("batch"));
    let is_critical = |risk: Risk| effects.iter().any(|effect| effect.risk == risk);
    // wherever it stands
    let shown = format!("{call:?}");
    if shown.contains("name: \"add_proxy\"")
        && shown.contains("Kind(\"Any\", [])")
        && !shown.contains("Kind(\"Governance\"")
    {
        assert!(is_critical(Risk::Critical), "{shown}");
    }
});
