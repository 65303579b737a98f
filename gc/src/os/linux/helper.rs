//! The collector's own threads.
//!
//! They are created by `pthread_create`. A new thread of the standard library maps its alternate
//! signal stack, and aborts the process if there is no memory for it. Here, whatever a thread needs
//! exists before it starts, or its creation is an error.

use core::ffi::{CStr, c_void};
use core::mem::MaybeUninit;
use std::ffi::CString;
use std::io;
use std::sync::OnceLock;

use super::AlternateStack;
use super::thread_handle::ThreadHandle;

/// Size in bytes of the stack of a thread, unless the variable `RUST_MIN_STACK` sets it, without
/// the thread-local variables of the program, which glibc places there, too.
const STACK: usize = 2 << 20;
/// Maximum length of the name of a thread in bytes.
const MAX_NAME: usize = 15;

/// Signals that a fault raises in the thread that caused it. If such a signal were blocked, the
/// kernel would end the process without calling its handler.
const FAULTS: [libc::c_int; 6] =
    [libc::SIGSEGV, libc::SIGBUS, libc::SIGFPE, libc::SIGILL, libc::SIGTRAP, libc::SIGSYS];

/// Starts a thread of the collector, which blocks all signals except those of faults. So the host's
/// signals are delivered only to the host's threads. Their handlers may rely on the host's
/// thread-local variables, or the host may block a signal in all its threads and receive it by
/// `sigwait`.
///
/// A panic in `run` ends the process.
///
/// # Errors
///
/// If the system has no memory for the thread, or does not permit another one.
pub(crate) fn spawn_helper(
    name: &str,
    run: impl FnOnce() + Send + 'static,
) -> io::Result<HelperThread> {
    let name = CString::new(&name[..name.floor_char_boundary(MAX_NAME)])?;
    let start = Box::new(Start { name, run: Box::new(run) });
    let attributes = Attributes::new()?;
    // A new thread inherits its creator's signal mask, from its first instruction on.
    let _blocked = BlockedSignals::begin();
    let (mut thread, start) = (MaybeUninit::uninit(), Box::into_raw(start));
    // SAFETY: the attributes are initialised. `run_helper` accepts `start`, which only the new
    // thread uses.
    let error = unsafe {
        libc::pthread_create(thread.as_mut_ptr(), &raw const attributes.0, run_helper, start.cast())
    };
    if error != 0 {
        // SAFETY: there is no thread, so the box is still that of this function.
        drop(unsafe { Box::from_raw(start) });
        return Err(io::Error::from_raw_os_error(error));
    }
    // SAFETY: the call has succeeded, and stored the thread.
    Ok(HelperThread(ThreadHandle::new(unsafe { thread.assume_init() })))
}

/// What a new thread receives.
struct Start {
    name: CString,
    run: Box<dyn FnOnce() + Send>,
}

/// The start function of a thread. A panic does not leave it, but ends the process.
///
/// # Safety
///
/// `start` is a [`Start`] from [`Box::into_raw`], which nothing else uses.
extern "C" fn run_helper(start: *mut c_void) -> *mut c_void {
    // SAFETY: the caller guarantees it.
    let Start { name, run } = *unsafe { Box::from_raw(start.cast::<Start>()) };
    set_current_name(&name);
    // Handlers of faults run on it, so that they can report an overflow of the stack, as in a
    // host's object model.
    let _alternate_stack = AlternateStack::install().unwrap_or(None);
    run();
    core::ptr::null_mut()
}

/// Sets the calling thread's name in the OS.
fn set_current_name(name: &CStr) {
    // SAFETY: the name ends with a null byte.
    unsafe { libc::prctl(libc::PR_SET_NAME, name.as_ptr()) };
}

/// A thread of the collector. Dropping it leaves the thread running.
#[derive(Debug)]
pub(crate) struct HelperThread(ThreadHandle);

impl HelperThread {
    /// Returns whether this is the calling thread.
    pub(crate) fn is_current(&self) -> bool {
        // SAFETY: the thread exists, or was neither joined nor detached.
        unsafe { libc::pthread_equal(self.0.raw(), ThreadHandle::current().raw()) != 0 }
    }

    /// Waits until the thread has ended, which is not the calling one.
    pub(crate) fn join(self) {
        // SAFETY: the thread was neither joined nor detached.
        unsafe { libc::pthread_join(self.0.raw(), core::ptr::null_mut()) };
        core::mem::forget(self);
    }
}

impl Drop for HelperThread {
    fn drop(&mut self) {
        // SAFETY: the thread was neither joined nor detached.
        unsafe { libc::pthread_detach(self.0.raw()) };
    }
}

/// Returns the size in bytes of the part of a stack that the code of a thread may use.
fn requested_stack() -> usize {
    // Read once: a host in C may change its environment while threads start.
    static REQUESTED: OnceLock<usize> = OnceLock::new();
    *REQUESTED.get_or_init(|| {
        let requested = std::env::var("RUST_MIN_STACK").ok().and_then(|bytes| bytes.parse().ok());
        requested.unwrap_or(STACK)
    })
}

/// Returns the least size in bytes of the stack of a thread with these attributes, with the
/// thread-local variables of the program.
fn minimum_stack(attributes: &libc::pthread_attr_t) -> usize {
    type MinimumStack = unsafe extern "C" fn(*const libc::pthread_attr_t) -> libc::size_t;
    // SAFETY: the name ends with a null byte.
    let function = unsafe { libc::dlsym(libc::RTLD_DEFAULT, c"__pthread_get_minstack".as_ptr()) };
    if function.is_null() {
        // Not glibc, or a program that is linked statically.
        return libc::PTHREAD_STACK_MIN + thread_local_bytes();
    }
    // SAFETY: glibc has this function for other libraries, and only reads the attributes.
    unsafe { core::mem::transmute::<*mut c_void, MinimumStack>(function)(attributes) }
}

/// Returns the size in bytes of the thread-local variables of all images, with their alignment.
fn thread_local_bytes() -> usize {
    unsafe extern "C" fn add(
        image: *mut libc::dl_phdr_info,
        _: libc::size_t,
        sum: *mut c_void,
    ) -> libc::c_int {
        // SAFETY: the loader passes an image, and the pointer that the caller has passed.
        let (image, sum) = unsafe { (&*image, &mut *sum.cast::<usize>()) };
        if !image.dlpi_phdr.is_null() {
            // SAFETY: the image has that many program headers.
            let headers =
                unsafe { core::slice::from_raw_parts(image.dlpi_phdr, image.dlpi_phnum.into()) };
            let variables = headers.iter().filter(|header| header.p_type == libc::PT_TLS);
            *sum += variables.map(|header| header.p_memsz + header.p_align).sum::<u64>() as usize;
        }
        0
    }
    let mut sum = 0_usize;
    // SAFETY: the callback accepts the pointer, which is valid during the call.
    unsafe { libc::dl_iterate_phdr(Some(add), (&raw mut sum).cast()) };
    sum
}

/// The attributes of new threads.
struct Attributes(libc::pthread_attr_t);

impl Attributes {
    fn new() -> io::Result<Self> {
        let mut attributes = MaybeUninit::uninit();
        // SAFETY: the pointer is valid for writes.
        let error = unsafe { libc::pthread_attr_init(attributes.as_mut_ptr()) };
        if error != 0 {
            return Err(io::Error::from_raw_os_error(error));
        }
        // SAFETY: the call has succeeded, and initialised the attributes.
        let mut attributes = Self(unsafe { attributes.assume_init() });
        let minimum = minimum_stack(&attributes.0);
        let bytes = requested_stack().saturating_add(minimum);
        // SAFETY: the attributes are initialised.
        match unsafe { libc::pthread_attr_setstacksize(&raw mut attributes.0, bytes) } {
            0 => Ok(attributes),
            error => Err(io::Error::from_raw_os_error(error)),
        }
    }
}

impl Drop for Attributes {
    fn drop(&mut self) {
        // SAFETY: the attributes are initialised, and not used later.
        unsafe { libc::pthread_attr_destroy(&raw mut self.0) };
    }
}

/// A scope in which the calling thread blocks all signals except those of faults.
struct BlockedSignals {
    /// The previous signal mask.
    before: libc::sigset_t,
}

impl BlockedSignals {
    fn begin() -> Self {
        let mut before = MaybeUninit::uninit();
        // SAFETY: all pointers are to valid signal sets. The calls cannot fail, so `before` is
        // initialised.
        unsafe {
            let mut blocked = MaybeUninit::uninit();
            libc::sigfillset(blocked.as_mut_ptr());
            let mut blocked = blocked.assume_init();
            for signal in FAULTS {
                libc::sigdelset(&raw mut blocked, signal);
            }
            libc::pthread_sigmask(libc::SIG_SETMASK, &raw const blocked, before.as_mut_ptr());
            Self { before: before.assume_init() }
        }
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
    use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

    use super::*;

    /// Returns the signals that the calling thread blocks.
    fn blocked() -> Vec<libc::c_int> {
        let mut mask = MaybeUninit::uninit();
        // SAFETY: a null set changes nothing; the current mask is stored.
        let mask = unsafe {
            libc::pthread_sigmask(libc::SIG_BLOCK, core::ptr::null(), mask.as_mut_ptr());
            mask.assume_init()
        };
        // SAFETY: a valid set.
        let is_blocked =
            |signal: &libc::c_int| unsafe { libc::sigismember(&raw const mask, *signal) == 1 };
        (1..32).filter(is_blocked).collect()
    }

    #[test]
    fn helper_threads_block_all_but_fault_signals() {
        let before = blocked();
        let helper = spawn_helper("spgc-test", || {
            let blocked = blocked();
            assert_eq!(super::super::thread_name(), "spgc-test");
            // SIGKILL and SIGSTOP cannot be blocked.
            let open: Vec<_> = (1..32).filter(|signal| !blocked.contains(signal)).collect();
            let mut expected = [&FAULTS[..], &[libc::SIGKILL, libc::SIGSTOP]].concat();
            expected.sort_unstable();
            assert_eq!(open, expected);
        });
        helper.unwrap().join();
        assert_eq!(blocked(), before);
    }

    /// A helper thread has a truncated name, an alternate stack, and destructors of thread-local
    /// variables, which run before it is joined.
    #[test]
    fn helper_threads_begin_and_end_as_others() {
        static ENDED: AtomicU32 = AtomicU32::new(0);
        struct AtEnd;
        impl Drop for AtEnd {
            fn drop(&mut self) {
                ENDED.fetch_add(1, Relaxed);
            }
        }
        thread_local! {
            static AT_END: AtEnd = const { AtEnd };
        }
        // Forgotten below.
        let creator = HelperThread(ThreadHandle::current());
        assert!(creator.is_current());
        let run = move || {
            AT_END.with(|_| ());
            assert!(!creator.is_current());
            core::mem::forget(creator);
            assert_eq!(super::super::thread_name(), "spgc-long-name-");
            assert!(AlternateStack::install().unwrap().is_none(), "there is one");
            // More than half of the stack.
            core::hint::black_box([1_u8; STACK / 2]);
        };
        let helper = spawn_helper("spgc-long-name-of-a-thread", run).unwrap();
        assert!(!helper.is_current());
        helper.join();
        assert_eq!(ENDED.load(Relaxed), 1);
        drop(spawn_helper("spgc-detached", || ()).unwrap());
    }
}
