//! What a walk looks program counters up in.

use crate::arch::Architecture;
use crate::cfi::UnwindProblem;
use crate::table::{CallSite, CallSiteTable, FrameDescriptor, Record};

/// The code that a walk may meet.
///
/// A [call-site table](CallSiteTable) is the code of one region, of which each return address must
/// be a call site. Others answer for several regions, or for native code between managed frames.
pub trait Code<A: Architecture> {
    /// A number that is another one as soon as [`Self::find`] may answer differently for any
    /// address, and that no other code in the process has unless it gives the same answers: one of
    /// [`next_generation`](crate::table::next_generation). What somebody remembers of answers is good as long as this stays the
    /// same.
    fn generation(&self) -> u64;

    /// The code at the program counter `pc` of a frame: where its call under way returns to.
    fn find(&self, pc: u64) -> Found<'_, A>;

    /// Where a frame returns to that seems to return to `address`: another address only where that is a
    /// [detour](crate::deopt::Detour) of this process, by which the frame is to be taken over.
    fn original(&self, address: u64) -> u64 {
        address
    }

    /// The address of the managed function around the call that returns to `pc`, whether or not it
    /// is a known call site. For messages, and to tell managed code from native code.
    fn function_containing(&self, pc: u64) -> Option<u64>;

    /// What a walk does not need of the record of the call that returns to `pc`, where records are kept.
    fn record(&self, pc: u64) -> Option<Record<'_, A>> {
        let _ = pc;
        None
    }

    /// Whether the call that returns to `pc` is in code of which all managed functions are known: that
    /// of a table, or of an image or region that is registered.
    fn covers(&self, pc: u64) -> bool;

    /// Whether a walk may meet frames at `stackmap` or `patchpoint` records. Where it may not, nobody has to look for
    /// what must be pinned.
    fn has_pinned(&self) -> bool;

    /// At least the number of base roots at any call site, so that a walk can have the memory for
    /// them beforehand.
    fn max_bases(&self) -> usize;
}

/// What [`Code`] has at a program counter.
#[derive(Clone, Copy, Debug)]
pub enum Found<'t, A: Architecture> {
    /// A call site of managed code.
    Managed(CallSite<'t, A>),
    /// Native code, whose frame leads to its caller in this way and has no roots.
    Native(FrameDescriptor<'t, A>),
    /// Native code whose frame cannot be left.
    NoRule(UnwindProblem),
    /// Not a known call site and not known to be native code.
    Unknown {
        /// The managed function around it, if it lies in one.
        function: Option<u64>,
    },
    /// The outermost frame of a thread: nothing called it.
    End,
}

impl<A: Architecture> Code<A> for CallSiteTable<'_, A> {
    /// A table stays as it is.
    fn generation(&self) -> u64 {
        Self::generation(self)
    }

    #[inline]
    fn find(&self, pc: u64) -> Found<'_, A> {
        match self.lookup(pc) {
            Some(site) => Found::Managed(site),
            None => Found::Unknown { function: self.function_containing(pc) },
        }
    }

    fn function_containing(&self, pc: u64) -> Option<u64> {
        Self::function_containing(self, pc)
    }

    fn record(&self, pc: u64) -> Option<Record<'_, A>> {
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
