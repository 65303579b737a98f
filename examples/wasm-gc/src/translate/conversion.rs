//! Conversions between types of numbers.

use wasmparser::Operator;

use super::function::FunctionTranslator;
use crate::TrapKind;
use crate::code::MachineType::{F32, F64, I32, I64};
use crate::code::{CodeBuilder, Compare, Convert, MachineType};

impl<B: CodeBuilder> FunctionTranslator<'_, B> {
    /// Translates a conversion.
    pub(super) fn conversion(&mut self, operator: &Operator<'_>) -> bool {
        let (operation, to) = match *operator {
            Operator::I32WrapI64 => (Convert::Wrap, I32),
            Operator::I64ExtendI32S => (Convert::ExtendS, I64),
            Operator::I64ExtendI32U => (Convert::ExtendU, I64),
            Operator::F32ConvertI32S | Operator::F32ConvertI64S => (Convert::FloatS, F32),
            Operator::F32ConvertI32U | Operator::F32ConvertI64U => (Convert::FloatU, F32),
            Operator::F64ConvertI32S | Operator::F64ConvertI64S => (Convert::FloatS, F64),
            Operator::F64ConvertI32U | Operator::F64ConvertI64U => (Convert::FloatU, F64),
            Operator::F32DemoteF64 => (Convert::Demote, F32),
            Operator::F64PromoteF32 => (Convert::Promote, F64),
            Operator::I32ReinterpretF32 => (Convert::Reinterpret, I32),
            Operator::I64ReinterpretF64 => (Convert::Reinterpret, I64),
            Operator::F32ReinterpretI32 => (Convert::Reinterpret, F32),
            Operator::F64ReinterpretI64 => (Convert::Reinterpret, F64),
            Operator::I32TruncSatF32S | Operator::I32TruncSatF64S => (Convert::TruncateS, I32),
            Operator::I32TruncSatF32U | Operator::I32TruncSatF64U => (Convert::TruncateU, I32),
            Operator::I64TruncSatF32S | Operator::I64TruncSatF64S => (Convert::TruncateS, I64),
            Operator::I64TruncSatF32U | Operator::I64TruncSatF64U => (Convert::TruncateU, I64),
            _ => return self.checked_truncation(operator),
        };
        self.convert(operation, to);
        true
    }

    /// Translates a conversion that traps if the result is not representable.
    fn checked_truncation(&mut self, operator: &Operator<'_>) -> bool {
        let (from, operation, to) = match *operator {
            Operator::I32TruncF32S => (F32, Convert::TruncateS, I32),
            Operator::I32TruncF32U => (F32, Convert::TruncateU, I32),
            Operator::I32TruncF64S => (F64, Convert::TruncateS, I32),
            Operator::I32TruncF64U => (F64, Convert::TruncateU, I32),
            Operator::I64TruncF32S => (F32, Convert::TruncateS, I64),
            Operator::I64TruncF32U => (F32, Convert::TruncateU, I64),
            Operator::I64TruncF64S => (F64, Convert::TruncateS, I64),
            Operator::I64TruncF64U => (F64, Convert::TruncateU, I64),
            _ => return false,
        };
        let value = self.top();
        let is_nan = self.builder.compare(Compare::FloatNe, value, value);
        self.trap_if(is_nan, TrapKind::InvalidConversion);
        let (below, low, high) = bounds(from, operation, to);
        let low = self.float(from, low);
        let is_low = self.builder.compare(below, value, low);
        self.trap_if(is_low, TrapKind::IntegerOverflow);
        let high = self.float(from, high);
        let is_high = self.builder.compare(Compare::FloatGe, value, high);
        self.trap_if(is_high, TrapKind::IntegerOverflow);
        self.convert(operation, to);
        true
    }

    fn float(&mut self, ty: MachineType, value: f64) -> B::Value {
        // The bounds are exact in both types.
        let bits = if ty == F32 { u64::from((value as f32).to_bits()) } else { value.to_bits() };
        self.builder.constant(ty, bits)
    }
}

/// Returns the bounds of what is representable: a value that compares so to the first, or is not
/// less than the second, is not. The first is the least integer less 1, if the type of the operand
/// can represent this number and numbers between the two; else the least integer.
fn bounds(from: MachineType, operation: Convert, to: MachineType) -> (Compare, f64, f64) {
    let two_32 = 4_294_967_296.0;
    let two_63 = 9_223_372_036_854_775_808.0;
    match (operation, to, from) {
        (Convert::TruncateU, I32, _) => (Compare::FloatLe, -1.0, two_32),
        (Convert::TruncateU, ..) => (Compare::FloatLe, -1.0, two_63 * 2.0),
        (_, I32, F64) => (Compare::FloatLe, -two_32 / 2.0 - 1.0, two_32 / 2.0),
        (_, I32, _) => (Compare::FloatLt, -two_32 / 2.0, two_32 / 2.0),
        _ => (Compare::FloatLt, -two_63, two_63),
    }
}
