//! The mailbox page, the same as JSON, and the page behind the link of a mail.

use std::sync::Arc;

use axum::{
    Json,
    extract::{RawQuery, State},
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};

use super::{Site, html};
use crate::{
    markup::escape,
    params::{Key, Params},
    reply::Refusal,
    secure::{Mail, Problem},
};

const ADDRESS: Key = Key { name: "address", required: false, valid: |text| text.len() <= 254 };
const TOKEN: Key = Key { name: "token", required: true, valid: |text| text.len() == 64 };

#[allow(clippy::result_large_err, reason = "an answer is what a handler fails with")]
fn mails(site: &Site, query: Option<&str>) -> Result<(Option<String>, Vec<Mail>), Response> {
    let params = Params::check(query.unwrap_or_default(), &[&ADDRESS]).map_err(Refusal::into_response)?;
    let address = params.get("address").map(str::to_owned);
    let mails = site.secure.mails(address.as_deref()).map_err(Problem::into_response)?;
    Ok((address, mails))
}

/// The mails to an address, newest first; without one, everybody's.
pub async fn page(
    State(site): State<Arc<Site>>,
    RawQuery(query): RawQuery,
) -> Result<impl IntoResponse, Response> {
    let (address, mails) = mails(&site, query.as_deref())?;
    let rows: String = mails.iter().map(row).collect();
    let list = if rows.is_empty() {
        "<p data-testid=\"mail-none\">No mail yet. Reload to look again.</p>".to_owned()
    } else {
        format!("<ol class=\"mails\">{rows}</ol>")
    };
    let form = format!(
        "<form method=\"get\" action=\"/mailbox\"><label>Mails to <input type=\"email\" name=\"address\" value=\"{}\"></label>\
         <button>Show</button></form>",
        escape(address.as_deref().unwrap_or_default())
    );
    Ok(html::page("Mailbox", &format!("{form}{list}")))
}

fn row(mail: &Mail) -> String {
    let content = match (&mail.code, &mail.link) {
        (Some(code), _) => format!("<strong data-testid=\"mail-code\">{}</strong>", escape(code)),
        (None, Some(link)) => {
            let link = escape(link);
            format!("<a data-testid=\"mail-link\" href=\"{link}\">{link}</a>")
        }
        (None, None) => String::new(),
    };
    format!(
        "<li data-testid=\"mail\"><h2>{}</h2><p>to {}</p><p>{content}</p></li>",
        escape(&mail.subject),
        escape(&mail.address)
    )
}

/// The same as data.
pub async fn list(State(site): State<Arc<Site>>, RawQuery(query): RawQuery) -> Result<Json<Value>, Response> {
    Ok(Json(json!({ "mails": mails(&site, query.as_deref())?.1 })))
}

/// The link of a mail: opening it approves the browser that asked.
pub async fn device(State(site): State<Arc<Site>>, RawQuery(query): RawQuery) -> Result<Response, Refusal> {
    let params = Params::check(query.as_deref().unwrap_or_default(), &[&TOKEN])?;
    Ok(match site.secure.open_link(params.get("token").unwrap_or_default()) {
        Ok(email) => {
            let body = format!(
                "<p data-testid=\"device-approved\">The browser that asked to log in as {} is approved, and a code is in your mailbox. \
                 Go back to the page you came from.</p>",
                escape(&email)
            );
            html::page("Device approved", &body).into_response()
        }
        Err(problem) => html::problem(&problem),
    })
}
