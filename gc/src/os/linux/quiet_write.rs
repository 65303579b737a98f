//! Writes that raise no signal, because a signal could end the process.

use core::ffi::c_int;
use core::mem::MaybeUninit;
use std::io;
use std::os::fd::{AsRawFd as _, BorrowedFd, RawFd};

use super::CancelDisabled;

/// Errors of a write that also raise a signal, each with its signal: a pipe without a reader, a
/// file at the size limit of the process.
const ERROR_SIGNALS: [(c_int, c_int); 2] =
    [(libc::EPIPE, libc::SIGPIPE), (libc::EFBIG, libc::SIGXFSZ)];
/// Maximum time to wait until a nonblocking file can be written, in milliseconds.
const POLL_TIMEOUT_MS: c_int = 100;

/// Error of an incomplete write.
#[derive(Debug)]
pub(crate) struct ShortWrite {
    /// Number of bytes that were written.
    pub(crate) written: usize,
    /// The reason.
    pub(crate) source: io::Error,
}

/// Writes all of `bytes` to an open file without a buffer or a lock, in a single system call if
/// possible. Raises no signal on an error. If `file` is not open, nothing is written, and an error
/// is returned.
pub(crate) fn write_quietly(file: RawFd, bytes: &[u8]) -> Result<(), ShortWrite> {
    // SAFETY: the buffer `rest` is valid for reads.
    write_all(file, bytes, |rest, _| unsafe { libc::write(file, rest.as_ptr().cast(), rest.len()) })
}

/// As [`write_quietly`], but writes at an offset in bytes from the beginning of the file. If the
/// file is opened for appending, writes at its end.
pub(crate) fn write_quietly_at(
    file: BorrowedFd<'_>,
    bytes: &[u8],
    offset: u64,
) -> Result<(), ShortWrite> {
    write_all(file.as_raw_fd(), bytes, |rest, written| {
        // No file is so large that the offset exceeds this maximum.
        let offset = offset.saturating_add(written as u64).min(i64::MAX as u64) as libc::off64_t;
        // SAFETY: the buffer `rest` is valid for reads.
        unsafe { libc::pwrite64(file.as_raw_fd(), rest.as_ptr().cast(), rest.len(), offset) }
    })
}

/// Calls `write` with the remaining bytes and the number of bytes written so far, until all are
/// written.
fn write_all(
    file: RawFd,
    bytes: &[u8],
    write: impl Fn(&[u8], usize) -> libc::ssize_t,
) -> Result<(), ShortWrite> {
    let _uncancelled = CancelDisabled::begin();
    let blocked = BlockedSignals::begin();
    let mut written = 0;
    while written < bytes.len() {
        let error = match usize::try_from(write(&bytes[written..], written)) {
            Ok(0) => io::Error::from(io::ErrorKind::WriteZero),
            Ok(count) => {
                written += count;
                continue;
            }
            Err(_) => io::Error::last_os_error(),
        };
        match error.kind() {
            io::ErrorKind::Interrupted => continue,
            io::ErrorKind::WouldBlock if wait_until_writable(file) => continue,
            _ => {}
        }
        for (code, signal) in ERROR_SIGNALS {
            if error.raw_os_error() == Some(code) {
                blocked.consume(signal);
            }
        }
        return Err(ShortWrite { written, source: error });
    }
    Ok(())
}

/// Waits up to [`POLL_TIMEOUT_MS`] until the file can be written. Returns whether it can.
fn wait_until_writable(file: RawFd) -> bool {
    let mut poll = libc::pollfd { fd: file, events: libc::POLLOUT, revents: 0 };
    // SAFETY: `poll` is an array of one element.
    unsafe { libc::poll(&raw mut poll, 1, POLL_TIMEOUT_MS) == 1 }
}

/// A scope in which the calling thread blocks the signals of [`ERROR_SIGNALS`]. Dropping it
/// restores the thread's previous signal mask.
struct BlockedSignals {
    /// The previous signal mask.
    before: libc::sigset_t,
    /// Signals that were pending before the write.
    pending: libc::sigset_t,
}

/// Returns a set without signals.
fn empty_set() -> libc::sigset_t {
    let mut set = MaybeUninit::uninit();
    // SAFETY: sigemptyset initialises the set, and cannot fail.
    unsafe {
        libc::sigemptyset(set.as_mut_ptr());
        set.assume_init()
    }
}

/// Returns a set of one signal.
fn single_signal_set(signal: c_int) -> libc::sigset_t {
    let mut set = empty_set();
    // SAFETY: `set` is a valid set.
    unsafe { libc::sigaddset(&raw mut set, signal) };
    set
}

/// Returns whether a set contains a signal.
fn contains(set: &libc::sigset_t, signal: c_int) -> bool {
    // SAFETY: `set` is a valid set.
    unsafe { libc::sigismember(set, signal) == 1 }
}

impl BlockedSignals {
    fn begin() -> Self {
        let (mut before, mut pending, mut raised) = (empty_set(), empty_set(), empty_set());
        // SAFETY: all pointers are to valid signal sets.
        unsafe {
            for (_, signal) in ERROR_SIGNALS {
                libc::sigaddset(&raw mut raised, signal);
            }
            libc::pthread_sigmask(libc::SIG_BLOCK, &raw const raised, &raw mut before);
            // A signal can only have been pending if it was blocked.
            if ERROR_SIGNALS.iter().any(|&(_, signal)| contains(&before, signal)) {
                libc::sigpending(&raw mut pending);
            }
        }
        Self { before, pending }
    }

    /// Consumes a pending signal that the write has raised. If the signal was pending before the
    /// write, it stays pending.
    fn consume(&self, signal: c_int) {
        if contains(&self.pending, signal) {
            return;
        }
        let (set, timeout) = (single_signal_set(signal), libc::timespec { tv_sec: 0, tv_nsec: 0 });
        // SAFETY: `set` and `timeout` are valid. A null pointer for the signal information is
        // allowed.
        unsafe { libc::sigtimedwait(&raw const set, core::ptr::null_mut(), &raw const timeout) };
    }
}

impl Drop for BlockedSignals {
    fn drop(&mut self) {
        // SAFETY: `before` is the valid previous mask of this thread.
        unsafe {
            libc::pthread_sigmask(libc::SIG_SETMASK, &raw const self.before, core::ptr::null_mut());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::fd::{FromRawFd as _, OwnedFd};

    fn pipe(flags: c_int) -> [OwnedFd; 2] {
        let mut ends = [0; 2];
        // SAFETY: `ends` has room for two descriptors, which only this function owns.
        unsafe {
            assert_eq!(libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC | flags), 0);
            ends.map(|end| OwnedFd::from_raw_fd(end))
        }
    }

    /// Sets the action of a signal of this process.
    fn set_action(signal: c_int, action: libc::sighandler_t) {
        // SAFETY: the callers pass standard actions only.
        assert_ne!(unsafe { libc::signal(signal, action) }, libc::SIG_ERR);
    }

    #[test]
    fn closed_pipe_is_an_error_without_sigpipe() {
        set_action(libc::SIGPIPE, libc::SIG_DFL);
        let [reader, writer] = pipe(0);
        write_quietly(writer.as_raw_fd(), b"heard").unwrap();
        drop(reader);
        for blocked in [false, true] {
            let how = if blocked { libc::SIG_BLOCK } else { libc::SIG_UNBLOCK };
            let set = single_signal_set(libc::SIGPIPE);
            // SAFETY: a valid set.
            unsafe { libc::pthread_sigmask(how, &raw const set, core::ptr::null_mut()) };
            let cut = write_quietly(writer.as_raw_fd(), b"unheard").unwrap_err();
            assert_eq!(cut.written, 0);
            // The signal is not pending either.
            let mut pending = empty_set();
            // SAFETY: a valid set.
            unsafe { libc::sigpending(&raw mut pending) };
            assert!(!contains(&pending, libc::SIGPIPE));
        }
    }

    #[test]
    fn write_without_room_is_truncated() {
        let [_reader, writer] = pipe(libc::O_NONBLOCK);
        let cut = write_quietly(writer.as_raw_fd(), &vec![b'x'; 1 << 20]).unwrap_err();
        assert!(cut.written > 0 && cut.written < 1 << 20, "{cut:?}");
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let cut = write_quietly(full.as_raw_fd(), b"x").unwrap_err();
        assert_eq!(cut.written, 0);
    }

    /// Standard error may be closed: its descriptor then refers to no file.
    #[test]
    fn closed_descriptor_is_not_written() {
        // No process has a descriptor with this value.
        let cut = write_quietly(c_int::MAX, b"x").unwrap_err();
        assert_eq!(cut.written, 0);
    }
}
