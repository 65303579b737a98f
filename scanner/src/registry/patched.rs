//! Calls patched into the code at `patchpoint` and `stackmap` records.
//!
//! A table contains such a record under the address of its first byte. During a patched call, the
//! PC of the frame is the return address of the call, which only the patching code knows. So it
//! must add the call here. Two kinds of calls need not be added. The table builder recognises the
//! call that LLVM writes for a patchpoint with a target, if it can read the code. A call patched in
//! at a statepoint has the return address of the statepoint's record.

use core::ops::Range;
use std::sync::Arc;

use super::CodeRegistry;
use super::error::RegistryError;
use super::range_set::{RangeSet, Ranged};
use super::region::Region;
use super::snapshot::State;
use crate::arch::Architecture;
use crate::table::{CallSite, CallSiteContent, next_generation};
use crate::walk::FoundCode;

/// A call in the patchable bytes of a `patchpoint` or `stackmap` record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatchedCall {
    /// Address of the record: its first patchable byte.
    pub record: u64,
    /// Return address of the call. It is in the patchable bytes, or directly after them.
    pub return_address: u64,
    /// Whether the callee saves all registers that calls do not preserve, and its frame reports the
    /// record's references in them as pinned roots. If not, a walk returns an error at this call if
    /// the record has such references.
    pub callee_saves_registers: bool,
}

/// The range of a call is the last byte of its instruction. A search by this address finds the call
/// that returns to the next one.
impl Ranged for PatchedCall {
    fn range(&self) -> Range<u64> {
        self.return_address.wrapping_sub(1)..self.return_address
    }
}

/// The patched calls of a registry state, by return address.
#[derive(Clone)]
pub(super) struct PatchedCalls {
    calls: RangeSet<PatchedCall>,
}

impl PatchedCalls {
    pub(super) const fn new() -> Self {
        Self { calls: RangeSet::new() }
    }

    /// Returns whether there are no calls.
    pub(super) fn is_empty(&self) -> bool {
        self.calls.len() == 0
    }

    /// Returns the call with this return address.
    fn find(&self, return_address: u64) -> Option<PatchedCall> {
        self.calls.find(return_address.wrapping_sub(1)).map(|call| **call)
    }

    /// Returns the address of the record whose call returns to `return_address`.
    pub(super) fn record_of(&self, return_address: u64) -> Option<u64> {
        self.find(return_address).map(|call| call.record)
    }

    /// Returns the calls and `call`, which replaces the call with the same return address.
    fn with(&self, call: PatchedCall) -> Self {
        Self { calls: self.without(call.return_address).calls.with(Arc::new(call)) }
    }

    /// Returns the calls without the one that has this return address.
    fn without(&self, return_address: u64) -> Self {
        Self { calls: self.calls.without(return_address.wrapping_sub(1)) }
    }

    /// Returns the calls that are not in the region with this code.
    pub(super) fn without_code(&self, code: &Range<u64>) -> Self {
        let mut calls = self.calls.clone();
        while let Some(call) = calls.find_overlapping(code).map(|call| **call) {
            calls = calls.without(call.range().start);
        }
        Self { calls }
    }
}

impl<A: Architecture> State<A> {
    /// Returns the call site of a patched call in `region` that returns to `pc`.
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
    /// Adds a call that is about to be patched in. Call this before any thread can execute the
    /// call. During the call, the values of the record are pinned.
    ///
    /// A site that is patched repeatedly with a call at the same address needs to be added only
    /// once. This function changes the generation, so walks discard the call sites that they have
    /// cached.
    ///
    /// # Errors
    ///
    /// - If there is no `patchpoint` or `stackmap` record at `call.record`, or the record is hidden
    ///   by a statepoint whose return address is `call.record`. A no-op before the record avoids
    ///   this.
    /// - If the return address is not after the record in the same region.
    /// - If the return address belongs to another call site or patched call.
    ///
    /// # Safety
    ///
    /// As long as `call` is registered, only a call in the patchable bytes of the record returns to
    /// `call.return_address`. If [`PatchedCall::callee_saves_registers`] is set, the frame of the
    /// callee reports the references as described there.
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
                // The call may be the last instruction of the region, so `code.end` is valid.
                if return_address <= record || return_address > code.end {
                    return Err(RegistryError::PatchedCallElsewhere { record, return_address });
                }
                let id = |pc| region.record(pc).map(|record| record.id);
                // The return address may already have a call site: the call that LLVM wrote for the
                // same record.
                if let FoundCode::Managed(known) = region.find(return_address) {
                    let is_pinned = matches!(known.content, CallSiteContent::Pinned(_));
                    if !is_pinned || id(return_address) != id(record) {
                        return Err(RegistryError::ReturnAddressTaken { return_address });
                    }
                }
                if state.patched.find(return_address).is_some_and(|other| other.record != record) {
                    return Err(RegistryError::ReturnAddressTaken { return_address });
                }
                Ok((state.with_patched(state.patched.with(call)), ()))
            })
            .map(|((), _unused_ticket)| ())
    }

    /// Returns whether walks treat a call with the record and return address of `call` as `call`
    /// describes. Returns `None` if no such call was added.
    ///
    /// `true`: `call` need not be added. `false`: the known call differs in
    /// `callee_saves_registers`, and the record has a reference in a register that calls do not
    /// preserve. In this case, `call` may be added when no thread is in the known call.
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

    /// Removes a call that [`Self::add_patched_call`] has added, and returns whether there was one.
    /// No thread should be in the call: a walk returns an error at a removed call.
    pub fn remove_patched_call(&self, return_address: u64) -> bool {
        let removed = self.published.replace(|state| {
            state.patched.find(return_address).ok_or(())?;
            Ok::<_, ()>((state.with_patched(state.patched.without(return_address)), ()))
        });
        removed.is_ok()
    }
}

impl<A: Architecture> State<A> {
    /// Returns a new state with these patched calls.
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
