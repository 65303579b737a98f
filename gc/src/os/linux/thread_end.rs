//! A handler for the end of a thread, for threads in which the destructors of thread-local
//! variables have already run.
//!
//! The destructors of `thread_local!` variables run first, and once. A variable that is first used
//! after that, in the destructor of a `pthread_key`, is never dropped. POSIX calls the destructors
//! of keys again for values that were set meanwhile, in up to `PTHREAD_DESTRUCTOR_ITERATIONS`
//! rounds (4 in glibc). So the destructor of a key detects the end of such a thread. It does not
//! run if its value is set in the last round by the destructor of a higher key.
//!
//! A process has 1,024 keys. So the key is deleted when the shared library that contains this code
//! is unloaded.

use core::ffi::c_void;
use core::sync::atomic::{
    AtomicBool,
    Ordering::{Acquire, Release},
};
use std::io;
use std::sync::OnceLock;

/// The key, or the error of `pthread_key_create`. A thread's value of the key is the handler to
/// call.
static KEY: OnceLock<Result<libc::pthread_key_t, i32>> = OnceLock::new();

/// Whether the key was deleted: its number may be that of another key.
static IS_DELETED: AtomicBool = AtomicBool::new(false);

/// Returns the key, and creates it at the first call.
fn key() -> io::Result<libc::pthread_key_t> {
    let key = KEY.get_or_init(|| {
        let mut key = 0;
        // SAFETY: `run_handler` accepts the values that `on_thread_end` sets.
        let error = unsafe { libc::pthread_key_create(&mut key, Some(run_handler)) };
        if error == 0 { Ok(key) } else { Err(error) }
    });
    key.map_err(io::Error::from_raw_os_error)
}

/// Deletes the key. The dynamic loader calls this before it unloads the library, and `exit` at the
/// end of the process, after which other threads may still run: they are no longer detached when
/// they end.
extern "C" fn delete_key() {
    if let Some(Ok(key)) = KEY.get() {
        IS_DELETED.store(true, Release);
        // SAFETY: the key exists, and belongs to this module.
        unsafe { libc::pthread_key_delete(*key) };
    }
}

/// The dynamic loader and the start files of C call the functions in this section.
#[used]
// SAFETY: the section holds pointers to functions without arguments.
#[unsafe(link_section = ".fini_array")]
static AT_UNLOAD: extern "C" fn() = delete_key;

/// Destructor of the key: calls the handler.
///
/// # Safety
///
/// `handler` is a value that [`on_thread_end`] has set, and is not null.
unsafe extern "C" fn run_handler(handler: *mut c_void) {
    // SAFETY: the caller guarantees a value of `on_thread_end`, which is a function of this type.
    let handler: extern "C" fn() = unsafe { core::mem::transmute(handler) };
    handler();
}

/// Registers `handler` to run when the calling thread ends, and replaces the previous handler. With
/// `None`, no handler runs, so this library may be unloaded.
///
/// # Errors
///
/// If all keys of the process are in use, or the OS has no memory.
pub(crate) fn on_thread_end(handler: Option<extern "C" fn()>) -> io::Result<()> {
    if IS_DELETED.load(Acquire) {
        return Ok(());
    }
    let value = handler.map_or(core::ptr::null(), |handler| handler as *const c_void);
    // SAFETY: the key exists, and belongs to this module.
    let error = unsafe { libc::pthread_setspecific(key()?, value) };
    if error == 0 { Ok(()) } else { Err(io::Error::from_raw_os_error(error)) }
}

#[cfg(test)]
mod tests {
    use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use super::*;

    #[test]
    fn last_set_handler_runs_at_thread_exit() {
        static CALLS: AtomicUsize = AtomicUsize::new(0);
        extern "C" fn first() {
            CALLS.fetch_add(1, Relaxed);
        }
        extern "C" fn second() {
            CALLS.fetch_add(100, Relaxed);
        }
        for (handlers, expected) in [
            (&[Some(first as extern "C" fn())][..], 1),
            (&[Some(first), Some(second)], 101),
            (&[Some(first), None], 101),
        ] {
            let set = || handlers.iter().for_each(|&handler| on_thread_end(handler).unwrap());
            std::thread::scope(|scope| scope.spawn(set).join()).unwrap();
            assert_eq!(CALLS.load(Relaxed), expected);
        }
    }
}
