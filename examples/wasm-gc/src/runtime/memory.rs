//! Linear memories: a reserved range of addresses, of which a prefix is accessible. A memory can
//! grow to the end of its range, which is its maximum, or less if the system has less address
//! space.

use std::io;
use std::ptr::NonNull;

use crate::Error;
use crate::mapping::Mapping;
use crate::module::{Limits, MemoryType};

/// Bytes of a page.
pub(super) const PAGE: u64 = 1 << 16;
/// The largest memory: 4 GiB, also where indices have 64 bits.
const MAXIMUM_PAGES: u64 = 1 << 16;

/// A linear memory. Compiled code reads the first two fields.
#[derive(Debug)]
#[repr(C)]
pub struct Memory {
    base: NonNull<u8>,
    /// The accessible bytes.
    length: u64,
    mapping: Mapping,
    limits: Limits,
}

impl Memory {
    /// Creates a memory of zeros.
    ///
    /// # Errors
    ///
    /// If the system has no memory, or the initial size is above 4 GiB.
    pub(super) fn new(ty: MemoryType) -> Result<Self, Error> {
        let limits = ty.limits;
        let maximum = limits.maximum.unwrap_or(MAXIMUM_PAGES).min(MAXIMUM_PAGES);
        let no_memory = |reason: &dyn std::fmt::Display| {
            Error::Resources(format!("no memory of {} pages: {reason}", limits.minimum))
        };
        if limits.minimum > MAXIMUM_PAGES {
            return Err(no_memory(&"the largest has 65536 pages"));
        }
        // At least a page, because a mapping cannot be empty.
        let minimum = limits.minimum.max(1);
        let map = |pages| Mapping::reserve((pages * PAGE) as usize, false);
        let mapping = reserve(minimum, maximum.max(minimum), map);
        let mapping = mapping.map_err(|error| no_memory(&error))?;
        let mut memory = Self { base: mapping.base(), length: 0, mapping, limits };
        match memory.grow(limits.minimum) {
            Some(_) => Ok(memory),
            None => Err(no_memory(&std::io::Error::last_os_error())),
        }
    }

    /// Makes pages accessible, and returns the former number of pages. Returns `None` if the
    /// memory would be larger than its maximum, or the system has no memory.
    pub(super) fn grow(&mut self, pages: u64) -> Option<u64> {
        let former = self.length / PAGE;
        let length = former.checked_add(pages)?.checked_mul(PAGE)?;
        if length > self.mapping.bytes() as u64 || self.pages_above_maximum(length / PAGE) {
            return None;
        }
        if length > self.length {
            let added = (length - self.length) as usize;
            self.mapping.make_accessible(self.length as usize, added).ok()?;
        }
        self.length = length;
        Some(former)
    }

    fn pages_above_maximum(&self, pages: u64) -> bool {
        self.limits.maximum.is_some_and(|maximum| pages > maximum)
    }

    /// Returns the address of a range of bytes, or `None` if it is not in the memory.
    pub(super) fn range(&self, start: u64, length: u64) -> Option<*mut u8> {
        let end = start.checked_add(length)?;
        // SAFETY: the end is inside the mapping.
        (end <= self.length).then(|| unsafe { self.base.as_ptr().add(start as usize) })
    }

    /// Returns the number of accessible bytes.
    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// Returns the type, whose minimum is the present size.
    pub(super) fn ty(&self) -> MemoryType {
        MemoryType { limits: Limits { minimum: self.length / PAGE, ..self.limits } }
    }
}

/// The bytes of a memory, for functions of the host. Each access is checked against the present
/// length.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MemoryBytes(NonNull<Memory>);

impl MemoryBytes {
    /// # Safety
    ///
    /// The memory is not dropped before the last access, and no compiled code that uses it runs
    /// on another thread.
    pub(super) unsafe fn new(memory: NonNull<Memory>) -> Self {
        Self(memory)
    }

    fn range(&self, start: u64, length: usize) -> Option<*mut u8> {
        // SAFETY: the caller of `new` guarantees that the memory exists.
        unsafe { self.0.as_ref() }.range(start, length as u64)
    }

    /// Returns whether a range of bytes is in the memory.
    pub(crate) fn contains(&self, start: u64, length: usize) -> bool {
        self.range(start, length).is_some()
    }

    /// Copies bytes from the memory, or returns `None` if it does not have all of them.
    pub(crate) fn read(&self, start: u64, bytes: &mut [u8]) -> Option<()> {
        let from = self.range(start, bytes.len())?;
        // SAFETY: the range is in the memory, which is separate from memory of the host.
        unsafe { from.copy_to_nonoverlapping(bytes.as_mut_ptr(), bytes.len()) };
        Some(())
    }

    /// Copies bytes to the memory, or returns `None` and writes nothing if they exceed it.
    pub(crate) fn write(&self, start: u64, bytes: &[u8]) -> Option<()> {
        let to = self.range(start, bytes.len())?;
        // SAFETY: as above.
        unsafe { to.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
        Some(())
    }
}

/// Reserves `maximum` pages, or as many as the system has address space for, but at least
/// `minimum`. Returns what `map` returned.
///
/// # Errors
///
/// The error of `map` for the minimum.
fn reserve<T>(minimum: u64, maximum: u64, map: impl Fn(u64) -> io::Result<T>) -> io::Result<T> {
    let mut pages = maximum;
    loop {
        match map(pages) {
            Ok(mapped) => return Ok(mapped),
            Err(error) if pages == minimum => return Err(error),
            Err(_) => pages = (pages / 2).max(minimum),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where address space is limited, memories without a maximum can grow less.
    #[test]
    fn smaller_ranges_are_reserved_if_address_space_is_short() {
        let map = |available: u64| {
            move |pages: u64| match pages <= available {
                true => Ok(pages),
                false => Err(io::Error::from(io::ErrorKind::OutOfMemory)),
            }
        };
        assert_eq!(reserve(1, 1 << 16, map(1 << 16)).unwrap(), 1 << 16);
        assert_eq!(reserve(1, 1 << 16, map(1000)).unwrap(), 512);
        assert_eq!(reserve(900, 1 << 16, map(1000)).unwrap(), 900);
        let error = reserve(1001, 1 << 16, map(1000)).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::OutOfMemory);
        assert!(reserve(1, 1, map(0)).is_err());
    }

    fn memory(minimum: u64, maximum: Option<u64>) -> Memory {
        Memory::new(MemoryType { limits: Limits { wide: false, minimum, maximum } })
            .expect("a memory of a few pages")
    }

    #[test]
    fn growth_ends_at_the_maximum_and_keeps_the_address() {
        let mut memory = memory(1, Some(3));
        let base = memory.range(0, PAGE).expect("the first page");
        assert_eq!(memory.range(1, PAGE), None);
        assert_eq!(memory.grow(2), Some(1));
        assert_eq!(memory.range(0, 3 * PAGE), Some(base));
        assert_eq!(memory.grow(1), None);
        assert_eq!(memory.grow(u64::MAX), None);
        assert_eq!(memory.grow(0), Some(3));
        assert_eq!(memory.range(u64::MAX, 2), None);
    }
}
