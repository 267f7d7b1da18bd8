//! Rules about the actions of commands: each is declared once (`command.rs`: `commands!`), and its readers keep to the declaration.

use super::imports::{Files, code};
use super::subject;
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

/// How a declaration begins.
const START: &str = "crate::command::commands! {\n";

/// The type of the constants, and the action of each: `("PayAction", [("resume", "Resume")])`.
type Declared = (String, Vec<(String, String)>);

fn declarations(text: &str) -> Vec<&str> {
    text.split(START).skip(1).filter_map(|rest| rest.split_once("\n}\n")).map(|(block, _)| block).collect()
}

fn declared(block: &str) -> Option<Declared> {
    let is_name = |word: &&str| word.ends_with("Action");
    let name = block.split(|c: char| !c.is_alphanumeric()).find(is_name)?;
    let row = |line: &str| {
        let (action, rest) = line.trim().strip_prefix('"')?.split_once("\" ")?;
        let variant = rest.split(|c: char| !c.is_alphanumeric()).next()?;
        Some((action.to_string(), variant.to_string()))
    };
    Some((name.to_string(), block.lines().filter_map(row).collect()))
}

/// Whether a reader matches or compares a constant.
fn is_matched(code: &str, constant: &str) -> bool {
    code.match_indices(constant).any(|(at, _)| {
        let (before, after) = (&code[..at], code[at + constant.len()..].trim_start());
        let is_whole = !code[at + constant.len()..].starts_with(|c: char| c.is_alphanumeric());
        let is_arm = ["=>", "| ", "if "].iter().any(|next| after.starts_with(next));
        is_whole && (is_arm || before.ends_with("== ") || before.ends_with("!= "))
    })
}

/// Actions that a feature declares and doesn't read.
pub(super) fn unread(files: &Files) -> Vec<String> {
    let codes: Vec<String> = files.values().map(|text| code(text)).collect();
    let mut faults = Vec::new();
    for (path, text) in files {
        for (name, rows) in declarations(text).into_iter().filter_map(declared) {
            let feature = name.trim_end_matches("Action");
            let feature = format!("{}{}", feature[..1].to_lowercase(), &feature[1..]);
            for (action, variant) in rows {
                let constant = format!("{name}::{variant}");
                // the engine itself runs `router.close`
                let whole = format!("name == \"{feature}.{action}\" {{");
                let is_read = |code: &String| is_matched(code, &constant) || code.contains(&whole);
                if !codes.iter().any(is_read) {
                    faults.push(format!("{path} declares {constant}"));
                }
            }
        }
    }
    faults
}

/// The arms of every `match action.as_str()` that are text.
fn text_arms(code: &str) -> Vec<&str> {
    let mut open: Vec<usize> = Vec::new();
    let mut arms = Vec::new();
    for line in code.lines().filter(|line| !line.trim().is_empty()) {
        let indent = line.len() - line.trim_start().len();
        while open.last().is_some_and(|of| indent <= *of) {
            open.pop();
        }
        let is_arm = open.last().is_some_and(|of| indent == of + 4);
        if is_arm && line.trim_start().trim_start_matches("| ").starts_with('"') {
            arms.push(line.trim());
        }
        if line.ends_with("match action.as_str() {") {
            open.push(indent);
        }
    }
    arms
}

/// Actions of features as text: another spelling than the declared one would compile.
pub(super) fn texts(files: &Files) -> Vec<String> {
    let mut faults = Vec::new();
    for (path, text) in files.iter().filter(|(path, _)| subject(path).is_some()) {
        let code = code(text);
        let compared = ["action == \"", "action != \""].iter().flat_map(|start| code.match_indices(start));
        faults.extend(compared.map(|(_, found)| format!("{path} compares {found}")));
        faults.extend(text_arms(&code).into_iter().map(|arm| format!("{path} matches {arm}")));
        for (at, call) in code.match_indices(".run(") {
            let row = code[at + call.len()..].trim_start().strip_prefix('"');
            let action = row.and_then(|row| row.split_once("\",")).map(|(_, action)| action.trim_start());
            if action.is_some_and(|action| action.starts_with('"')) {
                let line = code[at..].lines().next().unwrap_or_default();
                faults.push(format!("{path} runs by text: {line}"));
            }
        }
    }
    faults
}
