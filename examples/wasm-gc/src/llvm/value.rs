//! Values and their types in the text of the IR.

use std::fmt;

use crate::code::{HEAP_REFERENCE, MachineType};

/// A type of LLVM.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    I32,
    I64,
    F32,
    F64,
    /// A reference into the heap, which `rewrite-statepoints-for-gc` relocates: the one place
    /// where references become roots.
    Reference,
}

impl Type {
    /// Returns the type of values of a machine type. References to functions are addresses outside
    /// the heap.
    pub(super) fn of(machine: MachineType) -> Self {
        match machine {
            MachineType::I32 => Self::I32,
            MachineType::F32 => Self::F32,
            MachineType::F64 => Self::F64,
            HEAP_REFERENCE => Self::Reference,
            MachineType::I64 | MachineType::Reference(_) => Self::I64,
        }
    }

    pub(super) fn is_float(self) -> bool {
        matches!(self, Self::F32 | Self::F64)
    }

    /// Returns the integer type with as many bits as a number has, and the number of bits.
    pub(super) fn integer(self) -> (Self, u32) {
        match self {
            Self::I32 | Self::F32 => (Self::I32, 32),
            Self::I64 | Self::F64 | Self::Reference => (Self::I64, 64),
        }
    }

    /// Returns the name of the type in the names of intrinsics.
    pub(super) fn suffix(self) -> &'static str {
        match self {
            Self::I32 => "i32",
            Self::I64 | Self::Reference => "i64",
            Self::F32 => "f32",
            Self::F64 => "f64",
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::I32 => "i32",
            Self::I64 => "i64",
            Self::F32 => "float",
            Self::F64 => "double",
            Self::Reference => "ptr addrspace(1)",
        })
    }
}

/// A value: the result of an instruction, or a constant. Displayed as an operand without its type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value {
    pub(super) ty: Type,
    pub(super) name: Name,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Name {
    /// The result of an instruction.
    Numbered(u32),
    /// A parameter of the function, by its index in the prototype.
    Parameter(usize),
    /// The address of the instance context.
    Context,
    /// The bits of a constant.
    Constant(u64),
}

impl Value {
    /// A constant, given its bits.
    pub(super) fn constant(ty: Type, bits: u64) -> Self {
        Self { ty, name: Name::Constant(bits) }
    }

    /// Returns the bits of a constant.
    pub(super) fn bits(self) -> Option<u64> {
        match self.name {
            Name::Constant(bits) => Some(bits),
            _ => None,
        }
    }

    /// Returns the value as an operand with its type.
    pub(super) fn typed(self) -> String {
        format!("{} {self}", self.ty)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.name, self.ty) {
            (Name::Numbered(number), _) => write!(f, "%v{number}"),
            (Name::Parameter(index), _) => write!(f, "%p{index}"),
            (Name::Context, _) => f.write_str("%context"),
            (Name::Constant(bits), Type::I32) => write!(f, "{}", (bits as u32).cast_signed()),
            (Name::Constant(bits), Type::I64) => write!(f, "{}", bits.cast_signed()),
            // Exact for every bit pattern, unlike a decimal number.
            (Name::Constant(bits), Type::F32) => {
                write!(f, "bitcast (i32 {} to float)", (bits as u32).cast_signed())
            }
            (Name::Constant(bits), Type::F64) => {
                write!(f, "bitcast (i64 {} to double)", bits.cast_signed())
            }
            (Name::Constant(0), Type::Reference) => f.write_str("null"),
            (Name::Constant(bits), Type::Reference) => {
                write!(f, "inttoptr (i64 {} to ptr addrspace(1))", bits.cast_signed())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_exact() {
        let text = |ty, bits| Value::constant(ty, bits).to_string();
        assert_eq!(text(Type::I32, 0xffff_ffff), "-1");
        assert_eq!(text(Type::I64, 1 << 63), "-9223372036854775808");
        assert_eq!(text(Type::F32, 0x7fa0_0000), "bitcast (i32 2141192192 to float)");
        assert_eq!(text(Type::F64, 1), "bitcast (i64 1 to double)");
        assert_eq!(text(Type::Reference, 0), "null");
    }
}
