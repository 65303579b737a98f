//! Calls that were patched into the code at `patchpoint` and `stackmap` records.
//!
//! Such a record is found by the address of its first byte; a frame that has called from there is
//! at the return address of the call. Only the writer of the call knows that address. (The call
//! that LLVM itself writes for a patchpoint with a target is recognised when a table is built from
//! code that can be read.) A call that is patched in at a statepoint needs none of this: it returns
//! to the return address that the statepoint's record gives.

use super::CodeRegistry;
use super::error::RegistryError;
use super::region::Region;
use super::regions::Ranged;
use super::snapshot::State;
use crate::arch::Architecture;
use crate::table::{CallSite, CallSiteContent, next_generation};
use crate::walk::FoundCode;

/// A call in the bytes that belong to a `patchpoint` or `stackmap` record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatchedCall {
    /// Address at which the record's bytes begin.
    pub record: u64,
    /// Return address of the call: after the start of the record, in the bytes that belong to it or
    /// directly after them.
    pub return_address: u64,
    /// Whether the callee has a frame that names, as pinned roots of its own, all references that
    /// the record has in registers which calls do not preserve. Otherwise a walk that meets the
    /// call ends with an error if the record names any.
    pub callee_saves_registers: bool,
}

/// The patched calls of a registry state, by return address.
#[derive(Clone, Debug, Default)]
pub(super) struct PatchedCalls {
    /// The calls, sorted.
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

    /// Returns the address of the record whose call returns to `return_address`.
    pub(super) fn record_of(&self, return_address: u64) -> Option<u64> {
        self.find(return_address).map(|call| call.record)
    }

    /// Returns the calls that are not in this code.
    pub(super) fn outside(&self, code: &core::ops::Range<u64>) -> Self {
        let outside = |call: &&PatchedCall| !code.contains(&call.record);
        Self { calls: self.calls.iter().filter(outside).copied().collect() }
    }
}

impl<A: Architecture> State<A> {
    /// Returns the frame of a call that was patched into `region`.
    #[inline(never)]
    pub(super) fn find_patched<'r>(
        &self,
        region: &'r Region<A>,
        pc: u64,
    ) -> Option<FoundCode<'r, A>> {
        let call = self.patched.find(pc)?;
        let FoundCode::Managed(CallSite { number, content: CallSiteContent::Pinned(pinned) }) =
            region.find(call.record)
        else {
            return None;
        };
        let pinned = if call.callee_saves_registers { pinned.without_registers() } else { pinned };
        Some(FoundCode::Managed(CallSite { number, content: CallSiteContent::Pinned(pinned) }))
    }
}

impl<A: Architecture> CodeRegistry<A> {
    /// Announces the return address of a call that is about to be patched in. Call this before any
    /// thread can execute the call. The values that the record names are then pinned while the call
    /// is under way.
    ///
    /// A site that is patched again and again with a call at the same place is announced once. As
    /// when code is registered, walks forget the call sites that they have cached.
    ///
    /// # Errors
    ///
    /// If there is no `patchpoint` or `stackmap` record at that address, or the call of a
    /// statepoint returns there, which hides it (a no-op before the record avoids this); if the
    /// return address is not after it in the same region, or belongs to another call site or call.
    ///
    /// # Safety
    ///
    /// As long as `call` is registered, only a call in the bytes that belong to the record returns
    /// to `call.return_address`. Its callee has the frame that
    /// [`PatchedCall::callee_saves_registers`] promises, if that is set.
    pub unsafe fn add_patched_call(&self, call: PatchedCall) -> Result<(), RegistryError> {
        let PatchedCall { record, return_address, .. } = call;
        self.published
            .replace(|state| {
                let region = state.regions.find(record);
                let region = region.ok_or(RegistryError::NoRecordToPatch { address: record })?;
                let FoundCode::Managed(CallSite { content: CallSiteContent::Pinned(_), .. }) =
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
                // The call that LLVM wrote there belongs to the same record.
                if let FoundCode::Managed(known) = region.find(return_address) {
                    let is_pinned = matches!(known.content, CallSiteContent::Pinned(_));
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
            .map(|((), _unused_ticket)| ())
    }

    /// Returns whether a walk that meets this call treats it as described here; `None` if no call
    /// of this record is known with this return address.
    ///
    /// If `true`, the call is [added](Self::add_patched_call) already. If `false`, the known call
    /// differs in `callee_saves_registers`, and the record names a reference in a register that
    /// calls do not preserve: adding this one is correct once no thread is in the known call.
    pub fn matches_patched_call(&self, call: PatchedCall) -> Option<bool> {
        let state = self.published.read();
        let known = state.patched.find(call.return_address)?;
        if known.record != call.record {
            return None;
        }
        let region = state.regions.find(call.record)?;
        let FoundCode::Managed(CallSite { content: CallSiteContent::Pinned(pinned), .. }) =
            region.find(call.record)
        else {
            return None;
        };
        let is_same = known.callee_saves_registers == call.callee_saves_registers;
        Some(is_same || pinned.unrecoverable().len() == 0)
    }

    /// Removes a call that [`Self::add_patched_call`] has added, and returns whether it was known.
    /// No thread should be in the call any more: a walk that meets it fails.
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
