//! Edits of wasm-bindgen's glue that make a restart after a panic quiet and safe. Each names the text it expects,
//! so that a new wasm-bindgen which writes something else stops the build instead of losing the edit.

struct Edit {
    why: &'static str,
    from: &'static str,
    to: &'static str,
    /// The edit is needed when the glue has this word: some of it is written only when the engine uses it.
    when: &'static str,
}

const EDITS: &[Edit] = &[
    Edit {
        why: "a timer or promise of the instance before is dropped; thrown, it would be an error of the host's page",
        from: "throw new Error('Cannot invoke closure from previous WASM instance');",
        to: "return;",
        when: "CLOSURE_DTORS",
    },
    Edit {
        why: "a closure of the instance before must not free memory of the one after",
        from: "if (--state.cnt === 0) {",
        to: "if (--state.cnt === 0 && state.instance === __wbg_instance_id) {",
        when: "CLOSURE_DTORS",
    },
    Edit {
        why: "the restart itself has to be there",
        from: "export function __wbg_reset_state",
        to: "export function __wbg_reset_state",
        when: "",
    },
];

/// The glue with the edits applied.
pub fn edit(glue: &str) -> Result<String, String> {
    let mut text = one_import_of_the_parts(glue);
    for edit in EDITS.iter().filter(|edit| glue.contains(edit.when)) {
        if !text.contains(edit.from) {
            return Err(format!("the glue has no `{}` ({})", edit.from, edit.why));
        }
        text = text.replace(edit.from, edit.to);
    }
    Ok(text)
}

/// wasm-bindgen imports the loader once for each part and names it as often in one object literal; once is enough.
fn one_import_of_the_parts(glue: &str) -> String {
    let repeated = |line: &&str| {
        let line = line.trim();
        let import = line.starts_with("import * as import") && line.ends_with("\"./parts.js\"");
        let key = line.starts_with("\"./parts.js\": import");
        (import && !line.contains(" import1 ")) || (key && !line.ends_with(" import1,"))
    };
    let mut text: String = glue.lines().filter(|line| !repeated(line)).collect::<Vec<_>>().join("\n");
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn glue_without_a_restart_is_refused() {
        assert!(edit("export class Engine {}").is_err());
    }

    #[test]
    fn the_parts_are_imported_once() {
        let glue = "import * as import1 from \"./parts.js\"\nimport * as import2 from \"./parts.js\"\n\
                    export function __wbg_reset_state () {}\n\"./parts.js\": import1,\n\"./parts.js\": import2,";
        let edited = edit(glue).unwrap_or_default();
        assert!(!edited.contains("import2"));
        assert_eq!(edited.matches("import1").count(), 2);
    }

    #[test]
    fn stale_closures_return_instead_of_throwing() {
        let glue = "export function __wbg_reset_state () {}\nconst CLOSURE_DTORS = 0;\nif (state.instance !== __wbg_instance_id) {\n\
                    throw new Error('Cannot invoke closure from previous WASM instance');\n}\nif (--state.cnt === 0) {}";
        let edited = edit(glue).unwrap_or_default();
        assert!(!edited.contains("throw"));
        assert!(edited.contains("if (--state.cnt === 0 && state.instance === __wbg_instance_id) {"));
    }
}
