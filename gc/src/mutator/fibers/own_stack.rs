//! Work of the library that takes more stack than a fiber may have: it runs on the thread's own
//! stack, or on one of the host, below the frames that have resumed the fiber.

use core::ffi::c_void;
use core::mem::MaybeUninit;

use crate::arch;
use crate::fatal::{self, AbortOnUnwind};
use crate::thread::{COLLECTION_STACK, Stack, ThreadData};

/// Bytes below the frames of the thread's own stack that are not used: a compiler may keep data
/// there (System V ABI, red zone), though no function that calls a stub does.
const RED_ZONE: usize = 128;

/// Ends the process if a stack of the host, which may have no guard, has no room for work of the
/// library below `sp`. An address outside the stack is not checked.
fn require_room(stack: &Stack, sp: usize) {
    let range = stack.range();
    if range.contains(&sp) && sp - range.start < COLLECTION_STACK {
        fatal::abort(format_args!(
            "{} has {} bytes left, and a collection needs {COLLECTION_STACK} of them: make the stack larger",
            stack.owner(),
            sp - range.start,
        ));
    }
}

/// Runs `work` on a stack that is not that of a fiber: the youngest one among those that `thread`,
/// the calling one, runs. If that is not the stack that it runs now, `work` must not call managed
/// code. A panic ends the process.
pub(crate) fn on_own_stack<R>(thread: &ThreadData, work: impl FnOnce() -> R) -> R {
    if thread.stack().is_host() {
        require_room(thread.stack(), arch::stack_pointer());
    }
    // Not twice: a callback of the host may be called there, and use the library.
    if !thread.stack().is_fiber() || !thread.stack().range().contains(&arch::stack_pointer()) {
        return work();
    }
    struct Call<W, R> {
        work: Option<W>,
        result: MaybeUninit<R>,
    }
    /// # Safety
    ///
    /// `call` points to a `Call<W, R>` that nothing else accesses.
    unsafe extern "C" fn run<W: FnOnce() -> R, R>(call: *mut c_void) {
        // SAFETY: the caller guarantees it.
        let call = unsafe { &mut *call.cast::<Call<W, R>>() };
        let guard = AbortOnUnwind("work on the stack of a thread that runs a fiber");
        if let Some(work) = call.work.take() {
            call.result.write(work());
        }
        guard.done();
    }
    fn runner<W: FnOnce() -> R, R>(_: &Call<W, R>) -> unsafe extern "C" fn(*mut c_void) {
        run::<W, R>
    }
    let mut call = Call { work: Some(work), result: MaybeUninit::uninit() };
    let run = runner(&call);
    // The function of a fiber has a caller on the next stack of the chain. So the one that is found
    // was left by a stub, whose register file has the lowest address in use. The host's switches
    // leave stacks at an address that is not known.
    let own = (&thread.own_stack, thread.own_stack.switch.anchor());
    let (stack, anchor) = thread.stacks().find(|(stack, _)| !stack.is_fiber()).unwrap_or(own);
    let exit = anchor.exit;
    let sp = (exit.lowest() as usize - arch::BELOW_REGISTER_FILE - RED_ZONE) & !15;
    if stack.is_host() {
        require_room(stack, sp);
    }
    // SAFETY: the thread has left the stack at `exit`, and the memory below is not used. `run`
    // receives the call that it expects, and `work` has returned when it returns.
    unsafe {
        arch::spgc_call_on_stack((&raw mut call).cast(), run, sp);
        call.result.assume_init()
    }
}
