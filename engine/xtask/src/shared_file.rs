//! Reads a shared file of the splitter, and refuses one with another shape.
//!
//! A shared file has the types of the whole engine, takes at most one memory, one table and one global from the first part, doesn't export, and has all its
//! data in fixed places. It calls a function of another file with a stub that calls a slot of the shared table. Other files call its functions through
//! the slots that it fills.

use wasmparser::{
    Data, DataKind, Element, ElementItems, ElementKind, FunctionBody, Import, Operator, Parser, Payload,
};

/// What is in a file of the splitter.
#[derive(Default)]
pub struct File<'a> {
    pub types: &'a [u8],
    pub imports: Vec<Import<'a>>,
    /// The type of each function.
    pub functions: Vec<u32>,
    pub bodies: Vec<FunctionBody<'a>>,
    pub elements: Vec<Element<'a>>,
    pub data: Vec<Data<'a>>,
    /// Slot of the shared table -> the function this file puts there.
    pub slots: Vec<(u32, u32)>,
    /// Function that only calls a slot -> that slot.
    pub stubs: Vec<(u32, u32)>,
}

/// The content of `bytes`. Errors when it is not of the shape described above.
pub fn read(bytes: &[u8]) -> Result<File<'_>, String> {
    let mut file = File::default();
    let mut walk = || -> wasmparser::Result<Result<(), String>> {
        for payload in Parser::new(0).parse_all(bytes) {
            match payload? {
                Payload::TypeSection(types) => {
                    let range = types.range();
                    let (start, end) = (usize::try_from(range.start), usize::try_from(range.end));
                    file.types =
                        start.ok().zip(end.ok()).and_then(|(a, b)| bytes.get(a..b)).unwrap_or_default();
                }
                Payload::ImportSection(imports) => {
                    file.imports = imports.into_imports().collect::<wasmparser::Result<_>>()?;
                }
                Payload::FunctionSection(functions) => {
                    file.functions = functions.into_iter().collect::<wasmparser::Result<_>>()?;
                }
                Payload::ElementSection(elements) => {
                    for element in elements {
                        let element = element?;
                        let Some(slots) = slots(&element)? else {
                            return Ok(Err("shared file: elements at no constant place".into()));
                        };
                        file.slots.extend(slots);
                        file.elements.push(element);
                    }
                }
                Payload::CodeSectionEntry(body) => {
                    let number = file.bodies.len();
                    let slot = stub(&body, file.functions.get(number).copied())?;
                    file.stubs.extend(u32::try_from(number).ok().zip(slot));
                    file.bodies.push(body);
                }
                Payload::DataSection(data) => {
                    for datum in data {
                        let datum = datum?;
                        match datum.kind {
                            // The splitter keeps the number of every segment, also of those it has emptied.
                            _ if datum.data.is_empty() => {}
                            DataKind::Active { .. } => file.data.push(datum),
                            DataKind::Passive => {
                                return Ok(Err("shared file: data that is copied by hand".into()));
                            }
                        }
                    }
                }
                Payload::ExportSection(exports) if exports.count() == 0 => {}
                Payload::Version { .. }
                | Payload::DataCountSection { .. }
                | Payload::CodeSectionStart { .. }
                | Payload::CustomSection(_)
                | Payload::End(_) => {}
                other => return Ok(Err(format!("shared file: not expected in a shared file: {other:?}"))),
            }
        }
        Ok(Ok(()))
    };
    walk().map_err(|e| format!("shared file: {e}"))??;
    Ok(file)
}

/// The slots `element` fills, when it fills the shared table from a constant place on.
fn slots(element: &Element<'_>) -> wasmparser::Result<Option<Vec<(u32, u32)>>> {
    let ElementKind::Active { table_index: None | Some(0), offset_expr } = &element.kind else {
        return Ok(None);
    };
    let (Operator::I32Const { value }, ElementItems::Functions(functions)) =
        (offset_expr.get_operators_reader().read()?, &element.items)
    else {
        return Ok(None);
    };
    let functions = functions.clone().into_iter().collect::<wasmparser::Result<Vec<u32>>>()?;
    Ok(Some((value.cast_unsigned()..).zip(functions).collect()))
}

/// The slot that `body`, of type `ty`, passes all its arguments to, when it does nothing else.
fn stub(body: &FunctionBody<'_>, ty: Option<u32>) -> wasmparser::Result<Option<u32>> {
    if body.get_locals_reader()?.get_count() > 0 {
        return Ok(None);
    }
    let mut steps = body.get_operators_reader()?;
    let mut arguments = 0;
    let slot = loop {
        match steps.read()? {
            Operator::LocalGet { local_index } if local_index == arguments => arguments += 1,
            Operator::I32Const { value } => break value.cast_unsigned(),
            _ => return Ok(None),
        }
    };
    // Same type on both sides: then the arguments above are all there are.
    let is_call = matches!(steps.read()?, Operator::CallIndirect { type_index, table_index: 0 } if Some(type_index) == ty);
    Ok((is_call && matches!(steps.read()?, Operator::End) && steps.eof()).then_some(slot))
}

#[cfg(test)]
pub mod tests {
    use wasm_encoder::{
        CodeSection, ConstExpr, DataCountSection, DataSection, ElementSection, Elements, EntityType,
        ExportKind, ExportSection, Function, FunctionSection, ImportSection, MemoryType, Module, RefType,
        TableType, TypeSection, ValType,
    };

    use super::*;

    /// What a function of these tests does with its argument.
    pub enum Body {
        Double,
        Call(u32),
        Stub(u32),
        /// A slot with its two arguments the other way round.
        Swap(u32),
    }

    /// A file as the splitter writes it: the last function is in `slot`, `text` in the memory at ten times `slot`.
    pub fn file(bodies: &[Body], slot: i32, text: &str) -> Vec<u8> {
        let mut types = TypeSection::new();
        types.ty().function([], []);
        types.ty().function([ValType::I32], [ValType::I32]);
        types.ty().function([ValType::I32, ValType::I32], [ValType::I32]);
        let mut imports = ImportSection::new();
        let memory =
            MemoryType { minimum: 1, maximum: None, memory64: false, shared: false, page_size_log2: None };
        imports.import("__wasm_split", "memory", EntityType::Memory(memory));
        let table = TableType {
            element_type: RefType::FUNCREF,
            table64: false,
            minimum: 9,
            maximum: None,
            shared: false,
        };
        imports.import("__wasm_split", "__indirect_function_table", EntityType::Table(table));
        let (mut functions, mut code) = (FunctionSection::new(), CodeSection::new());
        for body in bodies {
            functions.function(if matches!(body, Body::Swap(_)) { 2 } else { 1 });
            let mut function = Function::new([]);
            let mut steps = function.instructions();
            match body {
                Body::Double => steps.local_get(0).local_get(0).i32_add(),
                Body::Call(other) => steps.local_get(0).call(*other),
                Body::Stub(slot) => steps.local_get(0).i32_const(slot.cast_signed()).call_indirect(0, 1),
                Body::Swap(slot) => {
                    steps.local_get(1).local_get(0).i32_const(slot.cast_signed()).call_indirect(0, 2)
                }
            };
            steps.end();
            code.function(&function);
        }
        let last = [bodies.len() as u32 - 1];
        let mut elements = ElementSection::new();
        elements.active(Some(0), &ConstExpr::i32_const(slot), Elements::Functions((&last[..]).into()));
        let mut data = DataSection::new();
        data.active(0, &ConstExpr::i32_const(0), []);
        data.active(0, &ConstExpr::i32_const(10 * slot), text.bytes());
        let mut module = Module::new();
        module.section(&types).section(&imports).section(&functions).section(&ExportSection::new());
        module.section(&elements).section(&DataCountSection { count: 2 }).section(&code).section(&data);
        module.finish()
    }

    #[test]
    fn recognizes_a_stub_that_only_forwards_its_arguments() {
        let ty = |ty| move |body: &FunctionBody<'_>| stub(body, Some(ty)).unwrap();
        let bytes = file(&[Body::Stub(5), Body::Call(0), Body::Double, Body::Swap(5)], 3, "");
        let bodies = read(&bytes).unwrap().bodies;
        assert_eq!(bodies.iter().map(ty(1)).collect::<Vec<_>>(), [Some(5), None, None, None]);
        assert_eq!(bodies.iter().map(ty(0)).collect::<Vec<_>>(), [None; 4], "of another type");
        assert_eq!(bodies.iter().map(ty(2)).collect::<Vec<_>>(), [None; 4], "arguments change places");
    }

    #[test]
    fn rejects_a_file_with_another_shape() {
        let mut exports = ExportSection::new();
        exports.export("f", ExportKind::Func, 0);
        let mut passive = DataSection::new();
        passive.passive(*b"later");
        let mut declared = ElementSection::new();
        declared.declared(Elements::Functions((&[0][..]).into()));
        let module = |section: &dyn wasm_encoder::Section| {
            let module = Module::new();
            let mut bytes = vec![];
            section.append_to(&mut bytes);
            module.finish().into_iter().chain(bytes).collect::<Vec<u8>>()
        };
        assert!(read(&module(&ExportSection::new())).is_ok());
        for bad in [module(&exports), module(&passive), module(&declared), b"no module".to_vec()] {
            assert!(read(&bad).is_err());
        }
    }
}
