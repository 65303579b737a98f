//! Linux: address space, sizes of memory and cache, stack bounds, the fault signal.

use core::ops::Range;
use core::sync::atomic::{AtomicBool, Ordering};
use std::io;
use std::os::fd::{AsRawFd as _, BorrowedFd};
use std::path::Path;

mod cache;
mod cgroup;
mod fault;
mod helper;
mod interrupt;
#[cfg(test)]
pub(crate) mod probe;
mod quiet_write;
mod stack;
mod thread_end;

pub(crate) use fault::on_fault;
pub(crate) use helper::spawn_helper;
pub(crate) use interrupt::{interrupt, on_interrupt, thread_status};
pub(crate) use quiet_write::{ShortWrite, write_quietly, write_quietly_at};
pub(crate) use stack::StackBounds;
pub(crate) use statepoint_scanner::os::cancellation::{CancelDeferred, CancelDisabled};
#[cfg(feature = "capi")]
pub(crate) use statepoint_scanner::os::cancellation::{
    with_deferred_cancellation, without_cancellation,
};
pub(crate) use thread_end::on_thread_end;

/// Address space that no other mapping will use, inaccessible until [`Reservation::commit`].
#[derive(Debug)]
pub(crate) struct Reservation {
    start: usize,
    bytes: usize,
}

/// Returns the size of a page in bytes.
pub(crate) fn page_size() -> usize {
    // SAFETY: sysconf has no preconditions.
    let bytes = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    usize::try_from(bytes).ok().filter(|n| n.is_power_of_two()).unwrap_or(4096)
}

/// Returns the bytes of memory that this process can have: the machine's memory, or the limit of
/// the process's container if that is less. `None` if the system reports neither.
pub(crate) fn memory() -> Option<usize> {
    // A value that is not a number of bytes in an address space is no limit.
    let container = cgroup::memory_limit(Path::new("/")).and_then(|n| usize::try_from(n).ok());
    [physical_memory(), container].into_iter().flatten().min()
}

/// Returns the size in bytes of the processor's last-level cache. `None` if the system does not
/// report it.
pub(crate) fn cache() -> Option<usize> {
    cache::last_level(Path::new("/"))
}

fn physical_memory() -> Option<usize> {
    // SAFETY: sysconf has no preconditions.
    let pages = unsafe { libc::sysconf(libc::_SC_PHYS_PAGES) };
    let pages = usize::try_from(pages).ok().filter(|&pages| pages > 0)?;
    Some(pages.saturating_mul(page_size()))
}

fn check(result: libc::c_int) -> io::Result<()> {
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

impl Reservation {
    /// Reserves `bytes` bytes, a multiple of the page size.
    pub(crate) fn new(bytes: usize) -> io::Result<Self> {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        // SAFETY: a new anonymous mapping at an address of the system's choice touches nothing.
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

    /// Returns all addresses of the reservation.
    pub(crate) fn range(&self) -> Range<usize> {
        self.start..self.start + self.bytes
    }

    fn pointer(&self, part: &Range<usize>) -> *mut libc::c_void {
        assert!(
            self.start <= part.start
                && part.start <= part.end
                && part.end <= self.start + self.bytes,
            "{part:x?} is not in the reservation"
        );
        core::ptr::with_exposed_provenance_mut(part.start)
    }

    /// Makes a page-aligned part readable; it reads as zero, and takes no memory.
    pub(crate) fn make_readable(&self, part: Range<usize>) -> io::Result<()> {
        let start = self.pointer(&part);
        // SAFETY: the part lies in our own mapping; what was written to it stays.
        check(unsafe { libc::mprotect(start, part.len(), libc::PROT_READ) })
    }

    /// Makes a page-aligned part readable and writable; what was never written reads as zero.
    pub(crate) fn commit(&self, part: Range<usize>) -> io::Result<()> {
        let start = self.pointer(&part);
        // SAFETY: the part lies in our own mapping; more access invalidates no use of it.
        check(unsafe { libc::mprotect(start, part.len(), libc::PROT_READ | libc::PROT_WRITE) })
    }

    /// Requests huge pages in a page-aligned part.
    ///
    /// # Errors
    ///
    /// An error of `madvise`, for example if the kernel was built without huge pages. Nothing has
    /// changed then.
    pub(crate) fn prefer_huge_pages(&self, part: Range<usize>) -> io::Result<()> {
        let start = self.pointer(&part);
        // SAFETY: the part lies in our own mapping, and this changes nothing of what it holds.
        check(unsafe { libc::madvise(start, part.len(), libc::MADV_HUGEPAGE) })
    }

    /// Returns the memory of a page-aligned part to the system. The part stays as accessible as it
    /// is; committed pages read as zero from now on, and get memory again when they are written.
    ///
    /// # Errors
    ///
    /// An error of `madvise`, for example if the process has locked its memory (`mlockall`). The
    /// part is then unchanged, or some of its pages are zero.
    ///
    /// # Safety
    ///
    /// The contents of the part are not relied on any more.
    pub(crate) unsafe fn discard(&self, part: Range<usize>) -> io::Result<()> {
        let start = self.pointer(&part);
        // SAFETY: the part lies in our own mapping, which is private and anonymous, so that its
        // pages are zero when they are touched again, and the caller gives up the contents.
        check(unsafe { libc::madvise(start, part.len(), libc::MADV_DONTNEED) })
    }

    /// Makes a page-aligned part inaccessible and returns its memory to the system; it is zero when
    /// it is committed again.
    ///
    /// # Safety
    ///
    /// The contents of the part are not used any more, or a fault on use is intended by the caller.
    pub(crate) unsafe fn retire(&self, part: Range<usize>) -> io::Result<()> {
        let start = self.pointer(&part);
        if part.is_empty() {
            return Ok(());
        }
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_FIXED;
        // Mapped anew rather than protected: that frees the page tables, too.
        // SAFETY: the part lies in our own mapping, and the caller gives up the contents.
        let mapped = unsafe { libc::mmap(start, part.len(), libc::PROT_NONE, flags, -1, 0) };
        if mapped == libc::MAP_FAILED { Err(io::Error::last_os_error()) } else { Ok(()) }
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        let start = core::ptr::with_exposed_provenance_mut(self.start);
        // SAFETY: the mapping is ours; its owner, the heap, outlives every user of an object.
        unsafe { libc::munmap(start, self.bytes) };
    }
}

/// Returns the calling thread's id in the system (`gettid`).
pub(crate) fn current_thread_id() -> u32 {
    // SAFETY: gettid has no preconditions.
    unsafe { libc::gettid() }.unsigned_abs()
}

/// Returns the calling thread's name as the system knows it: at most 15 bytes. Not taken from the
/// standard library, whose record of a thread no longer exists in the later destructors of a
/// `pthread_key`.
pub(crate) fn thread_name() -> String {
    let name = current_thread_name();
    let length = name.iter().position(|&byte| byte == 0).unwrap_or(name.len());
    String::from_utf8_lossy(&name[..length]).into_owned()
}

/// Returns the calling thread's name as the system knows it, NUL-terminated; async-signal-safe.
pub(crate) fn current_thread_name() -> [u8; 16] {
    let mut name = [0_u8; 16];
    // SAFETY: PR_GET_NAME writes at most 16 bytes.
    unsafe { libc::prctl(libc::PR_GET_NAME, name.as_mut_ptr()) };
    name[15] = 0;
    name
}

/// Returns the number of processors that this process may run on, at least 1. Reads files of
/// control groups: not to be called while threads are stopped.
pub(crate) fn processors() -> usize {
    let _uncancelled = CancelDisabled::begin();
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Whether this process is registered for `membarrier(2)`.
static BARRIERS: AtomicBool = AtomicBool::new(false);

fn membarrier(command: libc::c_int) -> bool {
    // SAFETY: commands of this kind change no memory, and fail where they are not known.
    unsafe { libc::syscall(libc::SYS_membarrier, command, 0, 0) == 0 }
}

/// Enables [`barrier_in_all_threads`], and returns whether the system supports it. Linux does since
/// 4.14; sandboxes may forbid it.
pub(crate) fn enable_barriers() -> bool {
    if membarrier(libc::MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED) {
        BARRIERS.store(true, Ordering::Relaxed);
    }
    BARRIERS.load(Ordering::Relaxed)
}

/// Executes a full memory barrier on every processor that runs a thread of the process, as if each
/// thread had executed a fence at its current instruction. (A thread that is not running had its
/// barrier when it lost the processor.) Does nothing if barriers are not enabled.
///
/// # Errors
///
/// An error of `membarrier`, if the system permitted barriers earlier but no longer does.
pub(crate) fn barrier_in_all_threads() -> io::Result<()> {
    if BARRIERS.load(Ordering::Relaxed) && !membarrier(libc::MEMBARRIER_CMD_PRIVATE_EXPEDITED) {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

/// Locks a file for this process (`flock`, advisory and exclusive), until it is closed.
///
/// # Errors
///
/// `WouldBlock` if another process has it locked; else the system's.
pub(crate) fn lock_file(file: BorrowedFd<'_>) -> io::Result<()> {
    // SAFETY: no preconditions.
    check(unsafe { libc::flock(file.as_raw_fd(), libc::LOCK_EX | libc::LOCK_NB) })
}

/// The file descriptor of standard error.
pub(crate) const STANDARD_ERROR: i32 = libc::STDERR_FILENO;

/// Writes to standard error without a buffer or a lock; async-signal-safe. Not by `write`, which is
/// a cancellation point: the process may be about to end, and a cancelled thread would not end it.
pub(crate) fn write_error(bytes: &[u8]) {
    let (start, length) = (bytes.as_ptr(), bytes.len());
    // SAFETY: the buffer is valid; nothing can be done about an error here.
    unsafe { libc::syscall(libc::SYS_write, libc::STDERR_FILENO, start, length) };
}

/// Ends the process at once, without running the handlers registered for its exit: other threads
/// may be in managed code.
pub(crate) fn exit_now(status: i32) -> ! {
    // SAFETY: _exit has no preconditions.
    unsafe { libc::_exit(status) }
}

/// Registers `handler` to run when the process ends by `exit`, or by returning from its `main`; or
/// when this code is unloaded.
pub(crate) fn at_exit(handler: extern "C" fn()) -> io::Result<()> {
    // SAFETY: a function without preconditions, which exists as long as this code does.
    if unsafe { libc::atexit(handler) } == 0 {
        Ok(())
    } else {
        Err(io::ErrorKind::OutOfMemory.into())
    }
}

/// Registers `handler` to run in each child that this process forks from now on, before `fork`
/// returns there. It must be async-signal-safe: the process that is copied may have threads.
pub(crate) fn on_fork(handler: extern "C" fn()) -> io::Result<()> {
    // SAFETY: a function without preconditions, which exists as long as this code does: handlers
    // registered by a library are removed when that is unloaded.
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
        // SAFETY: only this test uses it.
        unsafe { space.discard(part.clone()) }.unwrap();
        assert_eq!((resident(&part), resident(&all)), (0, 8));
        for word in words() {
            let expected = if part.contains(&word.addr()) { 0 } else { 7 };
            // SAFETY: as above.
            unsafe {
                assert_eq!(word.read(), expected);
                word.write(8);
            }
        }
        assert_eq!(resident(&all), 16);
        // An empty part is allowed as well.
        // SAFETY: there are no contents that could be relied on.
        unsafe { space.discard(all.start..all.start) }.unwrap();
    }

    #[test]
    #[should_panic(expected = "not in the reservation")]
    fn discard_outside_the_reservation_is_an_error() {
        let space = Reservation::new(page_size()).unwrap();
        // SAFETY: it is refused.
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
