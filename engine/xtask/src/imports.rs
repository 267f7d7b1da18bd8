//! Gives imports between the first part and its glue short names. wasm-bindgen names each import and closure with a separate hash. A hundred hashes in
//! both files are 3 kB that don't compress. Exports of the first part that neither its glue nor a later part uses are removed.

use std::collections::BTreeSet;

use walrus::{Module, ModuleConfig};

/// The module that the glue stands for.
const GLUE: &str = "./glue_bg.js";

/// How the glue calls what the first part exports.
const EXPORTS: &str = "wasm.";

/// The module and its glue with short names for what the one takes from the other. `parts`: the later parts, whose
/// imports keep their names.
pub fn shorten<'a>(
    bytes: &[u8],
    glue: &str,
    parts: impl Iterator<Item = &'a Vec<u8>>,
) -> Result<(Vec<u8>, String), String> {
    let mut module = parse(bytes)?;
    let mut text = glue.to_owned();
    for (number, import) in module.imports.iter_mut().filter(|import| import.module == GLUE).enumerate() {
        let (key, short) = (format!("        {}: function(", import.name), short(number));
        if text.matches(&key).count() != 1 {
            return Err(format!("the glue does not define `{}` once", import.name));
        }
        text = text.replace(&key, &format!("        {short}: function("));
        import.name = short;
    }
    // The loader of the parts takes this one itself (parts.js).
    let mut kept = BTreeSet::from(["__indirect_function_table".to_owned()]);
    for part in parts {
        kept.extend(parse(part)?.imports.iter().map(|import| import.name.clone()));
    }
    let long: BTreeSet<_> = module.exports.iter().map(|export| export.name.clone()).collect();
    let mut shorts = (0..).map(short).filter(|short| !long.contains(short));
    let mut unused = Vec::new();
    for export in module.exports.iter_mut().filter(|export| !kept.contains(&export.name)) {
        let short = shorts.next().unwrap_or_default();
        match renamed(&text, &export.name, &short) {
            Some(new) => (text, export.name) = (new, short),
            None => unused.push(export.id()),
        }
    }
    for id in unused {
        module.exports.delete(id);
    }
    Ok((module.emit_wasm(), text))
}

fn parse(bytes: &[u8]) -> Result<Module, String> {
    let mut config = ModuleConfig::new();
    config.generate_name_section(false).generate_producers_section(false);
    config.parse(bytes).map_err(|e| format!("imports: {e:#}"))
}

/// The glue with `to` instead of `from` of the first part, or None if it never uses `from`.
fn renamed(glue: &str, from: &str, to: &str) -> Option<String> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    let (from, to) = (format!("{EXPORTS}{from}"), format!("{EXPORTS}{to}"));
    let mut pieces = glue.split(&from);
    let mut text = pieces.next()?.to_owned();
    let mut is_used = false;
    for piece in pieces {
        // `wasm.free` is neither in `wasm.freed` nor in `my_wasm.free`
        let is_complete = !piece.starts_with(is_word) && !text.ends_with(is_word);
        is_used |= is_complete;
        text = text + if is_complete { &to } else { &from } + piece;
    }
    is_used.then_some(text)
}

/// a, b, ... z, aa, ab ...
fn short(number: usize) -> String {
    let letter = char::from(b'a' + u8::try_from(number % 26).unwrap_or(0));
    match number / 26 {
        0 => letter.to_string(),
        more => short(more - 1) + &letter.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use walrus::ir::Value;
    use walrus::{ConstExpr, ValType};

    use super::*;

    /// Imports `name` from `./glue_bg.js`: a type `() -> ()` and one import.
    fn module(name: &str) -> Vec<u8> {
        let text = |word: &str| [&[word.len() as u8], word.as_bytes()].concat();
        let import = [&[1][..], &text(GLUE), &text(name), &[0, 0]].concat();
        let start = [&b"\0asm\x01\0\0\0"[..], &[1, 4, 1, 0x60, 0, 0]].concat();
        [start, vec![2, import.len() as u8], import].concat()
    }

    fn shortened(bytes: &[u8], glue: &str) -> Result<(Vec<u8>, String), String> {
        shorten(bytes, glue, [].iter())
    }

    #[test]
    fn gives_both_sides_the_same_short_names() {
        let glue = "        __wbg_now_463ac581d2fc7ea3: function() {\n";
        let (wasm, text) = shortened(&module("__wbg_now_463ac581d2fc7ea3"), glue).unwrap();
        assert_eq!(text, "        a: function() {\n");
        assert_eq!(wasm, shortened(&module("b_1"), "        b_1: function() {\n").unwrap().0);
        assert!(wasm.len() < module("__wbg_now_463ac581d2fc7ea3").len());
        assert_eq!((short(25), short(26), short(26 * 27)), ("z".into(), "aa".into(), "aaa".into()));
    }

    #[test]
    fn keeps_exports_that_the_glue_or_a_part_uses() {
        let mut module = Module::with_config(ModuleConfig::new());
        let global = ConstExpr::Value(Value::I32(7));
        let global = module.globals.add_local(ValType::I32, false, false, global);
        for name in ["engine", "engine_free", "__data_end", "shared0", "__indirect_function_table", "b"] {
            module.exports.add(name, global);
        }
        let mut part = Module::with_config(ModuleConfig::new());
        part.add_import_global("__wasm_split", "shared0", ValType::I32, false, false);
        let glue = "wasm.engine_free(wasm.engine, wasm.engine);mywasm.engine;wasm.b";
        let (wasm, text) = shorten(&module.emit_wasm(), glue, [part.emit_wasm()].iter()).unwrap();
        assert_eq!(text, "wasm.c(wasm.a, wasm.a);mywasm.engine;wasm.e");
        let module = Module::from_buffer(&wasm).unwrap();
        let names: Vec<_> = module.exports.iter().map(|export| export.name.as_str()).collect();
        assert_eq!(names, ["a", "c", "shared0", "__indirect_function_table", "e"]);
    }

    #[test]
    fn rejects_glue_of_another_shape() {
        assert!(shortened(&module("__wbg_now_1"), "__wbg_now_1() {").is_err());
    }
}
