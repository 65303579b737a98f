//! The functions of the runtime that compiled code calls.
//!
//! All but those that are called with a transition contain no safepoint: the calling thread stays
//! managed, so they may access references. A collection waits for them, so those for long ranges
//! work [in pieces](super::bulk).
//!
//! Each receives the instance context. Indices and lengths are zero-extended. The last argument of
//! a function that may trap is the position of the instruction, as `code::position` makes it; the
//! number of units that remain follows.
//!
//! # Contract
//!
//! The caller is compiled code of an instance whose store exists. It passes the context of the
//! instance, indices of what the instance has, and references to what the instruction expects. The
//! thread is managed, unless the function is called with a transition.

use super::bulk::{self, Extent as _};
use super::explain::Thrown;
use super::instance::Instance;
use super::memory::Memory;
use super::object_functions;
use super::store::StoreContext;
use super::table::Table;
use crate::code::{RuntimeAddresses, RuntimeFunction, layout};
use crate::{Error, Trap, TrapKind};

/// The result of a growth that fails.
const FAILED: u64 = u64::MAX;

/// Returns the addresses of all functions.
pub(super) fn addresses() -> RuntimeAddresses {
    RuntimeAddresses::new(|function| match function {
        RuntimeFunction::Trap => trap as *const () as usize,
        RuntimeFunction::MemoryGrow => memory_grow as *const () as usize,
        RuntimeFunction::MemoryCopy => bulk::copy::<Memory> as *const () as usize,
        RuntimeFunction::MemoryFill => bulk::fill::<Memory> as *const () as usize,
        RuntimeFunction::MemoryInit => bulk::init::<Memory> as *const () as usize,
        RuntimeFunction::DataDrop => data_drop as *const () as usize,
        RuntimeFunction::TableGrow => table_grow as *const () as usize,
        RuntimeFunction::TableCopy => bulk::copy::<Table> as *const () as usize,
        RuntimeFunction::TableFill => bulk::fill::<Table> as *const () as usize,
        RuntimeFunction::TableInit => bulk::init::<Table> as *const () as usize,
        RuntimeFunction::ElementDrop => element_drop as *const () as usize,
        RuntimeFunction::Throw => throw as *const () as usize,
        RuntimeFunction::ArrayFill => object_functions::array_fill as *const () as usize,
        RuntimeFunction::ArrayFillReferences => {
            object_functions::array_fill_references as *const () as usize
        }
        RuntimeFunction::ArrayCopyReferences => {
            object_functions::array_copy_references as *const () as usize
        }
        RuntimeFunction::ArrayCopy => object_functions::array_copy as *const () as usize,
        RuntimeFunction::ArrayInitData => object_functions::array_init_data as *const () as usize,
        RuntimeFunction::ArrayInitElement => {
            object_functions::array_init_element as *const () as usize
        }
        RuntimeFunction::CheckData => object_functions::check_data as *const () as usize,
        RuntimeFunction::CheckElement => object_functions::check_element as *const () as usize,
    })
}

/// The context of an instance.
pub(super) type Context = *const u64;

/// # Safety
///
/// The context is that of an instance whose store exists, and nothing else refers to the store's
/// context.
pub(super) unsafe fn store<'s>(context: Context) -> &'s mut StoreContext {
    // SAFETY: the caller guarantees that the context is valid; its first word is the address.
    unsafe { &mut *(*context.byte_offset(layout::STORE as isize) as *mut StoreContext) }
}

/// # Safety
///
/// As for `store`.
pub(super) unsafe fn instance<'s>(context: Context) -> &'s mut Instance {
    // SAFETY: the caller guarantees that the context is valid.
    unsafe { &mut *(*context.byte_add(layout::INSTANCE) as *mut Instance) }
}

/// Makes a trap pending if an access was out of bounds.
///
/// # Safety
///
/// As for `store`.
pub(super) unsafe fn check(
    context: Context,
    done: Option<()>,
    kind: TrapKind,
    position: u64,
) -> u64 {
    if done.is_none() {
        // SAFETY: passed on.
        unsafe { trap(context, kind as u64, position) };
    }
    0
}

/// # Safety
///
/// [The contract](self#contract) of these functions.
unsafe extern "C" fn trap(context: Context, kind: u64, position: u64) -> u64 {
    // SAFETY: compiled code passes the context of its instance.
    let (store, instance) = unsafe { (store(context), instance(context)) };
    let kind = TrapKind::from_code(kind).expect("compiled code passes the number of a kind");
    store.set_error(Error::Trap(Trap { kind, location: Some(instance.location(position)) }));
    0
}

/// Called with a transition, because the system may make the thread wait.
///
/// # Safety
///
/// The context is that of an instance whose store exists and which has a memory with this index.
unsafe extern "C" fn memory_grow(context: Context, index: u64, pages: u64) -> u64 {
    // SAFETY: passed on. Only the thread of the store refers to its memories.
    unsafe { Memory::of_mut(context, index) }.grow(pages).unwrap_or(FAILED)
}

/// # Safety
///
/// [The contract](self#contract) of these functions.
unsafe extern "C" fn data_drop(context: Context, segment: u64) -> u64 {
    // SAFETY: compiled code passes the context of its instance and an index of a data segment.
    unsafe { instance(context) }.drop_data(segment as usize);
    0
}

/// Called with a transition.
///
/// # Safety
///
/// The context is that of an instance whose store exists and which has a table with this index.
unsafe extern "C" fn table_grow(context: Context, index: u64, count: u64) -> u64 {
    // SAFETY: passed on. Only the thread of the store refers to its tables.
    unsafe { Table::of_mut(context, index) }.grow(count).unwrap_or(FAILED)
}

/// Called with a transition: the cells cease to be roots, for which a collection may have to end.
///
/// # Safety
///
/// The context is that of an instance whose store exists and which has an element segment with this
/// index.
unsafe extern "C" fn element_drop(context: Context, segment: u64) -> u64 {
    // SAFETY: passed on.
    unsafe { instance(context) }.drop_elements(segment as usize);
    0
}

/// # Safety
///
/// [The contract](self#contract) of these functions.
unsafe extern "C" fn throw(context: Context, exception: u64, position: u64) -> u64 {
    // SAFETY: compiled code passes the context of its instance.
    let store = unsafe { store(context) };
    store.pending = layout::store::EXCEPTION;
    store.exception = exception;
    store.thrown = Thrown::Code(context, position);
    0
}
