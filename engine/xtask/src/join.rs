//! Joins several files of the splitter.
//!
//! Their shape makes this simple ([`crate::shared_file`]): one follows the other, with shifted function numbers. A stub whose slot the same file fills
//! becomes a direct call. [`crate::compact`] then removes the unused stub.

use std::collections::{BTreeMap, HashMap};
use std::convert::Infallible;

use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{CodeSection, DataSection, ElementSection, FunctionSection, ImportSection, RawSection};
use wasmparser::{ExternalKind, TypeRef};

use crate::shared_file::{File, read};

/// One module with everything that is in `files`. Errors when one of them isn't a file of the splitter.
pub fn join(files: &[&[u8]]) -> Result<Vec<u8>, String> {
    let files = files.iter().map(|bytes| read(bytes)).collect::<Result<Vec<_>, _>>()?;
    let types = files.first().map_or(&[][..], |file| file.types);
    if files.iter().any(|file| file.types != types) {
        return Err("join: the files are not of one build".into());
    }
    let mut firsts = Vec::new();
    let mut slots = HashMap::new();
    let mut count = 0;
    for file in &files {
        firsts.push(count);
        slots.extend(file.slots.iter().map(|(slot, function)| (*slot, count + function)));
        count += u32::try_from(file.functions.len()).map_err(|e| format!("join: {e}"))?;
    }

    let (mut functions, mut code) = (FunctionSection::new(), CodeSection::new());
    let (mut elements, mut data) = (ElementSection::new(), DataSection::new());
    for (file, first) in files.iter().zip(firsts) {
        let calls = file.stubs.iter().filter_map(|(stub, slot)| Some((*stub, *slots.get(slot)?))).collect();
        let mut moved = Moved { first, calls };
        let mut copy = || -> Result<(), Error<Infallible>> {
            for ty in &file.functions {
                functions.function(*ty);
            }
            for body in &file.bodies {
                moved.parse_function_body(&mut code, body.clone())?;
            }
            for element in &file.elements {
                moved.parse_element(&mut elements, element.clone())?;
            }
            for datum in &file.data {
                moved.parse_data(&mut data, datum.clone())?;
            }
            Ok(())
        };
        copy().map_err(|e| format!("join: {e}"))?;
    }
    let mut module = wasm_encoder::Module::new();
    module.section(&RawSection { id: 1, data: types });
    module.section(&imports(&files)?).section(&functions).section(&elements).section(&code).section(&data);
    Ok(module.finish())
}

/// What all the files take from the first part, once.
fn imports(files: &[File<'_>]) -> Result<ImportSection, String> {
    let mut kinds = BTreeMap::new();
    for import in files.iter().flat_map(|file| &file.imports) {
        let kind = match import.ty {
            TypeRef::Global(_) => ExternalKind::Global,
            TypeRef::Memory(_) => ExternalKind::Memory,
            TypeRef::Table(_) => ExternalKind::Table,
            _ => return Err(format!("join: `{}` is imported", import.name)),
        };
        // One of a kind has number 0 in every file, so it may stay as it is written in the code.
        let is_new = kinds.insert(kind as u8, *import);
        if is_new.is_some_and(|before| before != *import) {
            return Err(format!("join: `{}` is not the only one of its kind", import.name));
        }
    }
    let mut section = ImportSection::new();
    let mut as_they_are = wasm_encoder::reencode::RoundtripReencoder;
    for import in kinds.into_values() {
        as_they_are.parse_import(&mut section, import).map_err(|e| format!("join: {e}"))?;
    }
    Ok(section)
}

/// Copies code to its place behind other files.
struct Moved {
    first: u32,
    /// Stub -> the function it stands for.
    calls: HashMap<u32, u32>,
}

impl Reencode for Moved {
    type Error = Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error<Infallible>> {
        Ok(self.calls.get(&function).copied().unwrap_or(self.first + function))
    }
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{EntityType, GlobalType, Module, RawSection, TypeSection, ValType};
    use wasmparser::{FunctionBody, Operator};

    use super::*;
    use crate::compact::compact;
    use crate::shared_file::tests::{Body, file};

    /// For every function, the functions that it calls, or a slot (negative).
    fn calls(bytes: &[u8]) -> Vec<Vec<i64>> {
        let file = read(bytes).unwrap();
        let of = |body: &FunctionBody<'_>| {
            let steps: Vec<_> =
                body.get_operators_reader().unwrap().into_iter().map(|step| step.unwrap()).collect();
            let all = steps.iter().zip(steps.iter().skip(1));
            let call = |(before, step): (&Operator<'_>, &Operator<'_>)| match (before, step) {
                (_, Operator::Call { function_index }) => Some(i64::from(*function_index)),
                (Operator::I32Const { value }, Operator::CallIndirect { .. }) => Some(-i64::from(*value)),
                _ => None,
            };
            all.filter_map(call).collect()
        };
        file.bodies.iter().map(of).collect()
    }

    #[test]
    fn turns_stubs_between_files_into_calls_and_keeps_the_rest() {
        // 0 stands for slot 5, which the second file fills; slot 3 is this file's
        let a = file(&[Body::Stub(5), Body::Call(0)], 3, "first");
        // slot 3 is the first file's, slot 7 is in none of them
        let b = [Body::Stub(3), Body::Stub(7), Body::Call(0), Body::Call(1), Body::Double];
        let b = file(&b, 5, "second");
        let both = join(&[&a, &b]).unwrap();
        assert_eq!(calls(&both), [vec![-5], vec![6], vec![-3], vec![-7], vec![1], vec![3], vec![]]);

        let file = read(&both).unwrap();
        assert_eq!(file.slots, [(3, 1), (5, 6)]);
        let data: Vec<_> = file.data.iter().map(|datum| datum.data).collect();
        assert_eq!(data, ["first".as_bytes(), b"second"]);
        assert_eq!(file.imports.len(), 2);
        // what is in the table is left, and it is valid; nothing else here is used
        let small = walrus::Module::from_buffer(&compact(&both).unwrap()).unwrap();
        assert_eq!(small.funcs.iter_local().count(), 2);
    }

    #[test]
    fn a_single_file_behaves_as_before() {
        let a = file(&[Body::Stub(5), Body::Call(0)], 3, "first");
        let same = join(&[&a]).unwrap();
        assert_eq!(calls(&same), [[-5], [0]]);
        assert_eq!(read(&same).unwrap().slots, [(3, 1)]);
    }

    #[test]
    fn rejects_files_that_do_not_match() {
        let good = file(&[Body::Double], 3, "");
        let types = read(&good).unwrap().types;
        let importing = |kind: EntityType| {
            let mut imports = ImportSection::new();
            imports.import("__wasm_split", "one more", kind);
            let mut module = Module::new();
            module.section(&RawSection { id: 1, data: types }).section(&imports);
            module.finish()
        };
        let global =
            |mutable| EntityType::Global(GlobalType { val_type: ValType::I32, mutable, shared: false });
        assert!(join(&[&good, &importing(global(true)), &importing(global(true))]).is_ok());
        assert!(join(&[&good, &importing(global(true)), &importing(global(false))]).is_err());
        assert!(join(&[&good, &importing(EntityType::Function(0))]).is_err());
        let mut types = TypeSection::new();
        types.ty().function([], [ValType::I64]);
        let of_another_build = Module::new().section(&types).clone().finish();
        assert!(join(&[&good, &of_another_build]).is_err());
    }
}
