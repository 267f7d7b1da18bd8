//! The small pages of the site: forms and a few lines, without a library. What people typed goes in escaped.

use axum::{
    http::StatusCode,
    response::{Html, IntoResponse, Response},
};

use crate::{markup::escape, secure::Problem};

/// A page; `body` is HTML.
pub fn page(title: &str, body: &str) -> Html<String> {
    Html(format!(
        "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><meta name=\"color-scheme\" content=\"light dark\">\
         <title>{0} - Secure Demo Site</title><link rel=\"stylesheet\" href=\"/page.css\">\
         <link rel=\"icon\" href=\"data:,\"></head>\n\
         <body><main><h1>{0}</h1>{body}</main></body>\n</html>\n",
        escape(title)
    ))
}

/// A page that says why something does not go on.
pub fn problem(problem: &Problem) -> Response {
    let body = format!("<p data-testid=\"secure-problem\">{}</p>", escape(&problem.to_string()));
    (StatusCode::UNPROCESSABLE_ENTITY, page("This did not work", &body)).into_response()
}

/// What a login window shows until it is sent on.
pub async fn loading() -> Html<String> {
    page("One moment", "<p data-testid=\"secure-loading\">The login page is on its way.</p>")
}

/// Where a person manages the wallet.
pub async fn dashboard() -> Html<String> {
    page(
        "Your wallet",
        "<p>A demo wallet has nothing to manage. Its mails are in the <a href=\"/mailbox\">mailbox</a>.</p>",
    )
}

/// The empty window an approval is drawn into where a frame cannot know that it is seen.
pub async fn approve() -> Html<String> {
    Html(
        "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>Approve</title>\
         <link rel=\"stylesheet\" href=\"/sdk.css\"></head>\n<body></body>\n</html>\n"
            .to_owned(),
    )
}
