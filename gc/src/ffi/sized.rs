//! Structures whose first field is their size, so that a program and a library of different
//! versions can be used together.
//!
//! A structure grows only at its end, and zero in a new field means the behaviour before that field
//! existed. A structure smaller than the library's is completed with zeros; a larger one is
//! accepted if the fields unknown to the library are zero. What the library fills is cut to the
//! caller's size, or padded with zeros. No structure is smaller than in version 0.1.0.

use core::mem::{MaybeUninit, align_of};

use super::status::{Failure, require, spgc_status};

/// A structure whose first field is its size in bytes, a `usize`.
///
/// # Safety
///
/// It is `repr(C)`, has the size first, no padding, and is valid with all bytes zero. (The derives
/// of `zerocopy` cannot check this: pointers and callbacks are neither `FromBytes` nor
/// `IntoBytes`.)
pub(super) unsafe trait Structure: Copy {
    /// Its name in C.
    const NAME: &'static str;
    /// Its size in bytes in version 0.1.0.
    const LEAST: usize;
}

/// Larger than any structure: a larger size is certainly not one that a program has set.
const MAX_SIZE: usize = 1 << 16;

fn check<T: Structure>(size: usize) -> Result<(), Failure> {
    if size >= T::LEAST && size.is_multiple_of(align_of::<T>()) && size <= MAX_SIZE {
        return Ok(());
    }
    let name = T::NAME;
    Err(Failure::new(
        spgc_status::SPGC_ERROR_SIZE,
        format!(
            "the first field of {name} is {size}, which is the size in no version. Set it to \
             sizeof({name}), and compile with the header of this library, version {}, in which \
             it is {} bytes",
            env!("CARGO_PKG_VERSION"),
            size_of::<T>(),
        ),
    ))
}

/// Returns the structure that the caller has filled in, converted to the size of this version.
///
/// # Safety
///
/// `given` is null, or points to the number of bytes in its first word if that is a possible size.
pub(super) unsafe fn read<T: Structure>(given: *const T, argument: &str) -> Result<T, Failure> {
    require(given, argument)?;
    // SAFETY: the first word of a structure.
    let size = unsafe { given.cast::<usize>().read() };
    check::<T>(size)?;
    let known = size.min(size_of::<T>());
    let mut value = MaybeUninit::<T>::zeroed();
    // SAFETY: the caller promises this number of bytes; they are numbers and pointers without
    // padding.
    let unknown = unsafe {
        core::ptr::copy_nonoverlapping(given.cast::<u8>(), value.as_mut_ptr().cast(), known);
        core::slice::from_raw_parts(given.cast::<u8>().add(known), size - known)
    };
    if unknown.iter().any(|&byte| byte != 0) {
        return Err(Failure::new(
            spgc_status::SPGC_ERROR_SIZE,
            format!(
                "{} has {size} bytes; this library knows {} of them (version {}), and a later \
                 field is not zero; set the later fields to zero, or link a newer library",
                T::NAME,
                size_of::<T>(),
                env!("CARGO_PKG_VERSION"),
            ),
        ));
    }
    // SAFETY: initialised, by the caller and with zeros, as the trait allows.
    Ok(unsafe { value.assume_init() })
}

/// Fills in the fields for which the caller's structure has room; its size field is not changed.
///
/// # Safety
///
/// As for [`read`], and the bytes can be written.
pub(super) unsafe fn write<T: Structure>(
    place: *mut T,
    value: &T,
    argument: &str,
) -> Result<(), Failure> {
    // SAFETY: passed on.
    let size = unsafe { size_of_place(place, argument) }?;
    let known = size.min(size_of::<T>());
    // SAFETY: the caller promises the room.
    unsafe {
        core::ptr::copy_nonoverlapping((&raw const *value).cast::<u8>(), place.cast(), known);
        place.cast::<u8>().add(known).write_bytes(0, size - known);
        place.cast::<usize>().write(size);
    }
    Ok(())
}

/// Returns the size that the caller has set in a structure to be filled in.
///
/// # Safety
///
/// As for [`read`].
pub(super) unsafe fn size_of_place<T: Structure>(
    place: *const T,
    argument: &str,
) -> Result<usize, Failure> {
    require(place, argument)?;
    // SAFETY: the first word of a structure.
    let size = unsafe { place.cast::<usize>().read() };
    check::<T>(size)?;
    Ok(size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq)]
    #[repr(C)]
    struct Sample {
        size: usize,
        first: u64,
        later: u64,
    }

    // SAFETY: three words.
    unsafe impl Structure for Sample {
        const NAME: &'static str = "sample";
        const LEAST: usize = 16;
    }

    fn taken(words: &[u64]) -> Result<Sample, Failure> {
        // SAFETY: the array has as many words as the first one says, where that is a size.
        unsafe { read(words.as_ptr().cast::<Sample>(), "sample") }
    }

    #[test]
    fn older_and_newer_structures_are_understood() {
        assert_eq!(taken(&[16, 7, 9]).unwrap(), Sample { size: 16, first: 7, later: 0 });
        assert_eq!(taken(&[24, 7, 9]).unwrap(), Sample { size: 24, first: 7, later: 9 });
        assert_eq!(taken(&[32, 7, 9, 0]).unwrap(), Sample { size: 32, first: 7, later: 9 });
        let unknown = format!("{:?}", taken(&[32, 7, 9, 1]).unwrap_err());
        assert!(unknown.contains("SPGC_ERROR_SIZE") && unknown.contains("32 bytes"), "{unknown}");
        for size in [0, 8, 17, 25, 1 << 20, u64::MAX] {
            let failure = format!("{:?}", taken(&[size, 7, 9]).unwrap_err());
            assert!(failure.contains("sizeof(sample)"), "{failure}");
        }
    }

    #[test]
    fn filled_structures_have_the_size_of_the_caller() {
        let value = Sample { size: 24, first: 7, later: 9 };
        for (size, expected) in [(16, [16, 7, 1, 1]), (24, [24, 7, 9, 1]), (32, [32, 7, 9, 0])] {
            let mut words = [size, 1_u64, 1, 1];
            // SAFETY: the array has this much room.
            unsafe { write(words.as_mut_ptr().cast::<Sample>(), &value, "sample") }.unwrap();
            assert_eq!(words, expected);
        }
    }
}
