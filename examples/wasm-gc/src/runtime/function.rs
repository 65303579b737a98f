//! Functions: what function references point to.

use std::sync::Arc;

use super::engine::Engine;
use super::store::StoreContext;
use super::value::Value;
use crate::Error;
use crate::types::{FunctionType, StorageType, TypeId, TypeRegistry, ValueType};

/// A function. Compiled code reads its fields.
#[derive(Debug)]
#[repr(C)]
pub struct Function {
    /// The address of the code, which is called by the convention for compiled code.
    pub(super) code: usize,
    /// The context that the code is called with: that of the instance, or a [`HostFunction`].
    pub(super) context: usize,
    /// The id of the type.
    pub(super) ty: u64,
}

impl Function {
    /// Returns the id of the type.
    pub(super) fn type_id(&self) -> TypeId {
        TypeId(self.ty as u32)
    }
}

/// Which parameters and results of a function are references into the heap.
#[derive(Clone, Debug)]
pub(super) struct Kinds {
    parameters: Vec<bool>,
    results: Vec<bool>,
}

/// The slot of a value that is passed between native and compiled code: its index among those of
/// its kind.
#[derive(Clone, Copy, Debug)]
pub(super) enum Slot {
    Number(usize),
    Reference(usize),
}

impl Kinds {
    /// Returns the kinds of a function's parameters and results.
    pub(super) fn of(ty: &FunctionType, types: &TypeRegistry) -> Self {
        let kinds = |values: &[ValueType]| {
            values.iter().map(|&each| StorageType::Value(each).is_root(types)).collect()
        };
        Self { parameters: kinds(&ty.parameters), results: kinds(&ty.results) }
    }

    fn slots(kinds: &[bool]) -> impl Iterator<Item = Slot> {
        let mut next = [0; 2];
        kinds.iter().map(move |&is_reference| {
            let index = next[usize::from(is_reference)];
            next[usize::from(is_reference)] += 1;
            if is_reference { Slot::Reference(index) } else { Slot::Number(index) }
        })
    }

    /// Returns the slots of the parameters.
    pub(super) fn parameters(&self) -> impl Iterator<Item = Slot> {
        Self::slots(&self.parameters)
    }

    /// Returns the slots of the results.
    pub(super) fn results(&self) -> impl Iterator<Item = Slot> {
        Self::slots(&self.results)
    }

    /// Returns how many slots there are for numbers, and how many for references.
    pub(super) fn counts(&self) -> (usize, usize) {
        let references = |kinds: &[bool]| kinds.iter().filter(|&&each| each).count();
        let (parameters, results) = (references(&self.parameters), references(&self.results));
        let numbers = (self.parameters.len() - parameters).max(self.results.len() - results);
        (numbers, parameters.max(results))
    }
}

/// What a function of the host does.
pub type HostCallback = Box<dyn Fn(&[Value]) -> Result<Vec<Value>, Error>>;

/// A function of the host. Its first field is what compiled code expects in a context.
#[repr(C)]
pub(super) struct HostFunction {
    pub(super) store: *mut StoreContext,
    pub(super) store_id: u64,
    pub(super) engine: Arc<Engine>,
    pub(super) ty: FunctionType,
    pub(super) kinds: Kinds,
    pub(super) callback: HostCallback,
}

impl HostFunction {
    /// Returns whether values are of the types of the results.
    pub(super) fn are_results(&self, values: &[Value]) -> bool {
        let types = self.engine.types();
        let mut pairs = values.iter().zip(&self.ty.results);
        values.len() == self.ty.results.len()
            && pairs.all(|(value, &ty)| value.is_of(ty, &types, self.store_id))
    }
}
