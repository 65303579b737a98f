//! Guard regions (`MADV_GUARD_INSTALL`, Linux 6.13): pages that fault on each access, without
//! another mapping.

use core::ffi::c_int;
use std::io;
use std::os::fd::{AsRawFd as _, FromRawFd as _, OwnedFd};
use std::sync::OnceLock;

use super::{Reservation, check, page_size};

/// Advice of `madvise(2)`: accesses to the pages fault (`uapi/asm-generic/mman-common.h`). Not in
/// `libc` yet.
const MADV_GUARD_INSTALL: c_int = 102;

/// Returns whether the kernel supports guard regions. Emulators (qemu-user 7.2) ignore advice that
/// they do not know, so that the call succeeds without effect: whether an access faults is tried.
pub(super) fn is_supported() -> bool {
    static IS_SUPPORTED: OnceLock<bool> = OnceLock::new();
    *IS_SUPPORTED.get_or_init(|| faults_when_guarded().unwrap_or(false))
}

/// Makes the page-aligned range fault on each access.
///
/// # Errors
///
/// If the kernel does not support this.
///
/// # Safety
///
/// The range is a part of a private anonymous mapping of the caller, and no code uses its contents.
pub(super) unsafe fn install(start: *mut libc::c_void, bytes: usize) -> io::Result<()> {
    // SAFETY: passed on.
    check(unsafe { libc::madvise(start, bytes, MADV_GUARD_INSTALL) })
}

/// Returns whether the kernel refuses to read a page with a guard.
fn faults_when_guarded() -> io::Result<bool> {
    let page = Reservation::new(page_size())?;
    page.commit(page.range())?;
    let start = core::ptr::with_exposed_provenance_mut(page.start());
    // SAFETY: the page was just mapped.
    unsafe { install(start, page_size()) }?;
    let mut ends = [0; 2];
    // SAFETY: `ends` has room for two descriptors.
    check(unsafe { libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) })?;
    // SAFETY: the descriptors were just opened.
    let [_reader, writer] = ends.map(|end| unsafe { OwnedFd::from_raw_fd(end) });
    // Not by `write`, which is a cancellation point. SAFETY: the kernel returns an error if it
    // cannot read the byte.
    let written = unsafe { libc::syscall(libc::SYS_write, writer.as_raw_fd(), start, 1_usize) };
    Ok(written == -1 && io::Error::last_os_error().raw_os_error() == Some(libc::EFAULT))
}
