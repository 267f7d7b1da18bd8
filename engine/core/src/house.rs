//! The picture of the crate in ARCHITECTURE.md, "The house", checked against the folders themselves: a newcomer reads it first.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::string::String;
use std::vec::Vec;

const PICTURE: &str = include_str!("../../../ARCHITECTURE.md");

/// The lines of the picture that are about this crate.
fn lines_of_crate() -> Vec<&'static str> {
    let house = PICTURE.split("\n## The house\n").nth(1).unwrap();
    let from = house.lines().skip_while(|line| !line.starts_with("    engine/core "));
    let ends = |line: &&str| line.starts_with("      ");
    from.skip(1).take_while(ends).collect()
}

/// Folders that the picture names at this depth of it, in the lines after `under` where that is given.
fn drawn(depth: usize, under: Option<&str>) -> BTreeSet<String> {
    let lines = lines_of_crate();
    let start =
        under.map_or(0, |name| lines.iter().position(|line| line.trim().starts_with(name)).unwrap() + 1);
    let indent = |line: &str| line.len() - line.trim_start().len();
    let here = lines.into_iter().skip(start).take_while(|line| indent(line) >= depth);
    let names = here.filter(|line| indent(line) == depth).filter_map(|line| line.split_whitespace().next());
    names.filter_map(|name| name.strip_suffix('/')).map(Into::into).collect()
}

/// Folders that there are.
fn built(folder: &Path) -> BTreeSet<String> {
    let all = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let folders = all.filter(|entry| entry.path().is_dir());
    folders.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

#[test]
fn the_picture_of_the_house_has_every_folder_and_no_other() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = built(&root.join("src"));
    folders.insert("tests".into());
    assert_eq!(drawn(6, None), folders, "left: ARCHITECTURE.md, right: engine/core and its src");
    let subjects = built(&root.join("src/features"));
    assert_eq!(drawn(8, Some("features/")), subjects, "left: ARCHITECTURE.md, right: src/features");
}

/// Words without the places where their lines end.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn each_promise_has_code_and_tests_that_are_there() {
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
