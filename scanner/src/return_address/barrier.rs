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
//! A frame may load its return address, tail-call another function, and so store the address in
//! another word. The walk that finds a barrier therefore [locates](ReturnBarrier::relocate) it
//! again before it is removed.
//!
//! A program has [`TRAMPOLINES`] trampolines in a code section that is linked into it. Each belongs
//! to at most one barrier at a time. The trampoline, walks and unwinders read its original address
//! without a lock. The address is written while the trampoline is not the return address of any
//! frame, and before the trampoline is stored in a stack (release fence): a thread that unwinds its
//! stack in native code may find it there at once. It stays valid after the barrier is dropped,
//! until the trampoline belongs to another one: such a thread may have found it before the barrier
//! was removed. Trampolines are used in turn, and at most three quarters of them at a time, so this
//! takes at least a thousand other barriers.
//!
//! The trampolines in use are a set of bits. Setting a bit acquires what the previous owner
//! released when it cleared the bit, so the accesses of successive owners are ordered. A bit is set
//! after it was counted, and is counted until it is cleared, so a quarter of the bits is clear
//! whenever one is searched. The count and the position at which the search begins order nothing:
//! relaxed.

use core::fmt;
use core::sync::atomic::{
    AtomicU64, AtomicUsize,
    Ordering::{AcqRel, Relaxed, Release},
    fence,
};

use super::arch::{BARRIER_TRAMPOLINE_SIZE, barrier_trampolines, first_barrier_trampoline};
use super::has_shadow_stack;
use super::signing::Authentication;
use crate::arch::{Host, InstructionSet};
use crate::cfi::ReturnAddressSigning;
use crate::walk::{Cursor, FoundCode, ReturnSlot, StackMemory};

/// Number of trampolines of return barriers in a process.
pub(super) const TRAMPOLINES: usize = 4096;
/// Maximum number of return barriers in a process.
pub const MAX_RETURN_BARRIERS: usize = TRAMPOLINES / 4 * 3;

/// Returns the original return address of each trampoline, 0 if it was never in use.
fn originals() -> &'static [AtomicU64; TRAMPOLINES] {
    // SAFETY: the function has no precondition. It returns the address of as many words, which
    // exist as long as the code, and which are only accessed atomically.
    unsafe { &*barrier_trampolines().cast() }
}

/// The trampolines that belong to a barrier. Without a lock, so that a child of a fork can drop
/// barriers.
static USED: UsedTrampolines = UsedTrampolines::new();

/// A set of trampolines.
pub(super) struct UsedTrampolines {
    /// One bit for each trampoline.
    bits: [AtomicU64; TRAMPOLINES / 64],
    /// Number of trampolines in the set.
    count: AtomicUsize,
    /// The index of the trampoline that is used next, if it is free.
    next: AtomicUsize,
}

impl UsedTrampolines {
    pub(super) const fn new() -> Self {
        Self {
            bits: [const { AtomicU64::new(0) }; TRAMPOLINES / 64],
            count: AtomicUsize::new(0),
            next: AtomicUsize::new(0),
        }
    }

    /// Adds a trampoline and returns its index; `None` if there are [`MAX_RETURN_BARRIERS`] in the
    /// set. Trampolines take turns.
    pub(super) fn claim(&self) -> Option<usize> {
        if self.count.fetch_add(1, Relaxed) >= MAX_RETURN_BARRIERS {
            self.count.fetch_sub(1, Relaxed);
            return None;
        }
        // A quarter of the trampolines is free, so this ends, even if others are freed and claimed
        // meanwhile.
        let mut index = self.next.load(Relaxed);
        loop {
            let (word, bit) = (&self.bits[index / 64], 1 << (index % 64));
            let next = (index + 1) % TRAMPOLINES;
            // Orders the accesses of the previous owner before those of this one.
            if word.load(Relaxed) & bit == 0 && word.fetch_or(bit, AcqRel) & bit == 0 {
                self.next.store(next, Relaxed);
                return Some(index);
            }
            index = next;
        }
    }

    /// Removes a trampoline.
    pub(super) fn free(&self, index: usize) {
        self.bits[index / 64].fetch_and(!(1 << (index % 64)), Release);
        self.count.fetch_sub(1, Relaxed);
    }
}

/// A return address that was replaced by that of a trampoline.
pub struct ReturnBarrier {
    /// The index of the trampoline.
    index: usize,
    hijacked: HijackedWord,
}

/// A word of a stack that contains the address of a trampoline.
#[derive(Clone, Copy)]
struct HijackedWord {
    /// The address of the word.
    slot: u64,
    /// The original return address, with a signature.
    original: u64,
    /// The trampoline's address, with a signature.
    replacement: u64,
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
    /// meanwhile. The value is not dropped, except by [`Self::remove`], while the return address of
    /// a frame is the trampoline.
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
        let index = USED.claim()?;
        // From here on, an error drops the barrier and leaves the word as it was.
        let hijacked = HijackedWord { slot, original: raw, replacement: raw };
        let mut barrier = Self { index, hijacked };
        barrier.hijacked.replacement = authentication.sign(barrier.trampoline())?;
        originals()[index].store(original, Relaxed);
        fence(Release);
        memory.store(slot, barrier.hijacked.replacement).ok()?;
        Some(barrier)
    }

    /// Returns the address of the trampoline.
    pub fn trampoline(&self) -> u64 {
        address_of(self.index)
    }

    /// Locates the barrier again, which is in place: `cursor` has left the frame that returns
    /// through it. The location is unchanged unless that frame was tail-called by another function
    /// than the one in whose frame the barrier was installed.
    pub fn relocate(&mut self, cursor: &Cursor<'_, Host>, memory: &impl StackMemory) {
        let Some(ReturnSlot { address: slot, signing }) = cursor.return_slot() else { return };
        let Ok(raw) = memory.load(slot) else { return };
        let authentication = Authentication::new(raw, self.trampoline(), cursor.sp(), signing);
        let original = originals()[self.index].load(Relaxed);
        if let Some(original) = authentication.and_then(|found| found.sign(original)) {
            self.hijacked = HijackedWord { slot, original, replacement: raw };
        }
    }

    /// Restores the return address. Returns the barrier if it cannot: the word has another value
    /// than the trampoline's address.
    ///
    /// # Errors
    ///
    /// Returns the barrier, which may still be in place elsewhere.
    ///
    /// # Safety
    ///
    /// `memory` is the stack with which the barrier was installed or [located](Self::relocate), and
    /// no frame of managed code has run since.
    pub unsafe fn remove(self, memory: &mut impl StackMemory) -> Result<(), Self> {
        let HijackedWord { slot, original, replacement } = self.hijacked;
        let is_in_place = memory.load(slot) == Ok(replacement);
        match is_in_place && memory.store(slot, original).is_ok() {
            true => Ok(()),
            false => Err(self),
        }
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
            .field("slot", &format_args!("{:#x}", self.hijacked.slot))
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
    (index < TRAMPOLINES && offset.is_multiple_of(BARRIER_TRAMPOLINE_SIZE)).then_some(index)
}

/// Returns whether `address` is the trampoline of a return barrier.
pub(crate) fn is_barrier_trampoline(address: u64) -> bool {
    index_of(address).is_some()
}

/// Returns the original return address of a frame of this process, if `address` is the trampoline
/// of a return barrier that was installed.
pub fn return_address_at_barrier(address: u64) -> Option<u64> {
    let original = originals()[index_of(address)?].load(Relaxed);
    (original != 0).then_some(original)
}
