//! Stores: everything that instances of one thread own.

use std::any::Any;
use std::ptr::NonNull;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::arena::{Arena, Handle};
use super::engine::Engine;
use super::function::{Function, HostCallback, HostFunction};
use super::instance::Instance;
use super::memory::Memory;
use super::objects::Objects;
use super::table::Table;
use super::value::Value;
use crate::Error;
use crate::code::layout;
use crate::module::{GlobalType, MemoryType, TableType};
use crate::types::{FunctionType, TypeId};

/// What compiled code reads and writes of a store. Offsets are in [`layout::store`].
#[derive(Debug, Default)]
#[repr(C)]
pub(super) struct StoreContext {
    /// What is pending: nothing, a trap or an exception.
    pub(super) pending: u64,
    /// The lowest stack pointer in a prologue.
    pub(super) stack_limit: u64,
    /// The exception that is pending.
    pub(super) exception: u64,
    /// Why a trap is pending.
    pub(super) error: Option<Error>,
    /// The panic of a callback, which continues when all managed frames have returned.
    pub(super) panic: Option<Box<dyn Any + Send>>,
    /// How many calls of the host into compiled code are active.
    pub(super) depth: usize,
    /// The objects of the programs.
    pub(super) objects: Objects,
    /// Exceptions live as long as the store.
    pub(super) exceptions: Vec<Box<[u64]>>,
}

impl StoreContext {
    /// Makes a trap pending.
    pub(super) fn set_error(&mut self, error: Error) {
        self.pending = layout::store::TRAP;
        self.error = Some(error);
    }
}

/// A global. Compiled code holds the address of the cell.
#[derive(Debug)]
#[repr(C)]
pub struct Global {
    pub(super) cell: u64,
    pub(super) ty: GlobalType,
}

/// A tag of exceptions, which its address identifies.
#[derive(Debug)]
pub struct Tag {
    pub(super) ty: TypeId,
}

/// Memories, tables, globals, functions and instances. They live until the store is dropped.
pub struct Store {
    pub(super) engine: Arc<Engine>,
    pub(super) id: u64,
    stack_bytes: usize,
    pub(super) context: NonNull<StoreContext>,
    /// Owns the context.
    _contexts: Arena<StoreContext>,
    pub(super) memories: Arena<Memory>,
    pub(super) tables: Arena<Table>,
    pub(super) globals: Arena<Global>,
    pub(super) tags: Arena<Tag>,
    pub(super) functions: Arena<Function>,
    host_functions: Arena<HostFunction>,
    pub(super) instances: Arena<Instance>,
}

impl std::fmt::Debug for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Store").field("id", &self.id).finish_non_exhaustive()
    }
}

impl Store {
    /// Creates an empty store. Programs may use this many bytes of the stack of the thread that
    /// calls them; the host's own functions need more, below.
    pub fn new(engine: &Arc<Engine>, stack_bytes: usize) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let mut contexts = Arena::new();
        let context = contexts.insert(StoreContext::default());
        Self {
            engine: Arc::clone(engine),
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            stack_bytes,
            context,
            _contexts: contexts,
            memories: Arena::new(),
            tables: Arena::new(),
            globals: Arena::new(),
            tags: Arena::new(),
            functions: Arena::new(),
            host_functions: Arena::new(),
            instances: Arena::new(),
        }
    }

    /// Returns the engine.
    pub fn engine(&self) -> &Arc<Engine> {
        &self.engine
    }

    pub(super) fn handle<T>(&self, pointer: NonNull<T>) -> Handle<T> {
        Handle { pointer, store: self.id }
    }

    /// Returns the address of what a handle refers to.
    ///
    /// # Panics
    ///
    /// If the handle is of another store.
    pub(super) fn pointer<T>(&self, handle: Handle<T>) -> NonNull<T> {
        assert_eq!(handle.store, self.id, "a handle is used with a store that it is not of");
        handle.pointer
    }

    /// Creates a memory.
    ///
    /// # Errors
    ///
    /// If the system has no memory.
    pub fn memory(&mut self, ty: MemoryType) -> Result<Handle<Memory>, Error> {
        let pointer = self.memories.insert(Memory::new(ty)?);
        Ok(self.handle(pointer))
    }

    /// Creates a table of nulls.
    ///
    /// # Errors
    ///
    /// If it is too large.
    ///
    /// # Panics
    ///
    /// If null is not of the type of the elements.
    pub fn table(&mut self, ty: TableType) -> Result<Handle<Table>, Error> {
        assert!(ty.element.nullable, "null is not of the type {}", ty.element);
        self.table_of(ty, 0)
    }

    /// Creates a table whose elements are all this reference.
    pub(super) fn table_of(&mut self, ty: TableType, value: u64) -> Result<Handle<Table>, Error> {
        let table = Table::new(ty, value).ok_or_else(|| {
            Error::Resources(format!("no table of {} elements", ty.limits.minimum))
        })?;
        let pointer = self.tables.insert(table);
        Ok(self.handle(pointer))
    }

    /// Creates a global.
    ///
    /// # Panics
    ///
    /// If the value is not of the type.
    pub fn global(&mut self, ty: GlobalType, value: Value) -> Handle<Global> {
        let is_of_type = value.is_of(ty.value, &self.engine.types(), self.id);
        assert!(is_of_type, "{value:?} is not of the type {}", ty.value);
        self.global_of(ty, value.word())
    }

    /// Creates a global whose value is this word.
    pub(super) fn global_of(&mut self, ty: GlobalType, cell: u64) -> Handle<Global> {
        let pointer = self.globals.insert(Global { cell, ty });
        self.handle(pointer)
    }

    /// Returns the value of a global.
    ///
    /// # Panics
    ///
    /// If the global is of another store.
    pub fn global_value(&self, global: Handle<Global>) -> Value {
        // SAFETY: globals live as long as the store, and no compiled code runs.
        let global = unsafe { self.pointer(global).as_ref() };
        Value::from_word(global.cell, global.ty.value, &self.engine.types(), self.id)
    }

    /// Creates a function that calls the host.
    ///
    /// # Errors
    ///
    /// If the system has no memory for the code.
    pub fn host_function(
        &mut self,
        ty: FunctionType,
        callback: HostCallback,
    ) -> Result<Handle<Function>, Error> {
        let id = self.engine.types_mut().register_function(ty.clone());
        let code = self.engine.exit_thunk(id)?;
        let store = self.context.as_ptr();
        let (store_id, engine) = (self.id, Arc::clone(&self.engine));
        let context =
            self.host_functions.insert(HostFunction { store, store_id, engine, ty, callback });
        let context = context.as_ptr() as usize;
        let pointer = self.functions.insert(Function { code, context, ty: u64::from(id.0) });
        Ok(self.handle(pointer))
    }

    /// Returns the number of bytes of stack that programs may use.
    pub(super) fn stack_bytes(&self) -> usize {
        self.stack_bytes
    }
}
