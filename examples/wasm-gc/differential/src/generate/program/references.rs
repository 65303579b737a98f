//! Expressions of references.

use wasm_encoder::{
    AbstractHeapType, BlockType, HeapType, Instruction, RefType, StorageType, ValType,
};

use super::function::Body;
use super::types::{heap, reference};
use super::{IMPORTED, element, table};
use crate::imports;

/// Returns the index of a function of the host.
pub(super) fn host(name: &str) -> u32 {
    let index = imports::FUNCTIONS.iter().position(|each| each.name == name);
    index.expect("the function is defined") as u32
}

impl Body<'_> {
    /// Emits an expression of a type of references, which is not one of exceptions.
    pub(super) fn reference(&mut self, ty: RefType, depth: u32) {
        if !ty.nullable {
            return self.object(ty.heap_type, depth);
        }
        if depth == 0 {
            return self.simple_reference(ty);
        }
        match self.rng.u8(..20) {
            0 => self.emit(Instruction::RefNull(ty.heap_type)),
            1..4 => self.simple_reference(ty),
            4..9 => self.object(ty.heap_type, depth),
            9..13 => {
                if !self.load_from_object(ValType::Ref(ty), depth) {
                    self.object(ty.heap_type, depth);
                }
            }
            13 => self.call_for(ValType::Ref(ty), depth - 1),
            14 => self.typed_choice(ty, depth - 1),
            15 => self.table_element(ty, depth - 1),
            16 => self.converted(ty, depth - 1),
            17 if self.program.types.is_internal(ty.heap_type) => {
                // It succeeds for null.
                self.value(ValType::Ref(RefType::ANYREF), depth - 1);
                self.cast_or(ty, |body| body.emit(Instruction::RefNull(ty.heap_type)));
            }
            _ => self.simple_reference(ty),
        }
    }

    fn simple_reference(&mut self, ty: RefType) {
        let is_global = self.chance(25);
        if is_global && let Some(global) = self.global_of(ValType::Ref(ty)) {
            return self.emit(Instruction::GlobalGet(global));
        }
        match self.variable_of(ValType::Ref(ty)) {
            Some(local) => self.emit(Instruction::LocalGet(local)),
            None => self.emit(Instruction::RefNull(ty.heap_type)),
        }
    }

    /// Emits an expression that is not null.
    pub(super) fn object(&mut self, ty: HeapType, depth: u32) {
        let not_null = reference(ty, false);
        if let Some(local) = self.variable_of(ValType::Ref(not_null))
            && self.rng.bool()
        {
            return self.emit(Instruction::LocalGet(local));
        }
        let depth = if self.is_exhausted() { 0 } else { depth };
        if depth == 0 {
            return self.variable_or_new(ty);
        }
        match self.rng.u8(..20) {
            0..8 => self.new_object(ty, depth),
            8..14 => self.variable_or_new(ty),
            14..16 if self.program.types.is_internal(ty) => {
                self.value(ValType::Ref(RefType::ANYREF), depth - 1);
                self.cast_or(not_null, |body| body.new_object(ty, 0));
            }
            16 if self.program.types.is_internal(ty) => self.failing_cast_or_new(ty, depth - 1),
            17 => {
                self.value(ValType::Ref(reference(ty, true)), depth - 1);
                self.otherwise_new(ty);
            }
            18 => self.typed_choice(not_null, depth - 1),
            19 if self.chance(15) => self.trapping(ty, depth - 1),
            _ => self.new_object(ty, depth),
        }
    }

    /// Emits a conversion to a type that traps if it fails.
    fn trapping(&mut self, ty: HeapType, depth: u32) {
        if self.program.types.is_internal(ty) && self.rng.bool() {
            self.value(ValType::Ref(RefType::ANYREF), depth);
            self.emit(Instruction::RefCastNonNull(ty));
        } else {
            self.value(ValType::Ref(reference(ty, true)), depth);
            self.emit(Instruction::RefAsNonNull);
        }
    }

    /// Emits a variable, or a new object if it is null.
    fn variable_or_new(&mut self, ty: HeapType) {
        match self.nullable_variable_of(ty) {
            Some(local) => {
                let label = self.begin(Instruction::Block(result(reference(ty, false))));
                self.emit(Instruction::LocalGet(local));
                let depth = self.depth(label);
                self.emit(Instruction::BrOnNonNull(depth));
                self.new_object(ty, 0);
                self.end();
            }
            None => self.new_object(ty, 0),
        }
    }

    /// Emits a new object in place of the reference on the stack if that is null.
    fn otherwise_new(&mut self, ty: HeapType) {
        let local = self.temporary(ValType::Ref(reference(ty, true)));
        self.emit(Instruction::LocalSet(local));
        let outer = self.begin(Instruction::Block(result(reference(ty, false))));
        let inner = self.begin(Instruction::Block(BlockType::Empty));
        self.emit(Instruction::LocalGet(local));
        let (inner, outer) = (self.depth(inner), self.depth(outer));
        self.emit(Instruction::BrOnNull(inner));
        self.emit(Instruction::Br(outer));
        self.end();
        self.new_object(ty, 0);
        self.end();
    }

    /// Casts the reference of type `anyref` on the stack, or emits another value.
    fn cast_or(&mut self, to: RefType, other: impl FnOnce(&mut Self)) {
        // The operand becomes the parameter of a block by way of a local.
        let local = self.temporary(ValType::Ref(RefType::ANYREF));
        self.emit(Instruction::LocalSet(local));
        let label = self.begin(Instruction::Block(result(to)));
        self.emit(Instruction::LocalGet(local));
        let relative_depth = self.depth(label);
        self.emit(Instruction::BrOnCast {
            relative_depth,
            from_ref_type: RefType::ANYREF,
            to_ref_type: to,
        });
        self.emit(Instruction::Drop);
        other(self);
        self.end();
    }

    fn failing_cast_or_new(&mut self, ty: HeapType, depth: u32) {
        let to = reference(ty, false);
        let outer = self.begin(Instruction::Block(result(to)));
        let inner = self.begin(Instruction::Block(result(RefType::ANYREF)));
        self.value(ValType::Ref(RefType::ANYREF), depth);
        let (relative_depth, outer) = (self.depth(inner), self.depth(outer));
        self.emit(Instruction::BrOnCastFail {
            relative_depth,
            from_ref_type: RefType::ANYREF,
            to_ref_type: to,
        });
        self.emit(Instruction::Br(outer));
        self.end();
        self.emit(Instruction::Drop);
        self.new_object(ty, 0);
        self.end();
    }

    /// Emits a choice between two references.
    fn typed_choice(&mut self, ty: RefType, depth: u32) {
        let value = ValType::Ref(ty);
        if self.rng.bool() {
            self.value(value, depth);
            self.value(value, depth);
            self.number(ValType::I32, depth);
            return self.emit(Instruction::TypedSelect(value));
        }
        self.number(ValType::I32, depth);
        self.begin(Instruction::If(BlockType::Result(value)));
        self.value(value, depth);
        self.emit(Instruction::Else);
        self.value(value, depth);
        self.end();
    }

    fn table_element(&mut self, ty: RefType, depth: u32) {
        let is_function = self.program.types.is_heap_subtype(ty.heap_type, HeapType::FUNC);
        if !is_function && !self.program.types.is_internal(ty.heap_type) {
            return self.simple_reference(ty);
        }
        self.number(ValType::I32, depth);
        if ty == RefType::FUNCREF {
            let table = if self.rng.bool() { table::FUNCTIONS } else { table::TYPED };
            self.emit(Instruction::I32Const(3));
            self.emit(Instruction::I32RemU);
            return self.emit(Instruction::TableGet(table));
        }
        if is_function {
            self.emit(Instruction::Drop);
            return self.simple_reference(ty);
        }
        self.emit(Instruction::TableSize(table::ANY));
        self.emit(Instruction::I32RemU);
        self.emit(Instruction::TableGet(table::ANY));
        self.cast_or(ty, |body| body.emit(Instruction::RefNull(ty.heap_type)));
    }

    /// Emits a reference that was internal and is external, or the reverse.
    fn converted(&mut self, ty: RefType, depth: u32) {
        match ty.heap_type {
            HeapType::EXTERN => {
                self.value(ValType::Ref(RefType::ANYREF), depth);
                self.emit(Instruction::ExternConvertAny);
            }
            HeapType::ANY if self.rng.bool() => {
                self.value(ValType::Ref(RefType::EXTERNREF), depth);
                self.emit(Instruction::AnyConvertExtern);
            }
            HeapType::ANY => {
                self.value(ValType::Ref(RefType::ANYREF), depth);
                self.emit(Instruction::Call(host("pass")));
            }
            _ => self.simple_reference(ty),
        }
    }

    /// Chooses an internal heap type.
    pub(super) fn internal_type(&mut self) -> HeapType {
        loop {
            let ty = self.program.types.choose_reference(self.rng).heap_type;
            if self.program.types.is_internal(ty) {
                return ty;
            }
        }
    }

    /// Emits a new object, or what else is not null.
    fn new_object(&mut self, ty: HeapType, depth: u32) {
        use AbstractHeapType::{Any, Array, Eq, Extern, Func, I31, Struct};
        let types = &self.program.types;
        match ty {
            HeapType::Concrete(index) | HeapType::Exact(index) => {
                if types.structs.contains(&index) {
                    self.new_struct(index, depth);
                } else {
                    self.new_array(index, depth);
                }
            }
            HeapType::Abstract { ty: I31, .. } => {
                self.number(ValType::I32, depth.saturating_sub(1));
                self.emit(Instruction::RefI31);
            }
            HeapType::Abstract { ty: Struct, .. } => {
                let index = if depth == 0 {
                    types.structs.first().copied()
                } else {
                    self.rng.choice(types.structs.iter().copied())
                };
                self.new_struct(index.expect("there are structures"), depth);
            }
            HeapType::Abstract { ty: Array, .. } => {
                let index = self.rng.choice(types.arrays.iter().copied());
                self.new_array(index.expect("there are arrays"), depth);
            }
            HeapType::Abstract { ty: Func, .. } => {
                let function = IMPORTED + self.rng.u32(..self.program.functions.len() as u32);
                self.emit(Instruction::RefFunc(function));
            }
            HeapType::Abstract { ty: Extern, .. } => {
                if self.rng.bool() {
                    self.number(ValType::I32, depth.saturating_sub(1));
                    self.emit(Instruction::Call(host("wrap")));
                    self.emit(Instruction::RefAsNonNull);
                } else {
                    self.object(HeapType::ANY, depth.saturating_sub(1));
                    self.emit(Instruction::ExternConvertAny);
                }
            }
            HeapType::Abstract { ty: Any | Eq, .. } => {
                let kind = *self.rng.choice(&[I31, Struct, Array]).expect("some");
                self.new_object(heap(kind), depth);
            }
            HeapType::Abstract { ty, .. } => unreachable!("no expression makes a {ty:?}"),
        }
    }

    fn new_struct(&mut self, index: u32, depth: u32) {
        let types = &self.program.types;
        if depth == 0 && types.is_defaultable(index) {
            return self.emit(Instruction::StructNewDefault(index));
        }
        let of = HeapType::Concrete(index);
        let is_of = |&each: &u32| types.is_heap_subtype(HeapType::Concrete(each), of);
        let subtypes: Vec<_> = types.structs.iter().copied().filter(is_of).collect();
        // Without depth, only fields of earlier types follow, so this ends.
        let index = if depth == 0 { Some(index) } else { self.rng.choice(subtypes) };
        let index = index.expect("a type is its subtype");
        for field in types.fields(index) {
            self.value(field.element_type.unpack(), depth.saturating_sub(1));
        }
        self.emit(Instruction::StructNew(index));
    }

    fn new_array(&mut self, index: u32, depth: u32) {
        let element = self.program.types.element(index).element_type;
        let value = element.unpack();
        let depth = depth.saturating_sub(1);
        match self.rng.u8(..10) {
            0..4 => {
                let array_size = self.rng.u32(1..5);
                for _ in 0..array_size {
                    self.value(value, depth);
                }
                self.emit(Instruction::ArrayNewFixed { array_type_index: index, array_size });
            }
            4..6 if element.is_defaultable() => {
                self.array_length(depth);
                self.emit(Instruction::ArrayNewDefault(index));
            }
            6..8 if !matches!(value, ValType::Ref(_)) => {
                let segment = self.rng.usize(..2);
                let bytes = match element {
                    StorageType::I8 => 1,
                    StorageType::I16 => 2,
                    StorageType::Val(ValType::I32 | ValType::F32) => 4,
                    StorageType::Val(_) => 8,
                };
                self.data_range(segment, 8 / bytes);
                let array_data_index = segment as u32;
                self.emit(Instruction::ArrayNewData { array_type_index: index, array_data_index });
            }
            6..9 if let Some(array_elem_index) = self.segment_for(value) => {
                self.element_range();
                self.emit(Instruction::ArrayNewElem { array_type_index: index, array_elem_index });
            }
            _ => {
                self.value(value, depth);
                self.array_length(depth);
                self.emit(Instruction::ArrayNew(index));
            }
        }
    }

    /// Emits a length from 1 to 12, rarely 0 or a large one.
    fn array_length(&mut self, depth: u32) {
        if self.chance(3) {
            let length = *self.rng.choice(&[0, 1000, 20_000]).expect("some");
            return self.emit(Instruction::I32Const(length));
        }
        self.number(ValType::I32, depth);
        self.emit(Instruction::I32Const(12));
        self.emit(Instruction::I32RemU);
        self.emit(Instruction::I32Const(1));
        self.emit(Instruction::I32Add);
    }

    /// Returns a passive element segment whose values are of a type.
    pub(super) fn segment_for(&mut self, ty: ValType) -> Option<u32> {
        let first = reference(HeapType::Concrete(self.program.types.structs[0]), true);
        let types = &self.program.types;
        let segments = [(element::ANY, RefType::ANYREF), (element::STRUCTS, first)];
        let is_of = |each: &(u32, RefType)| types.is_subtype(ValType::Ref(each.1), ty);
        let found: Vec<_> = segments.into_iter().filter(is_of).collect();
        self.rng.choice(found).map(|(index, _)| index)
    }

    /// Emits an offset in a passive element segment and a length, mostly inside it.
    pub(super) fn element_range(&mut self) {
        let offset = self.rng.u32(..element::COUNT);
        let beyond = u32::from(self.chance(3));
        let count = self.rng.u32(..=element::COUNT - offset) + beyond;
        self.emit(Instruction::I32Const(offset as i32));
        self.emit(Instruction::I32Const(count as i32));
    }
}

/// Returns the type of a block with one result.
fn result(ty: RefType) -> BlockType {
    BlockType::Result(ValType::Ref(ty))
}
