//! A file's imports, as paths from the crate root, and the file behind a path.

use std::collections::BTreeMap;
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

/// The files of `src/`: path and text.
pub(super) type Files = BTreeMap<String, String>;

/// The code of a file without comments and tests.
pub(super) fn code(text: &str) -> String {
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let code: Vec<&str> = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    code.join("\n")
}

/// The module that a file is: `features/shell/mod.rs` is `features::shell`.
fn module(path: &str) -> Vec<String> {
    let path = path.trim_end_matches(".rs").trim_end_matches("/mod");
    path.split('/').filter(|name| *name != "lib").map(ToString::to_string).collect()
}

/// The inline modules around a line, outermost first. `rustfmt` closes a block at its line's indentation.
fn inline_modules(before: &str) -> Vec<String> {
    let mut open: Vec<(usize, String)> = Vec::new();
    for line in before.lines() {
        let words = line.trim_start();
        let indent = line.len() - words.len();
        if words == "}" && open.last().is_some_and(|(of, _)| *of == indent) {
            open.pop();
        }
        let name = words.strip_suffix(" {").and_then(|words| words.rsplit_once("mod ").map(|(_, name)| name));
        if let Some(name) = name.filter(|name| name.chars().all(|c| c.is_alphanumeric() || c == '_')) {
            open.push((indent, name.to_string()));
        }
    }
    open.into_iter().map(|(_, name)| name).collect()
}

/// Parses the tree of a `use` (`a::{b, c::{d, e as f}}`): its paths with their names, and the length of its text.
fn tree(text: &str, before: &str, found: &mut Vec<(String, String)>) -> usize {
    let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':' || c == '*';
    let end = text.find(|c| !is_path(c)).unwrap_or(text.len());
    let (path, after) = (&text[..end], &text[end..]);
    if !after.starts_with('{') || !(path.is_empty() || path.ends_with("::")) {
        let whole = format!("{before}{path}");
        let whole = whole.trim_end_matches("::self").trim_end_matches(':').to_string();
        let alias = after.strip_prefix(" as ").map(|rest| {
            let name_end = rest.find(|c| !is_path(c)).unwrap_or(rest.len());
            &rest[..name_end]
        });
        let name = alias.unwrap_or_else(|| whole.rsplit("::").next().unwrap_or_default()).to_string();
        found.push((whole, name));
        return end + alias.map_or(0, |alias| " as ".len() + alias.len());
    }
    let mut at = end + 1;
    while let Some(next) = text[at..].find(|c: char| !c.is_whitespace() && c != ',') {
        at += next;
        if text[at..].starts_with('}') {
            return at + 1;
        }
        let taken = tree(&text[at..], &format!("{before}{path}"), found);
        if taken == 0 {
            break; // not a tree of names
        }
        at += taken;
    }
    at
}

/// A path in a module, converted to a path from the root of the crate. `None` for another crate.
fn from_root(written: &str, module: &[String]) -> Option<String> {
    if let Some(path) = written.strip_prefix("crate::") {
        return Some(path.to_string());
    }
    let mut rest = written;
    let mut above = module.len();
    while let Some(after) = rest.strip_prefix("super::") {
        rest = after;
        above = above.checked_sub(1)?;
    }
    let mut names: Vec<&str> = module[..above].iter().map(String::as_str).collect();
    if rest != "super" {
        names.push(rest);
    } else {
        names.pop();
    }
    Some(names.join("::"))
}

/// All paths of a file that begin with `crate::` or `super::`, from the root of the crate.
pub(super) fn imports(path: &str, text: &str) -> Vec<String> {
    let code = code(text);
    let mut all = Vec::new();
    for start in ["crate::", "super::"] {
        for (at, _) in code.match_indices(start) {
            let before = &code[..at];
            if before.ends_with("::") || before.ends_with(|c: char| c.is_alphanumeric() || c == '_') {
                continue;
            }
            let mut module = module(path);
            module.extend(inline_modules(before));
            let mut found = Vec::new();
            tree(&code[at..], "", &mut found);
            all.extend(found.iter().filter_map(|(written, _)| from_root(written, &module)));
        }
    }
    all
}

/// A file's re-exports: a name and its path, or `*` for a whole module.
pub(super) fn passed_on(path: &str, text: &str) -> Vec<(String, String)> {
    let code = code(text);
    let mut all = Vec::new();
    for (at, _) in code.match_indices("\npub") {
        let line = &code[at + 1..];
        let Some((_, used)) = line.split_once("use ").filter(|(before, _)| !before.contains(['\n', '{']))
        else {
            continue;
        };
        let mut found = Vec::new();
        tree(used, "", &mut found);
        let module = module(path);
        all.extend(found.into_iter().filter_map(|(written, name)| {
            let is_of_root = written.starts_with("crate::") || written.starts_with("super::");
            let written =
                if is_of_root { written } else { format!("crate::{}::{written}", module.join("::")) };
            Some((name, from_root(&written, &module)?))
        }));
    }
    all
}

fn defines(text: &str, name: &str) -> bool {
    let code = code(text);
    let kinds = ["fn", "struct", "enum", "const", "static", "trait", "type", "mod"];
    kinds.iter().any(|kind| {
        let start = format!("{kind} {name}");
        let ends =
            |at: usize| !code[at + start.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_');
        code.match_indices(&start).any(|(at, _)| ends(at))
    })
}

/// The file behind a path from the root, through re-exports. `None` for the root itself.
pub(super) fn file_of(files: &Files, path: &str) -> Option<String> {
    look(files, path, 8)
}

fn look(files: &Files, path: &str, deep: usize) -> Option<String> {
    let names: Vec<&str> = path.split("::").collect();
    for count in (1..=names.len()).rev() {
        let joined = names[..count].join("/");
        let file = [format!("{joined}.rs"), format!("{joined}/mod.rs")]
            .into_iter()
            .find(|file| files.contains_key(file));
        let Some(file) = file else { continue };
        let Some(name) = names.get(count).filter(|_| deep > 0) else { return Some(file) };
        let text = &files[&file];
        let passed = passed_on(&file, text);
        if let Some((_, behind)) = passed.iter().find(|(known, _)| known == name) {
            return look(files, behind, deep - 1);
        }
        if !defines(text, name) {
            for (_, all) in passed.iter().filter(|(known, _)| known == "*") {
                let behind = look(files, &format!("{}::{name}", all.trim_end_matches("::*")), deep - 1);
                if let Some(behind) = behind.filter(|behind| defines(&files[behind], name)) {
                    return Some(behind);
                }
            }
        }
        return Some(file);
    }
    None
}
