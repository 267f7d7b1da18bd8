//! The seller's pages: what is bought or sent, three buttons, and how it ended.

use axum::{
    http::StatusCode,
    response::{Html, IntoResponse, Response},
};

use crate::{
    markup::escape,
    onramp::cents_text,
    orders::{Placed, State},
    ports,
    sellers::Kind,
    world::World,
};

/// A window that is done closes; a person sees for so long that it is.
const PAID_MS: u32 = 1_000;
const FAILED_MS: u32 = 3_000;

/// A page; `body` is HTML.
pub fn page(title: &str, body: &str) -> Html<String> {
    Html(format!(
        "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><meta name=\"color-scheme\" content=\"light dark\">\
         <title>{0}</title><link rel=\"stylesheet\" href=\"/style.css\"><link rel=\"icon\" href=\"data:,\"></head>\n\
         <body><main>{1}</main></body>\n</html>\n",
        escape(title),
        body
    ))
}

/// A page that says why something does not go on.
pub fn problem(words: impl AsRef<str>) -> Response {
    let body =
        format!("<h1>This did not work</h1><p data-testid=\"pay-problem\">{}</p>", escape(words.as_ref()));
    (StatusCode::UNPROCESSABLE_ENTITY, page("This did not work", &body)).into_response()
}

/// What is ordered, and Pay, Fail and Cancel.
pub fn offer(world: &World, placed: &Placed) -> Response {
    let order = &placed.order;
    let amount = order.asset.amount(order.units);
    let network = world.chain(&order.chain).map_or("", |chain| chain.name());
    let (verb, note, money) = match (&order.money, order.seller.kind) {
        (Some(money), Kind::Onramp) => (
            "Buy",
            "No money is taken: this stands for the provider's page.",
            format!(
                "<label>You pay in {} <input name=\"amount\" value=\"{}\" inputmode=\"decimal\" data-testid=\"pay-amount\" autocomplete=\"off\"></label>",
                escape(&money.currency),
                cents_text(money.cents)
            ),
        ),
        _ => ("Send", "This stands for the page where you are logged in to your exchange.", String::new()),
    };
    let about = if order.seller.kind == Kind::Onramp { "about " } else { "" };
    let body = format!(
        "<header><img src=\"/{seller}/logo\" alt=\"\" width=\"48\" height=\"48\"><h1 data-testid=\"pay-seller\">{name}</h1></header>\
         <p>{note}</p><form method=\"post\" action=\"/{seller}/decide\"><input type=\"hidden\" name=\"order\" value=\"{id}\">\
         <dl><div><dt>{verb}</dt><dd>{about}<span data-testid=\"pay-asset\">{amount}</span></dd></div>\
         <div><dt>To</dt><dd data-testid=\"pay-recipient\">{recipient}</dd></div>\
         <div><dt>Network</dt><dd data-testid=\"pay-network\">{network}</dd></div></dl>{money}\
         <div class=\"buttons\"><button name=\"decision\" value=\"cancel\" formnovalidate data-testid=\"pay-cancel\">Cancel</button>\
         <button name=\"decision\" value=\"fail\" formnovalidate data-testid=\"pay-fail\">Fail</button>\
         <button name=\"decision\" value=\"pay\" class=\"primary\" data-testid=\"pay-confirm\">Pay</button></div></form>",
        seller = order.seller.id,
        name = escape(order.seller.name),
        id = escape(&placed.id),
        amount = escape(&amount),
        recipient = order.recipient.checksummed(),
        network = escape(network),
    );
    page(&format!("{verb} with {}", order.seller.name), &body).into_response()
}

/// How it ended. The script leads on, or closes the window.
pub fn done(world: &World, placed: &Placed) -> Response {
    let order = &placed.order;
    let (result, words, then, close_ms) = match placed.state {
        State::Paid | State::Claimed => ("paid", "It is on its way to your wallet.", &order.success, PAID_MS),
        State::Paying => ("pending", "This takes a while. You can close this window.", &None, 0),
        State::Cancelled => ("cancelled", "Nothing was paid.", &order.failure, 0),
        State::Failed => ("failed", "The payment failed. Nothing was sent.", &order.failure, FAILED_MS),
        State::Open | State::Seen => return problem("Nothing has been decided yet"),
    };
    let close =
        if placed.state == State::Paying { String::new() } else { format!(" data-close-ms=\"{close_ms}\"") };
    let link = placed.hash.as_deref().map_or_else(String::new, |hash| {
        let (explorer, hash) = (world.origins.of(ports::EXPLORER), escape(hash));
        format!("<p><a data-testid=\"pay-hash\" href=\"{explorer}/tx/{hash}\">{hash}</a></p>")
    });
    let body = format!(
        "<h1>{}</h1><p id=\"note\" data-testid=\"pay-result\" data-result=\"{result}\" data-then=\"{}\"{close}>{words}</p>{link}\
         <script type=\"module\" src=\"/done.js\"></script>",
        escape(order.seller.name),
        escape(then.as_deref().unwrap_or_default()),
    );
    page(order.seller.name, &body).into_response()
}
