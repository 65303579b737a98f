//! Status codes, and the messages that accompany them.

use core::cell::RefCell;
use core::ffi::{CStr, c_char};
use core::panic::AssertUnwindSafe;
use std::any::Any;
use std::ffi::{CString, OsStr};
use std::os::unix::ffi::OsStrExt as _;
use std::panic;
use std::path::Path;

use statepoint_scanner::deopt::{DeoptError, FrameTakeoverError};
use statepoint_scanner::registry::RegistryError;
use statepoint_scanner::walk::StackWalkError;

use crate::builder::HeapStartError;
use crate::deopt::TakeoverError;
use crate::fatal::panic_text;
use crate::handles::RootRangeError;
use crate::inspect::{InspectionError, ProfileError, SnapshotError};
use crate::mutator::{
    AccessError, AttachError, CallError, ForeignHandle, HandshakeError, PinError,
};
use crate::object::TypeRegistrationError;
use crate::os;

/// Status that functions return. If it is not SPGC_OK, the function had no effect, unless its
/// documentation says otherwise. spgc_last_error() then returns a message that states the error and
/// the remedy.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum spgc_status {
    /// Success.
    SPGC_OK = 0,
    /// A pointer is null where null is not allowed, or is not aligned.
    SPGC_ERROR_NULL = 1,
    /// A structure's size is not that of any version that this library knows.
    SPGC_ERROR_SIZE = 2,
    /// A number is out of range, or a string is invalid.
    SPGC_ERROR_ARGUMENT = 3,
    /// A setting is invalid: a field of spgc_config, or an SPGC_* variable of the environment.
    SPGC_ERROR_CONFIG = 4,
    /// There is no such heap: it was not started yet, or was shut down.
    SPGC_ERROR_NO_HEAP = 5,
    /// The heap is in use: threads are attached to it.
    SPGC_ERROR_BUSY = 6,
    /// The calling thread is attached to a heap already.
    SPGC_ERROR_ATTACHED = 7,
    /// The calling thread is not attached to a heap.
    SPGC_ERROR_NOT_ATTACHED = 8,
    /// The calling thread runs managed code, which has called a native function without a
    /// transition.
    SPGC_ERROR_MANAGED = 9,
    /// The function was called in a callback that must not call it.
    SPGC_ERROR_CALLBACK = 10,
    /// This process was forked from one that had a heap.
    SPGC_ERROR_FORKED = 11,
    /// A type cannot be used, or is registered already.
    SPGC_ERROR_TYPE = 12,
    /// A stack map, unwind table or code range is missing, invalid, or inconsistent with the
    /// others.
    SPGC_ERROR_CODE = 13,
    /// A reference is no longer valid, belongs to another thread, or to another heap.
    SPGC_ERROR_REFERENCE = 14,
    /// No scope is open in which a reference could be created, or the scope was closed.
    SPGC_ERROR_HANDLE_SCOPE = 15,
    /// The object does not have such a field or element, or the reference holds no object.
    SPGC_ERROR_ACCESS = 16,
    /// A root range overlaps another one, or is invalid.
    SPGC_ERROR_ROOT_RANGE = 17,
    /// A system call failed: memory, threads or signal handlers are not available.
    SPGC_ERROR_SYSTEM = 18,
    /// An internal error of this library. The heap may be in any state.
    SPGC_ERROR_INTERNAL = 19,
    /// Code cannot be patched in this way: it is not what LLVM writes there, has no room for the
    /// patch, or threads may be executing it.
    SPGC_ERROR_PATCH = 20,
    /// A frame cannot be taken over, or none of the requested frames exists.
    SPGC_ERROR_FRAME = 21,
    /// The calling thread runs on a stack that is not its own, or above a call that it has left by
    /// a jump (longjmp(), for example).
    SPGC_ERROR_STACK = 22,
    /// A fiber cannot be resumed, suspended or released in its state, or by this thread.
    SPGC_ERROR_FIBER = 23,
    /// The heap has no memory for an object, and has SPGC_CONFIG_FALLIBLE_ALLOCATION. It stays
    /// usable.
    SPGC_ERROR_OUT_OF_MEMORY = 24,
    /// The heap cannot be inspected: it is corrupt, a stack cannot be walked, a callback of the
    /// host has failed, or there is no allocation profile, or one already.
    SPGC_ERROR_INSPECTION = 25,
}

/// A status other than [`spgc_status::SPGC_OK`], with its message.
#[derive(Debug)]
pub(super) struct Failure {
    status: spgc_status,
    message: String,
}

impl Failure {
    pub(super) fn new(status: spgc_status, message: impl Into<String>) -> Self {
        Self { status, message: message.into() }
    }

    pub(super) fn message(&self) -> &str {
        &self.message
    }

    pub(super) fn is(&self, status: spgc_status) -> bool {
        self.status == status
    }

    pub(super) fn argument(message: impl Into<String>) -> Self {
        Self::new(spgc_status::SPGC_ERROR_ARGUMENT, message)
    }
}

/// Checks that a pointer of the caller is not null and is aligned.
pub(super) fn require<T>(pointer: *const T, name: &str) -> Result<(), Failure> {
    let reason = if pointer.is_null() {
        "is null"
    } else if !pointer.is_aligned() {
        "is misaligned"
    } else {
        return Ok(());
    };
    Err(no_pointer(name, reason))
}

/// Returns a function of the caller.
///
/// # Errors
///
/// If it is null.
pub(super) fn require_function<F>(function: Option<F>, name: &str) -> Result<F, Failure> {
    function.ok_or_else(|| no_pointer(name, "is null"))
}

fn no_pointer(name: &str, reason: &str) -> Failure {
    Failure::new(
        spgc_status::SPGC_ERROR_NULL,
        format!("{name} {reason}; pass the address of a variable of the type in the header"),
    )
}

/// Returns a path of the caller.
///
/// # Safety
///
/// `path` ends with a zero byte, and stays valid as long as the result is used.
pub(super) unsafe fn path<'a>(path: *const c_char) -> &'a Path {
    // SAFETY: the caller guarantees a zero byte.
    Path::new(OsStr::from_bytes(unsafe { CStr::from_ptr(path) }.to_bytes()))
}

/// Returns an array of the caller as a slice. The pointer may be null if the array has no elements.
///
/// # Safety
///
/// If the result is not an error, `first` points to `count` elements, which are not changed as long
/// as the slice is used.
pub(super) unsafe fn array<'a, T>(
    first: *const T,
    count: usize,
    name: &str,
) -> Result<&'a [T], Failure> {
    if count == 0 {
        return Ok(&[]);
    }
    require(first, name)?;
    if count.checked_mul(size_of::<T>()).is_none_or(|bytes| bytes > isize::MAX as usize) {
        return Err(Failure::argument(format!(
            "{name} has {count} elements, which exceeds the address space"
        )));
    }
    // SAFETY: the caller guarantees that `first` points to `count` elements, which do not change as
    // long as the slice is used.
    Ok(unsafe { core::slice::from_raw_parts(first, count) })
}

thread_local! {
    /// Message of the last error on the calling thread.
    static LAST_ERROR: RefCell<CString> = RefCell::default();
}

/// Runs the body of a function. No panic unwinds out of it, and no cancellation request is acted
/// upon in it. If the thread's cancelability type is asynchronous, a pending request is acted upon
/// after the body, when the thread's own cancelability state is restored. Therefore the functions
/// are `extern "C-unwind"`.
#[inline]
pub(super) fn guard(action: impl FnOnce() -> Result<(), Failure>) -> spgc_status {
    os::without_cancellation(|| match catch(action) {
        Ok(()) => spgc_status::SPGC_OK,
        Err(failure) => report(failure),
    })
}

/// Returns the result of `action`. A panic in it becomes a failure.
pub(super) fn catch<R>(action: impl FnOnce() -> Result<R, Failure>) -> Result<R, Failure> {
    panic::catch_unwind(AssertUnwindSafe(action)).unwrap_or_else(|payload| {
        Err(Failure::new(spgc_status::SPGC_ERROR_INTERNAL, panic_message(&*payload)))
    })
}

fn panic_message(payload: &(dyn Any + Send)) -> String {
    format!("internal error of the collector: {}", panic_text(payload))
}

/// Keeps the message for [`spgc_last_error`], and returns the status.
#[cold]
pub(super) fn report(failure: Failure) -> spgc_status {
    let Failure { status, message } = failure;
    let text = CString::new(message.replace('\0', " ")).unwrap_or_default();
    // While a thread ends, its thread-local variable may already be destroyed.
    let _ = LAST_ERROR.try_with(|last| *last.borrow_mut() = text);
    status
}

/// Returns the message of the last error that a function returned to the calling thread. It is one
/// line without a newline; "" if there was no error. The string is valid until another function
/// fails on this thread.
///
/// Any thread may call it at any time, callbacks included. Never null.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn spgc_last_error() -> *const c_char {
    // The string does not move as long as the thread-local variable exists.
    os::without_cancellation(|| {
        LAST_ERROR
            .try_with(|last| last.borrow().as_ptr())
            .unwrap_or(c"this thread is ending".as_ptr())
    })
}

/// Returns the name of a status, for example "SPGC_ERROR_NULL". Returns "unknown status" if
/// `status` is not a status.
///
/// Any thread may call it at any time.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn spgc_status_name(status: u32) -> *const c_char {
    NAMES.get(status as usize).copied().unwrap_or(c"unknown status").as_ptr()
}

macro_rules! names {
    ($($name:ident)*) => {
        /// Names of the statuses, indexed by their values.
        const NAMES: &[&CStr] = {
            let mut next = 0;
            $(
                assert!(spgc_status::$name as usize == next, "statuses are in ascending order");
                next += 1;
            )*
            let _ = next;
            &[$(match CStr::from_bytes_with_nul(concat!(stringify!($name), "\0").as_bytes()) {
                Ok(name) => name,
                Err(_) => panic!("the name contains a zero byte"),
            }),*]
        };
    };
}

names! {
    SPGC_OK SPGC_ERROR_NULL SPGC_ERROR_SIZE SPGC_ERROR_ARGUMENT SPGC_ERROR_CONFIG
    SPGC_ERROR_NO_HEAP SPGC_ERROR_BUSY SPGC_ERROR_ATTACHED SPGC_ERROR_NOT_ATTACHED
    SPGC_ERROR_MANAGED SPGC_ERROR_CALLBACK SPGC_ERROR_FORKED
    SPGC_ERROR_TYPE SPGC_ERROR_CODE SPGC_ERROR_REFERENCE SPGC_ERROR_HANDLE_SCOPE SPGC_ERROR_ACCESS
    SPGC_ERROR_ROOT_RANGE
    SPGC_ERROR_SYSTEM SPGC_ERROR_INTERNAL SPGC_ERROR_PATCH SPGC_ERROR_FRAME SPGC_ERROR_STACK
    SPGC_ERROR_FIBER SPGC_ERROR_OUT_OF_MEMORY SPGC_ERROR_INSPECTION
}

/// Returns the message of an error, followed by those of its sources.
pub(super) fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        let cause = error.to_string();
        if !text.contains(&cause) {
            text.push_str(": ");
            text.push_str(&cause);
        }
        source = error.source();
    }
    text
}

macro_rules! failures {
    ($($error:ty => $status:ident;)*) => {
        $(impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                Self::new(spgc_status::$status, chain(&error))
            }
        })*
    };
}

failures! {
    TypeRegistrationError => SPGC_ERROR_TYPE;
    RegistryError => SPGC_ERROR_CODE;
    ForeignHandle => SPGC_ERROR_REFERENCE;
    RootRangeError => SPGC_ERROR_ROOT_RANGE;
    StackWalkError => SPGC_ERROR_CODE;
}

impl From<HeapStartError> for Failure {
    fn from(error: HeapStartError) -> Self {
        let status = match &error {
            HeapStartError::Config(_) => spgc_status::SPGC_ERROR_CONFIG,
            HeapStartError::Type(_) => spgc_status::SPGC_ERROR_TYPE,
            HeapStartError::StackMaps(_) => spgc_status::SPGC_ERROR_CODE,
            HeapStartError::Forked | HeapStartError::ForkedPolls => spgc_status::SPGC_ERROR_FORKED,
            HeapStartError::Memory { .. }
            | HeapStartError::FaultHandler(_)
            | HeapStartError::ForkHandler(_)
            | HeapStartError::InterruptHandler(_)
            | HeapStartError::InspectionThread(_)
            | HeapStartError::Log { .. }
            | HeapStartError::Trace { .. }
            | HeapStartError::Stats { .. }
            | HeapStartError::PerfMap(_)
            | HeapStartError::Workers(_)
            | HeapStartError::ThreadLocals => spgc_status::SPGC_ERROR_SYSTEM,
        };
        let mut message = chain(&error);
        if let HeapStartError::StackMaps(RegistryError::NoStackMap { .. }) = error {
            message.push_str(" (SPGC_CONFIG_WITHOUT_IMAGES)");
        }
        Self::new(status, message)
    }
}

impl From<AttachError> for Failure {
    fn from(error: AttachError) -> Self {
        let status = match &error {
            AttachError::AlreadyAttached => spgc_status::SPGC_ERROR_ATTACHED,
            AttachError::Forked => spgc_status::SPGC_ERROR_FORKED,
            AttachError::Ending => spgc_status::SPGC_ERROR_NOT_ATTACHED,
            AttachError::Stack(_) | AttachError::ThreadEnd(_) => spgc_status::SPGC_ERROR_SYSTEM,
        };
        Self::new(status, chain(&error))
    }
}

impl From<CallError> for Failure {
    fn from(error: CallError) -> Self {
        let status = match &error {
            CallError::TooManyArguments { .. } => spgc_status::SPGC_ERROR_ARGUMENT,
            CallError::ForeignHandle { .. } => spgc_status::SPGC_ERROR_REFERENCE,
            CallError::OtherStack { .. } | CallError::AboveLastExit { .. } => {
                spgc_status::SPGC_ERROR_STACK
            }
        };
        Self::new(status, chain(&error))
    }
}

impl From<AccessError> for Failure {
    fn from(error: AccessError) -> Self {
        let status = match &error {
            AccessError::ForeignHandle => spgc_status::SPGC_ERROR_REFERENCE,
            AccessError::OutOfMemory { .. } => spgc_status::SPGC_ERROR_OUT_OF_MEMORY,
            _ => spgc_status::SPGC_ERROR_ACCESS,
        };
        Self::new(status, chain(&error))
    }
}

impl From<PinError> for Failure {
    fn from(error: PinError) -> Self {
        let status = match &error {
            PinError::ForeignHandle(_) => spgc_status::SPGC_ERROR_REFERENCE,
            PinError::NoObject { .. } => spgc_status::SPGC_ERROR_ACCESS,
        };
        Self::new(status, chain(&error))
    }
}

impl From<InspectionError> for Failure {
    fn from(error: InspectionError) -> Self {
        let status = match &error {
            InspectionError::Managed => spgc_status::SPGC_ERROR_MANAGED,
            InspectionError::InCallback => spgc_status::SPGC_ERROR_CALLBACK,
            _ => spgc_status::SPGC_ERROR_INSPECTION,
        };
        Self::new(status, chain(&error))
    }
}

impl From<SnapshotError> for Failure {
    fn from(error: SnapshotError) -> Self {
        match error {
            SnapshotError::Inspection(error) => error.into(),
            SnapshotError::File { .. } | SnapshotError::Write(_) => {
                Self::new(spgc_status::SPGC_ERROR_SYSTEM, chain(&error))
            }
            _ => Self::new(spgc_status::SPGC_ERROR_INSPECTION, chain(&error)),
        }
    }
}

impl From<ProfileError> for Failure {
    fn from(error: ProfileError) -> Self {
        let status = match error {
            ProfileError::Inspection(error) => return error.into(),
            ProfileError::Write(_) | ProfileError::File { .. } => spgc_status::SPGC_ERROR_SYSTEM,
            _ => spgc_status::SPGC_ERROR_INSPECTION,
        };
        Self::new(status, chain(&error))
    }
}

impl From<HandshakeError> for Failure {
    fn from(error: HandshakeError) -> Self {
        let status = match &error {
            HandshakeError::NotAttached => spgc_status::SPGC_ERROR_NOT_ATTACHED,
            HandshakeError::Managed => spgc_status::SPGC_ERROR_MANAGED,
        };
        Self::new(status, chain(&error))
    }
}

/// The message names no function, and neither does the error: looking up a name takes the lock of
/// the dynamic loader, and a thread that is stopped now may be waiting for that lock.
impl From<TakeoverError> for Failure {
    fn from(error: TakeoverError) -> Self {
        let (status, message) = match &error {
            TakeoverError::Frame(
                FrameTakeoverError::Walk(walk) | FrameTakeoverError::Deopt(DeoptError::Walk(walk)),
            ) => return (*walk).into(),
            TakeoverError::ForeignTakeover => {
                (spgc_status::SPGC_ERROR_REFERENCE, error.to_string())
            }
            TakeoverError::NoFrameLayout { frame, record } => (
                spgc_status::SPGC_ERROR_FRAME,
                format!(
                    "the continuation has no frame layout for the call that returns to {:#x} \
                     (record {record:#x}); call spgc_deopt_site_set_layout in its frame layout \
                     callback",
                    frame.pc
                ),
            ),
            TakeoverError::ReferencesInObject { frame, index } => (
                spgc_status::SPGC_ERROR_FRAME,
                format!(
                    "value {index} of the frame at {:#x} is a stack object that contains \
                     references and cannot be copied; pass the references as separate values",
                    frame.pc
                ),
            ),
            _ => (spgc_status::SPGC_ERROR_FRAME, chain(&error)),
        };
        Self::new(status, message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn last_error() -> String {
        // SAFETY: the string ends with a zero byte, and no function fails on this thread before the
        // copy is complete.
        unsafe { CStr::from_ptr(spgc_last_error()) }.to_str().unwrap().to_owned()
    }

    #[test]
    fn messages_are_per_thread() {
        assert_eq!(last_error(), "");
        let status = guard(|| Err(Failure::argument("no\0good")));
        assert_eq!((status, last_error().as_str()), (spgc_status::SPGC_ERROR_ARGUMENT, "no good"));
        std::thread::spawn(|| assert_eq!(last_error(), "")).join().unwrap();
        assert_eq!(guard(|| Ok(())), spgc_status::SPGC_OK);
        assert_eq!(last_error(), "no good");
    }

    #[test]
    fn panics_become_a_status() {
        let status = guard(|| panic!("number {}", 3));
        assert_eq!(status, spgc_status::SPGC_ERROR_INTERNAL);
        assert_eq!(last_error(), "internal error of the collector: number 3");
    }

    #[test]
    fn invalid_arrays_are_refused() {
        let words = [1_u64, 2];
        // SAFETY: either the array has `count` elements, or the function returns an error.
        unsafe {
            assert_eq!(array(words.as_ptr(), 2, "words").unwrap(), [1, 2]);
            assert!(array::<u64>(core::ptr::null(), 0, "words").unwrap().is_empty());
            assert!(array::<u64>(core::ptr::null(), 1, "words").is_err());
            assert!(array(words.as_ptr().wrapping_byte_add(1), 1, "words").is_err());
            assert!(array(words.as_ptr(), usize::MAX / 8 + 2, "words").is_err());
        }
    }
}
