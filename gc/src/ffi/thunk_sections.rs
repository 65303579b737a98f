//! Access to the parts of a thunk: its code, the locations of values and results, and its tables.

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

/// A range of 8-byte words in an array.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_word_range {
    /// Index of the first word in the array.
    pub first: usize,
    /// Number of words.
    pub count: usize,
}

/// Returns the thunk that a pointer from C denotes.
///
/// # Safety
///
/// `thunk` is null, or was created by the library and not released.
unsafe fn get<'a>(thunk: *const spgc_thunk) -> Result<&'a CThunk, Failure> {
    refuse_in_callback()?;
    // SAFETY: the caller guarantees that `thunk` is null or has not been released.
    unsafe { Tagged::<CThunk>::get(thunk.cast()) }
}

/// Stores the address and length of a thunk's code, which the caller copies. The code is valid
/// until the thunk is released.
///
/// Any thread may call it at any time.
///
/// code, size: where to store the address and the length in bytes of the code.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `thunk` is null or a thunk that spgc_thunk_free() has not released. `code` and `size` are null
/// or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_thunk_code(
    thunk: *const spgc_thunk,
    code: *mut *const c_void,
    size: *mut usize,
) -> spgc_status {
    guard(|| {
        // SAFETY: the caller guarantees that `thunk` is null or has not been released, and that
        // `code` and `size` are null or valid for writes.
        unsafe {
            let bytes = get(thunk)?.code();
            require(code, "code")?;
            require(size, "size")?;
            code.write(bytes.as_ptr().cast());
            size.write(bytes.len());
        }
        Ok(())
    })
}

/// Stores as many ranges as the caller's array has room for, and the total number of ranges.
///
/// # Safety
///
/// `words` has `room` elements, and `count` is null or valid for writes.
unsafe fn write_ranges(
    ranges: impl ExactSizeIterator<Item = Range<usize>>,
    words: *mut spgc_word_range,
    room: usize,
    count: *mut usize,
) -> Result<(), Failure> {
    require(count, "count")?;
    if room > 0 {
        require(words, "words")?;
    }
    // SAFETY: the caller guarantees that `count` is valid for writes, and that `words` has room for
    // `room` elements.
    unsafe {
        count.write(ranges.len());
        for (index, range) in ranges.take(room).enumerate() {
            words.add(index).write(spgc_word_range { first: range.start, count: range.len() });
        }
    }
    Ok(())
}

/// Stores the range of words in the function's array that contains each value, in the order of the
/// record. There are no ranges if values are passed as arguments.
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
/// `room` structures. `count` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_thunk_values(
    thunk: *const spgc_thunk,
    words: *mut spgc_word_range,
    room: usize,
    count: *mut usize,
) -> spgc_status {
    guard(|| {
        // SAFETY: the caller guarantees that `thunk` is null or has not been released, that `words`
        // has room for `room` elements, and that `count` is null or valid for writes.
        unsafe { write_ranges(get(thunk)?.values().iter().cloned(), words, room, count) }
    })
}

/// Stores the range of words in the function's `results` that contains each register, in the order
/// of spgc_thunk_convention.written.
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
/// `room` structures. `count` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_thunk_results(
    thunk: *const spgc_thunk,
    words: *mut spgc_word_range,
    room: usize,
    count: *mut usize,
) -> spgc_status {
    guard(|| {
        // SAFETY: the caller guarantees that `thunk` is null or has not been released, that `words`
        // has room for `room` elements, and that `count` is null or valid for writes.
        unsafe {
            let ranges = get(thunk)?.results().iter().map(|(_, range)| range.clone());
            write_ranges(ranges, words, room, count)
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
/// thunks: an array of `count` thunks. The same thunk may occur several times.
/// addresses: the address that the code of each thunk was copied to.
/// sections: where to store the tables.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE; SPGC_ERROR_ARGUMENT if there is no thunk, or an
/// address is not a multiple of SPGC_THUNK_ALIGNMENT; SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `thunks` and `addresses` point to `count` elements each. The thunks have not been released. At
/// each address lies a copy of the thunk's code. `sections` is null or valid for writes.
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
        // SAFETY: the caller guarantees that `thunks` and `addresses` point to `count` elements
        // each.
        let (thunks, addresses) =
            unsafe { (array(thunks, count, "thunks")?, array(addresses, count, "addresses")?) };
        if count == 0 {
            return Err(Failure::argument("count is 0; pass at least one thunk"));
        }
        let copies = thunks.iter().zip(addresses).map(|(&thunk, address)| {
            if address.is_null() || !address.addr().is_multiple_of(SPGC_THUNK_ALIGNMENT) {
                return Err(Failure::argument(format!(
                    "a thunk is at {address:p}; copy it to a multiple of SPGC_THUNK_ALIGNMENT, \
                     {SPGC_THUNK_ALIGNMENT}"
                )));
            }
            // SAFETY: the caller guarantees that each thunk is null or has not been released.
            Ok((address.addr() as u64, unsafe { get(thunk) }?))
        });
        let made = ThunkSections::new(copies.collect::<Result<Vec<_>, _>>()?);
        // SAFETY: the caller guarantees that `sections` is valid for writes.
        unsafe { sections.write(Tagged::allocate(made).cast()) };
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
        // SAFETY: the caller guarantees that `sections` is null or has not been released, and that
        // `jit` is null or points to a structure of the size in its first field. Every possible
        // size includes these fields.
        unsafe {
            let ThunkSections { stack_maps, eh_frame } =
                Tagged::<ThunkSections>::get(sections.cast())?;
            sized::read_size(jit, "jit")?;
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
/// Any thread may call it when no other thread uses the tables any more.
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
    // SAFETY: the caller guarantees that `sections` is null or has not been released, and that no
    // thread uses it any more.
    guard(|| unsafe { Tagged::<ThunkSections>::free(sections.cast()) })
}
