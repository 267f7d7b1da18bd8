//! What a request of a host would do, read from the document itself (10.44): amino, direct, and words of ADR-36. A document of another
//! chain, of another signer, or that can be read in two ways is passed on to no wallet.

use super::acts;
use super::table::{self, Tree};
use crate::caip::ChainId;
use crate::json::{self, Read};
use crate::namespaces::deeds::{Asset, Deed, DeedKind, HowMuch, Reading, Weight, Words, many_sent};
use crate::text;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;
use walletconnect::base64;

/// Bytes of words that are signed.
const WORDS_BYTES_MAX: usize = 65_536;
/// Characters of the name of a field.
const NAME_CHARS: usize = 64;

/// What a request would do.
#[must_use]
pub fn read(method: &str, params: &Value, from: &str, chain: &ChainId) -> Reading {
    let deeds = match method {
        "cosmos_signArbitrary" => words(params, from, chain),
        _ => document(method, params, from, chain),
    };
    let mut deeds = deeds.unwrap_or_else(|| [Deed::of(DeedKind::Unread, Weight::Refused)].into());
    many_sent(&mut deeds);
    Reading { deeds, is_batch: false }
}

/// Whose request it is, and that nothing else stands beside it.
fn is_for(params: &Value, from: &str, chain: &ChainId, own: &str) -> Option<()> {
    let fields = params.as_object()?;
    let known = [own, "signerAddress", "chainId"];
    let is_alone = fields.keys().all(|name| known.contains(&name.as_str()));
    (super::is_for(params, from, chain) && is_alone).then_some(())
}

/// Words: what is itself a document to be signed says so.
fn words(params: &Value, from: &str, chain: &ChainId) -> Option<Vec<Deed>> {
    is_for(params, from, chain, "data")?;
    let data = params.text("data")?;
    if data.len() > WORDS_BYTES_MAX {
        return Some([Deed::of(DeedKind::Unread, Weight::Risky)].into());
    }
    let weight = if is_document(data) { Weight::Risky } else { Weight::Plain };
    let words = Some(Words::Text(text::in_boxes(data)));
    Some([Deed { words, ..Deed::of(DeedKind::Sign, weight) }].into())
}

/// Whether words are what a chain takes as a signed document, or look like it: JSON with its fields, or the bytes of one as base64.
fn is_document(data: &str) -> bool {
    let of_json = |text: &str| {
        let value = json::parse(text, WORDS_BYTES_MAX).ok()?;
        let names = ["chain_id", "account_number", "msgs", "bodyBytes", "body_bytes", "authInfoBytes"];
        value.as_object()?.keys().any(|key| names.contains(&key.as_str())).then_some(())
    };
    if of_json(data).is_some() {
        return true;
    }
    let Some(bytes) = base64::decode(data.trim()).filter(|bytes| bytes.len() > 32) else { return false };
    let is_direct = super::wire::fields(&bytes).is_some_and(|fields| {
        let is_bytes =
            |id| fields.iter().any(|of| matches!(of, (of, super::wire::Field::Bytes(_)) if *of == id));
        is_bytes(1) && is_bytes(2) && fields.iter().all(|(id, _)| *id <= 4)
    });
    is_direct || core::str::from_utf8(&bytes).is_ok_and(|text| of_json(text).is_some())
}

fn document(method: &str, params: &Value, from: &str, chain: &ChainId) -> Option<Vec<Deed>> {
    is_for(params, from, chain, "signDoc")?;
    let document = params.field("signDoc")?;
    let own = |name: &str| document.text(name) == Some(&chain.reference);
    let mut deeds = Vec::new();
    let (messages, fee, memo, extensions): (Vec<&Tree>, &Tree, Option<&str>, Vec<&Tree>);
    let (whole, auth);
    if method == "cosmos_signDirect" {
        own("chainId").then_some(())?;
        (whole, auth) = table::direct_document(document)?;
        messages = whole.all("messages").collect();
        extensions =
            whole.all("extension_options").chain(whole.all("non_critical_extension_options")).collect();
        fee = auth.of("fee")?;
        deeds.extend(strange(&auth));
        if let Some(tip) = auth.of("tip") {
            deeds.extend(strange(tip));
            deeds.extend(tipped(tip, from)?);
        }
    } else {
        own("chain_id").then_some(())?;
        whole = table::amino_document(document)?;
        messages = whole.all("msgs").collect();
        extensions = Vec::new();
        fee = whole.of("fee")?;
    }
    memo = whole.text("memo");
    (!messages.is_empty()).then_some(())?;
    deeds.extend(acts::all(messages.into_iter(), from)?);
    deeds.extend(strange(&whole).chain(strange(fee)).chain(fee.all("amount").flat_map(strange)));
    let unread = |of: &Tree| acts::Act { from, signer: from, place: 0 }.unread(of);
    deeds.extend(extensions.into_iter().map(unread));
    if let Some(memo) = memo {
        let words = Some(Words::Text(text::in_boxes(memo)));
        deeds.push(Deed { words, ..Deed::of(DeedKind::Note, Weight::Plain) });
    }
    deeds.extend(paid(fee, from)?);
    Some(deeds)
}

/// Fields that no document has: a wallet may go by them.
fn strange(tree: &Tree) -> impl Iterator<Item = Deed> {
    tree.strange.iter().map(|name| {
        let words = text::label(name, NAME_CHARS).map(Words::Name);
        Deed { words, ..Deed::of(DeedKind::Unread, Weight::Risky) }
    })
}

/// What is paid for the transaction itself, or who else pays it.
fn paid(fee: &Tree, from: &str) -> Option<Vec<Deed>> {
    let others = fee.text("granter").or(fee.text("payer")).filter(|payer| !acts::is_same(payer, from));
    if let Some(payer) = others {
        return Some([Deed { owner: Some(payer.into()), ..Deed::of(DeedKind::Fee, Weight::Look) }].into());
    }
    fees(fee, Weight::Plain)
}

/// A fee in each of some coins.
fn fees(of: &Tree, weight: Weight) -> Option<Vec<Deed>> {
    let one = |(denom, units): (String, _)| Deed {
        asset: Some(Asset::Token(denom)),
        amount: Some(HowMuch::Units(units)),
        ..Deed::of(DeedKind::Fee, weight)
    };
    Some(of.coins("amount")?.into_iter().map(one).collect())
}

/// What goes to whoever pays the fee (a tip): no wallet of today asks for it.
fn tipped(tip: &Tree, from: &str) -> Option<Vec<Deed>> {
    match tip.text("tipper").filter(|tipper| !acts::is_same(tipper, from)) {
        Some(tipper) => {
            Some([Deed { owner: Some(tipper.into()), ..Deed::of(DeedKind::Fee, Weight::Look) }].into())
        }
        None => fees(tip, Weight::Risky),
    }
}
