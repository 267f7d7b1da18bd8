//! The theme: light, dark or the system's choice, and the page's colors (docs/spec/public-api.md section 2, "CSS
//! variables").

use crate::map::Map;
use alloc::string::{String, ToString};
use serde::Serialize;
use serde_json::Value;

/// Option `themeMode`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ThemeMode {
    /// Always light.
    Light,
    /// Always dark.
    Dark,
    /// Follows the system.
    #[default]
    System,
}

impl ThemeMode {
    /// Parses the value of the option.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "light" => Self::Light,
            "dark" => Self::Dark,
            "system" => Self::System,
            _ => return None,
        })
    }

    /// The value of the option.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
            Self::System => "system",
        }
    }
}

/// The theme in effect.
#[derive(Default)]
pub struct Theme {
    /// The mode.
    pub mode: ThemeMode,
    /// The valid variables.
    pub variables: Map<String, String>,
}

/// Slice `theme`: the mode and the valid variables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ThemeSlice {
    /// The mode.
    pub theme_mode: ThemeMode,
    /// The valid variables.
    #[cfg_attr(test, ts(as = "alloc::collections::BTreeMap<String, String>"))]
    pub theme_variables: Map<String, String>,
}

/// The variables that a page can set. Variables `--w3m-*` with the same meaning are accepted, too.
pub(crate) const VARIABLES: &[&str] = &[
    "font-family",
    "accent",
    "primary",
    "on-accent",
    "surface",
    "surface-2",
    "surface-3",
    "text",
    "text-2",
    "text-3",
    "success",
    "error",
    "warning",
    "border",
    "control",
    "focus",
    "overlay",
    "color-mix",
    "color-mix-strength",
    "font-scale",
    "radius-scale",
    "width",
    "z-index",
    "qr-color",
];

/// Checks one variable of the page: a known name, and a value that can't end its CSS declaration.
#[must_use]
pub fn variable(name: &str, value: &Value) -> Option<(String, String)> {
    let bare = name.strip_prefix("--wm-").or_else(|| name.strip_prefix("--w3m-"))?;
    let value = match value {
        Value::String(text) => text.trim().to_string(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    let lower = value.to_ascii_lowercase();
    let safe = !value.is_empty()
        && value.len() <= 200
        && !lower.contains("url(")
        && !lower.contains("image")
        && !value.contains([';', '{', '}', '\\', '<', '@'])
        && !value.contains("/*");
    (VARIABLES.contains(&bare) && safe).then(|| (["--wm-", bare].concat(), value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn rejects_a_css_variable_that_escapes_its_declaration() {
        assert_eq!(variable("--wm-accent", &json!("#123")), Some(("--wm-accent".into(), "#123".into())));
        assert_eq!(variable("--w3m-accent", &json!("red")), Some(("--wm-accent".into(), "red".into())));
        assert_eq!(
            variable("--wm-radius-scale", &json!(1.25)),
            Some(("--wm-radius-scale".into(), "1.25".into()))
        );
        for bad in
            ["red;", "url(x)", "URL(x)", "a}b", "", "\\65", "/**/", "@x", "image(x)", "image-set(\"x\")"]
        {
            assert_eq!(variable("--wm-accent", &json!(bad)), None, "{bad}");
        }
        assert_eq!(variable("--wm-unknown", &json!("red")), None);
        assert_eq!(variable("color", &json!("red")), None);
        assert_eq!(variable("--wm-accent", &json!(null)), None);
    }
}
