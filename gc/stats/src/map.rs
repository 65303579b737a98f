//! A file that is mapped into memory for reading.

use core::ptr::{self, NonNull};
use std::fs::File;
use std::io;
use std::os::fd::AsRawFd as _;

use crate::header::{FILE_BYTES, FILE_WORDS};
use crate::sync::AtomicU64;

/// The mapped words of a file.
#[derive(Debug)]
pub(crate) struct MappedWords(NonNull<AtomicU64>);

// SAFETY: the memory is valid in all threads, and read by atomic operations only.
unsafe impl Send for MappedWords {}
// SAFETY: as above.
unsafe impl Sync for MappedWords {}

impl MappedWords {
    /// Maps a file, which has at least [`FILE_BYTES`] bytes.
    pub(crate) fn new(file: &File) -> io::Result<Self> {
        // SAFETY: a new mapping at an address that the kernel chooses affects no other memory.
        let start = unsafe {
            let (protection, flags) = (libc::PROT_READ, libc::MAP_SHARED);
            libc::mmap(ptr::null_mut(), FILE_BYTES, protection, flags, file.as_raw_fd(), 0)
        };
        if start == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let start =
            NonNull::new(start).ok_or_else(|| io::Error::other("a mapping at address 0"))?;
        Ok(Self(start.cast()))
    }

    /// Returns the words. The caller has just checked that the file was not truncated: an access to
    /// a page that a file has lost raises `SIGBUS`.
    pub(crate) fn words(&self) -> &[AtomicU64] {
        // SAFETY: the mapping begins at a page, has this many bytes, and exists as long as `self`.
        // The words are only read by atomic operations here, and the writer uses those, too.
        unsafe { core::slice::from_raw_parts(self.0.as_ptr(), FILE_WORDS) }
    }
}

impl Drop for MappedWords {
    fn drop(&mut self) {
        // SAFETY: the mapping is this value's own, and no reference to it is left.
        unsafe { libc::munmap(self.0.as_ptr().cast(), FILE_BYTES) };
    }
}
