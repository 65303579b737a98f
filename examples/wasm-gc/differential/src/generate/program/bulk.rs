//! Instructions that copy, fill and initialise many elements.

use wasm_encoder::{HeapType, Instruction, RefType, StorageType, ValType};

use super::function::Body;
use super::{element, table};

impl Body<'_> {
    /// Emits one of these instructions.
    pub(super) fn bulk(&mut self) {
        match self.rng.u8(..14) {
            0..4 => self.array_copy(),
            4..6 => self.array_fill(),
            6 => self.array_from_data(),
            7 => self.array_from_elements(),
            8 => {
                self.range();
                self.memory_length();
                let memory = u32::from(self.chance(5));
                self.emit(Instruction::MemoryFill(memory));
            }
            9 => {
                self.range();
                self.memory_length();
                self.emit(Instruction::MemoryCopy { src_mem: 0, dst_mem: 0 });
            }
            10 => {
                self.address(1);
                let segment = self.rng.usize(..2);
                self.data_range(segment, 12);
                self.emit(Instruction::MemoryInit { mem: 0, data_index: segment as u32 });
            }
            11 => {
                self.small(6);
                self.table_value(table::ANY);
                self.small(4);
                self.emit(Instruction::TableFill(table::ANY));
            }
            12 => {
                self.small(5);
                self.small(5);
                self.small(4);
                self.emit(Instruction::TableCopy { src_table: table::ANY, dst_table: table::ANY });
            }
            _ => {
                self.small(4);
                self.element_range();
                let elem_index = if self.rng.bool() { element::ANY } else { element::STRUCTS };
                self.emit(Instruction::TableInit { elem_index, table: table::ANY });
            }
        }
    }

    /// Emits a number below a bound, rarely any other.
    fn small(&mut self, below: i32) {
        self.number(ValType::I32, 1);
        if !self.chance(2) {
            self.emit(Instruction::I32Const(below));
            self.emit(Instruction::I32RemU);
        }
    }

    /// Emits two addresses, or an address and a byte.
    fn range(&mut self) {
        self.address(1);
        self.address(1);
    }

    fn memory_length(&mut self) {
        self.small(100);
    }

    /// Emits an array with at least 8 elements, and an index below 4.
    fn long_array(&mut self, array: u32) {
        self.value(self.program.types.element(array).element_type.unpack(), 1);
        let length = self.rng.i32(8..40);
        self.emit(Instruction::I32Const(length));
        self.emit(Instruction::ArrayNew(array));
        self.small(4);
    }

    /// Emits an array and an index below 4.
    fn array_and_index(&mut self, array: u32) {
        if self.chance(15) {
            self.object(HeapType::Concrete(array), 1);
            self.small(4);
        } else {
            self.long_array(array);
        }
    }

    fn array_copy(&mut self) {
        let types = &self.program.types;
        let (to, element) = self.mutable_array();
        let is_source = |&each: &u32| match (types.element(each).element_type, element.element_type)
        {
            (StorageType::Val(from), StorageType::Val(to)) => types.is_subtype(from, to),
            (from, to) => from == to,
        };
        let sources: Vec<_> = types.arrays.iter().copied().filter(is_source).collect();
        let from = self.rng.choice(sources).expect("an array can be copied to itself");
        // Both are one array in some copies, so ranges overlap.
        if from == to && self.rng.bool() {
            let ty = RefType { nullable: true, heap_type: HeapType::Concrete(to) };
            let local = self.temporary(ValType::Ref(ty));
            self.long_array(to);
            self.emit(Instruction::Drop);
            self.emit(Instruction::LocalTee(local));
            self.small(4);
            self.emit(Instruction::LocalGet(local));
            self.small(4);
            self.small(4);
            self.emit(Instruction::ArrayCopy {
                array_type_index_dst: to,
                array_type_index_src: to,
            });
            self.emit(Instruction::LocalGet(local));
            return self.keep();
        }
        self.array_and_index(to);
        self.array_and_index(from);
        self.small(4);
        self.emit(Instruction::ArrayCopy { array_type_index_dst: to, array_type_index_src: from });
    }

    /// Keeps the array on the stack in a global.
    fn keep(&mut self) {
        let any = ValType::Ref(RefType::ANYREF);
        let global = self.program.globals.iter().position(|&ty| ty == any);
        let global = global.expect("there is a global of any references");
        self.emit(Instruction::GlobalSet(global as u32));
    }

    fn array_fill(&mut self) {
        let (array, element) = self.mutable_array();
        self.array_and_index(array);
        self.value(element.element_type.unpack(), 2);
        self.small(4);
        self.emit(Instruction::ArrayFill(array));
    }

    fn array_from_data(&mut self) {
        let (array, element) = self.mutable_array();
        if matches!(element.element_type, StorageType::Val(ValType::Ref(_))) {
            return self.array_fill();
        }
        self.array_and_index(array);
        self.data_range(0, 4);
        self.emit(Instruction::ArrayInitData { array_type_index: array, array_data_index: 0 });
    }

    fn array_from_elements(&mut self) {
        let (array, element) = self.mutable_array();
        match self.segment_for(element.element_type.unpack()) {
            Some(array_elem_index) => {
                self.array_and_index(array);
                self.element_range();
                self.emit(Instruction::ArrayInitElem { array_type_index: array, array_elem_index });
            }
            None => self.array_fill(),
        }
    }
}
