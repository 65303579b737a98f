//! Expressions of numbers.

use wasm_encoder::{
    BlockType, FieldType, HeapType, Ieee32, Ieee64, Instruction, MemArg, MemArgTarget, RefType,
    StorageType, ValType,
};

use super::function::Body;
use super::{DATA, table};

type Operators = &'static [Instruction<'static>];

const I32_BINARY: Operators = &[
    Instruction::I32Add,
    Instruction::I32Sub,
    Instruction::I32Mul,
    Instruction::I32And,
    Instruction::I32Or,
    Instruction::I32Xor,
    Instruction::I32Shl,
    Instruction::I32ShrS,
    Instruction::I32ShrU,
    Instruction::I32Rotl,
    Instruction::I32Rotr,
    Instruction::I32Eq,
    Instruction::I32Ne,
    Instruction::I32LtS,
    Instruction::I32LtU,
    Instruction::I32GtS,
    Instruction::I32GtU,
    Instruction::I32LeS,
    Instruction::I32LeU,
    Instruction::I32GeS,
    Instruction::I32GeU,
];
const I32_DIVISION: Operators =
    &[Instruction::I32DivS, Instruction::I32DivU, Instruction::I32RemS, Instruction::I32RemU];
const I32_UNARY: Operators = &[
    Instruction::I32Clz,
    Instruction::I32Ctz,
    Instruction::I32Popcnt,
    Instruction::I32Eqz,
    Instruction::I32Extend8S,
    Instruction::I32Extend16S,
];
const I64_BINARY: Operators = &[
    Instruction::I64Add,
    Instruction::I64Sub,
    Instruction::I64Mul,
    Instruction::I64And,
    Instruction::I64Or,
    Instruction::I64Xor,
    Instruction::I64Shl,
    Instruction::I64ShrS,
    Instruction::I64ShrU,
    Instruction::I64Rotl,
    Instruction::I64Rotr,
];
const I64_DIVISION: Operators =
    &[Instruction::I64DivS, Instruction::I64DivU, Instruction::I64RemS, Instruction::I64RemU];
const I64_COMPARISON: Operators = &[
    Instruction::I64Eq,
    Instruction::I64Ne,
    Instruction::I64LtS,
    Instruction::I64LtU,
    Instruction::I64GtS,
    Instruction::I64GtU,
    Instruction::I64LeS,
    Instruction::I64LeU,
    Instruction::I64GeS,
    Instruction::I64GeU,
];
const I64_UNARY: Operators = &[
    Instruction::I64Clz,
    Instruction::I64Ctz,
    Instruction::I64Popcnt,
    Instruction::I64Extend8S,
    Instruction::I64Extend16S,
    Instruction::I64Extend32S,
];
const F32_BINARY: Operators = &[
    Instruction::F32Add,
    Instruction::F32Sub,
    Instruction::F32Mul,
    Instruction::F32Div,
    Instruction::F32Min,
    Instruction::F32Max,
    Instruction::F32Copysign,
];
const F32_UNARY: Operators = &[
    Instruction::F32Abs,
    Instruction::F32Neg,
    Instruction::F32Ceil,
    Instruction::F32Floor,
    Instruction::F32Trunc,
    Instruction::F32Nearest,
    Instruction::F32Sqrt,
];
const F32_COMPARISON: Operators = &[
    Instruction::F32Eq,
    Instruction::F32Ne,
    Instruction::F32Lt,
    Instruction::F32Gt,
    Instruction::F32Le,
    Instruction::F32Ge,
];
const F64_BINARY: Operators = &[
    Instruction::F64Add,
    Instruction::F64Sub,
    Instruction::F64Mul,
    Instruction::F64Div,
    Instruction::F64Min,
    Instruction::F64Max,
    Instruction::F64Copysign,
];
const F64_UNARY: Operators = &[
    Instruction::F64Abs,
    Instruction::F64Neg,
    Instruction::F64Ceil,
    Instruction::F64Floor,
    Instruction::F64Trunc,
    Instruction::F64Nearest,
    Instruction::F64Sqrt,
];
const F64_COMPARISON: Operators = &[
    Instruction::F64Eq,
    Instruction::F64Ne,
    Instruction::F64Lt,
    Instruction::F64Gt,
    Instruction::F64Le,
    Instruction::F64Ge,
];
/// Conversions by the types of result and operand.
const CONVERSIONS: &[(ValType, ValType, Operators)] = &[
    (ValType::I32, ValType::I64, &[Instruction::I32WrapI64]),
    (
        ValType::I32,
        ValType::F32,
        &[
            Instruction::I32TruncSatF32S,
            Instruction::I32TruncSatF32U,
            Instruction::I32ReinterpretF32,
        ],
    ),
    (ValType::I32, ValType::F64, &[Instruction::I32TruncSatF64S, Instruction::I32TruncSatF64U]),
    (ValType::I64, ValType::I32, &[Instruction::I64ExtendI32S, Instruction::I64ExtendI32U]),
    (ValType::I64, ValType::F32, &[Instruction::I64TruncSatF32S, Instruction::I64TruncSatF32U]),
    (
        ValType::I64,
        ValType::F64,
        &[
            Instruction::I64TruncSatF64S,
            Instruction::I64TruncSatF64U,
            Instruction::I64ReinterpretF64,
        ],
    ),
    (
        ValType::F32,
        ValType::I32,
        &[Instruction::F32ConvertI32S, Instruction::F32ConvertI32U, Instruction::F32ReinterpretI32],
    ),
    (ValType::F32, ValType::I64, &[Instruction::F32ConvertI64S, Instruction::F32ConvertI64U]),
    (ValType::F32, ValType::F64, &[Instruction::F32DemoteF64]),
    (ValType::F64, ValType::I32, &[Instruction::F64ConvertI32S, Instruction::F64ConvertI32U]),
    (
        ValType::F64,
        ValType::I64,
        &[Instruction::F64ConvertI64S, Instruction::F64ConvertI64U, Instruction::F64ReinterpretI64],
    ),
    (ValType::F64, ValType::F32, &[Instruction::F64PromoteF32]),
];
/// Conversions that trap if the number is not in the range of the result.
const TRAPPING: &[(ValType, ValType, Operators)] = &[
    (ValType::I32, ValType::F32, &[Instruction::I32TruncF32S, Instruction::I32TruncF32U]),
    (ValType::I32, ValType::F64, &[Instruction::I32TruncF64S, Instruction::I32TruncF64U]),
    (ValType::I64, ValType::F32, &[Instruction::I64TruncF32S, Instruction::I64TruncF32U]),
    (ValType::I64, ValType::F64, &[Instruction::I64TruncF64S, Instruction::I64TruncF64U]),
];

impl Body<'_> {
    /// Emits an expression of a type of numbers.
    pub(super) fn number(&mut self, ty: ValType, depth: u32) {
        if depth == 0 {
            return self.simple_number(ty);
        }
        match self.rng.u8(..20) {
            0..3 => self.simple_number(ty),
            3..6 => self.arithmetic(ty, depth - 1),
            6 => self.unary(ty, depth - 1),
            7 => self.conversion(ty, depth - 1),
            8..12 => self.field(ty, depth),
            12 => self.load(ty, depth - 1),
            13 => self.choice(ty, depth - 1),
            14 => self.call_for(ty, depth - 1),
            _ if ty == ValType::I32 => self.question(depth - 1),
            15 => self.selection(ty, depth - 1),
            _ => self.field(ty, depth),
        }
    }

    fn simple_number(&mut self, ty: ValType) {
        if self.rng.bool()
            && let Some(local) = self.variable_of(ty)
        {
            return self.emit(Instruction::LocalGet(local));
        }
        if self.chance(20)
            && let Some(global) = self.global_of(ty)
        {
            return self.emit(Instruction::GlobalGet(global));
        }
        self.constant(ty);
    }

    fn constant(&mut self, ty: ValType) {
        let is_small = self.chance(70);
        let constant = match ty {
            ValType::I64 if is_small => Instruction::I64Const(self.rng.i64(-20..20)),
            ValType::I64 => Instruction::I64Const(self.rng.i64(..)),
            ValType::F32 if is_small => {
                Instruction::F32Const(Ieee32::from(f32::from(self.rng.i8(..))))
            }
            ValType::F32 => Instruction::F32Const(Ieee32::from(self.float() as f32)),
            ValType::F64 if is_small => {
                Instruction::F64Const(Ieee64::from(f64::from(self.rng.i8(..))))
            }
            ValType::F64 => Instruction::F64Const(Ieee64::from(self.float())),
            _ if is_small => Instruction::I32Const(self.rng.i32(-20..20)),
            _ => Instruction::I32Const(self.rng.i32(..)),
        };
        self.emit(constant);
    }

    fn float(&mut self) -> f64 {
        let special = [f64::INFINITY, f64::NEG_INFINITY, f64::NAN, -0.0, 1e-310, 1e30, f64::MAX];
        if self.rng.bool() {
            *self.rng.choice(&special).expect("some")
        } else {
            self.rng.f64() * 1e4
        }
    }

    fn operator(&mut self, operators: Operators) {
        let operator = self.rng.choice(operators).expect("there are operators");
        self.emit(operator.clone());
    }

    fn arithmetic(&mut self, ty: ValType, depth: u32) {
        self.number(ty, depth);
        self.number(ty, depth);
        let is_division = self.chance(15);
        match ty {
            ValType::I32 if is_division => {
                // Rarely by zero.
                if !self.chance(10) {
                    self.emit(Instruction::I32Const(1));
                    self.emit(Instruction::I32Or);
                }
                self.operator(I32_DIVISION);
            }
            ValType::I64 if is_division => {
                if !self.chance(10) {
                    self.emit(Instruction::I64Const(1));
                    self.emit(Instruction::I64Or);
                }
                self.operator(I64_DIVISION);
            }
            ValType::I32 => self.operator(I32_BINARY),
            ValType::I64 => self.operator(I64_BINARY),
            ValType::F32 => self.operator(F32_BINARY),
            _ => self.operator(F64_BINARY),
        }
        self.canonicalize(ty);
    }

    fn unary(&mut self, ty: ValType, depth: u32) {
        self.number(ty, depth);
        match ty {
            ValType::I32 => self.operator(I32_UNARY),
            ValType::I64 => self.operator(I64_UNARY),
            ValType::F32 => self.operator(F32_UNARY),
            _ => self.operator(F64_UNARY),
        }
        self.canonicalize(ty);
    }

    fn conversion(&mut self, ty: ValType, depth: u32) {
        let table = if self.chance(5) { TRAPPING } else { CONVERSIONS };
        let found: Vec<_> = table.iter().filter(|(to, ..)| *to == ty).collect();
        match self.rng.choice(found) {
            Some((_, from, operators)) => {
                self.number(*from, depth);
                self.operator(operators);
                self.canonicalize(ty);
            }
            None => self.number(ty, depth),
        }
    }

    /// Replaces a NaN by the canonical one, because the specification does not determine its bits.
    fn canonicalize(&mut self, ty: ValType) {
        let (nan, equal) = match ty {
            ValType::F32 => (Instruction::F32Const(Ieee32::from(f32::NAN)), Instruction::F32Eq),
            ValType::F64 => (Instruction::F64Const(Ieee64::from(f64::NAN)), Instruction::F64Eq),
            _ => return,
        };
        let local = self.temporary(ty);
        self.emit(Instruction::LocalTee(local));
        self.emit(nan);
        self.emit(Instruction::LocalGet(local));
        self.emit(Instruction::LocalGet(local));
        self.emit(equal);
        self.emit(Instruction::Select);
    }

    /// Emits a conditional expression.
    fn choice(&mut self, ty: ValType, depth: u32) {
        self.number(ValType::I32, depth);
        self.begin(Instruction::If(BlockType::Result(ty)));
        self.number(ty, depth);
        self.emit(Instruction::Else);
        self.number(ty, depth);
        self.end();
    }

    fn selection(&mut self, ty: ValType, depth: u32) {
        self.number(ty, depth);
        self.number(ty, depth);
        self.number(ValType::I32, depth);
        self.emit(Instruction::Select);
    }

    /// Emits the value of a field or element of a type of numbers.
    fn field(&mut self, ty: ValType, depth: u32) {
        if !self.load_from_object(ty, depth) {
            self.number(ty, depth - 1);
        }
    }

    /// Emits the load of a field or element of a type, if there is a type of objects with one.
    pub(super) fn load_from_object(&mut self, ty: ValType, depth: u32) -> bool {
        let types = &self.program.types;
        let is_of = |field: &FieldType| types.is_subtype(field.element_type.unpack(), ty);
        let mut fields = vec![];
        for &index in &types.structs {
            for (number, field) in types.fields(index).iter().enumerate() {
                if is_of(field) {
                    fields.push((index, number as u32));
                }
            }
        }
        let arrays: Vec<_> =
            types.arrays.iter().copied().filter(|&each| is_of(&types.element(each))).collect();
        if self.rng.bool()
            && let Some(array) = self.rng.choice(arrays)
        {
            self.element_address(array, depth - 1);
            let packed = (self.rng.bool(), types.element(array).element_type);
            self.emit(match packed {
                (_, StorageType::Val(_)) => Instruction::ArrayGet(array),
                (true, _) => Instruction::ArrayGetS(array),
                (false, _) => Instruction::ArrayGetU(array),
            });
            return true;
        }
        let Some((struct_type_index, field_index)) = self.rng.choice(fields) else { return false };
        self.object(HeapType::Concrete(struct_type_index), depth - 1);
        let storage = types.fields(struct_type_index)[field_index as usize].element_type;
        let packed = (self.rng.bool(), storage);
        self.emit(match packed {
            (_, StorageType::Val(_)) => Instruction::StructGet { struct_type_index, field_index },
            (true, _) => Instruction::StructGetS { struct_type_index, field_index },
            (false, _) => Instruction::StructGetU { struct_type_index, field_index },
        });
        true
    }

    /// Emits an array and an index, which is mostly in the array if this is not empty.
    pub(super) fn element_address(&mut self, array: u32, depth: u32) {
        let ty = RefType { nullable: true, heap_type: HeapType::Concrete(array) };
        let local = self.temporary(ValType::Ref(ty));
        self.object(ty.heap_type, depth);
        self.emit(Instruction::LocalTee(local));
        self.number(ValType::I32, depth);
        if !self.chance(2) {
            self.emit(Instruction::LocalGet(local));
            self.emit(Instruction::ArrayLen);
            self.emit(Instruction::I32RemU);
        }
    }

    /// Emits a question about references or sizes, of type i32.
    fn question(&mut self, depth: u32) {
        match self.rng.u8(..12) {
            0 => {
                self.value(ValType::Ref(RefType::EQREF), depth);
                self.value(ValType::Ref(RefType::EQREF), depth);
                self.emit(Instruction::RefEq);
            }
            1 => {
                let ty = self.program.types.choose_reference(self.rng);
                self.value(ValType::Ref(ty), depth);
                self.emit(Instruction::RefIsNull);
            }
            2..5 => {
                self.value(ValType::Ref(RefType::ANYREF), depth);
                let to = self.internal_type();
                let test = if self.rng.bool() {
                    Instruction::RefTestNonNull(to)
                } else {
                    Instruction::RefTestNullable(to)
                };
                self.emit(test);
            }
            5 => {
                self.object(super::types::heap(wasm_encoder::AbstractHeapType::Array), depth);
                self.emit(Instruction::ArrayLen);
            }
            6 => {
                self.object(HeapType::I31, depth);
                let get = if self.rng.bool() { Instruction::I31GetS } else { Instruction::I31GetU };
                self.emit(get);
            }
            7 => self.comparison(ValType::I64, I64_COMPARISON, depth),
            8 => self.comparison(ValType::F32, F32_COMPARISON, depth),
            9 => self.comparison(ValType::F64, F64_COMPARISON, depth),
            10 => {
                self.number(ValType::I64, depth);
                self.emit(Instruction::I64Eqz);
            }
            _ => self.size(),
        }
    }

    fn comparison(&mut self, ty: ValType, operators: Operators, depth: u32) {
        self.number(ty, depth);
        self.number(ty, depth);
        self.operator(operators);
    }

    fn size(&mut self) {
        match self.rng.u8(..4) {
            0 => {
                let memory = self.rng.u32(..2);
                self.emit(Instruction::MemorySize(memory));
            }
            1 => {
                let (pages, memory) = (self.rng.i32(0..2), self.rng.u32(..2));
                self.emit(Instruction::I32Const(pages));
                self.emit(Instruction::MemoryGrow(memory));
            }
            2 => {
                let table = self.rng.u32(..3);
                self.emit(Instruction::TableSize(table));
            }
            _ => {
                self.value(ValType::Ref(RefType::ANYREF), 0);
                let count = self.rng.i32(0..2);
                self.emit(Instruction::I32Const(count));
                self.emit(Instruction::TableGrow(table::ANY));
            }
        }
    }

    /// Emits an address, mostly one in the first page.
    pub(super) fn address(&mut self, depth: u32) {
        self.number(ValType::I32, depth);
        if !self.chance(2) {
            self.emit(Instruction::I32Const(0xfff));
            self.emit(Instruction::I32And);
        }
    }

    /// Returns the operand of a load or store. The second memory has mostly no page.
    pub(super) fn memory_operand(&mut self) -> MemArg {
        let memory = u32::from(self.chance(1));
        let offset = self.rng.u64(..64);
        MemArg { offset, align: 0, target: MemArgTarget::Memory(memory), ordering: None }
    }

    fn load(&mut self, ty: ValType, depth: u32) {
        self.address(depth);
        let operand = self.memory_operand();
        let choice = self.rng.u8(..5);
        self.emit(match (ty, choice) {
            (ValType::I32, 0) => Instruction::I32Load8S(operand),
            (ValType::I32, 1) => Instruction::I32Load8U(operand),
            (ValType::I32, 2) => Instruction::I32Load16S(operand),
            (ValType::I32, 3) => Instruction::I32Load16U(operand),
            (ValType::I32, _) => Instruction::I32Load(operand),
            (ValType::I64, 0) => Instruction::I64Load8U(operand),
            (ValType::I64, 1) => Instruction::I64Load16S(operand),
            (ValType::I64, 2) => Instruction::I64Load32S(operand),
            (ValType::I64, 3) => Instruction::I64Load32U(operand),
            (ValType::I64, _) => Instruction::I64Load(operand),
            (ValType::F32, _) => Instruction::F32Load(operand),
            (_, _) => Instruction::F64Load(operand),
        });
    }

    /// Emits an offset in a data segment and a length, mostly inside it.
    pub(super) fn data_range(&mut self, segment: usize, largest: u32) {
        let length = DATA[segment] as u32;
        let offset = self.rng.u32(..length / 2);
        let is_inside = !self.chance(3);
        let count = if is_inside { self.rng.u32(..=largest.min(length - offset)) } else { length };
        self.emit(Instruction::I32Const(offset as i32));
        self.emit(Instruction::I32Const(count as i32));
    }
}
