//! Return-address trampolines for frame takeover.
//!
//! A *return-address trampoline* is a code address in this program that replaces ("hijacks") the
//! return address of frames at one call site. Such a frame returns to the trampoline and is taken
//! over. A program has [`MAX_RETURN_TRAMPOLINES`] trampolines in a code section that is linked into
//! it, so no code is generated. Each trampoline replaces one return address at a time. Only this
//! module records the assignment: a stack walk that finds a trampoline calls
//! [`original_return_address`] and continues with the original call site.
//!
//! [`crate::return_address`] states what native unwinders may rely on. A trampoline is freed when
//! the frames that returned to it have been left, and may then be claimed at once.

use core::ffi::{c_int, c_void};
use core::fmt;
use core::sync::atomic::{AtomicPtr, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::arch::{ORIGINAL_DISTANCE, RETURN_TRAMPOLINE_SIZE, first_trampoline};
use super::replacement_call::ReplacementCall;
use super::trampoline_entry::TrampolineEntry;
use crate::return_address::{SEARCH_PHASE, words_of_code};

/// Number of trampolines in a process.
pub const MAX_RETURN_TRAMPOLINES: usize = 1024;

/// Function that takes over a frame which has returned to a trampoline. Its first argument is
/// the `context` that was passed to [`ReturnTrampoline::new`]; its result is the continuation. It
/// runs on the thread of the frame, and on the same stack below the frame.
pub type TakeoverHandler =
    unsafe fn(context: *const (), entry: &TrampolineEntry) -> ReplacementCall;

/// What one trampoline leads to.
struct Slot {
    /// The address of the [`TakeoverHandler`].
    takeover: AtomicUsize,
    /// The first argument of the handler.
    context: AtomicPtr<()>,
}

static SLOTS: [Slot; MAX_RETURN_TRAMPOLINES] = [const {
    Slot { takeover: AtomicUsize::new(0), context: AtomicPtr::new(core::ptr::null_mut()) }
}; MAX_RETURN_TRAMPOLINES];

/// Returns the return address that each trampoline replaces; 0 if the trampoline is free.
fn originals() -> &'static [AtomicU64; MAX_RETURN_TRAMPOLINES] {
    // SAFETY: the first trampoline has the distance there. The code comes with as many words, which
    // exist as long as it does, and which are only accessed atomically.
    unsafe { words_of_code(first_trampoline() + ORIGINAL_DISTANCE) }
}

/// Indices of free trampolines, and the first of the indices that were never in use. All indices
/// from that one on are also free.
static FREE: Mutex<(Vec<usize>, usize)> = Mutex::new((Vec::new(), 0));

/// Error returned when all trampolines are in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "all {MAX_RETURN_TRAMPOLINES} return trampolines of this process are in use: let frames that \
     were taken over return before taking over more"
)]
pub struct NoTrampolineLeft;

/// A trampoline that is assigned to a return address. Dropping the value frees the trampoline.
pub struct ReturnTrampoline(usize);

impl ReturnTrampoline {
    /// Claims a trampoline for frames that return to `original`. When a frame returns to the
    /// trampoline, `takeover` is called with `context`.
    ///
    /// # Errors
    ///
    /// If all trampolines are in use.
    ///
    /// # Safety
    ///
    /// While the return address of any frame is the trampoline, the value is not dropped, and
    /// `takeover` can be called with `context` on the thread of the frame. The result of `takeover`
    /// satisfies the conditions of [`ReplacementCall`].
    pub unsafe fn new(
        original: u64,
        takeover: TakeoverHandler,
        context: *const (),
    ) -> Result<Self, NoTrampolineLeft> {
        // SAFETY: the caller upholds the same contract.
        unsafe { Self::new_where(original, takeover, context, |_| true) }.ok_or(NoTrampolineLeft)
    }

    /// Claims a trampoline like [`Self::new`] whose address satisfies `fits`. `None` if there is no
    /// such free trampoline.
    ///
    /// # Safety
    ///
    /// The requirements of [`Self::new`].
    pub(super) unsafe fn new_where(
        original: u64,
        takeover: TakeoverHandler,
        context: *const (),
        fits: impl Fn(u64) -> bool,
    ) -> Option<Self> {
        let mut state = FREE.lock().unwrap_or_else(PoisonError::into_inner);
        let (free, used) = &mut *state;
        let index = match free.iter().rposition(|&index| fits(address_of(index))) {
            Some(at) => free.swap_remove(at),
            None => {
                let index =
                    (*used..MAX_RETURN_TRAMPOLINES).find(|&index| fits(address_of(index)))?;
                free.extend(*used..index);
                *used = index + 1;
                index
            }
        };
        let slot = &SLOTS[index];
        // A thread that may write to the frame's stack later stores the trampoline's address there.
        // Threads that read that address from the stack are ordered after these stores.
        slot.takeover.store(takeover as usize, Ordering::Relaxed);
        slot.context.store(context.cast_mut(), Ordering::Relaxed);
        originals()[index].store(original, Ordering::Release);
        Some(Self(index))
    }

    /// Returns whether any trampoline is free.
    pub(super) fn is_any_left() -> bool {
        let free = FREE.lock().unwrap_or_else(PoisonError::into_inner);
        !free.0.is_empty() || free.1 < MAX_RETURN_TRAMPOLINES
    }

    /// Returns the number of trampolines of this process that are in use: the number of values of
    /// this type. Any thread.
    pub fn in_use() -> usize {
        let free = FREE.lock().unwrap_or_else(PoisonError::into_inner);
        free.1 - free.0.len()
    }

    /// Returns the address of the trampoline's code.
    pub fn address(&self) -> u64 {
        address_of(self.0)
    }

    /// Returns the return address that the trampoline replaces.
    pub fn original(&self) -> u64 {
        originals()[self.0].load(Ordering::Relaxed)
    }
}

impl Drop for ReturnTrampoline {
    fn drop(&mut self) {
        originals()[self.0].store(0, Ordering::Release);
        FREE.lock().unwrap_or_else(PoisonError::into_inner).0.push(self.0);
    }
}

impl fmt::Debug for ReturnTrampoline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReturnTrampoline")
            .field("address", &format_args!("{:#x}", self.address()))
            .field("original", &format_args!("{:#x}", self.original()))
            .finish()
    }
}

/// Returns the address of the trampoline with this index.
fn address_of(index: usize) -> u64 {
    first_trampoline() + RETURN_TRAMPOLINE_SIZE * index as u64
}

/// Returns the index of the trampoline at this address, if there is one.
fn index_of(address: u64) -> Option<usize> {
    let offset = address.wrapping_sub(first_trampoline());
    let index = usize::try_from(offset / RETURN_TRAMPOLINE_SIZE).ok()?;
    (index < MAX_RETURN_TRAMPOLINES && offset.is_multiple_of(RETURN_TRAMPOLINE_SIZE))
        .then_some(index)
}

/// Returns the original return address of a frame of this process, if `address` is a trampoline in
/// use.
#[inline]
pub fn original_return_address(address: u64) -> Option<u64> {
    let original = originals()[index_of(address)?].load(Ordering::Acquire);
    (original != 0).then_some(original)
}

/// Handles a frame that has returned to a trampoline. The code of the trampoline calls this
/// function and then performs the call in `entry.replacement`.
pub(crate) unsafe extern "C" fn enter_takeover(entry: &mut TrampolineEntry) {
    // SAFETY: the code of the trampoline has stored the register file on this thread's stack, where
    // it exists as long as the entry.
    let registers = unsafe { &mut *entry.registers };
    let trampoline = registers.return_address;
    entry.trampoline = trampoline;
    let (Some(index), Some(original)) = (index_of(trampoline), original_return_address(trampoline))
    else {
        // A caller has violated the contract of `new`, and there is no address to return to.
        panic!("a frame returns to the trampoline at {trampoline:#x}, which is free");
    };
    // From here on, unwinders find the frame without the trampoline, which the handler may free.
    registers.return_address = original;
    let slot = &SLOTS[index];
    let takeover = slot.takeover.load(Ordering::Relaxed);
    // SAFETY: the slot is in use, so `new_where` has stored a `TakeoverHandler` in it.
    let takeover = unsafe { core::mem::transmute::<usize, TakeoverHandler>(takeover) };
    // SAFETY: the caller of `ReturnTrampoline::new` guarantees that `takeover` can be called with
    // this context on this thread while a frame returns to the trampoline.
    let replacement = unsafe { takeover(slot.context.load(Ordering::Relaxed), entry) };
    entry.replacement.write(replacement);
}

/// `_UA_FORCE_UNWIND`.
const FORCE_UNWIND: c_int = 8;
/// `_URC_FATAL_PHASE1_ERROR`.
const FATAL_PHASE1_ERROR: c_int = 3;

/// The personality routine of the trampolines. An exception must not pass a frame that is to be
/// taken over: its handlers, and those of its callers, are not what should run. So the unwinder
/// reports an error to the function that raises the exception, which then ends the process. Forced
/// unwinding has no search phase, and the C library would end the process without a message.
///
/// # Safety
///
/// Called by an unwinder.
pub(super) unsafe extern "C" fn takeover_personality(
    _version: c_int,
    actions: c_int,
    _class: u64,
    _exception: *mut c_void,
    _context: *mut c_void,
) -> c_int {
    let forced = actions & FORCE_UNWIND != 0;
    assert!(
        !forced,
        "the thread ends (pthread_exit, pthread_cancel) below a frame whose takeover is pending"
    );
    assert!(
        actions & SEARCH_PHASE != 0,
        "a takeover of a frame was requested while an exception was thrown through it"
    );
    FATAL_PHASE1_ERROR
}

#[cfg(test)]
mod tests {
    use super::*;

    unsafe fn unexpected(_: *const (), _: &TrampolineEntry) -> ReplacementCall {
        panic!("a frame returned to a trampoline of a test")
    }

    fn claim_trampoline(original: u64) -> ReturnTrampoline {
        // SAFETY: no frame returns to the trampoline.
        unsafe { ReturnTrampoline::new(original, unexpected, core::ptr::null()) }
            .expect("no trampoline is free")
    }

    #[test]
    fn a_trampoline_maps_to_its_return_address_until_freed() {
        let [one, two] = [claim_trampoline(0x1234), claim_trampoline(0x5678)];
        assert_eq!((one.original(), two.original()), (0x1234, 0x5678));
        assert_eq!(original_return_address(one.address()), Some(0x1234));
        assert_eq!(original_return_address(two.address()), Some(0x5678));
        for beside in [one.address() + 1, one.address() - 1, first_trampoline() - 1, 0, u64::MAX] {
            assert_eq!(original_return_address(beside), None, "{beside:#x}");
        }
        let after = first_trampoline() + RETURN_TRAMPOLINE_SIZE * MAX_RETURN_TRAMPOLINES as u64;
        assert_eq!(original_return_address(after), None);
        let address = one.address();
        drop(one);
        assert_eq!(original_return_address(address), None);
        assert_eq!(original_return_address(two.address()), Some(0x5678));
    }

    #[test]
    fn a_trampoline_is_chosen_by_predicate() {
        let address = address_of(MAX_RETURN_TRAMPOLINES - 1);
        // SAFETY: no frame returns to the trampoline.
        let claim_at = |wanted| unsafe {
            ReturnTrampoline::new_where(0x9abc, unexpected, core::ptr::null(), |at| at == wanted)
        };
        let last = claim_at(address).expect("the last trampoline is in use");
        assert_eq!((last.address(), last.original()), (address, 0x9abc));
        assert!(claim_at(address).is_none() && ReturnTrampoline::is_any_left());
        let previous = claim_at(address_of(MAX_RETURN_TRAMPOLINES - 2));
        let previous = previous.expect("the skipped trampoline is not free");
        assert_eq!(previous.original(), 0x9abc);
        drop(last);
        assert!(claim_at(address).is_some());
    }
}
