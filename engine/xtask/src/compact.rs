//! Writes a module as small as its content allows.
//!
//! The splitter keeps the linker's padding for relocations (every index in five bytes), custom sections (names, producers, features), and in every
//! part all types and imports of the engine. Without the first two, a part is 4 % smaller after compression. Without the third, a small part is less
//! than half as large. The first part also fills the places of later parts in the shared table with null, which is the default: 9 kB.

use walrus::{ConstExpr, Element, ElementItems, ElementKind, ModuleConfig, TableId, passes::gc};

/// Returns the module without padding, custom sections and unused items. Fails if `bytes` isn't a valid module.
///
/// Parts share exports, the memory and the table of functions. All three are roots of the collection (exports, active data, active elements), so
/// whatever another part or the glue reaches stays.
pub fn compact(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut config = ModuleConfig::new();
    config.generate_name_section(false).generate_producers_section(false);
    let mut module = config.parse(bytes).map_err(|e| format!("compact: {e:#}"))?;
    let custom: Vec<_> = module.customs.iter().map(|(id, _)| id).collect();
    for id in custom {
        module.customs.delete(id);
    }
    let nothing: Vec<_> =
        module.elements.iter().filter_map(|one| Some((one.id(), filled_with_null(one)?))).collect();
    for (id, table) in nothing {
        module.tables.get_mut(table).elem_segments.remove(&id);
        module.elements.delete(id);
    }
    gc::run(&mut module);
    Ok(module.emit_wasm())
}

/// The table that it puts nothing but nulls into. A place that no one fills is null.
fn filled_with_null(element: &Element) -> Option<TableId> {
    let ElementKind::Active { table, .. } = element.kind else { return None };
    let ElementItems::Expressions(_, items) = &element.items else { return None };
    items.iter().all(|item| matches!(item, ConstExpr::RefNull(_))).then_some(table)
}

#[cfg(test)]
mod tests {
    use walrus::ir::Value;
    use walrus::{ConstExpr, DataKind, ElementItems, ElementKind, FunctionBuilder, Module, RefType, ValType};

    use super::*;

    const HEADER: &[u8] = b"\0asm\x01\0\0\0";

    #[test]
    fn removes_custom_sections_and_padding() {
        // One type section `() -> ()`, its length padded to five bytes, between two custom sections.
        let padded = [1, 0x84, 0x80, 0x80, 0x80, 0x00, 1, 0x60, 0, 0];
        let start = [3, 2, 1, 0, 7, 5, 1, 1, b'f', 0, 0, 10, 4, 1, 2, 0, 0x0b];
        let module = [HEADER, &[0, 3, 1, b'n', 9], &padded, &start, &[0, 2, 1, b'p']].concat();
        let small = compact(&module).unwrap_or_default();
        assert!(small.starts_with(HEADER));
        assert!(small.len() < module.len() - 11);
    }

    /// A part as the splitter writes it: memory, table and functions come from the first part, a function is put into
    /// the shared table, one is exported, data is written into the shared memory.
    fn part() -> Module {
        let mut module = Module::with_config(ModuleConfig::new());
        let (none, number) = (module.types.add(&[], &[]), module.types.add(&[ValType::I32], &[]));
        for (name, ty) in [("called", number), ("idle", none)] {
            module.add_import_func("__wasm_split", name, ty);
        }
        module.add_import_global("__wasm_split", "idle_global", ValType::I32, true, false);
        let (memory, _) = module.add_import_memory("__wasm_split", "memory", false, false, 1, None, None);
        let (table, _) = module.add_import_table(
            "__wasm_split",
            "__indirect_function_table",
            false,
            1,
            None,
            RefType::FUNCREF,
        );
        let called = module.imports.get_func("__wasm_split", "called").unwrap();
        let mut function = |constant: i32| {
            let mut body = FunctionBuilder::new(&mut module.types, &[], &[]);
            body.func_body().i32_const(constant).call(called);
            body.finish(vec![], &mut module.funcs)
        };
        let (in_table, exported, _idle) = (function(1001), function(1002), function(1003));
        let at = |offset| ConstExpr::Value(Value::I32(offset));
        let kind = ElementKind::Active { table, offset: at(7) };
        module.elements.add(kind, ElementItems::Functions(vec![in_table]));
        let later = ElementKind::Active { table, offset: at(8) };
        let null = ConstExpr::RefNull(RefType::FUNCREF);
        module.elements.add(later, ElementItems::Expressions(RefType::FUNCREF, vec![null.clone(), null]));
        module.data.add(DataKind::Active { memory, offset: at(16) }, b"words".to_vec());
        module.exports.add("shared", exported);
        module
    }

    #[test]
    fn keeps_reachable_items_only() {
        let small = Module::from_buffer(&compact(&part().emit_wasm()).unwrap()).unwrap();
        let imports: Vec<_> = small.imports.iter().map(|import| import.name.as_str()).collect();
        assert_eq!(imports, ["called", "memory", "__indirect_function_table"]);
        assert!(small.exports.get_func("shared").is_ok());
        assert_eq!(small.funcs.iter_local().count(), 2, "the one in the table and the one exported");
        assert_eq!(small.elements.iter().count(), 1, "without the places of later parts");
        assert_eq!(small.data.iter().map(|data| data.value.as_slice()).collect::<Vec<_>>(), [b"words"]);
    }

    #[test]
    fn rejects_an_invalid_module() {
        assert!(compact(&[HEADER, &[1, 9, 0]].concat()).is_err());
        assert!(compact(b"<!doctype html>").is_err());
    }
}
