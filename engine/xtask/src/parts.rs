//! The later parts of the engine: their files, the loader that fetches them, the manifest that names them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256, Sha384};

use crate::merge::Files;

/// The loader, with holes for the table's name and hash and for the parts.
const LOADER: &str = include_str!("parts.js");

/// What is known of a written file.
struct File {
    integrity: String,
    bytes: usize,
}

/// Every written `.wasm`, with its final name.
#[derive(Default)]
pub struct Names(BTreeMap<String, File>);

impl Names {
    /// Writes `bytes` under a name that carries their hash, and returns that name.
    pub fn add(&mut self, out: &Path, stem: &str, bytes: &[u8]) -> Result<String, String> {
        self.write(out, stem, "wasm", bytes)
    }

    fn write(&mut self, out: &Path, stem: &str, ending: &str, bytes: &[u8]) -> Result<String, String> {
        let hash: String = Sha256::digest(bytes).iter().take(5).map(|byte| format!("{byte:02x}")).collect();
        let name = format!("{stem}-{hash}.{ending}");
        fs::write(out.join(&name), bytes).map_err(|e| format!("{name}: {e}"))?;
        let integrity = format!("sha384-{}", STANDARD.encode(Sha384::digest(bytes)));
        self.0.insert(name.clone(), File { integrity, bytes: bytes.len() });
        Ok(name)
    }
}

/// Part name -> its files.
pub type Parts = BTreeMap<String, Vec<String>>;

/// Writes the files to `out` under their final names.
pub fn write(out: &Path, files: &Files, names: &mut Names) -> Result<Parts, String> {
    let mut final_names = BTreeMap::new();
    for (stem, bytes) in &files.bytes {
        final_names.insert(stem, names.add(out, stem, bytes)?);
    }
    let final_name = |stem: &String| final_names.get(stem).cloned();
    let named =
        files.parts.iter().map(|(part, stems)| (part.clone(), stems.iter().filter_map(final_name).collect()));
    Ok(named.collect())
}

/// Writes the table of parts, `{parts: {name: [file]}, files: {file: integrity}}`, and gives its name.
pub fn table(out: &Path, parts: &Parts, names: &mut Names) -> Result<String, String> {
    let mut files = BTreeMap::new();
    for name in parts.values().flatten() {
        let file = names.0.get(name).ok_or_else(|| format!("{name} was never written"))?;
        files.insert(name, format!("{name:?}:{:?}", file.integrity));
    }
    let files: Vec<String> = files.into_values().collect();
    let parts: Vec<String> = parts.iter().map(|(part, files)| format!("{part:?}:{files:?}")).collect();
    let text = format!("{{\"parts\":{{{}}},\"files\":{{{}}}}}\n", parts.join(","), files.join(","));
    names.write(out, "parts", "json", text.as_bytes())
}

/// The text of `parts.js`.
pub fn loader(parts: &Parts, table: &str, names: &Names) -> Result<String, String> {
    let integrity = &names.0.get(table).ok_or("the table was never written")?.integrity;
    let mut exports = String::new();
    for part in parts.keys() {
        // The name is the splitter's: the first part imports it from here.
        let _ = writeln!(exports, "export const __wasm_split_load_{part} = part('{part}');");
    }
    let mut text = LOADER.to_owned();
    for (hole, filling) in [("/*TABLE*/", table), ("/*INTEGRITY*/", integrity), ("/*PARTS*/", &exports)] {
        if !text.contains(hole) {
            return Err(format!("parts.js has lost its mark {hole}"));
        }
        text = text.replace(hole, filling);
    }
    Ok(text)
}

/// `manifest.json`: `{main, parts: {name: [file]}, files: {file: {integrity, bytes}}}`.
pub fn manifest(main: &str, parts: &Parts, names: &Names) -> String {
    let part_lines: Vec<String> =
        parts.iter().map(|(part, files)| format!("    {part:?}: {files:?}")).collect();
    let file_lines: Vec<String> = names
        .0
        .iter()
        .map(|(name, file)| {
            format!("    {name:?}: {{ \"integrity\": {:?}, \"bytes\": {} }}", file.integrity, file.bytes)
        })
        .collect();
    format!(
        "{{\n  \"main\": {main:?},\n  \"parts\": {{\n{}\n  }},\n  \"files\": {{\n{}\n  }}\n}}\n",
        part_lines.join(",\n"),
        file_lines.join(",\n")
    )
}

/// What a user reads at the end of the build.
pub fn summary(main: &str, parts: &Parts, names: &Names) -> String {
    let size = |name: &String| names.0.get(name).map_or(0, |file| file.bytes);
    let mut text = format!("engine: {main} {} bytes\n", size(&main.to_owned()));
    for (part, files) in parts {
        let sizes: Vec<String> = files.iter().map(|name| format!("{name} {}", size(name))).collect();
        let _ = writeln!(text, "part {part}: {}", sizes.join(" + "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_every_part_and_file_once_in_the_loader() {
        let mut names = Names::default();
        for name in ["shared-1-aa.wasm", "money-bb.wasm", "words-cc.wasm"] {
            names.0.insert(name.to_owned(), File { integrity: format!("sha384-{name}"), bytes: 1 });
        }
        let parts = Parts::from([
            ("money".to_owned(), vec!["shared-1-aa.wasm".to_owned(), "money-bb.wasm".to_owned()]),
            ("words".to_owned(), vec!["shared-1-aa.wasm".to_owned(), "words-cc.wasm".to_owned()]),
        ]);
        let out = std::env::temp_dir().join(format!("parts-{}", std::process::id()));
        fs::create_dir_all(&out).unwrap();
        let table = table(&out, &parts, &mut names).unwrap();
        let written = fs::read_to_string(out.join(&table)).unwrap();
        fs::remove_dir_all(&out).unwrap();
        assert_eq!(written.matches("\"sha384-shared-1-aa.wasm\"").count(), 1);
        assert!(written.contains("\"money\":[\"shared-1-aa.wasm\", \"money-bb.wasm\"]"));
        let text = loader(&parts, &table, &names).unwrap();
        assert!(text.contains("export const __wasm_split_load_money = part('money');"));
        assert!(text.contains(&table) && text.contains(&names.0[&table].integrity));
    }
}
