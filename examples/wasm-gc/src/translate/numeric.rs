//! Constants, arithmetic and comparisons.

use wasmparser::Operator;

use super::function::FunctionTranslator;
use crate::TrapKind;
use crate::code::MachineType::{F32, F64, I32, I64};
use crate::code::{Binary, CodeBuilder, Compare, MachineType, Unary};

/// What an instruction of numbers is.
enum Numeric {
    Constant(MachineType, u64),
    Unary(Unary),
    Binary(Binary),
    Compare(Compare),
    /// A comparison with zero.
    IsZero(MachineType),
    /// A division or remainder of integers.
    Division(Binary, MachineType),
}

impl<B: CodeBuilder> FunctionTranslator<'_, B> {
    /// Translates an instruction of numbers.
    pub(super) fn numeric(&mut self, operator: &Operator<'_>) -> bool {
        if matches!(operator, Operator::Select) {
            self.select(None);
            return true;
        }
        let Some(numeric) = constant(operator)
            .or_else(|| integer(operator))
            .or_else(|| float(operator))
            .or_else(|| comparison(operator))
        else {
            return false;
        };
        let value = match numeric {
            Numeric::Constant(ty, bits) => self.builder.constant(ty, bits),
            Numeric::Unary(operation) => {
                let operand = self.pop();
                self.builder.unary(operation, operand)
            }
            Numeric::Binary(operation) => {
                let b = self.pop();
                let a = self.pop();
                self.builder.binary(operation, a, b)
            }
            Numeric::Compare(operation) => {
                let b = self.pop();
                let a = self.pop();
                self.builder.compare(operation, a, b)
            }
            Numeric::IsZero(ty) => {
                let operand = self.pop();
                let zero = self.builder.constant(ty, 0);
                self.builder.compare(Compare::Eq, operand, zero)
            }
            Numeric::Division(operation, ty) => self.divide(operation, ty),
        };
        self.stack.push(value);
        true
    }

    /// Divides after checks of the divisor, and of the one quotient that is not representable.
    fn divide(&mut self, operation: Binary, ty: MachineType) -> B::Value {
        let b = self.pop();
        let a = self.pop();
        let zero = self.builder.constant(ty, 0);
        let is_zero = self.builder.compare(Compare::Eq, b, zero);
        self.trap_if(is_zero, TrapKind::DivideByZero);
        if operation == Binary::DivS {
            let least = if ty == I32 { 1 << 31 } else { 1 << 63 };
            let least = self.builder.constant(ty, least);
            let minus_one = self.builder.constant(ty, u64::MAX);
            let is_least = self.builder.compare(Compare::Eq, a, least);
            let is_minus_one = self.builder.compare(Compare::Eq, b, minus_one);
            let overflows = self.builder.binary(Binary::And, is_least, is_minus_one);
            self.trap_if(overflows, TrapKind::IntegerOverflow);
        }
        self.builder.binary(operation, a, b)
    }
}

fn constant(operator: &Operator<'_>) -> Option<Numeric> {
    Some(match *operator {
        Operator::I32Const { value } => Numeric::Constant(I32, u64::from(value as u32)),
        Operator::I64Const { value } => Numeric::Constant(I64, value as u64),
        Operator::F32Const { value } => Numeric::Constant(F32, u64::from(value.bits())),
        Operator::F64Const { value } => Numeric::Constant(F64, value.bits()),
        _ => return None,
    })
}

fn integer(operator: &Operator<'_>) -> Option<Numeric> {
    use Numeric::{Division, Unary as U};
    let binary = match *operator {
        Operator::I32Clz | Operator::I64Clz => return Some(U(Unary::Clz)),
        Operator::I32Ctz | Operator::I64Ctz => return Some(U(Unary::Ctz)),
        Operator::I32Popcnt | Operator::I64Popcnt => return Some(U(Unary::Popcnt)),
        Operator::I32Extend8S | Operator::I64Extend8S => return Some(U(Unary::Extend8)),
        Operator::I32Extend16S | Operator::I64Extend16S => return Some(U(Unary::Extend16)),
        Operator::I64Extend32S => return Some(U(Unary::Extend32)),
        Operator::I32DivS => return Some(Division(Binary::DivS, I32)),
        Operator::I64DivS => return Some(Division(Binary::DivS, I64)),
        Operator::I32DivU => return Some(Division(Binary::DivU, I32)),
        Operator::I64DivU => return Some(Division(Binary::DivU, I64)),
        Operator::I32RemS => return Some(Division(Binary::RemS, I32)),
        Operator::I64RemS => return Some(Division(Binary::RemS, I64)),
        Operator::I32RemU => return Some(Division(Binary::RemU, I32)),
        Operator::I64RemU => return Some(Division(Binary::RemU, I64)),
        Operator::I32Add | Operator::I64Add => Binary::Add,
        Operator::I32Sub | Operator::I64Sub => Binary::Sub,
        Operator::I32Mul | Operator::I64Mul => Binary::Mul,
        Operator::I32And | Operator::I64And => Binary::And,
        Operator::I32Or | Operator::I64Or => Binary::Or,
        Operator::I32Xor | Operator::I64Xor => Binary::Xor,
        Operator::I32Shl | Operator::I64Shl => Binary::Shl,
        Operator::I32ShrS | Operator::I64ShrS => Binary::ShrS,
        Operator::I32ShrU | Operator::I64ShrU => Binary::ShrU,
        Operator::I32Rotl | Operator::I64Rotl => Binary::Rotl,
        Operator::I32Rotr | Operator::I64Rotr => Binary::Rotr,
        _ => return None,
    };
    Some(Numeric::Binary(binary))
}

fn float(operator: &Operator<'_>) -> Option<Numeric> {
    use Numeric::Unary as U;
    let binary = match *operator {
        Operator::F32Abs | Operator::F64Abs => return Some(U(Unary::FloatAbs)),
        Operator::F32Neg | Operator::F64Neg => return Some(U(Unary::FloatNeg)),
        Operator::F32Ceil | Operator::F64Ceil => return Some(U(Unary::FloatCeil)),
        Operator::F32Floor | Operator::F64Floor => return Some(U(Unary::FloatFloor)),
        Operator::F32Trunc | Operator::F64Trunc => return Some(U(Unary::FloatTrunc)),
        Operator::F32Nearest | Operator::F64Nearest => return Some(U(Unary::FloatNearest)),
        Operator::F32Sqrt | Operator::F64Sqrt => return Some(U(Unary::FloatSqrt)),
        Operator::F32Add | Operator::F64Add => Binary::FloatAdd,
        Operator::F32Sub | Operator::F64Sub => Binary::FloatSub,
        Operator::F32Mul | Operator::F64Mul => Binary::FloatMul,
        Operator::F32Div | Operator::F64Div => Binary::FloatDiv,
        Operator::F32Min | Operator::F64Min => Binary::FloatMin,
        Operator::F32Max | Operator::F64Max => Binary::FloatMax,
        Operator::F32Copysign | Operator::F64Copysign => Binary::FloatCopysign,
        _ => return None,
    };
    Some(Numeric::Binary(binary))
}

fn comparison(operator: &Operator<'_>) -> Option<Numeric> {
    Some(Numeric::Compare(match *operator {
        Operator::I32Eqz => return Some(Numeric::IsZero(I32)),
        Operator::I64Eqz => return Some(Numeric::IsZero(I64)),
        Operator::I32Eq | Operator::I64Eq => Compare::Eq,
        Operator::I32Ne | Operator::I64Ne => Compare::Ne,
        Operator::I32LtS | Operator::I64LtS => Compare::LtS,
        Operator::I32LtU | Operator::I64LtU => Compare::LtU,
        Operator::I32GtS | Operator::I64GtS => Compare::GtS,
        Operator::I32GtU | Operator::I64GtU => Compare::GtU,
        Operator::I32LeS | Operator::I64LeS => Compare::LeS,
        Operator::I32LeU | Operator::I64LeU => Compare::LeU,
        Operator::I32GeS | Operator::I64GeS => Compare::GeS,
        Operator::I32GeU | Operator::I64GeU => Compare::GeU,
        Operator::F32Eq | Operator::F64Eq => Compare::FloatEq,
        Operator::F32Ne | Operator::F64Ne => Compare::FloatNe,
        Operator::F32Lt | Operator::F64Lt => Compare::FloatLt,
        Operator::F32Gt | Operator::F64Gt => Compare::FloatGt,
        Operator::F32Le | Operator::F64Le => Compare::FloatLe,
        Operator::F32Ge | Operator::F64Ge => Compare::FloatGe,
        _ => return None,
    }))
}
