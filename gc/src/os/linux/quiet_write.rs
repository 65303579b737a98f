//! Writing without a signal that could end the process.

use core::ffi::c_int;
use core::mem::MaybeUninit;
use std::io;
use std::os::fd::{AsRawFd as _, BorrowedFd, RawFd};

use super::CancelDisabled;

/// Errors of a write that also raise a signal: a pipe without a reader, a file at this process's
/// size limit.
const RAISED: [(c_int, c_int); 2] = [(libc::EPIPE, libc::SIGPIPE), (libc::EFBIG, libc::SIGXFSZ)];
/// Timeout of the wait for room in a file that does not wait itself, in milliseconds.
const POLL_TIMEOUT_MS: c_int = 100;

/// Error of an incomplete write.
#[derive(Debug)]
pub(crate) struct ShortWrite {
    /// Number of bytes that were written.
    pub(crate) written: usize,
}

/// Writes all of `bytes` to an open file, at once where the system does so, without a buffer or a
/// lock. Raises no signal if that is not possible. If `file` is not open, nothing is written, and
/// that is returned.
pub(crate) fn write_quietly(file: RawFd, bytes: &[u8]) -> Result<(), ShortWrite> {
    // SAFETY: the buffer is valid.
    write_all(file, bytes, |rest, _| unsafe { libc::write(file, rest.as_ptr().cast(), rest.len()) })
}

/// Writes like [`write_quietly`] at an offset from the beginning of a file; if the file is opened
/// for appending, at its end.
pub(crate) fn write_quietly_at(
    file: BorrowedFd<'_>,
    bytes: &[u8],
    place: u64,
) -> Result<(), ShortWrite> {
    write_all(file.as_raw_fd(), bytes, |rest, written| {
        // No file is so large that this would not be the right offset.
        let place = place.saturating_add(written as u64).min(i64::MAX as u64) as libc::off64_t;
        // SAFETY: the buffer is valid.
        unsafe { libc::pwrite64(file.as_raw_fd(), rest.as_ptr().cast(), rest.len(), place) }
    })
}

/// Calls `write` with the rest of `bytes`, and the number of bytes written so far, until all are
/// written.
fn write_all(
    file: RawFd,
    bytes: &[u8],
    write: impl Fn(&[u8], usize) -> libc::ssize_t,
) -> Result<(), ShortWrite> {
    let _uncancelled = CancelDisabled::begin();
    let quiet = Quiet::begin();
    let mut written = 0;
    while written < bytes.len() {
        let why = match usize::try_from(write(&bytes[written..], written)) {
            Ok(0) => io::Error::from(io::ErrorKind::WriteZero),
            Ok(count) => {
                written += count;
                continue;
            }
            Err(_) => io::Error::last_os_error(),
        };
        match why.kind() {
            io::ErrorKind::Interrupted => continue,
            io::ErrorKind::WouldBlock if has_room(file) => continue,
            _ => {}
        }
        for (error, signal) in RAISED {
            if why.raw_os_error() == Some(error) {
                quiet.swallow(signal);
            }
        }
        return Err(ShortWrite { written });
    }
    Ok(())
}

/// Waits up to [`POLL_TIMEOUT_MS`] until something can be written; returns whether it can.
fn has_room(file: RawFd) -> bool {
    let mut poll = libc::pollfd { fd: file, events: libc::POLLOUT, revents: 0 };
    // SAFETY: one descriptor, which is the caller's.
    unsafe { libc::poll(&raw mut poll, 1, POLL_TIMEOUT_MS) == 1 }
}

/// Blocks the signals while this exists; dropping it restores the thread's previous signal mask.
struct Quiet {
    before: libc::sigset_t,
    /// Signals that were pending already, and are not this write's.
    pending: libc::sigset_t,
}

fn empty() -> libc::sigset_t {
    let mut set = MaybeUninit::uninit();
    // SAFETY: it fills the set, and cannot fail.
    unsafe {
        libc::sigemptyset(set.as_mut_ptr());
        set.assume_init()
    }
}

fn only(signal: c_int) -> libc::sigset_t {
    let mut set = empty();
    // SAFETY: a valid set, and a signal that exists.
    unsafe { libc::sigaddset(&raw mut set, signal) };
    set
}

fn has(set: &libc::sigset_t, signal: c_int) -> bool {
    // SAFETY: as above.
    unsafe { libc::sigismember(set, signal) == 1 }
}

impl Quiet {
    fn begin() -> Self {
        let (mut before, mut pending, mut raised) = (empty(), empty(), empty());
        // SAFETY: valid sets throughout. Nothing else of the thread changes.
        unsafe {
            for (_, signal) in RAISED {
                libc::sigaddset(&raw mut raised, signal);
            }
            libc::pthread_sigmask(libc::SIG_BLOCK, &raw const raised, &raw mut before);
            // If they were not blocked, none can have been pending.
            if RAISED.iter().any(|&(_, signal)| has(&before, signal)) {
                libc::sigpending(&raw mut pending);
            }
        }
        Self { before, pending }
    }

    /// Consumes a signal that the write has raised, unless one was pending before: then that one
    /// stays pending.
    fn swallow(&self, signal: c_int) {
        if has(&self.pending, signal) {
            return;
        }
        let (set, none) = (only(signal), libc::timespec { tv_sec: 0, tv_nsec: 0 });
        // SAFETY: a valid set and time; no information about the signal is requested.
        unsafe { libc::sigtimedwait(&raw const set, core::ptr::null_mut(), &raw const none) };
    }
}

impl Drop for Quiet {
    fn drop(&mut self) {
        // SAFETY: the mask that the thread had.
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
        // SAFETY: room for two descriptors, which are owned by this function only.
        unsafe {
            assert_eq!(libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC | flags), 0);
            ends.map(|end| OwnedFd::from_raw_fd(end))
        }
    }

    /// Sets the action of a signal of this process.
    fn set_action(signal: c_int, action: libc::sighandler_t) {
        // SAFETY: no handler but the standard ones.
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
            let set = only(libc::SIGPIPE);
            // SAFETY: a valid set.
            unsafe { libc::pthread_sigmask(how, &raw const set, core::ptr::null_mut()) };
            let cut = write_quietly(writer.as_raw_fd(), b"unheard").unwrap_err();
            assert_eq!(cut.written, 0);
            // Neither is it raised later.
            let mut pending = empty();
            // SAFETY: a valid set.
            unsafe { libc::sigpending(&raw mut pending) };
            assert!(!has(&pending, libc::SIGPIPE));
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

    /// Standard error may be closed: a number that names no file.
    #[test]
    fn closed_descriptor_is_not_written() {
        // No process has this many.
        let cut = write_quietly(c_int::MAX, b"x").unwrap_err();
        assert_eq!(cut.written, 0);
    }
}
