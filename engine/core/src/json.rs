//! Reads untrusted JSON, with the readers of the protocol crate.

pub use walletconnect::json::*;

/// An object of vectors with one case a line, as scripts/lib/case-lines.mjs writes it.
#[cfg(test)]
pub(crate) fn case_lines(vectors: &serde_json::Value) -> std::string::String {
    use serde_json::Value;
    use std::{format, string::String, vec::Vec};

    let rows = vectors.as_object().unwrap().iter().map(|(name, value)| match value.as_array() {
        Some(cases) => {
            let lines: Vec<String> = cases.iter().map(|case| format!(" {case}")).collect();
            format!(" {}: [\n{}\n ]", Value::from(&**name), lines.join(",\n"))
        }
        None => format!(" {}: {value}", Value::from(&**name)),
    });
    format!("{{\n{}\n}}\n", rows.collect::<Vec<_>>().join(",\n"))
}
