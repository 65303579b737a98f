//! Parts of a thunk: code, locations of values and results, tables.

use core::ffi::c_void;
use core::ops::Range;

use statepoint_patch::thunk::ThunkSections;

use super::code::spgc_jit_region;
use super::restricted::refuse_in_callback;
use super::sized;
use super::status::{Failure, array, guard, require, spgc_status};
use super::tagged::{Kind, Tag, Tagged};
use super::thunks::{CThunk, spgc_thunk};

/// Alignment of a thunk's code in bytes.
pub const SPGC_THUNK_ALIGNMENT: usize = 16;

const _: () = assert!(SPGC_THUNK_ALIGNMENT == CThunk::ALIGNMENT);

/// A range of words in an array.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_word_range {
    /// Index of the first word in the array.
    pub first: usize,
    /// Number of words.
    pub count: usize,
}

/// Checks and converts a pointer from C.
///
/// # Safety
///
/// `thunk` is null, or was created by the library and not released.
unsafe fn get<'a>(thunk: *const spgc_thunk) -> Result<&'a CThunk, Failure> {
    refuse_in_callback()?;
    // SAFETY: the caller promises it.
    unsafe { Tagged::<CThunk>::get(thunk.cast()) }
}

/// Stores the address and length of a thunk's code, which the caller copies. The code is valid
/// until the thunk is released.
///
/// Any thread may call it at any time.
///
/// code, size: where to store its address and its length in bytes.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `thunk` is null or a thunk that spgc_thunk_free() has not released. `code` and `size` are null
/// or point to variables.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_thunk_code(
    thunk: *const spgc_thunk,
    code: *mut *const c_void,
    size: *mut usize,
) -> spgc_status {
    guard(|| {
        // SAFETY: the caller promises a thunk, and variables.
        unsafe {
            let found = get(thunk)?.code();
            require(code, "code")?;
            require(size, "size")?;
            code.write(found.as_ptr().cast());
            size.write(found.len());
        }
        Ok(())
    })
}

/// Stores the ranges of words for which the caller's array has room, and the number of all ranges.
///
/// # Safety
///
/// `words` has `room` elements, and `count` is null or points to a variable.
unsafe fn put(
    found: impl ExactSizeIterator<Item = Range<usize>>,
    words: *mut spgc_word_range,
    room: usize,
    count: *mut usize,
) -> Result<(), Failure> {
    require(count, "count")?;
    if room > 0 {
        require(words, "words")?;
    }
    // SAFETY: the caller promises the variable, and the room.
    unsafe {
        count.write(found.len());
        for (index, place) in found.take(room).enumerate() {
            words.add(index).write(spgc_word_range { first: place.start, count: place.len() });
        }
    }
    Ok(())
}

/// Stores which words of the function's array contain each value, in the order of the record. There
/// are none if values are passed as arguments.
///
/// Any thread may call it at any time.
///
/// words: an array with `room` elements, or null if `room` is 0.
/// count: where to store the number of values, which may exceed `room`.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `thunk` is null or a thunk that spgc_thunk_free() has not released. `words` is null or points to
/// `room` structures. `count` is null or points to a variable.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_thunk_values(
    thunk: *const spgc_thunk,
    words: *mut spgc_word_range,
    room: usize,
    count: *mut usize,
) -> spgc_status {
    guard(|| {
        // SAFETY: the caller promises a thunk, the room, and a variable.
        unsafe { put(get(thunk)?.values().iter().cloned(), words, room, count) }
    })
}

/// Stores which words of the results contain each register, in the order of
/// spgc_thunk_convention.written.
///
/// Any thread may call it at any time.
///
/// words: an array with `room` elements, or null if `room` is 0.
/// count: where to store the number of registers, which may exceed `room`.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `thunk` is null or a thunk that spgc_thunk_free() has not released. `words` is null or points to
/// `room` structures. `count` is null or points to a variable.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_thunk_results(
    thunk: *const spgc_thunk,
    words: *mut spgc_word_range,
    room: usize,
    count: *mut usize,
) -> spgc_status {
    guard(|| {
        // SAFETY: as above.
        unsafe {
            let found = get(thunk)?.results().iter().map(|(_, place)| place.clone());
            put(found, words, room, count)
        }
    })
}

/// The tables of thunks that were copied to executable memory. Created by
/// spgc_thunk_sections_new(), released by spgc_thunk_sections_free(). Any thread may use them.
pub struct spgc_thunk_sections {
    _opaque: [u8; 0],
}

impl Tag for ThunkSections {
    const KIND: Kind = Kind::Sections;
    const NAME: &'static str = "the sections of thunks";
    const RELEASED_BY: &'static str = "spgc_thunk_sections_free";
}

/// Creates the tables of thunks: .llvm_stackmaps and .eh_frame, in the format of LLVM. All thunks
/// of one region of code share one pair of tables.
///
/// Any thread may call it at any time, also a managed one.
///
/// thunks: an array of `count` thunks; the same one may occur several times.
/// addresses: the addresses that the code of each was copied to.
/// sections: where to store the tables.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE; SPGC_ERROR_ARGUMENT if there is no thunk, or an
/// address is not a multiple of SPGC_THUNK_ALIGNMENT; SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `thunks` and `addresses` point to `count` elements each. The thunks have not been released. At
/// each address lies a copy of the thunk's code. `sections` is null or points to a variable.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_thunk_sections_new(
    thunks: *const *const spgc_thunk,
    addresses: *const *const c_void,
    count: usize,
    sections: *mut *mut spgc_thunk_sections,
) -> spgc_status {
    guard(|| {
        refuse_in_callback()?;
        require(sections, "sections")?;
        // SAFETY: the caller promises the elements.
        let (thunks, addresses) =
            unsafe { (array(thunks, count, "thunks")?, array(addresses, count, "addresses")?) };
        if count == 0 {
            return Err(Failure::argument("count is 0; pass at least one thunk"));
        }
        let placed = thunks.iter().zip(addresses).map(|(&thunk, address)| {
            if address.is_null() || !address.addr().is_multiple_of(SPGC_THUNK_ALIGNMENT) {
                return Err(Failure::argument(format!(
                    "a thunk is at {address:p}; copy it to a multiple of SPGC_THUNK_ALIGNMENT, {SPGC_THUNK_ALIGNMENT}"
                )));
            }
            // SAFETY: the caller promises thunks.
            Ok((address.addr() as u64, unsafe { get(thunk) }?))
        });
        let made = ThunkSections::new(placed.collect::<Result<Vec<_>, _>>()?);
        // SAFETY: the caller promises a variable.
        unsafe { sections.write(Tagged::give(made).cast()) };
        Ok(())
    })
}

/// Sets stack_maps and eh_frame of a spgc_jit_region, and their sizes, to these tables, for
/// spgc_code_register_jit(), which copies the data that it needs. The tables are valid until they
/// are released.
///
/// eh_frame is also the argument of __register_frame(), so that exceptions can pass through the
/// thunks; the tables must then not be released before __deregister_frame().
///
/// Any thread may call it at any time.
///
/// jit: the structure, with its size set; its other fields are not changed.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_SIZE, SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `sections` is null or was created by spgc_thunk_sections_new() and has not been released by
/// spgc_thunk_sections_free(). `jit` is null or points to a structure of the size given in its
/// first field.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_thunk_sections_fill(
    sections: *const spgc_thunk_sections,
    jit: *mut spgc_jit_region,
) -> spgc_status {
    guard(|| {
        refuse_in_callback()?;
        // SAFETY: the caller promises tables, and a structure of the size given in it, which has
        // these fields in each version.
        unsafe {
            let ThunkSections { stack_maps, eh_frame } =
                Tagged::<ThunkSections>::get(sections.cast())?;
            sized::size_of_place(jit, "jit")?;
            (*jit).stack_maps = stack_maps.as_ptr().cast();
            (*jit).stack_maps_size = stack_maps.len();
            (*jit).eh_frame = eh_frame.as_ptr().cast();
            (*jit).eh_frame_size = eh_frame.len();
        }
        Ok(())
    })
}

/// Releases tables. Null is allowed and has no effect.
///
/// Any thread may call it when no other thread uses them any more.
///
/// Errors: SPGC_ERROR_REFERENCE if the argument is not tables; SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `sections` is null or was created by spgc_thunk_sections_new() and has not been released by
/// spgc_thunk_sections_free(). No other thread uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_thunk_sections_free(
    sections: *mut spgc_thunk_sections,
) -> spgc_status {
    // SAFETY: the caller promises that they are no longer used.
    guard(|| unsafe { Tagged::<ThunkSections>::free(sections.cast()) })
}
