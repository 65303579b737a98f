//! Value types: numbers and references.

use std::fmt;

/// The identity of a defined type, the same in all modules of an engine: two types are equivalent
/// in the sense of the specification exactly if their ids are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(pub u32);

/// A value type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueType {
    /// A 32-bit integer.
    I32,
    /// A 64-bit integer.
    I64,
    /// A 32-bit floating-point number.
    F32,
    /// A 64-bit floating-point number.
    F64,
    /// A reference.
    Reference(ReferenceType),
}

/// The type of a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ReferenceType {
    /// Whether null is a value of the type.
    pub nullable: bool,
    /// What a reference that is not null refers to.
    pub heap: HeapType,
}

/// What a reference refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names of the specification")]
pub enum HeapType {
    Func,
    NoFunc,
    Extern,
    NoExtern,
    Any,
    Eq,
    I31,
    Struct,
    Array,
    None,
    Exn,
    NoExn,
    /// A defined type.
    Defined(TypeId),
    /// A type of the recursion group that is being registered, by its index in the group. It
    /// occurs only in keys of the registry.
    InGroup(u32),
}

/// What the collector must know of a reference of some type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReferenceKind {
    /// It may point to an object of the heap, which moves: a root of every frame in which it is
    /// live. It may also be null, an `i31` (an odd word) or a host reference (a tagged word).
    Heap,
    /// It is null or points to memory of the runtime that never moves, such as a function.
    Native,
}

impl HeapType {
    /// Returns the kind of reference, given whether a defined type is a function type.
    pub fn kind(self, is_function: impl FnOnce(TypeId) -> bool) -> ReferenceKind {
        match self {
            Self::Func | Self::NoFunc => ReferenceKind::Native,
            Self::Defined(id) if is_function(id) => ReferenceKind::Native,
            _ => ReferenceKind::Heap,
        }
    }
}

impl fmt::Display for ValueType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::I32 => f.write_str("i32"),
            Self::I64 => f.write_str("i64"),
            Self::F32 => f.write_str("f32"),
            Self::F64 => f.write_str("f64"),
            Self::Reference(reference) => reference.fmt(f),
        }
    }
}

impl fmt::Display for ReferenceType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nullable = if self.nullable { "null " } else { "" };
        write!(f, "(ref {nullable}{})", self.heap)
    }
}

impl fmt::Display for HeapType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            Self::Func => "func",
            Self::NoFunc => "nofunc",
            Self::Extern => "extern",
            Self::NoExtern => "noextern",
            Self::Any => "any",
            Self::Eq => "eq",
            Self::I31 => "i31",
            Self::Struct => "struct",
            Self::Array => "array",
            Self::None => "none",
            Self::Exn => "exn",
            Self::NoExn => "noexn",
            Self::Defined(id) => return write!(f, "type {}", id.0),
            Self::InGroup(index) => return write!(f, "rec {index}"),
        };
        f.write_str(name)
    }
}
