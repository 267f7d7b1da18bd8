//! Checks what the documents state about the code: the map in ARCHITECTURE.md, the list of parts in
//! engine/xtask/README.md, the promises of SECURITY.md.

use std::collections::BTreeSet;
use std::format;
use std::fs;
use std::path::Path;
use std::string::String;
use std::vec::Vec;

/// The document with the map.
const PICTURE: &str = include_str!("../../../ARCHITECTURE.md");

/// The lines of the map that describe this crate.
fn lines_of_crate() -> Vec<&'static str> {
    let map = PICTURE.split("\n## Code map\n").nth(1).unwrap();
    let from = map.lines().skip_while(|line| !line.starts_with("    engine/core "));
    let ends = |line: &&str| line.starts_with("      ");
    from.skip(1).take_while(ends).collect()
}

/// The folders at this depth of the map, after the line `under` if given.
fn drawn(depth: usize, under: Option<&str>) -> BTreeSet<String> {
    let lines = lines_of_crate();
    let start =
        under.map_or(0, |name| lines.iter().position(|line| line.trim().starts_with(name)).unwrap() + 1);
    let indent = |line: &str| line.len() - line.trim_start().len();
    let here = lines.into_iter().skip(start).take_while(|line| indent(line) >= depth);
    let names = here.filter(|line| indent(line) == depth).filter_map(|line| line.split_whitespace().next());
    names.filter_map(|name| name.strip_suffix('/')).map(Into::into).collect()
}

/// The existing folders.
fn built(folder: &Path) -> BTreeSet<String> {
    let all = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let folders = all.filter(|entry| entry.path().is_dir());
    folders.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

#[test]
fn architecture_lists_exactly_the_existing_folders() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = built(&root.join("src"));
    folders.insert("tests".into());
    assert_eq!(drawn(6, None), folders, "left: ARCHITECTURE.md, right: engine/core and its src");
    let subjects = built(&root.join("src/features"));
    assert_eq!(drawn(8, Some("features/")), subjects, "left: ARCHITECTURE.md, right: src/features");
}

/// The parts in the table of features, each with its features: `part {` with rows `"feature" => ...`.
fn parts() -> Vec<(&'static str, Vec<&'static str>)> {
    let table = include_str!("features/mod.rs").split("table::features! {").nth(1).unwrap();
    let table = table.split("\n}\n").next().unwrap();
    let mut rows: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in table.lines().map(str::trim) {
        if let Some(part) = line.strip_suffix(" {") {
            rows.push((part, Vec::new()));
        } else if let Some((name, _)) = line.strip_prefix('"').and_then(|rest| rest.split_once("\" => ")) {
            rows.last_mut().unwrap().1.push(name);
        } else if line == "}" && rows.last().is_some_and(|(_, features)| features.is_empty()) {
            rows.pop();
        }
    }
    rows
}

/// The table of parts in engine/xtask/README.md.
fn parts_table() -> String {
    let row = |(part, features): &(&str, Vec<&str>)| format!("| `{part}` | `{}` |\n", features.join("`, `"));
    let lines: Vec<String> = parts().iter().map(row).collect();
    format!("| part | features |\n|---|---|\n{}", lines.concat())
}

/// The name begins like those of the tests that write contract.ts, so that `WRITE_CONTRACT=1 cargo test contract`
/// writes this list, too.
#[test]
fn contract_lists_every_part_in_the_readme_of_xtask() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../xtask/README.md");
    let readme = fs::read_to_string(&path).unwrap();
    let (before, rest) = readme.split_once("<!-- parts -->\n").unwrap();
    let (list, after) = rest.split_once("<!-- /parts -->").unwrap();
    let fresh = format!("\n{}\n", parts_table());
    if std::env::var_os("WRITE_CONTRACT").is_some() {
        fs::write(&path, format!("{before}<!-- parts -->\n{fresh}<!-- /parts -->{after}")).unwrap();
    } else {
        assert_eq!(list, fresh, "stale: WRITE_CONTRACT=1 cargo test -p wallet-engine contract");
    }
}

/// The build of the binary also checks this, but minutes later.
#[test]
fn journeys_name_exactly_the_existing_parts() {
    let journeys: Vec<serde_json::Value> =
        serde_json::from_str(include_str!("../../xtask/journeys.json")).unwrap();
    let of = |journey: &serde_json::Value| journey["parts"].as_array().unwrap().clone();
    let named: BTreeSet<String> =
        journeys.iter().flat_map(of).map(|part| part.as_str().unwrap().into()).collect();
    let later = parts().into_iter().map(|(part, _)| part).filter(|part| *part != "first");
    assert_eq!(named, later.map(Into::into).collect(), "left: journeys.json, right: features/mod.rs");
}

/// A text with its line breaks replaced by spaces.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn promises_name_existing_code_and_tests() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: &str| fs::read_to_string(root.join(path)).unwrap_or_else(|e| panic!("{path}: {e}"));
    let (security, promises) = (flat(&read("SECURITY.md")), read("docs/promises.md"));
    let rows: Vec<&str> =
        promises.lines().filter(|line| line.starts_with("| ") && line.contains("`: ")).collect();
    assert!(rows.len() > 25, "the table is there");
    for row in rows {
        let columns: Vec<&str> = row.trim_matches(['|', ' ']).split(" | ").collect();
        let &[sentence, code, tests] = &columns[..] else { panic!("three columns: {row}") };
        assert!(security.contains(sentence), "SECURITY.md does not say: {sentence}");
        for place in code.split("; `").chain(tests.split("; `")) {
            let (path, name) = place.trim_start_matches('`').split_once("`: ").unwrap();
            assert!(read(path).contains(name), "{path} doesn't have: {name}");
        }
    }
}
