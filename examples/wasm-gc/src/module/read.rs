//! Validates a binary module and reads it into the model.

use wasmparser::{
    DataKind, ElementItems, ElementKind, ExternalKind, KnownCustom, Name, Parser, Payload,
    TableInit, TypeRef, Validator, WasmFeatures,
};

use super::constant::{ConstantExpression, ConstantOperator};
use super::translate_types::TypeReader;
use super::{
    DataSegment, ElementSegment, Export, ExportItem, Import, ImportType, Module, SegmentMode,
};
use crate::Error;
use crate::types::TypeRegistry;

/// The version 3 of WebAssembly without vectors of 128 bits. Threads are not part of it.
fn features() -> WasmFeatures {
    WasmFeatures::WASM3.difference(WasmFeatures::SIMD | WasmFeatures::RELAXED_SIMD)
}

impl Module {
    /// Validates a binary module and reads it. Its types are registered.
    ///
    /// # Errors
    ///
    /// If the module is malformed, invalid, or uses what is not supported.
    pub fn read(bytes: Vec<u8>, registry: &mut TypeRegistry) -> Result<Self, Error> {
        Validator::new_with_features(features()).validate_all(&bytes)?;
        let mut module = Self::default();
        for payload in Parser::new(0).parse_all(&bytes) {
            module.read_payload(payload?, registry)?;
        }
        module.bytes = bytes;
        Ok(module)
    }

    fn read_payload(
        &mut self,
        payload: Payload<'_>,
        registry: &mut TypeRegistry,
    ) -> Result<(), Error> {
        match payload {
            Payload::TypeSection(groups) => {
                for group in groups.into_iter_with_offsets() {
                    let (offset, group) = group?;
                    let types = TypeReader::new(&self.types, offset);
                    let group: Vec<_> =
                        group.types().map(|ty| types.defined(ty)).collect::<Result<_, _>>()?;
                    let count = group.len() as u32;
                    let first = registry.register_group(group)?.0;
                    self.types.extend((first..first + count).map(crate::types::TypeId));
                }
            }
            Payload::ImportSection(imports) => {
                let range = imports.range();
                for import in imports.into_imports() {
                    self.read_import(&import?, range.start)?;
                }
                self.imported_functions = self.functions.len();
            }
            Payload::FunctionSection(functions) => {
                for index in functions {
                    self.functions.push(self.types[index? as usize]);
                }
            }
            Payload::TableSection(tables) => {
                for table in tables.into_iter_with_offsets() {
                    let (offset, table) = table?;
                    let types = TypeReader::new(&self.types, offset);
                    self.tables.push(types.table(&table.ty)?);
                    self.table_values.push(match table.init {
                        TableInit::RefNull => None,
                        TableInit::Expr(value) => Some(ConstantExpression::read(&value, &types)?),
                    });
                }
            }
            Payload::MemorySection(memories) => {
                for memory in memories.into_iter_with_offsets() {
                    let (offset, memory) = memory?;
                    self.memories.push(TypeReader::new(&self.types, offset).memory(&memory)?);
                }
            }
            Payload::TagSection(tags) => {
                for tag in tags {
                    self.tags.push(self.types[tag?.func_type_idx as usize]);
                }
            }
            Payload::GlobalSection(globals) => {
                for global in globals.into_iter_with_offsets() {
                    let (offset, global) = global?;
                    let types = TypeReader::new(&self.types, offset);
                    self.globals.push(types.global(&global.ty)?);
                    self.global_values.push(ConstantExpression::read(&global.init_expr, &types)?);
                }
            }
            Payload::ExportSection(exports) => {
                for export in exports {
                    let export = export?;
                    let item = match export.kind {
                        ExternalKind::Func | ExternalKind::FuncExact => {
                            ExportItem::Function(export.index)
                        }
                        ExternalKind::Table => ExportItem::Table(export.index),
                        ExternalKind::Memory => ExportItem::Memory(export.index),
                        ExternalKind::Global => ExportItem::Global(export.index),
                        ExternalKind::Tag => ExportItem::Tag(export.index),
                    };
                    self.exports.push(Export { name: export.name.to_owned(), item });
                }
            }
            Payload::StartSection { func, .. } => self.start = Some(func),
            Payload::ElementSection(segments) => {
                for segment in segments.into_iter_with_offsets() {
                    let (offset, segment) = segment?;
                    self.read_elements(segment, offset)?;
                }
            }
            Payload::DataSection(segments) => {
                for segment in segments.into_iter_with_offsets() {
                    let (offset, segment) = segment?;
                    let types = TypeReader::new(&self.types, offset);
                    let mode = match segment.kind {
                        DataKind::Passive => SegmentMode::Passive,
                        DataKind::Active { memory_index, offset_expr } => SegmentMode::Active {
                            target: memory_index,
                            offset: ConstantExpression::read(&offset_expr, &types)?,
                        },
                    };
                    // The range of a segment includes its head; the bytes are at its end.
                    let end = segment.range.end as usize;
                    self.data.push(DataSegment { mode, range: end - segment.data.len()..end });
                }
            }
            Payload::CodeSectionEntry(body) => {
                let range = body.range();
                self.bodies.push(range.start as usize..range.end as usize);
            }
            Payload::CustomSection(section) => {
                if let KnownCustom::Name(names) = section.as_known() {
                    self.read_names(names);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn read_import(&mut self, import: &wasmparser::Import<'_>, offset: u64) -> Result<(), Error> {
        let types = TypeReader::new(&self.types, offset);
        let kind = match import.ty {
            TypeRef::Func(index) | TypeRef::FuncExact(index) => {
                let id = self.types[index as usize];
                self.functions.push(id);
                ImportType::Function(id)
            }
            TypeRef::Table(table) => {
                let table = types.table(&table)?;
                self.tables.push(table);
                ImportType::Table(table)
            }
            TypeRef::Memory(memory) => {
                let memory = types.memory(&memory)?;
                self.memories.push(memory);
                ImportType::Memory(memory)
            }
            TypeRef::Global(global) => {
                let global = types.global(&global)?;
                self.globals.push(global);
                ImportType::Global(global)
            }
            TypeRef::Tag(tag) => {
                let id = self.types[tag.func_type_idx as usize];
                self.tags.push(id);
                ImportType::Tag(id)
            }
        };
        let (module, name) = (import.module.to_owned(), import.name.to_owned());
        self.imports.push(Import { module, name, kind });
        Ok(())
    }

    fn read_elements(
        &mut self,
        segment: wasmparser::Element<'_>,
        offset: u64,
    ) -> Result<(), Error> {
        let types = TypeReader::new(&self.types, offset);
        let mode = match segment.kind {
            ElementKind::Passive => SegmentMode::Passive,
            ElementKind::Declared => SegmentMode::Declared,
            ElementKind::Active { table_index, offset_expr } => SegmentMode::Active {
                target: table_index.unwrap_or(0),
                offset: ConstantExpression::read(&offset_expr, &types)?,
            },
        };
        let mut values = Vec::new();
        match segment.items {
            ElementItems::Functions(functions) => {
                for index in functions {
                    values.push(ConstantExpression(vec![ConstantOperator::Function(index?)]));
                }
            }
            ElementItems::Expressions(_, expressions) => {
                for expression in expressions {
                    values.push(ConstantExpression::read(&expression?, &types)?);
                }
            }
        }
        self.elements.push(ElementSegment { mode, values });
        Ok(())
    }

    /// Reads the names of functions and tags. A malformed name section is ignored, as the
    /// specification demands.
    fn read_names(&mut self, names: wasmparser::NameSectionReader<'_>) {
        for subsection in names.into_iter().map_while(Result::ok) {
            let (map, names) = match subsection {
                Name::Function(map) => (map, &mut self.names),
                Name::Tag(map) => (map, &mut self.tag_names),
                _ => continue,
            };
            for name in map.into_iter().map_while(Result::ok) {
                names.insert(name.index, name.name.to_owned());
            }
        }
    }
}
