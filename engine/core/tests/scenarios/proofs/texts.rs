//! Foreign text on its way to a slice (docs/spec/security.md T9, B12): a thousand attacks through the pipeline itself, and through every
//! field that a service, a node or a wallet fills.

use super::corpus::payloads;
use super::shown::{faults, is_unfit};
use super::{seed, times};
use crate::support::*;
use serde_json::{Value, json};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use wallet_engine::error::foreign_text;
use wallet_engine::ports::provider::{Announced, PageWallet, WalletKind};
use wallet_engine::text::{know_letters, label};

const PAYLOADS: usize = 1_000;

fn of_pipeline(text: &str, limit: usize, out: &str) -> Option<String> {
    let marks = |c: &char| is_combining_mark(*c);
    let letters = out.chars().filter(|c| !marks(c)).count();
    let mut row = 0;
    let flood = out.chars().any(|c| {
        row = if is_combining_mark(c) { row + 1 } else { 0 };
        row > 2
    });
    let is_plain = text.bytes().all(|b| b == b' ' || b.is_ascii_graphic());
    let fault = match () {
        () if out.chars().any(is_unfit) => "a character that hides or turns",
        () if letters > limit => "more letters than its limit",
        () if flood => "more marks on a letter than two",
        () if out.trim() != out || out.is_empty() => "an edge of nothing",
        () if out.nfc().collect::<String>() != out => "not composed",
        () if label(out, limit).as_deref() != Some(out) => "another text the second time",
        () if is_plain && out != text.trim().chars().take(limit).collect::<String>().trim_end() => {
            "not as it was written"
        }
        () => return None,
    };
    Some(format!("{fault}: {out:?} of {text:?} in {limit}, seed {}", seed()))
}

// B12
#[test]
fn bounds_and_cleans_any_foreign_text() {
    know_letters();
    let corpus = payloads(PAYLOADS * times());
    let distinct: std::collections::BTreeSet<&String> = corpus.iter().collect();
    assert!(distinct.len() >= PAYLOADS * 95 / 100, "{} different ones", distinct.len());
    let mut some = 0;
    for text in &corpus {
        for limit in [12, 32, 64, 120, 200] {
            let Some(out) = label(text, limit) else { continue };
            some += 1;
            assert_eq!(of_pipeline(text, limit, &out), None);
        }
        let said = foreign_text(text);
        assert!(!said.chars().any(is_unfit) && said.chars().count() <= 600, "{said:?} of {text:?}");
    }
    assert!(some > corpus.len() * 4, "{some} have something left");
}

/// A page whose services say these in every field of theirs.
fn page(few: &[String]) -> World {
    let chain = Chain::default();
    let address = |at: usize| format!("eip155:1337:0x{:040x}", at + 1);
    let tokens = few.iter().enumerate().map(|(at, text)| {
        json!({"name": text, "symbol": text, "chainId": "eip155:1337", "address": address(at), "price": 1,
            "quantity": {"decimals": "6", "numeric": "1.5"}, "iconUrl": text})
    });
    *chain.tokens.borrow_mut() = tokens.collect();
    let moved = few.iter().enumerate().map(|(at, text)| {
        json!({"id": format!("{at}"), "metadata": {"operationType": text, "hash": text, "chain": "eip155:1337",
            "minedAt": "2023-11-14T22:08:20Z", "sentFrom": text, "sentTo": text, "status": text}, "transfers": [
            {"direction": "in", "quantity": {"numeric": "1"}, "nft_info": {"name": text, "content": {"preview": {"url": text}}}},
            {"direction": "out", "quantity": {"numeric": text}, "fungible_info": {"name": text, "symbol": text, "icon": {"url": text}}}]})
    });
    *chain.history.borrow_mut() = vec![("", json!({"data": moved.collect::<Vec<_>>(), "next": few[0]}))];
    *chain.identity.borrow_mut() = json!({"name": few[0], "avatar": few[0]});
    let listed = few.iter().enumerate().map(|(at, text)| {
        json!({"id": format!("{at:064x}"), "name": text, "image_id": text, "rdns": text, "description": text, "homepage": text,
            "mobile_link": text, "desktop_link": text, "webapp_link": text, "link_mode": text, "app_store": text, "play_store": text,
            "chrome_store": text, "badge_type": text, "chains": [text, "eip155:1337"]})
    });
    *chain.listings.borrow_mut() = json!({"count": 600, "data": listed.collect::<Vec<_>>()});
    World::over(options(), Default::default(), chain)
}

/// What one page shows of them, and what is wrong with it.
fn shown(few: &[String]) -> Vec<String> {
    let world = page(few);
    let (reason, mut wrong) = (few[0].clone(), Vec::new());
    world.served(move |request| {
        let is_asked = |method: &str| request.body.as_ref().is_some_and(|body| body.text.contains(method));
        let words =
            json!({"id": 1, "error": {"code": 3, "message": format!("execution reverted: {reason}")}});
        if is_asked("eth_estimateGas") {
            return Some(status(200, &words.to_string()));
        }
        let said = json!({"reasons": [{"description": reason}]});
        request.url.contains("/v1/fungible/price").then(|| status(403, &said.to_string()))
    });
    // wallets named so; one of them says why not
    let why = few[0].clone();
    world.but(1, |_, _| None);
    world.but(2, move |_, _| Some(refuse(-32_603, &why)));
    for (handle, text) in (2..).zip(few.iter().take(6)) {
        world.engine.announce(Announced {
            kind: WalletKind::default(),
            handle: PageWallet(handle),
            id: format!("00000000-0000-4000-8000-0000000000{handle:02}"),
            name: text.clone(),
            icon: None, // a blob: url of ours, made by who copied the announcement
            picture: None,
            rdns: Some(format!("dev.w{handle}")),
            namespaces: vec![wallet_engine::caip::Namespace::Eip155],
        });
    }
    world.open("Connect");
    world.pass(3_000);
    world.dispatch(json!({"type": "connect.select", "id": "dev.w2"}));
    world.pass(1_000);
    wrong.extend(faults(&world));
    world.dispatch(json!({"type": "router.close", "reason": "host"}));
    world.open("AllWallets");
    world.pass(3_000);
    wrong.extend(faults(&world));
    world.join();
    world.open("Account");
    world.dispatch(json!({"type": "accounts.tab", "tab": "activity"}));
    world.pass(1_000);
    wrong.extend(faults(&world));
    world.form("1.5", BOB);
    world.dispatch(json!({"type": "send.search", "text": few[0]}));
    world.dispatch(json!({"type": "send.review"}));
    world.pass(3_000);
    wrong.extend(faults(&world));
    // what is not theirs stands where it stood
    let balance = world.slice("account")["balance"]["amount"].clone();
    if balance != "10.000" {
        wrong.push(format!("the balance is {balance}"));
    }
    let tokens = world.slice("tokens")["list"].clone();
    let visible = few.iter().filter(|text| label(text, 12).is_some()).count();
    if tokens.as_array().unwrap().len() != visible + 1 {
        wrong.push(format!("{} tokens, {visible} have a name", tokens.as_array().unwrap().len()));
    }
    wrong.extend(rows(&tokens, few));
    wrong
}

/// Text is text: what is plain and short enough is drawn as it was written.
fn rows(tokens: &Value, few: &[String]) -> Vec<String> {
    let names: Vec<&str> =
        tokens.as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect();
    let is_plain = |text: &&String| text.len() <= 32 && text.bytes().all(|b| b.is_ascii_graphic());
    let lost = few.iter().filter(is_plain).filter(|text| !names.contains(&text.as_str()));
    lost.map(|text| format!("{text} is not drawn")).collect()
}

// Without the label of any one field this fails: tried for names of tokens and of collectibles, verbs, names of accounts and listings.
#[test]
fn shows_a_thousand_attacks_in_every_field_as_plain_text() {
    let corpus = payloads(PAYLOADS * times());
    let mut found = Vec::new();
    for few in corpus.chunks(20) {
        let wrong = shown(few);
        if !wrong.is_empty() {
            found.push(format!("{wrong:?} of {few:?}"));
        }
    }
    let first: Vec<String> = found.iter().take(3).map(|text| text.chars().take(1_500).collect()).collect();
    assert!(found.is_empty(), "{} pages, seed {}: {}", found.len(), seed(), first.join("\n"));
}

// The fields that a page has once, with other texts each time.
#[test]
fn shows_a_hundred_attacks_in_each_single_field_as_plain_text() {
    let corpus = payloads(PAYLOADS * times());
    let each = corpus.chunks(PAYLOADS / 100).map(|few| few.last().unwrap().clone());
    for text in each {
        let wrong = shown(std::slice::from_ref(&text));
        assert_eq!(wrong, [""; 0], "{text:?}, seed {}", seed());
    }
}
