//! What a call did, in terms that both engines share.

use std::fmt;

/// What instantiating a module or calling a function did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It returned; the values, described with all objects that they reach.
    Returned(String),
    /// It trapped.
    Trapped(TrapClass),
    /// It threw an exception, described with its values.
    Threw(String),
    /// A limit stopped it that the specification leaves to the engine.
    Limit(Limit),
    /// The engine rejects the module or the call, with this message.
    Rejected(String),
}

/// A limit of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Limit {
    /// The heap, or an object that is too large for it.
    Memory,
    /// The stack.
    Stack,
}

/// Kinds of traps that both engines distinguish.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum TrapClass {
    Unreachable,
    DivideByZero,
    IntegerOverflow,
    InvalidConversion,
    MemoryBounds,
    TableBounds,
    NullElement,
    CallType,
    Null,
    Cast,
    ArrayBounds,
}

impl fmt::Display for TrapClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unreachable => "unreachable",
            Self::DivideByZero => "integer divide by zero",
            Self::IntegerOverflow => "integer overflow",
            Self::InvalidConversion => "invalid conversion to integer",
            Self::MemoryBounds => "out of bounds memory access",
            Self::TableBounds => "out of bounds table access",
            Self::NullElement => "uninitialized element",
            Self::CallType => "indirect call type mismatch",
            Self::Null => "null reference",
            Self::Cast => "cast failure",
            Self::ArrayBounds => "out of bounds array access",
        })
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Memory => "out of memory",
            Self::Stack => "call stack exhausted",
        })
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Returned(values) => write!(f, "returned [{values}]"),
            Self::Trapped(class) => write!(f, "trapped: {class}"),
            Self::Threw(exception) => write!(f, "threw {exception}"),
            Self::Limit(limit) => write!(f, "reached a limit: {limit}"),
            Self::Rejected(message) => write!(f, "rejected: {message}"),
        }
    }
}
