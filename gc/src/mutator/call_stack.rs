//! The call stack of the calling thread, for the allocation profile: managed and native frames, of
//! all stacks that the thread runs.
//!
//! The walk goes from frame to frame, also from managed to native code, by the stack maps of the
//! one and the unwind tables of the other. It reports no roots, so frames that it cannot find are
//! no error.

use core::ffi::c_void;
use core::mem;

use statepoint_scanner::arch::{Host, RegisterFile};
use statepoint_scanner::walk::{CallWalk, CallerRules, CodeLookup};

use super::Attachment;
use super::arch::fiber_exits;
use super::fibers::on_own_stack;
use crate::arch::spgc_call_with_registers;
use crate::profile::CallFrame;
use crate::thread::{Exit, FrameAnchor, Stack};

/// Number of frames after which the others are omitted.
const MAX_FRAMES: usize = 256;

/// The addresses of the calls on a stack.
#[derive(Debug)]
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
}

/// The call stack of a sample. A thread keeps it for the next one: the memory, and the rules of the
/// frames.
#[derive(Debug)]
pub(super) struct CallStack {
    found: Addresses,
    rules: CallerRules<Host>,
}

impl CallStack {
    fn new() -> Self {
        let found = Addresses { count: 0, addresses: [0; MAX_FRAMES + 1] };
        Self { found, rules: CallerRules::new() }
    }

    /// Adds the frames of a stack, beginning with the one that `youngest` has left. Where a frame
    /// cannot be found, continues with the next older managed frame whose exit is known. Returns
    /// whether there is room for more frames.
    ///
    /// # Safety
    ///
    /// The calling thread runs the stack, and `anchor` is that of the stack. `youngest` has not
    /// returned.
    unsafe fn add_stack(
        &mut self,
        stack: &Stack,
        youngest: Exit,
        anchor: FrameAnchor,
        code: &dyn CodeLookup<Host>,
    ) -> bool {
        let (mut exit, mut older) = (youngest, anchor);
        loop {
            // Native code may run on a stack that was not announced, or on that of the thread while
            // a fiber waits for a collection.
            // SAFETY: the calling thread has not ended.
            let known = unsafe { stack.contains(exit.lowest() as usize) };
            let ended = match known {
                // SAFETY: the exit is in the stack and has not returned.
                true => unsafe { self.add_frames(stack, exit, code) },
                false => Ended::Unknown { sp: 0 },
            };
            let sp = match ended {
                Ended::Outermost => return true,
                Ended::Full => return false,
                Ended::Unknown { sp } => sp,
            };
            if !self.found.push(CallFrame::UNKNOWN) {
                return false;
            }
            // SAFETY: the anchor is that of the stack, which the calling thread runs.
            match unsafe { next_exit(stack, &mut older, sp) } {
                Some(next) => exit = next,
                None => return true,
            }
        }
    }

    /// Adds the frames from an exit on, as far as they can be found.
    ///
    /// # Safety
    ///
    /// The calling thread runs the stack. `exit` is in the stack and has not returned.
    unsafe fn add_frames(
        &mut self,
        stack: &Stack,
        exit: Exit,
        code: &dyn CodeLookup<Host>,
    ) -> Ended {
        // SAFETY: the frames are older than the caller's, and no other thread accesses them.
        let memory = unsafe { stack.memory_from(exit.lowest()) };
        let Ok(cursor) = exit.cursor(code, &memory, &[]) else {
            return Ended::Unknown { sp: exit.lowest() };
        };
        let mut walk = CallWalk::new(cursor.to_outermost(), &mut self.rules);
        loop {
            match walk.next(&memory) {
                // The last byte of the call: the call may be the last instruction of its function.
                Ok(Some(pc)) => {
                    if !self.found.push(pc.wrapping_sub(1)) {
                        return Ended::Full;
                    }
                }
                Ok(None) => return Ended::Outermost,
                // The function of a fiber has no caller.
                Err(_) if fiber_exits().0 as u64 == walk.pc() => return Ended::Outermost,
                Err(_) => return Ended::Unknown { sp: walk.sp().max(exit.lowest()) },
            }
        }
    }
}

/// Why a walk has ended.
enum Ended {
    /// At the outermost frame.
    Outermost,
    /// There is no room for more frames.
    Full,
    /// The frame with this stack pointer cannot be found.
    Unknown { sp: u64 },
}

/// Returns the youngest exit of a stack that is above `sp`, and moves `anchor` to the transitions
/// before it. Ends at a transition that is not in the stack or not above the one before it.
///
/// # Safety
///
/// `anchor` is that of the stack, or was returned by this function, and the calling thread runs the
/// stack.
unsafe fn next_exit(stack: &Stack, anchor: &mut FrameAnchor, sp: u64) -> Option<Exit> {
    // SAFETY: the calling thread has not ended.
    let contains = |address: usize| unsafe { stack.contains(address) };
    loop {
        let exit = core::mem::replace(&mut anchor.exit, Exit::NONE);
        let lowest = exit.lowest();
        if !exit.is_none() && lowest > sp && contains(lowest as usize) {
            return Some(exit);
        }
        let activation = anchor.activation;
        if activation.is_null() || !contains(activation.addr()) {
            return None;
        }
        // SAFETY: the activation is in the stack, and the call has not returned.
        let outer = unsafe { &*activation }.outer;
        let older = outer.activation.addr();
        if older != 0 && older <= activation.addr() {
            return None;
        }
        *anchor = outer;
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
    // The walk's frames are on the stack of this function, which is not that of a fiber.
    #[inline(never)]
    fn walk_stacks(attachment: &Attachment, youngest: Exit, take: impl FnOnce(&[u64], u64)) {
        let Attachment { heap, me, .. } = attachment;
        let mut call_stack =
            attachment.call_stack.take().unwrap_or_else(|| CallStack::new().into());
        call_stack.found.count = 0;
        // SAFETY: the walk visits frames of the calling thread that are older than this one.
        let view = unsafe { heap.view_of_all_code() };
        let mut exit = Some(youngest);
        let generation = view.with(|code| {
            for (stack, anchor) in me.data.stacks() {
                let exit = mem::take(&mut exit).unwrap_or(anchor.exit);
                // SAFETY: the thread runs the stack. The exit has not returned: it is that of the
                // caller, or that of the frame that has resumed the next younger stack.
                if !exit.is_none() && !unsafe { call_stack.add_stack(stack, exit, anchor, code) } {
                    break;
                }
            }
            code.generation()
        });
        // Before the lock of the profile is taken: who has a view waits for no other thread.
        drop(view);
        let Addresses { count, addresses } = &call_stack.found;
        take(&addresses[..*count], generation);
        attachment.call_stack.replace(Some(call_stack));
    }
    on_own_stack(&attachment.me.data, || walk_stacks(attachment, youngest, take));
}
