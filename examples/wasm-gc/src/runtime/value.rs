//! Values at the interface between host and program.

use std::fmt;
use std::ptr::NonNull;

use statepoint_gc::{Argument, Mutator};

use super::arena::Handle;
use super::engine::Engine;
use super::function::Function;
use super::thread::with_mutator;
use crate::error::TrapLocation;
use crate::types::layout::exception;
use crate::types::{CompositeType, HeapType, TypeId, TypeRegistry, ValueType};

/// A value. Floating-point numbers are their bits, so that NaNs keep theirs.
#[derive(Clone, Debug, PartialEq)]
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
#[derive(Clone, Debug, PartialEq)]
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

/// An object, which this keeps alive. Two are equal if they refer to the same object; they are
/// compared on a thread that has a store.
#[derive(Clone, Debug)]
pub struct Object {
    pub(super) handle: statepoint_gc::Handle,
    pub(super) ty: TypeId,
    /// The identity of the store.
    pub(super) store: u64,
}

/// An exception, which this keeps alive. Equality is as for [`Object`].
#[derive(Clone, Debug)]
pub struct Exception {
    pub(super) handle: statepoint_gc::Handle,
    tag: u64,
    /// The identity of the store.
    pub(super) store: u64,
    /// The instruction that threw the exception out of the program.
    pub(super) location: Option<TrapLocation>,
}

impl Exception {
    /// Returns the identity of the tag.
    pub fn tag(&self) -> u64 {
        self.tag
    }
}

/// Returns whether two handles refer to the same object, by addresses that do not change meanwhile.
fn is_same(a: &statepoint_gc::Handle, b: &statepoint_gc::Handle) -> bool {
    with_mutator(|mutator| match (mutator.pin(a), mutator.pin(b)) {
        (Ok(a), Ok(b)) => a.as_ptr() == b.as_ptr(),
        // Handles of different heaps.
        _ => false,
    })
}

impl PartialEq for Object {
    fn eq(&self, other: &Self) -> bool {
        self.store == other.store && is_same(&self.handle, &other.handle)
    }
}

impl PartialEq for Exception {
    fn eq(&self, other: &Self) -> bool {
        self.store == other.store && is_same(&self.handle, &other.handle)
    }
}

const HOST_TAG: u64 = 0b010;

impl Value {
    /// Returns the value as an argument of a managed function.
    pub(super) fn argument(&self) -> Argument<'_> {
        match self {
            Self::I32(value) => Argument::Word(u64::from(*value as u32)),
            Self::I64(value) => Argument::Word(*value as u64),
            Self::F32(bits) => Argument::Word(u64::from(*bits)),
            Self::F64(bits) => Argument::Word(*bits),
            Self::Reference(reference) => reference.argument(),
        }
    }

    /// Returns the word of a value that is not a reference to an object.
    pub(super) fn word(&self) -> Option<u64> {
        match self.argument() {
            Argument::Word(word) => Some(word),
            _ => None,
        }
    }

    /// Returns the value of a type that a word represents. The type is not one of references into
    /// the heap.
    pub(super) fn from_word(word: u64, ty: ValueType, store: u64) -> Self {
        match ty {
            ValueType::I32 => Self::I32(word as u32 as i32),
            ValueType::I64 => Self::I64(word as i64),
            ValueType::F32 => Self::F32(word as u32),
            ValueType::F64 => Self::F64(word),
            ValueType::Reference(_) => Self::Reference(match NonNull::new(word as *mut Function) {
                Some(pointer) => Reference::Function(Handle { pointer, store }),
                None => Reference::Null,
            }),
        }
    }
}

impl Value {
    /// Returns whether the value is of a type, and of this store if it refers to something.
    pub(super) fn is_of(&self, ty: ValueType, registry: &TypeRegistry, store: u64) -> bool {
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
    fn is_of(&self, heap: HeapType, registry: &TypeRegistry, store: u64) -> bool {
        let found = match self {
            Self::Null => return false,
            // References of the host, and all of programs, can be converted to both.
            Self::Host(number) => {
                return matches!(heap, HeapType::Extern | HeapType::Any) && *number < 1 << 61;
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
                HeapType::Defined(object.ty)
            }
            Self::Exception(exception) if exception.store != store => return false,
            Self::Exception(_) => HeapType::Exn,
        };
        let is_internal = !matches!(self, Self::Function(_) | Self::Exception(_));
        registry.is_heap_subtype(found, heap) || is_internal && heap == HeapType::Extern
    }

    /// Returns the handle of an object or exception.
    pub(super) fn handle(&self) -> Option<&statepoint_gc::Handle> {
        match self.argument() {
            Argument::Reference(handle) => Some(handle),
            _ => None,
        }
    }

    /// Returns the reference as an argument of a managed function.
    pub(super) fn argument(&self) -> Argument<'_> {
        Argument::Word(match self {
            Self::Null => 0,
            Self::Function(function) => function.pointer.as_ptr().expose_provenance() as u64,
            Self::Host(number) => number << 3 | HOST_TAG,
            Self::I31(number) => u64::from(number << 1 | 1),
            Self::Struct(object) | Self::Array(object) => {
                return Argument::Reference(&object.handle);
            }
            Self::Exception(exception) => return Argument::Reference(&exception.handle),
        })
    }

    /// Returns the reference that a word represents, or `None` if it is the address of an object.
    pub(super) fn from_tagged(word: u64) -> Option<Self> {
        match word {
            0 => Some(Self::Null),
            _ if word & 1 == 1 => Some(Self::I31((word >> 1) as u32)),
            _ if word & 7 == HOST_TAG => Some(Self::Host(word >> 3)),
            _ => None,
        }
    }

    /// Returns the reference to an object.
    pub(super) fn from_object(
        engine: &Engine,
        mutator: &mut Mutator,
        handle: statepoint_gc::Handle,
        store: u64,
    ) -> Self {
        let id = mutator.type_of(&handle).expect("the handle is of this heap's object");
        let ty = TypeId::from_collector(id);
        // No lock is held while the heap is accessed, which may wait for other threads.
        let (is_array, is_exception) = match engine.types().get(ty).composite {
            CompositeType::Array(_) => (true, false),
            CompositeType::Struct(_) => (false, false),
            CompositeType::Function(_) => (false, true),
        };
        if is_exception {
            let tag = mutator.load_word(&handle, exception::TAG as usize);
            let tag = tag.expect("exceptions have a tag");
            return Self::Exception(Exception { handle, tag, store, location: None });
        }
        let object = Object { handle, ty, store };
        if is_array { Self::Array(object) } else { Self::Struct(object) }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::I32(value) => write!(f, "{value}"),
            Self::I64(value) => write!(f, "{value}"),
            Self::F32(bits) => write!(f, "{}", f32::from_bits(*bits)),
            Self::F64(bits) => write!(f, "{}", f64::from_bits(*bits)),
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
