//! Short names between the first part and its glue. wasm-bindgen names each import with a hash of its own: a hundred of
//! them, in both files, are 3 kB that do not compress and that every visitor would pay for.

use walrus::ModuleConfig;

/// The module that the glue stands for.
const GLUE: &str = "./glue_bg.js";

/// The module and its glue with short names for what the one imports from the other.
pub fn shorten(bytes: &[u8], glue: &str) -> Result<(Vec<u8>, String), String> {
    let mut config = ModuleConfig::new();
    config.generate_name_section(false).generate_producers_section(false);
    let mut module = config.parse(bytes).map_err(|e| format!("imports: {e:#}"))?;
    let mut text = glue.to_owned();
    for (number, import) in module.imports.iter_mut().filter(|import| import.module == GLUE).enumerate() {
        let (key, short) = (format!("        {}: function(", import.name), short(number));
        if text.matches(&key).count() != 1 {
            return Err(format!("the glue does not define `{}` once", import.name));
        }
        text = text.replace(&key, &format!("        {short}: function("));
        import.name = short;
    }
    Ok((module.emit_wasm(), text))
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
    use super::*;

    /// Imports `name` from `./glue_bg.js`: a type `() -> ()` and one import.
    fn module(name: &str) -> Vec<u8> {
        let text = |word: &str| [&[word.len() as u8], word.as_bytes()].concat();
        let import = [&[1][..], &text(GLUE), &text(name), &[0, 0]].concat();
        let start = [&b"\0asm\x01\0\0\0"[..], &[1, 4, 1, 0x60, 0, 0]].concat();
        [start, vec![2, import.len() as u8], import].concat()
    }

    #[test]
    fn both_sides_are_named_alike_and_shortly() {
        let glue = "        __wbg_now_463ac581d2fc7ea3: function() {\n";
        let (wasm, text) = shorten(&module("__wbg_now_463ac581d2fc7ea3"), glue).unwrap();
        assert_eq!(text, "        a: function() {\n");
        assert_eq!(wasm, shorten(&module("b_1"), "        b_1: function() {\n").unwrap().0);
        assert!(wasm.len() < module("__wbg_now_463ac581d2fc7ea3").len());
        assert_eq!((short(25), short(26), short(26 * 27)), ("z".into(), "aa".into(), "aaa".into()));
    }

    #[test]
    fn a_glue_of_another_kind_stops_the_build() {
        assert!(shorten(&module("__wbg_now_1"), "__wbg_now_1() {").is_err());
    }
}
