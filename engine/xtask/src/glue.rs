//! Edits of wasm-bindgen's glue that notice a panic on every way in (enter.js), and make a restart after it quiet and safe. Each names the
//! text it expects, so that a new wasm-bindgen which writes something else stops the build instead of losing the edit.

/// What wasm-bindgen writes before each call of an export or of a closure's function.
const GUARD: &str = "__wbg_call_guard();";

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
        why: "a closure that ends may panic too",
        from: "wasm.__wbindgen_destroy_closure(",
        to: "enter(wasm.__wbindgen_destroy_closure, ",
        when: "CLOSURE_DTORS",
    },
    Edit {
        why: "so may an engine that nobody holds any more",
        from: "wasm.__wbg_engine_free(ptr, 1)",
        to: "enter(wasm.__wbg_engine_free, ptr, 1)",
        when: "EngineFinalization",
    },
    Edit {
        why: "the restart itself has to be there, and what says that it is needed",
        from: "export function __wbg_reset_state",
        to: concat!(include_str!("enter.js"), "\nexport function __wbg_reset_state"),
        when: "",
    },
];

/// The glue with the edits applied.
pub fn edit(glue: &str) -> Result<String, String> {
    let mut text = every_way_in(&one_import_of_the_parts(glue))?;
    for edit in EDITS.iter().filter(|edit| glue.contains(edit.when)) {
        if !text.contains(edit.from) {
            return Err(format!("the glue has no `{}` ({})", edit.from, edit.why));
        }
        text = text.replace(edit.from, edit.to);
    }
    Ok(text)
}

/// The glue with each guarded call made by `enter`.
fn every_way_in(glue: &str) -> Result<String, String> {
    let mut pieces = glue.split(GUARD);
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let line_end = piece.match_indices('\n').nth(1).map_or(piece.len(), |(at, _)| at);
        let (call, rest) = piece.split_at(line_end);
        let is_call = call.trim().trim_start_matches("ret = ").starts_with("wasm.");
        let (before, after) = match call.split_once('(') {
            Some(parts) if is_call => parts,
            _ => return Err(format!("the glue calls `{}` behind its guard", call.trim())),
        };
        let (into, name) = before.split_at(before.find("wasm.").unwrap_or_default());
        text = text + GUARD + into + "enter(" + name + ", " + after + rest;
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
    fn rejects_glue_without_a_restart() {
        assert!(edit("export class Engine {}").is_err());
    }

    #[test]
    fn every_call_goes_through_the_guard() {
        let glue = "f(a) {\n    let ret;\n    __wbg_call_guard();\n    ret = wasm.shim_1(a, b);\n    return ret;\n}\n\
                    g(a) {\n    __wbg_call_guard();\n    wasm.engine_destroy(this.__wbg_ptr);\n}\n";
        let edited = every_way_in(glue).unwrap_or_default();
        assert!(edited.contains("    ret = enter(wasm.shim_1, a, b);\n    return ret;"));
        assert!(edited.contains("    enter(wasm.engine_destroy, this.__wbg_ptr);\n}"));
    }

    #[test]
    fn rejects_a_call_in_another_notation() {
        assert!(every_way_in("    __wbg_call_guard();\n    try {\n        ret = wasm.shim_1(a);").is_err());
    }

    #[test]
    fn imports_the_parts_once() {
        let glue = "import * as import1 from \"./parts.js\"\nimport * as import2 from \"./parts.js\"\n\
                    export function __wbg_reset_state () {}\n\"./parts.js\": import1,\n\"./parts.js\": import2,";
        let edited = edit(glue).unwrap_or_default();
        assert!(!edited.contains("import2"));
        assert_eq!(edited.matches("import1").count(), 2);
    }

    #[test]
    fn stale_closures_return_instead_of_throwing() {
        let glue = "export function __wbg_reset_state () {}\nconst CLOSURE_DTORS = 0;\nif (state.instance !== __wbg_instance_id) {\n\
                    throw new Error('Cannot invoke closure from previous WASM instance');\n}\nif (--state.cnt === 0) { wasm.__wbindgen_destroy_closure(state.a, state.b); }";
        let edited = edit(glue).unwrap_or_default();
        assert!(!edited.contains("previous WASM instance"));
        let end = "if (--state.cnt === 0 && state.instance === __wbg_instance_id) { enter(wasm.__wbindgen_destroy_closure, state.a";
        assert!(edited.contains(end));
    }
}
