//! Constant expressions: initial values of globals and elements, offsets of segments.

use wasmparser::{ConstExpr, Operator};

use super::translate_types::TypeReader;
use crate::Error;
use crate::types::{HeapType, TypeId};

/// A constant expression: a program for a stack machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConstantExpression(pub Vec<ConstantOperator>);

/// An instruction of a constant expression. Floating-point numbers are their bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the instructions of the specification")]
pub enum ConstantOperator {
    I32(i32),
    I64(i64),
    F32(u32),
    F64(u64),
    Global(u32),
    Null(HeapType),
    Function(u32),
    I32Add,
    I32Sub,
    I32Mul,
    I64Add,
    I64Sub,
    I64Mul,
    I31,
    Internalize,
    Externalize,
    StructNew(TypeId),
    StructNewDefault(TypeId),
    ArrayNew(TypeId),
    ArrayNewDefault(TypeId),
    ArrayNewFixed(TypeId, u32),
}

impl ConstantExpression {
    /// Reads a validated expression.
    ///
    /// # Errors
    ///
    /// If it has an instruction that is not supported.
    pub(super) fn read(expression: &ConstExpr<'_>, types: &TypeReader<'_>) -> Result<Self, Error> {
        let mut operators = Vec::new();
        let mut reader = expression.get_operators_reader();
        while !reader.eof() {
            let (operator, offset) = reader.read_with_offset()?;
            operators.push(match operator {
                Operator::I32Const { value } => ConstantOperator::I32(value),
                Operator::I64Const { value } => ConstantOperator::I64(value),
                Operator::F32Const { value } => ConstantOperator::F32(value.bits()),
                Operator::F64Const { value } => ConstantOperator::F64(value.bits()),
                Operator::GlobalGet { global_index } => ConstantOperator::Global(global_index),
                Operator::RefNull { hty } => ConstantOperator::Null(types.heap(hty)?),
                Operator::RefFunc { function_index } => ConstantOperator::Function(function_index),
                Operator::I32Add => ConstantOperator::I32Add,
                Operator::I32Sub => ConstantOperator::I32Sub,
                Operator::I32Mul => ConstantOperator::I32Mul,
                Operator::I64Add => ConstantOperator::I64Add,
                Operator::I64Sub => ConstantOperator::I64Sub,
                Operator::I64Mul => ConstantOperator::I64Mul,
                Operator::RefI31 => ConstantOperator::I31,
                Operator::StructNew { struct_type_index } => {
                    ConstantOperator::StructNew(types.id(struct_type_index))
                }
                Operator::StructNewDefault { struct_type_index } => {
                    ConstantOperator::StructNewDefault(types.id(struct_type_index))
                }
                Operator::ArrayNew { array_type_index } => {
                    ConstantOperator::ArrayNew(types.id(array_type_index))
                }
                Operator::ArrayNewDefault { array_type_index } => {
                    ConstantOperator::ArrayNewDefault(types.id(array_type_index))
                }
                Operator::ArrayNewFixed { array_type_index, array_size } => {
                    ConstantOperator::ArrayNewFixed(types.id(array_type_index), array_size)
                }
                Operator::AnyConvertExtern => ConstantOperator::Internalize,
                Operator::ExternConvertAny => ConstantOperator::Externalize,
                Operator::End => continue,
                other => {
                    let text = format!("{other:?}");
                    let name = text.split([' ', '{', '(']).next().unwrap_or_default();
                    let what = format!("{name} in a constant expression");
                    return Err(Error::Unsupported { what, offset });
                }
            });
        }
        Ok(Self(operators))
    }
}
