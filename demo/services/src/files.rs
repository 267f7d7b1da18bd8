//! Files from a folder: right media types, an entity tag, and no way out of the folder.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    path::{Component, Path},
};

use axum::{
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};

use crate::reply::Refusal;

/// The kinds of files that are served. Anything else (sources, databases, configuration) does not exist from outside.
const MEDIA_TYPES: &[(&str, &str)] = &[
    ("html", "text/html; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("mjs", "text/javascript; charset=utf-8"),
    ("json", "application/json"),
    ("map", "application/json"),
    ("wasm", "application/wasm"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("txt", "text/plain; charset=utf-8"),
];

/// Serves `path` (relative, already percent-decoded) from `folder`.
pub async fn serve(folder: &Path, path: &str, request: &HeaderMap) -> Response {
    match read(folder, path).await {
        Some((media_type, bytes)) => answer(media_type, bytes, request),
        None => Refusal::new(StatusCode::NOT_FOUND, "path", "There is no such file").into_response(),
    }
}

async fn read(folder: &Path, path: &str) -> Option<(&'static str, Vec<u8>)> {
    let relative = Path::new(path);
    let inside = relative.components().all(|part| match part {
        Component::Normal(name) => {
            name.to_str().is_some_and(|name| !name.starts_with('.') && !name.contains(['\\', ':', '\0']))
        }
        _ => false,
    });
    let extension = relative.extension()?.to_str()?;
    let media_type =
        MEDIA_TYPES.iter().find(|(known, _)| *known == extension).map(|(_, media_type)| *media_type)?;
    if !inside {
        return None;
    }
    // Links are followed, then the real place is checked: one may point out of the folder.
    let folder = tokio::fs::canonicalize(folder).await.ok()?;
    let file = tokio::fs::canonicalize(folder.join(relative)).await.ok()?;
    if !file.starts_with(&folder) {
        return None;
    }
    Some((media_type, tokio::fs::read(file).await.ok()?))
}

fn answer(media_type: &'static str, bytes: Vec<u8>, request: &HeaderMap) -> Response {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    let tag = format!("\"{:016x}\"", hasher.finish());
    let known = request.get(header::IF_NONE_MATCH).is_some_and(|given| given.as_bytes() == tag.as_bytes());
    let headers = [
        (header::CONTENT_TYPE, media_type.to_owned()),
        (header::ETAG, tag),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
    ];
    if known { (StatusCode::NOT_MODIFIED, headers).into_response() } else { (headers, bytes).into_response() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn serves_only_known_files_inside_the_folder() {
        let folder = std::env::temp_dir().join(format!("demo-files-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("in")).unwrap();
        std::fs::write(folder.join("out.js"), "out").unwrap();
        std::fs::write(folder.join("in/a.js"), "a").unwrap();
        std::fs::write(folder.join("in/.b.js"), "b").unwrap();
        std::fs::write(folder.join("in/c.ts"), "c").unwrap();
        let root = folder.join("in");
        assert_eq!(read(&root, "a.js").await.unwrap().1, b"a");
        for path in ["../out.js", "/etc/hosts.txt", "x/../../out.js", ".b.js", "c.ts", "none.js", ""] {
            assert!(read(&root, path).await.is_none(), "{path}");
        }
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn answers_304_for_unchanged_bytes() {
        let first = answer("text/plain", b"x".to_vec(), &HeaderMap::new());
        let mut again = HeaderMap::new();
        again.insert(header::IF_NONE_MATCH, first.headers().get(header::ETAG).unwrap().clone());
        assert_eq!(answer("text/plain", b"x".to_vec(), &again).status(), StatusCode::NOT_MODIFIED);
        assert_eq!(answer("text/plain", b"y".to_vec(), &again).status(), StatusCode::OK);
    }
}
