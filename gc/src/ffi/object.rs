//! Allocation of objects, and access to their fields and elements. For the host; managed code uses
//! inline allocation and direct access.

use super::handle_scope::LocalResult;
use super::reference::{any_handle, object_handle, spgc_ref};
use super::status::{Failure, guard, require, spgc_status};
use super::thread;
use crate::mutator::AllocationError;
use crate::object::TypeId;

impl From<AllocationError> for Failure {
    fn from(error: AllocationError) -> Self {
        let status = match error {
            AllocationError::Length { .. } => spgc_status::SPGC_ERROR_ARGUMENT,
            AllocationError::OutOfMemory { .. } => spgc_status::SPGC_ERROR_OUT_OF_MEMORY,
            _ => spgc_status::SPGC_ERROR_TYPE,
        };
        let hint = match error {
            AllocationError::Unknown { .. } => "; call spgc_type_register first",
            AllocationError::NotFixed { .. } => "; use spgc_array_new, or managed code",
            AllocationError::NotAnArray { .. } => "; use spgc_object_new, or managed code",
            AllocationError::Length { .. } | AllocationError::OutOfMemory { .. } => "",
        };
        Self::new(status, format!("{error}{hint}"))
    }
}

/// Allocates an object and stores a local reference to it. `length`: number of elements, for types
/// with elements.
///
/// # Safety
///
/// `result` is null or valid for writes.
unsafe fn allocate(r#type: u32, length: Option<u64>, result: *mut spgc_ref) -> spgc_status {
    guard(|| {
        let mut mutator = thread::current()?;
        // SAFETY: the caller guarantees that `result` is null or valid for writes.
        let result_slot = unsafe { LocalResult::new(result) }?;
        mutator.allocate_then(TypeId::new(r#type), length, |attachment, word| {
            result_slot.store(attachment, word)
        })?
    })
}

/// Allocates an object of a type with a fixed size. All its fields are zero.
///
/// The calling thread must be attached and native. The call is a safepoint: objects move. If the
/// heap is out of memory, spgc_config.on_out_of_memory is called; then the process ends with a
/// message, unless the heap has SPGC_CONFIG_FALLIBLE_ALLOCATION.
///
/// type: the type ID.
/// result: where to store a local reference.
///
/// Errors: SPGC_ERROR_TYPE if the type is not registered, or has no fixed size;
/// SPGC_ERROR_OUT_OF_MEMORY, SPGC_ERROR_NULL, SPGC_ERROR_HANDLE_SCOPE, and those of all functions
/// of attached threads.
///
/// # Safety
///
/// `result` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_object_new(r#type: u32, result: *mut spgc_ref) -> spgc_status {
    // SAFETY: the caller guarantees that `result` is null or valid for writes.
    unsafe { allocate(r#type, None, result) }
}

/// Allocates an object with `length` elements. Its type is an array type or a type with a trailing
/// array. All fields and elements are zero.
///
/// Threads and moving objects: as for spgc_object_new().
///
/// Errors: those of spgc_object_new(), and SPGC_ERROR_ARGUMENT if no heap can hold this number of
/// elements.
///
/// # Safety
///
/// `result` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_array_new(
    r#type: u32,
    length: u64,
    result: *mut spgc_ref,
) -> spgc_status {
    // SAFETY: the caller guarantees that `result` is null or valid for writes.
    unsafe { allocate(r#type, Some(length), result) }
}

/// Clones an object: allocates an object with the same type, length and fields. The clone has its
/// own identity hash.
///
/// Threads and moving objects: as for spgc_object_new().
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_ACCESS if the reference holds no
/// object, SPGC_ERROR_OUT_OF_MEMORY, SPGC_ERROR_HANDLE_SCOPE, and those of all functions of
/// attached threads.
///
/// # Safety
///
/// `original` is null or a reference that has not been released. `result` is null or valid for
/// writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_object_clone(
    original: spgc_ref,
    result: *mut spgc_ref,
) -> spgc_status {
    guard(|| {
        let mut mutator = thread::current()?;
        // SAFETY: the caller guarantees that `result` is null or valid for writes, and that
        // `original` is null or has not been released.
        unsafe {
            let result_slot = LocalResult::new(result)?;
            let original = object_handle(&mutator, original, "original")?;
            mutator.clone_object_then(original, |attachment, word| {
                result_slot.store(attachment, word)
            })?
        }
    })
}

/// Stores the type ID of an object.
///
/// The calling thread must be attached and native. Waits for a collection in progress; is not a
/// safepoint itself.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_ACCESS if the reference holds no
/// object, and those of all functions of attached threads.
///
/// # Safety
///
/// `of` is null or a reference that has not been released. `type` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_object_type(of: spgc_ref, r#type: *mut u32) -> spgc_status {
    guard(|| {
        let mut mutator = thread::current()?;
        require(r#type, "type")?;
        // SAFETY: the caller guarantees that `type` is null or valid for writes, and that `of` is
        // null or has not been released.
        unsafe {
            let of = object_handle(&mutator, of, "of")?;
            r#type.write(mutator.type_of(of)?.get());
        }
        Ok(())
    })
}

/// Stores the number of elements of an array, or of an object with a trailing array.
///
/// The calling thread must be attached and native. Waits for a collection in progress; is not a
/// safepoint itself.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_ACCESS if the object has no elements,
/// and those of all functions of attached threads.
///
/// # Safety
///
/// `array` is null or a reference that has not been released. `length` is null or valid for
/// writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_array_length(
    array: spgc_ref,
    length: *mut u64,
) -> spgc_status {
    guard(|| {
        let mut mutator = thread::current()?;
        require(length, "length")?;
        // SAFETY: the caller guarantees that `length` is null or valid for writes, and that `array`
        // is null or has not been released.
        unsafe {
            let array = object_handle(&mutator, array, "array")?;
            length.write(mutator.array_length(array)?);
        }
        Ok(())
    })
}

/// Stores the identity hash of an object: a random number that does not change when the object
/// moves. The hash is never 0 for an object, and 0 for null. Two objects may have the same hash. In
/// managed code, spgc_identity_hash returns the same number.
///
/// The calling thread must be attached and native. Waits for a collection in progress; is not a
/// safepoint itself.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, and those of all functions of attached threads.
///
/// # Safety
///
/// `of` is null or a reference that has not been released. `hash` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_object_identity_hash(
    of: spgc_ref,
    hash: *mut u32,
) -> spgc_status {
    guard(|| {
        let mut mutator = thread::current()?;
        require(hash, "hash")?;
        // SAFETY: the caller guarantees that `hash` is null or valid for writes, and that `of` is
        // null or has not been released.
        unsafe {
            let value = match any_handle(&mutator, of)? {
                None => 0,
                Some(of) => mutator.identity_hash(of)?,
            };
            hash.write(value);
        }
        Ok(())
    })
}

/// Loads a reference field, at `offset` bytes from the start of the object. The elements of an
/// array start at offset 16.
///
/// The calling thread must be attached and native. Waits for a collection in progress; is not a
/// safepoint itself, unless callbacks describe the object (spgc_type.size_of).
///
/// result: where to store a local reference, or null if the field is null.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_ACCESS if there is no such field, or
/// it holds no references; SPGC_ERROR_HANDLE_SCOPE, and those of all functions of attached threads.
///
/// # Safety
///
/// `from` is null or a reference that has not been released. `result` is null or valid for
/// writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_load_ref(
    from: spgc_ref,
    offset: usize,
    result: *mut spgc_ref,
) -> spgc_status {
    guard(|| {
        let mut mutator = thread::current()?;
        // SAFETY: the caller guarantees that `result` is null or valid for writes, and that `from`
        // is null or has not been released.
        unsafe {
            let result_slot = LocalResult::new(result)?;
            let from = object_handle(&mutator, from, "from")?;
            mutator.load_reference_then(from, offset, |attachment, word| {
                result_slot.store(attachment, word)
            })?
        }
    })
}

/// Stores a reference, or null, in the reference field at `offset` bytes from the start of the
/// object, with the write barrier.
///
/// The calling thread must be attached and native. Waits for a collection in progress; is not a
/// safepoint itself, unless callbacks describe the object (spgc_type.size_of).
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_ACCESS if there is no such field, or
/// it holds no references; and those of all functions of attached threads.
///
/// # Safety
///
/// `to` and `value` are null or references that have not been released.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_store_ref(
    to: spgc_ref,
    offset: usize,
    value: spgc_ref,
) -> spgc_status {
    guard(|| {
        let mut mutator = thread::current()?;
        // SAFETY: the caller guarantees that `to` and `value` are null or have not been released.
        let (to, value) =
            unsafe { (object_handle(&mutator, to, "to")?, any_handle(&mutator, value)?) };
        Ok(mutator.store_any_handle(to, offset, value)?)
    })
}

/// Loads the 8 bytes at `offset` bytes from the start of the object. They belong to a field without
/// references, to the length of an array, or to a reference field that currently holds no
/// reference.
///
/// The calling thread must be attached and native. Waits for a collection in progress; is not a
/// safepoint itself, unless callbacks describe the object (spgc_type.size_of).
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_ACCESS if there is no such field, or
/// it holds a reference; and those of all functions of attached threads.
///
/// # Safety
///
/// `from` is null or a reference that has not been released. `word` is null or valid for
/// writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_load_word(
    from: spgc_ref,
    offset: usize,
    word: *mut u64,
) -> spgc_status {
    guard(|| {
        let mut mutator = thread::current()?;
        require(word, "word")?;
        // SAFETY: the caller guarantees that `word` is null or valid for writes, and that `from` is
        // null or has not been released.
        unsafe {
            let from = object_handle(&mutator, from, "from")?;
            word.write(mutator.load_word(from, offset)?);
        }
        Ok(())
    })
}

/// Stores 8 bytes at `offset` bytes from the start of the object. In a reference field, only a word
/// that is not a reference may be stored, for example a tagged number.
///
/// The calling thread must be attached and native. Waits for a collection in progress; is not a
/// safepoint itself, unless callbacks describe the object (spgc_type.size_of). In that case the
/// callbacks must report the same size of the object after the store, and only words of the object
/// as its references.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_ACCESS if there is no such field, it
/// is the length of an array, or the word would be a reference; and those of all functions of
/// attached threads.
///
/// # Safety
///
/// `to` is null or a reference that has not been released. If callbacks describe the object, they
/// report the same size of it after the store.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_store_word(
    to: spgc_ref,
    offset: usize,
    word: u64,
) -> spgc_status {
    guard(|| {
        let mut mutator = thread::current()?;
        // SAFETY: the caller guarantees that `to` is null or has not been released, and that the
        // store does not change the size of an object that callbacks describe.
        unsafe {
            let to = object_handle(&mutator, to, "to")?;
            Ok(mutator.store_word_unchecked(to, offset, word)?)
        }
    })
}

/// Copies `count` elements of an array to another array, or within one array, with the write
/// barrier. The ranges may overlap. Both are arrays of references, or both have the same type.
///
/// The calling thread must be attached and native. A long copy is split into parts with safepoints
/// between them.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_ACCESS if the objects are not arrays,
/// are arrays of different types that do not both hold references, or do not have these elements;
/// and those of all functions of attached threads.
///
/// # Safety
///
/// `to` and `from` are null or references that have not been released.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_array_copy_elements(
    to: spgc_ref,
    to_index: u64,
    from: spgc_ref,
    from_index: u64,
    count: u64,
) -> spgc_status {
    guard(|| {
        let mut mutator = thread::current()?;
        // SAFETY: the caller guarantees that `to` and `from` are null or have not been released.
        let (to, from) =
            unsafe { (object_handle(&mutator, to, "to")?, object_handle(&mutator, from, "from")?) };
        Ok(mutator.copy_elements(to, to_index, from, from_index, count)?)
    })
}
