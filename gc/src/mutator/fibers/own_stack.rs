//! Work of the library that takes more stack than a fiber may have: it runs on the thread's own
//! stack, below the frames that have resumed the fiber.

use core::ffi::c_void;
use core::mem::MaybeUninit;

use crate::arch;
use crate::fatal::AbortOnUnwind;
use crate::thread::ThreadData;

/// Bytes below the frames of the thread's own stack that are not used: a compiler may keep data
/// there (System V ABI, red zone), though no function that calls a stub does.
const RED_ZONE: usize = 128;

/// Runs `work` on the own stack of `thread`, which is the calling one. `work` must not call managed
/// code: its stack is not the one that the thread runs. A panic ends the process.
pub(crate) fn on_own_stack<R>(thread: &ThreadData, work: impl FnOnce() -> R) -> R {
    // Not twice: a callback of the host may be called there, and use the library.
    if !thread.runs_fiber() || !thread.stack().range().contains(&arch::stack_pointer()) {
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
    let exit = thread.own_stack.switch.anchor().exit;
    let sp = (exit.lowest() as usize - arch::BELOW_REGISTER_FILE - RED_ZONE) & !15;
    // SAFETY: the thread has left its own stack at `exit`, and the memory below is not used. `run`
    // receives the call that it expects, and `work` has returned when it returns.
    unsafe {
        arch::spgc_call_on_stack((&raw mut call).cast(), run, sp);
        call.result.assume_init()
    }
}
