//! Queries of the state of memory pages, for tests.

use core::ops::Range;
use std::io;

use super::{check, page_size};

/// Returns the number of resident pages of an address range.
pub(crate) fn resident(part: &Range<usize>) -> usize {
    let mut pages = vec![0_u8; part.len() / page_size()];
    let start = core::ptr::with_exposed_provenance_mut(part.start);
    // SAFETY: mincore writes one byte per page of the range to `pages`, which has that length.
    check(unsafe { libc::mincore(start, part.len(), pages.as_mut_ptr()) }).unwrap();
    pages.iter().filter(|&&page| page & 1 != 0).count()
}

/// Locks pages in memory. They are then resident, and cannot be discarded.
pub(crate) fn lock_pages(part: &Range<usize>) -> io::Result<()> {
    let start = core::ptr::with_exposed_provenance::<u8>(part.start);
    // The system call itself: sanitizers replace `mlock` by a function that does nothing.
    // SAFETY: the contents of the pages do not change.
    let result = unsafe { libc::syscall(libc::SYS_mlock, start, part.len()) };
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Returns whether the byte at this address can be read.
pub(crate) fn is_readable(address: usize) -> bool {
    let mut pipe = [0; 2];
    // SAFETY: `pipe` has room for two descriptors.
    check(unsafe { libc::pipe(pipe.as_mut_ptr()) }).unwrap();
    // SAFETY: the kernel only reads the byte, and returns an error if it cannot. This function owns
    // the descriptors.
    unsafe {
        let start = core::ptr::with_exposed_provenance(address);
        let written = libc::write(pipe[1], start, 1);
        for descriptor in pipe {
            libc::close(descriptor);
        }
        written == 1
    }
}
