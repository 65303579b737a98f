//! Structures whose first field is their size, so that a program and a library of different
//! versions can be used together.
//!
//! A structure grows only at its end. Zero in a new field means the behaviour before that field
//! existed. The library completes a smaller structure with zeros. It accepts a larger structure if
//! the fields that it does not know are zero. A structure that the library fills in is truncated to
//! the caller's size, or padded with zeros. No structure is smaller than in version 0.1.0.

use core::mem::{MaybeUninit, align_of};

use super::status::{Failure, require, spgc_status};

/// A structure whose first field is its size in bytes, a `usize`.
///
/// # Safety
///
/// The type is `repr(C)`, begins with its size, has no padding, and is valid with all bytes zero.
/// (The derives of `zerocopy` cannot check this: pointers and callbacks are neither `FromBytes` nor
/// `IntoBytes`.)
pub(super) unsafe trait Structure: Copy {
    /// Name of the structure in C.
    const NAME: &'static str;
    /// Size of the structure in bytes in version 0.1.0, the minimum.
    const LEAST: usize;
}

/// Maximum size in bytes that a structure can have. A larger size field is not a size.
const MAX_SIZE: usize = 1 << 16;

/// Checks that a structure may have this size.
fn check_size<T: Structure>(size: usize) -> Result<(), Failure> {
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
    // SAFETY: the caller guarantees that the pointer is null or points to a structure that begins
    // with its size, and it is not null.
    let size = unsafe { given.cast::<usize>().read() };
    check_size::<T>(size)?;
    let known = size.min(size_of::<T>());
    let mut value = MaybeUninit::<T>::zeroed();
    // SAFETY: the caller guarantees that `given` points to `size` bytes. They have no padding.
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
    // SAFETY: all bytes are initialised, by the caller or with zeros, which the trait allows.
    Ok(unsafe { value.assume_init() })
}

/// Fills in the fields that the caller's structure has. Its size field is not changed.
///
/// # Safety
///
/// As for [`read`], and the bytes can be written.
pub(super) unsafe fn write<T: Structure>(
    target: *mut T,
    value: &T,
    argument: &str,
) -> Result<(), Failure> {
    // SAFETY: the caller upholds the contract of this function, which includes that of the callee.
    let size = unsafe { read_size(target, argument) }?;
    let known = size.min(size_of::<T>());
    // SAFETY: the caller guarantees that `size` bytes can be written.
    unsafe {
        core::ptr::copy_nonoverlapping((&raw const *value).cast::<u8>(), target.cast(), known);
        target.cast::<u8>().add(known).write_bytes(0, size - known);
        target.cast::<usize>().write(size);
    }
    Ok(())
}

/// Returns the size that the caller has set in a structure to be filled in.
///
/// # Safety
///
/// As for [`read`].
pub(super) unsafe fn read_size<T: Structure>(
    target: *const T,
    argument: &str,
) -> Result<usize, Failure> {
    require(target, argument)?;
    // SAFETY: the caller guarantees that the pointer is null or points to a structure that begins
    // with its size, and it is not null.
    let size = unsafe { target.cast::<usize>().read() };
    check_size::<T>(size)?;
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

    // SAFETY: the struct is `repr(C)`, begins with its size, and has three 8-byte fields.
    unsafe impl Structure for Sample {
        const NAME: &'static str = "sample";
        const LEAST: usize = 16;
    }

    fn read_sample(words: &[u64]) -> Result<Sample, Failure> {
        // SAFETY: the array has the size in its first word, if that is a possible size.
        unsafe { read(words.as_ptr().cast::<Sample>(), "sample") }
    }

    #[test]
    fn older_and_newer_structures_are_understood() {
        assert_eq!(read_sample(&[16, 7, 9]).unwrap(), Sample { size: 16, first: 7, later: 0 });
        assert_eq!(read_sample(&[24, 7, 9]).unwrap(), Sample { size: 24, first: 7, later: 9 });
        assert_eq!(read_sample(&[32, 7, 9, 0]).unwrap(), Sample { size: 32, first: 7, later: 9 });
        let unknown = format!("{:?}", read_sample(&[32, 7, 9, 1]).unwrap_err());
        assert!(unknown.contains("SPGC_ERROR_SIZE") && unknown.contains("32 bytes"), "{unknown}");
        for size in [0, 8, 17, 25, 1 << 20, u64::MAX] {
            let failure = format!("{:?}", read_sample(&[size, 7, 9]).unwrap_err());
            assert!(failure.contains("sizeof(sample)"), "{failure}");
        }
    }

    #[test]
    fn filled_structures_have_the_size_of_the_caller() {
        let value = Sample { size: 24, first: 7, later: 9 };
        for (size, expected) in [(16, [16, 7, 1, 1]), (24, [24, 7, 9, 1]), (32, [32, 7, 9, 0])] {
            let mut words = [size, 1_u64, 1, 1];
            // SAFETY: the array has 32 bytes, and `size` is at most 32.
            unsafe { write(words.as_mut_ptr().cast::<Sample>(), &value, "sample") }.unwrap();
            assert_eq!(words, expected);
        }
    }
}
