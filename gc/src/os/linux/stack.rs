//! The bounds of a stack: a thread's, or one that the library has allocated.

use core::mem::MaybeUninit;
use core::ops::Range;
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::io;

use super::current_thread_id;
use super::main_stack::main_stack;
use super::thread_handle::ThreadHandle;

/// The bounds of a stack. A thread's stack was allocated by the C library, or by the host
/// (`pthread_attr_setstack`).
///
/// The stack of a process's first thread has a lower bound that depends on `RLIMIT_STACK`, which
/// the process may raise at any time. So [`Self::contains`] queries the OS again before it
/// reports that an address below the known bound lies outside.
#[derive(Debug)]
pub(crate) struct StackBounds {
    /// The thread to which the OS gave this stack; `None` if the bounds are fixed.
    thread: Option<ThreadHandle>,
    /// The lowest known address. Relaxed: the value only decreases, and a thread that reads a stale
    /// value queries the OS.
    low: AtomicUsize,
    /// The address after the highest one.
    end: usize,
}

impl StackBounds {
    /// Returns the bounds of the calling thread's own stack, even if it currently runs on another
    /// one.
    ///
    /// # Errors
    ///
    /// Returns the error of `pthread_getattr_np`. The bounds of the process's first thread are
    /// known even if that function cannot read `/proc/self/maps`.
    pub(crate) fn of_current_thread() -> io::Result<Self> {
        let thread = ThreadHandle::current();
        // SAFETY: the calling thread has not ended.
        let bounds = unsafe { query_bounds(thread) };
        // SAFETY: no preconditions.
        let is_first = unsafe { libc::getpid() } == current_thread_id() as libc::pid_t;
        let Range { start, end } = bounds.or_else(|error| {
            let here = (&raw const thread).addr();
            let of_first = main_stack().filter(|stack| is_first && stack.contains(&here));
            of_first.ok_or(error)
        })?;
        Ok(Self { thread: Some(thread), low: AtomicUsize::new(start), end })
    }

    /// Returns bounds that never change.
    pub(crate) fn fixed(Range { start, end }: Range<usize>) -> Self {
        Self { thread: None, low: AtomicUsize::new(start), end }
    }

    /// Returns the address after the highest one.
    pub(crate) fn end(&self) -> usize {
        self.end
    }

    /// Returns the known bounds, without querying the OS.
    pub(crate) fn range(&self) -> Range<usize> {
        self.low.load(Relaxed)..self.end
    }

    /// Returns whether an address lies in the stack.
    ///
    /// # Safety
    ///
    /// If this is the stack of a thread, the thread has not ended.
    #[inline]
    pub(crate) unsafe fn contains(&self, address: usize) -> bool {
        // SAFETY: the caller guarantees that the thread has not ended.
        self.range().contains(&address)
            || address < self.end && unsafe { self.has_grown_to(address) }
    }

    /// Queries the OS, and returns whether the stack now contains `address`.
    ///
    /// # Safety
    ///
    /// The thread has not ended.
    #[cold]
    unsafe fn has_grown_to(&self, address: usize) -> bool {
        let Some(thread) = self.thread else { return false };
        // SAFETY: the caller guarantees that the thread has not ended.
        let now = unsafe { query_bounds(thread) }.ok().or_else(main_stack);
        // The stack of the first thread is not that of another one.
        if let Some(now) = now.filter(|now| now.end == self.end) {
            self.low.fetch_min(now.start, Relaxed);
        }
        self.range().contains(&address)
    }
}

/// Queries the OS for the bounds of a thread's stack.
///
/// # Safety
///
/// The thread has not ended.
unsafe fn query_bounds(thread: ThreadHandle) -> io::Result<Range<usize>> {
    let mut attributes = MaybeUninit::<libc::pthread_attr_t>::uninit();
    let (mut low, mut bytes) = (core::ptr::null_mut(), 0_usize);
    // SAFETY: the caller guarantees that the thread exists. `attributes` is initialised by the
    // first call, read by the second, and destroyed by the third even if the second fails.
    unsafe {
        let error = libc::pthread_getattr_np(thread.raw(), attributes.as_mut_ptr());
        if error != 0 {
            return Err(io::Error::from_raw_os_error(error));
        }
        let error = libc::pthread_attr_getstack(attributes.as_ptr(), &mut low, &mut bytes);
        libc::pthread_attr_destroy(attributes.as_mut_ptr());
        if error != 0 {
            return Err(io::Error::from_raw_os_error(error));
        }
    }
    let low = low.expose_provenance();
    Ok(low..low + bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stack_bounds_contain_local_variables() {
        let here = 0_u8;
        let address = (&raw const here).addr();
        let stack = StackBounds::of_current_thread().unwrap();
        // SAFETY: the stack of this thread.
        assert!(unsafe { stack.contains(address) });
        std::thread::spawn(move || {
            let other = StackBounds::of_current_thread().unwrap();
            // SAFETY: `other` is the stack of the calling thread.
            assert!(!unsafe { other.contains(address) });
        })
        .join()
        .unwrap();
    }

    #[test]
    fn lowered_stack_bound_is_found() {
        let stack = StackBounds::of_current_thread().unwrap();
        let Range { start, end } = stack.range();
        // Simulates a limit that was raised after the bound was read.
        stack.low.store(end - 16, Relaxed);
        let contains = |address| {
            // SAFETY: the stack of this thread.
            unsafe { stack.contains(address) }
        };
        assert!(contains(end - 8));
        assert_eq!(stack.range(), end - 16..end);
        assert!(contains(start + 8));
        assert_eq!(stack.range(), start..end);
        assert!(!contains(start - 8) && !contains(end) && !contains(0));
    }
}
