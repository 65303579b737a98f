//! The return-address trampolines of frame takeover.
//!
//! A *return-address trampoline* is an address in this program that is assigned to one call site.
//! The return address of frames at that call can be hijacked: they then return to the trampoline,
//! and are taken over. A program has [`MAX_RETURN_TRAMPOLINES`], in a piece of code that is linked
//! into it, so nothing has to be generated. Each stands for one return address at a time. This
//! assignment is recorded only here: a walk that meets a trampoline calls
//! [`original_return_address`], and finds the call site as if the address had not been hijacked.

use core::fmt;
use core::sync::atomic::{AtomicPtr, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::arch::{RETURN_TRAMPOLINE_SIZE, first_trampoline};
use super::replacement_call::ReplacementCall;
use super::trampoline_entry::TrampolineEntry;

/// Number of trampolines in a process.
pub const MAX_RETURN_TRAMPOLINES: usize = 1024;

/// The function that takes over a frame which has returned to a trampoline. It gets the `context`
/// that was passed to [`ReturnTrampoline::new`], and returns how to continue. It runs on the thread
/// and the stack of the frame, below it.
pub type TakeoverHandler =
    unsafe fn(context: *const (), entry: &TrampolineEntry) -> ReplacementCall;

struct Slot {
    /// The return address that the trampoline replaces; 0 if the trampoline is free.
    original: AtomicU64,
    takeover: AtomicUsize,
    context: AtomicPtr<()>,
}

static SLOTS: [Slot; MAX_RETURN_TRAMPOLINES] = [const {
    Slot {
        original: AtomicU64::new(0),
        takeover: AtomicUsize::new(0),
        context: AtomicPtr::new(core::ptr::null_mut()),
    }
}; MAX_RETURN_TRAMPOLINES];

/// Indices of the free trampolines, and the first index that was never considered.
static FREE: Mutex<(Vec<usize>, usize)> = Mutex::new((Vec::new(), 0));

/// Error returned when all trampolines are in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "all {MAX_RETURN_TRAMPOLINES} return trampolines of this process are in use: let frames that \
     were taken over return before taking over more"
)]
pub struct NoTrampolineLeft;

/// A trampoline of a call site; dropping it frees it.
pub struct ReturnTrampoline(usize);

impl ReturnTrampoline {
    /// Claims a trampoline for frames that return to `original`; `takeover` will be called with
    /// `context`.
    ///
    /// # Errors
    ///
    /// If all are in use.
    ///
    /// # Safety
    ///
    /// As long as a frame returns to the trampoline, it is not dropped, and `takeover` can be
    /// called with `context` on the thread of the frame. Its result satisfies the conditions of
    /// [`ReplacementCall`].
    pub unsafe fn new(
        original: u64,
        takeover: TakeoverHandler,
        context: *const (),
    ) -> Result<Self, NoTrampolineLeft> {
        // SAFETY: the caller has the same duties.
        unsafe { Self::new_where(original, takeover, context, |_| true) }.ok_or(NoTrampolineLeft)
    }

    /// Like [`Self::new`], with an address for which `fits` holds; `None` if none is left.
    ///
    /// # Safety
    ///
    /// As [`Self::new`].
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
        // The frame is redirected later, by a thread that may write to its stack: that write orders
        // these stores before the loads of other threads.
        slot.takeover.store(takeover as usize, Ordering::Relaxed);
        slot.context.store(context.cast_mut(), Ordering::Relaxed);
        slot.original.store(original, Ordering::Release);
        Some(Self(index))
    }

    /// Returns whether any trampoline is left.
    pub(super) fn is_any_left() -> bool {
        let free = FREE.lock().unwrap_or_else(PoisonError::into_inner);
        !free.0.is_empty() || free.1 < MAX_RETURN_TRAMPOLINES
    }

    /// Returns the address to which frames that are to be taken over return.
    pub fn address(&self) -> u64 {
        address_of(self.0)
    }

    /// Returns the address to which they would return otherwise.
    pub fn original(&self) -> u64 {
        SLOTS[self.0].original.load(Ordering::Relaxed)
    }
}

impl Drop for ReturnTrampoline {
    fn drop(&mut self) {
        SLOTS[self.0].original.store(0, Ordering::Release);
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

/// Returns the trampoline at this address.
fn slot_at(address: u64) -> Option<&'static Slot> {
    let offset = address.wrapping_sub(first_trampoline());
    let index = usize::try_from(offset / RETURN_TRAMPOLINE_SIZE).ok()?;
    SLOTS.get(index).filter(|_| offset.is_multiple_of(RETURN_TRAMPOLINE_SIZE))
}

/// Returns the original return address of a frame of this process, if `address` is a trampoline in
/// use.
#[inline]
pub fn original_return_address(address: u64) -> Option<u64> {
    let original = slot_at(address)?.original.load(Ordering::Acquire);
    (original != 0).then_some(original)
}

/// Handles a frame that has returned to a trampoline. Called by the code of the trampoline, which
/// continues as is stored in `entry`.
pub(crate) unsafe extern "C" fn enter_takeover(entry: &mut TrampolineEntry) {
    let trampoline = entry.trampoline();
    let slot = slot_at(trampoline).filter(|slot| slot.original.load(Ordering::Acquire) != 0);
    let Some(slot) = slot else {
        // A caller has violated the contract of `new`, and there is no address to return to.
        panic!("a frame returns to the trampoline at {trampoline:#x}, which is free");
    };
    let takeover = slot.takeover.load(Ordering::Relaxed);
    // SAFETY: a function of this type, which `new` has stored there.
    let takeover = unsafe { core::mem::transmute::<usize, TakeoverHandler>(takeover) };
    // SAFETY: the code that made the trampoline promised it.
    let replacement = unsafe { takeover(slot.context.load(Ordering::Relaxed), entry) };
    entry.replacement.write(replacement);
}

#[cfg(test)]
mod tests {
    use super::*;

    unsafe fn unexpected(_: *const (), _: &TrampolineEntry) -> ReplacementCall {
        panic!("no frame returns there")
    }

    fn trampoline(original: u64) -> ReturnTrampoline {
        // SAFETY: no frame returns to it.
        unsafe { ReturnTrampoline::new(original, unexpected, core::ptr::null()) }
            .expect("a trampoline is free")
    }

    #[test]
    fn a_trampoline_maps_to_its_return_address_until_freed() {
        let [one, two] = [trampoline(0x1234), trampoline(0x5678)];
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
        // SAFETY: no frame returns to it.
        let which = |wanted| unsafe {
            ReturnTrampoline::new_where(0x9abc, unexpected, core::ptr::null(), |at| at == wanted)
        };
        let last = which(address).expect("the last trampoline is free");
        assert_eq!((last.address(), last.original()), (address, 0x9abc));
        assert!(which(address).is_none() && ReturnTrampoline::is_any_left());
        let beside = which(address_of(MAX_RETURN_TRAMPOLINES - 2)).expect(
            "the trampoline was \
                                                                           skipped",
        );
        assert_eq!(beside.original(), 0x9abc);
        drop(last);
        assert!(which(address).is_some());
    }
}
