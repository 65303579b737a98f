//! Patching calls, jumps, no-ops and other instructions into the code at records.
//!
//! A stack walk must know each call that was patched in at a `patchpoint` or `stackmap`. So the
//! call is added to the heap's registry before it is written. The entry stays when the call is
//! overwritten: threads may still be in the call, and no other call can return to those bytes,
//! which belong to the record. The entry is removed with the code ([`CodeRegistry::remove`]).
//!
//! A thunk may hold registers for its record. A stack walk treats a call of such a thunk
//! differently from another call at the same address. The registry has one entry for each return
//! address. So one entry replaces the other only when no thread is in the registered call.

use core::ffi::c_void;
use std::sync::Arc;

use parking_lot::Mutex;
use statepoint_patch::{
    CodeMemory, PatchSite, PatchSiteId, Patcher, ProtectedPages, SecondMapping,
};
use statepoint_scanner::registry::{CodeRegistry, PatchedCall};

use super::heap::{self, spgc_heap};
use super::patches::{CheckedPatch, CheckedState, spgc_execution_state, spgc_patch};
use super::restricted::refuse_in_callback;
use super::sized::{self, Structure};
use super::status::{Failure, guard, require, spgc_status};
use super::tagged::{Kind, Tag, Tagged};
use super::thread;
use crate::process::Process;

/// Code to patch. Set the first field to sizeof(spgc_code_memory).
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_code_memory {
    /// sizeof(spgc_code_memory).
    pub size: usize,
    /// Address at which the code is executed.
    pub code: *const c_void,
    /// Length of the code in bytes.
    pub code_size: usize,
    /// Writable address of the first byte of the code, if its memory is mapped a second time
    /// (memfd_create(2), and two mappings of that). Null: the pages are made writable for each
    /// patch, and their protection is restored afterwards. The pages stay executable meanwhile,
    /// because they may contain other code. If the kernel forbids writable and executable pages,
    /// patching returns SPGC_ERROR_SYSTEM.
    pub writable: *mut c_void,
}

// SAFETY: the struct is `repr(C)`, begins with its size, has only 8-byte fields and so no padding,
// and is valid with all bytes zero.
unsafe impl Structure for spgc_code_memory {
    const NAME: &'static str = "spgc_code_memory";
    const LEAST: usize = 32;
}

const _: () = assert!(size_of::<spgc_code_memory>() == 32);

/// A patcher: the patch sites of a code range, and their current patches. Created by
/// spgc_patcher_new(), released by spgc_patcher_free(). Any thread may use it.
pub struct spgc_patcher {
    _opaque: [u8; 0],
}

type Memory = Box<dyn CodeMemory + Send + Sync>;

/// A patcher, and the registry in which its calls are registered.
pub(super) struct CPatcher {
    patcher: Patcher<Memory>,
    registry: Arc<CodeRegistry>,
    /// Process that created the patcher.
    home: Process,
    /// Held while a call is registered and written.
    writing: Mutex<()>,
}

impl Tag for CPatcher {
    const KIND: Kind = Kind::Patcher;
    const NAME: &'static str = "a patcher";
    const RELEASED_BY: &'static str = "spgc_patcher_free";
}

/// spgc_patcher_add(): a statepoint with patch bytes: `bytes` is its "statepoint-num-patch-bytes".
pub const SPGC_PATCH_SITE_STATEPOINT: u32 = 1;
/// spgc_patcher_add(): an llvm.experimental.patchpoint: `bytes` is its second argument.
pub const SPGC_PATCH_SITE_PATCHPOINT: u32 = 2;
/// spgc_patcher_add(): an llvm.experimental.stackmap: `bytes` is its second argument, the shadow.
pub const SPGC_PATCH_SITE_STACKMAP: u32 = 3;

/// Identifies a site of a patcher by the address of its first byte.
pub type spgc_patch_site_id = u64;

/// Returns the patcher that a pointer from C denotes.
///
/// # Safety
///
/// `patcher` is null, or was created by [`spgc_patcher_new`] and has not been released.
unsafe fn get<'a>(patcher: *const spgc_patcher) -> Result<&'a CPatcher, Failure> {
    refuse_in_callback()?;
    // SAFETY: the caller guarantees that `patcher` is null or has not been released.
    let patcher = unsafe { Tagged::<CPatcher>::get(patcher.cast()) }?;
    if !patcher.home.is_current() {
        return Err(Failure::new(
            spgc_status::SPGC_ERROR_FORKED,
            "this process is a fork of the one that created the patcher, and cannot use it; call \
             exec or _exit in the child",
        ));
    }
    Ok(patcher)
}

/// Creates a patcher for a code range, without sites. As long as the patcher exists, all of the
/// code must stay mapped, readable and executable at its address. Only patchers and stops may
/// change the code or the protection of its pages. The same code may have several patchers with
/// different sites.
///
/// Any thread that is not managed may call it at any time.
///
/// heap: the heap whose threads run the code. Calls that are patched in at `patchpoint` and
/// `stackmap` records are registered with it, for its collections. No other heap's threads run the
/// code.
/// memory: the code, and how it is written. It may be all code with records, or a part of it.
/// patcher: where to store the patcher.
///
/// Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_SIZE; SPGC_ERROR_ARGUMENT if not all of
/// the memory is code, or the two mappings are not of the same memory; SPGC_ERROR_SYSTEM;
/// SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `memory` is null or points to a structure of the size given in its first field. All of the code
/// stays mapped, readable and executable as long as the patcher exists; only patchers and stops
/// change it. `patcher` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_patcher_new(
    heap: *mut spgc_heap,
    memory: *const spgc_code_memory,
    patcher: *mut *mut spgc_patcher,
) -> spgc_status {
    guard(|| {
        thread::refuse_managed()?;
        let heap = heap::get(heap)?;
        require(patcher, "patcher")?;
        // SAFETY: the caller guarantees that `memory` is null or points to a structure of the size
        // in its first field.
        let given = unsafe { sized::read(memory, "memory") }?;
        require(given.code.cast::<u8>(), "spgc_code_memory.code")?;
        let start = given.code.expose_provenance() as u64;
        let end = start.checked_add(given.code_size as u64).ok_or_else(|| {
            Failure::argument(
                "spgc_code_memory.code_size exceeds the address space; pass the size \
                 of the range in bytes",
            )
        })?;
        // SAFETY: the caller guarantees that the code stays mapped, and that only patchers and
        // stops change it.
        let memory: Memory = unsafe {
            match given.writable.is_null() {
                true => Box::new(ProtectedPages::new(start..end)?),
                false => Box::new(SecondMapping::new(start..end, given.writable.cast())?),
            }
        };
        let made = CPatcher {
            patcher: Patcher::new(memory),
            registry: Arc::clone(heap.code()),
            home: Process::current(),
            writing: Mutex::new(()),
        };
        // SAFETY: the caller guarantees that `patcher` is valid for writes.
        unsafe { patcher.write(Tagged::allocate(made).cast()) };
        Ok(())
    })
}

/// Adds the site of a record, and checks that its bytes are what LLVM writes there.
///
/// Any thread may call it at any time, except while a thread that has been stopped is in the middle
/// of patching the same bytes.
///
/// kind, bytes: SPGC_PATCH_SITE_*, and the number of bytes that the front end requested; the record
/// contains neither.
/// record: the address of the record, as spgc_stack_map_record.address.
/// site: where to store the site's identifier.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE; SPGC_ERROR_ARGUMENT if there can be no such site;
/// SPGC_ERROR_PATCH if it lies outside the patcher's code, overlaps another one, or contains other
/// code; SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `patcher` is null or a patcher that spgc_patcher_free() has not released. `site` is null
/// or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_patcher_add(
    patcher: *mut spgc_patcher,
    kind: u32,
    bytes: u32,
    record: u64,
    site: *mut spgc_patch_site_id,
) -> spgc_status {
    guard(|| {
        // SAFETY: the caller guarantees that `patcher` is null or has not been released.
        let patcher = unsafe { get(patcher) }?;
        require(site, "site")?;
        let kind = match kind {
            SPGC_PATCH_SITE_STATEPOINT => PatchSite::Statepoint { bytes },
            SPGC_PATCH_SITE_PATCHPOINT => PatchSite::Patchpoint { bytes },
            SPGC_PATCH_SITE_STACKMAP => PatchSite::StackMap { shadow: bytes },
            other => {
                return Err(Failure::argument(format!(
                    "{other} is not a kind of site; use one of SPGC_PATCH_SITE_*"
                )));
            }
        };
        let added = patcher.patcher.add(kind, record)?;
        // SAFETY: the caller guarantees that `site` is valid for writes.
        unsafe { site.write(added.start()) };
        Ok(())
    })
}

/// How to undo the registration of a call whose patch could not be written.
enum Undo {
    /// The registry was not changed.
    Nothing,
    /// Remove the entry with this return address.
    Remove(u64),
    /// Restore the previous entry.
    Restore(PatchedCall),
}

impl CPatcher {
    /// Registers a call, if the patch has one at a `patchpoint` or `stackmap`, and writes the
    /// patch. Returns the return address of the call, or 0.
    ///
    /// # Safety
    ///
    /// As for [`spgc_patcher_write`].
    unsafe fn write(
        &self,
        site: PatchSiteId,
        checked: &CheckedPatch<'_>,
        state: &CheckedState,
    ) -> Result<u64, Failure> {
        let _guard = self.writing.lock();
        let region = self.patcher.checked(site)?.region;
        let call_in_code = checked.call_end.map(|end| region.range().start + end);
        let returns = self.patcher.return_address(site, checked.patch)?.or(call_in_code);
        let is_statepoint = matches!(region.site(), PatchSite::Statepoint { .. });
        if is_statepoint && call_in_code.is_some_and(|address| address != region.record()) {
            return Err(Failure::argument(format!(
                "spgc_patch.call_end is {}; at a statepoint the call must return where its {} \
                 bytes end, so that stack walks find the record",
                checked.call_end.unwrap_or(0),
                region.len()
            )));
        }
        let undo = match returns.filter(|_| !is_statepoint) {
            Some(return_address) => {
                let call = PatchedCall {
                    record: region.record(),
                    return_address,
                    callee_saves_registers: checked.callee_saves_registers,
                };
                // SAFETY: the caller guarantees that the target may be called from the site, and
                // that the call returns to this address.
                unsafe { self.register_call(call, state) }?
            }
            None => Undo::Nothing,
        };
        // SAFETY: the caller guarantees that the threads are in this state, and that the target may
        // be called from the site.
        let written = state.with(|when| unsafe { self.patcher.write(site, checked.patch, when) });
        if let Err(error) = written {
            match undo {
                Undo::Nothing => {}
                Undo::Remove(address) => _ = self.registry.remove_patched_call(address),
                // SAFETY: this restores the previous entry, and the code is unchanged.
                Undo::Restore(call) => unsafe { self.registry.add_patched_call(call) }?,
            }
            return Err(error.into());
        }
        Ok(returns.unwrap_or(0))
    }

    /// Registers a call that is about to be written.
    ///
    /// # Safety
    ///
    /// As for [`CodeRegistry::add_patched_call`].
    unsafe fn register_call(
        &self,
        call: PatchedCall,
        state: &CheckedState,
    ) -> Result<Undo, Failure> {
        let PatchedCall { return_address, callee_saves_registers, .. } = call;
        let undo = match self.registry.matches_patched_call(call) {
            Some(true) => return Ok(Undo::Nothing),
            None => Undo::Remove(return_address),
            Some(false) if state.excludes_return_to(return_address) => Undo::Restore(PatchedCall {
                callee_saves_registers: !callee_saves_registers,
                ..call
            }),
            Some(false) => {
                return Err(Failure::new(
                    spgc_status::SPGC_ERROR_PATCH,
                    format!(
                        "a thread may be in the previously patched-in call, which returns to \
                         {return_address:#x}; only one of the two calls is through a thunk, and \
                         the record has references in caller-saved registers: use a thunk for \
                         both, or stop the threads outside of the call"
                    ),
                ));
            }
        };
        // SAFETY: the caller upholds the contract of `add_patched_call`. If the registry has
        // another call with this return address, no thread is in that call.
        unsafe { self.registry.add_patched_call(call) }?;
        Ok(undo)
    }
}

/// Patches a site: writes all of its bytes. After this returns, no thread begins to execute an
/// instruction that was replaced.
///
/// A thread may still be in the old target of a call, or on its way there: a call to a distant
/// target is several instructions. Before the old target or its thunk is freed, each thread that
/// may execute the site must have been at a safepoint since (a collection that began later, or
/// spgc_handshake() with each thread), with no frame of the target on its stack.
///
/// A call at a `patchpoint` or `stackmap` in registered code is registered with the heap before it
/// is written, and stays registered until the code is removed (spgc_code_remove()). Code that is
/// registered again must be patched again.
///
/// Any thread may call it at any time, also a managed one, for example in a C function that managed
/// code has called through a patched call. It is not a safepoint. Concurrent writes are serialised.
///
/// patch: what to write.
/// execution: the state of the threads during the write.
/// return_address: where to store the return address of the call, 0 if there is no call; or null.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_SIZE; SPGC_ERROR_ARGUMENT, also if
/// there is no such site; SPGC_ERROR_CODE if no registered code has the record, or another call has
/// the same return address; SPGC_ERROR_PATCH if the patch cannot be written there, or not in this
/// state of the threads; SPGC_ERROR_SYSTEM if the memory cannot be written to, or membarrier(2) is
/// missing; SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK. On an error the code is unchanged.
///
/// # Safety
///
/// `patcher` is null or a patcher that spgc_patcher_free() has not released. `patch` and
/// `execution` are null or point to structures of the sizes that their first fields say. Threads
/// are in the state that `execution` describes. The target may be called from the site as long as
/// the patch is there. `return_address` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_patcher_write(
    patcher: *mut spgc_patcher,
    site: spgc_patch_site_id,
    patch: *const spgc_patch,
    execution: *const spgc_execution_state,
    return_address: *mut u64,
) -> spgc_status {
    guard(|| {
        // SAFETY: the caller guarantees that `patcher` is null or has not been released. `patch`
        // and `execution` are null, or point to structures of the sizes in their first fields,
        // whose pointers are valid.
        let (patcher, checked, state) = unsafe {
            (get(patcher)?, spgc_patch::checked(patch)?, spgc_execution_state::checked(execution)?)
        };
        if !return_address.is_null() {
            require(return_address, "return_address")?;
        }
        // SAFETY: the caller upholds the contract of this function, which is that of `write`.
        let returns = unsafe { patcher.write(PatchSiteId::at(site), &checked, &state) }?;
        if !return_address.is_null() {
            // SAFETY: the caller guarantees that `return_address` is valid for writes.
            unsafe { return_address.write(returns) };
        }
        Ok(())
    })
}

/// Restores the bytes that a site had when it was added.
///
/// Any thread may call it at any time, also a managed one. Threads that are in a call that was
/// patched in can still return from it.
///
/// execution: the state of the threads during the write.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_SIZE; SPGC_ERROR_ARGUMENT, also if
/// there is no such site; SPGC_ERROR_PATCH, SPGC_ERROR_SYSTEM as for spgc_patcher_write();
/// SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK. On an error the code is unchanged.
///
/// # Safety
///
/// `patcher` is null or a patcher that spgc_patcher_free() has not released. `execution` is null or
/// points to a structure of the size given in its first field. Threads are in the state that it
/// describes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_patcher_restore(
    patcher: *mut spgc_patcher,
    site: spgc_patch_site_id,
    execution: *const spgc_execution_state,
) -> spgc_status {
    guard(|| {
        // SAFETY: the caller guarantees that `patcher` is null or has not been released.
        // `execution` is null, or points to a structure of the size in its first field, whose
        // pointers are valid.
        let (patcher, state) =
            unsafe { (get(patcher)?, spgc_execution_state::checked(execution)?) };
        let _guard = patcher.writing.lock();
        let restore = &patcher.patcher;
        // SAFETY: the caller guarantees that the threads are in this state.
        Ok(state.with(|when| unsafe { restore.restore(PatchSiteId::at(site), when) })?)
    })
}

/// Removes a site from a patcher. Its code is not changed, and calls that were patched in stay
/// registered with the heap.
///
/// Any thread may call it at any time.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE; SPGC_ERROR_ARGUMENT if there is no such site;
/// SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `patcher` is null or a patcher that spgc_patcher_free() has not released.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_patcher_remove(
    patcher: *mut spgc_patcher,
    site: spgc_patch_site_id,
) -> spgc_status {
    guard(|| {
        // SAFETY: the caller guarantees that `patcher` is null or has not been released.
        Ok(unsafe { get(patcher) }?.patcher.remove(PatchSiteId::at(site))?)
    })
}

/// Releases a patcher. The code is not changed. Null is allowed and has no effect.
///
/// Any thread may call it when no other thread uses the patcher any more, before the code's memory
/// is freed.
///
/// Errors: SPGC_ERROR_REFERENCE if the argument is not a patcher; SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `patcher` is null or a patcher that spgc_patcher_free() has not released. No other thread uses
/// it.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_patcher_free(patcher: *mut spgc_patcher) -> spgc_status {
    // SAFETY: the caller guarantees that `patcher` is null or has not been released, and that no
    // thread uses it any more.
    guard(|| unsafe { Tagged::<CPatcher>::free(patcher.cast()) })
}
