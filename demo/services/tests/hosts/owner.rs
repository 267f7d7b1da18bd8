//! Somebody with a key, and the smart account that it owns.

use demo_services::{
    deploy,
    ids::Address,
    signatures::{hex, keccak},
};
use k256::ecdsa::SigningKey;

pub struct Owner(SigningKey);

impl Owner {
    pub fn new(word: &str) -> Self {
        Self(SigningKey::from_slice(&keccak(word.as_bytes())).unwrap())
    }

    pub fn sign(&self, hash: &[u8; 32]) -> String {
        let (signature, recovery) = self.0.sign_prehash_recoverable(hash).unwrap();
        hex(&[&signature.to_bytes()[..], &[27 + recovery.to_byte()]].concat())
    }

    /// The address of the key.
    pub fn key(&self) -> Address {
        let point = self.0.verifying_key().to_encoded_point(false);
        Address::parse(&hex(&keccak(&point.as_bytes()[1..])[12..])).unwrap()
    }

    /// The smart account.
    pub fn account(&self) -> Address {
        deploy::smart_accounts().unwrap().account_of(&self.key()).unwrap()
    }

    /// The call that creates the smart account, `create(address)` of the factory.
    pub fn creation(&self) -> String {
        format!("{}{:0>64}", &hex(&keccak(b"create(address)"))[..10], &self.key().lower()[2..])
    }

    /// A signature of the smart account that brings its creation along (ERC-6492).
    pub fn wrapped(&self, hash: &[u8; 32]) -> String {
        let factory = deploy::smart_accounts().unwrap().factory;
        let (own, creation) = (self.sign(hash), self.creation());
        let word = |number: u8| format!("{number:064x}");
        // (address factory, bytes call, bytes signature): the call is 36 bytes and takes two words, the signature 65 and three.
        let fields = [
            format!("{:0>64}", &factory.lower()[2..]),
            word(96),
            word(192),
            word(36),
            format!("{:0<128}", &creation[2..]),
            word(65),
            format!("{:0<192}", &own[2..]),
        ];
        format!("0x{}{}", fields.concat(), "6492".repeat(16))
    }
}
