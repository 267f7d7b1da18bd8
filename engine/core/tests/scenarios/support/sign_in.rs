//! A page with sign-in and a wallet that signs.

#![allow(dead_code, reason = "each scenario file uses its own part")]

use super::*;
use alloy_primitives::hex;
use k256::ecdsa::SigningKey;
use wallet_engine::ports::siwx::{SiwxFault, SiwxSettings};
use wallet_engine::signing::recover;

pub const ALICES_KEY: [u8; 32] = hex!("ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80");
pub const BOBS_KEY: [u8; 32] = hex!("59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d");

/// What a wallet with this key answers to `personal_sign`.
pub fn signature(key: &[u8; 32], params: &Value) -> String {
    let message = hex::decode(params[0].as_str().unwrap()).unwrap();
    let digest = recover::personal_digest(&message);
    let key = SigningKey::from_slice(key).unwrap();
    let (signature, id) = key.sign_prehash_recoverable(digest.as_slice()).unwrap();
    let mut bytes = signature.to_bytes().to_vec();
    bytes.push(27 + id.to_byte());
    hex::encode_prefixed(bytes)
}

fn solana_key(number: u8) -> ed25519_dalek::SigningKey {
    ed25519_dalek::SigningKey::from_bytes(&[number; 32])
}

/// The address of a Solana key.
pub fn solana_address(number: u8) -> String {
    bs58::encode(solana_key(number).verifying_key().as_bytes()).into_string()
}

/// The signature of a text by that key.
pub fn solana_signed(number: u8, text: &[u8]) -> String {
    use ed25519_dalek::Signer;
    bs58::encode(solana_key(number).sign(text).to_bytes()).into_string()
}

/// What a wallet with that key answers to `solana_signMessage`.
pub fn solana_signature(number: u8, params: &Value) -> String {
    solana_signed(number, &bs58::decode(params["message"].as_str().unwrap()).into_vec().unwrap())
}

fn cosmos_key(number: u8) -> SigningKey {
    SigningKey::from_slice(&[number; 32]).unwrap()
}

/// The address of a Cosmos key.
pub fn cosmos_address(number: u8) -> String {
    let key = cosmos_key(number);
    let hash = wallet_engine::namespaces::bip122::sign_in::hash160(
        key.verifying_key().to_encoded_point(true).as_bytes(),
    );
    bech32::encode::<bech32::Bech32>(bech32::Hrp::parse("cosmos").unwrap(), &hash).unwrap()
}

/// The signature of words by that key (ADR-36), for that account.
pub fn cosmos_signed(number: u8, address: &str, words: &str) -> Value {
    use k256::ecdsa::{Signature, signature::hazmat::PrehashSigner};
    let value = json!({"data": walletconnect::base64::encode(words.as_bytes()), "signer": address});
    // its keys are in the order of the letters, and nothing in it is written otherwise by amino
    let document = json!({"account_number": "0", "chain_id": "", "fee": {"amount": [], "gas": "0"}, "memo": "",
        "msgs": [{"type": "sign/MsgSignData", "value": value}], "sequence": "0"});
    let key = cosmos_key(number);
    let digest = wallet_engine::namespaces::bip122::sign_in::sha256(document.to_string().as_bytes());
    let signature: Signature = key.sign_prehash(&digest).unwrap();
    let public = walletconnect::base64::encode(key.verifying_key().to_encoded_point(true).as_bytes());
    json!({"pub_key": {"type": "tendermint/PubKeySecp256k1", "value": public},
        "signature": walletconnect::base64::encode(&signature.to_bytes())})
}

/// A page with sign-in and a wallet that signs, at its list.
pub fn page(required: bool) -> World {
    over(required, Chain::default())
}

pub fn over(required: bool, chain: Chain) -> World {
    let mut options = options();
    options["siwx"] = json!({});
    chain.siwx.settings.set(SiwxSettings { required, ..SiwxSettings::default() });
    let world = World::over(options, Default::default(), chain);
    signing(&world, ALICES_KEY);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.open("Connect");
    world
}

/// The wallet signs with this key from now on.
pub fn signing(world: &World, key: [u8; 32]) {
    world.but(1, move |method, params| {
        (method == "personal_sign").then(|| ok(json!(signature(&key, params))))
    });
}

/// A message of the host that ends then, for what it was asked for: its text says its fields (B18).
pub fn message_until(given: &Value, end_ms: u64) -> Value {
    let end = wallet_engine::time::iso(end_ms);
    let (address, chain) = (given["accountAddress"].as_str().unwrap(), given["chainId"].as_str().unwrap());
    let mut message = given.clone();
    message["domain"] = json!("app.example");
    message["text"] = json!(format!(
        "app.example wants you to sign in with your Ethereum account:\n{address}\n\n\nChain ID: {}\nExpiration Time: {end}",
        chain.replace("eip155:", "")
    ));
    message["expirationTime"] = json!(end);
    message
}

/// The wallet answers so.
pub fn signs(world: &World, answer: fn() -> Answer) {
    world.but(1, move |method, _| (method == "personal_sign").then(answer));
}

/// The user chooses the wallet; what it says, and the moment of success, are over.
pub fn choose(world: &World) -> Join {
    let connected = world.dispatch(json!({"type": "connect.select", "id": "dev.demo"}));
    world.celebrated();
    connected
}

/// Connected, and asked to sign in.
pub fn asked(required: bool) -> (World, Join) {
    let world = page(required);
    let connected = choose(&world);
    assert_eq!((world.view().as_str(), phase(&world).as_str()), ("SIWXSignMessage", "ready"));
    (world, connected)
}

pub fn sign(world: &World) -> Join {
    world.dispatch(json!({"type": "signIn.sign"}))
}

pub fn cancel(world: &World) -> Join {
    world.dispatch(json!({"type": "signIn.cancel"}))
}

pub fn phase(world: &World) -> String {
    world.slice("signIn")["phase"].as_str().unwrap().to_owned()
}

pub fn fault(message: &str) -> Option<wallet_engine::ports::Local<Result<Value, SiwxFault>>> {
    let fault = SiwxFault(message.into());
    Some(Box::pin(async move { Err(fault) }))
}

/// No one was ever told `connected` without a session (R20).
pub fn never_told_connected(world: &World) {
    assert_eq!(world.host.details("wallet-connect"), [] as [Value; 0]);
    let statuses = world.host.details("wallet-status");
    assert!(statuses.iter().all(|told| told["status"] != "connected"), "{statuses:?}");
    let accounts = world.json(&world.request("eth_accounts", json!([])));
    assert_eq!(accounts, json!([]));
}

/// Signed in on the first network; the wallet has gone to the second.
pub fn elsewhere(required: bool) -> World {
    let (world, _) = asked(required);
    assert!(world.settled(&sign(&world)).is_ok());
    world.wanders(1338);
    assert_eq!((world.view().as_str(), phase(&world).as_str()), ("SIWXSignMessage", "ready"));
    assert!(world.is_open());
    world
}

/// The node says of a contract at every address what `isValidSignature` returns.
pub fn contract(code: &'static str, returned: Option<String>) -> Chain {
    let chain = Chain::default();
    chain.code.set(code);
    let selector = "0x1626ba7e";
    *chain.contract.borrow_mut() = vec![(selector, returned.map_or(Value::Null, Value::String))];
    chain
}

pub fn magic() -> String {
    format!("0x1626ba7e{}", "0".repeat(56))
}

/// The same page again, with a wallet that signs.
pub fn reloaded(world: World) -> World {
    let mut options = options();
    options["siwx"] = json!({});
    let (storage, chain) = (world.storage.clone(), world.chain.clone());
    world.engine.destroy();
    let world = World::over(options, storage, chain);
    signing(&world, ALICES_KEY);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.pass(wallet_engine::constants::WALLET_CLAIM_MS);
    world
}

/// Connected with the one wallet of a family that is on the page, and asked to sign in.
pub fn asked_by(
    family: Namespace,
    id: &str,
    options: Value,
    required: bool,
    holds: impl FnOnce(&World),
) -> (World, Join) {
    let chain = Chain::default();
    chain.siwx.settings.set(SiwxSettings { required, ..SiwxSettings::default() });
    let world = World::over(options, Default::default(), chain);
    holds(&world);
    world.announce_of(family, 1, id, "Nova", None);
    world.open("Connect");
    let connected = world.dispatch(json!({"type": "connect.select", "id": id}));
    world.celebrated();
    assert_eq!((world.view().as_str(), phase(&world).as_str()), ("SIWXSignMessage", "ready"));
    (world, connected)
}

/// Sessions that the host's own storage has.
pub fn stored(world: &World) -> Vec<Value> {
    world.chain.siwx.sessions.borrow().clone()
}
