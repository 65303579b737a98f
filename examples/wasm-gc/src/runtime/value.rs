//! Values at the interface between host and program.

use std::fmt;
use std::ptr::NonNull;

use super::arena::Handle;
use super::function::Function;
use crate::types::{CompositeType, HeapType, ReferenceKind, TypeRegistry, ValueType, layout};

/// A value. Floating-point numbers are their bits, so that NaNs keep theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A 32-bit integer.
    I32(i32),
    /// A 64-bit integer.
    I64(i64),
    /// The bits of a 32-bit floating-point number.
    F32(u32),
    /// The bits of a 64-bit floating-point number.
    F64(u64),
    /// A reference.
    Reference(Reference),
}

/// A reference that the host holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference {
    /// Null.
    Null,
    /// A function.
    Function(Handle<Function>),
    /// A number of the host, which programs only pass on. It has 61 bits.
    Host(u64),
    /// An integer of 31 bits.
    I31(u32),
    /// A structure.
    Struct(Object),
    /// An array.
    Array(Object),
    /// An exception.
    Exception(Exception),
}

/// An object, which lives as long as its store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Object {
    address: u64,
    /// The identity of the store.
    store: u64,
}

/// An exception, which lives as long as its store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exception {
    /// The address of the tag's address, which the values follow.
    pub(super) address: usize,
    /// The identity of the store.
    pub(super) store: u64,
}

impl Exception {
    /// Returns the identity of the tag.
    pub fn tag(self) -> usize {
        // SAFETY: exceptions live as long as their store, and begin with the tag.
        unsafe { *(self.address as *const usize) }
    }
}

const HOST_TAG: u64 = 0b010;

impl Value {
    /// Returns the word that compiled code sees.
    pub(super) fn word(self) -> u64 {
        match self {
            Self::I32(value) => u64::from(value as u32),
            Self::I64(value) => value as u64,
            Self::F32(bits) => u64::from(bits),
            Self::F64(bits) => bits,
            Self::Reference(reference) => reference.word(),
        }
    }

    /// Returns the value of a type that a word represents.
    pub(super) fn from_word(word: u64, ty: ValueType, registry: &TypeRegistry, store: u64) -> Self {
        match ty {
            ValueType::I32 => Self::I32(word as u32 as i32),
            ValueType::I64 => Self::I64(word as i64),
            ValueType::F32 => Self::F32(word as u32),
            ValueType::F64 => Self::F64(word),
            ValueType::Reference(reference) => {
                Self::Reference(Reference::from_word(word, reference.heap, registry, store))
            }
        }
    }
}

impl Value {
    /// Returns whether the value is of a type, and of this store if it refers to something.
    pub(super) fn is_of(self, ty: ValueType, registry: &TypeRegistry, store: u64) -> bool {
        match (self, ty) {
            (Self::I32(_), ValueType::I32)
            | (Self::I64(_), ValueType::I64)
            | (Self::F32(_), ValueType::F32)
            | (Self::F64(_), ValueType::F64) => true,
            (Self::Reference(Reference::Null), ValueType::Reference(ty)) => ty.nullable,
            (Self::Reference(reference), ValueType::Reference(ty)) => {
                reference.is_of(ty.heap, registry, store)
            }
            _ => false,
        }
    }
}

impl Reference {
    /// Returns whether a reference that is not null is of a type.
    fn is_of(self, heap: HeapType, registry: &TypeRegistry, store: u64) -> bool {
        let found = match self {
            Self::Null => return false,
            // References of the host, and all of programs, can be converted to both.
            Self::Host(number) => {
                return matches!(heap, HeapType::Extern | HeapType::Any) && number < 1 << 61;
            }
            Self::Function(function) => {
                if function.store != store {
                    return false;
                }
                // SAFETY: the function is of this store, which exists.
                HeapType::Defined(unsafe { function.pointer.as_ref() }.type_id())
            }
            Self::I31(number) if number >> 31 != 0 => return false,
            Self::I31(_) => HeapType::I31,
            Self::Struct(object) | Self::Array(object) => {
                if object.store != store {
                    return false;
                }
                // SAFETY: the object is of this store, which exists, and begins with a header.
                let header = unsafe { *(object.address as *const u64) };
                HeapType::Defined(layout::type_of(header))
            }
            Self::Exception(exception) if exception.store != store => return false,
            Self::Exception(_) => HeapType::Exn,
        };
        let is_internal = !matches!(self, Self::Function(_) | Self::Exception(_));
        registry.is_heap_subtype(found, heap) || is_internal && heap == HeapType::Extern
    }

    fn word(self) -> u64 {
        match self {
            Self::Null => 0,
            Self::Function(function) => function.pointer.as_ptr() as u64,
            Self::Host(number) => number << 3 | HOST_TAG,
            Self::I31(number) => u64::from(number << 1 | 1),
            Self::Struct(object) | Self::Array(object) => object.address,
            Self::Exception(exception) => exception.address as u64,
        }
    }

    fn from_word(word: u64, heap: HeapType, registry: &TypeRegistry, store: u64) -> Self {
        let Some(pointer) = NonNull::new(word as *mut Function) else { return Self::Null };
        if registry.reference_kind(heap) == ReferenceKind::Native {
            return Self::Function(Handle { pointer, store });
        }
        if matches!(heap, HeapType::Exn | HeapType::NoExn) {
            return Self::Exception(Exception { address: word as usize, store });
        }
        if word & 1 == 1 {
            return Self::I31((word >> 1) as u32);
        }
        if word & 7 == HOST_TAG {
            return Self::Host(word >> 3);
        }
        // SAFETY: what is left is an object, which begins with a header.
        let id = layout::type_of(unsafe { *(word as *const u64) });
        match registry.get(id).composite {
            CompositeType::Array(_) => Self::Array(Object { address: word, store }),
            _ => Self::Struct(Object { address: word, store }),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::I32(value) => write!(f, "{value}"),
            Self::I64(value) => write!(f, "{value}"),
            Self::F32(bits) => write!(f, "{}", f32::from_bits(bits)),
            Self::F64(bits) => write!(f, "{}", f64::from_bits(bits)),
            Self::Reference(reference) => reference.fmt(f),
        }
    }
}

impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Function(_) => f.write_str("function"),
            Self::Host(number) => write!(f, "host {number}"),
            // The sign is bit 30.
            Self::I31(number) => write!(f, "i31 {}", (*number << 1) as i32 >> 1),
            Self::Struct(_) => f.write_str("struct"),
            Self::Array(_) => f.write_str("array"),
            Self::Exception(_) => f.write_str("exception"),
        }
    }
}
