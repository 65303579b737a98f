//! Weak references and tables with weak keys.

use super::handle_scope::LocalResult;
use super::heap::{self, spgc_heap};
use super::reference::{object_handle, spgc_ref};
use super::status::{guard, require, spgc_status};
use super::tagged::{Kind, Tag, Tagged};
use super::thread;
use super::types::weak_kind;
use crate::mutator::{TableOperation, WeakHandle, WeakTable};

/// A weak reference of native code. It stays valid when its object moves, and does not keep the
/// object alive. Created by spgc_weak_handle_new(), released by spgc_weak_handle_free(). Any thread
/// may use it.
pub struct spgc_weak_handle {
    _opaque: [u8; 0],
}

/// A table of ephemerons (Hayes, OOPSLA 1997), which maps key objects to value objects. The table
/// does not keep its keys alive. It keeps a value alive as long as the key is live. An entry is
/// removed when its key dies. Created by spgc_weak_table_new(), released by spgc_weak_table_free().
/// Any thread may use it.
pub struct spgc_weak_table {
    _opaque: [u8; 0],
}

impl Tag for WeakHandle {
    const KIND: Kind = Kind::Weak;
    const NAME: &'static str = "a weak reference";
    const RELEASED_BY: &'static str = "spgc_weak_handle_free";
}

impl Tag for WeakTable {
    const KIND: Kind = Kind::WeakTable;
    const NAME: &'static str = "a weak table";
    const RELEASED_BY: &'static str = "spgc_weak_table_free";
}

/// Creates a weak reference to an object.
///
/// The calling thread must be attached and native. Waits for a collection in progress; is not a
/// safepoint itself.
///
/// kind: SPGC_WEAK_SHORT or SPGC_WEAK_LONG, which determines when the weak reference is cleared.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_ARGUMENT, SPGC_ERROR_REFERENCE, and those of all functions
/// of attached threads.
///
/// # Safety
///
/// `to` is null or a reference that has not been released. `weak` is null or valid for
/// writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_weak_handle_new(
    to: spgc_ref,
    kind: u32,
    weak: *mut *mut spgc_weak_handle,
) -> spgc_status {
    guard(|| {
        let mut mutator = thread::current()?;
        require(weak, "weak")?;
        let kind = weak_kind(kind)?;
        // SAFETY: the caller guarantees that `weak` is null or valid for writes, and that `to` is
        // null or has not been released.
        unsafe {
            let to = object_handle(&mutator, to, "to")?;
            let made = mutator.weak_handle(to, kind)?;
            weak.write(Tagged::allocate(made).cast());
        }
        Ok(())
    })
}

/// Creates a local reference to the object of a weak reference.
///
/// The calling thread must be attached and native. Waits for a collection in progress; is not a
/// safepoint itself.
///
/// result: where to store the local reference. Null is stored if the object is dead.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_HANDLE_SCOPE, and those of all
/// functions of attached threads.
///
/// # Safety
///
/// `weak` is null or a weak reference that spgc_weak_handle_free() has not released.
/// `result` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_weak_handle_get(
    weak: *const spgc_weak_handle,
    result: *mut spgc_ref,
) -> spgc_status {
    guard(|| {
        let mut mutator = thread::current()?;
        // SAFETY: the caller guarantees that `result` is null or valid for writes, and that `weak`
        // is null or has not been released.
        unsafe {
            let result_slot = LocalResult::new(result)?;
            let weak = Tagged::<WeakHandle>::get(weak.cast())?;
            let made = weak.upgrade_then(&mut mutator, |attachment, word| {
                result_slot.store(attachment, word)
            })?;
            made.unwrap_or_else(|| {
                result_slot.store_null();
                Ok(())
            })
        }
    })
}

/// Releases a weak reference. Null is allowed and has no effect. Any thread may call it at any
/// time.
///
/// Errors: SPGC_ERROR_REFERENCE if the argument is not a weak reference; SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `weak` is null or a weak reference that spgc_weak_handle_free() has not released. No
/// other thread uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_weak_handle_free(weak: *mut spgc_weak_handle) -> spgc_status {
    // SAFETY: the caller guarantees that `weak` is null or has not been released, and that no
    // thread uses it any more.
    guard(|| unsafe { Tagged::<WeakHandle>::free(weak.cast()) })
}

/// Creates an empty table with weak keys. Any thread may call it.
///
/// Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `table` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_weak_table_new(
    heap: *mut spgc_heap,
    table: *mut *mut spgc_weak_table,
) -> spgc_status {
    guard(|| {
        let heap = heap::get(heap)?;
        require(table, "table")?;
        // SAFETY: the caller guarantees that `table` is valid for writes.
        unsafe { table.write(Tagged::allocate(WeakTable::new(&heap)).cast()) };
        Ok(())
    })
}

/// Inserts a key with its value, or replaces the value of the key.
///
/// The calling thread must be attached and native. Waits for a collection in progress; is not a
/// safepoint itself.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, and those of all functions of attached threads.
///
/// # Safety
///
/// `table` is null or a table that spgc_weak_table_free() has not released. `key` and `value` are
/// null or references that have not been released.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_weak_table_insert(
    table: *mut spgc_weak_table,
    key: spgc_ref,
    value: spgc_ref,
) -> spgc_status {
    guard(|| {
        let mut mutator = thread::current()?;
        // SAFETY: the caller guarantees that `table`, `key` and `value` are null or have not been
        // released.
        unsafe {
            let table = Tagged::<WeakTable>::get(table.cast())?;
            let (key, value) =
                (object_handle(&mutator, key, "key")?, object_handle(&mutator, value, "value")?);
            table.with(&mut mutator, TableOperation::Insert { key, value }, |_, _| ())?;
        }
        Ok(())
    })
}

/// Looks up the value of a key.
///
/// The calling thread must be attached and native. Waits for a collection in progress; is not a
/// safepoint itself.
///
/// result: where to store a local reference, or null if the table does not have the key.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_HANDLE_SCOPE, and those of all
/// functions of attached threads.
///
/// # Safety
///
/// `table` is null or a table that spgc_weak_table_free() has not released. `key` is null or a
/// reference that has not been released. `result` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_weak_table_get(
    table: *const spgc_weak_table,
    key: spgc_ref,
    result: *mut spgc_ref,
) -> spgc_status {
    guard(|| {
        let mut mutator = thread::current()?;
        // SAFETY: the caller guarantees that `table` and `key` are null or have not been released,
        // and that `result` is null or valid for writes.
        unsafe {
            let result_slot = LocalResult::new(result)?;
            let table = Tagged::<WeakTable>::get(table.cast())?;
            let key = object_handle(&mutator, key, "key")?;
            let found =
                table.with(&mut mutator, TableOperation::Find { key }, |attachment, word| {
                    result_slot.store(attachment, word)
                })?;
            found.unwrap_or_else(|| {
                result_slot.store_null();
                Ok(())
            })
        }
    })
}

/// Removes a key and its value, if the table has the key.
///
/// The calling thread must be attached and native. Waits for a collection in progress; is not a
/// safepoint itself.
///
/// removed: where to store whether the table had the key, or null.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, and those of all functions of attached threads.
///
/// # Safety
///
/// `table` is null or a table that spgc_weak_table_free() has not released. `key` is null or a
/// reference that has not been released. `removed` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_weak_table_remove(
    table: *mut spgc_weak_table,
    key: spgc_ref,
    removed: *mut bool,
) -> spgc_status {
    guard(|| {
        let mut mutator = thread::current()?;
        // SAFETY: the caller guarantees that `table` and `key` are null or have not been released,
        // and that `removed` is null or valid for writes.
        unsafe {
            let table = Tagged::<WeakTable>::get(table.cast())?;
            let key = object_handle(&mutator, key, "key")?;
            let found = table.with(&mut mutator, TableOperation::Remove { key }, |_, _| ())?;
            if !removed.is_null() {
                removed.write(found.is_some());
            }
        }
        Ok(())
    })
}

/// Stores the number of entries of a table. It includes the entries whose keys the last collection
/// found live, and the entries inserted since. Any thread that is not managed may call it.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_MANAGED, SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `table` is null or a table that spgc_weak_table_free() has not released. `length` is null or
/// is valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_weak_table_length(
    table: *const spgc_weak_table,
    length: *mut usize,
) -> spgc_status {
    guard(|| {
        thread::refuse_managed()?;
        require(length, "length")?;
        // SAFETY: the caller guarantees that `table` is null or has not been released, and that
        // `length` is valid for writes.
        unsafe { length.write(Tagged::<WeakTable>::get(table.cast())?.len()) };
        Ok(())
    })
}

/// Releases a table. Null is allowed and has no effect. Any thread may call it at any time.
///
/// Errors: SPGC_ERROR_REFERENCE if the argument is not a table; SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `table` is null or a table that spgc_weak_table_free() has not released. No other thread uses
/// it.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_weak_table_free(table: *mut spgc_weak_table) -> spgc_status {
    // SAFETY: the caller guarantees that `table` is null or has not been released, and that no
    // thread uses it any more.
    guard(|| unsafe { Tagged::<WeakTable>::free(table.cast()) })
}
