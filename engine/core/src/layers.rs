//! The layers of the crate, checked by what each file imports: a file may import its own layer and those below, never one above.
//! The picture is in ARCHITECTURE.md, "Layers".

use std::fs;
use std::path::{Path, PathBuf};
use std::string::{String, ToString};
use std::vec::Vec;

/// From the bottom up; the first pattern that fits a path counts.
const LAYERS: &[(&str, &[&str])] = &[
    ("engine", &["engine.rs", "lib.rs", "contract.rs", "layers.rs", "spec.rs"]),
    ("table", &["features/mod.rs", "features/table.rs", "features/moved.rs"]),
    ("model", &["features/*/model.rs", "features/*/model/", "options/"]),
    ("flows of features", &["features/"]),
    (
        "outside",
        &[
            "api/",
            "connectors/",
            "signing/",
            "namespaces/money.rs",
            "namespaces/reading.rs",
            "namespaces/registry.rs",
            "namespaces/wallet_chain.rs",
            "namespaces/*/money",
            "namespaces/*/sign_in.rs",
            "namespaces/*/requests.rs",
        ],
    ),
    ("flow", &["flow/"]),
    ("state", &["store.rs", "snapshot.rs", "snapshot/", "event.rs", "storage/"]),
    ("entities", &[""]),
];

const ORDER: &[&str] =
    &["entities", "model", "state", "flow", "outside", "flows of features", "table", "engine"];

/// The tree of the state is one type, and what a change emits is one enum: models name them, though both are made of models.
const ONE_TREE: &[&str] = &["store::State", "event::Event"];

fn fits(path: &str, pattern: &str) -> bool {
    match pattern.split_once('*') {
        None => path.starts_with(pattern),
        Some((before, after)) => {
            let rest = path.strip_prefix(before).and_then(|rest| rest.split_once('/'));
            rest.is_some_and(|(_, rest)| alloc::format!("/{rest}").starts_with(after))
        }
    }
}

fn layer(path: &str) -> usize {
    let name = LAYERS.iter().find(|(_, patterns)| patterns.iter().any(|pattern| fits(path, pattern)));
    let name = name.map_or("entities", |(name, _)| *name);
    ORDER.iter().position(|known| *known == name).unwrap()
}

/// The file a `crate::` path is in: the longest prefix that is a file or a folder.
fn file_of(root: &Path, path: &str) -> String {
    let mut parts: Vec<&str> = path.split("::").collect();
    while !parts.is_empty() {
        let joined = parts.join("/");
        for file in [alloc::format!("{joined}.rs"), alloc::format!("{joined}/mod.rs")] {
            if root.join(&file).is_file() {
                return file;
            }
        }
        parts.pop();
    }
    "lib.rs".to_string()
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Every `crate::a::b` of a file, groups spelled out; comments and tests aside.
fn imports(text: &str) -> Vec<String> {
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let code: Vec<&str> = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let code = code.join("\n");
    let mut found = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        let end = rest.find(|c| !is_path(c)).unwrap_or(rest.len());
        let (path, after) = rest.split_at(end);
        match after.strip_prefix('{').and_then(|group| group.split_once('}')) {
            Some((group, _)) if path.is_empty() || path.ends_with("::") => {
                for name in group.split(',').map(|name| name.trim().split(' ').next().unwrap()) {
                    found.push(alloc::format!("{path}{}", name.replace("self", "")));
                }
            }
            _ => found.push(path.to_string()),
        }
    }
    found
}

#[test]
fn no_file_imports_a_layer_above_its_own() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut all = Vec::new();
    files(&root, &mut all);
    let mut faults = Vec::new();
    for file in all {
        let path = file.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
        for import in imports(&fs::read_to_string(&file).unwrap()) {
            let target = file_of(&root, import.trim_end_matches(':'));
            let is_of_one_tree = ONE_TREE.iter().any(|name| import.starts_with(name));
            if layer(&target) > layer(&path) && !is_of_one_tree {
                faults.push(alloc::format!(
                    "{path} ({}) imports {import} ({})",
                    ORDER[layer(&path)],
                    ORDER[layer(&target)]
                ));
            }
        }
    }
    faults.sort();
    faults.dedup();
    assert!(faults.is_empty(), "{} imports go up:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn models_never_see_a_flow() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut all = Vec::new();
    files(&root, &mut all);
    let of_models = |path: &str| path.contains("/model/") || path.ends_with("/model.rs");
    for file in all.iter().filter(|file| of_models(&file.to_string_lossy())) {
        let text = fs::read_to_string(file).unwrap();
        assert!(!text.contains("Cx"), "{} sees `Cx`", file.display());
    }
}
