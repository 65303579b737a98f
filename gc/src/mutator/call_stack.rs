//! The call stack of the calling thread, for the allocation profile: managed and native frames, of
//! all stacks that the thread runs.
//!
//! The walk goes from frame to frame, also from managed to native code, by the stack maps of the
//! one and the unwind tables of the other. It reports no roots, so frames that it cannot find are
//! no error.

use core::ffi::c_void;
use core::mem;

use statepoint_scanner::arch::{Host, RegisterFile};
use statepoint_scanner::walk::CodeLookup;

use super::Attachment;
use super::arch::fiber_exits;
use super::fibers::on_own_stack;
use crate::arch::spgc_call_with_registers;
use crate::profile::CallFrame;
use crate::thread::{Exit, Stack};

/// Number of frames after which the others are omitted.
const MAX_FRAMES: usize = 256;

/// The addresses of the calls on a stack.
struct Addresses {
    count: usize,
    addresses: [u64; MAX_FRAMES + 1],
}

impl Addresses {
    /// Adds an address. Returns whether there is room for another one.
    fn push(&mut self, address: u64) -> bool {
        if self.count == MAX_FRAMES {
            self.addresses[self.count] = CallFrame::OMITTED;
            self.count += 1;
        }
        if self.count < MAX_FRAMES {
            self.addresses[self.count] = address;
            self.count += 1;
        }
        self.count <= MAX_FRAMES
    }

    /// Adds the frames of a stack, beginning with the one that `exit` has left.
    ///
    /// # Safety
    ///
    /// The calling thread runs the stack, and `exit` is an exit of it that has not returned.
    unsafe fn add_stack(&mut self, stack: &Stack, exit: Exit, code: &dyn CodeLookup<Host>) -> bool {
        // SAFETY: the frames are older than the caller's, and no other thread accesses them.
        let memory = unsafe { stack.memory_from(exit.lowest()) };
        let Ok(cursor) = exit.cursor(code, &memory, &[]) else {
            return self.push(CallFrame::UNKNOWN);
        };
        let mut cursor = cursor.to_outermost();
        loop {
            match cursor.next(&memory) {
                // The last byte of the call: the call may be the last instruction of its function.
                Ok(Some(frame)) => {
                    if !self.push(frame.pc.wrapping_sub(1)) {
                        return false;
                    }
                }
                Ok(None) => return true,
                // The function of a fiber has no caller.
                Err(_) if fiber_exits().0 as u64 == cursor.pc() => return true,
                Err(_) => return self.push(CallFrame::UNKNOWN),
            }
        }
    }
}

/// Calls `take` with the addresses of the calls on the stacks of the calling thread, youngest
/// first, and the generation of the code. The thread is managed. `is_exit`: managed code has called
/// the collector, and its frames are the youngest ones; otherwise the caller's frame is the
/// youngest. `take` reaches no safepoint.
pub(super) fn with_call_stack(
    attachment: &Attachment,
    is_exit: bool,
    take: impl FnOnce(&[u64], u64),
) {
    if is_exit {
        return walk(attachment, attachment.me.data.context().exit(), take);
    }
    struct Call<'a, T> {
        attachment: &'a Attachment,
        take: Option<T>,
    }
    /// # Safety
    ///
    /// `call` points to a `Call<T>` that nothing else accesses.
    unsafe extern "C" fn run<T: FnOnce(&[u64], u64)>(
        call: *mut c_void,
        registers: *const RegisterFile,
    ) {
        // SAFETY: the caller guarantees it.
        let call = unsafe { &mut *call.cast::<Call<'_, T>>() };
        if let Some(take) = call.take.take() {
            walk(call.attachment, Exit::by_stub(registers), take);
        }
    }
    fn runner<T: FnOnce(&[u64], u64)>(
        _: &Call<'_, T>,
    ) -> unsafe extern "C" fn(*mut c_void, *const RegisterFile) {
        run::<T>
    }
    let mut call = Call { attachment, take: Some(take) };
    let run = runner(&call);
    // SAFETY: `run` accepts this pointer, and nothing else accesses `call` meanwhile.
    unsafe { spgc_call_with_registers((&raw mut call).cast(), run) };
}

/// Implements [`with_call_stack`], from the exit at which the youngest frame was left.
fn walk(attachment: &Attachment, youngest: Exit, take: impl FnOnce(&[u64], u64)) {
    let Attachment { heap, me, .. } = attachment;
    on_own_stack(&me.data, || {
        let mut found = Addresses { count: 0, addresses: [0; MAX_FRAMES + 1] };
        // SAFETY: the walk visits frames of the calling thread that are older than this one.
        let view = unsafe { heap.view_of_all_code() };
        let mut exit = Some(youngest);
        let generation = view.with(|code| {
            for (stack, anchor) in me.data.stacks() {
                let exit = mem::take(&mut exit).unwrap_or(anchor.exit);
                // SAFETY: the thread runs the stack. The exit has not returned: it is that of the
                // caller, or that of the frame that has resumed the next younger stack.
                if !exit.is_none() && !unsafe { found.add_stack(stack, exit, code) } {
                    break;
                }
            }
            code.generation()
        });
        // Before the lock of the profile is taken: who has a view waits for no other thread.
        drop(view);
        take(&found.addresses[..found.count], generation);
    });
}
