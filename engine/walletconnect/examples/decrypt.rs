//! How many messages a second are decrypted, hashed and parsed: `cargo run -p walletconnect --release --example decrypt`
//! (the release profile is the one of the browser's build: for size).

use std::hint::black_box;
use std::time::Duration;
#[allow(clippy::disallowed_types, reason = "a benchmark looks at the clock; the crate never does")]
use std::time::Instant;
use walletconnect::{crypto, envelope, json};

fn main() {
    let key = [7; 32];
    for bytes in [200, 1_000, 10_000, 100_000] {
        let body =
            format!("{{\"id\":1700000000000123,\"jsonrpc\":\"2.0\",\"result\":\"{}\"}}", "a".repeat(bytes));
        let sealed = envelope::encode0(&key, [1; 12], &body);
        let rate = per_second(|| {
            black_box(envelope::hash(&sealed));
            let text = envelope::decode(&sealed, &key).unwrap_or_default();
            black_box(json::message(&text));
        });
        println!("{:>7} bytes of JSON: {rate:>8} messages/s", body.len());
    }
    let derived = per_second(|| {
        black_box(crypto::derive(&key, &[9; 32]));
    });
    println!("keys derived (X25519, HKDF): {derived}/s");
    let signed = per_second(|| {
        black_box(crypto::jwt(&key, "ab", "wss://relay.example", 0, 86_400));
    });
    println!("tokens signed (Ed25519): {signed}/s");
}

#[allow(clippy::disallowed_types, reason = "see above")]
fn per_second(mut work: impl FnMut()) -> u64 {
    let (start, mut count) = (Instant::now(), 0);
    while start.elapsed() < Duration::from_secs(1) {
        work();
        count += 1;
    }
    count
}
