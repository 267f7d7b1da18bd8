//! What every API call passes first (docs/spec/services.md A2): the keys common to all calls, and a project that exists.

use axum::http::StatusCode;

use crate::{
    params::{Key, Params},
    projects::{self, Behaviour},
    reply::Refusal,
};

/// Which of the common keys a call must carry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Common {
    /// `projectId`, `st` and `sv`: every documented call.
    Whole,
    /// `projectId` alone; the others are checked when they are there. For service RPC: its address is also handed to
    /// clients that know only `chainId` and `projectId`.
    ProjectOnly,
}

const CLIENT_ID: Key = Key { name: "clientId", required: false, valid: is_token };

/// A call that may go on.
pub struct Admitted {
    /// Its checked query.
    pub params: Params,
    /// How its project is answered.
    pub behaviour: Behaviour,
}

/// Checks the query of a call against the common keys and its own.
pub fn admit(query: Option<&str>, common: Common, own: &[Key]) -> Result<Admitted, Refusal> {
    let required = common == Common::Whole;
    let project_id = Key { name: "projectId", required: true, valid: is_token };
    let sdk_type = Key { name: "st", required, valid: |text| text == "wallet-modal" };
    let sdk_version = Key { name: "sv", required, valid: is_sdk_version };
    let mut keys = vec![&project_id, &sdk_type, &sdk_version, &CLIENT_ID];
    keys.extend(own);
    let params = Params::check(query.unwrap_or_default(), &keys)?;
    let behaviour = params
        .get("projectId")
        .and_then(projects::behaviour)
        .ok_or_else(|| Refusal::new(StatusCode::FORBIDDEN, "projectId", "This project is not known"))?;
    Ok(Admitted { params, behaviour })
}

fn is_token(text: &str) -> bool {
    text.len() <= 128
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b':'))
}

/// `{framework}-{adapter}-{version}`, such as `html-core-1.0.0`.
fn is_sdk_version(text: &str) -> bool {
    let mut parts = text.splitn(3, '-');
    let word = |part: Option<&str>| {
        part.is_some_and(|part| {
            !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        })
    };
    if !word(parts.next()) || !word(parts.next()) {
        return false;
    }
    // A pre-release tag may follow the three numbers.
    let version = parts.next().unwrap_or_default();
    let (numbers, tag) = version.split_once('-').unwrap_or((version, "x"));
    numbers.split('.').count() == 3
        && numbers
            .split('.')
            .all(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
        && !tag.is_empty()
        && tag.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'.')
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::response::IntoResponse;

    #[test]
    fn reads_the_version_of_the_sdk() {
        for good in ["html-core-1.0.0", "react-ethers5-0.1.0-beta.1"] {
            assert!(is_sdk_version(good), "{good}");
        }
        for bad in [
            "",
            "1.0.0",
            "html-1.0.0",
            "html-core-1.0",
            "html-core-1.0.x",
            "html-core-1.0.0-",
            "HTML-core-1.0.0",
        ] {
            assert!(!is_sdk_version(bad), "{bad}");
        }
    }

    #[test]
    fn answers_403_to_an_unknown_project_and_400_to_a_missing_one() {
        let status = |query| {
            admit(Some(query), Common::Whole, &[])
                .err()
                .map(|refusal| refusal.into_response().status().as_u16())
        };
        assert_eq!(status("projectId=demo&st=wallet-modal&sv=html-core-1.0.0"), None);
        assert_eq!(status("projectId=nobody&st=wallet-modal&sv=html-core-1.0.0"), Some(403));
        assert_eq!(status("st=wallet-modal&sv=html-core-1.0.0"), Some(400));
        assert_eq!(status("projectId=demo&st=other&sv=html-core-1.0.0"), Some(400));
        assert_eq!(status("projectId=demo"), Some(400));
        assert!(admit(Some("projectId=demo"), Common::ProjectOnly, &[]).is_ok());
    }
}
