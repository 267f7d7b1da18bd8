//! Strict query strings: every key known, once, with a valid value. The public services forgive much;
//! these do not, so that a client that sends something else than documented is found here and not in the field.

use crate::reply::Refusal;

/// One key a call knows.
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// Whether a call without it is refused.
    pub required: bool,
    /// What its value must look like; an empty value is refused before.
    pub valid: fn(&str) -> bool,
}

/// The checked query of a call.
#[derive(Debug)]
pub struct Params(Vec<(String, String)>);

impl Params {
    /// Checks a raw query against the keys a call knows. All faults are reported together.
    pub fn check(query: &str, keys: &[&Key]) -> Result<Self, Refusal> {
        let mut wrong = Vec::new();
        let mut params: Vec<(String, String)> = Vec::new();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            let problem = match keys.iter().find(|key| key.name == name) {
                None => "is not a key of this call",
                Some(_) if params.iter().any(|(known, _)| *known == name) => "is given twice",
                Some(_) if value.is_empty() => "is empty: leave it out",
                Some(key) if !(key.valid)(&value) => "has a value of the wrong form",
                Some(_) => {
                    params.push((name.into_owned(), value.into_owned()));
                    continue;
                }
            };
            wrong.push((name.into_owned(), problem.to_owned()));
        }
        for key in keys.iter().filter(|key| key.required) {
            let named = |(name, _): &(String, String)| name == key.name;
            if !params.iter().any(named) && !wrong.iter().any(named) {
                wrong.push((key.name.to_owned(), "is missing".to_owned()));
            }
        }
        if wrong.is_empty() { Ok(Self(params)) } else { Err(Refusal::bad_in(wrong)) }
    }

    /// The value of a key.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Key = Key { name: "a", required: true, valid: |text| text.len() < 4 };
    const B: Key = Key { name: "b", required: false, valid: |_| true };

    #[test]
    fn decodes_known_keys() {
        let params = Params::check("a=x%3Ay&b=1", &[&A, &B]).unwrap();
        assert_eq!((params.get("a"), params.get("b"), params.get("c")), (Some("x:y"), Some("1"), None));
    }

    #[test]
    fn rejects_unknown_keys() {
        for query in ["", "b=1", "a=", "a=1&a=2", "a=12345", "a=1&c=1"] {
            assert!(Params::check(query, &[&A, &B]).is_err(), "{query}");
        }
    }
}
