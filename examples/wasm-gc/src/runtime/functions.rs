//! The functions of the runtime that compiled code calls.
//!
//! All but those that are called with a transition contain no safepoint: the calling thread stays
//! managed, so they may access references. A collection waits for them.
//!
//! Each receives the instance context. Indices and lengths are zero-extended. The last argument of
//! a function that may trap is the position of the instruction, as `code::position` makes it.
//!
//! # Contract
//!
//! The caller is compiled code of an instance whose store exists. It passes the context of the
//! instance, indices of what the instance has, and references to what the instruction expects. The
//! thread is managed, unless the function is called with a transition.

use std::slice;
use std::sync::Arc;

use super::instance::Instance;
use super::memory::Memory;
use super::object_functions;
use super::reserve::has_room;
use super::store::StoreContext;
use super::table::Table;
use super::thread::with_mutator;
use crate::code::{RuntimeAddresses, RuntimeFunction, layout};
use crate::error::TrapLocation;
use crate::types::TypeId;
use crate::{Error, Trap, TrapKind};

/// The result of a growth that fails.
const FAILED: u64 = u64::MAX;

/// Returns the addresses of all functions.
pub(super) fn addresses() -> RuntimeAddresses {
    RuntimeAddresses::new(|function| match function {
        RuntimeFunction::Trap => trap as *const () as usize,
        RuntimeFunction::AnnounceArray => announce_array as *const () as usize,
        RuntimeFunction::MemoryGrow => memory_grow as *const () as usize,
        RuntimeFunction::MemoryCopy => memory_copy as *const () as usize,
        RuntimeFunction::MemoryFill => memory_fill as *const () as usize,
        RuntimeFunction::MemoryInit => memory_init as *const () as usize,
        RuntimeFunction::DataDrop => data_drop as *const () as usize,
        RuntimeFunction::TableGrow => table_grow as *const () as usize,
        RuntimeFunction::TableCopy => table_copy as *const () as usize,
        RuntimeFunction::TableFill => table_fill as *const () as usize,
        RuntimeFunction::TableInit => table_init as *const () as usize,
        RuntimeFunction::ElementDrop => element_drop as *const () as usize,
        RuntimeFunction::IsDefinedSubtype => is_defined_subtype as *const () as usize,
        RuntimeFunction::Throw => throw as *const () as usize,
        RuntimeFunction::IsObjectOf => object_functions::is_object_of as *const () as usize,
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

/// # Safety
///
/// As for `store`, and the instance has a memory with this index.
unsafe fn memory<'s>(context: Context, index: u64) -> &'s mut Memory {
    // SAFETY: memories live as long as the store, and the context has their addresses.
    unsafe {
        let offset = instance(context).layout.memory(index as u32);
        &mut *(*context.byte_offset(offset as isize) as *mut Memory)
    }
}

/// # Safety
///
/// As for `store`, and the instance has a table with this index.
unsafe fn table<'s>(context: Context, index: u64) -> &'s mut Table {
    // SAFETY: tables live as long as the store, and the context has their addresses.
    unsafe {
        let offset = instance(context).layout.table(index as u32);
        &mut *(*context.byte_offset(offset as isize) as *mut Table)
    }
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
    let function = (position >> 32) as u32;
    let location = TrapLocation {
        function,
        name: instance.loaded.module.names.get(&function).cloned(),
        offset: position as u32,
    };
    let kind = TrapKind::from_code(kind).expect("compiled code passes the number of a kind");
    store.set_error(Error::Trap(Trap { kind, location: Some(location) }));
    0
}

/// Called with a transition.
///
/// # Safety
///
/// The context is that of an instance whose store exists.
unsafe extern "C" fn announce_array(context: Context, bytes: u64, position: u64) -> u64 {
    // SAFETY: compiled code passes the context of its instance.
    let engine = Arc::clone(&unsafe { instance(context) }.loaded.engine);
    let has_room = usize::try_from(bytes)
        .is_ok_and(|bytes| with_mutator(|mutator| has_room(engine.heap(), mutator, bytes)));
    // SAFETY: passed on.
    unsafe { check(context, has_room.then_some(()), TrapKind::OutOfMemory, position) }
}

/// # Safety
///
/// [The contract](self#contract) of these functions.
unsafe extern "C" fn memory_grow(context: Context, index: u64, pages: u64) -> u64 {
    // SAFETY: compiled code passes the context of its instance and an index of a memory.
    unsafe { memory(context, index) }.grow(pages).unwrap_or(FAILED)
}

/// # Safety
///
/// [The contract](self#contract) of these functions.
unsafe extern "C" fn memory_copy(
    context: Context,
    target: u64,
    source: u64,
    to: u64,
    from: u64,
    count: u64,
    position: u64,
) -> u64 {
    // SAFETY: as for `memory_grow`. Both ranges are in their memories; they may overlap.
    unsafe {
        let to = memory(context, target).range(to, count);
        let from = memory(context, source).range(from, count);
        let done = to.zip(from).map(|(to, from)| std::ptr::copy(from, to, count as usize));
        check(context, done, TrapKind::MemoryBounds, position)
    }
}

/// # Safety
///
/// [The contract](self#contract) of these functions.
unsafe extern "C" fn memory_fill(
    context: Context,
    index: u64,
    start: u64,
    value: u64,
    count: u64,
    position: u64,
) -> u64 {
    // SAFETY: as for `memory_grow`. The range is in the memory.
    unsafe {
        let start = memory(context, index).range(start, count);
        let done = start.map(|start| start.write_bytes(value as u8, count as usize));
        check(context, done, TrapKind::MemoryBounds, position)
    }
}

/// # Safety
///
/// [The contract](self#contract) of these functions.
unsafe extern "C" fn memory_init(
    context: Context,
    index: u64,
    segment: u64,
    to: u64,
    from: u64,
    count: u64,
    position: u64,
) -> u64 {
    // SAFETY: as for `memory_grow`; the instance has a data segment with this index.
    unsafe {
        let done = instance(context).copy_data(memory(context, index), segment, to, from, count);
        check(context, done, TrapKind::MemoryBounds, position)
    }
}

/// # Safety
///
/// [The contract](self#contract) of these functions.
unsafe extern "C" fn data_drop(context: Context, segment: u64) -> u64 {
    // SAFETY: as for `memory_init`.
    unsafe { instance(context) }.drop_data(segment as usize);
    0
}

/// Called with a transition.
///
/// # Safety
///
/// The context is that of an instance whose store exists.
unsafe extern "C" fn table_grow(context: Context, index: u64, count: u64) -> u64 {
    // SAFETY: compiled code passes the context of its instance and an index of a table.
    unsafe { table(context, index) }.grow(count).unwrap_or(FAILED)
}

/// # Safety
///
/// [The contract](self#contract) of these functions.
unsafe extern "C" fn table_copy(
    context: Context,
    target: u64,
    source: u64,
    to: u64,
    from: u64,
    count: u64,
    position: u64,
) -> u64 {
    // SAFETY: as for `table_grow`. Pointers are used because both may be one table.
    unsafe {
        let to = table(context, target).cells.range(to, count);
        let from = table(context, source).cells.range(from, count);
        let done = to.zip(from).map(|(to, from)| std::ptr::copy(from, to, count as usize));
        check(context, done, TrapKind::TableBounds, position)
    }
}

/// # Safety
///
/// [The contract](self#contract) of these functions.
unsafe extern "C" fn table_fill(
    context: Context,
    index: u64,
    start: u64,
    value: u64,
    count: u64,
    position: u64,
) -> u64 {
    // SAFETY: as for `table_grow`.
    unsafe {
        let cells = table(context, index).cells.range(start, count);
        let done = cells.map(|first| slice::from_raw_parts_mut(first, count as usize).fill(value));
        check(context, done, TrapKind::TableBounds, position)
    }
}

/// # Safety
///
/// [The contract](self#contract) of these functions.
unsafe extern "C" fn table_init(
    context: Context,
    index: u64,
    segment: u64,
    to: u64,
    from: u64,
    count: u64,
    position: u64,
) -> u64 {
    // SAFETY: as for `table_grow`; the instance has an element segment with this index.
    unsafe {
        let done = instance(context).copy_elements(table(context, index), segment, to, from, count);
        check(context, done, TrapKind::TableBounds, position)
    }
}

/// # Safety
///
/// [The contract](self#contract) of these functions.
unsafe extern "C" fn element_drop(context: Context, segment: u64) -> u64 {
    // SAFETY: as for `table_init`.
    unsafe { instance(context) }.elements[segment as usize].clear();
    0
}

/// # Safety
///
/// [The contract](self#contract) of these functions.
unsafe extern "C" fn is_defined_subtype(context: Context, sub: u64, of: u64) -> u64 {
    // SAFETY: compiled code passes the context of its instance.
    let types = unsafe { instance(context) }.loaded.engine.types();
    u64::from(types.is_defined_subtype(TypeId(sub as u32), TypeId(of as u32)))
}

/// # Safety
///
/// [The contract](self#contract) of these functions.
unsafe extern "C" fn throw(context: Context, exception: u64) -> u64 {
    // SAFETY: compiled code passes the context of its instance.
    let store = unsafe { store(context) };
    store.pending = layout::store::EXCEPTION;
    store.exception = exception;
    0
}
