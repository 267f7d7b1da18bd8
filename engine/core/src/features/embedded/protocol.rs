//! The protocol between the page and the frame (docs/spec/embedded-frame.md sections 3 and 4): every call with its
//! parameters, result and deadline, and the parser of the frame's messages. This module has no state and never waits.

use crate::caip::{ChainId, Namespace};
use crate::constants::{FRAME_CALL_MS, FRAME_DEPTH_MAX, FRAME_LOGIN_MS, FRAME_QUIET_MS, FRAME_TEXT_MAX};
use crate::constants::{NETWORKS_MAX, SIGN_OUT_WAIT_MS};
use crate::entities::AccountType;
use crate::json::json;
use crate::json::{self, Read};
use crate::urls::is_web_url;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::{Map, Value};

/// The prefix of the frame's messages.
const FRAME: &str = "@w3m-frame/";
/// The prefix of our messages.
const APP: &str = "@w3m-app/";
/// The number of digits in a code.
const CODE_DIGITS: usize = 6;
/// The longest accepted token in bytes, because the token is stored.
const TOKEN_MAX: usize = 4_096;
/// Maximum number of accounts of one user. Each type has one.
const ACCOUNTS_MAX: usize = 8;

/// A call from the page to the frame.
pub(super) trait Call {
    /// The name in the message, without the prefix.
    const NAME: &'static str;
    /// The deadline of a response. `None` if a user decides, without a limit.
    const LIMIT_MS: Option<u64> = Some(FRAME_CALL_MS);
    /// If true, the call waits for the frame without a time limit and logs no error.
    const IS_QUIET: bool = false;
    /// The result.
    type Answer;
    /// The parameters.
    fn payload(&self) -> Option<Value> {
        None
    }
    /// The result. `None` if the message violates the protocol: such a message is ignored.
    fn read(payload: &Value) -> Option<Self::Answer>;
}

/// The message of a call.
pub(super) fn written(name: &str, payload: Option<Value>, id: &str) -> String {
    let kind = [APP, name].concat();
    let mut message = json!({ "type": kind, "id": id });
    if let (Some(fields), Some(payload)) = (message.as_object_mut(), payload) {
        fields.insert("payload".into(), payload);
    }
    crate::json::text(&message)
}

/// A valid message of the frame.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Message {
    /// The frame has loaded its scripts.
    Ready,
    /// The site's token for this user.
    Session(String),
    /// The response to a call.
    Answer { name: String, id: String, outcome: Result<Value, Option<String>> },
}

/// Parses a message of the frame. `None` if it violates the protocol; such a message is dropped without a response. The
/// caller checks whether it expects the message.
pub(super) fn read(text: &str, nonce: &str) -> Option<Message> {
    let message = json::parse(text, FRAME_TEXT_MAX).ok().filter(|value| value.is_object())?;
    let payload = message.field("payload").cloned().unwrap_or(Value::Null);
    let kind = message.text("type")?.strip_prefix(FRAME)?;
    // the site can repeat its nonce in every message, but in a response the field belongs to a transaction or operation
    let is_own = matches!(kind, "READY" | "SESSION_UPDATE");
    let echoes = [message.field("nonce"), payload.field("nonce").filter(|_| is_own)];
    if !is_harmless(&message, FRAME_DEPTH_MAX) || echoes.iter().flatten().any(|echo| *echo != nonce) {
        return None;
    }
    match kind {
        "READY" => Some(Message::Ready),
        "SESSION_UPDATE" => {
            let token = payload.filled("token").filter(|token| token.len() <= TOKEN_MAX);
            token.map(|token| Message::Session(token.into()))
        }
        name => {
            let (name, is_good) = match name.strip_suffix("_SUCCESS") {
                Some(name) => (name, true),
                None => (name.strip_suffix("_ERROR")?, false),
            };
            let outcome = match is_good {
                true => Ok(payload),
                false => Err(payload.text("message").map(String::from)),
            };
            Some(Message::Answer { name: name.into(), id: message.filled("id")?.into(), outcome })
        }
    }
}

/// Whether no field has a name that objects inherit, and the nesting is within the limit.
fn is_harmless(value: &Value, depth: usize) -> bool {
    match value {
        Value::Object(_) | Value::Array(_) if depth == 0 => false,
        Value::Object(fields) => fields.iter().all(|(name, value)| {
            !matches!(name.as_str(), "__proto__" | "constructor") && is_harmless(value, depth - 1)
        }),
        Value::Array(items) => items.iter().all(|value| is_harmless(value, depth - 1)),
        _ => true,
    }
}

/// A chain in the frame's form: a whole number for EVM, otherwise the full id.
pub(super) fn chain(payload: &Value, name: &str) -> Option<ChainId> {
    match payload.field(name)? {
        Value::Number(number) => ChainId::parse(&["eip155:", &number.as_u64()?.to_string()].concat()),
        // only the exact form: no sign and no leading zero
        Value::String(text) => ChainId::parse(text).or_else(|| ChainId::of(Namespace::Eip155, text)),
        _ => None,
    }
}

/// A chain in the frame's form: its number, or its full ID without one.
fn written_chain(chain: &ChainId) -> Value {
    match chain.evm_number() {
        Some(number) => json!(number),
        None => json!(chain.to_string()),
    }
}

/// Builds an object, without the missing fields.
fn object<const N: usize>(fields: [(&str, Option<Value>); N]) -> Value {
    // a loop, because collecting would add a sort to the binary
    let mut present = Map::new();
    for (name, value) in fields {
        if let Some(value) = value {
            present.insert(name.into(), value);
        }
    }
    Value::Object(present)
}

fn text(value: Option<&String>) -> Option<Value> {
    value.map(|text| json!(text))
}

/// The result of a call without one.
fn nothing(_: &Value) -> Option<()> {
    Some(())
}

/// Defines calls without parameters and result.
macro_rules! plain {
    ($($(#[$doc:meta])* $kind:ident = $name:literal, $limit:expr;)*) => {$(
        $(#[$doc])*
        pub(super) struct $kind;

        impl Call for $kind {
            const NAME: &'static str = $name;
            const LIMIT_MS: Option<u64> = $limit;
            type Answer = ();
            fn read(payload: &Value) -> Option<()> {
                nothing(payload)
            }
        }
    )*};
}

plain! {
    /// Returns when the user has opened the link in the email.
    ConnectDevice = "CONNECT_DEVICE", Some(FRAME_LOGIN_MS);
    /// Ends the session.
    SignOut = "SIGN_OUT", Some(SIGN_OUT_WAIT_MS);
    /// Cancels the current call. Older sites don't support it.
    RpcAbort = "RPC_ABORT", Some(FRAME_QUIET_MS);
    /// Restarts the frame.
    Reload = "RELOAD", Some(FRAME_QUIET_MS);
}

/// Switches the frame to a chain. Its response names the actual chain.
pub(super) struct SwitchNetwork {
    pub chain: ChainId,
    pub rpc_url: Option<String>,
}

impl Call for SwitchNetwork {
    const NAME: &'static str = "SWITCH_NETWORK";
    type Answer = ChainId;
    fn payload(&self) -> Option<Value> {
        Some(object([("chainId", Some(written_chain(&self.chain))), ("rpcUrl", text(self.rpc_url.as_ref()))]))
    }
    fn read(payload: &Value) -> Option<ChainId> {
        chain(payload, "chainId")
    }
}

/// The next step after the email address (4.21).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EmailAction {
    VerifyDevice,
    VerifyOtp,
    Connect,
}

/// Starts a login with an email address, or sends a new code.
pub(super) struct ConnectEmail(pub String);

impl Call for ConnectEmail {
    const NAME: &'static str = "CONNECT_EMAIL";
    const LIMIT_MS: Option<u64> = Some(FRAME_LOGIN_MS);
    type Answer = EmailAction;
    fn payload(&self) -> Option<Value> {
        Some(json!({ "email": self.0 }))
    }
    fn read(payload: &Value) -> Option<EmailAction> {
        Some(match payload.text("action")? {
            "VERIFY_DEVICE" => EmailAction::VerifyDevice,
            "VERIFY_OTP" => EmailAction::VerifyOtp,
            "CONNECT" => EmailAction::Connect,
            _ => return None,
        })
    }
}

/// The six digits of a code. They exist only in the field and in the message.
pub(super) struct ConnectOtp(pub String);

/// Whether a string has the form of a code.
pub(super) fn is_code(text: &str) -> bool {
    text.len() == CODE_DIGITS && text.bytes().all(|byte| byte.is_ascii_digit())
}

impl Call for ConnectOtp {
    const NAME: &'static str = "CONNECT_OTP";
    const LIMIT_MS: Option<u64> = Some(FRAME_LOGIN_MS);
    type Answer = ();
    fn payload(&self) -> Option<Value> {
        Some(json!({ "otp": self.0 }))
    }
    fn read(payload: &Value) -> Option<()> {
        nothing(payload)
    }
}

/// The user of a wallet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct User {
    pub address: String,
    pub chain: ChainId,
    pub email: Option<String>,
    pub name: Option<String>,
    pub is_deployed: Option<bool>,
    /// The accounts, one of each type.
    pub accounts: Vec<(String, AccountType)>,
    pub preferred: Option<AccountType>,
    /// The message that was signed with the login, and its signature.
    pub signed: Option<(String, String)>,
}

fn account_type(payload: &Value, name: &str) -> Option<AccountType> {
    AccountType::parse(payload.text(name)?)
        .filter(|kind| matches!(kind, AccountType::Eoa | AccountType::SmartAccount))
}

fn user(payload: &Value) -> Option<User> {
    let accounts = payload.list("accounts").iter().take(ACCOUNTS_MAX);
    Some(User {
        address: payload.filled("address")?.into(),
        chain: chain(payload, "chainId")?,
        email: payload.filled("email").map(String::from),
        name: payload.filled("userName").map(String::from),
        is_deployed: payload.flag("smartAccountDeployed"),
        accounts: accounts
            .filter_map(|account| Some((account.filled("address")?.into(), account_type(account, "type")?)))
            .collect(),
        preferred: account_type(payload, "preferredAccountType"),
        signed: payload.filled("message").zip(payload.filled("signature")).map(|(m, s)| (m.into(), s.into())),
    })
}

/// Requests the user, with a message to sign if the login includes a sign-in.
#[derive(Default)]
pub(super) struct GetUser {
    pub chain: Option<ChainId>,
    pub preferred: Option<AccountType>,
    pub message: Option<Value>,
    pub rpc_url: Option<String>,
    /// The data from a provider's return URL, if the site finishes the login.
    pub social_uri: Option<String>,
}

impl Call for GetUser {
    const NAME: &'static str = "GET_USER";
    type Answer = User;
    fn payload(&self) -> Option<Value> {
        Some(object([
            ("chainId", self.chain.as_ref().map(written_chain)),
            ("preferredAccountType", self.preferred.map(|kind| json!(kind.as_str()))),
            ("siwxMessage", self.message.clone()),
            ("rpcUrl", text(self.rpc_url.as_ref())),
            ("socialUri", text(self.social_uri.as_ref())),
        ]))
    }
    fn read(payload: &Value) -> Option<User> {
        user(payload)
    }
}

/// Requests the URL of a provider's page.
pub(super) struct GetSocialRedirectUri(pub String);

impl Call for GetSocialRedirectUri {
    const NAME: &'static str = "GET_SOCIAL_REDIRECT_URI";
    const LIMIT_MS: Option<u64> = Some(FRAME_LOGIN_MS);
    type Answer = String;
    fn payload(&self) -> Option<Value> {
        Some(json!({ "provider": self.0 }))
    }
    fn read(payload: &Value) -> Option<String> {
        payload.filled("uri").filter(|uri| is_web_url(uri)).map(String::from)
    }
}

/// Passes the data from a provider's return URL. The result is that of [`GetUser`].
#[derive(Default)]
pub(super) struct ConnectSocial {
    pub uri: String,
    pub user: GetUser,
}

impl Call for ConnectSocial {
    const NAME: &'static str = "CONNECT_SOCIAL";
    const LIMIT_MS: Option<u64> = Some(FRAME_LOGIN_MS);
    type Answer = User;
    fn payload(&self) -> Option<Value> {
        let mut payload = self.user.payload()?;
        payload.as_object_mut()?.insert("uri".into(), json!(self.uri));
        Some(payload)
    }
    fn read(payload: &Value) -> Option<User> {
        user(payload)
    }
}

/// Requests the content of Farcaster's QR code.
pub(super) struct GetFarcasterUri;

impl Call for GetFarcasterUri {
    const NAME: &'static str = "GET_FARCASTER_URI";
    type Answer = String;
    fn read(payload: &Value) -> Option<String> {
        payload.filled("url").filter(|url| is_web_url(url)).map(String::from)
    }
}

/// Returns the user's name at Farcaster after the approval. Leaving the view cancels the call.
pub(super) struct ConnectFarcaster;

impl Call for ConnectFarcaster {
    const NAME: &'static str = "CONNECT_FARCASTER";
    const LIMIT_MS: Option<u64> = None;
    type Answer = String;
    fn read(payload: &Value) -> Option<String> {
        payload.filled("userName").map(String::from)
    }
}

/// The next step after the new email address (4.22).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UpdateAction {
    VerifyPrimaryOtp,
    VerifySecondaryOtp,
}

/// Starts a change of the email address.
pub(super) struct UpdateEmail(pub String);

impl Call for UpdateEmail {
    const NAME: &'static str = "UPDATE_EMAIL";
    type Answer = UpdateAction;
    fn payload(&self) -> Option<Value> {
        Some(json!({ "email": self.0 }))
    }
    fn read(payload: &Value) -> Option<UpdateAction> {
        match payload.text("action")? {
            "VERIFY_PRIMARY_OTP" => Some(UpdateAction::VerifyPrimaryOtp),
            "VERIFY_SECONDARY_OTP" => Some(UpdateAction::VerifySecondaryOtp),
            _ => None,
        }
    }
}

/// Passes the code that was sent to the old address.
pub(super) struct UpdateEmailPrimaryOtp(pub String);

impl Call for UpdateEmailPrimaryOtp {
    const NAME: &'static str = "UPDATE_EMAIL_PRIMARY_OTP";
    type Answer = ();
    fn payload(&self) -> Option<Value> {
        Some(json!({ "otp": self.0 }))
    }
    fn read(payload: &Value) -> Option<()> {
        nothing(payload)
    }
}

/// Passes the code that was sent to the new address, which replaces the old one.
pub(super) struct UpdateEmailSecondaryOtp(pub String);

impl Call for UpdateEmailSecondaryOtp {
    const NAME: &'static str = "UPDATE_EMAIL_SECONDARY_OTP";
    type Answer = String;
    fn payload(&self) -> Option<Value> {
        Some(json!({ "otp": self.0 }))
    }
    fn read(payload: &Value) -> Option<String> {
        payload.filled("newEmail").map(String::from)
    }
}

/// Requests the logged-in user's smart account: its address, and whether its contract is deployed.
pub(super) struct InitSmartAccount;

impl Call for InitSmartAccount {
    const NAME: &'static str = "INIT_SMART_ACCOUNT";
    type Answer = (String, bool);
    fn read(payload: &Value) -> Option<(String, bool)> {
        Some((payload.filled("address")?.into(), payload.flag("isDeployed")?))
    }
}

/// Asks whether a session exists for the stored token.
pub(super) struct IsConnected(pub Option<String>);

impl Call for IsConnected {
    const NAME: &'static str = "IS_CONNECTED";
    type Answer = bool;
    fn payload(&self) -> Option<Value> {
        self.0.as_ref().map(|token| json!({ "token": token }))
    }
    fn read(payload: &Value) -> Option<bool> {
        payload.flag("isConnected")
    }
}

/// Requests the frame's current chain.
pub(super) struct GetChainId;

impl Call for GetChainId {
    const NAME: &'static str = "GET_CHAIN_ID";
    type Answer = ChainId;
    fn read(payload: &Value) -> Option<ChainId> {
        chain(payload, "chainId")
    }
}

/// Requests the chains with smart accounts.
pub(super) struct GetSmartAccountNetworks;

impl Call for GetSmartAccountNetworks {
    const NAME: &'static str = "GET_SMART_ACCOUNT_ENABLED_NETWORKS";
    type Answer = Vec<u64>;
    fn read(payload: &Value) -> Option<Vec<u64>> {
        let list = payload.field("smartAccountEnabledNetworks")?.as_array()?;
        Some(list.iter().take(NETWORKS_MAX).filter_map(Value::as_u64).collect())
    }
}

/// Selects the account type.
pub(super) struct SetPreferredAccount(pub AccountType);

impl Call for SetPreferredAccount {
    const NAME: &'static str = "SET_PREFERRED_ACCOUNT";
    const IS_QUIET: bool = true;
    type Answer = (AccountType, String);
    fn payload(&self) -> Option<Value> {
        Some(json!({ "type": self.0.as_str() }))
    }
    fn read(payload: &Value) -> Option<(AccountType, String)> {
        Some((account_type(payload, "type")?, payload.filled("address")?.into()))
    }
}

/// A wallet request. Its method determines the result, and the caller parses it.
pub(super) struct RpcRequest {
    pub method: String,
    pub params: Value,
    pub chain: ChainId,
    pub rpc_url: Option<String>,
}

impl Call for RpcRequest {
    const NAME: &'static str = "RPC_REQUEST";
    /// Requests that only read have their own limit elsewhere. A user's decision has none.
    const LIMIT_MS: Option<u64> = None;
    type Answer = Value;
    fn payload(&self) -> Option<Value> {
        Some(object([
            ("method", Some(json!(self.method))),
            ("params", Some(self.params.clone())),
            ("chainId", Some(written_chain(&self.chain))),
            ("chainNamespace", Some(json!(self.chain.namespace.as_str()))),
            ("rpcUrl", text(self.rpc_url.as_ref())),
        ]))
    }
    fn read(payload: &Value) -> Option<Value> {
        Some(payload.clone())
    }
}

/// Passes the page's theme.
pub(super) struct SyncTheme(pub Value);

impl Call for SyncTheme {
    const NAME: &'static str = "SYNC_THEME";
    const LIMIT_MS: Option<u64> = Some(FRAME_QUIET_MS);
    const IS_QUIET: bool = true;
    type Answer = ();
    fn payload(&self) -> Option<Value> {
        Some(self.0.clone())
    }
    fn read(payload: &Value) -> Option<()> {
        nothing(payload)
    }
}

/// Passes the page's name, URL and icon.
pub(super) struct SyncDappData(pub Value);

impl Call for SyncDappData {
    const NAME: &'static str = "SYNC_DAPP_DATA";
    const LIMIT_MS: Option<u64> = Some(FRAME_QUIET_MS);
    const IS_QUIET: bool = true;
    type Answer = ();
    fn payload(&self) -> Option<Value> {
        Some(self.0.clone())
    }
    fn read(payload: &Value) -> Option<()> {
        nothing(payload)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const NONCE: &str = "00112233445566778899aabbccddeeff";

    fn text_of<C: Call>(call: &C) -> String {
        written(C::NAME, call.payload(), "x")
    }

    fn of(text: &str) -> Option<Message> {
        read(text, NONCE)
    }

    fn answer(name: &str, outcome: core::result::Result<Value, Option<String>>) -> Option<Message> {
        Some(Message::Answer { name: name.into(), id: "a1".into(), outcome })
    }

    // req: 9.13, 9.14
    #[test]
    fn sets_the_specified_timeout_for_each_call() {
        macro_rules! calls {
            ($($kind:ident),*) => { [$(($kind::NAME, $kind::LIMIT_MS)),*] };
        }
        let mut calls = calls![
            SwitchNetwork,
            ConnectEmail,
            ConnectDevice,
            ConnectOtp,
            ConnectSocial,
            GetSocialRedirectUri,
            GetFarcasterUri,
            ConnectFarcaster,
            GetUser,
            SignOut,
            IsConnected,
            GetChainId,
            GetSmartAccountNetworks,
            InitSmartAccount,
            SetPreferredAccount,
            RpcRequest,
            RpcAbort,
            UpdateEmail,
            UpdateEmailPrimaryOtp,
            UpdateEmailSecondaryOtp,
            SyncTheme,
            SyncDappData,
            Reload
        ];
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/spec/embedded-frame.md");
        let text = std::fs::read_to_string(path).unwrap();
        let (_, table) = text
            .split_once("| app message | payload | success payload | limit |\n|---|---|---|---|\n")
            .unwrap();
        let mut told = Vec::new();
        for row in table.lines().map_while(|line| line.strip_prefix("| ")?.strip_suffix(" |")) {
            let (name, rest) = row.split_once(" | ").unwrap();
            let (_, limit) = rest.rsplit_once(" | ").unwrap();
            let limit_ms = match limit.split([' ', ';']).next().unwrap() {
                "A" => Some(120_000),
                // a request that only reads has a separate limit (FRAME_READ_MS)
                "none" | "read-only" => None,
                // a call without a waiting caller; calls that only old sites know are never made
                "-" if name == "RPC_ABORT" => Some(FRAME_QUIET_MS),
                "-" => continue,
                seconds => Some(seconds.parse::<u64>().unwrap() * 1_000),
            };
            told.push((name, limit_ms));
        }
        calls.sort();
        told.sort();
        assert_eq!(calls.as_slice(), told);
    }

    // req: 7.41, 7.42, 7.43, 7.44
    #[test]
    fn encodes_calls_with_their_specified_names_and_fields() {
        let wire = |text: String| serde_json::from_str::<Value>(&text).unwrap();
        assert_eq!(
            wire(text_of(&ConnectEmail("ada@example.org".into()))),
            json!({ "type": "@w3m-app/CONNECT_EMAIL", "id": "x", "payload": { "email": "ada@example.org" } })
        );
        assert_eq!(wire(text_of(&ConnectDevice)), json!({ "type": "@w3m-app/CONNECT_DEVICE", "id": "x" }));
        assert_eq!(wire(text_of(&ConnectOtp("123456".into())))["payload"], json!({ "otp": "123456" }));
        let chain = ChainId::parse("eip155:1337").unwrap();
        let switch = SwitchNetwork { chain: chain.clone(), rpc_url: None };
        assert_eq!(wire(text_of(&switch))["payload"], json!({ "chainId": 1337 }));
        let solana = SwitchNetwork {
            chain: ChainId::parse("solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp").unwrap(),
            rpc_url: Some("https://node.example".into()),
        };
        assert_eq!(
            wire(text_of(&solana))["payload"],
            json!({ "chainId": "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "rpcUrl": "https://node.example" })
        );
        let user = GetUser { preferred: Some(AccountType::SmartAccount), ..GetUser::default() };
        assert_eq!(wire(text_of(&user))["payload"], json!({ "preferredAccountType": "smartAccount" }));
        let params = json!(["0x00", "0x01"]);
        let request =
            RpcRequest { method: "personal_sign".into(), params: params.clone(), chain, rpc_url: None };
        assert_eq!(
            wire(text_of(&request))["payload"],
            json!({ "method": "personal_sign", "params": params, "chainId": 1337, "chainNamespace": "eip155" })
        );
    }

    // req: 7.45
    #[test]
    fn rejects_a_response_with_any_invalid_part() {
        let good = json!({ "type": "@w3m-frame/CONNECT_EMAIL_SUCCESS", "id": "a1", "payload": { "action": "VERIFY_OTP" } });
        assert_eq!(of(&good.to_string()), answer("CONNECT_EMAIL", Ok(json!({ "action": "VERIFY_OTP" }))));
        let bad = json!({ "type": "@w3m-frame/CONNECT_OTP_ERROR", "id": "a1", "payload": { "message": "Wrong code" } });
        assert_eq!(of(&bad.to_string()), answer("CONNECT_OTP", Err(Some("Wrong code".into()))));
        let silent = json!({ "type": "@w3m-frame/SIGN_OUT_ERROR", "id": "a1" });
        assert_eq!(of(&silent.to_string()), answer("SIGN_OUT", Err(None)));
        assert_eq!(of(r#"{"type":"@w3m-frame/READY","payload":{"version":"4"}}"#), Some(Message::Ready));
        assert_eq!(
            of(r#"{"type":"@w3m-frame/SESSION_UPDATE","payload":{"token":"t"}}"#),
            Some(Message::Session("t".into()))
        );
    }

    #[test]
    fn drops_text_that_isnt_a_frame_message() {
        let deep = ["[".repeat(FRAME_DEPTH_MAX), "]".repeat(FRAME_DEPTH_MAX)].concat();
        for text in [
            "",
            "null",
            "[]",
            "\"@w3m-frame/READY\"",
            r#"{"type":"READY"}"#,
            r#"{"type":"x@w3m-frame/READY"}"#,
            r#"{"type":"@w3m-app/READY"}"#,
            r#"{"type":["@w3m-frame/READY"]}"#,
            r#"{"type":"@w3m-frame/READYX"}"#,
            r#"{"type":"@w3m-frame/GET_USER","id":"a1"}"#,
            r#"{"type":"@w3m-frame/GET_USER_SUCCESS"}"#,
            r#"{"type":"@w3m-frame/GET_USER_SUCCESS","id":""}"#,
            r#"{"type":"@w3m-frame/GET_USER_SUCCESS","id":7}"#,
            r#"{"type":"@w3m-frame/SESSION_UPDATE","payload":{"token":""}}"#,
            r#"{"type":"@w3m-frame/READY","__proto__":{}}"#,
            r#"{"type":"@w3m-frame/READY","payload":{"a":[{"constructor":1}]}}"#,
            r#"{"type":"@w3m-frame/READY","nonce":"other"}"#,
            r#"{"type":"@w3m-frame/READY","payload":{"nonce":"other"}}"#,
            &[r#"{"type":"@w3m-frame/READY","payload":"#, &deep, "}"].concat(),
            &[r#"{"type":"@w3m-frame/READY","payload":""#, &"x".repeat(FRAME_TEXT_MAX), "\"}"].concat(),
        ] {
            assert_eq!(of(text), None, "{}", text.chars().take(120).collect::<String>());
        }
        let own = json!({ "type": "@w3m-frame/READY", "nonce": NONCE });
        assert_eq!(of(&own.to_string()), Some(Message::Ready), "our own nonce");
        // the transaction of a node has its own nonce
        let answer = json!({ "type": "@w3m-frame/RPC_REQUEST_SUCCESS", "id": "a1", "nonce": NONCE, "payload": { "nonce": "0x1" } });
        assert!(matches!(of(&answer.to_string()), Some(Message::Answer { outcome: Ok(_), .. })));
    }

    #[test]
    fn parses_typed_payloads() {
        assert_eq!(
            ConnectEmail::read(&json!({ "action": "VERIFY_DEVICE" })),
            Some(EmailAction::VerifyDevice)
        );
        assert_eq!(ConnectEmail::read(&json!({ "action": "verify_otp" })), None);
        assert_eq!(IsConnected::read(&json!({ "isConnected": "true" })), None);
        assert_eq!(SwitchNetwork::read(&json!({ "chainId": 1 })), ChainId::parse("eip155:1"));
        assert_eq!(SwitchNetwork::read(&json!({ "chainId": "1337" })), ChainId::parse("eip155:1337"));
        assert_eq!(SwitchNetwork::read(&json!({ "chainId": -1 })), None);
        for chain in ["+1", "0668", "00", "0", " 1", "1 ", "1e3", "0x1", "eip155:01", "18446744073709551616"]
        {
            assert_eq!(SwitchNetwork::read(&json!({ "chainId": chain })), None, "{chain}");
        }
        assert_eq!(SwitchNetwork::read(&json!({ "chainId": 1.5 })), None);
        let networks = json!({ "smartAccountEnabledNetworks": [1337, "1", null, 10] });
        assert_eq!(GetSmartAccountNetworks::read(&networks), Some(alloc::vec![1337, 10]));
        assert_eq!(GetSmartAccountNetworks::read(&json!({})), None);
        assert_eq!(SetPreferredAccount::read(&json!({ "type": "stx", "address": "0x1" })), None);
        let user = GetUser::read(&json!({
            "address": "0x71C7656EC7ab88b098defB751B7401B5f6d8976F", "chainId": "eip155:1337", "email": null,
            "smartAccountDeployed": false, "accounts": [
                { "address": "0x71C7656EC7ab88b098defB751B7401B5f6d8976F", "type": "eoa" }, { "type": "eoa" }, 7
            ], "preferredAccountType": "eoa", "message": "m"
        }))
        .unwrap();
        assert_eq!((user.email, user.is_deployed, user.signed), (None, Some(false), None));
        assert_eq!(user.accounts.len(), 1);
        assert_eq!(user.preferred, Some(AccountType::Eoa));
        assert_eq!(GetUser::read(&json!({ "address": "", "chainId": 1 })), None);
    }

    #[test]
    fn accepts_a_code_of_six_digits() {
        assert!(is_code("012345"));
        for text in ["", "12345", "1234567", "12345a", "12 456", "１２３４５６"] {
            assert!(!is_code(text), "{text}");
        }
    }
}
