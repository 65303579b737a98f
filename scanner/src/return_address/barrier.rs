//! Return barriers (Cheng, Harper and Lee, PLDI 1998, call them stack markers).
//!
//! A *return barrier* hijacks the return address of a frame: it replaces the address by that of a
//! trampoline, which jumps to the original address. A stack walk that finds the trampoline in a
//! return address knows that the caller has not run since the barrier was installed, and neither
//! have the older frames. So a collector can skip frames that it knows.
//!
//! # Protocol
//!
//! A barrier is *in place* while the return address of a frame is its trampoline. Nothing is
//! recorded when a frame returns through the trampoline: the frame does not exist any more, and the
//! call that next uses its memory overwrites the return address. The same applies if frames are
//! left in another way: by an exception, by `longjmp`, or by a takeover, which replaces the
//! trampoline by its own. So the owner of barriers finds out which are in place by a walk, and
//! removes or drops all others before the thread runs again, or keeps them, which has no effect.
//!
//! A program has [`MAX_RETURN_BARRIERS`] trampolines in a code section that is linked into it. Each
//! belongs to at most one barrier at a time. Its original address is in [`ORIGINALS`], which the
//! trampoline, walks and unwinders read without a lock. An element is written while the trampoline
//! is not the return address of any frame, and before the trampoline is stored in a stack that does
//! not run. Whatever lets the thread run again (for example a safepoint) orders the accesses, so
//! relaxed order suffices. A trampoline that belongs to no barrier leads to
//! [`lost_return_barrier`].

use core::fmt;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use super::arch::{BARRIER_TRAMPOLINE_SIZE, first_barrier_trampoline, return_to_lost_barrier};
use super::has_shadow_stack;
use super::signing::Authentication;
use crate::arch::{Host, InstructionSet};
use crate::walk::{Cursor, FoundCode, ReturnSlot, StackMemory};

/// Number of trampolines of return barriers in a process.
pub const MAX_RETURN_BARRIERS: usize = 4096;

/// The original return address of each trampoline. If the trampoline belongs to no barrier, the
/// element is 0 or the address of [`return_to_lost_barrier`].
pub(super) static ORIGINALS: [AtomicU64; MAX_RETURN_BARRIERS] =
    [const { AtomicU64::new(0) }; MAX_RETURN_BARRIERS];

static FREE: Mutex<FreeTrampolines> = Mutex::new(FreeTrampolines::new());

/// The trampolines that belong to no barrier.
pub(super) struct FreeTrampolines {
    /// Indices of trampolines that were in use, the one that was freed first at the front.
    freed: VecDeque<usize>,
    /// The first of the indices that were never in use.
    unused: usize,
}

impl FreeTrampolines {
    pub(super) const fn new() -> Self {
        Self { freed: VecDeque::new(), unused: 0 }
    }

    /// Returns the index of a trampoline, which is in use now; `None` if all are. The trampoline
    /// that was freed last is used last, so that a violation of the contract of
    /// [`ReturnBarrier::install`] is found by [`lost_return_barrier`].
    pub(super) fn claim(&mut self) -> Option<usize> {
        if self.unused < MAX_RETURN_BARRIERS {
            self.unused += 1;
            return Some(self.unused - 1);
        }
        self.freed.pop_front()
    }

    pub(super) fn free(&mut self, index: usize) {
        self.freed.push_back(index);
    }
}

/// A return address that was replaced by that of a trampoline.
pub struct ReturnBarrier {
    /// The index of the trampoline.
    index: usize,
    /// The address of the word that contained the return address.
    slot: u64,
    /// The previous value of that word.
    raw: u64,
    /// The value with which it was replaced: the trampoline's address, with a signature.
    hijacked: u64,
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
    /// * if all trampolines are in use.
    ///
    /// # Safety
    ///
    /// `memory` is the stack of `cursor`, in this process, whose thread does not run meanwhile. The
    /// value is not dropped, except by [`Self::remove`], while the return address of a frame is the
    /// trampoline.
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
        let authentication = Authentication::new(raw, original, cursor.sp(), signing)?;
        if !is_call_site {
            return None;
        }
        let index = FREE.lock().unwrap_or_else(PoisonError::into_inner).claim()?;
        ORIGINALS[index].store(original, Relaxed);
        let mut barrier = Self { index, slot, raw, hijacked: raw };
        // An error leaves the word as it was, and drops the barrier.
        barrier.hijacked = authentication.sign(barrier.trampoline())?;
        memory.store(slot, barrier.hijacked).ok()?;
        Some(barrier)
    }

    /// Returns the address of the trampoline.
    pub fn trampoline(&self) -> u64 {
        address_of(self.index)
    }

    /// Returns whether the word that contained the return address is still the trampoline's
    /// address. That word may belong to no frame any more.
    pub fn is_in_place(&self, memory: &impl StackMemory) -> bool {
        memory.load(self.slot) == Ok(self.hijacked)
    }

    /// Restores the return address if the barrier is [in place](Self::is_in_place).
    ///
    /// # Safety
    ///
    /// `memory` is the stack with which the barrier was installed, whose thread does not run. The
    /// frame still exists.
    pub unsafe fn remove(self, memory: &mut impl StackMemory) {
        if self.is_in_place(memory) {
            // The word was just read, so it can be written.
            let _ = memory.store(self.slot, self.raw);
        }
    }
}

impl Drop for ReturnBarrier {
    fn drop(&mut self) {
        let lost = return_to_lost_barrier as *const ();
        ORIGINALS[self.index].store(lost.expose_provenance() as u64, Relaxed);
        FREE.lock().unwrap_or_else(PoisonError::into_inner).free(self.index);
    }
}

impl fmt::Debug for ReturnBarrier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReturnBarrier")
            .field("trampoline", &format_args!("{:#x}", self.trampoline()))
            .field("slot", &format_args!("{:#x}", self.slot))
            .finish_non_exhaustive()
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
    (index < MAX_RETURN_BARRIERS && offset.is_multiple_of(BARRIER_TRAMPOLINE_SIZE)).then_some(index)
}

/// Returns whether `address` is the trampoline of a return barrier.
pub(crate) fn is_barrier_trampoline(address: u64) -> bool {
    index_of(address).is_some()
}

/// Returns the original return address of a frame of this process, if `address` is the trampoline
/// of a return barrier.
#[inline]
pub fn return_address_at_barrier(address: u64) -> Option<u64> {
    let original = ORIGINALS[index_of(address)?].load(Relaxed);
    let lost = return_to_lost_barrier as *const ();
    (original != 0 && original != lost.addr() as u64).then_some(original)
}

/// Ends the process: a frame returns through a return barrier that was dropped.
pub(super) extern "C" fn lost_return_barrier() -> ! {
    // The panic cannot leave a function of the C calling convention, and aborts.
    panic!(
        "a frame returns through a return barrier that was dropped: its stack was copied, or was \
         walked while it ran"
    );
}
