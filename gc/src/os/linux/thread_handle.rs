//! [`ThreadHandle`], the C library's name of a thread.

/// A thread of this process, as the C library names it: a number in glibc, a pointer in musl. Any
/// thread may use the name of another one.
#[derive(Clone, Copy, Debug)]
pub(super) struct ThreadHandle(libc::pthread_t);

// SAFETY: a `pthread_t` names a thread in all threads of the process, and the functions that take
// one may be called by any of them.
unsafe impl Send for ThreadHandle {}
// SAFETY: as above.
unsafe impl Sync for ThreadHandle {}

impl ThreadHandle {
    pub(super) fn new(thread: libc::pthread_t) -> Self {
        Self(thread)
    }

    pub(super) fn current() -> Self {
        // SAFETY: no preconditions.
        Self(unsafe { libc::pthread_self() })
    }

    pub(super) fn raw(self) -> libc::pthread_t {
        self.0
    }
}
