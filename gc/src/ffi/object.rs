//! Objects: making them, and their fields and elements. Managed code does this faster; these are for the host's part.

use super::reference::{held, object, spgc_ref};
use super::scope::Place;
use super::status::{Failure, guard, require, spgc_status};
use super::thread;
use crate::mutator::AllocateError;
use crate::object::TypeId;

impl From<AllocateError> for Failure {
    fn from(error: AllocateError) -> Self {
        let status = match error {
            AllocateError::Length { .. } => spgc_status::SPGC_ERROR_ARGUMENT,
            _ => spgc_status::SPGC_ERROR_TYPE,
        };
        let hint = match error {
            AllocateError::Unknown { .. } => "; call spgc_type_register first",
            AllocateError::NotFixed { .. } => "; use spgc_new_array, or managed code",
            AllocateError::NotAnArray { .. } => "; use spgc_new, or managed code",
            AllocateError::Length { .. } => "",
        };
        Self::new(status, format!("{error}{hint}"))
    }
}

/// # Safety
///
/// `result` is null or a variable.
unsafe fn make(r#type: u32, length: Option<u64>, result: *mut spgc_ref) -> spgc_status {
    guard(|| {
        let mut mutator = thread::current()?;
        // SAFETY: the caller promises a variable.
        let place = unsafe { Place::new(result) }?;
        mutator.allocate_then(TypeId::new(r#type), length, |attachment, word| {
            place.put(attachment, word)
        })?
    })
}

/// Makes an object of a type whose objects have one size; all its fields are zero.
///
/// The calling thread is attached and native. A safepoint: objects move. Out of memory ends the process with a message,
/// after spgc_config.on_out_of_memory.
///
/// type: its number.
/// result: where to store a local reference.
///
/// Errors: SPGC_ERROR_TYPE if it is not registered, or its objects do not have one size; SPGC_ERROR_NULL,
/// SPGC_ERROR_SCOPE, and those of all functions of attached threads.
///
/// # Safety
///
/// `result` is null or points to a variable.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_new(r#type: u32, result: *mut spgc_ref) -> spgc_status {
    // SAFETY: passed on.
    unsafe { make(r#type, None, result) }
}

/// Makes an object with so many elements, of an array type or one with a tail of elements; all are zero.
///
/// Threads and what moves: as for spgc_new().
///
/// Errors: those of spgc_new(), and SPGC_ERROR_ARGUMENT if no heap can hold so many.
///
/// # Safety
///
/// `result` is null or points to a variable.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_new_array(
    r#type: u32,
    length: u64,
    result: *mut spgc_ref,
) -> spgc_status {
    // SAFETY: passed on.
    unsafe { make(r#type, Some(length), result) }
}

/// Makes an object with the type, length and fields of another one, but with an identity of its own.
///
/// Threads and what moves: as for spgc_new().
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_ACCESS if the reference holds no object, SPGC_ERROR_SCOPE,
/// and those of all functions of attached threads.
///
/// # Safety
///
/// `original` is null or a reference that has not been released. `result` is null or points to a
/// variable.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_clone_object(
    original: spgc_ref,
    result: *mut spgc_ref,
) -> spgc_status {
    guard(|| {
        let mut mutator = thread::current()?;
        // SAFETY: the caller promises a variable, and a reference.
        unsafe {
            let place = Place::new(result)?;
            let original = object(&mutator, original, "original")?;
            mutator.clone_object_then(original, |attachment, word| place.put(attachment, word))?
        }
    })
}

/// Tells the number of an object's type.
///
/// The calling thread is attached and native. Waits for a collection in progress; is no safepoint itself.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_ACCESS if the reference holds no object, and those of all
/// functions of attached threads.
///
/// # Safety
///
/// `of` is null or a reference that has not been released. `type` is null or points to a variable.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_type_of(of: spgc_ref, r#type: *mut u32) -> spgc_status {
    guard(|| {
        let mut mutator = thread::current()?;
        require(r#type, "type")?;
        // SAFETY: the caller promises a variable, and a reference.
        unsafe {
            let of = object(&mutator, of, "of")?;
            r#type.write(mutator.type_of(of)?.get());
        }
        Ok(())
    })
}

/// Tells how many elements an array has, or an object with a tail of elements.
///
/// The calling thread is attached and native. Waits for a collection in progress; is no safepoint itself.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_ACCESS if it has none, and those of all functions of
/// attached threads.
///
/// # Safety
///
/// `array` is null or a reference that has not been released. `length` is null or points to a
/// variable.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_array_length(
    array: spgc_ref,
    length: *mut u64,
) -> spgc_status {
    guard(|| {
        let mut mutator = thread::current()?;
        require(length, "length")?;
        // SAFETY: the caller promises a variable, and a reference.
        unsafe {
            let array = object(&mutator, array, "array")?;
            length.write(mutator.array_length(array)?);
        }
        Ok(())
    })
}

/// Tells a number that the object keeps as long as it lives, wherever it moves: random, not 0, and perhaps another
/// object's as well. 0 of null. Managed code learns the same by spgc_identity_hash.
///
/// The calling thread is attached and native. Waits for a collection in progress; is no safepoint itself.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, and those of all functions of attached threads.
///
/// # Safety
///
/// `of` is null or a reference that has not been released. `hash` is null or points to a variable.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_object_hash(of: spgc_ref, hash: *mut u32) -> spgc_status {
    guard(|| {
        let mut mutator = thread::current()?;
        require(hash, "hash")?;
        // SAFETY: the caller promises a variable, and a reference.
        unsafe {
            let told = match held(&mutator, of)? {
                None => 0,
                Some(of) => mutator.identity_hash(of)?,
            };
            hash.write(told);
        }
        Ok(())
    })
}

/// Loads what the reference field at `offset` bytes from the object's beginning holds; elements of an array begin at 16.
///
/// The calling thread is attached and native. Waits for a collection in progress; is no safepoint itself, unless
/// callbacks describe the object (spgc_type.size_of).
///
/// result: where to store a local reference; null if the field is.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_ACCESS if there is no such field, or it holds no references;
/// SPGC_ERROR_SCOPE, and those of all functions of attached threads.
///
/// # Safety
///
/// `from` is null or a reference that has not been released. `result` is null or points to a
/// variable.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_load_ref(
    from: spgc_ref,
    offset: usize,
    result: *mut spgc_ref,
) -> spgc_status {
    guard(|| {
        let mut mutator = thread::current()?;
        // SAFETY: the caller promises a variable, and a reference.
        unsafe {
            let place = Place::new(result)?;
            let from = object(&mutator, from, "from")?;
            mutator
                .load_reference_then(from, offset, |attachment, word| place.put(attachment, word))?
        }
    })
}

/// Stores what a reference holds, or null, in the reference field at `offset` bytes from the object's beginning, with the
/// write barrier.
///
/// The calling thread is attached and native. Waits for a collection in progress; is no safepoint itself, unless
/// callbacks describe the object (spgc_type.size_of).
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_ACCESS if there is no such field, or it holds no references;
/// and those of all functions of attached threads.
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
        // SAFETY: the caller promises references.
        let (to, value) = unsafe { (object(&mutator, to, "to")?, held(&mutator, value)?) };
        Ok(mutator.store_held(to, offset, value)?)
    })
}

/// Loads the 8 bytes at `offset` bytes from the object's beginning: of a field without references, the length of an array,
/// or a reference field that holds no reference.
///
/// The calling thread is attached and native. Waits for a collection in progress; is no safepoint itself, unless
/// callbacks describe the object (spgc_type.size_of).
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_ACCESS if there is no such field, or a reference in it; and
/// those of all functions of attached threads.
///
/// # Safety
///
/// `from` is null or a reference that has not been released. `word` is null or points to a
/// variable.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_load_word(
    from: spgc_ref,
    offset: usize,
    word: *mut u64,
) -> spgc_status {
    guard(|| {
        let mut mutator = thread::current()?;
        require(word, "word")?;
        // SAFETY: the caller promises a variable, and a reference.
        unsafe {
            let from = object(&mutator, from, "from")?;
            word.write(mutator.load_word(from, offset)?);
        }
        Ok(())
    })
}

/// Stores 8 bytes at `offset` bytes from the object's beginning. In a reference field they may be what is no reference:
/// a tagged number, say.
///
/// The calling thread is attached and native. Waits for a collection in progress; is no safepoint itself, unless
/// callbacks describe the object (spgc_type.size_of). Then the callbacks must tell the same size of the object
/// afterwards, and only words of the object as its references.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_ACCESS if there is no such field, it is the length of an
/// array, or the word would be a reference; and those of all functions of attached threads.
///
/// # Safety
///
/// `to` is null or a reference that has not been released. If callbacks describe the object, they
/// tell the same size of it afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_store_word(
    to: spgc_ref,
    offset: usize,
    word: u64,
) -> spgc_status {
    guard(|| {
        let mut mutator = thread::current()?;
        // SAFETY: the caller promises a reference, and a word that leaves the object's size what it is.
        unsafe {
            let to = object(&mutator, to, "to")?;
            Ok(mutator.store_word_unchecked(to, offset, word)?)
        }
    })
}

/// Copies `count` elements of an array to another one, or within one, where the ranges may overlap; with the write
/// barrier. Both are arrays of references, or of one type.
///
/// The calling thread is attached and native. Between pieces of long copies there are safepoints.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_ACCESS if they are not arrays, not alike, or do not have
/// these elements; and those of all functions of attached threads.
///
/// # Safety
///
/// `to` and `from` are null or references that have not been released.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_copy_elements(
    to: spgc_ref,
    to_index: u64,
    from: spgc_ref,
    from_index: u64,
    count: u64,
) -> spgc_status {
    guard(|| {
        let mut mutator = thread::current()?;
        // SAFETY: the caller promises references.
        let (to, from) = unsafe { (object(&mutator, to, "to")?, object(&mutator, from, "from")?) };
        Ok(mutator.copy_array(to, to_index, from, from_index, count)?)
    })
}
