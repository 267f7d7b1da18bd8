//! The layers of the crate, checked with the imports of each file: a file can import its own layer and those below,
//! never one above. ARCHITECTURE.md has the picture, under "Layers".

mod actions;
mod imports;
mod planted;

use imports::{Files, code, file_of, imports, passed_on};
use std::format;
use std::fs;
use std::path::Path;
use std::string::{String, ToString};
use std::vec::Vec;

/// The layers, from the bottom up.
const ORDER: &[&str] =
    &["entities", "model", "state", "flow", "outside", "flows of features", "table", "engine"];

/// The first matching pattern decides. A new file or folder of `src/` needs a line here.
const LAYERS: &[(&str, &[&str])] = &[
    ("engine", &["engine.rs", "lib.rs", "contract.rs", "repo_checks.rs", "layers.rs", "layers/", "spec.rs"]),
    ("table", &["features/mod.rs", "features/table.rs", "features/context_changed.rs"]),
    ("model", &["features/*/model.rs", "features/*/model/", "options/"]),
    ("flows of features", &["features/*/"]),
    (
        "outside",
        &[
            "api/",
            "connectors/",
            "signing/",
            "namespaces/money.rs",
            "namespaces/holdings.rs",
            "namespaces/request_readers.rs",
            "namespaces/registry.rs",
            "namespaces/wallet_chain.rs",
            "namespaces/*/money",
            "namespaces/*/reader",
            "namespaces/*/holdings",
            "namespaces/*/sign_in",
            "namespaces/*/tests",
        ],
    ),
    ("flow", &["flow/"]),
    ("state", &["store.rs", "snapshot.rs", "snapshot/", "event.rs", "storage/"]),
    ("entities", &["namespaces/", "ports/"]),
    ("entities", &["entities.rs", "caip.rs", "amount.rs", "services.rs", "services/", "json.rs", "map.rs"]),
    (
        "entities",
        &[
            "alert.rs",
            "command.rs",
            "command/",
            "constants.rs",
            "device.rs",
            "error.rs",
            "links.rs",
            "urls.rs",
        ],
    ),
    ("entities", &["format.rs", "qr.rs", "text.rs", "time.rs"]),
];

/// The state tree is one type, and the events are one enum. Models use them, although both consist of models.
const ONE_TREE: &[&str] = &["store::State", "event::Event"];

/// The modules that a namespace can have.
const SHAPE: &[&str] = &["mod", "rules", "codec", "reader", "money", "holdings", "sign_in", "tests"];

/// The name of a rule, and its checker, which returns one violation per line.
type Rule = (&'static str, fn(&Files) -> Vec<String>);

/// The rules.
const RULES: &[Rule] = &[
    ("every file has its layer", unplaced),
    ("a namespace has the shape of the others", misshapen),
    ("no file imports a layer above its own", upward),
    ("models never see a flow", seeing),
    ("a model imports models, never a door", through_doors),
    ("a subject is entered by its door", past_doors),
    ("no feature re-exports by glob", globs),
    ("a row is named in the door of its subject", named_rows),
    ("each declared action is read", actions::unread),
    ("an action is named by its declaration", actions::texts),
    ("nothing is written by Debug", debug_texts),
];

fn fits(path: &str, pattern: &str) -> bool {
    match pattern.split_once('*') {
        None if pattern.ends_with('/') => path.starts_with(pattern),
        None => path == pattern,
        Some((before, after)) => {
            let rest = path.strip_prefix(before).and_then(|rest| rest.split_once('/'));
            rest.is_some_and(|(_, rest)| format!("/{rest}").starts_with(after))
        }
    }
}

fn layer(path: &str) -> Option<usize> {
    let (name, _) = LAYERS.iter().find(|(_, patterns)| patterns.iter().any(|pattern| fits(path, pattern)))?;
    ORDER.iter().position(|known| known == name)
}

fn unplaced(files: &Files) -> Vec<String> {
    let unplaced = files.keys().filter(|path| layer(path).is_none());
    unplaced.map(|path| format!("{path} has no layer")).collect()
}

/// A namespace's module, by its folder: `namespaces/solana/reader/signed.rs` is in `reader`.
fn misshapen(files: &Files) -> Vec<String> {
    let module = |path: &str| {
        let (_, rest) = path.strip_prefix("namespaces/")?.split_once('/')?;
        rest.split('/').next().map(|name| name.trim_end_matches(".rs").to_string())
    };
    let named = files.keys().filter_map(|path| Some((path, module(path)?)));
    let other = named.filter(|(_, module)| !SHAPE.contains(&module.as_str()));
    other.map(|(path, module)| format!("{path} is in {module}")).collect()
}

fn is_of_one_tree(import: &str) -> bool {
    ONE_TREE
        .iter()
        .any(|name| import.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with("::")))
}

fn upward(files: &Files) -> Vec<String> {
    let mut faults = Vec::new();
    for (path, text) in files {
        let Some(own) = layer(path) else { continue };
        for import in imports(path, text) {
            let target = file_of(files, &import);
            let Some(above) = layer(target.as_deref().unwrap_or("lib.rs")) else { continue };
            if above > own && !is_of_one_tree(&import) {
                faults.push(format!("{path} ({}) imports {import} ({})", ORDER[own], ORDER[above]));
            }
        }
    }
    faults
}

fn is_model(path: &str) -> bool {
    path.contains("/model/") || path.ends_with("/model.rs")
}

fn seeing(files: &Files) -> Vec<String> {
    let is_seen =
        |text: &str| code(text).split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == "Cx");
    let seeing = files.iter().filter(|(path, text)| is_model(path) && is_seen(text));
    seeing.map(|(path, _)| format!("{path} sees `Cx`")).collect()
}

/// The subject of `features/` that a file is in.
fn subject(path: &str) -> Option<&str> {
    path.strip_prefix("features/")?.split_once('/').map(|(subject, _)| subject)
}

/// A door re-exports flows too: a model that imports it would depend on every flow behind it.
fn through_doors(files: &Files) -> Vec<String> {
    let mut faults = Vec::new();
    for (path, text) in files.iter().filter(|(path, _)| is_model(path)) {
        for import in imports(path, text) {
            let names: Vec<&str> = import.split("::").collect();
            let is_of_model = names[0] != "features" || names.get(2) == Some(&"model");
            let behind = file_of(files, &import).and_then(|file| layer(&file));
            let is_upward = behind > layer(path); // the rule of layers reports it
            if !is_of_model && !is_upward {
                faults.push(format!("{path} imports {import}"));
            }
        }
    }
    faults
}

/// Whether a path continues through a module of another subject. A name after the public module can be one of its
/// modules (`router::open`), or a type with an associated item.
fn is_past_door(own: &str, import: &str) -> bool {
    let mut names = import.strip_prefix("features::").unwrap_or_default().split("::");
    let (of, name) = (names.next().unwrap_or_default(), names.next().unwrap_or_default());
    of != own && name.starts_with(|c: char| c.is_lowercase()) && names.next().is_some()
}

fn past_doors(files: &Files) -> Vec<String> {
    let mut faults = Vec::new();
    for (path, text) in files {
        let Some(own) = subject(path).filter(|_| !is_model(path)) else { continue };
        let mut named = imports(path, text);
        // a public module that is imported by name: the paths that the code writes after that name
        for door in named.clone().iter().filter(|import| import.split("::").count() == 2) {
            named.extend(said_after(text, door));
        }
        let past = named.iter().filter(|import| is_past_door(own, import));
        faults.extend(past.map(|import| format!("{path} names {import}")));
    }
    faults
}

/// A door or a flow lists what it passes on. With a glob, each new name of a model would become public there too.
fn globs(files: &Files) -> Vec<String> {
    let mut faults = Vec::new();
    for (path, text) in files.iter().filter(|(path, _)| subject(path).is_some()) {
        let passed = passed_on(path, text).into_iter().filter(|(name, _)| name == "*");
        faults.extend(passed.map(|(_, all)| format!("{path} re-exports {all}")));
    }
    faults
}

/// The paths in a text that begin with the last name of a public module.
fn said_after(text: &str, door: &str) -> Vec<String> {
    let Some((_, name)) = door.rsplit_once("features::") else { return Vec::new() };
    let (code, start) = (code(text), format!("{name}::"));
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let at = code.match_indices(&start).filter(|(at, _)| !code[..*at].ends_with(is_name));
    let said = at.map(|(at, _)| {
        let said = &code[at..];
        format!("features::{}", &said[..said.find(|c| !is_name(c)).unwrap_or(said.len())])
    });
    said.collect()
}

/// The subject of a row in the table: `"send" => money::send::run` belongs to `money`.
fn owner<'a>(table: &'a str, row: &str) -> Option<&'a str> {
    let (_, run) = table.split_once(&format!("\"{row}\" => "))?;
    run.split_once("::").map(|(subject, _)| subject)
}

/// Whether the row names a namespace's file. Only files next to it know the parameters of its actions.
fn is_beside(table: &str, row: &str, path: &str) -> bool {
    let run = table.split_once(&format!("\"{row}\" => namespaces::")).map(|(_, run)| run);
    let place = run.and_then(|run| run.split_once(';')?.0.rsplit_once("::"));
    place.is_some_and(|(place, _)| path.starts_with(&format!("namespaces/{}/", place.replace("::", "/"))))
}

/// Rows that run by name, `cx.run("send", ...)`, from other modules, which don't know the parameters of the action.
fn named_rows(files: &Files) -> Vec<String> {
    let table = files.get("features/mod.rs").map(|text| code(text)).unwrap_or_default();
    let mut faults = Vec::new();
    for (path, text) in files {
        let code = code(text);
        for (at, call) in code.match_indices(".run(") {
            let row =
                code[at + call.len()..].trim_start().strip_prefix('"').and_then(|row| row.split_once('"'));
            let Some((row, _)) = row else { continue };
            let door = owner(&table, row).map(|subject| format!("features/{subject}/mod.rs"));
            if door.as_ref() != Some(path) && !is_beside(&table, row, path) {
                faults.push(format!("{path} runs {row}"));
            }
        }
    }
    faults
}

/// Uses of `{:?}`, which writes nothing in the browser (`-Zfmt-debug=none`, docs/spec/toolchain.md).
fn debug_texts(files: &Files) -> Vec<String> {
    let is_product = |path: &str| {
        let is_test = ["fuzz.rs", "tests.rs", "spec.rs", "vectors.rs"].iter().any(|end| path.ends_with(end));
        !is_test && !path.contains("/tests/")
    };
    let product = files.iter().filter(|(path, _)| is_product(path));
    let wrong = product.filter(|(_, text)| code(text).contains(":?}"));
    wrong.map(|(path, _)| format!("{path} writes by {{:?}}")).collect()
}

fn read(root: &Path, folder: &Path, files: &mut Files) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read(root, &path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let name = path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
            files.insert(name, fs::read_to_string(&path).unwrap());
        }
    }
}

fn sources() -> Files {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Files::new();
    read(&root, &root, &mut files);
    files.retain(|path, _| !path.starts_with("layers")); // these contain violations as text
    files
}

#[test]
fn each_file_keeps_the_layer_rules() {
    let files = sources();
    let mut faults = Vec::new();
    for (rule, check) in RULES {
        faults.extend(check(&files).into_iter().map(|fault| format!("{rule}: {fault}")));
    }
    faults.sort();
    faults.dedup();
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}
