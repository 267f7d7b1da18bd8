//! Reads the effects of a page's request from its document (10.44): amino, direct, and ADR-36 messages. A document for
//! another chain or signer, or an ambiguous one, is rejected.

use super::acts;
use super::table::{self, Tree};
use crate::caip::ChainId;
use crate::json::{self, Read};
use crate::namespaces::clauses::Clause;
use crate::namespaces::effects::{Effect, EffectKind, EffectText, HowMuch, Reading, Risk, many_sent};
use crate::text;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;
use walletconnect::base64;

/// The maximum size of a signed text.
const WORDS_BYTES_MAX: usize = 65_536;
/// The maximum length of a field name.
const NAME_CHARS: usize = 64;

/// The effects of a request.
#[must_use]
pub fn read(method: &str, params: &Value, from: &str, chain: &ChainId) -> Reading {
    let effects = match method {
        "cosmos_signArbitrary" => words(params, from, chain),
        _ => document(method, params, from, chain),
    };
    let mut effects = effects.unwrap_or_else(|| [Effect::of(EffectKind::Unread, Risk::Blocked)].into());
    many_sent(&mut effects);
    Reading { effects, is_batch: false }
}

/// Checks that the request is for this account, without other fields.
fn is_for(params: &Value, from: &str, chain: &ChainId, own: &str) -> Option<()> {
    let fields = params.as_object()?;
    let known = [own, "signerAddress", "chainId"];
    let is_alone = fields.keys().all(|name| known.contains(&name.as_str()));
    (crate::namespaces::cosmos::is_for(params, from, chain) && is_alone).then_some(())
}

/// The effects of signing a text. A text that is a sign document itself is displayed as such.
fn words(params: &Value, from: &str, chain: &ChainId) -> Option<Vec<Effect>> {
    is_for(params, from, chain, "data")?;
    Some(said(params.text("data")?))
}

fn said(data: &str) -> Vec<Effect> {
    if data.len() > WORDS_BYTES_MAX {
        return [Effect::of(EffectKind::Unread, Risk::Warning)].into();
    }
    let risk = if is_document(data) { Risk::Warning } else { Risk::Normal };
    let words = Some(EffectText::Text(text::in_boxes(data)));
    [Effect { words, ..Effect::of(EffectKind::Sign, risk) }].into()
}

/// Whether a text could be used as a signed document: JSON with its fields, or base64 of its bytes.
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
    let is_direct = crate::namespaces::cosmos::codec::wire::fields(&bytes).is_some_and(|fields| {
        let is_bytes = |id| {
            fields.iter().any(
                |of| matches!(of, (of, crate::namespaces::cosmos::codec::wire::Field::Bytes(_)) if *of == id),
            )
        };
        is_bytes(1) && is_bytes(2) && fields.iter().all(|(id, _)| *id <= 4)
    });
    is_direct || core::str::from_utf8(&bytes).is_ok_and(|text| of_json(text).is_some())
}

/// The effects of an ADR-36 document: a text without a chain, a fee and executable messages.
fn signed_words(document: &Value, from: &str) -> Option<Vec<Effect>> {
    let is = |name: &str, text: &str| document.text(name) == Some(text);
    let fee = document.field("fee")?;
    let [message] = document.list("msgs") else { return None };
    let value = message.field("value")?;
    let is_alone = document.as_object()?.len() == 6
        && message.as_object()?.len() == 2
        && value.as_object()?.len() == 2
        && fee.as_object()?.len() == 2
        && document.text("memo") == Some("");
    let is_words = document.text("chain_id") == Some("")
        && is("account_number", "0")
        && is("sequence", "0")
        && fee.text("gas") == Some("0")
        && fee.field("amount")?.as_array()?.is_empty()
        && message.text("type") == Some("sign/MsgSignData")
        && value.text("signer").is_some_and(|signer| acts::is_same(signer, from));
    (is_alone && is_words).then_some(())?;
    let data = base64::decode(value.text("data")?)?;
    Some(match String::from_utf8(data) {
        Ok(data) => said(&data),
        Err(_) => [Effect::of(EffectKind::Unread, Risk::Warning)].into(),
    })
}

fn document(method: &str, params: &Value, from: &str, chain: &ChainId) -> Option<Vec<Effect>> {
    is_for(params, from, chain, "signDoc")?;
    let document = params.field("signDoc")?;
    let is_direct = method == "cosmos_signDirect";
    if !is_direct && let Some(words) = signed_words(document, from) {
        return Some(words);
    }
    let own = if is_direct { "chainId" } else { "chain_id" };
    (document.text(own) == Some(&chain.reference)).then_some(())?;
    let mut effects = Vec::new();
    // the amino tree contains both parts, without a tip and extensions
    let (body, auth) = match is_direct {
        true => table::direct_document(document)?,
        false => (table::amino_document(document)?, Tree::default()),
    };
    let fee = if is_direct { &auth } else { &body }.of("fee")?;
    strange(&auth, &mut effects);
    if let Some(tip) = auth.of("tip") {
        strange(tip, &mut effects);
        // a payment to the fee payer, which current wallets never request
        paid(tip, tip.text("tipper"), Risk::Warning, from, &mut effects)?;
    }
    body.of("msgs")?;
    acts::all(&mut effects, body.all("msgs"), from)?;
    strange(&body, &mut effects);
    strange(fee, &mut effects);
    fee.all("amount").for_each(|coin| strange(coin, &mut effects));
    for name in ["extension_options", "non_critical_extension_options"] {
        let act = acts::Act { from, signer: from, place: 0 };
        body.all(name).for_each(|of| act.unread(&mut effects, of));
    }
    if let Some(memo) = body.text("memo") {
        let words = Some(EffectText::Text(text::in_boxes(memo)));
        effects.push_mut(Clause::Note.effect()).words = words;
    }
    paid(fee, fee.text("granter").or(fee.text("payer")), Risk::Normal, from, &mut effects)?;
    Some(effects)
}

/// Adds the effects for fields outside the document's format, which a wallet might use.
#[inline(never)]
fn strange(tree: &Tree, effects: &mut Vec<Effect>) {
    for name in &tree.strange {
        let words = text::label(name, NAME_CHARS).map(EffectText::Name);
        effects.push_mut(Effect::of(EffectKind::Unread, Risk::Warning)).words = words;
    }
}

/// Adds the fee of each coin, or its other payer.
#[inline(never)]
fn paid(of: &Tree, payer: Option<&str>, risk: Risk, from: &str, effects: &mut Vec<Effect>) -> Option<()> {
    if let Some(payer) = payer.filter(|payer| !acts::is_same(payer, from)) {
        effects.push_mut(Effect::of(EffectKind::Fee, Risk::Review)).owner = Some(payer.into());
        return Some(());
    }
    for (denom, units) in of.coins("amount")? {
        effects.push_mut(Effect::of(EffectKind::Fee, risk)).with_token(&denom, HowMuch::Units(units));
    }
    Some(())
}
