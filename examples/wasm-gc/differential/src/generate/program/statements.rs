//! Statements: what leaves the stack of operands empty.

use wasm_encoder::{FieldType, HeapType, Instruction, MemArg, RefType, ValType};

use super::function::Body;
use super::references::host;
use super::table;

impl Body<'_> {
    /// Emits statements. Blocks are nested at most `depth` deep.
    pub(super) fn statements(&mut self, count: usize, depth: u32) {
        for _ in 0..count {
            if self.is_exhausted() {
                return;
            }
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: u32) {
        match self.rng.u8(..36) {
            0..7 => self.set_variable(),
            7..9 => self.set_global(),
            9..13 => self.set_field(),
            13..16 => self.set_element(),
            16 => self.set_in_table(),
            17 => self.store(),
            18..20 => self.bulk(),
            20 => self.note(),
            21..23 => self.call_any(),
            23 => self.tail_call_if(),
            24..27 if depth > 0 => self.repeat(depth - 1),
            27..29 if depth > 0 => self.conditional(depth - 1),
            29 if depth > 0 => self.switch(depth - 1),
            30..32 if depth > 0 => self.guarded(depth - 1),
            32 => self.throw_if(),
            33 => self.build_list(),
            34 if self.chance(10) => {
                self.number(ValType::I32, 2);
                self.begin(Instruction::If(wasm_encoder::BlockType::Empty));
                self.emit(Instruction::Unreachable);
                self.end();
            }
            _ => self.set_variable(),
        }
    }

    fn set_variable(&mut self) {
        let (local, ty) = self.any_variable();
        self.value(ty, 4);
        if self.chance(20) {
            self.emit(Instruction::LocalTee(local));
            self.emit(Instruction::Drop);
        } else {
            self.emit(Instruction::LocalSet(local));
        }
    }

    fn set_global(&mut self) {
        let global = self.rng.usize(..self.program.globals.len());
        self.value(self.program.globals[global], 3);
        self.emit(Instruction::GlobalSet(global as u32));
    }

    fn set_field(&mut self) {
        let types = &self.program.types;
        let mut fields = vec![];
        for &index in &types.structs {
            for (number, field) in types.fields(index).iter().enumerate() {
                if field.mutable {
                    fields.push((index, number as u32, field.element_type.unpack()));
                }
            }
        }
        let Some((struct_type_index, field_index, ty)) = self.rng.choice(fields) else { return };
        self.object(HeapType::Concrete(struct_type_index), 2);
        self.value(ty, 3);
        self.emit(Instruction::StructSet { struct_type_index, field_index });
    }

    /// Chooses an array whose elements can be changed.
    pub(super) fn mutable_array(&mut self) -> (u32, FieldType) {
        let types = &self.program.types;
        let arrays = types.arrays.iter().map(|&index| (index, types.element(index)));
        let found: Vec<_> = arrays.filter(|(_, element)| element.mutable).collect();
        self.rng.choice(found).expect("the first array's elements can be changed")
    }

    fn set_element(&mut self) {
        let (array, element) = self.mutable_array();
        self.element_address(array, 2);
        self.value(element.element_type.unpack(), 3);
        self.emit(Instruction::ArraySet(array));
    }

    fn set_in_table(&mut self) {
        let table = self.rng.u32(..3);
        self.number(ValType::I32, 2);
        if !self.chance(3) {
            self.emit(Instruction::TableSize(table));
            self.emit(Instruction::I32RemU);
        }
        self.table_value(table);
        self.emit(Instruction::TableSet(table));
    }

    /// Emits a value of the type of a table's elements.
    pub(super) fn table_value(&mut self, table: u32) {
        match table {
            table::ANY => self.value(ValType::Ref(RefType::ANYREF), 3),
            table::FUNCTIONS => self.value(ValType::Ref(RefType::FUNCREF), 1),
            _ => {
                let first = self.function_of_type(self.program.functions[0]);
                self.emit(Instruction::RefFunc(first));
            }
        }
    }

    fn store(&mut self) {
        self.address(2);
        let ty = *self
            .rng
            .choice(&[ValType::I32, ValType::I64, ValType::F32, ValType::F64])
            .expect("some");
        self.number(ty, 3);
        let operand: MemArg = self.memory_operand();
        let choice = self.rng.u8(..4);
        self.emit(match (ty, choice) {
            (ValType::I32, 0) => Instruction::I32Store8(operand),
            (ValType::I32, 1) => Instruction::I32Store16(operand),
            (ValType::I32, _) => Instruction::I32Store(operand),
            (ValType::I64, 0) => Instruction::I64Store8(operand),
            (ValType::I64, 1) => Instruction::I64Store16(operand),
            (ValType::I64, 2) => Instruction::I64Store32(operand),
            (ValType::I64, _) => Instruction::I64Store(operand),
            (ValType::F32, _) => Instruction::F32Store(operand),
            (_, _) => Instruction::F64Store(operand),
        });
    }

    /// Shows a value to the host.
    fn note(&mut self) {
        if self.rng.bool() {
            self.number(ValType::I32, 3);
            return self.emit(Instruction::Call(host("note")));
        }
        for ty in crate::imports::FUNCTIONS[host("swap") as usize].parameters {
            self.value(*ty, 2);
        }
        self.emit(Instruction::Call(host("swap")));
        for _ in 0..5 {
            self.emit(Instruction::Drop);
        }
    }

    /// Prepends objects to lists: a variable becomes a field of a new object, repeatedly.
    fn build_list(&mut self) {
        let types = &self.program.types;
        let mut links = vec![];
        for &index in &types.structs {
            let list = RefType { nullable: true, heap_type: HeapType::Concrete(index) };
            for (number, field) in types.fields(index).iter().enumerate() {
                if types.is_subtype(ValType::Ref(list), field.element_type.unpack()) {
                    links.push((index, number, list));
                }
            }
        }
        let Some((index, link, list)) = self.rng.choice(links) else { return };
        let local = match self.nullable_variable_of(list.heap_type) {
            Some(local) if self.local_type(local) == ValType::Ref(list) => local,
            _ => self.temporary(ValType::Ref(list)),
        };
        self.repeat_with(|body| {
            for (number, field) in body.program.types.fields(index).iter().enumerate() {
                if number == link {
                    body.emit(Instruction::LocalGet(local));
                } else {
                    body.value(field.element_type.unpack(), 1);
                }
            }
            body.emit(Instruction::StructNew(index));
            body.emit(Instruction::LocalSet(local));
        });
        self.emit(Instruction::LocalGet(local));
        let global = self.global_of(ValType::Ref(RefType::ANYREF));
        match global {
            Some(global)
                if self.program.globals[global as usize] == ValType::Ref(RefType::ANYREF) =>
            {
                self.emit(Instruction::GlobalSet(global));
            }
            _ => self.emit(Instruction::Drop),
        }
    }
}
