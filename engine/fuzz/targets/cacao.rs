//! Signed sign-ins: the text has its required lines for any fields, and only a valid response binds.
#![no_main]

use libfuzzer_sys::fuzz_target;
use walletconnect::cacao::{self, AuthRequest};
use walletconnect::json;

fuzz_target!(|text: &str| {
    let Some(value) = json::message(text) else { return };
    let Some(cacao) = cacao::read_cacao(&value) else { return };
    let lines: Vec<_> = cacao.message.split('\n').collect();
    let field = |name: &str| value["p"][name].as_str().filter(|text| !text.is_empty());
    let count = |name: &str| lines.iter().filter(|line| line.starts_with(name)).count();
    assert_eq!(lines[1], cacao.address);
    assert!(lines[0].ends_with(" account:") && lines[0].starts_with(field("domain").unwrap()));
    // below the statement nothing stands that its field does not say
    let body = &lines[if lines[3].is_empty() { 5 - usize::from(!lines[4].is_empty()) } else { 5 }..];
    assert!(body[0].starts_with("URI: ") && body[1] == "Version: 1" && body[2].starts_with("Chain ID: "));
    let optional = ["exp", "nbf", "requestId"].iter().filter(|name| field(name).is_some()).count();
    let resources = if cacao.resources.is_empty() { 0 } else { cacao.resources.len() + 1 };
    assert_eq!(body.len(), 5 + optional + resources, "{}", cacao.message);
    assert!(count("Nonce: ") >= 1);

    let mut asked = AuthRequest {
        domain: "dapp.example".into(),
        aud: "https://dapp.example/login".into(),
        nonce: "abcdef1234567890".into(),
        chains: ["eip155:1".into()].into(),
        ..AuthRequest::default()
    };
    let now_ms = 1_767_323_045_678;
    if cacao::check_claims(&asked, &cacao, now_ms).is_ok() {
        assert_eq!(field("nonce"), Some("abcdef1234567890"));
        asked.nonce.push('x');
        assert_eq!(cacao::check_claims(&asked, &cacao, now_ms).unwrap_err().code, 7000);
    }
    let _ = cacao::granted(&cacao.resources);
});
