//! A value as it was read.

#![forbid(unsafe_code)]

/// What a frame holds in place of one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeoptValue {
    /// A value that was computed.
    Bits {
        /// Its bytes, the lowest first; those behind them are 0.
        bits: u128,
        /// How many there are, 1 to 16. What is smaller than a byte, such as `i1`, has one, the upper bits of which mean
        /// nothing; LLVM may record more bytes than the type has (a whole register), which then mean nothing either.
        size: u8,
        /// What the collector takes it for.
        role: Role,
    },
    /// The address of a stack object, whose content is in the frame.
    Object {
        /// Where the object lies.
        address: u64,
    },
    /// A constant, extended with the sign of its own type: `i1 true` is -1. Floating-point numbers are their bits. An
    /// undefined value may be one (see [`Value::is_undefined_marker`](crate::statepoint::Value::is_undefined_marker)).
    Constant(i64),
}

/// What the collector takes a value for at this call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// For nothing: it is no reference, or one that nobody told the collector of.
    Plain,
    /// For a reference to the start of an object, or for a vector of them. Whoever keeps it and lets a collection
    /// come must make it a root first.
    Reference,
    /// For a pointer into the object of a reference of the same record, or for a vector in which there are some.
    Derived,
}
