//! Return barriers (Cheng, Harper and Lee, PLDI 1998, call them stack markers).
//!
//! A *return barrier* hijacks the return address of a frame: it replaces the address by that of a
//! trampoline, which jumps to the original address. A stack walk that finds the trampoline in a
//! return address knows that the caller has not run since the barrier was installed, and neither
//! have the older frames. So a collector can skip frames that it knows.
//!
//! # Protocol
//!
//! A program has [`TRAMPOLINES`] trampolines in a code section that is linked into it. Each belongs
//! to at most one barrier at a time. A barrier is *in place* while the return address of a frame is
//! its trampoline. It is never taken out: it stays until the frame is *left*, that is, until the
//! frame returns through the trampoline, or is left by an exception or by `longjmp`. Leaving a
//! frame records nothing. The owner of the barriers finds out by a walk which ones are still in
//! place, and drops the others. So it installs few: the distances between barriers grow with the
//! depth of the stack.
//!
//! # What native unwinders may rely on
//!
//! A native unwinder reads a return address from the stack, searches the unwind rule for that
//! address, and then applies the rule, which finds the original address of a trampoline in a table.
//! On x86-64 and AArch64, libgcc evaluates the rule of a trampoline with a second load of the word
//! from the stack. The unwinder takes part in no protocol of this library. It may run in a signal
//! handler, or throw an exception through native code, and a collection may begin and end between
//! any two of its steps. Therefore:
//!
//! > Whatever value an unwinder has read from the word of a return address, the rule for this value
//! > leads to the caller of the frame, until the frame is left.
//!
//! A frame cannot be left while an unwinder of the same thread still uses what it has read from it:
//! the unwinder runs in a younger frame, or in a signal handler above one. The same applies to an
//! unwinder in another thread or process that keeps the thread of the frame suspended. Three rules
//! establish the invariant:
//!
//! 1. *The word keeps its trampoline* until the frame is left. A takeover ([`crate::deopt`]) of a
//!    frame with a barrier changes the original instead: the barrier's trampoline then jumps to
//!    that of the takeover, whose unwind rule leads to the same caller.
//! 2. *A trampoline in place keeps its barrier.* A barrier is dropped only if its frame has been
//!    left, or if no frame of the stack will run again. Only a trampoline without a barrier gets
//!    the original of another frame.
//! 3. *The unwind rule covers nothing but trampolines*, so the word that it loads is always the
//!    address of one.
//!
//! The tests in `model` check that these rules suffice, and that the first two are necessary.
//!
//! An unwinder in another thread that does not suspend the thread of the frame can make no use of
//! the invariant, because any frame may be left at any time. To make wrong results unlikely for it,
//! too, a trampoline is claimed again only after [`MIN_OTHER_CLAIMS`] others.
//!
//! # Synchronization
//!
//! Trampolines, walks and unwinders read originals without a lock. An original is written before
//! the trampoline is stored in a stack (release fence): a thread that unwinds its stack in native
//! code may find it there at once. A takeover changes it while the thread of the frame is stopped
//! or runs the takeover itself, and what orders the thread's next steps after the takeover orders
//! them after the change.
//!
//! The state of each trampoline is one word. Claiming a trampoline acquires what the previous owner
//! released by freeing it, so the accesses of successive owners are ordered. The number of claimed
//! trampolines is incremented before one is claimed, and decremented after one is freed, so a
//! quarter of the trampolines is free whenever one is searched. This number, the clock, and the
//! position at which a search begins order nothing: relaxed. There is no lock, so a child of a fork
//! can drop barriers.

use core::fmt;
use core::sync::atomic::{
    AtomicU32, AtomicU64, AtomicUsize,
    Ordering::{Acquire, Relaxed, Release},
    fence,
};

use super::arch::{BARRIER_TRAMPOLINE_SIZE, TARGET_DISTANCE, first_barrier_trampoline};
use super::signing::Authentication;
use super::{has_shadow_stack, words_of_code};
use crate::arch::{Host, InstructionSet};
use crate::cfi::ReturnAddressSigning;
use crate::walk::{Cursor, FoundCode, ReturnSlot, StackMemory};

/// Number of trampolines of return barriers in a process.
pub(super) const TRAMPOLINES: usize = 4096;
/// Maximum number of return barriers in a process.
pub const MAX_RETURN_BARRIERS: usize = TRAMPOLINES / 4 * 3;
/// Least number of other trampolines that are claimed after one was freed, before it is claimed
/// again.
pub(super) const MIN_OTHER_CLAIMS: u32 = 1000;
const _: () = assert!(TRAMPOLINES - MAX_RETURN_BARRIERS > MIN_OTHER_CLAIMS as usize);

/// Returns the target of each trampoline, 0 if it was never in use: the original return address, or
/// the trampoline of a takeover.
fn targets() -> &'static [AtomicU64; TRAMPOLINES] {
    // SAFETY: the first trampoline has the distance there. The code comes with as many words, which
    // exist as long as it does, and which are only accessed atomically.
    unsafe { words_of_code(first_barrier_trampoline() + TARGET_DISTANCE) }
}

/// The trampolines that belong to a barrier.
static USED: UsedTrampolines = UsedTrampolines::new();

/// A set of trampolines, and when each of the others was freed.
pub(super) struct UsedTrampolines {
    /// The state of each trampoline: [`IN_USE`], or the value of the clock when it was freed.
    states: [AtomicU32; TRAMPOLINES],
    /// Number of trampolines in the set.
    count: AtomicUsize,
    /// The number of claims.
    clock: AtomicU32,
    /// The trampoline at which the next search begins.
    next: AtomicUsize,
}

/// State of a trampoline that belongs to a barrier.
const IN_USE: u32 = u32::MAX;
/// States of free trampolines are less than this: values of the clock modulo this.
const CLOCK_END: u32 = 1 << 31;

impl UsedTrampolines {
    pub(super) const fn new() -> Self {
        Self {
            states: [const { AtomicU32::new(0) }; TRAMPOLINES],
            count: AtomicUsize::new(0),
            // As if all had been free for long enough.
            clock: AtomicU32::new(MIN_OTHER_CLAIMS),
            next: AtomicUsize::new(0),
        }
    }

    /// Adds a trampoline that was removed at least [`MIN_OTHER_CLAIMS`] calls ago, and returns its
    /// index. `None` if there are [`MAX_RETURN_BARRIERS`] in the set, or if all such trampolines
    /// were added by other threads meanwhile.
    ///
    /// There is one: before the last [`MIN_OTHER_CLAIMS`] calls, a quarter of the trampolines was
    /// free, which is more than these calls have added.
    pub(super) fn claim(&self) -> Option<usize> {
        if self.count.fetch_add(1, Relaxed) >= MAX_RETURN_BARRIERS {
            self.count.fetch_sub(1, Relaxed);
            return None;
        }
        self.clock.fetch_add(1, Relaxed);
        let next = self.next.load(Relaxed);
        for index in (next..TRAMPOLINES).chain(0..next) {
            let state = &self.states[index];
            // The clock is loaded after the state, and so is not earlier than when it was freed.
            let freed = state.load(Acquire);
            let age = self.clock.load(Relaxed).wrapping_sub(freed) % CLOCK_END;
            if freed != IN_USE
                && age >= MIN_OTHER_CLAIMS
                // Orders the accesses of the previous owner before those of this one.
                && state.compare_exchange(freed, IN_USE, Acquire, Relaxed).is_ok()
            {
                self.next.store((index + 1) % TRAMPOLINES, Relaxed);
                return Some(index);
            }
        }
        self.count.fetch_sub(1, Relaxed);
        None
    }

    /// Removes a trampoline.
    pub(super) fn free(&self, index: usize) {
        self.states[index].store(self.clock.load(Relaxed) % CLOCK_END, Release);
        self.count.fetch_sub(1, Relaxed);
    }
}

/// A return address that was replaced by that of a trampoline.
///
/// Dropping the value frees the trampoline for another barrier. It does not restore the return
/// address.
pub struct ReturnBarrier {
    /// The index of the trampoline.
    index: usize,
}

impl ReturnBarrier {
    /// Returns whether return addresses of this thread can be replaced: it has no shadow stack
    /// (CET, GCS). All threads of a process usually have one, or none has.
    pub fn is_supported() -> bool {
        !has_shadow_stack()
    }

    /// Replaces the return address of the frame that `cursor` has left, and which belongs to
    /// managed code. Returns `None` without any effect
    ///
    /// * if its caller is not at a call site of managed code;
    /// * if the return address is already that of a trampoline;
    /// * if the location or the signing scheme of the return address is unknown;
    /// * if there are [`MAX_RETURN_BARRIERS`].
    ///
    /// # Safety
    ///
    /// `memory` is the stack of `cursor`, in this process, whose thread does not run managed code
    /// meanwhile. The value is dropped only after the frame has been left, or when no frame of the
    /// stack will run again and no unwinder reads the stack.
    pub unsafe fn install(
        cursor: &Cursor<'_, Host>,
        memory: &mut impl StackMemory,
    ) -> Option<Self> {
        let ReturnSlot { address: slot, signing } = cursor.return_slot()?;
        let raw = memory.load(slot).ok()?;
        let original = Host::strip_return_address(raw);
        let code = cursor.code();
        let is_call_site = cursor.pc() == original
            && !cursor.ends().contains(&original)
            && code.original(original) == original
            && matches!(code.find(original), FoundCode::Managed(_));
        // A guess might authenticate by chance, and then the return would not.
        if !is_call_site || signing == ReturnAddressSigning::Unknown {
            return None;
        }
        let authentication = Authentication::new(raw, original, cursor.sp(), signing)?;
        // From here on, an error drops the barrier and leaves the word as it was.
        let barrier = Self { index: USED.claim()? };
        let replacement = authentication.sign(barrier.trampoline())?;
        targets()[barrier.index].store(original, Relaxed);
        fence(Release);
        memory.store(slot, replacement).ok()?;
        Some(barrier)
    }

    /// Returns the address of the trampoline.
    pub fn trampoline(&self) -> u64 {
        address_of(self.index)
    }
}

impl Drop for ReturnBarrier {
    fn drop(&mut self) {
        USED.free(self.index);
    }
}

impl fmt::Debug for ReturnBarrier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReturnBarrier")
            .field("trampoline", &format_args!("{:#x}", self.trampoline()))
            .finish()
    }
}

/// Returns the address of the trampoline with this index.
fn address_of(index: usize) -> u64 {
    first_barrier_trampoline() + BARRIER_TRAMPOLINE_SIZE * index as u64
}

/// Returns the index of the trampoline at `address`, if there is one.
fn index_of(address: u64) -> Option<usize> {
    let offset = address.wrapping_sub(first_barrier_trampoline());
    let index = usize::try_from(offset / BARRIER_TRAMPOLINE_SIZE).ok()?;
    (index < TRAMPOLINES && offset.is_multiple_of(BARRIER_TRAMPOLINE_SIZE)).then_some(index)
}

/// Returns whether `address` is the trampoline of a return barrier.
pub(crate) fn is_barrier_trampoline(address: u64) -> bool {
    index_of(address).is_some()
}

/// Returns the address to which a frame of this process returns by way of `address`, the trampoline
/// of a return barrier: the original return address, or the trampoline of a takeover. `None` if
/// `address` is no such trampoline, or one that was never in use.
pub fn return_address_at_barrier(address: u64) -> Option<u64> {
    let target = targets()[index_of(address)?].load(Relaxed);
    (target != 0).then_some(target)
}

/// Makes the frame whose return address is `barrier`, the trampoline of a return barrier, return to
/// `takeover` instead of `original`. Returns false if it does not return to `original` any more.
///
/// # Safety
///
/// `takeover` is a [`crate::deopt::ReturnTrampoline`] that replaces the original return address,
/// and is not freed before the frame has been left. The thread of the frame is stopped, or is the
/// calling one.
pub(crate) unsafe fn redirect_barrier(barrier: u64, original: u64, takeover: u64) -> bool {
    index_of(barrier).is_some_and(|index| {
        targets()[index].compare_exchange(original, takeover, Relaxed, Relaxed).is_ok()
    })
}
