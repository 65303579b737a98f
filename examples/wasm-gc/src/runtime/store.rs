//! Stores: everything that instances of one thread own.

use std::any::Any;
use std::ptr::NonNull;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use statepoint_gc::roots::RootRange;

use super::arena::{Arena, Handle};
use super::cells::{cell_of, register};
use super::engine::Engine;
use super::explain::Thrown;
use super::function::{Function, HostCallback, HostFunction, Kinds};
use super::instance::Instance;
use super::memory::Memory;
use super::table::Table;
use super::thread::{AttachedThread, thread_context};
use super::value::{Reference, Value};
use crate::Error;
use crate::code::layout;
use crate::module::{GlobalType, MemoryType, TableType};
use crate::types::{FunctionType, StorageType, TypeId};

/// Room for as many arguments as validation allows.
#[derive(Debug)]
#[repr(transparent)]
struct Overflow([u64; 1000]);

impl Default for Overflow {
    fn default() -> Self {
        Self([0; 1000])
    }
}

/// What compiled code reads and writes of a store. Offsets are in [`layout::store`].
#[derive(Debug, Default)]
#[repr(C)]
pub(super) struct StoreContext {
    /// What is pending: nothing, a trap or an exception.
    pub(super) pending: u64,
    /// The lowest stack pointer in a prologue.
    pub(super) stack_limit: u64,
    /// The exception that is pending, a root.
    pub(super) exception: u64,
    /// The collector's context of the thread.
    thread: u64,
    /// The first free slot for references that are passed to or from native code.
    pub(super) references: u64,
    /// The end of these slots.
    pub(super) references_end: u64,
    /// The address of the table of type descriptors.
    types: u64,
    /// Arguments that do not fit into registers, between the caller and the start of the callee.
    overflow: Overflow,
    /// Why a trap is pending.
    pub(super) error: Option<Error>,
    /// The panic of a callback, which continues when all managed frames have returned.
    pub(super) panic: Option<Box<dyn Any + Send>>,
    /// How many calls of the host into compiled code are active.
    pub(super) depth: usize,
    /// Where the pending exception was thrown.
    pub(super) thrown: Thrown,
}

/// The number of slots for references that calls between native and compiled code pass.
const REFERENCE_SLOTS: usize = 8192;

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
    /// The registration of the cell, if it holds a reference into the heap.
    root: Option<RootRange>,
}

impl Global {
    /// Returns the value.
    pub(super) fn value(&mut self, engine: &Engine, store: u64) -> Value {
        if self.root.is_none() {
            return Value::from_word(self.cell, self.ty.value, store);
        }
        // SAFETY: the cell is a root.
        Value::Reference(unsafe { engine.load_cell(cell_of(&mut self.cell), store) })
    }
}

/// A tag of exceptions, which its address identifies.
#[derive(Debug)]
pub struct Tag {
    pub(super) ty: TypeId,
}

/// Memories, tables, globals, functions and instances. They live until the store is dropped.
pub struct Store {
    /// The registrations of the pending exception and of the slots for references.
    _roots: Vec<RootRange>,
    /// The slots for references.
    _slots: Box<[u64]>,
    pub(super) engine: Arc<Engine>,
    /// The identity: no other store of the process has it.
    pub(crate) id: u64,
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
    /// Keeps the thread attached. A store does not leave its thread.
    _thread: Rc<AttachedThread>,
}

impl std::fmt::Debug for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Store").field("id", &self.id).finish_non_exhaustive()
    }
}

impl Store {
    /// Creates an empty store. Programs may use this many bytes of the stack of the thread that
    /// calls them; the host's own functions need more, below.
    ///
    /// # Errors
    ///
    /// If the thread has a store of another engine.
    pub fn new(engine: &Arc<Engine>, stack_bytes: usize) -> Result<Self, Error> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let mut contexts = Arena::new();
        let mut context = contexts.insert(StoreContext::default());
        let thread = AttachedThread::current(engine)?;
        let mut slots = vec![0; REFERENCE_SLOTS].into_boxed_slice();
        // SAFETY: the context is new.
        let fields = unsafe { context.as_mut() };
        // SAFETY: the cells are null, and stay in place until the store is dropped, which drops
        // the registrations first.
        let roots = unsafe {
            let exception = register(engine.heap(), cell_of(&mut fields.exception), 1)?;
            vec![exception, register(engine.heap(), slots.as_mut_ptr(), REFERENCE_SLOTS)?]
        };
        let range = slots.as_mut_ptr_range();
        fields.references = range.start.expose_provenance() as u64;
        fields.references_end = range.end.expose_provenance() as u64;
        fields.thread = thread_context();
        fields.types = engine.types().descriptors().address();
        Ok(Self {
            _roots: roots,
            _slots: slots,
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
            _thread: thread,
        })
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
        self.table_of(ty, &Value::Reference(Reference::Null))
    }

    /// Creates a table whose elements are all this reference.
    pub(super) fn table_of(
        &mut self,
        ty: TableType,
        value: &Value,
    ) -> Result<Handle<Table>, Error> {
        let table = Table::new(ty, self.engine.heap()).ok_or_else(|| {
            Error::Resources(format!("no table of {} elements", ty.limits.minimum))
        })?;
        if value.word() != Some(0) {
            let count = table.cells.len();
            let cells = table.cells.range(0, count).expect("the table has these elements");
            // SAFETY: the cells are roots if the value may be a reference into the heap.
            unsafe { self.engine.fill_cells(cells, count, value.argument()) };
        }
        let pointer = self.tables.insert(table);
        Ok(self.handle(pointer))
    }

    /// Creates a global.
    ///
    /// # Errors
    ///
    /// If the system has no memory.
    ///
    /// # Panics
    ///
    /// If the value is not of the type.
    pub fn global(&mut self, ty: GlobalType, value: &Value) -> Result<Handle<Global>, Error> {
        let is_of_type = value.is_of(ty.value, &self.engine.types(), self.id);
        assert!(is_of_type, "{value:?} is not of the type {}", ty.value);
        self.global_of(ty, value)
    }

    /// Creates a global with a value of its type.
    pub(super) fn global_of(
        &mut self,
        ty: GlobalType,
        value: &Value,
    ) -> Result<Handle<Global>, Error> {
        let is_root = StorageType::Value(ty.value).is_root(&self.engine.types());
        let mut pointer = self.globals.insert(Global { cell: 0, ty, root: None });
        // SAFETY: the global is new.
        let global = unsafe { pointer.as_mut() };
        let cell = cell_of(&mut global.cell);
        if is_root {
            // SAFETY: the cell is null, and stays in place until the registration is dropped.
            global.root = Some(unsafe { register(self.engine.heap(), cell, 1) }?);
        }
        // SAFETY: the cell is a root if the value may be a reference into the heap.
        unsafe { self.engine.store_cell(cell, value.argument()) };
        Ok(self.handle(pointer))
    }

    /// Returns the value of a global.
    ///
    /// # Panics
    ///
    /// If the global is of another store.
    pub fn global_value(&self, global: Handle<Global>) -> Value {
        // SAFETY: globals live as long as the store, and no compiled code runs.
        unsafe { self.pointer(global).as_mut() }.value(&self.engine, self.id)
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
        let id = self.engine.types_mut().register_function(ty.clone())?;
        let code = self.engine.exit_thunk(id)?;
        let kinds = Kinds::of(&ty, &self.engine.types());
        let store = self.context.as_ptr();
        let (store_id, engine) = (self.id, Arc::clone(&self.engine));
        let context = self.host_functions.insert(HostFunction {
            store,
            store_id,
            engine,
            ty,
            kinds,
            callback,
        });
        let context = context.as_ptr() as usize;
        let pointer = self.functions.insert(Function { code, context, ty: u64::from(id.0) });
        Ok(self.handle(pointer))
    }

    /// Returns the number of bytes of stack that programs may use.
    pub(super) fn stack_bytes(&self) -> usize {
        self.stack_bytes
    }
}
