//! Those calls of `POST /api/{name}` that are about permissions: granting, looking at and revoking one. A chain is asked who signed.

use serde_json::{Value, json};

use super::{Site, api::Ask};
use crate::{
    secure::{Problem, Visitor},
    smart_sessions,
};

/// None where the call is none of these.
pub(super) async fn answer(
    site: &Site,
    name: &str,
    who: &Visitor<'_>,
    ask: &Ask,
) -> Option<Result<Value, Problem>> {
    Some(match name {
        "grant" => grant(site, who, ask).await,
        "granted" => granted(site, who, ask),
        "revoke" => revoke(site, who, ask).await,
        _ => return None,
    })
}

async fn grant(site: &Site, who: &Visitor<'_>, ask: &Ask) -> Result<Value, Problem> {
    site.secure.user(who)?;
    let now_s = site.secure.now_ms() / 1_000;
    let pci = smart_sessions::grant(&site.world, who.origin, &ask.grant, &ask.signature, now_s).await?;
    Ok(json!({ "context": pci }))
}

fn granted(site: &Site, who: &Visitor<'_>, ask: &Ask) -> Result<Value, Problem> {
    site.secure.user(who)?;
    smart_sessions::live(&site.world, &ask.pci, site.secure.now_ms() / 1_000)
        .map(|session| json!({ "grant": session.text, "createdAt": session.created_s }))
}

async fn revoke(site: &Site, who: &Visitor<'_>, ask: &Ask) -> Result<Value, Problem> {
    site.secure.user(who)?;
    let now_s = site.secure.now_ms() / 1_000;
    smart_sessions::revoke(&site.world, None, &ask.pci, &ask.signature, now_s).await?;
    Ok(json!({ "revokedAt": now_s }))
}
