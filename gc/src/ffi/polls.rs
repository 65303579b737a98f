//! Patched polls: no-ops that are patched into calls while a stop is pending.

use core::ffi::c_void;

use statepoint_patch::SecondMapping;
use statepoint_scanner::registry::CodeRegionId;

use super::code::spgc_code_region_id;
use super::heap::{self, spgc_heap};
use super::sized::{self, Structure};
use super::status::{Failure, guard, require, spgc_status};
use super::thread;
use crate::patched_polls::{PATCHED_POLL_BYTES, PATCHED_POLL_ID, PollParameters};

/// Parameters of the patched polls of generated code. Set the first field to
/// sizeof(spgc_poll_parameters) and all others to zero, which selects the defaults.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_poll_parameters {
    /// sizeof(spgc_poll_parameters).
    pub size: usize,
    /// ID of the polls' records ("statepoint-id"). No other record may have it. 0: 1347374156, as
    /// in patched_poll.ll.
    pub id: u64,
    /// Bytes of each poll ("statepoint-num-patch-bytes"). 0: those of a call, 5 on x86-64, 4 on
    /// AArch64.
    pub bytes: u64,
    /// Address that polls call instead of spgc_poll_slow, if the latter is out of range of a call
    /// from the code (2 GiB on x86-64, 128 MiB on AArch64): code in range that jumps to
    /// spgc_poll_slow, and changes at most r11 (x16 and x17 on AArch64). Null: spgc_poll_slow.
    pub target: *const c_void,
    /// Writable address of the region's first byte, if its memory is mapped twice. It stays valid
    /// until the polls have been removed. Null: the pages with polls are made writable for each
    /// stop.
    pub writable: *mut c_void,
}

// SAFETY: the struct is `repr(C)`, begins with its size, has only 8-byte fields and so no padding,
// and is valid with all bytes zero.
unsafe impl Structure for spgc_poll_parameters {
    const NAME: &'static str = "spgc_poll_parameters";
    const LEAST: usize = 40;
}

const _: () = assert!(size_of::<spgc_poll_parameters>() == 40);

impl spgc_poll_parameters {
    /// Converts the structure; zero fields become the defaults.
    fn parameters(&self) -> Result<PollParameters, Failure> {
        let bytes = u32::try_from(self.bytes).map_err(|_| {
            Failure::argument(format!(
                "spgc_poll_parameters.bytes is {}, which is too large; use the value of \
                 \"statepoint-num-patch-bytes\"",
                self.bytes
            ))
        })?;
        Ok(PollParameters {
            id: if self.id == 0 { PATCHED_POLL_ID } else { self.id },
            bytes: if bytes == 0 { PATCHED_POLL_BYTES } else { bytes },
            target: (!self.target.is_null()).then(|| self.target.expose_provenance() as u64),
        })
    }
}

/// Adds the patched polls of a program or library, those of patched_poll.ll, so that stops reach
/// threads in its code. The heap must have been started with SPGC_CONFIG_PATCHED_POLLS, and the
/// code must be registered. Call it before any thread runs such code: a thread that does so earlier
/// does not reach a stop, and the stop waits for it forever.
///
/// The polls' pages are made writable for each stop that finds threads in managed code, and their
/// protection is restored afterwards. The polls of some code may be added to one heap of a process
/// only. On x86-64 the library handles SIGTRAP from the start of such a heap on; no thread may
/// block it in managed code.
///
/// Any thread that is not managed may call it at any time, while others run managed code and
/// collect.
///
/// address: an address in the code, for example of a function.
///
/// Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL; SPGC_ERROR_CONFIG if the heap has no patched polls;
/// SPGC_ERROR_CODE if no registered code is at the address, it has no such polls, or they were
/// added before; SPGC_ERROR_PATCH if the code at a poll is not what LLVM generates there, or
/// spgc_poll_slow is out of range; SPGC_ERROR_SYSTEM if the memory cannot be made writable;
/// SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// The image stays loaded until its polls are removed. No other code changes them.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_patched_polls_add_image(
    heap: *mut spgc_heap,
    address: *const c_void,
) -> spgc_status {
    guard(|| {
        thread::refuse_managed()?;
        let (heap, polls) = heap::with_polls(heap)?;
        require(address.cast::<u8>(), "address")?;
        // SAFETY: the caller guarantees that all records with this ID are polls, and that the polls
        // are removed before the code.
        Ok(unsafe { polls.add_image_at(heap.code(), address.addr() as u64) }?)
    })
}

/// As spgc_patched_polls_add_image(), for generated code: after it was registered, and before a
/// thread runs it.
///
/// Threads: as for spgc_patched_polls_add_image().
///
/// region: as stored by spgc_code_register_jit().
/// polls: describes the polls, or null for a structure of zeros.
///
/// Errors: those of spgc_patched_polls_add_image(), SPGC_ERROR_SIZE, and SPGC_ERROR_ARGUMENT if the
/// memory is not code, or spgc_poll_parameters.writable does not map the same memory. On an error
/// the code is unchanged.
///
/// # Safety
///
/// `polls` is null or points to a structure of the size given in its first field. The code does
/// not change until its polls are removed. `polls` describes the polls of the code correctly.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_patched_polls_add_jit(
    heap: *mut spgc_heap,
    region: spgc_code_region_id,
    polls: *const spgc_poll_parameters,
) -> spgc_status {
    guard(|| {
        thread::refuse_managed()?;
        let (heap, known) = heap::with_polls(heap)?;
        let id = region.id()?;
        let (parameters, writable) = if polls.is_null() {
            (PollParameters::default(), core::ptr::null_mut())
        } else {
            // SAFETY: the caller guarantees that `polls` is null or points to a structure of the
            // size in its first field.
            let polls = unsafe { sized::read(polls, "polls") }?;
            (polls.parameters()?, polls.writable)
        };
        let code = heap.code();
        if writable.is_null() {
            // SAFETY: the caller guarantees that the code stays unchanged until its polls are
            // removed, and that `polls` describes them correctly.
            return Ok(unsafe { known.add_pages(code, id, parameters) }?);
        }
        let bounds = code.snapshot().region_at(region.start).map(|(_, bounds)| bounds);
        let bounds = bounds.ok_or_else(|| not_registered_failure(id))?;
        // SAFETY: the caller guarantees that the code and its second mapping stay valid and
        // unchanged until the polls are removed, and that `polls` describes them correctly.
        unsafe {
            let memory = SecondMapping::new(bounds, writable.cast())?;
            Ok(known.add(code, id, parameters, memory)?)
        }
    })
}

fn not_registered_failure(region: CodeRegionId) -> Failure {
    Failure::new(
        spgc_status::SPGC_ERROR_CODE,
        format!("the region {region} is not registered; register code before its polls are added"),
    )
}

/// Removes the polls of a region. The polls become no-ops again. No thread may execute the region's
/// code or have a frame that returns into it. spgc_code_remove() also removes polls. This function
/// is for code that stays but is no longer executed.
///
/// Any thread that is not managed may call it.
///
/// Errors: SPGC_ERROR_NO_HEAP; SPGC_ERROR_CONFIG if the heap has no patched polls; SPGC_ERROR_CODE
/// if the polls of the region were not added, or were removed; SPGC_ERROR_PATCH if other code has
/// changed the polls; SPGC_ERROR_SYSTEM; SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED,
/// SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// No thread runs the region's code.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_patched_polls_remove(
    heap: *mut spgc_heap,
    region: spgc_code_region_id,
) -> spgc_status {
    guard(|| {
        thread::refuse_managed()?;
        let (_, polls) = heap::with_polls(heap)?;
        Ok(polls.remove(region.id()?)?)
    })
}

/// Stores the number of patched polls of the heap, in all code.
///
/// Any thread that is not managed may call it at any time; others may add and remove polls
/// concurrently.
///
/// count: where to store the number.
///
/// Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_CONFIG if the heap has no patched polls;
/// SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `count` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_patched_polls_count(
    heap: *mut spgc_heap,
    count: *mut usize,
) -> spgc_status {
    guard(|| {
        thread::refuse_managed()?;
        let (_, polls) = heap::with_polls(heap)?;
        require(count, "count")?;
        // SAFETY: the caller guarantees that `count` is valid for writes.
        unsafe { count.write(polls.len()) };
        Ok(())
    })
}
