//! Secure random bytes: crypto.getRandomValues.

use wallet_engine::ports::random::Random;

/// Random bytes from WebCrypto.
pub struct WebCrypto;

impl Random for WebCrypto {
    #[allow(clippy::expect_used, reason = "without secure randomness nothing may go on; the engine restarts")]
    fn fill(&self, bytes: &mut [u8]) {
        let crypto = web_sys::window().and_then(|window| window.crypto().ok());
        let crypto = crypto.expect("crypto.getRandomValues");
        crypto.get_random_values_with_u8_array(bytes).expect("crypto.getRandomValues");
    }
}
