//! Combines the project's configuration with the page's options (docs/spec/services.md A4). The configuration controls
//! six features only.

use super::model::{Decided, PROVIDERS};
use crate::constants::NAME_CHARS_MAX;
use crate::json::Read;
use crate::options::{FeatureValue, Options};
use crate::text;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

/// The id in the response, and whether its config is one of our lists.
const ENTRIES: [(&str, &str); 5] = [
    ("social_login", ""),
    ("swap", "swaps"),
    ("onramp", "onramp"),
    ("activity", "activity"),
    ("reown_branding", "reownBranding"),
];

/// One entry of the configuration.
enum Entry {
    /// The entry is missing, so the page's option applies.
    Unmanaged,
    /// The entry is invalid, so the page's option applies, and a log line reports it.
    Wrong,
    Off,
    /// The feature is on, with these values.
    On(Vec<String>),
}

fn entry(features: &[Value], id: &str) -> Entry {
    let Some(entry) = features.iter().find(|entry| entry.text("id") == Some(id)) else { return Entry::Off };
    match (entry.flag("isEnabled"), entry.field("config")) {
        (Some(false), _) => Entry::Off,
        (Some(true), None | Some(Value::Null)) => Entry::Unmanaged,
        (Some(true), Some(Value::Array(list))) => Entry::On(
            list.iter().filter_map(|name| text::label(name.as_str()?, NAME_CHARS_MAX)).take(32).collect(),
        ),
        _ => Entry::Wrong,
    }
}

/// The effective settings, and the page's options that they override. `None` for an invalid response. `log` gets the
/// ignored entries.
pub(super) fn decide(answer: &Value, options: &Options, log: &mut impl FnMut(&str)) -> Option<Decided> {
    let features = answer.field("features")?.as_array()?;
    let mut decided = Decided::default();
    for (id, name) in ENTRIES {
        let entry = entry(features, id);
        let is_flag = matches!(id, "activity" | "reown_branding");
        let on = match entry {
            Entry::Unmanaged => continue,
            Entry::Wrong => {
                log(&alloc::format!("Couldn't read the project configuration for {id}. Ignoring it."));
                continue;
            }
            Entry::Off => None,
            Entry::On(list) => Some(list),
        };
        if is_flag {
            decided.put(name, FeatureValue::Flag(on.is_some()), options);
        } else if id == "social_login" {
            let listed = on.unwrap_or_default();
            decided.put("email", FeatureValue::Flag(listed.iter().any(|name| name == "email")), options);
            let socials = listed.into_iter().filter(|name| PROVIDERS.contains(&name.as_str())).collect();
            decided.put("socials", FeatureValue::List(socials), options);
        } else {
            decided.put(name, FeatureValue::List(on.unwrap_or_default()), options);
        }
    }
    Some(decided)
}

impl Decided {
    fn put(&mut self, name: &'static str, value: FeatureValue, options: &Options) {
        let is_other = |own: &FeatureValue| match (own, &value) {
            (FeatureValue::Flag(own), FeatureValue::Flag(value)) => own != value,
            (FeatureValue::List(own), FeatureValue::List(value)) => {
                own.len() != value.len() || own.iter().any(|name| !value.contains(name))
            }
            _ => true,
        };
        // an option that the page didn't set isn't overridden
        if options.set_features.iter().any(|set| set == name)
            && options.features.get(name).is_some_and(is_other)
        {
            self.overridden.push(name);
        }
        self.features.insert(name, value);
    }
}

/// Turns every managed feature off (option `basic`).
pub(super) fn nothing() -> Decided {
    let mut decided = Decided::default();
    for name in ["email", "activity", "reownBranding"] {
        decided.features.insert(name, FeatureValue::Flag(false));
    }
    for name in ["socials", "swaps", "onramp"] {
        decided.features.insert(name, FeatureValue::List(Vec::new()));
    }
    decided
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::host::Page;
    use alloc::string::ToString;
    use serde_json::json;

    fn decided(local: Value, entry: &Value) -> Option<Decided> {
        let (options, _) = Options::read(&json!({ "features": local }), &Page::default());
        decide(&json!({ "features": [entry] }), &options, &mut |_| {})
    }

    fn list(names: &[&str]) -> FeatureValue {
        FeatureValue::List(names.iter().map(ToString::to_string).collect())
    }

    // req: 1.27, 1.28, 3.22
    #[test]
    fn prefers_the_project_over_local_features() {
        let on = json!({ "id": "swap", "isEnabled": true, "config": ["1inch"] });
        let empty = json!({ "id": "swap", "isEnabled": true, "config": [] });
        let off = json!({ "id": "swap", "isEnabled": false, "config": null });
        let unmanaged = json!({ "id": "swap", "isEnabled": true, "config": null });
        let wrong = json!({ "id": "swap", "isEnabled": "yes", "config": ["1inch"] });
        let absent = json!({ "id": "other", "isEnabled": true, "config": [] });
        let (unset, no, yes, own) =
            (json!({}), json!({ "swaps": false }), json!({ "swaps": true }), json!({ "swaps": ["mine"] }));
        for (local, entry, expected, warned) in [
            (&unset, &on, Some(list(&["1inch"])), false),
            (&no, &on, Some(list(&["1inch"])), true),
            (&yes, &on, Some(list(&["1inch"])), false),
            (&own, &on, Some(list(&["1inch"])), true),
            (&unset, &empty, Some(list(&[])), false),
            (&no, &empty, Some(list(&[])), false),
            (&yes, &empty, Some(list(&[])), true),
            (&own, &empty, Some(list(&[])), true),
            (&unset, &off, Some(list(&[])), false),
            (&no, &off, Some(list(&[])), false),
            (&yes, &off, Some(list(&[])), true),
            (&own, &off, Some(list(&[])), true),
            (&unset, &absent, Some(list(&[])), false),
            (&no, &absent, Some(list(&[])), false),
            (&yes, &absent, Some(list(&[])), true),
            (&own, &absent, Some(list(&[])), true),
            (&yes, &unmanaged, None, false),
            (&no, &unmanaged, None, false),
            (&own, &unmanaged, None, false),
            (&yes, &wrong, None, false),
            (&own, &wrong, None, false),
        ] {
            let decided = decided(local.clone(), entry).unwrap();
            assert_eq!(decided.features.get("swaps"), expected.as_ref(), "{local} {entry}");
            assert_eq!(decided.overridden.contains(&"swaps"), warned, "{local} {entry}");
        }
    }

    // req: 1.27
    #[test]
    fn reads_email_from_the_list_of_social_logins() {
        let entry = |names: Value| json!({ "id": "social_login", "isEnabled": true, "config": names });
        let of = |names: Value| {
            let decided = decided(json!({}), &entry(names)).unwrap().features;
            (decided.get("email").cloned(), decided.get("socials").cloned())
        };
        assert_eq!(
            of(json!(["email", "x", "google", "myspace"])),
            (Some(FeatureValue::Flag(true)), Some(list(&["x", "google"])))
        );
        assert_eq!(of(json!(["google"])), (Some(FeatureValue::Flag(false)), Some(list(&["google"]))));
        let flag = json!({ "id": "activity", "isEnabled": true, "config": [] });
        let overridden = decided(json!({ "activity": false }), &flag).unwrap();
        assert_eq!(overridden.features.get("activity"), Some(&FeatureValue::Flag(true)), "on by any config");
        assert_eq!(overridden.overridden.first(), Some(&"activity"));
    }

    #[test]
    fn decides_nothing_by_an_invalid_response() {
        let (options, _) = Options::read(&json!({}), &Page::default());
        for answer in [json!(null), json!({}), json!({ "features": {} }), json!([])] {
            assert_eq!(decide(&answer, &options, &mut |_| {}), None, "{answer}");
        }
    }

    // req: 1.27
    #[test]
    fn switches_all_managed_features_off_in_basic_mode() {
        let decided = nothing();
        for name in super::super::model::MANAGED {
            let is_off = match decided.features.get(name) {
                Some(FeatureValue::Flag(on)) => !on,
                Some(FeatureValue::List(list)) => list.is_empty(),
                None => false,
            };
            assert!(is_off, "{name}");
        }
    }
}
