//! Ranges of addresses that are reserved and never move.

use std::io;
use std::ptr::{self, NonNull};

/// A reserved range of addresses, whose pages are zero and take memory when they are first written.
#[derive(Debug)]
pub(crate) struct Mapping {
    base: NonNull<u8>,
    bytes: usize,
}

impl Mapping {
    /// Reserves at least a byte. Unless it is `accessible`, a prefix must be made so before it is
    /// used.
    ///
    /// # Errors
    ///
    /// If the system has no address space.
    pub(crate) fn reserve(bytes: usize, accessible: bool) -> io::Result<Self> {
        let bytes = bytes.max(1);
        let protection =
            if accessible { libc::PROT_READ | libc::PROT_WRITE } else { libc::PROT_NONE };
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        // SAFETY: a new private mapping affects no other memory.
        let base = unsafe { libc::mmap(ptr::null_mut(), bytes, protection, flags, -1, 0) };
        match NonNull::new(base.cast::<u8>()) {
            Some(base) if base.as_ptr().cast() != libc::MAP_FAILED => Ok(Self { base, bytes }),
            _ => Err(io::Error::last_os_error()),
        }
    }

    /// Makes bytes accessible that were not.
    ///
    /// # Errors
    ///
    /// If the system has no memory.
    ///
    /// # Panics
    ///
    /// If the range is not in the mapping.
    pub(crate) fn make_accessible(&self, start: usize, bytes: usize) -> io::Result<()> {
        assert!(start.checked_add(bytes).is_some_and(|end| end <= self.bytes));
        // SAFETY: the pages are part of the mapping, and were not accessible before.
        let failed = unsafe {
            let start = self.base.as_ptr().add(start);
            libc::mprotect(start.cast(), bytes, libc::PROT_READ | libc::PROT_WRITE)
        };
        if failed == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
    }

    /// Returns the address of the first byte.
    pub(crate) fn base(&self) -> NonNull<u8> {
        self.base
    }

    /// Returns the number of bytes that are reserved.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: the mapping is this value's, whose owner has ended all accesses to it.
        unsafe { libc::munmap(self.base.as_ptr().cast(), self.bytes) };
    }
}

// SAFETY: the mapping is memory that any thread may access by raw pointers.
unsafe impl Send for Mapping {}
// SAFETY: as above; no method writes to the memory.
unsafe impl Sync for Mapping {}
