//! Programs that are valid by construction: they build, change, compare and pass graphs of objects.
//!
//! Functions do not run for long: a global counts how many functions and loops may still be
//! entered, and without fuel a function returns at once. The function `reset` renews the fuel.

mod bulk;
mod control;
mod function;
mod numbers;
mod references;
mod statements;
mod types;

use std::borrow::Cow;

use fastrand::Rng;
use wasm_encoder::{
    AbstractHeapType, CodeSection, ConstExpr, DataCountSection, DataSection, ElementMode,
    ElementSection, ElementSegment, Elements, ExportKind, ExportSection, Function, FunctionSection,
    GlobalSection, GlobalType, HeapType, Ieee32, Ieee64, ImportSection, Instruction, MemorySection,
    MemoryType, Module, RefType, TableSection, TableType, TagKind, TagSection, TagType, ValType,
};

use crate::imports;
use function::Body;
use types::Types;

/// How many functions and loops may be entered after a reset.
const FUEL: i32 = 150;
/// Imported functions have the first indices.
const IMPORTED: u32 = imports::FUNCTIONS.len() as u32;
/// The bytes of each passive data segment.
const DATA: [usize; 2] = [64, 13];

/// The tables, by their elements: any references, functions, functions of the first type.
mod table {
    pub(super) const ANY: u32 = 0;
    pub(super) const FUNCTIONS: u32 = 1;
    pub(super) const TYPED: u32 = 2;
    /// The initial and the largest size of the first.
    pub(super) const ANY_SIZE: (u64, u64) = (8, 20);
}

/// The element segments.
mod element {
    /// Any references, passive.
    pub(super) const ANY: u32 = 1;
    /// References to the first structure, passive.
    pub(super) const STRUCTS: u32 = 2;
    /// How many elements each passive one has.
    pub(super) const COUNT: u32 = 5;
}

/// What all functions of a program refer to.
struct Program {
    types: Types,
    /// The indices of the types of the program's own functions.
    functions: Vec<u32>,
    /// The types of the globals, all mutable.
    globals: Vec<ValType>,
    /// The indices of the types of the tags.
    tags: Vec<u32>,
    /// The index of the global that counts fuel.
    fuel: u32,
}

/// Makes the module with a seed.
pub(super) fn module(seed: u64) -> Vec<u8> {
    let mut rng = Rng::with_seed(seed);
    let program = Program::choose(&mut rng);
    program.encode(&mut rng)
}

impl Program {
    fn choose(rng: &mut Rng) -> Self {
        let mut types = Types::choose(rng);
        let functions = (0..rng.usize(4..10)).map(|_| *rng.choice(&types.functions).expect("some"));
        let functions: Vec<_> = functions.collect();
        let mut globals = vec![ValType::I32, ValType::I64, ValType::F32, ValType::F64];
        globals.extend([RefType::ANYREF, RefType::EQREF, RefType::EXTERNREF].map(ValType::Ref));
        globals.push(ValType::Ref(RefType::FUNCREF));
        globals.extend((0..rng.usize(2..8)).map(|_| ValType::Ref(types.choose_reference(rng))));
        let tags = vec![
            types.add_function(&[ValType::I32], &[]),
            types.add_function(&[ValType::Ref(RefType::ANYREF), ValType::F64], &[]),
            types.add_function(&[ValType::Ref(types.choose_reference(rng))], &[]),
            types.add_function(&[], &[]),
        ];
        let fuel = globals.len() as u32;
        Self { types, functions, globals, tags, fuel }
    }

    fn encode(&self, rng: &mut Rng) -> Vec<u8> {
        let bodies: Vec<_> =
            (0..self.functions.len()).map(|index| Body::generate(self, rng, index)).collect();
        let mut imports = ImportSection::new();
        imports::add_functions(&mut imports);
        let mut functions = FunctionSection::new();
        let (mut code, mut exports) = (CodeSection::new(), ExportSection::new());
        for (index, body) in bodies.iter().enumerate() {
            functions.function(self.functions[index]);
            code.function(body);
            exports.export(&format!("f{index}"), ExportKind::Func, IMPORTED + index as u32);
            if index % 3 == 0 {
                exports.export(&format!("reset{index}"), ExportKind::Func, self.reset());
            }
        }
        functions.function(self.types.nothing);
        code.function(&self.reset_body());
        for (index, _) in self.globals.iter().enumerate() {
            exports.export(&format!("global{index}"), ExportKind::Global, index as u32);
        }
        exports.export("any", ExportKind::Table, table::ANY);
        exports.export("functions", ExportKind::Table, table::FUNCTIONS);
        exports.export("typed", ExportKind::Table, table::TYPED);
        exports.export("memory0", ExportKind::Memory, 0);
        exports.export("memory1", ExportKind::Memory, 1);

        let mut module = Module::new();
        module
            .section(&self.types.encode())
            .section(&imports)
            .section(&functions)
            .section(&self.tables())
            .section(&memories())
            .section(&self.tag_section())
            .section(&self.global_section(rng))
            .section(&exports)
            .section(&self.elements(rng))
            .section(&DataCountSection { count: DATA.len() as u32 })
            .section(&code)
            .section(&data(rng));
        module.finish()
    }

    /// Returns the index of the function that renews the fuel.
    fn reset(&self) -> u32 {
        IMPORTED + self.functions.len() as u32
    }

    fn reset_body(&self) -> Function {
        let mut function = Function::new([]);
        function
            .instruction(&Instruction::I32Const(FUEL))
            .instruction(&Instruction::GlobalSet(self.fuel))
            .instruction(&Instruction::End);
        function
    }

    fn tables(&self) -> TableSection {
        let table = |element_type, (minimum, maximum)| TableType {
            element_type,
            table64: false,
            minimum,
            maximum: Some(maximum),
            shared: false,
        };
        let count = self.functions.len() as u64;
        let first = HeapType::Concrete(self.functions[0]);
        let mut section = TableSection::new();
        section
            .table(table(RefType::ANYREF, table::ANY_SIZE))
            .table(table(RefType::FUNCREF, (count + 2, count + 4)))
            .table(table(RefType { nullable: true, heap_type: first }, (3, 6)));
        section
    }

    fn tag_section(&self) -> TagSection {
        let mut section = TagSection::new();
        for &func_type_idx in &self.tags {
            section.tag(TagType { kind: TagKind::Exception, func_type_idx });
        }
        section
    }

    fn global_section(&self, rng: &mut Rng) -> GlobalSection {
        let mut section = GlobalSection::new();
        for &val_type in &self.globals {
            let initial = self.constant(rng, val_type);
            section.global(GlobalType { val_type, mutable: true, shared: false }, &initial);
        }
        let fuel = GlobalType { val_type: ValType::I32, mutable: true, shared: false };
        section.global(fuel, &ConstExpr::i32_const(FUEL));
        section
    }

    /// Returns a constant expression of a type, which can be null if it is one of references.
    fn constant(&self, rng: &mut Rng, ty: ValType) -> ConstExpr {
        match ty {
            ValType::I64 => ConstExpr::i64_const(rng.i64(..)),
            ValType::F32 => ConstExpr::f32_const(Ieee32::from(f32::from(rng.i16(..)))),
            ValType::F64 => ConstExpr::f64_const(Ieee64::from(f64::from(rng.i32(..)) / 16.0)),
            ValType::Ref(reference) => self.constant_reference(rng, reference),
            _ => ConstExpr::i32_const(rng.i32(..)),
        }
    }

    fn constant_reference(&self, rng: &mut Rng, ty: RefType) -> ConstExpr {
        let number = Instruction::I32Const(rng.i32(..));
        match ty.heap_type {
            HeapType::Concrete(index) if rng.bool() && self.types.is_defaultable(index) => {
                if self.types.arrays.contains(&index) {
                    let length = Instruction::I32Const(rng.i32(0..6));
                    ConstExpr::extended([length, Instruction::ArrayNewDefault(index)])
                } else {
                    ConstExpr::extended([Instruction::StructNewDefault(index)])
                }
            }
            HeapType::Abstract { ty: AbstractHeapType::Any | AbstractHeapType::Eq, .. } => {
                match rng.u8(..4) {
                    0 => ConstExpr::extended([number, Instruction::RefI31]),
                    1 => {
                        ConstExpr::extended([Instruction::StructNewDefault(self.types.structs[0])])
                    }
                    2 => {
                        let array_type_index = self.types.arrays[0];
                        let array = Instruction::ArrayNewFixed { array_type_index, array_size: 1 };
                        ConstExpr::extended([number, array])
                    }
                    _ => ConstExpr::ref_null(ty.heap_type),
                }
            }
            HeapType::EXTERN if rng.bool() => {
                ConstExpr::extended([number, Instruction::RefI31, Instruction::ExternConvertAny])
            }
            heap => ConstExpr::ref_null(heap),
        }
    }

    fn elements(&self, rng: &mut Rng) -> ElementSection {
        let mut section = ElementSection::new();
        let functions: Vec<_> =
            (0..self.functions.len() as u32).map(|index| IMPORTED + index).collect();
        let start = ConstExpr::i32_const(0);
        section.segment(ElementSegment {
            mode: ElementMode::Active { table: Some(table::FUNCTIONS), offset: &start },
            elements: Elements::Functions(Cow::Borrowed(&functions)),
        });
        let structure = HeapType::Concrete(self.types.structs[0]);
        for ty in [RefType::ANYREF, RefType { nullable: true, heap_type: structure }] {
            let values: Vec<_> =
                (0..element::COUNT).map(|_| self.constant_reference(rng, ty)).collect();
            section.passive(Elements::Expressions(ty, Cow::Borrowed(&values)));
        }
        section
    }
}

fn memories() -> MemorySection {
    let mut section = MemorySection::new();
    for (minimum, maximum) in [(1, 2), (0, 1)] {
        section.memory(MemoryType {
            minimum,
            maximum: Some(maximum),
            memory64: false,
            shared: false,
            page_size_log2: None,
        });
    }
    section
}

fn data(rng: &mut Rng) -> DataSection {
    let mut section = DataSection::new();
    for length in DATA {
        let bytes: Vec<_> = std::iter::repeat_with(|| rng.u8(..)).take(length).collect();
        section.passive(bytes);
    }
    section
}
