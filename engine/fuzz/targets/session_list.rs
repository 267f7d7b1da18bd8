//! A service's list of smart sessions; with a second line, a request to a wallet and its grant.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use wallet_engine::namespaces::eip155::codec::grants::{Permission, SESSIONS_MAX, granted, sessions};

const ACCOUNT: &str = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const NOW_S: u64 = 1_700_000_000;

fn parse(text: &str) -> Option<Value> {
    wallet_engine::json::parse(text, 256 * 1024).ok()
}

fuzz_target!(|text: &str| {
    let (first, second) = text.split_once('\n').unwrap_or((text, ""));
    let Some(list) = parse(first) else { return };
    if let Some((found, is_cut)) = sessions(&list) {
        assert!(found.len() <= SESSIONS_MAX && (!is_cut || found.len() == SESSIONS_MAX));
        for (at, session) in found.iter().enumerate() {
            // the ID that a user signs is one word of plain characters, unchanged from the response
            assert!(!session.pci.is_empty() && session.pci.len() <= 256);
            assert!(session.pci.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'"' && byte != b'\\'));
            assert!(found.iter().skip(at + 1).all(|other| other.pci != session.pci));
            assert!(found.get(at + 1).is_none_or(|next| next.created_s <= session.created_s));
            assert!(session.permissions.len() <= 100 && session.policies.len() <= 100);
            let words = session.project.iter().chain(&session.policies);
            assert!(words.into_iter().all(|word| !word.chars().any(char::is_control)));
            assert!(session.url.as_ref().is_none_or(|url| url.starts_with("http")));
        }
    }
    let Some(answer) = parse(second) else { return };
    if let Some(given) = granted(&list, &answer, ACCOUNT, NOW_S) {
        assert!(given.expiry_s > NOW_S && given.expiry_s <= list["expiry"].as_u64().expect("asked for"));
        let asked = list["permissions"].as_array().expect("asked for");
        let all = |permission: &Value| match Permission::read(permission) {
            Permission::Allowance { token, of } => Some((token, of.units)),
            _ => None,
        };
        for permission in &given.permissions {
            // no grant exceeds the requested maximum of its token
            let Permission::Allowance { token, of } = permission else { continue };
            let most = asked
                .iter()
                .filter_map(all)
                .filter(|(asked, _)| asked == token)
                .map(|(_, units)| units)
                .max();
            assert!(most.is_some_and(|most| of.units <= most));
        }
    }
});
