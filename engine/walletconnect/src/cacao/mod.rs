//! Sign-in over WalletConnect: the request (CAIP-122), the signed object that the wallet returns (CAIP-74), and the
//! comparison of both (docs/spec/walletconnect.md 5.9, 5.10).
//!
//! The caller verifies the signature over [`Cacao::message`].

mod message;
mod recap;
mod time;

pub use message::message;
pub use recap::{Recap, granted, merge, recap, statement};

use crate::error::{self, Error, PeerError};
use crate::json::Read as _;
use crate::namespaces;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::{Map, Value};

/// A request to sign in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AuthRequest {
    /// The host of the page.
    pub domain: String,
    /// The URI of the page.
    pub aud: String,
    /// At least 8 letters and digits.
    pub nonce: String,
    /// The chain IDs (CAIP-2).
    pub chains: Vec<String>,
    /// One line of ASCII, because official clients count other characters wrongly.
    pub statement: Option<String>,
    /// When it was issued (ISO 8601).
    pub iat: String,
    /// When it expires (ISO 8601).
    pub exp: Option<String>,
    /// When it becomes valid (ISO 8601).
    pub nbf: Option<String>,
    /// The page's own ID of the request.
    pub request_id: Option<String>,
    /// The resources, as URIs.
    pub resources: Vec<String>,
    /// For a one-click sign-in: the methods that the session should allow.
    pub methods: Vec<String>,
}

impl AuthRequest {
    /// Checks whether a wallet would accept the request.
    ///
    /// # Errors
    /// An error with the text of the official clients.
    pub fn check(&self, one_click: bool) -> Result<(), Error> {
        let first = self.chains.first().ok_or(Error::AuthChains)?;
        let required =
            [(&self.aud, Error::AuthUri), (&self.domain, Error::AuthDomain), (&self.nonce, Error::AuthNonce)];
        if let Some((_, error)) = required.into_iter().find(|(text, _)| text.is_empty()) {
            return Err(error);
        }
        let family = |chain: &str| chain.split(':').next().map(String::from);
        if one_click && self.chains.iter().any(|chain| family(chain) != family(first)) {
            return Err(Error::AuthNamespaces);
        }
        if one_click && family(first).as_deref() != Some("eip155") {
            return Err(Error::AuthNamespace);
        }
        let lines = [
            ("uri", Some(&self.aud)),
            ("domain", Some(&self.domain)),
            ("nonce", Some(&self.nonce)),
            ("iat", Some(&self.iat)),
            ("statement", self.statement.as_ref()),
            ("exp", self.exp.as_ref()),
            ("nbf", self.nbf.as_ref()),
            ("requestId", self.request_id.as_ref()),
        ];
        let resources = self.resources.iter().map(|resource| ("resources", Some(resource)));
        let mut all = lines.into_iter().chain(resources);
        match all.find(|(_, text)| text.is_some_and(|text| !message::is_line(text))) {
            Some((name, _)) => Err(Error::AuthLine(name)),
            None => Ok(()),
        }
    }

    /// The JSON form for a proposal. With `one_click`, the form for `authPayload`, whose last resource contains the
    /// methods.
    #[must_use]
    pub fn payload(&self, one_click: bool) -> Value {
        let mut fields = Map::new();
        let mut put = |name: &str, text: Option<&String>| {
            if let Some(text) = text.filter(|text| !text.is_empty()) {
                fields.insert(name.into(), text.as_str().into());
            }
        };
        put("domain", Some(&self.domain));
        put("aud", Some(&self.aud));
        put("nonce", Some(&self.nonce));
        put("iat", Some(&self.iat));
        put("statement", self.statement.as_ref());
        put("exp", self.exp.as_ref());
        put("nbf", self.nbf.as_ref());
        put("requestId", self.request_id.as_ref());
        fields.insert("type".into(), "caip122".into());
        fields.insert("version".into(), "1".into());
        fields.insert("chains".into(), self.chains.clone().into());
        let resources = if one_click { self.with_recap() } else { self.resources.clone() };
        if !resources.is_empty() {
            fields.insert("resources".into(), resources.into());
        }
        Value::Object(fields)
    }

    /// The resources with one ReCap at the end, which merges the page's own, if any, and the methods.
    fn with_recap(&self) -> Vec<String> {
        let mut resources = self.resources.clone();
        if self.methods.is_empty() {
            return resources;
        }
        let ours = recap(&self.methods, &self.chains);
        let merged = resources.last().and_then(|last| merge(last, &ours));
        if merged.is_some() {
            resources.pop();
        }
        resources.push(merged.unwrap_or(ours));
        resources
    }
}

/// How to verify a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignatureKind {
    /// Signed by a key: recover it.
    Eip191,
    /// Signed by a contract: query the contract.
    Eip1271,
    /// Signed in another namespace.
    Other,
}

/// A signed sign-in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cacao {
    /// `did:pkh:` and a CAIP-10 ID.
    pub iss: String,
    /// The chain ID (CAIP-2).
    pub chain: String,
    /// The plain address.
    pub address: String,
    /// The signed text, rebuilt from the fields.
    pub message: String,
    /// The type of the signature.
    pub kind: SignatureKind,
    /// The signature in the wallet's form.
    pub signature: String,
    /// The resources. The last one can contain permissions, see [`granted`].
    pub resources: Vec<String>,
    /// The original object.
    pub raw: Value,
}

/// Reads a signed sign-in and rebuilds its text. `None` if it is invalid: a missing field, a line break in a field, an
/// issuer that isn't an account.
#[must_use]
pub fn read_cacao(value: &Value) -> Option<Cacao> {
    let (header, payload, signature) = (value.field("h")?, value.field("p")?, value.field("s")?);
    // existing wallets still use the name from before CAIP-122
    matches!(header.text("t")?, "caip122" | "eip4361").then_some(())?;
    let iss = payload.filled("iss")?;
    let account = iss.strip_prefix("did:pkh:")?;
    let chain = namespaces::chain_of(account)?;
    let (_, address) = account.rsplit_once(':')?;
    Some(Cacao {
        iss: iss.into(),
        chain: chain.into(),
        address: address.into(),
        message: message(payload, address, chain)?,
        kind: match signature.text("t")? {
            "eip191" => SignatureKind::Eip191,
            "eip1271" => SignatureKind::Eip1271,
            _ => SignatureKind::Other,
        },
        signature: signature.filled("s")?.into(),
        resources: message::resources(payload)?,
        raw: value.clone(),
    })
}

/// How far the clock of a wallet that sets the time of signing can differ.
const IAT_SKEW_MS: i64 = 300_000;

/// Checks that a signed sign-in matches the request now: domain, nonce, URI, chain and times. It must contain
/// everything that was requested. A later expiry, or none, would promise more. The statement can be longer (with
/// permissions). Resources and chains aren't compared, because wallets rewrite them.
///
/// # Errors
/// 7000 with the reason.
pub fn check_claims(asked: &AuthRequest, cacao: &Cacao, now_ms: u64) -> Result<(), PeerError> {
    let refuse = |reason: &str| Err(error::SESSION_SETTLEMENT_FAILED.because(reason));
    let payload = cacao.raw.field("p").unwrap_or(&Value::Null);
    for (name, wanted) in [("domain", &asked.domain), ("nonce", &asked.nonce), ("aud", &asked.aud)] {
        let text = payload.text(name).unwrap_or_default();
        if text != wanted {
            return refuse(&format!("{name} mismatch: requested {wanted}, got {text}"));
        }
    }
    if !asked.chains.contains(&cacao.chain) {
        return refuse(&format!("cacao issued for chain {} which was not requested", cacao.chain));
    }
    let time = |name: &str| match payload.field(name).map(|value| value.as_str().and_then(time::read_ms)) {
        None => Ok(None),
        Some(Some(ms)) => Ok(Some(ms)),
        Some(None) => Err(()),
    };
    let now_ms = i64::try_from(now_ms).unwrap_or(i64::MAX);
    let (exp_ms, nbf_ms) = match (time("exp"), time("nbf")) {
        (Err(()), _) | (_, Err(())) => return refuse("cacao has an invalid time"),
        (Ok(Some(exp_ms)), _) if exp_ms <= now_ms => return refuse("cacao has expired"),
        (_, Ok(Some(nbf_ms))) if nbf_ms > now_ms => return refuse("cacao is not valid yet"),
        (Ok(exp_ms), Ok(nbf_ms)) => (exp_ms, nbf_ms),
    };
    let asked_ms = |text: &Option<String>| text.as_deref().and_then(time::read_ms);
    let got = |name: &str| payload.text(name).unwrap_or_default();
    let is_kept = |name: &str, wanted: &Option<String>, holds: bool| {
        wanted.as_ref().is_none_or(|wanted| wanted.is_empty() || got(name) == wanted || holds)
    };
    let sooner = asked_ms(&asked.exp).zip(exp_ms).is_some_and(|(asked, got)| got <= asked);
    let later = asked_ms(&asked.nbf).zip(nbf_ms).is_some_and(|(asked, got)| got >= asked);
    let goes_on =
        asked.statement.as_ref().is_some_and(|wanted| got("statement").starts_with(wanted.as_str()));
    let signed_ms = time::read_ms(got("iat"));
    let from_ms = time::read_ms(&asked.iat).unwrap_or(now_ms).saturating_sub(IAT_SKEW_MS);
    let is_fresh = signed_ms.is_some_and(|ms| (from_ms..=now_ms.saturating_add(IAT_SKEW_MS)).contains(&ms));
    let limits = [
        ("exp", is_kept("exp", &asked.exp, sooner)),
        ("nbf", is_kept("nbf", &asked.nbf, later)),
        ("requestId", is_kept("requestId", &asked.request_id, false)),
        ("statement", is_kept("statement", &asked.statement, goes_on)),
        ("iat", got("iat") == asked.iat || is_fresh),
    ];
    match limits.iter().find(|(_, holds)| !holds) {
        Some((name, _)) => refuse(&format!("{name} is not what was requested")),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;
    use serde_json::json;

    const ACCOUNT: &str = "did:pkh:eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

    fn asked() -> AuthRequest {
        AuthRequest {
            domain: "dapp.example".into(),
            aud: "https://dapp.example".into(),
            nonce: "abcdef1234567890".into(),
            chains: ["eip155:1".into()].into(),
            iat: "2026-01-02T03:04:05.678Z".into(),
            ..AuthRequest::default()
        }
    }

    fn signed(name: &str, value: Value) -> Value {
        let mut payload = asked().payload(false);
        payload["iss"] = ACCOUNT.into();
        payload[name] = value;
        json!({"h": {"t": "caip122"}, "p": payload, "s": {"t": "eip191", "s": "0x00"}})
    }

    #[test]
    fn rejects_a_request_with_the_known_texts() {
        let refused = |change: fn(&mut AuthRequest)| {
            let mut request = asked();
            change(&mut request);
            request.check(true).unwrap_err()
        };
        assert_eq!(asked().check(true), Ok(()));
        assert_eq!(refused(|request| request.chains.clear()), Error::AuthChains);
        assert_eq!(refused(|request| request.aud.clear()), Error::AuthUri);
        assert_eq!(refused(|request| request.domain.clear()), Error::AuthDomain);
        assert_eq!(refused(|request| request.nonce.clear()), Error::AuthNonce);
        assert_eq!(refused(|request| request.chains.push("solana:x".into())), Error::AuthNamespaces);
        assert_eq!(refused(|request| request.chains = ["solana:x".into()].into()), Error::AuthNamespace);
        assert_eq!(refused(|request| request.statement = Some("a\nb".into())), Error::AuthLine("statement"));
        assert_eq!(refused(|request| request.resources.push("a\r".into())), Error::AuthLine("resources"));
        let several = AuthRequest { chains: ["solana:x".into(), "eip155:1".into()].into(), ..asked() };
        assert_eq!(several.check(false), Ok(()));
    }

    #[test]
    fn puts_the_methods_into_the_last_resource_of_a_one_click_sign_in() {
        let mut request = AuthRequest { methods: ["personal_sign".into()].into(), ..asked() };
        assert_eq!(request.payload(false).field("resources"), None);
        request.resources = ["https://a.example".into()].into();
        let texts = json::texts(request.payload(true).field("resources")).unwrap();
        assert_eq!((texts.len(), granted(&texts).methods), (2, ["personal_sign".into()].into()));
        request.resources = texts;
        request.methods = ["eth_sign".into()].into();
        let texts = json::texts(request.payload(true).field("resources")).unwrap();
        assert_eq!(
            (texts.len(), granted(&texts).methods),
            (2, ["eth_sign".into(), "personal_sign".into()].into())
        );
    }

    #[test]
    fn rejects_a_sign_in_outside_its_times() {
        let now_ms = 1_800_000_000_000; // 2027-01-15T08:00:00Z
        let outcome = |name, value| {
            let cacao = read_cacao(&signed(name, value)).unwrap();
            check_claims(&asked(), &cacao, now_ms).map_err(|error| error.message)
        };
        assert_eq!(outcome("exp", json!("2027-01-15T08:00:00.001Z")), Ok(()));
        assert_eq!(outcome("nbf", json!("2027-01-15T08:00:00Z")), Ok(()));
        assert_eq!(outcome("exp", json!(null)), Ok(()));
        for (name, value, reason) in [
            ("exp", "2027-01-15T08:00:00Z", "cacao has expired"),
            ("exp", "tomorrow", "cacao has an invalid time"),
            ("nbf", "", "cacao has an invalid time"),
            ("nbf", "2027-01-15T08:00:00.001Z", "cacao is not valid yet"),
        ] {
            assert_eq!(
                outcome(name, json!(value)),
                Err(format!("Session settlement failed. {reason}")),
                "{value}"
            );
        }
        let Err(error) = check_claims(
            &AuthRequest { chains: [].into(), ..asked() },
            &read_cacao(&signed("exp", json!(null))).unwrap(),
            0,
        ) else {
            panic!("a chain nobody asked for")
        };
        assert_eq!(error.code, 7000);
    }

    #[test]
    fn requires_every_requested_field_in_the_signed_message() {
        let now_ms = 1_767_323_100_000; // 54 s after `iat`
        let auth = AuthRequest {
            statement: Some("I accept the terms.".into()),
            exp: Some("2026-01-02T04:00:00Z".into()),
            nbf: Some("2026-01-02T03:00:00Z".into()),
            request_id: Some("request-7".into()),
            resources: ["https://terms.example".into()].into(),
            ..asked()
        };
        let outcome = |name: &str, value: Value| {
            let mut payload = auth.payload(false);
            payload["iss"] = ACCOUNT.into();
            payload[name] = value;
            let cacao = json!({"h": {"t": "caip122"}, "p": payload, "s": {"t": "eip191", "s": "0x00"}});
            check_claims(&auth, &read_cacao(&cacao).unwrap(), now_ms).map_err(|error| error.message)
        };
        for (name, value) in [
            ("x", json!(1)),
            ("exp", json!("2026-01-02T03:30:00Z")),
            ("exp", json!("2026-01-02T05:00:00+01:00")),
            ("nbf", json!("2026-01-02T03:01:00Z")),
            ("iat", json!("2026-01-02T03:04:50Z")),
            ("iat", json!("2026-01-02T03:09:00Z")),
            ("statement", json!("I accept the terms. I further authorize the stated URI to ...")),
        ] {
            assert_eq!(outcome(name, value.clone()), Ok(()), "{name} {value}");
        }
        for (name, values) in [
            ("exp", [json!(null), json!("2026-01-02T04:00:01Z"), json!("2099-01-01T00:00:00Z")]),
            ("nbf", [json!(null), json!("2026-01-02T02:59:59Z"), json!("2000-01-01T00:00:00Z")]),
            ("requestId", [json!(null), json!("request-70"), json!("")]),
            ("statement", [json!(null), json!("I accept"), json!("No. I accept the terms.")]),
            ("iat", [json!("2000-01-01T00:00:00Z"), json!("yesterday"), json!("2026-01-02T04:00:00Z")]),
        ] {
            for value in values {
                let why = format!("Session settlement failed. {name} is not what was requested");
                assert_eq!(outcome(name, value.clone()), Err(why), "{name} {value}");
            }
        }
    }

    #[test]
    fn rejects_messages_that_no_wallet_can_write() {
        assert!(read_cacao(&signed("x", json!(1))).is_some());
        for (name, value) in [
            ("iss", json!("did:pkh:eip155:1")),
            ("iss", json!("eip155:1:0xa")),
            ("domain", json!("a\nb")),
            ("domain", json!(null)),
            ("nonce", json!(5)),
            ("aud", json!("")),
            ("version", json!("2")),
            ("iat", json!(null)),
            ("exp", json!(5)),
            ("exp", json!("x\ny")),
            ("requestId", json!("x\ny")),
            ("statement", json!("x\ry")),
            ("resources", json!(["a", 5])),
            ("resources", json!(["a\n- b"])),
            ("resources", json!("a")),
        ] {
            assert_eq!(read_cacao(&signed(name, value.clone())), None, "{name} {value}");
        }
        let good = signed("x", json!(1));
        for part in ["h", "p", "s"] {
            let mut cacao = good.clone();
            cacao[part] = json!({});
            assert_eq!(read_cacao(&cacao), None, "{part}");
        }
        assert_eq!(read_cacao(&json!(null)), None);
    }
}
