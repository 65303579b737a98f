//! The interface through which a walk looks up program counters.

use crate::arch::Architecture;
use crate::cfi::UnwindProblem;
use crate::table::{CallSite, CallSiteRecord, CallSiteTable, FrameDescriptor};

/// The code whose frames a walk can visit.
///
/// A [call-site table](CallSiteTable) is the code of one region, in which each return address must
/// be a call site. Other implementations cover several regions, or native code between managed
/// frames.
pub trait CodeLookup<A: Architecture> {
    /// Returns the generation of the code, from
    /// [`next_generation`](crate::table::next_generation). It changes when [`Self::find`] may
    /// return another result for any address. Other code in the process has another generation
    /// unless it returns the same results. Cached results are valid while the generation does not
    /// change.
    fn generation(&self) -> u64;

    /// Looks up the program counter `pc` of a frame: the return address of its active call.
    fn find(&self, pc: u64) -> FoundCode<'_, A>;

    /// Returns the original return address of a frame whose current return address is `address`.
    /// They differ only if `address` is a [return-address
    /// trampoline](crate::deopt::ReturnTrampoline) of this process.
    fn original(&self, address: u64) -> u64 {
        address
    }

    /// Returns the address of the managed function that contains the call with the return address
    /// `pc`, even if that is not a known call site. The address is used in messages and to
    /// distinguish managed code from native code.
    fn function_containing(&self, pc: u64) -> Option<u64>;

    /// Returns the parts of a call site's record that a walk does not need, if records are stored.
    /// `pc` is the return address.
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
    /// Native code. The descriptor locates the caller; the frame has no roots.
    Native(FrameDescriptor<'t, A>),
    /// Native code whose frame cannot be unwound.
    NoRule(UnwindProblem),
    /// Neither a known call site nor known native code.
    Unknown {
        /// The managed function that contains the address, if there is one.
        function: Option<u64>,
    },
    /// The outermost frame of a thread, which has no caller.
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
