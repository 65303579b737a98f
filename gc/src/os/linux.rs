//! The OS interface on Linux: address space, sizes of memory and cache, stack bounds, signals,
//! barriers in all threads.

use core::ops::Range;
use core::sync::atomic::{AtomicBool, Ordering};
use std::io;
use std::os::fd::{AsRawFd as _, BorrowedFd};
use std::path::Path;
use std::time::Duration;

mod alternate_stack;
mod cache;
mod cgroup;
mod fault;
mod guard;
mod helper;
mod interrupt;
mod main_stack;
#[cfg(test)]
pub(crate) mod probe;
mod quiet_write;
mod report_file;
mod request_signal;
mod shared_file;
mod stack;
mod thread_end;
mod thread_handle;

pub(crate) use alternate_stack::AlternateStack;
pub(crate) use fault::on_fault;
pub(crate) use helper::{HelperThread, spawn_helper};
pub(crate) use interrupt::{interrupt, on_interrupt, thread_status};
pub(crate) use quiet_write::{ShortWrite, write_quietly, write_quietly_at};
pub(crate) use report_file::{ReportFile, open_without_waiting};
pub(crate) use request_signal::{RequestSignal, wait_for_requests};
pub(crate) use shared_file::SharedFile;
pub(crate) use stack::StackBounds;
pub(crate) use statepoint_scanner::os::cancellation::{
    CancelDeferred, CancelDisabled, is_inside_library, run_outside_library,
};
#[cfg(feature = "capi")]
pub(crate) use statepoint_scanner::os::cancellation::{
    with_deferred_cancellation, without_cancellation,
};
pub(crate) use thread_end::on_thread_end;

/// A reserved range of address space, which is inaccessible until [`Reservation::commit`]. Dropping
/// it frees the range.
#[derive(Debug)]
pub(crate) struct Reservation {
    /// First address.
    start: usize,
    /// Size in bytes.
    bytes: usize,
}

/// Returns the size of a page in bytes.
pub(crate) fn page_size() -> usize {
    // SAFETY: sysconf has no preconditions.
    let bytes = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    usize::try_from(bytes).ok().filter(|n| n.is_power_of_two()).unwrap_or(4096)
}

/// Returns whether the process has more privileges than its caller, as a set-user-ID program has.
/// The C library then ignores most of its environment variables (`secure_getenv`).
pub(crate) fn is_secure_execution() -> bool {
    // SAFETY: getauxval has no preconditions.
    unsafe { libc::getauxval(libc::AT_SECURE) != 0 }
}

/// Returns the amount of memory that this process can use, in bytes: the machine's memory, or the
/// limit of the process's container if that is less. `None` if the OS reports neither.
pub(crate) fn memory() -> Option<usize> {
    // A limit that does not fit `usize` exceeds the address space, and is ignored.
    let container = cgroup::memory_limit(Path::new("/")).and_then(|n| usize::try_from(n).ok());
    [physical_memory(), container].into_iter().flatten().min()
}

/// Returns the size of the processor's last-level cache in bytes. `None` if the OS does not report
/// it.
pub(crate) fn cache() -> Option<usize> {
    cache::last_level(Path::new("/"))
}

/// Returns the size of the machine's memory in bytes.
fn physical_memory() -> Option<usize> {
    // SAFETY: sysconf has no preconditions.
    let pages = unsafe { libc::sysconf(libc::_SC_PHYS_PAGES) };
    let pages = usize::try_from(pages).ok().filter(|&pages| pages > 0)?;
    Some(pages.saturating_mul(page_size()))
}

/// Converts the result of a C function that returns 0 on success and sets `errno` on failure.
fn check(result: libc::c_int) -> io::Result<()> {
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

impl Reservation {
    /// Reserves `bytes` bytes, a multiple of the page size.
    pub(crate) fn new(bytes: usize) -> io::Result<Self> {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        // SAFETY: a new anonymous mapping at an address that the kernel chooses affects no other
        // memory.
        let start =
            unsafe { libc::mmap(core::ptr::null_mut(), bytes, libc::PROT_NONE, flags, -1, 0) };
        if start == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        Ok(Self { start: start.expose_provenance(), bytes })
    }

    /// Returns the first address.
    pub(crate) fn start(&self) -> usize {
        self.start
    }

    /// Returns the address range of the reservation.
    pub(crate) fn range(&self) -> Range<usize> {
        self.start..self.start + self.bytes
    }

    /// Returns a pointer to the start of a part.
    ///
    /// # Panics
    ///
    /// If the part is not in the reservation.
    fn pointer(&self, part: &Range<usize>) -> *mut libc::c_void {
        assert!(
            self.start <= part.start
                && part.start <= part.end
                && part.end <= self.start + self.bytes,
            "{part:x?} is not in the reservation"
        );
        core::ptr::with_exposed_provenance_mut(part.start)
    }

    /// Makes a page-aligned part readable. Pages that were never written read as zero, and use no
    /// memory.
    pub(crate) fn make_readable(&self, part: Range<usize>) -> io::Result<()> {
        let start = self.pointer(&part);
        // SAFETY: the part is in our own mapping. Its contents do not change.
        check(unsafe { libc::mprotect(start, part.len(), libc::PROT_READ) })
    }

    /// Makes a page-aligned part readable and writable. Memory that was never written reads as
    /// zero.
    pub(crate) fn commit(&self, part: Range<usize>) -> io::Result<()> {
        let start = self.pointer(&part);
        // SAFETY: the part is in our own mapping, and additional access rights invalidate no use of
        // it.
        check(unsafe { libc::mprotect(start, part.len(), libc::PROT_READ | libc::PROT_WRITE) })
    }

    /// Requests huge pages for a page-aligned part.
    ///
    /// # Errors
    ///
    /// Returns the error of `madvise`, for example if the kernel was built without huge pages. Then
    /// nothing has changed.
    pub(crate) fn prefer_huge_pages(&self, part: Range<usize>) -> io::Result<()> {
        let start = self.pointer(&part);
        // SAFETY: the part is in our own mapping. Its contents do not change.
        check(unsafe { libc::madvise(start, part.len(), libc::MADV_HUGEPAGE) })
    }

    /// Ensures that a page-aligned part uses no huge pages.
    ///
    /// # Errors
    ///
    /// Returns the error of `madvise`, for example if the kernel was built without huge pages. Then
    /// nothing has changed.
    pub(crate) fn refuse_huge_pages(&self, part: Range<usize>) -> io::Result<()> {
        let start = self.pointer(&part);
        // SAFETY: the part is in our own mapping. Its contents do not change.
        check(unsafe { libc::madvise(start, part.len(), libc::MADV_NOHUGEPAGE) })
    }

    /// Gives memory to the pages of a committed, page-aligned part that have none, in one system
    /// call instead of one page fault for each page. The contents of the part do not change. Other
    /// threads may use the part meanwhile.
    ///
    /// # Errors
    ///
    /// Returns the error of `madvise`, for example if the kernel is older than Linux 5.14, or if no
    /// memory is available. Some pages may have memory then.
    pub(crate) fn populate(&self, part: Range<usize>) -> io::Result<()> {
        let start = self.pointer(&part);
        // SAFETY: the part is in our own mapping. Its contents do not change.
        check(unsafe { libc::madvise(start, part.len(), libc::MADV_POPULATE_WRITE) })
    }

    /// Returns the memory of a page-aligned part to the OS. The access rights of the part do not
    /// change. Committed pages then read as zero, and use memory again when they are written.
    ///
    /// # Errors
    ///
    /// Returns the error of `madvise`, for example if the process has locked its memory
    /// (`mlockall`). Then the part is unchanged, or some of its pages are zero.
    ///
    /// # Safety
    ///
    /// No code relies on the contents of the part any more.
    pub(crate) unsafe fn discard(&self, part: Range<usize>) -> io::Result<()> {
        let start = self.pointer(&part);
        // SAFETY: the part is in our own mapping. The mapping is private and anonymous, so
        // discarded pages read as zero. The caller guarantees that no code relies on the contents.
        check(unsafe { libc::madvise(start, part.len(), libc::MADV_DONTNEED) })
    }

    /// Makes a page-aligned, committed part fault on each access, if possible without another
    /// mapping. [`Self::discard`] does not change that.
    ///
    /// # Errors
    ///
    /// Returns the error of `mprotect`, for example if the process has too many mappings.
    pub(crate) fn guard(&self, part: Range<usize>) -> io::Result<()> {
        let start = self.pointer(&part);
        // SAFETY: the part is in our own mapping, and no reference to its contents exists: the
        // memory was never handed out.
        if guard::is_supported() && unsafe { guard::install(start, part.len()) }.is_ok() {
            return Ok(());
        }
        // SAFETY: as above.
        check(unsafe { libc::mprotect(start, part.len(), libc::PROT_NONE) })
    }

    /// Makes a page-aligned part inaccessible and returns its memory to the OS. The part is zero
    /// when it is committed again.
    ///
    /// # Safety
    ///
    /// No code accesses the part before it is committed again, unless the caller intends a fault on
    /// access.
    pub(crate) unsafe fn retire(&self, part: Range<usize>) -> io::Result<()> {
        let start = self.pointer(&part);
        if part.is_empty() {
            return Ok(());
        }
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_FIXED;
        // The part is mapped again and not only protected, because this also frees its page tables.
        // SAFETY: the part is in our own mapping. The caller guarantees that no code uses its
        // contents.
        let mapped = unsafe { libc::mmap(start, part.len(), libc::PROT_NONE, flags, -1, 0) };
        if mapped == libc::MAP_FAILED { Err(io::Error::last_os_error()) } else { Ok(()) }
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        let start = core::ptr::with_exposed_provenance_mut(self.start);
        // SAFETY: the mapping belongs to this value, whose owner, the heap, outlives every use of
        // an object.
        unsafe { libc::munmap(start, self.bytes) };
    }
}

/// Returns the calling thread's ID in the OS (`gettid`).
pub(crate) fn current_thread_id() -> u32 {
    // SAFETY: gettid has no preconditions.
    unsafe { libc::gettid() }.unsigned_abs()
}

/// Returns the calling thread's name in the OS, at most 15 bytes. The standard library's name is
/// not used, because it no longer exists in late destructors of a `pthread_key`.
pub(crate) fn thread_name() -> String {
    let name = current_thread_name();
    let length = name.iter().position(|&byte| byte == 0).unwrap_or(name.len());
    String::from_utf8_lossy(&name[..length]).into_owned()
}

/// Returns the calling thread's name in the OS, NUL-terminated. Async-signal-safe.
pub(crate) fn current_thread_name() -> [u8; 16] {
    let mut name = [0_u8; 16];
    // SAFETY: PR_GET_NAME writes at most 16 bytes.
    unsafe { libc::prctl(libc::PR_GET_NAME, name.as_mut_ptr()) };
    name[15] = 0;
    name
}

/// Returns the processor time that the calling thread has used.
pub(crate) fn thread_processor_time() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the clock exists since Linux 2.6.12, and `time` is valid for writes.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    Duration::new(time.tv_sec.cast_unsigned(), time.tv_nsec as u32)
}

/// Returns the number of processors that this process may run on, at least 1. Must not be called
/// while threads are stopped, because it reads files of control groups.
pub(crate) fn processors() -> usize {
    let _uncancelled = CancelDisabled::begin();
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Whether this process is registered for `membarrier(2)`.
static BARRIERS: AtomicBool = AtomicBool::new(false);

/// Calls `membarrier(2)`. Returns whether the call succeeded.
fn membarrier(command: libc::c_int) -> bool {
    // SAFETY: these commands change no memory, and fail if the kernel does not know them.
    unsafe { libc::syscall(libc::SYS_membarrier, command, 0, 0) == 0 }
}

/// Enables [`barrier_in_all_threads`], and returns whether the kernel supports it. Linux supports
/// it since version 4.14, but sandboxes may forbid it.
pub(crate) fn enable_barriers() -> bool {
    if membarrier(libc::MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED) {
        BARRIERS.store(true, Ordering::Relaxed);
    }
    BARRIERS.load(Ordering::Relaxed)
}

/// Executes a full memory barrier on every processor that runs a thread of the process, as if each
/// thread had executed a fence at its current instruction. A thread that is not running has
/// executed a barrier when it lost its processor. Does nothing if barriers are not enabled.
///
/// # Errors
///
/// Returns the error of `membarrier`, if the kernel permitted barriers earlier but no longer does.
pub(crate) fn barrier_in_all_threads() -> io::Result<()> {
    if BARRIERS.load(Ordering::Relaxed) && !membarrier(libc::MEMBARRIER_CMD_PRIVATE_EXPEDITED) {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

/// Locks a file for this process until the file is closed (`flock`, advisory and exclusive).
///
/// # Errors
///
/// `WouldBlock` if another process has locked the file; otherwise the error of `flock`.
pub(crate) fn lock_file(file: BorrowedFd<'_>) -> io::Result<()> {
    // SAFETY: flock has no preconditions.
    check(unsafe { libc::flock(file.as_raw_fd(), libc::LOCK_EX | libc::LOCK_NB) })
}

/// The file descriptor of standard error.
pub(crate) const STANDARD_ERROR: i32 = libc::STDERR_FILENO;

/// Writes to standard error without a buffer or a lock. Async-signal-safe. Does not call `write`,
/// which is a cancellation point: the caller may be about to end the process, and a cancelled
/// thread would not end it.
pub(crate) fn write_error(bytes: &[u8]) {
    let (start, length) = (bytes.as_ptr(), bytes.len());
    // SAFETY: the buffer is valid for reads of `length` bytes. An error cannot be handled here.
    unsafe { libc::syscall(libc::SYS_write, libc::STDERR_FILENO, start, length) };
}

/// Ends the process at once, without running the handlers registered for its exit: other threads
/// may be in managed code.
pub(crate) fn exit_now(status: i32) -> ! {
    // SAFETY: _exit has no preconditions.
    unsafe { libc::_exit(status) }
}

/// Registers `handler` to run when the process ends by `exit` or by a return from `main`, or when
/// this library is unloaded.
pub(crate) fn at_exit(handler: extern "C" fn()) -> io::Result<()> {
    // SAFETY: the handler has no preconditions, and is not unloaded before this library.
    if unsafe { libc::atexit(handler) } == 0 {
        Ok(())
    } else {
        Err(io::ErrorKind::OutOfMemory.into())
    }
}

/// Registers `handler` to run in each child that this process forks from now on, before `fork`
/// returns there. The handler must be async-signal-safe, because the forking process may have
/// several threads.
pub(crate) fn on_fork(handler: extern "C" fn()) -> io::Result<()> {
    // SAFETY: the handler has no preconditions. If this library is unloaded, its fork handlers are
    // removed.
    let error = unsafe { libc::pthread_atfork(None, None, Some(handler)) };
    if error == 0 { Ok(()) } else { Err(io::Error::from_raw_os_error(error)) }
}

#[cfg(test)]
mod tests {
    use super::probe::resident;
    use super::*;

    #[test]
    fn committed_memory_is_usable_and_zero_after_retiring() {
        let page = page_size();
        let space = Reservation::new(4 * page).unwrap();
        let part = space.start() + page..space.start() + 2 * page;
        for _ in 0..2 {
            space.commit(part.clone()).unwrap();
            let word = core::ptr::with_exposed_provenance_mut::<u64>(part.start);
            // SAFETY: the page was just committed, and this thread alone uses it.
            unsafe {
                assert_eq!(word.read(), 0);
                word.write(7);
                space.retire(part.clone()).unwrap();
            }
        }
    }

    #[test]
    fn discarded_memory_is_freed_and_accessible() {
        let page = page_size();
        let space = Reservation::new(16 * page).unwrap();
        let all = space.range();
        space.commit(all.clone()).unwrap();
        let words = || all.clone().step_by(page).map(core::ptr::with_exposed_provenance_mut::<u64>);
        // SAFETY: the pages were committed, and this thread alone uses them.
        words().for_each(|word| unsafe { word.write(7) });
        assert_eq!(resident(&all), 16);
        let part = all.start + 4 * page..all.start + 12 * page;
        // SAFETY: no code relies on the contents of this part after the call.
        unsafe { space.discard(part.clone()) }.unwrap();
        assert_eq!((resident(&part), resident(&all)), (0, 8));
        for word in words() {
            let expected = if part.contains(&word.addr()) { 0 } else { 7 };
            // SAFETY: the pages are accessible after the discard, and this thread alone uses them.
            unsafe {
                assert_eq!(word.read(), expected);
                word.write(8);
            }
        }
        assert_eq!(resident(&all), 16);
        // An empty part is allowed as well.
        // SAFETY: the part is empty.
        unsafe { space.discard(all.start..all.start) }.unwrap();
    }

    #[test]
    #[should_panic(expected = "not in the reservation")]
    fn discard_outside_the_reservation_is_an_error() {
        let space = Reservation::new(page_size()).unwrap();
        // SAFETY: the call panics before it discards memory.
        let _ = unsafe { space.discard(space.start()..space.start() + 2 * page_size()) };
    }

    #[test]
    #[should_panic(expected = "not in the reservation")]
    fn commit_outside_the_reservation_is_an_error() {
        let space = Reservation::new(page_size()).unwrap();
        let _ = space.commit(space.start()..space.start() + 2 * page_size());
    }

    #[test]
    fn available_memory_is_nonzero() {
        let physical = physical_memory().unwrap();
        assert!(physical > page_size());
        assert!(memory().unwrap() <= physical);
    }
}
