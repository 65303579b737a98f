//! Calls that were patched into the code at `patchpoint` and `stackmap` records.
//!
//! Such a record is found by where it begins; a frame that has called from there stands at the return address of
//! the call. Where that is, only who wrote the call knows. (The call that LLVM itself writes for a patchpoint with a
//! target is recognised when a table is built of code that can be read.) A call that is patched in at a statepoint needs
//! nothing of this: it returns where the record says.

use super::CodeRegistry;
use super::error::RegistryError;
use super::region::Region;
use super::regions::Ranged;
use super::snapshot::State;
use crate::arch::Architecture;
use crate::table::{CallSite, Content, next_generation};
use crate::walk::Found;

/// A call in the bytes that belong to a `patchpoint` or `stackmap`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatchedCall {
    /// Where the record says that its bytes begin.
    pub record: u64,
    /// Where the call returns to: behind the record's beginning, in the bytes that belong to it or right
    /// behind them.
    pub return_address: u64,
    /// What is called has a frame that names, as pinned roots of its own, all references that the record has in
    /// registers which calls do not preserve. Otherwise a walk that meets the call ends with an error if the record
    /// names any.
    pub callee_holds_registers: bool,
}

/// The calls of a state, by their return addresses.
#[derive(Clone, Debug, Default)]
pub(super) struct PatchedCalls {
    /// Sorted.
    calls: Vec<PatchedCall>,
}

impl PatchedCalls {
    fn position(&self, return_address: u64) -> Result<usize, usize> {
        self.calls.binary_search_by_key(&return_address, |call| call.return_address)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.calls.is_empty()
    }

    fn find(&self, return_address: u64) -> Option<PatchedCall> {
        self.position(return_address).ok().map(|at| self.calls[at])
    }

    /// Where the record of the call begins that returns there.
    pub(super) fn record_of(&self, return_address: u64) -> Option<u64> {
        self.find(return_address).map(|call| call.record)
    }

    /// Those that are not in this code.
    pub(super) fn outside(&self, code: &core::ops::Range<u64>) -> Self {
        let outside = |call: &&PatchedCall| !code.contains(&call.record);
        Self { calls: self.calls.iter().filter(outside).copied().collect() }
    }
}

impl<A: Architecture> State<A> {
    /// The frame of a call that was patched into `region`.
    #[inline(never)]
    pub(super) fn find_patched<'r>(&self, region: &'r Region<A>, pc: u64) -> Option<Found<'r, A>> {
        let call = self.patched.find(pc)?;
        let Found::Managed(CallSite { number, content: Content::Pinned(pinned) }) =
            region.find(call.record)
        else {
            return None;
        };
        let pinned = if call.callee_holds_registers { pinned.without_registers() } else { pinned };
        Some(Found::Managed(CallSite { number, content: Content::Pinned(pinned) }))
    }
}

impl<A: Architecture> CodeRegistry<A> {
    /// Says where a call returns to that is about to be patched in. Do so before any thread can execute the call. What the
    /// record names is then pinned while the call is under way.
    ///
    /// Whoever patches a site again and again, with a call at the same place, says so once. As when code is registered, what
    /// walks remember of call sites is forgotten.
    ///
    /// # Errors
    ///
    /// When there is no `patchpoint` or `stackmap` record at that address, or the call of a statepoint returns there,
    /// which hides it (a no-op in front of the record helps); when the return address is not behind it in
    /// the same region, or is that of another call site or call.
    ///
    /// # Safety
    ///
    /// What returns there, as long as this is known, is a call in the bytes that belong to the
    /// record. What it calls has the frame that [`PatchedCall::callee_holds_registers`] promises, if
    /// that is set.
    pub unsafe fn add_patched_call(&self, call: PatchedCall) -> Result<(), RegistryError> {
        let PatchedCall { record, return_address, .. } = call;
        self.published
            .replace(|state| {
                let region = state.regions.find(record);
                let region = region.ok_or(RegistryError::NoRecordToPatch { address: record })?;
                let Found::Managed(CallSite { content: Content::Pinned(_), .. }) =
                    region.find(record)
                else {
                    return Err(RegistryError::NoRecordToPatch { address: record });
                };
                let code = region.range();
                // The call may be the last instruction.
                if return_address <= record || return_address > code.end {
                    return Err(RegistryError::PatchedCallElsewhere { record, return_address });
                }
                let id = |pc| region.record(pc).map(|record| record.id);
                // The call that LLVM wrote there is one of the same record.
                if let Found::Managed(known) = region.find(return_address) {
                    let is_pinned = matches!(known.content, Content::Pinned(_));
                    if !is_pinned || id(return_address) != id(record) {
                        return Err(RegistryError::ReturnAddressTaken { return_address });
                    }
                }
                let mut patched = state.patched.clone();
                match patched.position(return_address) {
                    Ok(at) if patched.calls[at].record == record => patched.calls[at] = call,
                    Ok(_) => return Err(RegistryError::ReturnAddressTaken { return_address }),
                    Err(at) => patched.calls.insert(at, call),
                }
                Ok((state.with_patched(patched), ()))
            })
            .map(|((), _nobody_waits)| ())
    }

    /// Whether a walk that meets this call treats it as it says here; `None` if none is known of the record that returns there.
    ///
    /// It is [added](Self::add_patched_call) already if so. If not, it differs in what the callee holds, and the record names a
    /// reference in a register that calls do not preserve: to add it is right when no thread is in the call that is known.
    pub fn knows_patched_call(&self, call: PatchedCall) -> Option<bool> {
        let state = self.published.read();
        let known = state.patched.find(call.return_address)?;
        if known.record != call.record {
            return None;
        }
        let region = state.regions.find(call.record)?;
        let Found::Managed(CallSite { content: Content::Pinned(pinned), .. }) =
            region.find(call.record)
        else {
            return None;
        };
        let is_same = known.callee_holds_registers == call.callee_holds_registers;
        Some(is_same || pinned.unrecoverable().len() == 0)
    }

    /// Takes back what [`Self::add_patched_call`] said; whether it was known. No thread should be in
    /// the call any more: a walk that meets it fails.
    pub fn remove_patched_call(&self, return_address: u64) -> bool {
        let removed = self.published.replace(|state| {
            let mut patched = state.patched.clone();
            let at = patched.position(return_address).map_err(drop)?;
            patched.calls.remove(at);
            Ok::<_, ()>((state.with_patched(patched), ()))
        });
        removed.is_ok()
    }
}

impl<A: Architecture> State<A> {
    fn with_patched(&self, patched: PatchedCalls) -> Self {
        Self {
            generation: next_generation(),
            regions: self.regions.clone(),
            max_bases: self.max_bases,
            has_pinned: self.has_pinned,
            patched,
        }
    }
}
