//! Functions: what function references point to.

use std::sync::Arc;

use super::engine::Engine;
use super::store::StoreContext;
use super::value::Value;
use crate::Error;
use crate::types::{FunctionType, TypeId};

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

/// What a function of the host does.
pub type HostCallback = Box<dyn Fn(&[Value]) -> Result<Vec<Value>, Error>>;

/// A function of the host. Its first field is what compiled code expects in a context.
#[repr(C)]
pub(super) struct HostFunction {
    pub(super) store: *mut StoreContext,
    pub(super) store_id: u64,
    pub(super) engine: Arc<Engine>,
    pub(super) ty: FunctionType,
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
