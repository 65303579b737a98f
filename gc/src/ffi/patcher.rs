//! Calls, jumps, no-ops and other instructions in the code at records.
//!
//! A walk that meets a call which was patched in at a `patchpoint` or `stackmap` must know of it, so the heap's registry is
//! told before the call is written. It is not told otherwise when the call is gone: threads may still be in it, and nothing else can return
//! to those bytes, which belong to the record. What it knows goes with the code ([`CodeRegistry::remove`]).
//!
//! A call of a thunk that holds registers for its record, and another call at the same place, are two things to a walk, and the registry
//! knows one of them for a return address. So one takes the place of the other only when no thread is in the call that is known.

use core::ffi::c_void;
use std::sync::Arc;

use parking_lot::Mutex;
use statepoint_patch::{CodeMemory, PatchSite, Patcher, ProtectedPages, SecondMapping, SiteId};
use statepoint_scanner::registry::{CodeRegistry, PatchedCall};

use super::heap::{self, spgc_heap};
use super::patches::{Asked, Moment, spgc_patch, spgc_when};
use super::restricted::refuse_in_callback;
use super::sized::{self, Structure};
use super::status::{Failure, guard, require, spgc_status};
use super::tagged::{Kind, Tag, Tagged};
use super::thread;
use crate::process::Process;

/// Code that is patched. Set the first field to sizeof(spgc_code_memory).
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_code_memory {
    /// sizeof(spgc_code_memory).
    pub size: usize,
    /// Where it is executed.
    pub code: *const c_void,
    /// Its bytes.
    pub code_size: usize,
    /// Where its first byte is written, if the memory is mapped a second time (memfd_create(2), and two mappings of that). Null:
    /// its pages are made writable for each patch, and are what they were afterwards. They stay executable meanwhile,
    /// as other code may be on them; where the system forbids that, patching is SPGC_ERROR_SYSTEM.
    pub writable: *mut c_void,
}

// SAFETY: words throughout.
unsafe impl Structure for spgc_code_memory {
    const NAME: &'static str = "spgc_code_memory";
    const LEAST: usize = 32;
}

const _: () = assert!(size_of::<spgc_code_memory>() == 32);

/// The sites of some code, and what is patched in there. Made by spgc_patcher_new(), given back by spgc_patcher_free().
/// Any thread may use it.
pub struct spgc_patcher {
    _opaque: [u8; 0],
}

type Memory = Box<dyn CodeMemory + Send + Sync>;

/// A patcher, and who is to know of its calls.
pub(super) struct CPatcher {
    patcher: Patcher<Memory>,
    registry: Arc<CodeRegistry>,
    home: Process,
    /// Held while the registry is told of a call and that is written.
    writing: Mutex<()>,
}

impl Tag for CPatcher {
    const KIND: Kind = Kind::Patcher;
    const NAME: &'static str = "a patcher";
    const RELEASED_BY: &'static str = "spgc_patcher_free";
}

/// spgc_patcher_add(): a statepoint with patch bytes: `bytes` is its "statepoint-num-patch-bytes".
pub const SPGC_SITE_STATEPOINT: u32 = 1;
/// spgc_patcher_add(): llvm.experimental.patchpoint: `bytes` is its second argument.
pub const SPGC_SITE_PATCHPOINT: u32 = 2;
/// spgc_patcher_add(): llvm.experimental.stackmap: `bytes` is its second argument, the shadow.
pub const SPGC_SITE_STACKMAP: u32 = 3;

/// A site of a patcher: where its bytes begin.
pub type spgc_patch_site = u64;

/// # Safety
///
/// `patcher` is null, or was made here and not released.
unsafe fn get<'a>(patcher: *const spgc_patcher) -> Result<&'a CPatcher, Failure> {
    refuse_in_callback()?;
    // SAFETY: the caller promises it.
    let patcher = unsafe { Tagged::<CPatcher>::get(patcher.cast()) }?;
    if !patcher.home.is_current() {
        return Err(Failure::new(
            spgc_status::SPGC_ERROR_FORKED,
            "this process was forked from the one that made the patcher; the child may call exec or _exit",
        ));
    }
    Ok(patcher)
}

/// Makes a patcher for some code, without a site yet. As long as it is there, all of the code stays mapped, readable and
/// executable where it is, and nobody but patchers and stops changes it, or the protection of its pages. Several may be for the same code,
/// if their sites are different ones.
///
/// Any thread that is not managed may do so at any time.
///
/// heap: whose collections meet what is called: it is told of calls that are patched in at `patchpoint` and `stackmap` records. No
/// other heap's threads run the code.
/// memory: the code, and how it is written; all that has records, or a part.
/// patcher: where to store it.
///
/// Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_SIZE; SPGC_ERROR_ARGUMENT if not all of the memory is code, or the two
/// mappings are not of the same memory; SPGC_ERROR_SYSTEM; SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `memory` is null or points to a structure of the size that its first field says. All of the code
/// stays mapped, readable and executable as long as the patcher is there; only patchers and stops
/// change it. `patcher` is null or points to a variable.
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
        // SAFETY: the caller promises a structure of the size that it says.
        let given = unsafe { sized::read(memory, "memory") }?;
        require(given.code.cast::<u8>(), "spgc_code_memory.code")?;
        let start = given.code.expose_provenance() as u64;
        let end = start.checked_add(given.code_size as u64).ok_or_else(|| {
            Failure::argument("spgc_code_memory.code_size goes beyond the last address")
        })?;
        // SAFETY: the caller promises that it stays as it is.
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
        // SAFETY: the caller promises a variable.
        unsafe { patcher.write(Tagged::give(made).cast()) };
        Ok(())
    })
}

/// Adds the site of a record, and checks that its bytes have what LLVM writes there.
///
/// Any thread may do so at any time; not while a thread that is stopped meanwhile patches the same bytes.
///
/// kind, bytes: SPGC_SITE_*, and how many bytes the front end asked for; the record says neither.
/// record: its address, as spgc_record.address.
/// site: where to store what is patched.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE; SPGC_ERROR_ARGUMENT if there can be no such site; SPGC_ERROR_PATCH if it is
/// outside of the patcher's code, overlaps another one, or has other code; SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `patcher` is null or a patcher that spgc_patcher_free() has not released. `site` is null or
/// points to a variable.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_patcher_add(
    patcher: *mut spgc_patcher,
    kind: u32,
    bytes: u32,
    record: u64,
    site: *mut spgc_patch_site,
) -> spgc_status {
    guard(|| {
        // SAFETY: the caller promises a patcher.
        let patcher = unsafe { get(patcher) }?;
        require(site, "site")?;
        let kind = match kind {
            SPGC_SITE_STATEPOINT => PatchSite::Statepoint { bytes },
            SPGC_SITE_PATCHPOINT => PatchSite::Patchpoint { bytes },
            SPGC_SITE_STACKMAP => PatchSite::StackMap { shadow: bytes },
            other => {
                return Err(Failure::argument(format!(
                    "{other} is no kind of a site; use one of SPGC_SITE_*"
                )));
            }
        };
        let added = patcher.patcher.add(kind, record)?;
        // SAFETY: the caller promises a variable.
        unsafe { site.write(added.start()) };
        Ok(())
    })
}

/// What the registry knew before it was told of a call that was not written then.
enum Undo {
    Nothing,
    Remove(u64),
    Put(PatchedCall),
}

impl CPatcher {
    /// # Safety
    ///
    /// As for [`spgc_patcher_write`].
    unsafe fn write(
        &self,
        site: SiteId,
        asked: &Asked<'_>,
        moment: &Moment,
    ) -> Result<u64, Failure> {
        let _one = self.writing.lock();
        let region = self.patcher.checked(site)?.region;
        let among = asked.call_end.map(|end| region.range().start + end);
        let returns = self.patcher.return_address(site, asked.patch)?.or(among);
        let is_statepoint = matches!(region.site(), PatchSite::Statepoint { .. });
        if is_statepoint && among.is_some_and(|address| address != region.record()) {
            return Err(Failure::argument(format!(
                "spgc_patch.call_end is {}; at a statepoint a call returns where its {} bytes end, or a collection does \
                 not find the record",
                asked.call_end.unwrap_or(0),
                region.len()
            )));
        }
        let undo = match returns.filter(|_| !is_statepoint) {
            Some(return_address) => {
                let call = PatchedCall {
                    record: region.record(),
                    return_address,
                    callee_holds_registers: asked.callee_holds_registers,
                };
                // SAFETY: the caller promises the target, and that the call ends where it says.
                unsafe { self.tell(call, moment) }?
            }
            None => Undo::Nothing,
        };
        // SAFETY: the caller promises what the moment says, and the target.
        let written = moment.with(|when| unsafe { self.patcher.write(site, asked.patch, when) });
        if let Err(error) = written {
            match undo {
                Undo::Nothing => {}
                Undo::Remove(address) => _ = self.registry.remove_patched_call(address),
                // SAFETY: as it was before; nothing was written.
                Undo::Put(call) => unsafe { self.registry.add_patched_call(call) }?,
            }
            return Err(error.into());
        }
        Ok(returns.unwrap_or(0))
    }

    /// Tells the registry of a call that is about to be written.
    ///
    /// # Safety
    ///
    /// As for [`CodeRegistry::add_patched_call`].
    unsafe fn tell(&self, call: PatchedCall, moment: &Moment) -> Result<Undo, Failure> {
        let PatchedCall { return_address, callee_holds_registers, .. } = call;
        let undo = match self.registry.knows_patched_call(call) {
            Some(true) => return Ok(Undo::Nothing),
            None => Undo::Remove(return_address),
            Some(false) if moment.nobody_returns_to(return_address) => {
                Undo::Put(PatchedCall { callee_holds_registers: !callee_holds_registers, ..call })
            }
            Some(false) => {
                return Err(Failure::new(
                    spgc_status::SPGC_ERROR_PATCH,
                    format!(
                        "a thread may be in the call that was patched in here before and returns to {return_address:#x}; of the \
                         two, one is of a thunk and one is not, and the record has references in registers that calls \
                         change: use a thunk for both, or stop the threads outside of the call"
                    ),
                ));
            }
        };
        // SAFETY: passed on. Where the registry knows another call that returns there, no thread is in
        // that.
        unsafe { self.registry.add_patched_call(call) }?;
        Ok(undo)
    }
}

/// Patches a site: fills all of its bytes. After this returns, no thread begins to execute an instruction that was replaced.
///
/// A thread may still be in the old target of a call, or on its way there: a call to a distant target is several
/// instructions. Before the old target or its thunk is freed, each thread that may execute the site must have been at a
/// safepoint since (a collection that began later, or spgc_handshake() with each thread), with no frame of the target on
/// its stack.
///
/// A call at a `patchpoint` or `stackmap`, whose code is registered, is made known to the heap before it is there, and stays known until the
/// code is removed (spgc_code_remove()). Code that is registered again is to be patched again.
///
/// Any thread may do so at any time, also a managed one: a function in C that managed code has called through what is patched
/// here, for example. It is no safepoint. Threads write one after the other.
///
/// patch: what to write.
/// when: what threads do meanwhile.
/// return_address: where to store the address that the call returns to, 0 if there is no call; or null.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_SIZE; SPGC_ERROR_ARGUMENT, also if there is no such site;
/// SPGC_ERROR_CODE if no registered code has the record, or another call returns there; SPGC_ERROR_PATCH if
/// the patch cannot be written there, or not while threads do what they do; SPGC_ERROR_SYSTEM if the memory cannot be written to,
/// or membarrier(2) is missing; SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK. The code is as it was then.
///
/// # Safety
///
/// `patcher` is null or a patcher that spgc_patcher_free() has not released. `patch` and `when` are
/// null or point to structures of the sizes that their first fields say. Threads do what `when`
/// says. What is called is code that may be called from the site, as long as the patch is there.
/// `return_address` is null or points to a variable.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_patcher_write(
    patcher: *mut spgc_patcher,
    site: spgc_patch_site,
    patch: *const spgc_patch,
    when: *const spgc_when,
    return_address: *mut u64,
) -> spgc_status {
    guard(|| {
        // SAFETY: the caller promises a patcher, structures of the sizes that they say, and what they lead to.
        let (patcher, asked, moment) =
            unsafe { (get(patcher)?, spgc_patch::asked(patch)?, spgc_when::moment(when)?) };
        if !return_address.is_null() {
            require(return_address, "return_address")?;
        }
        // SAFETY: passed on.
        let returns = unsafe { patcher.write(SiteId::at(site), &asked, &moment) }?;
        if !return_address.is_null() {
            // SAFETY: the caller promises a variable.
            unsafe { return_address.write(returns) };
        }
        Ok(())
    })
}

/// Puts back what a site had when it was added.
///
/// Any thread may do so at any time, also a managed one. Threads that are in a call that was patched in return from it.
///
/// when: what threads do meanwhile.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_SIZE; SPGC_ERROR_ARGUMENT, also if there is no such site;
/// SPGC_ERROR_PATCH, SPGC_ERROR_SYSTEM as for spgc_patcher_write(); SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK. The code is as it was then.
///
/// # Safety
///
/// `patcher` is null or a patcher that spgc_patcher_free() has not released. `when` is null or
/// points to a structure of the size that its first field says. Threads do what it says.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_patcher_restore(
    patcher: *mut spgc_patcher,
    site: spgc_patch_site,
    when: *const spgc_when,
) -> spgc_status {
    guard(|| {
        // SAFETY: the caller promises a patcher, and a structure of the size that it says.
        let (patcher, moment) = unsafe { (get(patcher)?, spgc_when::moment(when)?) };
        let _one = patcher.writing.lock();
        let restore = &patcher.patcher;
        // SAFETY: the caller promises what the moment says.
        Ok(moment.with(|when| unsafe { restore.restore(SiteId::at(site), when) })?)
    })
}

/// Forgets a site. Its code stays as it is, and calls that were patched in stay known to the heap.
///
/// Any thread may do so at any time.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE; SPGC_ERROR_ARGUMENT if there is no such site; SPGC_ERROR_FORKED,
/// SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `patcher` is null or a patcher that spgc_patcher_free() has not released.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_patcher_remove(
    patcher: *mut spgc_patcher,
    site: spgc_patch_site,
) -> spgc_status {
    guard(|| {
        // SAFETY: the caller promises a patcher.
        Ok(unsafe { get(patcher) }?.patcher.remove(SiteId::at(site))?)
    })
}

/// Gives a patcher back. The code stays as it is. Null is allowed, and does nothing.
///
/// Any thread may do so when no other uses it any more, before the code's memory is given back.
///
/// Errors: SPGC_ERROR_REFERENCE if it is no patcher; SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `patcher` is null or a patcher that spgc_patcher_free() has not released. No other thread uses
/// it.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_patcher_free(patcher: *mut spgc_patcher) -> spgc_status {
    // SAFETY: the caller promises that nobody uses it any more.
    guard(|| unsafe { Tagged::<CPatcher>::free(patcher.cast()) })
}
