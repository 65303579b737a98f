//! Calls into managed code.
//!
//! Managed code may call native code that throws an exception of the host's language. Such an
//! exception propagates through these functions, and the host catches it. So the calls themselves
//! are not guarded, unlike all other functions. The code before and after the calls cannot panic.
//!
//! Native functions that managed code calls run with the thread's own cancelability state. If the
//! thread is cancelled there, glibc unwinds its stack in the same way as an exception does. The
//! cancelability type is deferred until the call returns.

use core::ffi::c_void;

use super::handle_scope::LocalResult;
use super::reference::{any_handle, spgc_ref};
use super::status::{Failure, array, catch, report, require, spgc_status};
use super::thread;
use crate::arch::MAX_ARGUMENTS;
use crate::mutator::{AnyHandle, Argument, Attachment, Mutator};
use crate::os;

/// An argument of a managed function. If `reference` is not null, the argument is that reference.
/// Otherwise it is the integer or non-reference pointer in `word`. To pass a null reference, set
/// `reference` to null and `word` to 0.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_argument {
    /// A reference.
    pub reference: spgc_ref,
    /// An integer, or a pointer that is not a reference. Narrower values are in the low bits.
    pub word: u64,
}

/// The arguments of one call. `buffer` has room for the largest possible number of arguments, of
/// which the first `count` are used.
struct Arguments<'a> {
    buffer: [Argument<'a>; MAX_ARGUMENTS],
    count: usize,
}

/// Checks the arguments of a call and converts them for the mutator.
///
/// # Safety
///
/// `arguments` points to `count` elements, whose references have not been released.
unsafe fn convert_arguments<'a>(
    mutator: &Mutator,
    function: *const c_void,
    arguments: *const spgc_argument,
    count: usize,
) -> Result<Arguments<'a>, Failure> {
    require(function.cast::<u8>(), "function")?;
    // SAFETY: the caller guarantees that `arguments` points to `count` elements.
    let given = unsafe { array(arguments, count, "arguments") }?;
    let mut buffer = [Argument::Word(0); MAX_ARGUMENTS];
    if count > buffer.len() {
        return Err(Failure::argument(format!(
            "{count} arguments were given; a call into managed code passes at most \
             {MAX_ARGUMENTS}. Pass the rest in an object or by pointer"
        )));
    }
    for (argument, given) in buffer.iter_mut().zip(given) {
        // SAFETY: the caller guarantees that the reference is null or has not been released.
        *argument = unsafe { convert_argument(mutator, given) }?;
    }
    Ok(Arguments { buffer, count })
}

/// Converts an argument for the mutator.
///
/// # Safety
///
/// The reference is null or has not been released.
pub(super) unsafe fn convert_argument<'a>(
    mutator: &Mutator,
    given: &spgc_argument,
) -> Result<Argument<'a>, Failure> {
    // SAFETY: passed on.
    Ok(match unsafe { any_handle(mutator, given.reference) }? {
        Some(AnyHandle::Global(handle)) => Argument::Reference(handle),
        Some(AnyHandle::Local(handle)) => Argument::Local(handle),
        None => Argument::Word(given.word),
    })
}

/// Runs `prepare` and then `run`, which may run managed code, with its result. No panic of
/// `prepare` unwinds, and the cancelability type is deferred in both.
pub(super) fn run_prepared<P>(
    prepare: impl FnOnce() -> Result<P, Failure>,
    run: impl FnOnce(P) -> Result<(), Failure>,
) -> spgc_status {
    os::with_deferred_cancellation(|| match catch(prepare).and_then(run) {
        Ok(()) => spgc_status::SPGC_OK,
        Err(failure) => report(failure),
    })
}

/// Calls a managed function. `check` runs before the call, `then` after it with the function's
/// result.
///
/// # Safety
///
/// As for [`spgc_call`].
unsafe fn call(
    function: *const c_void,
    arguments: *const spgc_argument,
    count: usize,
    check: impl FnOnce() -> Result<(), Failure>,
    then: impl FnOnce(&Attachment, u64) -> Result<(), Failure>,
) -> spgc_status {
    let prepare = || {
        let mutator = thread::current()?;
        check()?;
        // SAFETY: the caller guarantees that `arguments` points to `count` elements, whose
        // references have not been released.
        let arguments = unsafe { convert_arguments(&mutator, function, arguments, count) }?;
        Ok((mutator, arguments))
    };
    run_prepared(prepare, |(mut mutator, arguments)| {
        let arguments = &arguments.buffer[..arguments.count];
        // SAFETY: the caller guarantees that `function` is registered managed code that takes these
        // arguments. The cancelability type is deferred here.
        unsafe { mutator.call_deferred(function, arguments, then) }?
    })
}

/// Calls a managed function that returns an integer, a pointer that is not a reference, or nothing.
///
/// The calling thread must be attached and native; it may be in a native function that managed code
/// has called. The call is a safepoint: objects move. Exceptions of native code that leave the
/// managed function propagate to the caller, which must have been compiled so that exceptions can
/// pass through it; the state of the thread is consistent then.
///
/// function: code that was compiled with `gc "statepoint-example"` and uwtable, is registered, and
/// takes these arguments. It follows the C calling convention.
/// arguments: at most 6 on x86-64, 8 on AArch64, all in general registers.
/// result: where to store the return value, or null. The upper bits of a narrower integer are
/// unspecified.
///
/// Errors, all detected before the function is called: SPGC_ERROR_NULL, SPGC_ERROR_ARGUMENT,
/// SPGC_ERROR_REFERENCE, and those of all functions of attached threads. Errors of managed code end
/// the process with a message.
///
/// # Safety
///
/// `function` is managed code that is registered with the thread's heap until the call has
/// returned, follows the C calling convention and takes these arguments. `arguments` points to
/// `count` elements; references among them have not been released. `result` is null or valid for
/// writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_call(
    function: *const c_void,
    arguments: *const spgc_argument,
    count: usize,
    result: *mut u64,
) -> spgc_status {
    let check = || if result.is_null() { Ok(()) } else { require(result, "result") };
    let then = |_: &Attachment, word| {
        if !result.is_null() {
            // SAFETY: the caller guarantees that `result` is valid for writes.
            unsafe { result.write(word) };
        }
        Ok(())
    };
    // SAFETY: the caller upholds the contract of this function, which is that of `call`.
    unsafe { call(function, arguments, count, check, then) }
}

/// As spgc_call(), for a managed function that returns a reference. The rules for threads, moving
/// objects and exceptions are the same.
///
/// result: where to store the returned reference, as a local one of the innermost scope.
///
/// Errors: those of spgc_call(), and SPGC_ERROR_HANDLE_SCOPE.
///
/// # Safety
///
/// `function` is managed code that is registered with the thread's heap until the call has
/// returned, follows the C calling convention and takes these arguments. `arguments` points to
/// `count` elements; references among them have not been released. The function returns a
/// reference. `result` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_call_for_ref(
    function: *const c_void,
    arguments: *const spgc_argument,
    count: usize,
    result: *mut spgc_ref,
) -> spgc_status {
    // SAFETY: the caller guarantees that `result` is null or valid for writes.
    let check = || unsafe { LocalResult::new(result) }.map(drop);
    let then = |attachment: &Attachment, word| {
        // SAFETY: the caller guarantees that `result` is null or valid for writes.
        unsafe { LocalResult::new(result) }?.store(attachment, word)
    };
    // SAFETY: the caller upholds the contract of this function, which is that of `call`.
    unsafe { call(function, arguments, count, check, then) }
}
