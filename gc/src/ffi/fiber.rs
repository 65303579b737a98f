//! Fibers.

use core::ffi::{CStr, c_char, c_void};

use super::call::{convert_argument, run_prepared, spgc_argument};
use super::handle_scope::LocalResult;
use super::heap::{self, spgc_heap};
use super::reference::spgc_ref;
use super::restricted::refuse_in_callback;
use super::sized::{self, Structure};
use super::status::{Failure, chain, guard, require, spgc_status};
use super::tagged::{Kind, Tag, Tagged};
use super::thread;
use crate::mutator::{Argument, Attachment, Fiber, FiberConfig, FiberError, FiberState, Mutator};

/// A fiber: a managed function with a stack of its own, which can suspend itself anywhere and is
/// resumed later. Created by spgc_fiber_create(), released by spgc_fiber_destroy() or
/// spgc_fiber_abandon(). A stack that the host has made is a fiber without a function:
/// spgc_fiber_adopt().
///
/// The function takes a reference, with which the fiber is resumed first, and returns one, which is
/// the result of its last resumption. Managed code resumes the fiber by spgc_resume, with the
/// address that spgc_fiber_address() stores, and suspends itself by spgc_suspend: see the prelude.
///
/// References on the stack of a suspended fiber are roots, unless an object owns the fiber
/// (spgc_fiber_give()). A fiber stays on the thread that has resumed it first, unless it has
/// SPGC_FIBER_MIGRATES. If that thread ends, the fiber can only be released.
pub struct spgc_fiber {
    _opaque: [u8; 0],
}

/// spgc_fiber_config.flags: an exception that leaves the fiber's function passes to the code that
/// has resumed the fiber. Without this flag, the unwinder finds no handler, and the process ends.
///
/// With the flag, such an exception ends the fiber, and continues as if the call of spgc_resume or
/// spgc_fiber_resume() had thrown it. This applies to exceptions of all kinds, also to
/// pthread_exit() and thread cancellation. Cleanups on the fiber's stack run before a handler is
/// searched on the stack of the code that has resumed the fiber. If that has none, the process ends
/// with a message. The exception object must not be on the fiber's stack.
pub const SPGC_FIBER_PASS_EXCEPTIONS: u64 = 1;

/// spgc_fiber_config.flags: any thread may resume the fiber, and not only the one that has resumed
/// it first, while only managed code is on its stack. When the thread of such a fiber ends, another
/// one can resume the fiber. spgc_fiber_migrations() tells whether fibers have moved.
///
/// The managed functions on its stack must not use the address of a thread-local variable, or what
/// belongs to a thread, after a call that may suspend the fiber: they are compiled with
/// statepoint_gc_migrating.ll. It is not suspended while an exception is being handled. One thread
/// at a time resumes the fiber: no other one does, or releases the fiber, before the call that has
/// resumed it has returned.
pub const SPGC_FIBER_MIGRATES: u64 = 2;

/// Settings of a fiber.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_fiber_config {
    /// sizeof(spgc_fiber_config)
    pub size: usize,
    /// Size of the stack in bytes, at least 16 KiB, and rounded up to whole pages; 0 for 64 KiB.
    /// Native code that managed code calls needs room on it; collections do not. Pages use memory
    /// only once they are written.
    pub stack_size: usize,
    /// Name for messages, in UTF-8; null for none. The string is copied.
    pub name: *const c_char,
    /// SPGC_FIBER_PASS_EXCEPTIONS and SPGC_FIBER_MIGRATES, combined by |, or 0.
    pub flags: u64,
}

// SAFETY: the type is `repr(C)`, begins with its size, has no padding, and zero is valid.
unsafe impl Structure for spgc_fiber_config {
    const NAME: &'static str = "spgc_fiber_config";
    const LEAST: usize = 24;
}

/// The state of a fiber.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum spgc_fiber_state {
    /// Its function has not been called yet, or the host has not switched to the stack.
    SPGC_FIBER_NEW = 0,
    /// It runs, or has resumed another fiber.
    SPGC_FIBER_RUNNING = 1,
    /// It is suspended.
    SPGC_FIBER_SUSPENDED = 2,
    /// Its function has returned, or an exception has left it.
    SPGC_FIBER_DONE = 3,
}

impl Tag for Fiber {
    const KIND: Kind = Kind::Fiber;
    const NAME: &'static str = "a fiber";
    const RELEASED_BY: &'static str = "spgc_fiber_destroy";
}

impl From<FiberError> for Failure {
    fn from(error: FiberError) -> Self {
        let status = match error {
            FiberError::Call(error) => return error.into(),
            FiberError::StackTooSmall { .. } => spgc_status::SPGC_ERROR_ARGUMENT,
            FiberError::NoMemory(_) => spgc_status::SPGC_ERROR_SYSTEM,
            FiberError::IsReference { .. } => spgc_status::SPGC_ERROR_REFERENCE,
            FiberError::ForeignFiber { .. }
            | FiberError::Running { .. }
            | FiberError::Done { .. }
            | FiberError::OtherThread { .. }
            | FiberError::NativeFrames { .. }
            | FiberError::Suspended { .. }
            | FiberError::NoFiber { .. }
            | FiberError::HostStack { .. }
            | FiberError::NotHostStack { .. }
            | FiberError::NotRunning { .. }
            | FiberError::MemoryCallback
            | FiberError::CollectionCallback
            | FiberError::Owned { .. }
            | FiberError::NoOwner { .. } => spgc_status::SPGC_ERROR_FIBER,
        };
        Self::new(status, chain(&error))
    }
}

/// Creates a fiber that will call `function` when it is resumed for the first time.
///
/// Any thread may call it at any time, except in restricted callbacks.
///
/// config: settings, or null for the default ones.
/// function: as for spgc_call(); it takes a reference and returns one. An exception leaves it only
/// with SPGC_FIBER_PASS_EXCEPTIONS.
/// fiber: where to store the fiber.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_SIZE, SPGC_ERROR_NO_HEAP, SPGC_ERROR_CALLBACK;
/// SPGC_ERROR_ARGUMENT if the stack is too small, the name is not UTF-8 or the flags are unknown;
/// SPGC_ERROR_SYSTEM if there is no memory for the stack.
///
/// # Safety
///
/// `config` is null or points to a structure of the size in its first field, whose name is null or
/// a string. `function` is registered managed code as long as the fiber is not done. `fiber` is
/// null or valid for writes. The stack is large enough for what runs on it. While the fiber is
/// suspended, no code writes references to variables on its stack.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_fiber_create(
    heap: *mut spgc_heap,
    config: *const spgc_fiber_config,
    function: *const c_void,
    fiber: *mut *mut spgc_fiber,
) -> spgc_status {
    guard(|| {
        refuse_in_callback()?;
        require(function.cast::<u8>(), "function")?;
        require(fiber, "fiber")?;
        // SAFETY: the caller guarantees what this requires.
        let settings = unsafe { settings(config) }?;
        heap::with(heap, |heap| {
            // SAFETY: the caller upholds the contract for the function and the stack.
            let made = unsafe { heap.fiber(settings, function) }?;
            // SAFETY: the caller guarantees that `fiber` is valid for writes.
            unsafe { fiber.write(Tagged::allocate(made).cast()) };
            Ok(())
        })
    })
}

/// # Safety
///
/// `config` is null or points to a structure of the size in its first field, whose name is null or
/// a string.
pub(super) unsafe fn settings(config: *const spgc_fiber_config) -> Result<FiberConfig, Failure> {
    let mut settings = FiberConfig::new();
    if config.is_null() {
        return Ok(settings);
    }
    // SAFETY: passed on.
    let config = unsafe { sized::read(config, "config") }?;
    let unknown = config.flags & !(SPGC_FIBER_PASS_EXCEPTIONS | SPGC_FIBER_MIGRATES);
    if unknown != 0 {
        return Err(Failure::argument(format!(
            "spgc_fiber_config.flags has unknown bits, {unknown:#x}; use \
             SPGC_FIBER_PASS_EXCEPTIONS, SPGC_FIBER_MIGRATES or 0",
        )));
    }
    settings = settings
        .pass_exceptions(config.flags & SPGC_FIBER_PASS_EXCEPTIONS != 0)
        .migrate(config.flags & SPGC_FIBER_MIGRATES != 0);
    if config.stack_size != 0 {
        settings = settings.stack_size(config.stack_size);
    }
    if !config.name.is_null() {
        // SAFETY: the caller guarantees that the name is a string.
        let name = unsafe { CStr::from_ptr(config.name) }.to_str();
        settings = settings.name(
            name.map_err(|error| Failure::argument(format!("the name of a fiber: {error}")))?,
        );
    }
    Ok(settings)
}

/// Runs `prepare`, and then `switch`, which may run managed code, with the argument that `value`
/// describes and with the calling thread's mutator.
///
/// # Safety
///
/// `value` is null or points to an argument, whose reference has not been released.
unsafe fn switch(
    value: *const spgc_argument,
    prepare: impl FnOnce() -> Result<(), Failure>,
    switch: impl FnOnce(&mut Mutator, Argument<'_>) -> Result<(), Failure>,
) -> spgc_status {
    let prepare = || {
        let mutator = thread::current()?;
        prepare()?;
        // SAFETY: the caller guarantees that `value` is null or points to an argument.
        let argument = match unsafe { value.as_ref() } {
            // SAFETY: the caller guarantees that the reference is null or has not been released.
            Some(given) => unsafe { convert_argument(&mutator, given) }?,
            None => Argument::Word(0),
        };
        Ok((mutator, argument))
    };
    run_prepared(prepare, |(mut mutator, argument)| switch(&mut mutator, argument))
}

/// Runs a fiber until it suspends itself, or its function returns.
///
/// The calling thread must be attached and native; it may be in a native function that managed code
/// has called, also on a fiber. The call is a safepoint: objects move. An exception that leaves the
/// fiber's function propagates to the caller, as for spgc_call(), if the fiber has
/// SPGC_FIBER_PASS_EXCEPTIONS.
///
/// value: the reference that spgc_suspend returns in the fiber, or that the fiber's function
/// receives. Its field `word` holds 0 or a tagged number, if `reference` is null. Null for the null
/// reference.
/// result: where to store the reference that the fiber passes, as a local one of the innermost
/// scope.
/// done: where to store whether the function has returned; null if that is not needed.
///
/// Errors, all detected before the fiber runs: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE,
/// SPGC_ERROR_HANDLE_SCOPE, SPGC_ERROR_STACK, and those of all functions of attached threads;
/// SPGC_ERROR_FIBER if the fiber runs, is done, belongs to another heap, was resumed by another
/// thread before, or is a stack of the host.
///
/// # Safety
///
/// `fiber` is null or a fiber that has not been released. `value` is null or points to an argument
/// whose reference has not been released. `result` is null or valid for writes, and so is `done`.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_fiber_resume(
    fiber: *mut spgc_fiber,
    value: *const spgc_argument,
    result: *mut spgc_ref,
    done: *mut bool,
) -> spgc_status {
    // SAFETY: the caller guarantees that `result` is null or valid for writes.
    let check = || unsafe { LocalResult::new(result) }.map(drop);
    let then = |attachment: &Attachment, word, is_done| {
        if !done.is_null() {
            // SAFETY: the caller guarantees that `done` is valid for writes.
            unsafe { done.write(is_done) };
        }
        // SAFETY: the caller guarantees that `result` is null or valid for writes.
        unsafe { LocalResult::new(result) }?.store(attachment, word)
    };
    let resume = |mutator: &mut Mutator, value: Argument<'_>| {
        // SAFETY: the caller guarantees that the fiber has not been released.
        let fiber = unsafe { Tagged::<Fiber>::get(fiber.cast()) }?;
        // SAFETY: the cancelability type is deferred here.
        unsafe { mutator.resume_deferred(fiber, value, then) }?
    };
    // SAFETY: the caller guarantees what this requires.
    unsafe { switch(value, check, resume) }
}

/// Suspends the fiber that the calling thread runs, and returns when the fiber is resumed. Called
/// by a native function that the managed code of the fiber has called. The frames of the native
/// function stay on the fiber's stack, so the fiber must be resumed until it is done.
///
/// The calling thread must be attached and native. The call is a safepoint: objects move.
///
/// value: the reference that is passed to the code that has resumed the fiber, as for
/// spgc_fiber_resume().
/// result: where to store the reference with which the fiber is resumed, as a local one of the
/// innermost scope.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_HANDLE_SCOPE, SPGC_ERROR_STACK, and
/// those of all functions of attached threads; SPGC_ERROR_FIBER if the thread runs no fiber.
///
/// # Safety
///
/// `value` is null or points to an argument whose reference has not been released. `result` is null
/// or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_fiber_suspend(
    value: *const spgc_argument,
    result: *mut spgc_ref,
) -> spgc_status {
    // SAFETY: the caller guarantees that `result` is null or valid for writes.
    let check = || unsafe { LocalResult::new(result) }.map(drop);
    let then = |attachment: &Attachment, word| {
        // SAFETY: the caller guarantees that `result` is null or valid for writes.
        unsafe { LocalResult::new(result) }?.store(attachment, word)
    };
    let suspend = |mutator: &mut Mutator, value: Argument<'_>| {
        // SAFETY: the cancelability type is deferred here.
        unsafe { mutator.suspend_deferred(value, then) }?
    };
    // SAFETY: the caller guarantees what this requires.
    unsafe { switch(value, check, suspend) }
}

/// Stores the address by which managed code resumes a fiber (spgc_resume, spgc_fiber_done). It is
/// valid until the fiber is released.
///
/// Any thread may call it at any time.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE if the argument is not a fiber.
///
/// # Safety
///
/// `fiber` is null or a fiber that has not been released. `address` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_fiber_address(
    fiber: *const spgc_fiber,
    address: *mut *const c_void,
) -> spgc_status {
    guard(|| {
        require(address, "address")?;
        // SAFETY: the caller guarantees that the fiber has not been released, and that `address` is
        // valid for writes.
        unsafe { address.write(Tagged::<Fiber>::get(fiber.cast())?.address()) };
        Ok(())
    })
}

/// Stores the state of a fiber. It may change at any time if another thread runs the fiber.
///
/// Any thread may call it at any time.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE if the argument is not a fiber.
///
/// # Safety
///
/// `fiber` is null or a fiber that has not been released. `state` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_fiber_get_state(
    fiber: *const spgc_fiber,
    state: *mut spgc_fiber_state,
) -> spgc_status {
    guard(|| {
        require(state, "state")?;
        // SAFETY: the caller guarantees that the fiber has not been released.
        let now = match unsafe { Tagged::<Fiber>::get(fiber.cast()) }?.state() {
            FiberState::New => spgc_fiber_state::SPGC_FIBER_NEW,
            FiberState::Running => spgc_fiber_state::SPGC_FIBER_RUNNING,
            FiberState::Suspended => spgc_fiber_state::SPGC_FIBER_SUSPENDED,
            FiberState::Done => spgc_fiber_state::SPGC_FIBER_DONE,
        };
        // SAFETY: the caller guarantees that `state` is valid for writes.
        unsafe { state.write(now) };
        Ok(())
    })
}

/// Releases a fiber whose function was not called yet, or has ended; or a stack of the host that
/// does not run, and on which no call into managed code is unfinished. Null is allowed and has no
/// effect. Any thread may call it, except in restricted callbacks; it may wait for a collection in
/// progress.
///
/// Errors: SPGC_ERROR_REFERENCE if the argument is not a fiber; SPGC_ERROR_CALLBACK,
/// SPGC_ERROR_MANAGED; SPGC_ERROR_FIBER if the fiber runs, is suspended, or is owned: then it is
/// not released.
///
/// # Safety
///
/// `fiber` is null or a fiber that has not been released, and is not used afterwards, nor is its
/// address.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_fiber_destroy(fiber: *mut spgc_fiber) -> spgc_status {
    // SAFETY: passed on.
    guard(|| unsafe { release(fiber, Fiber::require_ended) })
}

/// Releases a fiber as spgc_fiber_destroy() does, although it may be suspended: its frames never
/// run again, nor do landing pads in them. The same threads may call it.
///
/// Errors: as for spgc_fiber_destroy(). SPGC_ERROR_FIBER only if the fiber runs, is owned, or
/// native code is among its frames.
///
/// # Safety
///
/// As for spgc_fiber_destroy().
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_fiber_abandon(fiber: *mut spgc_fiber) -> spgc_status {
    // SAFETY: passed on.
    guard(|| unsafe { release(fiber, Fiber::require_abandonable) })
}

/// # Safety
///
/// As for [`spgc_fiber_destroy`].
unsafe fn release(
    fiber: *mut spgc_fiber,
    check: fn(&Fiber) -> Result<(), FiberError>,
) -> Result<(), Failure> {
    thread::refuse_managed()?;
    if !fiber.is_null() {
        // SAFETY: the caller guarantees that the fiber has not been released.
        check(unsafe { Tagged::<Fiber>::get(fiber.cast()) }?)?;
    }
    // SAFETY: as above, and it is not used afterwards.
    unsafe { Tagged::<Fiber>::free(fiber.cast()) }
}

/// Stores how often a fiber that had run has left a thread or come to one (SPGC_FIBER_MIGRATES):
/// another thread has resumed the fiber, or its thread has ended.
///
/// An operation that must reach the frames of all threads and fibers runs a handshake with each
/// thread. It may miss a fiber that moves meanwhile. So the host reads this number, then the list
/// of threads, runs the handshakes, and repeats all that until the number has not changed.
///
/// Any thread that is not managed may call it, attached or not.
///
/// Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED,
/// SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `migrations` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_fiber_migrations(
    heap: *mut spgc_heap,
    migrations: *mut u64,
) -> spgc_status {
    guard(|| {
        thread::refuse_managed()?;
        refuse_in_callback()?;
        require(migrations, "migrations")?;
        let count = heap::get(heap)?.fiber_migrations();
        // SAFETY: the caller guarantees that `migrations` is valid for writes.
        unsafe { migrations.write(count) };
        Ok(())
    })
}
