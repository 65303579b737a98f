//! Deoptimization values as read from a frame.

#![forbid(unsafe_code)]

/// The value of one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RawDeoptValue {
    /// A computed value.
    Bits {
        /// The bytes of the value, the lowest first; higher bytes are 0.
        bits: u128,
        /// The number of bytes, 1 to 16. A value smaller than a byte, such as `i1`, has one byte,
        /// whose upper bits have no meaning. LLVM may record more bytes than the type has (a whole
        /// register); those have no meaning either.
        size: u8,
        /// The collector's interpretation of the value.
        role: DeoptValueRole,
    },
    /// The address of a stack object, whose content is in the frame.
    Object {
        /// Address of the object.
        address: u64,
    },
    /// A constant, sign-extended from its type: `i1 true` is -1. A floating-point constant is
    /// represented by its bits. An undefined value may be represented by a constant (see
    /// [`ValueLocation::is_undefined_marker`](crate::statepoint::ValueLocation::is_undefined_marker)).
    Constant(i64),
}

/// The collector's interpretation of a value at this call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeoptValueRole {
    /// Not a root: the value is not a reference, or the record does not list it as one.
    Plain,
    /// A reference to the start of an object, or a vector of such references. To keep it across a
    /// collection, make it a root first.
    Reference,
    /// A derived pointer into the object of a reference of the same record, or a vector that
    /// contains such pointers.
    Derived,
}
