//! The interface in which a walk looks up program counters.

use crate::arch::Architecture;
use crate::cfi::UnwindProblem;
use crate::table::{CallSite, CallSiteRecord, CallSiteTable, FrameDescriptor};

/// The code that a walk may meet.
///
/// A [call-site table](CallSiteTable) is the code of one region, in which each return address must
/// be a call site. Other implementations cover several regions, or native code between managed
/// frames.
pub trait CodeLookup<A: Architecture> {
    /// Returns a number that changes as soon as [`Self::find`] may return another result for any
    /// address, and that no other code in the process has unless it returns the same results: one
    /// of [`next_generation`](crate::table::next_generation). Cached results are valid as long as
    /// this stays the same.
    fn generation(&self) -> u64;

    /// Looks up the program counter `pc` of a frame: the return address of its call under way.
    fn find(&self, pc: u64) -> FoundCode<'_, A>;

    /// Returns the original return address of a frame whose return address reads as `address`. The
    /// two differ only where `address` is a return-address trampoline of this process (a
    /// [trampoline](crate::deopt::ReturnTrampoline)), through which the frame is to be taken over.
    fn original(&self, address: u64) -> u64 {
        address
    }

    /// Returns the address of the managed function around the call that returns to `pc`, whether or
    /// not it is a known call site. For messages, and to distinguish managed code from native code.
    fn function_containing(&self, pc: u64) -> Option<u64>;

    /// Returns the parts of the record of the call that returns to `pc` which a walk does not need,
    /// where records are kept.
    fn record(&self, pc: u64) -> Option<CallSiteRecord<'_, A>> {
        let _ = pc;
        None
    }

    /// Returns whether the call that returns to `pc` is in code of which all managed functions are
    /// known: that of a table, or of an image or region that is registered.
    fn covers(&self, pc: u64) -> bool;

    /// Returns whether a walk may meet frames at `stackmap` or `patchpoint` records. If not, a
    /// collector need not search for objects to pin.
    fn has_pinned(&self) -> bool;

    /// Returns an upper bound of the number of base roots at any call site, so that a walk can
    /// allocate memory for them beforehand.
    fn max_bases(&self) -> usize;
}

/// The result of a look-up in [`CodeLookup`].
#[derive(Clone, Copy, Debug)]
pub enum FoundCode<'t, A: Architecture> {
    /// A call site of managed code.
    Managed(CallSite<'t, A>),
    /// Native code: the descriptor leads from its frame to the caller, and the frame has no roots.
    Native(FrameDescriptor<'t, A>),
    /// Native code whose frame cannot be left.
    NoRule(UnwindProblem),
    /// Neither a known call site nor known native code.
    Unknown {
        /// The managed function around it, if it lies in one.
        function: Option<u64>,
    },
    /// The outermost frame of a thread: nothing called it.
    End,
}

impl<A: Architecture> CodeLookup<A> for CallSiteTable<'_, A> {
    /// A table never changes.
    fn generation(&self) -> u64 {
        Self::generation(self)
    }

    #[inline]
    fn find(&self, pc: u64) -> FoundCode<'_, A> {
        match self.lookup(pc) {
            Some(site) => FoundCode::Managed(site),
            None => FoundCode::Unknown { function: self.function_containing(pc) },
        }
    }

    fn function_containing(&self, pc: u64) -> Option<u64> {
        Self::function_containing(self, pc)
    }

    fn record(&self, pc: u64) -> Option<CallSiteRecord<'_, A>> {
        Self::record(self, self.number_of(pc)?)
    }

    fn covers(&self, pc: u64) -> bool {
        // The call may be the last instruction.
        self.code().contains(&pc.wrapping_sub(1))
    }

    fn has_pinned(&self) -> bool {
        Self::has_pinned(self)
    }

    fn max_bases(&self) -> usize {
        Self::max_bases(self)
    }
}
