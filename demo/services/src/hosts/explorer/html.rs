//! HTML that cannot be injected into: a value becomes HTML only through the functions here, and they escape.

use axum::response::Html as Answer;

use crate::markup::escape;

/// Escaped HTML.
pub struct Html(String);

impl Html {
    /// Plain text.
    pub fn text(text: &str) -> Self {
        Self(escape(text))
    }

    /// Text in the font of hashes and addresses, free to break anywhere.
    pub fn code(text: &str) -> Self {
        Self(format!("<code>{}</code>", escape(text)))
    }

    /// An account, linked to its page.
    pub fn account(checksummed: &str) -> Self {
        let address = escape(checksummed);
        Self(format!("<a href=\"/address/{address}\"><code>{address}</code></a>"))
    }

    /// A state in a coloured pill; `kind` is one of the style sheet's: good, bad, wait.
    pub fn pill(kind: &'static str, text: &str) -> Self {
        Self(format!("<span class=\"pill {kind}\">{}</span>", escape(text)))
    }

    /// Long data that opens on demand.
    pub fn folded(summary: &str, text: &str) -> Self {
        Self(format!(
            "<details><summary>{}</summary><code>{}</code></details>",
            escape(summary),
            escape(text)
        ))
    }
}

/// One line of a page: label and value.
pub fn row(label: &str, value: Html) -> Html {
    Html(format!("<div><dt>{}</dt><dd>{}</dd></div>", escape(label), value.0))
}

/// A whole page.
pub fn page(title: &str, lead: Html, rows: &[Html]) -> Answer<String> {
    let title = escape(title);
    let facts: String = rows.iter().map(|row| row.0.as_str()).collect();
    let facts = if facts.is_empty() { String::new() } else { format!("<dl>{facts}</dl>") };
    Answer(format!(
        "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light dark\"><title>{title} - Demo Explorer</title><link rel=\"stylesheet\" href=\"/style.css\"></head>\n\
         <body><header><a href=\"/\">Demo Explorer</a></header><main><h1>{title}</h1><p class=\"lead\">{}</p>{facts}</main></body>\n</html>\n",
        lead.0
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_markup_in_values() {
        let answer = page("<b>", Html::text("\"'&"), &[row("<i>", Html::account("\"><script>"))]).0;
        assert!(!answer.contains("<b>") && !answer.contains("<i>") && !answer.contains("<script>"));
        assert!(answer.contains("&quot;&#39;&amp;"));
    }
}
